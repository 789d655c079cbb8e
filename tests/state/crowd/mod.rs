//! Many agents at once: the result for each is the same as if it were ticked alone.

mod any_tree;
mod detail;
mod iteration;
mod life;
mod mixed;
mod removal;
mod saved;
mod sleepers;
mod ways;

use bt::{Behavior, Outcome, Status, bt};

/// A context whose agent acts at random, and records its actions.
#[derive(Clone, Debug, PartialEq)]
struct Walker {
    chance: u64,
    /// A hash of all events and their order.
    record: u64,
    ticks: u32,
    answer: Result<Status, Broken>,
}

impl Walker {
    fn new(number: u64) -> Self {
        Walker { chance: splitmix(number), record: 0, ticks: 0, answer: Ok(Status::Running) }
    }

    fn look(&mut self) {
        self.chance = splitmix(self.chance);
        self.ticks += 1;
    }

    /// True in one of this many cases; different ones for different questions.
    fn says(&self, question: u32, one_in: u64) -> bool {
        (self.chance >> (4 * question)).is_multiple_of(one_in)
    }

    fn note(&mut self, what: u64) {
        self.record = splitmix(self.record ^ what);
    }
}

fn splitmix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[derive(Clone, Debug, PartialEq)]
struct Broken;

#[derive(Clone, Debug)]
struct Shot(u64);

/// Runs for some ticks, and receives shots.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = Walker, message = Shot)]
struct Go {
    left: u64,
}

impl Go {
    fn new(at_most: u64) -> Self {
        Go { left: at_most }
    }

    fn start(&mut self, walker: &mut Walker) {
        self.left = walker.chance % self.left;
        walker.note(self.left);
    }

    fn run(&mut self, walker: &mut Walker) -> Status {
        if self.left == 0 {
            return Status::from(walker.says(1, 2));
        }
        self.left -= 1;
        Status::Running
    }

    fn finish(&mut self, walker: &mut Walker, outcome: Outcome) {
        walker.note(outcome as u64);
    }

    fn receive(&mut self, walker: &mut Walker, shot: &Shot) -> Status {
        walker.note(shot.0);
        if shot.0.is_multiple_of(2) { Status::Running } else { Status::Failure }
    }
}

/// Fails with an error now and then.
#[derive(Behavior, Clone, Debug, Default, PartialEq)]
#[behavior(context = Walker, error = Broken)]
struct Risk;

impl Risk {
    fn run(&mut self, walker: &mut Walker) -> Result<Status, Broken> {
        match walker.chance % 5 {
            0 => Err(Broken),
            1 => Ok(Status::Success),
            _ => Ok(Status::Running),
        }
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Sentry(Walker) = selector <
        sequence < condition(|walker| walker.says(2, 5)), action(|walker| walker.note(1)) >,
        sequence < condition(|walker| walker.says(3, 4)), go(4), action(|walker| walker.note(2)), go(9) >,
        sequence < go(6), wait_until(|walker| walker.says(4, 3)), action(|walker| walker.note(3)) >,
        wait_until(|walker| walker.says(5, 6)),
    >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Part(Walker) { most: u64 } = sequence < go(most), action(|walker| walker.note(4)), go(most) >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Both(Walker) { most: u64 } = reactive_selector <
        sequence < condition(|walker| walker.says(6, 4)), part(3) >,
        guard(|walker| !walker.says(7, 5)) < parallel(success = 1) < part(most), forever < part(2) > > >,
        run_limit(3) < part(4) >,
    >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Patient(Walker) = forever < sequence <
        wait(0.25),
        action(|walker| walker.note(5)),
        timeout(0.35) < go(9) >,
        cooldown(0.5) < wait(|walker| if walker.says(8, 2) { 0.1 } else { 0.7 }) >,
    > >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Risky(Walker) -> Result<Broken> = sequence < risk, go(3), risk >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Duck(Walker) on Shot = sequence < go(5), selector < go(4), wait_until(|walker| walker.says(9, 3)) > >
}

/// A tree with more places than a crowd has groups.
macro_rules! long {
    ($($label:ident)*) => {
        bt! {
            #[derive(Clone, Debug, PartialEq)]
            Long(Walker) = sequence < $(
                $label: sequence <
                    wait_until(|walker| !walker.says(1, 4)),
                    action(|walker| walker.note(7)),
                    wait_until(|walker| !walker.says(2, 3)),
                >
            ),* >
        }
    };
}

long! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4 d5 d6 d7 d8 d9
}

trait Notes {
    fn draw(&self) -> u64;
    fn write(&mut self, what: u64);
}

impl Notes for Walker {
    fn draw(&self) -> u64 {
        self.chance
    }

    fn write(&mut self, what: u64) {
        self.note(what);
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Anyone(impl Notes) { times: u32 } = repeat(times) < sequence <
        wait_until(|notes| notes.draw() % 3 == 0),
        action(|notes| notes.write(6)),
        wait_until(|notes| notes.draw() % 4 == 0),
    > >
}
