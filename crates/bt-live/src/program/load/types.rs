//! The types of values, as far as they are known before the tree runs.

use std::any::TypeId;

use bt::__private::live;
use bt_compiler::tree::ir::{CodeId, NodeId, ValueId};
use bt_compiler::tree::model::{Bound, Kind as NodeKind};
use bt_compiler::tree::pieces::key;
use bt_compiler::tree::source::Code as Written;

use super::Loader;
use crate::program::names::word;
use crate::program::params::simple;
use crate::program::{Code, Given, Name, Value};

impl Loader<'_, '_> {
    /// The nodes that can give the value of a node, with its types there.
    pub(super) fn given_by(&self, id: NodeId) -> Vec<(NodeId, Option<live::ValueType>)> {
        let node = &self.tree.model[id];
        match node.kind {
            NodeKind::Leaf(code) => vec![(id, self.gives(code))],
            _ => match node.passing() {
                Some(children) => children.into_iter().flat_map(|child| self.given_by(child)).collect(),
                None => {
                    let code = node.args.first().and_then(|arg| arg.code());
                    vec![(id, code.and_then(|code| self.gives(code)))]
                }
            },
        }
    }

    /// The type of a piece's result.
    pub(super) fn gives(&self, code: CodeId) -> Option<live::ValueType> {
        match self.codes[code.0].as_ref()? {
            Code::Piece { value, .. } => *value,
            Code::Literal(_) | Code::Name(_) => None,
        }
    }

    /// The type of what a name means, if it is known.
    pub(super) fn type_of(&self, name: Name) -> Option<TypeId> {
        let of_node = |node| self.given_by(node).into_iter().find_map(|(_, given)| given).map(|given| given.ty);
        match name {
            Name::Param(param) => self.params.get(param).map(|param| param.ty),
            Name::Part(value, part) => of_node(*self.tree.model[self.tree.model[value].node].children.get(part)?),
            Name::Value(id) => {
                let value = &self.tree.model[id];
                if let Some(ty) = value.ty {
                    let Written::Type(written) = self.tree.source.get(ty) else { return None };
                    return self.gives(ty).map(|ty| ty.ty).or_else(|| simple(&key(written)?).map(|ty| ty.of.ty));
                }
                match self.holds_own(value) {
                    true => self.gives(self.tree.model[value.node].args.first()?.code()?).map(|ty| ty.ty),
                    false if value.tuple.is_some() => None,
                    false => of_node(value.node),
                }
            }
        }
    }

    /// Whether the node of a value gives it by itself, not a child: a `switch` or a `for_each`.
    pub(super) fn holds_own(&self, value: &Bound) -> bool {
        let node = &self.tree.model[value.node];
        value.is_matched() || matches!(node.kind, NodeKind::Builtin(builtin) if builtin.binds_item())
    }

    pub(super) fn value(&self, id: ValueId) -> Value {
        let bound = &self.tree.model[id];
        let ty = self.type_of(Name::Value(id));
        let used = bound.names.iter().enumerate().filter(|(_, name)| name.used);
        let names = used.map(|(part, name)| (word(&name.name), bound.tuple.map(|_| part)));
        Value { name: bound.names[0].name.clone(), node: bound.node, names: names.collect(), ty, given: self.given(id) }
    }

    /// The type of a value, as far as it is known.
    pub(super) fn given(&self, id: ValueId) -> Given {
        let bound = &self.tree.model[id];
        let node = &self.tree.model[bound.node];
        let of_node = |node| self.given_by(node).into_iter().find_map(|(_, given)| given);
        if bound.tuple.is_some() {
            let parts = node.children.iter().zip(&bound.names);
            return Given::Each(parts.map(|(&child, name)| of_node(child).filter(|_| name.used)).collect());
        }
        let written = || match self.tree.source.get(bound.ty?) {
            Written::Type(written) => self.gives(bound.ty?).or_else(|| simple(&key(written)?).map(|ty| ty.of)),
            _ => None,
        };
        let own = || self.gives(node.args.first()?.code()?);
        Given::One(written().or_else(|| if self.holds_own(bound) { own() } else { of_node(bound.node) }))
    }

    /// The type of the value of a node, if it is used.
    pub(super) fn value_of(&self, id: NodeId) -> Option<live::ValueType> {
        let is_used = self.tree.model.is_value_used(id) && !self.tree.model.gives_each(id);
        let given = || self.given_by(id).into_iter().find_map(|(_, given)| given);
        let written = || self.gives(self.tree.model[self.tree.model[id].binds?].ty?);
        is_used.then(|| given().or_else(written)).flatten()
    }
}
