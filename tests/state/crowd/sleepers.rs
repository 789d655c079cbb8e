//! Agents that sleep in a crowd: the same histories as in a loop, to the nanosecond, and no ticks where nothing
//! happens.

use std::cell::Cell;
use std::time::Duration;

use bt::{Behavior, Span, Status, bt};
use bt_crowd::{AgentId, Crowd};

use super::splitmix;

/// An event of an agent, with the number of the tick and the rest of its span.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diary {
    /// The number of the tick, set by the closure.
    pub tick: u32,
    pub chance: u64,
    pub entries: Vec<(u32, Duration, u32)>,
}

impl Diary {
    pub fn new(number: u64) -> Self {
        Diary { chance: splitmix(number), ..Diary::default() }
    }

    fn draw(&mut self, bound: u64) -> u64 {
        self.chance = splitmix(self.chance);
        self.chance % bound
    }
}

#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = Diary)]
pub struct Note(u32);

impl Note {
    pub fn new(what: u32) -> Self {
        Note(what)
    }

    fn run(&self, diary: &mut Diary, span: &mut Span) {
        diary.entries.push((diary.tick, span.left(), self.0));
    }
}

/// Sleeps until it receives an odd number.
#[derive(Behavior, Clone, Debug, Default, PartialEq)]
#[behavior(context = Diary, message = u32)]
pub struct Listen;

impl Listen {
    fn run(&self, _: &mut Diary) -> Status {
        Status::Running
    }

    fn sleep(&self) -> Option<Duration> {
        Some(Duration::MAX)
    }

    fn receive(&self, diary: &mut Diary, word: &u32) -> Status {
        diary.entries.push((0, Duration::ZERO, 100 + word));
        if word % 2 == 1 { Status::Success } else { Status::Running }
    }
}

/// Is busy for some ticks.
#[derive(Behavior, Clone, Debug, Default, PartialEq)]
#[behavior(context = Diary)]
pub struct Work {
    left: u64,
}

impl Work {
    fn start(&mut self, diary: &mut Diary) {
        self.left = diary.draw(4);
    }

    fn run(&mut self, _: &mut Diary) -> Status {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { Status::Success } else { Status::Running }
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    pub Life(Diary) on u32 = forever < sequence <
        wait(|diary| Duration::from_nanos(diary.chance % 4_000_000_000)),
        note(1),
        work,
        force_success < timeout(4.0) < sequence < listen, note(2) > > >,
        force_success < cooldown(7.0) < throttle(2.0) < sequence < wait(0.3), note(3) > > > >,
        parallel_all <
            every(0.7, |diary| diary.chance ^= 1) < wait(5.0) >,
            sequence < wait(2.5), note(4) >,
        >,
        note(5),
    > >
}

/// A crowd, and the same agents in a loop.
struct Pair {
    chance: u64,
    tick: u32,
    crowd: Crowd<Life, Diary>,
    alone: Vec<(AgentId, Life, Diary)>,
    calls: Cell<usize>,
}

impl Pair {
    fn new(chance: u64, agents: u64) -> Self {
        let mut pair = Pair { chance, tick: 0, crowd: Crowd::new(), alone: Vec::new(), calls: Cell::new(0) };
        (0..agents).for_each(|_| pair.insert());
        pair
    }

    fn draw(&mut self, bound: usize) -> usize {
        self.chance = splitmix(self.chance);
        self.chance as usize % bound
    }

    fn insert(&mut self) {
        self.chance = splitmix(self.chance);
        let diary = Diary::new(self.chance);
        let id = self.crowd.insert(Life::new(), diary.clone());
        self.alone.push((id, Life::new(), diary));
    }

    fn any(&mut self) -> usize {
        self.draw(self.alone.len())
    }

    fn tick(&mut self, span: Duration) {
        self.tick += 1;
        for (_, tree, diary) in &mut self.alone {
            diary.tick = self.tick;
            tree.tick_for(span, diary);
        }
        self.crowd.tick_for(span, |tree, diary, span| {
            diary.tick = self.tick;
            self.calls.set(self.calls.get() + 1);
            tree.tick_for(span, diary);
        });
    }

