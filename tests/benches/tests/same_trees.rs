//! The trees whose compilation is timed do the same in `bt!` and by hand.

macro_rules! written {
    ($($name:ident)*) => {$(
        #[allow(missing_docs, clippy::all)]
        mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));

            pub fn trace() -> Vec<(Status, u64, u64)> {
                let (mut tree, mut context) = (Tree::new(), Context { chance: 1, hash: 0 });
                (0..5_000).map(|_| (tick(&mut tree, &mut context), context.chance, context.hash)).collect()
            }
        }
    )*};
}

written! {
    numbered_tree numbered_function numbered_functions
    distinct_tree distinct_function distinct_functions
}

#[test]
fn trees_by_hand_are_the_same_trees() {
    let trace = numbered_tree::trace();
    assert!(
        trace.iter().any(|(status, ..)| status.is_running()) && trace.iter().any(|(status, ..)| status.is_success())
    );
    assert_eq!(trace, numbered_function::trace());
    assert_eq!(trace, numbered_functions::trace());
    assert_eq!(trace, distinct_tree::trace());
    assert_eq!(trace, distinct_function::trace());
    assert_eq!(trace, distinct_functions::trace());
}

macro_rules! games {
    ($($name:ident)*) => {$(
        #[allow(missing_docs, dead_code, clippy::all)]
        mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));

            pub fn trace() -> Vec<(u64, u64)> {
                let (mut trees, mut context) = (Trees::new(), Context { chance: 1, hash: 0 });
                let mut after_tick = |_| {
                    trees.tick(&mut context);
                    (context.chance, context.hash)
                };
                (0..5_000).map(&mut after_tick).collect()
            }
        }
    )*};
}

games! { macro_game plain_game }

#[test]
fn games_by_hand_are_the_same_games() {
    assert_eq!(macro_game::trace(), plain_game::trace());
}
