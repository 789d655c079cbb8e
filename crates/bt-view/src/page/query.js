// Queries: the ticks in which a node answered something, or a value was below or above a bound.

const COMPARE = {
  "<": (one, other) => one < other, "<=": (one, other) => one <= other, ">": (one, other) => one > other,
  ">=": (one, other) => one >= other, "=": (one, other) => one === other, "!=": (one, other) => one !== other,
};
/** What a query can call an event. */
const EVENTS = { start: [START], running: [RUNNING], success: [RUN_SUCCESS, SUCCESS], failure: [RUN_FAILURE, FAILURE], aborted: [ABORTED] };

/** The ticks from `from` on in which a query holds, and what was found; `null` if the agent has no such name. */
function findTicks(agent, query, from = 0) {
  const bound = /^(.*?\S)\s*(<=|>=|!=|=|<|>)\s*([-+]?[\d.]+(?:e[-+]?\d+)?)$/i.exec(query);
  if (bound && Number.isFinite(Number(bound[3]))) return findValues(agent, bound[1], bound[2], Number(bound[3]), from);
  const [, title, answer] = /^(.*\S)\s+(\S+)$/.exec(query) ?? [null, query, "start"];
  return findAnswers(agent, title.toLowerCase(), answer.toLowerCase(), from);
}

function findValues(agent, name, compare, bound, from) {
  const wanted = [...agent.tracks.keys()].find((known) => known.toLowerCase() === name.trim().toLowerCase());
  if (wanted === undefined) return null;
  const { ticks, values } = agent.tracks.get(wanted);
  return ticks.flatMap((tick, index) => (tick >= from && COMPARE[compare](values[index], bound) ? [{ tick, found: `${wanted} = ${values[index]}` }] : []));
}

/** The nodes with a title or path; if there are none, the nodes with it in their text. */
function nodesNamed(agent, title) {
  const named = agent.nodes.filter(({ title: own, path }) => own.toLowerCase() === title || path.toLowerCase() === title);
  return named.length > 0 ? named : agent.nodes.filter((node) => hasText(node, title));
}

function findAnswers(agent, title, answer, from) {
  const nodes = new Set(nodesNamed(agent, title).map(({ position }) => position)), found = [];
  if (nodes.size === 0) return null;
  const what = Object.hasOwn(EVENTS, answer) ? EVENTS[answer] : null;
  for (let tick = from; tick < agent.ticks; tick++) {
    for (let event = agent.begins[tick], end = agent.end(tick); event < end; event++) {
      if (!nodes.has(agent.node[event])) continue;
      const isReason = agent.what[event] === WHY && (agent.reason[event].toLowerCase() === answer || told(agent, event).toLowerCase().includes(answer));
      if (!(what ? what.includes(agent.what[event]) : isReason)) continue;
      found.push({ tick, found: `${agent.nodes[agent.node[event]].path} ${word(agent, event)}` });
      break;
    }
  }
  return found;
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
    element("export").addEventListener("click", () => download("found.csv", "text/csv", tableOf(agent(), this.found() ?? [])));
  }

  /** The ticks that are found; each is searched once. Of the last one, values may have come since. */
  found() {
    const of = agent(), text = this.input.value.trim(), { known } = this;
    if (!of || text === "") return null;
    const isSame = known.found && known.of === of && known.text === text && known.first === of.numbers[0];
    if (isSame && known.ticks === of.ticks) return known.found;
    const from = isSame ? Math.max(0, known.ticks - 1) : 0, before = isSame ? known.found.filter(({ tick }) => tick < from) : [];
    const found = findTicks(of, text, from);
    this.known = { of, text, ticks: of.ticks, first: of.numbers[0], found: found && [...before, ...found] };
    return this.known.found;
  }

  go(by) {
    const ticks = (this.found() ?? []).map(({ tick }) => tick), tick = by > 0 ? ticks.find((tick) => tick > moment.tick) : ticks.findLast((tick) => tick < moment.tick);
    if (tick !== undefined) this.onTick(tick);
  }

  show() {
    const text = this.input.value.trim(), found = this.found(), at = found?.findIndex(({ tick }) => tick === moment.tick) ?? -1;
    for (const id of ["query-back", "query-next", "export"]) element(id).hidden = !found?.length;
    const ticks = found?.length === 1 ? "1 tick" : `${found?.length} ticks`;
    this.hits.textContent = text === "" ? "" : found === null ? "nothing has this name" : at >= 0 ? `${at + 1} of ${ticks}` : ticks;
  }
}
