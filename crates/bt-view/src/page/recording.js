// The recording: agents with their ticks and events, and the state of a tree at any moment.

const START = 0, RUN_SUCCESS = 1, RUN_FAILURE = 2, RUNNING = 3, SUCCESS = 4, FAILURE = 5, ABORTED = 6, WHY = 7;
const RESET = 3, LOST = 4;
const SORTS = ["tick", "abort", "message", "reset", "lost"];
const WORDS = ["start", "success", "failure", "running", "success", "failure", "aborted"];
const KINDS = ["composite", "decorator", "leaf"];
/** The number of events between two stored copies of the state. */
const KEYFRAME = 1000;
/** The most pictures of the world that are kept. */
const MOST_WORLDS = 10000;
/** How many edits of a tree are kept, with the last one. */
const KEPT_EDITS = 20;
/** How many runs of a program are kept, with the one that continues. */
const KEPT_RUNS = 5;

/** Nodes with parents, children and ends, from the rows of the recording, unless those have been read. */
function readTree(rows) {
  if (rows.rows) return rows;
  const nodes = [], parents = [];
  rows.forEach(([kind, depth, label, name, args, arm, line, column], position) => {
    parents.length = depth;
    const parent = depth > 0 ? parents[depth - 1] : -1;
    const text = (arm ? arm + " => " : "") + (label === null ? "" : label + ": ") + name + args;
    const short = text.slice(0, text.length - args.length) + shortArgs(args);
    nodes.push({
      position,
      kind,
      depth,
      name,
      args,
      title: label ?? name,
      text,
      short,
      line,
      column,
      parent,
      children: [],
      end: position + 1,
    });
    if (parent >= 0) nodes[parent].children.push(position);
    parents.push(position);
  });
  for (let i = nodes.length - 1; i > 0; i--) {
    const parent = nodes[i].parent;
    if (parent >= 0) nodes[parent].end = Math.max(nodes[parent].end, nodes[i].end);
  }
  nodes.rows = rows;
  // The id of each node, and the position of each id. Ids stay the same while the tree grows.
  nodes.ids = rows.map((_, position) => position);
  nodes.places = nodes.ids;
  addPaths(nodes);
  return nodes;
}

/** Arguments with their parentheses, not longer than fits into a picture. */
function shortArgs(args) {
  const characters = Array.from(args);
  return characters.length > LONGEST_ARGS
    ? `${characters.slice(0, LONGEST_ARGS - 2).join("")}…${characters.at(-1)}`
    : args;
}

/** Puts nodes together that have the same name of some kind. */
function groups(nodes, nameOf) {
  const groups = new Map();
  for (const node of nodes) groups.set(nameOf(node), [...(groups.get(nameOf(node)) ?? []), node]);
  return [...groups.values()];
}

/**
 * Gives each node a path that no other node has: its title, or else its text, or else its title after those of as many
 * parents as are needed. Children of one parent with the same text are numbered.
 */
function addPaths(nodes) {
  for (const node of nodes) [node.step, node.above, node.path] = [node.title, node.parent, null];
  for (const { children } of nodes) {
    for (const same of groups(
      children.map((child) => nodes[child]),
      ({ title }) => title,
    ).filter(({ length }) => length > 1)) {
      same.forEach((node, index) => {
        node.step = `${node.title} #${index + 1}`;
      });
      for (const [node, ...others] of groups(same, ({ short }) => short))
        if (others.length === 0) node.step = node.short;
    }
  }
  for (const nameOf of [({ title }) => title, ({ short }) => short]) {
    for (const [node, ...others] of groups(nodes, nameOf)) if (others.length === 0) node.path ??= nameOf(node);
  }
  const climb = (node) => {
    if (node.above < 0) return false;
    [node.path, node.above] = [`${nodes[node.above].step} › ${node.path}`, nodes[node.above].parent];
    return true;
  };
  let rest = nodes.filter(({ path }) => path === null);
  for (const node of rest) {
    node.path = node.step;
    if (node.step !== node.title && node.step !== node.short) climb(node);
  }
  while (rest.length > 0)
    rest = groups(rest, ({ path }) => path)
      .filter(({ length }) => length > 1)
      .flat()
      .filter(climb);
}

