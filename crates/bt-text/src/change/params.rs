//! Replaces the parameters of a tree by arguments, as far as that means the same, when its nodes replace a use of it.

use bt_compiler::tree::nodes::{self, Builtin};

use crate::edits::Edits;
use crate::lex::{Kind, lex, without_trivia};
use crate::scope::{self, Declared, Use};
use crate::syntax::{Bytes, Node, Param, Tree};
use crate::text::Text;

/// The edits after which the nodes of a tree need none of its parameters. `path` leads to the node that uses the tree.
pub fn put(text: &Text, tree: &Tree, around: &Tree, path: &[&Node]) -> Result<Edits, String> {
    let node = path[path.len() - 1];
    let params = tree.header.as_ref().map_or(&[][..], |header| &header.params);
    let args = node.args.as_ref().map_or(&[][..], |args| &args.values);
    let name = text.slice(&node.name);
    if params.len() != args.len() || node.args.as_ref().is_some_and(|args| args.are_fields || !args.names.is_empty()) {
        return Err(format!("`{name}` is used with the wrong arguments"));
    }
    let mut edits = Edits::new();
    for (param, arg) in params.iter().zip(args) {
        let arg = Argument::of(text, around, path, arg)?;
        if let Argument::Name(name) = arg
            && name != text.slice(&param.name)
            && mentions(text, tree, name)
        {
            return Err(format!("`{name}` has another meaning in that tree"));
        }
        for (used, whole) in uses(text, tree, param)? {
            edits.push((used.range.clone(), written(text, param, &arg, &used, whole)?));
        }
    }
    Ok(edits)
}

/// An argument that means the same whenever it is evaluated.
#[derive(Clone, Copy)]
enum Argument<'t> {
    Number(&'t str),
    /// Another literal, or the path of a constant.
    Constant(&'t str),
    /// A parameter or a binding of the outer tree.
    Name(&'t str),
}

impl<'t> Argument<'t> {
    fn of(text: &'t Text, around: &'t Tree, path: &[&'t Node], arg: &Bytes) -> Result<Self, String> {
        let arg = text.slice(arg).trim();
        if let Some(found) = scope::visible(text, around, path).iter().find(|name| text.slice(&name.range) == arg) {
            let changes = |above: &Builtin| above.later_children_see() && above.meaning.restarts();
            return match found.by {
                Declared::Bound { within, .. } if nodes::find(text.slice(&within.name)).is_some_and(changes) => {
                    Err(format!("`{arg}` can change while this node is active"))
                }
                _ => Ok(Argument::Name(arg)),
            };
        }
        let code: Vec<_> = without_trivia(&lex(arg));
        let words: Vec<&str> = code.iter().map(|token| &arg[token.range()]).collect();
        let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
        let is_path =
            |word: &&str| *word == ":" || *word == "::" || word.starts_with(|first: char| first.is_alphabetic());
        match words[..] {
            [number] | ["-", number] if is_number(number) => Ok(Argument::Number(arg)),
            [_] if code[0].kind == Kind::Literal => Ok(Argument::Constant(arg)),
            ["true" | "false"] => Ok(Argument::Constant(arg)),
            // A variable would belong to the outer tree, and those were all found above.
            [first, ..] if words.iter().all(is_path) && (words.len() > 1 || first.starts_with(char::is_uppercase)) => {
                Ok(Argument::Constant(arg))
            }
            _ => Err(format!(
                "`{arg}` is evaluated once, when the tree starts; inlined, it would be evaluated on every use"
            )),
        }
    }
}

/// Whether a tree contains this word anywhere.
fn mentions(text: &Text, tree: &Tree, word: &str) -> bool {
    let inside = text.tokens().iter().filter(|token| tree.range.start <= token.start && token.end <= tree.range.end);
    inside.map(|token| text.slice(&token.range())).any(|found| found.contains(word))
}

/// The uses of a parameter in a tree, and whether each is a node's whole argument.
fn uses(text: &Text, tree: &Tree, param: &Param) -> Result<Vec<(Use, bool)>, String> {
    let name = text.slice(&param.name);
    let mut found = Vec::new();
    for node in tree.nodes() {
        let values = node.args.as_ref().map_or(&[][..], |args| &args.values);
        for code in node.code() {
            let uses = scope::uses(text, &code, name).ok_or("the code of its nodes cannot be read")?;
            let is_whole = |used: &Use| values.contains(&used.range);
            found.extend(uses.into_iter().map(|used| {
                let whole = is_whole(&used);
                (used, whole)
            }));
        }
    }
    Ok(found)
}

fn written(text: &Text, param: &Param, arg: &Argument<'_>, used: &Use, whole: bool) -> Result<String, String> {
    let name = text.slice(&param.name);
    let value = match *arg {
        Argument::Name(arg) => arg.to_owned(),
        _ if is_in_text(text, &used.range) => {
            return Err(format!("`{name}` is used in a text, which takes names only"));
        }
        Argument::Constant(arg) => arg.to_owned(),
        Argument::Number(arg) => typed(arg, text.slice(&param.ty).trim(), whole)?,
    };
    Ok(if used.is_shorthand { format!("{name}: {value}") } else { value })
}

/// Whether these bytes are inside a literal.
fn is_in_text(text: &Text, bytes: &Bytes) -> bool {
    text.tokens().iter().any(|token| token.kind == Kind::Literal && token.start < bytes.start && bytes.end < token.end)
}

const NUMBERS: [&str; 14] =
    ["f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// A number with the type of the parameter, if rustc could not infer it.
fn typed(number: &str, ty: &str, whole: bool) -> Result<String, String> {
    if number.ends_with(ty) {
        return Ok(number.to_owned());
    }
    // Rounding to `f32` would change the time.
    let is_exact = |number: f64| f64::from(number as f32) == number;
    let is_same = ty != "f32" || number.replace('_', "").parse().is_ok_and(is_exact);
    match whole {
        true if is_same => Ok(number.to_owned()),
        _ if !NUMBERS.contains(&ty) => Err(format!("it is unclear how to write `{number}` as a `{ty}`")),
        true => Ok(format!("{number}_{ty}")),
        false if number.starts_with('-') => Ok(format!("({number}_{ty})")),
        false => Ok(format!("{number}_{ty}")),
    }
}
