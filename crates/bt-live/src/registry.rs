//! The programs of all live trees: those of a file change together.

use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bt::__private::live::{Unit, conditions, units};
use bt_compiler::error::Mistakes;
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::pieces::key;
use proc_macro2::TokenStream;

use crate::apart::apart;
use crate::program::Program;
use crate::program::load::load;
use crate::program::new_tree::{self, New};
use crate::refused::Refused;
use crate::text::blocks::{File, Found, Sees, file as read, header};
use crate::text::draw::draw;
use crate::text::modules::assign;
use crate::text::normal::normal;
use crate::text::problem::Problem;
use crate::text::uses::Use;

/// How often any program has changed: agents compare it with what they have seen.
static CHANGES: AtomicU64 = AtomicU64::new(0);

/// The trees of which there are live ones, by the paths of their types, and the trees in them.
type Trees = BTreeMap<&'static str, Tree>;

static TREES: Mutex<Trees> = Mutex::new(BTreeMap::new());

static SOURCES: Mutex<Sources> = Mutex::new(Sources { folder: None, found: BTreeMap::new() });

/// Where source files are.
struct Sources {
    /// The folder that the program has named.
    folder: Option<PathBuf>,
    /// The files that were found, by package and name. One that is away for a moment is looked for in the same place.
    found: BTreeMap<(Option<&'static str>, &'static str), PathBuf>,
}

/// A tree of which there are live ones.
struct Tree {
    unit: &'static Unit,
    program: Arc<Program>,
    text: Text,
    /// Its tokens without spacing.
    key: Option<String>,
    /// Its header, which a text cannot change.
    header: Option<String>,
    /// The conditions under which it is, if its file has been read, and a number that follows from the rest of the file when
    /// it was first read.
    cfgs: Option<Vec<String>>,
    rest: Option<u64>,
    /// The text of the file that was read last, and whether it was refused.
    seen: String,
    is_refused: bool,
}

/// The text of a tree, and what it sees of its file.
#[derive(Clone)]
struct Text {
    tokens: String,
    uses: Vec<Use>,
    functions: usize,
    /// The trees of its file, which it may use as leaves.
    trees: Arc<[Named]>,
}

/// A tree of a file, by its name.
struct Named {
    name: String,
    key: Option<String>,
    text: Text,
}

impl Text {
    fn sees(&self) -> Sees<'_> {
        Sees { uses: self.uses.iter().collect(), functions: self.functions }
    }

    fn of(found: &Found, file: &File, trees: Arc<[Named]>) -> Self {
        let Sees { uses, functions } = file.sees(found);
        Text { tokens: found.text(), uses: uses.into_iter().cloned().collect(), functions, trees }
    }

    /// The trees of its file. Their places in the file are not known here.
    fn new_trees(&self) -> Vec<New<'_>> {
        self.trees.iter().filter_map(Named::new_tree).collect()
    }
}

impl Named {
    fn new_tree(&self) -> Option<New<'_>> {
        let (tokens, sees) = (self.text.tokens.parse().ok()?, self.text.sees());
        Some(New { name: &self.name, key: self.key.as_deref(), tokens, sees })
    }
}

/// The trees of a file that others may use as leaves.
fn new_trees(file: &File) -> Vec<New<'_>> {
    let mut trees = Vec::new();
    for found in &file.trees {
        if let Some(name) = found.name.as_deref() {
            trees.push(New { name, key: found.key.as_deref(), tokens: found.tokens(), sees: file.sees(found) });
        }
    }
    trees
}

fn named_trees(file: &File) -> Arc<[Named]> {
    let named = |found: &Found| {
        let text = Text::of(found, file, Arc::new([]));
        Some(Named { name: found.name.clone()?, key: found.key.clone(), text })
    };
    file.trees.iter().filter_map(named).collect()
}

/// What a new text has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// The paths of the trees that have changed.
    pub trees: Vec<&'static str>,
    /// The paths of live trees that are no longer in their file. They go on as they are: remove them from the program, too,
    /// or build again.
    pub gone: Vec<&'static str>,
    /// Whether one of their files has changed outside of its live trees, too, since it was first read. That code runs as it
    /// was built.
    pub is_code_older: bool,
}

impl Update {
    pub(crate) fn add(&mut self, other: Update) {
        self.trees.extend(other.trees);
        self.gone.extend(other.gone);
        self.is_code_older |= other.is_code_older;
    }
}

