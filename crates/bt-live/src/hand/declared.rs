//! Reads the declarations of leaves and trees in a text.

use bt::__private::live::{LiteralType, literal_types};
use bt_compiler::tree::case::{camel_case, last_name};
use bt_text::Text;
use bt_text::lex::{Kind, Token};
use bt_text::syntax::Tree;

/// The declaration of a leaf or a tree.
#[derive(Debug, PartialEq, Eq)]
pub struct Declared<'t> {
    /// The first paragraph of its documentation, in one line.
    pub docs: String,
    /// Its parameters with their types, without the context and the time.
    pub params: Vec<(&'t str, &'t str)>,
    /// The line, from 1.
    pub line: usize,
}

/// The leaf with this name or path: a function, or a type.
pub fn leaf<'t>(text: &'t Text, path: &str) -> Option<Declared<'t>> {
    let name = last_name(path);
    let type_name = camel_case(name);
    let tokens = text.tokens();
    let word = |token: &Token| text.slice(&token.range());
    let code: Vec<usize> =
        (0..tokens.len()).filter(|&at| !tokens[at].is_trivia() && tokens[at].kind != Kind::Doc).collect();
    let is_declared = |pair: &[usize]| match (word(&tokens[pair[0]]), word(&tokens[pair[1]])) {
        ("fn", found) => found == name,
        ("struct" | "enum", found) => found == type_name,
        _ => false,
    };
    let at = code.windows(2).position(is_declared)?;
    let item = code[at];
    let rest: Vec<&Token> = code[at + 2..].iter().map(|&at| &tokens[at]).collect();
    let mut params = if word(&tokens[item]) == "fn" { params(text, &rest) } else { Vec::new() };
    // An `async` leaf takes no context.
    let takes_context = at.checked_sub(1).is_none_or(|before| word(&tokens[code[before]]) != "async");
    params.drain(..usize::from(takes_context && !params.is_empty()));
    params.retain(|(_, ty)| !is_time(ty));
    Some(Declared { docs: docs(text, &tokens[..item]), params, line: line(text, tokens[item].start) })
}

/// A tree of the text.
pub fn tree<'t>(text: &'t Text, tree: &Tree) -> Declared<'t> {
    let header = tree.header.as_ref();
    let docs = header.map_or(String::new(), |header| {
        let inside = |token: &&Token| header.attributes.start <= token.start && token.end <= header.attributes.end;
        paragraph(
            text.tokens()
                .iter()
                .filter(inside)
                .filter(|token| token.kind == Kind::Doc)
                .map(|doc| text.slice(&doc.range())),
        )
    });
    let params = header.iter().flat_map(|header| &header.params);
    let params = params.map(|param| (text.slice(&param.name), text.slice(&param.ty))).collect();
    let start = header.and_then(|header| header.name.as_ref()).map_or(tree.range.start, |name| name.start);
    Declared { docs, params, line: line(text, start) }
}

impl Declared<'_> {
    /// The parameters as written: `to: f64, fast: bool`.
    pub fn args(&self) -> String {
        self.params.iter().map(|(name, ty)| format!("{name}: {ty}")).collect::<Vec<_>>().join(", ")
    }

    /// Sample arguments, in parentheses. `None` if only the user can know one of them.
    pub fn sample(&self) -> Option<String> {
        if self.params.is_empty() {
            return Some(String::new());
        }
        let args: Option<Vec<String>> = self.params.iter().map(|(_, ty)| sample(ty)).collect();
        Some(format!("({})", args?.join(", ")))
    }
}

/// A sample literal of a type.
pub fn sample(ty: &str) -> Option<String> {
    let ty: String = ty.split_whitespace().collect();
    let is_integer = |ty: &str| matches!(ty.strip_prefix(['u', 'i']), Some("8" | "16" | "32" | "64" | "128" | "size"));
    Some(match &*ty {
        "f32" | "f64" => "1.0".to_owned(),
        "bool" => "true".to_owned(),
        "char" => "'a'".to_owned(),
        "&'staticstr" | "&str" => "\"\"".to_owned(),
        "String" => "\"\".to_owned()".to_owned(),
        ty if is_integer(ty) => "1".to_owned(),
        ty if ty.starts_with("Option<") => "None".to_owned(),
        ty => {
            let is_meant = |known: &&LiteralType| last_name((known.type_name)()) == last_name(ty);
            format!("{ty}::{}", literal_types().find(is_meant)?.variants.first()?)
        }
    })
}

