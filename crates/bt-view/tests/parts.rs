//! The parts of conditions: what observers get, and what recordings say.

use std::cell::Cell;

use bt::observe::{Part, Why};
use bt::{NodeEvent, Status, TreeObserver, bt};
use bt_view::Recorder;

/// A mood that can be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry,
}

/// What cannot be shown.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Secret(u32);

#[derive(Debug)]
struct Npc {
    clue: bool,
    unseen: f32,
    patience: f32,
    mood: Mood,
    name: String,
    prey: Option<u32>,
    asked: Cell<u32>,
}

fn npc() -> Npc {
    Npc {
        clue: true,
        unseen: 1.7,
        patience: 2.5,
        mood: Mood::Calm,
        name: String::new(),
        prey: Some(3),
        asked: Cell::new(0),
    }
}

const LOW: f32 = 0.5;

impl Npc {
    fn secret(&self) -> Secret {
        Secret(self.name.len() as u32)
    }

    fn asks(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        true
    }

    fn distance(&self, to: f32) -> f32 {
        self.asks();
        to - self.patience
    }
}

/// The parts and the answers of conditions.
#[derive(Default)]
struct Journal(Vec<String>);

impl TreeObserver for Journal {
    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        self.0.push(format!("{} {part}", event.node().title()));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.0.push(format!("{}: {why}", event.node().title()));
    }
}

#[test]
fn an_observer_gets_the_parts_that_were_evaluated() {
    bt! { Guard(Npc) = c: condition(|npc| npc.clue && npc.unseen < 1.5) }
    let mut journal = Journal::default();
    assert_eq!(Guard::new().tick_with(&mut npc(), &mut journal), Status::Failure);
    assert_eq!(journal.0, ["c clue true", "c unseen 1.7 < 1.5 false", "c: false"]);
    journal.0.clear();
    assert_eq!(Guard::new().tick_with(&mut Npc { clue: false, ..npc() }, &mut journal), Status::Failure);
    assert_eq!(journal.0, ["c clue false", "c: false"]);
}

bt! { Either(Npc) = c: condition(|npc| !npc.clue || !(npc.unseen >= npc.patience || npc.mood == Mood::Angry)) }
bt! {
    Shown(Npc) = c: condition(|n: &Npc| {
        n.name == "fox" && n.secret() < Secret(9) && n.prey == Some(3) && n.prey != None
    })
}
bt! { Sums(Npc) = c: condition(|npc| npc.unseen * 2.0 > LOW && -1.0 < npc.unseen && (npc.unseen as i32) < 2) }
bt! {
    Calls(Npc) = c: condition(|npc| npc.asks() && npc.distance(npc.patience) <= 0.0 && matches!(npc.mood, Mood::Calm))
}
bt! {
    Names(Npc) = c: condition(|inputs| {
        inputs.unseen == inputs.patience || inputs.name.len() == 3 && inputs.name < "g".into()
    })
}
bt! { Taken(Npc) = c: condition(|Npc { clue, unseen, .. }| *clue && *unseen > 1.0) }
bt! {
    Wholes(Npc) = sequence <
        c: condition(|npc| npc.clue),
        condition(|npc| if npc.clue { npc.unseen > 1.0 && true } else { false }),
    >
}

#[test]
fn parts_are_shown_as_they_are_written() {
    fn of(mut tick: impl FnMut(&mut Npc, Option<&mut Journal>) -> Status) -> String {
        let (mut npc, mut journal) = (Npc { name: "fox".to_owned(), ..npc() }, Journal::default());
        let status = tick(&mut npc, Some(&mut journal));
        let asked = npc.asked.take();
        assert_eq!(tick(&mut npc, None), status);
        assert_eq!(npc.asked.get(), asked, "each part is evaluated once");
        journal.0.join(", ").replace("c ", "")
    }
    assert_eq!(
        of(|npc, journal| Either::new().tick_with(npc, &mut { journal })),
        "!clue false, unseen 1.7 >= patience 2.5 false, mood Calm == Mood::Angry false, c: true"
    );
    assert_eq!(
        of(|npc, journal| Shown::new().tick_with(npc, &mut { journal })),
        "name \"fox\" == \"fox\" true, secret() < Secret(9) true, prey Some(3) == Some(3) true, prey Some(3) != None true, c: true"
    );
    assert_eq!(
        of(|npc, journal| Sums::new().tick_with(npc, &mut { journal })),
        "(unseen * 2.0) 3.4 > LOW 0.5 true, -1.0 < unseen 1.7 true, (unseen as i32) 1 < 2 true, c: true"
    );
    assert_eq!(
        of(|npc, journal| Calls::new().tick_with(npc, &mut { journal })),
        "asks() true, distance(patience) 0.0 <= 0.0 true, matches!(mood, Mood::Calm) true, c: true"
    );
    assert_eq!(
        of(|npc, journal| Names::new().tick_with(npc, &mut { journal })),
        "unseen 1.7 == patience 2.5 false, name.len() 3 == 3 true, name \"fox\" < \"g\".into() \"g\" true, c: true"
    );
    assert_eq!(
        of(|npc, journal| Taken::new().tick_with(npc, &mut { journal })),
        "*clue true, *unseen 1.7 > 1.0 true, c: true"
    );
    assert_eq!(of(|npc, journal| Wholes::new().tick_with(npc, &mut { journal })), "c: true, condition: true");
}

bt! {
    Hunt(Npc) { reach: f32 } = selector <
        g: guard(|npc| npc.unseen < reach && npc.clue) < fail >,
        p: priority <
            |npc| npc.clue && npc.patience > 9.0 => fail,
            |npc| npc.clue => sequence <
                n: action(|npc| npc.prey) -> prey: u32,
                i: if_else(|_| prey > 5 || prey == 3) < w: wait_until(|npc| npc.unseen > 2.0 && npc.clue), fail >,
            >,
        >,
    >
}

#[test]
fn each_node_with_a_condition_has_parts() {
    let mut journal = Journal::default();
    assert_eq!(Hunt::new(1.8).tick_with(&mut npc(), &mut journal), Status::Running);
    assert_eq!(
        journal.0,
        [
            "g unseen 1.7 < reach 1.8 true",
            "g clue true",
            "g: true",
            "p clue true",
            "p patience 2.5 > 9.0 false",
            "p: child 0: false",
            "p: child 1: true",
            "n: prey = 3",
            "i prey 3 > 5 false",
            "i prey 3 == 3 true",
            "i: true",
            "w unseen 1.7 > 2.0 false",
            "w: false"
        ]
    );
}

#[test]
fn a_recording_has_the_parts_of_an_answer() {
    bt! { Guard(Npc) = c: condition(|npc| npc.clue && npc.unseen < 1.5) }
    bt! { Sees(Npc) = c: condition(|npc| npc.unseen < 1.5) }
    let mut recorder = Recorder::new();
    let agent = recorder.agent::<Guard>("guard");
    Guard::new().tick_with(&mut npc(), &mut recorder.tick(agent));
    let bytes = recorder.recording().to_bytes();
    assert!(String::from_utf8_lossy(&bytes).contains("false (clue true, unseen 1.7 < 1.5 false)"));
    let mut recorder = Recorder::new();
    let agent = recorder.agent::<Sees>("guard");
    Sees::new().tick_with(&mut npc(), &mut recorder.tick(agent));
    let bytes = recorder.recording().to_bytes();
    assert!(String::from_utf8_lossy(&bytes).contains("false (unseen 1.7 < 1.5)"), "one part has one answer");
}
