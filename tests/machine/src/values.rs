//! Values that nodes bind: they are set where generated code sets them. A value that is used must be set there.

use std::collections::BTreeMap;

use bt_compiler::tree::ir::ValueId;
use bt_compiler::tree::model::{CodeId, Model};
use bt_compiler::tree::plan::parts::Steps;
use bt_compiler::tree::source::Source;
use bt_reference::world::Panicked;

use crate::evaluate::Run;
use crate::read::{Number, names};

/// The value of a node: one part, or one for each branch of a `parallel`.
pub type Given = Vec<Option<u32>>;

/// Values that are set.
pub type Values = BTreeMap<ValueId, Given>;

/// What a tree says about values.
pub struct Names {
    /// For each value: its names.
    names: Vec<usize>,
    /// For each piece of code: the values in it, each with its part.
    uses: Vec<Vec<(ValueId, usize)>>,
}

impl Names {
    pub fn new(model: &Model, source: &Source) -> Self {
        let uses = source.all().enumerate().map(|(code, tokens)| {
            let uses = source.uses(CodeId(code));
            let named = names(tokens).into_iter().map(|name| uses.iter().find(|used| used.name == name));
            named.map(|used| used.map(|used| (used.value, used.part.unwrap_or(0))).expect("a name is bound")).collect()
        });
        let names = model.values.iter().map(|bound| bound.names.len()).collect();
        Names { names, uses: uses.collect() }
    }
}

impl Run<'_> {
    /// Calls `work` with these values set, too.
    pub fn with<T>(&mut self, values: Values, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.set.clone();
        self.set.extend(values);
        let done = work(self);
        self.set = outer;
        done
    }

    /// Calls `work` in a flow: the flow's own variables are not set yet, and end with it.
    pub fn in_flow<T>(&mut self, plan: &Steps, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.set.clone();
        self.set.retain(|value, _| !plan.locals.contains(value));
        let done = work(self);
        self.set = outer;
        done
    }

    /// Takes the value of the node that has just succeeded.
    pub fn take_given(&mut self) -> Given {
        self.given.take().expect("a node that is asked for its value gives it")
    }

    /// Sets a value to that of the node that has just succeeded.
    pub fn bind(&mut self, value: ValueId) {
        let given = self.take_given();
        self.set.insert(value, given);
    }

    /// Sets a value that patterns match: each of their names is the whole value.
    pub fn bind_matched(&mut self, value: ValueId, number: u32) {
        self.set.insert(value, vec![Some(number); self.tree.names.names[value.0]]);
    }

    /// Unsets the variables of a function, which end with it.
    pub fn unset(&mut self, values: &[ValueId]) {
        for value in values {
            self.set.remove(value);
        }
    }

    /// Gives this value to what has just succeeded.
    pub fn give(&mut self, found: u32) {
        self.given = Some(vec![Some(found)]);
    }

    fn used(&self, code: CodeId) -> impl Iterator<Item = u32> {
        self.tree.names.uses[code.0].iter().map(|(value, part)| {
            let given = self.set.get(value).unwrap_or_else(|| panic!("{value:?} is used where it is not set"));
            given[*part].expect("a branch that is asked for its value gives it")
        })
    }

    /// The value in an argument that is not a closure.
    pub fn bound(&self, code: CodeId) -> u32 {
        self.used(code).next().expect("there is a name")
    }

    /// The id in a closure that is called. The values in it are reported first.
    pub fn called(&self, code: CodeId, id: Number) -> Result<u32, Panicked> {
        let id = id.with(self.base);
        self.used(code).try_for_each(|value| self.world.uses(id, value))?;
        Ok(id)
    }
}
