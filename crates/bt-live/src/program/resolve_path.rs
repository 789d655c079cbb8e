//! Finds the leaf that a path in a text means.
//!
//! rustc is not there to resolve it, so a path is looked up in this order: what it meant in a built tree of the same
//! module; a leaf of that module; an absolute or relative path; the `use` items of the file; a glob, or the only leaf
//! of that name in the crate.

use std::collections::BTreeMap;

use crate::text::uses::{Name, Use};

/// The names that a tree sees.
pub struct Names<'a> {
    /// The module of the tree, with its crate, and the functions around the tree.
    pub module: Vec<&'a str>,
    pub functions: Vec<&'a str>,
    /// For each type path that built trees of the same module wrote: the full path.
    pub built: BTreeMap<&'a str, &'a str>,
    /// The `use` items that are in scope.
    pub uses: Vec<&'a Use>,
    /// The paths of all leaves with the tree's context.
    pub leaves: Vec<&'a str>,
}

/// What a path means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means<'a> {
    Nothing,
    One(&'a str),
    /// All candidates, in alphabetical order.
    Several(Vec<&'a str>),
}

/// The most `use` items in a chain.
const MOST_USES: usize = 16;

impl<'a> Names<'a> {
    /// The leaf that a path means. The path has no spaces: `doors::OpenDoor`.
    pub fn find(&self, path: &str) -> Means<'a> {
        if let Some(built) = self.built.get(path) {
            return Means::One(built);
        }
        let words: Vec<&str> = path.split("::").collect();
        let steps = [Names::of_module, Names::of_path, Names::of_use, Names::of_glob, Names::of_crate];
        let mut found = steps.iter().map(|step| step(self, &words)).find(|found| !found.is_empty()).unwrap_or_default();
        found.sort_unstable();
        found.dedup();
        match found[..] {
            [] => Means::Nothing,
            [one] => Means::One(one),
            _ => Means::Several(found),
        }
    }

    fn leaf(&self, words: &[&str]) -> Vec<&'a str> {
        let is = |leaf: &&&str| leaf.split("::").eq(words.iter().copied());
        self.leaves.iter().filter(is).copied().collect()
    }

    /// A leaf of the functions around the tree, from the inside out, or of its module.
    fn of_module(&self, words: &[&str]) -> Vec<&'a str> {
        let inside = (0..=self.functions.len())
            .rev()
            .map(|functions| self.leaf(&[&self.module[..], &self.functions[..functions], words].concat()));
        inside.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// A path that says where it starts: with `crate::`, `self::`, `super::`, or the name of a dependency.
    fn of_path(&self, words: &[&str]) -> Vec<&'a str> {
        self.absolute(words).map(|words| self.leaf(&words)).unwrap_or_default()
    }

    /// The whole path. A path that does not say where it starts is returned unchanged.
    fn absolute<'w>(&self, words: &[&'w str]) -> Option<Vec<&'w str>>
    where
        'a: 'w,
    {
        let mut module = &self.module[..];
        let rest = match words {
            ["crate", rest @ ..] => {
                module = module.get(..1)?;
                rest
            }
            ["", rest @ ..] | ["::", rest @ ..] => return Some(rest.to_vec()),
            ["self" | "super", ..] => {
                let mut rest = words.strip_prefix(&["self"]).unwrap_or(words);
                while let ["super", after @ ..] = rest {
                    module = module.split_last().filter(|(_, outer)| !outer.is_empty())?.1;
                    rest = after;
                }
                rest
            }
            _ => return Some(words.to_vec()),
        };
        Some([module, rest].concat())
    }

    /// A `use` item, which may have renamed the leaf, or the first word of its path.
    fn of_use(&self, words: &[&str]) -> Vec<&'a str> {
        let mut found = Vec::new();
        let mut paths = vec![words.to_vec()];
        for _ in 0..MOST_USES {
            let mut next: Vec<Vec<&str>> = Vec::new();
            for path in &paths {
                let Some((first, rest)) = path.split_first() else { continue };
                let named = self.uses.iter().filter(|used| matches!(&used.name, Name::One(name) if name == first));
                let whole =
                    named.map(|used| [&used.path.iter().map(String::as_str).collect::<Vec<_>>()[..], rest].concat());
                next.extend(whole.filter(|whole| whole != path));
            }
            next.truncate(MOST_USES);
            for path in &next {
                found.extend(self.of_path(path));
                found.extend(self.of_module(path));
            }
            if !found.is_empty() || next.is_empty() {
                break;
            }
            paths = next;
        }
        found
    }

    fn of_glob(&self, words: &[&str]) -> Vec<&'a str> {
        let globs = self.uses.iter().filter(|used| used.name == Name::All);
        let paths = globs.map(|used| [&used.path.iter().map(String::as_str).collect::<Vec<_>>()[..], words].concat());
        paths.flat_map(|path| [self.of_path(&path), self.of_module(&path)].concat()).collect()
    }

    /// The leaves of this name in the crate, for leaves that are exported from elsewhere.
    fn of_crate(&self, words: &[&str]) -> Vec<&'a str> {
        let is = |leaf: &&&str| {
            let mut of_leaf = leaf.split("::");
            of_leaf.next() == self.module.first().copied() && of_leaf.last() == words.last().copied()
        };
        self.leaves.iter().filter(is).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Means, Names};
    use crate::text::uses::{Use, read};

    const LEAVES: [&str; 9] = [
        "k::Walk",
        "k::doors::Open",
        "k::doors::Close",
        "k::doors::inner::Open",
        "k::doors::go::Walk",
        "k::keys::Turn",
        "other::Walk",
        "other::deep::Jump",
        "k::keys::Close",
    ];

    fn find(module: &str, functions: &[&'static str], uses: &str, path: &str) -> String {
        let mut all: Vec<Use> = Vec::new();
        uses.split(';').for_each(|used| read(used.parse().expect("these are tokens"), &[], &mut all));
        let names = Names {
            module: module.split("::").collect(),
            functions: functions.to_vec(),
            built: [("Odd", "k::Walk")].into(),
            uses: all.iter().collect(),
            leaves: LEAVES.to_vec(),
        };
        match names.find(path) {
            Means::Nothing => "-".to_owned(),
            Means::One(one) => one.to_owned(),
            Means::Several(all) => all.join(" "),
        }
    }

    #[test]
    fn each_step_is_taken_in_its_order() {
        for (module, uses, path, found) in [
            // What rustc made of it in a built tree.
            ("k::doors", "", "Odd", "k::Walk"),
            // The leaf of the module comes before all others of the name.
            ("k::doors", "", "Open", "k::doors::Open"),
            ("k::doors", "", "inner::Open", "k::doors::inner::Open"),
            ("k::doors::inner", "use", "Open", "k::doors::inner::Open"),
            ("k", "", "doors::Open", "k::doors::Open"),
            // A path.
            ("k::keys", "", "crate::Walk", "k::Walk"),
            ("k::doors", "", "self::inner::Open", "k::doors::inner::Open"),
            ("k::doors::inner", "", "super::super::Walk", "k::Walk"),
            ("k::doors::inner", "", "self::super::Close", "k::doors::Close"),
            ("k", "", "super::Nothing", "-"),
            ("k", "", "super::super::super::Nothing", "-"),
            ("k::doors", "", "other::deep::Jump", "other::deep::Jump"),
            ("k::doors", "", "::other::Walk", "other::Walk"),
            // `use` items.
            ("k::keys", "crate::doors::{Open as Unlock, inner}", "Unlock", "k::doors::Open"),
            ("k::keys", "crate::doors::{Open as Unlock, inner}", "inner::Open", "k::doors::inner::Open"),
            ("k::keys", "crate::doors as d; d::inner as i; i::Open as O", "O", "k::doors::inner::Open"),
            ("k::keys", "other::deep", "deep::Jump", "other::deep::Jump"),
            ("k::keys", "::other::Walk", "Walk", "other::Walk"),
            ("k::keys", "a as b; b as a", "a::Nothing", "-"),
            ("k::doors", "inner::Open as Inner", "Inner", "k::doors::inner::Open"),
            // Globs, and the only leaf of the name.
            ("k::keys", "crate::doors::*", "Open", "k::doors::Open"),
            ("k::keys", "super::doors::inner::*", "Open", "k::doors::inner::Open"),
            ("k::doors", "", "Turn", "k::keys::Turn"),
            ("k::doors", "crate::prelude::Turn", "Turn", "k::keys::Turn"),
            ("k::doors", "", "Jump", "-"),
            // Several.
            ("k::other", "", "Close", "k::doors::Close k::keys::Close"),
            ("k::other", "crate::doors::*; crate::keys::*", "Close", "k::doors::Close k::keys::Close"),
            ("k::other", "crate::doors::*; crate::keys::Close", "Close", "k::keys::Close"),
        ] {
            assert_eq!(find(module, &[], uses, path), found, "{path} in {module} with {uses}");
        }
        assert_eq!(find("k::doors", &["go"], "", "Walk"), "k::doors::go::Walk");
        assert_eq!(find("k::doors", &["go"], "", "Open"), "k::doors::Open");
        assert_eq!(find("k::doors", &["go", "inner"], "", "Walk"), "k::doors::go::Walk");
    }
}
