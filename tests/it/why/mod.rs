//! `TreeObserver::why`: which answers observers get of conditions, scores, draws, values, keys and bindings, and in
//! which order.

use std::convert::Infallible;
use std::fmt::Debug;
use std::task::Poll;
use std::time::Duration;

use bt::observe::{Mock, Why};
use bt::{Decorator, NodeEvent, Outcome, Random, Span, Status, TreeObserver, bt, leaf};
use rand_pcg::rand_core::TryRng;

/// Records its events: `+walk` is a start, `-walk S` a finish, `walk?true` a reason.
#[derive(Default)]
struct Journal(Vec<String>);

impl Journal {
    fn take(&mut self) -> String {
        std::mem::take(&mut self.0).join(" ")
    }
}

impl TreeObserver for Journal {
    fn start(&mut self, event: &NodeEvent) {
        self.0.push(format!("+{}", event.node().title()));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.0.push(format!("{}?{why}", event.node().title()));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.0.push(format!("-{} {}", event.node().title(), format!("{outcome:?}").chars().next().unwrap_or_default()));
    }
}

/// A mood that can be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry,
}

/// What cannot be shown.
#[derive(Clone, Copy, PartialEq)]
struct Secret(u32);

#[derive(Clone, Debug)]
struct Wolf(u32);

struct Den {
    number: u32,
    flag: bool,
    mood: Mood,
    name: String,
    words: Words,
}

impl Den {
    fn new(number: u32) -> Self {
        Den { number, flag: false, mood: Mood::Calm, name: "den".to_owned(), words: Words(Vec::new()) }
    }
}

/// A generator that says these words.
struct Words(Vec<u64>);

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("only whole words are drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.remove(0))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        panic!("only whole words are drawn")
    }
}

impl Random for Den {
    type Rng = Words;

    fn rng(&mut self) -> &mut Words {
        &mut self.words
    }
}

#[leaf]
fn find(den: &mut Den) -> Option<Wolf> {
    den.number += 1;
    (den.number < 100).then_some(Wolf(den.number))
}

/// Finds it in the tick after that in which it starts.
#[leaf]
fn search(den: &mut Den, started: &mut bool) -> Poll<Option<Wolf>> {
    if std::mem::replace(started, true) { Poll::Ready(Some(Wolf(den.number))) } else { Poll::Pending }
}

#[leaf]
fn hide(den: &mut Den) -> Option<Secret> {
    Some(Secret(den.number))
}

#[leaf]
fn eat(_: &mut Den, wolf: Wolf) -> Status {
    if wolf.0 > 50 { Status::Running } else { Status::Success }
}

#[leaf]
fn check(_: &mut Den, secret: Secret) -> bool {
    secret.0 > 0
}

/// The events of a tick.
macro_rules! told {
    ($tree:ident, $den:ident) => {{
        let mut journal = Journal::default();
        let _ = $tree.tick_with(&mut $den, &mut journal);
        journal.take()
    }};
}

#[test]
fn conditions_are_reported_between_start_and_finish() {
    let mut tree = bt!(
        (Den) = top: sequence <
            precondition(|den| den.number > 0) < a: condition(|den| den.number > 1) >,
            b: wait_until(|den| den.flag),
        >
    );
    let mut den = Den::new(2);
    assert_eq!(told!(tree, den), "+top +precondition precondition?true +a a?true -a S -precondition S +b b?false");
    assert_eq!(told!(tree, den), "b?false");
    den.flag = true;
    assert_eq!(told!(tree, den), "b?true -b S -top S");
    den.number = 0;
    assert_eq!(told!(tree, den), "+top +precondition precondition?false -precondition F -top F");
}

#[test]
fn a_mocked_condition_reports_no_reason() {
    let mut tree = bt!((Den) = a: condition(|den| den.number > 1));
    let (mut den, mut journal) = (Den::new(2), Journal::default());
    let mut mock = Mock::new("a", [Status::Failure]).over(&mut journal);
    assert_eq!(tree.tick_with(&mut den, &mut mock), Status::Failure);
    assert_eq!(tree.tick_with(&mut den, &mut mock), Status::Success);
    assert_eq!(journal.take(), "+a -a F +a a?true -a S");
}

