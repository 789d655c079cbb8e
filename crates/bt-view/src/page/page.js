// The page: a moment (agent, tick, step within the tick), a selected node, and the elements that show them.

const element = (id) => document.getElementById(id);
/** Whether keys and the clipboard belong to what has the focus: a text. */
const isText = (target) =>
  target.isContentEditable || target.matches?.("input:not([type=range]):not([type=checkbox]), textarea");
const recording = new Recorded();
const RESULT_CLASSES = ["", "good", "bad", "cut"];

const moment = { agent: 0, tick: 0, step: 0, node: -1 };
let matches = null, playing = null, sortedBy = "visits", live = null, shownWorld = null;

const agent = () => recording.agents[moment.agent];
const tree = new TreePicture(select);
const lanes = new Lanes((of, tick) => { focus(of); go(tick); }, (of, node) => { focus(of); select(node); });
const agents = new Agents(choose, showLanes);
const query = new Query((tick) => go(tick));
const steps = new Steps((node, tick, step) => { moment.node = node; go(tick, step); });

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** A time in seconds, without needless digits. */
function seconds(nanos) {
  return `${Number((nanos / 1e9).toFixed(6))} s`;
}

// Moving through the recording.

/** Goes to a tick: to its end, or to the moment after `step` of its events. */
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

/** Shows the tree of an agent, at the moment that was shown of the one before. */
function choose(number) {
  if (recording.agents.length === 0) return;
  const places = COUNTED[element("axis").value], place = agents.focus >= 0 ? places(agent())[moment.tick] : undefined;
  moment.agent = Math.min(recording.agents.length - 1, Math.max(0, number));
  if (agent().isForgotten) moment.agent = agents.newest(moment.agent);
  agents.setFocus(moment.agent);
  moment.node = -1;
  tree.show(agent().nodes);
  showLanes();
  element("scrub").max = Math.max(0, agent().ticks - 1);
  search(false);
  go(place === undefined ? 0 : lastAtMost(places(agent()), place));
}

/** Shows the tree of the agent, which was this one and has grown. */
function showGrown(before) {
  if (moment.node >= 0) moment.node = agent().nodes.places[before.ids[moment.node]];
  tree.show(agent().nodes);
  showLanes();
  search(false);
}

/** For each node of an edited tree, its old position, or -1: that of the old node with the same path (the n-th of
 * several with one path), or else of the first remaining child of the same old parent with the same name. */
function oldPlaces(before, nodes) {
  const known = new Map(), seen = new Map();
  const key = (count, { path }) => {
    const number = count.get(path) ?? 0;
    count.set(path, number + 1);
    return `${number} ${path}`;
  };
  before.forEach((node) => known.set(key(seen, node), node.position));
  seen.clear();
  const places = nodes.map((node) => known.get(key(seen, node)) ?? -1), taken = new Set(places);
  for (const { position, parent, name } of nodes) {
    if (places[position] >= 0) continue;
    const same = parent < 0 ? [0] : before[places[parent]]?.children ?? [];
    places[position] = same.find((old) => !taken.has(old) && before[old].name === name) ?? -1;
    taken.add(places[position]);
  }
  return places;
}

/** Goes over to the edited tree of the agent. The view stays. */
function goOver(number) {
  const before = agent().nodes, selected = moment.node, old = moment.agent, { nodes } = recording.agents[number];
  const places = oldPlaces(before, nodes);
  moment.agent = number;
  moment.node = selected < 0 ? -1 : places.indexOf(selected);
  if (agents.chosen.delete(old)) agents.chosen.add(number);
  agents.setFocus(number);
  agents.hideOld();
  tree.change(nodes, places, selected);
  showLanes();
  element("scrub").max = Math.max(0, agent().ticks - 1);
  search(false);
}

/** The same of an agent that has lanes. */
function focus(wanted) {
  if (wanted !== agent()) choose(recording.agents.indexOf(wanted));
}

function showLanes() {
  const shown = agents.withLanes().map((number) => recording.agents[number]);
  element("axis").hidden = shown.length < 2;
  lanes.show(shown, agent(), element("axis").value);
  show();
}

function select(node) {
  live?.hand.letGo();
  moment.node = node;
  show();
}

