//! `bt prove`: what can happen in a tree, without building it and without a world.
//!
//! Leaves return anything that their types allow. Conditions hold or not, but within a tick, all nodes with the same
//! condition, word for word, get the same answer. Timers fire or not, freely. So whatever is proved holds, while a
//! refuted question may still never happen, for reasons that the tree does not show.
//!
//! `tree` turns the trees of a file into plain nodes (`shape`), `slice` omits those that no question names, `machine`
//! ticks them, `search` finds all states and the shortest run to each, `findings` and `prover` ask questions, `story`
//! describes a run, and `smv` writes all states. `reached` is for tests.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Args;

use crate::Report;
use crate::chosen::{is_chosen, read, split, title};
use crate::trees::{Project, Tree};

mod ask;
mod findings;
mod leaves;
mod machine;
mod prover;
mod question;
mod reached;
mod search;
mod shape;
mod slice;
mod smv;
mod story;
mod summary;
mod together;
mod tree;

pub use findings::Findings;
pub use prover::{Answer, Prover};
pub use reached::Reached;
pub use story::Story;
pub use summary::summary;

use ask::{ask, missing, questions};
pub use question::Question;

/// This many states need about a third of a gigabyte.
const MOST: usize = 500_000;

/// The arguments of `bt prove`.
#[derive(Args)]
pub struct Arguments {
    /// A Rust file or a `.bt` file, or `-` for standard input. `FILE:NAME` is the tree of that name, `FILE:LINE` the
    /// tree in that line.
    file: String,
    /// Labels of nodes that must not be active together after a tick: `fire and reload`. A single label must never be
    /// active. For a node without a label, use its name.
    #[arg(long)]
    never: Vec<String>,
    /// Use with `--always` and `--before`: once this node has started, the node of `--always` must start before the
    /// node of `--before`.
    #[arg(long, requires_all = ["always", "before"])]
    after: Option<String>,
    /// The node that must start in between.
    #[arg(long, requires_all = ["after", "before"])]
    always: Option<String>,
    /// The node that must not start without the node of `--always`.
    #[arg(long, requires_all = ["after", "always"])]
    before: Option<String>,
    /// Writes the states of one tree as a module for NuSMV and nuXmv, with the questions as its specifications.
    #[arg(long)]
    smv: bool,
    /// The maximum number of states to look at.
    #[arg(long, default_value_t = MOST)]
    most: usize,
}

/// Runs `bt prove`. The exit code is 1 if something is not proved, or a node is never reached.
///
/// # Errors
/// If the file cannot be read, or if no tree has a node that is asked for.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let (path, which) = split(&arguments.file);
    let file = read(&path)?;
    let colours = std::io::stderr().is_terminal();
    let show = |report: &Report| eprintln!("{}\n", report.draw(&file, colours));
    let (project, mistakes) = match Project::new(&file) {
        Ok(read) => read,
        Err(report) => {
            show(&report);
            return Ok(ExitCode::FAILURE);
        }
    };
    mistakes.iter().for_each(show);
    let mut chosen: Vec<&Tree> =
        project.trees().iter().filter(|tree| is_chosen(&file, tree, which.as_deref())).collect();
    if chosen.is_empty() && mistakes.is_empty() {
        return Err(format!("no tree in {}", arguments.file));
    }
    if let [tree] = &chosen[..] {
        project.fits(tree)?;
    }
    for tree in chosen.iter().filter(|tree| has_cfg(tree)) {
        eprintln!("warning: {}: nodes under a `#[cfg(..)]` are assumed to be present", title(&file, tree));
    }
    let prover = Prover { most: arguments.most, ..Prover::new(&file, &project) };
    let questions = questions(arguments)?;
    if arguments.smv {
        let [tree] = &chosen[..] else {
            return Err(format!("{} has several trees: choose one with `FILE:NAME`", arguments.file));
        };
        print!("{}", prover.smv(tree, &questions)?);
        return Ok(ExitCode::SUCCESS);
    }
    let count = chosen.len();
    chosen.retain(|tree| project.fits(tree).inspect_err(|why| eprintln!("error: {why}")).is_ok());
    let is_whole = mistakes.is_empty() && chosen.len() == count;
    let mut all = is_whole;
    if questions.is_empty() {
        for tree in &chosen {
            let findings = prover.findings(tree);
            all &= findings.unreached.is_empty() && findings.undecided.is_empty();
            print!("{}", summary(&prover, tree, &findings));
        }
    }
    for question in &questions {
        match ask(&prover, &chosen, question, colours) {
            Some(is_proved) => all &= is_proved,
            // A tree with mistakes, or one that is too large, might have these nodes.
            None if !is_whole => all = false,
            None => return Err(missing(&prover, &chosen, question)),
        }
    }
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether a tree has nodes under a `#[cfg(..)]`.
fn has_cfg(tree: &Tree) -> bool {
    fn holds(tokens: proc_macro2::TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Group(group) => {
                let is_cfg = group.stream().into_iter().next().is_some_and(|first| first.to_string() == "cfg");
                is_cfg || holds(group.stream())
            }
            _ => false,
        })
    }
    holds(tree.tokens.clone())
}
