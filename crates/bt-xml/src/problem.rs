//! What is wrong in a file, and where.

use std::collections::HashSet;
use std::ops::Range;

use crate::document::Name;

/// A mistake in a file, or something in it that deserves a look.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The file: its path as it was given, or as `include` names it.
    pub file: String,
    /// Where the problem is, in bytes of the file.
    pub at: Range<usize>,
    /// How bad it is.
    pub level: Level,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it, if that is clear.
    pub help: Option<String>,
    /// The place of the first of two things, if the problem is with the second.
    pub first: Option<Place>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, as in a [`Problem`].
    pub file: String,
    /// Its bytes.
    pub at: Range<usize>,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The file can be used, but perhaps it does not do what its author intended.
    Warning,
    /// The file cannot be used: BehaviorTree.CPP refuses it, too, or it exceeds what this crate takes (such as includes
    /// outside of the given folders).
    Error,
}

/// The problems found so far. Places count through all files, one after the other.
#[derive(Debug, Default)]
pub struct Problems {
    all: Vec<Problem>,
    /// The numbers of the problems that may have caused others.
    causes: HashSet<usize>,
}

#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
impl Problems {
    pub fn error(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.push(at, Level::Error, message.into(), None);
    }

    pub fn error_with(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.push(at, Level::Error, message.into(), Some(help.into()));
    }

    pub fn warn(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.push(at, Level::Warning, message.into(), None);
    }

    pub fn warn_with(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.push(at, Level::Warning, message.into(), Some(help.into()));
    }

    /// A problem with the second of two things, of which only one is allowed.
    pub fn second(&mut self, level: Level, first: Range<usize>, at: Range<usize>, message: String) {
        self.all.push(Problem {
            file: String::new(),
            at,
            level,
            message,
            help: None,
            first: Some(Place { file: String::new(), at: first }),
        });
    }

    /// A warning that another tree replaces this tree of the same name.
    pub fn replaced(&mut self, tree: &Name, by: Range<usize>) {
        let message = format!("a second tree `{}`: BehaviorTree.CPP takes the last one", tree.text);
        self.second(Level::Warning, tree.at.clone(), by, message);
    }

    /// A warning about an unknown name, with a likely correction.
    pub fn warn_unknown<'a>(
        &mut self,
        at: Range<usize>,
        message: String,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) {
        let help = nearest(name, known).map(|meant| format!("did you mean `{meant}`?"));
        self.push(at, Level::Warning, message, help);
    }

    /// An error about an unknown name, with a likely correction.
    pub fn unknown<'a>(&mut self, at: Range<usize>, message: String, name: &str, known: impl Iterator<Item = &'a str>) {
        let help = nearest(name, known).map(|meant| format!("did you mean `{meant}`?"));
        self.push(at, Level::Error, message, help);
    }

    pub fn push(&mut self, at: Range<usize>, level: Level, message: String, help: Option<String>) {
        self.all.push(Problem { file: String::new(), at, level, message, help, first: None });
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Marks problems with files that cannot be read, which come first: errors in other files may follow from them.
    pub fn mark_causes(&mut self, from: usize) {
        self.causes.extend(from..self.all.len());
    }

    /// Whether a file is missing, which may declare unknown names.
    pub fn misses_files(&self) -> bool {
        self.causes.iter().any(|cause| self.all[*cause].level == Level::Error)
    }

    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|problem| problem.level == Level::Error)
    }

    /// All problems in file order, after those with files that cannot be read. `place` finds the file of a place, and
    /// the place in that file. A tree that is written several times reports its problems once.
    pub fn into_sorted(self, place: impl Fn(&Range<usize>) -> (String, Range<usize>)) -> Vec<Problem> {
        let (mut told, causes) = (HashSet::new(), self.causes);
        let numbered = self.all.into_iter().enumerate().map(|(number, problem)| (!causes.contains(&number), problem));
        let mut all: Vec<_> = numbered.filter(|(_, problem)| told.insert(problem.clone())).collect();
        all.sort_by_key(|(is_later, problem)| (*is_later, problem.at.start));
        let placed = all.into_iter().map(|(_, mut problem)| {
            (problem.file, problem.at) = place(&problem.at);
            if let Some(first) = &mut problem.first {
                (first.file, first.at) = place(&first.at);
            }
            problem
        });
        placed.collect()
    }
}

/// The known name that this one clearly misspells, if any: they differ in one letter, but not the first, or in
/// capitals.
pub fn misspelled<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = |name: &str| name.chars().next().map(|first| first.to_ascii_lowercase());
    let meant = nearest(name, known.filter(|known| first(known) == first(name)))?;
    (strsim::damerau_levenshtein(&name.to_lowercase(), &meant.to_lowercase()) <= 1).then_some(meant)
}

/// How many known names are compared with an unknown one.
const COMPARED: usize = 1_000;

/// The known name that is closest to this one, if any is close.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = name.len() / 3;
    let lower = name.to_lowercase();
    let alike = known.take(COMPARED).filter(|other| other.len().abs_diff(name.len()) <= most);
    let near = alike.map(|other| (strsim::damerau_levenshtein(&lower, &other.to_lowercase()), other));
    let near = near.filter(|(distance, _)| *distance <= most);
    near.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}