/** Whether an event is the end of a node. */
const isEnd = (what) => what >= SUCCESS && what <= ABORTED;

/** The state of a tree: the active nodes, how each ended last (1 success, 2 failure, 3 aborted), and in which tick. */
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

  /** The same with each node at another position, in a tree of this size. */
  moved(move, size) {
    const moved = new State(size);
    move.forEach((to, from) => {
      [moved.active[to], moved.last[to], moved.endedIn[to]] = [this.active[from], this.last[from], this.endedIn[from]];
    });
    return moved;
  }

  /** The same at a time of which no tick is known. */
  withoutTicks() {
    this.endedIn.fill(-1);
    return this;
  }

  see(node, what, tick) {
    if (what === START) this.active[node] = 1;
    if (isEnd(what)) {
      this.active[node] = 0;
      this.last[node] = what - SUCCESS + 1;
      this.endedIn[node] = tick;
    }
  }
}

/** An agent: its tree, its ticks, and its events. A tick is any call of its tree, or a gap of ticks that were lost. */
class Agent {
  constructor([name, tree, number, time, marks], trees) {
    [this.name, this.run, this.isPast, this.isForgotten] = [name, 1, false, false];
    [this.tree, this.nodes] = [tree, trees[tree] = readTree(trees[tree])];
    const before = new State(this.nodes.length);
    marks.forEach((mark, node) => {
      before.active[node] = mark & 1;
      before.last[node] = mark >> 1;
    });
    this.startWith(before, number, time);
  }

  /** Has no ticks after this state. */
  startWith(before, number, time) {
    this.before = before;
    // For each tick: its sort, length, start, number, and first event.
    [this.sorts, this.spans, this.times, this.numbers, this.begins, this.orders] = [[], [], [], [], [], []];
    // For each event: its node, what happened, when, and its text if it is a reason.
    [this.node, this.what, this.nanos, this.reason] = [[], [], [], []];
    [this.nextNumber, this.nextTime] = [number, time];
    this.keyframes = [];
    this.statistics = this.nodes.map(() => ({ visits: 0, ends: [0, 0, 0], nanos: 0, ticks: 0 }));
    // For each node, when it was active: from tick, to tick, result (0 if it is still active, or was forgotten).
    this.intervals = this.nodes.map(() => []);
    // When each active node started, and in which tick.
    this.since = this.nodes.map((_, node) => (before.active[node] ? [0, time] : null));
    // The last tick in which each node is known to have been active, so that no tick is counted twice.
    this.counted = new Int32Array(this.nodes.length).fill(-1);
    this.state = before.copy();
    this.asks = new Asks(this.nodes.length);
    // For each node, the events that started it, and those that ended it.
    [this.startsAt, this.endsAt] = [this.nodes.map(() => []), this.nodes.map(() => [])];
    // For each name of a value: the ticks in which it was recorded, and the values.
    this.tracks = new Map();
    [this.known, this.passed] = [0, KEYFRAME];
  }

  get ticks() {
    return this.sorts.length;
  }

  /** The name, and the run of the program if another one continues. */
  get label() {
    return this.isPast ? `${this.name} · run ${this.run}` : this.name;
  }

  /** A value was noted after a step; `null` if it was not a number. */
  value(name, value, order) {
    const tick = lastAtMost(this.orders, order);
    if (tick < 0) return;
    if (!this.tracks.has(name)) this.tracks.set(name, { ticks: [], values: [] });
    const { ticks, values } = this.tracks.get(name);
    if (ticks.at(-1) > tick) return;
    if (ticks.at(-1) !== tick) ticks.push(tick);
    values[ticks.length - 1] = value ?? NaN;
  }

