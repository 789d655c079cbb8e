// The tree as a picture to pan, zoom and fold.

const SVG = "http://www.w3.org/2000/svg";
const GAP = 36;
/** Room for the glyph of the state, before the text of a node. */
const GLYPH = 15;
/** In columns: from row to row, from a parent to its children, and between columns. */
const LINE = 28, INDENT = 20, BETWEEN = 34;
const MOST_COLUMNS = 8;
/** Texts are hard to read below the first scale; columns are not needed above the second one. */
const READABLE = 0.65, COMFORTABLE = 0.75;
/** The states of a node as glyphs and in words: none, its last end, or active. */
const GLYPHS = ["", "✓", "✗", "⊘", "●"], STATES = ["", "success", "failure", "aborted", "active"];

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  parent?.append(element);
  return element;
}

/** Sets an attribute if its value differs: browsers redraw even for an equal value. */
function set(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Takes all other elements out of a layer. */
function keepOnly(layer, elements) {
  const wanted = new Set(elements);
  for (const element of [...layer.children]) if (!wanted.has(element)) element.remove();
}

/** Gives a layer these elements in this order. Those that are there already are not touched. */
function fill(layer, elements) {
  keepOnly(layer, elements);
  let next = layer.firstElementChild;
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling; else layer.insertBefore(element, next);
  }
}

function shortened(text, longest) {
  const characters = Array.from(text);
  return characters.length > longest ? characters.slice(0, longest - 1).join("") + "…" : text;
}

/** Whether a node has a word in its text. Each text contains the empty word. */
function hasText(node, wanted) {
  return node.text.toLowerCase().includes(wanted);
}

function textWidth(text) {
  let width = 0;
  for (const character of text) width += character.codePointAt(0) < 0x1100 ? 7.3 : 15;
  return width;
}

/** Where the boxes are, from the left to the right: a row for each leaf, parents in the middle of their children. */
function placeWide(nodes, shown, folded) {
  const boxes = new Array(nodes.length).fill(null);
  let rows = 0;
  for (const node of shown) {
    const parent = boxes[node.parent],
      text = shortened(node.short, LONGEST),
      width = textWidth(text) + 2 * PADDING + GLYPH;
    const x = parent ? parent.x + parent.width + GAP : 0;
    boxes[node.position] = { x, y: rows * ROW, width, text, edge: "" };
    if (node.children.length === 0 || folded.has(node.position)) rows++;
  }
  for (const node of shown.toReversed()) {
    if (node.children.length === 0 || folded.has(node.position)) continue;
    const [first, last] = [boxes[node.children[0]], boxes[node.children.at(-1)]];
    boxes[node.position].y = (first.y + last.y) / 2;
  }
  for (const { position, parent } of shown) {
    if (!boxes[parent]) continue;
    const { x, y } = boxes[position], from = boxes[parent];
    boxes[position].edge = `M${from.x + from.width} ${from.y + HEIGHT / 2}H${x - GAP / 2}V${y + HEIGHT / 2}H${x}`;
  }
  return { boxes, crumbs: [], width: rightOf(boxes), height: rows * ROW };
}

/** The nodes in columns of at most `rows`. A column ends early where that keeps a part of the tree together. `breaks`
 * are the nodes at which columns begin, if that is known. */
function columnsOf(shown, rows, breaks) {
  const columns = [];
  if (breaks) {
    for (const node of shown) {
      if (columns.length === 0 || breaks.has(node.position)) columns.push([]);
      columns.at(-1).push(node);
    }
    return columns;
  }
  for (let first = 0, end; first < shown.length; first = end) {
    end = Math.min(first + rows, shown.length);
    if (end < shown.length) {
      for (let at = end - 1; at > first + 0.7 * rows; at--) if (shown[at].depth < shown[end].depth) end = at;
    }
    columns.push(shown.slice(first, end));
  }
  return columns;
}

/** The same in columns, as in a newspaper: a row for each node, below its parent and further to the right. */
function placeInColumns(nodes, shown, rows, breaks = null) {
  const boxes = new Array(nodes.length).fill(null), crumbs = [];
  let left = 0, height = 0;
  columnsOf(shown, rows, breaks).forEach((column, number) => {
    const least = Math.min(...column.map(({ depth }) => depth)), top = number > 0 ? LINE : 0;
    let right = left;
    column.forEach((node, row) => {
      const text = shortened(node.short, LONGEST), width = textWidth(text) + 2 * PADDING + GLYPH;
      const x = left + (node.depth - least) * INDENT, y = top + row * LINE, parent = boxes[node.parent];
      // A node whose parent is in the previous column hangs from the top of its own column.
      const isBeside = parent?.column === number, trunk = left + (node.depth - 1 - least) * INDENT + INDENT / 2;
      const edge = parent ? `M${trunk} ${isBeside ? parent.y + HEIGHT : top - 4}V${y + HEIGHT / 2}H${x}` : "";
      boxes[node.position] = { x, y, width, text, edge, column: number };
      right = Math.max(right, x + width + 24);
      height = Math.max(height, y + LINE);
    });
    if (number > 0)
      crumbs.push({
        x: left,
        y: 14,
        text: shortened(`⤷ ${pathAbove(nodes, column[0])}`, Math.floor((right - left) / 7.3)),
      });
    left = right + BETWEEN;
  });
  return { boxes, crumbs, width: rightOf(boxes), height };
}

