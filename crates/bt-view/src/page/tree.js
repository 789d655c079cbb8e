// The tree as a picture that is panned, zoomed and folded.

const SVG = "http://www.w3.org/2000/svg";
const ROW = 32, HEIGHT = 24, GAP = 36, PADDING = 9, LONGEST = 48;
/** Below this scale, texts are hard to read. */
const READABLE = 0.6;

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  parent.append(element);
  return element;
}

function shortened(text, longest) {
  const characters = Array.from(text);
  return characters.length > longest ? characters.slice(0, longest - 1).join("") + "…" : text;
}

/** Whether a node has a word in its text. The empty word is everywhere. */
function hasText(node, wanted) {
  return node.text.toLowerCase().includes(wanted);
}

function textWidth(text) {
  let width = 0;
  for (const character of text) width += character.codePointAt(0) < 0x1100 ? 7.3 : 15;
  return width;
}

class TreePicture {
  constructor(onSelect) {
    this.svg = document.getElementById("tree");
    this.view = document.getElementById("view");
    this.edgeLayer = document.getElementById("edges");
    this.nodeLayer = document.getElementById("nodes");
    this.onSelect = onSelect;
    this.folded = new Set();
    [this.x, this.y, this.scale] = [0, 0, 1];
    this.listen();
  }

  show(nodes) {
    this.nodes = nodes;
    this.folded.clear();
    this.build();
    this.fit();
    // A tree that does not fit is read from its root.
    if (this.scale >= READABLE) return;
    this.centre(0);
    this.move(PADDING - this.x, this.slack());
  }

  /** How far the tree has to move down or up so that no room is wasted above or below it. */
  slack() {
    const { height } = this.svg.getBoundingClientRect(), size = this.height * this.scale, room = height - 2 * PADDING;
    if (size <= room) return (height - size) / 2 - this.y;
    return Math.min(PADDING, Math.max(height - PADDING - size, this.y)) - this.y;
  }

  /** Makes the elements of all nodes that are not folded away. */
  build() {
    this.edgeLayer.replaceChildren();
    this.nodeLayer.replaceChildren();
    this.boxes = new Array(this.nodes.length).fill(null);
    this.elements = new Array(this.nodes.length).fill(null);
    this.edges = new Array(this.nodes.length).fill(null);
    this.place();
    for (const node of this.nodes) if (this.boxes[node.position]) this.element(node);
  }

  /** A row for each leaf, parents in the middle of their children: what is not below each other has no row in common. */
  place() {
    let rows = 0;
    const shown = [];
    for (let position = 0; position < this.nodes.length;) {
      const node = this.nodes[position], parent = this.boxes[node.parent], folded = this.folded.has(position);
      const text = shortened(node.text, LONGEST), width = textWidth(text) + 2 * PADDING;
      const x = parent ? parent.x + parent.width + GAP : 0;
      this.boxes[position] = { x, y: rows * ROW, width, text };
      shown.push(node);
      if (node.children.length === 0 || folded) rows++;
      position = folded ? node.end : position + 1;
    }
    for (const node of shown.reverse()) {
      if (node.children.length === 0 || this.folded.has(node.position)) continue;
      const [first, last] = [this.boxes[node.children[0]], this.boxes[node.children.at(-1)]];
      this.boxes[node.position].y = (first.y + last.y) / 2;
    }
    this.width = Math.max(...this.boxes.map((box) => (box ? box.x + box.width + 24 : 0)));
    this.height = rows * ROW;
  }

  element(node) {
    const { x, y, width, text } = this.boxes[node.position], parent = this.boxes[node.parent];
    if (parent) {
      const from = parent.x + parent.width, middle = x - GAP / 2;
      const path = `M${from} ${parent.y + HEIGHT / 2}H${middle}V${y + HEIGHT / 2}H${x}`;
      this.edges[node.position] = svg("path", { d: path }, this.edgeLayer);
    }
    const group = svg("g", { class: "node", transform: `translate(${x} ${y})`, "data-node": node.position }, this.nodeLayer);
    svg("title", {}, group).textContent = node.text;
    svg("rect", { width, height: HEIGHT, rx: node.kind === 2 ? 3 : HEIGHT / 2 }, group);
    svg("text", { x: PADDING, y: 16 }, group).textContent = text;
    if (node.children.length > 0) {
      const folded = this.folded.has(node.position);
      const fold = svg("g", { class: "fold", transform: `translate(${width + 10} ${HEIGHT / 2})` }, group);
      svg("circle", { r: 7 }, fold);
      svg("text", { y: 3.5 }, fold).textContent = folded ? "+" : "−";
      svg("title", {}, fold).textContent = folded ? `unfold ${node.end - node.position - 1} nodes` : "fold";
    }
    this.elements[node.position] = group;
  }

