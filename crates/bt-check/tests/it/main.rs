//! Trees with faults that a test would miss, and the same trees mended.

mod door;
mod draws;
mod elevator;
mod guards;
mod limits;
mod naive;
mod robot;
mod time;
