// Editing: where the selected node is in the files, requests to the program, and mistakes in the files.

const samePlace = (one, other) =>
  one && other && one.file === other.file && one.at.tree === other.at.tree && one.at.node === other.at.node;
/** The name of an agent without the number of its edit, and that number. */
const editOf = (name) => {
  const found = /^(.*), edit (\d+)$/s.exec(name);
  return found ? [found[1], Number(found[2])] : [name, 0];
};

/** The changes that several siblings take as one. */
const OF_SEVERAL = new Set(["delete", "duplicate", "up", "down", "out", "in", "move", "wrap", "after", "paste"]);
/** Those after which the same siblings are selected. */
const KEEPS_SEVERAL = new Set(["duplicate", "up", "down", "out", "in", "move"]);

class Hand {
  constructor(live) {
    this.live = live;
    [this.viewer, this.files, this.version, this.known] = [0, [], 0, new WeakMap()];
    // The place that is shown, what is known about it, and the place to select as soon as it exists.
    [this.place, this.shown, this.want, this.inner] = [null, null, null, false];
    // A value that is being dragged: place, state, index, and the last text that waits for its turn.
    [this.held, this.error] = [null, null];
    // How often the user has selected a node, what is being dragged, and whether that was dropped just now.
    [this.selections, this.dragged, this.hasDropped] = [0, null, false];
    // Several selected siblings: the nodes of their tree, and the positions of the first selected and the last.
    [this.run, this.texts] = [null, []];
    this.box = element("hand");
    this.fields = new Fields(this);
    this.offers = new Offers(this);
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
    [this.box.hidden, element("show-use").hidden] = [!this.may, !this.may];
    if (!this.may) return;
    this.offers.show();
    this.mark();
    const key = this.keyOf();
    if (this.held || key === this.key) return;
    this.key = key;
    // A key that comes before the new fields are there must not change the previous node.
    [this.place, this.shown] = [null, null];
    this.fill(key);
  }

  /** What is selected, and of which state of the files. */
  keyOf() {
    return `${moment.agent} ${this.selected()} ${this.version} ${this.inner}`;
  }

  /** Whether the selected node is the one that is shown. */
  isReady() {
    return this.shown !== null && this.place !== null && this.key === this.keyOf();
  }

  async fill(key) {
    const { agent: number, node } = moment, { nodes, isPast } = agent();
    const places = isPast || (node < 0 && !this.want) ? [] : await this.placesOf(number);
    if (key !== this.key || nodes !== agent().nodes) return;
    if (this.want && this.take(places, nodes)) return;
    const both = places[nodes.ids[node]], isBoth = both?.node && both?.root;
    const place = (this.inner && both?.root) || both?.node || both?.root || null;
    const selected = this.selected()
      .map((position) => places[nodes.ids[position]])
      .map((both) => both?.node ?? both?.root);
    const all = place
      ? await Promise.all(
          [place, ...selected.slice(1)].map((place) => place && this.get("node", { file: place.file, ...place.at })),
        )
      : [];
    if (key !== this.key) return;
    const shown = all[0] ?? null;
    this.texts = all.map((shown) => shown?.text ?? "");
    if (!samePlace(place, this.error?.place)) this.error = null;
    [this.place, this.shown] = [place, shown];
    this.fields.build(
      isBoth,
      node < 0 ? "Select a node to edit it." : "This node is not in a file that can be edited here.",
    );
    this.mark();
  }

  /** Selects the node that was edited, as soon as the tree has it. */
  take(places, nodes) {
    // Two edits may lead back to the same nodes, but of another agent.
    if (nodes === this.want.nodes && moment.agent === this.want.agent) return false;
    const id = places.findIndex(({ node, root }) => samePlace(node, this.want) || samePlace(root, this.want));
    if (id < 0) return false;
    this.inner = !samePlace(places[id].node, this.want) && places[id].node !== null;
    const position = nodes.places ? nodes.places[id] : id, { count } = this.want;
    this.want = null;
    const siblings = nodes[nodes[position].parent]?.children ?? [],
      last = siblings[siblings.indexOf(position) + count - 1];
    this.run = count > 1 && last !== undefined ? { nodes, from: position, to: last } : null;
    if (position === moment.node && !this.run) return false;
    moment.node = position;
    tree.bring(position);
    if (!this.box.contains(document.activeElement)) tree.elements[position]?.focus();
    show();
    return true;
  }

  /** The user has selected a node. */
  letGo() {
    [this.want, this.run] = [null, null];
    this.selections++;
  }

  /** The positions of the selected siblings, in order. */
  selected() {
    const { run } = this, nodes = agent()?.nodes;
    if (run?.nodes !== nodes || moment.node < 0) return [moment.node];
    const siblings = nodes[nodes[run.from].parent].children,
      ends = [siblings.indexOf(run.from), siblings.indexOf(run.to)];
    return siblings.slice(Math.min(...ends), Math.max(...ends) + 1);
  }