#[test]
fn a_guard_reports_its_condition_in_every_tick_and_before_it_aborts() {
    let mut tree = bt!((Den) = safe: guard(|den| den.flag) < running >);
    let mut den = Den::new(0);
    assert_eq!(told!(tree, den), "+safe safe?false -safe F");
    den.flag = true;
    assert_eq!(told!(tree, den), "+safe safe?true +running");
    assert_eq!(told!(tree, den), "safe?true");
    den.flag = false;
    assert_eq!(told!(tree, den), "safe?false -running A -safe F");
}

#[test]
fn a_guard_in_a_reactive_node_reports_once_a_tick() {
    let mut tree =
        bt!((Den) = top: reactive_selector < safe: guard(|den| den.flag) < a: wait_until(|_| false) >, b: running >);
    let mut den = Den::new(0);
    assert_eq!(told!(tree, den), "+top +safe safe?false -safe F +b");
    assert_eq!(told!(tree, den), "+safe safe?false -safe F");
    den.flag = true;
    assert_eq!(told!(tree, den), "+safe safe?true +a a?false -b A");
    assert_eq!(told!(tree, den), "safe?true a?false");
    den.flag = false;
    assert_eq!(told!(tree, den), "safe?false -a A -safe F +b");
}

#[test]
fn choices_report_their_condition_or_their_value() {
    let mut tree = bt!(
        (Den) = top: if_else(|den| den.flag) <
            a: succeed,
            s: switch(|den| den.mood) < Mood::Calm => b: succeed, Mood::Angry => c: fail >,
        >
    );
    let mut den = Den::new(0);
    assert_eq!(told!(tree, den), "+top top?false +s s?Calm +b -b S -s S -top S");
    den.mood = Mood::Angry;
    assert_eq!(told!(tree, den), "+top top?false +s s?Angry +c -c F -s F -top F");
    den.flag = true;
    assert_eq!(told!(tree, den), "+top top?true +a -a S -top S");
}

#[test]
fn reactive_choices_report_in_every_tick() {
    let mut tree = bt!(
        (Den) = top: reactive_if_else(|den| den.flag) <
            a: running,
            s: reactive_switch(|den| den.mood) < Mood::Calm => b: running, _ => c: running >,
        >
    );
    let mut den = Den::new(0);
    assert_eq!(told!(tree, den), "+top top?false +s s?Calm +b");
    assert_eq!(told!(tree, den), "top?false s?Calm");
    den.mood = Mood::Angry;
    assert_eq!(told!(tree, den), "top?false s?Angry -b A +c");
    den.flag = true;
    assert_eq!(told!(tree, den), "top?true -c A -s A +a");
}

#[test]
fn the_value_of_a_switch_may_borrow_and_need_not_be_shown() {
    let mut tree = bt!(
        (Den) = sequence <
            s: switch(|den| den.name.as_str()) < "den" => succeed, _ => fail >,
            t: switch(|den| Secret(den.number)) < Secret(0) => fail, _ => succeed >,
        >
    );
    let mut den = Den::new(0);
    assert_eq!(
        told!(tree, den),
        "+sequence +s s?\"den\" +succeed -succeed S -s S +t t?a value +fail -fail F -t F -sequence F"
    );
}

#[derive(Clone, Debug)]
enum Plan {
    Hunt(Wolf),
    Rest,
}

fn plan(den: &Den) -> Plan {
    if den.flag { Plan::Rest } else { Plan::Hunt(Wolf(den.number)) }
}