function jumpToRunning() {
  const { active } = agent().stateAt(moment.tick, moment.step);
  const leaf = agent().nodes.findLast((node) => active[node.position]);
  if (!leaf) return;
  tree.bring(leaf.position);
  select(leaf.position);
}

function search(next) {
  const wanted = element("search").value.trim().toLowerCase();
  const found = agent().nodes.filter((node) => wanted && hasText(node, wanted));
  matches = wanted ? new Set(found.map((node) => node.position)) : null;
  element("found").textContent = wanted ? `${found.length} found` : "";
  lanes.filter(wanted);
  if (next && found.length > 0) {
    const node = (found.find((node) => node.position > moment.node) ?? found[0]).position;
    tree.bring(node);
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
  query.show();
  showMoment();
  showWorld();
  showSelected(state);
  if (!element("steps").hidden) steps.show(agent(), moment.agent, tick, step);
  if (!element("statistics").hidden) showStatistics();
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
    element("moment").textContent =
      `ticks ${number(tick)} to ${last.toLocaleString("en")} were not seen · ${seconds(spans[tick])}`;
    return;
  }
  const span = spans[tick] > 0 ? ` of ${seconds(spans[tick])}` : "";
  const where = step < events ? `step ${step} of ${events}` : events === 1 ? "1 step" : `${events} steps`;
  const last = `last is ${number(ticks - 1)} · at ${seconds(times[tick])}`;
  element("moment").textContent = `${SORTS[sorts[tick]]} ${number(tick)}${span}, ${last} · ${where}`;
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
  const title = make("b", node.text),
    list = make("dl"),
    { nanos, ticks, visits: all } = agent().statisticsOf(node.position);
  const { visits, ends } = agent().countsAt(node.position, moment.tick, moment.step);
  title.dir = "auto";
  const row = (key, value) => list.append(make("dt", key), make("dd", value));
  const last = state.last[node.position],
    ended = state.endedIn[node.position];
  const when = ended < 0 ? "" : ended === moment.tick ? " in this tick" : ` in tick ${agent().numbers[ended]}`;
  const result = last ? `${WORDS[last + 3]}${when}` : "none yet";
  row("state", state.active[node.position] ? "active" : "not active");
  row("last end", result);
  const why = whyAborted(agent(), node.position, moment.tick, moment.step);
  if (why !== null) row("why", why);
  const reason = lastReason(agent(), node.position, moment.tick, moment.step);
  if (reason !== null) row("answered", reason);
  row("visits", `${visits}: ${ends[0]} success, ${ends[1]} failure, ${ends[2]} aborted`);
  row(
    "in all",
    `${all} ${all === 1 ? "visit" : "visits"}, active in ${ticks} ${ticks === 1 ? "tick" : "ticks"}, ${seconds(nanos)}`,
  );
  row("kind", KINDS[node.kind] + (node.line > 0 ? `, line ${node.line}, column ${node.column}` : ""));
  box.replaceChildren(title, list);
}

const COLUMNS = {
  node: (node) => node.position,
  visits: (node) => agent().statisticsOf(node.position).visits,
  aborts: (node) => agent().statisticsOf(node.position).ends[2],
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
    name.append(make("bdi", node.path));
    name.title = node.text;
    const rate = COLUMNS["% success"](node);
    row.append(
      name,
      make("td", COLUMNS.visits(node)),
      make("td", COLUMNS.aborts(node)),
      make("td", rate < 0 ? "–" : rate.toFixed(0)),
    );
    row.append(make("td", COLUMNS.ticks(node)), make("td", COLUMNS.seconds(node).toFixed(2)));
    row.addEventListener("click", () => { tree.bring(node.position); select(node.position); });
    table.append(row);
  }
  element("statistics").replaceChildren(table);
}

// The address contains the moment.

/** While following a program, milliseconds between two changes of the address: browsers refuse more. */
const ADDRESS_PAUSE = 500;
let addressed = -Infinity;

function writeAddress() {
  if (source.hasAddress || (live?.follows && performance.now() - addressed < ADDRESS_PAUSE)) return;
  addressed = performance.now();
  const { agent, tick, step, node } = moment, others = agents.chosen.size > 1 ? `&lanes=${agents.withLanes()}` : "";
  const address = `#agent=${agent}&tick=${tick}&step=${step}` + (node < 0 ? "" : `&node=${node}`) + others;
  if (location.hash !== address) history.replaceState(null, "", address);
}

