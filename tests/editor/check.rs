//! One question, and what the answer must have.

use crate::client::{Answer, Client, Kind};

/// A line of `checks.txt`: `KIND :: WHERE :: WISHES`.
pub struct Check {
    kind: Kind,
    /// Text of the file with `$0` at the cursor. `OLD ==> NEW` first replaces OLD by NEW.
    at: String,
    wishes: Vec<Wish>,
}

/// What must hold of an answer.
enum Wish {
    /// `+name`: it is among the results.
    Has(String),
    /// `-name`: it is not.
    HasNot(String),
    /// `^name`: it is the first of those that begin as typed.
    First(String),
    /// `~text`: some result has it in its text.
    Shows(String),
    /// `=n`: this is the number of results.
    Count(usize),
}

impl Check {
    /// Reads a line; `None` for a comment.
    pub fn read(line: &str) -> Option<Self> {
        if line.starts_with('#') || line.trim().is_empty() {
            return None;
        }
        let parts: Vec<&str> = line.split(" :: ").map(str::trim).collect();
        let [kind, at, wishes] = parts[..] else { panic!("no check: {line}") };
        let wishes: Vec<Wish> = wishes.split(", ").map(Wish::read).collect();
        assert!(!wishes.is_empty(), "a check that cannot fail: {line}");
        Some(Check { kind: Kind::read(kind), at: at.replace("\\n", "\n"), wishes })
    }

    /// What the answer lacks.
    pub fn missed(&self, client: &mut Client) -> Option<String> {
        let answer = client.ask_at(self.kind, &self.at);
        let missed: Vec<String> = self.wishes.iter().filter_map(|wish| wish.missed(&answer)).collect();
        let found: String = format!("{:?}", answer.texts).chars().take(300).collect();
        (!missed.is_empty()).then(|| format!("{:?} {}: {}; found {found}", self.kind, self.at, missed.join(", ")))
    }
}

impl Wish {
    fn read(wish: &str) -> Self {
        let (mark, rest) = wish.split_at(1);
        let rest = rest.to_owned();
        match mark {
            "+" => Wish::Has(rest),
            "-" => Wish::HasNot(rest),
            "^" => Wish::First(rest),
            "~" => Wish::Shows(rest),
            "=" => Wish::Count(rest.parse().expect("a number comes after `=`")),
            _ => panic!("no wish: {wish}"),
        }
    }

    fn missed(&self, answer: &Answer) -> Option<String> {
        let (holds, wish) = match self {
            Wish::Has(name) => (answer.names.contains(name), format!("`{name}` is missing")),
            Wish::HasNot(name) => (!answer.names.contains(name), format!("`{name}` is there")),
            Wish::First(name) => (answer.begun().next() == Some(name), format!("`{name}` is not the first")),
            Wish::Shows(text) => (answer.texts.iter().any(|found| found.contains(text)), format!("no `{text}`")),
            Wish::Count(count) => (answer.names.len() == *count, format!("{} instead of {count}", answer.names.len())),
        };
        (!holds).then_some(wish)
    }
}
