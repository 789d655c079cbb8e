//! The examples of the page: the files in `examples`, the trees of programs, and those of the pages of nodes.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::trees::of_code;

/// The trees of programs in the folder `examples` of the project.
const PROGRAMS: [(&str, &str); 2] = [("the village", "village/trees.rs"), ("the guard", "guard/trees.rs")];

/// All examples, those of the playground first.
pub fn all(folder: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let project = folder.parent().ok_or("the folder of the project is missing")?;
    let mut all = own(&folder.join("examples"))?;
    for (name, file) in PROGRAMS {
        let text = trees(&fs::read_to_string(project.join("examples").join(file))?);
        all.push(json!({ "group": "programs", "name": name, "text": text }));
    }
    for (name, page) in sorted(&project.join("bt/src/docs/nodes"), "md")? {
        let mut codes = page.split("```").skip(1).step_by(2).filter(|code| code.starts_with("rust"));
        if let Some(text) = codes.find_map(of_code) {
            all.push(json!({ "group": "nodes", "name": name, "text": text }));
        }
    }
    Ok(all)
}

/// The files of the playground. Their first lines may have scripts of leaves, `//= name: RRS`, and their world, `//@
/// world: door`.
fn own(folder: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let examples = sorted(folder, "bt")?.into_iter().map(|(name, text)| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("//= ")?.split_once(": "));
        let scripts: serde_json::Map<String, Value> =
            lines.map(|(name, script)| (name.to_owned(), json!(script))).collect();
        let world = text.lines().find_map(|line| line.strip_prefix("//@ world: ")).unwrap_or_default().to_owned();
        let is_said = |line: &&str| !line.starts_with("//= ") && !line.starts_with("//@ ");
        let text: String = text.lines().filter(is_said).flat_map(|line| [line, "\n"]).collect();
        // `1-guard` comes first, and is called `guard`.
        let name = name.split_once('-').map_or(&*name, |(_, name)| name).replace('_', " ");
        json!({ "group": "first trees", "name": name, "text": text, "scripts": scripts, "world": world })
    });
    Ok(examples.collect())
}

/// The names and texts of the files with an ending, in order.
fn sorted(folder: &Path, ending: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == ending) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, fs::read_to_string(&path)?));
        }
    }
    files.sort();
    Ok(files)
}

/// The trees of a Rust file, each with the lines that document it.
fn trees(rust: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in rust.lines() {
        inside |= line.starts_with("bt! {");
        if inside {
            text.push_str(line);
            text.push('\n');
        }
        if inside && line == "}" {
            inside = false;
            text.push('\n');
        }
    }
    text.trim_end().to_owned() + "\n"
}
