//! Trees that a registry makes by name: clones and saves.

use std::cell::Cell;

use super::*;

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Word {
    Dig,
    Stand,
    Unknown,
}

struct Words;

impl Registry<dyn DynTree<Npc>> for Words {
    type Name = Word;

    fn make(name: &Word) -> Option<Skill> {
        match name {
            Word::Dig => Some(Box::new(Dig::new())),
            Word::Stand => Some(Box::new(Stand::new())),
            Word::Unknown => None,
        }
    }
}

bt! {
    #[derive(Clone, Debug, Serialize, Deserialize)]
    pub Named(Npc) { word: Word } = sequence < wait(1.0), dynamic(word, registry = Words) >
}

#[test]
fn a_clone_makes_its_tree_by_name() {
    let (mut npc, mut tree) = (Npc::default(), Named::new(Word::Dig));
    assert!(tree.tick_for(1.75, &mut npc).is_running());
    assert!(format!("{tree:?}").contains("Dynamic(Dig)"));
    let mut other = tree.clone();
    assert_eq!(tree.tick_for(0.25, &mut npc), Status::Success);
    // The tree in the box of the clone starts over.
    assert!(other.tick_for(0.75, &mut npc).is_running());
    assert_eq!(other.tick_for(0.25, &mut npc), Status::Success);
}

#[test]
fn a_save_has_the_name() {
    let (mut npc, mut tree) = (Npc::default(), Named::new(Word::Stand));
    assert!(tree.tick_for(1.75, &mut npc).is_running());
    let text = serde_json::to_string(&Save(&tree)).expect("it is saved");
    let Save(mut loaded) = serde_json::from_str::<Save<Named>>(&text).expect("it is loaded");
    assert!(loaded.is_running());
    assert_eq!(npc.take(), "start");
    assert!(loaded.tick_for(0.5, &mut npc).is_running());
    loaded.abort(&mut npc);
    assert_eq!(npc.take(), "start Aborted");
    // Nothing of the other tree was loaded.
    loaded.abort(&mut npc);
    tree.abort(&mut npc);
    assert_eq!(npc.take(), "Aborted");
    let unknown = text.replace("Stand", "Unknown");
    assert_ne!(unknown, text);
    let error = serde_json::from_str::<Save<Named>>(&unknown).expect_err("there is no such tree").to_string();
    assert!(error.contains("the registry of a `dynamic` has no such tree"), "{error}");
}

bt! {
    #[derive(Clone, Debug, Serialize, Deserialize)]
    Wash(Npc) = sequence < wait(1.0), cool: cooldown(1.0) < action(|npc| npc.say("wash")) >, stay >
}
bt! {
    #[derive(Clone, Debug, Serialize, Deserialize)]
    Chores(Npc) { what: Vec<String> } = sequence < wait(0.25), again: dynamic(what[0].clone(), registry = All) >
}

struct All;

impl Registry<dyn DynTree<Npc>> for All {
    type Name = String;

    fn make(name: &String) -> Option<Skill> {
        match name.as_str() {
            "wash" => Some(Box::new(Wash::new())),
            "stand" => Some(Box::new(Stand::new())),
            "chores" => Some(Box::new(Chores::new(vec!["wash".to_owned()]))),
            _ => None,
        }
    }
}

fn chores(what: &str) -> Chores {
    Chores::new(vec![what.to_owned()])
}

/// Saved at each moment, in both sorts of formats, a tree continues as if it had not been saved.
#[test]
fn a_save_has_the_state_of_the_tree_in_the_box() {
    for what in ["wash", "chores"] {
        for ticks in 0..20 {
            let (mut npc, mut tree) = (Npc::default(), chores(what));
            for _ in 0..ticks {
                assert!(tree.tick_for(0.125, &mut npc).is_running());
            }
            let text = serde_json::to_string(&Save(&tree)).expect("it is saved");
            let Save(from_text) = serde_json::from_str::<Save<Chores>>(&text).expect("it is loaded");
            let bytes = postcard::to_stdvec(&Save(&tree)).expect("it is saved");
            let Save(from_bytes) = postcard::from_bytes::<Save<Chores>>(&bytes).expect("it is loaded");
            npc.take();
            let mut play = |mut tree: Chores| {
                let lines: Vec<String> = (0..20)
                    .map(|_| {
                        let _ = tree.tick_for(0.125, &mut npc);
                        format!("{tree}{:?}{}", tree.sleep(), npc.take())
                    })
                    .collect();
                tree.abort(&mut npc);
                (lines, npc.take())
            };
            let expected = play(tree);
            assert_eq!(play(from_text), expected, "{what} {ticks}");
            assert_eq!(play(from_bytes), expected, "{what} {ticks}");
        }
    }
}

