//! Runs the parts of a machine.

use bt_reference::interpreter::{Span, Stop};
use bt_reference::world::{Panicked, Status, World};

use crate::compiled::{Compiled, Held, Kept, State};
use crate::read::{Code, Value};
use crate::values::{Given, Values};
use bt_compiler::tree::ir::{
    Act, Body, Call, CellId, Choice, Flow, Frame, Holds, Loop, Outcome, Part, PartId, PlaceId, RegionId, Slot, Target,
    Throttled, ValueId,
};
use bt_compiler::tree::model::CodeId;
use bt_compiler::tree::plan::parts::Steps;

pub type Ticked = Result<Status, Stop>;

/// One tree that is being run.
pub struct Run<'a> {
    pub all: &'a [Compiled],
    pub tree: &'a Compiled,
    pub base: u32,
    pub kept: &'a mut Kept,
    pub world: &'a World,
    /// Whether every `observe` looks in this tick.
    pub look: bool,
    /// Whether the reactive part that is ticked next resumes its active child.
    pub resumes: bool,
    /// The values that are set here.
    pub set: Values,
    /// The value of the node that has just succeeded.
    pub given: Option<Given>,
}

/// The status in which something ends.
pub fn status(outcome: Outcome) -> Status {
    match outcome {
        Outcome::Success => Status::Success,
        Outcome::Failure => Status::Failure,
    }
}

fn ended(outcome: Outcome) -> Ticked {
    Ok(status(outcome))
}

impl<'a> Run<'a> {
    /// Ticks a whole region.
    pub fn region(&mut self, region: RegionId, state: &mut State, span: &mut Span) -> Ticked {
        let ticked = self.part(region, self.tree.machine[region].entry, state, span);
        if ticked.is_err() {
            *state = State::Idle;
        }
        ticked
    }

