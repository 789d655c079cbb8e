//! The programs of all live trees: those of a file change together.

use std::any::type_name;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bt::__private::live::{Unit, units};
use bt_compiler::tree::pieces::key;

use crate::apart::apart;
use crate::program::Program;
use crate::program::load::load;
use crate::text::blocks::{Found, header, trees};
use crate::text::draw::draw;
use crate::text::problem::Problem;

/// How often any program has changed: agents compare it with what they have seen.
static CHANGES: AtomicU64 = AtomicU64::new(0);

static TREES: Mutex<BTreeMap<&'static str, Tree>> = Mutex::new(BTreeMap::new());

/// The folder of the source files, if a program has named one.
static SOURCES: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A tree of which there are live ones.
struct Tree {
    unit: &'static Unit,
    program: Arc<Program>,
    /// Its tokens without spacing.
    key: Option<String>,
    /// Its header, which a text cannot change.
    header: Option<String>,
    /// The text of the file that was read last, whether it was taken or not.
    seen: String,
}

/// What a new text has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// The paths of the trees that have changed.
    pub trees: Vec<&'static str>,
}

/// Why a text was not taken. The old trees go on.
///
/// Its text is a drawing of all mistakes, as rustc draws them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    drawing: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.drawing)
    }
}

impl std::error::Error for Refused {}

/// Reads the files of all live trees again. Agents go over to a changed tree at the beginning of their next tick.
///
/// # Errors
///
/// The mistakes in the files that have changed. Files without mistakes are taken all the same.
pub fn poll() -> Result<Update, Refused> {
    let mut files: Vec<PathBuf> = lock().values().filter_map(|tree| file(tree.unit)).collect();
    files.sort();
    files.dedup();
    let (mut update, mut drawings) = (Update::default(), String::new());
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        match take(&path, &text) {
            Ok(taken) => update.trees.extend(taken.trees),
            Err(Refused { drawing }) => drawings.push_str(&drawing),
        }
    }
    if drawings.is_empty() { Ok(update) } else { Err(Refused { drawing: drawings }) }
}

/// Looks for source files below this folder, too, and there first: in a program that does not run where it was built.
pub fn sources(folder: impl Into<PathBuf>) {
    *SOURCES.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.into());
}

/// Takes a text as that of a file, where the files are elsewhere.
///
/// # Errors
///
/// The mistakes in the text.
pub fn offer(path: impl AsRef<Path>, text: &str) -> Result<Update, Refused> {
    take(path.as_ref(), text)
}

/// The number of changes so far.
pub fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// The program of a tree.
pub fn program<T>() -> Arc<Program> {
    let path = type_name::<T>();
    let mut trees = lock();
    let tree = trees.entry(path).or_insert_with(|| {
        let unit = units().find(|unit| (unit.tree)() == path).expect("each live tree submits what it is made of");
        apart(|| {
            let tokens = unit.text.parse().expect("rustc has read it");
            let (key, header) = (key(&tokens), header(&tokens));
            Tree { unit, program: Arc::new(as_built(unit)), key, header, seen: String::new() }
        })
    });
    Arc::clone(&tree.program)
}

/// The program of a tree as it was built.
fn as_built(unit: &'static Unit) -> Program {
    let tree = bt_compiler::tree::read(unit.text.parse().expect("rustc has read it"));
    let problems = match tree {
        Ok(tree) => match load(tree, unit) {
            Ok(program) => return program,
            Err(problems) => problems,
        },
        Err(mistakes) => mistakes.into_list().into_iter().map(Problem::from).collect(),
    };
    panic!("`{}` cannot be live:\n{}", unit.name, draw(unit.file, unit.text, &problems))
}

fn take(path: &Path, text: &str) -> Result<Update, Refused> {
    let mut live = lock();
    let mut of_file: Vec<(&'static str, &mut Tree)> = live
        .iter_mut()
        .map(|(name, tree)| (*name, tree))
        .filter(|(_, tree)| tree.seen != text && is_file(tree.unit, path))
        .collect();
    if of_file.is_empty() {
        return Ok(Update::default());
    }
    for (_, tree) in &mut of_file {
        text.clone_into(&mut tree.seen);
    }
    let refused = |problems: Vec<Problem>| Refused { drawing: draw(&path.display().to_string(), text, &problems) };
    let changed = apart(|| changed(&of_file, text)).map_err(refused)?;
    let mut update = Update::default();
    for ((name, tree), changed) in of_file.into_iter().zip(changed) {
        if let Some((key, program)) = changed {
            (tree.program, tree.key) = (Arc::new(program), key);
            update.trees.push(name);
        }
    }
    if !update.trees.is_empty() {
        CHANGES.fetch_add(1, Ordering::Release);
    }
    Ok(update)
}

/// The new program of each tree of a file, and its key, if it has changed. All of them, or the problems of all.
fn changed(of_file: &[(&str, &mut Tree)], text: &str) -> Result<Vec<Option<Changed>>, Vec<Problem>> {
    let mut read = trees(text)?;
    let (mut loaded, mut problems) = (Vec::new(), Vec::new());
    for (_, tree) in of_file {
        loaded.push(None);
        let named = |found: &Found| found.tree.header.item.as_ref().is_some_and(|item| item.name == tree.unit.name);
        let Some(at) = read.iter().position(named) else { continue };
        let found = read.swap_remove(at);
        if found.key.is_some() && found.key == tree.key {
            continue;
        }
        if found.header != tree.header {
            problems.push(Problem::new(found.at, "the header of this tree has changed: build again"));
            continue;
        }
        match load(found.tree, tree.unit) {
            Ok(program) => *loaded.last_mut().expect("it was pushed") = Some((found.key, program)),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(loaded) } else { Err(problems) }
}

type Changed = (Option<String>, Program);

fn lock() -> MutexGuard<'static, BTreeMap<&'static str, Tree>> {
    TREES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_file(unit: &Unit, path: &Path) -> bool {
    let of_unit = Path::new(unit.file);
    path.ends_with(of_unit) || of_unit.ends_with(path)
}

/// The file of a tree. rustc names it as seen from the folder in which Cargo started it: the package, or one above.
fn file(unit: &Unit) -> Option<PathBuf> {
    let named = SOURCES.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let package = unit.package.map(Path::new).into_iter().flat_map(Path::ancestors);
    let folders = named.iter().map(PathBuf::as_path).chain(package);
    folders.map(|folder| folder.join(unit.file)).find(|path| path.is_file())
}
