//! The names in a state (enums, variants, fields), and all other texts that live until the program ends.

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

static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
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

/// A name in code. Derived code has no `r#` in names.
pub fn word(name: &str) -> &'static str {
    kept(name.trim_start_matches("r#"))
}

/// A text that lives until the program ends. Each distinct text is kept once, however often it is loaded.
pub fn kept(text: &str) -> &'static str {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = texts.get(text) {
        return text;
    }
    let text: &'static str = text.to_owned().leak();
    texts.insert(text);
    text
}

pub fn list(names: Vec<&'static str>) -> &'static [&'static str] {
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(list) = lists.get(&names[..]) {
        return list;
    }
    let list: &'static [&'static str] = names.leak();
    lists.insert(list);
    list
}