function readAddress() {
  if (!agent()) return;
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = (key, otherwise) => (/^\d+$/.test(wanted.get(key) ?? "") ? Number(wanted.get(key)) : otherwise);
  agents.setLanes(
    (wanted.get("lanes") ?? "")
      .split(",")
      .filter((number) => /^\d+$/.test(number))
      .map(Number),
    number("agent", 0),
  );
  choose(number("agent", 0));
  const node = number("node", -1);
  if (node >= 0 && node < agent().nodes.length) {
    moment.node = node;
    tree.bring(node);
  }
  go(number("tick", 0), number("step", Infinity));
}

// Buttons and keys.

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  show();
}

function setCollapses(collapses) {
  steps.collapses = collapses;
  element("collapse").classList.toggle("on", collapses);
  element("collapse").ariaPressed = collapses;
  show();
}

/** On a narrow screen, the side panel is a drawer. */
function showDrawer(isOpen) {
  document.body.classList.toggle("drawer", isOpen);
  element("drawer").ariaExpanded = isOpen;
  element("drawer").textContent = isOpen ? "close" : "details";
}

const TABS = ["steps", "statistics", "use"];

function showTab(shown) {
  for (const tab of TABS) {
    element(tab).hidden = tab !== shown;
    element(`show-${tab}`).classList.toggle("on", tab === shown);
  }
  element("collapse").hidden = shown !== "steps";
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
  choose: () => agents.open(),
  help: () => element("keys").showModal(),
  drawer: () => showDrawer(!document.body.classList.contains("drawer")),
  collapse: () => setCollapses(!steps.collapses),
  "show-steps": () => showTab("steps"),
  "show-statistics": () => showTab("statistics"),
  "show-use": () => showTab("use"),
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
  a: ACTIONS.choose,
  c: ACTIONS.collapse,
  "?": ACTIONS.help,
  "/": () => element("search").focus(),
  q: () => element("query").focus(),
  "+": () => tree.zoom(1.25),
  "-": () => tree.zoom(0.8),
  "[": () => choose(agents.beside(-1)),
  "]": () => choose(agents.beside(1)),
};

function listen() {
  for (const id in ACTIONS) element(id).addEventListener("click", () => { if (agent()) ACTIONS[id](); });
  for (const skip of document.querySelectorAll(".skip"))
    skip.addEventListener("click", () => document.querySelector(skip.dataset.to)?.focus());
  document.addEventListener("keydown", (event) => {
    const isOfSelect = event.target.matches?.("select") && ["ArrowUp", "ArrowDown", " ", "Enter"].includes(event.key);
    const typing =
      isOfSelect || event.target.matches?.("input[type=search], dialog *, #hand input, #hand select, textarea");
    const pressing = event.target.matches?.("button") && (event.key === " " || event.key === "Enter");
    if (
      !agent() ||
      typing ||
      pressing ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      !Object.hasOwn(KEYS, event.key)
    )
      return;
    event.preventDefault();
    KEYS[event.key](event);
  });
  element("search").addEventListener("input", () => search(false));
  element("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") search(true);
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.target.value = "";
    search(false);
    event.target.blur();
  });
  element("scrub").addEventListener("input", (event) => { if (agent()) go(Number(event.target.value)); });
  element("axis").addEventListener("change", showLanes);
  window.addEventListener("resize", () => { tree.resized(); show(); });
  window.addEventListener("hashchange", readAddress);
}

async function begin() {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const packed = element("recording").textContent.trim();
  if (packed === "") {
    listen();
    live = new Live();
    return;
  }
  recording.add(await unpack(packed));
  agents.list();
  const [steps, events] = recording.dropped;
  if (steps + events > 0) element("dropped").textContent = `${steps} ticks and ${events} events before were dropped`;
  if (recording.agents.length === 0) {
    element("moment").textContent = "no agents were recorded";
    return;
  }
  listen();
  readAddress();
}

/** When the recording is there. */
const ready = begin();
