//! The branches of a `parallel`.

use super::{Around, CodeId, Data, Describe, Field, Fit, Name, RegionId};
use crate::tree::model::Threshold;

#[derive(Debug)]
pub struct Parallel {
    pub rule: Rule,
    pub branches: Vec<RegionId>,
}

/// When a `parallel` ends.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Ends as soon as this many children have succeeded or failed.
    Parallel { success: Threshold, failure: Threshold },
    /// Ends when all children have ended, with failure if at least this many have failed.
    All { failure: Threshold },
}

impl Describe for Parallel {
    fn fields(&self, around: &Around) -> Vec<Field> {
        let read = self.rule.read().into_iter().map(|(name, code)| Field::new(name, Data::Count(code)));
        let each = self.branches.iter().filter(|_| around.model.gives_each(around.node));
        let given = each.filter_map(|&branch| {
            Some(Field { name: Name::ValueOf(branch), data: Data::Given(around.machine[branch].gives?) })
        });
        read.chain(given).chain(self.branches.iter().map(|&branch| Field::branch(branch))).collect()
    }

    /// An edit of a live tree can add a branch. The next tick starts it.
    fn may_be_idle(&self, _: RegionId) -> bool {
        true
    }

    fn fits(&self) -> Vec<Fit> {
        self.branches.iter().map(|&branch| Fit::HasGiven(branch)).collect()
    }
}

impl Rule {
    /// The thresholds that are read at the start, each with its name, in the order in which they are written.
    pub fn read(self) -> Vec<(&'static str, CodeId)> {
        let named = match self {
            Rule::Parallel { success, failure } => vec![("successes", success), ("failures", failure)],
            Rule::All { failure } => vec![("failures", failure)],
        };
        let code = |(name, threshold)| match threshold {
            Threshold::Known(_) => None,
            Threshold::Code(code) => Some((name, code)),
        };
        let mut read: Vec<(&str, CodeId)> = named.into_iter().filter_map(code).collect();
        read.sort_by_key(|(_, code)| *code);
        read
    }
}
