//! `bt prove`: what can happen in a tree, without a build and without a world.
//!
//! Leaves answer anything that their types allow. Conditions hold or not, but where several nodes ask the same one,
//! word for word, it is the same for all of them within a tick. Timers fire or do not, freely. So what is proved holds;
//! what is refuted may still never happen, for reasons that the tree does not show.
//!
//! `tree` makes plain nodes of the trees of a file, `machine` ticks them, `search` finds all states and the shortest
//! run to each, `findings` and `prover` ask, `story` tells a run, and `smv` writes all states.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Args;

use crate::Report;
use crate::draw::{is_chosen, read, split, title};
use crate::trees::{Project, Tree};

mod findings;
mod leaves;
mod machine;
mod prover;
mod search;
mod smv;
mod story;
mod together;
mod tree;

pub use findings::Findings;
pub use prover::{Answer, Prover, Reached, Run};

use prover::{label, name};
use together::has_several;

/// So many states take about a third of a gigabyte.
const MOST: usize = 500_000;

/// The arguments of `bt prove`.
#[derive(Args)]
pub struct Arguments {
    /// A Rust file or a `.bt` file, or `-` for the standard input. `FILE:NAME` is the tree of that name, `FILE:LINE`
    /// the one in that line.
    file: String,
    /// Labels of nodes that must not be active together after a tick: `fire and reload`. A single label must never be
    /// active. Nodes without a label have their name.
    #[arg(long)]
    never: Vec<String>,
    /// Together with `--always` and `--before`: once this node has started, that of `--always` starts before that of
    /// `--before` does.
    #[arg(long, requires_all = ["always", "before"])]
    after: Option<String>,
    /// The node that must start in between.
    #[arg(long, requires_all = ["after", "before"])]
    always: Option<String>,
    /// The node that must not start without it.
    #[arg(long, requires_all = ["after", "always"])]
    before: Option<String>,
    /// Writes the states of one tree as a module for NuSMV and nuXmv, with the questions as its specifications.
    #[arg(long)]
    smv: bool,
    /// The largest number of states that are looked at.
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
    let chosen: Vec<&Tree> = project.trees().iter().filter(|tree| is_chosen(&file, tree, which.as_deref())).collect();
    if chosen.is_empty() && mistakes.is_empty() {
        return Err(format!("no tree in {}", arguments.file));
    }
    for tree in chosen.iter().filter(|tree| has_cfg(tree)) {
        eprintln!("warning: {}: what is under a `#[cfg(..)]` is taken to be there", title(&file, tree));
    }
    let prover = Prover { most: arguments.most, ..Prover::new(&file, &project) };
    let mut all = mistakes.is_empty();
    let order = arguments.after.as_ref().zip(arguments.always.as_ref()).zip(arguments.before.as_ref());
    if arguments.smv {
        let [tree] = &chosen[..] else {
            return Err(format!("{} has several trees; name one: `FILE:NAME`", arguments.file));
        };
        let order = order.map(|((after, always), before)| [&**after, &**always, &**before]);
        print!("{}", prover.smv(tree, &arguments.never, order)?);
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.never.is_empty() && order.is_none() {
        for tree in &chosen {
            let findings = prover.findings(tree);
            all &= findings.unreached.is_empty() && findings.undecided.is_empty();
            print!("{}", summary(&prover, tree, &findings));
        }
    }
    let mut ask = |question: &str, answer: &dyn Fn(&Tree) -> Option<Answer>| {
        let mut found = false;
        for tree in &chosen {
            let Some(answer) = answer(tree) else { continue };
            found = true;
            all &= answer.is_proved();
            let says = match &answer {
                Answer::Never(why) => format!("proved, {why}"),
                Answer::Can(_) => "not proved, since there is a run in which it happens".to_owned(),
                Answer::Unknown(most) => format!(
                    "not proved: not all was looked at, since there are more than {most} states; `--most` looks at more"
                ),
            };
            println!("{}: {question}: {says}", title(&file, tree));
            if let Answer::Can(run) = answer {
                eprintln!("{}\n", run.draw(&file, colours));
            }
        }
        if found { Ok(()) } else { Err(format!("no tree has all of the nodes in `{question}`")) }
    };
    for never in &arguments.never {
        ask(&format!("never {never}"), &|tree| prover.never(tree, never))?;
    }
    if let Some(((after, always), before)) = order {
        let question = format!("after {after} always {always} before {before}");
        ask(&question, &|tree| prover.order(tree, after, always, before))?;
    }
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether nodes of a tree are under a condition.
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

/// What can be active together in a tree, what is never reached, and what is never left.
pub fn summary(prover: &Prover, tree: &Tree, findings: &Findings) -> String {
    let file = prover.file;
    let model = &tree.known.model;
    let mut text = title(file, tree) + "\n";
    for node in model.nodes.iter().filter(|node| has_several(node)) {
        let children: Vec<String> = node.children.iter().map(|child| format!("`{}`", label(model, *child))).collect();
        let several = name(file, model, node.id);
        text += &format!("  active together: the children of {several}: {}\n", children.join(", "));
    }
    if !model.nodes.iter().any(has_several) {
        text += "  one leaf is active at a time\n";
    }
    let shape = prover.shape(tree);
    let named = |node: usize| {
        let node = &shape.nodes[node];
        format!("`{}` in line {}", node.title, file.position(node.range.start).0)
    };
    for (node, why) in &findings.unreached {
        text += &format!("  never reached: {}, since {why}\n", named(*node));
    }
    for node in &findings.locked {
        text += &format!(
            "  never left: {} can become active, and then it stays so, whatever the leaves answer\n",
            named(*node)
        );
    }
    for node in &findings.busy {
        text += &format!("  never waits: {} makes all its passes in one tick, however many they are\n", named(*node));
    }
    if !findings.is_cut {
        return text + &format!("  {} states between ticks\n", findings.states);
    }
    let undecided: Vec<String> = findings.undecided.iter().map(|node| named(*node)).collect();
    if !undecided.is_empty() {
        text += &format!("  perhaps never reached: {}\n", undecided.join(", "));
    }
    text + &format!("  not all was looked at: there are more than {} states; `--most` looks at more\n", prover.most)
}
