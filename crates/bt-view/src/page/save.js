// Saves the recording as a separate page, and as files through the browser.

/** The page as it was loaded, before a script changed it. */
const PRISTINE = document.documentElement.outerHTML;

/** All that is known, as rows of the kind that `Recorded.add` reads. */
function rowsOf({ agents: all, worlds }) {
  const agents = all.filter(({ isForgotten }) => !isForgotten);
  const trees = [...new Set(agents.map(({ nodes }) => nodes))], names = [], reasons = [], known = new Map();
  const marks = ({ active, last }) => Array.from(active, (active, node) => active + 2 * last[node]);
  const steps = agents.flatMap((agent, number) => agent.orders.map((order, tick) => ({ agent, number, order, tick })));
  steps.sort((one, other) => one.order - other.order);
  const numberOf = (reason) => {
    if (!known.has(reason)) known.set(reason, reasons.push(reason) - 1);
    return known.get(reason);
  };
  const row = ({ agent, number, tick }) => {
    const row = [number, agent.sorts[tick], agent.spans[tick], agent.events(tick)];
    return agent.sorts[tick] === LOST
      ? [...row, (agent.numbers[tick + 1] ?? agent.nextNumber) - agent.numbers[tick]]
      : row;
  };
  const events = ({ agent, tick }) => {
    const range = Array.from({ length: agent.events(tick) }, (_, index) => agent.begins[tick] + index);
    return range.flatMap((event) => [
      agent.node[event],
      agent.what[event] + (agent.what[event] === WHY ? numberOf(agent.reason[event]) : 0),
      agent.nanos[event],
    ]);
  };
  const orders = steps.map(({ order }) => order), values = [];
  steps.forEach(({ agent, number, tick }, index) => {
    for (const [name, track] of agent.tracks) {
      const at = lastAtMost(track.ticks, tick);
      if (track.ticks[at] !== tick) continue;
      if (!names.includes(name)) names.push(name);
      values.push([number, index + 1, names.indexOf(name), track.values[at]]);
    }
  });
  return {
    dropped: [0, 0],
    trees: trees.map(({ rows }) => rows),
    first: 0,
    names,
    values,
    reasons,
    agents: agents.map((agent) => [
      agent.label,
      trees.indexOf(agent.nodes),
      agent.numbers[0] ?? agent.nextNumber,
      agent.times[0] ?? agent.nextTime,
      marks(agent.before),
    ]),
    steps: steps.flatMap(row),
    events: steps.flatMap(events),
    worlds: worlds.map(([after, svg]) => [lastAtMost(orders, after - 1) + 1, svg]),
  };
}

/** Bytes through a stream that changes them. */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The data of a page: JSON, compressed, in Base64. */
async function pack(data) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(data)), new CompressionStream("deflate"));
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}

async function unpack(text) {
  const bytes = await through(
    Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
    new DecompressionStream("deflate"),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** A page of its own that replays everything that is known. */
async function pageOf(recording) {
  const data = await pack(rowsOf(recording));
  return `<!DOCTYPE html>\n${PRISTINE.replace(/(id="recording">)[^<]*/, (_, tag) => tag + data)}`;
}

/** Lets the browser save a file. */
function download(name, type, text) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
