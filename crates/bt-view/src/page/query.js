// Queries: the ticks in which a node gave an answer, or a value was below or above a limit.

const COMPARE = {
  "<": (one, other) => one < other, "<=": (one, other) => one <= other, ">": (one, other) => one > other,
  ">=": (one, other) => one >= other, "=": (one, other) => one === other, "!=": (one, other) => one !== other,
};
/** What a query can call an event. */
const EVENTS = {
  start: [START],
  running: [RUNNING],
  success: [RUN_SUCCESS, SUCCESS],
  failure: [RUN_FAILURE, FAILURE],
  aborted: [ABORTED],
};

/** A query for a value: `battery < 20`. */
const BOUND = /^(.*?\S)\s*(<=|>=|!=|=|<|>)\s*([-+]?[\d.]+(?:e[-+]?\d+)?)$/i;

/** The ticks from `from` on in which a query holds, and what was found; `null` if the agent has no such name. */
function findTicks(agent, query, from = 0) {
  const bound = BOUND.exec(query);
  if (bound && Number.isFinite(Number(bound[3]))) return findValues(agent, bound[1], bound[2], Number(bound[3]), from);
  const { title, answer } = titleAndAnswer(agent, query);
  return findAnswers(agent, title, answer, from);
}

/** A query for the answers of a node: the longest title that there is, and what comes after it. */
function titleAndAnswer(agent, query) {
  const words = query.toLowerCase().split(/\s+/),
    of = (count) => ({ title: words.slice(0, count).join(" "), answer: words.slice(count).join(" ") });
  for (let count = words.length - 1; count > 0; count--)
    if (nodesNamed(agent, of(count).title).length > 0) return of(count);
  return { ...of(Math.max(1, words.length - 1)), ...(words.length === 1 && { answer: "start" }) };
}

function findValues(agent, name, compare, bound, from) {
  const wanted = [...agent.tracks.keys()].find((known) => known.toLowerCase() === name.trim().toLowerCase());
  if (wanted === undefined) return null;
  const { ticks, values } = agent.tracks.get(wanted);
  return ticks.flatMap((tick, index) =>
    tick >= from && COMPARE[compare](values[index], bound) ? [{ tick, found: `${wanted} = ${values[index]}` }] : [],
  );
}

/** The nodes with a title or path; if there are none, the nodes with it in their text. */
function nodesNamed(agent, title) {
  const named = agent.nodes.filter(
    ({ title: own, path }) => own.toLowerCase() === title || path.toLowerCase() === title,
  );
  return named.length > 0 ? named : agent.nodes.filter((node) => hasText(node, title));
}

/** The events that a word means: its beginning will do. */
function eventsOf(answer) {
  const key = Object.keys(EVENTS).find((key) => answer.length > 2 && key.startsWith(answer));
  return key === undefined ? null : EVENTS[key];
}

function findAnswers(agent, title, answer, from) {
  const nodes = new Set(nodesNamed(agent, title).map(({ position }) => position)), found = [];
  if (nodes.size === 0) return null;
  const what = eventsOf(answer), words = answer.split(" ");
  // An answer that a node got about its child contains the child's title: `chase: false`.
  const isTold = (event) => {
    if (agent.what[event] !== WHY) return false;
    const text = answered(agent, event).toLowerCase(), isOwn = nodes.has(agent.node[event]);
    if (!isOwn) return text.includes(`${title}: ${answer}`);
    if (text.includes(answer) || answer === "true" || answer === "false") return text.includes(answer);
    return partsOf(agent, event).some((part) => words.every((word) => part.toLowerCase().split(" ").includes(word)));
  };
  for (let tick = from; tick < agent.ticks; tick++) {
    for (let event = agent.begins[tick], end = agent.end(tick); event < end; event++) {
      const isEvent = what !== null && nodes.has(agent.node[event]) && what.includes(agent.what[event]);
      if (!isEvent && (what !== null || !isTold(event))) continue;
      found.push({ tick, found: `${agent.nodes[agent.node[event]].path} ${word(agent, event)}` });
      break;
    }
  }
  return found;
}

