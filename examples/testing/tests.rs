use std::collections::BTreeSet;

use bt_examples::outputs::assert_printed;

use super::*;

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// A dog that has just begun to chase an intruder.
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

/// A body that answers at random.
struct Erratic {
    seed: u64,
    intruder: bool,
    /// Its active actions: begun, and not ended.
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
        self.must(self.doing == [act], "continues to", act);
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
                assert!(body.doing.is_empty(), "it continues after an abort {place}");
            }
        }
    }
    assert_eq!(acts.len(), 5, "chance has not come to all acts: {acts:?}");
}

#[test]
fn the_story_of_the_program() {
    assert_printed("testing", &story(&mut Replay::off()));
}
