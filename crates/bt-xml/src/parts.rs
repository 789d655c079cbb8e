//! The content of files, for the other crates of this project. It may change in any release.

use std::ops::Range;

pub use crate::becomes::{Args, Becomes, Otherwise, Ports, Unit};
pub use crate::builtin::{BUILTINS, Builtin, BuiltinPort, Children, Does, Takes};
pub use crate::differences::Runs;
pub use crate::document::Direction;
pub use crate::document::{Condition, Document, Kind, Model, ModelPort, Name, Node, Port, Tree, Value, When, items};
pub use crate::line::{Element, Line};
pub use crate::mend::{Found, PIPELINE};
pub use crate::read::{KINDS, PORTS};
pub use crate::script::{Assign, Binary, Compare, Expr, Script, Unary};
pub use crate::skips::{Skip, Skips};
pub use crate::tags::{Attribute, Tag, names_in_script, tags};

use crate::check::check;
use crate::files::{Files, Load};
use crate::mend::mended;
use crate::problem::Problem;
pub use crate::problem::Problems;
use crate::same_names::tell_apart;
use crate::sources::Sources;

/// Files and their includes, as data.
pub struct Opened {
    pub document: Document,
    /// Whether all files could be read.
    pub is_whole: bool,
    pub problems: Problems,
    files: Files,
}

impl Opened {
    /// Reads files. Each may use the trees of all others.
    pub fn new(sources: Sources<'_>, load: Load<'_>) -> Self {
        let (mut files, mut problems) = (Files::default(), Problems::default());
        let (document, is_whole) = files.read(sources, load, &mut problems);
        Opened { document, is_whole, problems, files }
    }

    /// Gives trees of the same name in several files names of their own.
    pub fn tell_apart(&mut self) {
        tell_apart(&mut self.document, &self.files);
    }

    /// Reports the mistakes that BehaviorTree.CPP would report, too.
    pub fn check(&mut self) {
        check(&self.document, self.is_whole, &mut self.problems);
    }

    /// The file of a place, and the byte in that file.
    pub fn place(&self, at: &Range<usize>) -> (String, usize) {
        let (file, at) = self.files.place(at);
        (file, at.start)
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
