// Lanes: one for each leaf, with the times when it was active. With several agents, a line with its name precedes each.

const LANE = 17;
/** How many lanes high the track of a value is. */
const TRACK = 3;
/** The part of a lane that an end fills, from top to bottom: success and failure differ by more than colour. */
const SHAPES = [[0, 1], [0, 1], [0.55, 1], [0.35, 0.65]];
/** A finger that moves by more pixels than this scrubs; otherwise it chooses a lane. */
const SWIPE = 8;
/** The most ticks that are shown at once while a program runs. */
const MOST_FOLLOWED = 600;

class Lanes {
  /** `onScrub` gets the agent and the tick, `onSelect` the agent and the node, or -1. */
  constructor(onScrub, onSelect) {
    this.box = document.getElementById("lanes-box");
    this.size = document.getElementById("lanes-size");
    this.canvas = document.getElementById("lanes");
    [this.onScrub, this.onSelect] = [onScrub, onSelect];
    [this.agents, this.wanted, this.isAtTop] = [[], "", false];
    this.listen();
  }

  /** How wide the names on the left are. */
  get label() {
    return Math.min(240, Math.round(this.box.clientWidth * 0.38));
  }

  /** Shows the lanes of agents, of which one is in focus. The view stays if agents and axis are the same. */
  show(agents, focus, counts) {
    this.focus = focus;
    const isSame = agents.length === this.agents.length && agents.every((agent, index) => agent === this.agents[index]);
    if (isSame && counts === this.counts) return;
    [this.agents, this.counts] = [agents, counts];
    this.axis = new Axis(agents, counts);
    [this.from, this.to] = this.axis.range();
    this.filter(this.wanted);
    // Only `draw` scrolls: scrolling here would cost a layout after each edit.
    this.isAtTop = true;
  }

  /** Ticks were added, or the first ones forgotten. A view of all ticks grows with them. */
  grow([start, end], forgotten) {
    const [first, last] = this.axis.range(),
      most = MOST_FOLLOWED * this.axis.tick(this.focus);
    if (this.from <= start && this.to >= end && end - start <= most)
      this.to = Math.max(first + 1, Math.min(first + most, last));
    if (this.axis.isShared) {
      this.from = Math.max(first, this.from);
      return;
    }
    const length = this.to - this.from;
    this.from = Math.max(0, this.from - forgotten);
    this.to = this.from + length;
  }

  /** Shows the leaves that have a word in their text, or in that of a node above them. */
  filter(wanted) {
    this.wanted = wanted;
    this.rows = [];
    for (const agent of this.agents) {
      const hit = new Uint8Array(agent.nodes.length);
      for (const node of agent.nodes) hit[node.position] = hasText(node, wanted) || hit[node.parent] ? 1 : 0;
      const leaves = agent.nodes.filter((node) => node.children.length === 0 && hit[node.position]);
      if (this.axis.isShared) this.rows.push({ agent, leaf: null });
      this.rows.push(...leaves.map((leaf) => ({ agent, leaf })));
      this.addTracks(agent);
    }
    this.size.style.height = `${this.rows.length * LANE + 2}px`;
  }

  /** Below the lanes of an agent, what values were noted: some rows for each. */
  addTracks(agent) {
    for (const [name, track] of agent.tracks) {
      if (!name.toLowerCase().includes(this.wanted)) continue;
      for (let part = 0; part < TRACK; part++) this.rows.push({ agent, leaf: null, name, track, part });
    }
  }

  /** There may be values with new names. */
  update() {
    const tracks = new Set(this.rows.flatMap(({ track }) => (track ? [track] : []))).size;
    if (this.agents.reduce((sum, agent) => sum + agent.tracks.size, 0) !== tracks) this.filter(this.wanted);
  }

