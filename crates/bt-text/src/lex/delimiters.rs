//! Matches closing delimiters with opening ones, even if some are missing.

use super::{Kind, Token};

/// The pairs of delimiters among these tokens.
pub struct Delimiters {
    /// For each opening token that is closed, the index of the closing token.
    pairs: Vec<Option<usize>>,
    /// Whether every delimiter has its counterpart.
    pub balanced: bool,
}

impl Delimiters {
    /// Pairs the delimiters of these tokens. A delimiter that is still open when an outer one closes has no pair, and
    /// neither has a closing one that closes nothing.
    pub fn of(text: &str, tokens: &[Token]) -> Self {
        let mut pairs = vec![None; tokens.len()];
        let mut balanced = true;
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                Kind::Open => open.push(at),
                Kind::Close => {
                    let closes = |opener: &usize| other_half(text, &tokens[*opener]) == text.as_bytes()[token.start];
                    let Some(depth) = open.iter().rposition(closes) else {
                        balanced = false;
                        continue;
                    };
                    balanced &= depth + 1 == open.len();
                    pairs[open[depth]] = Some(at);
                    open.truncate(depth);
                }
                _ => {}
            }
        }
        Delimiters { pairs, balanced: balanced && open.is_empty() }
    }

    /// The index of the token that closes the delimiter at this index.
    pub fn close(&self, open: usize) -> Option<usize> {
        self.pairs.get(open).copied().flatten()
    }
}

fn other_half(text: &str, open: &Token) -> u8 {
    match text.as_bytes()[open.start] {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
