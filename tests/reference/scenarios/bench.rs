//! Plays a tree by hand, and prints its events in words.

use bt_reference::play::{Reference, Said, Subject};
use bt_reference::program::{Id, Node, Program, Tree};
use bt_reference::script::{ANSWERS, Answer, Does, Letter, Mocks, Script, Step, Words};
use bt_reference::world::{Event, Turn, World};

use crate::nodes::id;

pub const SECOND: u64 = 1_000_000_000;

/// How many ids there are.
const IDS: Id = 26;

/// A tree and its world.
pub struct Bench {
    reference: Reference,
    script: Script,
    world: World,
    told: usize,
    step: Step,
}

impl Bench {
    /// The leaves answer according to a script, `"A=RFS B=R"`. The last letter of each repeats. With `R2`, a leaf is
    /// busy for two eighths of a second, and `F!` is also the answer of a decorator. All other leaves succeed.
    pub fn new(root: Node, answers: &str) -> Self {
        let main = Tree { root, has_base: false, hears: true, gives: false, ids: 0..IDS };
        Bench::of_program(&Program { trees: vec![main], fallible: true, boxed: false }, answers)
    }

    pub fn of_program(program: &Program, answers: &str) -> Self {
        let mut all = vec![Answer::DULL; IDS as usize * ANSWERS];
        for text in answers.split_whitespace() {
            let (name, text) = text.split_once('=').expect("answers are `name=letters`");
            let first = id(name.chars().next().expect("a name is a letter")) as usize * ANSWERS;
            let letters = letters(text);
            let last = *letters.last().expect("there are answers");
            let letters = letters.iter().copied().chain(std::iter::repeat(last));
            all[first..first + ANSWERS].iter_mut().zip(letters).for_each(|(answer, letter)| *answer = letter);
        }
        let script =
            Script { steps: vec![], answers: all, panics: vec![], words: Words::default(), mocks: Mocks::default() };
        let step = Step { does: Does::Look, flags: 0, numbers: [0; 4], forgets: 0 };
        Bench { reference: Reference::new(program), world: World::new(&script), script, told: 0, step }
    }

    /// Draws these random words first.
    pub fn words(mut self, words: &[u64]) -> Self {
        self.script.words.first = words.to_vec();
        self.world = World::new(&self.script);
        self
    }

    /// Sets the context's answer for an id, for the id four letters after it, and so on.
    pub fn number(&mut self, letter: char, number: u8) {
        self.step.numbers[id(letter) as usize % 4] = number;
        self.world.change(&self.step);
    }

    /// Changes the answer of a condition.
    pub fn toggle(&mut self, letter: char) {
        self.world.change(&Step { flags: 1 << (id(letter) % 8), ..self.step });
    }

    /// Makes the memory forget this key.
    pub fn forgets(&mut self, key: u8) {
        self.world.change(&Step { forgets: 1 << key, ..self.step });
    }

    /// The events of one tick, and the answer of the tree.
    pub fn tick(&mut self, nanos: u64) -> String {
        let said = match self.reference.tick(nanos, &mut self.world) {
            Said::Status(status) => format!("-> {status:?}"),
            Said::Error(id) => format!("-> error of {}", letter(id)),
            said => format!("-> {said:?}"),
        };
        let told = self.tell();
        if told.is_empty() { said } else { format!("{told} {said}") }
    }

    /// A tick in milliseconds.
    pub fn tick_ms(&mut self, millis: u64) -> String {
        self.tick(millis * 1_000_000)
    }

    /// The events of a message.
    pub fn send(&mut self, message: u32) -> String {
        assert!(self.reference.send(message, &mut self.world));
        self.tell()
    }

    pub fn look(&mut self) {
        self.reference.look();
    }

    pub fn abort(&mut self) -> String {
        assert!(self.reference.abort(&mut self.world));
        self.tell()
    }

    pub fn reset(&mut self) {
        self.reference.reset();
    }

    pub fn is_running(&self) -> bool {
        self.reference.is_running()
    }

    /// The moment at which the tree has ended.
    pub fn now(&self) -> u64 {
        self.reference.now()
    }

    /// The titles of the active nodes.
    pub fn active(&self) -> String {
        let mut found = Vec::new();
        self.reference.active(&mut found);
        found.into_iter().map(|(_, title)| title).collect::<Vec<_>>().join(" ")
    }

    fn tell(&mut self) -> String {
        let events = self.world.events_from(self.told);
        self.told += events.len();
        events.into_iter().filter_map(tell).collect::<Vec<_>>().join(", ")
    }
}

fn letters(text: &str) -> Vec<Answer> {
    let mut answers = Vec::new();
    for char in text.chars() {
        let letter = match char {
            'S' => Letter::S,
            'F' => Letter::F,
            'R' => Letter::R,
            'E' => Letter::E,
            more => {
                let last: &mut Answer = answers.last_mut().expect("it comes after a letter");
                last.odd = more == '!';
                last.eighths = more.to_digit(10).unwrap_or_default() as u8;
                continue;
            }
        };
        answers.push(Answer { letter, ..Answer::DULL });
    }
    answers
}

fn letter(id: Id) -> char {
    char::from(b'A' + id as u8)
}

/// An event in words; the first run of a leaf is omitted.
fn tell(event: Event) -> Option<String> {
    Some(match event {
        Event::Run(_, 0) => return None,
        Event::Start(id, 0) => format!("start {}", letter(id)),
        Event::Start(id, argument) => format!("start {} {argument}", letter(id)),
        Event::Run(id, _) => format!("run {}", letter(id)),
        Event::Finish(id, outcome, _) => format!("finish {} {outcome:?}", letter(id)),
        Event::Act(id) => format!("act {}", letter(id)),
        Event::Ask(id) => format!("ask {}", letter(id)),
        Event::Number(id) => format!("number {}", letter(id)),
        Event::Before(id, _) => format!("before {}", letter(id)),
        Event::After(id, _, status) => format!("after {} {status:?}", letter(id)),
        Event::Turn(id, _, Turn::First(children)) => format!("{} begins, one of {children}", letter(id)),
        Event::Turn(id, _, Turn::After(child, status)) => format!("{} continues after {child} {status:?}", letter(id)),
        Event::Turn(id, _, Turn::Look(child)) => format!("{} looks at {child}", letter(id)),
        Event::Sees(id, nanos) => format!("{} sees {} ms", letter(id), nanos / 1_000_000),
        Event::Spent(id, true) => format!("{} spends", letter(id)),
        Event::Spent(id, false) => format!("{} cannot spend", letter(id)),
        Event::Beat(id) => format!("beat {}", letter(id)),
        Event::Receive(id, message) => format!("receive {} {message}", letter(id)),
        Event::Draw => "draw".to_owned(),
        Event::Found(id, value) => format!("{} finds {value}", letter(id)),
        Event::Uses(id, value) => format!("{} uses {value}", letter(id)),
        Event::Item(id, index) => format!("item {} {index}", letter(id)),
    })
}
