//! The interpreter of a program. It does not know the user's types: it calls pieces of code through its host.

use std::any::Any;

use bt::__private::live::{self, ErasedValue, Fault, Inputs, Io, Literal, LiveWatch, Op, Out, Slotted};
use bt::__private::{Step, TickInputs};
use bt_compiler::tree::ir::{CodeId, NodeId, Outcome, PartId, PlaceId, RegionId};

use crate::program::{Arg, Callee, Code, Name, Program};
use asked::number_in;
use parts::Turns;
use values::Set;

pub use cloned::cloned;
pub use entry::ticking;
pub use left::Left;
pub use send::{Deliver, send};
pub use shown::Shown;
pub use state::{Datum, Held, State, states, states_mut};
pub use stays::Stays;
pub use subtree::LiveSubtree;

mod abort;
mod active;
mod asked;
mod asleep;
mod cloned;
mod draws;
mod entry;
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

/// The result of ticking a part of a tree.
pub type Ticked = Step<Fault>;

/// Calls a piece with the context.
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
    set: Set,
    /// The value of the node that has just succeeded.
    given: Option<ErasedValue>,
    /// The turns of the node whose frame is being ticked.
    turns: Option<Turns>,
    /// The index of the item that a `for_each` asks for.
    number: u32,
}

/// What a piece of code returns.
struct Answered {
    out: Out,
    slot: Option<Slotted>,
}

impl<'r> Run<'r> {
    #[inline]
    pub fn new(program: &'r Program, params: &'r dyn Params, host: Host<'r>) -> Self {
        Run { program, params, host, set: Set::default(), given: None, turns: None, number: 0 }
    }

    /// Ticks a whole region.
    #[inline]
    pub fn region<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        state: &mut State,
    ) -> Ticked {
        let ticked = self.part(inputs, region, self.program.machine[region].entry, state);
        if let Step::Error(_) = ticked {
            *state = State::Idle;
        }
        ticked
    }

    /// The value of the whole tree, once it has succeeded.
    #[inline]
    pub fn given(&mut self) -> Option<ErasedValue> {
        self.given.take()
    }

    fn holds_place(&self, region: RegionId, part: PartId, state: &State) -> bool {
        matches!(state, State::At(place, _) if self.program.machine[region][part].places.contains(place))
    }

    /// Calls a piece of code.
    #[inline]
    fn call<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        node: NodeId,
        op: Op,
        slot: Option<Slotted>,
    ) -> Answered {
        let Code::Piece { callee, reads, args, .. } = self.program.code(code) else {
            unreachable!("a literal or a name is not called")
        };
        let is_beginning = matches!(op, Op::Begin | Op::Make);
        if is_beginning && !(reads.is_empty() && args.is_empty()) {
            return self.call_with_names(inputs, (callee, reads, args), node, op, slot);
        }
        let (is_value_used, number) = (self.program.nodes[node.0].is_value_used, self.number);
        let (host, given) = (&mut *self.host, &mut self.given);
        W::ticking(inputs, |inputs| {
            let io = Io { slot, number, is_value_used, ..Io::new(op, node.0, inputs) };
            answered(host, callee, io, given)
        })
    }

    /// Calls a piece that uses names or has arguments.
    fn call_with_names<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        (callee, reads, args): (&Callee, &[Name], &'r [Arg]),
        node: NodeId,
        op: Op,
        slot: Option<Slotted>,
    ) -> Answered {
        let value = |name: &Name| -> &dyn Any { value_of(self.params, &self.set, *name) };
        let argument = |arg: &'r Arg| argument(self.params, &self.set, arg);
        let reads: Vec<&dyn Any> = reads.iter().map(value).collect();
        let args: Vec<live::Arg<'_>> = args.iter().map(argument).collect();
        let (is_value_used, number) = (self.program.nodes[node.0].is_value_used, self.number);
        let (host, given) = (&mut *self.host, &mut self.given);
        W::ticking(inputs, |inputs| {
            let io = Io { slot, number, is_value_used, reads: &reads, args: &args, ..Io::new(op, node.0, inputs) };
            answered(host, callee, io, given)
        })
    }

    fn step<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, code: CodeId, node: NodeId) -> Ticked {
        match self.call(inputs, code, node, Op::Begin, None).out {
            Out::Step(step) => step,
            _ => unreachable!("a function that acts answers with a step"),
        }
    }

    fn asks<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, code: CodeId, node: NodeId) -> bool {
        match self.call(inputs, code, node, Op::Begin, None).out {
            Out::Holds(holds) => inputs.holds(node.0, holds),
            _ => unreachable!("a condition answers with a `bool`"),
        }
    }

    /// A time, in nanoseconds.
    fn time<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        node: NodeId,
    ) -> std::time::Duration {
        let program = self.program;
        let found = match program.code(code) {
            Code::Literal(Literal::Float(seconds)) => return seconds_of(*seconds),
            Code::Literal(_) => None,
            // Scripted leaves give numbers, whatever type the text says.
            Code::Name(name) => {
                let value = value_of(self.params, &self.set, *name);
                time_of(value).or_else(|| number_in(value).map(seconds_of))
            }
            Code::Piece { .. } => match self.call(inputs, code, node, Op::Begin, None).out {
                Out::Nanos(nanos) => Some(std::time::Duration::from_nanos(nanos)),
                _ => None,
            },
        };
        found.expect("the type of a time was checked when the tree was loaded")
    }

    fn count<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, code: CodeId, node: NodeId) -> u32 {
        let program = self.program;
        let found = match program.code(code) {
            Code::Literal(literal) => literal.convert(),
            Code::Name(name) => {
                let value = value_of(self.params, &self.set, *name);
                value.downcast_ref().copied().or_else(|| number_in(value).map(|number| number as u32))
            }
            Code::Piece { .. } => match self.call(inputs, code, node, Op::Begin, None).out {
                Out::Count(count) => Some(count),
                _ => None,
            },
        };
        found.expect("the type of a count was checked when the tree was loaded")
    }
}

