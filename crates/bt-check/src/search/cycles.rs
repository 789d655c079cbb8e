//! Finds paths that continue forever without reaching a goal, by strongly connected components of the other states.

use std::collections::VecDeque;

use super::graph::Graph;

/// A path that never reaches its goal.
#[derive(Debug)]
pub(crate) struct Lasso {
    /// The steps from the first state.
    pub steps: Vec<u32>,
    /// The steps from this one on are repeated forever.
    pub repeats_from: usize,
}

/// What must be reached, and from where.
pub(crate) struct Goal<'g> {
    /// Whether the goal must be reached from this state.
    pub begins: &'g dyn Fn(usize) -> bool,
    /// Whether this state is the goal.
    pub is_goal: &'g dyn Fn(usize) -> bool,
}

/// The shortest path to a cycle that never reaches the goal and postpones no fair move forever, with the cycle.
pub(crate) fn lasso(graph: &Graph, first: usize, goal: &Goal<'_>) -> Option<Lasso> {
    let component = components(graph, goal.is_goal);
    let endless = endless(graph, &component);
    let (mut steps, at) =
        shortest_way_to(graph, first, goal, |state| component[state] != NONE && endless[component[state] as usize])?;
    let repeats_from = steps.len();
    steps.extend(cycle(graph, &component, at));
    Some(Lasso { steps, repeats_from })
}

const NONE: u32 = u32::MAX;

/// The strongly connected component of each state that is not the goal: Tarjan's algorithm, without recursion.
fn components(graph: &Graph, is_goal: &dyn Fn(usize) -> bool) -> Vec<u32> {
    let states = graph.len();
    let (mut component, mut components) = (vec![NONE; states], 0);
    let (mut found, mut low, mut number) = (vec![NONE; states], vec![NONE; states], 0);
    let (mut open, mut calls): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    for root in 0..states {
        if found[root] != NONE || is_goal(root) {
            continue;
        }
        calls.push((root, 0));
        while let Some((state, next)) = calls.pop() {
            if next == 0 {
                (found[state], low[state], number) = (number, number, number + 1);
                open.push(state);
            }
            let mut edges = graph.edges(state).iter().enumerate().skip(next.saturating_sub(1));
            let inner = loop {
                let Some((edge, to)) = edges.next() else { break None };
                let to = to.to as usize;
                // The edge of a call is visited again when the call has returned, to take its result.
                if is_goal(to) || component[to] != NONE {
                    continue;
                }
                if found[to] == NONE {
                    break Some((edge, to));
                }
                low[state] = low[state].min(low[to]);
            };
            if let Some((edge, to)) = inner {
                calls.push((state, edge + 1));
                calls.push((to, 0));
                continue;
            }
            if low[state] == found[state] {
                while let Some(member) = open.pop() {
                    component[member] = components;
                    if member == state {
                        break;
                    }
                }
                components += 1;
            }
        }
    }
    component
}

/// Whether a path can stay in each component forever: the component has a cycle, and each fair move is taken inside it,
/// or is impossible in one of its states.
fn endless(graph: &Graph, component: &[u32]) -> Vec<bool> {
    let components = component.iter().filter(|&&number| number != NONE).max().map_or(0, |&last| last as usize + 1);
    let mut cyclic = vec![false; components];
    // For each component: the fair moves that are possible in all its states, and those taken inside it.
    let (mut possible, mut taken) = (vec![u64::MAX; components], vec![0_u64; components]);
    for (state, &own) in component.iter().enumerate().filter(|&(_, &own)| own != NONE) {
        let own = own as usize;
        let mut here = 0;
        for edge in graph.edges(state) {
            here |= bit(edge.fair);
            if component[edge.to as usize] == component[state] {
                cyclic[own] = true;
                taken[own] |= bit(edge.fair);
            }
        }
        possible[own] &= here;
    }
    (0..components).map(|own| cyclic[own] && possible[own] & !taken[own] == 0).collect()
}

fn bit(fair: u8) -> u64 {
    if fair == 0 { 0 } else { 1 << fair }
}