/// Looks for source files below this folder, too, and there first: in a program that does not run where it was built.
pub fn sources(folder: impl Into<PathBuf>) {
    let sources = Sources { folder: Some(folder.into()), found: BTreeMap::new() };
    *SOURCES.lock().unwrap_or_else(PoisonError::into_inner) = sources;
}

/// Takes a text as that of a file, where the files are elsewhere.
///
/// # Errors
///
/// The mistakes in the text, each time that it is offered.
pub fn offer(path: impl AsRef<Path>, text: &str) -> Result<Update, Refused> {
    let path = path.as_ref();
    let is_same = |unit: &'static Unit| Path::new(unit.file) == path || file(unit).is_some_and(|file| file == path);
    // A path of another machine.
    let is_like = |unit: &'static Unit| path.ends_with(unit.file) || Path::new(unit.file).ends_with(path);
    // Its mistakes are told again.
    let is_new = |tree: &Tree| tree.seen != text || tree.is_refused;
    match units().any(is_same) {
        true => take(path, text, &is_same, &is_new),
        false => take(path, text, &is_like, &is_new),
    }
}

/// The files of all live trees that are there.
pub fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = lock().values().filter_map(|tree| file(tree.unit)).collect();
    files.sort();
    files.dedup();
    files
}

/// The number of live trees.
pub fn count() -> usize {
    lock().len()
}

/// Takes a text as that of this file, if it was not read before.
pub fn take_file(path: &Path, text: &str) -> Result<Update, Refused> {
    let is_file = |unit: &'static Unit| file(unit).is_some_and(|file| file == path);
    take(path, text, &is_file, &|tree| tree.seen != text)
}

/// The number of changes so far.
#[inline]
pub fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// The program of a tree.
pub fn program<T>() -> Arc<Program> {
    let path = type_name::<T>();
    let mut trees = lock();
    if let Some(tree) = trees.get(path) {
        return Arc::clone(&tree.program);
    }
    let unit = units().find(|unit| (unit.tree)() == path).expect("each live tree submits what it is made of");
    let trees = &mut *trees;
    apart(|| as_built(unit, trees))
        .unwrap_or_else(|problems| panic!("`{}` cannot be live:\n{}", unit.name, draw(unit.file, unit.text, &problems)))
}

/// The program of a tree as it was built, which is among the live ones then, with the trees in it.
fn as_built(unit: &'static Unit, trees: &mut Trees) -> Result<Arc<Program>, Vec<Problem>> {
    let tokens: TokenStream = unit.text.parse().expect("rustc has read it");
    let (key, header) = (key(&tokens), header(&tokens));
    let read = bt_compiler::tree::read(tokens).map_err(problems)?;
    let text = Text { tokens: unit.text.to_owned(), uses: Vec::new(), functions: 0, trees: Arc::new([]) };
    let program = Arc::new(load(read, unit, text.sees(), &[], &mut |path| of_built(path, trees))?);
    let seen = String::new();
    let tree = Tree {
        unit,
        program: Arc::clone(&program),
        text,
        key,
        header,
        cfgs: None,
        rest: None,
        seen,
        is_refused: false,
    };
    trees.insert((unit.tree)(), tree);
    Ok(program)
}

/// The program of a tree inside another one; `None` if it must run as it was built.
fn of_built(path: &'static str, trees: &mut Trees) -> Option<Arc<Program>> {
    if let Some(tree) = trees.get(path) {
        return Some(Arc::clone(&tree.program));
    }
    as_built(units().find(|unit| (unit.tree)() == path)?, trees).ok()
}

fn problems(mistakes: Mistakes) -> Vec<Problem> {
    mistakes.into_list().into_iter().map(Problem::from).collect()
}

