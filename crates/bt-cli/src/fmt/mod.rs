//! `bt fmt`: formats the trees of files in one style.
//!
//! `parts`: a file -> texts of trees; `read`: a text -> a tree; `settle`: its code, as rustfmt writes it; `print`: a
//! tree -> its new text.

mod comments;
mod config;
mod lines;
mod parts;
mod positions;
mod print;
mod read;
mod rustfmt;
mod same;
mod settle;
mod sound;
mod spacing;
mod tree;
mod work;

use std::collections::BTreeMap;
use std::path::Path;

use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator};

use crate::Source;
use config::Config;
use parts::Part;
use work::Work;

pub use rustfmt::Refused;

/// A formatted file.
pub struct Formatted {
    /// Its text. Everything outside of trees is unchanged.
    pub text: String,
    /// The trees that were left unchanged.
    pub left: Vec<Left>,
    /// Whether rustfmt has written code with comments.
    is_unsure: bool,
}

/// A tree that is left unchanged: its first byte, and why.
pub type Left = (usize, String);

/// A file and its trees.
struct Document<'a> {
    file: &'a Source,
    works: Vec<Work<'a>>,
    left: Vec<Left>,
}

/// In debug builds, deeply nested trees need a large stack.
const STACK: usize = 64 << 20;

/// Formats the trees of a file.
pub fn format(file: &Source) -> Formatted {
    let mut formatted = format_all(std::slice::from_ref(file));
    formatted.pop().expect("a text for each file")
}

/// Formats the trees of several files. All of them share a few runs of rustfmt.
pub fn format_all(files: &[Source]) -> Vec<Formatted> {
    // Uses its own threads, since formatting forgets the spans of tokens read so far. Other code on this thread may
    // still need its spans.
    let threads = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
    threads.expect("threads can be started").install(|| {
        let mut formatted = once(files);
        for _ in 0..ROUNDS {
            // rustfmt may move comments again when their code begins at a different column.
            let unsure = (0..files.len()).filter(|&file| formatted[file].is_unsure).collect::<Vec<_>>();
            let again = unsure.iter().map(|&file| Source::new(&files[file].path, formatted[file].text.clone()));
            for (file, again) in unsure.iter().zip(once(&again.collect::<Vec<_>>())) {
                let is_unsure = again.text != formatted[*file].text;
                let left = std::mem::take(&mut formatted[*file].left);
                formatted[*file] = Formatted { text: again.text, left, is_unsure };
            }
        }
        formatted
    })
}

fn once(files: &[Source]) -> Vec<Formatted> {
    let mut configs: BTreeMap<&Path, Config> = files.iter().map(|file| (file.folder(), Config::default())).collect();
    configs.par_iter_mut().for_each(|(folder, config)| *config = Config::of(folder));
    let mut documents: Vec<Document> =
        files.par_iter().map(|file| Document::read(file, &configs[file.folder()])).collect();
    let works = documents.iter_mut().flat_map(|document| &mut document.works);
    settle::write_code(works.filter(|work| work.is_open()).collect());
    documents.into_par_iter().map(Document::written).collect()
}

/// Formats a Rust file, using rustfmt for everything outside of trees. Positions of skipped trees refer to the returned
/// file.
///
/// # Errors
/// If rustfmt refuses the file, or cannot be run.
pub fn format_with_rustfmt(file: &Source) -> Result<(Source, Formatted), Refused> {
    let config = Config::of(file.folder());
    let mut formatted = format(file);
    let mut source = Source::new(&file.path, rustfmt::whole(&formatted.text, &config)?);
    for _ in 0..ROUNDS {
        formatted = format(&source);
        if formatted.text == source.text {
            break;
        }
        source = Source::new(&file.path, rustfmt::whole(&formatted.text, &config)?);
    }
    Ok((source, formatted))
}

/// How often rustfmt may still move a tree that was split or joined, or comments in its code.
const ROUNDS: usize = 4;

impl<'a> Document<'a> {
    fn read(file: &'a Source, config: &'a Config) -> Self {
        let (parts, mut left) = parts::find(file);
        let read = |part: Part<'a>| {
            let start = part.start;
            let work = read::read(part.text, config.limits, |tree, parsed| Work::new(part, config, tree, parsed));
            work.map_err(|why| (start, why))
        };
        let mut works = Vec::new();
        for read in parts.into_par_iter().map(read).collect::<Vec<_>>() {
            match read {
                Ok(work) => works.push(work),
                Err(why) => left.push(why),
            }
        }
        Document { file, works, left }
    }

    fn written(mut self) -> Formatted {
        let is_unsure = self.works.iter().any(|work| work.is_unsure);
        // A tree that begins on another one's last line is written after that one.
        let write = |work: Work<'a>| match work.waits_for_its_line() {
            true => (work.part.clone(), Err(work)),
            false => (work.part.clone(), Ok(work.into_text())),
        };
        let works: Vec<_> = self.works.into_par_iter().map(write).collect();
        let (mut text, mut done) = (String::with_capacity(self.file.text.len()), 0);
        for (part, written) in works {
            let call = part.call_start();
            text.push_str(&self.file.text[done..call]);
            let written = written.unwrap_or_else(|mut work: Work| {
                work.set_line(&(parts::last_line(&text).to_owned() + &part.call));
                work.into_text()
            });
            match written {
                Ok(written) => text.extend([part.call, written]),
                Err(why) => {
                    self.left.push((part.start, why));
                    text.push_str(&self.file.text[call..part.range.end]);
                }
            }
            done = part.range.end;
        }
        text.push_str(&self.file.text[done..]);
        self.left.sort();
        let is_unsure = is_unsure && text != self.file.text;
        Formatted { text, left: self.left, is_unsure }
    }
}
