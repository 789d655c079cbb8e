//! Random trees in random worlds: `bt-check` and `stateright` find as many states, and the same shortest ways to what
//! must not be. They share nothing but the trees: `stateright` keeps the states in its own way, and steps are written
//! again here.

use std::fmt;
use std::hash::{Hash, Hasher};

use bt::{Behavior, Status, TreeFor, leaf};
use bt_check::{Check, Checkable};
use stateright::{Checker as _, Model, Property};

include!(concat!(env!("OUT_DIR"), "/trees.rs"));

/// How many worlds each tree runs in.
const WORLDS: u64 = 40;

/// What leaves do and answer in each state of the world, and what can happen in it.
struct Tables {
    effects: [Vec<u8>; 4],
    answers: [Vec<Status>; 4],
    asks: [Vec<bool>; 3],
    moves: Vec<Vec<u8>>,
    bad: Vec<bool>,
}

impl Tables {
    fn random(mut seed: u64) -> Self {
        let mut below = |end: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % end
        };
        below(1);
        let states = 3 + below(12);
        let statuses = [Status::Success, Status::Failure, Status::Running];
        Tables {
            effects: [(); 4].map(|()| (0..states).map(|_| below(states) as u8).collect()),
            answers: [(); 4].map(|()| (0..states).map(|_| statuses[below(3)]).collect()),
            asks: [(); 3].map(|()| (0..states).map(|_| below(2) == 0).collect()),
            moves: (0..states).map(|_| (0..below(3)).map(|_| below(states) as u8).collect()).collect(),
            bad: (0..states).map(|_| below(8) == 0).collect(),
        }
    }
}

#[derive(Clone, Copy)]
struct World {
    at: u8,
    tables: &'static Tables,
}

impl World {
    fn asks(&self, number: usize) -> bool {
        self.tables.asks[number][usize::from(self.at)]
    }

    fn moves(&self) -> impl Iterator<Item = World> + use<> {
        let World { at, tables } = *self;
        tables.moves[usize::from(at)].iter().map(move |&at| World { at, tables })
    }

    fn is_bad(&self) -> bool {
        self.tables.bad[usize::from(self.at)]
    }
}

impl fmt::Debug for World {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(formatter)
    }
}

impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for World {}

impl Hash for World {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

#[leaf]
#[derive(Clone, PartialEq, Eq, Hash)]
fn act(world: &mut World, number: usize) -> Status {
    let at = usize::from(world.at);
    world.at = world.tables.effects[number][at];
    world.tables.answers[number][at]
}

/// Answers as the leaf with this number, a tick later.
#[derive(Behavior, Clone, PartialEq, Eq, Hash)]
#[behavior(context = World)]
struct Pause {
    number: usize,
    again: bool,
}

impl Pause {
    fn new(number: usize) -> Self {
        Pause { number, again: false }
    }

    fn run(&mut self, world: &mut World) -> Status {
        if !std::mem::replace(&mut self.again, true) {
            return Status::Running;
        }
        world.tables.answers[self.number][usize::from(world.at)]
    }
}

/// The same for `stateright`.
struct Stepwise<T> {
    first: Node<T>,
    /// Whether moves are steps of their own.
    many_moves: bool,
    /// Whether it looks at the states, or at the worlds between a move and a tick. Not at both, since with several
    /// properties the way to each is not the shortest one.
    at_moves: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node<T> {
    world: World,
    tree: T,
}

impl<T> fmt::Debug for Node<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.world.fmt(formatter)
    }
}

impl<T: TreeFor<World, Answer = Status> + Checkable> Model for Stepwise<T> {
    type State = Node<T>;
    /// The world after a move, if there was one.
    type Action = Option<World>;

    fn init_states(&self) -> Vec<Node<T>> {
        vec![self.first.clone()]
    }

    fn actions(&self, state: &Node<T>, actions: &mut Vec<Option<World>>) {
        actions.push(None);
        actions.extend(state.world.moves().map(Some));
    }

    fn next_state(&self, last: &Node<T>, moved: Option<World>) -> Option<Node<T>> {
        let mut next = last.clone();
        next.world = moved.unwrap_or(last.world);
        if moved.is_none() || !self.many_moves {
            let _ = next.tree.tick_for(1.0, &mut next.world);
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let is_good = |model: &Self, Node { world, tree }: &Node<T>| match model.at_moves {
            false => !(world.is_bad() && tree.is_running()),
            true => !(tree.is_running() && world.moves().any(|moved| moved.is_bad())),
        };
        vec![Property::always("good", is_good)]
    }
}

fn compare<T: TreeFor<World, Answer = Status> + Checkable>(tree: T) -> [usize; 3] {
    let (mut held, mut failed, mut states) = (0, 0, 0);
    for seed in 0..2 * WORLDS {
        let tables: &'static Tables = Box::leak(Box::new(Tables::random(seed)));
        let (world, many_moves) = (World { at: 0, tables }, seed >= WORLDS);

        let search = |at_moves| {
            let first = Node { world, tree: tree.clone() };
            Stepwise { first, many_moves, at_moves }.checker().threads(1).spawn_bfs().join()
        };
        let (theirs, at_moves) = (search(false), search(true));
        // A path has one more state than steps. A path that ends with a move counts as one step more.
        let state = theirs.discovery("good").map(|way| way.into_states().len() - 1);
        let moved = at_moves.discovery("good").map(|way| way.into_states().len()).filter(|_| !many_moves);
        let shortest = state.into_iter().chain(moved).min();

        let check = Check::new(world, tree.clone())
            .tick(|world, tree| tree.tick_for(1.0, world))
            .moves(|world, next| world.moves().for_each(|moved| next.may("a move", moved)))
            .threads(1 + seed as usize % 3);
        let check = if many_moves { check.many_moves() } else { check };
        let ours = match seed % 2 {
            0 => check.never("bad", |now| now.world.is_bad() && now.is_running()),
            _ => check.always("good", |now| !(now.world.is_bad() && now.is_running())),
        };
        let ours = ours.run();
        assert_eq!(ours.counterexample().map(bt_check::Counterexample::steps), shortest, "seed {seed}\n{ours}");
        if ours.holds() {
            assert_eq!(ours.states(), theirs.unique_state_count(), "seed {seed}\n{ours}");
            (held, states) = (held + 1, states + ours.states());
        } else {
            failed += 1;
        }
    }
    [held, failed, states]
}

#[test]
fn both_find_the_same() {
    let mut all = [0; 3];
    let mut compare_one = |found: [usize; 3]| {
        for (all, found) in all.iter_mut().zip(found) {
            *all += found;
        }
    };
    macro_rules! compare_and_add {
        ($tree:expr) => {
            compare_one(compare($tree))
        };
    }
    each_tree!(compare_and_add);
    let [held, failed, states] = all;
    println!("{held} hold, with {states} states; {failed} fail");
    assert!(held > 200 && failed > 200 && states > 10_000, "{all:?}");
}