#[test]
fn names_in_patterns_are_parts_of_the_reported_value() {
    let mut tree =
        bt!((Den) = s: switch(|den| -> Plan { plan(den) }) < Plan::Hunt(wolf) => eat(wolf), Plan::Rest => succeed >);
    let mut den = Den::new(3);
    assert_eq!(told!(tree, den), "+s s?Hunt(Wolf(3)) +eat -eat S -s S");
    let mut tree = bt!(
        (Den) = s: reactive_switch(|den| -> Plan { plan(den) }) <
            Plan::Hunt(wolf) => eat(wolf),
            Plan::Rest => rest: running,
        >
    );
    den.number = 60;
    assert_eq!(told!(tree, den), "+s s?Hunt(Wolf(60)) +eat");
    den.flag = true;
    assert_eq!(told!(tree, den), "s?Rest -eat A +rest");
}

#[test]
fn a_priority_reports_the_conditions_that_it_checks() {
    let mut tree =
        bt!((Den) = top: priority < |den| den.flag => a: running, |den| den.number > 5 => b: running, c: running >);
    let mut den = Den::new(0);
    assert_eq!(told!(tree, den), "+top top?child 0: false top?child 1: false +c");
    den.number = 6;
    assert_eq!(told!(tree, den), "top?child 0: false top?child 1: true -c A +b");
    den.flag = true;
    assert_eq!(told!(tree, den), "top?child 0: true -b A +a");
}

#[test]
fn a_priority_does_not_report_the_condition_of_a_child_that_keeps_its_turn() {
    let mut tree =
        bt!((Den) = top: priority < |den| den.flag => a: fail, if |den| den.number > 5 => b: running, c: running >);
    let mut den = Den::new(6);
    assert_eq!(told!(tree, den), "+top top?child 0: false top?child 1: true +b");
    den.number = 0;
    assert_eq!(told!(tree, den), "top?child 0: false");
    den.flag = true;
    assert_eq!(told!(tree, den), "top?child 0: true -b A +a -a F top?child 1: false +c");
    // `a` has failed, and is asked for as long as it is passed over.
    assert_eq!(told!(tree, den), "top?child 0: true top?child 1: false");
    den.number = 6;
    assert_eq!(told!(tree, den), "top?child 0: true top?child 1: true -c A +b");
    den.number = 0;
    assert_eq!(told!(tree, den), "top?child 0: true");
}

#[test]
fn scores_are_reported_before_the_child_that_wins() {
    let mut tree = bt!((Den) = top: utility(|den| den.number, 2.5) < a: fail, b: running >);
    let mut den = Den::new(7);
    assert_eq!(told!(tree, den), "+top top?child 0: 7 top?child 1: 2.5 +a -a F top?child 1: 2.5 +b");
    assert_eq!(told!(tree, den), "");
    let mut tree = bt!((Den) = top: reactive_utility(|den| den.number, 2.5) < a: running, b: running >);
    assert_eq!(told!(tree, den), "+top top?child 0: 7 top?child 1: 2.5 +a");
    den.number = 0;
    assert_eq!(told!(tree, den), "top?child 0: 0 top?child 1: 2.5 -a A +b");
}

#[test]
fn draws_are_reported() {
    let mut tree = bt!(
        (Den) = sequence <
            w: weighted(1, 3) < a: fail, b: succeed >,
            p: probability(0.5) < c: succeed >,
        >
    );
    let mut den = Den::new(0);
    den.words.0 = vec![u64::MAX, u64::MAX, u64::MAX, 0];
    assert_eq!(told!(tree, den), "+sequence +w w?child 1 +b -b S -w S +p p?false -p F -sequence F");
    assert_eq!(told!(tree, den), "+sequence +w w?child 1 +b -b S -w S +p p?true +c -c S -p S -sequence S");
    let mut tree = bt!((Den) = weighted(|den| den.number) < a: succeed >);
    assert_eq!(told!(tree, den), "+weighted weighted?no child -weighted F");
    let mut tree = bt!((Den) = random_sequence < a: succeed, b: succeed, c: succeed >);
    den.words.0 = vec![u64::MAX, 0];
    assert_eq!(
        told!(tree, den),
        "+random_sequence random_sequence?child 2 +c -c S random_sequence?child 0 +a -a S random_sequence?child 1 +b -b S -random_sequence S"
    );
}