  /** How often a node had started, and ended with success, failure and an abort, up to a step of a tick. */
  countsAt(node, tick, step) {
    const last = this.ticks === 0 ? -1 : Math.min(this.begins[tick] + step, this.end(tick)) - 1, ends = [0, 0, 0];
    for (const event of this.endsAt[node]) {
      if (event > last) break;
      ends[this.what[event] - SUCCESS]++;
    }
    return { visits: lastAtMost(this.startsAt[node], last) + 1, ends };
  }

  /** `order` is the number of the step among those of all agents. */
  begin(sort, span, count, order) {
    this.orders.push(order);
    this.times.push(this.nextTime);
    this.numbers.push(this.nextNumber);
    this.sorts.push(sort);
    this.spans.push(span);
    this.begins.push(this.node.length);
    this.nextTime += span;
    this.nextNumber += count;
  }

  event(node, what, nanos, reason) {
    this.reason.push(reason);
    this.node.push(node);
    this.what.push(what);
    this.nanos.push(nanos);
  }

  /** Ticks up to this number were lost; then the state has these marks. */
  lose(to, time, marks, order) {
    this.begin(LOST, Math.max(0, time - this.nextTime), to - this.nextNumber, order);
    marks.forEach((mark, node) => {
      if (mark >> 1) this.event(node, SUCCESS + (mark >> 1) - 1, 0);
      if (mark & 1) this.event(node, START, 0);
    });
  }

  /** The number of events in a tick. */
  events(tick) {
    return this.end(tick) - this.begins[tick];
  }

  end(tick) {
    return tick + 1 < this.ticks ? this.begins[tick + 1] : this.node.length;
  }

  /** Goes once through the new events: makes keyframes, statistics, and the intervals in which nodes were active. */
  prepare() {
    const { state } = this;
    for (let tick = this.known; tick < this.ticks; tick++) {
      if (this.passed >= KEYFRAME) {
        this.keyframes.push({ tick, state: state.copy() });
        this.passed = 0;
      }
      const clears = this.sorts[tick] === RESET || this.sorts[tick] === LOST;
      if (clears) this.clear(state, tick);
      for (let event = this.begins[tick]; event < this.end(tick); event++) {
        const node = this.node[event], what = this.what[event], time = this.times[tick] + this.nanos[event];
        state.see(node, what, tick);
        if (what === START) {
          this.close(node, tick, time, 0);
          this.since[node] = [tick, time];
          this.intervals[node].push([tick, tick, 0]);
          if (this.sorts[tick] !== LOST) {
            this.statistics[node].visits++;
            this.startsAt[node].push(event);
          }
        } else if (isEnd(what)) {
          this.close(node, tick, time, what - SUCCESS + 1);
          if (this.sorts[tick] !== LOST) {
            this.statistics[node].ends[what - SUCCESS]++;
            this.endsAt[node].push(event);
          }
        }
      }
      this.asks.see(this, tick);
      this.passed += 1 + this.events(tick);
    }
    this.known = this.ticks;
    // Active nodes have been active up to now.
    this.since.forEach((since, node) => {
      if (since === null || this.ticks === 0) return;
      if (since[0] === 0 && this.intervals[node].length === 0) this.intervals[node].push([0, 0, 0]);
      this.intervals[node].at(-1)[1] = this.ticks - 1;
    });
    return this;
  }

  clear(state, tick) {
    state.active.fill(0);
    this.nodes.forEach((_, node) => this.close(node, tick, this.times[tick], 0));
  }

  /** A node is not active any more. */
  close(node, tick, time, result) {
    if (this.since[node] === null) return;
    const [from, began] = this.since[node], statistics = this.statistics[node], intervals = this.intervals[node];
    if (intervals.length === 0) intervals.push([from, tick, result]);
    [intervals.at(-1)[1], intervals.at(-1)[2]] = [tick, result];
    statistics.nanos += Math.max(0, time - began);
    statistics.ticks += tick - Math.max(from, this.counted[node] + 1) + 1;
    this.counted[node] = tick;
    this.since[node] = null;
  }

