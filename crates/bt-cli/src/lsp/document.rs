//! A file that is open in the editor.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use bt_text::Text;
use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent, TextEdit, Uri};

use super::address;
use super::lines::{Encoding, Lines};
use crate::Source;
use crate::lex::{Kind, Token};
use crate::syntax::{Bytes, Node, Tree};

/// A file, and what is known about its text.
pub struct Document {
    /// Its URI.
    pub uri: Uri,
    /// Its path.
    pub path: PathBuf,
    /// Its text, as shown in the editor.
    pub text: String,
    /// The number of that text.
    pub version: i32,
    encoding: Encoding,
    lines: Lines,
    read: OnceCell<Text>,
}

impl Document {
    /// A file with this text.
    pub fn new(uri: Uri, text: String, version: i32, encoding: Encoding) -> Self {
        let path = address::path(&uri).unwrap_or_default();
        let lines = Lines::of(&text, encoding);
        Document { uri, path, text, version, encoding, lines, read: OnceCell::new() }
    }

    /// Applies the editor's changes in order.
    pub fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, version: i32) {
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    self.text.replace_range(self.bytes(part.range), &part.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => self.text = whole.text,
            }
            self.lines = Lines::of(&self.text, self.encoding);
        }
        self.version = version;
        self.read = OnceCell::new();
    }

    /// Whether it contains only trees, not Rust.
    pub fn holds_trees_alone(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "bt")
    }

    /// The file with another text.
    pub fn source(&self, text: String) -> Source {
        let path = if self.path.as_os_str().is_empty() { Path::new("tree.rs") } else { &self.path };
        Source::new(path, text)
    }

    /// The text with its tokens and trees.
    pub fn read(&self) -> &Text {
        self.read.get_or_init(|| Text::new(self.text.clone(), self.holds_trees_alone()))
    }

    /// Its trees, outer ones first.
    pub fn trees(&self) -> &[Tree] {
        self.read().trees()
    }

    /// All tokens.
    pub fn tokens(&self) -> &[Token] {
        self.read().tokens()
    }

    /// The innermost tree that contains a byte.
    pub fn tree_at(&self, byte: usize) -> Option<&Tree> {
        self.trees().iter().rev().find(|tree| tree.range.start <= byte && byte <= tree.range.end)
    }

    /// The innermost tree that contains a byte, and the path of nodes to that byte, innermost last.
    pub fn node_at(&self, byte: usize) -> Option<(&Tree, Vec<&Node>)> {
        let tree = self.tree_at(byte)?;
        Some((tree, tree.path_to(byte)))
    }

    /// The word that contains the byte, or that begins or ends there.
    pub fn word_at(&self, byte: usize) -> Option<Token> {
        let tokens = self.tokens();
        let after = tokens.partition_point(|token| token.end < byte);
        let touching = tokens[after..].iter().take_while(|token| token.start <= byte);
        touching.copied().find(|token| token.kind == Kind::Word)
    }

    /// The token that ends at this byte, or contains it.
    pub fn token_before(&self, byte: usize) -> Option<Token> {
        let tokens = self.tokens();
        tokens.get(tokens.partition_point(|token| token.end < byte)).filter(|token| token.start < byte).copied()
    }

    /// The text of some bytes.
    pub fn slice(&self, bytes: &Bytes) -> &str {
        &self.text[bytes.clone()]
    }

    /// The range of some bytes in the protocol.
    pub fn range(&self, bytes: &Bytes) -> Range {
        self.lines.range(&self.text, bytes)
    }

    /// The byte at a position of the protocol.
    pub fn byte(&self, position: Position) -> usize {
        self.lines.byte(&self.text, position)
    }

    /// The bytes of a range of the protocol.
    pub fn bytes(&self, range: Range) -> Bytes {
        self.lines.bytes(&self.text, range)
    }

    /// An edit that gives some bytes a new text. It leaves out what both texts begin and end with.
    pub fn edit(&self, bytes: &Bytes, text: &str) -> Option<TextEdit> {
        let old = self.slice(bytes);
        if old == text {
            return None;
        }
        let same = |(a, b): &(char, char)| a == b;
        let start: usize = old.chars().zip(text.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let (old_rest, new_rest) = (&old[start..], &text[start..]);
        let pairs = old_rest.chars().rev().zip(new_rest.chars().rev());
        let end: usize = pairs.take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let range = self.range(&(bytes.start + start..bytes.end - end));
        Some(TextEdit { range, new_text: new_rest[..new_rest.len() - end].to_owned() })
    }
}
