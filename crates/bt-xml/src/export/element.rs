//! XML as text.

use std::fmt::Write as _;

/// An element.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// The comments before it, one per line.
    pub comments: Vec<String>,
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
}

impl Element {
    pub fn new(name: impl Into<String>) -> Self {
        Element { name: name.into(), ..Element::default() }
    }

    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.attributes.push((name.into(), value.into()));
        self
    }

    pub fn write(&self, level: usize, text: &mut String) {
        let indent = "    ".repeat(level);
        for comment in &self.comments {
            let _ = writeln!(text, "{indent}<!-- {} -->", commented(comment));
        }
        let _ = write!(text, "{indent}<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(text, " {name}=\"{}\"", escaped(value));
        }
        if self.children.is_empty() {
            *text += "/>\n";
            return;
        }
        *text += ">\n";
        self.children.iter().for_each(|child| child.write(level + 1, text));
        let _ = writeln!(text, "{indent}</{}>", self.name);
    }
}

/// A text inside a comment, which two hyphens would end.
fn commented(text: &str) -> String {
    let mut commented = String::with_capacity(text.len());
    for c in text.chars().filter(|c| can_hold(*c)) {
        if c == '-' && commented.ends_with('-') {
            commented.push(' ');
        }
        commented.push(c);
    }
    commented
}

/// A text inside an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\r' | '\t' => {
                let _ = write!(escaped, "&#{};", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether XML can contain a character, if only as an entity.
pub fn can_hold(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)
}
