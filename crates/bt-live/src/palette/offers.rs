//! What viewers of the page can insert from the palette of a text.

use bt::__private::live::{Arg, Constant, Kind, Literal};
use bt_view::edit::Offer;

use super::{Contexts, Entry, PaletteFor};
use crate::hand::declared::sample;
use crate::program::lookup::split;
use crate::program::mismatch::short;

impl<F: Contexts> PaletteFor<F> {
    /// Everything that needs no code.
    pub(super) fn offers(&self) -> Vec<Offer> {
        self.entries.iter().filter_map(Entry::offer).collect()
    }
}

impl<F: Contexts> Entry<F> {
    fn offer(&self) -> Option<Offer> {
        let name = self.name;
        match self.kind {
            Kind::Condition => Some(Offer { sort: "condition", ..Offer::of_leaf(format!("condition({name})")) }),
            Kind::Action => Some(Offer { sort: "action", ..Offer::of_leaf(format!("action({name})")) }),
            Kind::Leaf => {
                let types = self.types();
                let values: Vec<String> = types.iter().map(|ty| sample(ty)).collect::<Option<_>>()?;
                let fields = split(self.key).1.strip_prefix('{').and_then(|rest| rest.split_once('}'));
                let (text, args) = match fields {
                    Some((names, _)) => {
                        let with = |of: &[String]| {
                            let pairs = names.split(',').zip(of).map(|(name, of)| format!("{name}: {of}"));
                            pairs.collect::<Vec<_>>().join(", ")
                        };
                        (format!("{name} {{ {} }}", with(&values)), with(&types))
                    }
                    None if values.is_empty() => (name.to_owned(), String::new()),
                    None => (format!("{name}({})", values.join(", ")), types.join(", ")),
                };
                Some(Offer { args, ..Offer::of_leaf(text) })
            }
            _ => None,
        }
    }

    /// The types of a leaf's arguments: its complaints about arguments that never fit name the types that it expects.
    fn types(&self) -> Vec<String> {
        let nothing = Literal::Constant(Constant { paths: vec![vec![String::new()]], args: None });
        let mut args: Vec<Arg<'_>> = (0..self.args).map(|_| Arg::Literal(&nothing)).collect();
        let mut types = vec![String::new(); self.args];
        for _ in 0..self.args {
            let Err(mismatch) = (self.check)(&args) else { break };
            types[mismatch.at] = short(mismatch.expected);
            args[mismatch.at] = Arg::Built;
        }
        types
    }
}
