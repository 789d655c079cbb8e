//! Aborts, cleanups, errors and panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt::{Decorator, Status, bt};

use super::Journal;
use crate::bench::{Bench, Broken, Fallible, Scripted};

#[test]
fn a_cleanup_is_reported_between_the_aborted_child_and_its_node() {
    tells!(
        "A=SR C=S",
        bt!(
            (Bench) = top: inverter < finally <
                both: sequence < a: scripted("A"), succeed >,
                not: inverter < c: scripted("C") >,
            > >
        ),
        [
            "+top +finally +both +a a=S -a S +succeed succeed=S -succeed S -both S +not +c c=S -c S -not F -finally S -top F",
            "+top +finally +both +a a=R",
        ],
        abort "-a A -both A +not +c c=S -c S -not F -finally A -top A"
    );
    tells!(
        "A=R",
        bt!(
            (Bench) = finally <
                a: scripted("A"),
                tidy: sequence < succeed, wait: sequence < running > >,
            >
        ),
        ["+finally +a a=R"],
        abort "-a A +tidy +succeed succeed=S -succeed S +wait +running running=R -running A -wait A -tidy A -finally A"
    );
}

#[test]
fn an_error_in_a_cleanup_is_reported_even_if_it_is_lost() {
    bt! {
        Tidy(Bench) -> Result<Broken> = top: inverter < finally <
            a: fallible("A"),
            tidy: sequence < c: fallible("C") >,
        > >
    }
    let (mut tree, mut bench, mut journal) = (Tidy::new(), Bench::new("A=E C=E"), Journal::default());
    assert_eq!(tree.tick_with(&mut bench, &mut journal), Err(Broken("A")));
    journal.agrees_with(tree.active());
    assert_eq!(journal.take(), "+top +finally +a -a A +tidy +c -c A -tidy A -finally A -top A");
    bench.scripts.get_mut("A").unwrap().letters = "R".into();
    told!(tree, bench, journal);
    tree.abort_with(&mut bench, &mut journal);
    journal.agrees_with(tree.active());
    assert_eq!(journal.take(), "-a A +tidy +c -c A -tidy A -finally A -top A");
}

#[test]
fn a_cleanup_in_an_abort_happens_at_the_moment_of_the_abort() {
    let mut tree = bt!(
        (Bench) = timeout(0.25) < finally <
            a: scripted("A"),
            sequence < wait(0.0), wait(0.1) >,
        > >
    );
    let (mut bench, mut journal) = (Bench::new("A=R"), Journal::default());
    assert_eq!(
        told!(tree, bench, journal, 500),
        "+timeout +finally +a a=R -a A +sequence +wait wait=S -wait S +wait wait=R -wait A -sequence A -finally A \
         -timeout F",
    );
    assert_eq!(journal.times, [[0; 3].as_slice(), &[250; 12]].concat());
}

#[test]
fn a_reactive_node_starts_and_finishes_once() {
    tells!(
        "A=SSF B=RR C=R",
        bt!(
            (Bench) = top: selector <
                watch: reactive_sequence <
                    a: scripted("A"),
                    both: sequence < b: scripted("B"), succeed >,
                >,
                c: scripted("C"),
            >
        ),
        [
            "+top +watch +a a=S -a S +both +b b=R",
            "+a a=S -a S b=R",
            "+a a=F -a F -b A -both A -watch F +c c=R",
        ],
        abort "-c A -top A"
    );
}

#[test]
fn a_guard_gives_up_what_is_below_it_alone() {
    let mut tree = bt!(
        (Bench) = top: selector <
            inverter < outer: guard(|bench| bench.flag) <
                inner: guard(|bench| bench.number == 0) < both: sequence < a: scripted("A"), succeed > >
            > >,
            fail,
        >
    );
    let (mut bench, mut journal) = (Bench::new("A=R"), Journal::default());
    bench.flag = true;
    assert_eq!(told!(tree, bench, journal), "+top +inverter +outer +inner +both +a a=R");
    bench.number = 1;
    assert_eq!(told!(tree, bench, journal), "-a A -both A -inner F -outer F -inverter S -top S");
    assert_eq!(told!(tree, bench, journal), "+top +inverter +outer +inner -inner F -outer F -inverter S -top S");
}

