//! Finds pieces of code by their keys.

use bt::__private::live::{Code, Kind, Unit, units};

use super::Callee;

/// The pieces that a tree may call: its own first, then those of the other trees of its module with the same context.
pub struct Pieces(Vec<(Code, Callee)>);

impl Pieces {
    pub fn of(unit: &Unit) -> Self {
        let others = units().filter(|other| {
            (other.tree)() != (unit.tree)()
                && module(other) == module(unit)
                && (other.context)() == (unit.context)()
                && (other.error)() == (unit.error)()
        });
        let own = numbered(unit).map(|(code, index)| (code, Callee { adapter: None, index }));
        let others = others.flat_map(|other| {
            let adapter = (other.adapter)();
            numbered(other).map(move |(code, index)| (code, Callee { adapter: Some(adapter.clone()), index }))
        });
        Pieces(own.chain(others).collect())
    }

    /// The piece with this key, that uses these names.
    pub fn find(&self, kind: Kind, key: &str, names: &[&str]) -> Option<&(Code, Callee)> {
        let same_names = |code: &Code| code.reads.iter().map(|read| read.name).eq(names.iter().copied());
        self.0.iter().find(|(code, _)| code.kind == kind && code.key == key && same_names(code))
    }
}

/// The module or function in which a tree stands.
fn module(unit: &Unit) -> &'static str {
    (unit.tree)().rsplit_once("::").map_or("", |(module, _)| module)
}

fn numbered(unit: &Unit) -> impl Iterator<Item = (Code, u32)> + use<> {
    (unit.codes)().into_iter().zip(0..)
}
