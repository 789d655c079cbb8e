//! Files that are no strict XML. BehaviorTree.CPP reads `_skipIf="a && b < c"`; a strict reader takes neither a bare `&`
//! nor a bare `<` in an attribute.

use std::ops::Range;

/// A text in which each bare `&` and `<` of attributes is an entity.
pub struct Repaired {
    pub text: String,
    entities: Vec<Entity>,
    /// The bytes of the file that were replaced.
    pub bare: Vec<Range<usize>>,
    /// The quote of the file that opens an attribute without an end.
    pub open_quote: Option<usize>,
    /// The first attribute of an element that has more than there may be: a reader compares each with all others.
    pub crowded: Option<usize>,
}

/// How many attributes an element may have.
pub const ATTRIBUTES: usize = 1_000;

/// An entity that replaces a byte of the file.
struct Entity {
    /// Where it is in the text.
    at: usize,
    /// How many bytes longer it is than what it replaces.
    longer: usize,
    /// How many bytes longer the text before it is than the file.
    before: usize,
}

impl Repaired {
    pub fn new(file: &str) -> Self {
        let mut repaired = Repaired {
            text: String::with_capacity(file.len()),
            entities: Vec::new(),
            bare: Vec::new(),
            open_quote: None,
            crowded: None,
        };
        let mut from = 0;
        let found = scan(file);
        (repaired.open_quote, repaired.crowded) = (found.open_quote, found.crowded);
        for at in found.bare {
            repaired.text.push_str(&file[from..at]);
            let entity = if file.as_bytes()[at] == b'&' { "&amp;" } else { "&lt;" };
            let before = repaired.text.len() - at;
            repaired.entities.push(Entity { at: repaired.text.len(), longer: entity.len() - 1, before });
            repaired.text.push_str(entity);
            repaired.bare.push(at..at + 1);
            from = at + 1;
        }
        repaired.text.push_str(&file[from..]);
        repaired
    }

    /// The byte of the file for a byte of the text.
    pub fn original(&self, byte: usize) -> usize {
        let before = self.entities.partition_point(|entity| entity.at < byte);
        match before.checked_sub(1).map(|last| &self.entities[last]) {
            Some(entity) => byte - entity.before - entity.longer.min(byte - entity.at - 1),
            None => byte,
        }
    }

    pub fn original_range(&self, range: Range<usize>) -> Range<usize> {
        self.original(range.start)..self.original(range.end)
    }
}

/// Where a scan of the file is.
enum State {
    Text,
    Tag,
    /// In an attribute that begins with this quote, at this place.
    Value(u8, usize),
}

/// What a scan finds.
#[derive(Default)]
struct Found {
    /// The places of bare `&` and `<` in attributes.
    bare: Vec<usize>,
    open_quote: Option<usize>,
    crowded: Option<usize>,
}

fn scan(file: &str) -> Found {
    let bytes = file.as_bytes();
    let (mut found, mut state, mut at, mut attributes) = (Found::default(), State::Text, 0, 0);
    while at < bytes.len() {
        match (&state, bytes[at]) {
            (State::Text, b'<') => match skipped(&file[at..]) {
                Some(length) => {
                    at += length;
                    continue;
                }
                None => (state, attributes) = (State::Tag, 0),
            },
            (State::Tag, b'>') => state = State::Text,
            (State::Tag, quote @ (b'"' | b'\'')) => {
                attributes += 1;
                if attributes > ATTRIBUTES {
                    found.crowded.get_or_insert(at);
                }
                state = State::Value(quote, at);
            }
            (State::Value(quote, _), byte) if byte == *quote => state = State::Tag,
            (State::Value(..), b'<') => found.bare.push(at),
            (State::Value(..), b'&') if !is_entity(&bytes[at + 1..]) => found.bare.push(at),
            _ => {}
        }
        at += 1;
    }
    found.open_quote = if let State::Value(_, at) = state { Some(at) } else { None };
    found
}

/// The length of a comment, of character data or of an instruction at the beginning of the text.
fn skipped(text: &str) -> Option<usize> {
    const SKIPPED: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    let (begin, end) = SKIPPED.into_iter().find(|(begin, _)| text.starts_with(begin))?;
    let length = text[begin.len()..].find(end).map(|length| begin.len() + length + end.len());
    Some(length.unwrap_or(text.len()))
}

/// Whether `amp;`, `#38;` or the like is at the beginning of the text.
fn is_entity(text: &[u8]) -> bool {
    let name = text.iter().take(12).position(|&byte| byte == b';').map(|end| &text[..end]);
    name.is_some_and(|name| match name {
        [b'#', b'x', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit),
        [b'#', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        _ => [&b"amp"[..], b"lt", b"gt", b"quot", b"apos"].contains(&name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_bare_becomes_an_entity() {
        for (file, text) in [
            ("<a b='x && y'/>", "<a b='x &amp;&amp; y'/>"),
            ("<a b=\"x < y\"/>", "<a b=\"x &lt; y\"/>"),
            ("<a b='&amp; &#38; &#x26; &quot;'/>", "<a b='&amp; &#38; &#x26; &quot;'/>"),
            ("<!-- a && b --><a>&</a>", "<!-- a && b --><a>&</a>"),
            ("<![CDATA[ <a b='&'> ]]>", "<![CDATA[ <a b='&'> ]]>"),
            ("<a b='&", "<a b='&amp;"),
        ] {
            assert_eq!(Repaired::new(file).text, text);
        }
    }

    #[test]
    fn each_byte_has_its_place_in_the_file() {
        let file = "<a b='x && y < z' c='d'/>";
        let repaired = Repaired::new(file);
        for (at, char) in file.char_indices().filter(|(_, char)| !"&<".contains(*char)) {
            let found =
                repaired.text.char_indices().filter(|&(byte, other)| other == char && repaired.original(byte) == at);
            assert!(found.count() >= 1, "{at}");
        }
        let c = repaired.text.find(" c=").expect("it is there");
        assert_eq!(repaired.original(c), file.find(" c=").expect("it is there"));
    }
}