/// The shortest path from the first state to a wanted one that passes a beginning of the goal, and then avoids the
/// goal.
fn shortest_way_to(
    graph: &Graph,
    first: usize,
    goal: &Goal<'_>,
    wanted: impl Fn(usize) -> bool,
) -> Option<(Vec<u32>, usize)> {
    // Each state has two nodes: before the beginning, and after it.
    let node = |state: usize, begun: bool| 2 * state + usize::from(begun);
    let mut before = vec![NOWHERE; 2 * graph.len()];
    let begins = |state| (goal.begins)(state) && !(goal.is_goal)(state);
    let mut seen = vec![false; before.len()];
    let mut queue = VecDeque::new();
    // A beginning is visited both ways: a later state may begin, too, and not reach the goal.
    for begun in [false, true] {
        if !begun || begins(first) {
            seen[node(first, begun)] = true;
            queue.push_back(node(first, begun));
        }
    }
    while let Some(at) = queue.pop_front() {
        let (state, begun) = (at / 2, at % 2 == 1);
        if begun && wanted(state) {
            return Some((way_back(&before, at), state));
        }
        for (step, edge) in graph.edges(state).iter().enumerate() {
            let to = edge.to as usize;
            let is_begun = if begun { !(goal.is_goal)(to) } else { begins(to) };
            for next in [(!begun).then_some(false), is_begun.then_some(true)].into_iter().flatten() {
                let next = node(to, next);
                if !seen[next] {
                    seen[next] = true;
                    before[next] = (at as u32, step as u32);
                    queue.push_back(next);
                }
            }
        }
    }
    None
}

/// Instead of the previous node and the step from there: there is none.
const NOWHERE: (u32, u32) = (NONE, NONE);

/// The steps to a node from the start of its path.
fn way_back(before: &[(u32, u32)], mut at: usize) -> Vec<u32> {
    let mut steps = Vec::new();
    while before[at] != NOWHERE {
        let (previous, step) = before[at];
        steps.push(step);
        at = previous as usize;
    }
    steps.reverse();
    steps
}

/// A cycle from a state back to it, inside its component, that postpones no fair move forever.
fn cycle(graph: &Graph, component: &[u32], start: usize) -> Vec<u32> {
    let own = component[start];
    let members = || (0..graph.len()).filter(|&state| component[state] == own);
    let here = |state: usize| graph.edges(state).iter().fold(0, |here, edge| here | bit(edge.fair));
    let possible = members().fold(u64::MAX, |possible, state| possible & here(state));
    let offered = members().fold(0, |offered, state| offered | here(state));
    let (mut at, mut steps) = (start, Vec::new());
    let go = |at: usize, is_end: &dyn Fn(usize, usize, u8) -> bool, steps: &mut Vec<u32>| {
        let (way, end) = shortest_inside(graph, component, at, is_end);
        steps.extend(way);
        end
    };
    for fair in 1..64 {
        let fair_bit = bit(fair);
        if possible & fair_bit != 0 {
            at = go(at, &|_, _, by| by == fair, &mut steps);
        } else if offered & fair_bit != 0 && here(at) & fair_bit != 0 {
            at = go(at, &|_, to, _| here(to) & fair_bit == 0, &mut steps);
        }
    }
    if steps.is_empty() || at != start {
        go(at, &|_, to, _| to == start, &mut steps);
    }
    steps
}

