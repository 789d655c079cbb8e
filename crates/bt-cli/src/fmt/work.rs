//! A tree being formatted: its place, and the parts that rustfmt writes.

use proc_macro2::Delimiter;

use super::config::Config;
use super::parts::{Part, Place};
use super::read::{self, Parsed};
use super::rustfmt::Job;
use super::tree::{Code, Node, Tree};
use super::{lines, parts, print, same, sound};

/// A tree and its place.
pub struct Work<'a> {
    pub part: Part<'a>,
    pub config: &'a Config,
    pub tree: Tree,
    /// Whether rustfmt writes any part that has comments.
    pub is_unsure: bool,
    /// The next parts for rustfmt to write.
    jobs: Vec<Job>,
    /// Whether rustfmt has changed tokens: a comma may be where the compiler does not expect one.
    has_other_tokens: bool,
    state: State,
}

enum State {
    /// The new text, or the reason why the tree stays unchanged.
    Written(Result<String, String>),
    /// rustfmt still has to write parts of it. Holds the first mistake in the unchanged text, if any.
    Open(Result<(), String>),
}

impl<'a> Work<'a> {
    /// A tree that was just read. If rustfmt is not needed, its new text is known at once.
    pub fn new(part: Part<'a>, config: &'a Config, tree: Tree, parsed: &Parsed) -> Self {
        let (is_unsure, has_other_tokens) = (false, false);
        let state = State::Open(Ok(()));
        let mut work = Work { part, config, tree, is_unsure, jobs: Vec::new(), has_other_tokens, state };
        work.find_jobs();
        work.state = match work.jobs.is_empty() && !work.waits_for_its_line() {
            true => State::Written(work.text(|_| parsed.check())),
            // The tokens are gone by the time rustfmt is done.
            false => State::Open(parsed.check()),
        };
        work
    }

    /// Whether its first line contains another tree, which must be written first.
    pub fn waits_for_its_line(&self) -> bool {
        matches!(self.part.place, Place::Block { before: None, .. })
    }

    /// Sets the text before the tree on its line.
    pub fn set_line(&mut self, line: &str) {
        if let Place::Block { before, .. } = &mut self.part.place {
            *before = Some(parts::width(line));
        }
    }

