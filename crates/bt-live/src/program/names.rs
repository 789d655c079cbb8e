//! The names in a state: of its enums, their variants and fields. Each distinct name is kept once, until the program
//! ends.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use bt_compiler::tree::plan::layout::{Content, Layout, State};

/// The names of all regions.
pub struct Names(Vec<OfRegion>);

/// The names of a region.
pub struct OfRegion {
    #[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "only saves need it"))]
    pub name: &'static str,
    pub variants: &'static [&'static str],
    /// For each variant.
    pub fields: Vec<&'static [&'static str]>,
}

static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
static LISTS: Mutex<BTreeSet<&'static [&'static str]>> = Mutex::new(BTreeSet::new());

impl Names {
    pub fn of(layout: &Layout) -> Self {
        let region = |State { name, variants, .. }: &State| OfRegion {
            name: word(name),
            variants: list(variants.iter().map(|variant| word(&variant.name)).collect()),
            fields: variants
                .iter()
                .map(|variant| match &variant.holds {
                    Content::Fields(fields) => list(fields.iter().map(|field| word(&field.name)).collect()),
                    Content::Nothing | Content::Leaf { .. } => &[],
                })
                .collect(),
        };
        Names(layout.states.iter().map(region).collect())
    }

    pub fn region(&self, region: bt_compiler::tree::ir::RegionId) -> &OfRegion {
        &self.0[region.0]
    }
}

/// Derived code has no `r#` in names.
fn word(name: &str) -> &'static str {
    let name = name.trim_start_matches("r#");
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(word) = words.get(name) {
        return word;
    }
    let word: &'static str = name.to_owned().leak();
    words.insert(word);
    word
}

fn list(names: Vec<&'static str>) -> &'static [&'static str] {
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(list) = lists.get(&names[..]) {
        return list;
    }
    let list: &'static [&'static str] = names.leak();
    lists.insert(list);
    list
}
