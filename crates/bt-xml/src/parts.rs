//! The content of files, for the other crates of this project. It may change in any release.

use std::ops::Range;

pub use crate::becomes::{Args, Becomes, Otherwise, Ports, Unit};
pub use crate::builtin::{BUILTINS, Builtin, BuiltinPort, Children, Does, Takes};
pub use crate::differences::Runs;
pub use crate::document::Direction;
pub use crate::document::{Condition, Document, Kind, Model, ModelPort, Name, Node, Port, Tree, Value, When};
pub use crate::line::{Element, Line};
pub use crate::mend::{Found, PIPELINE};
pub use crate::read::{KINDS, PORTS};
pub use crate::script::{Assign, Binary, Compare, Expr, Script, Unary};
pub use crate::skips::{Skip, Skips};
pub use crate::tags::{Attribute, Tag, names_in_script, tags};

use crate::check::check;
use crate::files::{Files, Load};
use crate::mend::mended;
use crate::problem::{Problem, Problems, nearest};
use crate::sources::Sources;

/// Files and their includes, as data.
pub struct Opened {
    pub document: Document,
    /// Whether all files could be read.
    pub is_whole: bool,
    problems: Problems,
    files: Files,
}

impl Opened {
    /// Reads a file. See [`import`](crate::import) for the arguments.
    pub fn new(path: &str, models: &[&str], load: Load<'_>) -> Self {
        Opened::all(&[path], models, load)
    }

    /// Reads files. Each may use the trees of all others.
    pub fn all(paths: &[&str], models: &[&str], load: Load<'_>) -> Self {
        let (mut files, mut problems) = (Files::default(), Problems::default());
        let (document, is_whole) = files.read(Sources { paths, models, ..Sources::default() }, load, &mut problems);
        Opened { document, is_whole, problems, files }
    }

    /// Reports the mistakes that BehaviorTree.CPP would report, too.
    pub fn check(&mut self) {
        check(&self.document, self.is_whole, &mut self.problems);
    }

    pub fn error(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.problems.error(at, message);
    }

    pub fn warn(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.problems.warn(at, message);
    }

    pub fn warn_with(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.problems.warn_with(at, message, help);
    }

    /// An error about an unknown name, with a likely correction.
    pub fn unknown<'a>(&mut self, at: Range<usize>, message: String, name: &str, known: impl Iterator<Item = &'a str>) {
        self.problems.unknown(at, message, name, known);
    }

    /// Whether a file is missing, which is already reported. It may declare unknown names.
    pub fn misses_files(&self) -> bool {
        self.problems.misses_files()
    }

    /// The file of a place, and the byte in that file.
    pub fn place(&self, at: &Range<usize>) -> (String, usize) {
        let (file, at) = self.files.place(at);
        (file, at.start)
    }

    pub fn has_errors(&self) -> bool {
        self.problems.has_errors()
    }

    /// Changes a tree until `ask` finds no mistakes. A mistake that stays is an error at its node.
    pub fn mended<T>(&mut self, root: &mut Line, mut ask: impl FnMut(&Line) -> Result<T, Vec<Found>>) -> Option<T> {
        mended(root, &mut self.problems, |root, _| ask(root))
    }

    /// All problems, in the order of the files.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems.into_sorted(|at| self.files.place(at))
    }
}

/// The known name that is closest to this one, if any is close.
pub fn meant<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest(name, known)
}
