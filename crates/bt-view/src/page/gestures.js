// Editing without the panel: keys, the clipboard, and nodes that are dragged.

/** The keys of the changes that need no further word, with Alt. */
const MOVES = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" };

function listenToKeys(hand) {
  document.addEventListener("keydown", (event) => press(hand, event), true);
}

function press(hand, event) {
  const { key, altKey, shiftKey } = event, command = event.ctrlKey || event.metaKey;
  if (!hand.may || event.target.closest?.("dialog")) return;
  if (key === "Escape") hand.dragged = null;
  const typing = event.target.matches?.("input:not([type=range]):not([type=checkbox]), textarea, select");
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
  if (typing || !hand.isReady()) return null;
  if (alt && !command && Object.hasOwn(MOVES, key)) return () => hand.change({ what: MOVES[key] });
  if (command && key.toLowerCase() === "d") return () => hand.change({ what: "duplicate" });
  if (alt || command) return null;
  if (key === "Delete") return () => hand.change({ what: "delete" });
  if (key === "i") return () => hand.insert(true);
  if (key === "o") return () => hand.insert(false);
  if (key === "e") return () => hand.editText();
  if (key === "w") return () => element("hand-wrap")?.focus();
  if (key === "l") return () => element("hand-label")?.focus();
  return null;
}

/** Nodes are copied as text: between trees, pages and text editors. */
function listenToClipboard(hand) {
  const isTyping = ({ target }) => target.closest?.("dialog") || target.matches?.("input, textarea") || String(getSelection()) !== "";
  const on = (name, act) => document.addEventListener(name, (event) => {
    if (!hand.may || isTyping(event) || !hand.isReady()) return;
    event.preventDefault();
    act(event.clipboardData);
  });
  on("copy", (data) => data.setData("text/plain", hand.shown.text));
  on("cut", (data) => { data.setData("text/plain", hand.shown.text); hand.change({ what: "delete" }); });
  on("paste", (data) => hand.change({ what: "paste", text: data.getData("text/plain") }));
}

/** A node that is dragged with the mouse moves: before or after another one, or into it. Fingers move the picture. */
function listenToDrags(hand) {
  const { svg } = tree, nodeAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest?.("#tree .node");
  const clear = () => document.querySelectorAll(".drop-before, .drop-in, .drop-after").forEach(({ classList }) => classList.remove("drop-before", "drop-in", "drop-after"));
  svg.addEventListener("pointerdown", (event) => {
    const node = event.target.closest?.(".node");
    if (!hand.may || !node || event.button !== 0 || event.pointerType === "touch" || event.target.closest(".fold")) return;
    event.stopPropagation();
    hand.dragged = { from: Number(node.dataset.node), x: event.clientX, y: event.clientY, to: null, nodes: agent().nodes };
  }, true);
  window.addEventListener("pointermove", (event) => {
    const { dragged } = hand;
    if (!dragged || Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < 6) return;
    const node = nodeAt(event);
    clear();
    dragged.to = node ? Number(node.dataset.node) : null;
    dragged.where = null;
    if (!node || dragged.to === dragged.from) return;
    const { top, height } = node.querySelector("rect").getBoundingClientRect(), part = (event.clientY - top) / height;
    dragged.where = part < 0.3 ? "before" : part > 0.7 ? "after" : "in";
    node.classList.add(`drop-${dragged.where}`);
  });
  window.addEventListener("pointerup", () => {
    const { dragged } = hand;
    hand.dragged = null;
    clear();
    // A tree that has changed meanwhile has other numbers.
    if (dragged?.nodes === agent().nodes && dragged.to !== null && dragged.to !== dragged.from && dragged.where) hand.moveTo(dragged.from, dragged.to, dragged.where);
  });
  window.addEventListener("pointercancel", () => { hand.dragged = null; clear(); });
}
