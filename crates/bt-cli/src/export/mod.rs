//! `bt export`: trees as the XML of BehaviorTree.CPP and Groot2.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::files;
use crate::import::write_new;
use crate::problems::tell;

mod declared;
mod forest;

pub use forest::forest;

/// The arguments of `bt export`.
#[derive(clap::Args)]
#[command(after_help = "A node that BehaviorTree.CPP has, too, becomes that one: `sequence`, `retry(3)`, \
                        `timeout(1.5)`. Every other node becomes a node of the TreeNodesModel, which says what it is \
                        in Rust, and is reported as a warning with its place. `bt import` reads it, and writes the \
                        same trees.")]
pub struct Arguments {
    /// Rust files, `.bt` files, or folders of such files.
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Where to write the XML: a file that does not exist yet. Default: standard output.
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Writes one JSON object for each message to standard output. The XML is then only written to `--out`.
    #[arg(long)]
    json: bool,
}

/// Writes the XML, and reports what BehaviorTree.CPP does not have.
///
/// # Errors
/// If a file cannot be read or written, or has mistakes.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let paths = files::find(&arguments.paths)?;
    let files = paths.iter().map(|path| files::read(path)).collect::<Result<Vec<_>, _>>()?;
    let forest = match forest(&files) {
        Ok(forest) => forest,
        Err(reports) => {
            for (file, report) in &reports {
                match arguments.json {
                    true => println!("{}", report.to_json(file)),
                    false => eprintln!("{}\n", report.draw(file, std::io::IsTerminal::is_terminal(&std::io::stderr()))),
                }
            }
            return Ok(ExitCode::FAILURE);
        }
    };
    if forest.trees.is_empty() {
        return Err("these files contain no trees".to_owned());
    }
    let exported = bt_xml::export::export(&forest);
    let texts = files.iter().map(|file| (file.path.display().to_string(), file.text.clone())).collect();
    tell(&exported.problems, &texts, arguments.json);
    let Some(xml) = exported.xml else { return Ok(ExitCode::FAILURE) };
    match &arguments.out {
        Some(path) => write_new(path, &xml)?,
        None if arguments.json => {}
        None => print!("{xml}"),
    }
    Ok(ExitCode::SUCCESS)
}
