//! `Follow`: turns the transitions of a program's nodes into steps of the page.

use std::time::Duration;

use bt::Outcome;

use super::protocol::{NodeStatus, Status, Transition};
use super::xml::Program;
use crate::recording::{Event, Happened, Sort, Step, What};
use crate::state::State;

/// The protocol does not report where a tick begins. Transitions within this time of each other are one step.
const GAP: u64 = 1000;

/// The state of a program's tree, according to its transitions.
#[derive(Debug)]
pub struct Follow {
    /// The position of each id, if any.
    positions: Vec<Option<u32>>,
    parents: Vec<Option<u32>>,
    told: Vec<Status>,
    active: Vec<bool>,
    /// The end of the last step, in microseconds since the program was found.
    end: u64,
    /// A step that may continue.
    open: Vec<Event>,
    reasons: Vec<String>,
    /// The time of that step's last event.
    last: u64,
}

/// A step with its events, and the texts of its reasons, in order.
pub type Seen = (Step, Happened);

impl Follow {
    pub fn new(program: &Program) -> Self {
        let mut positions = vec![None; usize::from(u16::MAX) + 1];
        for (position, uid) in (0..).zip(&program.uids) {
            positions[usize::from(*uid)].get_or_insert(position);
        }
        let nodes = program.tree.nodes();
        Follow {
            positions,
            parents: nodes.iter().map(|node| node.parent.map(|parent| parent as u32)).collect(),
            told: vec![Status::Idle; nodes.len()],
            active: vec![false; nodes.len()],
            end: 0,
            open: Vec::new(),
            reasons: Vec::new(),
            last: 0,
        }
    }

    /// The state of the tree at the beginning.
    pub fn begin(&mut self, statuses: &[(u16, NodeStatus)]) -> State {
        let mut state = State::default();
        for (position, told) in self.placed(statuses) {
            let ended = if told.status == Status::Idle { told.before } else { told.status };
            match ended {
                Status::Success => state.finished(position, Outcome::Success),
                Status::Failure => state.finished(position, Outcome::Failure),
                Status::Running if told.status == Status::Idle => state.finished(position, Outcome::Aborted),
                _ => {}
            }
            if told.status == Status::Running {
                state.started(position);
            }
            (self.told[position], self.active[position]) = (told.status, told.status == Status::Running);
        }
        state
    }

    fn placed(&self, statuses: &[(u16, NodeStatus)]) -> Vec<(usize, NodeStatus)> {
        let placed = |(uid, told): &(u16, NodeStatus)| Some((self.positions[usize::from(*uid)]? as usize, *told));
        statuses.iter().filter_map(placed).collect()
    }

    /// The changes since the last statuses, for a program without transitions. Ends come first, children before their
    /// parents. An idle node has ended in its previous status.
    pub fn differences(&self, statuses: &[(u16, NodeStatus)], micros: u64) -> Vec<Transition> {
        let (mut all, mut running) = (Vec::new(), Vec::new());
        for (uid, told) in statuses.iter().rev() {
            let known = self.positions[usize::from(*uid)].map(|position| self.told[position as usize]);
            let Some(known) = known.filter(|known| *known != told.status) else { continue };
            let change = |status| Transition { micros, uid: *uid, status };
            match told.status {
                Status::Running => running.push(change(Status::Running)),
                Status::Idle
                    if known == Status::Running && matches!(told.before, Status::Success | Status::Failure) =>
                {
                    all.extend([change(told.before), change(Status::Idle)]);
                }
                status => all.push(change(status)),
            }
        }
        all.extend(running.into_iter().rev());
        all
    }

    /// Whether transitions were missed. `then` has all transitions from before the statuses were requested, and maybe
    /// later ones.
    pub fn misses(&self, statuses: &[(u16, NodeStatus)], then: &[Transition]) -> bool {
        let mut moved: Vec<u16> = then.iter().map(|transition| transition.uid).collect();
        moved.sort_unstable();
        let differs = |(uid, told): &&(u16, NodeStatus)| match self.positions[usize::from(*uid)] {
            Some(position) => self.told[position as usize] != told.status && moved.binary_search(uid).is_err(),
            None => false,
        };
        statuses.iter().any(|row| differs(&row))
    }

    /// Starts over from the current state of the tree, after transitions were lost.
    pub fn lose(&mut self, statuses: &[(u16, NodeStatus)], now: u64) -> Vec<Seen> {
        let mut seen = self.finish();
        self.begin(statuses);
        let active = (0..).zip(&self.active).filter(|(_, active)| **active);
        let events = active.map(|(node, _)| Event { node, what: What::Start, nanos: 0 }).collect();
        self.last = now.max(self.end);
        seen.push(self.step(Sort::Lost, Happened { events, reasons: Vec::new() }));
        seen
    }