  /** The statistics of a node, including its current activation. */
  statisticsOf(node) {
    const { visits, ends, nanos, ticks } = this.statistics[node], since = this.since[node];
    if (since === null) return { visits, ends, nanos, ticks };
    const more = this.ticks - Math.max(since[0], this.counted[node] + 1);
    return { visits, ends, nanos: nanos + Math.max(0, this.nextTime - since[1]), ticks: ticks + Math.max(0, more) };
  }

  /** Forgets the first half of the ticks. Returns how many. */
  forgetHalf() {
    const first = this.ticks >> 1;
    if (first === 0) return 0;
    this.beginAt(first, this.stateAt(first - 1, Infinity).withoutTicks());
    return first;
  }

  /** Its tree was edited long ago: nothing of it is shown again. */
  forget() {
    [this.nodes, this.isForgotten] = [[], true];
    this.startWith(new State(0), this.nextNumber, this.nextTime);
  }

  /** The tree has grown: `move` has the new position of each of its nodes. */
  grow(nodes, move) {
    const before = this.before.moved(move, nodes.length);
    [this.nodes, this.node] = [nodes, this.node.map((node) => move[node])];
    this.beginAt(0, before);
  }

  /** Begins again with a tick, before which the tree was in this state. */
  beginAt(first, before) {
    const { sorts, spans, times, numbers, begins, orders, node, what, nanos, reason, nextNumber, nextTime, tracks } =
        this,
      end = this.ticks;
    this.startWith(before, numbers[first] ?? nextNumber, times[first] ?? nextTime);
    for (let tick = first; tick < end; tick++) {
      this.begin(sorts[tick], spans[tick], (numbers[tick + 1] ?? nextNumber) - numbers[tick], orders[tick]);
      const last = begins[tick + 1] ?? node.length;
      for (let event = begins[tick]; event < last; event++)
        this.event(node[event], what[event], nanos[event], reason[event]);
    }
    for (const [name, { ticks, values }] of tracks) {
      const from = lastAtMost(ticks, first - 1) + 1;
      this.tracks.set(name, { ticks: ticks.slice(from).map((tick) => tick - first), values: values.slice(from) });
    }
    this.prepare();
  }

  /** The state after the first events of a tick. */
  stateAt(tick, step) {
    if (this.ticks === 0) return this.before;
    let low = 0, high = this.keyframes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.keyframes[middle].tick <= tick) low = middle; else high = middle - 1;
    }
    const state = this.keyframes[low].state.copy();
    for (let at = this.keyframes[low].tick; at <= tick; at++) {
      if (this.sorts[at] === RESET || this.sorts[at] === LOST) state.active.fill(0);
      const end = at < tick ? this.end(at) : Math.min(this.end(at), this.begins[at] + step);
      for (let event = this.begins[at]; event < end; event++) state.see(this.node[event], this.what[event], at);
    }
    return state;
  }
}

/** Agents with what has happened to them, in one or more runs of a program. */
class Recorded {
  constructor() {
    [this.trees, this.agents, this.dropped, this.worlds] = [[], [], [0, 0], []];
    // The id of the run, the number of runs, and the first tree, agent and step of this run.
    [this.run, this.runs, this.base] = [undefined, 0, { trees: 0, agents: 0, order: 0 }];
    // The number of the next step in this run, across all agents.
    this.next = 0;
  }

