//! Trees with every node, whose whole state can be saved.

use std::fmt::Debug;
use std::task::Poll;
use std::time::Duration;

use bt::{Behavior, Decorator, DynTree, Memory, Outcome, Random, Registry, Remembers, Status, Tree, bt, leaf};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The context of the trees.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    chance: Pcg32,
    memory: Memory<u8, u32>,
    /// Goes up whenever a leaf is run.
    pub number: u32,
    pub log: String,
}

impl Game {
    pub fn new(seed: u64) -> Self {
        Game { chance: Pcg32::seed_from_u64(seed), memory: Memory::new(2.0), number: 0, log: String::new() }
    }

    pub fn is_even(&self) -> bool {
        (self.number / 7).is_multiple_of(2)
    }
}

impl Random for Game {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Remembers for Game {
    type Memory = Memory<u8, u32>;

    fn memory(&self) -> &Self::Memory {
        &self.memory
    }

    fn memory_mut(&mut self) -> &mut Self::Memory {
        &mut self.memory
    }
}

/// A leaf that works for this many ticks; it fails if its letter is a capital.
#[derive(Behavior, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[behavior(context = Game)]
pub struct Work {
    letter: char,
    ticks_left: u8,
}

impl Work {
    pub fn new(letter: char, ticks_left: u8) -> Self {
        Work { letter, ticks_left }
    }

    fn run(&mut self, game: &mut Game) -> Status {
        game.number = game.number.wrapping_add(1);
        game.log.push(self.letter);
        if self.ticks_left > 0 {
            self.ticks_left -= 1;
            return Status::Running;
        }
        Status::from(!self.letter.is_uppercase())
    }

    fn finish(&mut self, game: &mut Game, outcome: Outcome) {
        game.log.push(match outcome {
            Outcome::Success => '+',
            Outcome::Failure => '-',
            Outcome::Aborted => '!',
        });
    }
}

/// A leaf that is one of several, of which one is a tree.
#[derive(Behavior, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[behavior(context = Game)]
pub enum Either {
    Work(Work),
    Rest(Rest),
}

/// A decorator with a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patience {
    ticks_left: u8,
}

impl Patience {
    fn new(ticks_left: u8) -> Self {
        Patience { ticks_left }
    }
}

