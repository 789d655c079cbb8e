//! The trees in the code of pages, and whether they run in the playground.

use bt_playground::orders::Page;
use serde_json::{Value, json};

/// How many ticks a tree runs for a trial.
const TICKS: u32 = 20;

/// The trees of some code, as the playground reads them: all that have a name, else the first. `None` if there are
/// none.
pub fn of_code(code: &str) -> Option<String> {
    let calls = code.split("bt!").skip(1);
    // A header with nothing but its context is left out.
    let trees: Vec<&str> =
        calls.filter_map(|call| Some(inside(call.trim_start())?.trim().trim_start_matches("(World) = "))).collect();
    let named: Vec<String> = trees.iter().filter(|tree| is_named(tree)).map(|tree| dedented(tree)).collect();
    if named.is_empty() { trees.first().map(|tree| dedented(tree) + "\n") } else { Some(named.join("\n\n") + "\n") }
}

/// Whether a text begins with a header, after docs and attributes.
fn is_named(tree: &str) -> bool {
    let lines = tree.lines().map(str::trim);
    let first =
        lines.skip_while(|line| line.is_empty() || line.starts_with("//") || line.starts_with("#[")).find(|_| true);
    first.is_some_and(|line| line.trim_start_matches("pub ").starts_with(|first: char| first.is_ascii_uppercase()))
}

/// The lines after the first without the indent that they share.
fn dedented(tree: &str) -> String {
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let rest = || tree.lines().skip(1);
    let shared = rest().filter(|line| !line.trim().is_empty()).map(|line| indent(&line)).min().unwrap_or(0);
    let lines = tree.lines().take(1).chain(rest().map(|line| line.get(shared..).unwrap_or_default()));
    lines.collect::<Vec<_>>().join("\n")
}

/// What is inside the delimiter that a text begins with.
fn inside(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
    }
    None
}

/// Ticks the trees of a text.
///
/// # Errors
/// Why the playground does not run them.
pub fn run(text: &str) -> Result<(), String> {
    let mut page = Page::default();
    let mut ask =
        |order: Value| -> Value { serde_json::from_str(&page.answer(&order.to_string())).unwrap_or_default() };
    let read = ask(json!({ "write": { "text": text, "root": null } }));
    if let Some(mistake) = read["mistakes"].as_array().and_then(|mistakes| mistakes.first()) {
        return Err(format!("{} in `{text}`", mistake["message"].as_str().unwrap_or_default()));
    }
    let ticked = ask(json!({ "tick": { "count": TICKS, "frame": 0.1 } }));
    if ticked["ticks"] == TICKS { Ok(()) } else { Err(format!("no {TICKS} ticks of `{text}`: {ticked}")) }
}