#[test]
fn keys_are_reported_in_every_tick() {
    let mut tree = bt!((Den) = k: keyed(|den| -> Mood { den.mood }) < a: running >);
    let mut den = Den::new(0);
    assert_eq!(told!(tree, den), "+k k?Calm, changed +a");
    assert_eq!(told!(tree, den), "k?Calm");
    den.mood = Mood::Angry;
    assert_eq!(told!(tree, den), "k?Angry, changed -a A +a");
    let mut tree = bt!(
        (Den) = o: observe(|den| -> Secret { Secret(den.number) }) <
            r: reactive_sequence < c: condition(|_| true), running >
        >
    );
    assert_eq!(told!(tree, den), "+o o?a key, changed +r +c c?true -c S +running");
    assert_eq!(told!(tree, den), "o?a key");
    den.number = 1;
    assert_eq!(told!(tree, den), "o?a key, changed +c c?true -c S");
}

#[test]
fn what_a_node_binds_is_reported_after_its_finish() {
    let mut tree = bt!((Den) = sequence < find -> prey, hide -> secret, eat(prey), check(secret) >);
    let mut den = Den::new(2);
    assert_eq!(
        told!(tree, den),
        "+sequence +find -find S find?prey = Wolf(3) +hide -hide S hide?secret +eat -eat S +check -check S -sequence S"
    );
    let mut tree = bt!((Den) = sequence < s: selector < fail_to_find: find, find > -> prey, eat(prey) >);
    den.number = 98;
    assert_eq!(told!(tree, den), "+sequence +s +fail_to_find -fail_to_find S -s S s?prey = Wolf(99) +eat");
    assert_eq!(told!(tree, den), "");
}

#[test]
fn what_fails_binds_nothing() {
    let mut tree = bt!((Den) = selector < sequence < find -> prey, eat(prey) >, succeed >);
    let mut den = Den::new(99);
    assert_eq!(told!(tree, den), "+selector +sequence +find -find F -sequence F +succeed -succeed S -selector S");
}

#[test]
fn a_guard_reports_what_it_binds() {
    let mut tree = bt!((Den) = sequence < g: guard(|den| den.number > 0) < find > -> prey, eat(prey) >);
    let mut den = Den::new(2);
    assert_eq!(told!(tree, den), "+sequence +g g?true +find -find S -g S g?prey = Wolf(3) +eat -eat S -sequence S");
}

#[test]
fn a_node_that_has_waited_reports_what_it_binds() {
    let mut tree = bt!((Den) = sequence < search(false) -> prey, eat(prey) >);
    let mut den = Den::new(2);
    assert_eq!(told!(tree, den), "+sequence +search");
    assert_eq!(told!(tree, den), "-search S search?prey = Wolf(2) +eat -eat S -sequence S");
    let mut tree = bt!(
        (Den) = sequence <
            g: guard(|den| den.number > 0) < search(false) > -> prey,
            h: guard(|_| prey.0 > 0) < find > -> other,
            eat(other),
        >
    );
    assert_eq!(told!(tree, den), "+sequence +g g?true +search");
    assert_eq!(
        told!(tree, den),
        "g?true -search S -g S g?prey = Wolf(2) +h h?true +find -find S -h S h?other = Wolf(3) +eat -eat S -sequence S"
    );
}

#[test]
fn a_guard_in_a_reactive_node_binds_in_every_tick() {
    let mut tree = bt!(
        (Den) = top: reactive_sequence < g: guard(|den| den.flag) < find > -> prey, w: wait_until(|_| prey.0 > 4) >
    );
    let mut den = Den::new(2);
    den.flag = true;
    assert_eq!(told!(tree, den), "+top +g g?true +find -find S -g S g?prey = Wolf(3) +w w?false");
    assert_eq!(told!(tree, den), "+g g?true +find -find S -g S g?prey = Wolf(4) w?false");
    assert_eq!(told!(tree, den), "+g g?true +find -find S -g S g?prey = Wolf(5) w?true -w S -top S");
}

