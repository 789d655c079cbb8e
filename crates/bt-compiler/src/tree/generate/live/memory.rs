//! The pieces of nodes that use the memory of the context.

use proc_macro2::TokenStream;

use crate::tree::generate::Generator;
use crate::tree::model::CodeId;
use crate::tree::pieces::Piece;

impl Generator<'_> {
    /// A call of the memory of the context.
    pub fn memory_in_piece(&self, piece: &Piece) -> TokenStream {
        let function = match (self.model[piece.node].name.as_str(), piece.others.len()) {
            ("remember", 2) => "remember_at",
            ("recalls", 1) => "recalls_value",
            (name, _) => name,
        };
        let lend = if function.starts_with("recalls") { "memory" } else { "memory_mut" };
        let codes: Vec<CodeId> = [piece.code].into_iter().chain(piece.others.iter().copied()).collect();
        self.in_memory(piece.node, lend, function, &codes)
    }
}
