//! Builds a firmware, and runs it in QEMU.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bt_embedded_trees::{TICKS, Trace};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind};

use crate::core::Core;
use crate::trace::{Ticks, ticks};

/// The name of the function in which a tick is measured.
const TICK: &str = "measured_tick";

/// QEMU ends by itself within a second.
const SECONDS: &str = "60";

/// A program for a board.
pub struct Firmware {
    path: PathBuf,
    /// The bytes of its code and its constants.
    pub flash: u64,
    /// The address of the function in which a tick is measured. Without a tree there is none.
    tick: Option<u64>,
}

/// What a firmware does.
pub struct Ran {
    /// What it prints.
    pub output: Output,
    /// What its ticks take.
    pub ticks: Ticks,
}

/// What a firmware prints.
pub struct Output {
    /// What the tree did.
    pub trace: Trace,
    /// The bytes of its state.
    pub state: u64,
}

/// Builds the firmware of a tree, or of none.
pub fn build(core: &Core, tree: Option<&str>) -> Result<Firmware, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = folder.join("target").join("boards");
    let mut cargo = Command::new("cargo");
    cargo.args([
        "build",
        "--quiet",
        "--locked",
        "--release",
        "--package",
        "bt-embedded-firmware",
        "--target",
        core.target,
    ]);
    cargo.args(["--features", tree.unwrap_or_default()]).arg("--target-dir").arg(&target).current_dir(folder);
    let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the firmware does not build: is the target there? `rustup target add {}`", core.target));
    }
    let built = target.join(core.target).join("release/bt-embedded-firmware");
    let path = target.join(format!("{}-{}", core.target, tree.unwrap_or("empty")));
    fs::copy(&built, &path).map_err(|error| format!("{}: {error}", built.display()))?;
    read(path.clone()).map_err(|error| format!("{}: {error}", path.display()))
}

/// Looks into the file that was built.
fn read(path: PathBuf) -> Result<Firmware, Box<dyn std::error::Error>> {
    let bytes = fs::read(&path)?;
    let file = object::File::parse(&*bytes)?;
    let tick = file.symbols().find(|symbol| symbol.name().is_ok_and(|name| name.contains(TICK)));
    let (flash, tick) = (flash(&file), tick.map(|tick| tick.address() & !1));
    Ok(Firmware { path, flash, tick })
}

/// The bytes of the sections that are written to the flash.
fn flash(file: &object::File<'_>) -> u64 {
    let is_written = |section: &object::Section<'_, '_>| {
        let is_allocated = match section.flags() {
            SectionFlags::Elf { sh_flags, .. } => (sh_flags & object::elf::SHF_ALLOC).0 != 0,
            _ => false,
        };
        is_allocated && section.kind() != SectionKind::UninitializedData
    };
    file.sections().filter(is_written).map(|section| section.size()).sum()
}

impl Firmware {
    /// Runs it, one instruction at a time, with a log of all of them.
    pub fn run(&self, core: &Core) -> Result<Ran, String> {
        let tick = self.tick.ok_or("the firmware has no function that ticks")?;
        let log = self.path.with_extension("log");
        let run = |one_by_one: &[&str]| {
            let mut qemu = Command::new("timeout");
            qemu.arg(SECONDS).args(core.qemu).args(["-nographic", "-monitor", "none", "-serial", "none"]);
            qemu.args(["-semihosting-config", "enable=on,target=native", "-d", "exec,cpu,nochain", "-D"]);
            qemu.arg(&log).args(one_by_one).arg("-kernel").arg(&self.path).stdin(Stdio::null());
            qemu.output().map_err(|error| format!("{}: {error}", core.qemu[0]))
        };
        let mut output = run(&["-accel", "tcg,one-insn-per-tb=on"])?;
        if !output.status.success() {
            // The name of the option before QEMU 8.1.
            output = run(&["-singlestep"])?;
        }
        if !output.status.success() {
            return Err(format!("{}: {}", core.qemu[0], String::from_utf8_lossy(&output.stderr)));
        }
        let lines = fs::File::open(&log).map_err(|error| format!("{}: {error}", log.display()))?;
        let ticks = ticks(BufReader::new(lines).lines().map_while(Result::ok), tick, core.registers);
        let _ = fs::remove_file(&log);
        if ticks.count != TICKS {
            return Err(format!("{} ticks are in the log, and {TICKS} were made", ticks.count));
        }
        let output = parse(&output.stdout).ok_or("the firmware prints something else")?;
        Ok(Ran { output, ticks })
    }
}

fn parse(output: &[u8]) -> Option<Output> {
    let mut lines = std::str::from_utf8(output).ok()?.lines();
    let statuses = lines.next()?.as_bytes().try_into().ok()?;
    let mut number = || u32::from_str_radix(lines.next()?, 16).ok();
    Some(Output { trace: Trace { statuses, outputs: number()? }, state: number()?.into() })
}
