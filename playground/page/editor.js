// The text: CodeMirror with the language of trees.

import { EditorState, Annotation } from "@codemirror/state";
import {
  EditorView, keymap, lineNumbers, drawSelection, highlightActiveLine, highlightSpecialChars,
} from "@codemirror/view";
import {
  defaultKeymap, history, historyKeymap, indentWithTab, undo, redo, undoDepth, redoDepth,
} from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { diagnosticCount, setDiagnostics, lintKeymap } from "@codemirror/lint";
import { trees } from "./language.js";

/** A change that the engine has made: it knows the text. */
const known = Annotation.define();

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--pane)", fontSize: "13px" },
  ".cm-content": { fontFamily: '"DejaVu Sans Mono", Menlo, Consolas, monospace', caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { color: "var(--faint)", backgroundColor: "var(--back)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-tooltip": {
    color: "var(--text)", backgroundColor: "var(--pane)", border: "1px solid var(--line)", borderRadius: "6px",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--text)", backgroundColor: "color-mix(in srgb, var(--accent) 25%, var(--pane))",
  },
  ".cm-diagnostic": { maxWidth: "42em" },
  ".cm-diagnosticAction": { color: "var(--text)", backgroundColor: "var(--back)", border: "1px solid var(--accent)" },
  "&.cm-focused": { outline: "2px solid color-mix(in srgb, var(--accent) 50%, transparent)", outlineOffset: "-2px" },
});

export class Editor {
  /** `onText` is called when the user has changed the text, `onChange` after any change. */
  constructor(parent, { engine, onText, onChange }) {
    const changed = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      onChange();
      if (!update.transactions.some((transaction) => transaction.annotation(known))) onText();
    });
    this.extensions = [
      lineNumbers(), history(), drawSelection(), highlightSpecialChars(), highlightActiveLine(), bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false }), indentUnit.of("    "), EditorState.tabSize.of(4), trees(engine), LOOK, changed,
      // A finger scrolls a text in one direction only.
      matchMedia("(max-width: 760px)").matches ? EditorView.lineWrapping : [],
      EditorView.contentAttributes.of({
        "aria-label": "the text of the trees; Escape and then Tab leave it", spellcheck: "false", autocapitalize: "off",
      }),
      // The tab key leaves the text after Escape.
      keymap.of([
        ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab,
      ]),
    ];
    this.view = new EditorView({ parent, state: this.stateOf("") });
  }

  stateOf(text) {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Begins with another text: nothing before it can be undone. */
  open(text) {
    // CodeMirror measures what waits for it: later, it would look for places of the old text in the new one.
    this.view.coordsAtPos(0);
    this.view.setState(this.stateOf(text));
  }

  /** Shows a text that was edited by hand: one step of the history. */
  follow(text) {
    const old = this.text;
    if (text === old) return;
    let start = 0, end = 0;
    while (start < old.length && old[start] === text[start]) start++;
    while (end < Math.min(old.length, text.length) - start && old.at(-1 - end) === text.at(-1 - end)) end++;
    this.view.dispatch({
      changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) },
      annotations: known.of(true), userEvent: "input.hand", scrollIntoView: true,
    });
  }

  /** Undoes a step, or makes it again. */
  step(by) {
    (by < 0 ? undo : redo)(this.view);
  }

  /** How many steps can be undone, and made again. */
  history() {
    return { undo: undoDepth(this.view.state), redo: redoDepth(this.view.state) };
  }

  show(mistakes) {
    if (mistakes.length + diagnosticCount(this.view.state) === 0) return;
    const length = this.view.state.doc.length;
    const diagnostics = mistakes.map((mistake) => {
      const from = Math.min(mistake.from, length), to = Math.min(Math.max(mistake.to, from), length);
      const message = mistake.help ? `${mistake.message}\n${mistake.help}` : mistake.message;
      const actions = mistake.fix == null ? [] : [{ name: fixName(mistake), apply: () => this.mend(mistake) }];
      return { from, to, severity: "error", message, actions };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  mend({ from, to, fix }) {
    const changes = { from, to, insert: fix };
    this.view.dispatch({ changes, selection: { anchor: from + fix.length }, userEvent: "input.fix" });
    this.view.focus();
  }

  goTo({ from }) {
    this.view.dispatch({ selection: { anchor: Math.min(from, this.view.state.doc.length) }, scrollIntoView: true });
    this.view.focus();
  }
}

/** What a button says that mends a mistake. */
export const fixName = ({ fix }) => `write ${fix}`;