  /** Adds a recording, or a part of a live one. After a reconnection, the parts start again from the beginning. */
  add(part, isAgain = false) {
    if (part.dropped) this.dropped = part.dropped;
    if (this.runs === 0 || part.run !== this.run) this.beginRun(part.run);
    const { base } = this, knownTrees = this.trees.length - base.trees, knownAgents = this.agents.length - base.agents;
    const isKnown = isAgain && knownAgents > 0;
    this.trees.push(...part.trees.slice(isKnown ? knownTrees : 0));
    for (const grown of part.grown ?? []) this.grow(grown);
    const changed = new Set();
    part.agents.forEach((row, number) => {
      if (!isKnown || number >= knownAgents) this.addAgent(row);
      else if (row[2] > this.agents[base.agents + number].nextNumber)
        this.lose([number, 0, row[2], row[3], row[4]], part.first, changed);
    });
    for (const lost of part.lost ?? []) this.lose(lost, part.first, changed);
    const lastWorld = this.worlds.at(-1)?.[0] ?? -1;
    this.worlds.push(
      ...part.worlds.map(([after, svg]) => [after + base.order, svg]).filter(([after]) => after > lastWorld),
    );
    if (this.worlds.length > MOST_WORLDS) this.worlds.splice(0, this.worlds.length - MOST_WORLDS);
    this.addSteps(part, this.next, changed);
    for (const [number, after, name, value] of part.values) {
      this.agents[base.agents + number].value(part.names[name], value, base.order + after - 1);
    }
    for (const agent of changed) agent.prepare();
    return this;
  }

  /** What comes now is of another run: what was known stays. */
  beginRun(run) {
    this.base = { trees: this.trees.length, agents: this.agents.length, order: this.base.order + this.next };
    [this.run, this.next] = [run, 0];
    this.runs++;
    for (const agent of this.agents) {
      agent.isPast = true;
      if (agent.run <= this.runs - KEPT_RUNS) agent.startWith(agent.state, agent.nextNumber, agent.nextTime);
    }
  }

  /** A node of a tree has held a tree that is new there. `places` has the position of each id. */
  grow([number, rows, places]) {
    const at = this.base.trees + number, before = readTree(this.trees[at]);
    const nodes = before.length === rows.length ? before : readTree(rows);
    [nodes.places, nodes.ids] = [places, []];
    places.forEach((place, id) => { nodes.ids[place] = id; });
    if (nodes === before) return;
    this.trees[at] = nodes;
    const move = before.ids.map((id) => places[id]);
    for (const agent of this.agents) if (agent.nodes === before) agent.grow(nodes, move);
  }

  addAgent([name, tree, ...rest]) {
    const agent = new Agent([name, tree + this.base.trees, ...rest], this.trees);
    agent.run = this.runs;
    this.agents.push(agent);
  }

  /** Forgets an agent. Of its tree, only the rows stay: another edit may lead back to it. */
  forget(agent) {
    const { tree, nodes } = agent;
    agent.forget();
    const isUsed = this.agents.some((other) => other.nodes === nodes), isGrown = nodes.places !== nodes.ids;
    if (!isUsed && !isGrown) this.trees[tree] = nodes.rows;
  }

  lose([number, , to, time, marks], first, changed) {
    const agent = this.agents[this.base.agents + number];
    agent.lose(to, time, marks, this.base.order + first);
    changed.add(agent);
  }

  /** Adds the steps of a part, without the known ones before `skip`. */
  addSteps({ first, steps, events, reasons }, skip, changed) {
    let at = 0, order = first;
    for (let step = 0; step < steps.length; step += 4, order++) {
      const agent = this.agents[this.base.agents + steps[step]],
        isLost = steps[step + 1] === LOST,
        count = steps[step + 3],
        end = at + 3 * count;
      if (order >= skip) {
        agent.begin(steps[step + 1], steps[step + 2], isLost ? steps[step + 4] : 1, this.base.order + order);
        for (; at < end; at += 3) {
          // For a reason, the code is increased by the number of its text.
          const what = Math.min(events[at + 1], WHY);
          agent.event(events[at], what, events[at + 2], what === WHY ? reasons[events[at + 1] - WHY] : undefined);
        }
        changed.add(agent);
      }
      at = end;
      if (isLost) step++;
    }
    this.next = Math.max(this.next, order);
  }

  /** The first picture of the world that was made after a step; or the last one of all. */
  worldAfter(order) {
    let low = 0, high = this.worlds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.worlds[middle][0] > order) high = middle; else low = middle + 1;
    }
    return this.worlds[low]?.[1];
  }
}