#[test]
fn a_node_that_waits_reports_its_binding_when_it_binds() {
    let mut tree = bt!(
        (Den) = sequence <
            r: sequence < w: wait_until(|den| den.flag), find > -> prey,
            later: wait_until(|den| den.number == 0),
            eat(prey),
        >
    );
    let mut den = Den::new(2);
    assert_eq!(told!(tree, den), "+sequence +r +w w?false");
    den.flag = true;
    assert_eq!(told!(tree, den), "w?true -w S +find -find S -r S r?prey = Wolf(3) +later later?false");
    den.number = 0;
    assert_eq!(told!(tree, den), "later?true -later S +eat -eat S -sequence S");
}

#[test]
fn nodes_that_run_again_report_what_they_bind_again() {
    let mut tree = bt!(
        (Den) = reactive_sequence < find -> prey, condition(|_| prey.0 > 0), g: guard(|_| prey.0 > 0) < running > >
    );
    let mut den = Den::new(2);
    let again =
        |number: u32| format!("+find -find S find?prey = Wolf({number}) +condition condition?true -condition S");
    assert_eq!(told!(tree, den), format!("+reactive_sequence {} +g g?true +running", again(3)));
    assert_eq!(told!(tree, den), format!("{} g?true", again(4)));
    let mut tree = bt!((Den) = pipeline < find -> prey, guard(|_| prey.0 > 0) < running > >);
    assert_eq!(told!(tree, den), "+pipeline +find -find S find?prey = Wolf(5) +guard guard?true +running");
    assert_eq!(told!(tree, den), "+find -find S find?prey = Wolf(6) guard?true");
    let mut tree = bt!(
        (Den) = observe(|den| -> Mood { den.mood }) < reactive_sequence <
            find -> prey,
            guard(|_| prey.0 > 0) < running >,
        > >
    );
    assert_eq!(
        told!(tree, den),
        "+observe observe?Calm, changed +reactive_sequence +find -find S find?prey = Wolf(7) +guard guard?true +running"
    );
}

#[test]
fn each_of_several_names_is_reported() {
    let mut tree = bt!(
        (Den) = sequence <
            p: parallel < find, hide > -> (prey, secret),
            eat(prey),
            check(secret),
        >
    );
    let mut den = Den::new(2);
    assert_eq!(
        told!(tree, den),
        "+sequence +p +find -find S +hide -hide S -p S p?prey = Wolf(3) p?secret +eat -eat S +check -check S -sequence S"
    );
}

#[test]
fn a_part_without_a_name_is_not_reported() {
    let mut tree = bt!((Den) = sequence < p: parallel < find, hide > -> (prey, _), eat(prey) >);
    let mut den = Den::new(2);
    assert_eq!(
        told!(tree, den),
        "+sequence +p +find -find S +hide -hide S -p S p?prey = Wolf(3) +eat -eat S -sequence S"
    );
}

#[test]
fn items_are_reported_before_the_child_that_gets_them() {
    let mut tree =
        bt!((Den) = for_each(|_, i| -> Option<Wolf> { (i < 2).then_some(Wolf(i as u32)) }) -> wolf < eat(wolf) >);
    let mut den = Den::new(2);
    assert_eq!(
        told!(tree, den),
        "+for_each for_each?wolf = Wolf(0) +eat -eat S for_each?wolf = Wolf(1) +eat -eat S -for_each S"
    );
}

bt! { Hunt(Den) -> Option<Wolf> = sequence < condition(|den| den.number > 0), find > }

#[test]
fn a_subtree_reports_its_conditions_and_what_it_binds() {
    let mut tree = bt!((Den) = sequence < hunt -> prey, eat(prey) >);
    let mut den = Den::new(2);
    assert_eq!(
        told!(tree, den),
        "+sequence +hunt +condition condition?true -condition S +find -find S -hunt S hunt?prey = Wolf(3) +eat -eat S -sequence S"
    );
}

