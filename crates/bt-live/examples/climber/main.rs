//! A hill climber: it changes the tree of a farmer at random, and keeps whatever does better in a simulation.
//!
//! `bt_text::Stock` makes the changes, each of which leaves a tree that the compiler accepts. `LiveTree` runs it at
//! once. The same seed gives the same trees.
//!
//! ```sh
//! cargo run --release --manifest-path crates/bt-live/Cargo.toml --example climber -- 7
//! ```

mod farm;

use bt_live::{LiveTree, Palette};
use bt_text::{Stock, Text};
use farm::{Farm, palette};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

/// The first plan: it forgets to drink and to sleep, and carries little.
const FIRST: &str = "sequence < walk_to(9), harvest, walk_to(0), store >";

/// Leaves, and small trees that are of no use in part.
const LEAVES: [&str; 13] = [
    "sequence < walk_to(4), drink >",
    "sequence < walk_to(0), sleep >",
    "walk_to(0)",
    "walk_to(4)",
    "walk_to(9)",
    "sleep",
    "drink",
    "harvest",
    "store",
    "condition(is_thirsty)",
    "condition(is_tired)",
    "condition(is_night)",
    "condition(is_loaded)",
];

const PARENTS: [&str; 12] = [
    "sequence",
    "selector",
    "reactive_selector",
    "inverter",
    "force_success",
    "repeat(4)",
    "retry(4)",
    "timeout(12.0)",
    "guard(is_loaded)",
    "precondition(is_thirsty)",
    "precondition(is_tired)",
    "precondition(is_night)",
];

const GENERATIONS: usize = 60;
const CHILDREN: usize = 30;
const MOST_NODES: usize = 40;
const TICKS: usize = 144 * 5;

/// How well a tree does in five days: stored wheat counts most; harvested wheat also counts, to guide the search.
/// `None` if the tree uses anything that the palette does not have.
fn score(tree: &Text, palette: &Palette<Farm>) -> Option<i64> {
    let mut tree = LiveTree::parse(tree.text(), palette).ok()?;
    let mut farm = Farm::default();
    for _ in 0..TICKS {
        if farm.tick() {
            tree.tick_for(1.0, &mut farm);
        } else {
            tree.abort(&mut farm);
        }
    }
    Some(i64::from(farm.stored) * 10 + i64::from(farm.harvested))
}

/// The number of nodes.
fn size(tree: &Text) -> usize {
    tree.trees().iter().map(|tree| tree.nodes().len()).sum()
}

/// The best tree, and its score in each generation.
fn climb(seed: u64, generations: usize) -> Result<(Text, Vec<i64>), String> {
    let (palette, stock) = (palette(), Stock::new(LEAVES, PARENTS)?);
    let mut random = Pcg32::new(seed, 1);
    let mut below = |bound: usize| random.next_u32() as usize % bound;
    let mut best = Text::new(FIRST, true);
    let mut best_score = score(&best, &palette).expect("it uses the palette");
    let mut scores = vec![best_score];
    for _ in 0..generations {
        for _ in 0..CHILDREN {
            let mut child = best.clone();
            for _ in 0..=below(3) {
                stock.change(&mut child, &mut below);
            }
            let size = size(&child);
            let Some(score) = score(&child, &palette).filter(|_| size <= MOST_NODES) else { continue };
            // Of two equal scores, the smaller tree wins; of the same size, the newer one, so that the search moves on.
            if score > best_score || score == best_score && size <= self::size(&best) {
                (best, best_score) = (child, score);
            }
        }
        scores.push(best_score);
    }
    Ok((best, scores))
}

fn main() -> Result<(), String> {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let (best, scores) = climb(seed, GENERATIONS)?;
    for (generation, score) in scores.iter().enumerate().step_by(10) {
        println!("generation {generation:3}: {score:5}");
    }
    println!("\n{}", best.text());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gets_better_and_the_same_again() {
        let (best, scores) = climb(7, 12).expect("these are trees");
        assert!(scores.is_sorted() && scores[12] > scores[0], "{scores:?}");
        assert_eq!(score(&best, &palette()), scores.last().copied(), "{}", best.text());
        let (again, same) = climb(7, 12).expect("these are trees");
        assert_eq!((again.text(), same), (best.text(), scores));
    }

    #[test]
    fn a_tree_by_hand_stores_wheat() {
        let tree = "selector < precondition(is_tired) < sequence < walk_to(0), sleep > >, \
                          precondition(is_thirsty) < sequence < walk_to(4), drink > >, \
                          sequence < walk_to(9), repeat(6) < harvest >, walk_to(0), store > >";
        assert!(score(&Text::new(tree, true), &palette()).expect("it uses the palette") > 100);
    }
}