  draw(tick, selected) {
    [this.tick, this.selected] = [tick, selected];
    if (this.isAtTop) this.box.scrollTop = 0;
    this.isAtTop = false;
    const width = this.box.clientWidth, height = this.box.clientHeight, paint = this.paper(width, height);
    const style = getComputedStyle(document.documentElement), color = (name) => style.getPropertyValue(name).trim();
    const colors = ["--active", "--good-line", "--bad-line", "--cut-line", "--active-line"].map(color);
    const [text, faint, line, accent, pane, back] = ["--text", "--faint", "--line", "--accent", "--pane", "--back"].map(
      color,
    );
    const scroll = this.box.scrollTop,
      first = Math.floor(scroll / LANE);
    const rows = this.rows
      .slice(first, first + Math.ceil(height / LANE) + 1)
      .map((row, at) => ({ ...row, y: (first + at) * LANE - scroll }));
    for (const { agent, leaf, track, part, y } of rows) {
      if (track) {
        if (part === 0 || y < LANE) this.curve(paint, agent, track, y - part * LANE, width, { accent, line });
        continue;
      }
      if (leaf && this.within(agent, leaf.position)) this.shade(paint, accent, 0.15, 0, y, width, LANE);
      if (leaf) this.bars(paint, agent, leaf.position, y, width, colors);
      if (leaf) this.gaps(paint, agent, y, width, faint);
      paint.fillStyle = line;
      paint.fillRect(0, y + LANE - 1, width, 0.5);
    }
    paint.fillStyle = pane;
    paint.fillRect(0, 0, this.label, height);
    const fits = Math.floor(this.label / 7.2);
    for (const { agent, leaf, name, track, part, y } of rows) {
      if (!leaf && part !== 0) continue;
      paint.fillStyle = leaf && this.within(agent, leaf.position) ? accent : text;
      paint.fillText(
        shortened(leaf ? nameInLanes(leaf) : `${name} ${this.valueAt(track, agent, tick)}`, fits),
        6,
        y + LANE / 2,
        this.label - 10,
      );
    }
    paint.fillStyle = line;
    paint.fillRect(this.label, 0, 1, height);
    this.cursor(paint, accent, tick, width, height);
    for (const { agent, leaf, track, y } of rows)
      if (!leaf && !track) this.head(paint, agent, y, width, { text, accent, back });
    // The name of the agent whose lanes are at the top stays in view until the next agent's name pushes it out.
    const next = rows.slice(1).find(({ leaf, track }) => !leaf && !track);
    if ((rows[0]?.leaf || rows[0]?.track) && this.axis.isShared)
      this.head(paint, rows[0].agent, Math.min(0, (next?.y ?? LANE) - LANE), width, { text, accent, back });
    if (this.rows.every(({ leaf, track }) => !leaf && !track)) {
      paint.fillStyle = faint;
      paint.fillText("no leaf matches", this.label + 10, (this.rows.length + 0.5) * LANE);
    }
  }

  /** The canvas, cleared, in the size of its visible part. */
  paper(width, height) {
    const ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const paint = this.canvas.getContext("2d");
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.clearRect(0, 0, width, height);
    paint.font = "11px 'DejaVu Sans Mono', Menlo, Consolas, monospace";
    paint.textBaseline = "middle";
    return paint;
  }

  shade(paint, color, alpha, x, y, width, height) {
    paint.fillStyle = color;
    paint.globalAlpha = alpha;
    paint.fillRect(x, y, width, height);
    paint.globalAlpha = 1;
  }

  cursor(paint, color, tick, width, height) {
    if (this.focus.ticks === 0) return;
    const [here, next] = [tick, tick + 1].map((tick) => this.x(this.axis.place(this.focus, tick), width));
    if (next < this.label) return;
    const left = Math.max(this.label, here);
    this.shade(paint, color, 0.3, left, 0, Math.max(2, next - left), height);
    paint.fillStyle = color;
    if (here >= this.label) paint.fillRect(here, 0, 1, height);
  }