/// Passes its child on.
#[derive(Default)]
struct Pass;

impl Decorator<Den> for Pass {
    fn after(&mut self, _: &mut Den, status: Status) -> Status {
        status
    }
}

#[test]
fn what_a_condition_can_name_is_still_reported() {
    bt! { Over(Den) { least: u32 } = pass < condition(|den| den.number > least) > }
    let (mut tree, mut den) = (Over::new(1), Den::new(2));
    assert_eq!(told!(tree, den), "+pass +condition condition?true -condition S -pass S");
}

#[derive(Debug)]
struct Stuck(u32);

/// An error without `Debug`.
struct Mute;

impl From<Stuck> for Mute {
    fn from(Stuck(by): Stuck) -> Self {
        assert!(by > 2, "only what is in the outer tree is converted here");
        Mute
    }
}

#[leaf]
fn tidy(den: &mut Den, by: u32) -> Result<Status, Stuck> {
    if den.flag { Err(Stuck(by)) } else { Ok(Status::Success) }
}

#[test]
fn an_error_in_a_cleanup_that_an_abort_runs_is_reported_with_its_text() {
    bt! {
        Tidies(Den) -> Result<Stuck> = outer: finally <
            inner: finally < running, sequence < succeed, tidy(1) > >,
            tidy(2),
        >
    }
    let (mut tree, mut den, mut journal) = (Tidies::new(), Den::new(0), Journal::default());
    let aborted = |tree: &mut Tidies, den: &mut Den, journal: &mut Journal| {
        assert!(tree.tick(den).is_ok());
        tree.abort_with(den, journal);
        journal.take()
    };
    let quiet = aborted(&mut tree, &mut den, &mut journal);
    assert!(!quiet.contains('?'), "{quiet}");
    den.flag = true;
    assert_eq!(
        aborted(&mut tree, &mut den, &mut journal),
        "-running A +sequence +succeed -succeed S +tidy -tidy A -sequence A inner?lost Stuck(1) -inner A \
         +tidy -tidy A outer?lost Stuck(2) -outer A",
    );
    // In a subtree, and lost by another error.
    bt! { Both(Den) -> Result<Mute> = parallel < top: tidies, last: finally < tidy(3), tidy(4) > > }
    let (mut both, mut journal) = (Both::new(), Journal::default());
    assert!(both.tick_with(&mut den, &mut journal).is_err());
    let told = journal.take();
    let lost: Vec<_> = told.split(' ').filter(|event| event.contains('?')).collect();
    assert_eq!(lost, ["last?lost", "inner?lost", "top?lost"], "{told}");
    assert!(told.contains("last?lost an error -last A") && told.contains("top?lost Stuck(2) -top A"), "{told}");
}

#[test]
fn an_error_that_a_tick_returns_is_not_lost() {
    bt! { Once(Den) -> Result<Stuck> = finally < succeed, tidy(1) > }
    let (mut tree, mut den) = (Once::new(), Den::new(0));
    den.flag = true;
    assert_eq!(told!(tree, den), "+finally +succeed -succeed S +tidy -tidy A -finally A");
}

/// A context of any type, whose mood may have no `Debug`.
trait Moody {
    type Mood: Copy + PartialEq + 'static;
    fn mood(&self) -> Self::Mood;
}

struct Dog<M>(M);

impl<M: Copy + PartialEq + 'static> Moody for Dog<M> {
    type Mood = M;

    fn mood(&self) -> M {
        self.0
    }
}

#[test]
fn a_type_that_is_not_known_is_not_shown() {
    bt! { Watch(impl Moody) = switch(|dog| dog.mood()) < _ => succeed > }
    let (mut tree, mut journal) = (Watch::new(), Journal::default());
    tree.tick_with(&mut Dog(Mood::Calm), &mut journal);
    assert_eq!(journal.take(), "+switch switch?a value +succeed -succeed S -switch S");
}

