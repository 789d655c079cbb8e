//! Places in a text, and edits of it, as an editor counts them. Independent of the server's own code.

use serde_json::{Value, json};

/// How many units a text has.
pub fn units(text: &str, encoding: &str) -> usize {
    match encoding {
        "utf-8" => text.len(),
        "utf-16" => text.encode_utf16().count(),
        _ => text.chars().count(),
    }
}

/// The place of a byte.
pub fn position(text: &str, byte: usize, encoding: &str) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({"line": line, "character": units(&before[start..], encoding)})
}

/// The byte at a place.
pub fn byte(text: &str, position: &Value, encoding: &str) -> usize {
    let number = |key: &str| usize::try_from(position[key].as_u64().expect("a number")).expect("it fits");
    let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    let fits = |&at: &usize| text.is_char_boundary(at) && units(&text[start..at], encoding) == number("character");
    (start..=text.len()).find(fits).expect("the place is in the text")
}

/// The text after the edits of one file.
pub fn applied(text: &str, edits: &Value, encoding: &str) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|edit| {
            let place = |key: &str| byte(text, &edit["range"][key], encoding);
            (place("start"), place("end"), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    edits.sort();
    let mut new = text.to_owned();
    for (start, end, with) in edits.into_iter().rev() {
        new.replace_range(start..end, with);
    }
    new
}

/// A text without its `$0`, and the place of that.
pub fn cursor(text: &str, encoding: &str) -> (String, Value) {
    let at = text.find("$0").expect("a cursor");
    let plain = text.replacen("$0", "", 1);
    let place = position(&plain, at, encoding);
    (plain, place)
}
