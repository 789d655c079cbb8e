// The page: a moment (agent, tick, step within it), a selected node, and all that shows them.

const element = (id) => document.getElementById(id);
const data = JSON.parse(element("recording").textContent);
const recording = new Recorded();
if (data) recording.add(data);
const RESULT_CLASSES = ["", "good", "bad", "cut"];
const MARKS = ["●", "✓", "✗", "●", "✓", "✗", "⊘", "?"];
const MARK_CLASSES = ["run", "good", "bad", "run", "good", "bad", "cut", "why"];
/** The most lines that are shown of the steps of one tick. */
const MOST_STEPS = 200;

const moment = { agent: 0, tick: 0, step: 0, node: -1 };
let matches = null, playing = null, sortedBy = "visits", live = null, shownWorld = null;

const agent = () => recording.agents[moment.agent];
const tree = new TreePicture(select);
const lanes = new Lanes((tick) => go(tick), select);

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** A time in seconds, with as many digits as it needs. */
function seconds(nanos) {
  return `${Number((nanos / 1e9).toFixed(6))} s`;
}

// Moving through the recording.

/** Goes to a tick: to its end, or behind so many of its events. */
function go(tick, step = Infinity) {
  const last = Math.max(0, agent().ticks - 1);
  moment.tick = Math.min(last, Math.max(0, Math.trunc(tick) || 0));
  const events = agent().ticks ? agent().events(moment.tick) : 0;
  moment.step = Math.min(events, Math.max(0, step));
  lanes.follow(moment.tick);
  show();
}

/** Goes one event on or back, and over the borders of ticks. */
function stepBy(by) {
  const step = moment.step + by;
  if (step < 0) {
    if (moment.tick > 0) go(moment.tick - 1);
  } else if (agent().ticks && step > agent().events(moment.tick)) {
    if (moment.tick + 1 < agent().ticks) go(moment.tick + 1, 1);
  } else {
    go(moment.tick, step);
  }
}

/** Goes to the next tick in which the selected node starts or ends, or to the last one before. */
function jump(by) {
  if (moment.node < 0) return;
  const ticks = agent().intervals[moment.node].flatMap(([from, to]) => [from, to]);
  const candidates = ticks.filter((tick) => (tick - moment.tick) * by > 0);
  if (candidates.length > 0) go(by > 0 ? candidates[0] : candidates.at(-1));
}

function choose(number) {
  if (recording.agents.length === 0) return;
  moment.agent = Math.min(recording.agents.length - 1, Math.max(0, number));
  element("agents").value = moment.agent;
  moment.node = -1;
  tree.show(agent().nodes);
  lanes.show(agent());
  element("scrub").max = Math.max(0, agent().ticks - 1);
  search(false);
  go(0);
}

function select(node) {
  moment.node = node;
  show();
}

function jumpToRunning() {
  const { active } = agent().stateAt(moment.tick, moment.step);
  const leaf = agent().nodes.findLast((node) => active[node.position]);
  if (!leaf) return;
  tree.centre(leaf.position);
  select(leaf.position);
}

function search(next) {
  const wanted = element("search").value.trim().toLowerCase();
  const found = agent().nodes.filter((node) => wanted && node.text.toLowerCase().includes(wanted));
  matches = wanted ? new Set(found.map((node) => node.position)) : null;
  element("found").textContent = wanted ? `${found.length} found` : "";
  lanes.filter(matches);
  if (next && found.length > 0) {
    const node = (found.find((node) => node.position > moment.node) ?? found[0]).position;
    tree.centre(node);
    moment.node = node;
  }
  show();
}

function play(on) {
  playing = on && agent().ticks > 0 ? { at: moment.tick, then: performance.now() } : null;
  element("play").textContent = playing ? "pause" : "play";
  if (playing && moment.tick >= agent().ticks - 1) playing.at = 0;
  if (playing) requestAnimationFrame(frame);
}

function frame(now) {
  if (!playing) return;
  playing.at += ((now - playing.then) / 1000) * Number(element("speed").value);
  playing.then = now;
  if (Math.floor(playing.at) !== moment.tick) go(playing.at);
  if (moment.tick >= agent().ticks - 1) play(false); else requestAnimationFrame(frame);
}

// Showing the moment.

let asked = false;

/** Shows the moment before the next frame is drawn. */
function show() {
  if (asked || !agent()) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; showNow(); });
}

function showNow() {
  const { tick, step, node } = moment, state = agent().stateAt(tick, step);
  const moving = step > 0 && step < agent().events(tick) ? agent().node[agent().begins[tick] + step - 1] : -1;
  tree.mark(state, tick, moving, node, matches);
  lanes.draw(tick, node);
  live?.show();
  showMoment();
  showWorld();
  showSelected(state);
  if (element("statistics").hidden) showSteps(); else showStatistics();
  element("scrub").value = tick;
  writeAddress();
}

