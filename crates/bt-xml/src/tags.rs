//! The tags of a text that may be half typed. Any text can be read, so an editor can ask at any place.

use std::ops::Range;

use crate::script::names::places_of_names;

/// A tag, and the element that it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: Range<usize>,
    pub attributes: Vec<Attribute>,
    /// From its `<` to its `>`, as far as typed.
    pub range: Range<usize>,
    /// Where its element ends.
    pub end: usize,
    /// The number of the tag around it.
    pub parent: Option<usize>,
    /// Whether it ends an element, as `</Sequence>` does.
    pub is_end: bool,
}

/// An attribute, as far as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub name: Range<usize>,
    /// The bytes between its quotes, if there is an opening quote.
    pub value: Option<Range<usize>>,
}

impl Tag {
    /// The place of the value of an attribute.
    pub fn value(&self, text: &str, name: &str) -> Option<Range<usize>> {
        self.attributes.iter().find(|attribute| text[attribute.name.clone()] == *name)?.value.clone()
    }

    /// The attribute whose name or value is at a byte.
    pub fn attribute_at(&self, byte: usize) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| {
            let end = attribute.value.as_ref().map_or(attribute.name.end, |value| value.end);
            (attribute.name.start..=end).contains(&byte)
        })
    }
}

/// All tags of a text.
pub fn tags(text: &str) -> Vec<Tag> {
    let mut reader = Reader { text, at: 0 };
    let (mut tags, mut open) = (Vec::<Tag>::new(), Vec::<usize>::new());
    while let Some(start) = text[reader.at..].find('<').map(|before| reader.at + before) {
        reader.at = start;
        if reader.skips() {
            continue;
        }
        let (mut tag, is_whole) = reader.tag();
        if tag.is_end {
            let begin = open.iter().rposition(|number| text[tags[*number].name.clone()] == text[tag.name.clone()]);
            for number in open.split_off(begin.unwrap_or(open.len())) {
                tags[number].end = tag.range.end;
            }
        }
        tag.parent = open.last().copied();
        if is_whole && !tag.is_end && !text[tag.range.clone()].ends_with("/>") {
            open.push(tags.len());
        }
        tags.push(tag);
    }
    open.iter().for_each(|number| tags[*number].end = text.len());
    tags
}

/// The names in a script, with their places in the file.
pub fn names_in_script(text: &str, value: Range<usize>) -> Vec<Range<usize>> {
    let places = places_of_names(&without_entities(&text[value.clone()])).into_iter();
    places.map(|place| value.start + place.start..value.start + place.end).collect()
}

