//! Asks the questions of the command line, for each tree that has the nodes.

use bt_compiler::spelling::closest;

use super::Arguments;
use super::prover::{Answer, Prover};
use super::question::Question;
use crate::chosen::title;
use crate::trees::Tree;

/// The questions, in the order in which they are asked.
///
/// # Errors
/// If a question names no node.
pub fn questions(arguments: &Arguments) -> Result<Vec<Question<'_>>, String> {
    let never = arguments.never.iter().map(|never| Question::Never(never));
    let order = arguments.after.as_ref().zip(arguments.always.as_ref()).zip(arguments.before.as_ref());
    let order = order.map(|((after, always), before)| Question::Order { after, always, before });
    let questions: Vec<Question<'_>> = never.chain(order).collect();
    match questions.iter().find(|question| question.names().contains(&"")) {
        Some(question) => {
            Err(format!("a name is missing in `{question}`: write labels, as in `never fire and reload`"))
        }
        None => Ok(questions),
    }
}

/// Prints the answer for each tree that has the nodes. Returns whether all are proved; `None` if no tree has the nodes.
pub fn ask(prover: &Prover<'_>, trees: &[&Tree], question: &Question<'_>, colours: bool) -> Option<bool> {
    let mut all = None;
    for tree in trees {
        let Some(answer) = answer(question, prover, tree) else { continue };
        all = Some(all.unwrap_or(true) && answer.is_proved());
        println!("{}: {question}: {}", title(prover.file, tree), words(&answer));
        if let Answer::Can(run) = answer {
            eprintln!("{}\n", run.draw(prover.file, colours));
        }
    }
    all
}

fn words(answer: &Answer) -> String {
    match answer {
        Answer::Never(why) => format!("proved, {why}"),
        Answer::Can(_) => "not proved, since there is a run in which it happens".to_owned(),
        Answer::Unknown(most) => {
            format!("not proved: the search stopped after {most} states; raise the limit with `--most`")
        }
    }
}

/// Why no tree has all the nodes of a question.
pub fn missing(prover: &Prover<'_>, trees: &[&Tree], question: &Question<'_>) -> String {
    let names = trees.iter().flat_map(|tree| prover.names(tree)).collect::<Vec<_>>();
    let unknown = question.names().into_iter().find(|name| !names.iter().any(|other| other == name));
    let Some(unknown) = unknown else {
        return format!("no tree has all of the nodes in `{question}`");
    };
    match closest(unknown, names.iter().map(String::as_str)) {
        Some(meant) => format!("no tree has a node `{unknown}`: did you mean `{meant}`?"),
        None => format!("no tree has a node `{unknown}`"),
    }
}

fn answer(question: &Question<'_>, prover: &Prover<'_>, tree: &Tree) -> Option<Answer> {
    match *question {
        Question::Never(never) => prover.never(tree, never),
        Question::Order { after, always, before } => prover.order(tree, after, always, before),
    }
}
