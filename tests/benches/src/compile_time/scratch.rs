//! A crate on disk with the code to compile, and its own target folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// A crate that depends on `bt` alone, or on nothing.
pub struct Scratch {
    folder: PathBuf,
    /// Whether it is built incrementally, as users build their own crates.
    incremental: bool,
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
    /// A library in the target folder of this program, which is built from nothing.
    pub fn new(name: &str) -> io::Result<Self> {
        let scratch = Self::of(name, true, false)?;
        scratch.write("")?;
        Ok(scratch)
    }

    /// A program with these files below `src`.
    pub fn program(name: &str, with_bt: bool, files: &[(String, String)]) -> io::Result<Self> {
        let scratch = Self::of(name, with_bt, true)?;
        scratch.write_files(files)?;
        Ok(scratch)
    }

    fn of(name: &str, with_bt: bool, incremental: bool) -> io::Result<Self> {
        let program = env::current_exe()?;
        let target = program.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
        let folder = target.join("compile-time").join(name);
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let bt = tests.join("../../bt").canonicalize()?;
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest(with_bt.then_some(&bt)))?;
        // Uses the same versions of dependencies as the workspace.
        fs::copy(tests.join("../../Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Scratch { folder, incremental })
    }

    /// Writes files below `src`, those that have changed.
    pub fn write_files(&self, files: &[(String, String)]) -> io::Result<()> {
        for (name, text) in files {
            let path = self.folder.join("src").join(name);
            if fs::read_to_string(&path).ok().as_ref() != Some(text) {
                fs::write(path, text)?;
            }
        }
        Ok(())
    }

    /// The bytes of the program, built for debugging.
    pub fn program_bytes(&self) -> io::Result<u64> {
        let name = format!("scratch{}", env::consts::EXE_SUFFIX);
        Ok(fs::metadata(self.folder.join("target/debug").join(name))?.len())
    }

    /// Puts this in the place of what it holds.
    pub fn write(&self, source: &str) -> io::Result<()> {
        fs::write(self.folder.join("src/lib.rs"), source)
    }

    /// Forgets everything that has been built.
    pub fn clean(&self) -> io::Result<()> {
        let target = self.folder.join("target");
        if target.exists() { fs::remove_dir_all(target) } else { Ok(()) }
    }

    /// Forgets what has been built of the crate itself.
    pub fn forget_own(&self) -> io::Result<()> {
        self.cargo("clean", Profile::Debug).args(["-p", "scratch"]).output()?;
        let incremental = self.folder.join("target/debug/incremental");
        if incremental.exists() { fs::remove_dir_all(incremental) } else { Ok(()) }
    }

    /// A file for notes on a build.
    pub fn log(&self) -> PathBuf {
        self.folder.join("build.log")
    }

    /// A command of `cargo` for it.
    pub fn cargo(&self, command: &str, profile: Profile) -> Command {
        let mut cargo = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
        cargo.arg(command).arg("--offline").current_dir(&self.folder);
        cargo.env("CARGO_INCREMENTAL", if self.incremental { "1" } else { "0" });
        cargo.env("CARGO_TARGET_DIR", self.folder.join("target"));
        if profile == Profile::Release {
            cargo.arg("--release");
        }
        cargo
    }

    /// A call of cargo with a separate target folder, so that nothing in the usual one has to be rebuilt afterwards.
    pub fn cargo_apart(&self, command: &str, profile: Profile) -> Command {
        let mut cargo = self.cargo(command, profile);
        cargo.env("CARGO_TARGET_DIR", self.folder.join("target-apart"));
        cargo
    }
}

fn manifest(bt: Option<&PathBuf>) -> String {
    let bt = bt.map_or_else(String::new, |bt| format!("bt = {{ package = \"bt-trees\", path = {bt:?} }}\n"));
    format!(
        "[package]\nname = \"scratch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{bt}\n[workspace]\n"
    )
}