    /// The steps of these transitions, whose times count from `base`. No time is later than `now`. The last step may
    /// continue, so it is kept until the next call; if that brings no transitions, the step has ended.
    pub fn take(&mut self, transitions: &[Transition], base: u64, now: u64) -> Vec<Seen> {
        let mut seen = Vec::new();
        if transitions.is_empty() {
            return self.finish();
        }
        for Transition { micros, uid, status } in transitions {
            let Some(position) = self.positions[usize::from(*uid)] else { continue };
            let time = base.saturating_add(*micros).min(now).max(self.last);
            if time - self.last > GAP {
                seen.append(&mut self.finish());
            }
            self.last = time;
            self.become_(position, *status);
        }
        seen
    }

    /// A separate step in which nodes, given by position, report texts; there may be none. All transitions before that
    /// time must be known.
    pub fn note(&mut self, texts: Vec<(u32, String)>, now: u64) -> Vec<Seen> {
        let mut seen = self.finish();
        self.last = now.max(self.last);
        texts.into_iter().for_each(|(node, text)| self.report(node, text));
        seen.push(self.close());
        seen
    }

    fn report(&mut self, node: u32, text: String) {
        self.push(node, What::Why);
        self.reasons.push(text);
    }

    /// Ends the open step.
    fn finish(&mut self) -> Vec<Seen> {
        if self.open.is_empty() { Vec::new() } else { vec![self.close()] }
    }

    fn close(&mut self) -> Seen {
        let (events, reasons) = (std::mem::take(&mut self.open), std::mem::take(&mut self.reasons));
        let reasons = reasons.iter().map(|text| crate::recording::cut(text)).collect();
        self.step(Sort::Tick, Happened { events, reasons })
    }

    fn step(&mut self, sort: Sort, happened: Happened) -> Seen {
        let span = Duration::from_micros(self.last - self.end);
        self.end = self.last;
        (Step { agent: 0, sort, span, events: happened.events.len(), count: 1 }, happened)
    }

    fn become_(&mut self, position: u32, status: Status) {
        let node = position as usize;
        self.told[node] = status;
        match status {
            Status::Running => self.start(position),
            Status::Success | Status::Failure => {
                self.start(position);
                let outcome = if status == Status::Success { Outcome::Success } else { Outcome::Failure };
                self.end_with(position, outcome);
            }
            Status::Idle if self.active[node] => self.end_with(position, Outcome::Aborted),
            Status::Idle => {}
            Status::Skipped => {
                self.report(position, "skipped".to_owned());
                if self.active[node] {
                    self.end_with(position, Outcome::Aborted);
                }
            }
        }
    }

    /// Starts a node, unless it is active. Its ancestors are active, even if they report it later.
    fn start(&mut self, position: u32) {
        let mut path = Vec::new();
        let mut next = Some(position);
        while let Some(node) = next.filter(|node| !self.active[*node as usize]) {
            path.push(node);
            next = self.parents[node as usize];
        }
        for node in path.into_iter().rev() {
            self.active[node as usize] = true;
            self.push(node, What::Start);
        }
    }

    fn end_with(&mut self, position: u32, outcome: Outcome) {
        self.active[position as usize] = false;
        self.push(position, What::Finish(outcome));
    }

