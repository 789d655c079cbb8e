//! Files that are read while an editor still writes them: a missing tree may still follow.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files that may be half written.
pub struct Halves(BTreeMap<PathBuf, Half>);

struct Half {
    /// The text before it was written.
    before: String,
    /// The missing trees.
    gone: Vec<&'static str>,
}

impl Halves {
    pub const NONE: Halves = Halves(BTreeMap::new());

    /// Takes the new text of a file, and the trees that it lacks. Returns those that are gone for sure, and holds back
    /// those that may only be missing because the file is still being written.
    pub fn read(&mut self, path: &Path, before: String, text: &str, gone: Vec<&'static str>) -> Vec<&'static str> {
        let before = self.0.remove(path).map_or(before, |half| half.before);
        if gone.is_empty() || !before.starts_with(text) {
            return gone;
        }
        self.0.insert(path.to_owned(), Half { before, gone });
        Vec::new()
    }

    /// The trees that were held back and are gone: their files are no longer being written.
    pub fn settled(&mut self, is_written: impl Fn(&Path) -> bool) -> Vec<&'static str> {
        let mut gone = Vec::new();
        self.0.retain(|path, half| {
            let is_written = is_written(path);
            if !is_written {
                gone.append(&mut half.gone);
            }
            is_written
        });
        gone
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Halves;

    #[test]
    fn trees_of_a_half_written_file_are_not_gone() {
        let (mut halves, path) = (Halves::NONE, Path::new("trees.rs"));
        let mut read =
            |before: &str, text: &str, gone: &[&'static str]| halves.read(path, before.to_owned(), text, gone.to_vec());
        // Half of it, more of it, and all of it.
        assert!(read("ab cd ef", "ab", &["c", "e"]).is_empty());
        assert!(read("ab", "ab cd", &["e"]).is_empty());
        assert!(read("ab cd", "ab cd ef", &[]).is_empty());
        // A different text is not a half-written one.
        assert_eq!(read("ab cd ef", "ab ef", &["c"]), ["c"]);
        assert!(read("ab cd ef", "ab", &["c", "e"]).is_empty());
        assert!(halves.settled(|_| true).is_empty());
        assert_eq!(halves.settled(|_| false), ["c", "e"]);
        assert!(halves.settled(|_| false).is_empty());
    }
}
