//! Constants in a text: paths to constants and variants, also with literals in them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::is_literal;
use crate::attributes::items;
use crate::tokens::is_mark;

/// A path, and what is in parentheses after it.
pub struct Constant {
    /// The words of the path, without `::`. A path that begins with `::` has an empty word first.
    pub words: Vec<String>,
    pub args: Option<Vec<TokenStream>>,
}

/// The constant that these tokens are: `HOME`, `Mode::Fast`, `Some(3)`, `Duration::from_secs(2)`. rustc alone knows
/// what they mean; by their names they are not functions.
pub fn read(tokens: &TokenStream) -> Option<Constant> {
    let mut tokens = tokens.clone().into_iter().peekable();
    let mut words = Vec::new();
    let colon = |token: &TokenTree| is_mark(token, ':');
    loop {
        if tokens.next_if(colon).is_some() {
            tokens.next_if(colon)?;
            if words.is_empty() {
                words.push(String::new());
            }
        } else if !words.is_empty() {
            break;
        }
        match tokens.next()? {
            TokenTree::Ident(word) => words.push(word.to_string()),
            _ => return None,
        }
    }
    let args = match (tokens.next(), tokens.next()) {
        (None, _) => None,
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Parenthesis => {
            Some(items(group.stream()))
        }
        _ => return None,
    };
    Some(Constant { words, args })
}

/// Whether the tokens are a constant whose value is known here, but not its type.
pub fn is(tokens: &TokenStream) -> bool {
    let Some(Constant { words, args }) = read(tokens) else { return false };
    let Some((last, path)) = words.split_last() else { return false };
    let of_duration = path.last().is_some_and(|ty| ty == "Duration");
    let is_upper = last.starts_with(|first: char| first.is_uppercase());
    match args {
        None => is_upper && last != "Self",
        Some(args) => {
            let is_variant = is_upper && last.contains(|letter: char| letter.is_lowercase());
            (is_variant || of_duration) && !args.is_empty() && args.iter().all(|arg| is_literal(arg) || is(arg))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is, read};

    fn tokens(text: &str) -> proc_macro2::TokenStream {
        text.parse().expect("these are tokens")
    }

    #[test]
    fn constants_are_told_from_code() {
        for text in [
            "HOME",
            "None",
            "Mode::Fast",
            "::k::Mode::Fast",
            "Vec2::ZERO",
            "Some(3)",
            "Some(-3,)",
            "Some(Mode::At(1, \"x\"))",
            "std::time::Duration::from_secs(2)",
            "Duration::ZERO",
        ] {
            assert!(is(&tokens(text)), "{text}");
        }
        for text in [
            "",
            "home",
            "near::home",
            "Self",
            "3",
            "Mode::fast(3)",
            "Some(prey)",
            "Some(1 + 2)",
            "Vec::<u8>::NEW",
            "HOME(3)",
            "Mode::Fast {}",
            "Mode:Fast",
            "Mode::",
            "Fast()",
            "&HOME",
            "HOME + 1",
            "Some(|x| x)",
            "Some(,3)",
        ] {
            assert!(!is(&tokens(text)), "{text}");
        }
        let constant = read(&tokens("Mode::At(1, (2, 3))")).expect("it is a path");
        assert_eq!((constant.words.join(" "), constant.args.map(|args| args.len())), ("Mode At".to_owned(), Some(2)));
    }
}
