//! What the hooks of a derived composite take and return.

use bt::{Composite, Look, Next, Outcome, Status, bt};

struct Room;
struct Locked;

macro_rules! composite {
    ($name:ident { $($hook:item)* }) => {
        #[derive(Composite, Default)]
        #[composite(context = Room)]
        struct $name;

        impl $name {
            $($hook)*
        }
    };
}

macro_rules! with_both {
    ($name:ident { $($hook:item)* }) => {
        composite! {
            $name {
                fn first(&mut self, _: &mut Room, _: usize) -> Next {
                    Next::Child(0)
                }

                fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
                    Next::End(ended)
                }

                $($hook)*
            }
        }
    };
}

composite! { Empty {} }

composite! {
    WithoutAfter {
        fn first(&mut self, _: &mut Room, _: usize) -> Next {
            Next::Child(0)
        }
    }
}

composite! {
    FirstAnswersAStatus {
        fn first(&mut self, _: &mut Room, _: usize) -> Status {
            Status::Success
        }

        fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
            Next::End(ended)
        }
    }
}

composite! {
    FirstTakesNoNumber {
        fn first(&mut self, _: &mut Room) -> Next {
            Next::Child(0)
        }

        fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
            Next::End(ended)
        }
    }
}

composite! {
    AfterTakesNoStatus {
        fn first(&mut self, _: &mut Room, _: usize) -> Next {
            Next::Child(0)
        }

        fn after(&mut self, _: &mut Room, child: usize) -> Next {
            Next::Child(child)
        }
    }
}

composite! {
    AfterBreaks {
        fn first(&mut self, _: &mut Room, _: usize) -> Next {
            Next::Child(0)
        }

        fn after(&mut self, _: &mut Room, _: usize, _: Status) -> Result<Next, Locked> {
            Err(Locked)
        }
    }
}

with_both! {
    LookAnswersNext {
        fn look(&mut self, _: &mut Room, active: usize) -> Next {
            Next::Child(active)
        }
    }
}

with_both! {
    StartAnswersAStatus {
        fn start(&mut self, _: &mut Room) -> Status {
            Status::Running
        }
    }
}

with_both! {
    FinishBreaks {
        fn finish(&mut self, _: &mut Room, _: Outcome) -> Result<(), Locked> {
            Ok(())
        }
    }
}

with_both! {
    OfOwnedSelf {
        fn look(self, _: &mut Room, _: usize) -> Look {
            Look::Stay
        }
    }
}

#[derive(Composite, Default)]
#[composite(context = Room, error = Locked)]
struct Breaks;

impl Breaks {
    fn first(&mut self, _: &mut Room, _: usize) -> Result<Next, Locked> {
        Err(Locked)
    }

    fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Result<Next, Locked> {
        Ok(Next::End(ended))
    }
}

bt! { Bot(Room) = breaks < succeed, fail > }

fn main() {}
