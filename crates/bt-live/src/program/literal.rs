//! Literals and constants in a text.

use bt::__private::live::{Constant, Literal};
use bt_compiler::tree::pieces::{constant, owned_text};
use proc_macro2::TokenStream;
use syn::{Lit, LitFloat, LitInt};

use super::names::kept;
use crate::text::blocks::Sees;
use crate::text::uses::{Name, Use};

/// The literal in these tokens, with its sign.
pub fn literal(tokens: &TokenStream) -> Option<Literal> {
    if let Some(text) = owned_text(tokens) {
        return Some(Literal::Owned(kept(&syn::parse_str::<syn::LitStr>(&text.to_string()).ok()?.value())));
    }
    let text = tokens.to_string();
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.trim_start()),
        None => (1, &*text),
    };
    let integer = |lit: LitInt| {
        let number = Literal::Integer(sign * lit.base10_parse::<i128>().ok()?);
        suffixed(lit.suffix(), number)
    };
    let float = |lit: LitFloat| {
        let number = Literal::Float(sign as f64 * lit.base10_parse::<f64>().ok()?);
        suffixed(lit.suffix(), number)
    };
    match syn::parse_str(text).ok()? {
        Lit::Bool(lit) => Some(Literal::Bool(lit.value)),
        Lit::Char(lit) => Some(Literal::Char(lit.value())),
        Lit::Byte(lit) => suffixed("u8", Literal::Integer(lit.value().into())),
        // A text lives as long as the program, like a literal in the program's own code.
        Lit::Str(lit) => Some(Literal::Text(kept(&lit.value()))),
        Lit::Int(lit) => integer(lit),
        Lit::Float(lit) => float(lit),
        _ => None,
    }
}

/// The names of number types.
pub const NUMBERS: [&str; 14] =
    ["f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

fn suffixed(suffix: &str, number: Literal) -> Option<Literal> {
    if suffix.is_empty() {
        return Some(number);
    }
    let ty = NUMBERS.into_iter().find(|name| *name == suffix)?;
    let number = match number {
        #[expect(clippy::cast_precision_loss, reason = "as rustc reads it")]
        Literal::Integer(value) if ty.starts_with('f') => Literal::Float(value as f64),
        number => number,
    };
    Some(Literal::Suffixed(ty, Box::new(number)))
}

/// The constant in these tokens.
pub fn constant(tokens: &TokenStream, sees: &Sees<'_>) -> Option<Constant> {
    let read = constant::read(tokens)?;
    let value = |tokens: &TokenStream| literal(tokens).or_else(|| constant(tokens, sees).map(Literal::Constant));
    let args = match read.args {
        None => None,
        Some(args) => Some(args.iter().map(value).collect::<Option<Vec<Literal>>>()?),
    };
    Some(Constant { paths: paths(read.words, &sees.uses), args })
}

/// The most paths: a `use` may refer to another, and there may be several globs.
const MOST_PATHS: usize = 64;

/// What a path can mean.
fn paths(words: Vec<String>, uses: &[&Use]) -> Vec<Vec<String>> {
    let mut paths = vec![words];
    let mut at = 0;
    while at < paths.len() && paths.len() < MOST_PATHS {
        let words = paths[at].clone();
        let means = |used: &&Use| match &used.name {
            Name::One(name) => Some([&used.path[..], &words[1..]].concat()).filter(|_| *name == words[0]),
            Name::All => Some([&used.path[..], &words[..]].concat()).filter(|_| words.len() == 1),
        };
        for path in uses.iter().filter_map(means) {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        at += 1;
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::literal;
    use bt::__private::live::Literal;

    fn convert<T: 'static>(text: &str) -> Option<T> {
        literal(&text.parse().expect("these are tokens"))?.convert()
    }

    #[test]
    fn numbers_are_read_as_rustc_reads_them() {
        assert_eq!(convert("1_000"), Some(1000_u32));
        assert_eq!(convert("-1_0"), Some(-10_i8));
        assert_eq!(convert("0xff"), Some(255_u8));
        assert_eq!(convert("-0x80"), Some(-128_i8));
        assert_eq!(convert("0b1010_0101u8"), Some(165_u8));
        assert_eq!(convert("0o17"), Some(15_usize));
        assert_eq!(convert("1e3"), Some(1000.0_f64));
        assert_eq!(convert("-2.5e-1"), Some(-0.25_f32));
        assert_eq!(convert("3f32"), Some(3.0_f32));
        assert_eq!(convert("b'a'"), Some(97_u8));
        assert_eq!(convert("'\\u{e9}'"), Some('é'));
        assert_eq!(convert("r#\"a\"b\"#"), Some("a\"b"));
        assert_eq!(convert("\"a\\n\""), Some("a\n"));
        assert_eq!(convert("\"a\".to_owned()"), Some("a".to_owned()));
        assert_eq!(convert("String::from(r#\"a\"#)"), Some("a".to_owned()));
        // A text that is read again is not kept again.
        let once = || convert::<&str>("\"once\"").expect("it is a text");
        assert!(std::ptr::eq(once(), once()));
        // Out of range, or a different type.
        assert_eq!(convert::<u8>("256"), None);
        assert_eq!(convert::<u32>("-1"), None);
        assert_eq!(convert::<i8>("-129"), None);
        assert_eq!(convert::<f64>("1e400"), None);
        assert_eq!(convert::<f32>("1e39"), None);
        assert_eq!(convert::<u32>("3u8"), None);
        assert_eq!(convert::<f64>("3f32"), None);
        assert_eq!(convert::<f64>("3"), None);
        assert_eq!(convert::<u32>("3.0"), None);
        assert_eq!(convert::<String>("\"a\""), None);
        assert_eq!(convert::<&str>("\"a\".to_string()"), None);
        assert_eq!(convert::<std::time::Duration>("3.0"), None);
        assert_eq!(literal(&"3cm".parse().expect("a token")), None::<Literal>);
    }
}
