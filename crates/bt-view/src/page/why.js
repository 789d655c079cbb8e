// Why a node was aborted, as far as the recording tells.

/** Why a node aborts its child, by the name of the node: a sentence, with the answer to its question if it is known. */
const ASKS = {
  guard: ({ args }, told) => (told ? `its condition ${args} answered ${told}` : `its condition ${args} did not hold`),
  timeout: ({ args }) => `its time ${args} had run out`,
  keyed: ({ args }, told) =>
    told ? `its key ${args} became ${told.replace(/, changed$/, "")}` : `its key ${args} had changed`,
  reactive_switch: ({ args }, told) =>
    told ? `its value ${args} was ${told.replace(/^value /, "")}` : `its value ${args} matched another arm`,
  reactive_if_else: ({ args }, told) =>
    told ? `its condition ${args} answered ${told}` : `its condition ${args} had changed`,
  reactive_utility: (_, told) => (told ? `its scores were ${told}` : "another child had a better score"),
  priority: (_, told) =>
    told
      ? `its conditions were ${told}`
      : "the condition of an earlier child held, or that of this child no longer did",
};

/** The nodes whose reasons begin with the number of a child. */
const COUNTS = ["priority", "utility", "reactive_utility", "weighted", "random_selector", "random_sequence"];

/** The answer of a condition, and its parts: `false (clue true, unseen 1.7 < 1.5 false)`. */
const IN_PARTS = /^((?:child \d+: )?(?:true|false)) \((.*)\)$/;

/** The reason that a node reported at an event, as text: children have their titles. */
function told(agent, event, reason = agent.reason[event]) {
  const { name, children } = agent.nodes[agent.node[event]];
  if (!COUNTS.includes(name)) return name.endsWith("switch") ? `value ${reason}` : reason;
  // A score with few digits may have many as an `f64`.
  const short = name.endsWith("utility")
    ? reason.replace(/\d+\.\d{7,}$/, (score) => Number(Number(score).toPrecision(6)))
    : reason;
  return short.replace(/^child (\d+)(?=:|$)/, (text, child) => agent.nodes[children[child]]?.title ?? text);
}

/** The same, without the parts of a condition: their values may be other ones each time. */
function answered(agent, event) {
  return told(agent, event, agent.reason[event].replace(IN_PARTS, "$1"));
}

/** The parts of a condition that were evaluated at an event, as texts. */
function partsOf(agent, event) {
  const [, answer, parts] = IN_PARTS.exec(agent.reason[event]) ?? [null, "", ""];
  // The only part has the answer of the condition.
  return parts
    .split(", ")
    .map((part) => (/ (?:true|false)$/.test(part) ? part : `${part} ${answer.split(" ").at(-1)}`));
}

/** The last abort of a node up to a step of a tick; `null` if there was none, or if it was dropped. */
function lastAbort(agent, node, tick, step) {
  const ended = agent.stateAt(tick, step);
  if (ended.last[node] !== ABORTED - SUCCESS + 1 || ended.endedIn[node] < 0) return null;
  const at = ended.endedIn[node],
    end = at === tick ? agent.begins[at] + Math.min(step, agent.events(at)) : agent.end(at);
  for (let event = end - 1; event >= agent.begins[at]; event--) {
    if (agent.node[event] === node && agent.what[event] === ABORTED) return { tick: at, event };
  }
  return null;
}

/** The highest node that is aborted with a node: the one that its parent gave up. */
function givenUp(agent, node, tick, event) {
  let top = agent.nodes[node];
  for (let later = event + 1; later < agent.end(tick) && agent.what[later] === ABORTED; later++) {
    if (agent.node[later] === top.parent) top = agent.nodes[top.parent];
  }
  return top;
}

/** The last answer that a node got in a tick before an event, and the one before that if it differs; or nothing. */
function toldBefore(agent, node, tick, event) {
  const last = lastAtMost(agent.asks.firsts[node.position], event);
  if (last < 0) return "";
  const { run, count, answerBefore } = agent.asks.at(node.position, event),
    isNew = count > 0 && run.ticks[count - 1] === tick && run.ticks[0] === tick;
  if (count < 1 || run.ticks[count - 1] !== tick) return "";
  const answer = reasonIn(agent, run.events[count - 1], event + 1) || run.answer;
  return answer + (isNew && answerBefore !== null && answerBefore !== run.answer ? ` (${answerBefore} before)` : "");
}

/** What a node was asked last up to a step, with the parts of its condition; `null` if it was not. */
function lastReason(agent, node, tick, step) {
  const event = agent.begins[tick] + Math.min(step, agent.events(tick)) - 1;
  if (lastAtMost(agent.asks.firsts[node], event) < 0) return null;
  const { run, count } = agent.asks.at(node, event),
    reason = count > 0 ? reasonIn(agent, run.events[count - 1], event + 1) : "";
  if (reason === "") return null;
  return reason + (run.ticks[count - 1] === tick ? "" : ` in tick ${agent.numbers[run.ticks[count - 1]]}`);
}

/** The condition below a node that decided its result: one with a new answer, or else the last one. */
function decisive(agent, below, tick, event) {
  let decided = null;
  for (let node = below.position; node < below.end; node++) {
    const answer = toldBefore(agent, agent.nodes[node], tick, event);
    if (answer && (decided === null || !decided.isNew))
      decided = { node: agent.nodes[node], answer, isNew: answer.endsWith(" before)") };
  }
  return decided;
}

/** The arguments of a node that has no label. */
function shownArgs(node) {
  return node.title === node.name ? node.args : "";
}

/** What a child of a node has answered last in a tick, before an event: in words. */
function decided(agent, parent, top, tick, event) {
  for (let before = event - 1; before >= agent.begins[tick]; before--) {
    const node = agent.node[before], what = agent.what[before];
    const child = parent.children.find((child) => node >= child && node < agent.nodes[child].end);
    if (child === undefined || child === top.position || what === START || what === ABORTED || what === WHY) continue;
    if (node !== child && what !== RUNNING) continue;
    const result = what === RUNNING ? "was running" : `had ended with ${WORDS[what]}`,
      condition = decisive(agent, agent.nodes[child], tick, event);
    if (condition?.node.position === child)
      return `“${condition.node.title}${shownArgs(condition.node)}” answered ${condition.answer}`;
    const since = condition
      ? `, as “${condition.node.title}${shownArgs(condition.node)}” answered ${condition.answer}`
      : "";
    return `“${agent.nodes[child].title}” ${result}${since}`;
  }
  return null;
}

/** Why a node was aborted last, in words; `null` if it was not. */
function whyAborted(agent, node, tick, step) {
  const abort = lastAbort(agent, node, tick, step);
  if (abort === null) return null;
  const top = givenUp(agent, node, abort.tick, abort.event),
    parent = agent.nodes[top.parent],
    sort = SORTS[agent.sorts[abort.tick]];
  if (sort === "lost") return null;
  const when = `in ${sort} ${agent.numbers[abort.tick]}`;
  if (!parent) return sort === "abort" ? "the whole tree was aborted" : `an error passed through the tree ${when}`;
  const asks = Object.hasOwn(ASKS, parent.name)
    ? ASKS[parent.name](parent, toldBefore(agent, parent, abort.tick, abort.event))
    : decided(agent, parent, top, abort.tick, abort.event);
  const what = top.position === node ? "it" : `“${top.title}”, above it,`;
  return `“${parent.title}” gave ${what} up ${when}${asks ? `: ${asks}` : ""}`;
}
