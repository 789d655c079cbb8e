//! A robot that delivers letters along a street, and recovers when it is stuck.

use bt::{Span, Status, bt, leaf};
use bt_examples::replay::Replay;

use crate::story::{Line, Teller, live};

/// In metres a second.
const SPEED: f64 = 1.0;

/// The context: the robot, and the street that it sees.
#[derive(Default)]
pub struct Courier {
    at: f64,
    /// The address on the letter in its hand.
    address: u32,
    letters: Vec<u32>,
    /// Where a person blocks the street, and whether the bell makes him leave.
    blocked: Option<f64>,
    is_deaf: bool,
    path: Option<f64>,
    /// The remaining battery, in seconds of driving.
    power: f64,
    plans: u32,
    said: Vec<String>,
}

impl Courier {
    fn new(letters: Vec<u32>) -> Self {
        Courier { letters, power: 100.0, ..Courier::default() }
    }

    fn say(&mut self, words: impl Into<String>) {
        self.said.push(words.into());
    }

    fn ring(&mut self) {
        self.say("rings the bell");
        if !self.is_deaf {
            self.blocked = None;
        }
    }

    fn hand_over(&mut self) {
        self.say(format!("delivers to number {}", self.address));
    }
}

impl Teller for Courier {
    fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

/// Takes the next letter; fails if there is none.
#[leaf]
fn next_letter(courier: &mut Courier) -> bool {
    let next = courier.letters.pop();
    courier.address = next.unwrap_or(courier.address);
    next.is_some()
}

/// Finds the path to the address; fails if it is blocked. Houses are ten metres apart.
#[leaf]
fn plan(courier: &mut Courier) -> bool {
    let goal = f64::from(courier.address) * 10.0;
    let (from, to) = (courier.at.min(goal), courier.at.max(goal));
    courier.plans += 1;
    courier.path = Some(goal).filter(|_| !courier.blocked.is_some_and(|at| (from..=to).contains(&at)));
    courier.path.is_some()
}

/// Drives along the path.
#[leaf]
fn drive(courier: &mut Courier, span: &mut Span) -> Status {
    let Some(goal) = courier.path else { return Status::Failure };
    let way = goal - courier.at;
    courier.power -= span.seconds().min(way.abs() / SPEED);
    if span.spend(way.abs() / SPEED) {
        courier.at = goal;
        return Status::Success;
    }
    courier.at += SPEED * span.seconds().copysign(way);
    Status::Running
}

bt! {
    /// Drives, and plans again once a second. A new address restarts it.
    Go(Courier) = keyed(|courier| -> u32 { courier.address }) < pipeline < throttle(1.0) < plan >, drive > >
}

bt! {
    /// Does not try the same recovery twice in a row.
    Unblock(Courier) = round_robin <
        sequence < action(Courier::ring), wait(1.0) >,
        sequence < action(|courier| courier.say("waits for a while")), wait(3.0), action(|courier| courier.blocked = None) >,
    >
}

bt! {
    /// One letter after another. A letter that cannot be delivered within a minute is returned.
    Deliver(Courier) = sequence <
        repeat_until_failure < sequence <
            next_letter,
            if_else < timeout(60.0) < recover(2) < go, unblock > >,
                action(Courier::hand_over),
                action(|courier| courier.say("takes a letter back")),
            >,
        > >,
        action(|courier| courier.say("is done")),
    >
}

bt! {
    /// Without power it stops, whatever it is doing.
    pub Round(Courier) = sequence <
        selector <
            guard(|courier| courier.power > 0.0) < deliver >,
            action(|courier| courier.say("has no power")),
        >,
        running,
    >
}

/// Two letters. A person blocks the way of the second one, and reacts to the bell.
pub fn round(rate: u32, replay: &mut Replay) -> Vec<Line> {
    let (mut tree, mut courier) = (Round::new(), Courier::new(vec![3, 1]));
    let mut somebody = Some(25.0);
    live("courier", (&mut tree, &mut courier), (40, rate), replay, |courier, second| {
        if second > 15.0 {
            courier.blocked = somebody.take().or(courier.blocked);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::words;

    /// Delivers a letter to the third house, past a person at 15 metres: its words, the time of delivery, and the
    /// number of plans.
    fn deliver(blocked: Option<f64>, is_deaf: bool, stays: bool) -> (Vec<String>, f64, u32) {
        let mut courier = Courier { blocked, is_deaf, ..Courier::new(vec![3]) };
        let mut round = Round::new();
        for quarter in 1..1000 {
            let _ = round.tick_for(0.25, &mut courier);
            if stays {
                courier.blocked = blocked;
            }
            if courier.said.last().is_some_and(|words| words == "is done") {
                return (courier.said(), f64::from(quarter) / 4.0, courier.plans);
            }
        }
        panic!("it is never done: {:?}", courier.said);
    }

    #[test]
    fn it_plans_once_a_second_and_drives_meanwhile() {
        assert_eq!(deliver(None, false, false), (vec!["delivers to number 3".into(), "is done".into()], 30.0, 31));
    }

    #[test]
    fn it_rings_and_if_that_does_not_help_it_waits() {
        let (said, ..) = deliver(Some(15.0), false, false);
        assert_eq!(said, ["rings the bell", "delivers to number 3", "is done"]);
        let (said, seconds, _) = deliver(Some(15.0), true, false);
        assert_eq!(said, ["rings the bell", "waits for a while", "delivers to number 3", "is done"]);
        assert_eq!(seconds, 1.0 + 3.0 + 30.0);
    }

    #[test]
    fn after_two_recoveries_it_takes_the_letter_back() {
        let (said, seconds, plans) = deliver(Some(15.0), true, true);
        assert_eq!(said, ["rings the bell", "waits for a while", "takes a letter back", "is done"]);
        // He makes way, and is back when it plans again a second later.
        assert_eq!((seconds, plans), (5.0, 4));
    }

    #[test]
    fn without_power_it_stands_still() {
        let (mut round, mut courier) = (Round::new(), Courier { power: 5.0, ..Courier::new(vec![3]) });
        for _ in 0..40 {
            let _ = round.tick_for(0.25, &mut courier);
        }
        assert_eq!((courier.said(), courier.at), (vec!["has no power".to_owned()], 5.0));
    }

    #[test]
    fn a_new_address_is_a_new_way_from_the_beginning() {
        let (mut go, mut courier) = (Go::new(), Courier { address: 3, ..Courier::new(vec![]) });
        let _ = go.tick_for(0.5, &mut courier);
        courier.address = 0;
        assert_eq!(go.tick_for(0.25, &mut courier), Status::Running);
        assert_eq!((courier.plans, courier.path, courier.at), (2, Some(0.0), 0.25));
        assert_eq!(go.tick_for(0.25, &mut courier), Status::Success);
    }

    #[test]
    fn a_street_that_is_too_long_is_given_up_after_a_minute() {
        let mut courier = Courier::new(vec![7]);
        let mut round = Round::new();
        let _ = round.tick_for(59.5, &mut courier);
        assert_eq!(courier.said(), [""; 0]);
        let _ = round.tick_for(0.5, &mut courier);
        assert_eq!(courier.said(), ["takes a letter back", "is done"]);
    }

    #[test]
    fn the_story_is_the_same_at_every_frame_rate() {
        let expected = ["delivers to number 1", "rings the bell", "delivers to number 3", "is done"];
        for rate in [4, 5, 8, 30, 60, 144, 240] {
            assert_eq!(words(&round(rate, &mut Replay::off())), expected, "{rate} frames a second");
        }
    }
}
