//! Trees that are saved and loaded: in all formats, in another process, and damaged.

use bt::{Save, Tree};
use serde::Serialize;
use serde::de::DeserializeOwned;

mod damage;
mod every_node;
mod migrate;
mod process;
mod shapes;
mod trees;
mod turns;

/// The format of a save.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Format {
    /// Text, with names.
    Json,
    /// As few bytes as possible, and no names.
    Postcard,
}

const FORMATS: [Format; 2] = [Format::Json, Format::Postcard];

impl Format {
    fn write<T: Serialize>(self, value: &T) -> Vec<u8> {
        match self {
            Format::Json => serde_json::to_vec(value).expect("it can be written"),
            Format::Postcard => postcard::to_stdvec(value).expect("it can be written"),
        }
    }

    fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, String> {
        match self {
            Format::Json => serde_json::from_slice(bytes).map_err(|error| error.to_string()),
            Format::Postcard => postcard::from_bytes(bytes).map_err(|error| error.to_string()),
        }
    }

    fn save<T: Tree + Serialize>(self, tree: &T) -> Vec<u8> {
        self.write(&Save(tree))
    }

    fn load<T: Tree + DeserializeOwned>(self, bytes: &[u8]) -> Result<T, String> {
        self.read::<Save<T>>(bytes).map(|Save(tree)| tree)
    }
}
