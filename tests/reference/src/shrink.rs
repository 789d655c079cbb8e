//! Makes a failing case smaller, as long as it fails.

use crate::program::{Argument, Kind, Leaf, Node, Number, Program, Tree, Turn, no_child, passing, repeating};
use crate::script::{Answer, Does, Script};
use crate::{can, values};

/// Whether a case still fails.
pub type Fails<'a> = dyn FnMut(&Program, &Script) -> bool + 'a;

/// The smallest failing case that can be reached from this one, one change at a time.
pub fn shrink(program: &Program, script: &Script, fails: &mut Fails) -> (Program, Script) {
    let (mut program, mut script) = (program.clone(), script.clone());
    loop {
        let mut smaller = smaller_programs(&program).into_iter();
        let smaller = smaller.find(|smaller| is_legal(smaller) && fails(smaller, &script));
        let found = smaller.is_some();
        if let Some(smaller) = smaller {
            program = smaller;
        }
        let shorter = shrink_script(&program, &mut script, fails);
        if !found && !shorter {
            return (program, script);
        }
    }
}

/// Makes only the script smaller. Returns whether that was possible.
pub fn shrink_script(program: &Program, script: &mut Script, fails: &mut Fails) -> bool {
    let mut found = false;
    while let Some(smaller) = smaller_scripts(script).into_iter().find(|smaller| fails(program, smaller)) {
        *script = smaller;
        found = true;
    }
    found
}

fn smaller_scripts(script: &Script) -> Vec<Script> {
    let with = |change: &dyn Fn(&mut Script)| {
        let mut smaller = script.clone();
        change(&mut smaller);
        smaller
    };
    let mut all = Vec::new();
    for index in (0..script.steps.len()).rev() {
        if script.steps.len() > 1 {
            all.push(with(&|script| {
                script.steps.remove(index);
            }));
        }
        let step = script.steps[index];
        if !matches!(step.does, Does::Tick(0)) {
            all.push(with(&|script| script.steps[index].does = Does::Tick(0)));
        }
        if step.flags != 0 {
            all.push(with(&|script| script.steps[index].flags = 0));
        }
        if step.numbers != [0; 4] {
            all.push(with(&|script| script.steps[index].numbers = [0; 4]));
        }
        if step.forgets != 0 {
            all.push(with(&|script| script.steps[index].forgets = 0));
        }
    }
    for index in (0..script.words.first.len()).rev() {
        all.push(with(&|script| {
            script.words.first.remove(index);
        }));
    }
    if script.words.seed != 0 {
        all.push(with(&|script| script.words.seed = 0));
    }
    for index in 0..script.panics.len() {
        all.push(with(&|script| {
            script.panics.remove(index);
        }));
    }
    for (index, answer) in script.answers.iter().enumerate() {
        let plain = Answer { letter: answer.letter, ..Answer::DULL };
        if *answer != Answer::DULL {
            all.push(with(&|script| script.answers[index] = Answer::DULL));
        }
        if *answer != plain {
            all.push(with(&|script| script.answers[index] = plain));
        }
    }
    all
}

/// The programs that are one change smaller; not all of them are legal.
fn smaller_programs(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    if program.trees.len() > 1 {
        all.push(program.in_place());
    }
    for tree in 0..program.trees.len() {
        for root in smaller_nodes(&program.trees[tree].root) {
            let mut smaller = program.clone();
            smaller.trees[tree].root = root;
            all.push(smaller);
        }
    }
    all
}

/// Whether the macro takes it.
fn is_legal(program: &Program) -> bool {
    program.trees.iter().all(|tree| is_legal_tree(tree, program))
}

fn is_legal_tree(tree: &Tree, program: &Program) -> bool {
    let root = &tree.root;
    let observes = |node: &Node| matches!(node.kind, Kind::Observe(_));
    let looks = |kind: &Kind| {
        let root = if let Kind::Subtree { tree, .. } = kind { &program.trees[*tree].root.kind } else { kind };
        root.facts().looks
    };
    let nothing_to_observe = |node: &&Node| observes(node) && !looks(&node.children[0].kind);
    let waits_early = |node: &&Node| can::waits_early(node, program);
    values::are_legal(tree, program)
        && !can::is_wrong(root, program)
        && !root.all().iter().any(waits_early)
        && !root.all().iter().any(nothing_to_observe)
}

