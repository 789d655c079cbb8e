// What is live: parts of it come as they happen, and buttons ask the program for something.

/** When an agent has more events than this, the first half of them is forgotten. */
const MOST_LIVE = 300000;
const ANSWERS = ["own", "success", "failure", "running"];

class Live {
  constructor() {
    [this.follows, this.orders] = [true, null];
    this.status = element("live-status");
    element("live").hidden = false;
    element("moment").textContent = "waiting for the program";
    this.listen();
    this.connect();
  }

  connect() {
    this.source = new EventSource("events");
    // Each connection begins with all that is known.
    this.source.onopen = () => { this.isFirst = true; };
    this.source.onmessage = ({ data }) => this.add(JSON.parse(data));
    this.source.addEventListener("end", () => { this.source.close(); this.say("the program has ended"); });
    this.source.onerror = () => this.say("not connected");
  }

  say(text, className = "") {
    this.status.textContent = text;
    this.status.className = className;
  }

  add(part) {
    if (this.isFirst) this.startAgain();
    this.isFirst = false;
    const known = recording.agents.length, before = lanes.axis?.range();
    recording.add(part);
    agents.list();
    if (part.orders) this.orders = part.orders;
    if (known === 0 && recording.agents.length > 0) {
      readAddress();
      this.follows = !/tick=/.test(location.hash) || this.wasHere;
    }
    if (!agent()) {
      this.showOrders(part.orders);
      return;
    }
    let forgotten = 0;
    for (const other of recording.agents) {
      if (other.node.length <= MOST_LIVE) continue;
      const ticks = other.forgetHalf();
      if (other === agent()) forgotten = ticks;
    }
    moment.tick = Math.max(0, moment.tick - forgotten);
    if (before) lanes.grow(before, forgotten);
    element("scrub").max = Math.max(0, agent().ticks - 1);
    if (part.lost.length > 0) this.tellLost(part.lost);
    this.showOrders(part.orders);
    if (this.follows) go(Infinity); else show();
  }

  /** What was known may not fit to what comes. */
  startAgain() {
    this.wasHere = recording.agents.length > 0;
    recording.trees = [];
    recording.agents = [];
    recording.worlds = [];
    agents.forget();
  }

  tellLost(lost) {
    const [, from, to] = lost.find(([number]) => number === moment.agent) ?? lost[0];
    element("dropped").textContent = `this page was too slow for the ticks ${from} to ${to - 1}`;
  }

  showOrders(news) {
    if (!news) return;
    const { mayPause, mayAbort, mayMock, paused, until, hit } = this.orders;
    element("control").hidden = !mayPause;
    element("aborts").hidden = !mayAbort;
    element("live-mock").hidden = !mayMock;
    element("live-pause").textContent = paused ? "resume" : "pause";
    const title = ([number, node]) => recording.agents[number]?.nodes[node]?.title ?? "a node";
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
  goTo([number, node]) {
    if (!recording.agents[number]) return;
    if (number !== moment.agent) choose(number);
    const isHit = (event) => agent().node[event] === node && (agent().what[event] === START || isEnd(agent().what[event]));
    let event = agent().node.length - 1;
    while (event >= 0 && !isHit(event)) event--;
    if (event < 0) return;
    // The program may have made more ticks before it was asked to stop.
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

  /** What a leaf of the agent answers in place of its run: 0 if it runs itself. */
  mockOf(node) {
    return this.orders?.mocks.find((mock) => mock[0] === moment.agent && mock[1] === node)?.[2] ?? 0;
  }

  /** Shows which leaves do not answer by themselves. */
  show() {
    element("live-mock").disabled = !(agent().nodes[moment.node]?.children.length === 0);
    element("live-mock").value = ANSWERS[this.mockOf(moment.node)];
    tree.elements.forEach((element, node) => element?.classList.toggle("mocked", this.mockOf(node) > 0));
  }

  ask(what) {
    fetch(what, { method: "POST" }).then((answer) => { if (!answer.ok) this.say(`refused: ${answer.status}`, "bad"); }, () => {});
  }

  listen() {
    const on = (id, act) => element(id).addEventListener("click", act);
    on("follow", () => this.setFollows(!this.follows));
    on("live-pause", () => this.ask(this.orders?.paused ? "resume" : "pause"));
    on("live-step", () => { this.setFollows(true); this.ask("step"); });
    on("live-until", () => { if (moment.node >= 0) this.ask(`until?agent=${moment.agent}&node=${moment.node}`); });
    on("live-abort", () => this.ask(`abort?agent=${moment.agent}`));
    on("live-reset", () => this.ask(`reset?agent=${moment.agent}`));
    element("live-mock").addEventListener("change", (event) => {
      this.ask(`mock?agent=${moment.agent}&node=${moment.node}&answer=${event.target.value}`);
      event.target.blur();
    });
    // Who goes to another moment stays there.
    for (const id of ["first", "back", "step-back", "play", "step", "next"]) on(id, () => this.setFollows(false));
    on("last", () => this.setFollows(true));
    element("scrub").addEventListener("input", () => this.setFollows(agent()?.ticks - 1 === moment.tick));
    element("lanes").addEventListener("pointerdown", () => this.setFollows(false));
    document.addEventListener("keydown", (event) => {
      if (["ArrowLeft", "ArrowRight", "Home", " ", "p", "n"].includes(event.key)) this.setFollows(false);
      if (event.key === "End") this.setFollows(true);
    });
  }
}
