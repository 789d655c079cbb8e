//! Scripted trees: any text runs, because a [`Stage`] plays every name that the palette does not have.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `mod.rs` | `Stage`, and how a text becomes a tree |
//! | `stand_ins.rs` | what is called instead of code |
//! | `file.rs` | the trees of a text |
//!
//! Imports run down this table.

mod file;
mod stand_ins;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::task::Poll;

use bt::__private::Random;
use bt::Span;
use bt_compiler::apart::apart;
#[doc(hidden)]
pub use file::trees;

use crate::hand::sheet::FILE;
use crate::palette::{LiveTree, Palette};
use crate::program::load::{Known, NewTrees, PiecesOf, load_with};
use crate::program::new_tree::New;
use crate::program::params;
use crate::refused::Refused;
use crate::text::normal::normal;
use crate::text::problem::Problem;
use stand_ins::StandIns;

/// Plays the leaves and functions of a text. It is for the playground of this project, and may change in any release.
///
/// A name is that of a leaf, or the code of a function as written, without the head of a closure: `npc.hunger` for
/// `|npc| npc.hunger`.
///
/// ```
/// use std::task::Poll;
///
/// use bt::{Span, Status};
/// use bt_live::{Palette, Stage};
/// use rand_pcg::Pcg32;
/// use rand_pcg::rand_core::SeedableRng;
///
/// struct Log(Vec<String>, Pcg32);
///
/// impl bt::Random for Log {
///     type Rng = Pcg32;
///
///     fn rng(&mut self) -> &mut Pcg32 {
///         &mut self.1
///     }
/// }
///
/// impl Stage for Log {
///     type Act = u32;
///
///     fn act(&mut self, name: &str, runs: &mut u32, _: &mut Span) -> Poll<Option<f64>> {
///         *runs += 1;
///         self.0.push(format!("{name} {runs}"));
///         if *runs < 2 { Poll::Pending } else { Poll::Ready(Some(1.0)) }
///     }
///
///     fn call(&mut self, name: &str, _: &mut Span) -> Poll<Option<f64>> {
///         self.0.push(name.to_owned());
///         Poll::Ready(Some(1.0))
///     }
///
///     fn holds(&mut self, _: &str) -> bool {
///         true
///     }
///
///     fn number(&mut self, _: &str) -> f64 {
///         1.0
///     }
/// }
///
/// let text = "bt! { Guard(Npc) = sequence < condition(|npc| npc.is_awake), walk_to(DOOR), action(Npc::knock) > }";
/// let script = Palette::new().random().script(text, None).expect("it is right");
/// assert_eq!(script.root, "Guard");
/// let (mut tree, mut log) = (script.tree, Log(Vec::new(), Pcg32::seed_from_u64(1)));
/// assert_eq!(tree.tick_for(0.1, &mut log), Status::Running);
/// assert_eq!(tree.tick_for(0.1, &mut log), Status::Success);
/// assert_eq!(log.0, ["walk_to 1", "walk_to 2", "Npc::knock"]);
/// ```
pub trait Stage {
    /// The state of a leaf while it is active.
    type Act: Default + Send + Sync + 'static;

    /// Runs a leaf, and returns its answer: `Pending` is running, `Some` is success with a value, `None` is failure.
    /// `act` is a new `Default` value when the leaf starts. `span` is the time that is left of the tick.
    fn act(&mut self, name: &str, act: &mut Self::Act, span: &mut Span) -> Poll<Option<f64>>;

    /// Calls a function that acts, and returns its answer. While it is running, it is called again every tick.
    fn call(&mut self, name: &str, span: &mut Span) -> Poll<Option<f64>>;

    /// Whether a condition holds.
    fn holds(&mut self, name: &str) -> bool;

    /// A number: a score, a probability, a value, a key, a count of items, the index of an arm, or a time in seconds.
    fn number(&mut self, name: &str) -> f64;
}

/// A tree whose leaves are scripted: see [`Stage`].
pub struct Script<C> {
    /// The tree.
    pub tree: LiveTree<C>,
    /// The name of the tree that runs; empty if it has none.
    pub root: String,
    /// The names of all trees of the text.
    pub trees: Vec<String>,
    /// What the text uses that the palette does not have.
    pub lines: BTreeSet<Line>,
}

impl<C> fmt::Debug for Script<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Script { tree, root, trees, lines } = self;
        let mut shown = formatter.debug_struct("Script");
        shown.field("tree", tree).field("root", root).field("trees", trees).field("lines", lines).finish()
    }
}

/// A name that a [`Stage`] plays.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// What it is.
    pub part: Part,
    /// The name of the leaf, or the code of the function.
    pub name: String,
}

/// What plays a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// [`Stage::act`].
    Act,
    /// [`Stage::call`].
    Call,
    /// [`Stage::holds`].
    Holds,
    /// [`Stage::number`].
    Number,
}

impl<C: Stage + Random + 'static> Palette<C> {
    /// Reads the trees of a text: a Rust file, a file of trees alone, or one tree without a header. The context plays
    /// what the palette does not have, so every text runs that the compiler accepts.
    ///
    /// `root` names the tree to run. Default: the last tree that no other tree contains.
    ///
    /// # Errors
    ///
    /// All mistakes in the text. A text has at most 64 KiB; a tree has at most 1,000 nodes, subtrees included.
    pub fn script(&self, text: &str, root: Option<&str>) -> Result<Script<C>, Refused> {
        let text = &*normal(text);
        apart(|| self.read(text, root)).map_err(|problems| Refused::new("tree", text, problems))
    }

    fn read(&self, text: &str, root: Option<&str>) -> Result<Script<C>, Vec<Problem>> {
        let mut file = file::read(text)?;
        let (root, compiled) = file.root(root);
        let (all, root): (Vec<New<'_>>, _) = (file.trees.iter().map(file::Tree::new_tree).collect(), &file.trees[root]);
        let stand_ins = Rc::new(RefCell::new(StandIns::new(self.entries.len())));
        let made = Rc::clone(&stand_ins);
        let script: crate::program::lookup::StandIns = Rc::new(move |asked| made.borrow_mut().make(asked));
        let pieces = move || self.pieces().with_stand_ins(Rc::clone(&script));
        let of_root = pieces();
        let pieces: PiecesOf<'_> = Rc::new(move |_| pieces());
        let (params, known) = params::params(&compiled.header, true).map_err(|_| Vec::new())?;
        let new_trees = NewTrees { all: &all, pieces: Some(pieces), around: vec![&root.name] };
        let known = Known { pieces: of_root, params: known, file: FILE, written: &[], is_timed: true, new_trees };
        let program = load_with(compiled, known, &mut |_| None)?;
        let StandIns { calls, lines, .. } = stand_ins.take();
        let calls = self.entries.iter().map(|entry| entry.call.clone()).chain(calls).collect();
        let params = params::Params::any(&params);
        let trees = file.trees.iter().map(|tree| tree.name.clone()).collect();
        Ok(Script { tree: LiveTree::running(program, calls, params), root: root.name.clone(), trees, lines })
    }
}
