//! The cores, and the boards on which QEMU has them.

/// A core.
pub struct Core {
    /// What rustc calls it.
    pub target: &'static str,
    /// The program of QEMU, and its arguments for a board.
    pub qemu: &'static [&'static str],
    /// The names in QEMU's log of the stack pointer, and of the register with the return address.
    pub registers: [&'static str; 2],
}

/// All of them.
pub const ALL: &[Core] = &[
    Core { target: "thumbv6m-none-eabi", qemu: &["qemu-system-arm", "-M", "microbit"], registers: ["R13=", "R14="] },
    Core { target: "thumbv7em-none-eabi", qemu: &["qemu-system-arm", "-M", "mps2-an386"], registers: ["R13=", "R14="] },
    Core {
        target: "riscv32imac-unknown-none-elf",
        qemu: &["qemu-system-riscv32", "-M", "virt", "-bios", "none"],
        registers: ["x2/sp    ", "x1/ra    "],
    },
];