function showMoment() {
  const { tick, step } = moment, { ticks, numbers, nextNumber, sorts, times, spans } = agent();
  if (ticks === 0) {
    element("moment").textContent = "no ticks were recorded";
    return;
  }
  const events = agent().events(tick), number = (index) => numbers[index].toLocaleString("en");
  if (sorts[tick] === LOST) {
    const last = (numbers[tick + 1] ?? nextNumber) - 1;
    element("moment").textContent = `ticks ${number(tick)} to ${last.toLocaleString("en")} were not seen · ${seconds(spans[tick])}`;
    return;
  }
  const span = spans[tick] > 0 ? ` of ${seconds(spans[tick])}` : "";
  const where = step < events ? `step ${step} of ${events}` : `${events} steps`;
  element("moment").textContent =
    `${SORTS[sorts[tick]]} ${number(tick)}${span}, last is ${number(ticks - 1)} · at ${seconds(times[tick])} · ${where}`;
}

function showWorld() {
  const svg = recording.worldAfter(agent().orders[moment.tick] ?? 0);
  element("world").hidden = svg === undefined;
  if (svg === undefined || svg === shownWorld) return;
  shownWorld = svg;
  // Scripts in an image do not run.
  const image = element("world").firstChild ?? element("world").appendChild(make("img"));
  image.alt = "the world";
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function showSelected(state) {
  const box = element("selected"), node = agent().nodes[moment.node];
  if (!node) {
    box.replaceChildren(make("span", "Click a node, or a lane."));
    return;
  }
  const title = make("b", node.text), list = make("dl"), { visits, ends, nanos, ticks } = agent().statisticsOf(node.position);
  title.dir = "auto";
  const row = (key, value) => list.append(make("dt", key), make("dd", value));
  const last = state.last[node.position], ended = state.endedIn[node.position];
  const result = last ? `${WORDS[last + 3]}${ended < 0 ? "" : ended === moment.tick ? " in this tick" : ` in tick ${agent().numbers[ended]}`}` : "none yet";
  row("state", state.active[node.position] ? "active" : "not active");
  row("last end", result);
  const why = whyAborted(agent(), node.position, moment.tick, moment.step);
  if (why !== null) row("why", why);
  row("visits", `${visits}: ${ends[0]} success, ${ends[1]} failure, ${ends[2]} aborted`);
  row("active", `${ticks} ticks, ${seconds(nanos)}`);
  row("kind", `${KINDS[node.kind]}, line ${node.line}, column ${node.column}`);
  box.replaceChildren(title, list);
}

/** The events of a tick, with the start, run and end of a leaf in one line if nothing stands between them. */
function linesOf(tick) {
  const lines = [], begin = agent().begins[tick], end = agent().end(tick);
  for (let event = begin; event < end; event++) {
    const node = agent().node[event], line = lines.at(-1), isLeaf = agent().nodes[node].children.length === 0;
    if (isLeaf && line && line.node === node && agent().what[event] !== START) {
      line.events.push(event);
    } else {
      lines.push({ node, events: [event] });
    }
  }
  return lines;
}

function showSteps() {
  const list = element("steps"), { tick, step } = moment;
  if (agent().ticks === 0) return list.replaceChildren();
  const begin = agent().begins[tick], lines = linesOf(tick);
  const here = lines.findIndex((line) => line.events.includes(begin + step - 1));
  const from = Math.max(0, Math.min(here - MOST_STEPS / 2, lines.length - MOST_STEPS));
  const shown = lines.slice(from, from + MOST_STEPS).map((line, index) => {
    const node = agent().nodes[line.node], last = line.events.at(-1), words = line.events.map(word);
    const item = make("li"), name = make("bdi", node.title), mark = line.events.findLast((event) => agent().what[event] !== WHY) ?? last;
    const what = agent().what[mark];
    item.style.paddingLeft = `${8 + 12 * Math.min(node.depth, 12)}px`;
    item.append(make("span", MARKS[what] + " ", MARK_CLASSES[what]), name, " ", make("span", wording(words), MARK_CLASSES[what]));
    item.title = `${node.text}: ${words.join(", ")} at ${seconds(agent().times[tick] + agent().nanos[last])}`;
    if (line.events[0] - begin >= step) item.classList.add("later");
    if (from + index === here) item.classList.add("here");
    item.addEventListener("click", () => { moment.node = line.node; go(tick, last - begin + 1); });
    return item;
  });
  if (lines.length === 0) shown.push(make("li", "nothing happened"));
  if (lines.length > MOST_STEPS) shown.push(make("li", `${lines.length - shown.length} lines are not shown`));
  list.replaceChildren(...shown);
  list.querySelector(".here")?.scrollIntoView({ block: "nearest" });
}

/** What happened at an event, in a word; or what its node was told. */
function word(event) {
  return agent().what[event] === WHY ? told(agent(), event) : WORDS[agent().what[event]];
}

/** The words of the events of a line: a result that is said twice is said once. */
function wording(words) {
  return words.filter((word, index) => word !== words[index + 1] && (word !== "start" || words.length === 1)).join(", ");
}

const COLUMNS = {
  node: (node) => node.position,
  visits: (node) => agent().statisticsOf(node.position).visits,
  "% success": (node) => successRate(agent().statisticsOf(node.position)),
  ticks: (node) => agent().statisticsOf(node.position).ticks,
  seconds: (node) => agent().statisticsOf(node.position).nanos / 1e9,
};

function successRate({ ends: [success, failure] }) {
  return success + failure > 0 ? (100 * success) / (success + failure) : -1;
}

function showStatistics() {
  const table = make("table"), head = make("tr"), key = COLUMNS[sortedBy];
  for (const column in COLUMNS) {
    const cell = make("th", column + (column === sortedBy ? " ▾" : ""));
    cell.addEventListener("click", () => { sortedBy = column; show(); });
    head.append(cell);
  }
  table.append(head);
  const nodes = agent().nodes.filter((node) => !matches || matches.has(node.position));
  nodes.sort((one, other) => (sortedBy === "node" ? key(one) - key(other) : key(other) - key(one)));
  for (const node of nodes) {
    const row = make("tr", undefined, node.position === moment.node ? "selected" : ""), name = make("td");
    name.append(make("bdi", node.title));
    name.title = node.text;
    const rate = COLUMNS["% success"](node);
    row.append(name, make("td", COLUMNS.visits(node)), make("td", rate < 0 ? "–" : rate.toFixed(0)));
    row.append(make("td", COLUMNS.ticks(node)), make("td", COLUMNS.seconds(node).toFixed(2)));
    row.addEventListener("click", () => { tree.centre(node.position); select(node.position); });
    table.append(row);
  }
  element("statistics").replaceChildren(table);
}

// The address holds the moment.

function writeAddress() {
  const { agent, tick, step, node } = moment;
  const address = `#agent=${agent}&tick=${tick}&step=${step}` + (node < 0 ? "" : `&node=${node}`);
  if (location.hash !== address) history.replaceState(null, "", address);
}

function readAddress() {
  if (!agent()) return;
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = (key, otherwise) => (/^\d+$/.test(wanted.get(key) ?? "") ? Number(wanted.get(key)) : otherwise);
  choose(number("agent", 0));
  const node = number("node", -1);
  if (node >= 0 && node < agent().nodes.length) {
    moment.node = node;
    tree.centre(node);
  }
  go(number("tick", 0), number("step", Infinity));
}

// Buttons and keys.

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  show();
}

