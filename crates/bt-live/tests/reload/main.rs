//! Random edits of random running trees, against a model of what must continue and what is aborted.
//!
//! `BT_EDITS=100000 BT_SEED=7 cargo test --test reload` makes more of them, and others; `BT_CASE` is the seed that a
//! failure prints.

use std::rc::Rc;
use std::time::Duration;

use bt::{TreeFor, bt};
use bt_live::{Live, offer};

mod model;
mod node;
mod random;
mod tick;
mod world;

use model::{Agent, Where};
use node::{Nodes, Tree};
use random::Random;
use world::{Act, Eat, Find, Greet, Name, Nap, Patience, World};

/// How many edits there are, unless `BT_EDITS` says otherwise.
const EDITS: u64 = 800;

/// How many models there are at most.
const MOST_MODELS: usize = 8;

/// Where two trees may hold their values.
const HELD: [(Where, Where); 4] = [
    (Where::Around, Where::Around),
    (Where::Inside, Where::Inside),
    (Where::Inside, Where::Around),
    (Where::Around, Where::Inside),
];

/// How many edits a tree gets before the next one.
const OF_ONE: u64 = 12;

bt! {
    pub Known(World) = sequence <
        guard(|world| world.holds(0)) < act(1) >,
        guard(|world| world.holds(1)) < nap(1, 2) >,
        guard(|world| world.holds(2)) < patience(1) < succeed > >,
        find -> food,
        eat(food),
        name -> friend,
        greet(friend),
    >
}

// The text of this tree waits, so that those of all others can be tried.
bt! { pub Edited(World) = timeout(9.0) < running > }

fn text(tree: &Tree) -> String {
    format!("bt! {{ pub Edited(World) = {tree} }}")
}

/// Whether a text changes the tree.
fn is_taken(tree: &Tree) -> bool {
    offer(file!(), &text(tree)).is_ok_and(|update| !update.trees.is_empty())
}

/// The tree after some edits that are allowed.
fn edited(tree: &Tree, random: &mut Random) -> Option<Tree> {
    (0..20).find_map(|_| {
        let mut new = tree.clone();
        for _ in 0..=random.below(4) {
            random.edit(&mut new);
        }
        (new.size() < 40 && is_taken(&new)).then_some(new)
    })
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What has happened, printed after a panic.
struct History(Vec<String>);

impl Drop for History {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0.join("\n"));
        }
    }
}

/// What a step has done.
type Done = (Vec<String>, Option<bt::Status>, bool);

/// One tree with all its edits: returns how many edits there were, and how many of them aborted something but not
/// everything.
fn play(seed: u64) -> (u64, u64, u64) {
    let mut random = Random::new(seed);
    let Some(mut tree) = (0..50).map(|_| random.tree()).find(is_taken) else {
        return (0, 0, 0);
    };
    let (mut live, mut world) = (Live::from(Edited::default()), World::new(seed));
    // There is more than one only while the rules leave a choice.
    let mut models = vec![(Agent::new(Rc::new(Nodes::of(&tree))), World::new(seed))];
    let mut history = History(vec![format!("seed {seed}"), format!("{tree}")]);
    let mut edits = 0;
    while edits < OF_ONE {
        for _ in 0..1 + random.below(2) {
            let time = [0, 1000, 3000][random.below(3)];
            let is_aborted = random.below(24) == 0;
            world.flags = random.below(8) as u64 | random.below(8) as u64;
            let status = if is_aborted {
                TreeFor::abort(&mut live, &mut world);
                None
            } else {
                Some(live.tick_for(Duration::from_millis(time), &mut world))
            };
            let done: Done = (std::mem::take(&mut world.journal), status, live.is_running());
            history.0.push(format!("  {time} ms, flags {:03b}: {done:?}", world.flags));
            let mut expected = Vec::new();
            models.retain_mut(|(agent, of_model)| {
                of_model.flags = world.flags;
                let status = if is_aborted {
                    agent.abort(of_model);
                    None
                } else {
                    Some(agent.tick(time, of_model))
                };
                expected.push((std::mem::take(&mut of_model.journal), status, agent.is_running()));
                expected.last() == Some(&done)
            });
            assert!(!models.is_empty(), "expected: {expected:?}");
            // Models that agree with the tree are equal, or become so.
            models.truncate(MOST_MODELS);
        }
        let Some(new) = edited(&tree, &mut random) else { break };
        let nodes = Rc::new(Nodes::of(&new));
        let both = models.iter().flat_map(|(agent, world)| {
            HELD.map(|held| {
                let mut agent = agent.clone();
                agent.reads(Rc::clone(&nodes), held);
                (agent, world.clone())
            })
        });
        models = both.collect();
        tree = new;
        history.0.push(format!("{tree}"));
        edits += 1;
    }
    let agent = &models[0].0;
    (edits, agent.partly, agent.going)
}

#[test]
fn an_edit_does_what_the_rules_say() {
    let (edits, mut seed) = (setting("BT_EDITS", EDITS), setting("BT_SEED", 1) << 32);
    let (mut made, mut partly, mut wholly) = (0, 0, 0);
    let last = seed + edits;
    // Texts are read for trees that are live.
    let _live = Live::from(Edited::default());
    if let Some(seed) = std::env::var("BT_CASE").ok().and_then(|text| text.parse().ok()) {
        play(seed);
        return;
    }
    while made < edits && seed < last {
        let (of_one, in_part, goes_on) = play(seed);
        (made, partly, wholly) = (made + of_one, partly + in_part, wholly + goes_on);
        seed += 1;
    }
    println!("{made} edits: after {wholly} of them something went on, after {partly} not all of it");
    assert!(partly * 20 > made && wholly * 5 > made, "too few edits say something: {partly}, {wholly} of {made}");
}
