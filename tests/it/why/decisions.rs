//! Conditions, choices, scores, draws and keys.

use bt::observe::Mock;
use bt::{Decorator, Status, bt};

use super::{Den, Eat, Journal, Mood, Secret, Wolf};

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
    // `a` has failed, and its condition is checked as long as it is skipped.
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
        "+random_sequence random_sequence?child 2 +c -c S random_sequence?child 0 +a -a S random_sequence?child 1 +b \
         -b S -random_sequence S"
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
