//! What the compiler refuses in a tree. BehaviorTree.CPP runs a loop that never ends, and keeps nodes that are never
//! reached: there the author means it, so it is `unchecked`.

use std::collections::HashSet;
use std::ops::Range;
use std::thread;

use bt_compiler::error::Mistake;
use bt_compiler::tree::mistakes;
use proc_macro2::TokenStream;

use super::lines::Line;
use crate::problem::Problems;

/// How often the compiler is asked. What is behind one mistake may be another one.
const ROUNDS: usize = 10;

/// Deep trees find room on a stack of this size.
const STACK: usize = 64 << 20;

/// Changes a tree so that the compiler takes it. Where that cannot be, it is an error at its node.
pub fn sound(header: &str, root: &mut Line, problems: &mut Problems) {
    for _ in 0..ROUNDS {
        if problems.has_errors() {
            return;
        }
        let (text, starts) = written(header, root);
        let found = asked(&text);
        let line_of = |at: usize| starts.partition_point(|start| *start <= at).saturating_sub(1);
        let mut lines: Vec<_> = found.iter().map(|found| (line_of(found.at), found)).collect();
        // The last one first, since a node more would move the others.
        lines.sort_by_key(|(line, _)| std::cmp::Reverse(*line));
        lines.dedup_by_key(|(line, _)| *line);
        let changed = lines.iter().filter(|(line, found)| change(root, *line, found, problems)).count();
        if changed == 0 {
            for (line, found) in lines {
                let at = path(root, line).iter().rev().find_map(|line| line.at.clone());
                problems.error(at.unwrap_or_default(), found.message.clone());
            }
            return;
        }
    }
}

/// Those of these names that the compiler takes for a slip in the name of a node of `bt`, if they have children.
pub fn slips(names: impl Iterator<Item = String>) -> HashSet<String> {
    let nodes: String = names.map(|name| format!("{name} < a >, {name} < a, b >, ")).collect();
    if nodes.is_empty() {
        return HashSet::new();
    }
    let found = asked(&format!("Tree(Board) = sequence < {nodes} >"));
    let unknown = found.iter().filter_map(|found| found.message.strip_prefix("unknown node `")?.strip_suffix('`'));
    unknown.map(str::to_owned).collect()
}

/// The tree as text, and where each of its lines begins.
fn written(header: &str, root: &Line) -> (String, Vec<usize>) {
    let (mut text, mut starts) = (format!("{header} = "), Vec::new());
    root.write(0, &mut text, &mut starts);
    (text, starts)
}

/// A mistake without the tokens.
struct Found {
    at: usize,
    code: &'static str,
    message: String,
    is_intended: bool,
}

/// Asks the compiler in a thread of its own: what the lexer keeps of a text goes with it.
fn asked(text: &str) -> Vec<Found> {
    let ask = || {
        let tokens = text.parse::<TokenStream>().unwrap_or_default();
        mistakes(tokens).into_iter().map(Found::from).collect()
    };
    if cfg!(target_family = "wasm") {
        return ask();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("bt-xml".to_owned()).stack_size(STACK).spawn_scoped(scope, ask);
        thread.expect("a thread can be started").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

impl From<Mistake> for Found {
    fn from(mistake: Mistake) -> Self {
        let is_intended = mistake.help.is_some_and(|help| help.contains("wrap it in `unchecked"));
        Found { at: mistake.span.byte_range().start, code: mistake.code, message: mistake.message, is_intended }
    }
}

/// Changes the line so that it is no mistake, if that can be.
fn change(root: &mut Line, number: usize, found: &Found, problems: &mut Problems) -> bool {
    if found.is_intended {
        let line = line(root, number);
        *line = Line {
            docs: std::mem::take(&mut line.docs),
            arm: line.arm.take(),
            binds: line.binds.take(),
            at: line.at.clone(),
            ..Line::new("unchecked", vec![std::mem::take(line)])
        };
        return true;
    }
    if found.code != "throttle-not-last" {
        return false;
    }
    let path = path(root, number);
    let Some(depth) = path.iter().rposition(|line| line.head == "reactive_sequence") else { return false };
    let at: Option<Range<usize>> = path[depth].at.clone();
    let reactive = number_of(&path, depth);
    line(root, reactive).head = "pipeline".to_owned();
    let message =
        "`ReactiveSequence` becomes `pipeline`: a `RateController` that waits would abort the children after it";
    problems.warn(at.unwrap_or_default(), message);
    true
}

/// The lines from the root to this one.
fn path(root: &Line, number: usize) -> Vec<&Line> {
    let (mut path, mut left) = (vec![root], number);
    while left > 0 {
        let parent = path[path.len() - 1];
        left -= 1;
        let mut children = parent.children.iter();
        let child = children.find(|child| match child.count() {
            count if left < count => true,
            count => {
                left -= count;
                false
            }
        });
        match child {
            Some(child) => path.push(child),
            None => return path,
        }
    }
    path
}

/// The number of the line at this depth of a path.
fn number_of(path: &[&Line], depth: usize) -> usize {
    path[..=depth].windows(2).fold(0, |number, pair| {
        let before = pair[0].children.iter().take_while(|child| !std::ptr::eq(*child, pair[1]));
        number + 1 + before.map(Line::count).sum::<usize>()
    })
}

fn line(root: &mut Line, number: usize) -> &mut Line {
    let (mut line, mut left) = (root, number);
    while left > 0 {
        left -= 1;
        let mut before = 0;
        let index = line.children.iter().position(|child| {
            let is_here = left < before + child.count();
            before += if is_here { 0 } else { child.count() };
            is_here
        });
        let Some(index) = index else { return line };
        left -= before;
        line = &mut line.children[index];
    }
    line
}
