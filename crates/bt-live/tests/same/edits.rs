//! What continues after an edit, and what is aborted: a table.
//!
//! In the journals, `+a` is the start of `a`, `a:R` a tick that left it running, `a:S` and `a:F` its end, and `-a` its
//! abort.

use bt::{Behavior, Outcome, Status, TreeFor, bt, leaf};
use bt_live::{Live, offer};
use std::sync::{Mutex, PoisonError};

struct World {
    journal: Vec<String>,
    number: u32,
}

/// A leaf that answers with one letter after the other.
#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Does {
    name: &'static str,
    answers: &'static str,
    ticks: usize,
}

impl Does {
    fn new(name: &'static str, answers: &'static str) -> Self {
        Does { name, answers, ticks: 0 }
    }

    fn start(&mut self, world: &mut World) {
        world.journal.push(format!("+{}", self.name));
    }

    fn run(&mut self, world: &mut World) -> Status {
        let answer = self.answers.as_bytes()[self.ticks.min(self.answers.len() - 1)];
        self.ticks += 1;
        world.journal.push(format!("{}:{}", self.name, char::from(answer)));
        match answer {
            b'S' => Status::Success,
            b'F' => Status::Failure,
            _ => Status::Running,
        }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        if outcome == Outcome::Aborted {
            world.journal.push(format!("-{}", self.name));
        }
    }
}

/// A value: another one each time.
#[leaf]
fn count(world: &mut World) -> Option<u32> {
    world.number += 1;
    Some(world.number)
}

#[leaf]
fn show(world: &mut World, value: u32) {
    world.journal.push(format!("shown {value}"));
}

bt! {
    pub Known(World) = sequence <
        does("a", "S"),
        count -> prey,
        show(prey),
        action(|world| world.journal.push(format!("ate {prey}"))),
        unchecked < priority < |world| world.number == 0 => running, running > >,
        guard(|world| world.number > 0) < condition(|world| world.number > 1) >,
        for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) }) < does("a", "S") >,
        for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) }) -> item < show(item) >,
        every(1.0, |world| world.journal.push("beat".into())) < running >,
    >
}

/// The trees of this file are read together, so the tests run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

/// The text of this file with these nodes in one of the trees.
fn text(tree: &str, nodes: &str) -> String {
    let built = TREES.iter().filter(|name| **name != tree).map(|name| (*name, "timeout(9.0) < running >"));
    let trees = built.chain([(tree, nodes)]).map(|(name, nodes)| format!("bt! {{ pub {name}(World) = {nodes} }}\n"));
    trees.collect()
}

macro_rules! edits {
    ($($name:ident, $test:ident: [$($text:literal, $seconds:literal => $journal:literal;)*])*) => {
        const TREES: &[&str] = &[$(stringify!($name)),*];

        $(
        bt! { pub $name(World) = timeout(9.0) < running > }

        #[test]
        fn $test() {
            let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
            let (mut tree, mut world) = (Live::from($name::new()), World { journal: Vec::new(), number: 0 });
            $(
                if !$text.is_empty() {
                    offer(file!(), &text(stringify!($name), $text)).unwrap_or_else(|refused| panic!("{refused}"));
                    if !tree.is_running() {
                        tree.abort(&mut world);
                    }
                }
                let _ = TreeFor::tick_for(&mut tree, $seconds, &mut world);
                assert_eq!(world.journal.join(" "), $journal, "after {:?}", $text);
                world.journal.clear();
            )*
        }
        )*
    };
}

