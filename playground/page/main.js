// The playground: the text, the engine that runs it, and the page of `bt-view` that shows it.

import { Clock } from "./clock.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { LONGEST, pack, unpack } from "./link.js";
import { Lines, make, showMistakes } from "./panel.js";
import { Source } from "./source.js";
import { World } from "./world.js";
import { listenToXml } from "./xml.js";

const element = (id) => document.getElementById(id);
/** A text is read at once. After that comes a pause as long as the reading, at most this many milliseconds. */
const LONGEST_PAUSE = 100, LINK_PAUSE = 600;
/** The most ticks that a link makes at once. */
const MOST_TICKS = 10000;

const examples = JSON.parse(element("examples").textContent);
const source = new Source({ onEdited: edited, onStep: (by) => editor.step(by) });
globalThis.pageSource = source;

let engine = null, editor = null, lines = null, picture = null, clock = null, root = null;
let ticks = 0, mistakes = [], writing = 0, linking = 0, rested = 0;

/** What the link holds. */
function state() {
  const [seed, frame] = ["play-seed", "play-frame"].map((id) => Number(element(id).value));
  return { text: editor.text, root, world: element("play-worlds").value, scripts: lines.scripts, seed, frame, ticks };
}

/** Shows what the engine has read. */
function showRead(read) {
  mistakes = read.mistakes ?? [];
  editor.show(mistakes);
  showMistakes(element("play-mistakes"), mistakes, editor);
  if (!read.lines) return;
  lines.show(read.lines);
  const named = read.trees.filter((name) => name !== "");
  const options = named.map((name) => new Option(`runs ${name}`, name, false, name === read.root));
  element("play-root").replaceChildren(...(named.length > 1 ? options : []));
}

/** The engine reads the text. */
function read() {
  clearTimeout(writing);
  engine.call({ order: "history", ...editor.history() });
  showRead(engine.call({ order: "write", text: editor.text, root, world: element("play-worlds").value }));
  remember();
}

/** Reads the text, and shows the result at once. */
function write() {
  if (!engine) return;
  const began = performance.now();
  read();
  follow();
  rested = performance.now() + Math.min(performance.now() - began, LONGEST_PAUSE);
}

/** Shows the edit: ticks at once, since a tree switches to a new text in its next tick. */
function follow() {
  if (mistakes.length > 0) showNews();
  else if (element("live-pause")?.textContent === "resume") {
    source.ask("step", {}, { method: "POST" }).then(() => tick(1));
  } else clock?.now();
}

function showNews() {
  source.tell();
  picture.show();
}

/** The text was edited by hand, in the tree. */
function edited({ text, read }) {
  editor.follow(text);
  if (read) showRead(read);
  engine.call({ order: "history", ...editor.history() });
  remember();
}

function tick(count) {
  if (!engine) return;
  const before = ticks;
  ticks = engine.call({ order: "tick", count, frame: Number(element("play-frame").value) }).ticks ?? ticks;
  showNews();
  if (ticks !== before) remember();
}

/** Writes the state into the address, when nothing has changed for a while. */
function remember() {
  linking ||= setTimeout(async () => {
    linking = 0;
    const hash = await pack(state());
    if (hash.length <= LONGEST) history.replaceState(null, "", `#${hash}`);
  }, LINK_PAUSE);
}

async function copyLink() {
  const hash = await pack(state()), link = `${location.href.split("#")[0]}#${hash}`;
  history.replaceState(null, "", `#${hash}`);
  const long = hash.length > LONGEST ? `the link has ${hash.length} characters: some programs cut it off` : undefined;
  return copy(link, long ?? "copied", long ?? "the link is in the address bar");
}

/** Copies a text, and says whether that was possible. */
async function copy(text, done, otherwise) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(otherwise);
  }
}

function say(text) {
  element("play-said").textContent = text;
  setTimeout(() => { if (element("play-said").textContent === text) element("play-said").textContent = ""; }, 5000);
}

function restart() {
  engine.call({ order: "reset", seed: Number(element("play-seed").value) || 0 });
  ticks = 0;
  showNews();
  remember();
}

