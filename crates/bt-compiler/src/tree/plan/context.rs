//! Where a tree gets its context from.

use crate::context::Context;
use crate::tree::ast::Header;
use crate::tree::source::{Made, Source};

/// Where a tree gets its context from.
pub enum Origin<'a> {
    /// The header names it.
    Header(&'a Context),
    /// The first leaf names it, in a function type. A tree with closures must have a known context.
    Leaf(&'a Made),
    /// It is any type that works as a context for the leaves and decorators.
    AllNodes,
}

impl<'a> Origin<'a> {
    pub fn of(header: &'a Header, source: &'a Source) -> Self {
        match (&header.context, source.leaves().next()) {
            (Some(context), _) => Origin::Header(context),
            (None, Some(leaf)) if source.has_closures() => Origin::Leaf(leaf),
            (None, _) => Origin::AllNodes,
        }
    }

    pub fn is_generic(&self) -> bool {
        match self {
            Origin::Header(Context::Type(_)) | Origin::Leaf(_) => false,
            Origin::Header(Context::Impl(_)) | Origin::AllNodes => true,
        }
    }
}