    /// An action between two ticks.
    fn meddle(&mut self) {
        let (which, word) = (self.any(), self.draw(10) as u32);
        let (what, (id, tree, diary)) = (self.draw(80), &mut self.alone[which]);
        let id = *id;
        match what {
            0..10 => {
                tree.send(diary, &word);
                assert!(self.crowd.send(id, &word));
            }
            10..15 => {
                let (one, other) = self.crowd.get_mut(id).expect("it is there");
                assert_eq!((&*one, &other.entries), (&*tree, &diary.entries));
            }
            15..18 => {
                tree.abort(diary);
                let (tree, diary) = self.crowd.get_mut(id).expect("it is there");
                tree.abort(diary);
            }
            18..20 => {
                let (_, tree, diary) = self.alone.swap_remove(which);
                let (one, other) = self.crowd.remove(id).expect("it is there");
                assert_eq!((one, other.entries), (tree, diary.entries));
            }
            20..22 => self.insert(),
            // They wake up all agents, so they are rare.
            22 if word == 0 => self.crowd.wake_all(),
            23 if word == 0 => {
                self.crowd.retain(|other, _, _| other != id);
                self.alone.swap_remove(which);
            }
            24 => self.crowd = self.crowd.clone(),
            _ => {}
        }
    }

    fn agree(&self) {
        assert_eq!(self.crowd.len(), self.alone.len());
        assert_eq!(self.crowd.iter().count(), self.alone.len());
        for (id, _, diary) in &self.alone {
            let (_, other) = self.crowd.get(*id).expect("it is there");
            assert_eq!(other.entries, diary.entries, "after tick {}", self.tick);
            assert_eq!(other.chance, diary.chance, "after tick {}", self.tick);
        }
    }

