//! Compares `bt draw` with the drawings of compiled trees: those of the examples, and those with every node.

#![allow(dead_code, missing_docs, unused_imports, reason = "the modules are files of other crates")]

use std::fmt::Debug;
use std::path::Path;

use bt::Tree;
use bt_cli::files;
use bt_cli::trees::Project;
use bt_view::{Drawing, Outline};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[path = "../../../../examples/sentry/agent.rs"]
mod agent;
#[path = "../../../../examples/guard/body.rs"]
mod body;
#[path = "../../../../tests/state/saved/trees.rs"]
mod every_node;
#[path = "../../../../examples/squares/gun.rs"]
mod gun;
#[path = "../../../../examples/sentry/level.rs"]
mod level;
mod odd;
#[path = "../../../../examples/door_bot/actions.rs"]
mod of_door_bot;
#[path = "../../../../examples/guard/trees.rs"]
mod of_guards;
#[path = "../../../../examples/sentry/trees.rs"]
mod of_sentries;
#[path = "../../../../examples/village/trees.rs"]
mod of_villagers;
#[path = "../../../../examples/door_bot/room.rs"]
mod room;
#[path = "../../../../examples/squares/sprite.rs"]
mod sprite;
#[path = "../../../../examples/village/village.rs"]
mod village;

use every_node::{Handles, Visit};

/// Compares the drawings of some trees of a file.
fn compare(path: &str, compiled: &[(&str, Outline)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let file = files::read(&path).expect("it can be read");
    let (project, mistakes) = Project::new(&file).unwrap_or_else(|_| panic!("{} has tokens", path.display()));
    assert_eq!(mistakes.len(), 0, "{}", path.display());
    for (name, compiled) in compiled {
        let tree = project.trees().iter().find(|tree| tree.name.as_deref() == Some(name));
        let drawn = project.outline(tree.unwrap_or_else(|| panic!("no tree {name}")));
        let both = [Drawing::new(&drawn), Drawing::new(compiled)];
        let [found, expected] = both.clone().map(|drawing| drawing.text());
        assert_eq!(found, expected, "{name}");
        for draw in [Drawing::svg, Drawing::dot, Drawing::mermaid] {
            let [found, expected] = both.each_ref().map(draw);
            assert_eq!(found, expected, "{name}");
        }
        let places =
            |outline: &Outline| outline.nodes().iter().map(|node| (node.line, node.column)).collect::<Vec<_>>();
        assert_eq!(places(&drawn), places(compiled), "{name}");
    }
}

macro_rules! compiled {
    ($($module:ident :: $tree:ident),+ $(,)?) => { &[$((stringify!($tree), Outline::of::<$module::$tree>())),+] };
}

#[test]
fn trees_of_the_examples() {
    compare(
        "examples/village/trees.rs",
        compiled![of_villagers::Baker, of_villagers::Cat, of_villagers::Dog, of_villagers::Gardener],
    );
    compare(
        "examples/guard/trees.rs",
        compiled![of_guards::Escape, of_guards::Pursue, of_guards::Round, of_guards::InEachTick, of_guards::OnEvents],
    );
    compare(
        "examples/sentry/trees.rs",
        compiled![
            of_sentries::Patrol,
            of_sentries::SentryPatrol,
            of_sentries::GuardStatic,
            of_sentries::GuardPatrol,
            of_sentries::GuardWander,
        ],
    );
    compare("examples/door_bot/actions.rs", compiled![of_door_bot::ActionBot]);
    compare("examples/squares/gun.rs", compiled![gun::Gun, gun::Bullet]);
    compare("examples/squares/sprite.rs", compiled![sprite::Square, sprite::Enemy]);
}

#[test]
fn odd_trees() {
    compare("crates/bt-cli/tests/drawn/odd.rs", compiled![odd::Outer, odd::Named, odd::Loud, odd::Shadowed]);
    compare("crates/bt-cli/tests/drawn/odd.rs", &[("Local", odd::local())]);
}

/// The outlines of all trees that it visits.
struct Outlines(Vec<(&'static str, Outline)>);

impl Visit for Outlines {
    fn visit<T>(&mut self, _: T, _: Handles<T>)
    where
        T: Tree + Clone + Debug + PartialEq + Serialize + DeserializeOwned,
    {
        let name = std::any::type_name::<T>().rsplit("::").next().expect("a name");
        self.0.push((name, Outline::of::<T>()));
    }
}

#[test]
fn trees_with_every_node() {
    let mut outlines = Outlines(Vec::new());
    every_node::visit_all(&mut outlines);
    assert_eq!(outlines.0.len(), 8);
    compare("tests/state/saved/trees.rs", &outlines.0);
}

/// A careless search would confuse trees of other examples with those of this one.
#[test]
fn names_of_other_folders() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hello/main.rs");
    let file = files::read(&path).expect("it can be read");
    let (project, _) = Project::new(&file).unwrap_or_else(|_| panic!("it has tokens"));
    assert_eq!(project.outline(&project.trees()[0]), bt_cli::trees::outline(&project.trees()[0]));
}
