//! Runs trees from BehaviorTree.CPP's XML, unchanged.
//!
//! [`load`] reads a file, and [`parse`] a text. The nodes of BehaviorTree.CPP and the control nodes of nav2 are
//! available; your own nodes come from a [`Palette`]. Scripts, conditions such as `_skipIf`, and ports read and write
//! the [`Board`], which your context implements.
//!
//! ```
//! use bt::Status;
//! use bt_live::xml::{Board, MapBoard, Palette, Value, input, output, parse};
//!
//! let palette = Palette::new()
//!     .action("Measure", [output("distance")], |board: &mut MapBoard, ports| {
//!         ports.set(board, "distance", 1.5);
//!         Status::Success
//!     })
//!     .action("Stop", [input("reason")], |_, _| Status::Success);
//!
//! let file = r#"
//! <root BTCPP_format="4">
//!     <BehaviorTree ID="Main">
//!         <Sequence>
//!             <Measure distance="{ahead}" _onSuccess="tries := 1"/>
//!             <Stop reason="a wall" _skipIf="ahead > 2.0"/>
//!             <Script code="tries += 1"/>
//!         </Sequence>
//!     </BehaviorTree>
//! </root>"#;
//! let mut tree = parse(file, &palette).expect("it is right").tree;
//! let mut board = MapBoard::default();
//! assert_eq!(tree.tick_for(0.1, &mut board), Status::Success);
//! assert_eq!(board.get("tries"), Some(Value::of(2)));
//! ```
//!
//! # What differs from BehaviorTree.CPP
//!
//! - Time is exact: a node starts where its predecessor ended, not at the end of a tick. Loops continue in the same
//!   tick.
//! - There is no SKIPPED. A skipped node counts as a success in a sequence and as a failure in a fallback.
//!   [`Loaded::warnings`] lists the places where that matters, and everything else that behaves slightly differently.
//! - Where a script has no value, C++ throws an exception; here its node fails: see [`Board::failed`].
//! - In scripts, a whole-number entry may become one with a fraction, `1.0` and `1e10` are whole numbers, and you
//!   cannot assign to the value of an enum.
//! - There is one board, on which each subtree has its own entries: see [`Board`].

mod asks;
mod board;
mod check;
mod entry;
mod expand;
mod files;
mod palette;
mod port;
mod scope;
mod script;
mod shown;
mod steps;
mod table;
mod value;
mod words;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bt_xml::parts::{Found as Mended, Opened, Unit};
use bt_xml::{Level, Problem as Found, Sources};

pub use board::{Board, MapBoard};
pub use files::Files;
pub use palette::Palette;
pub use port::{Port, input, output};
pub use table::Ports;
pub use value::Value;

use crate::palette::{LiveTree, Palette as Texts};
use crate::program::names::kept;
use crate::refused::{Mistake, Refused};
use crate::text::problem::Problem;
use expand::{Expanded, Number, expand, write};
use table::Table;

/// The most bytes of a file, including the files that it includes.
const MOST_BYTES: usize = 256 << 10;

/// A tree from XML.
///
/// Its files have at most 256 KiB together. It has at most 1,000 nodes, subtrees included, nested at most 64 deep. So
/// loading takes little time and memory, whatever is in the files.
#[non_exhaustive]
pub struct Loaded<C: ?Sized> {
    /// The tree, which has not started.
    pub tree: LiveTree<C>,
    /// Warnings: what behaves slightly differently from BehaviorTree.CPP, or looks like a mistake.
    pub warnings: Vec<Mistake>,
    /// The text that runs, in the form of a `bt!` without a header.
    pub text: String,
}

impl<C: ?Sized> fmt::Debug for Loaded<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Loaded").field("tree", &self.tree).field("warnings", &self.warnings).finish()
    }
}

/// Reads an XML file, and the files in its folder, or below it, that it includes. [`Files`] also rereads them when they
/// change.
///
/// ```no_run
/// use bt_live::xml::{MapBoard, Palette, load};
///
/// let mut tree = load("mission.xml", &Palette::new())?.tree;
/// tree.tick_for(0.1, &mut MapBoard::default());
/// # Ok::<(), bt_live::Refused>(())
/// ```
///
/// # Errors
///
/// All mistakes in the files, including everything that the palette does not have; or why a file cannot be read. The
/// path must be UTF-8.
pub fn load<C: Board + ?Sized + 'static>(path: impl AsRef<Path>, palette: &Palette<C>) -> Result<Loaded<C>, Refused> {
    Files::new(path.as_ref().to_string_lossy()).load(palette)
}

/// Reads a text of XML, which cannot include files. The [module](self) has an example.
///
/// # Errors
///
/// As [`load`].
pub fn parse<C: Board + ?Sized + 'static>(text: &str, palette: &Palette<C>) -> Result<Loaded<C>, Refused> {
    let mut is_first = true;
    load_by("tree.xml", None, palette, &mut |_| match std::mem::take(&mut is_first) {
        true => Ok(text.to_owned()),
        false => Err("a text includes no files: use `load`".to_owned()),
    })
}

