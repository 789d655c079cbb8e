//! Trees in leaves' places that run from their own texts.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use bt::__private::live::{self, Io, Op, Out, Slotted};
use bt::__private::{Can, Search, Step};
use bt::{Outcome, Status};
use bt_compiler::tree::ir::{CodeId, NodeId, RegionId};

use super::{Answered, LiveWatch, Params, Run, State, TickInputs, Ticked, argument};
use crate::program::new_tree::{Declared, NewTree};
use crate::program::{Callee, Code, Program, Subtree};

/// The content of a leaf's place where a tree runs from its own text.
pub struct LiveSubtree {
    /// The built tree, which has the parameters.
    pub built: Slotted,
    /// The program of the tree. An edit replaces it together with that of the tree around it.
    pub program: Arc<Program>,
    pub state: State,
    /// Whether an observer answers for the whole tree. Otherwise an idle tree starts over, because an edit has aborted
    /// everything that was active in it.
    pub is_mocked: bool,
}

struct Built<'b> {
    built: &'b live::Held,
    param: fn(&live::Held, usize) -> &dyn Any,
}

impl Params for Built<'_> {
    fn param(&self, index: usize) -> &dyn Any {
        (self.param)(self.built, index)
    }
}

impl Run<'_> {
    /// Starts, resumes or aborts what is in a leaf's place.
    pub(super) fn leaf<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        node: NodeId,
        op: Op,
        slot: Option<Slotted>,
    ) -> Answered {
        match self.program.subtree(code) {
            Some(_) => self.tree(inputs, code, node, op, slot),
            None => self.call(inputs, code, node, op, slot),
        }
    }

    /// Starts, resumes or aborts a tree that runs from its own text.
    pub(super) fn tree<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        node: NodeId,
        op: Op,
        slot: Option<Slotted>,
    ) -> Answered {
        let subtree = self.program.subtree(code).expect("the leaf is such a tree");
        let is_new = slot.is_none();
        // A tree that started compiled stays compiled until it ends.
        let mut inside = match slot.map(Slotted::downcast::<LiveSubtree>) {
            Some(Ok(inside)) => inside,
            Some(Err(compiled)) => return self.call(inputs, code, node, op, Some(compiled)),
            None => {
                let built = match &subtree.new {
                    Some(declared) => self.new_tree(code, declared),
                    None => self.call(inputs, code, node, Op::Make, None).slot.expect("a tree is made by its piece"),
                };
                let program = Arc::clone(&subtree.program);
                Box::new(LiveSubtree { built, program, state: State::Idle, is_mocked: false })
            }
        };
        if op == Op::Abort {
            self.abort_inside(inputs, subtree, node, &mut inside);
            return Answered { out: Out::Nothing, slot: None };
        }
        if is_new {
            inputs.start(node.0);
        }
        let begins = !inside.is_mocked;
        let mocked = if inside.state.is_idle() { self.mocked_tree(inputs, node, begins) } else { None };
        let is_mocked = mocked.is_some();
        inside.is_mocked = is_mocked;
        let step = mocked.unwrap_or_else(|| self.tick_inside(inputs, subtree, node, &mut inside));
        let (status, outcome) = match step {
            Step::Success => (Some(Status::Success), Outcome::Success),
            Step::Failure => (Some(Status::Failure), Outcome::Failure),
            Step::Running => {
                inputs.ran(node.0, Some(Status::Running));
                return Answered { out: Out::Step(Step::Running), slot: Some(inside) };
            }
            Step::Error(_) => (None, Outcome::Aborted),
        };
        inputs.ran(node.0, status);
        if is_mocked {
            inputs.watch.finish_mocked(node.0, outcome, inputs.span);
        }
        inputs.finish(node.0, outcome);
        Answered { out: Out::Step(step), slot: None }
    }

    /// Makes a tree that no built tree has here, from its arguments.
    fn new_tree(&self, code: CodeId, declared: &Arc<Declared>) -> Slotted {
        let Code::Piece { args, .. } = self.program.code(code) else { return Box::new(()) };
        let args: Vec<live::Arg<'_>> = args.iter().map(|arg| argument(self.params, &self.set, arg)).collect();
        Box::new(NewTree::new(declared, &args))
    }

    fn tick_inside<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        subtree: &Subtree,
        node: NodeId,
        inside: &mut LiveSubtree,
    ) -> Ticked {
        let (step, given) = inputs.inside_outline(node.0, subtree.program.outline.0, |inputs| {
            self.within(subtree, inside, |run, state| {
                let step = run.region(inputs, RegionId(0), state);
                (step, run.given())
            })
        });
        self.given = if self.program.nodes[node.0].is_value_used { given } else { None };
        step
    }

    fn abort_inside<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        subtree: &Subtree,
        node: NodeId,
        inside: &mut LiveSubtree,
    ) {
        let (outline, is_mocked) = (inside.program.outline.0, inside.is_mocked);
        inputs.inside_outline(node.0, outline, |inputs| {
            self.within(subtree, inside, |run, state| run.abort(inputs, RegionId(0), state));
        });
        if is_mocked {
            inputs.watch.finish_mocked(node.0, Outcome::Aborted, inputs.span);
        }
        inputs.aborted(node.0);
    }

    /// An observer's answer that replaces a tree, unless the tree itself is running.
    fn mocked_tree<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        node: NodeId,
        is_new: bool,
    ) -> Option<Ticked> {
        let mocked = self.mocked_leaf(inputs, node, Can::ANYTHING);
        match mocked {
            Some(_) if is_new => inputs.watch.start_mocked(node.0, inputs.span),
            None if !is_new => inputs.watch.resume_mocked(node.0),
            _ => {}
        }
        mocked
    }

    /// Runs the interpreter on the state of a tree in a leaf's place.
    pub(super) fn within<R>(
        &mut self,
        subtree: &Subtree,
        LiveSubtree { built, program, state, .. }: &mut LiveSubtree,
        work: impl FnOnce(&mut Run<'_>, &mut State) -> R,
    ) -> R {
        let outer = &mut *self.host;
        let mut host = |callee: &Callee, io: &mut Io<'_, '_, '_>| match callee.adapter {
            None => outer(&Callee { adapter: subtree.adapter.clone(), index: callee.index }, io),
            Some(_) => outer(callee, io),
        };
        let built = Built { built: &**built, param: subtree.param };
        work(&mut Run::new(program, &built, &mut host), state)
    }
}

/// The position of the first active node in a leaf's place.
pub(super) fn first_active(
    program: &Program,
    code: CodeId,
    slot: &live::Held,
    node: usize,
    search: Search<'_>,
) -> Option<usize> {
    match (slot.downcast_ref::<LiveSubtree>(), program.subtree(code)) {
        (Some(inside), Some(subtree)) if Arc::ptr_eq(&inside.program, &subtree.program) => {
            let search = search.inside(node, inside.program.outline.0.positions);
            inside.state.first_active(&inside.program, RegionId(0), search)
        }
        (Some(_), _) => search.found(node),
        (None, _) => program.leaf(code).and_then(|leaf| (leaf.active)(slot, node, search)),
    }
}

/// How long what is in a leaf's place can go without ticks.
pub(super) fn sleep(program: &Program, code: CodeId, slot: &live::Held) -> Option<Duration> {
    match slot.downcast_ref::<LiveSubtree>() {
        Some(inside) => inside.state.sleep(&inside.program, RegionId(0)),
        None => program.leaf(code).and_then(|leaf| (leaf.sleep)(slot)),
    }
}
