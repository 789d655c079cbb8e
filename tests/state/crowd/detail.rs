//! Level of detail: agents that are not ticked in each frame lose no time, and events reach them in order.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt::{Span, bt, leaf};
use bt_crowd::{AgentId, Crowd, Turn};

use super::sleepers::{Diary, Life, Listen, Note};
use super::{Both, Sentry, Walker, splitmix};

/// An agent ticked alone, with the sum of the spans that it is owed.
#[derive(Clone)]
struct Alone {
    id: AgentId,
    tree: Life,
    diary: Diary,
    owed: Duration,
    /// The frames that it has not been ticked in.
    frames: u32,
}

impl Alone {
    /// One tick with the sum of the spans.
    fn pay(&mut self) {
        if self.frames > 0 {
            self.tree.tick_for(self.owed, &mut self.diary);
            (self.owed, self.frames) = (Duration::ZERO, 0);
        }
    }
}

/// A crowd, and the same agents alone.
struct Pair {
    chance: u64,
    frame: u32,
    crowd: Crowd<Life, Diary>,
    alone: Vec<Alone>,
}

impl Pair {
    fn new(chance: u64, agents: u64) -> Self {
        let mut pair = Pair { chance, frame: 0, crowd: Crowd::new(), alone: Vec::new() };
        (0..agents).for_each(|_| pair.insert());
        pair
    }

    fn draw(&mut self, bound: usize) -> usize {
        self.chance = splitmix(self.chance);
        (self.chance >> 20) as usize % bound
    }

    fn insert(&mut self) {
        let diary = Diary::new(self.draw(1 << 40) as u64);
        let id = self.crowd.insert(Life::new(), diary.clone());
        self.alone.push(Alone { id, tree: Life::new(), diary, owed: Duration::ZERO, frames: 0 });
    }

    fn advance(&mut self, span: Duration) {
        self.frame += 1;
        self.crowd.advance(span);
        for alone in &mut self.alone {
            alone.owed += span;
            alone.frames += 1;
        }
    }

    /// Ticks some, and the same alone. `is_due` may only depend on what it gets.
    fn tick_where(&mut self, is_due: impl Fn(&Diary, Turn) -> bool) -> usize {
        let (frame, due) = (self.frame, RefCell::new(Vec::new()));
        let filter = |_: &Life, diary: &Diary, turn: Turn| {
            let is_due = is_due(diary, turn);
            due.borrow_mut().push((diary.clone(), turn.owed(), turn.frames(), is_due));
            is_due
        };
        let ticked = self.crowd.tick_where(filter, |tree, diary, span| {
            diary.tick = frame;
            tree.tick_for(span, diary);
        });
        let mut due = due.into_inner();
        for alone in self.alone.iter_mut().filter(|alone| alone.frames > 0) {
            let turn = |(diary, owed, frames, _): &(Diary, Duration, u32, bool)| {
                (*owed, *frames) == (alone.owed, alone.frames) && *diary == alone.diary
            };
            let index = due.iter().position(turn).expect("the filter is asked about each that is owed a tick");
            if due.swap_remove(index).3 {
                alone.diary.tick = frame;
                alone.pay();
            }
        }
        assert!(due.is_empty(), "the filter is asked about nobody else");
        ticked
    }

    /// Ticks a number of agents, those that have waited longest for a tick, in the crowd; and the same agents alone.
    fn tick_oldest(&mut self, count: usize) {
        let frame = self.frame;
        let mut left = count;
        let go_on = || {
            let go_on = left > 0;
            left = left.saturating_sub(1);
            go_on
        };
        let ticked = self.crowd.tick_while(go_on, |tree, diary, span| {
            diary.tick = frame;
            tree.tick_for(span, diary);
        });
        let owed = self.alone.iter().filter(|alone| alone.frames > 0).count();
        assert_eq!(ticked, owed.min(count));
        let (mut oldest_left, mut youngest_ticked) = (0, u32::MAX);
        for alone in self.alone.iter_mut().filter(|alone| alone.frames > 0) {
            let (_, diary) = self.crowd.get(alone.id).expect("it is there");
            if diary.tick == frame {
                youngest_ticked = youngest_ticked.min(alone.frames);
                alone.diary.tick = frame;
                alone.pay();
            } else {
                oldest_left = oldest_left.max(alone.frames);
            }
        }
        assert!(
            oldest_left <= youngest_ticked,
            "one of {oldest_left} frames waits, one of {youngest_ticked} is ticked"
        );
    }

