//! Scripted trees: any text that the compiler accepts runs.

use std::task::Poll;

use bt::{Span, Status};
use bt_live::{Line, Palette, Part, Refused, Script, Stage};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

/// All leaves take a tick, all conditions hold, and all numbers are one.
struct Log {
    said: Vec<String>,
    chance: Pcg32,
}

impl bt::Random for Log {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Stage for Log {
    type Act = u32;

    fn act(&mut self, name: &str, runs: &mut u32, _: &mut Span) -> Poll<Option<f64>> {
        *runs += 1;
        self.said.push(format!("{name} {runs}"));
        if *runs < 2 { Poll::Pending } else { Poll::Ready(Some(3.0)) }
    }

    fn call(&mut self, name: &str, _: &mut Span) -> Poll<Option<f64>> {
        self.said.push(name.to_owned());
        Poll::Ready(Some(1.0))
    }

    fn holds(&mut self, name: &str) -> bool {
        self.said.push(format!("{name}?"));
        true
    }

    fn number(&mut self, name: &str) -> f64 {
        self.said.push(format!("{name} ="));
        1.0
    }
}

fn script(text: &str) -> Result<Script<Log>, Refused> {
    Palette::new().random().script(text, None)
}

/// What leaves say in some ticks of a text.
#[track_caller]
fn said(text: &str, ticks: usize) -> Vec<String> {
    let mut tree = script(text).unwrap_or_else(|refused| panic!("{refused}")).tree;
    let mut log = Log { said: Vec::new(), chance: Pcg32::seed_from_u64(1) };
    for _ in 0..ticks {
        tree.tick_for(0.5, &mut log);
    }
    log.said
}

fn mistakes(text: &str) -> Vec<String> {
    let refused = script(text).expect_err("it has mistakes");
    let said = |mistake: &bt_live::Mistake| {
        let fix = mistake.fix.as_ref().map_or(String::new(), |fix| format!(" -> {fix}"));
        format!("{}: {}{fix}", &text[mistake.bytes.clone()], mistake.message)
    };
    refused.mistakes().iter().map(said).collect()
}

#[test]
fn leaves_and_functions_are_played() {
    let text =
        "sequence < condition(|npc| npc.is_hungry()), walk_to(HOME, 3) -> place, action(|npc| npc.eat(place)), look >";
    assert_eq!(said(text, 3), ["npc.is_hungry()?", "walk_to 1", "walk_to 2", "npc.eat(place)", "look 1", "look 2"]);
}

#[test]
fn each_kind_of_code_has_something_in_its_place() {
    for (text, expected) in [
        ("wait(|npc| npc.pause())", "npc.pause() ="),
        ("repeat(|npc| npc.tries) < eat >", "npc.tries ="),
        ("utility(|npc| npc.hunger, 0.5) < eat, sleep >", "npc.hunger ="),
        ("switch(|npc| npc.mood) < Mood::Calm => eat, _ => sleep >", "npc.mood ="),
        ("probability(|npc| npc.luck) < eat >", "npc.luck ="),
        ("for_each(|npc, i| -> Option<Sheep> { npc.sheep.get(i) }) -> sheep < fetch(sheep) >", "npc.sheep.get(i) ="),
        ("keyed(|npc| -> u32 { npc.target }) < eat >", "npc.target ="),
        ("sequence < succeed(|npc| npc.home) -> home: Place, go(home) >", "npc.home ="),
        ("every(0.1, |npc| npc.step()) < running >", "npc.step()"),
        ("sequence < remember(\"a\", 1), recalls(\"a\"), eat >", "\"a\"?"),
        ("twice < eat >", "eat 1"),
        ("weighted(|npc| npc.a, 2) < eat, sleep >", "npc.a ="),
        ("wait_until(|npc| npc.is_there)", "npc.is_there?"),
    ] {
        let said = said(text, 4);
        assert!(said.iter().any(|line| line == expected), "{text}: {said:?}");
    }
}

#[test]
fn trees_contain_each_other() {
    let text = "Nap(Npc) { pause: f64, place: Place } = sequence < lie_down(place), wait(pause) >\npub Day(Npc) on \
                Hit -> Result<Tired> = sequence < nap(0.5, Place::Home), nap(2.0, HOME), work -> done: f64, \
                wait(done) >";
    let Script { root, trees, lines, .. } = script(text).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!((&*root, trees), ("Day", vec!["Nap".to_owned(), "Day".to_owned()]));
    let line = |name: &str| Line { part: Part::Act, name: name.to_owned() };
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), [line("lie_down"), line("work")]);
    assert_eq!(said(text, 4)[..3], ["lie_down 1", "lie_down 2", "lie_down 1"]);
    let rust = format!("use bt::bt;\nbt! {{ {} }}\nfn main() {{}}", "A(u8) = sequence < eat >");
    assert_eq!(said(&rust, 1), ["eat 1"]);
    let nap = Palette::<Log>::new().random().script(text, Some("Nap")).expect("it is right");
    assert_eq!(nap.root, "Nap");
}

#[test]
fn a_text_with_parameters_alone_runs() {
    assert_eq!(
        said("Nap(Npc) { pause: f64, times: u32 } = sequence < wait(pause), repeat(times) < eat > >", 3),
        ["eat 1", "eat 2"]
    );
}

#[test]
fn mistakes_are_where_they_are_made() {
    assert_eq!(
        mistakes("A(u8) = sequence < eat >\nB(u8) = sequense < eat, walk >"),
        ["sequense: unknown node `sequense` -> sequence"]
    );
    assert_eq!(mistakes("A(u8) = wait(\nB(u8) = b"), [": a delimiter, a string or a comment is not closed"]);
    assert_eq!(mistakes(""), [": expected a node after this"]);
    assert_eq!(mistakes("A(u8) = b\nB(u8) = sequence < a, x >"), ["b: `B` contains itself"]);
    let two = mistakes("A(u8) = selector < >\nB(u8) = sequence < wait, x >");
    assert_eq!(two.len(), 2, "{two:?}");
}

#[test]
fn trees_that_grow_in_each_other_are_refused() {
    let mut text = "A0(u8) = sequence < eat, eat >\n".to_owned();
    for number in 1..40 {
        text += &format!("A{number}(u8) = sequence < a{0}, a{0} >\n", number - 1);
    }
    let found = mistakes(&text);
    assert_eq!(found.len(), 1);
    assert!(found[0].ends_with("has more than 1000 nodes"), "{found:?}");
}

#[test]
fn an_edited_text_goes_on() {
    let (first, second) = ("sequence < a, wait(1.0), b >", "sequence < a, wait(1.0), c >");
    let mut tree = script(first).expect("it is right").tree;
    let mut log = Log { said: Vec::new(), chance: Pcg32::seed_from_u64(1) };
    for _ in 0..2 {
        tree.tick_for(0.5, &mut log);
    }
    tree.switch_to(&script(second).expect("it is right").tree);
    assert_eq!(tree.tick_for(1.0, &mut log), Status::Running);
    assert_eq!(log.said, ["a 1", "a 2", "c 1"]);
}

#[test]
fn values_that_are_not_functions_are_given() {
    for text in [
        "succeed",
        "sequence < succeed(HOME) -> home: Place, go(home) >",
        "sequence < succeed(2.5) -> time: f64, wait(time) >",
    ] {
        let mut tree = script(text).unwrap_or_else(|refused| panic!("{refused}")).tree;
        let mut log = Log { said: Vec::new(), chance: Pcg32::seed_from_u64(1) };
        tree.tick_for(0.5, &mut log);
    }
}
