//! The search finds all states: as many as a loop over a set does, on any number of threads.

use std::collections::{HashSet, VecDeque};

use bt_check::Check;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Grid {
    at: (u8, u8),
    goal: (u8, u8),
    blocked: u16,
}

const SIZE: u8 = 4;

impl Grid {
    fn is_free(&self, (x, y): (u8, u8)) -> bool {
        x < SIZE && y < SIZE && self.blocked >> (y * SIZE + x) & 1 == 0
    }

    fn go(&mut self, x: i8, y: i8) -> bool {
        let to = (self.at.0.wrapping_add_signed(x), self.at.1.wrapping_add_signed(y));
        let is_free = self.is_free(to);
        if is_free {
            self.at = to;
        }
        is_free
    }

    /// Everything that can happen.
    fn next(&self) -> Vec<Grid> {
        let mut next = vec![self.clone()];
        for (x, y) in [(0, 1), (2, 1), (0, 2), (1, 2), (2, 2), (3, 2)] {
            if (x, y) != self.at {
                next.push(Grid { blocked: self.blocked ^ 1 << (y * SIZE + x), ..self.clone() });
            }
        }
        if self.at == self.goal {
            next.push(Grid { goal: (self.goal.1, SIZE - 1 - self.goal.0), ..self.clone() });
        }
        next
    }
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Walker(Grid) = forever < selector <
        condition(|grid| grid.at == grid.goal),
        run_limit(3) < sequence < condition(|grid| grid.at.0 < grid.goal.0), rest, action(|grid| grid.go(1, 0)) > >,
        sequence < condition(|grid| grid.at.1 < grid.goal.1), action(|grid| grid.go(0, 1)), rest >,
        random_walk: round_robin <
            sequence < action(|grid| grid.go(-1, 0)), rest >,
            sequence < action(|grid| grid.go(0, -1)), rest >,
            sequence < action(|grid| grid.go(1, 0)), rest >,
        >,
        rest,
    > >
}

/// Takes two ticks.
#[derive(bt::Behavior, Clone, Default, PartialEq, Eq, Hash)]
#[behavior(context = Grid)]
struct Rest {
    ticks: u8,
}

impl Rest {
    fn run(&mut self, _: &mut Grid) -> bt::Status {
        self.ticks += 1;
        if self.ticks == 2 { bt::Status::Success } else { bt::Status::Running }
    }
}

const GRID: Grid = Grid { at: (0, 0), goal: (3, 2), blocked: 0b0000_0000_0010_0000 };

/// All states, and how many steps the last of them are away, found with nothing but a tick.
fn naive() -> (HashSet<(Grid, Walker)>, usize) {
    let first = (GRID, Walker::new());
    let (mut seen, mut queue, mut depth) = (HashSet::from([first.clone()]), VecDeque::from([(first, 0)]), 0);
    while let Some(((grid, walker), level)) = queue.pop_front() {
        depth = level;
        for mut next in grid.next() {
            let mut walker = walker.clone();
            walker.tick(&mut next);
            if seen.insert((next.clone(), walker.clone())) {
                queue.push_back(((next, walker), level + 1));
            }
        }
    }
    (seen, depth)
}

fn check() -> Check<'static, Grid, bt_check::Agent<Walker>> {
    Check::new(GRID, Walker::new()).tick(|grid, walker| walker.tick(grid)).moves(|grid, next| {
        for grid in grid.next().into_iter().skip(1) {
            next.may("something moves", grid);
        }
    })
}

#[test]
fn the_search_finds_what_a_loop_over_a_set_finds() {
    let (states, depth) = naive();
    assert!(states.len() > 2_000, "{}", states.len());
    for threads in [1, 2, 5] {
        let report = check().threads(threads).holds();
        assert_eq!((report.states(), report.depth()), (states.len(), depth));
    }
}

/// A state that the naive search finds is found as a counterexample, and a state that it does not find is not.
#[test]
fn a_state_is_reached_if_the_naive_search_reaches_it() {
    let (states, _) = naive();
    for target in [(0, 0), (1, 1), (2, 1), (3, 2), (3, 3)] {
        let is_reached =
            states.iter().any(|(grid, walker)| grid.at == target && grid.goal == (3, 2) && !walker.is_running());
        let report =
            check().never("there", move |now| now.world.at == target && now.world.goal == (3, 2) && !now.is_running());
        assert_eq!(report.run().counterexample().is_some(), is_reached, "{target:?}");
    }
}

#[test]
fn the_counterexample_is_the_same_on_any_number_of_threads() {
    let story = |threads| {
        let report = check().threads(threads).never("there", |now| now.world.at == (2, 2)).run();
        report.counterexample().expect("the walker gets there").to_string()
    };
    assert_eq!(story(1), story(2));
    assert_eq!(story(1), story(7));
}
