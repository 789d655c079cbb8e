//! What a world can do wrong.

use bt::bt;
use bt_fleet::{Chance, Fleet, FleetError, Turn, World};
use serde::{Deserialize, Serialize};

use crate::within::{PATIENCE, within};

bt! {
    #[derive(Serialize, Deserialize)]
    Rest(u32) = running
}

struct Loud {
    panics: bool,
}

impl World for Loud {
    type Tree = Rest;
    type Context = u32;
    type Message = u64;

    const MOVES: bool = false;

    fn population(&self) -> u64 {
        10
    }

    fn spawn(&self, _: u64, _: &mut Chance) -> (Rest, u32) {
        (Rest::new(), 0)
    }

    fn tick(&self, rest: &mut Rest, sent: &mut u32, mut turn: Turn<'_, u64>) {
        assert!(turn.inbox().len() <= 70, "each of ten sends seven");
        assert!(!(self.panics && turn.id() == 3 && turn.epoch() == 4), "the third agent is a bug");
        *sent = (0..100).take_while(|number| turn.send(5, *number).is_ok()).count() as u32;
        assert_eq!(*sent, 7);
        rest.tick(sent);
    }
}

fn fleet(panics: bool) -> Fleet<Loud> {
    Fleet::new(Loud { panics }).epochs(10).letters(7).threads(3).patience(PATIENCE)
}

#[test]
fn an_agent_sends_no_more_than_it_may() {
    within(|| {
        let last = fleet(false).run().expect("it runs").last.expect("there are epochs");
        assert_eq!(last.letters, 70);
    });
}

#[test]
fn a_panic_is_an_error_with_its_text() {
    within(|| {
        let error = fleet(true).run().expect_err("there is a bug");
        assert!(matches!(&error, FleetError::Panicked(text) if text == "the third agent is a bug"), "{error}");
    });
}
