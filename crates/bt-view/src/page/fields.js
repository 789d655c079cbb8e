// The selected node as fields and buttons.

/** A button that does something. */
function pressable(id, text, act, title) {
  const button = make("button", text);
  [button.id, button.title, button.type] = [id, title ?? "", "button"];
  button.addEventListener("click", act);
  return button;
}

/** A text without its quotes, if it is one that needs no other signs. */
const unquoted = (text) => /^"([^"\\\n]*)"$/.exec(text)?.[1];
/** The text as it is written. What has quotes is written already. */
const quoted = (text) => (text.startsWith('"') ? text : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);

class Fields {
  constructor(hand) {
    this.hand = hand;
  }

  build(isBoth, otherwise) {
    const { shown } = this.hand, file = this.hand.place && this.hand.files[this.hand.place.file], parts = [];
    if (!shown || !file) {
      parts.push(make("span", otherwise, "why"));
    } else {
      const isOne = this.hand.selected().length === 1;
      parts.push(
        this.head(shown, file, isBoth && isOne),
        ...(isOne ? [this.fields(shown)] : []),
        this.buttons(shown, isOne, isBoth),
      );
    }
    parts.splice(shown && file ? 1 : 0, 0, this.errorLine());
    const focused = document.activeElement?.closest?.("#hand")?.contains(document.activeElement)
      ? document.activeElement.id
      : "";
    this.hand.box.replaceChildren(...parts);
    if (focused) element(focused)?.focus();
  }

  head(shown, file, isBoth) {
    const head = make("div", undefined, "hand-head"),
      name = make("bdi", `${shown.tree} · ${file.name.split(/[\\/]/).at(-1)}:${shown.line}`);
    name.title = file.name;
    head.append(name);
    if (isBoth) {
      const inner = pressable(
        "hand-inner",
        this.hand.inner ? "the node that uses it" : "the tree in it",
        () => {
          this.hand.inner = !this.hand.inner;
          show();
        },
        "edit the place where the tree is used, or the tree itself",
      );
      head.append(inner);
    }
    const count = (text, number) => (number > 0 ? `${text} ${number}` : text);
    const undo = pressable(
      "hand-undo",
      count("undo", file.undo),
      () => this.hand.order("undo"),
      "undo the last edit of this file (Ctrl Z)",
    );
    const redo = pressable(
      "hand-redo",
      count("redo", file.redo),
      () => this.hand.order("redo"),
      "redo it (Ctrl Y)",
    );
    [undo.disabled, redo.disabled] = [file.undo === 0, file.redo === 0];
    head.append(undo, redo);
    const { length } = this.hand.selected();
    if (length > 1) head.append(make("b", `${length} nodes`, "hand-docs"));
    else if (shown.docs) head.append(make("div", shown.docs, "why hand-docs"));
    if (file.unwritten)
      head.append(make("div", `not written: ${file.unwritten}. The program runs the new text until it ends.`, "bad"));
    return head;
  }

  fields(shown) {
    const fields = make("div", undefined, "hand-fields");
    const field = (text, input, id) => {
      const label = make("label", text);
      [input.id, label.htmlFor] = [id, id];
      fields.append(label, input);
      return input;
    };
    const label = field("label", make("input"), "hand-label");
    [label.type, label.value, label.placeholder, label.spellcheck] = ["text", shown.label, "none", false];
    label.addEventListener("change", () => this.hand.change({ what: "label", name: label.value.trim() }));
    if (shown.kinds.length > 0) {
      const kind = field("kind", make("select"), "hand-kind");
      for (const name of [shown.name, ...shown.kinds]) kind.append(new Option(name, name));
      kind.title = shown.docs;
      kind.addEventListener("change", () => this.hand.change({ what: "kind", name: kind.value }));
    }
    shown.args.forEach((arg, index) => this.argument(fields, field, arg, index));
    return fields;
  }

