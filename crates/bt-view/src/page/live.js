// The live page: receives ticks as they happen, and has buttons to control the program.

/** The most events, and the most ticks, of an agent. Above either, the first half of its ticks is forgotten. */
const MOST_LIVE = 300000, MOST_TICKS = source.mostTicks ?? MOST_LIVE;
const ANSWERS = ["own", "success", "failure", "running"];
/** Milliseconds before the page reconnects after the program has ended: it may have been started again. */
const AGAIN = 2000;

/** The position of a node, of which the program knows the id. */
const placeOf = (number, id) => recording.agents[number].nodes.places[id];

class Live {
  constructor() {
    [this.follows, this.orders] = [true, null];
    this.status = element("live-status");
    this.hand = new Hand(this);
    element("live").hidden = false;
    element("moment").textContent = "waiting for the program";
    this.listen();
    this.enable();
    this.connect();
  }

  connect() {
    this.source = source.listen({
      // Each connection starts with all ticks that the program still stores.
      open: () => { this.isFirst = true; },
      part: (data) => this.add(JSON.parse(data)),
      viewer: (data) => { this.hand.viewer = Number(data); },
      files: (data) => this.hand.setFiles(JSON.parse(data)),
      end: () => {
        this.lose("the program has ended");
        setTimeout(() => this.connect(), AGAIN);
      },
      error: () => { if (this.isConnected !== false) this.lose("not connected"); },
    });
  }

  /** The connection is lost: the buttons are disabled. */
  lose(why) {
    this.isConnected = false;
    this.say(why, "bad");
    this.enable();
  }

  /** Enables the buttons that make sense: all need a connection, some an agent of the current run. */
  enable() {
    const isHere = this.isConnected === true, hasAgent = isHere && agent() !== undefined && !agent().isPast;
    for (const id of ["live-pause", "live-step"]) element(id).disabled = !isHere;
    for (const id of ["live-until", "live-abort", "live-reset", "live-set"]) element(id).disabled = !hasAgent;
    element("live-mock").disabled = !(hasAgent && agent().nodes[moment.node]?.kind === 2);
  }

  say(text, className = "") {
    this.status.textContent = text;
    this.status.className = className;
  }

  add(part) {
    const known = recording.agents.length, runs = recording.runs, name = agent()?.name, before = lanes.axis?.range();
    const nodes = agent()?.nodes;
    recording.add(part, this.isFirst);
    this.isFirst = false;
    if (!this.isConnected) this.connected();
    if (runs > 0 && recording.runs > runs) {
      this.awaited = name;
      this.orders = null;
      agents.renew();
    }
    agents.list();
    if (part.orders) this.orders = this.ofRun(part.orders);
    if (known === 0 && recording.agents.length > 0) {
      readAddress();
      this.follows = !/tick=/.test(location.hash);
    }
    this.goOn();
    this.goOver();
    if (!agent()) {
      this.showOrders(part.orders);
      return;
    }
    if (nodes && agent().nodes !== nodes && name === agent().name) showGrown(nodes);
    let forgotten = 0;
    for (const other of recording.agents) {
      if (other.node.length <= MOST_LIVE && other.ticks <= MOST_TICKS) continue;
      const ticks = other.forgetHalf();
      if (other === agent()) forgotten = ticks;
    }
    moment.tick = Math.max(0, moment.tick - forgotten);
    if (before) lanes.grow(before, forgotten);
    lanes.update();
    element("scrub").max = Math.max(0, agent().ticks - 1);
    if (part.lost.length > 0) this.tellLost(part.lost);
    this.showOrders(part.orders);
    if (this.follows) go(Infinity); else show();
  }

  connected() {
    this.isConnected = true;
    // A program whose orders have not changed sends none.
    if (this.orders) this.showOrders(this.orders);
    this.enable();
  }

  /** When a program begins again, the page continues with the agent of the same name. */
  goOn() {
    if (this.awaited === undefined || !this.follows) return;
    const number = recording.agents.findIndex(({ name, isPast }) => !isPast && name === this.awaited);
    if (number < 0) return;
    this.awaited = undefined;
    choose(number);
  }

  /** When the tree of the agent has been edited, the page stays with the agent. */
  goOver() {
    const number = agent() && this.follows ? agents.newest(moment.agent) : moment.agent;
    if (agent() && number !== moment.agent) goOver(number);
  }

  /** Orders with agents as the page numbers them: the program counts those of its own run. */
  ofRun({ until, hit, mocks, ...orders }) {
    const first = recording.base.agents,
      node = (key) => key && [key[0] + first, key[1]];
    return {
      ...orders,
      until: node(until),
      hit: node(hit),
      mocks: mocks.map(([agent, ...mock]) => [agent + first, ...mock]),
    };
  }

  tellLost(lost) {
    const [, from, to] = lost.find(([number]) => number + recording.base.agents === moment.agent) ?? lost[0];
    element("dropped").textContent = `this page was too slow for the ticks ${from} to ${to - 1}`;
  }

