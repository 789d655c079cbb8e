//! Finds which tree of a file belongs to which type of the program, by comparing the modules and functions around the
//! tree with the path of the type.
//!
//! A file does not say which module it is. So we choose the module with which the most types of the file have a tree.

use std::collections::BTreeMap;
use std::path::Path;

use super::scope::Scope;

/// The words of the path around a type: `k::F<_>::go::{{closure}}::Guard` is in `k`, `F`, `go`.
pub fn around(type_name: &str) -> Vec<&str> {
    let (mut words, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    let bytes = type_name.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && bytes.get(at + 1) == Some(&b':') => {
                words.push(&type_name[from..at]);
                from = at + 2;
            }
            _ => {}
        }
    }
    let without_arguments = |word: &'_ str| word.find('<').filter(|at| *at > 0).unwrap_or(word.len());
    words.into_iter().filter(|word| !word.starts_with('{')).map(|word| &word[..without_arguments(word)]).collect()
}

/// The module of the file, if the type at this path is the tree in this scope. `Any` if the scope leaves it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum File<'p> {
    Is(&'p [&'p str]),
    Any,
}

fn file_of<'p>(around: &'p [&'p str], scope: &[Scope]) -> Option<File<'p>> {
    let from = scope.iter().rposition(|scope| *scope == Scope::Impl);
    let named = &scope[from.map_or(0, |at| at + 1)..];
    let outer = around.len().checked_sub(named.len()).filter(|outer| *outer > 0)?;
    let is = |(word, scope): (&&str, &Scope)| matches!(scope, Scope::Named(name) | Scope::Module(name) if name == word);
    if !around[outer..].iter().zip(named).all(is) {
        return None;
    }
    Some(if from.is_some() { File::Any } else { File::Is(&around[..outer]) })
}

/// For each type of a file, given by path and name, the trees that it may be.
pub fn assign(path: &Path, types: &[(&str, &str)], trees: &[(Option<&str>, &[Scope])]) -> Vec<Vec<usize>> {
    let arounds: Vec<Vec<&str>> = types.iter().map(|(path, _)| around(path)).collect();
    let matches: Vec<Vec<(usize, File<'_>)>> = arounds
        .iter()
        .zip(types)
        .map(|(around, (_, name))| {
            let named = trees.iter().enumerate().filter(|(_, (other, _))| *other == Some(*name));
            named.filter_map(|(at, (_, scope))| Some((at, file_of(around, scope)?))).collect()
        })
        .collect();
    let mut modules: BTreeMap<&[&str], usize> = BTreeMap::new();
    for found in &matches {
        let mut of_type: Vec<&[&str]> = found.iter().filter_map(|(_, file)| is(*file)).collect();
        of_type.sort_unstable();
        of_type.dedup();
        of_type.into_iter().for_each(|module| *modules.entry(module).or_default() += 1);
    }
    let likely = |file: File<'_>| match file {
        File::Is(module) => (modules[module], is_named_so(path, module), module.len()),
        File::Any => (1, true, 0),
    };
    let choose = |found: &Vec<(usize, File<'_>)>| {
        let best = found.iter().map(|(_, file)| *file).max_by_key(|file| likely(*file));
        found.iter().filter(|(_, file)| Some(*file) == best).map(|(at, _)| *at).collect()
    };
    matches.iter().map(choose).collect()
}

fn is<'p>(file: File<'p>) -> Option<&'p [&'p str]> {
    match file {
        File::Is(module) => Some(module),
        File::Any => None,
    }
}

/// Whether a module would by default be in a file of this name.
fn is_named_so(path: &Path, module: &[&str]) -> bool {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = match stem(path) {
        Some(name) if name == "mod" => path.parent().and_then(stem),
        name => name,
    };
    match module {
        [_] => name.is_none_or(|name| name == "lib" || name == "main"),
        [.., last] => name.is_some_and(|name| name == *last),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Scope, around, assign};

    #[test]
    fn paths_of_types_are_split() {
        assert_eq!(around("k::a::Guard"), ["k", "a"]);
        assert_eq!(around("k::F<_>::go::{{closure}}::Guard"), ["k", "F", "go"]);
        assert_eq!(around("<k::F<u8> as k::Tr<k::A>>::go::Guard"), ["<k::F<u8> as k::Tr<k::A>>", "go"]);
    }

    fn assigned(path: &str, types: &[(&str, &str)], scopes: &[(&str, &str)]) -> Vec<Vec<usize>> {
        let named = |word: &str| if word == "impl" { Scope::Impl } else { Scope::Named(word.to_owned()) };
        let scopes: Vec<(&str, Vec<Scope>)> =
            scopes.iter().map(|(scope, name)| (*name, scope.split_whitespace().map(named).collect())).collect();
        let trees: Vec<(Option<&str>, &[Scope])> = scopes.iter().map(|(name, scope)| (Some(*name), &**scope)).collect();
        assign(Path::new(path), types, &trees)
    }

    #[test]
    fn trees_of_one_name_are_told_apart() {
        // `a.rs`, which contains a module with the same name.
        let types = [("k::a::Guard", "Guard"), ("k::a::a::Guard", "Guard"), ("k::a::go::Guard", "Guard")];
        let scopes = [("", "Guard"), ("a", "Guard"), ("go", "Guard")];
        assert_eq!(assigned("src/a.rs", &types, &scopes), [[0], [1], [2]]);
        // The same paths in another file.
        let types = [("k::Guard", "Guard"), ("k::a::Guard", "Guard")];
        assert_eq!(assigned("src/lib.rs", &types, &[("a", "Guard"), ("", "Guard"), ("a", "Other")]), [[1], [0]]);
        // One of them was not built.
        assert_eq!(assigned("src/a.rs", &[("k::a::Guard", "Guard")], &scopes), [[0]]);
        assert_eq!(assigned("src/lib.rs", &[("k::a::Guard", "Guard")], &scopes), [[1]]);
        // The file is included twice.
        let types = [("k::x::Guard", "Guard"), ("k::y::Guard", "Guard")];
        assert_eq!(assigned("src/a.rs", &types, &[("", "Guard")]), [[0], [0]]);
        // Functions of types and traits.
        let types =
            [("k::F<_>::go::Guard", "Guard"), ("<k::F<_> as k::Tr>::run::Guard", "Guard"), ("k::Guard", "Guard")];
        let scopes = [("impl go", "Guard"), ("impl run", "Guard"), ("", "Guard")];
        assert_eq!(assigned("src/lib.rs", &types, &scopes), [[0], [1], [2]]);
        // The tree is gone; the tree is there twice.
        assert_eq!(assigned("src/lib.rs", &[("k::a::Guard", "Guard")], &[("b", "Guard")]), [Vec::<usize>::new()]);
        assert_eq!(assigned("src/lib.rs", &[("k::Guard", "Guard")], &[("", "Guard"), ("", "Guard")]), [[0, 1]]);
    }
}