    /// An action between two ticks.
    fn meddle(&mut self) {
        let (which, word, what) = (self.draw(self.alone.len()), self.draw(10) as u32, self.draw(40));
        let Alone { id, tree, diary, .. } = &mut self.alone[which];
        let id = *id;
        match what {
            0..10 => {
                self.alone[which].pay();
                let Alone { tree, diary, .. } = &mut self.alone[which];
                tree.send(diary, &word);
                assert!(self.crowd.send(id, &word));
            }
            10..13 => {
                self.alone[which].pay();
                let Alone { tree, diary, .. } = &mut self.alone[which];
                tree.abort(diary);
                let (tree, diary) = self.crowd.get_mut(id).expect("it is there");
                tree.abort(diary);
            }
            13..16 => {
                let mut alone = self.alone.swap_remove(which);
                alone.pay();
                assert_eq!(self.crowd.remove(id), Some((alone.tree, alone.diary)));
                assert_eq!((self.crowd.owed(id), self.crowd.catch_up(id, |_, _, _| panic!())), (None, false));
            }
            16..19 => self.insert(),
            19 => self.crowd = self.crowd.clone(),
            20 => assert_eq!(self.crowd.get(id), Some((&*tree, &*diary))),
            21 | 22 => {
                let (calls, owed) = (Cell::new(0), self.alone[which].frames > 0);
                assert!(self.crowd.catch_up(id, |tree, diary, span| {
                    calls.set(calls.get() + 1);
                    tree.tick_for(span, diary);
                }));
                assert_eq!(calls.get(), u32::from(owed));
                self.alone[which].pay();
            }
            // They affect all agents, so they are rare.
            23 if word == 0 => {
                self.crowd.wake_all();
                self.alone.iter_mut().for_each(Alone::pay);
            }
            24 if word == 0 => {
                self.crowd.retain(|other, _, _| other != id);
                self.alone.iter_mut().for_each(Alone::pay);
                self.alone.swap_remove(which);
            }
            25 if word < 3 => {
                let span = Duration::from_millis(70);
                self.frame += 1;
                let frame = self.frame;
                self.crowd.tick_for(span, |tree, diary, span| {
                    diary.tick = frame;
                    tree.tick_for(span, diary);
                });
                for alone in &mut self.alone {
                    (alone.owed, alone.frames) = (alone.owed + span, 1);
                    alone.diary.tick = frame;
                    alone.pay();
                }
            }
            _ => {}
        }
    }

    fn agree(&self) {
        assert_eq!(self.crowd.len(), self.alone.len());
        for Alone { id, tree, diary, owed, .. } in &self.alone {
            assert_eq!(self.crowd.get(*id), Some((tree, diary)), "after frame {}", self.frame);
            assert_eq!(self.crowd.owed(*id), Some(*owed), "after frame {}", self.frame);
        }
    }
}

#[test]
fn an_agent_gets_one_tick_with_the_sum_of_the_spans() {
    let mut entries = 0;
    for seed in 0..30 {
        // Some crowds are large enough for groups.
        let mut pair = Pair::new(seed, if seed % 10 == 0 { 600 } else { 60 });
        let frame = Duration::from_millis([16, 50, 100, 400][seed as usize % 4]);
        for _ in 0..300 {
            let span = match pair.draw(50) {
                0 => Duration::ZERO,
                1 => frame * 5 / 3,
                2 if pair.draw(10) == 0 => [Duration::from_nanos(1), Duration::from_secs(30)][pair.draw(2)],
                _ => frame,
            };
            pair.advance(span);
            // Between the beginning of the frame and its ticks, too.
            for _ in 0..pair.draw(3) {
                pair.meddle();
            }
            let (period, share) = (pair.draw(9) as u32, pair.draw(5) as u64);
            if share > 0 {
                pair.tick_where(|diary, turn| turn.every(period) || diary.chance % 5 < share - 1);
            }
            if seed % 3 > 0 && pair.draw(3) > 0 {
                let count = pair.draw(30);
                pair.tick_oldest(count);
            }
            for _ in 0..pair.draw(3) {
                pair.meddle();
            }
            pair.agree();
        }
        entries += pair.alone.iter().map(|alone| alone.diary.entries.len()).sum::<usize>();
    }
    assert!(entries > 10_000, "much has happened: {entries}");
}

