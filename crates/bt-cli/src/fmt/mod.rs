//! `bt fmt`: writes each `bt!` of a file in one style.

mod comments;
mod config;
mod print;
mod rustfmt;
mod same;
mod spacing;
mod tree;

use std::ops::Range;
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::Source;
use crate::blocks::{self, Block, Found};
use config::Config;
use rustfmt::Job;
use tree::{Code, Node, Tree};

/// A file after `bt fmt`.
pub struct Formatted {
    /// Its text. What is not in a `bt!` is as before.
    pub text: String,
    /// What is left as it is: the byte at which it begins, and why.
    pub left: Vec<(usize, String)>,
}

/// A `bt!` that is written anew.
struct Work {
    /// What is between the delimiters.
    range: Range<usize>,
    /// The delimiters. `None` in a file that holds trees alone.
    group: Option<Group>,
    /// The indentation of the line in which it begins.
    indent: usize,
    /// Where its content begins in that line, and the width of what follows it in its last line.
    start: usize,
    rest: usize,
    tree: Tree,
}

impl Work {
    /// The indentation of its content.
    fn inner(&self) -> usize {
        self.indent + if self.group.is_some() { 4 } else { 0 }
    }
}

/// Formats all `bt!` of a file.
pub fn format(file: &Source) -> Formatted {
    let folder = file.path.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let config = Config::of(folder);
    let mut left = Vec::new();
    let mut works = Vec::new();
    match file.tokens() {
        Err(range) => left.push((range.start, "this is no Rust".to_owned())),
        Ok(tokens) if file.holds_trees_alone() => {
            for tokens in blocks::trees(tokens) {
                match work_alone(file, tokens) {
                    Ok(work) => works.extend(work),
                    Err((byte, why)) => left.push((byte, why)),
                }
            }
        }
        Ok(tokens) => {
            let mut end = 0;
            for found in blocks::find(tokens) {
                let Found::Block(block) = found else { continue };
                let range = file.range(block.call);
                // A `bt!` in the code of another one is that one's business.
                if block.skip || range.start < end {
                    continue;
                }
                end = range.end;
                match work(file, &block) {
                    Ok(work) => works.push(work),
                    Err(why) => left.push((range.start, why)),
                }
            }
        }
    }
    write_code(file, &mut works, config, folder);
    let mut text = String::with_capacity(file.text.len());
    let mut done = 0;
    for work in &works {
        let before = &file.text[work.range.clone()];
        let after = print(work, config);
        let after = if before.contains("\r\n") { after.replace('\n', "\r\n") } else { after };
        text.push_str(&file.text[done..work.range.start]);
        match same::compare(before, &after) {
            Ok(()) => text.push_str(&after),
            Err(why) => {
                left.push((work.range.start, format!("its text would change, at {why}")));
                text.push_str(before);
            }
        }
        done = work.range.end;
    }
    text.push_str(&file.text[done..]);
    left.sort();
    Formatted { text, left }
}

/// Reads a `bt!`, or says why it is left as it is.
fn work(file: &Source, block: &Block) -> Result<Work, String> {
    let group = block.group.clone();
    let range = file.range(group.span_open()).end..file.range(group.span_close()).start;
    if let Some(mistake) = bt_compiler::tree::mistakes(group.stream()).first() {
        return Err(mistake.message.clone());
    }
    let tree = tree::read(file, group.stream(), range.clone()).ok_or("its layout is not known")?;
    let line = file.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let before = file.text[line..range.start].trim_start_matches('\u{feff}');
    let spaces = before.len() - before.trim_start().len();
    if before[..spaces].contains('\t') {
        return Err("its line is indented by tabs".to_owned());
    }
    let rest = file.text[range.end..].lines().next().unwrap_or_default().trim_end().chars().count();
    Ok(Work { range, group: Some(group), indent: spaces, start: before.chars().count(), rest, tree })
}

/// Reads a tree of a file that holds nothing else. Comments before and after it stay as they are.
fn work_alone(file: &Source, tokens: TokenStream) -> Result<Option<Work>, (usize, String)> {
    let spans: Vec<Range<usize>> = tokens.clone().into_iter().map(|token| file.range(token.span())).collect();
    let (Some(first), Some(last)) = (spans.first(), spans.last()) else { return Ok(None) };
    let range = first.start..last.end;
    if let Some(mistake) = bt_compiler::tree::mistakes(tokens.clone()).first() {
        return Err((range.start, mistake.message.clone()));
    }
    let tree = tree::read(file, tokens, range.clone()).ok_or((range.start, "its layout is not known".to_owned()))?;
    Ok(Some(Work { range, group: None, indent: 0, start: 0, rest: 0, tree }))
}

