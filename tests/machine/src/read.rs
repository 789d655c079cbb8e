//! The user's code in a random tree, as data: it has few forms, and its words show which form it is.

use bt_reference::program::{Leaf, Moods, Pattern, Turns};
use proc_macro2::{TokenStream, TokenTree};

use bt_compiler::tree::ast::Arm;
use bt_compiler::tree::source::{self, Made, Make};

/// A piece of code.
#[derive(Debug)]
pub enum Code {
    /// A leaf, its id, and its argument.
    Leaf(Leaf, Number, Option<Argument>),
    /// A tree, and what its ids are counted from.
    Tree(usize, Number),
    /// The decorator.
    Moody(Moods, Number),
    /// A composite.
    Turns(Turns, Number),
    /// A function of the context.
    Function(Number),
    /// A function that acts and finds a value.
    Fetch(Number),
    /// A closure that returns the value of a name.
    Bound,
    /// A score that is a float.
    Score(Number),
    /// A number or a time, or the request to the context.
    Value(Value),
    /// A `match`.
    Choice(Number, Vec<Pattern>),
}

/// The argument of a leaf.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// The request.
    Asked(Number),
    /// The value of a name.
    Bound,
}

/// An id.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    value: u32,
    from_base: bool,
}

impl Number {
    /// The number for this value of the parameter.
    pub fn with(self, base: u32) -> u32 {
        if self.from_base { base + self.value } else { self.value }
    }
}

/// A count or a time.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    Of(u64),
    Number(Number),
    Time(Number),
    /// Seconds, a probability or a score.
    Float(f64),
    Chance(Number),
    Score(Number),
    /// The value of a name; and a number, a time and a probability that are derived from it.
    Bound,
    Few,
    Long,
    Likely,
}

/// What this code means.
pub fn read(code: &source::Code) -> Code {
    match code {
        source::Code::Made(made) => read_made(made),
        source::Code::Function(tokens) => match words(tokens) {
            words if words.iter().any(|word| word == "score") => Code::Score(id(&words)),
            words if words.iter().any(|word| word == "fetch") => Code::Fetch(id(&words)),
            words if !words.iter().any(|word| is_number(word)) => Code::Bound,
            words => Code::Function(id(&words)),
        },
        source::Code::Value(tokens) => {
            let value = value(&words(tokens));
            let is_negative = tokens.to_string().starts_with('-');
            Code::Value(
                if let Value::Float(float) = value
                    && is_negative
                {
                    Value::Float(-float)
                } else {
                    value
                },
            )
        }
        source::Code::Type(_) => Code::Value(Value::Float(0.0)),
        source::Code::Choice { on, arms } => Code::Choice(id(&words(on)), arms.iter().map(pattern).collect()),
    }
}

