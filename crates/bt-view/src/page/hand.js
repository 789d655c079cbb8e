// Editing: the selected node as fields and buttons, what is wrong with the files, undo and redo.

const samePlace = (one, other) => one && other && one.file === other.file && one.at.tree === other.at.tree && one.at.node === other.at.node;
/** The name of an agent without the number of its edit, and that number. */
const editOf = (name) => { const found = /^(.*), edit (\d+)$/s.exec(name); return found ? [found[1], Number(found[2])] : [name, 0]; };

class Hand {
  constructor(live) {
    this.live = live;
    [this.viewer, this.files, this.version, this.known] = [0, [], 0, new Map()];
    // The place that is shown, what is known of it, and the place to select as soon as it is there.
    [this.place, this.shown, this.want, this.inner] = [null, null, null, false];
    // A value that is dragged: place, state, index, and the last text that waits for its turn.
    [this.held, this.error] = [null, null];
    // How often the user has selected a node, and the node that is dragged.
    [this.selections, this.dragged] = [0, null];
    this.box = element("hand");
    this.listen();
  }

  get may() {
    return this.live.orders?.mayEdit === true;
  }

  /** What the program says of the files: all places may be others now. */
  setFiles(files) {
    this.files = files;
    this.version++;
    this.shown = null;
    this.showMistakes();
    show();
  }

  async get(path, query) {
    const answer = await source.ask(`edit/${path}`, query);
    return answer.ok ? answer.json() : null;
  }

  /** The places of all nodes of an agent's tree. */
  async placesOf(number) {
    const { nodes } = recording.agents[number], known = this.known.get(nodes);
    if (known?.version === this.version) return known.places;
    const places = this.get("tree", { agent: number - recording.base.agents }).then((places) => places ?? [], () => []);
    this.known.set(nodes, { version: this.version, places });
    return places;
  }

  /** Shows the selected node, if it is another one. Called for each picture. */
  show() {
    this.box.hidden = !this.may;
    if (!this.may) return;
    this.mark();
    const key = this.keyOf();
    if (this.held || key === this.key) return;
    this.key = key;
    // A key that comes before the new fields must not change the node before.
    [this.place, this.shown] = [null, null];
    this.fill(key);
  }

  /** What is selected, and of which state of the files. */
  keyOf() {
    return `${moment.agent} ${moment.node} ${this.version} ${this.inner}`;
  }

  /** Whether the selected node is the one that is shown. */
  isReady() {
    return this.shown !== null && this.place !== null && this.key === this.keyOf();
  }

  async fill(key) {
    const { agent: number, node } = moment, { nodes, isPast } = agent();
    const places = isPast ? [] : await this.placesOf(number);
    if (key !== this.key || nodes !== agent().nodes) return;
    if (this.want && this.take(places, nodes)) return;
    const both = places[nodes.ids[node]], isBoth = both?.node && both?.root;
    const place = (this.inner && both?.root) || both?.node || both?.root || null;
    const shown = place && await this.get("node", { file: place.file, ...place.at });
    if (key !== this.key) return;
    if (!samePlace(place, this.error?.place)) this.error = null;
    [this.place, this.shown] = [place, shown];
    this.build(isBoth, node < 0 ? "Select a node to edit it." : "This node is not in a file that can be edited here.");
    this.mark();
  }

  /** Selects the node that was edited, as soon as the tree has it. */
  take(places, nodes) {
    if (nodes === this.want.nodes) return false;
    const id = places.findIndex(({ node, root }) => samePlace(node, this.want) || samePlace(root, this.want));
    if (id < 0) return false;
    this.inner = !samePlace(places[id].node, this.want) && places[id].node !== null;
    this.want = null;
    const position = nodes.places ? nodes.places[id] : id;
    if (position === moment.node) return false;
    moment.node = position;
    tree.bring(position);
    if (!this.box.contains(document.activeElement)) tree.elements[position]?.focus();
    show();
    return true;
  }

  /** The user has selected a node. */
  letGo() {
    this.want = null;
    this.selections++;
  }

  /** Marks the nodes at which something is wrong. */
  mark() {
    const { dragged } = this;
    if (dragged?.where && dragged.to !== null) tree.elements[dragged.to]?.classList.add(`drop-${dragged.where}`);
    const known = this.known.get(agent()?.nodes);
    known?.places.then((places) => {
      const wrong = this.files.flatMap(({ mistakes }, file) => mistakes.filter(({ at }) => at).map(({ at }) => ({ file, at })));
      if (this.error?.place) wrong.push(this.error.place);
      places.forEach(({ node, root }, id) => {
        const position = agent().nodes.places ? agent().nodes.places[id] : id;
        const is = wrong.some((place) => samePlace(place, node) || samePlace(place, root));
        tree.elements[position]?.classList.toggle("wrong", is);
      });
    });
  }