  argument(fields, field, { name, text, kind, choices }, index) {
    const title = name || `argument ${index + 1}`,
      id = `hand-arg-${index}`,
      set = (text) => this.hand.change({ what: "argument", index, text });
    if (kind === "bool") {
      const input = field(title, make("input"), id);
      [input.type, input.role, input.checked] = ["checkbox", "switch", text === "true"];
      input.addEventListener("change", () => set(String(input.checked)));
      return;
    }
    if (choices.length > 0) {
      const list = field(title, make("select"), id);
      for (const choice of choices) list.append(new Option(choice, choice, false, choice === text));
      list.addEventListener("change", () => set(list.value));
      return;
    }
    const input = make("input"), plain = unquoted(text);
    [input.type, input.value, input.spellcheck] = ["text", plain ?? text, false];
    input.addEventListener("change", () => set(plain === undefined ? input.value : quoted(input.value)));
    if (kind !== "integer" && kind !== "float") {
      field(title, input, id);
      return;
    }
    input.inputMode = "decimal";
    const value = Number(text.replaceAll(/[_\s]/g, "")),
      pair = make("span", undefined, "hand-number"),
      slider = make("input");
    const label = make("label", title);
    [input.id, label.htmlFor, slider.id, slider.type] = [id, id, `hand-slide-${index}`, "range"];
    const most = Math.max(Math.abs(value) * 2, kind === "integer" ? 10 : 1);
    [slider.min, slider.max] = [value < 0 ? -most : 0, most];
    slider.step = kind === "integer" ? 1 : 10 ** Math.floor(Math.log10(most / 100));
    slider.value = value;
    slider.ariaLabel = `${title}, slider`;
    slider.title = "drag: the agents use the value at once; letting go writes it, and Escape restores the old one";
    const written = () => (kind === "float" && !slider.value.includes(".") ? `${slider.value}.0` : slider.value);
    slider.addEventListener("input", () => { input.value = written(); this.hand.hold(index, written()); });
    slider.addEventListener("change", () => this.hand.keep());
    slider.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.hand.held) {
        event.stopPropagation();
        this.hand.dropHeld();
      }
    });
    pair.append(input, slider);
    fields.append(label, pair);
  }

  /** The buttons of one node, or of several: then those that are for one alone are disabled. */
  buttons(shown, isOne, isBoth) {
    const row = make("div", undefined, "hand-buttons"), isRoot = this.hand.place.at.node === 0;
    const add = (id, text, change, title, enabled = true) => {
      const button = pressable(id, text, typeof change === "function" ? change : () => this.hand.change(change), title);
      button.disabled = !enabled;
      row.append(button);
    };
    add("hand-up", "↑", { what: "up" }, "move it up, before the previous node (Alt ↑)", !isRoot);
    add("hand-down", "↓", { what: "down" }, "move it down, after the next node (Alt ↓)", !isRoot);
    add("hand-out", "←", { what: "out" }, "move it out of its parent (Alt ←)", !isRoot);
    add("hand-in", "→", { what: "in" }, "move it into the previous node (Alt →)", !isRoot);
    add("hand-duplicate", "duplicate", { what: "duplicate" }, "duplicate it (Ctrl D)", !isRoot);
    add("hand-delete", "delete", { what: "delete" }, "remove it (Delete)", !isRoot);
    add("hand-unwrap", "unwrap", { what: "unwrap" }, "its children take its place", isOne && shown.children > 0);
    add(
      "hand-extract",
      "extract",
      { what: "extract" },
      "turn it into a separate tree, named after its label (x)",
      isOne && !isRoot,
    );
    add(
      "hand-inline",
      "inline",
      { what: "inline" },
      "replace it by the nodes of its tree (X)",
      isOne && isBoth && !this.hand.inner,
    );
    add("hand-child", "add child", () => this.hand.offers.open(true), "add a child (i)", isOne);
    add("hand-after", "add after", () => this.hand.offers.open(false), "add a node after it (o)", !isRoot);
    add("hand-text", "text", () => this.hand.editText(), "edit it as text (e)", isOne);
    const wrap = make("select");
    [wrap.id, wrap.ariaLabel, wrap.title] = ["hand-wrap", "wrap in", "wrap it in another node (w)"];
    wrap.append(new Option("wrap in …", ""), ...shown.wrappers.map((wrapper) => new Option(wrapper, wrapper)));
    wrap.addEventListener("change", () => {
      if (wrap.value) this.hand.change({ what: "wrap", wrapper: wrap.value });
      wrap.value = "";
    });
    row.append(wrap);
    return row;
  }

  errorLine() {
    const line = make("output", undefined, "bad");
    [line.id, line.role] = ["hand-error", "alert"];
    const { error } = this.hand;
    if (error) line.textContent = error.text;
    const all = "this waits for the next build: until then, the program runs the previous text";
    if (error?.edit)
      line.append(
        " ",
        pressable(
          "hand-build",
          "write it anyway",
          () => this.hand.ask({ ...error.edit, build: true }, error.place),
          all,
        ),
      );
    return line;
  }
}
