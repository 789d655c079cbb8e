// Small parts of the panel: the list of mistakes, and what each leaf answers.

import { fixName } from "./editor.js";

/** The most mistakes in the list. */
const MOST = 20;

export function make(name, text, properties = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return Object.assign(made, properties);
}

/** Shows mistakes as lines: a click goes to one, a button mends it. */
export function showMistakes(box, mistakes, editor) {
  if (box.hidden && mistakes.length === 0) return;
  const rows = mistakes.slice(0, MOST).map((mistake) => {
    const row = make("div", undefined, { className: "mistake" });
    const text = `${mistake.line}:${mistake.column} ${mistake.message}`;
    const go = make("button", text, { type: "button", className: "go" });
    go.addEventListener("click", () => editor.goTo(mistake));
    row.append(go);
    if (mistake.help) row.append(make("div", mistake.help, { className: "why" }));
    if (mistake.fix != null) {
      const fix = make("button", fixName(mistake), { type: "button", className: "fix" });
      fix.addEventListener("click", () => editor.mend(mistake));
      row.append(fix);
    }
    return row;
  });
  if (mistakes.length > MOST) rows.push(make("div", `${mistakes.length - MOST} more`, { className: "why" }));
  box.replaceChildren(...rows);
  box.hidden = rows.length === 0;
}

const PARTS = { leaf: "leaf", action: "action", condition: "condition", number: "number" };
const HELP = {
  leaf: "each start takes the next answer: 1.5sS takes 1.5 s and succeeds, RRF is running twice and fails, 70% "
    + "succeeds with this chance, S=3 has the value 3",
  action: "each call takes the next answer: S, F, 70%, R, S=3",
  condition: "S is true, F is false, 70% is true with this chance; S S F gives these answers in turn",
  number: "a number, or 1..5 for one between them; 1 2 3 gives these answers in turn",
};

/** What each name answers: a field each, and a switch for conditions. */
export class Lines {
  constructor(box, onChange) {
    [this.box, this.onChange, this.scripts, this.known] = [box, onChange, {}, ""];
  }

  /** Shows fields for these names. Those that are there already stay as they are. */
  show(lines) {
    const known = JSON.stringify(lines);
    if (known === this.known) return;
    this.known = known;
    this.box.replaceChildren(...lines.map((line, index) => this.row(line, index)));
    if (lines.length === 0) this.box.append(make("div", "this tree has no leaves to play", { className: "why" }));
  }

  row({ name, part, usual }, index) {
    const row = make("div", undefined, { className: "line" }), id = `line-${index}`;
    const label = make("label", name, { htmlFor: id, title: `${PARTS[part]} ${name}` });
    const field = make("input", undefined, {
      id, type: "text", value: this.scripts[name] ?? "", placeholder: usual, title: HELP[part], spellcheck: false,
      autocomplete: "off",
    });
    const set = (text) => {
      if (text.trim() === "") delete this.scripts[name]; else this.scripts[name] = text.trim();
      const wrong = this.onChange({ [name]: text })[name];
      field.classList.toggle("wrong", wrong !== undefined);
      field.title = wrong ?? HELP[part];
    };
    field.addEventListener("input", () => set(field.value));
    row.append(make("span", PARTS[part], { className: `part ${part}` }), label, field);
    if (part === "condition") {
      const holds = () => !/^F$/.test(this.scripts[name] ?? usual);
      const toggle = make("button", "", { type: "button", className: "toggle" });
      const say = () => {
        toggle.textContent = holds() ? "true" : "false";
        toggle.setAttribute("aria-pressed", holds());
        toggle.setAttribute("aria-label", `${name} is ${toggle.textContent}`);
      };
      toggle.addEventListener("click", () => {
        field.value = holds() ? "F" : "";
        set(field.value);
        say();
      });
      field.addEventListener("input", say);
      say();
      row.append(toggle);
    }
    return row;
  }
}
