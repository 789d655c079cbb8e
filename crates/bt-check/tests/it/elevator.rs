//! An elevator with calls that are lost, and one in which somebody waits forever.

use bt_check::{Agent, Agents, Check, Ticking};

const FLOORS: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shaft {
    floor: usize,
    up: bool,
    open: bool,
    calls: [bool; FLOORS],
}

impl Shaft {
    fn called(&self) -> Option<usize> {
        self.calls.iter().position(|called| *called)
    }

    /// The next call in the direction of the ride, or the nearest one in the other direction.
    fn on_the_way(&mut self, own_floor_first: bool) -> Option<usize> {
        if own_floor_first && self.calls[self.floor] {
            return Some(self.floor);
        }
        let above = (self.floor + 1..FLOORS).find(|&floor| self.calls[floor]);
        let below = (0..self.floor).rev().find(|&floor| self.calls[floor]);
        let target = if self.up { above.or(below) } else { below.or(above) };
        match target {
            Some(target) => self.up = target > self.floor,
            None => return self.calls[self.floor].then_some(self.floor),
        }
        target
    }
}

#[bt::leaf]
#[derive(Clone, PartialEq, Eq, Hash)]
fn ride_to(shaft: &mut Shaft, floor: usize) -> bt::Status {
    if shaft.floor == floor {
        return bt::Status::Success;
    }
    shaft.floor = if floor > shaft.floor { shaft.floor + 1 } else { shaft.floor - 1 };
    bt::Status::Running
}

/// Takes a tick.
#[derive(bt::Behavior, Clone, Default, PartialEq, Eq, Hash)]
#[behavior(context = Shaft)]
struct LetIn {
    again: bool,
}

impl LetIn {
    fn run(&mut self, _: &mut Shaft) -> bt::Status {
        if std::mem::replace(&mut self.again, true) { bt::Status::Success } else { bt::Status::Running }
    }
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Forgetful(Shaft) = forever < sequence <
        wait_until(|shaft| shaft.called().is_some()),
        action(|shaft| shaft.open = false),
        action(|shaft| shaft.called()) -> floor: usize,
        ride_to(floor),
        action(|shaft| shaft.calls = [false; FLOORS]),
        action(|shaft| shaft.open = true),
        let_in,
    > >
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    LowestFirst(Shaft) = forever < sequence <
        wait_until(|shaft| shaft.called().is_some()),
        action(|shaft| shaft.open = false),
        action(|shaft| shaft.called()) -> floor: usize,
        ride_to(floor),
        action(|shaft| shaft.calls[shaft.floor] = false),
        action(|shaft| shaft.open = true),
        let_in,
    > >
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Polite(Shaft) = forever < sequence <
        wait_until(|shaft| shaft.called().is_some()),
        action(|shaft| shaft.open = false),
        action(|shaft| shaft.on_the_way(true)) -> floor: usize,
        ride_to(floor),
        action(|shaft| shaft.calls[shaft.floor] = false),
        action(|shaft| shaft.open = true),
        let_in,
    > >
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Sweeping(Shaft) = forever < sequence <
        wait_until(|shaft| shaft.called().is_some()),
        action(|shaft| shaft.open = false),
        action(|shaft| shaft.on_the_way(false)) -> floor: usize,
        ride_to(floor),
        action(|shaft| shaft.calls[shaft.floor] = false),
        action(|shaft| shaft.open = true),
        let_in,
    > >
}

fn house<T>(elevator: T) -> Check<'static, Shaft, Agent<T>>
where
    T: bt::Tree,
    Agent<T>: for<'a> Agents<Ticking<'a> = Ticking<'a, T>>,
{
    Check::new(Shaft { floor: 0, up: true, open: true, calls: [false; FLOORS] }, elevator)
        .moves(|shaft, next| {
            for floor in 0..FLOORS {
                if !shaft.calls[floor] {
                    let mut calls = shaft.calls;
                    calls[floor] = true;
                    next.may(format_args!("somebody calls on floor {floor}"), Shaft { calls, ..*shaft });
                }
            }
        })
        .leads_to(
            "whoever calls on floor 2 is fetched",
            |now| now.world.calls[2],
            |now| now.world.open && now.world.floor == 2,
        )
}

#[test]
fn calls_are_lost() {
    let report = house(Forgetful::new()).tick(|shaft, elevator| elevator.tick(shaft)).run();
    let story = report.counterexample().expect("all calls are deleted at every stop").to_string();
    assert!(story.contains("from here on, this repeats forever"), "{story}");
}

/// All calls are kept, but those of the lower floors always come first.
#[test]
fn somebody_waits_forever() {
    let report = house(LowestFirst::new()).tick(|shaft, elevator| elevator.tick(shaft)).run();
    let story = report.counterexample().expect("calls from below go on forever").to_string();
    let (_, forever) = story.split_once("from here on, this repeats forever").expect("it is endless");
    assert!(forever.contains("somebody calls on floor 0") || forever.contains("somebody calls on floor 1"), "{story}");
}

/// It goes up and down, but does not leave a floor as long as somebody calls there.
#[test]
fn somebody_holds_the_door() {
    let report = house(Polite::new()).tick(|shaft, elevator| elevator.tick(shaft)).run();
    let story = report.counterexample().expect("calls on the same floor go on forever").to_string();
    let (_, forever) = story.split_once("from here on, this repeats forever").expect("it is endless");
    assert!(forever.contains("somebody calls on floor"), "{story}");
}

#[test]
fn everybody_is_fetched() {
    let report = house(Sweeping::new()).tick(|shaft, elevator| elevator.tick(shaft)).holds();
    assert!(report.states() > 40, "{report}");
}
