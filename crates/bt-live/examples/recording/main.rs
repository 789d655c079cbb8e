//! Records how a tree is edited while it runs, as an animated picture: the one in the README.
//!
//! ```text
//! cargo run --example recording > ../../book/src/pictures/edited.svg
//! ```

mod dog;
mod picture;

use bt_live::{Live, offer};
use dog::{Dog, Yard};
use picture::{Frame, Level, Message};

/// The file as it was built, and its path for rustc.
const SOURCE: (&str, &str) = (concat!("examples/recording/", "dog.rs"), include_str!("dog.rs"));

/// What happens in a second, besides the tick of the tree.
enum Event {
    Nothing,
    Cat,
    /// Replaces a piece of the source by another one.
    Edit(&'static str, &'static str),
}

use Event::{Cat, Edit, Nothing};

const SCRIPT: [Event; 22] = [
    Nothing,
    Nothing,
    Nothing,
    Edit("nap: wait(2.5)", "nap: wait(0.5)"),
    Nothing,
    Nothing,
    Edit("patrol, ", "patrol, dig, wait(0.5), "),
    Nothing,
    Nothing,
    Edit("forever < sequence <", "forever < sequense <"),
    Nothing,
    Cat,
    Nothing,
    Nothing,
    Edit("forever < sequense <", "forever < sequence <"),
    Nothing,
    Nothing,
    Edit("timeout(9.0) < chase >", "timeout(1.5) < chase >"),
    Cat,
    Nothing,
    Nothing,
    Nothing,
];

/// Runs the script, a frame for each second.
fn record() -> Vec<Frame> {
    let (mut dog, mut yard) = (Live::from(Dog::new()), Yard { cat: None, news: "" });
    let (mut source, mut message) = (SOURCE.1.to_owned(), None);
    let mut frames = Vec::new();
    for (second, event) in (1..).zip(SCRIPT) {
        let before = source.clone();
        match event {
            Nothing => {}
            Cat => yard.cat = Some(4),
            Edit(from, to) => {
                source = source.replace(from, to);
                message = Some(save(&source));
            }
        }
        dog.tick_for(1.0, &mut yard);
        let output = format!("second {second}: {}\n{dog}", yard.news);
        frames.push(Frame { before: tree(&before), source: tree(&source), output, message: message.clone() });
    }
    frames
}

/// Hands the edited source to the program, as saving the file does.
fn save(source: &str) -> Message {
    match offer(SOURCE.0, source) {
        Ok(update) => Message { level: Level::Info, text: format!("{} has changed", update.trees.join(", ")) },
        Err(refused) => Message { level: Level::Error, text: refused.to_string() },
    }
}

/// The block `bt!` of the source.
fn tree(source: &str) -> String {
    let start = source.find("bt! {").expect("the source has a tree");
    let end = source[start..].find("\n}").expect("the block ends") + start + 2;
    source[start..end].to_owned()
}

fn main() {
    print!("{}", picture::draw(&record()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, since all edits are edits of one file.
    #[test]
    fn the_picture_is_that_of_today() {
        let frames = record();
        let refused = |frame: &&Frame| frame.message.as_ref().is_some_and(|message| message.level == Level::Error);
        assert!(frames.iter().filter(refused).any(|frame| frame.output.contains("Woof!")), "the dog continues");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/pictures/edited.svg");
        let picture = picture::draw(&frames);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &picture).expect("the picture can be written");
        }
        assert!(std::fs::read_to_string(path).is_ok_and(|old| old == picture), "the picture is old: run with BLESS=1");
    }
}
