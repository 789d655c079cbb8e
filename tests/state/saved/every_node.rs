//! The derives of a tree work for every node: a copy, a save and the tree itself continue in the same way.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::time::Duration;

use bt::{Status, Tree};
use bt_compiler::tree::nodes;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::trees::{Game, Handles, Visit, visit_all};
use super::{FORMATS, Format};

/// Frames of some length or of zero, and whether there is a shot at the end of each.
fn frames(seed: u64) -> impl Iterator<Item = (Duration, bool)> {
    let mut fates = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || (Duration::from_millis(fates.u64(..100).saturating_sub(10)), fates.u8(..4) == 0))
}

impl<T> Handles<T> {
    fn frame(&self, (dt, shot): (Duration, bool), tree: &mut T, game: &mut Game) -> Status {
        let status = (self.tick)(tree, dt, game);
        if shot {
            (self.shoot)(tree, game);
        }
        status
    }
}

/// Saves, loads and copies in each tick.
struct GoOn {
    ticks: usize,
    /// The number of different states of each tree.
    states: Vec<usize>,
    logs: Vec<String>,
}

impl Visit for GoOn {
    fn visit<T>(&mut self, new: T, handles: Handles<T>)
    where
        T: Tree + Clone + Debug + PartialEq + Serialize + DeserializeOwned,
    {
        let go_on = |tree: &T, game: &Game| {
            let (mut tree, mut game) = (tree.clone(), game.clone());
            let story: Vec<_> = frames(5).take(8).map(|frame| handles.frame(frame, &mut tree, &mut game)).collect();
            (story, tree, game)
        };
        let (mut tree, mut game, mut states) = (new, Game::new(3), BTreeSet::new());
        for frame in frames(7).take(self.ticks) {
            let expected = go_on(&tree, &game);
            for format in FORMATS {
                let loaded: T = format.load(&format.save(&tree)).expect("a tree loads its own save");
                for copy in [tree.clone(), loaded] {
                    assert_eq!(copy, tree, "{format:?}");
                    assert_eq!(format!("{copy:?}"), format!("{tree:?}"), "{format:?}");
                    assert_eq!(go_on(&copy, &game), expected, "{format:?} of {tree:?}");
                }
            }
            states.insert(Format::Postcard.save(&tree));
            handles.frame(frame, &mut tree, &mut game);
        }
        self.states.push(states.len());
        self.logs.push(game.log);
    }
}

#[test]
fn a_copy_and_a_save_go_on_as_the_tree_does() {
    let mut visitor = GoOn { ticks: 1000, states: Vec::new(), logs: Vec::new() };
    visit_all(&mut visitor);
    let (states, logs) = (visitor.states, visitor.logs);
    assert!(states.iter().all(|states| *states > 100), "chance has not come to enough states: {states:?}");
    for (log, letters) in
        logs.iter().zip(["abcABC+-!", "aA.+-!", "ABCDEFGHIjkc", "a+", "rstuv", "dFh+-", "abcdek+!", "abCd*"])
    {
        assert!(letters.chars().all(|letter| log.contains(letter)), "not all of `{letters}` are in {log}");
    }
}

#[test]
fn no_node_is_left_out() {
    let source = include_str!("trees.rs");
    let trees: Vec<&str> = source.split("bt! {").skip(1).filter_map(|tree| tree.split("\n}").next()).collect();
    let words: BTreeSet<&str> =
        trees.iter().flat_map(|tree| tree.split(|letter: char| !letter.is_alphanumeric() && letter != '_')).collect();
    let missing: Vec<&str> = nodes::all().map(|node| node.name).filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "these nodes are in none of the trees: {missing:?}");
}