/// The parameters of a function, from the tokens after its name.
fn params<'t>(text: &'t Text, code: &[&Token]) -> Vec<(&'t str, &'t str)> {
    let word = |at: usize| code.get(at).map_or("", |token| text.slice(&token.range()));
    // Skip the generic parameters.
    let mut generics = 0_usize;
    let mut ends = |at: &usize| {
        match word(*at) {
            "<" => generics += 1,
            ">" if word(at.wrapping_sub(1)) != "-" => generics = generics.saturating_sub(1),
            _ => {}
        }
        generics == 0 && matches!(word(*at), "(" | "{" | ";")
    };
    let Some(open) = (0..code.len()).find(&mut ends).filter(|&at| word(at) == "(") else { return Vec::new() };
    let (mut found, mut depth, mut name) = (Vec::new(), 0_usize, None);
    for (at, token) in code.iter().enumerate().skip(open) {
        match word(at) {
            // The arrow of a closure's type does not close anything.
            ">" if word(at - 1) == "-" => {}
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
            ":" if depth == 1 && name.is_none() => name = Some((word(at - 1), token.end)),
            _ => {}
        }
        if (depth == 1 && word(at) == "," || depth == 0)
            && let Some((name, from)) = name.take()
        {
            found.push((name, text.slice(&(from..token.start)).trim()));
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// Whether a parameter is the remaining time: `&mut Span`.
fn is_time(ty: &str) -> bool {
    let ty = ty.trim_start_matches('&').trim_start().trim_start_matches("mut").trim_start();
    last_name(ty) == "Span"
}

/// The documentation at the end of these tokens, before attributes and a visibility.
fn docs(text: &Text, before: &[Token]) -> String {
    let ends = |token: &Token| matches!(text.slice(&token.range()), ";" | "{" | "}");
    let start = before.iter().rposition(ends).map_or(0, |end| end + 1);
    paragraph(before[start..].iter().filter(|token| token.kind == Kind::Doc).map(|doc| text.slice(&doc.range())))
}

/// The first paragraph of documentation, in one line. Documentation of the file does not count.
fn paragraph<'t>(docs: impl Iterator<Item = &'t str>) -> String {
    let lines = docs.filter(|doc| !doc.starts_with("//!") && !doc.starts_with("/*!")).flat_map(|doc| {
        let inner = doc.trim_start_matches("///").trim_start_matches("/**").trim_end_matches("*/");
        inner.split('\n').map(|line| line.trim().trim_start_matches("* "))
    });
    let first = lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    first.collect::<Vec<_>>().join(" ")
}

/// The line of a byte, from 1.
pub fn line(text: &Text, byte: usize) -> usize {
    text.text()[..byte].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use bt_text::Text;

    use super::{leaf, sample, tree};

    #[test]
    fn a_leaf_is_read_where_it_is_declared() {
        let text = "//! A file.\n\nfn a(x: &mut u32) {}\n/// Goes there,\n/// by foot.\n///\n/// \
                    Slowly.\n#[leaf]\npub(crate) fn go(npc: &mut Npc<'_, (u8, u8)>, to: [f32; 2], span: &mut \
                    bt::Span, fast: bool) {}\n/** A walk. */\n#[derive(Behavior)]\nstruct Walk { to: u8 }\nfn late<F: \
                    Fn(u8) -> bool>(x: &u8, y: u8) {}\n#[leaf]\nasync fn fetch(url: String, tries: u32) -> bool \
                    { true }";
        let text = Text::new(text, false);
        let go = leaf(&text, "crate::go").expect("it is there");
        assert_eq!((&*go.docs, go.line), ("Goes there, by foot.", 9));
        assert_eq!(go.args(), "to: [f32; 2], fast: bool");
        assert_eq!(go.sample(), None);
        let a = leaf(&text, "a").expect("it is there");
        assert_eq!((&*a.docs, a.params.len(), a.sample().as_deref()), ("", 0, Some("")));
        assert_eq!(leaf(&text, "walk").map(|walk| (walk.docs, walk.params.len())), Some(("A walk.".to_owned(), 0)));
        assert_eq!(leaf(&text, "late").map(|late| late.args()), Some("y: u8".to_owned()));
        // An `async` leaf takes no context.
        assert_eq!(leaf(&text, "fetch").map(|fetch| fetch.args()), Some("url: String, tries: u32".to_owned()));
        assert_eq!(leaf(&text, "no"), None);
        for half in ["fn", "fn x", "fn x(", "fn x(a: u8, b: &'a Vec<"] {
            let _ = leaf(&Text::new(half, false), "x");
        }
    }

    #[test]
    fn a_tree_is_read_where_it_is_declared() {
        let text = Text::new("\nbt! {\n    /// Naps.\n    #[x]\n    pub Nap(u8) { long: f64 } = a\n}", false);
        let nap = tree(&text, &text.trees()[0]);
        assert_eq!((&*nap.docs, &*nap.args(), nap.line), ("Naps.", "long: f64", 5));
        assert_eq!(nap.sample().as_deref(), Some("(1.0)"));
    }

    #[test]
    fn types_have_samples() {
        for (ty, expected) in [
            ("f32", Some("1.0")),
            ("usize", Some("1")),
            ("u7", None),
            ("& 'static str", Some("\"\"")),
            ("Option<Vec2>", Some("None")),
            ("Vec2", None),
        ] {
            assert_eq!(sample(ty).as_deref(), expected, "{ty}");
        }
    }
}
