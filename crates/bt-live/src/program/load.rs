//! A tree that was read becomes a program: each piece of its code is found among those of the built trees.

use std::any::TypeId;

use bt::__private::live::{self, Unit};
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::ir::flow::{Act, Call, Choice};
use bt_compiler::tree::ir::frame::{Duration, Timer};
use bt_compiler::tree::ir::{Body, CodeId, Frame, Holds, ValueId};
use bt_compiler::tree::model::{Kind as NodeKind, Model};
use bt_compiler::tree::pieces::{Given, Kind, Means, Piece, Read, Simple, key};
use bt_compiler::tree::source::{Code as Written, Make};
use proc_macro2::Span;

use super::literal::literal;
use super::lookup::Pieces;
use super::{Arg, Code, Name, Node, Outline, Program, Value};
use crate::text::problem::Problem;

/// The program of a tree, or all that needs a build.
pub fn load(tree: Compiled, unit: &'static Unit) -> Result<Program, Vec<Problem>> {
    let codes = tree.source.all().map(|_| None).collect();
    let (pieces, params) = (Pieces::of(unit), (unit.params)());
    let mut loader = Loader { tree: &tree, pieces, params, codes, problems: Vec::new() };
    // A node that binds a value comes before those that use it.
    for piece in &tree.pieces {
        loader.codes[piece.code.0] = loader.code(piece);
    }
    loader.refuse_parts();
    let named = tree.model.values.iter().enumerate();
    let values = named
        .map(|(id, value)| Value { name: value.names[0].name.clone(), ty: loader.type_of(Name::Value(ValueId(id))) });
    let values: Vec<Value> = values.collect();
    let Loader { codes, problems, .. } = loader;
    if !problems.is_empty() {
        return Err(problems);
    }
    let leaf = |code: CodeId| match &codes[code.0] {
        Some(Code::Piece { leaf, .. }) => leaf.as_deref().copied(),
        _ => None,
    };
    let outline = Outline::new(&tree, unit, leaf);
    let nodes = nodes(&tree);
    let Compiled { machine, plan, .. } = tree;
    Ok(Program { machine, plan, nodes, values, codes, outline })
}

struct Loader<'a> {
    tree: &'a Compiled,
    pieces: Pieces,
    params: Vec<live::Param>,
    codes: Vec<Option<Code>>,
    problems: Vec<Problem>,
}

