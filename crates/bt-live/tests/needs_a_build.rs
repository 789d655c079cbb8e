//! Changes that need a build: all of them are reported at once, each at its line, and the old trees continue.

use bt::{Status, bt, leaf};
use bt_live::{Live, Refused, offer};

#[derive(Default)]
struct Room {
    said: Vec<String>,
    hot: bool,
}

#[leaf]
fn say(room: &mut Room, what: &'static str) {
    room.said.push(what.to_owned());
}

#[derive(Debug)]
struct Jammed;

#[leaf]
fn open(room: &mut Room, door: u8) -> Result<(), Jammed> {
    room.said.push(format!("open {door}"));
    if door > 9 { Err(Jammed) } else { Ok(()) }
}

impl From<Jammed> for String {
    fn from(_: Jammed) -> Self {
        "jammed".to_owned()
    }
}

/// No tree has it.
#[allow(dead_code, reason = "texts name it")]
#[derive(bt::Decorator)]
#[decorator(context = Room)]
struct Loudly(u32);

#[allow(dead_code, reason = "texts name it")]
impl Loudly {
    fn new(by: u32) -> Self {
        Loudly(by)
    }

    fn after(&mut self, room: &mut Room, status: Status) -> Status {
        room.said.push(format!("loudly {}", self.0));
        status
    }
}

