//! `bt prove`: what can be active together.

use std::path::Path;

use bt_cli::Source;
use bt_cli::prove::{Answer, Prover};
use bt_cli::trees::Project;

/// Asks about the one tree in a text.
fn ask<T>(text: &str, ask: impl FnOnce(&Prover, &bt_cli::trees::Tree, &Source) -> T) -> T {
    let file = Source::new(Path::new("guard.rs"), text.to_string());
    let (project, mistakes) = Project::new(&file).unwrap_or_else(|_| panic!("it can be read"));
    let mistakes: Vec<String> = mistakes.iter().map(|mistake| mistake.draw(&file, false)).collect();
    assert!(mistakes.is_empty(), "{text}\n{}", mistakes.join("\n"));
    ask(&Prover::new(&file, &project), project.trees().last().expect("there is a tree"), &file)
}

/// The answer for the last tree in a text: why it never happens, or the run in which it does.
fn answer(text: &str, never: &str) -> Result<String, String> {
    ask(text, |prover, tree, file| told(prover.never(tree, never).expect("the labels are there"), file))
}

fn told(answer: Answer, file: &Source) -> Result<String, String> {
    match answer {
        Answer::Never(why) => Ok(why),
        Answer::Can(run) => Err(run.draw(file, false)),
        Answer::Unknown(_) => panic!("not all was looked at"),
    }
}

#[test]
fn children_of_a_selector_are_active_one_at_a_time() {
    let guard = "bt! { Guard(World) = selector < sequence < see, fire: shoot >, reload: load > }";
    assert_eq!(
        answer(guard, "fire and reload"),
        Ok("since `selector` in line 1 has one active child at a time".to_string())
    );
}

#[test]
fn children_of_a_parallel_are_active_together() {
    let guard = "bt! { Guard(World) = parallel < sequence < see, fire: shoot >, reload: load > }";
    assert!(answer(guard, "fire and reload").is_err());
    assert!(answer(guard, "fire and see").is_ok(), "both are in the sequence");
    assert!(answer(guard, "fire and sequence").is_err(), "one is above the other");
    // Three are never active together if two of them never are.
    assert!(answer(guard, "reload and fire and see").is_ok());
}

#[test]
fn the_same_condition_excludes() {
    let guards = |one: &str, other: &str| {
        format!("bt! {{ Guard(World) = parallel < guard({one}) < fire: shoot >, guard({other}) < reload: load > > }}")
    };
    let proved = |one, other| answer(&guards(one, other), "fire and reload").is_ok();
    assert!(proved("|w| w.loaded", "|w| !w.loaded"));
    assert!(proved("|w| !w.gun.is_loaded(2)", "|w|  w.gun.is_loaded(2)"));
    assert!(!proved("|w| w.loaded", "|w| w.loaded"));
    assert!(!proved("|w| w.loaded", "|w| !w.ready"));
    // The `!` is before the first of two.
    assert!(!proved("|w| w.loaded && w.ready", "|w| !w.loaded && w.ready"));
    assert!(!proved("|w| w.loaded == w.ready", "|w| !w.loaded == w.ready"));
}

#[test]
fn conditions_that_are_asked_once_exclude_nothing() {
    let tree = |one: &str, other: &str| {
        let text = format!("bt! {{ Guard(World) = parallel < {one}, {other} > }}");
        answer(&text, "fire and reload").is_ok()
    };
    let again = |node: &str| format!("forever < selector < {node}, idle > >");
    let (one, other) = ("precondition(|w| w.a) < fire: shoot >", "precondition(|w| !w.a) < reload: load >");
    assert!(!tree(&again(one), &again(other)));
    // Both are asked in the first tick, and the failure of one ends the parallel.
    assert!(tree(one, other));
    assert!(tree("reactive_if_else(|w| w.a) < fire: shoot, x >", "reactive_if_else(|w| w.a) < y, reload: load >"));
    assert!(!tree("reactive_if_else(|w| w.a) < fire: shoot, x >", "reactive_if_else(|w| w.a) < reload: load, y >"));
    let arms = |one, other| tree(&format!("priority < {one}, x >"), &format!("priority < {other}, y >"));
    assert!(arms("|w| w.a => fire: shoot", "|w| !w.a => reload: load"));
    assert!(arms("while |w| w.a => fire: shoot", "|w| !w.a => reload: load"));
    assert!(!arms("if |w| w.a => fire: shoot", "|w| !w.a => reload: load"));
    // Below `observe`, a condition is asked when the key has changed.
    let observed = "observe(|w| -> bool { w.b }) < priority < |w| w.a => fire: shoot, x > >";
    assert!(!tree(observed, "priority < |w| !w.a => reload: load, y >"));
}

#[test]
fn a_value_that_is_bound_may_be_another_one() {
    let branch =
        |not: &str, leaf: &str| format!("sequence < find -> prey: u32, guard(|_| {not}prey.near()) < {leaf} > >");
    let text = format!("bt! {{ Guard(World) = parallel < {}, {} > }}", branch("", "fire: a"), branch("!", "reload: b"));
    assert!(answer(&text, "fire and reload").is_err());
}

#[test]
fn a_node_whose_conditions_exclude_each_other_is_never_active() {
    let text = "bt! { Guard(World) = guard(|w| w.a) < sequence < x, guard(|w| !w.a) < fire: shoot > > > }";
    assert!(answer(text, "fire").is_ok());
    assert!(answer(text, "x").is_err());
    assert!(answer(text, "fire and x").is_ok());
}