    fn part_of(&self, region: RegionId, part: PartId) -> &'a Part {
        &self.tree.machine[region][part]
    }

    fn part(&mut self, region: RegionId, id: PartId, state: &mut State, span: &mut Span) -> Ticked {
        let part = self.part_of(region, id);
        let ticked = self.body(region, id, state, span);
        if ticked != ended(Outcome::Success) || part.gives.is_none() {
            self.given = None;
        }
        ticked
    }

    fn body(&mut self, region: RegionId, id: PartId, state: &mut State, span: &mut Span) -> Ticked {
        let part = self.part_of(region, id);
        if *state == State::Idle && !matches!(part.body, Body::Flow(_)) {
            self.forget(&self.tree.plan.forgets[part.node.0]);
        }
        match &part.body {
            Body::Flow(flow) => {
                let plan = self.tree.plan.part(region, id).body.steps();
                self.in_flow(plan, |run| run.flow(region, flow, plan, state, span))
            }
            Body::Loop { turns, rest, child } => self.endless(region, *turns, *rest, *child, state, span),
            Body::Guard { ask, child } => {
                if !self.ask(*ask)? {
                    self.abort(region, state, span.now)?;
                    return ended(Outcome::Failure);
                }
                self.part(region, *child, state, span)
            }
            Body::Reactive { go_on_after, children, locals, .. } => {
                let active = children.iter().position(|&child| self.holds(region, child, state));
                let first = if self.resumes(part) { active.expect("a child is resumed") } else { 0 };
                let ticked = self.reactive(region, *go_on_after, locals, &children[first..], state, span);
                self.unset(locals);
                ticked
            }
            Body::Priority { .. } | Body::Contest { .. } => unreachable!("its frame calls this part"),
            Body::Rechoose { choice, children, locals, .. } => {
                let active =
                    children.iter().position(|child| child.is_some_and(|child| self.holds(region, child, state)));
                let (chosen, matched) =
                    if self.resumes(part) { (active.expect("a child is resumed"), None) } else { self.choose(choice)? };
                if active.is_some_and(|active| active != chosen) {
                    self.abort(region, state, span.now)?;
                }
                if let Some((value, number)) = matched {
                    self.bind_matched(value, number);
                }
                let ticked = match children.get(chosen).copied().flatten() {
                    Some(child) => self.part(region, child, state, span),
                    None => ended(Outcome::Failure),
                };
                self.unset(locals);
                ticked
            }
        }
    }

    /// Ticks the region of a `priority`; `left` are the children that have not failed.
    pub fn priority(&mut self, region: RegionId, left: &mut Vec<usize>, state: &mut State, span: &mut Span) -> Ticked {
        let part = self.part_of(region, self.tree.machine[region].entry);
        let Body::Priority { conditions, keep_turn, children } = &part.body else {
            unreachable!("it is the part of a `priority`")
        };
        let active = children.iter().position(|&child| self.holds(region, child, state));
        let mut turn = active;
        if !self.resumes(part) {
            turn = None;
            for (child, &condition) in conditions.iter().enumerate() {
                if !left.contains(&child) {
                    if !self.holds_now(condition)? {
                        left.push(child);
                    }
                } else if turn.is_none()
                    && ((keep_turn[child] && active == Some(child)) || self.holds_now(condition)?)
                {
                    turn = Some(child);
                }
            }
        }
        if active.is_some() && active != turn {
            self.abort(region, state, span.now)?;
        }
        while let Some(child) = turn {
            let status = self.part(region, children[child], state, span);
            if status != ended(Outcome::Failure) {
                if status.is_err() {
                    *state = State::Idle;
                }
                return status;
            }
            left.retain(|&other| other != child);
            turn = None;
            for (next, &condition) in conditions.iter().enumerate().skip(child + 1) {
                if left.contains(&next) && self.holds_now(condition)? {
                    turn = Some(next);
                    break;
                }
            }
        }
        ended(Outcome::Failure)
    }

    /// Ticks the region of a `reactive_utility`; `left` are the children that have not failed.
    pub fn contest(
        &mut self,
        region: RegionId,
        left: &mut Vec<usize>,
        margin: f64,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let part = self.part_of(region, self.tree.machine[region].entry);
        let Body::Contest { scores, children } = &part.body else {
            unreachable!("it is the part of a `reactive_utility`")
        };
        let active = children.iter().position(|&child| self.holds(region, child, state));
        let mut turn = match active.filter(|_| self.resumes(part)) {
            Some(active) => active,
            None => {
                let (best, scores) = self.best(scores, left)?;
                let takes_over = |active: usize| {
                    let own = *left.iter().zip(&scores).find(|(child, _)| **child == active).expect("it is left").1;
                    if own.is_nan() { !scores[best].is_nan() } else { scores[best] > own + margin }
                };
                active.filter(|&active| !takes_over(active)).unwrap_or(left[best])
            }
        };
        if active.is_some_and(|active| active != turn) {
            self.abort(region, state, span.now)?;
        }
        loop {
            let status = self.part(region, children[turn], state, span);
            if status != ended(Outcome::Failure) {
                if status.is_err() {
                    *state = State::Idle;
                }
                return status;
            }
            left.retain(|&other| other != turn);
            if left.is_empty() {
                return ended(Outcome::Failure);
            }
            turn = left[self.best(scores, left)?.0];
        }
    }

    fn holds_now(&self, condition: Option<CodeId>) -> Result<bool, Panicked> {
        condition.map_or(Ok(true), |condition| self.ask(condition))
    }

    /// Whether a reactive part resumes its active child, as decided by an `observe` above it.
    fn resumes(&mut self, part: &Part) -> bool {
        part.observed && std::mem::take(&mut self.resumes)
    }

    /// Whether the region waits in this part.
    fn holds(&self, region: RegionId, part: PartId, state: &State) -> bool {
        matches!(state, State::At(place, _) if self.part_of(region, part).places.contains(place))
    }

    fn flow(&mut self, region: RegionId, flow: &Flow, plan: &Steps, state: &mut State, span: &mut Span) -> Ticked {
        let waiting = match state {
            State::At(place, _) => plan.step_at(*place),
            State::Idle | State::Ended(_) => None,
        };
        let mut target = waiting.map_or(flow.entry, Target::Step);
        let mut out = None;
        loop {
            self.given = None;
            let step = match target {
                Target::End(outcome) => {
                    self.given = out;
                    return ended(outcome);
                }
                Target::Step(step) => &flow.steps[step.0],
            };
            let (status, exits) = match &step.act {
                Act::Choose { choice, exits } => {
                    let (chosen, matched) = self.choose(choice)?;
                    if let Some((value, number)) = matched {
                        self.bind_matched(value, number);
                    }
                    target = exits[chosen].to;
                    continue;
                }
                Act::Begin { place, first } => {
                    take(state, *place);
                    target = *first;
                    continue;
                }
                // Nothing observes this run.
                Act::Mock { node, .. } => {
                    target = *node;
                    continue;
                }
                Act::Part { part, exits } => (self.part(region, *part, state, span)?, exits),
                Act::Call { call, place: None, exits } => (self.call(call, span.now)?, exits),
                Act::Call { call, place: Some(place), exits } => {
                    take(state, *place);
                    (rest(self.call(call, span.now)?, state, *place, Held::Nothing), exits)
                }
                Act::Leaf { place, exits, .. } | Act::Frame { place, exits } => {
                    let mut held = match take(state, *place) {
                        Some(held) => held,
                        None => self.begin(region, *place, span.now)?,
                    };
                    let status = self.tick_place(region, *place, &mut held, span)?;
                    if self.gives_back(region, *place) == Some(status) {
                        self.set.extend(held.values());
                    }
                    (rest(status, state, *place, held), exits)
                }
            };
            target = match status {
                Status::Running => return Ok(Status::Running),
                Status::Success | Status::Failure => {
                    let exit = if status == Status::Success { exits.success } else { exits.failure };
                    match exit.value {
                        // Without a value, nothing is set.
                        Some(Slot::Local(value)) => self.set.extend(self.given.take().map(|given| (value, given))),
                        Some(Slot::Out) => out = self.given.take(),
                        None => {}
                    }
                    exit.to
                }
            };
        }
    }

    /// The status after which a group gives back what it holds.
    fn gives_back(&self, region: RegionId, place: PlaceId) -> Option<Status> {
        let Holds::Frame(Frame::Group(group)) = &self.tree.machine[region][place].holds else { return None };
        group.gives_back_after.map(status)
    }

    fn endless(
        &mut self,
        region: RegionId,
        turns: Loop,
        place: PlaceId,
        child: PartId,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        take(state, place);
        let mut began = (*state == State::Idle).then_some(span.left);
        loop {
            let status = self.part(region, child, state, span)?;
            if status == Status::Running {
                return Ok(Status::Running);
            }
            if status != self::status(turns.go_on_after) {
                return ended(turns.result);
            }
            if began == Some(span.left) || !self.world.count_pass() {
                return Ok(rest(Status::Running, state, place, Held::Nothing));
            }
            began = Some(span.left);
        }
    }

    fn reactive(
        &mut self,
        region: RegionId,
        go_on_after: Outcome,
        locals: &[ValueId],
        children: &[PartId],
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let active = children.iter().position(|&child| self.holds(region, child, state));
        for (index, &child) in children.iter().enumerate() {
            if active.is_none_or(|active| index >= active) {
                let status = self.part(region, child, state, span)?;
                if status != self::status(go_on_after) {
                    return Ok(status);
                }
                self.bind_child(region, child);
                continue;
            }
            let (mut earlier, whole) = (State::Idle, *span);
            let ticked = self.part(region, child, &mut earlier, span);
            if ticked != ended(go_on_after) {
                if ticked != Err(Stop::Panicked) {
                    let moment = if ticked.is_err() { span.now } else { whole.now };
                    self.unset(locals);
                    self.abort(region, state, moment)?;
                }
                *state = earlier;
                return ticked;
            }
            self.bind_child(region, child);
            *span = whole;
        }
        ended(go_on_after)
    }

    /// Binds the value of a child that has just succeeded.
    pub fn bind_child(&mut self, region: RegionId, child: PartId) {
        if let Some(value) = self.tree.plan.part(region, child).binds {
            self.bind(value);
        }
    }

    fn call(&mut self, call: &Call, now: u64) -> Ticked {
        let success = match call {
            Call::Action(code) | Call::TimedAction(code) => {
                let id = self.id(*code)?;
                let answer = self.world.act(id)?;
                if let (Code::Fetch(_), Status::Success) = (self.tree.code(*code), answer.status()) {
                    self.give(self.world.find(id, answer)?);
                }
                return Ok(answer.status());
            }
            Call::Condition(code) => self.ask(*code)?,
            Call::WaitUntil(code) => return Ok(if self.ask(*code)? { Status::Success } else { Status::Running }),
            Call::Give(code) => {
                let given = self.number(*code)?;
                self.give(given);
                true
            }
            Call::Running => return Ok(Status::Running),
            Call::Constant(outcome) => outcome.is_success(),
            Call::IsEmpty(cell) => self.kept.cells[cell.0] == 0,
            Call::KeptSuccess(cell) => self.kept.cells[cell.0] == 2,
            Call::Keep(cell, outcome) => {
                self.kept.cells[cell.0] = 1 + u32::from(outcome.is_success());
                outcome.is_success()
            }
            Call::IsBelow(cell, limit) => u64::from(self.kept.cells[cell.0]) < self.value(*limit)?,
            Call::CountUp(cell) => {
                self.kept.cells[cell.0] += 1;
                true
            }
            Call::KeepMoment(cell) => {
                self.stop(*cell, now);
                true
            }
            Call::HasCooled(cell, time) => {
                let time = self.value(*time)?;
                self.stopped(*cell).is_none_or(|stopped| now >= stopped.saturating_add(time))
            }
            Call::Chance(code) => {
                let chance = self.float(*code)?;
                self.unit()? < chance
            }
            Call::Remember(key, value, at) => {
                let (key, value) = (self.number(*key)?, self.number(*value)?);
                self.world.remember(key, value, at.map(|at| self.number(at)).transpose()?);
                true
            }
            Call::Recalls(key, value) => {
                let known = self.world.recall(self.number(*key)?);
                match value {
                    Some(value) => known == Some(self.number(*value)?),
                    None => known.is_some(),
                }
            }
            Call::Forget(key) => {
                self.world.forget(self.number(*key)?);
                true
            }
        };
        ended(if success { Outcome::Success } else { Outcome::Failure })
    }

    /// The id in a function that is called.
    #[allow(clippy::wildcard_enum_match_arm, reason = "an argument of a random tree, not a kind of node")]
    pub fn id(&self, code: CodeId) -> Result<u32, Panicked> {
        match *self.tree.code(code) {
            Code::Function(id) | Code::Fetch(id) | Code::Choice(id, _) => self.called(code, id),
            ref other => unreachable!("{other:?} is not a function"),
        }
    }

    /// The key that a node compares.
    pub fn key(&self, code: CodeId) -> Result<u32, Panicked> {
        if matches!(self.tree.code(code), Code::Bound) {
            return Ok(self.bound(code));
        }
        self.world.number(self.id(code)?)
    }

    fn number(&self, code: CodeId) -> Result<u32, Panicked> {
        self.value(code).map(|number| number as u32)
    }

    /// Forgets moments of this tree, and of the trees in it.
    pub fn forget(&mut self, moments: &Throttled) {
        forget(self.all, self.tree, self.kept, moments);
    }

    /// When the child of a `cooldown` stopped, if it ever has.
    pub fn stopped(&self, cell: CellId) -> Option<u64> {
        let cells = &self.kept.cells[cell.0..];
        (u64::from(cells[0]) | u64::from(cells[1]) << 32).checked_sub(1)
    }

    /// Notes that the child of a `cooldown` has stopped now.
    pub fn stop(&mut self, cell: CellId, now: u64) {
        let cells = &mut self.kept.cells[cell.0..];
        (cells[0], cells[1]) = ((now + 1) as u32, ((now + 1) >> 32) as u32);
    }

    fn ask(&self, code: CodeId) -> Result<bool, Panicked> {
        self.world.ask(self.id(code)?)
    }

    /// Which child is chosen. With patterns, also the matched value if something uses it, with its number.
    fn choose(&self, choice: &Choice) -> Result<(usize, Option<(ValueId, u32)>), Panicked> {
        match choice {
            &Choice::If(code) => Ok((if self.ask(code)? { 0 } else { 1 }, None)),
            Choice::Weighted(weights) => Ok((self.weigh(weights)?, None)),
            &Choice::Match(code, matched) => {
                let Code::Choice(_, arms) = self.tree.code(code) else { unreachable!("a choice is expected") };
                let number = self.world.number(self.id(code)?)?;
                let chosen = arms.iter().position(|arm| arm.matches(number)).expect("an arm matches");
                Ok((chosen, matched.map(|value| (value, number))))
            }
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "an argument of a random tree, not a kind of node")]
    pub fn value(&self, code: CodeId) -> Result<u64, Panicked> {
        match *self.tree.code(code) {
            Code::Value(Value::Of(value)) => Ok(value),
            Code::Value(Value::Float(seconds)) => Ok((seconds * 1e9) as u64),
            Code::Value(Value::Bound) => Ok(u64::from(self.bound(code))),
            Code::Value(Value::Few) => Ok(u64::from(self.bound(code) % 4)),
            Code::Value(Value::Long) => Ok(u64::from(self.bound(code) % 4) * 250_000_000),
            Code::Value(Value::Chance(_) | Value::Score(_) | Value::Likely) => {
                unreachable!("a probability is not a count")
            }
            Code::Value(Value::Number(id)) => self.world.number(self.called(code, id)?).map(u64::from),
            Code::Value(Value::Time(id)) => self.world.time(self.called(code, id)?),
            ref other => unreachable!("{other:?} is not a value"),
        }
    }
}

/// Forgets moments of a tree, and of the trees in it.
pub fn forget(all: &[Compiled], tree: &Compiled, kept: &mut Kept, moments: &Throttled) {
    for cell in &moments.cells {
        kept.cells[cell.0..cell.0 + 2].fill(0);
    }
    for leaf in &moments.leaves {
        if let (Some(kept), Some(inner)) = (&mut kept.trees[leaf.0], tree.tree_at(*leaf)) {
            forget(all, &all[inner], kept, &all[inner].plan.open);
        }
    }
}

/// What a place holds, if the region waits there.
fn take(state: &mut State, place: PlaceId) -> Option<Held> {
    if !matches!(state, State::At(at, _) if *at == place) {
        return None;
    }
    if let State::At(_, held) = std::mem::take(state) { Some(held) } else { None }
}

/// If a place is still running, the region waits there. It must not wait elsewhere: that node would be forgotten.
fn rest(status: Status, state: &mut State, place: PlaceId, held: Held) -> Status {
    if status == Status::Running {
        assert_eq!(*state, State::Idle, "a node is forgotten");
        *state = State::At(place, held);
    }
    status
}
