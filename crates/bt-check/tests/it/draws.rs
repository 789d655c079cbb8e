//! Draws branch over all their outcomes.

use std::collections::BTreeSet;
use std::sync::Mutex;

use bt_check::{Check, Checkable, Draws, Ticking, Verdict, WhyNot, span};
use rand_core::Rng;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Table {
    drawn: Vec<u8>,
    draws: Draws,
}

impl bt::Random for Table {
    type Rng = Draws;

    fn rng(&mut self) -> &mut Draws {
        &mut self.draws
    }
}

fn put(table: &mut Table, card: u8) {
    table.drawn.push(card);
}

/// Everything that can be on the table after a tick.
fn outcomes<T>(tree: T, tick: impl for<'a> Fn(&mut Table, &mut Ticking<'a, T>) + Send + Sync) -> BTreeSet<Vec<u8>>
where
    T: Checkable,
{
    let seen = Mutex::new(BTreeSet::new());
    let report = Check::new(Table::default(), tree)
        .tick(move |table, tree| {
            if table.drawn.is_empty() {
                tick(table, tree);
                table.drawn.push(99);
            }
        })
        .always("seen", |now| {
            seen.lock().unwrap().insert(now.world.drawn.clone());
            true
        })
        .run();
    assert!(report.holds(), "{report}");
    let mut seen = seen.into_inner().unwrap();
    seen.remove(&vec![]);
    seen.into_iter()
        .map(|mut drawn| {
            drawn.pop();
            drawn
        })
        .collect()
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Shuffle(Table) = random_sequence < action(|t| put(t, 1)), action(|t| put(t, 2)), action(|t| put(t, 3)) >
}

#[test]
fn a_random_sequence_has_all_orders() {
    let orders = outcomes(Shuffle::new(), |table, tree| {
        tree.tick(table);
    });
    let all = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    assert_eq!(orders, all.map(Vec::from).into());
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Wheel(Table) = sequence <
        weighted(0.001, 0, 1000) < action(|t| put(t, 1)), action(|t| put(t, 2)), action(|t| put(t, 3)) >,
        force_success < probability(1e-9) < action(|t| put(t, 4)) > >,
        action(|t| {
            let card = t.draws.below(3) as u8;
            put(t, 5 + card)
        }),
    >
}

#[test]
fn unlikely_outcomes_are_not_missed() {
    let found = outcomes(Wheel::new(), |table, tree| {
        tree.tick(table);
    });
    let mut all = BTreeSet::new();
    for first in [1, 3] {
        for last in 5..8 {
            all.insert(vec![first, last]);
            all.insert(vec![first, 4, last]);
        }
    }
    assert_eq!(found, all);
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Pause(Table) = sequence < wait_between(1.0, 3.0), action(|t| put(t, 1)) >
}

#[test]
fn a_wait_between_has_its_ends() {
    let ends = outcomes(Pause::new(), |table, tree| {
        tree.tick_for(0.0, table);
        let sleep = tree.sleep();
        put(table, span(0.5, [sleep]).as_secs() as u8);
    });
    assert_eq!(ends, [vec![1], vec![3]].into());
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Own(Table) = action(|t| {
        let card = (t.draws.next_u64() % 7) as u8;
        t.drawn = vec![card]
    })
}

#[test]
fn draws_of_which_nothing_is_known_prove_nothing() {
    let report = Check::new(Table::default(), Own::new()).tick(|table, tree| tree.tick(table)).run();
    let (_, verdict) = report.verdicts().next().expect("that no tick panics");
    assert!(matches!(verdict, Verdict::NotKnown(WhyNot::UnknownDraws)), "{report}");
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Even(Table) = action(|t| {
        // As `rand` draws a number below 6: with these words, the first outcomes would be more likely, so it draws again.
        let word = std::iter::repeat_with(|| t.draws.next_u32()).find(|word| word.wrapping_mul(6) >= 4);
        t.drawn = vec![(word.unwrap_or(0) % 6) as u8]
    })
}

#[test]
fn short_words_that_are_drawn_again_end() {
    let report = Check::new(Table::default(), Even::new()).tick(|table, tree| tree.tick(table)).run();
    let (_, verdict) = report.verdicts().next().expect("that no tick panics");
    assert!(matches!(verdict, Verdict::NotKnown(WhyNot::UnknownDraws)), "{report}");
}

#[test]
fn a_story_says_how_draws_have_fallen() {
    let check = || {
        Check::new(Table::default(), Shuffle::new())
            .tick(|table, tree| {
                table.drawn.clear();
                tree.tick(table);
            })
            .never("3, 1, 2", |now| now.world.drawn == [3, 1, 2])
    };
    let report = check().run();
    let story = report.counterexample().expect("it is one of the orders");
    let moves: Vec<_> = story.moves().collect();
    assert_eq!(moves, ["nothing happens, draws 2 0"]);
    assert!(std::panic::catch_unwind(|| check().replay(&moves, None)).is_err());
}