#[test]
fn a_choice_that_changes_gives_up_the_old_child() {
    let mut tree = bt!(
        (Bench) = reactive_if_else(|bench| bench.flag) <
            a: scripted("A"),
            switch(|bench| bench.number) < 0 => b: scripted("B"), _ => fail >,
        >
    );
    let (mut bench, mut journal) = (Bench::new("A=R B=R"), Journal::default());
    assert_eq!(told!(tree, bench, journal), "+reactive_if_else +switch +b b=R");
    bench.flag = true;
    assert_eq!(told!(tree, bench, journal), "-b A -switch A +a a=R");
}

#[test]
fn late_branches_of_a_parallel_are_given_up_before_it_ends() {
    tells!(
        "A=RRS B=S C=R",
        bt!(
            (Bench) = top: inverter < race <
                sequence < b: scripted("B"), a: scripted("A") >,
                forever < c: scripted("C") >,
            > >
        ),
        [
            "+top +race +sequence +b b=S -b S +a a=R +forever +c c=R",
            "a=R c=R",
            "a=S -a S -sequence S -c A -forever A -race S -top F",
        ],
        abort ""
    );
    tells!("A=RS B=R", bt!((Bench) = parallel < a: scripted("A"), b: scripted("B") >), ["+parallel +a a=R +b b=R", "a=S -a S b=R"], abort "-b A -parallel A");
}

#[test]
fn an_error_finishes_all_that_is_active_outwards() {
    bt! {
        Outer(Bench) -> Result<Broken> = top: forever < parallel <
            a: scripted("A"),
            inverter < reactive_selector < b: fallible("B"), c: scripted("C") > >,
        > >
    }
    let (mut tree, mut bench, mut journal) = (Outer::new(), Bench::new("A=R B=FE C=R"), Journal::default());
    assert_eq!(told!(tree, bench, journal), "+top +parallel +a a=R +inverter +reactive_selector +b b=F -b F +c c=R");
    assert_eq!(tree.tick_with(&mut bench, &mut journal), Err(Broken("B")));
    journal.agrees_with(tree.active());
    assert_eq!(journal.take(), "a=R +b -b A -c A -reactive_selector A -inverter A -a A -parallel A -top A");
}

#[test]
fn after_a_panic_nothing_is_reported_and_the_next_tick_starts_afresh() {
    let mut tree = bt!((Bench) = top: sequence < a: scripted("A") >);
    let (mut bench, mut journal) = (Bench::new("A=RPR"), Journal::default());
    told!(tree, bench, journal);
    assert!(catch_unwind(AssertUnwindSafe(|| tree.tick_with(&mut bench, &mut journal))).is_err());
    assert_eq!(journal.take(), "");
    journal.active.clear();
    assert_eq!(told!(tree, bench, journal), "+top +a a=R");
}

/// A decorator that answers instead of its child once the flag is set.
#[derive(Default)]
struct Hasty;

impl Decorator<Bench> for Hasty {
    fn before(&mut self, bench: &mut Bench) -> Option<Status> {
        bench.flag.then_some(Status::Failure)
    }
}

#[test]
fn a_decorator_gives_up_its_child() {
    let mut tree = bt!((Bench) = top: inverter < hasty < sequence < a: scripted("A"), succeed > > >);
    let (mut bench, mut journal) = (Bench::new("A=R"), Journal::default());
    assert_eq!(told!(tree, bench, journal), "+top +hasty +sequence +a a=R");
    bench.flag = true;
    assert_eq!(told!(tree, bench, journal), "-a A -sequence A -hasty F -top S");
}
