//! `priority`: conditions alone decide, and nothing starts before the old child has finished.

use bt::{Behavior, Status, bt};

use crate::bench::{Bench, Scripted, running, tick};

bt! {
    Tree(Bench) = priority <
        |bench| bench.number == 1 => scripted("A"),
        |bench| bench.number >= 1 => scripted("B"),
        scripted("D"),
    >
}

#[test]
fn the_old_child_is_aborted_before_the_new_one_starts() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 0), running("start D"));
    assert_eq!(tick!(tree, bench, 2), running("finish D Aborted, start B"));
    assert_eq!(tick!(tree, bench, 2), running("run B"));
    assert_eq!(tick!(tree, bench, 1), running("finish B Aborted, start A"));
    assert_eq!(tick!(tree, bench, 0), running("finish A Aborted, start D"));
}

#[test]
fn success_ends_it() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=S D=R"));
    tick!(tree, bench, 0);
    let ends = "finish D Aborted, start B, finish B Success";
    assert_eq!(tick!(tree, bench, 2), (Status::Success, ends.to_owned()));
    assert!(!tree.is_running());
}

#[test]
fn a_child_that_has_failed_is_passed_over_until_its_condition_has_once_not_held() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=FR B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A, finish A Failure, start B"));
    assert_eq!(tick!(tree, bench, 1), running("run B"));
    assert_eq!(tick!(tree, bench, 2), running("run B"));
    assert_eq!(tick!(tree, bench, 1), running("finish B Aborted, start A"));
}

#[test]
fn the_condition_of_a_failed_child_is_checked_even_below_the_active_one() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=FR D=R"));
    assert_eq!(tick!(tree, bench, 2), running("start B, finish B Failure, start D"));
    assert_eq!(tick!(tree, bench, 1), running("finish D Aborted, start A"));
    // `B` still holds, so it is still skipped.
    assert_eq!(tick!(tree, bench, 2), running("finish A Aborted, start D"));
    assert_eq!(tick!(tree, bench, 0), running("run D"));
    assert_eq!(tick!(tree, bench, 2), running("finish D Aborted, start B"));
}

#[test]
fn it_fails_when_no_child_is_left() {
    bt! {
        All(Bench) = priority < |bench| bench.number > 0 => scripted("A"), |bench| bench.number > 1 => scripted("B") >
    }
    let (mut tree, mut bench) = (All::new(), Bench::new("A=RF B=F"));
    assert_eq!(tick!(tree, bench, 0), (Status::Failure, String::new()));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    let all = "run A, finish A Failure, start B, finish B Failure";
    assert_eq!(tick!(tree, bench, 2), (Status::Failure, all.to_owned()));
    let mut bench = Bench::new("A=R");
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    assert_eq!(tick!(tree, bench, 0), (Status::Failure, "finish A Aborted".to_owned()));
}

#[test]
fn after_a_failure_conditions_are_checked_again() {
    bt! {
        Anew(Bench) = priority <
            |bench| bench.flag => sequence < action(|bench| bench.flag = false), fail >,
            |bench| bench.flag => scripted("A"),
            scripted("B"),
        >
    }
    let mut bench = Bench { flag: true, ..Bench::new("A=R B=R") };
    assert_eq!(Anew::new().tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start B");
}

#[test]
fn a_condition_is_a_closure_with_any_comparison_or_a_path() {
    fn is_three<const ADD: u32>(bench: &Bench) -> bool {
        bench.number + ADD == 3
    }
    bt! {
        Forms(Bench) { from: u32, to: u32 } = priority <
            is_three::<1> => a: scripted("A"),
            |bench| from < bench.number && bench.number > to => scripted("B"),
            move |bench: &Bench| bench.flag => inverter < scripted("D") >,
        >
    }
    let (mut tree, mut bench) = (Forms::new(3, 5), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 2), running("start A"));
    assert_eq!(tick!(tree, bench, 6), running("finish A Aborted, start B"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 5), running("finish B Aborted, start D"));
}