fn take(
    path: &Path,
    text: &str,
    is_file: &dyn Fn(&'static Unit) -> bool,
    is_new: &dyn Fn(&Tree) -> bool,
) -> Result<Update, Refused> {
    let mut live = lock();
    let new = live.iter().filter(|(_, tree)| is_new(tree) && is_file(tree.unit));
    let of_file: Vec<&'static str> = new.map(|(name, _)| *name).collect();
    if of_file.is_empty() {
        return Ok(Update::default());
    }
    for name in &of_file {
        if let Some(tree) = live.get_mut(name) {
            text.clone_into(&mut tree.seen);
            tree.is_refused = true;
        }
    }
    let text = &*normal(text);
    let refused = |problems: Vec<Problem>| Refused::new(&path.display().to_string(), text, problems);
    let types: Vec<Type> = units().filter(|unit| is_file(unit)).map(|unit| ((unit.tree)(), unit.name)).collect();
    let live = &mut *live;
    let (changed, programs) = apart(|| changed(live, &of_file, &types, path, text)).map_err(refused)?;
    let mut update = Update::default();
    for name in &of_file {
        live.entry(name).and_modify(|tree| tree.is_refused = false);
    }
    for (name, changed) in of_file.into_iter().zip(changed) {
        let Some(Changed { key, cfgs, rest, text }) = changed else {
            update.gone.push(name);
            continue;
        };
        let Some(tree) = live.get_mut(name) else { continue };
        (tree.key, tree.cfgs) = (key, Some(cfgs));
        let built = *tree.rest.get_or_insert(rest);
        if let Some(text) = text {
            tree.text = text;
            update.is_code_older |= built != rest;
        }
    }
    for (name, program) in programs {
        if let Some(tree) = live.get_mut(name) {
            tree.program = program;
            update.trees.push(name);
        }
    }
    if !update.trees.is_empty() {
        CHANGES.fetch_add(1, Ordering::Release);
    }
    Ok(update)
}

/// The path of a type of the file, and its name.
type Type = (&'static str, &'static str);

/// What a text says of a tree.
struct Changed {
    key: Option<String>,
    cfgs: Vec<String>,
    rest: u64,
    /// `None` if the tree has not changed.
    text: Option<Text>,
}

/// New programs, by the paths of their types.
type Programs = BTreeMap<&'static str, Arc<Program>>;

/// The trees of a text that have changed become programs, those inside others first.
struct Loading<'l> {
    live: &'l mut Trees,
    /// The live trees of the file, and all trees in it.
    of_file: &'l [&'static str],
    new_trees: &'l [New<'l>],
    read: BTreeMap<&'static str, (Compiled, Text)>,
    programs: Programs,
    problems: Vec<Problem>,
}

impl Loading<'_> {
    /// The program of a tree in its new text; that of now if it has not changed.
    fn program(&mut self, path: &'static str) -> Option<Arc<Program>> {
        let (Some((read, text)), Some(tree)) = (self.read.remove(path), self.live.get(path)) else {
            return self.programs.get(path).cloned().or_else(|| of_built(path, self.live));
        };
        let unit = tree.unit;
        let of_other = if self.of_file.contains(&path) { None } else { Some(text.new_trees()) };
        let new_trees = of_other.as_deref().unwrap_or(self.new_trees);
        match load(read, unit, text.sees(), new_trees, &mut |path| self.program(path)) {
            Ok(program) => {
                let program = Arc::new(program);
                self.programs.insert(path, Arc::clone(&program));
                Some(program)
            }
            Err(found) => {
                self.problems.extend(found);
                None
            }
        }
    }

    fn all(&mut self) {
        while let Some(&path) = self.read.keys().next() {
            self.program(path);
        }
    }

    /// The trees around those that have changed are loaded again, in their texts of now.
    fn around(&mut self) {
        loop {
            let is_around = |path: &&'static str, tree: &Tree| {
                !self.programs.contains_key(*path)
                    && tree.program.subtrees().any(|in_it| self.programs.contains_key(in_it))
            };
            let around: Vec<(&'static str, Text)> = self
                .live
                .iter()
                .filter(|(path, tree)| is_around(path, tree))
                .map(|(path, tree)| (*path, tree.text.clone()))
                .collect();
            if around.is_empty() || !self.problems.is_empty() {
                return;
            }
            for (path, text) in around {
                if let Some(Ok(read)) = text.tokens.parse().ok().map(bt_compiler::tree::read) {
                    self.read.insert(path, (read, text));
                }
            }
            self.all();
        }
    }
}

