// Where the page of `bt-view` gets its data from: the engine in place of a server.

/** The most ticks that the page keeps. */
const MOST_TICKS = 10000;

export class Source {
  /** `onEdited` gets an answer with the text that was edited by hand; `onStep` undoes (-1) or makes again (1). */
  constructor({ onEdited, onStep }) {
    [this.onEdited, this.onStep, this.hasAddress, this.mostTicks] = [onEdited, onStep, true, MOST_TICKS];
    this.on = null;
  }

  /** The engine is there. */
  open(engine) {
    this.engine = engine;
    this.on?.open();
    this.tell();
  }

  listen(on) {
    this.on = on;
    on.viewer("1");
    if (this.engine) this.open(this.engine);
    return this;
  }

  /** Tells the page what is new. */
  tell() {
    if (!this.engine || !this.on) return;
    const { parts, files } = this.engine.call({ order: "news" });
    for (const part of parts ?? []) this.on.part(part);
    if (files) this.on.files(files);
  }

  async ask(path, query = {}, { method = "GET", body = "" } = {}) {
    const order = path === "edit" ? JSON.parse(body).order : "";
    if (order === "undo" || order === "redo") {
      this.onStep(order === "undo" ? -1 : 1);
      return answer(200, JSON.stringify({ file: 0, state: "", at: null, unwritten: null }));
    }
    const parameters = String(new URLSearchParams(query));
    const asked = this.engine.call({ order: "ask", method, path: `/${path}`, query: parameters, body });
    if (asked.failed) return answer(500, "null");
    if (method === "POST" && asked.status === 200) this.onEdited(asked);
    this.tell();
    return answer(asked.status, asked.body);
  }
}

/** As much of an answer of `fetch` as the page uses. */
function answer(status, body) {
  return { ok: status >= 200 && status < 300, status, json: async () => JSON.parse(body) };
}