/// The shortest path of at least one step inside a component that ends with a wanted step.
fn shortest_inside(
    graph: &Graph,
    component: &[u32],
    start: usize,
    is_end: &dyn Fn(usize, usize, u8) -> bool,
) -> (Vec<u32>, usize) {
    let mut before = vec![NOWHERE; graph.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for (step, edge) in graph.edges(at).iter().enumerate() {
            let to = edge.to as usize;
            if component[to] != component[start] {
                continue;
            }
            if is_end(at, to, edge.fair) {
                let mut steps = way_back(&before, at);
                steps.push(step as u32);
                return (steps, to);
            }
            if to != start && before[to] == NOWHERE {
                before[to] = (at as u32, step as u32);
                queue.push_back(to);
            }
        }
    }
    unreachable!("the component is strongly connected, and has such a step")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number below `end`, from a small generator.
    fn below(seed: &mut u64, end: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % end
    }

    /// Whether all these states can be visited forever without postponing a fair move.
    fn can_go_on(states: &[Vec<(usize, u8)>], set: u32) -> bool {
        let inside = |state: usize| set >> state & 1 == 1;
        let members = || (0..states.len()).filter(|&state| inside(state));
        let reaches = |from: usize| {
            let mut seen = 0_u32;
            let mut open = vec![from];
            while let Some(state) = open.pop() {
                for &(to, _) in states[state].iter().filter(|&&(to, _)| inside(to)) {
                    if seen >> to & 1 == 0 {
                        seen |= 1 << to;
                        open.push(to);
                    }
                }
            }
            seen & set == set
        };
        let is_fair = |fair: u8| {
            let taken = members().any(|state| states[state].iter().any(|&(to, by)| by == fair && inside(to)));
            taken || members().any(|state| states[state].iter().all(|&(_, by)| by != fair))
        };
        members().all(reaches) && (1..4).all(is_fair)
    }

    /// Tries all sets of states of small random graphs.
    #[test]
    fn a_lasso_is_found_if_there_is_one() {
        let (mut seed, mut found) = (7, 0);
        for _ in 0..2_000 {
            let count = 2 + below(&mut seed, 5);
            let states: Vec<Vec<(usize, u8)>> = (0..count)
                .map(|_| {
                    let steps = 1 + below(&mut seed, 3);
                    (0..steps).map(|_| (below(&mut seed, count), below(&mut seed, 4) as u8)).collect()
                })
                .collect();
            let (begins, goals) = (below(&mut seed, 64), below(&mut seed, 64) & below(&mut seed, 64));
            let (begins, is_goal) = (|state: usize| begins >> state & 1 == 1, |state: usize| goals >> state & 1 == 1);
            let graph = Graph::of(&states);
            let lasso = lasso(&graph, 0, &Goal { begins: &begins, is_goal: &is_goal });

            // All states that follow a beginning without the goal in between.
            let closure = |mut open: Vec<usize>, allowed: &dyn Fn(usize) -> bool| {
                let mut seen = 0_u32;
                while let Some(state) = open.pop() {
                    if allowed(state) && seen >> state & 1 == 0 {
                        seen |= 1 << state;
                        open.extend(states[state].iter().map(|&(to, _)| to));
                    }
                }
                seen
            };
            let reached = closure(vec![0], &|_| true);
            let waiting =
                closure((0..count).filter(|&state| reached >> state & 1 == 1 && begins(state)).collect(), &|state| {
                    !is_goal(state)
                });
            let exists = (1..1_u32 << count).any(|set| set & !waiting == 0 && can_go_on(&states, set));
            assert_eq!(lasso.is_some(), exists, "{states:?}");

            let Some(Lasso { steps, repeats_from }) = lasso else { continue };
            found += 1;
            let mut way = vec![0];
            for &step in &steps {
                way.push(states[way[way.len() - 1]][step as usize].0);
            }
            assert_eq!(way.last(), way.get(repeats_from), "it is a cycle");
            assert!(repeats_from < steps.len());
            let begun =
                (0..=repeats_from).any(|begin| begins(way[begin]) && !way[begin..].iter().any(|&state| is_goal(state)));
            assert!(begun, "it begins, and never reaches the goal");
            for fair in 1..4 {
                let taken = (repeats_from..steps.len()).any(|at| states[way[at]][steps[at] as usize].1 == fair);
                let pauses = way[repeats_from..].iter().any(|&state| states[state].iter().all(|&(_, by)| by != fair));
                assert!(taken || pauses, "the move {fair} is put off forever");
            }
        }
        assert!(found > 200, "{found}");
    }
}