/// What a text says of each tree of a file, `None` if it is not there; or the problems of all.
fn changed(
    live: &mut Trees,
    of_file: &[&'static str],
    types: &[Type],
    path: &Path,
    text: &str,
) -> Result<(Vec<Option<Changed>>, Programs), Vec<Problem>> {
    let of_crate = |path: &str| path.split("::").next().map(str::to_owned);
    let name = of_file.first().and_then(|path| of_crate(path));
    let holds = |predicate: &str| {
        let mut known = conditions().filter(|known| known.predicate == predicate && of_crate(known.module) == name);
        known.next().map(|known| known.holds)
    };
    let file = read(text, &holds).map_err(|problem| vec![problem])?;
    let (found, rest) = (&file.trees, rest(&file));
    let mut problems: Vec<Problem> = found.iter().flat_map(|found| found.problems.clone()).collect();
    let has_mistakes = !problems.is_empty();
    let (places, mut changed) = (places(path, types, found), Vec::new());
    let new_trees = new_trees(&file);
    let (mut new, mut spans) = (BTreeMap::new(), Vec::new());
    for name in of_file {
        let Some(tree) = live.get(name) else { continue };
        let candidates = places.get(name).map_or(&[][..], Vec::as_slice);
        let Some(at) = choose(tree, candidates, found) else {
            if candidates.len() > 1 && !has_mistakes {
                let message = format!("this file has several trees `{}`: build again", tree.unit.name);
                problems.push(Problem::of_file(message));
            }
            changed.push(None);
            continue;
        };
        let found = &found[at];
        let Found { key, header, cfgs, at, .. } = found;
        let mut of_tree = Changed { key: key.clone(), cfgs: cfgs.clone(), rest, text: None };
        let has_changed_inside = tree
            .program
            .new_trees
            .iter()
            .any(|(name, key)| new_tree::find(&new_trees, name).is_none_or(|new| new.key != key.as_deref()));
        if key.is_none() || *key != tree.key || has_changed_inside {
            if *header != tree.header {
                problems.push(Problem::new(*at, "the header of this tree has changed: build again"));
                continue;
            }
            let Some(read) = found.read() else { continue };
            let text = Text::of(found, &file, Arc::new([]));
            of_tree.text = Some(text.clone());
            spans.push((*name, *at));
            new.insert(*name, (read, text));
        }
        changed.push(Some(of_tree));
    }
    let (new_trees, programs) = (&*new_trees, BTreeMap::new());
    let mut loading = Loading { live, of_file, new_trees, read: new, programs, problems };
    loading.all();
    loading.around();
    let Loading { live, programs, mut problems, .. } = loading;
    for (name, at) in spans {
        if contains_itself(name, &programs, live)
            && let Some(tree) = live.get(name)
        {
            problems.push(Problem::new(at, format!("`{}` contains itself, by the trees in it", tree.unit.name)));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    // A tree that uses others of its file needs their texts when a tree of another file changes.
    let uses_others = |name: &&'static str| programs.get(*name).is_some_and(|program| !program.new_trees.is_empty());
    if of_file.iter().any(uses_others) {
        let named = named_trees(&file);
        for (_, changed) in of_file.iter().zip(&mut changed).filter(|(name, _)| uses_others(name)) {
            if let Some(Changed { text: Some(text), .. }) = changed {
                text.trees = Arc::clone(&named);
            }
        }
    }
    Ok((changed, programs))
}

/// A number that follows from all that runs as it was built: what is no tree, and trees that cannot be live.
fn rest(file: &File) -> u64 {
    let mut hasher = DefaultHasher::new();
    file.rest.hash(&mut hasher);
    for found in &file.trees {
        let named = found.read().and_then(|read| read.header.item.and(read.header.context));
        if named.is_none_or(|context| context.text().starts_with("impl ")) {
            found.key.hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Whether a tree is in one of those in it.
fn contains_itself(path: &'static str, programs: &Programs, live: &Trees) -> bool {
    let program = |path| programs.get(path).or_else(|| Some(&live.get(path)?.program));
    let (mut seen, mut next) = (BTreeSet::new(), vec![path]);
    while let Some(subtrees) = next.pop().map(|path| program(path).into_iter().flat_map(|program| program.subtrees())) {
        next.extend(subtrees.filter(|subtree| seen.insert(*subtree)));
    }
    seen.contains(path)
}

/// For each type of the file, the trees that it may be.
fn places(path: &Path, types: &[Type], found: &[Found]) -> BTreeMap<&'static str, Vec<usize>> {
    let trees: Vec<_> = found.iter().map(|found| (found.name.as_deref(), &*found.scope)).collect();
    let places = assign(path, types, &trees);
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

/// The file of a tree. rustc names it as seen from the folder in which Cargo started it: the package, or one above.
fn file(unit: &'static Unit) -> Option<PathBuf> {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = sources.found.get(&(unit.package, unit.file)) {
        return Some(path.clone()).filter(|path| path.is_file());
    }
    let package = unit.package.map(Path::new).into_iter().flat_map(Path::ancestors);
    let mut folders = sources.folder.iter().map(PathBuf::as_path).chain(package);
    let path = folders.find_map(|folder| Some(folder.join(unit.file)).filter(|path| path.is_file()))?;
    sources.found.insert((unit.package, unit.file), path.clone());
    Some(path)
}
