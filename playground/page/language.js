// The colours of trees, and what can be typed.

import { StreamLanguage, LanguageSupport, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { snippetCompletion } from "@codemirror/autocomplete";
import { tags } from "@lezer/highlight";

const RUST = new Set([
  "pub", "fn", "let", "mut", "if", "else", "match", "move", "use", "struct", "impl", "true", "false",
]);

/** A tokenizer of trees. `isNode` says whether a word is a built-in node. */
function tokenizer(isNode) {
  return {
    name: "bt",
    startState: () => ({ comment: 0 }),
    token(stream, state) {
      if (state.comment > 0 || stream.match("/*")) {
        if (state.comment === 0) state.comment = 1;
        if (stream.skipTo("*/")) {
          stream.match("*/");
          state.comment = 0;
        } else {
          stream.skipToEnd();
        }
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (stream.match("//")) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?\w*/)) return "number";
      if (stream.match(/^#\[[^\]]*\]?/)) return "meta";
      if (stream.match("bt!")) return "macroName";
      if (stream.match(/^[a-z_]\w*(?=\s*:(?!:))/)) return "labelName";
      if (stream.match(/^[A-Z]\w*/)) return "typeName";
      if (stream.match(/^[a-z_]\w*/)) {
        const word = stream.current();
        return isNode(word) ? "keyword" : RUST.has(word) ? "modifier" : "variableName";
      }
      if (stream.match("->") || stream.match("=>")) return "operator";
      stream.next();
      return "punctuation";
    },
    languageData: {
      commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
      closeBrackets: { brackets: ["(", "[", "{", "<", '"'] },
    },
  };
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.labelName, color: "var(--cut-line)" },
  { tag: tags.string, color: "var(--good-line)" },
  { tag: tags.number, color: "var(--active-line)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.macroName, tags.meta, tags.modifier], color: "var(--faint)" },
  { tag: tags.typeName, color: "var(--text)", fontWeight: "600" },
  { tag: tags.operator, color: "var(--accent)" },
]);

function completionOf({ word, sort, docs, snippet }) {
  const shown = { label: word, detail: sort === "node" ? "" : sort, info: docs || undefined };
  return snippetCompletion(snippet.replaceAll(/\$(\d)/g, "${$1}").replaceAll("${0}", "${}"), shown);
}

/** The language of trees. `engine` returns the engine, when it is there. */
export function trees(engine) {
  let builtins = null;
  const all = () => (builtins ??= engine()?.call({ order: "builtins" }).offers ?? null);
  const isNode = (word) => all()?.some((offer) => offer.word === word) ?? false;
  const language = StreamLanguage.define(tokenizer(isNode));
  const complete = (context) => {
    const word = context.matchBefore(/\w+/);
    if ((!word && !context.explicit) || !engine()) return null;
    const { offers = [] } = engine().call({ order: "names", text: context.state.doc.toString() });
    // The word that is being typed is a name of the text, too, of which nothing else is known.
    const isTyped = (offer) => offer.word === word?.text && offer.docs === "" && offer.snippet === offer.word;
    const options = [...offers.filter((offer) => !isTyped(offer)), ...(all() ?? [])].map(completionOf);
    return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ };
  };
  return [new LanguageSupport(language, [language.data.of({ autocomplete: complete })]), syntaxHighlighting(COLOURS)];
}
