//! Agents that sleep: left out, and yet the same story.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bt::bt;
use bt_fleet::{Chance, Epoch, Fleet, Turn, World, whole_epochs};
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::within::{PATIENCE, folder, within};

const EPOCH: Duration = Duration::from_millis(250);
const EPOCHS: u64 = 120;
const BEARS: u64 = 200;

/// The epochs in which a bear has eaten, and those in which it has heard something.
type Diary = Vec<(u64, bool)>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Bear {
    diary: Diary,
    now: u64,
    cell: u64,
    calls: bool,
}

bt! {
    #[derive(Serialize, Deserialize)]
    Hibernate(Bear) = forever < sequence <
        wait(5.3),
        action(|bear| {
            bear.diary.push((bear.now, false));
            bear.cell += 3;
            bear.calls = true;
        }),
        wait(2.0),
    > >
}

/// Bears that sleep most of the time. With `SLEEPS`, the fleet knows it.
struct Cave<const SLEEPS: bool>(Arc<Mutex<Vec<(u64, Diary)>>>);

impl<const SLEEPS: bool> World for Cave<SLEEPS> {
    type Tree = Hibernate;
    type Context = Bear;
    type Message = u8;

    fn population(&self) -> u64 {
        BEARS
    }

    fn spawn(&self, id: u64, _: &mut Chance) -> (Hibernate, Bear) {
        let mut bear = Bear { diary: Vec::new(), now: 0, cell: id % 17, calls: false };
        let mut tree = Hibernate::new();
        // They are out of step.
        tree.tick_for(Duration::from_millis(id * 37 % 5000), &mut bear);
        (tree, bear)
    }

    fn cell(&self, _: u64, bear: &Bear) -> u64 {
        bear.cell
    }

    fn sleep(&self, tree: &Hibernate, _: &Bear) -> u64 {
        if SLEEPS { whole_epochs(tree.sleep(), EPOCH) } else { 0 }
    }

    fn tick(&self, tree: &mut Hibernate, bear: &mut Bear, mut turn: Turn<'_, u8>) {
        bear.now = turn.epoch();
        bear.diary.extend(turn.inbox().iter().map(|_| (turn.epoch(), true)));
        tree.tick_for(turn.time(EPOCH), bear);
        if std::mem::take(&mut bear.calls) {
            let to = turn.chance().next_u64() % BEARS;
            turn.send(to, 1).expect("that is not too many");
        }
        self.0.lock().expect("no panic").push((turn.id(), bear.diary.clone()));
    }
}

/// The diaries at the end, the hashes, and the report of each epoch.
type Story = (Vec<Diary>, Vec<(u64, u64)>, Vec<Epoch>);

fn story<const SLEEPS: bool>(change: impl FnOnce(Fleet<Cave<SLEEPS>>) -> Fleet<Cave<SLEEPS>>) -> Story {
    let (diaries, epochs) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let told = Arc::clone(&epochs);
    let fleet = Fleet::new(Cave::<SLEEPS>(Arc::clone(&diaries))).seed(11).epochs(EPOCHS).patience(PATIENCE);
    let fleet = change(fleet).watch(move |epoch| told.lock().expect("no panic").push(*epoch));
    let hashes = fleet.run().expect("it runs").hashes;
    let mut last = vec![Vec::new(); BEARS as usize];
    for (id, diary) in diaries.lock().expect("no panic").drain(..) {
        // Each diary begins with the entries of the previous one.
        if diary.len() > last[id as usize].len() {
            last[id as usize] = diary;
        }
    }
    let epochs = epochs.lock().expect("no panic").clone();
    (last, hashes, epochs)
}

#[test]
fn those_that_sleep_have_few_turns_and_the_same_story() {
    within(|| {
        let (awake, _, all) = story::<false>(|fleet| fleet.threads(2));
        let (asleep, _, few) = story::<true>(|fleet| fleet.threads(2));
        assert_eq!(asleep, awake);
        assert!(awake.iter().flatten().filter(|(_, heard)| *heard).count() > 100);
        let turns = |epochs: &[Epoch]| epochs.iter().map(|epoch| epoch.turns).sum::<u64>();
        assert_eq!(turns(&all), BEARS * EPOCHS);
        assert!(turns(&few) * 5 < turns(&all), "{}", turns(&few));
        assert!(few.iter().all(|epoch| epoch.agents == BEARS));
        let sum = |of: fn(&Epoch) -> u64, epochs: &[Epoch]| epochs.iter().map(of).sum::<u64>();
        assert_eq!(sum(|epoch| epoch.letters, &few), sum(|epoch| epoch.letters, &all));
        assert!(sum(|epoch| epoch.moved, &few) > 100);
    });
}

#[test]
fn hashes_are_the_same_on_any_number_of_workers_and_after_a_restart() {
    within(|| {
        let (_, expected, _) = story::<true>(|fleet| fleet);
        for threads in [3, 4] {
            assert_eq!(story::<true>(|fleet| fleet.threads(threads)).1, expected, "{threads} threads");
        }
        for end in [31, 50] {
            let folder = folder("asleep");
            story::<true>(|fleet| fleet.epochs(end).threads(3).snapshots(&folder, 50));
            let (_, hashes, _) = story::<true>(|fleet| fleet.threads(2).snapshots(&folder, 50));
            assert_eq!(hashes, expected[end as usize..], "after {end}");
        }
    });
}
