//! The description of a program, for observers and `active`.

use bt::__private::live::LeafType;
use bt::__private::{Facts, Outline as Constants, outline};
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::ir::CodeId;
use bt_compiler::tree::outline::{Written, lines, lines_as, links};
use bt_compiler::tree::shape::Lowered;

/// The description of a program. It lives until the program ends, because events and nodes refer to it.
#[derive(Clone, Copy)]
pub struct Outline(pub Constants);

impl Outline {
    /// `written`: the nodes as written in another language; empty if the text is in this one.
    pub fn new(
        tree: &Compiled,
        file: &'static str,
        written: &[Written],
        leaf: impl Fn(CodeId) -> Option<LeafType>,
    ) -> Self {
        let Compiled { header, model, source, machine, plan, .. } = tree;
        let numbers: Vec<u8> = plan.subtrees.numbers.iter().copied().flat_map(u32::to_le_bytes).collect();
        let below = plan.subtrees.types.iter().map(|&code| leaf(code).map_or(Facts::LEAF, |leaf| leaf.facts));
        let below: Vec<Facts> = below.collect();
        let lines = if written.is_empty() { lines(model) } else { lines_as(model, written) };
        let mut facts = Facts::of(lines.leak(), numbers.leak(), below.leak(), machine.cells.len()).declared(file, "");
        facts = facts.shaped(Lowered { header, model, source, machine, plan }.shape());
        let leaves = tree.source.leaves().filter_map(|made| leaf(made.id));
        facts = facts.timed_if(plan.timed.by_nodes || leaves.into_iter().any(|leaf| leaf.known.timed));
        if machine.needs.clock {
            let cells: Vec<usize> = machine.clock_cells.iter().map(|cell| cell.0).collect();
            facts = facts.clocked(cells.leak());
        }
        if machine.needs.look {
            facts = facts.looking();
        }
        let (cells, leaves) = (&plan.open.cells, &plan.open.leaves);
        if !cells.is_empty() || !leaves.is_empty() {
            let cells: Vec<usize> = cells.iter().map(|cell| cell.0).collect();
            let leaves: Vec<usize> = leaves.iter().map(|leaf| leaf.0).collect();
            facts = facts.throttled(cells.leak(), leaves.leak());
        }
        if machine.reactive {
            facts = facts.reactive();
        }
        let links: &'static [u8] = links(model, machine).leak();
        Outline(outline(Box::leak(Box::new(facts)), machine.cells.len(), links))
    }

    pub fn facts(self) -> &'static Facts {
        self.0.facts
    }
}