  // The panel.

  build(isBoth, otherwise) {
    const { shown } = this, file = this.place && this.files[this.place.file], parts = [];
    if (!shown || !file) {
      parts.push(make("span", otherwise, "why"));
    } else {
      parts.push(this.head(shown, file, isBoth), this.fields(shown), this.buttons(shown));
    }
    parts.splice(shown && file ? 1 : 0, 0, this.errorLine());
    const focused = document.activeElement?.closest?.("#hand")?.contains(document.activeElement) ? document.activeElement.id : "";
    this.box.replaceChildren(...parts);
    if (focused) element(focused)?.focus();
  }

  head(shown, file, isBoth) {
    const head = make("div", undefined, "hand-head"), name = make("bdi", `${shown.tree} · ${file.name.split(/[\\/]/).at(-1)}:${shown.line}`);
    name.title = file.name;
    head.append(name);
    if (isBoth) {
      const inner = this.button("hand-inner", this.inner ? "the node that uses it" : "the tree in it", () => { this.inner = !this.inner; show(); }, "edit the place where the tree is used, or the tree itself");
      head.append(inner);
    }
    const count = (text, number) => (number > 0 ? `${text} ${number}` : text);
    const undo = this.button("hand-undo", count("undo", file.undo), () => this.order("undo"), "undo the last edit of this file (Ctrl Z)");
    const redo = this.button("hand-redo", count("redo", file.redo), () => this.order("redo"), "make it again (Ctrl Y)");
    [undo.disabled, redo.disabled] = [file.undo === 0, file.redo === 0];
    head.append(undo, redo);
    if (file.unwritten) head.append(make("div", `not written: ${file.unwritten}. The program runs the new text until it ends.`, "bad"));
    return head;
  }

  button(id, text, act, title) {
    const button = make("button", text);
    [button.id, button.title, button.type] = [id, title ?? "", "button"];
    button.addEventListener("click", act);
    return button;
  }

  fields(shown) {
    const fields = make("div", undefined, "hand-fields");
    const field = (text, input, id) => {
      const label = make("label", text);
      [input.id, label.htmlFor] = [id, id];
      fields.append(label, input);
      return input;
    };
    const label = field("label", make("input"), "hand-label");
    [label.type, label.value, label.placeholder, label.spellcheck] = ["text", shown.label, "none", false];
    label.addEventListener("change", () => this.change({ what: "label", name: label.value.trim() }));
    if (shown.kinds.length > 0) {
      const kind = field("kind", make("select"), "hand-kind");
      for (const name of [shown.name, ...shown.kinds]) kind.append(new Option(name, name));
      kind.title = shown.docs;
      kind.addEventListener("change", () => this.change({ what: "kind", name: kind.value }));
    }
    shown.args.forEach((arg, index) => this.argument(fields, field, arg, index));
    return fields;
  }

  argument(fields, field, { name, text, kind, choices }, index) {
    const title = name || `argument ${index + 1}`, id = `hand-arg-${index}`, set = (text) => this.change({ what: "argument", index, text });
    if (kind === "bool") {
      const input = field(title, make("input"), id);
      [input.type, input.role, input.checked] = ["checkbox", "switch", text === "true"];
      input.addEventListener("change", () => set(String(input.checked)));
      return;
    }
    if (choices.length > 0) {
      const list = field(title, make("select"), id);
      for (const choice of choices) list.append(new Option(choice, choice, false, choice === text));
      list.addEventListener("change", () => set(list.value));
      return;
    }
    const input = make("input");
    [input.type, input.value, input.spellcheck] = ["text", text, false];
    input.addEventListener("change", () => set(input.value));
    if (kind !== "integer" && kind !== "float") {
      field(title, input, id);
      return;
    }
    input.inputMode = "decimal";
    const value = Number(text.replaceAll(/[_\s]/g, "")), pair = make("span", undefined, "hand-number"), slider = make("input");
    const label = make("label", title);
    [input.id, label.htmlFor, slider.id, slider.type] = [id, id, `hand-slide-${index}`, "range"];
    const most = Math.max(Math.abs(value) * 2, kind === "integer" ? 10 : 1);
    [slider.min, slider.max] = [value < 0 ? -most : 0, most];
    slider.step = kind === "integer" ? 1 : 10 ** Math.floor(Math.log10(most / 100));
    slider.value = value;
    slider.ariaLabel = `${title}, slider`;
    slider.title = "drag: the agents have the value at once; it is written when you let go, and Escape takes it back";
    const written = () => (kind === "float" && !slider.value.includes(".") ? `${slider.value}.0` : slider.value);
    slider.addEventListener("input", () => { input.value = written(); this.hold(index, written()); });
    slider.addEventListener("change", () => this.keep());
    slider.addEventListener("keydown", (event) => { if (event.key === "Escape" && this.held) { event.stopPropagation(); this.dropHeld(); } });
    pair.append(input, slider);
    fields.append(label, pair);
  }