    fn trees_agree(&mut self) {
        self.crowd.wake_all();
        for (id, tree, _) in &self.alone {
            assert_eq!(self.crowd.get(*id).expect("it is there").0, tree, "after tick {}", self.tick);
        }
    }
}

#[test]
fn the_histories_are_those_of_a_loop() {
    let (mut calls, mut ticks) = (0, 0);
    for seed in 0..20 {
        let mut pair = Pair::new(seed, 40);
        // A random frame time; sometimes zero, a nanosecond, or a long time.
        let frame = Duration::from_millis([30, 50, 100, 400][seed as usize % 4]);
        for _ in 0..500 {
            let span = match pair.draw(50) {
                0 => Duration::ZERO,
                1 => frame * 5 / 3,
                2 => frame / 3,
                3 if pair.draw(10) == 0 => [Duration::from_nanos(1), Duration::from_secs(30)][pair.draw(2)],
                _ => frame,
            };
            pair.tick(span);
            pair.agree();
            ticks += pair.alone.len();
            // Long rests between times with many actions.
            if pair.tick % 100 > 60 && !pair.alone.is_empty() {
                pair.meddle();
            }
            if pair.draw(200) == 0 {
                pair.trees_agree();
            }
        }
        pair.trees_agree();
        calls += pair.calls.get();
        assert!(pair.alone.iter().any(|(_, _, diary)| diary.entries.len() > 5), "much has happened");
    }
    assert!(calls < ticks / 2, "most are left out: {calls} of {ticks}");
}

#[test]
fn those_that_sleep_are_not_ticked() {
    bt! { Nap(Diary) = forever < sequence < wait(10.0), note(1) > > }
    let mut crowd: Crowd<Nap, Diary> = (0..1000).map(|number| (Nap::new(), Diary::new(number))).collect();
    let calls = Cell::new(0);
    for second in 0..100 {
        for _ in 0..64 {
            crowd.tick_for(1.0 / 64.0, |tree, diary, span| {
                calls.set(calls.get() + 1);
                tree.tick_for(span, diary);
            });
        }
        let notes = (second + 1) / 10;
        assert!(crowd.iter().all(|(_, _, diary)| diary.entries.len() == notes), "after {second} seconds");
    }
    // Some ticks until the crowd detects that they sleep, and some at each end.
    assert!((10_000..40_000).contains(&calls.get()), "{} of {} ticks", calls.get(), 6_400_000);
}

#[test]
fn those_that_wait_without_end_are_never_ticked_until_they_hear_something() {
    bt! { Dog(Diary) on u32 = sequence < listen, note(2), running > }
    let mut crowd = Crowd::new();
    let ids: Vec<AgentId> = (0..100).map(|number| crowd.insert(Dog::new(), Diary::new(number))).collect();
    let tick = |crowd: &mut Crowd<Dog, Diary>, ticks: u32| {
        let calls = Cell::new(0);
        for _ in 0..ticks {
            crowd.tick_for(0.1, |tree, diary, span| {
                calls.set(calls.get() + 1);
                tree.tick_for(span, diary);
            });
        }
        calls.get()
    };
    tick(&mut crowd, 20);
    assert_eq!(tick(&mut crowd, 10_000), 0);
    assert!(crowd.send(ids[7], &1) && crowd.send(ids[8], &2));
    assert_eq!(tick(&mut crowd, 10_000), 2);
    let heard: Vec<usize> = crowd.iter().map(|(_, _, diary)| diary.entries.len()).collect();
    assert_eq!((heard[7], heard[8], heard.iter().sum::<usize>()), (2, 1, 3));
}

#[test]
fn a_crowd_is_saved_when_all_are_awake() {
    bt! {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        Nap(u32) = sequence < wait(10.0), action(|naps| *naps += 1) >
    }
    let mut crowd: Crowd<Nap, u32> = (0..100).map(|naps| (Nap::new(), naps)).collect();
    for _ in 0..50 {
        crowd.tick_for(0.125, |tree, naps, span| {
            tree.tick_for(span, naps);
        });
    }
    let error = serde_json::to_string(&crowd).expect_err("they sleep").to_string();
    assert!(error.contains("call `wake_all` before"), "{error}");
    crowd.wake_all();
    let saved = serde_json::to_string(&crowd).expect("they are awake");
    let loaded: Crowd<Nap, u32> = serde_json::from_str(&saved).expect("it has just been saved");
    assert!(loaded.iter().all(|(_, nap, _)| nap.sleep() == Some(Duration::from_millis(3750))));
    assert!(loaded.iter().eq(crowd.iter()));
}

#[test]
fn the_clock_of_a_crowd_does_not_run_out() {
    let mut pair = Pair::new(3, 20);
    for _ in 0..20 {
        (0..20).for_each(|_| pair.tick(Duration::from_secs(3)));
        (0..3).for_each(|_| pair.tick(Duration::MAX));
        pair.agree();
        (0..20).for_each(|_| pair.tick(Duration::from_secs(1 << 32)));
        pair.agree();
    }
    pair.trees_agree();
}

#[test]
fn after_a_panic_all_are_still_there() {
    let mut pair = Pair::new(5, 50);
    (0..50).for_each(|_| pair.tick(Duration::from_millis(10)));
    let calls = Cell::new(0);
    for _ in 0..1000 {
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            pair.crowd.tick_for(0.01, |tree, diary, span| {
                calls.set(calls.get() + 1);
                assert!(calls.get() % 100 != 0, "on purpose");
                tree.tick_for(span, diary);
            });
        }));
        assert!(panicked.is_ok() || calls.get() % 100 == 0);
    }
    assert!(calls.get() > 200);
    let ids: Vec<AgentId> = pair.crowd.iter().map(|(id, ..)| id).collect();
    assert_eq!(ids.len(), 50);
    assert!(ids.iter().all(|id| pair.crowd.remove(*id).is_some()));
    assert!(pair.crowd.is_empty());
}
