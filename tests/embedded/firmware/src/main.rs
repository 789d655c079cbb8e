//! Runs a tree on a board, and prints what it did and how large its state is.

#![no_std]
#![no_main]

use bt_embedded_trees::{Board, Program, Status, run};
#[cfg(target_arch = "arm")]
use cortex_m_rt::entry;
use panic_halt as _;
#[cfg(target_arch = "riscv32")]
use riscv_rt::entry;

#[cfg(feature = "crew")]
type Runs = bt_embedded_trees::crew::Crew;
#[cfg(feature = "door")]
type Runs = bt_embedded_trees::door::Door;
#[cfg(feature = "rover")]
type Runs = bt_embedded_trees::rover::Rover;
#[cfg(feature = "sentry")]
type Runs = bt_embedded_trees::sentry::Sentry;
#[cfg(not(any(feature = "crew", feature = "door", feature = "rover", feature = "sentry")))]
type Runs = bt_embedded_trees::Nothing;

/// The tick that is measured, found by its name.
#[inline(never)]
fn measured_tick(program: &mut Runs, board: &mut Board) -> Status {
    Program::tick(program, board)
}

#[entry]
fn main() -> ! {
    let trace = run(measured_tick);
    print(&trace.statuses);
    print(b"\n");
    print(&hex(trace.outputs));
    print(b"\n");
    print(&hex(size_of::<Runs>() as u32));
    print(b"\n");
    semihosting::process::exit(0)
}

fn print(bytes: &[u8]) {
    use semihosting::io::Write;
    if let Ok(mut out) = semihosting::io::stdout() {
        let _ = out.write_all(bytes);
    }
}

fn hex(number: u32) -> [u8; 8] {
    let digit = |place: usize| b"0123456789abcdef"[(number >> (28 - 4 * place) & 15) as usize];
    core::array::from_fn(digit)
}
