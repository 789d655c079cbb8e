//! `bt draw`: the drawings of trees, without a build.

use std::io::{IsTerminal, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bt_view::{Drawing, Outline};
use clap::{Args, ValueEnum};

use crate::plain::{self, Node};
use crate::trees::{Project, Tree, header, outline};
use crate::{Source, files};

/// The arguments of `bt draw`.
#[derive(Args)]
pub struct Arguments {
    /// A Rust file or a `.bt` file, or `-` for standard input. `FILE:NAME` draws the tree of that name, `FILE:LINE` the
    /// tree in that line.
    file: String,
    /// How to draw.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Draws a subtree as one node. By default its nodes are drawn, if the crate of the file declares it.
    #[arg(long)]
    fold: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text, with a line for each node.
    Text,
    /// A picture.
    Svg,
    /// The language of Graphviz.
    Dot,
    /// A flow chart of Mermaid.
    Mermaid,
    /// The tree as JSON, which `bt from-json` reads, without its subtrees.
    Json,
}

/// Runs `bt draw`.
///
/// # Errors
/// If the file cannot be read, or if it is not clear which tree to draw.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let (path, which) = split(&arguments.file);
    let file = read(&path)?;
    let colours = std::io::stderr().is_terminal();
    let (project, mistakes) = match Project::new(&file) {
        Ok(read) => read,
        Err(report) => {
            eprintln!("{}\n", report.draw(&file, colours));
            return Ok(ExitCode::FAILURE);
        }
    };
    for mistake in &mistakes {
        eprintln!("{}\n", mistake.draw(&file, colours));
    }
    let code = if mistakes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let json = arguments.format == Format::Json;
    let outline = |tree: &Tree| if arguments.fold { outline(tree) } else { project.outline(tree) };
    let chosen: Vec<&Tree> = project.trees().iter().filter(|tree| is_chosen(&file, tree, which.as_deref())).collect();
    match (&chosen[..], which) {
        ([], _) if code == ExitCode::FAILURE => {}
        ([], Some(line)) if line.parse::<usize>().is_ok() => {
            return Err(format!("no tree in line {line} of {}", path.display()));
        }
        ([], Some(which)) => return Err(format!("no tree `{which}` in {}", path.display())),
        (trees, _) if json && !trees.is_empty() => {
            for tree in trees {
                let plain =
                    plain::Tree { header: header(&file, tree).unwrap_or_default(), root: Node::new(&tree.known.root) };
                println!("{}", serde_json::to_string(&plain).expect("it is plain data"));
            }
        }
        ([tree], which) if which.is_some() || arguments.format != Format::Text => {
            print!("{}", draw(&outline(tree), arguments.format));
        }
        (trees, _) if arguments.format == Format::Text => {
            let drawings = trees.iter().map(|tree| title(&file, tree) + "\n" + &draw(&outline(tree), Format::Text));
            print!("{}", drawings.collect::<Vec<_>>().join("\n"));
        }
        (trees, _) => return Err(which_one(&file, trees)),
    }
    Ok(code)
}

/// The file and the tree that an argument names.
pub(crate) fn split(argument: &str) -> (PathBuf, Option<String>) {
    match argument.rsplit_once(':') {
        Some((path, which)) if !Path::new(argument).exists() && !path.is_empty() => {
            (path.into(), Some(which.to_owned()))
        }
        _ => (argument.into(), None),
    }
}

/// Reads a file of trees, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Source, String> {
    files::not_xml(read_any(path)?)
}

/// Reads any text file, or standard input for `-`.
pub(crate) fn read_any(path: &Path) -> Result<Source, String> {
    if path != Path::new("-") {
        return files::read_any(path);
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| format!("cannot read the standard input: {error}"))?;
    Ok(Source::new(Path::new("<stdin>"), text))
}

pub(crate) fn is_chosen(file: &Source, tree: &Tree, which: Option<&str>) -> bool {
    let Some(which) = which else { return true };
    match which.parse::<usize>() {
        Ok(line) => (file.position(tree.range.start).0..=file.position(tree.range.end).0).contains(&line),
        Err(_) => tree.name.as_deref() == Some(which),
    }
}

/// The name of a tree, or its position.
pub(crate) fn title(file: &Source, tree: &Tree) -> String {
    let unnamed = || format!("tree in line {}", file.position(tree.range.start).0);
    tree.name.clone().unwrap_or_else(unnamed)
}

fn which_one(file: &Source, trees: &[&Tree]) -> String {
    let path = file.path.display();
    match trees {
        [] => format!("no tree in {path}"),
        _ => {
            let names: Vec<String> = trees
                .iter()
                .map(|tree| tree.name.clone().unwrap_or_else(|| file.position(tree.range.start).0.to_string()))
                .collect();
            format!("{path} has {} trees; name one: {path}:{}", trees.len(), names.join(&format!(", {path}:")))
        }
    }
}

fn draw(outline: &Outline, format: Format) -> String {
    let drawing = Drawing::new(outline);
    match format {
        Format::Text | Format::Json => drawing.text(),
        Format::Svg => drawing.svg(),
        Format::Dot => drawing.dot(),
        Format::Mermaid => drawing.mermaid(),
    }
}
