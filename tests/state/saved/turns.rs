//! A save that gives the turn of a composite to no child is an error.

use bt::{Composite, Next, Status, bt};
use serde::{Deserialize, Serialize};

use super::Format;

#[derive(Composite, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[composite(context = impl Sized)]
struct Second;

impl Second {
    fn first<C>(&mut self, _: &C, _: usize) -> Next {
        Next::Child(1)
    }

    fn after<C>(&mut self, _: &C, child: usize, ended: Status) -> Next {
        assert!(child < 2, "there is no child {child}");
        Next::End(ended)
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    Turns(bool) = second < succeed, wait_until(|over| *over) >
}

#[test]
fn a_turn_of_no_child_is_an_error() {
    let mut tree = Turns::new();
    assert_eq!(tree.tick(&mut false), Status::Running);
    let save = String::from_utf8(Format::Json.save(&tree)).expect("JSON is text");
    assert!(save.contains("\"turn\":2"), "{save}");
    let with =
        |turn: u32| Format::Json.load::<Turns>(save.replace("\"turn\":2", &format!("\"turn\":{turn}")).as_bytes());
    for turn in [0, 3, u32::MAX] {
        assert!(with(turn).is_err(), "{turn}");
    }
    assert_eq!(with(2).expect("it is whole").tick(&mut true), Status::Success);
}
