//! Files that are not strict XML. BehaviorTree.CPP reads `_skipIf="a && b < c"`, comments with `--` in them, and
//! attributes without a space between them; a strict reader accepts none of these.

use std::ops::Range;

/// Text that a strict reader accepts, made from a file that BehaviorTree.CPP accepts.
pub struct Repaired {
    pub text: String,
    repairs: Vec<Repair>,
    /// What is not valid XML in the file.
    pub lax: Vec<(Range<usize>, Lax)>,
    /// The quote in the file that opens an attribute and is never closed.
    pub open_quote: Option<usize>,
    /// The first attribute above an element's limit: a reader compares each attribute with all others.
    pub crowded: Option<usize>,
    /// The first element above a file's limit.
    pub too_many: Option<usize>,
}

/// How many elements a file may have. Trees of real robots have fewer than 1,000.
pub const ELEMENTS: usize = 50_000;

/// How many attributes an element may have.
pub const ATTRIBUTES: usize = 1_000;

/// Keeps two hyphens of a comment apart for a strict reader. No real text contains it. See [`comment`].
const BETWEEN_HYPHENS: &str = "\u{e000}";

/// What BehaviorTree.CPP accepts although it is not valid XML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lax {
    Ampersand,
    Less,
    Hyphens,
    NoBlank,
    BeforeDeclaration,
}

impl Lax {
    /// What it is, and what to write.
    pub fn said(self) -> (&'static str, &'static str) {
        match self {
            Lax::Ampersand => ("a bare `&`", "write `&amp;`"),
            Lax::Less => ("a bare `<` in an attribute", "write `&lt;`"),
            Lax::Hyphens => ("`--` in a comment", "write `-`"),
            Lax::NoBlank => ("an attribute without a blank before it", "write a blank"),
            Lax::BeforeDeclaration => ("a blank before `<?xml`", "remove it"),
        }
    }
}

/// The comment as it is in the file.
pub fn comment(repaired: &str) -> String {
    repaired.replace(BETWEEN_HYPHENS, "")
}

/// A part of the text that differs from the file.
struct Repair {
    text: Range<usize>,
    file: Range<usize>,
}

impl Repaired {
    pub fn new(file: &str) -> Self {
        let found = scan(file);
        let mut repaired = Repaired {
            text: String::with_capacity(file.len()),
            repairs: Vec::with_capacity(found.changes.len()),
            lax: found.lax,
            open_quote: found.open_quote,
            crowded: found.crowded,
            too_many: found.too_many,
        };
        let mut from = 0;
        for (at, with) in found.changes {
            repaired.text.push_str(&file[from..at.start]);
            let begin = repaired.text.len();
            repaired.text.push_str(with);
            from = at.end;
            repaired.repairs.push(Repair { text: begin..repaired.text.len(), file: at });
        }
        repaired.text.push_str(&file[from..]);
        repaired
    }

    /// The byte of the file for a byte of the text.
    pub fn original(&self, byte: usize) -> usize {
        let before = self.repairs.partition_point(|repair| repair.text.start <= byte);
        match before.checked_sub(1).map(|last| &self.repairs[last]) {
            Some(repair) if byte < repair.text.end => repair.file.start,
            Some(repair) => repair.file.end + (byte - repair.text.end),
            None => byte,
        }
    }

    pub fn original_range(&self, range: Range<usize>) -> Range<usize> {
        self.original(range.start)..self.original(range.end)
    }
}

/// The state of a scan through the file.
enum State {
    Text,
    Tag,
    /// In an attribute value: its opening quote, and where that is.
    Value(u8, usize),
}

