// Editing without the panel: keys, the clipboard, and dragging nodes.

/** The keys of the changes that need no further word, with Alt. */
const MOVES = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" };

function listenToKeys(hand) {
  document.addEventListener("keydown", (event) => press(hand, event), true);
}

function press(hand, event) {
  const { key, altKey, shiftKey } = event, command = event.ctrlKey || event.metaKey;
  if (!hand.may || event.target.closest?.("dialog")) return;
  if (key === "Escape" && hand.dragged) {
    hand.dragged = null;
    clearDrop();
  }
  const typing = isText(event.target) || event.target.matches?.("select");
  const act = actOf(hand, key, altKey, shiftKey, command, typing);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** What a key does. */
function actOf(hand, key, alt, shift, command, typing) {
  if (command && key.toLowerCase() === "z" && !typing) return () => hand.order(shift ? "redo" : "undo");
  if (command && key.toLowerCase() === "y" && !typing) return () => hand.order("redo");
  if (!typing && key === "u" && !alt && !command) return () => hand.offers.search();
  if (typing || !hand.isReady()) return null;
  if (alt && !command && Object.hasOwn(MOVES, key)) return () => hand.change({ what: MOVES[key] });
  if (command && key.toLowerCase() === "d") return () => hand.change({ what: "duplicate" });
  if (shift && !alt && !command && (key === "ArrowUp" || key === "ArrowDown"))
    return () => hand.extendBy(key === "ArrowUp" ? -1 : 1);
  if (alt || command) return null;
  if (key === "Delete") return () => hand.change({ what: "delete" });
  if (key === "i") return () => hand.offers.open(true);
  if (key === "o") return () => hand.offers.open(false);
  if (key === "e") return () => hand.editText();
  if (key === "x") return () => hand.change({ what: "extract" });
  if (key === "X") return () => hand.change({ what: "inline" });
  if (key === "w") return () => element("hand-wrap")?.focus();
  if (key === "l") return () => element("hand-label")?.focus();
  return null;
}

/** Nodes are copied as text: between trees, pages and text editors. */
function listenToClipboard(hand) {
  const isTyping = ({ target }) =>
    target.closest?.("dialog") || isText(target) || String(getSelection()) !== "";
  const on = (name, act) =>
    document.addEventListener(name, (event) => {
      if (!hand.may || isTyping(event) || !hand.isReady()) return;
      event.preventDefault();
      act(event.clipboardData);
    });
  on("copy", (data) => data.setData("text/plain", hand.texts.join(",\n")));
  on("cut", (data) => {
    data.setData("text/plain", hand.texts.join(",\n"));
    hand.change({ what: "delete" });
  });
  on("copy", (data) => data.setData("text/plain", hand.texts.join(",\n")));
  on("cut", (data) => { data.setData("text/plain", hand.texts.join(",\n")); hand.change({ what: "delete" }); });
  on("paste", (data) => hand.change({ what: "paste", text: data.getData("text/plain") }));
}

/** A node or a text can be dragged with the mouse: before a node, after it, or into it. Fingers move the picture. */
function listenToDrags(hand) {
  tree.svg.addEventListener(
    "pointerdown",
    (event) => {
      const node = event.target.closest?.(".node");
      if (hand.may && node && !event.target.closest(".fold") && hand.takeUp(event, { from: Number(node.dataset.node) }))
        event.stopPropagation();
    },
    true,
  );
  window.addEventListener("pointermove", (event) => {
    const { dragged } = hand;
    if (!dragged || Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < 6) return;
    dragged.moves = true;
    showDrop(dragged, event);
    hand.judge(dragged);
  });
  tree.svg.addEventListener("click", (event) => {
    const node = event.target.closest?.(".node");
    if (!hand.may || !node || !event.shiftKey || event.target.closest(".fold")) return;
    event.stopPropagation();
    hand.extendTo(Number(node.dataset.node));
  }, true);
  const end = (drops) => {
    const { dragged } = hand;
    [hand.dragged, hand.hasDropped] = [null, dragged?.moves === true];
    // The drag must not also click the button.
    setTimeout(() => { hand.hasDropped = false; });
    clearDrop();
    // If the tree has changed meanwhile, its nodes have other numbers.
    if (drops && dragged?.where && dragged.nodes === agent().nodes) hand.drop(dragged);
  };
  window.addEventListener("pointerup", () => end(true));
  window.addEventListener("pointercancel", () => end(false));
}

function clearDrop() {
  document
    .querySelectorAll(".drop-before, .drop-in, .drop-after")
    .forEach(({ classList }) => classList.remove("drop-before", "drop-in", "drop-after", "drop-no"));
  element("drag").hidden = true;
}

/** Finds where what is dragged would go, and shows it. */
function showDrop(dragged, event) {
  const node = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#tree .node"),
    note = element("drag");
  clearDrop();
  note.hidden = false;
  dragged.name =
    dragged.text ?? (dragged.all.length > 1 ? `${dragged.all.length} nodes` : dragged.nodes[dragged.from].short);
  note.style.translate = `${event.clientX + 12}px ${event.clientY + 12}px`;
  [dragged.to, dragged.where] = [node ? Number(node.dataset.node) : null, null];
  if (!node || dragged.all.includes(dragged.to)) {
    [dragged.where, dragged.isRefused] = [null, false];
    showWhy(dragged);
    return;
  }
  const { top, height } = node.querySelector("rect").getBoundingClientRect(), part = (event.clientY - top) / height;
  dragged.where = part < 0.3 ? "before" : part > 0.7 ? "after" : "in";
  node.classList.add(`drop-${dragged.where}`);
  showWhy(dragged);
}

/** The place to which something is dragged. */
function dropKey({ to, where }) {
  return `${to} ${where}`;
}

/** Shows why what is dragged cannot be dropped where it is, if that is known. */
function showWhy(dragged) {
  const note = element("drag"), why = (dragged.where && dragged.why.get(dropKey(dragged))) || "";
  dragged.isRefused = why !== "";
  note.classList.toggle("bad", dragged.isRefused);
  note.replaceChildren(dragged.name, ...(why ? [make("div", why)] : []));
  if (dragged.where) tree.elements[dragged.to]?.classList.toggle("drop-no", dragged.isRefused);
}
