// Lanes: one for each leaf, with the times at which it was active.

const LANE = 17, LABEL = 190;
/** So many ticks are seen at once in what is live. */
const MOST_FOLLOWED = 600;

class Lanes {
  constructor(onScrub, onSelect) {
    this.box = document.getElementById("lanes-box");
    this.size = document.getElementById("lanes-size");
    this.canvas = document.getElementById("lanes");
    [this.onScrub, this.onSelect] = [onScrub, onSelect];
    this.listen();
  }

  show(agent) {
    this.agent = agent;
    [this.from, this.to] = [0, Math.max(1, agent.ticks)];
    this.filter(null);
    this.box.scrollTop = 0;
  }

  /** There are more ticks; or fewer, if the first ones were forgotten. Who sees all of them sees the new ones, too. */
  grow(before, forgotten) {
    if (this.from === 0 && this.to >= before && before <= MOST_FOLLOWED) this.to = Math.min(MOST_FOLLOWED, Math.max(1, this.agent.ticks));
    const length = this.to - this.from;
    this.from = Math.max(0, this.from - forgotten);
    this.to = this.from + length;
  }

  /** Shows the leaves that match, or that stand below a node that matches. */
  filter(matches) {
    const nodes = this.agent.nodes, hit = new Uint8Array(nodes.length);
    for (const node of nodes) hit[node.position] = !matches || matches.has(node.position) || hit[node.parent] ? 1 : 0;
    this.leaves = nodes.filter((node) => node.children.length === 0 && hit[node.position]);
    this.size.style.height = `${this.leaves.length * LANE + 2}px`;
  }

  draw(tick, selected) {
    [this.tick, this.selected] = [tick, selected];
    const width = this.box.clientWidth, height = this.box.clientHeight, ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const paint = this.canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    const colors = ["--active", "--good", "--bad", "--cut"].map(color);
    const [text, faint, line, accent, pane] = ["--text", "--faint", "--line", "--accent", "--pane"].map(color);
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.clearRect(0, 0, width, height);
    paint.font = "11px 'DejaVu Sans Mono', Menlo, Consolas, monospace";
    paint.textBaseline = "middle";
    const scroll = this.box.scrollTop, first = Math.floor(scroll / LANE);
    const last = Math.min(this.leaves.length, first + Math.ceil(height / LANE) + 1);
    for (let lane = first; lane < last; lane++) {
      const leaf = this.leaves[lane], y = lane * LANE - scroll;
      if (this.within(leaf.position, selected)) {
        paint.fillStyle = accent;
        paint.globalAlpha = 0.15;
        paint.fillRect(0, y, width, LANE);
        paint.globalAlpha = 1;
      }
      this.bars(paint, leaf.position, y, width, colors);
      paint.fillStyle = line;
      paint.fillRect(0, y + LANE - 1, width, 0.5);
    }
    this.gaps(paint, width, Math.min(height, this.leaves.length * LANE - scroll), faint);
    paint.fillStyle = pane;
    paint.fillRect(0, 0, LABEL, height);
    for (let lane = first; lane < last; lane++) {
      const leaf = this.leaves[lane], y = lane * LANE - scroll;
      paint.fillStyle = this.within(leaf.position, selected) ? accent : text;
      paint.fillText(shortened(leaf.text, 26), 6, y + LANE / 2, LABEL - 10);
    }
    paint.fillStyle = line;
    paint.fillRect(LABEL, 0, 1, height);
    paint.fillStyle = accent;
    const [here, next] = [this.x(tick, width), this.x(tick + 1, width)];
    paint.globalAlpha = 0.3;
    if (here >= LABEL) paint.fillRect(here, 0, Math.max(2, next - here), height);
    paint.globalAlpha = 1;
    if (here >= LABEL) paint.fillRect(here, 0, 1, height);
    if (this.leaves.length === 0) {
      paint.fillStyle = faint;
      paint.fillText("no leaf matches", LABEL + 10, 12);
    }
  }

  bars(paint, node, y, width, colors) {
    const intervals = this.agent.intervals[node];
    // The first one that ends where the view begins, or after it.
    let low = 0, high = intervals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (intervals[middle][1] < this.from) low = middle + 1; else high = middle;
    }
    for (let index = low; index < intervals.length && intervals[index][0] < this.to; index++) {
      const [from, to, result] = intervals[index];
      const left = Math.max(LABEL, this.x(from, width)), right = this.x(to + 1, width);
      paint.fillStyle = colors[0];
      if (to > from || result === 0) paint.fillRect(left, y + 3, Math.max(1, right - left - 0.5), LANE - 6);
      // The tick in which it ended shows how.
      const end = Math.max(left, this.x(to, width));
      paint.fillStyle = colors[result];
      if (result > 0) paint.fillRect(end, y + 3, Math.max(1.5, right - end - 0.5), LANE - 6);
    }
  }

  /** Where ticks were lost. */
  gaps(paint, width, height, color) {
    paint.fillStyle = color;
    for (let tick = Math.max(0, Math.floor(this.from)); tick < Math.min(this.to, this.agent.ticks); tick++) {
      if (this.agent.sorts[tick] !== LOST) continue;
      const left = Math.max(LABEL, this.x(tick, width)), right = this.x(tick + 1, width);
      for (let y = 0; y < height; y += 6) paint.fillRect(left, y, Math.max(1, right - left), 2);
    }
  }

  within(node, selected) {
    return selected >= 0 && node >= selected && node < this.agent.nodes[selected].end;
  }

  x(tick, width) {
    return LABEL + ((tick - this.from) / (this.to - this.from)) * (width - LABEL);
  }

  tickAt(x) {
    const share = (x - LABEL) / (this.box.clientWidth - LABEL);
    return Math.min(this.agent.ticks - 1, Math.max(0, Math.floor(this.from + share * (this.to - this.from))));
  }

  /** Moves the view so that a tick is in it. */
  follow(tick) {
    const length = this.to - this.from;
    if (tick >= this.from && tick < this.to) return;
    // One who goes on sees what comes, and one at the end what was before.
    this.from = Math.max(0, Math.min(tick - length / 10, this.agent.ticks - length));
    this.to = this.from + length;
  }

  zoom(factor, x) {
    const ticks = Math.max(1, this.agent.ticks), at = this.from + ((x - LABEL) / (this.box.clientWidth - LABEL)) * (this.to - this.from);
    const length = Math.min(ticks, Math.max(10, (this.to - this.from) * factor));
    this.from = Math.max(0, Math.min(ticks - length, at - ((at - this.from) / (this.to - this.from)) * length));
    this.to = this.from + length;
    this.draw(this.tick, this.selected);
  }

  listen() {
    let scrubbing = false;
    const place = (event) => {
      const { left, top } = this.canvas.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top + this.box.scrollTop];
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      const [x, y] = place(event), leaf = this.leaves[Math.floor(y / LANE)];
      if (leaf) this.onSelect(leaf.position);
      scrubbing = x > LABEL;
      if (scrubbing) this.onScrub(this.tickAt(x));
    });
    window.addEventListener("pointermove", (event) => { if (scrubbing) this.onScrub(this.tickAt(place(event)[0])); });
    window.addEventListener("pointerup", () => { scrubbing = false; });
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 300), place(event)[0]);
    }, { passive: false });
    this.box.addEventListener("scroll", () => this.draw(this.tick, this.selected));
  }
}