  buttons(shown) {
    const row = make("div", undefined, "hand-buttons"), isRoot = this.place.at.node === 0;
    const add = (id, text, change, title, enabled = true) => {
      const button = this.button(id, text, typeof change === "function" ? change : () => this.change(change), title);
      button.disabled = !enabled;
      row.append(button);
    };
    add("hand-up", "↑", { what: "up" }, "before the node before it (Alt ↑)", !isRoot);
    add("hand-down", "↓", { what: "down" }, "after the node after it (Alt ↓)", !isRoot);
    add("hand-out", "←", { what: "out" }, "out of its parent (Alt ←)", !isRoot);
    add("hand-in", "→", { what: "in" }, "into the node before it (Alt →)", !isRoot);
    add("hand-duplicate", "duplicate", { what: "duplicate" }, "the same node again (Ctrl D)", !isRoot);
    add("hand-delete", "delete", { what: "delete" }, "remove the node (Delete)", !isRoot);
    add("hand-unwrap", "unwrap", { what: "unwrap" }, "its children take its place", shown.children > 0);
    add("hand-child", "add child", () => this.insert(true), "add a node in it (i)");
    add("hand-after", "add after", () => this.insert(false), "add a node after it (o)", !isRoot);
    add("hand-text", "text", () => this.editText(), "edit it as text (e)");
    const wrap = make("select");
    [wrap.id, wrap.ariaLabel, wrap.title] = ["hand-wrap", "wrap in", "put the node into another one (w)"];
    wrap.append(new Option("wrap in …", ""), ...shown.wrappers.map((wrapper) => new Option(wrapper, wrapper)));
    wrap.addEventListener("change", () => { if (wrap.value) this.change({ what: "wrap", wrapper: wrap.value }); wrap.value = ""; });
    row.append(wrap);
    return row;
  }

  errorLine() {
    const line = make("output", undefined, "bad");
    [line.id, line.role] = ["hand-error", "alert"];
    if (this.error) line.textContent = this.error.text;
    return line;
  }

  fail(refused, place) {
    const { message, mistakes } = refused ?? { message: "the program does not answer", mistakes: [] };
    const help = mistakes[0]?.help;
    this.error = { place, text: [message, help].filter(Boolean).join("; ") };
    const line = element("hand-error");
    if (line) line.textContent = this.error.text;
    // The fields show what is in the file.
    this.key = null;
    show();
  }

  // What is asked of the program.

  async send(edit) {
    try {
      const answer = await source.ask("edit", {}, { method: "POST", body: JSON.stringify({ viewer: this.viewer, ...edit }) });
      const text = await answer.json().catch(() => null);
      return answer.ok ? { done: text } : { refused: text ?? { message: `refused: ${answer.status}`, mistakes: [] } };
    } catch {
      return { refused: null };
    }
  }

  async ask(edit, place) {
    this.error = null;
    const { nodes } = agent(), { selections } = this, { done, refused } = await this.send(edit);
    if (!done) {
      this.fail(refused, place);
      return;
    }
    // As soon as the agent has the new tree.
    const stays = edit.order === "change" && done.at && selections === this.selections;
    this.want = stays ? { file: done.file, at: done.at, nodes } : null;
    this.key = null;
    this.live.setFollows(true);
    show();
  }

  change(change) {
    if (this.isReady()) return this.ask({ order: "change", place: this.place, state: this.shown.state, change }, this.place);
  }

  /** Moves a node of the picture before, into or after another one. */
  async moveTo(from, to, where) {
    const { nodes } = agent(), places = await this.placesOf(moment.agent), of = (position) => places[nodes.ids[position]];
    const place = of(from)?.node ?? of(from)?.root, target = of(to)?.node ?? of(to)?.root;
    const parent = where === "in" ? to : nodes[to].parent, into = parent >= 0 ? of(parent) : null;
    if (!place || !target || !into) return;
    const isSameTree = (other) => other && other.file === place.file && other.at.tree === place.at.tree;
    const at = [into.root, into.node].find(isSameTree);
    if (!at) {
      this.fail({ message: "this is another tree: cut and paste the node", mistakes: [] }, place);
      return;
    }
    const children = nodes[parent].children, index = where === "in" ? children.length : children.indexOf(to) + (where === "after" ? 1 : 0);
    const change = { what: "move", parent: at.at.node, index };
    await this.ask({ order: "change", place, state: this.files[place.file].state, change }, place);
  }

