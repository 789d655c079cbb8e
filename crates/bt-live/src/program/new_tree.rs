//! Trees that a text uses as leaves, but no built tree does: they run from the text of their file.

use std::any::Any;
use std::sync::Arc;

use bt::__private::live::{self, Arg, LeafType, Slotted, Slotting};
use bt::__private::{Can, Known};
use bt_compiler::tree::ast::Header;
use bt_compiler::tree::pieces::key;
use proc_macro2::TokenStream;

use super::Program;
use super::names::kept;
#[cfg(feature = "serde")]
use super::names::{list, word};
use super::params::{ParamType, Params};
use crate::text::blocks::Sees;

/// A tree of the file.
#[derive(Clone)]
pub struct New<'f> {
    pub name: &'f str,
    /// Its tokens without spacing.
    pub key: Option<&'f str>,
    pub tokens: TokenStream,
    pub sees: Sees<'f>,
}

/// The tree with this name, unless there are several.
pub fn find<'n, 'f>(trees: &'n [New<'f>], name: &str) -> Option<&'n New<'f>> {
    let mut named = trees.iter().filter(|tree| tree.name == name);
    named.next().filter(|_| named.next().is_none())
}

/// What a tree and the trees inside it must agree on.
#[derive(PartialEq, Eq)]
pub struct Inherited {
    context: Option<String>,
    error: Option<String>,
}

impl Inherited {
    pub fn of(header: &Header) -> Self {
        let error = header.error.as_ref().map(|error| key(error).unwrap_or_default());
        Inherited { context: header.context.as_ref().map(|context| context.text()), error }
    }

    /// Why a tree with this header cannot be inside this one.
    pub fn refuses(&self, header: &Header) -> Option<&'static str> {
        let other = Inherited::of(header);
        if other.context != self.context || self.context.is_none() {
            return Some("has another context than this tree");
        }
        if other.error.is_some() && other.error != self.error {
            return Some("has another error than this tree");
        }
        header.message.is_some().then_some("takes messages")
    }
}

/// The declaration of a tree, in place of its type.
pub struct Declared {
    #[cfg(feature = "serde")]
    pub names: Names,
    pub types: Vec<ParamType>,
    /// The traits that it derives, conditionally or not.
    derives: Vec<String>,
}

/// The names in a save: of the tree, of the struct of its parameters, and of the parameters.
#[cfg(feature = "serde")]
pub struct Names {
    pub tree: &'static str,
    pub params_struct: &'static str,
    pub params: &'static [&'static str],
}

#[cfg(feature = "serde")]
impl Names {
    fn new(header: &Header) -> Self {
        let Some(item) = &header.item else { return Names { tree: "", params_struct: "", params: &[] } };
        let tree = word(&item.name.to_string());
        let params = item.params.iter().map(|param| word(&param.name.to_string())).collect();
        Names { tree, params_struct: kept(&format!("__{tree}Params")), params: list(params) }
    }
}

impl Declared {
    pub fn new(header: &Header, types: Vec<ParamType>) -> Self {
        let attributes = header.item.iter().flat_map(|item| &item.attributes);
        let derives = attributes.filter_map(|attribute| attribute.derive()).map(|derive| derive.name());
        Declared {
            #[cfg(feature = "serde")]
            names: Names::new(header),
            types,
            derives: derives.collect(),
        }
    }

    pub fn derives(&self, name: &str) -> bool {
        self.derives.iter().any(|derived| derived == name)
    }
}

/// The type information of a tree that is a leaf here, but not in any built tree.
pub fn leaf(name: &str, program: &Program) -> LeafType {
    let facts = *program.outline.facts();
    let known = Known { can: Can::ANYTHING, timed: facts.is_timed(), must_hear: false };
    LeafType {
        facts,
        known,
        type_name: kept(name),
        slotting: Slotting {
            clone: Some(cloned),
            debug: Some(|_| None),
            #[cfg(feature = "serde")]
            save: Some(|held, _| Some(held.downcast_ref::<NewTree>()?)),
            ..Slotting::default()
        },
        ..LeafType::node::<NewTree>(false, Can::ANYTHING, false)
    }
}

/// An instance of such a tree: its parameters.
pub struct NewTree {
    pub declared: Arc<Declared>,
    pub params: Params,
}

impl NewTree {
    pub fn new(declared: &Arc<Declared>, args: &[Arg<'_>]) -> Self {
        NewTree { declared: Arc::clone(declared), params: Params::new(&declared.types, args) }
    }
}

fn cloned(held: &live::Held) -> Option<Slotted> {
    let NewTree { declared, params } = held.downcast_ref()?;
    Some(Box::new(NewTree { declared: Arc::clone(declared), params: params.cloned() }))
}

/// A parameter.
pub fn param(held: &live::Held, index: usize) -> &dyn Any {
    match held.downcast_ref::<NewTree>() {
        Some(tree) => tree.params.get(index),
        None => &(),
    }
}

/// The name of a tree in a text, and the key that identifies its contents.
pub type Used = (String, Option<String>);

/// A tree in a leaf's place.
pub struct Loaded {
    pub program: Arc<Program>,
    pub declared: Arc<Declared>,
}