/// A `bt!` in its new layout: what is between its delimiters.
fn print(work: &Work, config: Config) -> String {
    let in_braces = |group: &Group| group.delimiter() == Delimiter::Brace;
    let padding = if work.group.as_ref().is_some_and(in_braces) { " " } else { "" };
    if let Some(line) = print::line(&work.tree)
        && work.start + 2 * padding.len() + line.chars().count() + work.rest <= config.max_width
    {
        return format!("{padding}{line}{padding}");
    }
    let lines = print::lines(&work.tree, work.inner(), config.max_width);
    if work.group.is_none() {
        return lines.trim_end().to_owned();
    }
    format!("\n{lines}{}", " ".repeat(work.indent))
}

/// Gives each part of each tree its text.
fn write_code(file: &Source, works: &mut [Work], config: Config, folder: &Path) {
    let writer = Writer { file, config };
    for work in &mut *works {
        writer.header(&mut work.tree);
        writer.names(&mut work.tree.root);
    }
    // Conditions first: they are before the arguments of their nodes, which begin further to the right.
    for pass in [Pass::Conditions, Pass::Arguments] {
        let mut jobs = Vec::new();
        for work in &mut *works {
            each_code(work, pass, &mut |code, delimiter, indent, prefix| {
                code.indent = Some(indent);
                writer.simple(code, indent + prefix);
                if code.text.is_none() {
                    let text = writer.kept(code);
                    jobs.push(Job { text, delimiter, indent, prefix });
                }
            });
        }
        let mut texts = settled(&jobs, folder).into_iter();
        for work in &mut *works {
            each_code(work, pass, &mut |code, _, _, _| {
                if code.text.is_none() {
                    let (text, movable) = texts.next().flatten().unwrap_or_else(|| (writer.kept(code), false));
                    code.text = Some(text);
                    code.indent = code.indent.filter(|_| movable);
                }
            });
        }
    }
}

/// How often rustfmt is asked again about code with comments in it.
const TRIES: usize = 4;

/// The code of these jobs as rustfmt writes it the last time: it may move comments a second time. `None` where it moves
/// them again and again, or refuses the code, or would lose a part of it. And whether its lines may be moved.
fn settled(jobs: &[Job], folder: &Path) -> Vec<Option<(String, bool)>> {
    let mut texts = rustfmt(jobs, folder);
    let mut open: Vec<usize> = (0..jobs.len()).filter(|&job| has_comments(&jobs[job].text)).collect();
    for _ in 0..TRIES {
        open.retain(|&job| texts[job].is_some());
        let text = |job: usize| texts[job].clone().unwrap_or_default();
        let again: Vec<Job> = open.iter().map(|&job| Job { text: text(job), ..jobs[job] }).collect();
        for (job, text) in std::mem::take(&mut open).into_iter().zip(rustfmt(&again, folder)) {
            if texts[job] != text {
                texts[job] = text;
                open.push(job);
            }
        }
    }
    for job in open {
        texts[job] = None;
    }
    let movable = movable(jobs, &texts, folder);
    texts.into_iter().zip(movable).map(|(text, movable)| text.map(|text| (text, movable))).collect()
}

/// Which of these texts are the same wherever the lines of the source begin. rustfmt leaves code as it is if it cannot keep
/// a comment in it.
fn movable(jobs: &[Job], texts: &[Option<String>], folder: &Path) -> Vec<bool> {
    let is_open = |text: &Option<String>| text.as_ref().is_some_and(|text| has_comments(text) && text.contains('\n'));
    let open: Vec<usize> = (0..jobs.len()).filter(|&job| is_open(&texts[job])).collect();
    let moved = |job: usize| texts[job].as_ref().map(|text| text.replace('\n', "\n ")).unwrap_or_default();
    let again: Vec<Job> = open.iter().map(|&job| Job { text: moved(job), ..jobs[job] }).collect();
    let mut movable = vec![true; jobs.len()];
    for (job, text) in open.into_iter().zip(rustfmt(&again, folder)) {
        movable[job] = texts[job] == text;
    }
    movable
}

fn has_comments(text: &str) -> bool {
    text.contains("//") || text.contains("/*")
}

/// The code of these jobs as rustfmt writes it.
fn rustfmt(jobs: &[Job], folder: &Path) -> Vec<Option<String>> {
    let sound = |(job, text): (&Job, String)| same::compare(&job.text, &text).is_ok().then_some(text);
    match rustfmt::format(jobs, folder) {
        Some(texts) => jobs.iter().zip(texts).map(sound).collect(),
        // One of them is refused, so both halves try by themselves.
        None if jobs.len() > 1 => {
            let (first, second) = jobs.split_at(jobs.len() / 2);
            [rustfmt(first, folder), rustfmt(second, folder)].concat()
        }
        None => vec![None; jobs.len()],
    }
}