fn smaller_nodes(node: &Node) -> Vec<Node> {
    // In place of the node: one of its children, or a leaf with one of its ids.
    let mut all = node.children.clone();
    if !node.binds.is_empty() {
        all.extend(node.children.iter().map(|child| Node { binds: node.binds.clone(), ..child.clone() }));
    }
    if let Some(id) =
        first_id(node).filter(|_| node.binds.len() == 1 && !matches!(node.kind, Kind::Leaf(Leaf::Find, _)))
    {
        all.push(Node { binds: node.binds.clone(), ..Node::new(Kind::Leaf(Leaf::Find, id), vec![]) });
    }
    if !node.uses.is_empty() && node.children.is_empty() {
        let leaf = if node.binds.is_empty() { Kind::Succeed } else { Kind::SucceedWith(Number::Of(0)) };
        all.push(Node { binds: node.binds.clone(), ..Node::new(leaf, vec![]) });
    }
    if !node.binds.is_empty() {
        all.push(Node { binds: vec![], ..node.clone() });
    }
    if !node.uses.is_empty() && !node.kind.arguments().contains(&Argument::Bound) {
        all.push(Node { uses: vec![], ..node.clone() });
    }
    if let Some(id) = first_id(node).filter(|_| !matches!(node.kind, Kind::Leaf(Leaf::Scripted, _))) {
        all.push(Node::new(Kind::Leaf(Leaf::Scripted, id), vec![]));
    }
    if node.label.is_some() {
        all.push(Node { label: None, ..node.clone() });
    }
    for index in 0..node.children.len() {
        all.extend(without(node, index));
        for child in smaller_nodes(&node.children[index]) {
            let mut smaller = node.clone();
            smaller.children[index] = child;
            all.push(smaller);
        }
    }
    all
}

/// The node without one of its children, if it can do without.
fn without(node: &Node, index: usize) -> Option<Node> {
    let mut smaller = node.clone();
    smaller.children.remove(index);
    if smaller.binds.len() > 1 {
        smaller.binds.remove(index);
    }
    let children = smaller.children.len();
    match &mut smaller.kind {
        Kind::Switch(_, arms) | Kind::ReactiveSwitch(_, arms) => {
            arms.remove(index);
            if !arms.last().is_some_and(|arm| arm.matches_all()) {
                return None;
            }
        }
        Kind::Priority(turns) => {
            turns.remove(index);
            let (_, others) = turns.split_last()?;
            if others.contains(&Turn::Otherwise) {
                return None;
            }
        }
        Kind::Weighted(weights) => {
            weights.remove(index);
        }
        Kind::Utility(scores) | Kind::ReactiveUtility(scores, _) => {
            scores.remove(index);
        }
        Kind::Sequence | Kind::Selector | Kind::ReactiveSequence | Kind::ReactiveSelector | Kind::Race => {}
        Kind::RandomSequence | Kind::RandomSelector | Kind::Pipeline | Kind::RoundRobin => {}
        Kind::Parallel(success, failure) => {
            if [success, failure]
                .into_iter()
                .flatten()
                .any(|threshold| threshold.number(0).is_some_and(|number| number > children))
            {
                return None;
            }
        }
        Kind::ParallelAll(failure)
            if failure.and_then(|failure| failure.number(0)).is_none_or(|number| number <= children) => {}
        Kind::IfElse if index == 2 => {}
        Kind::Turns(..) if children >= 2 => {}
        Kind::If(_) | Kind::ReactiveIfElse(_) if index == 1 => {}
        Kind::ParallelAll(_) | Kind::IfElse | Kind::If(_) | Kind::ReactiveIfElse(_) => return None,
        Kind::Recover(_) | Kind::Finally | Kind::SimpleParallel | Kind::Turns(..) => return None,
        passing!() | repeating!() | no_child!() => return None,
    }
    (children > 0).then_some(smaller)
}

fn first_id(node: &Node) -> Option<u32> {
    node.all().iter().find_map(|node| node.kind.any_id())
}