/// The findings of a scan.
#[derive(Default)]
struct Found {
    /// Parts of the file, in order, each with its replacement for a strict reader.
    changes: Vec<(Range<usize>, &'static str)>,
    lax: Vec<(Range<usize>, Lax)>,
    open_quote: Option<usize>,
    crowded: Option<usize>,
    too_many: Option<usize>,
}

impl Found {
    fn repair(&mut self, at: Range<usize>, with: &'static str, lax: Lax) {
        self.changes.push((at.clone(), with));
        self.lax.push((at, lax));
    }
}

fn scan(file: &str) -> Found {
    let bytes = file.as_bytes();
    let (mut found, mut state, mut at) = (Found::default(), State::Text, 0);
    let (mut elements, mut attributes) = (0, 0);
    let blank = file.len() - file.trim_ascii_start().len();
    if blank > 0 && file[blank..].starts_with("<?xml ") {
        found.changes.push((0..blank, ""));
        found.lax.push((blank..blank + 5, Lax::BeforeDeclaration));
        at = blank;
    }
    while at < bytes.len() {
        match (&state, bytes[at]) {
            (State::Text, b'<') => match skipped(&file[at..]) {
                Some(length) => {
                    hyphens(file, at..at + length, &mut found);
                    at += length;
                    continue;
                }
                None => {
                    (state, attributes) = (State::Tag, 0);
                    elements += usize::from(bytes.get(at + 1) != Some(&b'/'));
                    if elements > ELEMENTS {
                        found.too_many.get_or_insert(at);
                    }
                }
            },
            (State::Tag, b'>') => state = State::Text,
            (State::Tag, quote @ (b'"' | b'\'')) => {
                attributes += 1;
                if attributes > ATTRIBUTES {
                    found.crowded.get_or_insert(at);
                }
                state = State::Value(quote, at);
            }
            (State::Value(quote, _), byte) if byte == *quote => {
                state = State::Tag;
                if bytes.get(at + 1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_') {
                    found.changes.push((at + 1..at + 1, " "));
                    found.lax.push((at + 1..at + 2, Lax::NoBlank));
                }
            }
            (State::Value(..), b'<') => found.repair(at..at + 1, "&lt;", Lax::Less),
            (State::Value(..) | State::Text, b'&') if !is_entity(&bytes[at + 1..]) => {
                found.repair(at..at + 1, "&amp;", Lax::Ampersand);
            }
            // A strict reader would turn them into spaces.
            (State::Value(..), b'\t') => found.changes.push((at..at + 1, "&#9;")),
            (State::Value(..), b'\r') if bytes.get(at + 1) == Some(&b'\n') => found.changes.push((at..at + 1, "")),
            (State::Value(..), b'\n' | b'\r') => found.changes.push((at..at + 1, "&#10;")),
            _ => {}
        }
        at += 1;
    }
    found.open_quote = if let State::Value(_, at) = state { Some(at) } else { None };
    found
}

/// Separates hyphens, if a comment begins here.
fn hyphens(file: &str, at: Range<usize>, found: &mut Found) {
    let Some(inner) = file[at.clone()].strip_prefix("<!--").and_then(|text| text.strip_suffix("-->")) else { return };
    let begin = at.start + "<!--".len();
    let bytes = inner.as_bytes();
    for hyphen in (0..bytes.len()).filter(|&hyphen| bytes[hyphen] == b'-') {
        if bytes.get(hyphen + 1).is_none_or(|next| *next == b'-') {
            let after = begin + hyphen + 1;
            found.changes.push((after..after, BETWEEN_HYPHENS));
            // Only the first two of a row of hyphens are reported.
            if hyphen == 0 || bytes[hyphen - 1] != b'-' {
                found.lax.push((after - 1..after + 1, Lax::Hyphens));
            }
        }
    }
}

/// The length of a comment, CDATA section or instruction that begins the text.
fn skipped(text: &str) -> Option<usize> {
    const SKIPPED: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    let (begin, end) = SKIPPED.into_iter().find(|(begin, _)| text.starts_with(begin))?;
    let length = text[begin.len()..].find(end).map(|length| begin.len() + length + end.len());
    Some(length.unwrap_or(text.len()))
}

/// Whether the text begins with `amp;`, `#38;` or the like.
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
    fn what_a_strict_reader_refuses_is_repaired() {
        for (file, text) in [
            ("<a b='x && y'/>", "<a b='x &amp;&amp; y'/>"),
            ("<a b=\"x < y\"/>", "<a b=\"x &lt; y\"/>"),
            ("<a b='&amp; &#38; &#x26; &quot;'/>", "<a b='&amp; &#38; &#x26; &quot;'/>"),
            ("<!-- a && b --><a>&</a>", "<!-- a && b --><a>&amp;</a>"),
            ("<![CDATA[ <a b='&'> ]]>", "<![CDATA[ <a b='&'> ]]>"),
            ("<a b='&", "<a b='&amp;"),
            ("<a b='c'd='e'/>", "<a b='c' d='e'/>"),
            ("<a b='c\n\td\r\ne'/>", "<a b='c&#10;&#9;d&#10;e'/>"),
            ("<!-- a -- b --->", "<!-- a -\u{e000}- b -\u{e000}-->"),
            ("<!------>", "<!---\u{e000}-\u{e000}-->"),
            ("\n <?xml version='1.0'?><a/>", "<?xml version='1.0'?><a/>"),
        ] {
            assert_eq!(Repaired::new(file).text, text);
        }
        assert_eq!(comment(&Repaired::new("<!-- a --- b -->").text), "<!-- a --- b -->");
    }

    #[test]
    fn each_byte_has_its_place_in_the_file() {
        for (file, changed) in [
            ("<a b='x && y < z' c='d'/>", "&<"),
            ("<!-- - -- ---><a b='\t\r\n'c='d'/>", "\t\r\n"),
            ("\n<?xml x?><d/>", "\n"),
        ] {
            let repaired = Repaired::new(file);
            for (at, char) in file.char_indices().filter(|(_, char)| !changed.contains(*char)) {
                let chars = repaired.text.char_indices();
                let found = chars.filter(|&(byte, other)| other == char && repaired.original(byte) == at);
                assert!(found.count() >= 1, "{at} of {file:?}");
            }
            assert_eq!(repaired.original(repaired.text.len()), file.len());
        }
    }
}
