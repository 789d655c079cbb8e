//! What `start` and `finish` take and return.

use bt::{Behavior, Outcome, Status};

struct Room;
struct Cave;

macro_rules! leaf {
    ($name:ident { $($hook:item)* }) => {
        #[derive(Behavior)]
        #[behavior(context = Room)]
        struct $name;

        impl $name {
            $($hook)*

            fn run(&mut self, _: &mut Room) {}
        }
    };
}

leaf! {
    StartAnswers {
        fn start(&mut self, _: &mut Room) -> Status {
            Status::Running
        }
    }
}

leaf! {
    StartIsBlind {
        fn start(&mut self) {}
    }
}

leaf! {
    StartElsewhere {
        fn start(&mut self, _: &mut Cave) {}
    }
}

leaf! {
    StartConsumes {
        fn start(self, _: &mut Room) {}
    }
}

leaf! {
    FinishAnswers {
        fn finish(&mut self, _: &mut Room, _: Outcome) -> bool {
            true
        }
    }
}

leaf! {
    FinishWithoutOutcome {
        fn finish(&mut self, _: &mut Room) {}
    }
}

leaf! {
    FinishWithStatus {
        fn finish(&mut self, _: &mut Room, _: Status) {}
    }
}

fn main() {}
