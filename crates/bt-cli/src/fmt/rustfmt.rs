//! Runs rustfmt over arguments that are more than a line of simple code: all those of a file at once.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::same;

/// Code to be written as rustfmt would write it between delimiters after a name.
pub struct Job {
    /// As it is now.
    pub text: String,
    /// Of the parentheses of arguments, or the braces of fields.
    pub delimiter: Delimiter,
    /// The column of the line.
    pub indent: usize,
    /// The width of what is before the delimiter on that line.
    pub prefix: usize,
}

/// What is between the delimiters afterwards. `None` where rustfmt cannot be run, or refuses one of them.
pub fn format(jobs: &[Job], folder: &Path) -> Option<Vec<String>> {
    if jobs.is_empty() {
        return Some(Vec::new());
    }
    let output = run(&jobs.iter().map(function).collect::<String>(), folder)?;
    let tokens: TokenStream = output.parse().ok()?;
    let bodies = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    let texts: Option<Vec<String>> = bodies.zip(jobs).map(|(body, job)| argument(body, job, &output)).collect();
    texts.filter(|texts| texts.len() == jobs.len())
}

/// A function with a call, as far to the right as the node will be.
fn function(job: &Job) -> String {
    let blocks = (job.indent / 4).max(1);
    // A name of this width, so that lines are broken at the same places.
    let name = "z".to_owned() + &"_".repeat(job.prefix.saturating_sub(1));
    let (open, close) = match job.delimiter {
        Delimiter::Brace => (" {", "}"),
        _ => ("(", ")"),
    };
    let text = &job.text;
    format!("fn f() {}{name}{open}{text}\n{close};{}\n", "{".repeat(blocks), "}".repeat(blocks))
}

fn run(text: &str, folder: &Path) -> Option<String> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024", "--config", "newline_style=Unix"]).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    // Written by a thread of its own, since rustfmt may answer before it has read everything.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(text.as_bytes()));
        child.wait_with_output()
    });
    let output = output.ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// What is between the delimiters of the call in this body.
fn argument(body: TokenStream, job: &Job, output: &str) -> Option<String> {
    let mut tokens = body.into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(block), None) => argument(block.stream(), job, output),
        (TokenTree::Ident(_), Some(TokenTree::Group(group))) => {
            let range = group.span_open().byte_range().end..group.span_close().byte_range().start;
            let text = &output[range];
            let moved = ((job.indent / 4).max(1) * 4) as isize - job.indent as isize;
            Some(if text.contains('\n') && moved != 0 {
                shift(text, moved)
            } else if text.contains('\n') {
                text.to_owned()
            } else {
                text.trim().to_owned()
            })
        }
        _ => None,
    }
}

/// Moves the lines after the first one to the left, if that changes no literal.
pub fn shift(text: &str, by: isize) -> String {
    let mut lines = text.split('\n');
    let mut moved = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let code = line.trim_start_matches(' ');
        let spaces = (line.len() - code.len()) as isize - by;
        moved.push('\n');
        moved.push_str(&" ".repeat(spaces.max(0) as usize));
        moved.push_str(code);
    }
    if same::compare(text, &moved).is_ok() { moved } else { text.to_owned() }
}
