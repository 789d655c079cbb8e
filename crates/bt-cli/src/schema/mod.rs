//! `bt schema`: what the trees of a crate may contain, for programs that write trees.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::files;

mod classes;
mod grammar;
mod json;
mod palette;

pub use classes::Classes;
pub use grammar::{Grammar, grammar};
pub use json::schema;
pub use palette::{Palette, palettes};

/// The arguments of `bt schema`.
#[derive(Args)]
pub struct Arguments {
    /// Rust files, or folders of such files. Their leaves, and whatever their trees use, may be in new trees.
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// The context of the trees, if the files have trees with several contexts.
    #[arg(long)]
    context: Option<String>,
    /// Writes a grammar in the notation GBNF. Default: a JSON schema.
    #[arg(long, conflicts_with = "json")]
    gbnf: bool,
    /// Writes a JSON schema.
    #[arg(long)]
    json: bool,
}

/// Runs `bt schema`.
///
/// # Errors
/// If a file cannot be read, or it is not clear which context is meant.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let files: Vec<_> =
        files::find(&arguments.paths)?.iter().map(|path| files::read(path)).collect::<Result<_, _>>()?;
    let palettes = palettes(&files);
    let contexts = || palettes.iter().map(|palette| format!("`{}`", palette.context)).collect::<Vec<_>>().join(", ");
    let palette = match (&arguments.context, &palettes[..]) {
        (Some(context), palettes) => palettes.iter().find(|palette| palette.context == *context),
        (None, [palette]) => Some(palette),
        (None, []) => return Err("no tree with a context".to_owned()),
        (None, _) => {
            return Err(format!("the trees have several contexts: {}; choose one with `--context NAME`", contexts()));
        }
    };
    let palette = palette.ok_or_else(|| format!("no tree has this context; the trees have {}", contexts()))?;
    match arguments.gbnf {
        true => print!("{}", grammar(palette, &Classes::default())),
        false => println!("{:#}", schema(palette)),
    }
    Ok(ExitCode::SUCCESS)
}