    /// Whether rustfmt still has to write a part of it.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Open(_))
    }

    /// The next parts for rustfmt to write.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The new text.
    ///
    /// # Errors
    /// The reason why the tree stays unchanged: it has a mistake, or it would not be the same tree.
    pub fn into_text(mut self) -> Result<String, String> {
        let state = std::mem::replace(&mut self.state, State::Open(Ok(())));
        let mistake = match state {
            State::Written(text) => return text,
            State::Open(mistake) => mistake,
        };
        let has_other_tokens = self.has_other_tokens;
        self.text(|after| {
            mistake?;
            // With the same tokens, it can only have the mistakes that it had before.
            let checked = if has_other_tokens { read::check(after) } else { Ok(()) };
            checked.map_err(|why| format!("it would have a mistake: {why}"))
        })
    }

    /// The indentation of the tree if it has its own lines.
    fn indent(&self) -> usize {
        match self.part.place {
            Place::Block { indent, .. } => indent + 4,
            Place::File { .. } => 0,
        }
    }

    /// Writes all code that does not need rustfmt, and collects the rest as jobs.
    fn find_jobs(&mut self) {
        let mut jobs = Vec::new();
        let (text, max_width) = (self.part.text, self.config.max_width);
        self.each_code(&mut |code, delimiter, indent, prefix| {
            if code.text.is_some() {
                return;
            }
            code.indent = Some(indent);
            let fits = |line: &String| indent + prefix + line.chars().count() + 4 <= max_width;
            code.text = code.line.take().filter(fits);
            if code.text.is_none() {
                code.is_asked = true;
                jobs.push(Job { text: code.kept(text), delimiter, indent, prefix });
            }
        });
        self.is_unsure |= jobs.iter().any(|job| job.text.contains("//") || job.text.contains("/*"));
        self.jobs = jobs;
    }

    /// Takes rustfmt's results for the jobs, and whether their lines may be moved. `None` leaves code unchanged.
    pub fn answer(&mut self, mut answers: impl Iterator<Item = Option<(String, bool)>>) {
        let (text, mut has_other_tokens) = (self.part.text, false);
        self.each_code(&mut |code, _, _, _| {
            if std::mem::take(&mut code.is_asked) {
                let kept = code.kept(text);
                let (text, movable) = answers.next().flatten().unwrap_or_else(|| (kept.clone(), false));
                has_other_tokens |= !same::has_same_tokens(&kept, &text);
                code.text = Some(text);
                code.indent = code.indent.filter(|_| movable);
            }
        });
        self.has_other_tokens |= has_other_tokens;
        self.find_jobs();
    }

    /// Calls `f` for each part of the tree that rustfmt may write, with its delimiters, the column of its line, and the
    /// width of the text before it. The conditions of a node precede its arguments, which are further to the right.
    fn each_code(&mut self, f: &mut impl FnMut(&mut Code, Delimiter, usize, usize)) {
        let prefix = self.tree.header.as_ref().map_or(0, |header| header.width());
        let indent = self.indent();
        each_code_of(&mut self.tree.root, indent, prefix, f);
    }

    /// The new text, after its code is written. If it differs from the old one, `check` looks for mistakes.
    fn text(&mut self, check: impl FnOnce(&str) -> Result<(), String>) -> Result<String, String> {
        print::flatten(&mut self.tree.root, self.config.max_width);
        let text = self.print();
        let has_tabs = self.config.hard_tabs || matches!(self.part.place, Place::Block { has_tabs: true, .. });
        let text = if has_tabs { lines::with_tabs(&text) } else { text };
        let text = if self.part.has_crlf { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text };
        if text != self.part.text {
            check(&text)?;
            sound::check(&self.tree, self.part.text)?;
            same::compare(self.part.text, &text).map_err(|at| format!("its text would change, at {at}"))?;
        }
        Ok(text)
    }

    /// Whether rustfmt would format this tree in its own style if it were in parentheses.
    fn is_for_rustfmt(&self) -> bool {
        let root = &self.tree.root;
        let has_attributes = root.head.attributes.is_some() && root.children.is_none();
        has_attributes || self.tree.is_type && root.line.is_none()
    }

    fn print(&self) -> String {
        let lines = || print::lines(&self.tree, self.indent(), self.config.max_width);
        match self.part.place {
            Place::Block { delimiter, indent, before, after, .. } => {
                let around = before.unwrap_or(0) + after;
                let padding = if delimiter == Delimiter::Brace { " " } else { "" };
                let fits = |line: &String| around + 2 * padding.len() + print::width(line) <= self.config.max_width;
                match print::line(&self.tree).filter(fits) {
                    _ if delimiter != Delimiter::Brace && self.is_for_rustfmt() => self.part.text.to_owned(),
                    Some(line) if delimiter != Delimiter::Brace && self.tree.is_type => {
                        line.replace(" < ", "<").replace(" >", ">")
                    }
                    Some(line) => format!("{padding}{line}{padding}"),
                    None => format!("\n{}{}", lines(), " ".repeat(indent)),
                }
            }
            Place::File { is_first, is_last } => {
                let after_empty_line = match self.tree.before.first() {
                    Some(comment) => comment.after_empty_line,
                    None => self.tree.empty_line,
                };
                let newlines = if is_first { 0 } else { 1 + usize::from(after_empty_line) };
                let end = if is_last { "\n" } else { "" };
                format!("{}{}{end}", "\n".repeat(newlines), lines().trim_end())
            }
        }
    }
}

fn each_code_of(node: &mut Node, indent: usize, prefix: usize, f: &mut impl FnMut(&mut Code, Delimiter, usize, usize)) {
    let head = &mut node.head;
    if head.whole.is_none() {
        let mut is_open = false;
        if let Some(condition) = head.arm.as_mut().and_then(|arm| arm.condition.as_mut()) {
            f(condition, Delimiter::Parenthesis, indent, 1);
            is_open = condition.text.is_none();
        }
        if !is_open && head.args.is_some() {
            let prefix = prefix + head.before_args().lines().last().unwrap_or_default().chars().count();
            if let Some((delimiter, args)) = &mut head.args {
                f(args, *delimiter, indent, prefix);
            }
        }
    }
    for child in node.children.iter_mut().flatten() {
        each_code_of(child, indent + 4, 0, f);
    }
}
