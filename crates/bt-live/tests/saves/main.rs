//! Saves and clones of live trees: those of the compiled ones.

mod compare;
mod damage;
mod messages;
mod new_trees;
mod reload;
#[path = "../same/trees.rs"]
mod trees;
#[path = "../same/world.rs"]
mod world;
