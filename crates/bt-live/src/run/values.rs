//! Values that nodes bind.

use bt::__private::live::ErasedValue;
use bt_compiler::tree::ir::ValueId;

use super::{Datum, LiveWatch, Run, TickInputs};

/// The values that are set. The list is only allocated once a value is set, so trees without values do not pay for it.
#[derive(Default)]
pub(super) struct Set(Option<Vec<Option<ErasedValue>>>);

impl Set {
    pub fn get(&self, value: ValueId) -> Option<&ErasedValue> {
        self.0.as_ref()?.get(value.0)?.as_ref()
    }

    pub fn take(&mut self, value: ValueId) -> Option<ErasedValue> {
        self.0.as_mut()?.get_mut(value.0)?.take()
    }

    pub fn replace(&mut self, id: ValueId, value: Option<ErasedValue>) -> Option<ErasedValue> {
        if self.0.is_none() && value.is_none() {
            return None;
        }
        let set = self.0.get_or_insert_default();
        if set.len() <= id.0 {
            set.resize(id.0 + 1, None);
        }
        std::mem::replace(&mut set[id.0], value)
    }
}

impl Run<'_> {
    /// Sets a value to that of the node that has just succeeded.
    #[inline(never)]
    pub(super) fn bind<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, value: ValueId) {
        let given = self.given.take();
        self.bind_to(inputs, value, given);
    }

    /// Sets a value, and reports it to observers.
    pub(super) fn bind_to<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        value: ValueId,
        given: Option<ErasedValue>,
    ) {
        let bound = &self.program.values[value.0];
        for (name, part) in &bound.names {
            let shown = given.as_ref().and_then(|given| part.map_or(Some(given), |part| given.part(part)));
            inputs.bound(bound.node.0, name, shown);
        }
        self.set.replace(value, given);
    }

    /// Calls `work` with these variables: they are unset before it, and gone after it.
    pub(super) fn with_locals<'v, T>(
        &mut self,
        locals: impl IntoIterator<Item = &'v ValueId> + Copy,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer: Vec<Option<ErasedValue>> = locals.into_iter().map(|&value| self.set.take(value)).collect();
        let done = work(self);
        for (&value, outer) in locals.into_iter().zip(outer) {
            self.set.replace(value, outer);
        }
        done
    }

    /// Calls `work` with the values of a frame set. Values that it sets again go back into the frame.
    pub(super) fn with_values_of<T>(
        &mut self,
        data: &mut [Datum],
        work: impl FnOnce(&mut Self, &mut [Datum]) -> T,
    ) -> T {
        let swapped = |set: &mut Set, data: &mut [Datum]| {
            for datum in data {
                if let Datum::Bound(id, value) = datum {
                    *value = set.replace(*id, value.take());
                }
            }
        };
        swapped(&mut self.set, data);
        let done = work(self, data);
        swapped(&mut self.set, data);
        done
    }
}
