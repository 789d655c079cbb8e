//! The interpreter of a program. It knows no types of the user: it calls pieces of code through its host.

use std::any::Any;

use bt::__private::Step;
use bt::__private::live::{self, Fault, Gift, Inputs, Io, Literal, Op, Out, Slotted};
use bt_compiler::tree::ir::{CodeId, NodeId, Outcome, PartId, PlaceId, RegionId};

use crate::program::{Arg, Callee, Code, Name, Program};
use parts::Turns;

pub use cloned::cloned;
#[cfg(feature = "serde")]
pub use data::{Datum, data};
pub use left::Left;
pub use send::{Deliver, send};
pub use shown::Shown;
pub use state::{Fields, Held, State, Values};
pub use stays::Stays;
pub use subtree::Inside;

mod abort;
mod active;
mod asked;
mod asleep;
mod cloned;
mod data;
mod draws;
mod flow;
mod frames;
mod left;
mod parts;
mod send;
mod shown;
mod state;
mod stays;
mod subtree;
mod values;

/// The result of a tick of a part of a tree.
pub type Ticked = Step<Fault>;

/// What calls a piece with the context.
pub type Host<'h> = &'h mut dyn FnMut(&Callee, &mut Io<'_, '_, '_>);

/// The parameters of a tree.
pub trait Params {
    fn param(&self, index: usize) -> &dyn Any;
}

/// A tick or an abort of a tree.
pub struct Run<'r> {
    program: &'r Program,
    params: &'r dyn Params,
    host: Host<'r>,
    /// The values that are set here.
    set: Vec<Option<Gift>>,
    /// What the node gives that has just succeeded.
    given: Option<Gift>,
    /// What the node knows of its children whose frame is ticked.
    turns: Option<Turns>,
    /// The number of the item that a `for_each` asks for.
    number: u32,
}

/// What a piece of code returns.
struct Answered {
    out: Out,
    slot: Option<Slotted>,
}

impl<'r> Run<'r> {
    pub fn new(program: &'r Program, params: &'r dyn Params, host: Host<'r>) -> Self {
        Run { program, params, host, set: vec![None; program.values.len()], given: None, turns: None, number: 0 }
    }

    /// Ticks a whole region.
    pub fn region(&mut self, inputs: &mut Inputs<'_, '_>, region: RegionId, state: &mut State) -> Ticked {
        let ticked = self.part(inputs, region, self.program.machine[region].entry, state);
        if let Step::Error(_) = ticked {
            *state = State::Idle;
        }
        ticked
    }

    /// The value of the whole tree, after its success.
    pub fn given(self) -> Option<Gift> {
        self.given
    }

    fn holds_place(&self, region: RegionId, part: PartId, state: &State) -> bool {
        matches!(state, State::At(place, _) if self.program.machine[region][part].places.contains(place))
    }

    /// Calls a piece of code.
    fn call(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        code: CodeId,
        node: NodeId,
        op: Op,
        slot: Option<Slotted>,
    ) -> Answered {
        let program = self.program;
        let Code::Piece { callee, reads, args, .. } = program.code(code) else {
            unreachable!("a literal or a name is not called")
        };
        let value = |name: &Name| -> &dyn Any { value_of(self.params, &self.set, *name) };
        let argument = |arg: &'r Arg| argument(self.params, &self.set, arg);
        // Most code has neither.
        let is_beginning = matches!(op, Op::Begin | Op::Make);
        let reads = if reads.is_empty() || !is_beginning { Vec::new() } else { reads.iter().map(value).collect() };
        let args = if args.is_empty() || !is_beginning { Vec::new() } else { args.iter().map(argument).collect() };
        let mut io = Io {
            op,
            node: node.0,
            inputs,
            reads: &reads,
            args: &args,
            number: self.number,
            slot,
            is_value_used: program.nodes[node.0].is_value_used,
            value: None,
            out: Out::Nothing,
        };
        (self.host)(callee, &mut io);
        let Io { out, slot, value, .. } = io;
        self.given = value;
        Answered { out, slot }
    }

