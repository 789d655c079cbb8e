//! Nodes start before their children, and finish after them.

use std::time::Duration;

use bt::bt;

use super::Journal;
use crate::bench::{Bench, Scripted};

#[test]
fn inner_nodes_start_before_their_children_and_finish_after_them() {
    tells!(
        "A=RS B=F C=R",
        bt!(
            (Bench) = top: selector <
                inverter < inverter < both: sequence < a: scripted("A"), b: scripted("B") > > >,
                c: scripted("C"),
            >
        ),
        [
            "+top +inverter +inverter +both +a a=R",
            "a=S -a S +b b=F -b F -both F -inverter S -inverter F +c c=R",
        ],
        abort "-c A -top A"
    );
}

#[test]
fn results_are_passed_up_as_nodes_change_them() {
    tells!(
        "A=F B=S C=RF",
        bt!(
            (Bench) = top: sequence <
                yes: force_success < a: scripted("A") >,
                maybe: unchecked < b: scripted("B") >,
                no: force_failure < c: scripted("C") >,
            >
        ),
        ["+top +yes +a a=F -a F -yes S +maybe +b b=S -b S -maybe S +no +c c=R", "c=F -c F -no F -top F"],
        abort ""
    );
}

#[test]
fn the_branch_of_an_if_else_ends_it() {
    tells!(
        "A=SF B=RF C=R",
        bt!((Bench) = top: if_else < a: scripted("A"), b: scripted("B"), c: scripted("C") >),
        ["+top +a a=S -a S +b b=R", "b=F -b F -top F", "+top +a a=F -a F +c c=R"],
        abort "-c A -top A"
    );
    tells!(
        "A=F B=R",
        bt!(
            (Bench) = top: selector <
                if_else < a: scripted("A"), unchecked < fail > >,
                b: scripted("B"),
            >
        ),
        ["+top +if_else +a a=F -a F -if_else F +b b=R"],
        abort "-b A -top A"
    );
    tells!(
        "A=R B=S",
        bt!(
            (Bench) = top: selector <
                x: if_else(|bench| bench.flag) < a: scripted("A") >,
                y: if_else(|bench| !bench.flag) < b: scripted("B"), unchecked < fail > >,
            >
        ),
        ["+top +x -x F +y +b b=S -b S -y S -top S"],
        abort ""
    );
}

#[test]
fn leaves_without_a_type_are_leaves() {
    tells!(
        "",
        bt!(
            (Bench) = sequence <
                succeed,
                inverter < fail >,
                action(|bench| bench.number += 1),
                condition(|bench| bench.number > 0),
                wait(0.0),
                wait_until(|bench| bench.number > 1),
                running,
            >
        ),
        [
            "+sequence +succeed succeed=S -succeed S +inverter +fail fail=F -fail F -inverter S +action action=S -action S \
             +condition condition=S -condition S +wait wait=S -wait S +wait_until wait_until=R",
            "wait_until=R",
        ],
        abort "-wait_until A -sequence A"
    );
}

#[test]
fn a_node_that_asks_before_its_child_starts_before_it_asks() {
    tells!(
        "A=RS B=R",
        bt!(
            (Bench) = top: sequence <
                inverter < precondition(|bench| bench.flag) < a: scripted("A") > >,
                run_limit(0) < b: scripted("B") >,
            >
        ),
        ["+top +inverter +precondition -precondition F -inverter S +run_limit -run_limit F -top F"],
        abort ""
    );
    tells!(
        "A=RS",
        bt!((Bench) = top: run_once < a: scripted("A") >),
        ["+top +a a=R", "a=S -a S -top S", "+top -top S"],
        abort ""
    );
}

#[test]
fn loops_start_their_child_again() {
    tells!(
        "A=S B=SRS",
        bt!((Bench) = repeat(2) < sequence < a: scripted("A"), b: scripted("B") > >),
        [
            "+repeat +sequence +a a=S -a S +b b=S -b S -sequence S +sequence +a a=S -a S +b b=R",
            "b=S -b S -sequence S -repeat S",
        ],
        abort ""
    );
    tells!("A=S", bt!((Bench) = forever < forever < a: scripted("A") > >), ["+forever +forever +a a=S -a S", "+a a=S -a S"], abort "-forever A -forever A");
    tells!("A=F", bt!((Bench) = retry(0) < a: scripted("A") >), ["+retry -retry F"], abort "");
}

#[test]
fn picked_children_start_in_the_order_in_which_they_are_picked() {
    tells!(
        "A=F B=F C=R",
        bt!(
            (Bench) = utility(|_| 1.0, |_| 3.0, |_| 2.0) <
                a: scripted("A"),
                sequence < b: scripted("B"), succeed >,
                c: scripted("C"),
            >
        ),
        ["+utility +sequence +b b=F -b F -sequence F +c c=R"],
        abort "-c A -utility A"
    );
}

#[test]
fn time_is_what_has_passed_of_the_tick() {
    let mut tree = bt!((Bench) = top: sequence < wait(0.25), timeout(0.5) < delay(0.25) < a: scripted("A") > > >);
    let (mut bench, mut journal) = (Bench::new("A=R"), Journal::default());
    assert_eq!(told!(tree, bench, journal, 100), "+top +wait wait=R");
    assert_eq!(journal.times, [0, 0, 100]);
    journal.times.clear();
    assert_eq!(told!(tree, bench, journal, 500), "wait=S -wait S +timeout +delay +a a=R");
    assert_eq!(journal.times, [150, 150, 150, 150, 400, 500]);
    journal.times.clear();
    assert_eq!(told!(tree, bench, journal, 500), "a=R -a A -delay A -timeout F -top F");
    assert_eq!(journal.times, [150, 150, 150, 150, 150]);
}