impl Loader<'_> {
    fn problem(&mut self, at: Span, message: impl Into<String>) {
        self.problems.push(Problem::new(at, message));
    }

    fn code(&mut self, piece: &Piece) -> Option<Code> {
        let at = self.span(piece.code);
        let key = match &piece.given {
            Given::Code(key) => key,
            Given::Simple(simple) => return self.simple(simple, piece.kind, at),
            Given::Hidden => {
                self.problem(at, "this code came through a macro, so it is in no text: build again");
                return None;
            }
        };
        let kind = runtime_kind(piece.kind).or_else(|| {
            self.problem(at, "this node cannot change while the program runs yet");
            None
        })?;
        let names: Vec<&str> = piece.reads.iter().map(|read| read.name.as_str()).collect();
        let Some(found) = self.pieces.find(kind, key, &names) else {
            let what = if kind == live::Kind::Leaf { "no built tree has this leaf" } else { "this code is new" };
            self.problem(at, format!("{what}: build again"));
            return None;
        };
        let (piece_of_code, leaf, check) = (found.piece.clone(), found.leaf.map(Box::new), found.check);
        let built: Vec<(TypeId, &str)> = found.reads.iter().map(|read| (read.ty, read.type_name)).collect();
        let args = piece.args.iter().map(|arg| match arg {
            None => Some(Arg::InCode),
            Some(Simple::Literal(tokens)) => literal(tokens).map(Arg::Literal),
            Some(Simple::Name(read)) => Some(Arg::Name(name(read)?)),
        });
        let (Some(args), Some(reads)) =
            (args.collect::<Option<Vec<Arg>>>(), piece.reads.iter().map(name).collect::<Option<Vec<Name>>>())
        else {
            self.problem(at, "these arguments cannot be read while the program runs yet");
            return None;
        };
        for (name, (read, built)) in reads.iter().zip(piece.reads.iter().zip(built)) {
            if self.type_of(*name).is_some_and(|ty| ty != built.0) {
                self.problem(at, format!("`{}` was a `{}` in this code: build again", read.name, built.1));
            }
        }
        self.check_args(at, &args, check);
        Some(Code::Piece { piece: piece_of_code, reads, args, leaf })
    }

    /// The arguments of a leaf that are no code must have the types that it takes.
    fn check_args(&mut self, at: Span, args: &[Arg], check: fn(&[live::Arg<'_>]) -> Result<(), live::Mismatch>) {
        let typed = args.iter().map(|arg| match arg {
            Arg::Literal(literal) => live::Arg::Literal(literal),
            Arg::Name(name) => live::Arg::Typed(self.type_of(*name)),
            Arg::InCode => live::Arg::Typed(None),
        });
        if let Err(live::Mismatch { at: number, expected }) = check(&typed.collect::<Vec<_>>()) {
            self.problem(at, format!("argument {} of this leaf is a `{expected}`", number + 1));
        }
    }

    /// The type of what a name means, if it is known.
    fn type_of(&self, name: Name) -> Option<TypeId> {
        match name {
            Name::Param(param) => self.params.get(param).map(|param| param.ty),
            Name::Value(value) => match self.tree.model[self.tree.model[value].node].kind {
                NodeKind::Leaf(code) => match self.codes[code.0].as_ref()? {
                    Code::Piece { leaf, .. } => leaf.as_ref().map(|leaf| leaf.value),
                    Code::Literal(_) | Code::Name(_) => None,
                },
                _ => None,
            },
        }
    }

    /// A literal or a name, which is converted by type.
    fn simple(&mut self, simple: &Simple, kind: Kind, at: Span) -> Option<Code> {
        let (code, is_right) = match simple {
            Simple::Literal(tokens) => {
                let literal = literal(tokens)?;
                let is_right = match kind {
                    Kind::Time => matches!(literal, live::Literal::Float(_)),
                    Kind::Count => literal.convert::<u32>().is_some(),
                    _ => false,
                };
                (Some(Code::Literal(literal)), is_right)
            }
            Simple::Name(read) => {
                let name = name(read);
                let ty = name.and_then(|name| self.type_of(name));
                let is = |types: &[TypeId]| ty.is_none_or(|ty| types.contains(&ty));
                let is_right = match kind {
                    Kind::Time => is(&[TypeId::of::<f64>(), TypeId::of::<f32>(), TypeId::of::<std::time::Duration>()]),
                    Kind::Count => is(&[TypeId::of::<u32>()]),
                    _ => false,
                };
                (name.map(Code::Name), is_right)
            }
        };
        match (kind, is_right) {
            (_, true) => {}
            (Kind::Time, false) => {
                self.problem(at, "a time is a number of seconds with a point, as `2.0`, or a `Duration`")
            }
            (Kind::Count, false) => self.problem(at, "a count is a `u32`"),
            _ => self.problem(at, "this value cannot be read while the program runs yet"),
        }
        code
    }

    /// The source position of a piece of code: of its node, if it has no tokens of its own.
    fn span(&self, code: CodeId) -> Span {
        let tokens = match self.tree.source.get(code) {
            Written::Made(made) => return made.span,
            code => code.written(),
        };
        tokens.into_iter().next().map_or_else(Span::call_site, |token| token.span())
    }

    /// What the interpreter does not run yet.
    fn refuse_parts(&mut self) {
        let machine = &self.tree.machine;
        let mut refused = Vec::new();
        for region in &machine.regions {
            for place in &region.places {
                let runs = match &place.holds {
                    Holds::Nothing | Holds::Leaf(_) => true,
                    Holds::Begin => false,
                    Holds::Frame(frame) => matches!(
                        frame,
                        Frame::Group(_)
                            | Frame::Counted(_)
                            | Frame::Timeout(_)
                            | Frame::Timer(Timer { duration: Duration::For(_) })
                    ),
                };
                if !runs {
                    refused.push(place.node);
                }
            }
            for part in &region.parts {
                let runs = match &part.body {
                    Body::Flow(flow) => flow.steps.iter().all(|step| runs(&step.act)),
                    Body::Loop { .. } | Body::Guard { .. } => true,
                    Body::Reactive { locals, keeps, .. } => locals.is_empty() && keeps.is_empty() && !part.observed,
                    _ => false,
                };
                if !runs {
                    refused.push(part.node);
                }
            }
        }
        refused.sort();
        refused.dedup();
        for node in refused {
            let node = &self.tree.model[node];
            self.problem(node.span, format!("`{}` cannot run from its text yet", node.name));
        }
    }
}

fn runs(act: &Act) -> bool {
    match act {
        Act::Leaf { .. } | Act::Frame { .. } | Act::Part { .. } => true,
        Act::Choose { choice, .. } => matches!(choice, Choice::If(_)),
        Act::Mock { .. } => true,
        Act::Begin { .. } => false,
        Act::Call { call, .. } => matches!(
            call,
            Call::Action(_)
                | Call::TimedAction(_)
                | Call::Condition(_)
                | Call::WaitUntil(_)
                | Call::Running
                | Call::Constant(_)
                | Call::Give(_)
        ),
    }
}

/// A part of a value of several parts cannot be read yet.
fn name(read: &Read) -> Option<Name> {
    match read.means {
        Means::Param(param) => Some(Name::Param(param)),
        Means::Value(value, None) => Some(Name::Value(value)),
        Means::Value(_, Some(_)) => None,
    }
}

fn runtime_kind(kind: Kind) -> Option<live::Kind> {
    Some(match kind {
        Kind::Leaf => live::Kind::Leaf,
        Kind::Condition => live::Kind::Condition,
        Kind::Action => live::Kind::Action,
        Kind::TimedAction => live::Kind::TimedAction,
        Kind::Effect => live::Kind::Effect,
        Kind::Time => live::Kind::Time,
        Kind::Count => live::Kind::Count,
        Kind::Value => live::Kind::Value,
        Kind::Other => return None,
    })
}

/// The names of built-ins that hold nothing.
const PLAIN: [&str; 5] = ["sequence", "selector", "inverter", "force_success", "force_failure"];

fn nodes(tree: &Compiled) -> Vec<Node> {
    let model: &Model = &tree.model;
    let node = |node: &bt_compiler::tree::model::Node| {
        let name = match node.kind {
            NodeKind::Leaf(code) | NodeKind::Decorator(code) | NodeKind::Composite(code) => {
                match tree.source.get(code) {
                    Written::Made(made) => {
                        let way = match &made.make {
                            Make::Call { path, .. } => key(path).unwrap_or_default(),
                            _ => String::new(),
                        };
                        format!("{}{way}", key(&made.ty).unwrap_or_default())
                    }
                    _ => node.name.clone(),
                }
            }
            NodeKind::Builtin(_) | NodeKind::Unknown => node.name.clone(),
        };
        Node {
            children: node.children.clone(),
            label: node.label.as_ref().map(|label| label.name.clone()),
            is_plain: PLAIN.contains(&name.as_str()),
            name,
            args: node.args_text.split_whitespace().collect(),
            is_value_used: model.is_value_used(node.id),
        }
    };
    model.nodes.iter().map(node).collect()
}
