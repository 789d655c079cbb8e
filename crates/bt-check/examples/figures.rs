//! How many states a second the search finds, and how many bytes each takes: `cargo run --release -p bt-check --example
//! figures`. With a number, the search stops after that many states.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::time::Instant;

use bt_check::{Agents, Check, Report};

/// A place in which several robots carry boxes around.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Yard<const N: usize> {
    at: [u8; N],
    carries: [bool; N],
    battery: [u8; N],
    boxes: u16,
}

const PLACES: u8 = 6;

impl<const N: usize> Yard<N> {
    fn go(&mut self, me: usize, by: i8) -> bool {
        self.at[me] = (self.at[me] + PLACES).wrapping_add_signed(by) % PLACES;
        self.battery[me] -= 1;
        true
    }
}

/// Takes a tick.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Pause {
    again: bool,
}

impl<C: ?Sized> bt::Behavior<C> for Pause {
    type Answer = bt::Status;

    fn run(&mut self, _: &mut C) -> bt::Status {
        if std::mem::replace(&mut self.again, true) { bt::Status::Success } else { bt::Status::Running }
    }
}

macro_rules! robots {
    ($robot:ident, $count:literal) => {
        bt::bt! {
            #[derive(Clone, PartialEq, Eq, Hash)]
            $robot(Yard<$count>) { me: usize } = forever < priority <
                |yard| yard.battery[me] < 3 => sequence < pause, action(|yard| yard.battery[me] = 7) >,
                |yard| yard.carries[me] => selector <
                    sequence < condition(|yard| yard.at[me] == 0), pause, action(|yard| yard.carries[me] = false) >,
                    sequence < pause, action(|yard| yard.go(me, -1)) >,
                >,
                |yard| yard.boxes >> yard.at[me] & 1 == 1 => sequence <
                    pause,
                    action(|yard| yard.boxes &= !(1 << yard.at[me])),
                    action(|yard| yard.carries[me] = true),
                >,
                sequence < pause, action(|yard| yard.go(me, 1)) >,
            > >
        }
    };
}

robots!(Single, 1);
robots!(Pair, 2);
robots!(Trio, 3);

fn yard<const N: usize>() -> Yard<N> {
    Yard { at: [0; N], carries: [false; N], battery: [7; N], boxes: 0 }
}

fn boxes<const N: usize>(yard: &Yard<N>, next: &mut bt_check::Next<Yard<N>>) {
    for place in 0..PLACES {
        if yard.boxes >> place & 1 == 0 {
            next.may(format_args!("a box at {place}"), Yard { boxes: yard.boxes | 1 << place, ..yard.clone() });
        }
    }
}

fn print<const N: usize, A: Agents>(name: &str, check: Check<'_, Yard<N>, A>, states: usize) -> Report {
    let begin = Instant::now();
    let report = check
        .moves(boxes)
        .never("an empty battery", |now| now.world.battery.contains(&0))
        .states(states)
        .memory(usize::MAX)
        .on_progress(|progress| {
            if stderr().is_terminal() {
                eprint!("\r{} states, {} levels", progress.states, progress.depth);
                let _ = stderr().flush();
            }
        })
        .run();
    let (time, found) = (begin.elapsed().as_secs_f64(), report.states());
    println!(
        "{name}: {found} states, {} steps in {time:.1} s: {:.0} states a second; {} bytes a state, of which {} are \
         the state itself; {}",
        report.steps(),
        found as f64 / time,
        report.bytes() / found,
        report.state_bytes(),
        if report.holds() { "all were looked at" } else { "not all were looked at" },
    );
    report
}

fn main() {
    let states = std::env::args().nth(1).map_or(10_000_000, |number| number.parse().expect("a number of states"));
    let single = Check::new(yard(), Single::new(0)).tick(|yard, robot| robot.tick(yard));
    print("1 robot", single, states);
    let pair = Check::several(yard(), [0, 1].map(Pair::new)).tick(|yard, robots| {
        for robot in robots {
            robot.tick(yard);
        }
    });
    print("2 robots", pair, states);
    let trio = Check::several(yard(), [0, 1, 2].map(Trio::new)).tick(|yard, robots| {
        for robot in robots {
            robot.tick(yard);
        }
    });
    print("3 robots", trio, states);
}
