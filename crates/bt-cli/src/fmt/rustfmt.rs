//! Runs rustfmt over arguments that are more than a line of simple code: all those of a file at once.

use std::io::Write;
use std::process::{Command, Stdio};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::config::Config;
use super::lines::shift;
use super::positions::{Positions, with_tokens};

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

/// What is between the delimiters afterwards. `None` where rustfmt cannot be run, or cannot parse one of them.
pub fn format(jobs: &[&Job], config: &Config) -> Option<Vec<Option<String>>> {
    if jobs.is_empty() {
        return Some(Vec::new());
    }
    let functions: String = jobs.iter().map(|job| function(job)).collect();
    let output = run(&functions, config, &["--config", "newline_style=Unix,hard_tabs=false,tab_spaces=4"]).ok()?.text;
    let texts: Vec<Option<&str>> = with_tokens(&output, |tokens, positions| {
        let bodies = tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
            _ => None,
        });
        bodies.map(|body| argument(body, positions)).collect()
    })?;
    let moved = |(text, job): (Option<&str>, &&Job)| text.map(|text| moved(text, job));
    (texts.len() == jobs.len()).then(|| texts.into_iter().zip(jobs).map(moved).collect())
}

/// A function with a call, as far to the right as the node will be.
fn function(job: &Job) -> String {
    let blocks = blocks(job);
    // A name of this width, so that lines are broken at the same places.
    let name = "z".to_owned() + &"_".repeat(job.prefix.saturating_sub(1));
    let (open, close) = match job.delimiter {
        Delimiter::Brace => (" {", "}"),
        _ => ("(", ")"),
    };
    let text = &job.text;
    format!("fn f() {}{name}{open}{text}\n{close};{}\n", "{".repeat(blocks), "}".repeat(blocks))
}

/// Why rustfmt has written nothing.
#[derive(Debug)]
pub enum Refused {
    /// It cannot be started.
    Missing,
    /// The text is not valid Rust, for example. In the words of rustfmt.
    Text(String),
}

/// A whole file, with the line ends and the byte order mark that it has.
pub fn whole(text: &str, config: &Config) -> Result<String, Refused> {
    let (mark, text) = text.split_at(if text.starts_with(BOM) { BOM.len() } else { 0 });
    let Written { text: mut output, complaint } = run(text, config, &[])?;
    if let Some(complaint) = complaint {
        return Err(complaint);
    }
    // rustfmt says that it detects how lines end, but it ends all with `\n`.
    if config.keeps_line_ends && text.contains("\r\n") && !output.contains("\r\n") {
        output = output.replace('\n', "\r\n");
    }
    Ok(mark.to_owned() + &output)
}

/// What rustfmt writes.
struct Written {
    /// Nothing if it cannot be parsed.
    text: String,
    /// It also complains about comments that it cannot keep, and spaces that it cannot remove.
    complaint: Option<Refused>,
}

const BOM: &str = "\u{feff}";

fn run(text: &str, config: &Config, settings: &[&str]) -> Result<Written, Refused> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", &config.edition]).args(settings).current_dir(&config.folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|_| Refused::Missing)?;
    let mut stdin = child.stdin.take().ok_or(Refused::Missing)?;
    // Written by a thread of its own, since rustfmt may answer before it has read everything.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(text.as_bytes()));
        child.wait_with_output()
    });
    let output = output.map_err(|_| Refused::Missing)?;
    let refused = || Refused::Text(String::from_utf8_lossy(&output.stderr).into_owned());
    let complaint = (!output.status.success()).then(refused);
    Ok(Written { text: String::from_utf8(output.stdout).map_err(|_| refused())?, complaint })
}

/// What is between the delimiters of the call in this body.
fn argument<'a>(body: TokenStream, positions: &Positions<'a>) -> Option<&'a str> {
    let mut tokens = body.into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(block), None) => argument(block.stream(), positions),
        (TokenTree::Ident(_), Some(group)) => {
            let range = positions.range(&group);
            Some(&positions.text()[range.start + 1..range.end - 1])
        }
        _ => None,
    }
}

/// The text with the indentation of its job.
fn moved(text: &str, job: &Job) -> String {
    let by = (blocks(job) * 4) as isize - job.indent as isize;
    match text.contains('\n') {
        true if by == 0 => text.to_owned(),
        true => shift(text, by),
        false => text.trim().to_owned(),
    }
}

/// How many blocks are around the call, so that it is as far to the right.
fn blocks(job: &Job) -> usize {
    (job.indent / 4).max(1)
}
