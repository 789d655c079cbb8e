//! How a tree is tested: a watchdog, whose body follows a script and keeps a record of what happens.
//!
//! The chapter on testing in the book explains each step. The program shows a night of the dog; the tests
//! stand below it.
//!
//! ```text
//! cargo run --example testing
//! cargo test --example testing
//! ```

use std::collections::BTreeMap;
use std::time::Duration;

use bt::{Behavior, Outcome, Status, bt};

/// What the tree asks of a dog and tells it to do. In a game, the senses and the animations are behind this.
trait Body {
    fn hears_intruder(&self) -> bool;
    fn begin(&mut self, act: &'static str);
    fn go_on(&mut self, act: &'static str) -> Status;
    fn end(&mut self, act: &'static str, outcome: Outcome);
}

/// Something that the body does, for as long as that takes.
#[derive(Behavior)]
#[behavior(context = impl Body)]
struct Act {
    name: &'static str,
}

impl Act {
    fn new(name: &'static str) -> Self {
        Act { name }
    }

    fn start(&mut self, body: &mut impl Body) {
        body.begin(self.name);
    }

    fn run(&mut self, body: &mut impl Body) -> Status {
        body.go_on(self.name)
    }

    fn finish(&mut self, body: &mut impl Body, outcome: Outcome) {
        body.end(self.name, outcome);
    }
}

bt! {
    /// Goes for an intruder as long as it hears one. Otherwise it walks its round, and rests.
    Watchdog(impl Body) = forever < force_success <
        reactive_if_else(|dog| dog.hears_intruder()) <
            alarm: sequence < act("bark"), timeout(5.0) < act("chase") >, act("bite") >,
            round: sequence < act("patrol"), rest: wait(8.0), act("stretch") >,
        >,
    > >
}

/// A body that does what a script says.
#[derive(Default)]
struct Scripted {
    intruder: bool,
    /// What each act answers: `R`unning, `S`uccess or `F`ailure, a letter for each run. The last one holds.
    scripts: BTreeMap<&'static str, &'static str>,
    /// What has happened.
    trace: Vec<String>,
}

impl Scripted {
    fn new<const N: usize>(scripts: [(&'static str, &'static str); N]) -> Self {
        Scripted { scripts: scripts.into(), ..Scripted::default() }
    }

    /// What has happened since the last call.
    fn take(&mut self) -> String {
        std::mem::take(&mut self.trace).join(", ")
    }
}

impl Body for Scripted {
    fn hears_intruder(&self) -> bool {
        self.intruder
    }

    fn begin(&mut self, act: &'static str) {
        self.trace.push(format!("start {act}"));
    }

    fn go_on(&mut self, act: &'static str) -> Status {
        let script = self.scripts.get_mut(act).unwrap_or_else(|| panic!("there is no script for `{act}`"));
        let (letter, rest) = script.split_at(1);
        if !rest.is_empty() {
            *script = rest;
        }
        match letter {
            "R" => Status::Running,
            "S" => Status::Success,
            "F" => Status::Failure,
            other => panic!("`{other}` in the script for `{act}`"),
        }
    }

    fn end(&mut self, act: &'static str, outcome: Outcome) {
        self.trace.push(format!("{act}: {outcome:?}"));
    }
}

/// A dog, and a clock that the test moves on.
struct Stage {
    dog: Watchdog,
    body: Scripted,
    now: Duration,
}

impl Stage {
    fn new(body: Scripted) -> Self {
        Stage { dog: Watchdog::new(), body, now: Duration::ZERO }
    }

    /// Lets a time pass in one tick, and tells what happens in it.
    fn pass(&mut self, time: Duration) -> String {
        let status = self.dog.tick_for(time, &mut self.body);
        assert_eq!(status, Status::Running, "a watchdog is never done");
        self.now += time;
        self.body.take()
    }

    /// Where the dog is: the part of the tree, and the leaf.
    fn place(&self) -> String {
        let nodes: Vec<_> = self.dog.active().collect();
        let part = nodes.iter().find_map(|node| node.label).unwrap_or("nowhere");
        let leaf = nodes.last().map_or("nothing", |node| node.label.unwrap_or(node.args));
        format!("{part}: {}", leaf.trim_matches(['(', '"', ')']))
    }
}

/// A night with an intruder in it, a line for each tick of half a second in which something happens.
fn night() -> Vec<String> {
    let scripts = [
        ("patrol", "RRRSRRRSRRRSRRRS"),
        ("stretch", "RSRSRS"),
        ("bark", "RSRS"),
        ("chase", "RRRRRRRRRRRRRRS"),
        ("bite", "R"),
    ];
    let mut stage = Stage::new(Scripted::new(scripts));
    let mut lines = Vec::new();
    while stage.now < Duration::from_secs(36) {
        let now = stage.now.as_secs_f64();
        stage.body.intruder = (14.0..23.0).contains(&now);
        let events = stage.pass(Duration::from_millis(500));
        if !events.is_empty() {
            let ear = if stage.body.intruder { '!' } else { ' ' };
            lines.push(format!("{now:5.1} s  {ear}  {:14}  {events}", stage.place()));
        }
    }
    lines
}

fn main() {
    for line in night() {
        println!("{line}");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// A dog that has just begun to chase somebody.
    fn chasing(chase: &'static str) -> Stage {
        let mut stage = Stage::new(Scripted::new([("bark", "S"), ("chase", chase), ("bite", "R"), ("patrol", "R")]));
        stage.body.intruder = true;
        assert_eq!(stage.pass(Duration::ZERO), "start bark, bark: Success, start chase");
        stage
    }

    #[test]
    fn a_quiet_round() {
        let mut stage = Stage::new(Scripted::new([("patrol", "RRSR"), ("stretch", "RS")]));
        let trace: Vec<String> = (0..12).map(|_| stage.pass(seconds(1.0))).collect();
        let mut expected = [""; 12];
        expected[0] = "start patrol";
        expected[2] = "patrol: Success";
        // It rests from the beginning of the third tick to the end of the tenth.
        expected[9] = "start stretch";
        expected[10] = "stretch: Success, start patrol";
        assert_eq!(trace, expected);
    }

    #[test]
    fn an_intruder_interrupts_the_round() {
        let mut stage = Stage::new(Scripted::new([("patrol", "R"), ("bark", "RS"), ("chase", "S"), ("bite", "R")]));
        assert_eq!(stage.pass(seconds(1.0)), "start patrol");
        stage.body.intruder = true;
        assert_eq!(stage.pass(seconds(1.0)), "patrol: Aborted, start bark");
        assert_eq!(stage.pass(seconds(1.0)), "bark: Success, start chase, chase: Success, start bite");
        stage.body.intruder = false;
        assert_eq!(stage.pass(seconds(1.0)), "bite: Aborted, start patrol");
    }

    #[test]
    fn a_chase_that_fails_begins_again_with_a_bark() {
        let mut stage = chasing("RRFR");
        assert_eq!(stage.pass(seconds(1.0)), "");
        assert_eq!(stage.pass(seconds(1.0)), "chase: Failure, start bark, bark: Success, start chase");
        assert_eq!(stage.place(), "alarm: chase");
    }

    #[test]
    fn a_chase_has_five_seconds_and_not_a_nanosecond_more() {
        let nanosecond = Duration::from_nanos(1);
        let mut slow = chasing("R");
        assert_eq!(slow.pass(seconds(5.0) - nanosecond), "");
        assert_eq!(slow.pass(nanosecond), "chase: Aborted, start bark, bark: Success, start chase");

        let mut just_in_time = chasing("RS");
        assert_eq!(just_in_time.pass(seconds(5.0)), "chase: Success, start bite");
    }

    #[test]
    fn a_rest_takes_as_long_at_every_frame_rate() {
        for rate in [1, 10, 1000] {
            let mut stage = Stage::new(Scripted::new([("patrol", "S"), ("stretch", "R")]));
            while !stage.pass(seconds(1.0) / rate).contains("stretch") {
                assert!(stage.now < seconds(60.0), "it rests for ever at {rate} Hz");
            }
            assert_eq!(stage.now, seconds(8.0), "at {rate} Hz");
        }
    }

    #[test]
    fn abort_ends_what_the_dog_does() {
        let mut stage = chasing("R");
        stage.dog.abort(&mut stage.body);
        assert_eq!(stage.body.take(), "chase: Aborted");
        assert!(!stage.dog.is_running());
        stage.dog.abort(&mut stage.body);
        assert_eq!(stage.body.take(), "", "nothing is left to abort");
        assert_eq!(stage.pass(Duration::ZERO), "start bark, bark: Success, start chase");
    }

    #[test]
    fn reset_forgets_the_time_and_tells_the_body_nothing() {
        let mut stage = Stage::new(Scripted::new([("patrol", "S"), ("stretch", "R")]));
        stage.pass(seconds(7.0));
        assert_eq!(stage.place(), "round: rest");
        stage.dog.reset();
        assert_eq!((stage.body.take().as_str(), stage.place().as_str()), ("", "nowhere: nothing"));
        assert_eq!(stage.pass(seconds(7.0)), "start patrol, patrol: Success");
        assert_eq!(stage.pass(seconds(1.0)), "start stretch");
    }

    /// A body that answers by chance.
    struct Erratic {
        seed: u64,
        intruder: bool,
        /// What it does: begun, and not ended.
        doing: Vec<&'static str>,
        mistake: Option<String>,
    }

    impl Erratic {
        /// A number from 0 to `end - 1`, by the generator `xorshift64`.
        fn below(&mut self, end: u64) -> u64 {
            self.seed ^= self.seed << 13;
            self.seed ^= self.seed >> 7;
            self.seed ^= self.seed << 17;
            self.seed % end
        }

        fn must(&mut self, holds: bool, what: &str, act: &str) {
            if !holds {
                self.mistake.get_or_insert(format!("{what} {act} while doing {:?}", self.doing));
            }
        }
    }

    impl Body for Erratic {
        fn hears_intruder(&self) -> bool {
            self.intruder
        }

        fn begin(&mut self, act: &'static str) {
            self.must(self.doing.is_empty(), "begins to", act);
            self.doing.push(act);
        }

        fn go_on(&mut self, act: &'static str) -> Status {
            self.must(self.doing == [act], "goes on to", act);
            [Status::Success, Status::Failure, Status::Running, Status::Running][self.below(4) as usize]
        }

        fn end(&mut self, act: &'static str, _: Outcome) {
            self.must(self.doing == [act], "ends to", act);
            self.doing.retain(|doing| *doing != act);
        }
    }

    #[test]
    fn whatever_happens_the_dog_does_one_thing_and_the_right_one() {
        let mut acts = BTreeSet::new();
        for seed in 1..=200 {
            let mut body = Erratic { seed, intruder: false, doing: Vec::new(), mistake: None };
            let mut dog = Watchdog::new();
            for tick in 0..200 {
                body.intruder ^= body.below(8) == 0;
                let time = Duration::from_millis(body.below(2000));
                let status = dog.tick_for(time, &mut body);
                let place = format!("in tick {tick} of seed {seed}, doing {:?}", body.doing);
                acts.extend(body.doing.iter().copied());
                assert_eq!(status, Status::Running, "{place}");
                assert_eq!(body.mistake, None, "{place}");
                let alarm = body.doing.iter().any(|act| ["bark", "chase", "bite"].contains(act));
                assert!(!alarm || body.intruder, "it is alarmed for nothing {place}");
                let round = body.doing.iter().any(|act| ["patrol", "stretch"].contains(act));
                assert!(!round || !body.intruder, "it has no ear for an intruder {place}");
                if body.below(50) == 0 {
                    dog.abort(&mut body);
                    assert!(body.doing.is_empty(), "it goes on after an abort {place}");
                }
            }
        }
        assert_eq!(acts.len(), 5, "chance has not come to all acts: {acts:?}");
    }

    #[test]
    fn the_night_of_the_program() {
        let night = night();
        assert_eq!(night.len(), 15);
        assert_eq!(night[5], " 14.0 s  !  alarm: bark     start bark");
        assert_eq!(night[9], " 21.5 s  !  alarm: bite     chase: Success, start bite");
    }
}