/// Ticks many agents with and without level of detail, each by its own rate. Returns both crowds after that.
fn with_and_without(
    agents: u64,
    is_due: impl Fn(&Life, &Diary, Turn) -> bool,
    mut between: impl FnMut(u32, &mut Crowd<Life, Diary>),
) -> [Crowd<Life, Diary>; 2] {
    let mut with: Crowd<Life, Diary> = (0..agents).map(|number| (Life::new(), Diary::new(number))).collect();
    let mut without = with.clone();
    for frame in 1..=600 {
        let tick = |tree: &mut Life, diary: &mut Diary, span: Duration| {
            diary.tick = frame;
            tree.tick_for(span, diary);
        };
        let span = Duration::from_millis(u64::from(10 + frame % 13));
        with.advance(span);
        with.tick_where(&is_due, tick);
        without.tick(|tree, diary| tick(tree, diary, span));
        between(frame, &mut with);
        between(frame, &mut without);
    }
    with.wake_all();
    [with, without]
}

#[test]
fn agents_that_are_only_left_out_while_they_sleep_have_the_same_history() {
    let calls = Cell::new(0);
    let is_due = |tree: &Life, _: &Diary, turn: Turn| {
        let is_due = tree.sleep().is_none_or(|time| time <= turn.owed());
        calls.set(calls.get() + u32::from(is_due));
        is_due
    };
    let ids = RefCell::new(Vec::new());
    let [with, without] = with_and_without(200, is_due, |frame, crowd| {
        *ids.borrow_mut() = crowd.iter().map(|(id, ..)| id).collect();
        assert!(crowd.send(ids.borrow()[frame as usize % 200], &frame));
    });
    for ((_, tree, diary), (_, other, its_diary)) in with.iter().zip(without.iter()) {
        assert_eq!((tree, &diary.entries, diary.chance), (other, &its_diary.entries, its_diary.chance));
    }
    assert!(with.iter().all(|(_, _, diary)| diary.entries.len() > 2));
    assert!(calls.get() < 200 * 600 / 2, "most ticks are left out: {}", calls.get());
}

/// Waits for different times, and asks nothing in between.
fn timers(period: u32) -> Vec<Vec<Duration>> {
    #[derive(Clone, Debug, Default)]
    struct Bell {
        /// The time at the end of the tick.
        now: Duration,
        chance: u64,
        moments: Vec<Duration>,
    }

    fn draw(bell: &Bell) -> Duration {
        Duration::from_nanos(bell.chance % 300_000_000)
    }

    #[leaf]
    fn strike(bell: &mut Bell, span: &mut Span) {
        bell.chance = splitmix(bell.chance);
        bell.moments.push(bell.now - span.left());
    }

    /// A part of a timeout's span does not reveal the moment.
    #[leaf]
    fn knock(bell: &mut Bell) {
        bell.chance = splitmix(bell.chance);
        bell.moments.push(Duration::ZERO);
    }

    bt! {
        Ring(Bell) = forever < sequence <
            wait(|bell| draw(bell)),
            strike,
            timeout(0.2) < sequence < wait(0.05), knock, wait(|bell| draw(bell)), knock > >,
            force_success < cooldown(0.4) < sequence < wait(0.1), strike > > >,
            delay(0.01) < strike >,
        > >
    }
    bt! { Again(Bell) = forever < force_success < ring > > }

    let bell = |number| Bell { chance: splitmix(number), ..Bell::default() };
    let mut crowd: Crowd<Again, Bell> = (0..100).map(|number| (Again::new(), bell(number))).collect();
    let mut now = Duration::ZERO;
    let mut tick = |crowd: &mut Crowd<Again, Bell>, span, period| {
        now += span;
        crowd.advance(span);
        let is_due = |_: &Again, _: &Bell, turn: Turn| turn.every(period);
        crowd.tick_where(is_due, |tree, bell, span| {
            bell.now = now;
            tree.tick_for(span, bell);
        })
    };
    for frame in 0..960 {
        let ticked = tick(&mut crowd, Duration::from_micros(16_000 + frame % 7), period);
        assert!(period < 2 || ticked <= 100_usize.div_ceil(period as usize), "they are spread evenly");
    }
    // Until now and no longer: all of them are due in this frame.
    tick(&mut crowd, Duration::ZERO, 1);
    crowd.into_iter().map(|(_, _, bell)| bell.moments).collect()
}