/** The most words that are listed. */
const MOST_WORDS = 8;

/** What a node did and answered, for a query that finds nothing. */
function wordsFor(agent, query) {
  const { title, answer } = titleAndAnswer(agent, query),
    nodes = new Set(nodesNamed(agent, title).map(({ position }) => position)),
    words = new Set();
  if (answer === "start") return "";
  agent.node.forEach((node, event) => {
    if (nodes.has(node)) words.add(agent.what[event] === WHY ? answered(agent, event) : WORDS[agent.what[event]]);
  });
  const all = [...words].filter((word) => word.length < 30);
  return all.length > 0
    ? `; ${title} has ${all.slice(0, MOST_WORDS).join(", ")}${all.length > MOST_WORDS ? ", .." : ""}`
    : "";
}

/** How many letters of two words must change for them to be the same. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++)
      next.push(Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + (one[at - 1] === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length];
}

/** The name of the agent that is most like a word that it does not have. */
function meantBy(agent, query) {
  const word = query.toLowerCase().split(/\s+/)[0],
    names = new Set([...agent.nodes.map(({ title }) => title), ...agent.tracks.keys()]);
  const ranked = [...names]
    .filter((name) => name.length < 30)
    .map((name) => [distance(word, name.toLowerCase()), name])
    .sort(([one], [other]) => one - other);
  return ranked.length > 0 && ranked[0][0] <= Math.max(1, word.length / 3) ? ranked[0][1] : null;
}

/** What was found, as a table of comma-separated values. */
function tableOf(agent, found) {
  const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;
  const rows = found.map(({ tick, found }) => [agent.label, agent.numbers[tick], agent.times[tick] / 1e9, found]);
  return [["agent", "tick", "seconds", "found"], ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

class Query {
  /** `onTick` gets the tick to go to. */
  constructor(onTick) {
    [this.input, this.hits, this.onTick] = [element("query"), element("hits"), onTick];
    this.known = {};
    this.input.addEventListener("input", () => this.show());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") {
        this.input.value = "";
        this.show();
        this.input.blur();
      }
    });
    element("query-back").addEventListener("click", () => this.go(-1));
    element("query-next").addEventListener("click", () => this.go(1));
    element("export").addEventListener("click", () =>
      download("found.csv", "text/csv", tableOf(agent(), this.found() ?? [])),
    );
  }

  /** The ticks that are found; each is searched once. Of the last one, values may have come since. */
  found() {
    const of = agent(), text = this.input.value.trim(), { known } = this;
    if (!of || text === "") return null;
    const isSame = known.found && known.of === of && known.text === text && known.first === of.numbers[0];
    if (isSame && known.ticks === of.ticks) return known.found;
    const from = isSame ? Math.max(0, known.ticks - 1) : 0,
      before = isSame ? known.found.filter(({ tick }) => tick < from) : [];
    const found = findTicks(of, text, from);
    this.known = { of, text, ticks: of.ticks, first: of.numbers[0], found: found && [...before, ...found] };
    return this.known.found;
  }

  go(by) {
    const ticks = (this.found() ?? []).map(({ tick }) => tick),
      tick = by > 0 ? ticks.find((tick) => tick > moment.tick) : ticks.findLast((tick) => tick < moment.tick);
    if (tick !== undefined) this.onTick(tick);
  }

  show() {
    const text = this.input.value.trim(),
      found = this.found(),
      at = found?.findIndex(({ tick }) => tick === moment.tick) ?? -1;
    for (const id of ["query-back", "query-next", "export"]) element(id).hidden = !found?.length;
    const ticks = found?.length === 1 ? "1 tick" : `${found?.length} ticks`;
    const meant = text !== "" && found === null ? meantBy(agent(), text) : null;
    const nothing = meant === null ? "nothing has this name" : `nothing has this name; did you mean ${meant}?`;
    const words = found?.length === 0 && !BOUND.test(text) ? wordsFor(agent(), text) : "";
    this.hits.textContent =
      text === "" ? "" : found === null ? nothing : at >= 0 ? `${at + 1} of ${ticks}` : ticks + words;
  }
}
