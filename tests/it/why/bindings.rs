//! Values that nodes bind.

use bt::bt;

use super::{Check, Den, Eat, Find, Hide, Journal, Mood, Search, Wolf};

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
        "+observe observe?Calm, changed +reactive_sequence +find -find S find?prey = Wolf(7) +guard guard?true \
         +running"
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
        "+sequence +p +find -find S +hide -hide S -p S p?prey = Wolf(3) p?secret +eat -eat S +check -check S \
         -sequence S"
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
        "+sequence +hunt +condition condition?true -condition S +find -find S -hunt S hunt?prey = Wolf(3) +eat -eat S \
         -sequence S"
    );
}