  /** Selects the siblings up to a node, or up to the one around it. */
  extendTo(node) {
    const { nodes } = agent(), from = this.run?.nodes === nodes ? this.run.from : moment.node;
    if (from < 0) {
      select(node);
      return;
    }
    let to = node;
    while (to >= 0 && nodes[to].parent !== nodes[from].parent) to = nodes[to].parent;
    if (to < 0 || nodes[from].parent < 0) return;
    this.selections++;
    [this.want, this.inner, this.run] = [null, false, { nodes, from, to }];
    moment.node = this.selected()[0];
    tree.bring(to);
    show();
  }

  /** The same by one sibling more, or less. */
  extendBy(by) {
    const { nodes } = agent(), run = this.run?.nodes === nodes ? this.run : { from: moment.node, to: moment.node };
    const siblings = nodes[nodes[run.to]?.parent]?.children ?? [], to = siblings[siblings.indexOf(run.to) + by];
    if (to !== undefined) this.extendTo(to);
  }

  /** Marks the selected siblings, and the nodes at which something is wrong. */
  mark() {
    const { dragged } = this,
      selected = this.selected();
    if (dragged?.where && dragged.to !== null)
      tree.elements[dragged.to]?.classList.add(`drop-${dragged.where}`, ...(dragged.isRefused ? ["drop-no"] : []));
    if (selected.length > 1) for (const node of selected) tree.elements[node]?.classList.add("selected");
    const wrong = this.files.flatMap(({ mistakes }, file) =>
      mistakes.filter(({ at }) => at).map(({ at }) => ({ file, at })),
    );
    if (this.error?.place) wrong.push(this.error.place);
    const { nodes, isPast } = agent(), asks = wrong.length > 0 && !isPast;
    const all = asks ? this.placesOf(moment.agent) : this.known.get(nodes)?.places;
    all?.then((places) => {
      if (nodes !== agent().nodes) return;
      places.forEach(({ node, root }, id) => {
        const position = agent().nodes.places ? agent().nodes.places[id] : id;
        const is = wrong.some((place) => samePlace(place, node) || samePlace(place, root));
        tree.elements[position]?.classList.toggle("wrong", is);
      });
    });
  }

  /** `edit` is what was refused. If only a build can take it, it can be written when it is asked for again. */
  fail(refused, place, edit) {
    this.error = {
      place,
      text: this.textOf(refused),
      edit: refused?.needs_build && edit?.order === "change" ? edit : null,
    };
    const line = element("hand-error");
    if (line) line.textContent = this.error.text;
    // The fields show the text in the file.
    this.key = null;
    show();
  }

  textOf(refused) {
    const { message, mistakes } = refused ?? { message: "the program does not answer", mistakes: [] };
    return [message, mistakes[0]?.help].filter(Boolean).join("; ");
  }

  // Requests to the program.

  async send(edit) {
    try {
      const answer = await source.ask(
        "edit",
        {},
        { method: "POST", body: JSON.stringify({ viewer: this.viewer, ...edit }) },
      );
      const text = await answer.json().catch(() => null);
      return answer.ok ? { done: text } : { refused: text ?? { message: `refused: ${answer.status}`, mistakes: [] } };
    } catch {
      return { refused: null };
    }
  }

  /** Sends an edit, and follows the changed node. Returns whether it was made. */
  async ask(edit, place) {
    this.error = null;
    const { nodes } = agent(), asked = moment.agent, { selections } = this, { done, refused } = await this.send(edit);
    if (!done) {
      this.fail(refused, place, edit);
      return false;
    }
    // Once the agent has the new tree.
    const stays = edit.order === "change" && done.at && selections === this.selections;
    const { count, change } = edit.change ?? {};
    this.want = stays
      ? { file: done.file, at: done.at, nodes, agent: asked, count: KEEPS_SEVERAL.has(change?.what) ? count : 1 }
      : null;
    this.key = null;
    this.live.setFollows(true);
    show();
    return true;
  }

  change(change) {
    if (this.isReady())
      return this.ask(
        { order: "change", place: this.place, state: this.shown.state, change: this.ofAll(change) },
        this.place,
      );
  }

  /** The change of all selected siblings, if they take it as one. */
  ofAll(change) {
    const count = this.selected().length;
    return count > 1 && OF_SEVERAL.has(change.what) ? { what: "siblings", count, change } : change;
  }

  /** Begins to drag something with the mouse. Whether it does. */
  takeUp({ button, pointerType, clientX, clientY }, what) {
    if (button !== 0 || pointerType === "touch") return false;
    // A selected sibling takes the others with it.
    const all = this.selected().includes(what.from) ? this.selected() : [what.from];
    this.dragged = {
      ...what,
      from: all[0],
      all,
      x: clientX,
      y: clientY,
      to: null,
      where: null,
      nodes: agent().nodes,
      why: new Map(),
      asks: false,
    };
    return true;
  }

  /** Asks the program whether what is dragged can be dropped where it is, and shows why not. One question at a time. */
  async judge(dragged) {
    if (dragged.asks) return;
    dragged.asks = true;
    while (this.dragged === dragged && dragged.where && !dragged.why.has(dropKey(dragged))) {
      const key = dropKey(dragged), drop = await this.dropOf({ ...dragged });
      const why = drop ? drop.why : "nothing can be next to the root";
      const refused = why === undefined ? await this.refusalOf(drop) : undefined;
      dragged.why.set(key, why ?? (refused === undefined ? "" : this.textOf(refused)));
      if (this.dragged === dragged) showWhy(dragged);
    }
    dragged.asks = false;
  }

