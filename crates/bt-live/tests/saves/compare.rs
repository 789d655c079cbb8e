//! Ticks a compiled tree and the same live one side by side. Their saves have the same bytes, each loads what the other
//! has saved, and clones continue as the trees do.

use std::collections::BTreeSet;
use std::fmt::Debug;

use bt::{Save, Status, Tree, TreeFor};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::damage::{Done, damage};
use crate::world::{World, mix};

const AGENTS: u64 = 6;
const TICKS: u64 = 36;

/// A tree that can be saved.
pub trait Saved: TreeFor<World, Answer = Status> + Tree + Clone + Debug + Serialize + DeserializeOwned {}

impl<T: TreeFor<World, Answer = Status> + Tree + Clone + Debug + Serialize + DeserializeOwned> Saved for T {}

/// A tree and its world.
#[derive(Clone)]
struct Agent<T> {
    tree: T,
    world: World,
}

impl<T: Saved> Agent<T> {
    /// Ticks the tree, or aborts it; says what it has done.
    fn tick(&mut self, chosen: u64) -> (Option<Status>, Vec<String>, Vec<String>) {
        self.world.tick += 1;
        let answer = if chosen.is_multiple_of(16) {
            self.tree.abort(&mut self.world);
            None
        } else {
            Some(self.tree.tick_for([0.0, 0.25, 1.0, 4.0][(chosen / 16 % 4) as usize], &mut self.world))
        };
        let active = self.tree.active().map(|node| format!("{} {}", node.position, node.title())).collect();
        (answer, std::mem::take(&mut self.world.journal), active)
    }
}

fn compact<T: Saved>(tree: &T) -> Vec<u8> {
    postcard::to_allocvec(&Save(tree)).expect("the tree can be saved")
}

fn json<T: Saved>(tree: &T) -> String {
    serde_json::to_string(&Save(tree)).expect("the tree can be saved")
}

fn loaded<T: Saved>(save: &[u8]) -> Result<T, postcard::Error> {
    postcard::from_bytes(save).map(|Save(tree)| tree)
}

/// Compares two trees.
pub fn compare<T: Saved, L: Saved>(built: fn() -> T, live: impl Fn(T) -> L) {
    let mut saves = BTreeSet::new();
    for seed in 0..AGENTS {
        let world = World::new(mix(seed));
        let mut one = Agent { tree: built(), world: world.clone() };
        let mut other = Agent { tree: live(built()), world };
        for tick in 0..TICKS {
            let chosen = mix(seed << 32 | tick);
            let (done, of_other) = (one.tick(chosen), other.tick(chosen));
            assert_eq!(done, of_other, "agent {seed}, tick {tick}");
            same_saves(&mut one, &mut other, tick);
            saves.insert(json(&one.tree));
            if tick % 6 == 5 {
                clones(&one, &other, seed, tick);
                damaged::<L>(&compact(&other.tree), &other.world, mix(chosen));
            }
        }
    }
    damage(&saves, (run::<T>, run::<L>));
}

/// What a loaded tree does, until some ticks after its end.
fn run<T: Saved>(tree: T) -> Done {
    let (save, mut done) = (json(&tree), Vec::new());
    let mut agent = Agent { tree, world: World::new(1) };
    for tick in 0..50 {
        if tick > 10 && !agent.tree.is_running() {
            break;
        }
        done.push(format!("{:?}", agent.tick(mix(tick))));
    }
    (save, done)
}

/// Compares the saves. Now and then each tree continues from the save of the other.
fn same_saves<T: Saved, L: Saved>(one: &mut Agent<T>, other: &mut Agent<L>, tick: u64) {
    let (save, text) = (compact(&one.tree), json(&one.tree));
    assert_eq!(text, json(&other.tree), "tick {tick}");
    assert_eq!(save, compact(&other.tree), "tick {tick}: {text}");
    match tick % 6 {
        1 => {
            (one.tree, other.tree) =
                (loaded(&save).expect("its own"), loaded(&save).expect("that of the compiled tree"))
        }
        // JSON writes `Some(None)` as `null`: then both are refused.
        4 => match (serde_json::from_str(&text), serde_json::from_str(&text)) {
            (Ok(Save(tree)), Ok(Save(live))) => (one.tree, other.tree) = (tree, live),
            (Err::<Save<T>, _>(one), Err::<Save<L>, _>(other)) => {
                for error in [one, other] {
                    assert!(
                        error.to_string().contains("the save is damaged: a tree is never in this state"),
                        "{error}: {text}"
                    );
                }
            }
            (one, _) => panic!("the compiled tree loads it: {}; the live one differs: {text}", one.is_ok()),
        },
        _ => {}
    }
}

/// Clones continue by themselves, and change nothing.
fn clones<T: Saved, L: Saved>(one: &Agent<T>, other: &Agent<L>, seed: u64, tick: u64) {
    let before = (compact(&one.tree), compact(&other.tree), format!("{:?}", other.tree));
    let (mut clone, mut live) = (one.clone(), other.clone());
    assert_eq!(format!("{:?}", live.tree), before.2);
    for later in 0..6 {
        let chosen = mix(seed << 40 | tick << 8 | later);
        assert_eq!(clone.tick(chosen), live.tick(chosen), "clones of agent {seed}, tick {tick}, {later} later");
        assert_eq!(json(&clone.tree), json(&live.tree));
    }
    assert_eq!(before, (compact(&one.tree), compact(&other.tree), format!("{:?}", other.tree)));
}

/// A truncated save is an error. A save with a wrong byte is an error, or a tree that runs.
fn damaged<L: Saved>(save: &[u8], world: &World, seed: u64) {
    for length in 0..save.len() {
        assert!(loaded::<L>(&save[..length]).is_err(), "{length} bytes of {save:?}");
    }
    for at in 0..save.len() as u64 {
        let mut damaged = save.to_vec();
        damaged[at as usize] ^= [1, 2, 0x80, 0xFF, mix(seed ^ at) as u8 | 4][(mix(seed + at) % 5) as usize];
        if let Ok(tree) = loaded::<L>(&damaged) {
            let mut agent = Agent { tree, world: world.clone() };
            for tick in 0..4 {
                agent.tick(mix(seed ^ tick));
            }
        }
    }
}