  /** Marks the state of a moment. `moving` is the node of the event that was last. */
  mark(state, tick, moving, selected, matches) {
    this.elements.forEach((element, node) => {
      if (!element) return;
      const classes = ["node"];
      if (state.active[node]) classes.push("active");
      if (state.last[node]) classes.push(`last-${state.last[node]}`);
      if (state.endedIn[node] === tick) classes.push("now");
      if (node === moving) classes.push("moving");
      if (node === selected) classes.push("selected");
      if (matches && !matches.has(node)) classes.push("unmatched");
      const text = classes.join(" ");
      if (element.getAttribute("class") !== text) element.setAttribute("class", text);
      this.edges[node]?.setAttribute("class", state.active[node] ? "active" : "");
    });
  }

  toggle(node) {
    if (this.nodes[node].children.length === 0) return;
    const before = this.boxes[node];
    if (!this.folded.delete(node)) this.folded.add(node);
    this.build();
    // What was folded stays where it is.
    const after = this.boxes[node];
    this.move((before.x - after.x) * this.scale, (before.y - after.y) * this.scale);
    this.onSelect(node);
  }

  /** Unfolds what is above a node. */
  reveal(node) {
    let changed = false;
    for (let above = this.nodes[node].parent; above >= 0; above = this.nodes[above].parent) {
      changed = this.folded.delete(above) || changed;
    }
    if (changed) this.build();
  }

  /** Moves the picture so that a node is in it and can be read. */
  bring(node) {
    this.reveal(node);
    const box = this.boxes[node], { width, height } = this.svg.getBoundingClientRect();
    const [left, top] = [this.x + box.x * this.scale, this.y + box.y * this.scale];
    const isSeen = left >= 0 && top >= 0 && left + box.width * this.scale <= width && top + HEIGHT * this.scale <= height;
    if (!isSeen || this.scale < READABLE) this.centre(node);
  }

  centre(node) {
    this.reveal(node);
    const box = this.boxes[node], { width, height } = this.svg.getBoundingClientRect();
    this.scale = Math.max(this.scale, READABLE);
    this.x = width / 2 - (box.x + box.width / 2) * this.scale;
    this.y = height / 2 - (box.y + HEIGHT / 2) * this.scale;
    this.apply();
  }

  fit() {
    const { width, height } = this.svg.getBoundingClientRect();
    this.scale = Math.min(1.4, (width - 32) / this.width, (height - 32) / this.height);
    if (!(this.scale > 0.05)) this.scale = 0.05;
    this.x = (width - this.width * this.scale) / 2;
    this.y = (height - this.height * this.scale) / 2;
    this.apply();
    this.isFitted = true;
  }

  /** The window has another size: a tree that was seen as a whole still is. */
  resized() {
    if (this.isFitted) this.fit();
  }

  zoom(factor, at) {
    const { width, height } = this.svg.getBoundingClientRect(), [x, y] = at ?? [width / 2, height / 2];
    const scale = Math.min(6, Math.max(0.03, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.apply();
  }

  move(x, y) {
    this.x += x;
    this.y += y;
    this.apply();
  }

  apply() {
    this.isFitted = false;
    this.view.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
  }

  listen() {
    let drag = null;
    this.svg.addEventListener("pointerdown", (event) => { drag = [event.clientX, event.clientY]; });
    window.addEventListener("pointermove", (event) => {
      if (!drag) return;
      this.move(event.clientX - drag[0], event.clientY - drag[1]);
      drag = [event.clientX, event.clientY];
    });
    window.addEventListener("pointerup", () => { drag = null; });
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { left, top } = this.svg.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 500), [event.clientX - left, event.clientY - top]);
    }, { passive: false });
    this.svg.addEventListener("click", (event) => {
      const node = event.target.closest?.(".node");
      if (!node) return;
      const position = Number(node.dataset.node);
      if (event.target.closest(".fold")) this.toggle(position); else this.onSelect(position);
    });
    this.svg.addEventListener("dblclick", (event) => {
      const node = event.target.closest?.(".node");
      if (node) this.toggle(Number(node.dataset.node));
    });
  }
}
