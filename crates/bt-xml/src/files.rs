//! Files that are read together, with all their includes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::defaults;
use crate::document::{Document, Model, Tree};
use crate::include::{Include, Places, Refused, Wanted};
use crate::problem::Problems;
use crate::read::read;
use crate::sources::Sources;

/// How many files may be read.
const FILES: usize = 1_000;

/// How many includes all files together may have.
const INCLUDES: usize = 50_000;

/// How long all files together may be, in bytes.
const LENGTH: usize = 16 << 20;

/// Reads the text of a file, or returns why that failed.
pub type Load<'l> = &'l mut dyn FnMut(&str) -> Result<String, String>;

/// The files read so far, in this order.
#[derive(Default)]
pub struct Files(Vec<File>);

struct File {
    path: String,
    /// Where it begins among all files.
    base: usize,
    length: usize,
    /// The number of the named file that led to it.
    named: usize,
}

/// A step that is left to do.
enum Next {
    /// Read a file, on behalf of the named file with this number.
    Read { wanted: Wanted, given: usize },
    /// A file and all its includes have been read.
    Done(usize),
}

/// The result of looking for a file.
enum Found {
    /// Its path and text.
    New(String, String),
    /// It has been read before.
    Before,
    /// Why it cannot be read: it does not exist, or a limit is reached.
    Missing { why: String, is_full: bool },
}

impl Files {
    /// Reads files with all their includes, and files with more models. The flag is true if all could be read. Each
    /// file is read once, however often it is named.
    pub fn read(&mut self, sources: Sources<'_>, load: Load<'_>, problems: &mut Problems) -> (Document, bool) {
        let (mut document, mut is_whole) = (Document::default(), true);
        let given = sources.paths.iter().chain(sources.models).rev();
        let mut next: Vec<_> =
            given.enumerate().map(|(given, path)| Next::Read { wanted: Wanted::named(path), given }).collect();
        let mut order = Order::default();
        let places = Places::new(sources);
        let (mut seen, mut left) = (HashMap::new(), INCLUDES);
        while let Some(next_one) = next.pop() {
            let (mut wanted, given) = match next_one {
                Next::Read { wanted, given } => (wanted, given),
                Next::Done(number) => {
                    order.done.push(number);
                    continue;
                }
            };
            let before = problems.count();
            let (path, text) = match self.find(&wanted.paths, load, &mut seen) {
                Found::New(path, text) => (path, text),
                Found::Before => continue,
                Found::Missing { why, is_full } => {
                    is_whole = false;
                    if is_full {
                        next.clear();
                        wanted.include.iter_mut().for_each(|include| include.refused = None);
                    }
                    self.tell_missing(wanted, given, why, problems);
                    problems.mark_causes(before);
                    continue;
                }
            };
            let (base, number) = (self.end(), self.0.len());
            self.0.push(File { path: path.clone(), base, length: text.len(), named: given });
            order.given.insert(number, given);
            next.push(Next::Done(number));
            let Some(read) = read(&text, base, problems) else {
                problems.mark_causes(before);
                is_whole = false;
                continue;
            };
            if wanted.include.is_none() {
                document.mains.extend(read.mains);
            }
            document.main = if number == 0 { read.main } else { document.main };
            document.trees.extend(read.trees.into_iter().map(|tree| Tree { file: number, ..tree }));
            let is_extra = given < sources.models.len();
            document.models.extend(read.models.into_iter().map(|model| Model { is_extra, ..model }));
            left = match left.checked_sub(read.includes.len()) {
                Some(left) => left,
                None => {
                    problems
                        .error(read.includes[left].path.at.clone(), format!("there are more than {INCLUDES} includes"));
                    problems.mark_causes(before);
                    return (document, false);
                }
            };
            let includes = read.includes.into_iter().rev();
            next.extend(includes.map(|include| Next::Read { wanted: places.wanted(&path, &include), given }));
        }
        order.replace(&mut document, problems);
        defaults::add(&mut document, problems);
        (document, is_whole)
    }

