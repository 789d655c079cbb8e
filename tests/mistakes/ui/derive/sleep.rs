//! What `sleep` takes and returns.

use std::time::Duration;

use bt::Behavior;

macro_rules! leaf {
    ($name:ident { $($hook:item)* }) => {
        #[derive(Behavior)]
        #[behavior(context = ())]
        struct $name;

        impl $name {
            $($hook)*

            fn run(&mut self, _: &mut ()) {}
        }
    };
}

leaf! {
    Asks {
        fn sleep(&self, _: &mut ()) -> Option<Duration> {
            None
        }
    }
}

leaf! {
    Changes {
        fn sleep(&mut self) -> Option<Duration> {
            None
        }
    }
}

leaf! {
    InSeconds {
        fn sleep(&self) -> f64 {
            1.0
        }
    }
}

fn main() {}
