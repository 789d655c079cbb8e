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
use crate::text::blocks::{File, Found, file as read, header};
use crate::text::draw::draw;
use crate::text::modules::assign;
use crate::text::normal::normal;
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
    /// The conditions under which it is, if its file has been read, and a number that follows from the rest of the file when
    /// it was first read.
    cfgs: Option<Vec<String>>,
    rest: Option<u64>,
    /// The text of the file that was read last, whether it was taken or not.
    seen: String,
}

/// What a new text has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// The paths of the trees that have changed.
    pub trees: Vec<&'static str>,
    /// Whether one of their files has changed outside of its trees, too, since it was first read. That code runs as it was
    /// built.
    pub is_code_older: bool,
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
            Ok(taken) => {
                update.trees.extend(taken.trees);
                update.is_code_older |= taken.is_code_older;
            }
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
            let program = Arc::new(as_built(unit));
            Tree { unit, program, key, header, cfgs: None, rest: None, seen: String::new() }
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
    let text = &*normal(text);
    let refused = |problems: Vec<Problem>| Refused { drawing: draw(&path.display().to_string(), text, &problems) };
    let changed = apart(|| changed(&of_file, path, text)).map_err(refused)?;
    let mut update = Update::default();
    for ((name, tree), Changed { key, cfgs, rest, program }) in of_file.into_iter().zip(changed) {
        (tree.key, tree.cfgs) = (key, Some(cfgs));
        let built = *tree.rest.get_or_insert(rest);
        if let Some(program) = program {
            tree.program = Arc::new(program);
            update.is_code_older |= built != rest;
            update.trees.push(name);
        }
    }
    if !update.trees.is_empty() {
        CHANGES.fetch_add(1, Ordering::Release);
    }
    Ok(update)
}

/// What a text says of a tree.
struct Changed {
    key: Option<String>,
    cfgs: Vec<String>,
    rest: u64,
    /// `None` if the tree has not changed.
    program: Option<Program>,
}

/// What a text says of each tree of a file, or the problems of all.
fn changed(of_file: &[(&str, &mut Tree)], path: &Path, text: &str) -> Result<Vec<Changed>, Vec<Problem>> {
    let File { trees: found, rest, .. } = read(text).map_err(|problem| vec![problem])?;
    let mut problems: Vec<Problem> = found.iter().flat_map(|found| found.problems.clone()).collect();
    let has_mistakes = !problems.is_empty();
    let (places, mut changed) = (places(path, &found), Vec::new());
    for (name, tree) in of_file {
        let candidates = places.get(name).map_or(&[][..], Vec::as_slice);
        let Some(at) = choose(tree, candidates, &found) else {
            let name = tree.unit.name;
            let problem = match candidates.len() {
                // It may be one of those with mistakes.
                _ if has_mistakes => continue,
                0 => format!("the tree `{name}` is no longer in this file: build again"),
                _ => format!("this file has several trees `{name}`: build again"),
            };
            problems.push(Problem::of_file(problem));
            continue;
        };
        let found = &found[at];
        let Found { key, header, cfgs, at, .. } = found;
        let mut of_tree = Changed { key: key.clone(), cfgs: cfgs.clone(), rest, program: None };
        if key.is_none() || *key != tree.key {
            if *header != tree.header {
                problems.push(Problem::new(*at, "the header of this tree has changed: build again"));
                continue;
            }
            let Some(read) = found.read() else { continue };
            match load(read, tree.unit) {
                Ok(program) => of_tree.program = Some(program),
                Err(found) => problems.extend(found),
            }
        }
        changed.push(of_tree);
    }
    if problems.is_empty() { Ok(changed) } else { Err(problems) }
}

/// For each type of the file, the trees that it may be.
fn places(path: &Path, found: &[Found]) -> BTreeMap<&'static str, Vec<usize>> {
    let types: Vec<(&str, &str)> =
        units().filter(|unit| is_file(unit, path)).map(|unit| ((unit.tree)(), unit.name)).collect();
    let trees: Vec<_> = found.iter().map(|found| (found.name.as_deref(), &*found.scope)).collect();
    let places = assign(path, &types, &trees);
    types.iter().map(|(path, _)| *path).zip(places).collect()
}

/// The tree of a type: of several, the one that has not changed, else the one under the same conditions.
fn choose(tree: &Tree, candidates: &[usize], found: &[Found]) -> Option<usize> {
    let only = |is: &dyn Fn(&Found) -> bool| {
        let mut fitting = candidates.iter().filter(|&&at| is(&found[at]));
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    };
    let same_text = only(&|found| found.key.is_some() && found.key == tree.key);
    let same_conditions = only(&|found| Some(&found.cfgs) == tree.cfgs.as_ref());
    only(&|_| true).or(same_text).or(same_conditions)
}

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
