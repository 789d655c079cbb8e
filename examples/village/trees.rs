//! The five trees, and their leaves.

use bt::{Span, Status, bt, leaf};

use crate::village::{BAKERY, COTTAGE, GARDEN, Village};

/// Tells what somebody does.
#[leaf]
fn tells(village: &mut Village, what: &'static str) {
    village.tell(what);
}

#[leaf]
fn take_out_bread(village: &mut Village) {
    village.bread += 4;
    village.tell("The baker takes four loaves out of the oven");
}

/// Sells a loaf, if there is one.
fn sell(village: &mut Village) {
    if village.bread > 0 {
        village.bread -= 1;
        village.tell("The baker sells a loaf");
    }
}

/// Fills the bowl with the loaves that are left.
#[leaf]
fn feed_dog(village: &mut Village) {
    village.dog.bowl += 1;
    village.tell(&format!("The baker gives the last {} loaves to the dog", village.bread));
}

bt! {
    /// A new part of the day ends the current one.
    pub Baker(Village) = reactive_switch(|village| village.hour()) <
        5..=7 => bake: sequence <
            tells("The baker lights the oven"),
            action(|village| village.fire = true),
            wait_until(|village| village.oven >= 200.0),
            repeat(3) < sequence < wait(30.0), take_out_bread > >,
            running,
        >,
        8..=11 | 13..=17 => shop: every(70.0, sell) < running >,
        12 => lunch: sequence < delay(15.0) < tells("The baker has lunch") >, running >,
        18 => close: sequence <
            // Decided once, by the loaves that are left when the shop closes.
            switch(|village| village.bread) <
                0 => tells("The baker is sold out"),
                1 => tells("The baker eats the last loaf"),
                _ => feed_dog,
            >,
            running,
        >,
        _ => sleep: running,
    >
}

/// A wish is gone after an hour at most.
fn satisfy(wish: &mut f64, span: &Span) -> Status {
    *wish = (*wish - span.seconds() / 60.0).max(0.0);
    Status::Running
}

bt! {
    /// Its wishes are compared all the time. The current one has an advantage of a fifth, so the cat does not flicker
    /// between two similar ones.
    pub Cat(Village) = priority <
        |village| village.cat.chased => flee: sequence <
            tells("The cat climbs the apple tree"),
            wait_until(|village| village.ladder),
            tells("The cat comes down the ladder"),
            action(|village| village.cat.chased = false),
        >,
        reactive_utility(|village| village.cat.hunger, |village| village.cat.boredom, 0.25, margin = 0.2) <
            sequence <
                tells("The cat has milk at the bakery"),
                action(|village, span| satisfy(&mut village.cat.hunger, span)),
            >,
            sequence <
                tells("The cat plays with a leaf in the garden"),
                action(|village, span| satisfy(&mut village.cat.boredom, span)),
            >,
            finally <
                sequence <
                    tells("The cat lies down in the dog's basket"),
                    action(|village| village.cat.in_basket = true),
                    running,
                >,
                action(|village| village.cat.in_basket = false),
            >,
        >,
    >
}

/// Fails if the place is taken.
#[leaf]
fn lie_down(village: &mut Village, place: &'static str) -> bool {
    if village.cat.in_basket && place == "in its basket" {
        return false;
    }
    village.dog.bed = Some(place);
    village.tell(&format!("The dog sleeps {place}"));
    true
}

#[leaf]
fn get_up(village: &mut Village) {
    village.dog.bed = None;
    village.dog.woken = false;
    village.dog.tiredness = 0.0;
}

/// Fails if the baker has no bread.
#[leaf]
fn get_bread(village: &mut Village) -> bool {
    if village.bread == 0 {
        return false;
    }
    village.bread -= 1;
    village.dog.hunger = 0.0;
    true
}

bt! {
    /// With an empty bowl it begs, but at most twice.
    Eat(Village) = selector <
        precondition(|village| village.dog.bowl > 0) < sequence <
            tells("The dog eats"),
            wait(10.0),
            action(|village| {
                village.dog.bowl -= 1;
                village.dog.hunger = 0.0;
            }),
        > >,
        run_limit(2) < sequence < tells("The dog begs for bread"), wait(5.0), get_bread > >,
    >
}

bt! {
    /// Tries its places in a random order, until one is free, and sleeps for an hour or two, or until it is woken.
    Sleep(Village) = sequence <
        random_selector < lie_down("in its basket"), lie_down("on the doormat"), lie_down("on the street") >,
        race < wait_between(60.0, 120.0), wait_until(|village| village.dog.woken) >,
        get_up,
    >
}

