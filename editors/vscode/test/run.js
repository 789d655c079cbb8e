// Tests the grammars: each line of comments in the files says what the line above it is.
"use strict";

const { execFileSync } = require("node:child_process");
const { join } = require("node:path");

const folder = join(__dirname, "..");
const rust = require.resolve("tm-grammars/grammars/rust.json");
const run = join(folder, "node_modules", "vscode-tmgrammar-test", "dist", "unit.js");
execFileSync(process.execPath, [run, "-g", rust, "test/*.bt", "test/*.rs"], {
    cwd: folder,
    stdio: "inherit",
    // On a wrong line of comments, the tester hangs.
    timeout: 60_000,
});