struct Writer<'a> {
    file: &'a Source,
    config: Config,
}

impl Writer<'_> {
    /// Code as it is.
    fn kept(&self, code: &Code) -> String {
        let text = self.file.text[code.range.clone()].replace("\r\n", "\n");
        let comment_at_end = text.trim_end().lines().last().is_some_and(|line| line.contains("//"));
        text.trim().to_owned() + if comment_at_end && code.has_comments { "\n" } else { "" }
    }

    /// Code on one line if rustfmt would write it so, else as it is.
    fn write(&self, code: &mut Code) {
        let limits = spacing::Limits { call: usize::MAX, fields: usize::MAX };
        let line = Some(()).filter(|()| !code.has_comments).and_then(|()| spacing::line(code.tokens.clone(), limits));
        code.text = Some(line.unwrap_or_else(|| self.kept(code)));
    }

    /// Attributes on one line, if rustfmt would write each so.
    fn attributes(&self, code: &mut Code) {
        let text = self.kept(code);
        let groups = code.tokens.clone().into_iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        let lines: Option<Vec<String>> =
            groups.map(|group| spacing::line(group, self.config.limits).map(|line| format!("#[{line}]"))).collect();
        // A comment for documentation is an attribute, too.
        let lines = lines.filter(|_| text.starts_with('#') && !code.has_comments);
        code.text = Some(lines.map_or(text, |lines| lines.join(" ")));
    }

    fn header(&self, tree: &mut Tree) {
        let Some(header) = &mut tree.header else { return };
        let params_keep_text = header.params.as_ref().is_some_and(|params| {
            params.has_comments || spacing::line(params.tokens.clone(), self.config.limits).is_none()
        });
        if header.keeps_text || params_keep_text {
            header.whole.has_comments |= header.keeps_text;
            header.whole.text = Some(self.kept(&header.whole));
            return;
        }
        header.attributes.iter_mut().for_each(|attribute| self.attributes(attribute));
        [Some(&mut header.name), header.params.as_mut(), header.rest.as_mut()]
            .into_iter()
            .flatten()
            .for_each(|code| self.write(code));
        if let Some(text) = header.params.as_mut().and_then(|params| params.text.as_mut()) {
            *text = text.strip_suffix(',').unwrap_or(text).to_owned();
        }
    }

    /// Labels, paths, attributes, patterns and bindings.
    fn names(&self, node: &mut Node) {
        let head = &mut node.head;
        if head.keeps_text {
            head.whole.has_comments = true;
            head.whole.text = Some(self.kept(&head.whole));
        }
        self.write(&mut head.name);
        if let Some(attributes) = &mut head.attributes {
            self.attributes(attributes);
        }
        let pattern = head.arm.as_mut().and_then(|arm| arm.pattern.as_mut());
        [pattern, head.binding.as_mut(), node.tail.as_mut()].into_iter().flatten().for_each(|code| self.write(code));
        node.children.iter_mut().flatten().for_each(|child| self.names(child));
    }

    /// Writes code on one line, if that is how rustfmt writes it.
    fn simple(&self, code: &mut Code, column: usize) {
        if code.has_comments {
            return;
        }
        let Some(line) = spacing::line(code.tokens.clone(), self.config.limits) else { return };
        let line = line.strip_suffix(',').unwrap_or(&line).to_owned();
        if column + line.chars().count() + 4 <= self.config.max_width {
            code.text = Some(line);
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Conditions,
    Arguments,
}

/// Calls `f` for each part of a tree that rustfmt may write: with its delimiters, the column of its line, and the width
/// of what is before it.
fn each_code(work: &mut Work, pass: Pass, f: &mut impl FnMut(&mut Code, Delimiter, usize, usize)) {
    let prefix = work.tree.header.as_ref().map_or(0, |header| header.width());
    let inner = work.inner();
    each_code_of(&mut work.tree.root, inner, prefix, pass, f);
}

fn each_code_of(
    node: &mut Node,
    indent: usize,
    prefix: usize,
    pass: Pass,
    f: &mut impl FnMut(&mut Code, Delimiter, usize, usize),
) {
    let head = &mut node.head;
    match pass {
        _ if head.keeps_text => {}
        Pass::Conditions => {
            if let Some(condition) = head.arm.as_mut().and_then(|arm| arm.condition.as_mut()) {
                f(condition, Delimiter::Parenthesis, indent, 1);
            }
        }
        Pass::Arguments => {
            let prefix = prefix + head.before_args().lines().last().unwrap_or_default().chars().count();
            if let Some((delimiter, args)) = &mut head.args {
                f(args, *delimiter, indent, prefix);
            }
        }
    }
    for child in node.children.iter_mut().flatten() {
        each_code_of(child, indent + 4, 0, pass, f);
    }
}
