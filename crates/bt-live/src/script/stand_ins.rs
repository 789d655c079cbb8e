//! What is called instead of code: it asks the stage.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bt::__private::Can;
use bt::__private::live::{self, Io, Kind, LeafType, Op, Out, Probe};
use bt::{Behavior, Decorator, Span, Status};
use bt_compiler::spelling::closest;
use bt_compiler::tree::nodes::{self, Builtin};

use super::{Line, Part, Stage};
use crate::palette::{Call as CallFor, Only};
use crate::program::lookup::{Asked, StandIn};

/// What a scripted tree calls.
type Call<C> = CallFor<Only<C>>;

/// The most items of a `for_each`.
const MOST_ITEMS: f64 = 1000.0;

/// Everything that is called instead of code.
pub struct StandIns<C> {
    /// The number of calls of the palette, which come before these.
    first: usize,
    pub calls: Vec<Call<C>>,
    pub lines: BTreeSet<Line>,
}

impl<C> Default for StandIns<C> {
    fn default() -> Self {
        StandIns { first: 0, calls: Vec::new(), lines: BTreeSet::new() }
    }
}

impl<C: Stage + 'static> StandIns<C> {
    pub fn new(first: usize) -> Self {
        StandIns { first, ..StandIns::default() }
    }

    /// What is called instead of a piece. `None` for a node with children whose name is unknown.
    pub fn make(&mut self, asked: &Asked<'_>) -> Option<StandIn> {
        let name: Arc<str> = body(asked).into();
        let number = Some(live::value_type!(f64));
        let (part, leaf, value, call): (_, _, _, Call<C>) = match asked.kind {
            Kind::Leaf => {
                let leaf = LeafType::leaf::<Actor<C::Act>, C>();
                (Some(Part::Act), Some(leaf), number, acts(Arc::clone(&name)))
            }
            Kind::Action | Kind::TimedAction => (Some(Part::Call), None, number, answers(Arc::clone(&name))),
            Kind::Effect => (Some(Part::Call), None, None, answers(Arc::clone(&name))),
            Kind::Decorator if is_unlike_builtins(asked.node) => {
                (None, Some(LeafType::node::<Plain>(false, Can::ANYTHING, false)), None, Arc::new(plain))
            }
            Kind::Decorator | Kind::Composite | Kind::Draws => return None,
            Kind::Type => (None, None, number, Arc::new(|_, _| {})),
            Kind::Condition => (Some(Part::Holds), None, None, holds(Arc::clone(&name))),
            Kind::Memory if nodes::find(asked.node).is_some_and(Builtin::is_question) => {
                (Some(Part::Holds), None, number, holds(Arc::clone(&name)))
            }
            Kind::Memory => (None, None, number, Arc::new(|_, io| live::holds(io, true))),
            kind => (Some(Part::Number), None, number, gives(Arc::clone(&name), kind, asked.children)),
        };
        if let Some(part) = part {
            self.lines.insert(Line { part, name: name.to_string() });
        }
        let index = u32::try_from(self.first + self.calls.len()).expect("a text is short");
        self.calls.push(call);
        Some(StandIn { index, leaf: leaf.map(Box::new), value })
    }
}

/// The name of a leaf; for a function, its code without the head of its closure.
fn body(asked: &Asked<'_>) -> String {
    let code = match asked.written {
        "" => return asked.node.to_owned(),
        code => code.strip_prefix("move ").unwrap_or(code),
    };
    let body = code.strip_prefix('|').and_then(|rest| rest.split_once('|')).map_or(code, |(_, body)| body).trim();
    // `|npc| -> u32 { npc.target }`
    let typed = body.strip_prefix("-> ").and_then(|typed| typed.split_once('{'));
    let body = typed.map_or(body, |(_, block)| block.trim_end().strip_suffix('}').unwrap_or(block).trim());
    with_names(body)
}

/// The code with names as the user typed them: the compiler writes `(*prey)` for the value `prey`.
fn with_names(code: &str) -> String {
    let (mut written, mut rest) = (String::new(), code);
    while let Some((before, after)) = rest.split_once("(*") {
        let end = after.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(after.len());
        written.push_str(before);
        rest = match after[end..].strip_prefix(')') {
            Some(behind) => {
                written.push_str(&after[..end]);
                behind
            }
            None => {
                written.push_str("(*");
                after
            }
        };
    }
    written + rest
}

/// Whether a node with children is meant as a custom decorator rather than a built-in node.
fn is_unlike_builtins(name: &str) -> bool {
    closest(name, nodes::all().map(|node| node.name)).is_none()
}

/// A leaf.
struct Actor<A> {
    name: Arc<str>,
    act: A,
}

impl<C: Stage + ?Sized> Behavior<C> for Actor<C::Act> {
    type Answer = Poll<Option<f64>>;
    const TAKES_TIME: bool = true;

    fn run(&mut self, context: &mut C) -> Poll<Option<f64>> {
        self.run_for(context, &mut Span::of(Duration::ZERO))
    }

    fn run_for(&mut self, context: &mut C, span: &mut Span) -> Poll<Option<f64>> {
        context.act(&self.name, &mut self.act, span)
    }
}

fn acts<C: Stage + 'static>(name: Arc<str>) -> Call<C> {
    Arc::new(move |context, io| {
        let make = |_: &mut C, _: &Io<'_, '_, '_>| Actor { name: Arc::clone(&name), act: C::Act::default() };
        live::leaf::<Actor<C::Act>, C, Infallible>(context, io, make, live::eraser!(Probe::<f64>::NEW));
    })
}

fn answers<C: Stage + 'static>(name: Arc<str>) -> Call<C> {
    Arc::new(move |context, io| {
        let act =
            |io: &mut Io<'_, '_, '_>| live::timed_call(|context: &mut C, span| context.call(&name, span), context, io);
        live::action::<Poll<Option<f64>>, Infallible>(io, act, live::eraser!(Probe::<f64>::NEW));
    })
}

fn holds<C: Stage + 'static>(name: Arc<str>) -> Call<C> {
    Arc::new(move |context, io| live::holds(io, context.holds(&name)))
}

/// A function that returns a number, converted to what is needed.
fn gives<C: Stage + 'static>(name: Arc<str>, kind: Kind, children: usize) -> Call<C> {
    Arc::new(move |context, io| {
        let number = context.number(&name);
        let value = || live::eraser!(Probe::<f64>::NEW).erase(number);
        match kind {
            Kind::Time => live::nanos(io, number),
            Kind::Count => live::count(io, live::Counted { count: number as u32 }),
            Kind::Value => live::give(io, value()),
            Kind::Key => live::key(io, value()),
            Kind::Items => {
                let is_there = f64::from(io.number) < number.min(MOST_ITEMS);
                let item = live::eraser!(Probe::<f64>::NEW).erase(f64::from(io.number));
                io.out = Out::Holds(is_there);
                io.value = item.filter(|_| is_there);
            }
            Kind::Choice => live::matched(io, (number as usize).min(children.saturating_sub(1)), value()),
            _ => io.out = Out::Number(number),
        }
    })
}

/// A decorator that changes nothing.
struct Plain;

impl<C: ?Sized> Decorator<C> for Plain {
    fn after(&mut self, _: &mut C, status: Status) -> Status {
        status
    }
}

fn plain<C>(context: &mut C, io: &mut Io<'_, '_, '_>) {
    match io.op {
        Op::Before { .. } | Op::Decorated(_) | Op::Finish(_) => {
            live::decorator::<Plain, C, Option<Status>, Infallible>(context, io, |_, _| None);
        }
        _ => io.slot = Some(Box::new(Plain)),
    }
}
