//! The parts of a palette that only this crate adds: nodes with children, and counts.

use std::convert::Infallible;

use bt::__private::Can;
use bt::__private::live::{self, Arg, Io, Kind, LeafType, Mismatch, Op, fits};
use bt::{Composite, Decorator, Next, Status};
use bt_compiler::tree::case::camel_case;

use super::{Entry, Only, Palette};
use crate::program::names::kept;

impl<C: ?Sized> Palette<C> {
    /// A decorator with one number: `name(3) < child >`.
    pub(crate) fn decorator<D: Decorator<C> + Send + Sync + 'static>(
        self,
        name: &'static str,
        make: impl Fn(u32) -> D + Send + Sync + 'static,
    ) -> Self {
        let leaf = LeafType::node::<D>(D::TAKES_TIME, Can::ANYTHING, false);
        self.node(name, Kind::Decorator, leaf, move |context: &mut C, io: &mut Io<'_, '_, '_>| match io.op {
            Op::Before { .. } | Op::Decorated(_) | Op::Finish(_) => {
                live::decorator::<D, C, Option<Status>, Infallible>(context, io, |_, _| None);
            }
            _ => io.slot = Some(Box::new(make(io.arg(0, Some(u32::clone))))),
        })
    }

    /// A composite with one number: `name(3) < child, child >`.
    pub(crate) fn composite<D: Composite<C> + Send + Sync + 'static>(
        self,
        name: &'static str,
        make: impl Fn(u32) -> D + Send + Sync + 'static,
    ) -> Self {
        let leaf = LeafType::node::<D>(false, D::CAN, D::LOOKS);
        self.node(name, Kind::Composite, leaf, move |context: &mut C, io: &mut Io<'_, '_, '_>| match io.op {
            Op::First { .. } | Op::Ended { .. } | Op::Look { .. } | Op::Finish(_) => {
                live::composite::<D, C, Next, Infallible>(context, io, |_, _| None);
            }
            _ => io.slot = Some(Box::new(make(io.arg(0, Some(u32::clone))))),
        })
    }

    /// A function that returns a count: `repeat(tries)`.
    pub(crate) fn count(mut self, name: &'static str, gives: impl Fn(&C) -> u32 + Send + Sync + 'static) -> Self {
        self.add(Entry::new(name, Kind::Count, move |context: &mut C, io: &mut Io<'_, '_, '_>| {
            live::count(io, live::Counted { count: gives(context) });
        }));
        self
    }

    fn node(
        mut self,
        name: &'static str,
        kind: Kind,
        leaf: LeafType,
        call: impl Fn(&mut C, &mut Io<'_, '_, '_>) + Send + Sync + 'static,
    ) -> Self {
        let key = kept(&format!("{}(_)", camel_case(name)));
        let takes = |args: &[Arg<'_>]| -> Result<(), Mismatch> { fits::<u32>(args, 0) };
        self.add(Entry { key, leaf: Some(leaf), args: 1, check: takes, ..Entry::<Only<C>>::new(name, kind, call) });
        self
    }
}
