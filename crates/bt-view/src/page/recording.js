// What was recorded: agents with their ticks and events, and the state of a tree at any moment.

const START = 0, RUN_SUCCESS = 1, RUN_FAILURE = 2, RUNNING = 3, SUCCESS = 4, FAILURE = 5, ABORTED = 6;
const RESET = 3;
const SORTS = ["tick", "abort", "message", "reset"];
const WORDS = ["start", "success", "failure", "running", "success", "failure", "aborted"];
const KINDS = ["composite", "decorator", "leaf"];
/** A copy of the state is kept each time that so many events have passed. */
const KEYFRAME = 1000;

/** Nodes with parents, children and ends, from the rows of the recording. */
function readTree(rows) {
  const nodes = [], parents = [];
  rows.forEach(([kind, depth, label, name, args, arm, line, column], position) => {
    parents.length = depth;
    const parent = depth > 0 ? parents[depth - 1] : -1;
    const text = (arm ? arm + " => " : "") + (label === null ? "" : label + ": ") + name + args;
    nodes.push({ position, kind, depth, title: label ?? name, text, line, column, parent, children: [], end: position + 1 });
    if (parent >= 0) nodes[parent].children.push(position);
    parents.push(position);
  });
  for (let i = nodes.length - 1; i > 0; i--) {
    const parent = nodes[i].parent;
    if (parent >= 0) nodes[parent].end = Math.max(nodes[parent].end, nodes[i].end);
  }
  return nodes;
}

/** The state of a tree: which nodes are active, how each ended last (1 success, 2 failure, 3 aborted) and in which tick. */
class State {
  constructor(size) {
    this.active = new Uint8Array(size);
    this.last = new Uint8Array(size);
    this.endedIn = new Int32Array(size).fill(-1);
  }

  copy() {
    const copy = new State(0);
    copy.active = this.active.slice();
    copy.last = this.last.slice();
    copy.endedIn = this.endedIn.slice();
    return copy;
  }

  see(node, what, tick) {
    if (what === START) this.active[node] = 1;
    if (what >= SUCCESS) {
      this.active[node] = 0;
      this.last[node] = what - SUCCESS + 1;
      this.endedIn[node] = tick;
    }
  }
}

/** An agent: its tree, its ticks, and its events. A tick is a call of its tree of any sort. */
class Agent {
  constructor([name, tree, droppedTicks, time, marks], trees) {
    this.name = name;
    this.nodes = trees[tree];
    this.droppedTicks = droppedTicks;
    this.before = new State(this.nodes.length);
    marks.forEach((mark, node) => {
      this.before.active[node] = mark & 1;
      this.before.last[node] = mark >> 1;
    });
    this.firstTime = time;
    this.sorts = [];
    this.spans = [];
    this.times = [];
    this.begins = [];
    this.node = [];
    this.what = [];
    this.nanos = [];
  }

  get ticks() {
    return this.sorts.length;
  }

  begin(sort, span) {
    const previous = this.ticks - 1;
    this.times.push(previous < 0 ? this.firstTime : this.times[previous] + this.spans[previous]);
    this.sorts.push(sort);
    this.spans.push(span);
    this.begins.push(this.node.length);
  }

  /** The number of events in a tick. */
  events(tick) {
    return this.end(tick) - this.begins[tick];
  }

  end(tick) {
    return tick + 1 < this.ticks ? this.begins[tick + 1] : this.node.length;
  }

  /** What is found by going through all events once: keyframes, statistics, and when each node was active. */
  prepare() {
    const size = this.nodes.length, state = this.before.copy(), since = new Array(size).fill(null);
    this.keyframes = [];
    this.statistics = this.nodes.map(() => ({ visits: 0, ends: [0, 0, 0], nanos: 0, ticks: 0 }));
    this.intervals = this.nodes.map(() => []);
    this.nodes.forEach((_, node) => { if (state.active[node]) since[node] = [0, this.times[0] ?? 0]; });
    // The last tick in which each node is known to have been active, so that no tick counts twice.
    const counted = new Int32Array(size).fill(-1);
    const close = (node, tick, time, result) => {
      if (since[node] === null) return;
      const [from, began] = since[node], statistics = this.statistics[node];
      this.intervals[node].push([from, tick, result]);
      statistics.nanos += Math.max(0, time - began);
      statistics.ticks += tick - Math.max(from, counted[node] + 1) + 1;
      counted[node] = tick;
      since[node] = null;
    };
    let passed = KEYFRAME;
    for (let tick = 0; tick < this.ticks; tick++) {
      if (passed >= KEYFRAME) {
        this.keyframes.push({ tick, state: state.copy() });
        passed = 0;
      }
      if (this.sorts[tick] === RESET) {
        state.active.fill(0);
        this.nodes.forEach((_, node) => close(node, tick, this.times[tick], 0));
      }
      for (let event = this.begins[tick]; event < this.end(tick); event++) {
        const node = this.node[event], what = this.what[event], time = this.times[tick] + this.nanos[event];
        state.see(node, what, tick);
        if (what === START) {
          close(node, tick, time, 0);
          since[node] = [tick, time];
          this.statistics[node].visits++;
        } else if (what >= SUCCESS) {
          close(node, tick, time, what - SUCCESS + 1);
          this.statistics[node].ends[what - SUCCESS]++;
        }
      }
      passed += 1 + this.events(tick);
    }
    const last = this.ticks - 1;
    this.nodes.forEach((_, node) => close(node, last, last < 0 ? 0 : this.times[last] + this.spans[last], 0));
    return this;
  }

  /** The state after so many events of a tick. */
  stateAt(tick, step) {
    if (this.ticks === 0) return this.before;
    let low = 0, high = this.keyframes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.keyframes[middle].tick <= tick) low = middle; else high = middle - 1;
    }
    const state = this.keyframes[low].state.copy();
    for (let at = this.keyframes[low].tick; at <= tick; at++) {
      if (this.sorts[at] === RESET) state.active.fill(0);
      const end = at < tick ? this.end(at) : this.begins[at] + step;
      for (let event = this.begins[at]; event < end; event++) state.see(this.node[event], this.what[event], at);
    }
    return state;
  }
}

function readRecording(data) {
  const trees = data.trees.map(readTree), agents = data.agents.map((row) => new Agent(row, trees));
  let at = 0;
  for (let step = 0; step < data.steps.length; step += 4) {
    const agent = agents[data.steps[step]];
    agent.begin(data.steps[step + 1], data.steps[step + 2]);
    for (let event = 0; event < data.steps[step + 3]; event++, at += 3) {
      agent.node.push(data.events[at]);
      agent.what.push(data.events[at + 1]);
      agent.nanos.push(data.events[at + 2]);
    }
  }
  return { agents: agents.map((agent) => agent.prepare()), dropped: data.dropped };
}