/// Reads XML files that are not on disk: `read` is called with `path`, then with the paths of included files, relative
/// to the same place as `path`. `main` is the ID of the tree to run. If it is `None`, that is the file's
/// `main_tree_to_execute`, or the only tree.
///
/// ```
/// use bt_live::xml::{MapBoard, Palette, load_by};
///
/// let tree = |id: &str, nodes: &str| format!(r#"<BehaviorTree ID="{id}">{nodes}</BehaviorTree>"#);
/// let mut read = |path: &str| match path {
///     "main.xml" => Ok(format!(
///         r#"<root BTCPP_format="4"><include path="dock.xml"/>{}</root>"#,
///         tree("Main", r#"<SubTree ID="Dock"/>"#)
///     )),
///     "dock.xml" => Ok(format!(r#"<root BTCPP_format="4">{}</root>"#, tree("Dock", "<AlwaysSuccess/>"))),
///     _ => Err("the archive has no such file".to_owned()),
/// };
/// let mut tree = load_by("main.xml", Some("Main"), &Palette::new(), &mut read)?.tree;
/// assert!(tree.tick_for(0.1, &mut MapBoard::default()).is_success());
/// # Ok::<(), bt_live::Refused>(())
/// ```
///
/// # Errors
///
/// As [`load`].
pub fn load_by<C: Board + ?Sized + 'static>(
    path: &str,
    main: Option<&str>,
    palette: &Palette<C>,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Loaded<C>, Refused> {
    load_bytes(&[path], main, palette, &mut |path| read(path).map(String::into_bytes))
}

/// Reads files that may not be UTF-8.
fn load_bytes<C: Board + ?Sized + 'static>(
    paths: &[&str],
    main: Option<&str>,
    palette: &Palette<C>,
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Loaded<C>, Refused> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let (mut left, mut no_utf8) = (MOST_BYTES, Vec::new());
    let first = paths.first().copied().unwrap_or_default();
    let mut opened = Opened::new(Sources { paths, ..Sources::default() }, &mut |path| {
        let bytes = read(path)?;
        let too_long = || format!("the files have more than {} KiB", MOST_BYTES >> 10);
        left = left.checked_sub(bytes.len()).ok_or_else(too_long)?;
        let text = String::from_utf8(bytes).unwrap_or_else(|error| {
            let at = error.utf8_error().valid_up_to();
            let (file, message) = (path.to_owned(), "this is not valid UTF-8".to_owned());
            no_utf8.push(Found { file, at: at..at, level: Level::Error, message, help: None, first: None });
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        });
        texts.insert(path.to_owned(), text.clone());
        Ok(text)
    });
    if !no_utf8.is_empty() {
        return Err(refused(first, no_utf8, &texts));
    }
    // The palette takes precedence over what a file says of a node.
    opened.document.models.extend(check::models(palette));
    opened.check();
    check::check(&mut opened, palette);
    let enums = Arc::new(palette.enums().clone());
    let expanded = expand(&mut opened, main, palette, &enums);
    let done = expanded.map(|expanded| made(expanded, palette, &enums, &mut opened, (first, &texts)));
    let (errors, warnings): (Vec<Found>, Vec<Found>) =
        opened.into_problems().into_iter().partition(|problem| problem.level == Level::Error);
    match done.flatten() {
        Some((tree, text)) if errors.is_empty() => {
            Ok(Loaded { tree, warnings: refused(first, warnings, &texts).mistakes().to_vec(), text })
        }
        _ => Err(refused(first, errors, &texts)),
    }
}

/// The tree of an expanded file. Mistakes in the text are reported at the nodes that it came from.
fn made<C: Board + ?Sized + 'static>(
    expanded: Expanded,
    palette: &Palette<C>,
    enums: &Arc<BTreeMap<String, f64>>,
    opened: &mut Opened,
    (first, files): (&str, &BTreeMap<String, String>),
) -> Option<(LiveTree<C>, String)> {
    let Expanded { mut line, rows, numbers, used } = expanded;
    let table = Arc::new(Table { rows, enums: Arc::clone(enums) });
    let mut texts = steps::add(Texts::new(), &table);
    for number in numbers {
        texts = with_number(texts, number);
    }
    for (id, word) in &used {
        if let Some(entry) = palette.entry(id) {
            texts = entry.add(texts, kept(word), &table);
        }
    }
    let places = shown::places(&line, opened, (first, files));
    let file = kept(first);
    opened.mended(&mut line, |line| {
        let mut text = String::new();
        write(line, &mut text);
        let found = |mistake: &Mistake| Mended {
            line: mistake.line - 1,
            message: mistake.message.clone(),
            may_be_meant: mistake.may_be_meant,
            is_not_last: false,
        };
        match LiveTree::parse_as(&text, file, &shown::nodes(line, &places), &texts) {
            Ok(tree) => Ok((tree, text)),
            Err(refused) => Err(refused.mistakes().iter().map(found).collect()),
        }
    })
}

/// Adds a number that is read from the board, and is 0 while its entry is not set.
fn with_number<C: Board + ?Sized + 'static>(texts: Texts<C>, number: Number) -> Texts<C> {
    let Number { name, link, kind } = number;
    let read = move |board: &C| link.get(board).and_then(|value| value.number()).unwrap_or_default().max(0.0);
    match kind {
        Unit::Count => texts.count(kept(&name), move |board| read(board) as u32),
        Unit::Milliseconds => texts.number(kept(&name), move |board| read(board) / 1000.0),
        Unit::Hertz => texts.number(kept(&name), move |board| 1.0 / read(board).max(1e-9)),
    }
}

/// Problems, file by file.
fn refused(path: &str, problems: Vec<Found>, texts: &BTreeMap<String, String>) -> Refused {
    let mut by_file: Vec<(String, Vec<Problem>)> = Vec::new();
    for Found { file, at, message, help, .. } in problems {
        let file = if file.is_empty() { path.to_owned() } else { file };
        let problem = Problem { at: Some(at), help, ..Problem::of_file(message) };
        match by_file.iter_mut().find(|(other, _)| *other == file) {
            Some((_, problems)) => problems.push(problem),
            None => by_file.push((file, vec![problem])),
        }
    }
    let mut all = Refused::new(path, "", Vec::new());
    for (file, problems) in by_file {
        all.add(Refused::new(&file, texts.get(&file).map_or("", String::as_str), problems));
    }
    all
}
