//! `parallel` and its kin.

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop, abort_all, pass_on};
use crate::program::Threshold;
use crate::world::{Status, World};

/// `parallel`, `parallel_all`, `race`
#[derive(Clone, Debug)]
pub struct Parallel {
    rule: Rule,
    /// The ends of the children so far.
    ends: Vec<Option<Status>>,
    children: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Rule {
    /// So many successes, so many failures.
    Thresholds(usize, usize),
    /// All to their end; so many failures.
    All(usize),
}

impl Parallel {
    pub fn new(success: Option<Threshold>, failure: Option<Threshold>, children: Vec<Node>) -> Self {
        let success = success.unwrap_or(Threshold::All).number(children.len());
        let failure = failure.unwrap_or(Threshold::Any).number(children.len());
        Parallel { rule: Rule::Thresholds(success, failure), ends: Vec::new(), children }
    }

    pub fn all(failure: Option<Threshold>, children: Vec<Node>) -> Self {
        let failure = failure.map_or(1, |failure| failure.number(children.len()));
        Parallel { rule: Rule::All(failure), ends: Vec::new(), children }
    }

    pub fn race(children: Vec<Node>) -> Self {
        Parallel { rule: Rule::Thresholds(1, 1), ends: Vec::new(), children }
    }

    fn count(&self, status: Status) -> usize {
        self.ends.iter().filter(|end| **end == Some(status)).count()
    }

    /// The result, if it is decided, and the ends that decided it.
    fn decided(&self) -> Option<(Status, &'static [Status])> {
        let (succeeded, failed) = (self.count(Status::Success), self.count(Status::Failure));
        let all = self.children.len();
        match self.rule {
            Rule::Thresholds(success, _) if succeeded >= success => Some((Status::Success, &[Status::Success])),
            Rule::Thresholds(success, failure) if failed >= failure || all - failed < success => {
                Some((Status::Failure, &[Status::Failure]))
            }
            Rule::All(failure) if succeeded + failed == all => {
                let result = if failed >= failure { Status::Failure } else { Status::Success };
                Some((result, &[Status::Success, Status::Failure]))
            }
            _ => None,
        }
    }
}

impl Behave for Parallel {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.ends = vec![None; self.children.len()];
        }
        let whole = *span;
        // The span as it was when a child ended, for those that end in this tick.
        let mut after = vec![whole; self.children.len()];
        for index in 0..self.children.len() {
            if self.ends[index].is_some() {
                continue;
            }
            let mut own = whole;
            match self.children[index].tick(world, &mut own) {
                Ok(Status::Running) => {}
                Ok(end) => {
                    self.ends[index] = Some(end);
                    after[index] = own;
                }
                Err(stop) => {
                    *span = own;
                    return Err(pass_on(stop, &mut self.children, own.now, world));
                }
            }
            if let Some((status, deciding)) = self.decided() {
                let decides = |end: &Option<Status>| end.is_some_and(|end| deciding.contains(&end));
                let deciding = self.ends.iter().zip(&after).filter(|(end, _)| decides(end));
                *span = deciding.map(|(_, after)| *after).min_by_key(|after| after.left).unwrap_or(whole);
                abort_all(&mut self.children, span.now, world)?;
                return Ok(status);
            }
        }
        Ok(Status::Running)
    }

    has_children!();
}