    fn push(&mut self, node: u32, what: What) {
        let nanos = (self.last - self.end).saturating_mul(1000);
        self.open.push(Event { node, what, nanos });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Status::{Failure, Idle, Running, Skipped, Success};

    fn follow() -> Follow {
        let xml = "<root><BehaviorTree ID='T'><A _uid='5'><B _uid='6'><C _uid='7'/></B><D \
                   _uid='9'/></A></BehaviorTree></root>";
        Follow::new(&Program::read(xml).expect("a tree"))
    }

    fn at(micros: u64, uid: u16, status: Status) -> Transition {
        Transition { micros, uid, status }
    }

    fn words(seen: &[Seen]) -> Vec<String> {
        let word = |event: &Event| {
            let what = match event.what {
                What::Start => "+".to_owned(),
                What::Finish(outcome) => format!("{outcome:?}"),
                other => format!("{other:?}"),
            };
            format!("{}{what}@{}", event.node, event.nanos / 1000)
        };
        let step = |(step, happened): &Seen| {
            let events: Vec<String> = happened.events.iter().map(word).collect();
            format!("{:?} {}: {}", step.sort, step.span.as_micros(), events.join(" "))
        };
        seen.iter().map(step).collect()
    }

    #[test]
    fn transitions_become_steps() {
        let mut follow = follow();
        let ticks = [
            at(5000, 5, Running),
            at(5001, 6, Running),
            at(5002, 7, Running),
            at(90_000, 7, Success),
            at(90_001, 7, Idle),
            at(90_002, 6, Failure),
            at(90_003, 9, Skipped),
        ];
        assert_eq!(words(&follow.take(&ticks, 100, 1_000_000)), ["Tick 5102: 0+@5100 1+@5101 2+@5102"]);
        let more = [at(90_500, 5, Idle)];
        assert!(follow.take(&more, 100, 1_000_000).is_empty(), "the step continues");
        let last = follow.take(&[], 100, 1_000_000);
        let expected = "Tick 85498: 2Success@84998 1Failure@85000 3Why@85001 0Aborted@85498";
        assert_eq!(words(&last), [expected]);
        assert_eq!(last[0].1.reasons, ["skipped".into()]);
        assert!(follow.take(&[], 100, 1_000_000).is_empty());
    }

    #[test]
    fn a_node_is_active_below_active_nodes() {
        let mut follow = follow();
        follow.take(&[at(1, 7, Success), at(2, 6, Running), at(3, 6, Success), at(4, 5, Success)], 0, 10);
        assert_eq!(words(&follow.take(&[], 0, 10)), ["Tick 4: 0+@1 1+@1 2+@1 2Success@1 1Success@3 0Success@4"]);
    }

    #[test]
    fn times_of_a_hostile_program_are_bounded() {
        let mut follow = follow();
        follow.take(&[at(u64::MAX, 5, Running), at(0, 6, Running), at(7, 999, Running)], 5, 40);
        assert_eq!(words(&follow.take(&[], 5, 50)), ["Tick 40: 0+@40 1+@40"]);
    }

    #[test]
    fn statuses_alone_will_do() {
        let mut follow = follow();
        let told = |status| NodeStatus { status, before: Idle };
        let rows = [(5, told(Running)), (6, told(Success)), (7, told(Success)), (99, told(Running))];
        let ended = [(5, NodeStatus { status: Idle, before: Failure })];
        let changes = follow.differences(&rows, 30);
        assert_eq!(changes, [at(30, 7, Success), at(30, 6, Success), at(30, 5, Running)]);
        follow.take(&changes, 0, 100);
        assert!(follow.differences(&rows, 60).is_empty());
        assert_eq!(follow.differences(&ended, 60), [at(60, 5, Failure), at(60, 5, Idle)]);
        assert_eq!(words(&follow.take(&[], 0, 100)), ["Tick 30: 0+@30 1+@30 2+@30 2Success@30 1Success@30"]);
    }

    #[test]
    fn notes_are_steps_of_their_own() {
        let mut follow = follow();
        follow.take(&[at(10, 5, Running)], 0, 100);
        let seen = follow.note(vec![(1, "room = 3".into())], 60);
        assert_eq!(words(&seen), ["Tick 10: 0+@10", "Tick 50: 1Why@50"]);
        assert_eq!(seen[1].1.reasons, ["room = 3".into()]);
        assert_eq!(words(&follow.note(Vec::new(), 70)), ["Tick 10: "]);
    }

    #[test]
    fn missed_transitions_are_found() {
        let mut follow = follow();
        let told = |status, before| NodeStatus { status, before };
        let rows =
            [(5, told(Running, Idle)), (6, told(Idle, Success)), (7, told(Idle, Running)), (9, told(Running, Idle))];
        let state = follow.begin(&rows);
        assert!(state.is_active(0) && !state.is_active(1) && state.is_active(3));
        assert_eq!((state.last(1), state.last(2)), (Some(Outcome::Success), Some(Outcome::Aborted)));
        assert!(!follow.misses(&rows, &[]));
        let later = [(6, told(Running, Idle))];
        assert!(follow.misses(&later, &[]));
        assert!(!follow.misses(&later, &[at(1, 6, Success), at(2, 6, Running)]), "it has moved since");
        assert!(!follow.misses(&[(1000, told(Running, Idle))], &[]), "the tree does not have this node");
        follow.take(&[at(50, 9, Success)], 0, 100);
        let seen = words(&follow.lose(&later, 90));
        assert_eq!(seen, ["Tick 50: 3Success@50", "Lost 40: 0+@0 1+@0"]);
    }
}
