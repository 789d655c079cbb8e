//! A crate in the target folder, with dependencies as a user writes them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The path by which pages name the library.
const NAMED: &str = "\"../bt/";

pub struct Alone {
    folder: PathBuf,
}

impl Alone {
    pub fn new(name: &str, dependencies: &str, program: &str) -> Self {
        assert!(dependencies.contains(NAMED), "the library is not among the dependencies: {dependencies}");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in the repository");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("alone").join(name);
        let dependencies = dependencies.replace(NAMED, &format!("\"{}/", root.display()));
        let manifest = format!(
            "[package]\nname = \"alone-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [profile.dev]\ndebug = false\n\n[dependencies]\n{dependencies}"
        );
        fs::create_dir_all(folder.join("src")).expect("the target folder can be written");
        fs::write(folder.join("Cargo.toml"), manifest).expect("the target folder can be written");
        fs::write(folder.join("src/main.rs"), program).expect("the target folder can be written");
        // Uses the same versions of dependencies as the workspace.
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has a lock file");
        Alone { folder }
    }

    /// Builds and runs it, and returns what it prints.
    pub fn run(&self) -> String {
        self.cargo("run")
    }

    /// Compiles it, as far as its errors.
    pub fn check(&self) {
        self.cargo("check");
    }

    /// Compiles it, and returns its errors.
    pub fn errors(&self) -> String {
        let output = self.output("check");
        assert!(!output.status.success(), "there is no error");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn cargo(&self, command: &str) -> String {
        let output = self.output(command);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn output(&self, command: &str) -> Output {
        let target = self.folder.parent().expect("it has a folder").join("target");
        let mut cargo = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
        cargo.args([command, "--quiet", "--offline"]).current_dir(&self.folder).env("CARGO_TARGET_DIR", target);
        cargo.output().expect("Cargo can be started")
    }
}
