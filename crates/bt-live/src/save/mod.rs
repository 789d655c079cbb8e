//! Saves of live trees, which equal those of compiled trees to the byte. Imports run down this table.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `mod.rs` | the whole tree |
//! | `write.rs`, `read.rs` | the state of a region, and the trees in it |
//! | `serializer.rs`, `deserializer.rs` | the struct of a tree: its parameters are those of the built tree |
//! | `new_tree.rs` | the struct of a tree that is a leaf only in a text |
//! | `whole.rs` | refuses states that no tree can be in |
//! | `leaves.rs`, `values.rs` | leaves and values in a state |
//! | `named.rs` | the names of variants and fields |

mod deserializer;
mod leaves;
mod named;
mod new_tree;
mod read;
mod serializer;
mod values;
mod whole;
mod write;

use bt::__private::{Cell, GeneratedTree};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::program::Program;
use crate::run::State;
use deserializer::{Read, Reading, TreeDeserializer};
use read::RegionSeed;
use serializer::{Parts, TreeSerializer};
use write::Region;

/// Saves a tree with this state.
pub fn save<T: Serialize, S: Serializer>(
    built: &T,
    program: &Program,
    state: &State,
    cells: &[Cell],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let parts = Parts { state: Region::root(program, state), cells };
    built.serialize(TreeSerializer { inner: serializer, parts })
}

/// A loaded tree: as compiled, its state, and its kept cells.
pub type Loaded<T> = (T, State, Vec<Cell>);

/// Loads a tree into the state of a program.
pub fn load<'de, T, D>(program: &Program, deserializer: D) -> Result<Loaded<T>, D::Error>
where
    T: GeneratedTree + Deserialize<'de>,
    D: Deserializer<'de>,
{
    let mut read = Read::default();
    let reading = Reading { state: RegionSeed::root(program), built_cells: T::__FACTS.kept(), read: &mut read };
    let built = T::deserialize(TreeDeserializer { inner: deserializer, reading })?;
    let (state, cells) = read.whole(program)?;
    Ok((built, state, cells))
}

fn refused<E: Error>(why: &str) -> E {
    E::custom(why)
}