  /** The line with the name of an agent, above its lanes. */
  head(paint, agent, y, width, { text, accent, back }) {
    paint.fillStyle = back;
    paint.fillRect(0, y, width, LANE - 0.5);
    paint.fillStyle = agent === this.focus ? accent : text;
    paint.fillRect(0, y, 3, LANE - 0.5);
    paint.font = `bold ${paint.font}`;
    paint.fillText(shortened(agent.label, 100), 8, y + LANE / 2, width - 16);
    paint.font = paint.font.replace("bold ", "");
  }

  bars(paint, agent, node, y, width, colors) {
    const intervals = agent.intervals[node], { axis } = this, x = (tick) => this.x(axis.place(agent, tick), width);
    const [from, to] = [axis.tickAt(agent, this.from), axis.tickAt(agent, this.to)];
    // The first interval that ends at or after the start of the view.
    let low = 0, high = intervals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (intervals[middle][1] < from) low = middle + 1; else high = middle;
    }
    for (let index = low; index < intervals.length && intervals[index][0] <= to; index++) {
      const [begin, last, result] = intervals[index], right = x(last + 1);
      if (right <= this.label) continue;
      const left = Math.max(this.label, x(begin)), end = Math.max(left, x(last));
      paint.fillStyle = colors[0];
      if (last > begin || result === 0) {
        paint.fillRect(left, y + 3, Math.max(1, right - left - 0.5), LANE - 6);
        paint.fillStyle = colors[4];
        paint.fillRect(left, y + LANE - 4, Math.max(1, right - left - 0.5), 1);
      }
      // The tick in which it ended shows the result.
      paint.fillStyle = colors[result];
      const [top, bottom] = SHAPES[result];
      if (result > 0)
        paint.fillRect(end, y + 3 + top * (LANE - 6), Math.max(1.5, right - end - 0.5), (bottom - top) * (LANE - 6));
    }
  }

  /** The track of a value: a line from each value to the next one, scaled to the least and the greatest. */
  curve(paint, agent, { ticks, values }, y, width, { accent, line }) {
    const finite = values.filter(Number.isFinite),
      least = finite.reduce((one, other) => Math.min(one, other), Infinity);
    const range = finite.reduce((one, other) => Math.max(one, other), -Infinity) - least,
      height = TRACK * LANE - 8;
    const x = (tick) => Math.max(this.label, this.x(this.axis.place(agent, tick), width));
    const [from, to] = [this.axis.tickAt(agent, this.from), this.axis.tickAt(agent, this.to)];
    paint.fillStyle = line;
    paint.fillRect(this.label, y + TRACK * LANE - 1, width, 0.5);
    paint.strokeStyle = accent;
    paint.lineWidth = 1.5;
    paint.beginPath();
    let isOpen = false;
    for (let index = Math.max(0, lastAtMost(ticks, from)); index < ticks.length && ticks[index] <= to; index++) {
      const value = values[index], at = y + 4 + height * (range > 0 ? 1 - (value - least) / range : 0.5);
      if (!Number.isFinite(value)) isOpen = false;
      else {
        if (isOpen) paint.lineTo(x(ticks[index]), at); else paint.moveTo(x(ticks[index]), at);
        paint.lineTo(x(ticks[index + 1] ?? ticks[index] + 1), at);
        isOpen = true;
      }
    }
    paint.stroke();
  }

  /** The last value up to the tick that is shown, of the agent in focus; else the last of all. */
  valueAt({ ticks, values }, agent, tick) {
    const value = values[agent === this.focus ? lastAtMost(ticks, tick) : values.length - 1];
    return value === undefined ? "" : Number.isFinite(value) ? String(Number(value.toPrecision(6))) : "–";
  }

  /** Where ticks of an agent were lost. */
  gaps(paint, agent, y, width, color) {
    paint.fillStyle = color;
    const [from, to] = [this.axis.tickAt(agent, this.from), this.axis.tickAt(agent, this.to)];
    for (let tick = Math.max(0, from); tick <= to; tick++) {
      if (agent.sorts[tick] !== LOST) continue;
      const [left, right] = [tick, tick + 1].map((tick) => this.x(this.axis.place(agent, tick), width));
      if (right <= this.label) continue;
      for (let dash = 1; dash < LANE - 1; dash += 6)
        paint.fillRect(Math.max(this.label, left), y + dash, Math.max(1, right - Math.max(this.label, left)), 2);
    }
  }

  /** Whether a leaf of an agent is the selected node, or below it. */
  within(agent, node) {
    const { selected } = this;
    return agent === this.focus && selected >= 0 && node >= selected && node < agent.nodes[selected].end;
  }

  x(place, width) {
    return this.label + ((place - this.from) / (this.to - this.from)) * (width - this.label);
  }

  placeAt(x) {
    return this.from + ((x - this.label) / (this.box.clientWidth - this.label)) * (this.to - this.from);
  }

  tickAt(agent, x) {
    return Math.max(0, this.axis.tickAt(agent, this.placeAt(x)));
  }

  /** Moves the view so that a tick of the agent in focus is in it. */
  follow(tick) {
    const length = this.to - this.from, place = this.axis.place(this.focus, tick), [start, end] = this.axis.range();
    if (this.focus.ticks === 0 || (place >= this.from && place < this.to)) return;
    // After moving forward, show what comes next; after moving to the end, what came before it.
    this.from = Math.max(start, Math.min(place - length / 10, end - length));
    this.to = this.from + length;
  }

  zoom(factor, x) {
    const [start, end] = this.axis.range(), at = this.placeAt(x), least = 10 * this.axis.tick(this.focus);
    const length = Math.min(end - start, Math.max(least, (this.to - this.from) * factor));
    this.from = Math.max(start, Math.min(end - length, at - ((at - this.from) / (this.to - this.from)) * length));
    this.to = this.from + length;
    this.draw(this.tick, this.selected);
  }

  /** What is drawn at a height: the name that stays in view is above the lane that it covers. */
  rowAt(y) {
    const row = this.rows[Math.floor((y + this.box.scrollTop) / LANE)];
    const covered = this.axis?.isShared && y < LANE && this.rows[Math.floor(this.box.scrollTop / LANE)];
    return covered && row?.leaf ? { agent: covered.agent, leaf: null } : row;
  }

  listen() {
    // Whose lanes are being scrubbed; and where a finger went down that has not moved yet.
    let scrubbed = null, finger = null;
    const place = (event) => {
      const { left, top } = this.canvas.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const choose = ([x, y]) => {
      const row = this.rowAt(y);
      if (row) this.onSelect(row.agent, row.leaf ? row.leaf.position : -1);
      scrubbed = x > this.label && (row?.leaf || row?.track) ? row.agent : null;
      if (scrubbed) this.onScrub(scrubbed, this.tickAt(scrubbed, x));
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch") finger = place(event); else choose(place(event));
    });
    window.addEventListener("pointermove", (event) => {
      // A finger that moves up or down scrolls, which the browser does. The move may be long, and is rarely straight.
      const [across, down] = finger ? place(event).map((at, axis) => Math.abs(at - finger[axis])) : [0, 0];
      if (across > SWIPE && across > down) {
        choose(finger);
        finger = null;
      }
      if (scrubbed) this.onScrub(scrubbed, this.tickAt(scrubbed, place(event)[0]));
    });
    window.addEventListener("pointerup", () => {
      if (finger) choose(finger);
      [scrubbed, finger] = [null, null];
    });
    window.addEventListener("pointercancel", () => { [scrubbed, finger] = [null, null]; });
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 300), place(event)[0]);
    }, { passive: false });
    this.box.addEventListener("scroll", () => this.draw(this.tick, this.selected));
  }
}

/** A leaf in words: its text, or its path where other nodes have the same title. */
function nameInLanes({ title, path, short }) {
  return path === title ? short : path;
}
