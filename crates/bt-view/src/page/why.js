// Why a node was aborted, as far as what was recorded tells.

/** What a node asks that gives its child up, by the name of the node. */
const ASKS = {
  guard: (node) => `its condition ${node.args} did not hold`,
  timeout: (node) => `its time ${node.args} had run out`,
  keyed: (node) => `its key ${node.args} had changed`,
  reactive_switch: (node) => `its value ${node.args} asked for another arm`,
  reactive_if_else: (node) => `its condition ${node.args} had changed`,
  reactive_utility: () => "another child had a better score",
  priority: () => "a condition gave the turn to another child, or the one of this child had ended",
};

/** The nodes whose reasons begin with the number of a child. */
const COUNTS = ["priority", "utility", "reactive_utility", "weighted", "random_selector", "random_sequence"];

/** What a node was told at an event, in words: children by their titles. */
function told(agent, event) {
  const { name, children } = agent.nodes[agent.node[event]], reason = agent.reason[event];
  if (!COUNTS.includes(name)) return name.endsWith("switch") ? `value ${reason}` : reason;
  return reason.replace(/^child (\d+)(?=:|$)/, (text, child) => agent.nodes[children[child]]?.title ?? text);
}

/** The event at which a node was aborted last, up to a step of a tick. `null` if it was not, or if that is not known any more. */
function lastAbort(agent, node, tick, step) {
  const ended = agent.stateAt(tick, step);
  if (ended.last[node] !== ABORTED - SUCCESS + 1 || ended.endedIn[node] < 0) return null;
  const at = ended.endedIn[node], end = at === tick ? agent.begins[at] + Math.min(step, agent.events(at)) : agent.end(at);
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

/** What a child of a node has answered last in a tick, before an event: in words. */
function decided(agent, parent, top, tick, event) {
  for (let before = event - 1; before >= agent.begins[tick]; before--) {
    const { node, what } = { node: agent.node[before], what: agent.what[before] };
    const child = parent.children.find((child) => node >= child && node < agent.nodes[child].end);
    if (child === undefined || child === top.position || what === START || what === ABORTED || what === WHY) continue;
    const { title } = agent.nodes[child];
    if (node === child) return what === RUNNING ? `“${title}” was running` : `“${title}” had ended with ${WORDS[what]}`;
    if (what === RUNNING) return `“${title}” was running`;
  }
  return null;
}

/** Why a node was aborted last, in words; `null` if it was not. */
function whyAborted(agent, node, tick, step) {
  const abort = lastAbort(agent, node, tick, step);
  if (abort === null) return null;
  const top = givenUp(agent, node, abort.tick, abort.event), parent = agent.nodes[top.parent];
  if (SORTS[agent.sorts[abort.tick]] === "lost") return null;
  if (!parent) return agent.sorts[abort.tick] === 1 ? "the whole tree was aborted" : "an error passed through the tree";
  const asks = Object.hasOwn(ASKS, parent.name) ? ASKS[parent.name](parent) : decided(agent, parent, top, abort.tick, abort.event);
  const what = top.position === node ? "" : ` “${top.title}”, above it,`;
  return `“${parent.title}” gave${what || " it"} up${asks ? `: ${asks}` : ""}`;
}
