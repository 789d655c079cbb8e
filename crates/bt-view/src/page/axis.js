// The axis of the lanes. For one agent it counts the agent's ticks; several agents share it.

/** What a shared axis can count, with the places at which the ticks of an agent begin. */
const COUNTED = {
  order: (agent) => agent.orders,
  time: (agent) => agent.times,
  ticks: (agent) => agent.numbers,
};

class Axis {
  constructor(agents, counts) {
    [this.agents, this.isShared, this.places] = [agents, agents.length > 1, COUNTED[counts]];
  }

  /** Where the first tick begins, and where the last one ends. */
  range() {
    const agents = this.agents.filter((agent) => agent.ticks > 0);
    if (agents.length === 0) return [0, 1];
    const first = Math.min(...agents.map((agent) => this.place(agent, 0)));
    const last = Math.max(...agents.map((agent) => this.place(agent, agent.ticks)));
    return [first, last > first ? last : first + 1];
  }

  /** Where a tick of an agent begins. The last tick is drawn as long as the one before it. */
  place(agent, tick) {
    if (!this.isShared) return tick;
    const places = this.places(agent), last = places.length - 1;
    return tick <= last ? places[tick] : places[last] + (last > 0 ? places[last] - places[last - 1] : 1);
  }

  /** The tick of an agent that has begun at a place last; -1 if none has. */
  tickAt(agent, place) {
    return this.isShared ? lastAtMost(this.places(agent), place) : Math.min(agent.ticks - 1, Math.floor(place));
  }

  /** How long a tick of an agent is, about. */
  tick(agent) {
    if (!this.isShared || agent.ticks < 2) return 1;
    return (this.place(agent, agent.ticks - 1) - this.place(agent, 0)) / (agent.ticks - 1) || 1;
  }
}

/** The index of the last number that is at most `bound`, in ascending numbers; -1 if there is none. */
function lastAtMost(numbers, bound) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= bound) low = middle + 1; else high = middle;
  }
  return low - 1;
}
