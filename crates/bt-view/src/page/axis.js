// The axis of the lanes. For one agent it counts its ticks; for several, which tick in turns, the steps of all agents.

class Axis {
  constructor(agents) {
    [this.agents, this.isShared] = [agents, agents.length > 1];
  }

  /** Where the first tick begins, and where the last one ends. */
  range() {
    const agents = this.agents.filter((agent) => agent.ticks > 0);
    if (agents.length === 0) return [0, 1];
    return [Math.min(...agents.map((agent) => this.place(agent, 0))), Math.max(...agents.map((agent) => this.place(agent, agent.ticks)))];
  }

  /** Where a tick of an agent begins. The tick after the last one begins when the last one has been as long as the one before. */
  place({ orders }, tick) {
    if (!this.isShared) return tick;
    const last = orders.length - 1;
    return tick <= last ? orders[tick] : orders[last] + (last > 0 ? orders[last] - orders[last - 1] : this.agents.length);
  }

  /** The tick of an agent that has begun at a place last; -1 if none has. */
  tickAt(agent, place) {
    return this.isShared ? lastAtMost(agent.orders, place) : Math.min(agent.ticks - 1, Math.floor(place));
  }

  /** How long a tick of an agent is, about. */
  tick(agent) {
    return this.isShared && agent.ticks > 1 ? (agent.orders.at(-1) - agent.orders[0]) / (agent.ticks - 1) : 1;
  }
}

/** The index of the last number that is not above a bound, in numbers that rise; -1 if there is none. */
function lastAtMost(numbers, bound) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= bound) low = middle + 1; else high = middle;
  }
  return low - 1;
}