#[test]
fn a_condition_may_come_from_a_fragment() {
    macro_rules! first_if {
        ($condition:expr, $other:path) => {
            bt!((Bench) = priority < $condition => scripted("A"), $other => scripted("B"), scripted("D") >)
        };
    }
    fn is_two(bench: &Bench) -> bool {
        bench.number == 2
    }
    let (mut tree, mut bench) = (first_if!(|bench| bench.number < 2, is_two), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    assert_eq!(tick!(tree, bench, 2), running("finish A Aborted, start B"));
    assert_eq!(tick!(tree, bench, 3), running("finish B Aborted, start D"));
}

#[test]
fn a_condition_after_a_keyword_may_come_from_a_fragment() {
    macro_rules! first_if {
        ($condition:expr, $other:path) => {
            bt!((Bench) = priority < if $condition => scripted("A"), while $other => scripted("B"), scripted("D") >)
        };
    }
    fn is_two(bench: &Bench) -> bool {
        bench.number == 2
    }
    let (mut tree, mut bench) = (first_if!(|bench| bench.number < 2, is_two), Bench::new("A=RF B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    assert_eq!(tick!(tree, bench, 2), running("run A, finish A Failure, start B"));
    assert_eq!(tick!(tree, bench, 3), running("finish B Aborted, start D"));
}

#[test]
fn observe_asks_only_when_the_key_changes() {
    bt! {
        Keyed(Bench) = observe(|bench| -> bool { bench.flag }) < priority <
            |bench| bench.number == 1 => scripted("A"),
            |bench| bench.number == 2 => scripted("B"),
            scripted("D"),
        > >
    }
    let (mut tree, mut bench) = (Keyed::new(), Bench::new("A=RF B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    // The key is the same: `A` continues, and when it fails, the conditions after it are checked.
    assert_eq!(tick!(tree, bench, 2), running("run A, finish A Failure, start B"));
    assert_eq!(tick!(tree, bench, 0), running("run B"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 0), running("finish B Aborted, start D"));
}

#[test]
fn a_tree_with_a_reactive_root_can_be_observed() {
    bt! { Sub(Bench) = reactive_selector < condition(|bench| bench.number == 1), scripted("A") > }
    bt! { Above(Bench) = observe(|bench| -> bool { bench.flag }) < tree > }
    bt! { Selects(Bench) = observe(|bench| -> bool { bench.flag }) < sub > }
    let (mut tree, mut bench) = (Above::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 0), running("start D"));
    assert_eq!(tick!(tree, bench, 1), running("run D"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 1), running("finish D Aborted, start A"));
    let (mut tree, mut bench) = (Selects::new(), Bench::new("A=R"));
    assert_eq!(tick!(tree, bench, 0), running("start A"));
    assert_eq!(tick!(tree, bench, 1), running("run A"));
    tree.look();
    assert_eq!(tick!(tree, bench, 1), (Status::Success, "finish A Aborted".to_owned()));
}

struct Sheep {
    hunger: u32,
    wolf: bool,
    did: Vec<&'static str>,
}

impl Sheep {
    fn is_hungry(&self) -> bool {
        self.hunger > 5
    }
}

/// Eats until nothing of the hunger is left.
#[derive(Default)]
struct Eat;

impl Behavior<Sheep> for Eat {
    type Answer = Status;

    fn run(&mut self, sheep: &mut Sheep) -> Status {
        sheep.did.push("eat");
        sheep.hunger -= 2;
        if sheep.hunger == 0 { Status::Success } else { Status::Running }
    }
}

fn a_day(mut tree: impl for<'a> bt::TreeFor<Sheep>, wolf_at: usize) -> Vec<&'static str> {
    let mut sheep = Sheep { hunger: 8, wolf: false, did: Vec::new() };
    for tick in 0..4 {
        sheep.wolf = tick == wolf_at;
        tree.tick(&mut sheep);
    }
    sheep.did
}

bt! {
    Grazes(Sheep) = priority <
        |sheep| sheep.wolf => action(|sheep| -> Status {
            sheep.did.push("flee");
            Status::Running
        }),
        if Sheep::is_hungry => Eat,
        action(|sheep| -> Status {
            sheep.did.push("graze");
            Status::Running
        }),
    >
}

bt! {
    Leaves(Sheep) = priority <
        |sheep| sheep.wolf => action(|sheep| -> Status {
            sheep.did.push("flee");
            Status::Running
        }),
        while Sheep::is_hungry => Eat,
        action(|sheep| -> Status {
            sheep.did.push("graze");
            Status::Running
        }),
    >
}

#[test]
fn a_sheep_that_is_no_longer_hungry_finishes_its_meal_if_its_arm_says_if() {
    assert_eq!(a_day(Grazes::new(), 9), ["eat", "eat", "eat", "eat"]);
    assert_eq!(a_day(Leaves::new(), 9), ["eat", "eat", "graze", "graze"]);
    // A higher arm takes over, and the meal that it has interrupted is over.
    assert_eq!(a_day(Grazes::new(), 2), ["eat", "eat", "flee", "graze"]);
}

bt! {
    Keeps(Bench) = priority <
        |bench| bench.flag => scripted("A"),
        if |bench| bench.number > 1 => eat: scripted("B"),
        if |bench| bench.number > 0 => scripted("C"),
        scripted("D"),
    >
}

#[test]
fn an_active_child_with_if_keeps_its_turn() {
    let (mut tree, mut bench) = (Keeps::new(), Bench::new("A=R B=RRS C=R D=R"));
    assert_eq!(tick!(tree, bench, 0), running("start D"));
    assert_eq!(tick!(tree, bench, 1), running("finish D Aborted, start C"));
    assert_eq!(tick!(tree, bench, 0), running("run C"));
    assert_eq!(tick!(tree, bench, 2), running("finish C Aborted, start B"));
    assert_eq!(tick!(tree, bench, 1), running("run B"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 2), running("finish B Aborted, start A"));
    // Its own turn is over: whether it gets another one depends on its condition.
    bench.flag = false;
    assert_eq!(tick!(tree, bench, 1), running("finish A Aborted, start C"));
    assert_eq!(tick!(tree, bench, 2), (Status::Success, "finish C Aborted, start B, finish B Success".to_owned()));
}

#[test]
fn a_child_with_if_that_was_aborted_is_asked_again() {
    bt! {
        Fails(Bench) = priority <
            |bench| bench.flag => scripted("A"),
            if |bench| bench.number == 1 => scripted("B"),
            scripted("D"),
        >
    }
    let (mut tree, mut bench) = (Fails::new(), Bench::new("A=F B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start B"));
    assert_eq!(tick!(tree, bench, 0), running("run B"));
    // `A` takes over and fails. Meanwhile, `B` has lost its turn.
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 0), running("finish B Aborted, start A, finish A Failure, start D"));
}

#[test]
fn a_child_with_if_that_has_failed_is_passed_over_until_its_condition_has_once_not_held() {
    let (mut tree, mut bench) = (Keeps::new(), Bench::new("B=RFR C=R"));
    assert_eq!(tick!(tree, bench, 2), running("start B"));
    assert_eq!(tick!(tree, bench, 2), running("run B, finish B Failure, start C"));
    assert_eq!(tick!(tree, bench, 2), running("run C"));
    // Here `C` is active and another child has failed: the condition of `C` is not checked then, either.
    assert_eq!(tick!(tree, bench, 0), running("run C"));
    assert_eq!(tick!(tree, bench, 2), running("finish C Aborted, start B"));
}

#[test]
fn while_before_a_condition_changes_nothing() {
    bt! {
        Both(Bench) = priority <
            while |bench| bench.number == 1 => scripted("A"),
            while |bench| bench.number >= 1 => b: scripted("B"),
            scripted("D"),
        >
    }
    let (mut one, mut bench) = (Tree::new(), Bench::new("A=RF B=RF D=R"));
    let (mut other, mut its) = (Both::new(), Bench::new("A=RF B=RF D=R"));
    for number in [0, 2, 1, 1, 1, 0, 1, 2, 2, 2, 0, 2, 1, 0] {
        assert_eq!(tick!(one, bench, number), tick!(other, its, number));
    }
}

#[test]
fn the_keyword_is_written_where_the_tree_is_described() {
    let arms: Vec<String> = bt::describe::Description::of::<Keeps>().nodes().map(|node| node.to_string()).collect();
    assert_eq!(
        arms[1..3],
        ["|bench| bench.flag => scripted(\"A\")", "if |bench| bench.number > 1 => eat: scripted(\"B\")"]
    );
}

#[test]
fn observe_resumes_a_child_with_if() {
    bt! {
        Rarely(Bench) = observe(|bench| -> bool { bench.flag }) < priority <
            |bench| bench.number == 1 => scripted("A"),
            if |bench| bench.number == 2 => scripted("B"),
            scripted("D"),
        > >
    }
    let (mut tree, mut bench) = (Rarely::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 2), running("start B"));
    assert_eq!(tick!(tree, bench, 0), running("run B"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 0), running("run B"));
    assert_eq!(tick!(tree, bench, 1), running("run B"));
    bench.flag = false;
    assert_eq!(tick!(tree, bench, 1), running("finish B Aborted, start A"));
}

#[test]
fn an_if_expression_in_parentheses_is_a_condition() {
    fn is_one(bench: &Bench) -> bool {
        bench.number == 1
    }
    const SWAPPED: bool = false;
    bt! {
        Chooses(Bench) = priority <
            (if SWAPPED { |_: &Bench| false } else { is_one }) => scripted("A"),
            if |bench| if bench.flag { bench.number == 2 } else { false } => scripted("B"),
            scripted("D"),
        >
    }
    let (mut tree, mut bench) = (Chooses::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 2), running("finish A Aborted, start B"));
    assert_eq!(tick!(tree, bench, 0), running("run B"));
}

#[test]
fn a_subtree_that_waits_keeps_its_turn_wherever_it_waits() {
    bt! {
        Meal(Bench) = priority <
            if |bench| bench.number == 1 => forever < sequence <
                scripted("A"),
                timeout(9.0) < wait(1.0) >,
                repeat(2) < scripted("B") >,
            > >,
            scripted("D"),
        >
    }
    let (mut tree, mut bench) = (Meal::new(), Bench::new("A=SRS B=RSRSRS D=R"));
    bench.number = 1;
    for number in [1, 0, 0, 0, 0, 0, 0, 0] {
        bench.number = number;
        tree.tick_for(0.5, &mut bench);
    }
    assert!(!bench.take().contains('D'));
}

#[test]
fn more_than_eight_children() {
    bt! {
        Many(Bench) = priority <
            |bench| bench.number == 9 => scripted("A"),
            |_| false => succeed,
            |_| false => succeed,
            |_| false => succeed,
            |_| false => succeed,
            |_| false => succeed,
            |_| false => succeed,
            |_| false => succeed,
            |_| false => succeed,
            |bench| bench.number > 0 => scripted("B"),
            scripted("D"),
        >
    }
    let (mut tree, mut bench) = (Many::new(), Bench::new("A=R B=FR D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start B, finish B Failure, start D"));
    assert_eq!(tick!(tree, bench, 1), running("run D"));
    assert_eq!(tick!(tree, bench, 0), running("run D"));
    assert_eq!(tick!(tree, bench, 1), running("finish D Aborted, start B"));
}