    /// Reads the first of these files that exists. `seen` has the result for each path.
    fn find(
        &self,
        paths: &[String],
        load: &mut dyn FnMut(&str) -> Result<String, String>,
        seen: &mut HashMap<String, Result<(), String>>,
    ) -> Found {
        let mut first_reason = None;
        for path in paths {
            let why = match seen.get(path) {
                Some(Ok(())) => return Found::Before,
                Some(Err(why)) => why.clone(),
                None => {
                    if let Err(why) = self.room() {
                        return Found::Missing { why, is_full: true };
                    }
                    match load(path) {
                        Ok(text) => {
                            seen.insert(path.clone(), Ok(()));
                            return Found::New(path.clone(), text);
                        }
                        Err(why) => {
                            seen.insert(path.clone(), Err(why.clone()));
                            why
                        }
                    }
                }
            };
            first_reason.get_or_insert(why);
        }
        Found::Missing { why: first_reason.unwrap_or_default(), is_full: false }
    }

    /// Reports why a file cannot be read.
    fn tell_missing(&mut self, wanted: Wanted, named: usize, why: String, problems: &mut Problems) {
        match wanted.include {
            Some(Include { at, refused: Some(Refused { level, message, help }) }) => {
                problems.push(at, level, message, help);
            }
            Some(Include { at, refused: None }) => problems.error(at, why),
            // The file still gets a place among the files, for the problem.
            None => {
                let (base, path) = (self.end(), wanted.paths.concat());
                self.0.push(File { path, base, length: 0, named });
                problems.error(base..base, why);
            }
        }
    }

    /// The number of the named file that led to the file at this place.
    pub fn named_for(&self, at: &Range<usize>) -> Option<usize> {
        self.0.iter().rev().find(|file| file.base <= at.start).map(|file| file.named)
    }

    /// The named files: their numbers and paths.
    pub fn named(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut seen = HashSet::new();
        self.0.iter().filter(move |file| seen.insert(file.named)).map(|file| (file.named, &*file.path))
    }

    fn end(&self) -> usize {
        // One byte separates two files, so that the end of one is not the beginning of the next.
        self.0.last().map_or(0, |file| file.base + file.length + 1)
    }

    fn room(&self) -> Result<(), String> {
        if self.0.len() >= FILES {
            return Err(format!("there are more than {FILES} files, with those that are included"));
        }
        if self.end() > LENGTH {
            return Err(format!("the files are longer than {} MB, with those that are included", LENGTH >> 20));
        }
        Ok(())
    }

    /// The file at a place among all files, and the place in it.
    pub fn place(&self, at: &Range<usize>) -> (String, Range<usize>) {
        let file = self.0.iter().rev().find(|file| file.base <= at.start);
        let Some(file) = file else { return (String::new(), 0..0) };
        let start = (at.start - file.base).min(file.length);
        (file.path.clone(), start..start + at.len())
    }
}

/// The order in which BehaviorTree.CPP loads the trees of files.
#[derive(Default)]
struct Order {
    /// The numbers of the files: included files come before the file that includes them.
    done: Vec<usize>,
    /// The named file that led to each file.
    given: HashMap<usize, usize>,
}

impl Order {
    /// A tree replaces a tree of the same name from an earlier file, if the same named file led to both.
    fn replace(&self, document: &mut Document, problems: &mut Problems) {
        let ranks: HashMap<usize, usize> = self.done.iter().enumerate().map(|(rank, file)| (*file, rank)).collect();
        let rank = |tree: &Tree| ranks.get(&tree.file).copied();
        let key = |tree: &Tree| (self.given.get(&tree.file).copied(), tree.name.text.clone());
        let mut last: HashMap<_, (Option<usize>, Range<usize>)> = HashMap::new();
        for tree in &document.trees {
            let kept = last.entry(key(tree)).or_insert_with(|| (rank(tree), tree.name.at.clone()));
            if rank(tree) > kept.0 {
                *kept = (rank(tree), tree.name.at.clone());
            }
        }
        document.trees.retain(|tree| match last.get(&key(tree)) {
            Some((kept, at)) if *kept != rank(tree) => {
                problems.replaced(&tree.name, at.clone());
                false
            }
            _ => true,
        });
    }
}
