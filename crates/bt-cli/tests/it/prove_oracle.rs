//! Compares `bt prove` with the reference interpreter, for random trees and random worlds: the search must find
//! everything that happens there. If the world can do everything that the search assumes, it must find nothing else.
//!
//! `BT_PROVE_TREES=5000` looks at 5,000 trees.

use std::collections::BTreeSet;
use std::path::Path;

use bt_cli::Source;
use bt_cli::prove::{Answer, Prover, Reached};
use bt_cli::trees::{Project, Tree};
use bt_reference::play::{Reference, play};
use bt_reference::program::{Given, Kind, Leaf, Node, Program, Threshold, Turn, Weight};
use bt_reference::script::{Does, Script};
use bt_reference::world::Does as Told;
use bt_reference::{random, text};
use fastrand::Rng;

/// The variable with the number of trees. Then larger trees are looked at, too.
const TREES: &str = "BT_PROVE_TREES";

fn trees(least: u64) -> u64 {
    std::env::var(TREES).map_or(least, |trees| trees.parse().expect("a number"))
}

/// Leaves whose functions say what they can answer.
const LEAVES: &str = "
#[leaf] fn quick(world: &mut World, id: u32) -> bool { todo!() }
#[leaf] fn sure(world: &mut World, id: u32) { todo!() }
#[leaf] fn spot(world: &mut World, id: u32) -> Option<Value> { todo!() }
";

/// The trees of a program as a file; the last one is the whole.
fn written(program: &Program) -> Source {
    let trees = (0..program.trees.len()).rev().map(|tree| format!("bt! {{ {} }}\n", text::tree(program, tree, "")));
    // A path could lead to another leaf.
    let trees = trees.collect::<String>().replace("super::", "");
    Source::new(Path::new("/nowhere/oracle.rs"), LEAVES.to_owned() + &trees)
}

fn with<T>(program: &Program, ask: impl FnOnce(&Prover, &Tree) -> T) -> T {
    let file = written(program);
    let (project, mistakes) = Project::new(&file).unwrap_or_else(|_| panic!("it can be read"));
    let mistakes: Vec<String> = mistakes.iter().map(|mistake| mistake.draw(&file, false)).collect();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    let mut prover = Prover::new(&file, &project);
    prover.most = if std::env::var_os(TREES).is_some() { 20_000 } else { 1_000 };
    ask(&prover, project.trees().last().expect("there is a tree"))
}

/// Lets many nodes ask the same condition.
fn share_conditions(node: &mut Node, conditions: u32) {
    match &mut node.kind {
        Kind::Condition(id) | Kind::WaitUntil(id) | Kind::If(id) | Kind::ReactiveIfElse(id) => *id %= conditions,
        Kind::Precondition(id) | Kind::Guard(id) => *id %= conditions,
        Kind::Priority(turns) => {
            for turn in turns {
                if let Turn::While(id) | Turn::If(id) = turn {
                    *id %= conditions;
                }
            }
        }
        _ => {}
    }
    node.children.iter_mut().for_each(|child| share_conditions(child, conditions));
}

/// A random program, and whether its conditions can change within a tick.
fn program(seed: u64) -> (Program, bool) {
    let mut program = random::program(seed);
    // A closure that uses a value asks for its own id.
    if seed % 2 == 1 && !program.has_values() && !program.trees[0].ids.is_empty() {
        for tree in &mut program.trees {
            share_conditions(&mut tree.root, 3);
        }
    }
    (program, seed.is_multiple_of(4))
}

/// What has happened in a run of the reference.
#[derive(Default)]
struct Happened {
    active: BTreeSet<Vec<usize>>,
    /// What was active after a tick, and after the next one.
    steps: BTreeSet<(Vec<usize>, Vec<usize>)>,
    started: BTreeSet<usize>,
    /// The orders that are broken: the third node has started after the first one, without the second one.
    broken: BTreeSet<[usize; 3]>,
    /// The titles of the active nodes.
    titles: BTreeSet<Vec<&'static str>>,
}

