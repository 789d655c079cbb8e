//! What the hooks of a derived decorator take and return.

use bt::{Decorator, Outcome, Span, Status, bt};

struct Room;
struct Locked;

macro_rules! decorator {
    ($name:ident { $($hook:item)* }) => {
        #[derive(Decorator, Default)]
        #[decorator(context = Room)]
        struct $name;

        impl $name {
            $($hook)*
        }
    };
}

decorator! {
    StartAnswers {
        fn start(&mut self, _: &mut Room) -> Status {
            Status::Running
        }
    }
}

decorator! {
    FinishWithoutOutcome {
        fn finish(&mut self, _: &mut Room) {}
    }
}

decorator! {
    BeforeAnswersAStatus {
        fn before(&mut self, _: &mut Room) -> Status {
            Status::Running
        }
    }
}

decorator! {
    BeforeTakesMore {
        fn before(&mut self, _: &mut Room, _: &mut Span, _: u32) -> Option<Status> {
            None
        }
    }
}

decorator! {
    BeforeBreaks {
        fn before(&mut self, _: &mut Room) -> Result<Option<Status>, Locked> {
            Err(Locked)
        }
    }
}

decorator! {
    AfterAnswersNothing {
        fn after(&mut self, _: &mut Room, _: Status) {}
    }
}

decorator! {
    OfOwnedSelf {
        fn finish(self, _: &mut Room, _: Outcome) {}
    }
}

#[derive(Decorator, Default)]
#[decorator(context = Room, error = Locked)]
struct Breaks;

impl Breaks {
    fn before(&mut self, _: &mut Room) -> Result<Option<Status>, Locked> {
        Err(Locked)
    }
}

bt! { Bot(Room) = breaks < succeed > }

#[derive(Decorator, Default)]
#[decorator(context = Room)]
struct Slow;

impl Slow {
    fn before(&mut self, _: &mut Room, _: &mut Span) -> Option<Status> {
        None
    }
}

bt! { Slowly(Room) = slow < succeed > }

fn main() {
    Slowly::new().tick(&mut Room);
}