  order(order) {
    const file = this.place?.file ?? 0;
    return this.ask({ order, file }, this.place);
  }

  /** The agents have the value, and it is not written. One request at a time. */
  async hold(index, text) {
    this.held ??= { place: this.place, state: this.shown.state, sends: null };
    const { held } = this;
    held.text = text;
    if (held.sends) return;
    while (held.text !== undefined) {
      const change = { what: "argument", index, text: held.text };
      held.text = undefined;
      held.sends = this.send({ order: "hold", place: held.place, state: held.state, change });
      const { refused } = await held.sends;
      if (refused !== undefined) this.fail(refused, held.place);
    }
    held.sends = null;
  }

  async endHeld(order) {
    const { held } = this;
    if (!held) return;
    // The last value is with the program before it is kept.
    while (held.sends) await held.sends.then(() => new Promise((then) => setTimeout(then)));
    await this.ask({ order, file: held.place.file }, held.place);
    this.held = null;
    this.key = null;
    show();
  }

  keep() { return this.endHeld("keep"); }

  dropHeld() { return this.endHeld("drop"); }

  // The list of what can be inserted.

  async insert(isChild) {
    if (!this.isReady()) return;
    const offers = await this.get("offers", { file: this.place.file, ...this.place.at });
    [this.offers, this.isChild] = [offers ?? [], isChild];
    element("insert-title").textContent = isChild ? `a child of ${this.shown.label || this.shown.name}` : `after ${this.shown.label || this.shown.name}`;
    element("insert-search").value = "";
    this.showOffers();
    element("insert").showModal();
  }

  showOffers() {
    const wanted = element("insert-search").value.trim().toLowerCase();
    const found = this.offers.filter(({ text }) => text.toLowerCase().includes(wanted));
    const rows = found.slice(0, MOST_LISTED).map(({ text, sort, docs }) => {
      const row = this.button("", text, () => this.chooseOffer(text), docs);
      row.className = "offer";
      row.append(make("span", ` ${docs || sort}`, "why"));
      return row;
    });
    if (rows.length === 0) rows.push(make("div", wanted ? "Enter inserts what you have typed" : "nothing", "why"));
    element("insert-list").replaceChildren(...rows);
  }

  chooseOffer(text) {
    element("insert").close();
    return this.change(this.isChild ? { what: "insert", index: this.shown.children, text } : { what: "after", text });
  }

  editText() {
    if (!this.isReady()) return;
    element("as-text-field").value = this.shown.text;
    element("as-text").showModal();
  }

  // What is wrong with the files.

  showMistakes() {
    const rows = this.files.flatMap(({ name, mistakes }, file) => mistakes.map((mistake) => {
      const text = `${name.split(/[\\/]/).at(-1)}:${mistake.line}:${mistake.column} ${mistake.message}${mistake.help ? `; ${mistake.help}` : ""}`;
      return this.button("", text, () => this.goTo({ file, at: mistake.at }), "go to the node");
    }));
    element("mistakes").hidden = rows.length === 0;
    const count = rows.length === 1 ? "1 mistake in the files: the program runs the text before it" : `${rows.length} mistakes in the files: the program runs the text before them`;
    element("mistakes").replaceChildren(make("b", count, "bad"), ...rows);
  }

  /** Shows a place, in the tree of the first agent that has it. */
  async goTo(place) {
    if (!place.at) return;
    const others = recording.agents.map((_, number) => number).filter((number) => agents.isCurrent(number));
    for (const number of [moment.agent, ...others]) {
      const places = await this.placesOf(number), id = places.findIndex(({ node, root }) => samePlace(node, place) || samePlace(root, place));
      if (id < 0) continue;
      if (number !== moment.agent) choose(number);
      const { nodes } = agent(), position = nodes.places ? nodes.places[id] : id;
      tree.bring(position);
      select(position);
      return;
    }
  }

  listen() {
    element("insert-search").addEventListener("input", () => this.showOffers());
    element("insert-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = element("insert-search").value.trim(), first = element("insert-list").querySelector("button");
      if (first) first.click(); else if (typed) this.chooseOffer(typed);
    });
    element("insert-close").addEventListener("click", () => element("insert").close());
    element("insert").addEventListener("keydown", (event) => {
      const all = [element("insert-search"), ...element("insert-list").querySelectorAll("button")], at = all.indexOf(document.activeElement);
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        all[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
      }
    });
    element("as-text-form").addEventListener("submit", () => this.change({ what: "replace", text: element("as-text-field").value }));
    element("as-text-close").addEventListener("click", () => element("as-text").close());
    listenToKeys(this);
    listenToClipboard(this);
    listenToDrags(this);
  }
}
