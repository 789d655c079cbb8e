//! The reference itself, against handwritten traces and against rules that hold for every tree.

mod bench;
mod chance;
mod cooldown;
mod every;
mod finally;
mod frames;
mod memory;
mod messages;
mod navigation;
mod nodes;
mod observe;
mod random;
mod text;
mod time;
mod turning;
mod turns;
mod values;
