//! Values that nodes bind.

use bt::__private::live::Gift;
use bt_compiler::tree::ir::ValueId;

use super::{Fields, Inputs, Run};

impl Run<'_> {
    /// Sets a value to what the node gives that has just succeeded.
    pub(super) fn bind(&mut self, inputs: &mut Inputs<'_, '_>, value: ValueId) {
        let given = self.given.take();
        self.bind_to(inputs, value, given);
    }

    /// Sets a value, and tells observers.
    pub(super) fn bind_to(&mut self, inputs: &mut Inputs<'_, '_>, value: ValueId, given: Option<Gift>) {
        let bound = &self.program.values[value.0];
        for (name, part) in &bound.names {
            let shown = given.as_ref().and_then(|given| part.map_or(Some(given), |part| given.part(part)));
            inputs.bound(bound.node.0, name, shown);
        }
        self.set[value.0] = given;
    }

    /// Does work for which these are variables: they are not set yet, and end with it.
    pub(super) fn with_locals<'v, T>(
        &mut self,
        locals: impl IntoIterator<Item = &'v ValueId> + Copy,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer: Vec<Option<Gift>> = locals.into_iter().map(|value| self.set[value.0].take()).collect();
        let done = work(self);
        for (value, outer) in locals.into_iter().zip(outer) {
            self.set[value.0] = outer;
        }
        done
    }

    /// Does work in which the values of a frame are set. What is set there anew goes into the frame.
    pub(super) fn with_values_of<T>(
        &mut self,
        fields: &mut Fields,
        work: impl FnOnce(&mut Self, &mut Fields) -> T,
    ) -> T {
        let swapped = |set: &mut [Option<Gift>], fields: &mut Fields| {
            for (id, value) in fields.values() {
                std::mem::swap(&mut set[id.0], value);
            }
        };
        swapped(&mut self.set, fields);
        let done = work(self, fields);
        swapped(&mut self.set, fields);
        done
    }
}
