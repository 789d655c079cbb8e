// The engine: the program in WebAssembly. It takes orders and answers them, both in JSON.

/** How many texts an engine reads before another one takes its place: each leaves a little memory behind. */
const MOST_TEXTS = 2000;

export class Engine {
  /** `onBegin` is called when another program has begun, which knows nothing yet. */
  constructor(module, onBegin) {
    [this.module, this.onBegin] = [module, onBegin];
    [this.run, this.texts] = [0, 0];
    this.begin();
  }

  /** `boot.js` has unpacked the program. */
  static async load(onBegin) {
    return new Engine(await WebAssembly.compile(globalThis.playgroundProgram), onBegin);
  }

  begin() {
    this.run++;
    this.texts = 0;
    // Instances of this size are made without waiting in workers only, so browsers get the compiled module.
    this.exports = new WebAssembly.Instance(this.module).exports;
    this.send({ order: "open", run: this.run });
  }

  /** Carries out an order. An order that the program does not survive is refused, and another program begins. */
  call(order) {
    if (order.order === "write" && ++this.texts > MOST_TEXTS) {
      this.begin();
      this.onBegin();
    }
    try {
      return this.send(order);
    } catch (error) {
      this.begin();
      const message = `the playground cannot read this text: ${error.message}`;
      const mistakes = [{ line: 1, column: 1, from: 0, to: 0, message }];
      queueMicrotask(() => this.onBegin(order));
      return { mistakes, failed: true };
    }
  }

  send({ order, ...asked }) {
    const { bt_input, bt_call, bt_output, memory } = this.exports;
    const bytes = new TextEncoder().encode(JSON.stringify({ [order]: asked }));
    const at = bt_input(bytes.length);
    if (at === 0) return { mistakes: [{ line: 1, column: 1, from: 0, to: 0, message: "this text is too long" }] };
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = bt_call();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, bt_output(), length)));
  }
}
