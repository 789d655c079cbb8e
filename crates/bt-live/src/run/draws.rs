//! Draws from the generator of the context.

use bt::__private::live::{Io, Op, Out};
use bt_compiler::tree::ir::NodeId;

use super::{LiveWatch, Run, TickInputs};

impl Run<'_> {
    /// A random word from the context. `bt::__private::live::draws` shows what the engine makes of words.
    pub(super) fn word<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, node: NodeId) -> u64 {
        let callee = self.program.draws.as_ref().expect("a tree that draws is loaded only if its context can");
        let out = W::ticking(inputs, |inputs| {
            let mut io = Io::new(Op::Begin, node.0, inputs);
            (self.host)(callee, &mut io);
            io.out
        });
        match out {
            Out::Word(word) => word,
            _ => unreachable!("a draw answers with a word"),
        }
    }
}
