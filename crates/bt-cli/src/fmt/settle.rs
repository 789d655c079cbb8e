//! Settles the text of each part of each tree, asking rustfmt until nothing moves.

use std::collections::BTreeMap;

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::config::Config;
use super::rustfmt::{self, Job};
use super::same;
use super::work::Work;

/// Gives each part of these trees its text.
pub fn write_code(mut works: Vec<&mut Work>) {
    // Runs twice: arguments must wait for a condition before them.
    while works.iter().any(|work| !work.jobs().is_empty()) {
        let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, work) in works.iter().enumerate() {
            groups.entry((&work.config.folder, &work.config.edition)).or_default().push(index);
        }
        for indices in groups.into_values().collect::<Vec<_>>() {
            let config = works[indices[0]].config;
            let batch: Vec<&Job> = indices.iter().flat_map(|&index| works[index].jobs()).collect();
            let mut texts = settled(&batch, config).into_iter();
            for index in indices {
                let count = works[index].jobs().len();
                works[index].answer(texts.by_ref().take(count));
            }
        }
    }
}

/// How often rustfmt is asked again about code with comments.
const TRIES: usize = 4;

/// The final text of each job, as rustfmt may move comments a second time, and whether its lines may be moved. `None`
/// if rustfmt keeps moving comments, refuses the code, or would lose part of it.
fn settled(jobs: &[&Job], config: &Config) -> Vec<Option<(String, bool)>> {
    let mut texts = rustfmt(jobs, config);
    let mut open: Vec<usize> = (0..jobs.len()).filter(|&job| has_comments(&jobs[job].text)).collect();
    for _ in 0..TRIES {
        open.retain(|&job| texts[job].is_some());
        let text = |job: usize| texts[job].clone().unwrap_or_default();
        let again: Vec<Job> = open.iter().map(|&job| Job { text: text(job), ..*jobs[job] }).collect();
        for (job, text) in std::mem::take(&mut open).into_iter().zip(rustfmt(&again.iter().collect::<Vec<_>>(), config))
        {
            if texts[job] != text {
                texts[job] = text;
                open.push(job);
            }
        }
    }
    for job in open {
        texts[job] = None;
    }
    let movable = movable(jobs, &texts, config);
    texts.into_iter().zip(movable).map(|(text, movable)| text.map(|text| (text, movable))).collect()
}

/// Which of these texts are independent of the indentation of the source lines. rustfmt leaves code unchanged if it
/// would lose a comment.
fn movable(jobs: &[&Job], texts: &[Option<String>], config: &Config) -> Vec<bool> {
    let is_open = |text: &Option<String>| text.as_ref().is_some_and(|text| has_comments(text) && text.contains('\n'));
    let open: Vec<usize> = (0..jobs.len()).filter(|&job| is_open(&texts[job])).collect();
    let moved = |job: usize| texts[job].as_ref().map(|text| text.replace('\n', "\n ")).unwrap_or_default();
    let again: Vec<Job> = open.iter().map(|&job| Job { text: moved(job), ..*jobs[job] }).collect();
    let mut movable = vec![true; jobs.len()];
    for (job, text) in open.into_iter().zip(rustfmt(&again.iter().collect::<Vec<_>>(), config)) {
        movable[job] = texts[job] == text;
    }
    movable
}

fn has_comments(text: &str) -> bool {
    text.contains("//") || text.contains("/*")
}

/// The code of these jobs, formatted by rustfmt. If there are many, several processes share them.
fn rustfmt(jobs: &[&Job], config: &Config) -> Vec<Option<String>> {
    let count = jobs.len().div_ceil(rayon::current_num_threads()).max(FEW);
    let texts: Vec<_> = jobs.par_chunks(count).map(|jobs| written(jobs, config)).collect();
    texts.concat()
}

/// A process is only worth starting for this many jobs.
const FEW: usize = 300;

fn written(jobs: &[&Job], config: &Config) -> Vec<Option<String>> {
    let sound = |(job, text): (&&Job, Option<String>)| text.filter(|text| same::compare(&job.text, text).is_ok());
    match rustfmt::format(jobs, config) {
        Some(texts) => jobs.iter().zip(texts).map(sound).collect(),
        // If one of them cannot be parsed, each half is tried separately.
        None if jobs.len() > 1 => {
            let (first, second) = jobs.split_at(jobs.len() / 2);
            [written(first, config), written(second, config)].concat()
        }
        None => vec![None; jobs.len()],
    }
}
