//! Runs rustfmt on arguments that are more than a line of simple code, for all of a file at once.

use std::io::Write;
use std::process::{Command, Stdio};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::config::Config;
use super::lines::shift;
use super::positions::{Positions, with_tokens};

/// Code for rustfmt to format as if it were between delimiters after a name.
pub struct Job {
    /// The current text.
    pub text: String,
    /// Parentheses for arguments, braces for fields.
    pub delimiter: Delimiter,
    /// The indentation of the line.
    pub indent: usize,
    /// The width of the text before the delimiter on that line.
    pub prefix: usize,
}

/// The new text between the delimiters of each job. `None` if rustfmt cannot be run, or cannot parse one of them.
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

/// A function with a call that is indented as far as the node will be.
fn function(job: &Job) -> String {
    let blocks = blocks(job);
    // The width of the name makes rustfmt break lines at the same places.
    let name = "z".to_owned() + &"_".repeat(job.prefix.saturating_sub(1));
    let (open, close) = match job.delimiter {
        Delimiter::Brace => (" {", "}"),
        _ => ("(", ")"),
    };
    let text = &job.text;
    format!("fn f() {}{name}{open}{text}\n{close};{}\n", "{".repeat(blocks), "}".repeat(blocks))
}

/// The reason why rustfmt has written nothing.
#[derive(Debug)]
pub enum Refused {
    /// rustfmt cannot be started.
    Missing,
    /// rustfmt's own message, for example that the text is not valid Rust.
    Text(String),
}

/// Formats a whole file, keeping its line ends and its byte order mark.
pub fn whole(text: &str, config: &Config) -> Result<String, Refused> {
    let (mark, text) = text.split_at(if text.starts_with(BOM) { BOM.len() } else { 0 });
    let Written { text: mut output, complaint } = run(text, config, &[])?;
    if let Some(complaint) = complaint {
        return Err(complaint);
    }
    // rustfmt claims to detect line ends, but writes `\n` everywhere.
    if config.keeps_line_ends && text.contains("\r\n") && !output.contains("\r\n") {
        output = output.replace('\n', "\r\n");
    }
    Ok(mark.to_owned() + &output)
}

/// The output of rustfmt.
struct Written {
    /// Empty if the text cannot be parsed.
    text: String,
    /// rustfmt also complains about comments it cannot keep, and spaces it cannot remove.
    complaint: Option<Refused>,
}

const BOM: &str = "\u{feff}";

fn run(text: &str, config: &Config, settings: &[&str]) -> Result<Written, Refused> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", &config.edition]).args(settings).current_dir(&config.folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|_| Refused::Missing)?;
    let mut stdin = child.stdin.take().ok_or(Refused::Missing)?;
    // Another thread writes the input, since rustfmt may answer before it has read everything.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(text.as_bytes()));
        child.wait_with_output()
    });
    let output = output.map_err(|_| Refused::Missing)?;
    let refused = || Refused::Text(String::from_utf8_lossy(&output.stderr).into_owned());
    let complaint = (!output.status.success()).then(refused);
    Ok(Written { text: String::from_utf8(output.stdout).map_err(|_| refused())?, complaint })
}

/// The text between the delimiters of the call in this body.
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

/// The text, indented as its job requires.
fn moved(text: &str, job: &Job) -> String {
    let by = (blocks(job) * 4) as isize - job.indent as isize;
    match text.contains('\n') {
        true if by == 0 => text.to_owned(),
        true => shift(text, by),
        false => text.trim().to_owned(),
    }
}

/// How many blocks must surround the call to indent it as far.
fn blocks(job: &Job) -> usize {
    (job.indent / 4).max(1)
}
