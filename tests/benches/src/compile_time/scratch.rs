//! A crate on the disk, which holds what is to be compiled, and its own target folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// A crate that depends on `bt` alone.
pub struct Scratch {
    folder: PathBuf,
}

/// How it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Without optimisation.
    Debug,
    /// With optimisation.
    Release,
}

impl Scratch {
    /// A crate in the target folder of this program.
    pub fn new(name: &str) -> io::Result<Self> {
        let program = env::current_exe()?;
        let target = program.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
        let folder = target.join("compile-time").join(name);
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let bt = tests.join("../../bt").canonicalize()?;
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest(&bt))?;
        // So that the dependencies are those of the workspace.
        fs::copy(tests.join("../../Cargo.lock"), folder.join("Cargo.lock"))?;
        let scratch = Scratch { folder };
        scratch.write("")?;
        Ok(scratch)
    }

    /// Puts this in the place of what it holds.
    pub fn write(&self, source: &str) -> io::Result<()> {
        fs::write(self.folder.join("src/lib.rs"), source)
    }

    /// Forgets all that has been built.
    pub fn clean(&self) -> io::Result<()> {
        let target = self.folder.join("target");
        if target.exists() { fs::remove_dir_all(target) } else { Ok(()) }
    }

    /// A command of `cargo` for it.
    pub fn cargo(&self, command: &str, profile: Profile) -> Command {
        let mut cargo = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
        cargo.arg(command).arg("--offline").current_dir(&self.folder);
        cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_TARGET_DIR", self.folder.join("target"));
        if profile == Profile::Release {
            cargo.arg("--release");
        }
        cargo
    }

    /// The same with a target folder of its own, so that nothing in the usual one has to be built again afterwards.
    pub fn cargo_apart(&self, command: &str, profile: Profile) -> Command {
        let mut cargo = self.cargo(command, profile);
        cargo.env("CARGO_TARGET_DIR", self.folder.join("target-apart"));
        cargo
    }
}

fn manifest(bt: &Path) -> String {
    format!(
        "[package]\nname = \"scratch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nbt = {{ package = \"bt-trees\", path = {bt:?} }}\n\n[workspace]\n"
    )
}