fn read_made(made: &Made) -> Code {
    let args: Vec<Vec<String>> = match &made.make {
        Make::New(inputs) | Make::Held(inputs) | Make::Named { inputs, .. } => inputs.args.iter().map(words).collect(),
        Make::Call { path, inputs } => {
            let args = inputs.args.iter().map(words).collect::<Vec<_>>();
            let quick = words(path).last().is_some_and(|word| word == "Quick");
            let alert = words(path).last().is_some_and(|word| word == "Alert");
            let leaf = match (quick, alert) {
                (true, _) => Leaf::ChosenQuick,
                (_, true) => Leaf::ChosenAlert,
                _ => Leaf::Chosen,
            };
            return Code::Leaf(leaf, id(&args[0]), None);
        }
        Make::Default | Make::Literal(_) | Make::LiteralVariant(_) | Make::DefaultVariant(_) => {
            vec![vec!["0".to_owned()]]
        }
    };
    let own = id(&args[args.len() - 1]);
    let name = words(&made.ty).pop().unwrap_or_default();
    let leaf = match name.as_str() {
        "Scripted" => Leaf::Scripted,
        "Derived" => Leaf::Derived,
        "Quick" => Leaf::Quick,
        "Sure" => Leaf::Sure,
        "Fallible" => Leaf::Fallible,
        "Busy" => Leaf::Busy,
        "Alert" => Leaf::Alert,
        "Aware" => Leaf::Aware,
        "Find" => Leaf::Find,
        "Spot" => Leaf::Spot,
        "Collect" => Leaf::Collect,
        "Dig" => Leaf::Dig,
        "Scout" => Leaf::Scout,
        "Asked" => Leaf::Asked,
        "Demanded" => Leaf::Demanded,
        "Argued" => return Code::Leaf(Leaf::Scripted, own, Some(argument(&args[0]))),
        "Moody" => return Code::Moody(Moods::Moody, own),
        "Shaky" => return Code::Moody(Moods::Shaky, own),
        "Fickle" => return Code::Turns(Turns::Fickle, own),
        "Steady" => return Code::Turns(Turns::Steady, own),
        "Brittle" => return Code::Turns(Turns::Brittle, own),
        "Giving" => return Code::Turns(Turns::Giving, own),
        tree => {
            let number = tree.strip_prefix("Sub").and_then(|number| number.parse().ok());
            return Code::Tree(number.unwrap_or_else(|| panic!("no random tree holds `{tree}`")), own);
        }
    };
    Code::Leaf(leaf, own, None)
}

/// All words and numbers in the tokens.
fn words(tokens: &TokenStream) -> Vec<String> {
    tokens
        .clone()
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => words(&group.stream()),
            TokenTree::Punct(_) => Vec::new(),
            word @ (TokenTree::Ident(_) | TokenTree::Literal(_)) => vec![word.to_string()],
        })
        .collect()
}

/// The names of values in this code, in their order. In a guard there are none but those of its own pattern.
pub fn names(code: &source::Code) -> Vec<String> {
    let written = if let source::Code::Choice { on, .. } = code { on.clone() } else { code.written() };
    words(&written).into_iter().filter(|word| word.starts_with("value_")).collect()
}

fn argument(words: &[String]) -> Argument {
    if words.iter().any(|word| is_number(word)) { Argument::Asked(id(words)) } else { Argument::Bound }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

fn integer(word: &str) -> u32 {
    word.parse().unwrap_or_else(|_| panic!("no id in a random tree is `{word}`"))
}

fn id(words: &[String]) -> Number {
    let value = words.iter().find(|word| is_number(word)).expect("an id is a number");
    Number { value: integer(value), from_base: words.iter().any(|word| word == "base") }
}

fn value(words: &[String]) -> Value {
    let has = |name: &str| words.iter().any(|word| word == name);
    if has("number") {
        return Value::Number(id(words));
    }
    if has("score") {
        return Value::Score(id(words));
    }
    if has("chance") {
        return Value::Chance(id(words));
    }
    if has("time") && !has("std") {
        return Value::Time(id(words));
    }
    let made = [("few", Value::Few), ("long", Value::Long), ("likely", Value::Likely)];
    if let Some((_, value)) = made.into_iter().find(|(function, _)| has(function)) {
        return value;
    }
    if !words.iter().any(|word| is_number(word)) {
        return Value::Bound;
    }
    let number = &words[words.len() - 1];
    match number.contains('.') {
        true => Value::Float(number.parse().expect("a float")),
        false => Value::Of(number.parse().expect("an integer")),
    }
}

/// Names are distinguished by the values that contain them.
fn pattern(arm: &Arm) -> Pattern {
    let numbers: Vec<u32> =
        words(&arm.pattern).iter().filter(|word| is_number(word)).map(|word| integer(word)).collect();
    match (&arm.guard, &numbers[..]) {
        (Some(guard), _) => Pattern::Above(id(&words(guard)).value),
        (None, [value]) => Pattern::Is(*value),
        (None, [one, other]) => Pattern::Either(*one, *other),
        (None, _) => Pattern::Any,
    }
}
