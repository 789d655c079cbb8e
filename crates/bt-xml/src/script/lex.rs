//! The words of a script.

use std::ops::Range;

use super::{OPERATORS, PREFIXES, Wrong};

#[derive(Clone, Debug, PartialEq)]
pub enum Word<'s> {
    Number(f64),
    Text(&'s str),
    Name(&'s str),
    /// An operator, a parenthesis, `;`, `:` or `@`.
    Sign(&'s str),
}

const SIGNS: [&str; 5] = ["(", ")", ";", ":", "@"];

/// The words of a script with their places, at most `most` of them.
pub fn words(script: &str, most: usize) -> Result<Vec<(Word<'_>, Range<usize>)>, Wrong> {
    let (mut words, mut at) = (Vec::new(), 0);
    loop {
        at += blank(&script[at..]);
        let rest = &script[at..];
        let Some(first) = rest.chars().next() else { return Ok(words) };
        let (word, length) = match first {
            // BehaviorTree.CPP accepts single quotes, MoveIt Pro both kinds.
            '\'' | '"' => text(rest, first)
                .ok_or_else(|| wrong(at..script.len(), &format!("this text has no end: a `{first}` is missing")))?,
            '0'..='9' => number(rest).map_err(|length| wrong(at..at + length, NO_NUMBER))?,
            '_' | 'a'..='z' | 'A'..='Z' => {
                let length = length_of(rest, |c| c == '_' || c.is_ascii_alphanumeric());
                (Word::Name(&rest[..length]), length)
            }
            _ => {
                sign(rest).ok_or_else(|| wrong(at..at + first.len_utf8(), &format!("`{first}` means nothing here")))?
            }
        };
        if words.len() == most {
            return Err(wrong(at..at + length, &format!("this script has more than {most} words")));
        }
        words.push((word, at..at + length));
        at += length;
    }
}

/// The length of leading blanks, including line breaks. BehaviorTree.CPP accepted a line break after `\\` until 4.8.
fn blank(text: &str) -> usize {
    let rest = text.trim_start();
    match rest.strip_prefix('\\').filter(|rest| rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n')) {
        Some(rest) => text.len() - rest.len() + blank(rest),
        None => text.len() - rest.len(),
    }
}

const NO_NUMBER: &str = "this is not a number; numbers are `42`, `0xFF`, `1.5` and `1e3`";

fn wrong(at: Range<usize>, message: &str) -> Wrong {
    Wrong { at, message: message.to_owned() }
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn text(rest: &str, quote: char) -> Option<(Word<'_>, usize)> {
    let length = rest[1..].find(quote)?;
    Some((Word::Text(&rest[1..=length]), length + 2))
}

fn sign(rest: &str) -> Option<(Word<'_>, usize)> {
    let operators = OPERATORS.iter().map(|(text, ..)| *text);
    let mut signs = operators.chain(PREFIXES.iter().map(|(text, _)| *text)).chain(SIGNS);
    let sign = signs.find(|sign| rest.starts_with(sign))?;
    Some((Word::Sign(&rest[..sign.len()]), sign.len()))
}

/// A number, or the length of a malformed one.
fn number(rest: &str) -> Result<(Word<'_>, usize), usize> {
    let whole = length_of(rest, |c| c == '_' || c.is_ascii_alphanumeric());
    if let Some(digits) = rest.strip_prefix("0x").or(rest.strip_prefix("0X")) {
        let value = i64::from_str_radix(&digits[..whole - 2], 16).map_err(|_| whole)?;
        return Ok((Word::Number(value as f64), whole));
    }
    let digits = |from: usize| length_of(&rest[from..], |c| c.is_ascii_digit());
    let mut length = digits(0);
    // `1..'m'` joins a number and a text.
    if rest[length..].starts_with('.') && !rest[length..].starts_with("..") {
        match digits(length + 1) {
            0 => return Err(length + 1),
            fraction => length += 1 + fraction,
        }
    }
    if rest[length..].starts_with(['e', 'E']) {
        let sign = usize::from(rest[length + 1..].starts_with(['+', '-']));
        match digits(length + 1 + sign) {
            0 => return Err(length + 1),
            exponent => length += 1 + sign + exponent,
        }
    }
    let more = length_of(&rest[length..], |c| c == '_' || c.is_ascii_alphanumeric());
    let value = rest[..length].parse().map_err(|_| length)?;
    if more == 0 { Ok((Word::Number(value), length)) } else { Err(length + more) }
}
