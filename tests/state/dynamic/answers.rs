//! What a tree in a box answers.

use super::*;

#[derive(Debug, PartialEq)]
struct Lost(u8);

bt! { Finds(Npc) -> Option<i64> = action(|npc| npc.is_called.then_some(7)) }
bt! {
    Uses(Npc) = sequence < dynamic(|_| Box::new(Finds::new())) -> prey: i64, action(|npc| npc.say(&prey.to_string())) >
}
bt! {
    Hands(Npc) -> Option<i64> = selector < dynamic(|_| Box::new(Finds::new())), dynamic(|_| Box::new(Seven::new())) >
}
bt! { Seven(Npc) -> Option<i64> = sequence < wait(1.0), action(|_| Some(8)) > }
bt! { Loses(Npc) -> Result<Lost> = sequence < wait(1.0), action(|_| Err::<Status, _>(Lost(3))) > }
bt! { Raises(Npc) -> Result<Lost> = parallel < dynamic(|_| Box::new(Loses::new())), stay > }

#[test]
fn a_value_is_that_of_the_tree() {
    let mut npc = Npc { is_called: true, ..Npc::default() };
    assert_eq!(Uses::new().tick_for(1.0, &mut npc), Status::Success);
    assert_eq!(npc.take(), "7");
    npc.is_called = false;
    assert_eq!(Uses::new().tick_for(1.0, &mut npc), Status::Failure);
    let mut tree = Hands::new();
    assert_eq!(tree.tick_for(0.5, &mut npc), std::task::Poll::Pending);
    assert_eq!(tree.tick_for(0.5, &mut npc), std::task::Poll::Ready(Some(8)));
}

#[test]
fn an_error_passes_through() {
    let (mut npc, mut tree) = (Npc::default(), Raises::new());
    assert_eq!(tree.tick_for(0.5, &mut npc), Ok(Status::Running));
    assert_eq!(tree.tick_for(0.5, &mut npc), Err(Lost(3)));
    assert!(!tree.is_running());
    assert_eq!(npc.take(), "start Aborted");
}