#[test]
fn timers_end_at_the_same_moments_at_each_rate() {
    let each_frame = timers(1);
    assert!(each_frame.iter().all(|moments| moments.len() > 50));
    for period in [0, 2, 3, 4, 7, 16, 60] {
        assert_eq!(timers(period), each_frame, "each {period}th frame");
    }
}

#[test]
fn a_message_comes_after_the_time_before_it() {
    bt! {
        #[derive(Clone, Debug, PartialEq)]
        Dog(Diary) on u32 = forever < sequence <
            wait(|diary| Duration::from_nanos(diary.chance % 900_000_000)),
            note(1),
            force_success < timeout(0.3) < sequence < listen, note(2) > > >,
            note(3),
        > >
    }
    let mut near: Crowd<Dog, Diary> = (0..50).map(|number| (Dog::new(), Diary::new(number))).collect();
    let mut far = near.clone();
    let ids: Vec<AgentId> = near.iter().map(|(id, ..)| id).collect();
    let tick = |tree: &mut Dog, diary: &mut Diary, span: Duration| {
        tree.tick_for(span, diary);
    };
    for frame in 0..2000_u32 {
        for (crowd, period) in [(&mut near, 1), (&mut far, 16)] {
            crowd.advance(0.02);
            crowd.tick_where(|_, _, turn| turn.every(period), tick);
            assert!(crowd.send(ids[splitmix(frame.into()) as usize % 50], &frame));
        }
    }
    near.wake_all();
    far.wake_all();
    let what = |crowd: &Crowd<Dog, Diary>| -> Vec<Vec<u32>> {
        crowd.iter().map(|(_, _, diary)| diary.entries.iter().map(|(_, _, what)| *what).collect()).collect()
    };
    assert_eq!(what(&far), what(&near));
    assert!(far.iter().map(|(_, tree, _)| tree).eq(near.iter().map(|(_, tree, _)| tree)));
    let heard = what(&far).into_iter().flatten().filter(|what| *what >= 100).count();
    assert!(heard > 200, "{heard} are heard");
}

#[test]
fn a_panic_loses_the_turn_of_one_agent() {
    for by_age in [false, true] {
        let mut crowd: Crowd<Sentry, Walker> = (0..500).map(|number| (Sentry::new(), Walker::new(number))).collect();
        let ids: Vec<AgentId> = crowd.iter().map(|(id, ..)| id).collect();
        for _ in 0..20 {
            crowd.advance(0.1);
            let calls = Cell::new(0);
            let tick = |tree: &mut Sentry, walker: &mut Walker, _: Duration| {
                walker.look();
                calls.set(calls.get() + 1);
                assert!(calls.get() != 123, "on purpose");
                tree.tick(walker);
            };
            let mut panics = 0;
            while calls.get() < 500 {
                let panicked = catch_unwind(AssertUnwindSafe(|| match by_age {
                    false => crowd.tick_where(|_, _, _| true, tick),
                    true => crowd.tick_while(|| true, tick),
                }));
                panics += u32::from(panicked.is_err());
                assert!(panics < 2 && (panicked.is_err() || calls.get() == 500));
            }
            assert_eq!(panics, 1);
            assert!(ids.iter().all(|id| crowd.owed(*id) == Some(Duration::ZERO)));
        }
        assert!(crowd.iter().all(|(_, _, walker)| walker.ticks == 20), "each once in each frame");
    }
}

#[test]
fn subtrees_and_reactive_nodes_too() {
    let mut crowd: Crowd<Both, Walker> = (0..3000).map(|number| (Both::new(3), Walker::new(number))).collect();
    let mut alone: Vec<(Both, Walker)> = (0..3000).map(|number| (Both::new(3), Walker::new(number))).collect();
    for frame in 0..64 {
        crowd.advance(0.1);
        let ticked = crowd.tick_where(
            |_, walker: &Walker, _| walker.chance % 3 == frame % 3,
            |tree, walker, _| {
                walker.look();
                tree.tick(walker);
            },
        );
        let due = alone.iter_mut().filter(|(_, walker)| walker.chance % 3 == frame % 3);
        let count = due.map(|(tree, walker)| {
            walker.look();
            tree.tick(walker);
        });
        assert_eq!(ticked, count.count());
        assert!(
            crowd.iter().map(|(_, tree, walker)| (tree, walker)).eq(alone.iter().map(|(tree, walker)| (tree, walker)))
        );
    }
}

