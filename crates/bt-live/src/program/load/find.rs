//! Finds each piece of a text among those of the built trees.

use bt::__private::live;
use bt_compiler::tree::builtin::Need;
use bt_compiler::tree::model::Kind as NodeKind;
use bt_compiler::tree::pieces::{Given, Kind, Means, Piece, Read, Simple, place_of};
use bt_compiler::tree::source::Code as Written;
use bt_compiler::written::as_written;
use proc_macro2::Span;

use super::Loader;
use crate::program::literal::{constant, literal};
use crate::program::lookup::{Asked, NotFound, StandIn, Wanted};
use crate::program::params::simple;
use crate::program::{Arg, Callee, Code, Name};
use crate::text::problem::Problem;

impl Loader<'_, '_> {
    /// Finds a piece among those of the built trees.
    pub(super) fn code(&mut self, piece: &Piece) -> Option<Code> {
        let at = self.span(piece);
        let key = match &piece.given {
            Given::Code(key) => key,
            Given::Simple(simple) => return self.simple(simple, piece.kind),
            Given::Hidden => {
                self.problems.push(Problem::to_build(at, "this code came through a macro, so it is in no text"));
                return None;
            }
        };
        let Some(kind) = runtime_kind(piece.kind) else {
            self.problem(at, "this node cannot be changed at run time yet");
            return None;
        };
        let (found, callee, same_constants) = match self.pieces.find(kind, key, &wanted(piece)) {
            Ok(found) => found,
            Err(NotFound::New) if kind == live::Kind::Leaf && self.new_tree_of(key).is_some() => {
                return self.new_tree(piece, key);
            }
            Err(missing) => {
                if !(kind == live::Kind::Type && simple(key).is_some()) {
                    let node = &self.tree.model[piece.node];
                    let (code, whole) = (self.code_in_args(piece), self.written(piece));
                    let (written, place) = code.as_ref().map(|(code, at)| (&**code, *at)).unzip();
                    let asked = Asked {
                        kind,
                        key,
                        node: &node.name,
                        children: node.children.len(),
                        written: &whole,
                        args: piece.args.len(),
                        code: written,
                    };
                    if let Some(StandIn { index, leaf, value }) =
                        self.pieces.stand_in.as_ref().and_then(|of| of(&asked))
                    {
                        let callee = Callee { adapter: None, index };
                        return Some(Code::Piece { callee, reads: Vec::new(), args: Vec::new(), leaf, value });
                    }
                    let said = self.pieces.missing(&missing, &asked);
                    let at = place.filter(|_| said.is_of_code).unwrap_or(at);
                    self.problems.push(Problem::said(at, said));
                }
                return None;
            }
        };
        if let Some(refused) = found.refused {
            let what = found.leaf.as_ref().map_or("this", |leaf| leaf.type_name);
            let message = format!("`{what}` {refused}, so it cannot be in a live tree");
            self.problem(at, message);
            return None;
        }
        let args = piece.args.iter().map(|arg| match arg {
            None => Some(Arg::InCode),
            arg => self.arg(arg.as_ref(), same_constants),
        });
        let reads = piece.reads.iter().map(name).collect();
        let (callee, leaf, value) = (callee.clone(), found.leaf.clone(), found.value);
        let Some(args) = args.collect::<Option<Vec<Arg>>>() else {
            self.problem(at, "this literal cannot be read while the program runs");
            return None;
        };
        Some(Code::Piece { callee, reads, args, leaf, value })
    }

    /// The code of a piece as written; empty for a leaf.
    fn written(&self, piece: &Piece) -> String {
        match self.tree.source.get(piece.code) {
            Written::Made(_) | Written::Type(_) => String::new(),
            Written::Choice { on, .. } => as_written(on),
            code => as_written(&code.written()),
        }
    }

    /// The first argument of a leaf that needs code, as written.
    fn code_in_args(&self, piece: &Piece) -> Option<(String, Span)> {
        let Written::Made(made) = self.tree.source.get(piece.code) else { return None };
        let (written, _) = made.make.args().iter().zip(&piece.args).find(|(_, simple)| simple.is_none())?;
        Some((as_written(written), place_of(written)))
    }

    /// An argument. `None` if it is a literal that cannot be read.
    pub(super) fn arg(&self, arg: Option<&Simple>, same_constants: bool) -> Option<Arg> {
        Some(match arg? {
            Simple::Constant(_) if same_constants => Arg::InCode,
            Simple::Constant(tokens) => self.literal(live::Literal::Constant(constant(tokens, &self.pieces.sees)?)),
            Simple::Literal(tokens) => self.literal(literal(tokens)?),
            Simple::Name(read) => Arg::Name(name(read)),
        })
    }

    fn literal(&self, literal: live::Literal) -> Arg {
        Arg::Literal(if self.pieces.is_rust { literal } else { literal.of_text() })
    }

    /// The source of random words, if a node needs one.
    pub(super) fn draws(&mut self) -> Option<Callee> {
        let is_random = |node: &bt_compiler::tree::model::Node| match node.kind {
            NodeKind::Builtin(builtin) => builtin.needs.contains(&Need::Random),
            _ => false,
        };
        let at = self.tree.model.nodes.iter().find(|node| is_random(node))?.span;
        let found = self.pieces.find(live::Kind::Draws, "", &Wanted::default());
        let found = found.map(|(code, callee, _)| (code.refused, callee.clone()));
        match found {
            Ok((None, callee)) => Some(callee),
            _ if self.pieces.is_rust => {
                self.problem(at, "the context of this tree has no source of random numbers: implement `bt::Random`");
                None
            }
            _ => {
                self.problem(at, "this node draws random numbers, which its palette allows with `random()`");
                None
            }
        }
    }
}

pub fn wanted(piece: &Piece) -> Wanted<'_> {
    let is_name = |(_, arg): &(usize, &Option<Simple>)| matches!(arg, Some(Simple::Name(_)));
    Wanted {
        names: piece.reads.iter().map(|read| read.name.as_str()).collect(),
        exact: piece.exact.as_deref(),
        named_args: piece.args.iter().enumerate().filter(is_name).map(|(at, _)| at).collect(),
    }
}

pub fn name(read: &Read) -> Name {
    match read.means {
        Means::Param(param) => Name::Param(param),
        Means::Value(value, None) | Means::Matched(value, _) => Name::Value(value),
        Means::Value(value, Some(part)) => Name::Part(value, part),
    }
}

pub fn runtime_kind(kind: Kind) -> Option<live::Kind> {
    Some(match kind {
        Kind::Leaf => live::Kind::Leaf,
        Kind::Decorator => live::Kind::Decorator,
        Kind::Composite => live::Kind::Composite,
        Kind::Condition => live::Kind::Condition,
        Kind::Action => live::Kind::Action,
        Kind::TimedAction => live::Kind::TimedAction,
        Kind::Effect => live::Kind::Effect,
        Kind::Time => live::Kind::Time,
        Kind::Count => live::Kind::Count,
        Kind::Number => live::Kind::Number,
        Kind::Score => live::Kind::Score,
        Kind::Value => live::Kind::Value,
        Kind::Key => live::Kind::Key,
        Kind::Items => live::Kind::Items,
        Kind::Choice => live::Kind::Choice,
        Kind::Memory => live::Kind::Memory,
        Kind::Type => live::Kind::Type,
        Kind::Other => return None,
    })
}