bt! {
    /// The courier comes first: the dog barks at once, and then every four minutes. Otherwise its greatest need
    /// decides, and if nothing can be done about that, the next one. Without a need it plays; it may chase the cat
    /// through an open gate.
    pub Dog(Village) = priority <
        |village| village.is_passing_by() && village.dog.bed.is_none() => selector <
            cooldown(4.0) < tells("The dog barks at the courier") >,
            wait(1.0),
        >,
        utility(|village| village.dog.hunger, |village| village.dog.tiredness, 0.4) <
            eat,
            sleep,
            sequence <
                run_once < random_sequence <
                    tells("The dog sniffs at the oak"),
                    tells("The dog sniffs at the elm"),
                    tells("The dog sniffs at the lamp"),
                > >,
                weighted(2, |village| village.chase()) <
                    tells("The dog fetches a stick"),
                    sequence < tells("The dog chases the cat"), action(|village| village.cat.chased = true) >,
                >,
                wait(90.0),
            >,
        >,
    >
}

/// Fails until the rust gives way.
#[leaf]
fn push_gate(village: &mut Village) -> bool {
    village.rust = village.rust.saturating_sub(1);
    village.tell(if village.rust > 0 { "The gardener pushes the gate" } else { "The gardener opens the gate" });
    village.rust == 0
}

/// Fails when no bed is dry any more.
#[leaf]
fn water_a_bed(village: &mut Village) -> bool {
    if village.dry_beds == 0 {
        return false;
    }
    village.dry_beds -= 1;
    village.can -= 1;
    village.tell("The gardener waters a bed");
    true
}

/// Fails when the tree is empty.
#[leaf]
fn pick_apple(village: &mut Village) -> bool {
    village.apples = village.apples.saturating_sub(1);
    village.apples > 0
}

/// Fails until the rain is over.
#[leaf]
fn look_out(village: &mut Village) -> bool {
    village.tell("The gardener looks out of the window");
    !village.raining
}

bt! {
    /// However it ends, even if rain begins, the ladder is put away.
    UseLadder(Village) = finally <
        sequence <
            tells("The gardener fetches the ladder"),
            action(|village| village.ladder = true),
            repeat_until_failure < sequence < wait(10.0), pick_apple > >,
        >,
        sequence < action(|village| village.ladder = false), tells("The gardener puts the ladder away") >,
    >
}

bt! {
    /// The work of a day, while the gardener whistles.
    Work(Village) = simple_parallel <
        sequence <
            run_once < retry(3) < sequence < wait(1.0), push_gate > > >,
            // An empty can ends the watering. Rain fills it.
            force_success < reactive_sequence <
                condition(|village| village.can > 0),
                repeat_until_failure < sequence < wait(10.0), water_a_bed > >,
            > >,
            use_ladder,
            // There is always tea, so coffee is never reached. Without `unchecked`, that would be a compile error.
            selector < unchecked < tells("The gardener has tea") >, tells("The gardener has coffee") >,
        >,
        sequence < wait(45.0), tells("The gardener whistles") >,
    >
}

bt! {
    /// No work in the rain. After it the work starts again, but the gate is open. Later the cat may need the ladder.
    pub Gardener(Village) = sequence <
        wait_until(|village| village.hour() >= 9),
        priority <
            |village| village.raining => shelter: sequence <
                tells("The gardener goes in"),
                repeat_until_success < sequence < wait(25.0), look_out > >,
            >,
            work,
        >,
        forever < sequence <
            wait_until(|village| village.cat.chased),
            tells("The gardener hears the cat"),
            wait(5.0),
            use_ladder,
        > >,
    >
}

/// Drives to a place. Fails when the dog lies in the way.
#[leaf]
fn drive(village: &mut Village, to: f64, span: &mut Span) -> Status {
    if village.is_passing_by() && village.dog.bed == Some("on the street") {
        return Status::Failure;
    }
    let way = to - village.courier;
    if span.spend(way.abs()) {
        village.courier = to;
        return Status::Success;
    }
    village.courier += span.seconds().copysign(way);
    Status::Running
}

#[leaf]
fn hand_over(village: &mut Village) {
    let to = match village.courier {
        BAKERY => "the baker",
        GARDEN => "the gardener in the garden",
        COTTAGE => "the gardener at the cottage",
        _ => "nobody",
    };
    village.tell(&format!("The courier hands a letter to {to}"));
}

bt! {
    /// Delivers the next letter, or gives up after an hour. Rings when the dog lies in the way.
    ///
    /// An argument is read at the start. When the addressee goes elsewhere, `keyed` starts the drive again, and nothing
    /// else: the hour of `timeout` continues.
    pub Deliver(Village) = sequence <
        if_else <
            timeout(60.0) < recover(1) <
                keyed(|village| -> f64 { village.address() }) < drive(|village| village.address()) >,
                sequence < tells("The courier rings the bell"), action(|village| village.dog.woken = true), wait(2.0) >,
            > >,
            hand_over,
            tells("The courier gives up"),
        >,
        action(|village| {
            village.letters.pop_front();
        }),
    >
}
