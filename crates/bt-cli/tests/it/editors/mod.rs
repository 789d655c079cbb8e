//! The settings from the book's page on editors, in these editors.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const TREE: &str = "pub Guard(Npc) =
    selector < hunt: sequence < find_prey -> prey, go(prey) >, patrol, wiat(2.0) >
";
const RUST: &str = "fn main() {}

bt! {
    pub Wolf(Npc) = selector < hunt: sequence < find_prey -> prey, go(prey) >, patrol >
}
";

/// The first block of code in this language below a heading of the page.
fn settings(heading: &str, language: &str) -> String {
    let page = include_str!("../../../../../book/src/editors.md");
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect("a section on the editor");
    let (_, block) = section.split_once(&format!("\n```{language}\n")).expect("its settings");
    block.split_once("\n```").expect("their end").0.to_owned()
}

/// A new folder with a project.
fn project(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editors").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let (manifest, style) = ("[package]\nname = \"wolf\"\n", "max_width = 100\n");
    for (file, text) in [("guard.bt", TREE), ("wolf.rs", RUST), ("Cargo.toml", manifest), ("rustfmt.toml", style)] {
        fs::write(folder.join(file), text).expect("a file");
    }
    folder
}

/// The command, with this `bt` in its path.
fn command(program: &str, folder: &Path) -> Command {
    let bt = Path::new(env!("CARGO_BIN_EXE_bt")).parent().expect("a folder");
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(bt.to_owned()).chain(std::env::split_paths(&paths));
    let mut command = Command::new(program);
    command.current_dir(folder).env("PATH", std::env::join_paths(paths).expect("a path"));
    for (key, at) in [("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"), ("XDG_STATE_HOME", "state")] {
        command.env(key, folder.join(at));
    }
    command
}

#[test]
#[ignore = "it needs Neovim 0.11 or newer"]
fn neovim() {
    let folder = project("neovim");
    let file = folder.join("settings.lua");
    fs::write(&file, settings("Neovim", "lua")).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/editors/neovim.lua");
    let mut neovim = command("nvim", &folder);
    neovim.args(["--clean", "--headless"]).arg(format!("+luafile {}", script.display()));
    let output = neovim.env("SETTINGS", file).output().expect("Neovim in the PATH");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("ok"), "{said}");
}

/// Helix has no way to run without a terminal, so `script` gives it one.
#[test]
#[ignore = "it needs Helix, and `script` of util-linux"]
fn helix() {
    let folder = project("helix");
    fs::write(folder.join("guard.bt"), TREE.replace("wiat", "wait")).expect("a file");
    fs::create_dir_all(folder.join("config/helix")).expect("a folder");
    fs::write(folder.join("config/helix/languages.toml"), settings("Helix", "toml")).expect("a file");
    for language in ["bt", "rust"] {
        let output = command("hx", &folder).args(["--health", language]).output().expect("Helix in the PATH");
        let said = String::from_utf8_lossy(&output.stdout);
        let found = said.lines().find(|line| line.contains(" bt: ")).unwrap_or_else(|| panic!("no server: {said}"));
        assert!(found.contains('✓'), "{said}");
    }
    let mut script = command("script", &folder);
    script.args(["-qec", "hx -vv --log hx.log guard.bt", "/dev/null"]).env("TERM", "xterm-256color");
    let mut helix = script.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("`script` in the PATH");
    let mut keys = helix.stdin.take().expect("a pipe");
    let is_formatted = || fs::read_to_string(folder.join("guard.bt")).expect("a file").contains("\n    patrol,\n");
    for _ in 0..30 {
        // Helix only formats on save once the server has started.
        std::thread::sleep(Duration::from_secs(1));
        keys.write_all(b":w\r").expect("Helix runs");
        if is_formatted() {
            break;
        }
    }
    keys.write_all(b":qa!\r").expect("Helix runs");
    drop(keys);
    helix.wait().expect("Helix ends");
    assert!(is_formatted(), "{}", fs::read_to_string(folder.join("hx.log")).unwrap_or_default());
}
