-- What Neovim does with the settings of the book. `SETTINGS` is a file with them, the working folder is a project.
local function wait(what, test)
  assert(vim.wait(20000, test, 50), what .. " does not come")
end

local function lines()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

-- Moves the cursor to a word.
local function go(word)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search("\\V" .. word, "cW") > 0, word .. " is missing")
end

local function open(file)
  vim.cmd.edit(file)
  wait("the server", function() return #vim.lsp.get_clients({ bufnr = 0, name = "bt" }) > 0 end)
end

local function ask(method)
  local params = vim.lsp.util.make_position_params(0, "utf-8")
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 20000))
  for id, answer in pairs(answers) do
    if vim.lsp.get_client_by_id(id).name == "bt" then return vim.inspect(answer.result) end
  end
  error("no answer to " .. method)
end

local function has(text, part, what)
  assert(text:find(part, 1, true), what .. ": " .. part .. " is missing in " .. text)
end

local function test()
  dofile(vim.env.SETTINGS)

  open("guard.bt")
  assert(vim.bo.filetype == "bt")
  wait("the error", function() return #vim.diagnostic.get(0) == 1 end)
  has(vim.diagnostic.get(0)[1].message, "did you mean `wait`?", "the error")
  go("wiat")
  has(ask("textDocument/completion"), '"wait_until"', "completion")
  has(ask("textDocument/documentSymbol"), '"hunt"', "the outline")
  go("selector")
  has(ask("textDocument/hover"), "until one", "hover")
  go("hunt")
  vim.lsp.buf.rename("chase")
  wait("the new name", function() return lines():find("chase:", 1, true) end)
  vim.cmd("%s/wiat/wait/")
  wait("the end of the error", function() return #vim.diagnostic.get(0) == 0 end)
  vim.lsp.buf.format({ timeout_ms = 20000 })
  has(lines(), "\n    patrol,\n", "formatting")

  open("wolf.rs")
  go("hunt")
  vim.lsp.buf.rename("chase")
  wait("the new name in Rust", function() return lines():find("chase:", 1, true) end)
  has(ask("textDocument/documentSymbol"), '"chase"', "the outline in Rust")
end

local ok, message = pcall(test)
io.stderr:write(ok and "ok" or tostring(message), "\n")
vim.cmd(ok and "qall!" or "cquit")