#[test]
fn a_reference_to_an_observer_and_an_option_of_one_receive_events() {
    let mut tree = bt!((Den) = condition(|den| den.flag));
    let (mut den, mut journal) = (Den::new(2), Journal::default());
    tree.tick_with(&mut den, &mut Some(&mut journal));
    let unknown: &mut dyn TreeObserver = &mut journal;
    tree.tick_with(&mut den, unknown);
    assert_eq!(journal.take(), "+condition condition?false -condition F +condition condition?false -condition F");
}

/// Tells only the times that leaves could not spend.
#[derive(Default)]
struct Short(Vec<String>);

impl TreeObserver for Short {
    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        if let Why::TooShort { .. } = why {
            self.0.push(format!("{}: {why}", event.node().title()));
        }
    }
}

/// A leaf that always spends the same, and so never ends if ticks are shorter.
#[leaf]
fn step(_: &mut f64, span: &mut Span) -> Status {
    if span.spend(0.25) { Status::Success } else { Status::Running }
}

/// A leaf that spends what it can.
#[leaf]
fn beat(beats: &mut f64, span: &mut Span) -> Status {
    while span.spend(0.25) {
        *beats += 1.0;
    }
    Status::Running
}

/// A leaf that remembers how far it is.
#[leaf]
fn walk(way: &mut f64, span: &mut Span) -> Status {
    if span.spend(*way) {
        return Status::Success;
    }
    *way -= span.seconds();
    Status::Running
}

#[test]
fn a_leaf_that_asks_for_more_than_it_is_given_says_so_in_debug_builds() {
    let told = |lines: &[&str]| -> Vec<String> {
        lines.iter().filter(|_| cfg!(debug_assertions)).map(|line| (*line).to_owned()).collect()
    };
    let mut short = Short::default();
    let mut stuck = bt!((f64) = sequence < wait(0.0625), step >);
    for _ in 0..2 {
        assert!(stuck.tick_for_with(0.125, &mut 0.0, &mut short).is_running());
    }
    assert_eq!(short.0, told(&["step: asks for 250ms, has 62.5ms", "step: asks for 250ms, has 125ms"]));
    short.0.clear();
    assert!(stuck.tick_for_with(0.25, &mut 0.0, &mut short).is_success());
    assert!(bt!((f64) = beat).tick_for_with(0.625, &mut 0.0, &mut short).is_running());
    assert_eq!(short.0, told(&[]), "it has ended, or has spent something");
    let (mut walker, mut way) = (bt!((f64) = walk), 0.3125);
    while walker.tick_for_with(0.125, &mut way, &mut short).is_running() {}
    assert_eq!(short.0, told(&["walk: asks for 312.5ms, has 125ms", "walk: asks for 187.5ms, has 125ms"]));
}

/// What there is, and how it is shown.
fn shown(why: Why<'_>, debug: &str, text: &str) {
    fn is_debug<T: Debug>(_: &T) {}
    is_debug(&why);
    assert_eq!((format!("{why:?}").as_str(), why.to_string().as_str()), (debug, text));
}

#[test]
fn reasons_can_be_read() {
    shown(Why::Condition(false), "Condition(false)", "false");
    shown(Why::Draw { child: None }, "Draw { child: None }", "no child");
    shown(Why::Key { value: Some(&3), changed: true }, "Key { value: Some(3), changed: true }", "3, changed");
    shown(
        Why::Bound { name: "prey", value: Some(&Wolf(3)) },
        "Bound { name: \"prey\", value: Some(Wolf(3)) }",
        "prey = Wolf(3)",
    );
    shown(Why::Lost(Some(&Stuck(3))), "Lost(Some(Stuck(3)))", "lost Stuck(3)");
    shown(Why::Lost(None), "Lost(None)", "lost an error");
    let short = Why::TooShort { asked: Duration::from_millis(200), given: Duration::from_millis(100) };
    shown(short, "TooShort { asked: 200ms, given: 100ms }", "asks for 200ms, has 100ms");
}