    fn step(&mut self, inputs: &mut Inputs<'_, '_>, code: CodeId, node: NodeId) -> Ticked {
        match self.call(inputs, code, node, Op::Begin, None).out {
            Out::Step(step) => step,
            _ => unreachable!("a function that acts answers with a step"),
        }
    }

    fn asks(&mut self, inputs: &mut Inputs<'_, '_>, code: CodeId, node: NodeId) -> bool {
        match self.call(inputs, code, node, Op::Begin, None).out {
            Out::Holds(holds) => inputs.holds(node.0, holds),
            _ => unreachable!("a condition answers with a `bool`"),
        }
    }

    /// A time, in nanoseconds.
    fn time(&mut self, inputs: &mut Inputs<'_, '_>, code: CodeId, node: NodeId) -> std::time::Duration {
        let program = self.program;
        let found = match program.code(code) {
            Code::Literal(Literal::Float(seconds)) => return seconds_of(*seconds),
            Code::Literal(_) => None,
            Code::Name(name) => time_of(value_of(self.params, &self.set, *name)),
            Code::Piece { .. } => match self.call(inputs, code, node, Op::Begin, None).out {
                Out::Nanos(nanos) => Some(std::time::Duration::from_nanos(nanos)),
                _ => None,
            },
        };
        found.expect("the type of a time was checked when the tree was loaded")
    }

    fn count(&mut self, inputs: &mut Inputs<'_, '_>, code: CodeId, node: NodeId) -> u32 {
        let program = self.program;
        let found = match program.code(code) {
            Code::Literal(literal) => literal.convert(),
            Code::Name(name) => value_of(self.params, &self.set, *name).downcast_ref().copied(),
            Code::Piece { .. } => match self.call(inputs, code, node, Op::Begin, None).out {
                Out::Count(count) => Some(count),
                _ => None,
            },
        };
        found.expect("the type of a count was checked when the tree was loaded")
    }
}

const UNSET: &str = "a name can be used only where its value is set";

fn value_of<'v>(params: &'v dyn Params, set: &'v [Option<Gift>], name: Name) -> &'v dyn Any {
    match name {
        Name::Param(param) => params.param(param),
        Name::Value(value) => set[value.0].as_ref().expect(UNSET).value(),
        Name::Part(value, part) => set[value.0].as_ref().and_then(|value| value.part(part)).expect(UNSET).value(),
    }
}

fn argument<'v>(params: &'v dyn Params, set: &'v [Option<Gift>], arg: &'v Arg) -> live::Arg<'v> {
    match arg {
        Arg::Literal(literal) => live::Arg::Literal(literal),
        Arg::Name(name) => live::Arg::Value(value_of(params, set, *name)),
        Arg::InCode => live::Arg::Built,
    }
}

/// Seconds that are no time are none, as [`bt::IntoDuration`] has it.
fn seconds_of(seconds: f64) -> std::time::Duration {
    match std::time::Duration::try_from_secs_f64(seconds) {
        Ok(time) => time,
        Err(_) if seconds > 0.0 => std::time::Duration::MAX,
        Err(_) => std::time::Duration::ZERO,
    }
}

fn time_of(value: &dyn Any) -> Option<std::time::Duration> {
    let float = value.downcast_ref::<f64>().copied().map(seconds_of);
    float.or_else(|| value.downcast_ref().copied()).or_else(|| {
        let seconds = value.downcast_ref::<f32>()?;
        Some(bt::Span::of(*seconds).left())
    })
}

/// A step that has ended.
fn ended(outcome: Outcome) -> Ticked {
    Step::ended(outcome.is_success())
}

/// The outcome of a step; running and errors are results of all that is above.
fn outcome(step: Ticked) -> Result<Outcome, Ticked> {
    match step {
        Step::Success => Ok(Outcome::Success),
        Step::Failure => Ok(Outcome::Failure),
        step => Err(step),
    }
}

/// What a place holds, if the region waits there.
fn take(state: &mut State, place: PlaceId) -> Option<Held> {
    if !matches!(state, State::At(at, _) if *at == place) {
        return None;
    }
    if let State::At(_, held) = std::mem::take(state) { Some(held) } else { None }
}