/// The text with each entity replaced by a letter and blanks, so that everything else stays in place.
fn without_entities(text: &str) -> String {
    const ENTITIES: [(&str, &str); 5] =
        [("&apos;", "'     "), ("&quot;", "\"     "), ("&amp;", "&    "), ("&lt;", "<   "), ("&gt;", ">   ")];
    ENTITIES
        .iter()
        .fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
        // A blank between the two would split the sign.
        .replace("&    &    ", "&&        ")
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Skips a comment, an instruction or a declaration that begins here.
    fn skips(&mut self) -> bool {
        const SKIPPED: [(&str, &str); 4] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
        let Some((_, end)) = SKIPPED.into_iter().find(|(begin, _)| self.rest().starts_with(begin)) else {
            return false;
        };
        self.at += self.rest().find(end).map_or(self.rest().len(), |at| at + end.len());
        true
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn word(&mut self) -> Range<usize> {
        let ends = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '/' | '=' | '"' | '\'');
        let start = self.at;
        self.at += self.rest().find(ends).unwrap_or(self.rest().len());
        start..self.at
    }

    /// The tag that begins here, and whether it has its `>`.
    fn tag(&mut self) -> (Tag, bool) {
        let start = self.at;
        let is_end = self.rest().starts_with("</");
        self.at += if is_end { 2 } else { 1 };
        let name = self.word();
        let mut attributes = Vec::new();
        let is_whole = loop {
            self.blanks();
            match self.rest().chars().next() {
                None | Some('<') => break false,
                Some('>') => {
                    self.at += 1;
                    break true;
                }
                Some('/' | '=' | '"' | '\'') => self.at += 1,
                Some(_) => attributes.push(self.attribute()),
            }
        };
        let range = start..if is_whole { self.at } else { start + self.text[start..self.at].trim_end().len() };
        (Tag { name, attributes, end: range.end, range, parent: None, is_end }, is_whole)
    }

    fn attribute(&mut self) -> Attribute {
        let name = self.word();
        let end = self.at;
        self.blanks();
        if !self.rest().starts_with('=') {
            self.at = end;
            return Attribute { name, value: None };
        }
        self.at += 1;
        let equals = self.at;
        self.blanks();
        let Some(quote @ ('"' | '\'')) = self.rest().chars().next() else {
            self.at = equals;
            return Attribute { name, value: None };
        };
        self.at += 1;
        let start = self.at;
        let length = self.rest().find(quote).unwrap_or(self.rest().len());
        let value = &self.rest()[..length];
        // If the closing quote is not typed yet, the next quote belongs to another tag.
        let is_next_tag = |line: &str| line.trim_start().starts_with('<');
        let is_open = start + length == self.text.len() || value.lines().skip(1).any(is_next_tag);
        let (length, after) = match is_open {
            true => (value.lines().next().unwrap_or_default().trim_end().len(), 0),
            false => (length, 1),
        };
        self.at = start + length + after;
        Attribute { name, value: Some(start..start + length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each tag as `name(attribute=value)`, with the number of its parent.
    fn shown(text: &str) -> Vec<String> {
        let of = |tag: Tag| {
            let attributes = tag.attributes.iter().map(|attribute| {
                let value = attribute.value.clone().map_or("?", |value| &text[value]);
                format!("{}={value}", &text[attribute.name.clone()])
            });
            let parent = tag.parent.map_or("-".to_owned(), |parent| parent.to_string());
            format!("{parent} {}({})", &text[tag.name.clone()], attributes.collect::<Vec<_>>().join(", "))
        };
        tags(text).into_iter().filter(|tag| !tag.is_end).map(of).collect()
    }

    #[test]
    fn tags_that_are_half_typed() {
        for (text, expected) in [
            ("<a b='1' c = \"2\"><d/><e></e></a><f/>", &["- a(b=1, c=2)", "0 d()", "0 e()", "- f()"][..]),
            ("<!-- <a> --><?x <b>?><c/>", &["- c()"]),
            ("<a><", &["- a()", "0 ()"]),
            ("<a><b\n<c d='1'/></a>", &["- a()", "0 b()", "0 c(d=1)"]),
            ("<a b='{x\n  <c d='1'/>", &["- a(b={x)", "- c(d=1)"]),
            ("<a b", &["- a(b=?)"]),
            ("<a b=><c/></a>", &["- a(b=?)", "0 c()"]),
            ("<a b='", &["- a(b=)"]),
            ("<a><b><c></a><d/>", &["- a()", "0 b()", "1 c()", "- d()"]),
            ("<a b='x < y'/>", &["- a(b=x < y)"]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn each_beginning_of_a_text_has_its_tags() {
        let text = "<root><!-- é --><BehaviorTree ID='é'><A b=\"{c}\" _skipIf='d &lt; 2'/></BehaviorTree></root>";
        for (end, _) in text.char_indices() {
            for tag in tags(&text[..end]) {
                assert!(tag.range.end <= end && tag.end <= end && tag.range.start < tag.range.end, "{}", &text[..end]);
            }
        }
    }

    #[test]
    fn names_of_scripts_are_where_the_file_has_them() {
        let text = "x='a &amp;&amp; b == &apos;c d&apos; || e'";
        let names: Vec<&str> = names_in_script(text, 3..text.len() - 1).into_iter().map(|at| &text[at]).collect();
        assert_eq!(names, ["a", "b", "e"]);
    }
}
