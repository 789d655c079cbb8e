//! Besides the context, `run` may only take the remaining time.

use bt::{Behavior, Span, Status};

struct Room;
struct Cave;
trait Senses {}

macro_rules! leaf {
    ($context:ty, $name:ident { $run:item }) => {
        #[derive(Behavior)]
        #[behavior(context = $context)]
        struct $name;

        impl $name {
            $run
        }
    };
}

leaf! {
    Room, Seconds {
        fn run(&mut self, _: &mut Room, _: f64) -> Status {
            Status::Success
        }
    }
}

leaf! {
    Room, ByValue {
        fn run(&mut self, _: &mut Room, _: Span) -> Status {
            Status::Success
        }
    }
}

leaf! {
    Room, SpanFirst {
        fn run(&mut self, _: &mut Span, _: &mut Room) -> Status {
            Status::Success
        }
    }
}

leaf! {
    Room, Elsewhere {
        fn run(&mut self, _: &mut Cave, _: &mut Span) -> Status {
            Status::Success
        }
    }
}

leaf! {
    impl Senses, More {
        fn run(&mut self, _: &mut impl Senses, _: &mut Span, _: f64) -> Status {
            Status::Success
        }
    }
}

leaf! {
    impl Senses, Other {
        fn run(&mut self, _: &mut impl Senses, _: f64) -> Status {
            Status::Success
        }
    }
}

leaf! {
    impl Send, Senseless {
        fn run(&mut self, _: &mut impl Senses, _: &mut Span) -> Status {
            Status::Success
        }
    }
}

leaf! {
    Room, Consumes {
        fn run(self, _: &mut Room, _: &mut Span) -> Status {
            Status::Success
        }
    }
}

leaf! {
    Room, Number {
        fn run(&mut self, _: &mut Room, _: &mut Span) -> u32 {
            1
        }
    }
}

leaf! {
    Room, OnlySpan {
        fn run(&mut self, _: &mut Span) -> Status {
            Status::Success
        }
    }
}

leaf! {
    Room, NoSelf {
        fn run(_: &mut Room, _: &mut Span) -> Status {
            Status::Success
        }
    }
}

leaf! {
    Room, NoSelfAtAll {
        fn run() -> Status {
            Status::Success
        }
    }
}

fn main() {}
