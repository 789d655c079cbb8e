//! Writes the states of a tree as a module for NuSMV and nuXmv, with the questions as its specifications.
//!
//! A step of the module is part of a tick, up to the next open answer. So the module has a few steps for each state
//! between ticks, instead of one for each pair of such states.

use std::fmt::Write as _;

use super::machine::{Duty, Order};
use super::question;
use super::search::{Question, Seen, explore};
use super::shape::{Id, Shape};

/// The module of a tree; `None` if it has more states than `most`. `order` are the nodes of the question for an order.
pub fn module(
    shape: &Shape,
    title: &str,
    questions: &[question::Question<'_>],
    order: Order,
    most: usize,
) -> Option<String> {
    let seen = explore(shape, &Question { order, goes_on: true, ..Question::default() }, most);
    if seen.is_cut {
        return None;
    }
    let mut text =
        format!("-- The tree `{title}`: what it can do, whatever its leaves answer. Made by `bt prove --smv`.\n");
    text += "-- A step is a part of a tick: from one answer of a leaf, condition, timer or draw to the next one. \
             Timers fire in any\n";
    text += "-- order. In a state that is `between`, a tick is over. `active_x` is about such states.\n";
    let last = seen.states.len() - 1;
    let _ =
        write!(text, "MODULE main\nVAR\n  state : 0..{last};\nASSIGN\n  init(state) := 0;\n  next(state) := case\n");
    for (from, to) in after_each(&seen).iter().enumerate() {
        let to: Vec<String> = to.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "    state = {from} : {{{}}};", to.join(", "));
    }
    text += "  esac;\nDEFINE\n";
    let mut define = |name: &str, holds: &dyn Fn(usize) -> bool| {
        let states: Vec<usize> = (0..seen.states.len()).filter(|&state| holds(state)).collect();
        let _ = writeln!(text, "  {name} := {};", set(&states));
    };
    let is_between = |state: usize| seen.states[state].0.is_between();
    define("between", &is_between);
    for name in names(shape) {
        let nodes: Vec<Id> = shape.named(name);
        let is_active = |state: usize| nodes.iter().any(|&node| seen.states[state].0.is_active(node));
        define(&define_name(name), &|state| is_between(state) && is_active(state));
    }
    if questions.iter().any(|question| matches!(question, question::Question::Order { .. })) {
        define("owed", &|state| seen.states[state].0.duty == Duty::Owed);
        define("broken", &|state| seen.states[state].0.duty == Duty::Broken);
    }
    for question in questions {
        let never = match question {
            question::Question::Order { .. } => "broken".to_owned(),
            question::Question::Never(_) => {
                format!("({})", question.names().into_iter().map(define_name).collect::<Vec<_>>().join(" & "))
            }
        };
        let _ = writeln!(text, "-- {question}\nINVARSPEC !{never};");
    }
    Some(text)
}

/// The successors of each state.
fn after_each(seen: &Seen) -> Vec<Vec<u32>> {
    let mut after = vec![Vec::new(); seen.states.len()];
    for &(from, to) in seen.edges.iter().chain(&seen.aborts) {
        after[from as usize].push(to);
    }
    for to in &mut after {
        to.sort_unstable();
        to.dedup();
    }
    after
}

/// All names of nodes, each once, in node order.
fn names(shape: &Shape) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in shape.nodes.iter().flat_map(|node| &node.names) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// A name that is valid in SMV, which has its own keywords.
pub fn define_name(name: &str) -> String {
    let letter = |letter: char| match letter {
        letter if letter.is_ascii_alphanumeric() || letter == '_' => letter.to_string(),
        letter => format!("_{:x}_", u32::from(letter)),
    };
    format!("active_{}", name.chars().map(letter).collect::<String>())
}

/// States that the state must be one of, as ranges.
fn set(states: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &state in states {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == state => *last = state,
            _ => ranges.push((state, state)),
        }
    }
    let ranges: Vec<String> = ranges.iter().map(|(first, last)| format!("state in {first}..{last}")).collect();
    if ranges.is_empty() { "FALSE".to_owned() } else { ranges.join(" | ") }
}