  showOrders(news) {
    if (!news) return;
    const { mayPause, mayAbort, mayMock, maySet, paused, until, hit } = this.orders;
    element("control").hidden = !mayPause;
    element("aborts").hidden = !mayAbort;
    element("live-mock").hidden = !mayMock;
    element("live-set").hidden = !maySet;
    element("live-pause").textContent = paused ? "resume" : "pause";
    const title = ([number, id]) => recording.agents[number]?.nodes[placeOf(number, id)]?.title ?? "a node";
    if (hit) {
      this.say(`stopped at ${title(hit)}`, "cut");
      this.goTo(hit);
    } else if (paused) {
      this.say("the program is paused", "cut");
    } else {
      this.say(until ? `runs to ${title(until)}` : "live", "good");
    }
  }

  /** Shows where the program has stopped: at the last tick with a start or end of a node, at the first of them. */
  goTo([number, id]) {
    if (!recording.agents[number]) return;
    const node = placeOf(number, id);
    if (number !== moment.agent) choose(number);
    const isHit = (event) =>
      agent().node[event] === node && (agent().what[event] === START || isEnd(agent().what[event]));
    let event = agent().node.length - 1;
    while (event >= 0 && !isHit(event)) event--;
    if (event < 0) return;
    // The program may have ticked on before it was asked to stop.
    const tick = lastAtMost(agent().begins, event), begin = agent().begins[tick];
    const at = Array.from({ length: agent().events(tick) }, (_, index) => begin + index).findIndex(isHit);
    this.setFollows(false);
    moment.node = node;
    tree.bring(node);
    go(tick, at + 1);
  }

  setFollows(follows) {
    this.follows = follows;
    element("follow").classList.toggle("on", follows);
    if (follows && agent()) go(Infinity);
  }

  /** The mocked answer of a leaf: 0 if the leaf runs itself. */
  mockOf(node) {
    const id = agent().nodes.ids[node];
    return this.orders?.mocks.find((mock) => mock[0] === moment.agent && mock[1] === id)?.[2] ?? 0;
  }

  /** Marks the leaves that are mocked. */
  show() {
    this.enable();
    element("live-mock").value = ANSWERS[this.mockOf(moment.node)];
    tree.elements.forEach((element, node) => element?.classList.toggle("mocked", this.mockOf(node) > 0));
    this.hand.show();
  }

  ask(what, query = {}) {
    source.ask(what, query, { method: "POST" }).then(
      (answer) => {
        if (!answer.ok) this.say(`refused: ${answer.status}`, "bad");
      },
      () => {},
    );
  }

  /** Sets the entry that a field says: `battery = 20`. */
  set(field) {
    const [, name, value] = /^\s*(.*?\S)\s*=\s*(.*?)\s*$/.exec(field.value) ?? [];
    if (name === undefined) {
      this.say("write the name and the value of an entry: battery = 20", "bad");
      return;
    }
    this.ask("set", { ...this.focused(), name, value });
    field.value = "";
  }

  /** The agent in focus, as the program numbers it. */
  focused() {
    return { agent: moment.agent - recording.base.agents };
  }

  listen() {
    const on = (id, act) => element(id).addEventListener("click", act);
    on("save", async () => download("recording.html", "text/html", await pageOf(recording)));
    on("follow", () => this.setFollows(!this.follows));
    on("live-pause", () => this.ask(this.orders?.paused ? "resume" : "pause"));
    on("live-step", () => {
      this.setFollows(true);
      this.ask("step");
    });
    on("live-until", () => {
      if (moment.node >= 0) this.ask("until", { ...this.focused(), node: agent().nodes.ids[moment.node] });
    });
    on("live-abort", () => this.ask("abort", this.focused()));
    on("live-reset", () => this.ask("reset", this.focused()));
    element("live-mock").addEventListener("change", (event) => {
      this.ask("mock", { ...this.focused(), node: agent().nodes.ids[moment.node], answer: event.target.value });
      event.target.blur();
    });
    const entry = element("live-set");
    entry.addEventListener("focus", () =>
      element("live-entries").replaceChildren(
        ...[...agent().tracks.keys()].map((name) => new Option("", `${name} = `)),
      ),
    );
    entry.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.set(entry);
    });
    // The page stops following when the user goes to another moment.
    for (const id of ["first", "back", "step-back", "play", "step", "next"]) on(id, () => this.setFollows(false));
    on("last", () => this.setFollows(true));
    element("scrub").addEventListener("input", () => this.setFollows(agent()?.ticks - 1 === moment.tick));
    element("lanes").addEventListener("pointerdown", () => this.setFollows(false));
    document.addEventListener("keydown", (event) => {
      if (isText(event.target)) return;
      if (["ArrowLeft", "ArrowRight", "Home", " ", "p", "n"].includes(event.key)) this.setFollows(false);
      if (event.key === "End") this.setFollows(true);
    });
  }
}