impl Decorator<Game> for Patience {
    fn before(&mut self, _: &mut Game) -> Option<Status> {
        match self.ticks_left.checked_sub(1) {
            None => Some(Status::Failure),
            Some(left) => {
                self.ticks_left = left;
                None
            }
        }
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Composites(Game) = forever < force_success < random_sequence <
        selector < work('A', 1), work('b', 2) >,
        sequence < work('a', 1), succeed, work('b', 0), work('c', 1) >,
        reactive_sequence < condition(|game| game.number % 7 != 0), work('a', 3), work('b', 2) >,
        reactive_selector < condition(|game| game.number % 5 == 0), work('A', 2), work('b', 2) >,
        parallel(success = 2, failure = 2) < work('a', 1), work('b', 3), work('C', 2) >,
        parallel(success = |game| 1 + game.number % 2, failure = 2) < work('a', 1), work('b', 3), work('C', 2) >,
        force_success < parallel < work('a', 3), work('B', 2), work('c', 1) > >,
        race < work('a', 3), wait(0.4) >,
        parallel_all(failure = all) < work('a', 1), work('B', 2), wait(0.3) >,
        if_else < work('a', 1), work('b', 2), work('c', 1) >,
        if_else < work('A', 1), work('b', 2), work('c', 1) >,
        if_else(Game::is_even) < work('a', 1), work('b', 2) >,
        if_else(|game| game.number > 1000) < work('a', 1) >,
        reactive_if_else(Game::is_even) < work('a', 3), work('b', 3) >,
        switch(|game| game.number % 3) < 0 => work('a', 1), 1 => work('b', 2), _ => work('c', 1) >,
        reactive_switch(|game| game.number / 8 % 3) < 0 => work('a', 4), 1 => work('b', 4), _ => work('c', 4) >,
        priority < |game| game.number % 5 == 0 => work('A', 2), Game::is_even => work('b', 3), work('c', 4) >,
        priority < |game| game.number % 7 == 0 => work('A', 2), if Game::is_even => work('b', 3), work('c', 4) >,
        reactive_utility(|game| game.number / 16 % 5, 2.5, margin = |game| f64::from(game.number % 2)) <
            work('A', 2),
            work('b', 3),
        >,
        reactive_utility(1, |game| game.number / 16 % 4, margin = 0.5) < work('a', 3), work('B', 2) >,
        simple_parallel < work('a', 3), work('b', 1) >,
        recover(2) < work('A', 1), work('r', 2) >,
        finally < work('A', 1), work('d', 2) >,
        pipeline < work('a', 0), work('b', 2), work('c', 1) >,
        round_robin < work('A', 1), work('b', 1), work('c', 0) >,
        observe(|game| -> bool { game.number % 4 == 0 }) < reactive_selector <
            condition(|game| game.number % 3 == 0),
            work('A', 3),
            work('b', 3),
        > >,
    > > >
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Decorators(Game) = forever < force_success < random_selector <
        inverter < work('a', 1) >,
        force_failure < work('a', 1) >,
        force_failure < repeat(3) < work('a', 1) > >,
        force_failure < repeat_until_failure < probability(0.7) < work('a', 1) > > >,
        force_failure < repeat_until_success < probability(0.3) < work('a', 1) > > >,
        retry(2) < work('A', 1) >,
        precondition(Game::is_even) < work('A', 2) >,
        guard(|game| game.number % 9 != 0) < work('A', 3) >,
        timeout(0.3) < force_failure < delay(0.2) < work('a', 2) > > >,
        force_failure < cooldown(0.7) < work('a', 1) > >,
        force_failure < timeout(0.5) < forever < throttle(0.2) < work('a', 1) > > > >,
        force_failure < run_once < work('a', 2) > >,
        force_failure < run_limit(3) < work('a', 1) > >,
        force_failure < every(0.07, |game| game.log.push('.')) < work('a', 3) > >,
        unchecked < work('A', 1) >,
        keyed(|game| -> u32 { game.number / 4 }) < work('A', 2) >,
        for_each(|_, i| -> Option<usize> { (i < 2).then_some(i) }) -> turn <
            sequence < work('A', 2), condition(|_| turn < 2) >
        >,
        patience(2) < work('A', 4) >,
    > > >
}

bt! {
    /// More children than there are bits in a byte.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Chances(Game) = forever < sequence <
        force_success < random_selector <
            work('A', 1),
            work('B', 0),
            work('C', 1),
            work('D', 0),
            work('E', 1),
            work('F', 0),
            work('G', 1),
            work('H', 0),
            work('I', 1),
            force_failure < weighted(2, 1.5, -1) < work('j', 2), work('k', 1), fail > >,
        > >,
        utility(|game| game.number % 3, |game| game.number % 4, |_| 1.0) < work('A', 1), work('B', 1), work('c', 1) >,
        wait_between(0.1, 0.4),
    > >
}

bt! { Third(Game) = action(|game| game.third()) }

impl Game {
    /// Is running until the number is a multiple of three, so that it continues wherever it begins.
    fn third(&mut self) -> Status {
        self.number += 1;
        if self.number.is_multiple_of(3) { Status::Success } else { Status::Running }
    }
}

/// Knows two names of one tree.
pub struct Thirds;

impl Registry<dyn DynTree<Game>> for Thirds {
    type Name = bool;

    fn make(_: &bool) -> Option<Box<dyn DynTree<Game>>> {
        Some(Box::new(Third::new()))
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Leaves(Game) = forever < force_success < sequence <
        remember(1, 7),
        wait_between(0.0, 0.3),
        recalls(1),
        recalls(1, 7),
        action(|game| game.number += 1),
        wait_until(|game| game.number % 2 == 1 || game.log.len() % 5 == 0),
        forget(1),
        wait(0.25),
        dynamic(|game| game.is_even(), registry = Thirds),
        force_success < timeout(0.1) < running > >,
        work('a', 2),
    > > >
}

/// A leaf that finds a number after so many ticks, if that is large enough.
#[derive(Behavior, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[behavior(context = Game, value = u32)]
pub struct Find {
    ticks_left: u8,
}

impl Find {
    pub fn new(ticks_left: u8) -> Self {
        Find { ticks_left }
    }