edits! {
    Inserted, a_node_before_the_active_one_does_not_run: [
        r#"sequence < does("a", "RS"), does("b", "R") >"#, 1.0 => "+a a:R";
        r#"sequence < does("n", "S"), does("a", "RS"), does("m", "S"), does("b", "R") >"#, 1.0 => "a:S +m m:S +b b:R";
    ]
    Gone, what_is_gone_is_aborted: [
        r#"sequence < does("a", "S"), does("b", "R") >"#, 1.0 => "+a a:S +b b:R";
        r#"sequence < does("a", "S"), wait(1.0) >"#, 0.5 => "-b +a a:S";
    ]
    Plain, plain_nodes_come_and_go: [
        r#"sequence < does("a", "RS"), does("b", "R") >"#, 1.0 => "+a a:R";
        r#"selector < sequence < inverter < force_success < does("a", "RS") > >, does("c", "S") >, does("b", "R") >"#, 1.0 => "a:S +b b:R";
    ]
    Holding, a_node_with_a_state_does_not_come: [
        r#"sequence < does("a", "R") >"#, 1.0 => "+a a:R";
        r#"sequence < timeout(5.0) < does("a", "R") > >"#, 1.0 => "-a +a a:R";
    ]
    Branches, branches_go_on_by_themselves: [
        r#"parallel < does("a", "RRR"), sequence < does("b", "RRR") >, does("c", "S") >"#, 1.0 => "+a a:R +b b:R +c c:S";
        r#"parallel < sequence < wait(9.0) >, does("c", "S"), does("b", "RRR"), does("a", "RRR") >"#, 1.0 => "b:R a:R";
        r#"parallel < does("a", "RRR"), timeout(9.0) < does("n", "R") > >"#, 1.0 => "-b a:R +n n:R";
    ]
    Whole, a_parallel_in_which_nothing_goes_on_is_aborted: [
        r#"parallel < does("a", "R"), does("b", "R"), does("s", "S") >"#, 1.0 => "+a a:R +b b:R +s s:S";
        r#"parallel < wait(1.0), does("s", "S") >"#, 0.5 => "-a -b +s s:S";
    ]
    Ended, a_branch_that_has_ended_is_found_by_its_first_node: [
        r#"parallel_all < sequence < does("a", "R"), does("x", "S") >, does("x", "S") >"#, 1.0 => "+a a:R +x x:S";
        r#"parallel_all < sequence < does("a", "R"), does("b", "S") >, does("x", "S") >"#, 1.0 => "a:R +x x:S";
    ]
    Timers, timers_and_counts_stay: [
        r#"repeat(3) < timeout(4.0) < does("a", "SR") > >"#, 1.0 => "+a a:S +a a:S +a a:S";
        r#"repeat(2) < timeout(4.0) < does("a", "R") > >"#, 3.0 => "+a a:R";
        r#"repeat(9) < timeout(9.0) < does("a", "R") > >"#, 1.0 => "a:R -a";
    ]
    Values, values_are_held_by_their_names: [
        r#"sequence < count -> prey, does("a", "RS"), show(prey) >"#, 1.0 => "+a a:R";
        r#"sequence < count -> other, count -> prey, does("a", "RS"), show(prey), does("b", "R") >"#, 1.0 => "a:S shown 1 +b b:R";
    ]
    Unset, a_value_that_was_not_held_stops_the_leaf: [
        r#"sequence < count -> prey, does("a", "RS") >"#, 1.0 => "+a a:R";
        r#"sequence < count -> prey, does("a", "RS"), show(prey) >"#, 1.0 => "-a +a a:R";
        r#"sequence < count -> meal, does("a", "RS"), show(meal) >"#, 1.0 => "-a +a a:R";
    ]
    Cleanups, a_cleanup_runs_by_its_old_code: [
        r#"sequence < count -> prey, finally < does("a", "R"), action(|world| world.journal.push(format!("ate {prey}"))) > >"#, 1.0 => "+a a:R";
        r#"sequence < does("b", "R") >"#, 1.0 => "-a ate 1 +b b:R";
    ]
    InCleanups, a_cleanup_goes_on: [
        r#"finally < does("a", "S"), does("b", "RS") >"#, 1.0 => "+a a:S +b b:R";
        r#"finally < does("c", "F"), sequence < does("b", "RS"), does("d", "R") > >"#, 1.0 => "b:S +d d:R";
    ]
    Pipelines, a_pipeline_goes_on_where_it_is: [
        r#"pipeline < does("a", "S"), does("b", "R") >"#, 1.0 => "+a a:S +b b:R";
        r#"pipeline < does("a", "S"), does("n", "S"), does("b", "R") >"#, 1.0 => "+a a:S +n n:S b:R";
        r#"pipeline < does("a", "S"), count -> prey, sequence < does("b", "R"), show(prey) > >"#, 1.0 => "-b +a a:S +b b:R";
    ]
    Backgrounds, a_background_is_aborted_alone: [
        r#"simple_parallel < does("a", "R"), does("b", "R") >"#, 1.0 => "+a a:R +b b:R";
        r#"simple_parallel < does("a", "R"), timeout(9.0) < does("c", "R") > >"#, 1.0 => "-b a:R +c c:R";
        r#"simple_parallel < timeout(9.0) < does("d", "R") >, timeout(9.0) < does("c", "R") > >"#, 1.0 => "-a -c +d d:R +c c:R";
    ]
    Cooling, kept_cells_follow_their_nodes: [
        r#"selector < here: cooldown(5.0) < does("a", "S") >, does("b", "S") >"#, 1.0 => "+a a:S";
        "", 1.0 => "+b b:S";
        r#"selector < new: cooldown(5.0) < does("n", "F") >, run_once < does("o", "F") >, here: cooldown(5.0) < does("a", "S") >, does("b", "S") >"#, 1.0 => "+n n:F +o o:F +b b:S";
        r#"selector < run_once < does("o", "F") >, here: cooldown(5.0) < does("a", "S") >, does("b", "S") >"#, 1.0 => "+b b:S";
        "", 2.0 => "+b b:S";
        "", 1.0 => "+a a:S";
    ]
    Rounds, the_turn_follows_the_child: [
        r#"round_robin < does("a", "S"), does("b", "S"), does("c", "S") >"#, 1.0 => "+a a:S";
        r#"round_robin < does("c", "S"), does("a", "S"), does("b", "S") >"#, 1.0 => "+b b:S";
        "", 1.0 => "+c c:S";
    ]
    Recovering, a_recovery_stays_one: [
        r#"recover(1) < does("a", "F"), does("r", "RS") >"#, 1.0 => "+a a:F +r r:R";
        r#"recover(5) < does("x", "F"), sequence < does("r", "RS"), does("s", "S") > >"#, 1.0 => "r:S +s s:S +x x:F";
    ]
    Failed, those_that_have_failed_have_failed: [
        r#"priority < |world| world.number == 0 => does("a", "F"), does("b", "R") >"#, 1.0 => "+a a:F +b b:R";
        r#"priority < |world| world.number == 0 => does("n", "F"), |world| world.number == 0 => does("a", "F"), does("b", "R") >"#, 1.0 => "-b +n n:F +b b:R";
    ]
    Items, an_item_that_was_not_held_stops_the_loop: [
        r#"for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) }) < does("a", "RS") >"#, 1.0 => "+a a:R";
        r#"for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) }) -> item < sequence < does("a", "RS"), show(item) > >"#, 1.0 => "-a +a a:R";
    ]
}
