// Time: how often the tree is ticked, and how long each tick is.

/** The most ticks between two pictures: a page that was hidden does not catch up. */
const MOST_AT_ONCE = 100;

export class Clock {
  /** `onTick` gets a number of ticks to make. */
  constructor({ speed, onTick }) {
    [this.speed, this.onTick, this.owed, this.last] = [speed, onTick, 0, null];
    requestAnimationFrame((now) => this.frame(now));
  }

  /** The next tick comes now. */
  now() {
    this.owed = 0;
    this.onTick(1);
  }

  frame(now) {
    const passed = this.last === null ? 0 : (now - this.last) / 1000;
    this.last = now;
    this.owed = Math.min(this.owed + passed * Number(this.speed.value), MOST_AT_ONCE);
    const count = Math.floor(this.owed);
    this.owed -= count;
    if (count > 0) this.onTick(count);
    requestAnimationFrame((now) => this.frame(now));
  }
}
