//! Draws from the generator of the context.

use bt::__private::live::{Io, Op, Out};
use bt_compiler::tree::ir::NodeId;

use super::{Inputs, Run};

impl Run<'_> {
    /// A random word of the context: see `bt::__private::live::draws` for what the engine draws with words.
    pub(super) fn word(&mut self, inputs: &mut Inputs<'_, '_>, node: NodeId) -> u64 {
        let callee = self.program.draws.as_ref().expect("a tree that draws is loaded only if its context can");
        let mut io = Io {
            op: Op::Begin,
            node: node.0,
            inputs,
            reads: &[],
            args: &[],
            number: 0,
            slot: None,
            is_value_used: false,
            value: None,
            out: Out::Nothing,
        };
        (self.host)(callee, &mut io);
        match io.out {
            Out::Word(word) => word,
            _ => unreachable!("a draw answers with a word"),
        }
    }
}
