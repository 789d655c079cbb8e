//! Explains what is wrong with an argument, in rustc's words.

use bt::__private::live::{Constant, Literal, literal_types};
use bt_compiler::spelling::closest;

use super::literal::NUMBERS;
use crate::text::problem::Said;

/// The argument is a name with another type. A live tree clones its value.
pub fn of_name(expected: &str) -> Said {
    Said::new(format!("mismatched types: expected `{}`", short(expected)), None)
}

/// The argument is a literal that cannot become this type. A build accepts more constants.
pub fn of_literal(literal: &Literal, expected: &str, is_rust: bool) -> Said {
    let ty = short(expected);
    let found = match literal {
        Literal::Constant(constant) => return of_constant(constant, expected, is_rust),
        Literal::Integer(value) if is_integer(&ty) => {
            return match *value < 0 && ty.starts_with('u') {
                true => Said::new(format!("cannot apply unary operator `-` to type `{ty}`"), None),
                false => Said::new(format!("literal out of range for `{ty}`"), None),
            };
        }
        Literal::Float(_) | Literal::Seconds(_) if ty.starts_with('f') && NUMBERS.contains(&&*ty) => {
            return Said::new(format!("literal out of range for `{ty}`"), None);
        }
        Literal::Suffixed(suffix, inner) if *suffix == ty => return of_literal(inner, expected, is_rust),
        Literal::Suffixed(suffix, _) => format!("`{suffix}`"),
        Literal::Bool(_) => "`bool`".to_owned(),
        Literal::Char(_) => "`char`".to_owned(),
        Literal::Text(_) | Literal::Word(_) => "`&str`".to_owned(),
        Literal::Owned(_) => "`String`".to_owned(),
        Literal::Integer(_) => "integer".to_owned(),
        Literal::Float(_) | Literal::Seconds(_) => "floating-point number".to_owned(),
    };
    let help = match (ty.strip_prefix("Option<"), &*ty) {
        (Some(_), _) => Some("try wrapping the expression in `Some`".to_owned()),
        (None, "Duration") => Some("write `Duration::from_secs_f64(..)`, or `from_millis(..)`".to_owned()),
        (None, "f32" | "f64") if matches!(literal, Literal::Integer(_)) => {
            Some("use a float literal: `3.0`".to_owned())
        }
        (None, "String") if matches!(literal, Literal::Text(_)) => {
            Some("write `.to_owned()` after the text".to_owned())
        }
        (None, "&str") if matches!(literal, Literal::Owned(_)) => Some("write the text alone".to_owned()),
        _ => None,
    };
    Said::new(format!("mismatched types: expected `{ty}`, found {found}"), help)
}

fn is_integer(ty: &str) -> bool {
    NUMBERS.contains(&ty) && !ty.starts_with('f')
}

fn of_constant(constant: &Constant, expected: &str, is_rust: bool) -> Said {
    let (ty, written) = (short(expected), constant.paths[0].join("::"));
    let inside = expected.strip_prefix("core::option::Option<").and_then(|rest| rest.strip_suffix('>'));
    if let (Some(inside), Some("Some"), Some([arg])) = (inside, constant.word("Option", true), constant.args.as_deref())
    {
        return of_literal(arg, inside, is_rust);
    }
    let is_option = matches!(constant.word("Option", true), Some("None" | "Some"));
    if is_option && (NUMBERS.contains(&&*ty) || ["bool", "char", "String", "&str"].contains(&&*ty)) {
        return Said::new(format!("mismatched types: expected `{ty}`, found `Option<_>`"), None);
    }
    let new = || match is_rust {
        true => Said::to_build(format!("`{written}` is in no built tree")),
        false => Said::new(format!("`{written}` cannot be used here"), None),
    };
    let Some(known) = literal_types().find(|known| (known.type_name)() == expected) else {
        let is_own = !NUMBERS.contains(&&*ty) && inside.is_none() && ty != "Duration";
        let help = || format!("an enum that derives `bt::Literal` needs no build: `{ty}` does not");
        return new().with_help(is_own.then(help));
    };
    match constant.word(&ty, false) {
        Some(word) if known.variants.contains(&word) => {
            Said::new(format!("the arguments of `{ty}::{word}` are missing, or have other types"), None)
        }
        Some(word) => {
            let meant = closest(word, known.variants.iter().copied());
            Said::new(
                format!("no variant `{word}` in `{ty}`"),
                meant.map(|meant| format!("did you mean `{ty}::{meant}`?")),
            )
        }
        None if known.variants.contains(&&*written) => {
            Said::new(format!("cannot find `{written}` in this scope"), Some(format!("write `{ty}::{written}`")))
        }
        None => new(),
    }
}

/// A type without the modules in its paths.
pub fn short(ty: &str) -> String {
    let (mut short, mut word) = (String::new(), String::new());
    let mut letters = ty.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ':' if letters.peek() == Some(&':') => {
                letters.next();
                word.clear();
            }
            letter if letter.is_alphanumeric() || letter == '_' => word.push(letter),
            letter => {
                short.push_str(&word);
                word.clear();
                short.push(letter);
            }
        }
    }
    short + &word
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn types_are_shown_without_their_modules() {
        for (ty, shown) in [
            ("u32", "u32"),
            ("&str", "&str"),
            ("core::option::Option<k::a::Mode>", "Option<Mode>"),
            ("[k::A; 3]", "[A; 3]"),
            ("(a::B, fn(&c::D) -> e::F)", "(B, fn(&D) -> F)"),
        ] {
            assert_eq!(short(ty), shown);
        }
    }
}
