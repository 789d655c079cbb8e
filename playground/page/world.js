// The picture of the world: shapes of 100 by 40 units, a sentence, and buttons.

import { make } from "./panel.js";

const SVG = "http://www.w3.org/2000/svg";

export class World {
  /** `ask` carries out an order of the engine. */
  constructor(ask) {
    [this.ask, this.shown, this.buttons] = [ask, "", ""];
    const element = (id) => document.getElementById(id);
    const parts = ["play-world", "play-picture", "play-words", "play-buttons"];
    [this.box, this.svg, this.words, this.bar] = parts.map(element);
  }

  /** Shows what has changed. */
  show() {
    const { picture } = this.ask({ order: "picture" }), text = JSON.stringify(picture ?? null);
    if (text === this.shown) return;
    this.shown = text;
    this.box.hidden = !picture;
    if (!picture) return;
    this.svg.replaceChildren(...picture.shapes.map(drawn));
    this.words.textContent = picture.words;
    if (JSON.stringify(picture.buttons) === this.buttons) return;
    this.buttons = JSON.stringify(picture.buttons);
    this.bar.replaceChildren(...picture.buttons.map((name, button) => {
      const made = make("button", name, { type: "button" });
      made.addEventListener("click", () => { this.ask({ order: "press", button }); this.show(); });
      return made;
    }));
  }
}

function drawn({ look, x, y, w, h, is_round: isRound, text }) {
  const shape = document.createElementNS(SVG, text ? "text" : "rect");
  const set = (values) => Object.entries(values).forEach(([name, value]) => shape.setAttribute(name, value));
  set(text ? { x, y } : { x, y, width: w, height: h, rx: isRound ? w / 2 : 0.4 });
  shape.setAttribute("class", look);
  shape.textContent = text;
  return shape;
}
