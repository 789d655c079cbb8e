// Questions that nodes ask repeatedly: when each answer first came, and how often it stayed the same.

/** The nodes that ask for something by which they or their parents decide. */
const ASKING = new Set([
  "condition",
  "recalls",
  "guard",
  "precondition",
  "wait_until",
  "if_else",
  "reactive_if_else",
  "priority",
  "utility",
  "reactive_utility",
  "switch",
  "reactive_switch",
  "keyed",
  "observe",
]);

/** The end of a visit of a node: its events from the first one up to another start, or an event of another node. */
function endOfVisit(agent, first, end) {
  let event = first + 1;
  while (event < end && agent.node[event] === agent.node[first] && agent.what[event] !== START) event++;
  return event;
}

/** The reasons that a node reported in a visit, up to an event; `text` writes one. */
function reasonIn(agent, first, end, text = told) {
  const reasons = [];
  for (let event = first, last = endOfVisit(agent, first, end); event < last; event++)
    if (agent.what[event] === WHY) reasons.push(text(agent, event));
  return reasons.join(", ");
}

/** What a node was answered in some events, as a text; `null` if it did not ask. */
function answerIn(agent, first, end) {
  const node = agent.nodes[agent.node[first]];
  if (!ASKING.has(node.name)) return null;
  const reasons = reasonIn(agent, first, end, answered);
  if (reasons !== "") return reasons;
  const result = agent.what[end - 1];
  return node.children.length === 0 && result !== START && result !== ABORTED ? WORDS[result] : null;
}

/** For each node of an agent its runs: how often it was given the same answer, in ticks that follow each other. */
class Asks {
  constructor(size) {
    // For each run: its answer, and for each of its asks the first event and the tick.
    this.runs = Array.from({ length: size }, () => []);
    this.firsts = Array.from({ length: size }, () => []);
    this.before = -1;
  }

  /** Sees the next tick. */
  see(agent, tick) {
    for (let event = agent.begins[tick], end = agent.end(tick), next; event < end; event = next) {
      next = endOfVisit(agent, event, end);
      const answer = answerIn(agent, event, next);
      if (answer !== null) this.add(agent.node[event], answer, event, tick);
    }
    // A message that did not reach any node does not interrupt a run.
    if (SORTS[agent.sorts[tick]] !== "message" || agent.events(tick) > 0) this.before = tick;
  }

  add(node, answer, event, tick) {
    let run = this.runs[node].at(-1);
    if (!run || run.answer !== answer || (run.ticks.at(-1) !== tick && run.ticks.at(-1) !== this.before)) {
      run = { answer, events: [], ticks: [] };
      this.runs[node].push(run);
      this.firsts[node].push(event);
    }
    run.events.push(event);
    run.ticks.push(tick);
  }

  /** The run in which a node asked at an event, its asks up to then, and the answer before the run if known. */
  at(node, event) {
    const index = lastAtMost(this.firsts[node], event), run = this.runs[node][index];
    return { run, count: lastAtMost(run.events, event) + 1, answerBefore: this.runs[node][index - 1]?.answer ?? null };
  }
}