function pathAbove(nodes, node) {
  const titles = [];
  for (let above = node.parent; above >= 0; above = nodes[above].parent) titles.unshift(nodes[above].title);
  return titles.join(" › ");
}

function rightOf(boxes) {
  return Math.max(...boxes.map((box) => (box ? box.x + box.width + 24 : 0)));
}

class TreePicture {
  constructor(onSelect) {
    this.svg = document.getElementById("tree");
    this.view = document.getElementById("view");
    this.edgeLayer = document.getElementById("edges");
    this.nodeLayer = document.getElementById("nodes");
    this.onSelect = onSelect;
    this.folded = new Set();
    // The number of rows of a column; 0 if the tree is not in columns.
    [this.rows, this.breaks] = [0, null];
    [this.x, this.y, this.scale] = [0, 0, 1];
    // Whether the tree was placed without a size.
    this.isUnseen = false;
    // Of each node, its elements, and how they look.
    this.drawn = [];
    [this.outline, this.active] = [new Outline(this), null];
    this.measure();
    new ResizeObserver(() => this.resize()).observe(this.svg);
    this.listen();
  }

  /** Reads the size of the picture. After each edit that would cost a layout, so it is remembered. */
  measure() {
    const { width, height } = this.svg.getBoundingClientRect();
    this.pane = { width, height };
  }

  /** The picture has another size. A tree that was placed while the picture was hidden is placed again. */
  resize() {
    this.measure();
    if (this.isUnseen && this.nodes.length > 0) this.begin();
  }

  show(nodes) {
    [this.nodes, this.active, this.drawn] = [nodes, null, []];
    this.folded.clear();
    this.begin();
  }

  /** Shows all of the tree; if it does not fit, its root first. */
  begin() {
    this.fit();
    if (this.scale >= READABLE) return;
    this.centre(0);
    this.move(PADDING - this.x, this.slack());
  }

  /** Shows an edited tree in place of this one. `places` has the old position of each node that is still there; what is
   * selected stays where it is. */
  change(nodes, places, selected) {
    const before = this.boxes[selected], { boxes, x, y, scale, folded, isFitted } = this;
    this.drawn = places.map((place) => this.drawn[place] ?? null);
    this.breaks = this.rows > 0 ? this.breaksIn(places) : null;
    [this.nodes, this.active] = [nodes, null];
    this.folded = new Set(nodes.filter(({ position }) => folded.has(places[position])).map(({ position }) => position));
    this.build();
    const now = places.indexOf(selected), after = this.boxes[now];
    if (before && after) this.move((before.x - after.x) * this.scale, (before.y - after.y) * this.scale);
    if (isFitted && !before && this.scaleOf(this) < this.scale) this.begin(); else this.keepInside();
    moveNodes(this, { boxes, x, y, scale }, places);
  }

  /** Where the columns begin in an edited tree: at the nodes that are the first ones of those that are seen. */
  breaksIn(places) {
    const first = new Map();
    let next;
    for (let position = places.length - 1; position >= 0; position--) {
      const column = this.boxes[places[position]]?.column;
      // A node that was moved to the left does not start a column there.
      if (column > 0 && (next ?? column) >= column) first.set(column, position);
      next = column ?? next;
    }
    return new Set(first.values());
  }

  /** A tree that fits is not moved out of the picture. */
  keepInside() {
    const { width, height } = this.pane;
    const shift = (at, size, room) =>
      size * this.scale > room ? 0 : Math.max(0, -at) + Math.min(0, room - at - size * this.scale);
    this.move(shift(this.x, this.width, width), shift(this.y, this.height, height));
  }

  /** How far the tree has to move down or up so that no room is wasted above or below it. */
  slack() {
    const { height } = this.pane, size = this.height * this.scale, room = height - 2 * PADDING;
    if (size <= room) return (height - size) / 2 - this.y;
    return Math.min(PADDING, Math.max(height - PADDING - size, this.y)) - this.y;
  }

  /** The nodes that are not folded away. */
  shown() {
    const shown = [];
    for (let position = 0; position < this.nodes.length;) {
      shown.push(this.nodes[position]);
      position = this.folded.has(position) ? this.nodes[position].end : position + 1;
    }
    return shown;
  }