/// Calls a piece.
#[inline(always)]
fn answered(host: Host<'_>, callee: &Callee, mut io: Io<'_, '_, '_>, given: &mut Option<ErasedValue>) -> Answered {
    host(callee, &mut io);
    *given = io.value;
    Answered { out: io.out, slot: io.slot }
}

const UNSET: &str = "a name can be used only where its value is set";

fn value_of<'v>(params: &'v dyn Params, set: &'v Set, name: Name) -> &'v dyn Any {
    match name {
        Name::Param(param) => params.param(param),
        Name::Value(value) => set.get(value).expect(UNSET).value(),
        Name::Part(value, part) => set.get(value).and_then(|value| value.part(part)).expect(UNSET).value(),
    }
}

fn argument<'v>(params: &'v dyn Params, set: &'v Set, arg: &'v Arg) -> live::Arg<'v> {
    match arg {
        Arg::Literal(literal) => live::Arg::Literal(literal),
        Arg::Name(name) => live::Arg::Value(value_of(params, set, *name)),
        Arg::InCode => live::Arg::Built,
    }
}

/// Seconds that are not a valid time count as zero, as in [`bt::IntoDuration`].
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

/// The outcome of a step. Running and errors pass through everything above it.
fn outcome(step: Ticked) -> Result<Outcome, Ticked> {
    match step {
        Step::Success => Ok(Outcome::Success),
        Step::Failure => Ok(Outcome::Failure),
        step => Err(step),
    }
}

/// The content of a place, if the region waits there.
fn take(state: &mut State, place: PlaceId) -> Option<Held> {
    if !matches!(state, State::At(at, _) if *at == place) {
        return None;
    }
    if let State::At(_, held) = std::mem::take(state) { Some(held) } else { None }
}
