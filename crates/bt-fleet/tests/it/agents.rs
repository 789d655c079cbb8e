//! The contract: an agent that was written down continues with the same trace.

use bt::{Random, bt};
use bt_fleet::{Agent, Chance, FleetError, Letter};
use serde::{Deserialize, Serialize};

struct Dog<'d> {
    barks: &'d mut u32,
    chance: &'d mut Chance,
}

impl Random for Dog<'_> {
    type Rng = Chance;

    fn rng(&mut self) -> &mut Chance {
        self.chance
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    Watch(Dog<'_>) = forever < sequence <
        doze: wait_between(0.1, 2.0),
        random_selector < probability(0.4) < action(|dog| *dog.barks += 1) >, sniff: wait(0.4) >,
        cooldown(1.0) < action(|dog| *dog.barks += 10) >,
    > >
}

// Another tree.
bt! {
    #[derive(Debug, Serialize, Deserialize)]
    Other(Dog<'_>) = sequence < wait(1.0), wait(1.0) >
}

type Rex = Agent<Watch, u32, String>;

fn rex() -> Rex {
    let letter = Letter { to: 7, from: 300, number: 1, message: "sit".to_owned() };
    Agent { id: 7, tree: Watch::new(), context: 0, chance: Chance::new(1, 7), inbox: vec![letter] }
}

/// A tick of the dog: its answer, and its state afterwards.
fn tick(rex: &mut Rex) -> (bool, Rex) {
    let mut dog = Dog { barks: &mut rex.context, chance: &mut rex.chance };
    let running = rex.tree.tick_for(0.13, &mut dog).is_running();
    (running, rex.clone())
}

const TICKS: usize = 100;

#[test]
fn an_agent_goes_on_with_the_same_trace() {
    let mut whole = rex();
    let trace: Vec<_> = (0..TICKS).map(|_| tick(&mut whole)).collect();
    assert!(whole.context > 20, "{whole:?}");
    let mut here = rex();
    for told in 0..TICKS {
        let mut there = Rex::from_bytes(&here.to_bytes().expect("it can be written")).expect("it can be read");
        let rest: Vec<_> = (told..TICKS).map(|_| tick(&mut there)).collect();
        assert_eq!(rest, trace[told..], "after {told} ticks");
        tick(&mut here);
    }
}

/// Written by version 1 of the format.
const RECORD: &str = include_str!("agent.hex");

#[test]
fn the_bytes_stay_the_same() {
    let mut rex = rex();
    for _ in 0..9 {
        tick(&mut rex);
    }
    let hex: String = rex.to_bytes().expect("it can be written").iter().map(|byte| format!("{byte:02x}")).collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/agent.hex"), format!("{hex}\n"))
            .expect("it is written");
        return;
    }
    assert_eq!(hex, RECORD.trim());
}

#[test]
fn bytes_that_do_not_fit_are_clear_errors() {
    let bytes = rex().to_bytes().expect("it can be written");
    for length in 0..bytes.len() {
        let error = Rex::from_bytes(&bytes[..length]).expect_err("it is cut off");
        let FleetError::CutOff { found, expected, .. } = error else { panic!("{length}: {error}") };
        assert_eq!(found, length as u64);
        assert!(expected > found);
    }
    for at in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 0x10;
        assert!(Rex::from_bytes(&wrong).is_err(), "byte {at}");
    }
    let with = |at: usize, byte: u8| {
        let mut wrong = bytes.clone();
        wrong[at] = byte;
        Rex::from_bytes(&wrong).expect_err("it is wrong").to_string()
    };
    assert_eq!(with(0, b'x'), "an agent was not written by a fleet");
    assert_eq!(with(5, 2), "the version of an agent: found 2, expected 1");
    assert_eq!(with(30, 0xff), "an agent is damaged: its checksum does not fit");
    let error = Agent::<Other, u32, String>::from_bytes(&bytes).expect_err("it is another tree").to_string();
    let (own, other) = (bt::Save::<Watch>::SHAPE, bt::Save::<Other>::SHAPE);
    assert_eq!(error, format!("the shape of the tree of an agent: found {own:016x}, expected {other:016x}"));
}