/** Begins with a text and all that belongs to it. */
function open({ text, root: name = null, world = "", scripts = {}, seed = 1, frame = 0.1, ticks: moment = 0 }) {
  root = name;
  engine.call({ order: "script", scripts: Object.fromEntries(Object.keys(lines.scripts).map((name) => [name, ""])) });
  lines.scripts = { ...scripts };
  lines.known = "";
  engine.call({ order: "script", scripts });
  element("play-seed").value = seed;
  const isFrame = ({ value }) => Number(value) === frame;
  if ([...element("play-frame").options].some(isFrame)) element("play-frame").value = String(frame);
  element("play-worlds").value = [...element("play-worlds").options].some(({ value }) => value === world) ? world : "";
  editor.open(text);
  read();
  restart();
  const count = Math.min(MOST_TICKS, Math.max(0, Math.trunc(moment) || 0));
  tick(Math.max(1, count));
}

/** Another engine has begun, which knows nothing. If an order killed the previous engine, the new one gets no text. */
function begun(failed) {
  source.open(engine);
  engine.call({ order: "script", scripts: lines.scripts });
  if (failed?.order !== "write") read();
  restart();
}

function listExamples() {
  const groups = new Map();
  examples.forEach(({ group, name }, index) => {
    if (!groups.has(group)) groups.set(group, make("optgroup", undefined, { label: group }));
    groups.get(group).append(new Option(name, index));
  });
  element("play-examples").append(...groups.values());
}

function listen() {
  const on = (id, event, act) => element(id).addEventListener(event, act);
  on("play-examples", "change", ({ target }) => {
    if (target.value !== "") open(examples[Number(target.value)]);
    target.value = "";
  });
  on("play-root", "change", ({ target }) => { root = target.value; write(); });
  on("play-worlds", "change", () => { read(); restart(); });
  on("play-link", "click", copyLink);
  on("play-restart", "click", restart);
  on("play-seed", "change", restart);
  on("play-frame", "change", remember);
  on("play-view", "click", ({ target }) => {
    const isTree = document.body.classList.toggle("play-tree");
    target.textContent = isTree ? "text" : "tree";
    target.setAttribute("aria-pressed", isTree);
    window.dispatchEvent(new Event("resize"));
  });
  listenToXml({
    engine: () => engine,
    onText: (text) => open({ text }),
    written: () => ({ text: editor.text, mistakes }),
    copy: (text) => copy(text, "copied", "Ctrl C copies it"),
  });
  // The keys of the page are letters, which the text and its fields need for themselves.
  element("play-panel").addEventListener("keydown", (event) => event.stopPropagation());
  // The new address is in the event: by now, the page may have written its own state to the location.
  window.addEventListener("hashchange", async ({ newURL }) => {
    const linked = await unpack(new URL(newURL).hash).catch(() => null);
    if (linked) open(linked);
  });
}

async function begin() {
  document.title = "bt playground";
  lines = new Lines(element("play-lines"), (scripts) => {
    remember();
    return engine?.call({ order: "script", scripts }).wrong ?? {};
  });
  const onText = () => { clearTimeout(writing); writing = setTimeout(write, rested - performance.now()); };
  editor = new Editor(element("play-text"), { engine: () => engine, onText, onChange: () => {} });
  picture = new World((order) => engine?.call(order) ?? {});
  listExamples();
  listen();
  engine = await Engine.load(begun);
  element("play-worlds").append(...engine.call({ order: "builtins" }).worlds.map((name) => new Option(name, name)));
  source.open(engine);
  const linked = await unpack(location.hash).catch(() => { say("this link cannot be read"); return null; });
  open(linked ?? examples[0]);
  clock = new Clock({ speed: element("play-speed"), onTick: tick });
}

/** For tests: the parts of the playground. */
globalThis.playground = {
  ready: begin(), open, examples, state, write,
  get engine() { return engine; },
  get editor() { return editor; },
  get mistakes() { return mistakes; },
  get ticks() { return ticks; },
};