impl Happened {
    fn add(&mut self, program: &Program, script: &Script, orders: &[[usize; 3]]) {
        let log = play(&mut Reference::new(program), script);
        let told = log.told.expect("the reference tells");
        let (mut active, mut at, mut last) = (BTreeSet::new(), 0, Vec::new());
        let mut owed = vec![false; orders.len()];
        self.active.insert(Vec::new());
        for (step, does) in log.steps.iter().zip(&script.steps) {
            for event in &told[at..step.told] {
                match event.does {
                    Told::Start => {
                        self.started.insert(event.position);
                        active.insert(event.position);
                        for (order, owed) in orders.iter().zip(&mut owed) {
                            if *owed && event.position == order[2] {
                                self.broken.insert(*order);
                            }
                            *owed = match event.position {
                                position if position == order[1] => false,
                                position if position == order[0] => true,
                                _ => *owed,
                            };
                        }
                    }
                    Told::Finish(_) => _ = active.remove(&event.position),
                    Told::Run(_) => {}
                }
            }
            at = step.told;
            match does.does {
                Does::Tick(_) => {
                    let now: Vec<usize> = active.iter().copied().collect();
                    self.active.insert(now.clone());
                    self.steps.insert((std::mem::replace(&mut last, now.clone()), now));
                    self.titles.insert(step.active.iter().map(|(_, title)| *title).collect());
                }
                Does::Abort | Does::Reset => {
                    active.clear();
                    last.clear();
                    owed.fill(false);
                }
                Does::Send(_) | Does::Look => {}
            }
        }
    }
}

/// Random orders of nodes; in half of them a node starts again.
fn orders(nodes: usize, rng: &mut Rng) -> Vec<[usize; 3]> {
    let order = |number: usize| {
        let first = rng.usize(..nodes);
        [first, rng.usize(..nodes), if number.is_multiple_of(2) { first } else { rng.usize(..nodes) }]
    };
    (0..4).map(order).collect()
}

fn script(program: &Program, free: bool, rng: &mut Rng) -> Script {
    let mut script = Script::random(program, rng);
    script.panics.clear();
    if !free {
        script.answers.iter_mut().for_each(|answer| answer.toggles = 0);
    }
    script
}

#[test]
fn what_happens_can_happen() {
    let trees = trees(24);
    let (mut searched, mut broken, mut together) = (0, 0, 0);
    for seed in 0..trees {
        let (program, free) = program(seed);
        let mut rng = Rng::with_seed(seed);
        with(&program, |prover, tree| {
            let reached = prover.reached(tree, free);
            if reached.is_cut {
                return;
            }
            searched += 1;
            let orders = orders(reached.started.len(), &mut rng);
            let mut happened = Happened::default();
            for _ in 0..10 {
                happened.add(&program, &script(&program, free, &mut rng), &orders);
            }
            let text = || written(&program).text;
            for active in &happened.active {
                assert!(reached.active.contains(active), "seed {seed}: {active:?}\n{}", text());
            }
            for step in &happened.steps {
                assert!(reached.steps.contains(step), "seed {seed}: {step:?}\n{}", text());
            }
            for &node in &happened.started {
                assert!(reached.started[node], "seed {seed}: node {node} starts\n{}", text());
            }
            broken += happened.broken.len() as u64;
            for order in happened.broken {
                assert_ne!(prover.breaks(tree, order, free), Some(false), "seed {seed}: {order:?}\n{}", text());
            }
            for titles in happened.titles.iter().filter(|titles| titles.len() > 1).take(2) {
                let never = format!("{} and {}", titles[rng.usize(..titles.len())], titles[rng.usize(..titles.len())]);
                let Some(answer) = prover.never(tree, &never) else { continue };
                together += 1;
                // If conditions can change within a tick, a proof that assumes that they do not must say so.
                let supposes = |why: &str| free && why.contains("as long as a condition keeps its answer");
                if let Answer::Never(why) = answer
                    && !supposes(&why)
                {
                    panic!("seed {seed}: {never} happens, but is proved never to: {why}\n{}", text());
                }
            }
        });
    }
    assert!(searched * 2 > trees && broken * 20 > trees && together * 4 > trees, "{searched}, {broken}, {together}");
}