  /** Puts the nodes into columns if they can be read only so. */
  arrange() {
    const shown = this.shown(), wide = this.scaleOf(placeWide(this.nodes, shown, this.folded));
    let [best, rows] = [wide, 0];
    for (let columns = 1; columns <= MOST_COLUMNS && wide < COMFORTABLE; columns += 0.5) {
      const wanted = Math.ceil(shown.length / columns), scale = this.scaleOf(placeInColumns(this.nodes, shown, wanted));
      if (scale > best && scale >= READABLE) [best, rows] = [scale, wanted];
    }
    [this.rows, this.breaks] = [rows, null];
    this.build();
  }

  /** How large a picture is if all of it is seen. */
  scaleOf({ width, height }) {
    return Math.max(0.05, Math.min(1.4, (this.pane.width - 32) / width, (this.pane.height - 32) / height));
  }

  /** Makes the elements of all nodes that are not folded away. Those that are there, and look the same, stay. */
  build() {
    const before = this.drawn,
      held = document.activeElement,
      moved = before.findIndex((drawn) => drawn?.group === held),
      focused = moved < 0 ? held?.dataset?.node : moved;
    const shown = this.shown(),
      placed =
        this.rows > 0
          ? placeInColumns(this.nodes, shown, this.rows, this.breaks)
          : placeWide(this.nodes, shown, this.folded);
    [this.boxes, this.width, this.height] = [placed.boxes, placed.width, placed.height];
    this.drawn = new Array(this.nodes.length).fill(null);
    for (const node of shown) this.drawn[node.position] = this.draw(node, before[node.position]);
    [this.elements, this.edges] = ["group", "path"].map((part) => this.drawn.map((drawn) => drawn?.[part] ?? null));
    const crumbs = placed.crumbs.map(({ x, y, text }) =>
      Object.assign(svg("text", { class: "crumb", x, y }), { textContent: text }),
    );
    const edges = this.edges.filter((edge) => edge);
    keepOnly(this.edgeLayer, edges);
    this.edgeLayer.prepend(...crumbs, ...edges.filter((edge) => edge.parentNode === null));
    fill(this.nodeLayer, this.elements.filter((element) => element));
    if (focused !== undefined) this.elements[focused]?.focus();
  }

  /** The elements of a node, and how they look. `before` is what it had in the picture before, if anything. */
  draw(node, before) {
    const { x, y, width, text, edge } = this.boxes[node.position],
      look = `${node.text}\n${text} ${node.depth} ${node.kind} ${this.foldOf(node)}`;
    const drawn =
      before?.look === look
        ? before
        : { look, group: this.group(node, width, text), path: edge ? (before?.path ?? svg("path", {})) : null };
    if (edge) set(drawn.path, "d", edge);
    set(drawn.group, "transform", `translate(${x} ${y})`);
    set(drawn.group, "data-node", node.position);
    return drawn;
  }

  /** What the circle of a node says, and its title; empty for a leaf. */
  foldOf({ children, position, end }) {
    if (children.length === 0) return "";
    return this.folded.has(position) ? `+ unfold ${end - position - 1} nodes` : "− fold";
  }

  group(node, width, text) {
    const attributes = {
      class: "node",
      role: "treeitem",
      tabindex: -1,
      "aria-level": node.depth + 1,
      "aria-label": node.text,
      "aria-selected": false,
    };
    if (node.children.length > 0) attributes["aria-expanded"] = !this.folded.has(node.position);
    const group = svg("g", attributes), [sign, ...what] = this.foldOf(node).split(" ");
    svg("title", {}, group).textContent = node.text;
    svg("rect", { width, height: HEIGHT, rx: node.kind === 2 ? 3 : HEIGHT / 2 }, group);
    svg("text", { class: "glyph", x: PADDING, y: 16 }, group);
    svg("text", { class: "text", x: PADDING + GLYPH, y: 16 }, group).textContent = text;
    if (sign !== "") {
      const fold = svg("g", { class: "fold", transform: `translate(${width + 10} ${HEIGHT / 2})` }, group);
      svg("circle", { r: 7 }, fold);
      svg("text", { y: 3.5 }, fold).textContent = sign;
      svg("title", {}, fold).textContent = what.join(" ");
    }
    return group;
  }

