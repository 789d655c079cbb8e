// Moves the nodes of an edited tree to their new places.

/** In milliseconds. */
const MOTION = 150;
/** More nodes are shown at once where they are. */
const MOST_MOVED = 400;

/** The running animations. The next edit cancels them. */
const moving = [];

/** Whether the user wants to see motion. */
const hasMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Moves nodes from their old places on the screen to their new ones, and fades new nodes in. `was` is the picture
 * before the edit; `places` has the old position of each node. */
function moveNodes({ elements, edges, boxes, x, y, scale }, was, places) {
  for (const animation of moving.splice(0)) animation.cancel();
  if (!hasMotion() || elements.filter((element) => element).length > MOST_MOVED) return;
  const play = (element, from, to) => {
    if (element) moving.push(element.animate([from, to], { duration: MOTION, easing: "ease-out" }));
  };
  elements.forEach((element, position) => {
    const from = was.boxes[places[position]], to = boxes[position];
    if (!element) return;
    if (!from) {
      play(element, { opacity: 0 }, { opacity: 1 });
      play(edges[position], { opacity: 0 }, { opacity: 1 });
      return;
    }
    const [left, top] = [(was.x + from.x * was.scale - x) / scale, (was.y + from.y * was.scale - y) / scale];
    if (Math.hypot(left - to.x, top - to.y) < 1) return;
    play(element, { transform: `translate(${left}px, ${top}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` });
    play(edges[position], { opacity: 0 }, { opacity: 1 });
  });
}