#[test]
fn the_clock_of_a_frame_does_not_run_out() {
    let mut pair = Pair::new(3, 20);
    for _ in 0..20 {
        for span in [Duration::MAX, Duration::from_secs(1), Duration::MAX] {
            pair.crowd.advance(span);
            // They are brought up to date before the clock would overflow.
            for Alone { id, tree, diary, .. } in &mut pair.alone {
                let owed = pair.crowd.owed(*id).expect("it is there");
                assert!(owed <= Duration::from_nanos(i64::MAX as u64));
                assert!(pair.crowd.catch_up(*id, |tree, diary, span| {
                    tree.tick_for(span, diary);
                }));
                tree.tick_for(span, diary);
                assert_eq!(pair.crowd.get(*id), Some((&*tree, &*diary)));
            }
        }
    }
    bt! {
        #[derive(Clone)]
        Long(Diary) = sequence < wait(Duration::from_secs(1 << 33)), note(1) >
    }
    let mut crowd: Crowd<Long, Diary> = (0..3).map(|number| (Long::new(), Diary::new(number))).collect();
    for tick in 0..4 {
        assert!(crowd.iter().all(|(_, _, diary)| diary.entries.is_empty()), "tick {tick}");
        crowd.advance(Duration::from_secs((1 << 31) + 1));
    }
    crowd.wake_all();
    assert!(crowd.iter().all(|(_, _, diary)| diary.entries.len() == 1), "no time is lost");
}

#[test]
fn a_crowd_is_saved_when_nothing_is_owed() {
    bt! {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        Nap(u32) = sequence < wait(10.0), action(|naps| *naps += 1) >
    }
    let mut crowd: Crowd<Nap, u32> = (0..100).map(|naps| (Nap::new(), naps)).collect();
    crowd.advance(2.0);
    let error = serde_json::to_string(&crowd).expect_err("they are owed time").to_string();
    assert!(error.contains("call `wake_all` before"), "{error}");
    crowd.wake_all();
    let saved = serde_json::to_string(&crowd).expect("they are up to date");
    let loaded: Crowd<Nap, u32> = serde_json::from_str(&saved).expect("it has just been saved");
    assert!(loaded.iter().all(|(_, nap, _)| nap.sleep() == Some(Duration::from_secs(8))));
}

#[test]
fn sleeping_agents_are_up_to_date_when_a_frame_begins() {
    let mut crowd: Crowd<Nap, Diary> = (0..100).map(|number| (Nap::new(), Diary::new(number))).collect();
    bt! { Nap(Diary) = sequence < wait(10.0), note(1), running > }
    let tick = |tree: &mut Nap, diary: &mut Diary, span: Duration| {
        tree.tick_for(span, diary);
    };
    (0..50).for_each(|_| crowd.tick_for(0.125, tick));
    crowd.advance(0.125);
    let id = crowd.iter().next().expect("it is there").0;
    assert_eq!(crowd.owed(id), Some(Duration::from_millis(125)), "only the frame");
    (0..28).for_each(|_| crowd.advance(0.125));
    assert!(crowd.iter().all(|(_, _, diary)| diary.entries.is_empty()));
    assert_eq!(crowd.tick_within(Duration::from_secs(3600), tick), 100);
    assert!(crowd.iter().all(|(_, _, diary)| diary.entries.is_empty()));
    crowd.advance(0.125);
    assert_eq!(crowd.tick_within(Duration::from_secs(3600), tick), 100);
    assert!(crowd.iter().all(|(_, _, diary)| diary.entries.len() == 1));
}

#[test]
fn agents_that_are_cleared_are_not_ticked() {
    let mut crowd: Crowd<Sentry, Walker> = (0..100).map(|number| (Sentry::new(), Walker::new(number))).collect();
    crowd.advance(1.0);
    crowd.clear();
    assert_eq!((crowd.tick_where(|_, _, _| true, |_, _, _| ()), crowd.tick_while(|| true, |_, _, _| ())), (0, 0));
    let id = crowd.insert(Sentry::new(), Walker::new(7));
    assert_eq!(crowd.owed(id), Some(Duration::ZERO));
}
