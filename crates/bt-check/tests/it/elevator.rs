//! An elevator with calls that are lost, and one in which somebody waits forever.

use bt::TreeFor;
use bt_check::{Agent, Check, Checkable};

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

/// Elevators, each with the order of its steps: how it begins, which floor is next, and how it gets there.
macro_rules! elevators {
    ($($elevator:ident = [$($begin:tt)*] [$($there:tt)*];)*) => {$(
        bt::bt! {
            #[derive(Clone, PartialEq, Eq, Hash)]
            $elevator(Shaft) = forever < sequence <
                wait_until(|shaft| shaft.called().is_some()),
                $($begin)*
                $($there)*
            > >
        }
    )*};
}

elevators! {
    Sweeping = [action(close),]
        [action(|shaft| shaft.on_the_way(false)) -> floor: usize, ride_to(floor), action(answer), action(open), let_in];
    // It deletes all calls at every stop.
    Forgetful = [action(close),]
        [action(|shaft| shaft.called()) -> floor: usize, ride_to(floor), action(forget), action(open), let_in];
    // It keeps all calls, but always answers those of the lower floors first.
    LowestFirst = [action(close),]
        [action(|shaft| shaft.called()) -> floor: usize, ride_to(floor), action(answer), action(open), let_in];
    // It goes up and down, but does not leave a floor as long as somebody calls from there.
    Polite = [action(close),]
        [action(|shaft| shaft.on_the_way(true)) -> floor: usize, ride_to(floor), action(answer), action(open), let_in];
    // The door never closes, opens too early, or never opens.
    Windy = []
        [action(|shaft| shaft.on_the_way(false)) -> floor: usize, ride_to(floor), action(answer), action(open), let_in];
    Hasty = [action(close),]
        [action(|shaft| shaft.on_the_way(false)) -> floor: usize, action(open), ride_to(floor), action(answer), let_in];
    Shut = [action(close),]
        [action(|shaft| shaft.on_the_way(false)) -> floor: usize, ride_to(floor), action(answer), let_in];
    // It goes to the wrong floor.
    Lazy = [action(close),]
        [action(|shaft| shaft.on_the_way(false)), ride_to(0), action(answer), action(open), let_in];
}

fn close(shaft: &mut Shaft) {
    shaft.open = false;
}

fn open(shaft: &mut Shaft) {
    shaft.open = true;
}

fn answer(shaft: &mut Shaft) {
    shaft.calls[shaft.floor] = false;
}

fn forget(shaft: &mut Shaft) {
    shaft.calls = [false; FLOORS];
}

fn house<T: TreeFor<Shaft> + Checkable>(elevator: T) -> Check<'static, Shaft, Agent<T>> {
    Check::new(Shaft { floor: 0, up: true, open: true, calls: [false; FLOORS] }, elevator)
        .tick(|shaft, elevator| elevator.tick(shaft))
        .moves(|shaft, next| {
            for floor in 0..FLOORS {
                if !shaft.calls[floor] {
                    let mut calls = shaft.calls;
                    calls[floor] = true;
                    next.may(format_args!("somebody calls on floor {floor}"), Shaft { calls, ..*shaft });
                }
            }
        })
        .never("it rides with an open door", |now| now.world.open && now.is_active("ride_to"))
        .leads_to(FETCHED, |now| now.world.calls[2], |now| now.world.open && now.world.floor == 2)
}

const FETCHED: &str = "whoever calls on floor 2 is fetched";

#[test]
fn mutants_are_found() {
    let open = "it rides with an open door";
    crate::assert_found! {
        house(Forgetful) => FETCHED, in 6;
        house(LowestFirst) => FETCHED, in 3;
        house(Polite) => FETCHED, in 3;
        house(Windy) => open, in 1;
        house(Hasty) => open, in 1;
        house(Shut) => FETCHED, in 7;
        house(Lazy) => FETCHED, in 2;
    }
}

#[test]
fn what_is_endless_says_who_keeps_it_busy() {
    let forever = |report: bt_check::Report| {
        let story = report.counterexample().expect("the calls continue").to_string();
        story.split_once("from here on, this repeats forever").expect("it is endless").1.to_string()
    };
    let lowest = forever(house(LowestFirst::new()).run());
    assert!(lowest.contains("calls on floor 0") || lowest.contains("calls on floor 1"), "{lowest}");
    let polite = forever(house(Polite::new()).run());
    assert!(polite.contains("somebody calls on floor"), "{polite}");
}

#[test]
fn everybody_is_fetched() {
    let report = house(Sweeping::new()).holds();
    assert!(report.states() > 40, "{report}");
}
