//! The XML of BehaviorTree.CPP and Groot2, for `bt-trees`.
//!
//! [`problems`] reads a file as BehaviorTree.CPP 4.10 does, and reports everything that is wrong in it at once:
//!
//! ```
//! let file = r#"
//! <root BTCPP_format="4">
//!     <BehaviorTree ID="Main">
//!         <Sequence>
//!             <Delay delay_msec="soon"/>
//!             <Script code="tries := "/>
//!         </Sequence>
//!     </BehaviorTree>
//! </root>"#;
//! let found: Vec<_> = bt_xml::problems(file).into_iter().map(|problem| problem.message).collect();
//! assert_eq!(found[0], "`Delay` takes one child, but has none");
//! assert_eq!(found[1], "`delay_msec` is a whole number, not below 0");
//! assert_eq!(found[2], "a value is missing at the end");
//! ```
//!
//! [`problems`] and [`lint`] check a file, [`import`] writes Rust for it, and [`export()`](export::export) writes XML
//! for trees. The parsed form of a file is private, and may change.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod arg;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod becomes;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod builtin;
mod check;
mod defaults;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod differences;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod document;
pub mod export;
mod files;
mod import;
mod include;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod line;
mod lint;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod mend;
mod named;
mod names;
#[doc(hidden)]
#[allow(missing_docs, reason = "no part of the interface")]
pub mod parts;
mod problem;
mod read;
mod repair;
mod same;
mod same_names;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod script;
mod skips;
mod sources;
#[allow(missing_docs, reason = "public for the crates of this project alone: see `parts`")]
mod tags;
mod visit;

use files::Load;
use parts::Opened;
use problem::Problems;
pub use problem::{Level, Place, Problem};
pub use sources::Sources;

/// The result of [`import`].
#[derive(Clone, Debug)]
pub struct Imported {
    /// The Rust, unless the file has errors.
    pub rust: Option<String>,
    /// Only the trees, as in a `.bt` file, unless the file has errors.
    pub trees: Option<String>,
    /// Mistakes in the files and, as warnings, what behaves slightly differently in `bt!`.
    pub problems: Vec<Problem>,
}

/// Writes Rust for files and their includes: a `bt!` for each tree, a struct that replaces all blackboards, and a leaf
/// for you to fill in for each node that the files do not define.
///
/// A tree may use subtrees from all files. If several of `paths` have a tree of the same name, each is also named after
/// its file: `PatrolMainTree`.
///
/// `load` reads a file. It is called with `paths`, and with the paths of includes, relative to the same folder as
/// `paths`. Includes outside of the folders of these files are refused. `models` are files whose `TreeNodesModel`
/// describes the ports of nodes, such as nav2's `nav2_tree_nodes.xml`.
///
/// ```
/// let file = r#"
/// <root BTCPP_format="4">
///     <BehaviorTree ID="Main">
///         <Sequence><Sleep msec="500"/><MoveTo goal="{home}"/></Sequence>
///     </BehaviorTree>
/// </root>"#;
/// let imported = bt_xml::import(&["trees.xml"], &[], &mut |_| Ok(file.to_owned()));
/// assert!(imported.problems.is_empty());
/// assert!(imported.rust.is_some_and(|rust| rust.contains("pub Main(Board) = sequence <")));
/// ```
pub fn import(paths: &[&str], models: &[&str], load: &mut dyn FnMut(&str) -> Result<String, String>) -> Imported {
    import_from(Sources { paths, models, ..Sources::default() }, load)
}

