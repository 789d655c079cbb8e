//! Finds the text of each tree in a file.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, extra};

use super::Left;
use super::comments;
use crate::Source;
use crate::blocks::{self, Block, Found, Kept};

/// The text of a tree in a file.
#[derive(Clone)]
pub struct Part<'a> {
    /// The start of the tree, for messages.
    pub start: usize,
    /// The text between the delimiters, which is written again.
    pub range: Range<usize>,
    /// The text between `bt` and the tree, in rustfmt's style. Empty in a file of trees alone.
    pub call: String,
    pub text: &'a str,
    /// Whether its lines end with `\r\n`.
    pub has_crlf: bool,
    pub place: Place,
}

/// The surroundings of a tree.
#[derive(Clone, Copy)]
pub enum Place {
    /// The delimiters of a `bt!`.
    Block {
        delimiter: Delimiter,
        /// The indentation of its first line.
        indent: usize,
        /// Whether that indentation consists of tabs.
        has_tabs: bool,
        /// The width of the text before the tree on its first line. If another tree ends on that line, it becomes known
        /// later.
        before: Option<usize>,
        /// The width of the text after the tree on its last line.
        after: usize,
    },
    /// A file of trees alone.
    File { is_first: bool, is_last: bool },
}

impl Part<'_> {
    /// The start of the text between `bt` and the tree.
    pub fn call_start(&self) -> usize {
        match self.place {
            Place::Block { .. } => self.start + NAME.len(),
            Place::File { .. } => self.range.start,
        }
    }
}

/// The name of the macro.
const NAME: &str = "bt";

/// The trees of a file to format, and those that must be left alone.
pub fn find(file: &Source) -> (Vec<Part<'_>>, Vec<Left>) {
    let (mut parts, mut left) = (Vec::new(), Vec::new());
    if !file.holds_trees_alone() && !may_have_blocks(&file.text) {
        return (parts, left);
    }
    match file.tokens() {
        Err(unreadable) => left.push((unreadable.range.start, unreadable.why)),
        Ok(tokens) if file.holds_trees_alone() => parts = trees(file, tokens),
        Ok(tokens) => blocks_of(file, tokens, &mut parts, &mut left),
    }
    // Otherwise `proc_macro2` would search this file, too, for the tokens of the next ones.
    extra::invalidate_current_thread_spans();
    (parts, left)
}

/// Whether the tree's lines end with `\r\n`; for a tree on one line, whether any line of the file does.
fn has_crlf(file: &Source, text: &str) -> bool {
    let text = if text.contains('\n') { text } else { &file.text };
    text.contains("\r\n")
}

/// Whether a Rust file may contain a `bt!`. Most files do not, so they need not be parsed.
fn may_have_blocks(text: &str) -> bool {
    text.match_indices(NAME).any(|(at, name)| text[at + name.len()..].trim_start().starts_with(['!', '/']))
}

fn blocks_of<'a>(file: &'a Source, tokens: TokenStream, parts: &mut Vec<Part<'a>>, left: &mut Vec<Left>) {
    let blocks = blocks::find(tokens).into_iter().filter_map(|found| match found {
        Found::Block(block) => Some((file.range(block.call), block)),
        _ => None,
    });
    let mut blocks: Vec<_> = blocks.collect();
    // A `bt!` inside another one is formatted as code of the outer one.
    let mut end = 0;
    blocks.retain(|(call, _)| {
        let is_outer = call.start >= end;
        end = end.max(call.end);
        is_outer
    });
    for (index, (call, block)) in blocks.iter().enumerate() {
        let next = blocks.get(index + 1).map_or(file.text.len(), |(call, _)| call.start);
        match block.kept {
            Some(Kept::Skip) => left.push((call.start, "it is below `#[rustfmt::skip]`".to_owned())),
            Some(Kept::Quoted) => left.push((call.start, "it is in the definition of a macro".to_owned())),
            None => parts.push(part(file, block, call.start, next, parts.last())),
        }
    }
}

/// The width of a text on one line.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// The last line of a text.
pub fn last_line(text: &str) -> &str {
    text[text.rfind('\n').map_or(0, |at| at + 1)..].trim_start_matches('\u{feff}')
}

fn part<'a>(file: &'a Source, block: &Block, start: usize, next: usize, previous: Option<&Part>) -> Part<'a> {
    let range = file.range(block.group.span_open()).end..file.range(block.group.span_close()).start;
    let (name, delimiter) = (start + NAME.len(), block.group.delimiter());
    let line = last_line(&file.text[..name]);
    let blank = &line[..line.len() - line.trim_start().len()];
    let call = call(&file.text[name..range.start], delimiter);
    // The text up to the next `,` or `;` stays on the last line; whatever follows is separate.
    let after = file.text[range.end..next.max(range.end + 1)].lines().next().unwrap_or_default().trim_end();
    let after = after.split_inclusive([',', ';']).next().unwrap_or_default().chars().count();
    let (before, indent, has_tabs) = match previous {
        // The line may begin inside a tree that is formatted, too. Then it gets the indentation of that tree's first
        // line.
        Some(Part { range, place: Place::Block { indent, has_tabs, .. }, .. })
            if !file.text[range.end..name].contains('\n') =>
        {
            (None, *indent, *has_tabs)
        }
        _ => (Some(width(line) + width(&call)), width(blank), blank.contains('\t')),
    };
    let place = Place::Block { delimiter, indent, has_tabs, before, after };
    let text = &file.text[range.clone()];
    Part { start, text, range, call, has_crlf: has_crlf(file, text), place }
}

/// The text between `bt` and the tree: `!` and a delimiter. It keeps comments.
fn call(text: &str, delimiter: Delimiter) -> String {
    match (text.split_whitespace().collect::<String>(), delimiter) {
        (call, Delimiter::Brace) if call == "!{" => "! {".to_owned(),
        (call, _) if call == "!(" || call == "![" => call,
        _ => text.to_owned(),
    }
}

/// The trees of a file that contains nothing else, in order, with all comments.
fn trees(file: &Source, tokens: TokenStream) -> Vec<Part<'_>> {
    let ranges: Vec<Range<usize>> = blocks::trees(file, tokens)
        .into_iter()
        .filter_map(|tree| {
            let tokens: Vec<_> = tree.into_iter().collect();
            Some(file.range(tokens.first()?.span()).start..file.range(tokens.last()?.span()).end)
        })
        .collect();
    let begin = if file.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut starts = vec![begin];
    for pair in ranges.windows(2) {
        let between = pair[0].end..pair[1].start;
        starts.push(between.start + comments::to_end_of_line(&file.text[between]));
    }
    starts.truncate(ranges.len());
    let ends = starts.iter().copied().skip(1).chain([file.text.len()]);
    let count = ranges.len();
    let texts = starts.iter().copied().zip(ends).enumerate();
    texts
        .map(|(index, (start, end))| Part {
            start: ranges[index].start,
            range: start..end,
            text: &file.text[start..end],
            call: String::new(),
            has_crlf: has_crlf(file, &file.text[start..end]),
            place: Place::File { is_first: index == 0, is_last: index + 1 == count },
        })
        .collect()
}
