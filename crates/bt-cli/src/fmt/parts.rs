//! Finds the texts of trees in a file.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, extra};

use super::Left;
use super::comments;
use crate::Source;
use crate::blocks::{self, Block, Found, Kept};

/// The text of a tree in a file.
pub struct Part<'a> {
    /// Where the tree begins, for messages.
    pub start: usize,
    /// What is written anew: all that is between the delimiters.
    pub range: Range<usize>,
    pub text: &'a str,
    /// Whether its lines end with `\r\n`.
    pub has_crlf: bool,
    pub place: Place,
}

/// What is around a tree.
#[derive(Clone, Copy)]
pub enum Place {
    /// The delimiters of a `bt!`.
    Block {
        delimiter: Delimiter,
        /// The indentation of the line in which it begins.
        indent: usize,
        /// Whether that is written with tabs.
        has_tabs: bool,
        /// The width of what is before the tree in that line, and after it in its last line.
        around: usize,
    },
    /// A file of trees alone.
    File { is_first: bool, is_last: bool },
}

/// The trees of a file that may be written anew, and those that may not.
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
    // Else `proc_macro2` would look for the tokens of the next files in this one.
    extra::invalidate_current_thread_spans();
    (parts, left)
}

/// As the lines of the tree end, or, if it has only one, any line of the file.
fn has_crlf(file: &Source, text: &str) -> bool {
    let text = if text.contains('\n') { text } else { &file.text };
    text.contains("\r\n")
}

/// Whether there may be a `bt!` in a Rust file. Most files have none, and need not be read.
fn may_have_blocks(text: &str) -> bool {
    text.match_indices("bt").any(|(at, name)| text[at + name.len()..].trim_start().starts_with(['!', '/']))
}

fn blocks_of<'a>(file: &'a Source, tokens: TokenStream, parts: &mut Vec<Part<'a>>, left: &mut Vec<Left>) {
    let mut end = 0;
    for found in blocks::find(tokens) {
        let Found::Block(block) = found else { continue };
        let call = file.range(block.call);
        // A `bt!` in the code of another one is that one's business.
        if call.start < end {
            continue;
        }
        end = call.end;
        match block.kept {
            Some(Kept::Skip) => left.push((call.start, "it is below `#[rustfmt::skip]`".to_owned())),
            Some(Kept::Quoted) => left.push((call.start, "it is in the definition of a macro".to_owned())),
            None => parts.push(part(file, &block, call.start)),
        }
    }
}

fn part<'a>(file: &'a Source, block: &Block, call: usize) -> Part<'a> {
    let range = file.range(block.group.span_open()).end..file.range(block.group.span_close()).start;
    let line = file.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let before = file.text[line..range.start].trim_start_matches('\u{feff}');
    let blank = &before[..before.len() - before.trim_start().len()];
    let width = |text: &str| text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>();
    let rest = file.text[range.end..].lines().next().unwrap_or_default().trim_end();
    // What comes after the tree as an argument or a statement is none of its business.
    let rest = rest.split_inclusive([',', ';']).next().unwrap_or_default();
    let place = Place::Block {
        delimiter: block.group.delimiter(),
        indent: width(blank),
        has_tabs: blank.contains('\t'),
        around: width(before) + rest.chars().count(),
    };
    let text = &file.text[range.clone()];
    Part { start: call, text, range, has_crlf: has_crlf(file, text), place }
}

/// The trees of a file that holds nothing else: one after the other, with all comments.
fn trees(file: &Source, tokens: TokenStream) -> Vec<Part<'_>> {
    let ranges: Vec<Range<usize>> = blocks::trees(tokens)
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
            has_crlf: has_crlf(file, &file.text[start..end]),
            place: Place::File { is_first: index == 0, is_last: index + 1 == count },
        })
        .collect()
}
