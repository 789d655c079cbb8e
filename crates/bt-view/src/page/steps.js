// The steps of a tick, in order. Repeated asks of a node with the same answer share a line, which counts them.

const MARKS = ["●", "✓", "✗", "●", "✓", "✗", "⊘", "?"];
const MARK_CLASSES = ["run", "good", "bad", "run", "good", "bad", "cut", "why"];
/** The most lines that are shown of the steps of one tick. */
const MOST_STEPS = 200;
/** The most asks that are listed below a line that is opened. */
const MOST_ASKS = 100;

/** An event in a word, or the reason that its node reported. */
function word(agent, event) {
  return agent.what[event] === WHY ? told(agent, event) : WORDS[agent.what[event]];
}

/** The words of the events of a line, without repeated results, and without the start of a leaf. */
function wording(words, isLeaf) {
  return words
    .filter((word, index) => word !== words[index + 1] && (word !== "start" || words.length === 1 || !isLeaf))
    .join(", ");
}

/** The events of a tick. The start, run and end of a leaf are one line if nothing happens between them. */
function linesOf(agent, tick) {
  return linesBetween(agent, agent.begins[tick], agent.end(tick));
}

function linesBetween(agent, begin, end) {
  const lines = [];
  for (let event = begin; event < end; event++) {
    const node = agent.node[event], line = lines.at(-1), isLeaf = agent.nodes[node].children.length === 0;
    if (isLeaf && line && line.node === node && agent.what[event] !== START) {
      line.events.push(event);
    } else {
      lines.push({ node, events: [event] });
    }
  }
  return lines;
}

/** The same, with one line for repeated asks: it has the `run` of the answer, and the count up to here. */
function collapsedLinesOf(agent, tick) {
  const visits = [], end = agent.end(tick);
  for (let begin = agent.begins[tick], next; begin < end; begin = next) {
    next = endOfVisit(agent, begin, end);
    const node = agent.node[begin], last = visits.at(-1);
    const { run, count } = answerIn(agent, begin, next) === null ? {} : agent.asks.at(node, begin);
    if (run && last?.run === run) Object.assign(last, { end: next, count });
    else visits.push({ node, begin, end: next, run, count });
  }
  return visits.flatMap(({ node, begin, end, run, count }) => {
    const lines = linesBetween(agent, begin, end);
    return count > 1 ? [{ node, events: lines.flatMap(({ events }) => events), run, count }] : lines;
  });
}

class Steps {
  /** `onStep` gets a node, a tick, and the step after an event. */
  constructor(onStep) {
    [this.list, this.onStep] = [element("steps"), onStep];
    // What was expanded: agent and node.
    [this.collapses, this.opened] = [true, new Set()];
    this.list.addEventListener("keydown", (event) => this.press(event));
  }

  /** Arrows up and down go from line to line. */
  press(event) {
    const by = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key],
      line = event.target.closest("li");
    if (event.key === "Enter" && event.target === line) line.click();
    if (!by && event.key !== "Enter") return;
    event.stopPropagation();
    if (event.target !== line && !by) return;
    event.preventDefault();
    for (let next = line?.[by]; next; next = next[by]) {
      if (next.getAttribute("role") !== "option") continue;
      next.click();
      this.isFocused = true;
      return;
    }
  }

  show(agent, number, tick, step) {
    if (agent.ticks === 0) return this.list.replaceChildren();
    const begin = agent.begins[tick], lines = this.collapses ? collapsedLinesOf(agent, tick) : linesOf(agent, tick);
    const here = lines.findIndex((line) => line.events.includes(begin + step - 1));
    const from = Math.max(0, Math.min(here - MOST_STEPS / 2, lines.length - MOST_STEPS)),
      held = document.activeElement?.dataset.asks;
    const shown = lines.slice(from, from + MOST_STEPS).flatMap((line, index) => {
      const item = this.line(agent, tick, line), key = `${number}:${line.node}`;
      if (line.events[0] - begin >= step) item.classList.add("later");
      if (from + index === here) item.classList.add("here");
      item.ariaSelected = from + index === here;
      return line.run ? [item, ...this.asks(agent, tick, line, item, key)] : [item];
    });
    if (lines.length === 0) shown.push(make("li", "nothing happened"));
    if (lines.length > MOST_STEPS) shown.push(make("li", `${lines.length - MOST_STEPS} lines are not shown`));
    const isFocused = this.isFocused || document.activeElement?.parentElement === this.list;
    this.isFocused = false;
    this.list.replaceChildren(...shown);
    const reached = this.list.querySelector(".here") ?? this.list.querySelector("[role=option]");
    if (reached) reached.tabIndex = 0;
    if (isFocused) reached?.focus();
    if (held) this.list.querySelector(`[data-asks="${held}"]`)?.focus();
    this.list.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }

  line(agent, tick, { node: position, events }) {
    const node = agent.nodes[position], last = events.at(-1), words = events.map((event) => word(agent, event));
    const what = agent.what[events.findLast((event) => agent.what[event] !== WHY) ?? last], item = make("li");
    item.role = "option";
    item.tabIndex = -1;
    item.style.paddingLeft = `${8 + 12 * Math.min(node.depth, 12)}px`;
    item.append(
      make("span", MARKS[what] + " ", MARK_CLASSES[what]),
      make("bdi", node.title),
      " ",
      make("span", wording(words, node.children.length === 0), MARK_CLASSES[what]),
    );
    item.title = `${node.text}: ${words.join(", ")} at ${seconds(agent.times[tick] + agent.nanos[last])}`;
    item.addEventListener("click", () => this.onStep(position, tick, last - agent.begins[tick] + 1));
    return item;
  }

  /** Says in a line how often its node has asked, and adds what can be opened below it. */
  asks(agent, tick, { node, events, run, count }, item, key) {
    const first = run.ticks[0], isOpen = this.opened.has(key), button = make("button", isOpen ? "▾" : "▸", "more");
    const when = first === tick ? "in this tick" : `ticks ${agent.numbers[first]}–${agent.numbers[tick]}`;
    button.dataset.asks = key;
    button.title = isOpen ? "close" : "each of them";
    button.ariaExpanded = isOpen;
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      if (!this.opened.delete(key)) this.opened.add(key);
      show();
    });
    item.classList.add("asked");
    item.append(make("span", ` ×${count} · ${when} `, "why"), button);
    item.title += `, asked ${count} times with this answer, ${when}`;
    if (!isOpen) return [];
    const below = [];
    for (let ask = count - 1; ask >= Math.max(0, count - MOST_ASKS); ask--) {
      const [at, begin] = [run.ticks[ask], run.events[ask]],
        visit = linesBetween(agent, begin, endOfVisit(agent, begin, agent.end(at)));
      for (const line of visit) {
        const one = this.line(agent, at, line);
        one.classList.add("again");
        one.prepend(make("span", `tick ${agent.numbers[at]} `, "why"));
        below.push(one);
      }
    }
    if (count > MOST_ASKS)
      below.push(make("li", `${count - MOST_ASKS} more before, from tick ${agent.numbers[first]}`, "again why"));
    return below;
  }
}
