//! Converts arguments in Rust to the values of ports, and back. Numbers, `true`, `false` and plain strings are the same
//! on both sides, apart from the quotes. `{name}` is a value that a node has bound. Everything else is code after
//! `rust:`.

/// The prefix of code in Rust.
const CODE: &str = "rust:";

/// The value for an argument. `names` are bound values and parameters.
pub fn of_rust(text: &str, names: &[String]) -> String {
    if names.iter().any(|name| name == text) {
        return format!("{{{text}}}");
    }
    match plain(text) {
        Some(plain) => plain.to_owned(),
        None => format!("{CODE}{text}"),
    }
}

/// The argument for a value.
pub fn to_rust(value: &str) -> String {
    match value.strip_prefix(CODE) {
        Some(code) => code.to_owned(),
        None if is_number_or_bool(value) => value.to_owned(),
        None if value.contains(['"', '\\']) => format!("{value:?}"),
        None => format!("\"{value}\""),
    }
}

/// Whether a value is code.
pub fn is_code(value: &str) -> bool {
    value.starts_with(CODE)
}

/// A literal as XML writes it.
pub fn plain(text: &str) -> Option<&str> {
    if is_number_or_bool(text) {
        return Some(text);
    }
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let has_meaning = ["{", "=", "$", "json:", CODE].iter().any(|begin| inner.starts_with(begin));
    let is_odd = inner.is_empty() || inner.trim() != inner || inner.contains(['"', '\\']) || has_meaning;
    (!is_odd && !inner.contains(char::is_control) && !is_number_or_bool(inner)).then_some(inner)
}

fn is_number_or_bool(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let is_number = match unsigned.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(unsigned),
    };
    is_number || ["true", "false"].contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_one_argument() {
        let names = ["prey".to_owned()];
        for (rust, value) in [
            ("3", "3"),
            ("-1.5", "-1.5"),
            ("true", "true"),
            ("\"home\"", "home"),
            ("\"3\"", "rust:\"3\""),
            ("\"true\"", "rust:\"true\""),
            ("\"\"", "rust:\"\""),
            ("\" a\"", "rust:\" a\""),
            ("\"{a}\"", "rust:\"{a}\""),
            ("\"rust:a\"", "rust:\"rust:a\""),
            ("\"a\\n\"", "rust:\"a\\n\""),
            ("\"a\" .len(\"b\")", "rust:\"a\" .len(\"b\")"),
            ("3u8", "rust:3u8"),
            ("HOME", "rust:HOME"),
            ("|npc| npc.home", "rust:|npc| npc.home"),
        ] {
            assert_eq!(of_rust(rust, &names), value);
            assert_eq!(to_rust(value), rust);
        }
        assert_eq!(of_rust("prey", &names), "{prey}");
    }
}
