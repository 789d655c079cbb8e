//! Leaves that wait for work that is done elsewhere.

mod answers;
mod kept;
mod order;
mod sides;
mod whenever;
