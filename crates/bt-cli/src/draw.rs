//! `bt draw`: the drawings of trees, without a build.

use std::io::IsTerminal;
use std::process::ExitCode;

use bt_view::{Drawing, Outline};
use clap::{Args, ValueEnum};

use crate::chosen::{is_chosen, read, split, title, which_one};
use crate::plain::{self, Node};
use crate::trees::{Project, Tree, header, outline};

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
    let mut code = if mistakes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let json = arguments.format == Format::Json;
    let chosen: Vec<&Tree> = project.trees().iter().filter(|tree| is_chosen(&file, tree, which.as_deref())).collect();
    let outline = |tree: &Tree| {
        if arguments.fold {
            return Ok::<_, String>(outline(tree));
        }
        project.fits(tree).map_err(|why| format!("{why}: `--fold` draws a subtree as one node"))?;
        Ok(project.outline(tree))
    };
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
            print!("{}", draw(&outline(tree)?, arguments.format));
        }
        (trees, _) if arguments.format == Format::Text => {
            let mut drawings = Vec::new();
            for tree in trees {
                match outline(tree) {
                    Ok(outline) => drawings.push(title(&file, tree) + "\n" + &draw(&outline, Format::Text)),
                    Err(why) => {
                        eprintln!("error: {why}");
                        code = ExitCode::FAILURE;
                    }
                }
            }
            print!("{}", drawings.join("\n"));
        }
        (trees, _) => return Err(which_one(&file, trees)),
    }
    Ok(code)
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