/// Like [`import`], and also searches folders of installed files.
///
/// ```
/// use bt_xml::{Sources, import_from};
///
/// let main = r#"
/// <root BTCPP_format="4">
///     <include ros_pkg="my_robot" path="trees/dock.xml"/>
///     <BehaviorTree ID="Main"><SubTree ID="Dock"/></BehaviorTree>
/// </root>"#;
/// let dock = r#"<root BTCPP_format="4"><BehaviorTree ID="Dock"><Sleep msec="5"/></BehaviorTree></root>"#;
/// let sources = Sources { paths: &["main.xml"], folders: &["/opt/ros/jazzy/share"], ..Sources::default() };
/// let imported = import_from(sources, &mut |path| match path {
///     "main.xml" => Ok(main.to_owned()),
///     "/opt/ros/jazzy/share/my_robot/trees/dock.xml" => Ok(dock.to_owned()),
///     _ => Err(format!("there is no {path}")),
/// });
/// assert!(imported.problems.is_empty());
/// assert!(imported.rust.is_some_and(|rust| rust.contains("Dock(Board)")));
/// ```
pub fn import_from(sources: Sources<'_>, load: &mut dyn FnMut(&str) -> Result<String, String>) -> Imported {
    let mut opened = checked(sources, load);
    let Opened { document, problems, .. } = &mut opened;
    let texts = (!problems.has_errors()).then(|| import::import(document, &said(sources.paths), problems));
    let (rust, trees) = texts.filter(|_| !problems.has_errors()).unzip();
    Imported { rust, trees, problems: opened.into_problems() }
}

/// Reads and checks files and their includes.
fn checked(sources: Sources<'_>, load: Load<'_>) -> Opened {
    let mut opened = Opened::new(sources, load);
    opened.tell_apart();
    opened.check();
    opened
}

/// Reports everything that is wrong in files and their includes, like [`import_from`]. What BehaviorTree.CPP accepts
/// although it is probably not meant is a warning. Whether `bt!` could express it does not matter here.
///
/// ```
/// use bt_xml::{Sources, lint};
///
/// let file = r#"
/// <root BTCPP_format="4" main_tree_to_execute="Main">
///     <BehaviorTree ID="Main">
///         <ReactiveSequence><Sleep msec="500"/><SubTree ID="Dock"/></ReactiveSequence>
///     </BehaviorTree>
///     <BehaviorTree ID="Dock"><Sleep msec="{time}"/></BehaviorTree>
///     <BehaviorTree ID="Charge"><AlwaysSuccess/></BehaviorTree>
/// </root>"#;
/// let sources = Sources { paths: &["trees.xml"], ..Sources::default() };
/// let found = lint(sources, &mut |_| Ok(file.to_owned()));
/// let found: Vec<_> = found.into_iter().map(|problem| problem.message).collect();
/// assert_eq!(found.len(), 3);
/// assert_eq!(found[1], "`Dock` reads `{time}`, which nothing in it writes, and this `SubTree` does not pass it");
/// assert_eq!(found[2], "the tree `Charge` is never used: `Main` runs, and does not contain it");
/// ```
pub fn lint(sources: Sources<'_>, load: &mut dyn FnMut(&str) -> Result<String, String>) -> Vec<Problem> {
    let mut opened = checked(sources, load);
    if !opened.problems.has_errors() {
        lint::lint(&opened.document, opened.is_whole, &mut opened.problems);
    }
    opened.into_problems()
}

/// The names of files, as part of a sentence.
fn said(paths: &[&str]) -> String {
    match paths {
        [] => "no file".to_owned(),
        [one] => format!("`{one}`"),
        [one, other] => format!("`{one}` and `{other}`"),
        [one, rest @ ..] => format!("`{one}` and {} more files", rest.len()),
    }
}

/// All problems of the text of a file, in file order. The files that it includes are not read: trees in them count as
/// known. The [crate](self) has an example; [`lint`] reads includes, and finds more.
pub fn problems(file: &str) -> Vec<Problem> {
    let mut problems = Problems::default();
    if let Some(mut document) = read::read(file, 0, &mut problems) {
        defaults::add(&mut document, &mut problems);
        check::check(&document, document.includes.is_empty(), &mut problems);
    }
    problems.into_sorted(|at| (String::new(), at.clone()))
}
