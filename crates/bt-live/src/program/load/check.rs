//! Checks that what a piece reads and takes has the types that it was built with.

use std::any::TypeId;

use bt::__private::live;
use bt_compiler::tree::ir::ValueId;
use bt_compiler::tree::pieces::{Given, Kind, Piece, Simple, fields, place_of};
use bt_compiler::tree::source::{Code as Written, Make};
use proc_macro2::Span;

use super::Loader;
use super::find::{name, runtime_kind, wanted};
use crate::program::literal::literal;
use crate::program::{Arg, Code, Name, mismatch};
use crate::text::problem::Problem;

impl Loader<'_, '_> {
    /// Checks the types of the values that a piece reads.
    pub(super) fn check(&mut self, piece: &Piece) {
        let at = self.span(piece);
        match &piece.given {
            Given::Simple(simple) => self.check_simple(simple, piece.kind, at),
            Given::Hidden => {}
            Given::Code(key) => {
                let Some(kind) = runtime_kind(piece.kind) else { return };
                let Ok((found, ..)) = self.pieces.find(kind, key, &wanted(piece)) else { return self.check_new(piece) };
                let built: Vec<_> = found.reads.iter().map(|read| (read.ty, read.type_name)).collect();
                let check = found.check;
                for (read, (ty, type_name)) in piece.reads.iter().zip(built) {
                    if self.type_of(name(read)).is_some_and(|read| read != ty) {
                        let name = read.name.trim_start_matches('@');
                        self.problems.push(Problem::to_build(at, format!("`{name}` was a `{type_name}` in this code")));
                    }
                }
                self.check_args(piece, check);
            }
        }
    }

    /// Checks the arguments of a leaf that are not code: they must have the types that the leaf takes.
    pub(super) fn check_args(&mut self, piece: &Piece, check: fn(&[live::Arg<'_>]) -> Result<(), live::Mismatch>) {
        let Some(Code::Piece { args, .. }) = &self.codes[piece.code.0] else { return };
        let mut typed: Vec<live::Arg<'_>> = args
            .iter()
            .map(|arg| match arg {
                Arg::Literal(literal) => live::Arg::Literal(literal),
                Arg::Name(name) => live::Arg::Typed(self.type_of(*name)),
                Arg::InCode => live::Arg::Built,
            })
            .collect();
        let (mut problems, places) = (Vec::new(), self.places(piece));
        // The check stops at the first mistake. Next time, pretend that this argument fits.
        while let Err(live::Mismatch { at, expected }) = check(&typed)
            && problems.len() < args.len()
        {
            let said = match &typed[at] {
                live::Arg::Literal(literal) => mismatch::of_literal(literal, expected, self.pieces.is_rust),
                _ => mismatch::of_name(expected),
            };
            let place = places.get(at).copied().unwrap_or_else(|| self.span(piece));
            problems.push(Problem::said(place, said));
            typed[at] = live::Arg::Built;
        }
        self.problems.extend(problems);
    }

    /// The places of a piece's arguments in the text.
    pub(super) fn places(&self, piece: &Piece) -> Vec<Span> {
        match self.tree.source.get(piece.code) {
            Written::Made(made) => match &made.make {
                Make::Literal(tokens) => {
                    fields(tokens).into_iter().flatten().map(|(_, value)| place_of(&value)).collect()
                }
                make => make.args().iter().map(place_of).collect(),
            },
            _ => {
                let codes = [piece.code].into_iter().chain(piece.others.iter().copied());
                codes.map(|code| place_of(&self.tree.source.get(code).written())).collect()
            }
        }
    }

    /// Checks a bound value: it must be known, and have one type.
    pub(super) fn check_value(&mut self, id: ValueId) {
        let value = &self.tree.model[id];
        if !value.is_used() {
            return;
        }
        let (at, name) = (value.names[0].span, value.names[0].name.clone());
        let written = self.type_of(Name::Value(id));
        let nodes = match value.tuple {
            None => vec![value.node],
            Some(_) => self.tree.model[value.node].children.clone(),
        };
        let given = match self.holds_own(value) {
            true => Vec::new(),
            false => nodes.into_iter().flat_map(|node| self.given_by(node)).collect(),
        };
        for (node, given) in given {
            let node_name = &self.tree.model[node].name;
            let problem = match (given, written) {
                (None, _) => {
                    let what = format!("the value of this `{node_name}` is not used in the built tree");
                    self.problems.push(Problem::to_build(at, what));
                    continue;
                }
                (Some(given), _) if given.refused.is_some() => {
                    let refused = given.refused.unwrap_or_default();
                    format!("`{}` {refused}, so it cannot be a value in a live tree", given.type_name)
                }
                // Scripted values have whatever type the text says.
                (Some(_), Some(_)) if self.pieces.stand_in.is_some() => continue,
                (Some(given), Some(written)) if value.tuple.is_none() && given.ty != written => {
                    format!("`{name}` has another type than the `{}` that `{node_name}` gives", given.type_name)
                }
                _ => continue,
            };
            self.problem(at, problem);
        }
    }

    /// A literal or a name, which is converted by type.
    pub(super) fn simple(&self, simple: &Simple, kind: Kind) -> Option<Code> {
        match simple {
            Simple::Name(read) => Some(Code::Name(name(read))),
            Simple::Constant(_) => None,
            Simple::Literal(tokens) => {
                let (suffix, literal) = match literal(tokens)? {
                    live::Literal::Suffixed(suffix, number) => (suffix, *number),
                    number => ("", number),
                };
                let is_right = match kind {
                    Kind::Count if !matches!(suffix, "" | "u32") => false,
                    Kind::Time => matches!(literal, live::Literal::Float(_)),
                    Kind::Count => literal.convert::<u32>().is_some(),
                    Kind::Number | Kind::Score => {
                        matches!(literal, live::Literal::Float(_) | live::Literal::Integer(_))
                    }
                    _ => false,
                };
                is_right.then_some(Code::Literal(literal))
            }
        }
    }

    pub(super) fn check_simple(&mut self, simple: &Simple, kind: Kind, at: Span) {
        let is_right = match simple {
            Simple::Literal(_) | Simple::Constant(_) => self.simple(simple, kind).is_some(),
            Simple::Name(read) => {
                let ty = self.type_of(name(read));
                let is = |types: &[TypeId]| ty.is_none_or(|ty| types.contains(&ty));
                match kind {
                    Kind::Time => is(&[TypeId::of::<f64>(), TypeId::of::<f32>(), TypeId::of::<std::time::Duration>()]),
                    Kind::Count => is(&[TypeId::of::<u32>()]),
                    Kind::Number | Kind::Score => is(&numbers()),
                    _ => false,
                }
            }
        };
        if is_right {
            return;
        }
        let message = match kind {
            Kind::Time => "a time is in seconds with a decimal point, such as `2.0`, or a `Duration`",
            Kind::Count => "a count is a `u32`",
            _ => "this is not a number",
        };
        self.problem(at, message);
    }
}

/// The types of numbers.
fn numbers() -> [TypeId; 12] {
    macro_rules! ids {
        ($($ty:ty)*) => { [$(TypeId::of::<$ty>()),*] };
    }
    ids!(f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize)
}
