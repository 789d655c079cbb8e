//! Which events observers get, and when.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt::describe::NodeInfo;
use bt::{Behavior, Decorator, NodeEvent, Outcome, Status, TreeObserver, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

/// Records its events: `+walk` is a start, `walk=R` a run, `-walk A` a finish.
#[derive(Default)]
struct Journal {
    told: Vec<String>,
    times: Vec<u128>,
    /// What has started and has not finished, by position.
    active: Vec<(usize, &'static str)>,
}

impl Journal {
    fn take(&mut self) -> String {
        self.told.drain(..).collect::<Vec<_>>().join(" ")
    }

    fn note(&mut self, event: &NodeEvent, text: String) {
        self.told.push(text);
        self.times.push(event.time().as_millis());
    }

    /// What has started and has not finished is what is active.
    fn agrees_with(&mut self, active: impl Iterator<Item = NodeInfo>) {
        self.active.sort_unstable();
        let active: Vec<&str> = active.map(|node| node.title()).collect();
        assert_eq!(self.active.iter().map(|(_, title)| *title).collect::<Vec<_>>(), active);
    }
}

/// The first letter of the answer of a node.
fn letter(says: impl std::fmt::Debug) -> char {
    format!("{says:?}").chars().next().unwrap_or_default()
}

impl TreeObserver for Journal {
    fn start(&mut self, event: &NodeEvent) {
        let title = event.node().title();
        assert!(!self.active.contains(&(event.position(), title)), "{title} starts twice");
        self.active.push((event.position(), title));
        self.note(event, format!("+{title}"));
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        let title = event.node().title();
        assert!(self.active.contains(&(event.position(), title)), "{title} runs and is not active");
        self.note(event, format!("{title}={}", letter(status)));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        let (title, depth) = (event.node().title(), self.active.len());
        self.active.retain(|active| *active != (event.position(), title));
        assert_eq!(self.active.len() + 1, depth, "{title} finishes and is not active");
        self.note(event, format!("-{title} {}", letter(outcome)));
    }
}

/// Ticks a tree, without time or for some milliseconds: the events of an observer, and all other results.
macro_rules! told {
    ($tree:ident, $bench:ident, $journal:ident) => {
        told!($tree, $bench, $journal, 0)
    };
    ($tree:ident, $bench:ident, $journal:ident, $millis:literal) => {{
        let _ = $tree.tick_for_with(Duration::from_millis($millis), &mut $bench, &mut $journal);
        $journal.agrees_with($tree.active());
        $journal.take()
    }};
}

/// A tree with its bench: the events of each tick, and of the abort after them.
macro_rules! tells {
    ($scripts:literal, $tree:expr, [$($expected:literal),* $(,)?], abort $aborted:literal) => {{
        let (mut tree, mut bench, mut journal) = ($tree, Bench::new($scripts), Journal::default());
        $(assert_eq!(told!(tree, bench, journal, 0), $expected);)*
        tree.abort_with(&mut bench, &mut journal);
        journal.agrees_with(tree.active());
        assert_eq!(journal.take(), $aborted);
    }};
}

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
        "+timeout +finally +a a=R -a A +sequence +wait wait=S -wait S +wait wait=R -wait A -sequence A -finally A -timeout F",
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

bt! { Inner(Bench) = inner: inverter < sequence < a: scripted("A"), b: scripted("B") > > }

#[test]
fn a_subtree_is_reported_like_its_text_in_its_place() {
    bt! {
        Outer(Bench) = top: selector <
            guard(|bench| !bench.flag) < sequence < there: inner, inner > >,
            c: scripted("C"),
        >
    }
    let (mut tree, mut bench, mut journal) = (Outer::new(), Bench::new("A=FFSRF B=R C=R"), Journal::default());
    assert_eq!(
        told!(tree, bench, journal),
        "+top +guard +sequence +there +sequence +a a=F -a F -sequence F -there S \
         +inner +sequence +a a=F -a F -sequence F -inner S -sequence S -guard S -top S",
    );
    assert_eq!(told!(tree, bench, journal), "+top +guard +sequence +there +sequence +a a=S -a S +b b=R");
    bench.flag = true;
    assert_eq!(told!(tree, bench, journal), "-b A -sequence A -there A -sequence A -guard F +c c=R");
}

/// A leaf that is a tree or a leaf.
#[derive(Behavior)]
#[behavior(context = Bench)]
enum Either {
    Tree(Inner),
    Leaf(Scripted),
}

#[test]
fn an_enum_is_one_leaf_whatever_its_variant() {
    tells!(
        "A=SRF B=RF",
        bt!((Bench) = top: sequence < x: Either::Tree(Inner::new()), y: Either::Leaf(Scripted::new("B")) >),
        ["+top +x x=R", "x=S -x S +y y=F -y F -top F", "+top +x x=R"],
        abort "-x A -top A"
    );
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
fn the_cuts_of_a_large_tree_are_not_seen() {
    bt! {
        Ten(Bench) = sequence <
            succeed, succeed, succeed, succeed, succeed, succeed, succeed, succeed, succeed, succeed,
        >
    }
    bt! {
        Many(Bench) = top: sequence <
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                ten,
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                last: scripted("A"),
            >,
        >
    }
    let (mut tree, mut bench, mut journal) = (Many::new(), Bench::new("A=RRF"), Journal::default());
    let first = told!(tree, bench, journal);
    assert_eq!((first.matches("+wait").count(), first.matches("+sequence").count()), (67, 7));
    assert!(first.starts_with("+top +sequence +wait wait=S -wait S +wait") && first.ends_with("+last last=R"));
    assert_eq!(told!(tree, bench, journal), "last=R");
    assert_eq!(told!(tree, bench, journal), "last=F -last F -sequence F -top F");
}

/// A message.
struct Poke;

/// A leaf that a message ends.
#[derive(Behavior, Default)]
#[behavior(context = Bench, message = Poke)]
struct Sleep;

impl Sleep {
    fn run(&mut self, _: &mut Bench) -> Status {
        Status::Running
    }

    fn receive(&mut self, _: &mut Bench, _: &Poke) -> Status {
        Status::Success
    }
}

bt! { Nap(Bench) on Poke = nap: sequence < sleep, a: scripted("A") > }

#[test]
fn what_is_above_a_leaf_that_a_message_ends_reacts_in_the_next_tick() {
    bt! { Night(Bench) on Poke = inverter < parallel < inverter < sleep >, nap > > }
    let (mut tree, mut bench, mut journal) = (Night::new(), Bench::new("A=R"), Journal::default());
    assert_eq!(told!(tree, bench, journal), "+inverter +parallel +inverter +sleep sleep=R +nap +sleep sleep=R");
    tree.send_with(&mut bench, &Poke, &mut journal);
    journal.agrees_with(tree.active());
    assert_eq!(journal.take(), "-sleep S -sleep S");
    let (mut other, mut others) = (Night::new(), Journal::default());
    other.tick_with(&mut bench, &mut others);
    other.send(&mut bench, &Poke);
    others.take();
    other.abort_with(&mut bench, &mut others);
    assert_eq!(others.take(), "-inverter A -nap A -parallel A -inverter A", "those above it are aborted");
    assert_eq!(told!(tree, bench, journal), "-inverter F -nap A -parallel F -inverter S");
}

thread_local! {
    /// The hooks of a leaf and the events of an observer, in one list.
    static ALL: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(text: String) {
    ALL.with_borrow_mut(|all| all.push(text));
}

#[derive(Behavior, Default)]
#[behavior(context = ())]
struct Noted;

impl Noted {
    fn start(&self, (): &mut ()) {
        note("start".to_owned());
    }

    fn run(&self, (): &mut ()) {
        note("run".to_owned());
    }

    fn finish(&self, (): &mut (), outcome: Outcome) {
        note(format!("finish {outcome:?}"));
    }
}

struct Noting;

impl TreeObserver for Noting {
    fn start(&mut self, event: &NodeEvent) {
        note(format!("{event:?} starts"));
    }

    fn run(&mut self, _: &NodeEvent, status: Status) {
        note(format!("ran: {status:?}"));
    }

    fn finish(&mut self, _: &NodeEvent, outcome: Outcome) {
        note(format!("finished: {outcome:?}"));
    }
}

#[test]
fn hooks_are_called_between_reported_events() {
    bt! { One(()) = noted }
    One::new().tick_with(&mut (), &mut Noting);
    let all = ALL.take();
    let event = "NodeEvent { node: \"noted\", time: 0ns } starts";
    assert_eq!(all, [event, "start", "run", "ran: Success", "finish Success", "finished: Success"]);
}

/// Counts its events, while it is enabled.
#[derive(Default)]
struct Count {
    told: usize,
    blind: bool,
}

impl TreeObserver for Count {
    fn is_enabled(&self) -> bool {
        !self.blind
    }

    fn run(&mut self, _: &NodeEvent, _: Status) {
        self.told += 1;
    }
}

#[test]
fn an_observer_may_be_none_or_unknown_or_blind() {
    let mut tree = bt!((Bench) = a: scripted("A"));
    let (mut bench, mut count) = (Bench::new("A=R"), Count::default());
    tree.tick_with(&mut bench, &mut ());
    tree.tick_with(&mut bench, &mut None::<Count>);
    assert_eq!(bench.take(), "start A, run A");
    tree.tick_with(&mut bench, &mut Some(&mut count));
    assert_eq!(count.told, 1);
    let unknown: &mut dyn TreeObserver = &mut count;
    tree.tick_with(&mut bench, unknown);
    assert_eq!(count.told, 2);
    count.blind = true;
    tree.tick_with(&mut bench, &mut count);
    tree.abort_with(&mut bench, &mut count);
    assert_eq!((count.told, bench.take().as_str()), (2, "run A, run A, run A, finish A Aborted"));
}