function showTab(statistics) {
  element("steps").hidden = statistics;
  element("statistics").hidden = !statistics;
  element("show-steps").classList.toggle("on", !statistics);
  element("show-statistics").classList.toggle("on", statistics);
  show();
}

const ACTIONS = {
  first: () => go(0),
  back: () => go(moment.tick - 1),
  "step-back": () => stepBy(-1),
  play: () => play(!playing),
  step: () => stepBy(1),
  next: () => go(moment.tick + 1),
  last: () => go(Infinity),
  running: jumpToRunning,
  fit: () => tree.fit(),
  fold: () => { if (moment.node >= 0) tree.toggle(moment.node); },
  theme: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  help: () => element("keys").showModal(),
  "show-steps": () => showTab(false),
  "show-statistics": () => showTab(true),
};

const KEYS = {
  ArrowLeft: (event) => (event.shiftKey ? stepBy(-1) : go(moment.tick - 1)),
  ArrowRight: (event) => (event.shiftKey ? stepBy(1) : go(moment.tick + 1)),
  Home: ACTIONS.first,
  End: ACTIONS.last,
  " ": ACTIONS.play,
  p: () => jump(-1),
  n: () => jump(1),
  Enter: ACTIONS.fold,
  r: ACTIONS.running,
  f: ACTIONS.fit,
  t: ACTIONS.theme,
  "?": ACTIONS.help,
  "/": () => element("search").focus(),
  "+": () => tree.zoom(1.25),
  "-": () => tree.zoom(0.8),
  "[": () => choose(moment.agent - 1),
  "]": () => choose(moment.agent + 1),
};

function listen() {
  for (const id in ACTIONS) element(id).addEventListener("click", () => { if (agent()) ACTIONS[id](); });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input[type=search], select, dialog *");
    const pressing = event.target.matches?.("button") && (event.key === " " || event.key === "Enter");
    if (!agent() || typing || pressing || event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key](event);
  });
  element("search").addEventListener("input", () => search(false));
  element("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") search(true);
    if (event.key === "Escape") event.target.blur();
  });
  element("scrub").addEventListener("input", (event) => { if (agent()) go(Number(event.target.value)); });
  element("agents").addEventListener("change", (event) => choose(Number(event.target.value)));
  window.addEventListener("resize", show);
  window.addEventListener("hashchange", readAddress);
}

/** Adds agents that are not yet among those to choose from. */
function listAgents() {
  recording.agents.slice(element("agents").options.length).forEach((agent) => {
    const option = make("option", shortened(agent.name, 60));
    option.value = element("agents").options.length;
    option.dir = "auto";
    element("agents").append(option);
  });
}

function begin() {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  if (!data) {
    listen();
    live = new Live();
    return;
  }
  listAgents();
  const [steps, events] = recording.dropped;
  if (steps + events > 0) element("dropped").textContent = `${steps} ticks and ${events} events before were dropped`;
  if (recording.agents.length === 0) {
    element("moment").textContent = "no agents were recorded";
    return;
  }
  listen();
  readAddress();
}

begin();
