//! The programs that the page is built with.

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use lzma_rust2::{LzmaOptions, LzmaWriter};

const TARGET: &str = "wasm32-unknown-unknown";

/// Reports what is missing, and installs the packages of npm.
pub fn check(page: &Path) -> Result<(), Box<dyn Error>> {
    let library = said(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    if !Path::new(library.trim()).is_dir() {
        return Err(format!("the target is missing: rustup target add {TARGET}").into());
    }
    let npm = said(Command::new("npm").arg("--version"));
    npm.map_err(|_| "npm is missing: install Node.js from https://nodejs.org")?;
    // Installed again if the list has changed.
    let (list, done) = (page.join("package-lock.json"), page.join("node_modules/.package-lock.json"));
    let is_old = || Some(fs::metadata(&done).ok()?.modified().ok()? < fs::metadata(&list).ok()?.modified().ok()?);
    if is_old().unwrap_or(true) {
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(page))?;
    }
    Ok(())
}

/// The program in WebAssembly. `wasm-opt` would make it smaller, but its compressed form larger.
pub fn program(folder: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--locked", "--release", "--package", "bt-playground", "--target", TARGET]);
    // The program contains the places of its panics: without the folders of this machine, it is the same anywhere,
    // unless `RUSTFLAGS` is set, which Cargo takes instead of these.
    let home = std::env::home_dir().ok_or("the home folder is missing")?;
    let root = folder.parent().ok_or("the playground is in the repository")?;
    let flags = [home.as_path(), root].map(|folder| format!("--remap-path-prefix={}=", folder.display()));
    build.args(["--config", &format!("target.{TARGET}.rustflags={flags:?}")]);
    run(build.current_dir(folder))?;
    Ok(fs::read(folder.join("target").join(TARGET).join("release/bt_playground.wasm"))?)
}

/// Packs bytes for `lzma.js`: a third smaller than in the formats that browsers unpack by themselves.
pub fn pack(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    // Neither code nor text is aligned, and of a byte, the upper half says the most about the next one.
    let options = LzmaOptions { pb: 0, lc: 4, nice_len: LzmaOptions::NICE_LEN_MAX, ..LzmaOptions::with_preset(9) };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// A script with everything that it imports.
pub fn script(main: &Path, dist: &Path) -> Result<String, Box<dyn Error>> {
    let page = main.parent().ok_or("a script is in a folder")?;
    bundled(page, dist, &["--bundle", "--format=iife", &main.display().to_string()])
}

/// A text, minified. `kind` is the extension of its file.
pub fn short(text: &str, kind: &str, page: &Path, dist: &Path) -> Result<String, Box<dyn Error>> {
    let file = dist.join(format!("long.{kind}"));
    fs::write(&file, text)?;
    let short = bundled(page, dist, &[&file.display().to_string()]);
    fs::remove_file(file)?;
    short
}

fn bundled(page: &Path, dist: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let file = dist.join("bundled.js");
    let mut bundle = Command::new("npx");
    bundle.args(["--no-install", "esbuild", "--minify", "--target=es2022", "--legal-comments=none"]);
    bundle.args(["--log-level=warning", &format!("--outfile={}", file.display())]);
    run(bundle.args(arguments).current_dir(page))?;
    let script = fs::read_to_string(&file)?.replace("</script", "<\\/script");
    fs::remove_file(file)?;
    Ok(script)
}

/// Runs a program, and fails if it does.
pub fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} has failed").into()) }
}

fn said(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout)?)
    } else {
        Err(format!("{command:?} has failed").into())
    }
}
