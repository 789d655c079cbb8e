//! Text -> tokens, for text that may be half typed. Every byte belongs to a token, so nothing is lost.
//!
//! The tokens come from rustc's own lexer. `proc_macro2` refuses a whole file if one brace is open.

mod blocks;
mod delimiters;
mod trees;

use std::ops::Range;

use ra_ap_rustc_lexer::{Cursor, FrontmatterAllowed, TokenKind, strip_shebang};

pub use blocks::{Block, blocks};
pub use delimiters::Delimiters;
pub use trees::trees;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// White space, a byte order mark, or a `#!` line.
    Space,
    /// A comment that is not documentation.
    Comment,
    /// A comment that documents what comes next.
    Doc,
    /// An identifier or a keyword.
    Word,
    /// A lifetime, with its quote.
    Lifetime,
    /// A number, a string, a character or a byte.
    Literal,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// Any other character that Rust uses, one per token.
    Mark,
    /// A character that Rust never uses.
    Unknown,
}

/// A token: its kind, and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// The byte at which it begins.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
}

impl Token {
    /// Its bytes.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether a parser ignores it.
    pub fn is_trivia(&self) -> bool {
        matches!(self.kind, Kind::Space | Kind::Comment | Kind::Doc)
    }
}

const BOM: &str = "\u{feff}";

/// All tokens of a file.
///
/// ```
/// use bt_text::lex::lex;
///
/// let text = "wait(\"😀\") // half";
/// let tokens: Vec<&str> = lex(text).iter().map(|token| &text[token.range()]).collect();
/// assert_eq!(tokens, ["wait", "(", "\"😀\"", ")", " ", "// half"]);
/// ```
pub fn lex(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut push = |kind, length: usize| {
        tokens.push(Token { kind, start, end: start + length });
        start += length;
        start // Where the next one begins.
    };
    let mut at = 0;
    if text.starts_with(BOM) {
        at = push(Kind::Space, BOM.len());
    }
    if let Some(length) = strip_shebang(&text[at..]) {
        at = push(Kind::Space, length);
    }
    let mut cursor = Cursor::new(&text[at..], FrontmatterAllowed::No);
    loop {
        let token = cursor.advance_token();
        match token.kind {
            TokenKind::Eof => return tokens,
            // `#"` and `##` are reserved for a later edition: here they are two tokens.
            TokenKind::GuardedStrPrefix => {
                at = push(Kind::Mark, 1);
                cursor = Cursor::new(&text[at..], FrontmatterAllowed::No);
            }
            other => {
                push(kind(other), token.len as usize);
            }
        }
    }
}

fn kind(kind: TokenKind) -> Kind {
    match kind {
        TokenKind::LineComment { doc_style: Some(_) } | TokenKind::BlockComment { doc_style: Some(_), .. } => Kind::Doc,
        TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => Kind::Comment,
        TokenKind::Whitespace | TokenKind::Frontmatter { .. } => Kind::Space,
        TokenKind::Ident
        | TokenKind::InvalidIdent
        | TokenKind::RawIdent
        | TokenKind::ForcedKeywordIdent
        | TokenKind::UnknownPrefix => Kind::Word,
        TokenKind::UnknownPrefixLifetime | TokenKind::RawLifetime | TokenKind::Lifetime { .. } => Kind::Lifetime,
        TokenKind::Literal { .. } => Kind::Literal,
        TokenKind::OpenParen | TokenKind::OpenBrace | TokenKind::OpenBracket => Kind::Open,
        TokenKind::CloseParen | TokenKind::CloseBrace | TokenKind::CloseBracket => Kind::Close,
        TokenKind::Unknown | TokenKind::Eof => Kind::Unknown,
        _ => Kind::Mark,
    }
}

/// The tokens that a parser reads, without white space and comments.
pub fn without_trivia(tokens: &[Token]) -> Vec<Token> {
    tokens.iter().filter(|token| !token.is_trivia()).copied().collect()
}
