// Which agent's tree and which agents' lanes are shown: the list to choose one agent, and the dialog to choose several.

/** The most agents that the dialog lists at once. The others are found by a part of their name. */
const MOST_LISTED = 200;

class Agents {
  /** `onFocus` gets the number of the agent whose tree is to be shown, `onLanes` is called when other lanes are. */
  constructor(onFocus, onLanes) {
    [this.onFocus, this.onLanes] = [onFocus, onLanes];
    [this.select, this.dialog] = [element("agents"), element("choice")];
    [this.focus, this.chosen] = [-1, new Set()];
    this.listen();
  }

  /** The numbers of the agents that have lanes, in order. The one in focus is always among them. */
  withLanes() {
    return [...this.chosen].sort((one, other) => one - other);
  }

  /** Adds an agent to those with lanes, or replaces the only one. */
  setFocus(number) {
    if (!this.chosen.has(number) && this.chosen.size === 1) this.chosen.clear();
    this.chosen.add(number);
    this.focus = number;
    this.select.value = number;
    this.showCount();
  }

  /** Lanes for all of these, and for the one that is in focus or will be. */
  setLanes(numbers, focus = this.focus) {
    this.chosen = new Set([...numbers, focus].filter((number) => recording.agents[number]?.isForgotten === false));
    this.showCount();
  }

  /** The agent `by` places further: among those with lanes if there are several, else among all. */
  beside(by) {
    const numbers = this.chosen.size > 1 ? this.withLanes() : this.matching("").map(({ number }) => number);
    return numbers[Math.min(numbers.length - 1, Math.max(0, numbers.indexOf(this.focus) + by))];
  }

  /** Adds agents that are not yet in the list. */
  list() {
    const known = this.select.options.length;
    recording.agents.slice(known).forEach(({ label }, index) => {
      const option = make("option", shortened(live ? editOf(label)[0] : label, 60));
      option.value = known + index;
      option.dir = "auto";
      this.select.append(option);
    });
    if (recording.agents.length > known) this.hideOld();
    if (recording.agents.length > known && this.dialog.open) this.showList();
  }

  /** If the tree of an agent has been edited, the list shows only its last tree. Older trees are forgotten after some
   * edits, unless they are shown. */
  hideOld() {
    const all = recording.agents.map((agent, number) => ({ agent, number })), editOfNewest = new Map();
    const kept = all.filter(({ agent }) => !agent.isForgotten);
    this.latest = new Map();
    for (const { agent: { name, run }, number } of kept) {
      const [base, edit] = editOf(name);
      this.latest.set(`${run} ${base}`, number);
      editOfNewest.set(`${run} ${base}`, edit);
    }
    for (const { agent, number } of kept) {
      const [base, edit] = editOf(agent.name), isShown = number === this.focus || this.chosen.has(number);
      this.select.options[number].hidden = number !== this.focus && !this.isCurrent(number);
      if (!isShown && edit + KEPT_EDITS <= editOfNewest.get(`${agent.run} ${base}`)) recording.forget(agent);
    }
  }

  /** The agent with the last edit of this one's tree. */
  newest(number) {
    const { name, run } = recording.agents[number];
    return this.latest?.get(`${run} ${editOf(name)[0]}`) ?? number;
  }

  isCurrent(number) {
    return this.newest(number) === number;
  }

  /** Agents of an earlier run have other names now. */
  renew() {
    this.select.replaceChildren();
    this.list();
    this.select.value = this.focus;
  }

  showCount() {
    const several = this.chosen.size > 1;
    element("choose").textContent = several ? `lanes of ${this.chosen.size}` : "lanes";
    element("choose").classList.toggle("on", several);
  }

  toggle(number, on) {
    if (on) this.chosen.add(number); else this.chosen.delete(number);
    // At least one agent must be in focus.
    if (this.chosen.size === 0) this.chosen.add(number);
    if (this.chosen.has(this.focus)) this.onLanes(); else this.onFocus(this.withLanes()[0]);
    this.showCount();
  }

  open() {
    element("choice-search").value = "";
    this.showList();
    this.dialog.showModal();
  }

  matching(wanted = element("choice-search").value.trim().toLowerCase()) {
    const all = recording.agents.map(({ label, isForgotten }, number) => ({ name: label, number, isForgotten }));
    return all.filter(({ name, isForgotten }) => !isForgotten && name.toLowerCase().includes(wanted));
  }

  showList() {
    const matching = this.matching(),
      rows = matching.slice(0, MOST_LISTED).map(({ name, number }) => {
        const row = make("label"),
          box = make("input"),
          text = make("bdi", shortened(name, 200));
        [box.type, box.checked, box.value] = ["checkbox", this.chosen.has(number), number];
        box.addEventListener("change", () => {
          this.toggle(number, box.checked);
          box.checked = this.chosen.has(number);
        });
        row.append(box, " ", text);
        return row;
      });
    if (matching.length > rows.length)
      rows.push(make("div", `${matching.length - rows.length} more are not listed`, "why"));
    if (matching.length === 0) rows.push(make("div", "no agent has this name", "why"));
    element("choice-list").replaceChildren(...rows);
  }

  listen() {
    this.select.addEventListener("change", () => this.onFocus(Number(this.select.value)));
    element("choice-search").addEventListener("input", () => this.showList());
    element("choice-search").addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
    element("choice-all").addEventListener("click", () => {
      this.setLanes([...this.chosen, ...this.matching().map(({ number }) => number).slice(0, MOST_LISTED)]);
      this.onLanes();
      this.showList();
    });
    element("choice-one").addEventListener("click", () => {
      this.setLanes([]);
      this.onLanes();
      this.showList();
    });
  }
}
