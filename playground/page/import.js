// XML of BehaviorTree.CPP becomes the text.

import { make } from "./panel.js";

/** `onText` gets the text of the trees. */
export function listenToImport(engine, onText) {
  const element = (id) => document.getElementById(id), dialog = element("play-xml");
  element("play-import").addEventListener("click", () => {
    element("play-xml-problems").replaceChildren();
    dialog.showModal();
  });
  element("play-xml-close").addEventListener("click", () => dialog.close());
  element("play-xml-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const { text, problems = [], mistakes = [] } = engine().call({ order: "import", xml: element("play-xml-text").value });
    const rows = [...problems, ...mistakes].map(({ line, message, help, is_error: isError }) => make("div", `${line}: ${message}${help ? `; ${help}` : ""}`, { className: isError === false ? "why" : "bad" }));
    element("play-xml-problems").replaceChildren(...rows);
    if (text == null) return;
    onText(text);
    dialog.close();
  });
}