bt! { pub Guard(Room) { name: &'static str } = sequence < say("guard"), wait(PACE), condition(|room| !room.hot) > }

bt! { pub Quick(Room) = sequence < say("quick"), say(WORD) > }

const WORD: &str = "word";
const PACE: f64 = 1.0;

bt! { pub Porter(Room) -> Result<String> = say("porter") }

bt! { pub Sleeper(Room) = say("sleeper") }

const GUARD: &str =
    "pub Guard(Room) { name: &'static str } = sequence < say(\"guard\"), wait(PACE), condition(|room| !room.hot) >";
const QUICK: &str = "sequence < say(\"quick\"), say(WORD) >";
const PORTER: &str = "say(\"porter\") }\n\nbt! { pub Sleeper";
const SLEEPER: &str = "pub Sleeper(Room) = say(\"sleeper\")";

struct Agents {
    guard: Live<Guard>,
    quick: Live<Quick>,
    porter: Live<Porter>,
    sleeper: Live<Sleeper>,
}

impl Agents {
    /// All of them run as they were built.
    fn go_on(&mut self) {
        let mut room = Room::default();
        assert_eq!(self.guard.tick_for(2.0, &mut room), Status::Success);
        assert_eq!(self.quick.tick(&mut room), Status::Success);
        assert_eq!(self.porter.tick(&mut room), Ok(Status::Success));
        assert_eq!(self.sleeper.tick(&mut room), Status::Success);
        assert_eq!(room.said, ["guard", "quick", "word", "porter", "sleeper"]);
    }
}

/// The places of the mistakes, each as the text from there on, and their messages.
fn told(refused: &Refused, text: &str) -> Vec<(String, String)> {
    let place = |line: usize, column: usize| {
        let line = text.lines().nth(line - 1).expect("there is a line");
        line.chars().skip(column - 1).collect()
    };
    refused.mistakes().iter().map(|mistake| (place(mistake.line, mistake.column), mistake.message.clone())).collect()
}

#[test]
fn all_that_needs_a_build_is_told_at_once() {
    let mut agents = Agents {
        guard: Live::from(Guard::new("Bo")),
        quick: Live::from(Quick::new()),
        porter: Live::from(Porter::new()),
        sleeper: Live::from(Sleeper::new()),
    };
    agents.go_on();
    let quick = "sequence <
        say(\"quick\"),
        condition(|room| room.hot),
        action(|room| room.said.clear()),
        guard(|room| room.said.is_empty()) < say(name()) >,
        if_else(|room| room.hot) < say(\"a\"), say(\"b\") >,
        succeed(1 + 2) -> three: u8,
        sing(\"la\"),
        sya(\"la\"),
        say(1 + 1),
        loudly(3) < say(\"c\") >,
        wait(1.0),
        wait(PACE * 2.0),
        weighted(1.0, 2.0) < say(\"d\"), say(\"e\") >,
        remember(1, 2),
        #[cfg(target_os = \"haiku\")] say(\"f\"),
        switch(|room| room.hot) < true => say(\"g\"), _ => say(\"h\") >,
        utility(|room| room.said.len() as f64, 0.0) < say(\"i\"), say(\"j\") >,
        open(3),
    >";
    let porter = "sequence < say(\"porter\"), open(3) > }\n\nbt! { pub Sleeper";
    let text = include_str!("needs_a_build.rs")
        .replacen(GUARD, "/// It has docs.\npub Guard(Room) { name: &'static str, more: u8 } = say(name)", 1)
        .replacen(QUICK, quick, 1)
        .replacen(PORTER, porter, 1)
        .replacen(SLEEPER, "#[derive(Debug)] pub Sleeper(Room) = say(\"sleeper\")", 1);
    let refused = offer(file!(), &text).expect_err("it needs a build");
    let header = "the header of this tree has changed: build again";
    let expected = [
        ("pub Guard", header),
        ("|room| room.hot),", "this code is new: build again"),
        ("|room| room.said.clear()", "this code is new: build again"),
        ("|room| room.said.is_empty()", "this code is new: build again"),
        ("name())", "no built tree has this code as an argument of `say`: build again"),
        ("|room| room.hot) < say", "this code is new: build again"),
        ("1 + 2", "this code is new: build again"),
        ("sing(\"la\")", "no built tree has this leaf: build again"),
        ("sya(\"la\")", "no built tree has this leaf: build again"),
        ("1 + 1)", "no built tree has this code as an argument of `say`: build again"),
        ("loudly(3)", "no built tree has this decorator: build again"),
        ("wait(1.0)", "the built tree takes no time, so its `tick` cannot wait: build again"),
        ("PACE * 2.0", "this code is new: build again"),
        ("weighted", "the context of this tree has no source of random numbers: implement `bt::Random`"),
        ("1, 2", "no built tree uses the memory of the context like this: build again"),
        ("target_os", "this `cfg` was not used when the program was built: build again"),
        ("|room| room.hot) < true", "this code is new: build again"),
        ("|room| room.said.len()", "this code is new: build again"),
        ("open(3)", "no built tree converts the error of this leaf to that of this tree: build again"),
        ("open(3)", "no built tree converts the error of this leaf to that of this tree: build again"),
        ("#[derive(Debug)]", header),
    ];
    let told = told(&refused, &text);
    let all: Vec<_> = told.iter().map(|(place, message)| (&**place, &**message)).collect();
    for (at, (place, message)) in expected.iter().enumerate() {
        let (found_place, found) = all.get(at).unwrap_or_else(|| panic!("{place}: {refused}"));
        assert!(found_place.starts_with(place), "{place}: {found_place}\n{refused}");
        assert_eq!(found, message, "{place}");
    }
    assert_eq!(all.len(), expected.len(), "{refused}");
    // The error shows the line as rustc would.
    let drawing = refused.to_string();
    let lines: Vec<&str> = drawing.lines().collect();
    let at = lines.iter().position(|line| line.contains("sing(\"la\")")).expect("the line is drawn");
    assert!(lines[at - 3].starts_with("error: no built tree has this leaf"), "{drawing}");
    assert!(lines[at - 2].contains(&format!("--> {}:", file!())), "{drawing}");
    assert!(lines[at + 1].contains("^^^^"), "{drawing}");
    let help = |place: &str| {
        let at = told.iter().position(|(found, _)| found.starts_with(place)).expect("it is a mistake");
        refused.mistakes()[at].help.as_deref()
    };
    assert_eq!(help("sya"), Some("did you mean `say`?"));
    assert_eq!(help("PACE * 2.0"), Some("without a build, there is `PACE`"));
    assert_eq!(help("|room| room.hot),"), Some("without a build, there is `|room| !room.hot`"));
    agents.go_on();

    // Half written.
    let half = text.split_at(text.find("Porter").expect("it is there")).0;
    assert_eq!(offer(file!(), half).expect_err("it is half written").mistakes().len(), 1);
    agents.go_on();

    // Code outside of trees has changed: the trees are swapped, and the update says so.
    let code = include_str!("needs_a_build.rs").replacen("if door > 9", "if door > 8", 1);
    let code = code.replacen(SLEEPER, "pub Sleeper(Room) = say(\"zzz\")", 1);
    offer(file!(), include_str!("needs_a_build.rs")).expect("it is the built text");
    let update = offer(file!(), &code).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!((update.trees, update.is_code_older), (vec!["needs_a_build::Sleeper"], true));
    let mut room = Room::default();
    assert_eq!(agents.sleeper.tick(&mut room), Status::Success);
    assert_eq!(room.said, ["zzz"]);
}
