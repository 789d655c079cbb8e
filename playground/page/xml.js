// XML of BehaviorTree.CPP becomes the text, and the text becomes XML.

import { make } from "./panel.js";

const element = (id) => document.getElementById(id);

/** `onText` gets the text of imported trees, `copy` gets what is copied, and `written` is the text to export. */
export function listenToXml({ engine, onText, written, copy }) {
  element("play-import").addEventListener("click", () => {
    element("play-xml-problems").replaceChildren();
    element("play-xml").showModal();
  });
  element("play-xml-close").addEventListener("click", () => element("play-xml").close());
  element("play-xml-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = engine().call({ order: "import", xml: element("play-xml-text").value });
    showProblems("play-xml-problems", answer);
    if (answer.text == null) return;
    onText(answer.text);
    // If there are differences, the dialog stays open so that they can be read.
    if (answer.problems.length === 0) element("play-xml").close();
  });
  element("play-export").addEventListener("click", () => {
    const { text, mistakes } = written();
    const answer = mistakes.length > 0 ? { mistakes } : engine().call({ order: "export", text });
    element("play-written-text").value = answer.text ?? "";
    showProblems("play-written-problems", answer);
    element("play-written").showModal();
  });
  element("play-written-copy").addEventListener("click", () => {
    element("play-written-text").select();
    copy(element("play-written-text").value);
  });
}

function showProblems(id, { problems = [], mistakes = [] }) {
  const text = ({ line, message, help }) => `${line}: ${message}${help ? `; ${help}` : ""}`;
  const row = (told) => make("div", text(told), { className: told.is_error === false ? "why" : "bad" });
  element(id).replaceChildren(...[...problems, ...mistakes].map(row));
}
