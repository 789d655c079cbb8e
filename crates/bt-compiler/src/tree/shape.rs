//! The shape of a tree: all of its text that a save depends on, as a number. Subtrees have their own.

use crate::facts::{self, squeezed};
use crate::tokens::text;
use crate::tree::ast::{Header, Param};
use crate::tree::ir::{Holds, Machine, Place, PlaceId, RegionId};
use crate::tree::model::{Kind, Model, Node, ValueId};
use crate::tree::plan::Plan;
use crate::tree::source::{Code, Source, key_type};

/// A tree after all phases but `generate`.
#[derive(Clone, Copy)]
pub struct Lowered<'a> {
    pub header: &'a Header,
    pub model: &'a Model,
    pub source: &'a Source,
    pub machine: &'a Machine,
    pub plan: &'a Plan,
}

impl Lowered<'_> {
    /// All of its text that a save depends on, as a number. Subtrees have their own.
    pub fn shape(&self) -> u64 {
        let params = self.header.item.iter().flat_map(|item| &item.params);
        let params = params.map(|Param { name, ty, .. }| format!("{name}: {}", squeezed(&text(ty))));
        let message = self.header.message.iter().map(|_| "on".to_owned());
        let value = self.header.value.iter().map(|value| format!("-> {}", squeezed(&text(value))));
        let nodes = self.model.nodes.iter().map(|node| self.node_shape(node));
        facts::shape(params.chain(message).chain(value).chain(nodes).chain(self.state_shapes()))
    }

    /// The node with its type arguments, the pattern or condition before it, and the types of keys.
    fn node_shape(&self, node: &Node) -> String {
        let (Node { depth, name, .. }, sort) = (node, node.kind.sort());
        let label = node.label.as_ref().map(|label| label.name.as_str()).unwrap_or_default();
        let ty = match node.kind {
            Kind::Leaf(code) | Kind::Decorator(code) | Kind::Composite(code) => match self.source.get(code) {
                Code::Made(made) => text(&made.ty),
                _ => String::new(),
            },
            Kind::Builtin(_) | Kind::Unknown => String::new(),
        };
        let keys = node.args.iter().filter_map(|value| match self.source.get(value.code()?) {
            Code::Function(function) => key_type(function).map(|ty| text(&ty)),
            Code::Choice { on, .. } if self.model.matched(node.id).is_some() => key_type(on).map(|ty| text(&ty)),
            _ => None,
        });
        let (ty, keys, arm) = (squeezed(&ty), squeezed(&keys.collect::<String>()), squeezed(&node.arm_text));
        let binding = node.binds.map(|value| self.binding_shape(value)).unwrap_or_default();
        format!("{depth} {sort:?} {label}: {name} {ty} {keys} {arm}{binding}")
    }

    /// The names that a node binds, and their type if it is written.
    fn binding_shape(&self, value: ValueId) -> String {
        let bound = &self.model[value];
        let names: Vec<&str> = bound.names.iter().map(|name| name.name.as_str()).collect();
        let ty = match bound.ty.map(|ty| self.source.get(ty)) {
            Some(Code::Type(ty)) => squeezed(&text(ty)),
            _ => String::new(),
        };
        format!(" -> {} {ty}", names.join(" "))
    }

    /// The places of the state, in the order in which a save counts them, and the fields of each frame. Both can depend
    /// on how an argument is written, and on the version of this compiler.
    fn state_shapes(&self) -> impl Iterator<Item = String> {
        let places = self.machine.regions.iter().enumerate().flat_map(|(region, states)| {
            let place = move |place| (RegionId(region), PlaceId(place));
            (0..states.places.len()).map(place)
        });
        places.map(|(region, place)| {
            let Place { node, holds } = &self.machine[region][place];
            let fields = match holds {
                Holds::Frame(_) => self.plan.layout.fields(region, place),
                Holds::Nothing | Holds::Begin | Holds::Leaf(_) => &[],
            };
            let fields: String = fields.iter().map(|field| format!(" {}", field.name)).collect();
            format!("{}{fields}", node.0)
        })
    }
}