/// Whether a world can do everything that the search assumes: all answers of leaves, and each condition independently.
fn is_exact(kind: &Kind) -> bool {
    match kind {
        Kind::Leaf(Leaf::Scripted | Leaf::Derived | Leaf::Quick | Leaf::Sure | Leaf::Chosen, _) => true,
        Kind::Action(_) | Kind::Condition(_) | Kind::Succeed | Kind::Fail | Kind::Running | Kind::WaitUntil(_) => true,
        Kind::Sequence | Kind::Selector | Kind::ReactiveSequence | Kind::ReactiveSelector => true,
        Kind::Parallel(success, failure) => {
            ![success, failure].iter().any(|threshold| matches!(threshold, Some(Threshold::Asked(_))))
        }
        Kind::ParallelAll(failure) => !matches!(failure, Some(Threshold::Asked(_))),
        Kind::Race | Kind::RandomSequence | Kind::RandomSelector | Kind::IfElse | Kind::If(_) => true,
        Kind::ReactiveIfElse(_) | Kind::RoundRobin | Kind::Pipeline | Kind::Finally | Kind::Priority(_) => true,
        Kind::Weighted(weights) => weights.iter().all(|weight| matches!(weight, Weight::Whole(_))),
        Kind::Inverter | Kind::Unchecked | Kind::ForceSuccess | Kind::ForceFailure | Kind::RunOnce => true,
        Kind::Repeat(Given::Of(_)) | Kind::Retry(Given::Of(_)) | Kind::RunLimit(Given::Of(_)) => true,
        Kind::Recover(Given::Of(_)) | Kind::Precondition(_) | Kind::Guard(_) | Kind::Forever => true,
        Kind::RepeatUntilFailure | Kind::RepeatUntilSuccess => true,
        _ => false,
    }
}

#[test]
fn what_can_happen_happens() {
    let trees = trees(250);
    let mut compared = 0;
    let nodes = random::Nodes { navigation: true, cleanup: true, chance: true, priority: true, ..random::Nodes::FIRST };
    for seed in 0..trees {
        let program = random::program_with(nodes, seed);
        let all: Vec<&Node> = program.trees.iter().flat_map(|tree| tree.root.all()).collect();
        let is_exact = all.iter().all(|node| is_exact(&node.kind));
        if program.trees.len() > 1 || program.fallible || program.size() > 8 || program.ids() > 8 || !is_exact {
            continue;
        }
        compared += 1;
        with(&program, |prover, tree| {
            // Each condition has a different text, and no leaf changes one within a tick.
            let Reached { active, steps, started, is_cut } = prover.reached(tree, false);
            assert!(!is_cut);
            let (mut rng, mut happened, mut scripts) = (Rng::with_seed(seed), Happened::default(), 0);
            let orders = orders(started.len(), &mut rng);
            let can_break = |order: &&[usize; 3]| prover.breaks(tree, **order, false) == Some(true);
            let broken: BTreeSet<[usize; 3]> = orders.iter().filter(can_break).copied().collect();
            let has_all = |happened: &Happened| {
                active.is_subset(&happened.active)
                    && steps.is_subset(&happened.steps)
                    && broken.is_subset(&happened.broken)
                    && started.iter().enumerate().all(|(node, started)| !started || happened.started.contains(&node))
            };
            while scripts < 3_000 && !has_all(&happened) {
                happened.add(&program, &script(&program, false, &mut rng), &orders);
                scripts += 1;
            }
            let missing: Vec<_> = steps.difference(&happened.steps).collect();
            assert!(has_all(&happened), "seed {seed}: {missing:?} {started:?}\n{}", written(&program).text);
        });
    }
    assert!(compared * 75 > trees, "{compared}");
}
