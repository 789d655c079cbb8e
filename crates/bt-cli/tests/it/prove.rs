//! `bt prove`: what can be active together.

use std::path::Path;

use bt_cli::Source;
use bt_cli::prove::{self, Answer, Prover};
use bt_cli::trees::Project;

/// Asks about the one tree in a text.
fn ask<T>(text: &str, ask: impl FnOnce(&Prover, &bt_cli::trees::Tree, &Source) -> T) -> T {
    let file = Source::new(Path::new("/nowhere/guard.rs"), text.to_string());
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
        Answer::Unknown(_) => panic!("the search stopped"),
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
    // Both are checked in the first tick, and the failure of one ends the parallel.
    assert!(tree(one, other));
    assert!(tree("reactive_if_else(|w| w.a) < fire: shoot, x >", "reactive_if_else(|w| w.a) < y, reload: load >"));
    assert!(!tree("reactive_if_else(|w| w.a) < fire: shoot, x >", "reactive_if_else(|w| w.a) < reload: load, y >"));
    let arms = |one, other| tree(&format!("priority < {one}, x >"), &format!("priority < {other}, y >"));
    assert!(arms("|w| w.a => fire: shoot", "|w| !w.a => reload: load"));
    assert!(arms("while |w| w.a => fire: shoot", "|w| !w.a => reload: load"));
    assert!(!arms("if |w| w.a => fire: shoot", "|w| !w.a => reload: load"));
    // Below `observe`, a condition is only checked when the key has changed.
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

/// The summary of the last tree in a text.
fn summary(text: &str) -> String {
    ask(text, |prover, tree, _| prove::summary(prover, tree, &prover.findings(tree)))
}

#[test]
fn a_run_is_told_tick_by_tick() {
    let text = "
bt! {
    Guard(World) = parallel <
        sequence < see, wait(1.0), fire: shoot >,
        guard(|w| w.loaded) < reload: load >,
    >
}
#[leaf] fn see(w: &World) -> bool { w.sees }
";
    let place = "4 |         sequence < see, wait(1.0), fire: shoot >,
  |                                          ^^^^^ active
";
    let told = answer(text, "fire and reload").expect_err("both can be active");
    assert!(told.starts_with("error: `fire` and `reload` can be active together\n"), "{told}");
    assert!(told.contains(place), "{told}");
    assert!(
        told.contains(
            "= note: tick 1: `see` succeeds; `wait` succeeds; `fire` is running; `|w| w.loaded` holds; `reload` is \
             running\n"
        ),
        "{told}"
    );
    assert!(told.contains("= note: then: `fire`, `reload` are active\n"), "{told}");
    assert!(told.contains("= help: timers fire in any order here"), "{told}");
    // Its function says that it is never running.
    let why = answer(text, "see").expect("it is never active");
    assert!(why.starts_with("whatever the leaves answer ("), "{why}");
}

#[test]
fn the_shortest_run_is_told() {
    let text = "bt! { Crossing(World) = sequence < wait(1.0), walk, wait(2.0), repeat(3) < sequence < knock, \
                wait(1.0) > >, home > }
        #[leaf] fn walk(w: &mut World) -> bool { true }";
    let told = answer(text, "home").expect_err("it can be active");
    assert_eq!(told.matches("= note: tick").count(), 1, "all can happen in one tick:\n{told}");
    let text = "bt! { Crossing(World) = sequence < wait_until(|w| w.a), wait_until(|w| !w.a), home > }";
    let told = answer(text, "home").expect_err("it can be active");
    assert_eq!(
        told.matches("= note: tick").count(),
        2,
        "the condition holds, and in another tick it does not:\n{told}"
    );
}

#[test]
fn nodes_of_subtrees_are_looked_at() {
    let text = "
bt! { Fight(World) = sequence < aim, fire: shoot > }
bt! { Guard(World) = parallel < fighting: fight, guard(|w| w.loaded) < reload: load > > }
";
    assert!(answer(text, "fire and reload").is_err());
    assert!(answer(text, "fire and aim").is_ok());
    assert!(answer(text, "fighting and reload").is_err(), "the place of the subtree has a label");
    assert!(answer(text, "fight and reload").is_err(), "and a name");
    // The same text in a subtree with parameters may be about another value.
    let far = |params: &str, args: &str| {
        let fight = format!("bt! {{ Fight(World){params} = guard(|w| w.near(range)) < fire: shoot > }}");
        let guard = "parallel(failure = 2) < one, other: guard(|w| !w.near(range)) < reload: load > >";
        format!("{fight} bt! {{ Guard(World) = {} }}", guard.replace("one", &format!("fight{args}")))
    };
    assert!(answer(&far(" { range: f32 }", "(1.0)"), "fire and reload").is_err());
}

#[test]
fn an_order_is_proved_or_refuted() {
    let order = |tree: &str| {
        let text = format!("bt! {{ Robot(World) = {tree} }}");
        ask(&text, |prover, tree, file| {
            told(prover.order(tree, "alarm", "stow", "idle").expect("the labels are there"), file)
        })
    };
    assert!(order("forever < sequence < alarm: beep, stow: fold, idle: rest > >").is_ok());
    let told = order("forever < sequence < alarm: beep, selector < ready, stow: fold >, idle: rest > >")
        .expect_err("it can be ready without that");
    assert!(told.contains("after `alarm`, `idle` can start without `stow`"), "{told}");
    assert!(told.contains("tick 1: `alarm` succeeds; `ready` succeeds"), "{told}");
    // The order also holds after the end of the tree.
    assert!(order("selector < sequence < idle: rest, alarm: beep >, stow: fold >").is_err());
    assert!(order("sequence < stow: fold, alarm: beep, selector < fail, stow_again > , idle: rest >").is_err());
}

/// After an error the tree starts over, and what was owed is still owed.
#[test]
fn an_order_holds_across_errors() {
    let order = |grip: &str, drive: &str, tree: &str| {
        let text = format!(
            "#[leaf] fn grip(w: &mut World) -> {grip} {{ todo!() }} #[leaf] fn drive(w: &mut World) -> {drive} {{ \
             todo!() }}
            #[leaf] fn put(w: &mut World) {{}} #[leaf] fn rest(w: &mut World) {{}} bt! {{ {tree} }}"
        );
        ask(&text, |prover, tree, _| prover.order(tree, "grip", "put", "rest").expect("it has these nodes").is_proved())
    };
    let robot = "Robot(World) -> Result<Stuck> = sequence < rest, grip, drive, put >";
    assert!(!order("()", "Result<(), Stuck>", robot));
    assert!(!order("Result<(), Stuck>", "()", robot));
    // Functions without a `Result` return no errors; an error of `put` comes after it has started.
    assert!(order("()", "()", robot));
    assert!(order("()", "Result<(), Stuck>", "Robot(World) = sequence < rest, grip, drive, put >"));
    // Branches that the question does not name can return errors, too.
    let beside = "parallel < sequence < rest, grip, wait(1.0), put >, drive, drive >";
    assert!(!order("()", "Result<(), Stuck>", &format!("Robot(World) -> Result<Stuck> = {beside}")));
}

#[test]
fn what_is_never_reached_left_or_waits_is_named() {
    let text = "
bt! {
    Robot(World) = sequence <
        selector < alarm: see, beep, never: idle >,
        guard(|w| w.on) < selector < guard(|w| !w.on) < reload: load >, walk > >,
        repeat(1000) < beep >,
        running,
    >
}
#[leaf] fn beep(w: &mut World) {}
";
    assert_eq!(
        summary(text),
        "Robot
  one leaf is active at a time
  never reached: `never` in line 4, since it comes after `beep`, which never fails
  never reached: `reload` in line 5, since the conditions on the way to it exclude each other, or `guard` never gets \
         to it
  never left: once `running` in line 7 is active, it stays active, whatever the leaves answer
  never waits: `repeat` in line 6 runs all its passes in a single tick
  5 states between ticks
"
    );
    let meant = summary("bt! { Robot(World) = selector < unchecked < succeed >, walk > }");
    assert!(!meant.contains("never reached"), "{meant}");
    let timeout = summary("bt! { Robot(World) = selector < timeout(1.0) < running >, walk > }");
    assert!(!timeout.contains("never"), "the timeout leaves it:\n{timeout}");
}

#[test]
fn a_child_of_a_priority_that_has_failed_can_start_again() {
    let text = "bt! { Guard(World) = priority < |w| w.a => x: see, running > }
        #[leaf] fn see(w: &World) -> bool { w.sees }";
    let again =
        ask(text, |prover, tree, file| told(prover.order(tree, "x", "priority", "x").expect("they are there"), file));
    let run = again.expect_err("when its condition has not held meanwhile");
    assert_eq!(run.matches("= note: tick").count(), 3, "{run}");
    assert!(run.contains("tick 2: `|w| w.a` does not hold; `running` is running"), "{run}");
}

#[test]
fn a_parallel_ends_when_its_success_is_out_of_reach() {
    let text = "bt! { Guard(World) = parallel(success = 2, failure = 2) < inverter < wait(1.0) >, walk > }";
    let active = ask(text, |prover, tree, _| prover.reached(tree, false).active);
    assert!(active.contains(&vec![0, 1, 2, 3]) && !active.contains(&vec![0, 3]), "{active:?}");
}

#[test]
fn what_is_too_large_is_not_proved() {
    let leaves: Vec<String> = (0..12).map(|leaf| format!("sequence < a{leaf}, b{leaf}, c{leaf} >")).collect();
    let text = format!("bt! {{ Guard(World) = parallel < {} > }}", leaves.join(", "));
    ask(&text, |prover, tree, _| {
        let mut prover = prover.clone();
        prover.most = 1_000;
        let findings = prover.findings(tree);
        assert!(findings.is_cut && findings.unreached.is_empty() && findings.undecided.is_empty());
        assert!(prove::summary(&prover, tree, &prover.findings(tree)).contains("incomplete: the search stopped after"));
        // Branches that the question does not name are treated as leaves.
        assert!(matches!(prover.never(tree, "a0 and b0"), Some(Answer::Never(_))));
        assert!(matches!(prover.never(tree, "a0 and b1 and c1"), Some(Answer::Never(_))));
        // After an end of the tree, `c1` comes after `a1` and `b1`, as before.
        assert!(matches!(prover.order(tree, "a1", "b1", "c1"), Some(Answer::Never(_))));
        // All branches together have too many states.
        let all: Vec<String> = (0..12).map(|leaf| format!("c{leaf}")).collect();
        assert!(matches!(prover.never(tree, &all.join(" and ")), Some(Answer::Unknown(1_000))));
    });
}

#[test]
fn a_node_with_too_many_children_is_not_searched() {
    let leaves: Vec<String> = (0..35).map(|leaf| format!("a{leaf}")).collect();
    ask(&format!("bt! {{ Guard(World) = parallel < {} > }}", leaves.join(", ")), |prover, tree, _| {
        let unknown = |labels: &[String]| matches!(prover.never(tree, &labels.join(" and ")), Some(Answer::Unknown(_)));
        assert!(unknown(&leaves));
        // Without two of its branches, too.
        assert!(unknown(&leaves[..33]));
    });
}

#[test]
fn what_is_never_reached_is_found_in_large_trees_too() {
    let leaves: Vec<String> = (0..20).map(|leaf| format!("a{leaf}")).collect();
    let never = "guard(|w| w.on) < selector < guard(|w| !w.on) < reload: load >, walk > >";
    let text = format!("bt! {{ Guard(World) = parallel < {}, {never} > }}", leaves.join(", "));
    ask(&text, |prover, tree, _| {
        let mut prover = prover.clone();
        prover.most = 1_000;
        let findings = prover.findings(tree);
        assert!(findings.is_cut && findings.unreached.len() == 1);
        let summary = prove::summary(&prover, tree, &findings);
        assert!(summary.contains("never reached: `reload` in line 1"), "{summary}");
        assert!(!summary.contains("perhaps"), "{summary}");
        // Even the smaller tree has more states than this.
        prover.most = 3;
        let summary = prove::summary(&prover, tree, &prover.findings(tree));
        assert!(summary.contains("perhaps never reached: `reload`"), "{summary}");
    });
}

#[test]
fn a_leaf_elsewhere_may_be_another_one() {
    let beside = "#[leaf] fn see(w: &World) -> bool { true } bt! { Guard(World) = sequence < see, walk > }";
    assert!(answer(beside, "see").is_ok());
    let in_module =
        "mod own { #[leaf] fn see(w: &World) -> bool { true } } bt! { Guard(World) = sequence < see, walk > }";
    assert!(answer(in_module, "see").is_err());
    let twice = format!("mod own {{ #[leaf] fn see(w: &World) -> bool {{ true }} }} {beside}");
    assert!(answer(&twice, "see").is_err());
    assert!(answer(&beside.replace("< see", "< own::see"), "own::see").is_err());
}