  /** Why a drop cannot be made. */
  async refusalOf({ then, ...edit }) {
    const { refused } = await this.send({ ...edit, order: "try" });
    return refused === undefined && then ? this.refusalOf(then) : refused;
  }

  /** Moves what was dragged before, into or after a node, or inserts it there. */
  async drop(dragged) {
    const drop = await this.dropOf(dragged);
    if (!drop) return;
    const { then, why, ...edit } = drop;
    if (why) this.fail({ message: why, mistakes: [] }, edit.place);
    const isDone = !why && await this.ask(edit, edit.place);
    const { refused } = isDone && then ? await this.send(then) : {};
    if (refused === undefined) return;
    await this.send({ order: "undo", file: edit.place.file });
    this.fail(refused, then.place);
  }

  /** The edit that a drop asks for, or why there is none. For a drop into another file, `then` is the edit that deletes
   * the node in its old file. */
  async dropOf({ from, all, text, to, where, nodes }) {
    const places = await this.placesOf(moment.agent), of = (position) => places[nodes.ids[position]];
    const parent = where === "in" ? to : nodes[to].parent, into = parent >= 0 ? of(parent) : null;
    if (!into) return null;
    const children = nodes[parent].children,
      index = where === "in" ? children.length : children.indexOf(to) + (where === "after" ? 1 : 0);
    const edit = (place, change) => ({ order: "change", place, state: this.files[place.file].state, change });
    // The root of the tree has the children, not the node that uses the tree.
    const at = into.root ?? into.node;
    if (!at) return { why: "this tree is not in a file that can be edited here" };
    if (text !== undefined) return edit(at, { what: "insert", index, text });
    const place = of(from)?.node ?? of(from)?.root;
    if (!place) return null;
    if (at.file !== place.file) {
      if (all.length > 1) return { place, why: "drag nodes into another file one at a time" };
      const shown = await this.get("node", { file: place.file, ...place.at });
      return { ...edit(at, { what: "insert", index, text: shown?.text ?? "" }), then: edit(place, { what: "delete" }) };
    }
    const move = {
      what: "move",
      parent: at.at.node,
      index,
      ...(at.at.tree === place.at.tree ? {} : { tree: at.at.tree }),
    };
    return edit(place, all.length > 1 ? { what: "siblings", count: all.length, change: move } : move);
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
    // The program must have the last value before it is kept.
    while (held.sends) await held.sends.then(() => new Promise((then) => setTimeout(then)));
    await this.ask({ order, file: held.place.file }, held.place);
    this.held = null;
    this.key = null;
    show();
  }

  keep() { return this.endHeld("keep"); }

  dropHeld() { return this.endHeld("drop"); }

  editText() {
    if (!this.isReady()) return;
    element("as-text-field").value = this.shown.text;
    element("as-text").showModal();
  }

  // Mistakes in the files.

  showMistakes() {
    const rows = this.files.flatMap(({ name, mistakes }, file) =>
      mistakes.map((mistake) => {
        const at = `${name.split(/[\\/]/).at(-1)}:${mistake.line}:${mistake.column}`;
        const text = `${at} ${mistake.message}${mistake.help ? `; ${mistake.help}` : ""}`;
        return pressable("", text, () => this.goTo({ file, at: mistake.at }), "go to the node");
      }),
    );
    element("mistakes").hidden = rows.length === 0;
    const of =
      rows.length === 1
        ? ["1 place", "1 mistake", "it", "s"]
        : [`${rows.length} places`, `${rows.length} mistakes`, "them", ""];
    const waits = this.files.every(({ mistakes, waits }) => waits || mistakes.length === 0);
    const count = waits
      ? `${of[0]} in the files wait${of[3]} for a build: the program runs the text before ${of[2]}`
      : `${of[1]} in the files: the program runs the text before ${of[2]}`;
    element("mistakes").replaceChildren(make("b", count, "bad"), ...rows);
  }

  /** Shows a place, in the tree of the first agent that has it. */
  async goTo(place) {
    if (!place.at) return;
    const others = recording.agents.map((_, number) => number).filter((number) => agents.isCurrent(number));
    for (const number of [moment.agent, ...others]) {
      const places = await this.placesOf(number),
        id = places.findIndex(({ node, root }) => samePlace(node, place) || samePlace(root, place));
      if (id < 0) continue;
      if (number !== moment.agent) choose(number);
      const { nodes } = agent(), position = nodes.places ? nodes.places[id] : id;
      tree.bring(position);
      select(position);
      return;
    }
  }

  listen() {
    element("as-text-form").addEventListener("submit", () =>
      this.change({ what: "replace", text: element("as-text-field").value }),
    );
    element("as-text-close").addEventListener("click", () => element("as-text").close());
    listenToKeys(this);
    listenToClipboard(this);
    listenToDrags(this);
  }
}
