//! What the examples print: a file for each in `outputs`.

use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("outputs")
}

/// Compares the text that an example prints with its file, ignoring white space at their ends.
///
/// # Panics
///
/// If they differ, with the first line that does and the command that writes the file again.
pub fn assert_printed(name: &str, text: &str) {
    let recorded = fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap_or_default();
    if let Some((number, found, expected)) = first_difference(text, &recorded) {
        panic!(
            "line {number} is\n  {found:?}\nand was\n  {expected:?}\nIf that is right, record it: \
             cargo run --example {name} > examples/outputs/{name}.txt"
        );
    }
}

/// The number of the first line that differs, from 1, and that line of both texts; `None` if a text has ended.
fn first_difference<'t>(text: &'t str, other: &'t str) -> Option<(usize, Option<&'t str>, Option<&'t str>)> {
    let (mut lines, mut others) = (text.trim_end().lines(), other.trim_end().lines());
    (1..)
        .map_while(|number| match (lines.next(), others.next()) {
            (None, None) => None,
            (line, other) => Some((number, line, other)),
        })
        .find(|(_, line, other)| line != other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_found() {
        assert_eq!(first_difference("a\nb\n", "a\nb"), None);
        assert_eq!(first_difference("a\nb\nc", "a\nB\nC"), Some((2, Some("b"), Some("B"))));
        assert_eq!(first_difference("a", "a\n\nb"), Some((2, None, Some(""))));
        assert_eq!(first_difference("a\nb", "a"), Some((2, Some("b"), None)));
    }

    #[test]
    fn outputs_fit_on_a_screen() {
        for entry in fs::read_dir(folder()).expect("the folder exists") {
            let path = entry.expect("it can be read").path();
            let text = fs::read_to_string(&path).expect("it is a text");
            for line in text.lines() {
                assert!(line.chars().count() <= 100, "{}: {line}", path.display());
            }
        }
    }
}