    fn run(&mut self, game: &mut Game) -> Poll<Option<u32>> {
        game.number = game.number.wrapping_add(1);
        if self.ticks_left > 0 {
            self.ticks_left -= 1;
            return Poll::Pending;
        }
        Poll::Ready((!game.number.is_multiple_of(3)).then_some(game.number))
    }
}

bt! {
    /// Values that are held until something uses them.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Finds(Game) = forever < force_success < random_selector <
        sequence <
            finally < find(1), work('d', 2) > -> a,
            wait(0.15),
            condition(|game| game.number > a + 3),
        >,
        sequence <
            finally < find(0), work('F', 0) > -> b,
            wait(0.2),
            condition(|_| b > 1),
        >,
        sequence <
            for_each(|_, i| -> Option<u32> { (i < 3).then_some(i as u32) }) -> c <
                sequence < work('h', 1), condition(|_| c < 2) >
            >
        >,
    > > >
}

/// A leaf that counts down with the number that it is given.
#[leaf]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub fn count(game: &mut Game, number: u32, ticks_left: &mut u8) -> Status {
    game.number = game.number.wrapping_add(number % 3);
    *ticks_left = ticks_left.saturating_sub(1);
    if *ticks_left > 0 { Status::Running } else { Status::Success }
}

bt! {
    /// Values that reactive nodes and pipelines keep while a later child is active.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Keeps(Game) = forever < force_success < random_selector <
        observe(|game| -> u32 { game.number / 8 }) < reactive_sequence <
            find(0) -> a,
            action(|game| Some(game.number)) -> b: u32,
            forever < sequence < work('a', 1), count(a, 2), count(b, 3) > >,
        > >,
        timeout(0.6) < reactive_sequence <
            find(1) -> c,
            finally < work('e', 3), action(|game| game.number = game.number.wrapping_add(c)) >,
        > >,
        observe(|game| -> bool { game.number % 16 < 8 }) <
            reactive_switch(|game| -> u32 { game.number / 16 % 4 }) <
                0 => work('a', 2),
                d => sequence < work('b', 2), count(d, 2) >,
            >
        >,
        pipeline <
            action(|game| Some(game.number)) -> e: u32,
            work('c', 1),
            find(0) -> f,
            sequence < work('d', 2), count(e, 2), count(f, 2) >,
        >,
        timeout(0.5) < kept >,
        timeout(0.5) < Nested::Kept(Kept::new()) >,
    > > >
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Kept(Game) = reactive_sequence < find(1) -> g, sequence < work('k', 1), count(g, 3) > >
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub KeptInLine(Game) = pipeline < find(0) -> g, sequence < work('a', 1), count(g, 3) > >
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Outer(Game) { chosen: bool } = if_else(|_| chosen) < Nested::Kept(Kept::new()), kept >
}

/// A leaf that is a tree in an enum.
#[derive(Behavior, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[behavior(context = Game)]
pub enum Nested {
    Kept(Kept),
    Work(Work),
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Items(Game) = for_each(|_, i| -> Option<usize> { Some(i) }) < work('a', 1) >
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Rest(Game) = sequence < work('r', 1), wait(0.15), force_success < run_limit(2) < work('s', 1) > > >
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Toil(Game) { letter: char, ticks: u8 } = sequence <
        work(letter, ticks),
        force_success < cooldown(0.6) < work(letter, 1) > >,
    >
}

bt! {
    /// Subtrees and leaves of all sorts, side by side.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Parts(Game) = forever < parallel <
        sequence < rest, toil('t', 2), Either::Work(Work::new('u', 1)) >,
        sequence < Either::Rest(Rest::new()), toil('v', 1), rest >,
    > >
}

/// A message that ends what it hits.
pub struct Shot;

/// A leaf that runs until it is shot; it fails if its letter is a capital.
#[derive(Behavior, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[behavior(context = Game, message = Shot)]
pub struct Target {
    letter: char,
}

impl Target {
    fn new(letter: char) -> Self {
        Target { letter }
    }

    fn run(&self, game: &mut Game) -> Status {
        game.log.push(self.letter);
        Status::Running
    }

    fn receive(&self, game: &mut Game, _: &Shot) -> Status {
        game.log.push('*');
        Status::from(!self.letter.is_uppercase())
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Stand(Game) on Shot = sequence < target('a'), work('b', 1) >
}

bt! {
    /// A leaf that a message has ended, before its parent reacts, is also part of a save.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub Targets(Game) on Shot = forever < parallel_all <
        stand,
        force_success < selector <
            target('C'),
            reactive_sequence < condition(Game::is_even), target('d') >,
        > >,
        wait(0.3),
    > >
}

/// The interface of a tree.
pub struct Handles<T> {
    pub tick: fn(&mut T, Duration, &mut Game) -> Status,
    pub shoot: fn(&mut T, &mut Game),
    pub abort: fn(&mut T, &mut Game),
    pub count_active: fn(&T) -> usize,
}

/// An operation on each of the trees.
pub trait Visit {
    fn visit<T>(&mut self, new: T, handles: Handles<T>)
    where
        T: Tree + Clone + Debug + PartialEq + Serialize + DeserializeOwned;
}

macro_rules! handles {
    ($tree:ident, $shoot:expr) => {
        Handles {
            tick: $tree::tick_for,
            shoot: $shoot,
            abort: $tree::abort,
            count_active: |tree: &$tree| tree.active().count(),
        }
    };
}

pub fn visit_all(visitor: &mut impl Visit) {
    visitor.visit(Composites::new(), handles!(Composites, |_, _| ()));
    visitor.visit(Decorators::new(), handles!(Decorators, |_, _| ()));
    visitor.visit(Chances::new(), handles!(Chances, |_, _| ()));
    visitor.visit(Leaves::new(), handles!(Leaves, |_, _| ()));
    visitor.visit(Parts::new(), handles!(Parts, |_, _| ()));
    visitor.visit(Finds::new(), handles!(Finds, |_, _| ()));
    visitor.visit(Keeps::new(), handles!(Keeps, |_, _| ()));
    visitor.visit(Targets::new(), handles!(Targets, |tree, game| tree.send(game, &Shot)));
}
