//! Runs what places hold.

use bt_reference::interpreter::{Span, Stop};
use bt_reference::program::Leaf;
use bt_reference::world::{Outcome, Panicked, Status};

use crate::compiled::{Held, State};
use crate::evaluate::{Run, Ticked};
use crate::read::Code;
use bt_compiler::tree::ir::frame::{
    Contest, Cooldown, Counted, Decorated, Duration, Every, Finally, Group, Keyed, Observe, Parallel, Pick, PickBy,
    Pipeline, Priority, Recover, RoundRobin, Rule, SimpleParallel, Timeout, Timer,
};
use bt_compiler::tree::ir::{Frame, Holds, Loop, Place, PlaceId, RegionId};
use bt_compiler::tree::model::{CodeId, NodeId};

impl Run<'_> {
    /// What a place holds at the beginning.
    pub fn begin(&mut self, region: RegionId, place: PlaceId, now: u64) -> Result<Held, Panicked> {
        let tree = self.tree;
        let Place { node, holds } = &tree.machine[region][place];
        if matches!(holds, Holds::Frame(frame) if !matches!(frame, Frame::Group(_))) {
            self.forget(&tree.machine.forgets[node.0]);
        }
        let state = Box::<State>::default;
        Ok(match &self.tree.machine[region][place].holds {
            Holds::Nothing | Holds::Begin => Held::Nothing,
            Holds::Leaf(code) => match *self.tree.code(*code) {
                Code::Leaf(_, _, Some(asks)) => {
                    Held::Leaf { code: *code, argument: self.world.number(asks.with(self.base))?, runs: 0, ended: None }
                }
                Code::Tree(_, base) => Held::Tree { base: base.with(self.base), state: state() },
                _ => Held::Leaf { code: *code, argument: 0, runs: 0, ended: None },
            },
            Holds::Frame(frame) => match frame {
                Frame::Group(Group { .. }) => Held::Group { state: state() },
                Frame::Counted(Counted { count, .. }) => {
                    Held::Loop { left: self.value(*count)? as u32, state: state() }
                }
                Frame::Decorated(Decorated { .. }) => Held::Decorated { ticks: 0, state: state() },
                Frame::Timer(Timer { duration: Duration::For(time) }) => Held::Timer { left: self.value(*time)? },
                Frame::Timer(Timer { duration: Duration::Since(cell, time) }) => {
                    let time = self.value(*time)?;
                    let end = self.stopped(*cell).map_or(now, |kept| kept.saturating_add(time));
                    Held::Timer { left: end.saturating_sub(now) }
                }
                Frame::Timer(Timer { duration: Duration::Between(one, other) }) => {
                    let (one, other) = (self.value(*one)?, self.value(*other)?);
                    let more = self.below(one.abs_diff(other).saturating_add(1))?;
                    Held::Timer { left: one.min(other) + more }
                }
                Frame::Every(Every { period, .. }) => {
                    Held::Every { period: self.value(period.code())?, passed: 0, state: state() }
                }
                Frame::Cooldown(Cooldown { .. }) => Held::Group { state: state() },
                Frame::Pick(Pick { begins, .. }) => Held::Pick { left: (0..begins.len()).collect(), state: state() },
                Frame::Priority(Priority { children, .. }) => {
                    Held::Pick { left: (0..*children).collect(), state: state() }
                }
                Frame::Contest(Contest { children, margin, .. }) => {
                    Held::Contest { left: (0..*children).collect(), margin: self.real(*margin)?, state: state() }
                }
                Frame::Recover(Recover { count, .. }) => {
                    Held::Recover { left: self.value(*count)? as u32, recovers: false, state: state() }
                }
                Frame::Finally(Finally { .. }) => Held::Finally { ended: None, state: state() },
                Frame::RoundRobin(RoundRobin { .. }) => Held::RoundRobin { failed: 0, state: state() },
                Frame::Keyed(Keyed { key, .. }) => {
                    Held::Observe { key: Some(self.world.number(self.id(*key))?), state: state() }
                }
                Frame::SimpleParallel(SimpleParallel { .. }) => Held::Both { states: vec![State::Idle; 2] },
                Frame::Observe(Observe { .. }) => Held::Observe { key: None, state: state() },
                Frame::Timeout(Timeout { duration, .. }) => {
                    Held::Timeout { left: self.value(*duration)?, state: state() }
                }
                Frame::Parallel(Parallel { rule, branches }) => {
                    let mut enough = match rule {
                        Rule::Parallel { success, failure } => [success, failure].map(|enough| enough.known()),
                        Rule::All { failure } => [Some(0), failure.known()],
                    };
                    for (name, code) in rule.read() {
                        enough[usize::from(name == "failures")] = Some(self.value(code)? as usize);
                    }
                    let enough = enough.map(|enough| enough.expect("what is not written is read"));
                    Held::Parallel { enough, states: vec![State::Idle; branches.len()] }
                }
                Frame::Pipeline(Pipeline { children }) => {
                    Held::Pipeline { reached: 0, states: vec![State::Idle; children.len()] }
                }
            },
        })
    }

    /// Ticks what a place holds.
    pub fn tick_place(&mut self, region: RegionId, place: PlaceId, held: &mut Held, span: &mut Span) -> Ticked {
        let tree = self.tree;
        let place = &tree.machine[region][place];
        let frame = match &place.holds {
            Holds::Frame(frame) => frame,
            Holds::Leaf(code) => return self.leaf(*code, place.node, held, span),
            Holds::Nothing | Holds::Begin => unreachable!("there is nothing to tick"),
        };
        match (frame, held) {
            (Frame::Group(Group { child }), Held::Group { state }) => self.region(*child, state, span),
            (Frame::Counted(Counted { turns, child, .. }), Held::Loop { left, state }) => {
                self.counted(*turns, *child, left, state, span)
            }
            (Frame::Decorated(Decorated { decorator, child }), Held::Decorated { ticks, state }) => {
                self.decorated(*decorator, *child, ticks, state, span)
            }
            (Frame::Timer(Timer { .. }), Held::Timer { left }) => {
                let passed = (*left).min(span.left);
                *left -= passed;
                span.pass(passed);
                Ok(if *left == 0 { Status::Success } else { Status::Running })
            }
            (Frame::Timeout(Timeout { child, .. }), Held::Timeout { left, state }) => {
                let mut part = span.first(*left);
                let cut = part.left;
                // An error comes up when it comes up in the part.
                let ticked = self.region(*child, state, &mut part);
                if ticked != Ok(Status::Running) {
                    span.pass(cut - part.left);
                    return ticked;
                }
                *left -= cut;
                span.pass(cut);
                if *left == 0 {
                    self.abort(*child, state, span.now)?;
                    return Ok(Status::Failure);
                }
                Ok(Status::Running)
            }
            (Frame::Every(Every { action, child, .. }), Held::Every { period, passed, state }) => {
                self.every(*action, *child, *period, passed, state, span)
            }
            (Frame::Cooldown(Cooldown { cell, child }), Held::Group { state }) => {
                let ticked = self.region(*child, state, span);
                if ticked != Ok(Status::Running) {
                    self.stop(*cell, span.now);
                }
                ticked
            }
            (Frame::Pick(Pick { by, go_on_after, begins, child }), Held::Pick { left, state }) => loop {
                if **state == State::Idle {
                    if left.is_empty() {
                        return Ok(if *go_on_after { Status::Success } else { Status::Failure });
                    }
                    let picked = self.pick(by, left)?;
                    **state = State::At(begins[left.remove(picked)], Held::Nothing);
                }
                let status = self.region(*child, state, span)?;
                if status == Status::Running || (status == Status::Success) != *go_on_after {
                    return Ok(status);
                }
            },
            (Frame::Priority(Priority { child, .. }), Held::Pick { left, state }) => {
                self.priority(*child, left, state, span)
            }
            (Frame::Contest(Contest { child, .. }), Held::Contest { left, margin, state }) => {
                self.contest(*child, left, *margin, state, span)
            }
            (Frame::Recover(Recover { begins, child, .. }), Held::Recover { left, recovers, state }) => loop {
                if **state == State::Idle {
                    **state = State::At(begins[usize::from(*recovers)], Held::Nothing);
                }
                match (self.region(*child, state, span)?, *recovers) {
                    (Status::Failure, false) if *left > 0 => {
                        *left -= 1;
                        *recovers = true;
                    }
                    (Status::Success, true) => {
                        *recovers = false;
                        if !self.world.count_pass() {
                            return Ok(Status::Running);
                        }
                    }
                    (status, _) => return Ok(status),
                }
            },
            (Frame::Finally(finally), Held::Finally { ended, state }) => self.finally(finally, ended, state, span),
            (Frame::RoundRobin(RoundRobin { cell, begins, child }), Held::RoundRobin { failed, state }) => loop {
                let turn = (self.kept.cells[cell.0] as usize + *failed) % begins.len();
                if **state == State::Idle {
                    **state = State::At(begins[turn], Held::Nothing);
                }
                let status = self.region(*child, state, span)?;
                if status == Status::Success {
                    self.kept.cells[cell.0] = (turn as u32 + 1) % begins.len() as u32;
                }
                if status != Status::Failure {
                    return Ok(status);
                }
                *failed += 1;
                if *failed == begins.len() {
                    return Ok(Status::Failure);
                }
            },
            (Frame::Keyed(Keyed { key, child }), Held::Observe { key: taken, state }) => {
                if **state != State::Idle {
                    let now = Some(self.world.number(self.id(*key))?);
                    if *taken != now {
                        *taken = now;
                        self.abort(*child, state, span.now)?;
                    }
                }
                self.region(*child, state, span)
            }
            (Frame::SimpleParallel(SimpleParallel { main, background }), Held::Both { states }) => {
                let ticked = self.simple_parallel([*main, *background], states, span);
                if ticked != Ok(Status::Running) && ticked != Err(Stop::Panicked) {
                    self.abort_branches(&[*main, *background], states, span.now)?;
                }
                ticked
            }
            (Frame::Observe(Observe { key, child }), Held::Observe { key: seen, state }) => {
                let now = self.world.number(self.id(*key))?;
                self.resumes = *seen == Some(now) && !self.look && **state != State::Idle;
                *seen = Some(now);
                self.region(*child, state, span)
            }
            (Frame::Parallel(Parallel { branches, .. }), Held::Parallel { enough, .. })
                if enough.iter().any(|&enough| enough > branches.len()) =>
            {
                Ok(Status::Failure)
            }
            (Frame::Parallel(Parallel { rule, branches }), Held::Parallel { enough, states }) => {
                self.parallel(*rule, *enough, branches, states, span)
            }
            (Frame::Pipeline(Pipeline { children }), Held::Pipeline { reached, states }) => {
                self.pipeline(children, reached, states, span)
            }
            _ => unreachable!("a place holds what it is for"),
        }
    }

    fn leaf(&mut self, code: CodeId, node: NodeId, held: &mut Held, span: &mut Span) -> Ticked {
        let (argument, runs) = match held {
            Held::Tree { base, state } => {
                return self.in_tree(code, node, *base, |run| run.region(RegionId(0), state, span));
            }
            Held::Leaf { ended: Some(status), .. } => return Ok(*status),
            Held::Leaf { argument, runs, .. } => (*argument, runs),
            _ => unreachable!("a place holds what it is for"),
        };
        let Code::Leaf(leaf, id, _) = *self.tree.code(code) else { unreachable!("a leaf is expected") };
        let id = id.with(self.base);
        if *runs == 0 {
            self.world.start(id, argument)?;
        }
        let answer = self.world.run(id, *runs)?;
        *runs += 1;
        if leaf == Leaf::Busy {
            self.world.sees(id, span.left)?;
            let enough = answer.nanos() <= span.left;
            if enough {
                span.pass(answer.nanos());
            }
            self.world.spent(id, enough)?;
        }
        let by_bool = if answer.success() { Status::Success } else { Status::Failure };
        let result = match leaf {
            Leaf::Sure => Some(Status::Success),
            Leaf::Quick | Leaf::ChosenQuick => Some(by_bool),
            Leaf::Fallible => answer.result(),
            _ => Some(answer.status()),
        };
        match result {
            Some(Status::Running) => {}
            Some(Status::Success) => self.world.finish(id, Outcome::Success, *runs)?,
            Some(Status::Failure) => self.world.finish(id, Outcome::Failure, *runs)?,
            None => self.world.finish(id, Outcome::Aborted, *runs)?,
        }
        result.ok_or(Stop::Error(id))
    }

    /// Works in a tree that stands as a leaf.
    fn in_tree<T>(&mut self, code: CodeId, node: NodeId, base: u32, work: impl FnOnce(&mut Run) -> T) -> T {
        let Code::Tree(tree, _) = *self.tree.code(code) else { unreachable!("a tree is expected") };
        let kept = self.kept.trees[node.0].as_mut().expect("a tree has its own kept cells");
        work(&mut Run {
            all: self.all,
            tree: &self.all[tree],
            base,
            kept,
            world: self.world,
            look: self.look,
            resumes: std::mem::take(&mut self.resumes),
        })
    }

    fn counted(&mut self, turns: Loop, child: RegionId, left: &mut u32, state: &mut State, span: &mut Span) -> Ticked {
        let end = |success: bool| Ok(if success { Status::Success } else { Status::Failure });
        if *left == 0 {
            return end(turns.again_after);
        }
        loop {
            let status = self.region(child, state, span)?;
            if status == Status::Running {
                return Ok(status);
            }
            if (status == Status::Success) != turns.again_after {
                return end(turns.result);
            }
            *left -= 1;
            if *left == 0 {
                return end(turns.again_after);
            }
            if !self.world.count_pass() {
                return Ok(Status::Running);
            }
        }
    }

    fn decorated(
        &mut self,
        decorator: CodeId,
        child: RegionId,
        ticks: &mut u32,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let Code::Moody(id) = *self.tree.code(decorator) else { unreachable!("a decorator is expected") };
        let id = id.with(self.base);
        if *ticks == 0 {
            self.world.start(id, 0)?;
        }
        *ticks += 1;
        let result = self.asked(id, child, *ticks - 1, state, span);
        match result {
            Ok(Status::Running) | Err(Stop::Panicked) => {}
            Ok(Status::Success) => self.world.finish(id, Outcome::Success, *ticks)?,
            Ok(Status::Failure) => self.world.finish(id, Outcome::Failure, *ticks)?,
            Err(Stop::Error(_)) => self.world.finish(id, Outcome::Aborted, *ticks)?,
        }
        result
    }

    fn asked(&mut self, id: u32, child: RegionId, ticks: u32, state: &mut State, span: &mut Span) -> Ticked {
        if let Some(status) = self.world.before(id, ticks)? {
            self.abort(child, state, span.now)?;
            return Ok(status);
        }
        let status = self.region(child, state, span)?;
        if status == Status::Running {
            span.use_up();
        }
        let answer = self.world.after(id, ticks, status)?;
        if answer != Status::Running {
            self.abort(child, state, span.now)?;
        }
        Ok(answer)
    }

    fn parallel(
        &mut self,
        rule: Rule,
        [success, failure]: [usize; 2],
        branches: &[RegionId],
        states: &mut [State],
        span: &mut Span,
    ) -> Ticked {
        let whole = *span;
        let (mut last_success, mut last_failure) = (whole, whole);
        for index in 0..branches.len() {
            if let State::Ended(_) = states[index] {
                continue;
            }
            let mut own = whole;
            match self.region(branches[index], &mut states[index], &mut own) {
                Ok(Status::Running) => {}
                Ok(end) => {
                    let success = end == Status::Success;
                    states[index] = State::Ended(success);
                    let last = if success { &mut last_success } else { &mut last_failure };
                    *last = later(own, *last);
                }
                Err(Stop::Panicked) => return Err(Stop::Panicked),
                Err(error) => {
                    *span = own;
                    self.abort_branches(branches, states, span.now)?;
                    return Err(error);
                }
            }
            let count = |success| states.iter().filter(|state| **state == State::Ended(success)).count();
            let (successes, failures) = (count(true), count(false));
            let decided = match rule {
                Rule::Parallel { .. } if successes >= success => Some((Status::Success, last_success)),
                Rule::Parallel { .. } if failures >= failure || branches.len() - failures < success => {
                    Some((Status::Failure, last_failure))
                }
                Rule::All { .. } if successes + failures == branches.len() => {
                    let status = if failures < failure { Status::Success } else { Status::Failure };
                    Some((status, later(last_success, last_failure)))
                }
                _ => None,
            };
            if let Some((status, end)) = decided {
                *span = end;
                self.abort_branches(branches, states, span.now)?;
                return Ok(status);
            }
        }
        Ok(Status::Running)
    }

    fn pipeline(
        &mut self,
        children: &[RegionId],
        reached: &mut usize,
        states: &mut [State],
        span: &mut Span,
    ) -> Ticked {
        let whole = *span;
        let mut end = Ok(Status::Success);
        for index in 0..children.len() {
            if index <= *reached {
                *span = whole;
            }
            match self.region(children[index], &mut states[index], span) {
                Ok(Status::Success) => {}
                Ok(Status::Running) if index < *reached => {}
                Ok(Status::Running) => {
                    *reached = index;
                    return Ok(Status::Running);
                }
                other => {
                    end = other;
                    break;
                }
            }
        }
        if end != Err(Stop::Panicked) {
            self.abort_branches(children, states, span.now)?;
        }
        end
    }

    /// Ticks the main child, and with the time that it used the background.
    fn simple_parallel(&mut self, regions: [RegionId; 2], states: &mut [State], span: &mut Span) -> Ticked {
        let whole = *span;
        let status = self.region(regions[0], &mut states[0], span)?;
        if status == Status::Running {
            span.use_up();
        }
        let used = whole.left - span.left;
        if status != Status::Running && used == 0 {
            return Ok(status);
        }
        let mut own = whole.first(used);
        loop {
            let (began, before) = (states[1] == State::Idle, own.left);
            match self.region(regions[1], &mut states[1], &mut own) {
                Ok(Status::Running) => break,
                Ok(_) => {}
                Err(stop) => {
                    *span = Span { left: span.left + own.left, ..own };
                    return Err(stop);
                }
            }
            if began && own.left == before || !self.world.count_pass() {
                break;
            }
        }
        Ok(status)
    }

    fn finally(&mut self, frame: &Finally, ended: &mut Option<Status>, state: &mut State, span: &mut Span) -> Ticked {
        let Finally { begins, child } = frame;
        if ended.is_none() {
            if *state == State::Idle {
                *state = State::At(begins[0], Held::Nothing);
            }
            match self.region(*child, state, span) {
                Ok(Status::Running) => return Ok(Status::Running),
                Ok(end) => *ended = Some(end),
                Err(stop) => {
                    if stop != Stop::Panicked {
                        self.clean_up(frame, state, span.now)?;
                    }
                    return Err(stop);
                }
            }
            *state = State::At(begins[1], Held::Nothing);
        }
        let status = self.region(*child, state, span)?;
        Ok(if status == Status::Running { status } else { ended.expect("the child has ended") })
    }

    /// Runs the cleanup of a `finally` for an instant.
    fn clean_up(&mut self, frame: &Finally, state: &mut State, now: u64) -> Result<(), Panicked> {
        *state = State::At(frame.begins[1], Held::Nothing);
        match self.region(frame.child, state, &mut Span { now, left: 0 }) {
            Ok(Status::Running) => self.abort(frame.child, state, now),
            Err(Stop::Panicked) => Err(Panicked),
            Ok(_) | Err(Stop::Error(_)) => Ok(()),
        }
    }

    fn every(
        &mut self,
        action: CodeId,
        child: RegionId,
        period: u64,
        passed: &mut u64,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let before = span.left;
        let status = self.region(child, state, span)?;
        let goes_on = status == Status::Running;
        if goes_on {
            span.use_up();
        }
        let now = *passed + (before - span.left);
        // At its end the child is no longer active.
        let due = |moment: u64| if goes_on { moment / period } else { moment.saturating_sub(1) / period };
        let beats = match period {
            0 => u64::from(goes_on),
            _ => due(now) - (*passed / period).min(due(now)),
        };
        *passed = now;
        for _ in 0..beats {
            self.world.beat(self.id(action))?;
            if !self.world.count_pass() {
                break;
            }
        }
        Ok(status)
    }

    /// The place among the children that are left of the next one.
    fn pick(&mut self, by: &PickBy, left: &[usize]) -> Result<usize, Panicked> {
        match by {
            PickBy::Chance if left.len() == 1 => Ok(0),
            PickBy::Chance => self.below(left.len() as u64).map(|place| place as usize),
            PickBy::Score(scores) => self.best(scores, left).map(|(place, _)| place),
        }
    }

    /// The place of the best among the children that are left, and the scores of all of them.
    pub fn best(&mut self, scores: &[CodeId], left: &[usize]) -> Result<(usize, Vec<f64>), Panicked> {
        let scores = left.iter().map(|&child| self.score(scores[child]));
        let scores: Vec<f64> = scores.collect::<Result<_, _>>()?;
        let better = |one: f64, other: f64| one > other || (other.is_nan() && !one.is_nan());
        let best = (1..scores.len()).fold(0, |best, place| match better(scores[place], scores[best]) {
            true => place,
            false => best,
        });
        Ok((best, scores))
    }

    fn abort_branches(&mut self, branches: &[RegionId], states: &mut [State], now: u64) -> Result<(), Panicked> {
        branches.iter().zip(states).try_for_each(|(&branch, state)| self.abort(branch, state, now))
    }

    /// Hands a message to what is active in a region.
    pub fn send(&mut self, region: RegionId, state: &mut State, message: u32) -> Result<(), Panicked> {
        let State::At(place, held) = state else { return Ok(()) };
        let tree = self.tree;
        let place = &tree.machine[region][*place];
        match held {
            Held::Leaf { code, runs, ended, .. } => {
                let Code::Leaf(leaf, id, _) = *self.tree.code(*code) else { unreachable!("a leaf is expected") };
                if ended.is_some() || !leaf.hears() {
                    return Ok(());
                }
                let id = id.with(self.base);
                let answer = self.world.receive(id, message)?;
                let status = if leaf == Leaf::Aware { Status::Running } else { answer.status() };
                let outcome = match status {
                    Status::Running => return Ok(()),
                    Status::Success => Outcome::Success,
                    Status::Failure => Outcome::Failure,
                };
                *ended = Some(status);
                self.world.finish(id, outcome, *runs)
            }
            Held::Tree { base, state } => {
                let Holds::Leaf(code) = place.holds else { unreachable!("a tree stands as a leaf") };
                self.in_tree(code, place.node, *base, |run| run.send(RegionId(0), state, message))
            }
            held => {
                let regions = regions(&place.holds);
                regions
                    .into_iter()
                    .zip(held.states_mut())
                    .try_for_each(|(region, state)| self.send(region, state, message))
            }
        }
    }

    /// Aborts what is active in a region.
    pub fn abort(&mut self, region: RegionId, state: &mut State, now: u64) -> Result<(), Panicked> {
        let State::At(place, mut held) = std::mem::take(state) else { return Ok(()) };
        let tree = self.tree;
        let place = &tree.machine[region][place];
        match &mut held {
            Held::Nothing | Held::Timer { .. } => Ok(()),
            Held::Leaf { ended: Some(_), .. } => Ok(()),
            Held::Leaf { code, runs, .. } => {
                let Code::Leaf(_, id, _) = *self.tree.code(*code) else { unreachable!("a leaf is expected") };
                self.world.finish(id.with(self.base), Outcome::Aborted, *runs)
            }
            Held::Tree { base, state } => {
                let Holds::Leaf(code) = place.holds else { unreachable!("a tree stands as a leaf") };
                self.in_tree(code, place.node, *base, |run| run.abort(RegionId(0), state, now))
            }
            held => {
                if let Holds::Frame(Frame::Cooldown(Cooldown { cell, .. })) = place.holds {
                    self.stop(cell, now);
                }
                let regions = regions(&place.holds);
                regions
                    .into_iter()
                    .zip(held.states_mut())
                    .try_for_each(|(region, state)| self.abort(region, state, now))?;
                match (&place.holds, held) {
                    (Holds::Frame(Frame::Decorated(Decorated { decorator, .. })), Held::Decorated { ticks, .. }) => {
                        let Code::Moody(id) = *self.tree.code(*decorator) else {
                            unreachable!("a decorator is expected")
                        };
                        self.world.finish(id.with(self.base), Outcome::Aborted, *ticks)
                    }
                    (Holds::Frame(Frame::Finally(finally)), Held::Finally { ended: None, state }) => {
                        self.clean_up(finally, state, now)
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

/// The later of two moments in the same span.
fn later(one: Span, other: Span) -> Span {
    if one.left < other.left { one } else { other }
}

/// The regions in a place.
pub fn regions(holds: &Holds) -> Vec<RegionId> {
    match holds {
        Holds::Nothing | Holds::Begin | Holds::Leaf(_) | Holds::Frame(Frame::Timer(Timer { .. })) => Vec::new(),
        Holds::Frame(Frame::Group(Group { child }) | Frame::Counted(Counted { child, .. })) => vec![*child],
        Holds::Frame(Frame::Decorated(Decorated { child, .. }) | Frame::Timeout(Timeout { child, .. })) => vec![*child],
        Holds::Frame(Frame::Every(Every { child, .. }) | Frame::Cooldown(Cooldown { child, .. })) => vec![*child],
        Holds::Frame(Frame::Pick(Pick { child, .. }) | Frame::Observe(Observe { child, .. })) => vec![*child],
        Holds::Frame(Frame::Priority(Priority { child, .. }) | Frame::Recover(Recover { child, .. })) => vec![*child],
        Holds::Frame(Frame::RoundRobin(RoundRobin { child, .. }) | Frame::Finally(Finally { child, .. })) => {
            vec![*child]
        }
        Holds::Frame(Frame::Contest(Contest { child, .. })) => {
            vec![*child]
        }
        Holds::Frame(Frame::Keyed(Keyed { child, .. })) => vec![*child],
        Holds::Frame(Frame::SimpleParallel(SimpleParallel { main, background })) => vec![*main, *background],
        Holds::Frame(Frame::Parallel(Parallel { branches, .. })) => branches.clone(),
        Holds::Frame(Frame::Pipeline(Pipeline { children })) => children.clone(),
    }
}
