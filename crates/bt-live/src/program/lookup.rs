//! Finds pieces of code by their keys.

use bt::__private::live::{Code, Kind, Unit, units};

/// The pieces that a tree may call: its own first, then those of the other trees of its module with the same context.
pub struct Pieces(Vec<Code>);

impl Pieces {
    pub fn of(unit: &Unit) -> Self {
        let others = units().filter(|other| {
            (other.tree)() != (unit.tree)()
                && module(other) == module(unit)
                && (other.context)() == (unit.context)()
                && (other.error)() == (unit.error)()
        });
        Pieces((unit.codes)().into_iter().chain(others.flat_map(|other| (other.codes)())).collect())
    }

    /// The piece with this key, that uses these names.
    pub fn find(&self, kind: Kind, key: &str, names: &[&str]) -> Option<&Code> {
        let same_names = |code: &Code| code.reads.iter().map(|read| read.name).eq(names.iter().copied());
        self.0.iter().find(|code| code.kind == kind && code.key == key && same_names(code))
    }
}

/// The module or function in which a tree stands.
fn module(unit: &Unit) -> &'static str {
    (unit.tree)().rsplit_once("::").map_or("", |(module, _)| module)
}
