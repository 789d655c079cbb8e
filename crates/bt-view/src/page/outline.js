// The outline: the whole of a big tree in a corner, with the visible part marked.

/** The size of the outline, at most. */
const OUTLINE = [190, 120];
/** Smaller trees have none. */
const LEAST_OUTLINED = 30;

class Outline {
  constructor(picture) {
    [this.picture, this.canvas] = [picture, element("outline")];
    this.listen();
  }

  /** Draws it, if the tree is big, and not all of it is seen. `active` says which nodes are active. */
  draw(active) {
    const { boxes, width, height, x, y, scale, pane, nodes } = this.picture;
    if (!boxes) return;
    const isSeen = x >= 0 && y >= 0 && x + width * scale <= pane.width && y + height * scale <= pane.height;
    this.canvas.hidden = isSeen || nodes.length < LEAST_OUTLINED;
    if (this.canvas.hidden) return;
    this.factor = Math.min(OUTLINE[0] / width, OUTLINE[1] / height);
    const sizes = [width, height].map((size) => Math.max(4, Math.ceil(size * this.factor))),
      dense = devicePixelRatio || 1;
    [this.canvas.width, this.canvas.height] = sizes.map((size) => size * dense);
    [this.canvas.style.width, this.canvas.style.height] = sizes.map((size) => `${size}px`);
    const context = this.canvas.getContext("2d"),
      style = getComputedStyle(this.canvas),
      colour = (name) => style.getPropertyValue(name);
    context.scale(dense, dense);
    for (const isActive of [false, true]) {
      context.fillStyle = colour(isActive ? "--active-line" : "--faint");
      boxes.forEach((box, node) => {
        if (box && Boolean(active?.[node]) === isActive)
          this.rectangle(context, "fillRect", box.x, box.y, box.width, HEIGHT);
      });
    }
    context.strokeStyle = colour("--accent");
    context.lineWidth = 1.5;
    this.rectangle(context, "strokeRect", -x / scale, -y / scale, pane.width / scale, pane.height / scale);
  }

  rectangle(context, how, x, y, width, height) {
    context[how](x * this.factor, y * this.factor, Math.max(1, width * this.factor), Math.max(1, height * this.factor));
  }

  /** What is under the mouse or the finger comes into the middle. */
  listen() {
    const go = (event) => {
      const { left, top } = this.canvas.getBoundingClientRect(), { pane, x, y, scale } = this.picture;
      const [toX, toY] = [(event.clientX - left) / this.factor, (event.clientY - top) / this.factor];
      this.picture.move(pane.width / 2 - toX * scale - x, pane.height / 2 - toY * scale - y);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    this.canvas.addEventListener("pointermove", (event) => { if (event.buttons > 0) go(event); });
  }
}