  /** Marks the state of a moment. `moving` is the node of the event that was last. */
  mark(state, tick, moving, selected, matches) {
    const reached = this.elements[selected] ? selected : 0;
    this.active = state.active;
    this.outline.draw(this.active);
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
      if (element.getAttribute("class") !== text)
        this.tell(element, node, text, state.active[node] ? 4 : state.last[node]);
      set(element, "tabindex", node === reached ? 0 : -1);
      this.markEdge(this.edges[node], state.active[node] ? "active" : "");
    });
  }

  /** Edges to active nodes are drawn last, so that no other edge covers them. */
  markEdge(edge, text) {
    if (!edge || (edge.getAttribute("class") ?? "") === text) return;
    edge.setAttribute("class", text);
    if (text) this.edgeLayer.append(edge); else this.edgeLayer.prepend(edge);
  }

  /** Tells the state of a node by colours, by a glyph, and in words for screen readers. */
  tell(element, node, classes, state) {
    const { text } = this.nodes[node], { classList } = element;
    element.setAttribute("class", classes);
    element.querySelector(".glyph").textContent = GLYPHS[state];
    element.setAttribute("aria-label", STATES[state] ? `${text}, ${STATES[state]}` : text);
    element.setAttribute("aria-selected", classList.contains("selected"));
  }

  toggle(node) {
    if (this.nodes[node].children.length === 0) return;
    const before = this.boxes[node];
    if (!this.folded.delete(node)) this.folded.add(node);
    this.build();
    // The folded node stays where it is.
    const after = this.boxes[node];
    this.move((before.x - after.x) * this.scale, (before.y - after.y) * this.scale);
    this.onSelect(node);
  }

  /** Unfolds the ancestors of a node. */
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
    const box = this.boxes[node], { width, height } = this.pane;
    const [left, top] = [this.x + box.x * this.scale, this.y + box.y * this.scale];
    const isSeen =
      left >= 0 && top >= 0 && left + box.width * this.scale <= width && top + HEIGHT * this.scale <= height;
    if (!isSeen || this.scale < READABLE) this.centre(node);
  }

  centre(node) {
    this.reveal(node);
    const box = this.boxes[node], { width, height } = this.pane;
    this.scale = Math.max(this.scale, READABLE);
    this.x = width / 2 - (box.x + box.width / 2) * this.scale;
    this.y = height / 2 - (box.y + HEIGHT / 2) * this.scale;
    this.apply();
  }

  fit() {
    this.measure();
    this.arrange();
    const { width, height } = this.pane;
    // While the picture is hidden, it has no size.
    this.isUnseen = width === 0;
    this.scale = this.scaleOf(this);
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
    const { width, height } = this.pane, [x, y] = at ?? [width / 2, height / 2];
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
    set(this.view, "transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    this.outline.draw(this.active);
  }

  /** The node to which a key leads from another one, as in trees of files. */
  beside(node, key) {
    const { children, parent } = this.nodes[node],
      shown = this.shown().map(({ position }) => position),
      at = shown.indexOf(node);
    const isFolded = this.folded.has(node);
    if (key === "ArrowDown") return shown[at + 1];
    if (key === "ArrowUp") return shown[at - 1];
    if (key === "Home") return shown[0];
    if (key === "End") return shown.at(-1);
    if (key === "ArrowLeft") return children.length > 0 && !isFolded ? node : parent >= 0 ? parent : undefined;
    if (key === "ArrowRight") return isFolded ? node : children[0];
    return undefined;
  }

  /** Goes to another node by a key. An arrow that leads nowhere else folds or unfolds the node. */
  press(event, node) {
    const keys = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"];
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") document.activeElement.blur();
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = this.beside(node, event.key);
    if (to === undefined) return;
    if (to === node) this.toggle(node);
    this.bring(to);
    this.onSelect(to);
    this.elements[to].focus();
  }

  listen() {
    // The positions of pressed fingers or the mouse.
    const down = new Map();
    const place = ({ clientX, clientY }) => {
      const { left, top } = this.svg.getBoundingClientRect();
      return [clientX - left, clientY - top];
    };
    const spread = () => {
      const [[x, y], [otherX, otherY]] = down.values();
      return {
        middle: [(x + otherX) / 2, (y + otherY) / 2],
        distance: Math.max(1, Math.hypot(x - otherX, y - otherY)),
      };
    };
    this.svg.addEventListener("pointerdown", (event) => {
      if (down.size < 2) down.set(event.pointerId, place(event));
    });
    window.addEventListener("pointermove", (event) => {
      const from = down.get(event.pointerId);
      if (!from) return;
      const before = down.size === 2 ? spread() : { middle: from };
      down.set(event.pointerId, place(event));
      const after = down.size === 2 ? spread() : { middle: place(event) };
      this.move(after.middle[0] - before.middle[0], after.middle[1] - before.middle[1]);
      if (down.size === 2) this.zoom(after.distance / before.distance, after.middle);
    });
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, (event) => down.delete(event.pointerId));
    // A clicked node does not take the keyboard focus from the page: the tab key moves it to the tree.
    this.svg.addEventListener("mousedown", (event) => {
      event.preventDefault();
      document.activeElement?.blur?.();
    });
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 500), place(event));
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
    this.svg.addEventListener("keydown", (event) => {
      const node = event.target.closest?.(".node");
      if (node) this.press(event, Number(node.dataset.node));
    });
  }
}
