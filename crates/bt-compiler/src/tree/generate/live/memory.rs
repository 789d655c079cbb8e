//! The pieces of nodes that use the memory of the context.

use proc_macro2::TokenStream;

use crate::tree::builtin::Builtin;
use crate::tree::generate::Generator;
use crate::tree::model::CodeId;
use crate::tree::pieces::Piece;

impl Generator<'_> {
    /// A call of the memory of the context.
    pub fn memory_in_piece(&self, piece: &Piece) -> TokenStream {
        let node = &self.tree.model[piece.node];
        let asks = node.kind.is(Builtin::is_question);
        let function = match (asks, piece.others.len()) {
            (false, 2) => "remember_at",
            (true, 1) => "recalls_value",
            _ => &node.name,
        };
        let lend = if asks { "memory" } else { "memory_mut" };
        let codes: Vec<CodeId> = [piece.code].into_iter().chain(piece.others.iter().copied()).collect();
        self.in_memory(piece.node, lend, function, &codes)
    }
}
