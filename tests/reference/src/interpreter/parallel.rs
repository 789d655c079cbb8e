//! `parallel` and its kin.

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop, abort_all, pass_on};
use crate::program::Threshold;
use crate::world::{Panicked, Status, World};

/// `parallel`, `parallel_all`, `race`
#[derive(Clone, Debug)]
pub struct Parallel {
    given: Given,
    /// What has been read at the start.
    rule: Rule,
    /// The ends of the children so far.
    ends: Vec<Option<Status>>,
    children: Vec<Node>,
}

/// The thresholds as they are written.
#[derive(Clone, Copy, Debug)]
enum Given {
    /// Successes and failures.
    Thresholds(Threshold, Threshold),
    /// Failures, of all.
    All(Threshold),
}

#[derive(Clone, Debug)]
enum Rule {
    /// This number of successes, or of failures.
    Thresholds(usize, usize),
    /// All to their end; this number of failures.
    All(usize),
}

impl Parallel {
    pub fn new(success: Option<Threshold>, failure: Option<Threshold>, children: Vec<Node>) -> Self {
        let (success, failure) = (success.unwrap_or(Threshold::All), failure.unwrap_or(Threshold::Any));
        Parallel { given: Given::Thresholds(success, failure), rule: Rule::All(0), ends: Vec::new(), children }
    }

    pub fn all(failure: Option<Threshold>, children: Vec<Node>) -> Self {
        let failure = failure.unwrap_or(Threshold::Any);
        Parallel { given: Given::All(failure), rule: Rule::All(0), ends: Vec::new(), children }
    }

    pub fn race(children: Vec<Node>) -> Self {
        Parallel::new(Some(Threshold::Any), Some(Threshold::Any), children)
    }

    /// Reads the thresholds. Returns whether they are within reach.
    fn read(&mut self, world: &World) -> Result<bool, Panicked> {
        let all = self.children.len();
        let number = |threshold: Threshold| match threshold {
            Threshold::Asked(id) => world.number(id).map(|number| number as usize),
            Threshold::Of(_) | Threshold::All | Threshold::Any => Ok(threshold.number(all).expect("it is written")),
        };
        let (rule, greatest) = match self.given {
            Given::Thresholds(success, failure) => {
                let (success, failure) = (number(success)?, number(failure)?);
                (Rule::Thresholds(success, failure), success.max(failure))
            }
            Given::All(failure) => {
                let failure = number(failure)?;
                (Rule::All(failure), failure)
            }
        };
        self.rule = rule;
        Ok(greatest <= all)
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
            Rule::Thresholds(..) | Rule::All(_) => None,
        }
    }
}

impl Behave for Parallel {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.ends = vec![None; self.children.len()];
            if !self.read(world)? {
                return Ok(Status::Failure);
            }
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