#[test]
fn a_tree_in_a_box_is_checked_when_it_is_loaded() {
    let (mut npc, mut tree) = (Npc::default(), chores("wash"));
    assert!(tree.tick_for(0.5, &mut npc).is_running());
    let text = serde_json::to_string(&Save(&tree)).expect("it is saved");
    let load = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        serde_json::from_str::<Save<Chores>>(&text.replace(from, to)).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(load("__kept", "__kept"), Ok(()));
    // Another tree, one that cannot be loaded, a node that does not exist, and a save without the state.
    let error = load(r#""name":"wash""#, r#""name":"chores""#).expect_err("it is another tree");
    assert!(error.starts_with("the save is of another tree"), "{error}");
    let error = load(r#""name":"wash""#, r#""name":"stand""#).expect_err("it derives nothing");
    assert!(error.contains("derives no `Deserialize`"), "{error}");
    let error = load(r#"1 cool: cooldown"#, r#"1 warm: cooldown"#).expect_err("nodes and shape differ");
    assert!(error.contains("the nodes of the save do not match its shape"), "{error}");
    let at = text.find(r#""tree":{"nodes""#).expect("the tree in the box is there") + 7;
    let end = text.len() - text.chars().rev().position(|letter| letter == '}').expect("it ends");
    let mut depth = 0;
    let after = text[at..end]
        .find(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            depth == 0
        })
        .expect("it ends");
    let without = format!("{}null{}", &text[..at], &text[at + after + 1..]);
    let Save(mut tree) = serde_json::from_str::<Save<Chores>>(&without).expect("it is loaded");
    // It starts over.
    assert!(tree.tick_for(0.875, &mut npc).is_running());
    assert_eq!(npc.take(), "");
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    assert_eq!(npc.take(), "wash start");
}

#[test]
fn an_unknown_name_fails() {
    let mut npc = Npc::default();
    assert_eq!(Named::new(Word::Unknown).tick_for(1.0, &mut npc), Status::Failure);
}

thread_local! {
    static MADE: Cell<u32> = const { Cell::new(0) };
}

struct Counted;

impl Registry<dyn DynTree<Npc, Status, Shot>> for Counted {
    type Name = bool;

    fn make(name: &bool) -> Option<Box<dyn DynTree<Npc, Status, Shot>>> {
        MADE.set(MADE.get() + 1);
        name.then(|| Box::new(Heard::new()) as _)
    }
}

pub struct Shot;

#[derive(Default, Clone, Behavior)]
#[behavior(context = Npc, message = Shot)]
struct Hear;

impl Hear {
    fn run(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }

    fn receive(&mut self, npc: &mut Npc, _: &Shot) -> Status {
        npc.say("shot");
        Status::Running
    }
}

bt! { Heard(Npc) on Shot = hear }
bt! {
    #[derive(Clone)]
    Counts(Npc) { is_there: bool } on Shot = selector < dynamic(is_there, registry = Counted), wait(1.0) >
}

#[test]
fn only_a_tick_makes_a_tree() {
    let (mut npc, mut tree) = (Npc::default(), Counts::new(true));
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    assert_eq!(MADE.take(), 1);
    let mut other = tree.clone();
    other.send(&mut npc, &Shot);
    other.abort(&mut npc);
    assert_eq!((MADE.take(), npc.take().as_str()), (0, ""));
    tree.send(&mut npc, &Shot);
    assert_eq!((MADE.take(), npc.take().as_str()), (0, "shot"));
    // A missing tree is looked up once per start.
    assert!(Counts::new(false).tick_for(0.25, &mut npc).is_running());
    assert_eq!(MADE.take(), 1);
}
