//! `bt diff`: the differences of the trees of two files, node by node.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use bt_view::Difference;
use clap::Args;

use crate::trees::{Tree, header, outline, read};
use crate::{Source, chosen, files};

/// The arguments of `bt diff`.
#[derive(Args)]
pub struct Arguments {
    /// The old file and the new file; `FILE:NAME` is only the tree of that name. With `--git`: files and folders.
    paths: Vec<String>,
    /// Compares the files in these paths, or in the current folder, with those of a git revision.
    #[arg(long, value_name = "REVISION")]
    git: Option<String>,
}

/// Runs `bt diff`. The exit code is 1 if there are differences.
///
/// # Errors
/// If a file cannot be read.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let text = match (&arguments.git, &arguments.paths[..]) {
        (Some(revision), paths) => with_revision(revision, paths)?,
        (None, [old, new]) => {
            let ((old, old_tree), (new, new_tree)) = (chosen::split(old), chosen::split(new));
            let [old, new] = [chosen::read(&old)?, chosen::read(&new)?];
            let pick = match (old_tree, new_tree) {
                (None, None) => Pick::All,
                (Some(old), new) => Pick::Named(new.unwrap_or_else(|| old.clone()), old),
                (None, Some(new)) => Pick::Named(new.clone(), new),
            };
            differences(&old, &new, &pick)?
        }
        (None, _) => return Err("name two files, or a revision: `bt diff --git HEAD`".to_owned()),
    };
    print!("{text}");
    Ok(if text.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The trees to compare.
enum Pick {
    All,
    /// The trees with these names: the new one, then the old one.
    Named(String, String),
}

/// A tree to compare. A subtree is a single node.
struct Compared {
    /// Its name. Trees without a name are numbered.
    name: String,
    /// The tree without its nodes: `Wander(Npc) { radius: f32 }`.
    header: String,
    tree: Tree,
}

/// Drawings of all trees that differ. Trees are matched by name.
fn differences(old: &Source, new: &Source, pick: &Pick) -> Result<String, String> {
    let [mut olds, mut news] = [compared(old)?, compared(new)?];
    if let Pick::Named(new_name, old_name) = pick {
        news.retain(|tree| tree.name == *new_name);
        olds.retain(|tree| tree.name == *old_name);
        for (file, name, trees) in [(old, old_name, &mut olds), (new, new_name, &mut news)] {
            let tree = trees.first_mut().ok_or_else(|| format!("no tree `{name}` in {}", file.path.display()))?;
            tree.name.clone_from(new_name);
        }
    }
    let mut all = Vec::new();
    for new in &news {
        let outline_of_new = outline(&new.tree);
        let old = olds.iter().position(|old| old.name == new.name).map(|at| olds.remove(at));
        let (difference, title) = match old {
            Some(old) if squeezed(&old.header) == squeezed(&new.header) => {
                (Difference::between(&outline(&old.tree), &outline_of_new), format!("  {}", new.header))
            }
            Some(old) => {
                let difference = Difference::between(&outline(&old.tree), &outline_of_new);
                (difference, format!("~ {} -> {}", old.header, new.header))
            }
            None => (Difference::added(&outline_of_new), format!("+ {}", new.header)),
        };
        if !difference.is_empty() || title.starts_with('~') {
            all.push((title, difference));
        }
    }
    for old in &olds {
        all.push((format!("- {}", old.header), Difference::removed(&outline(&old.tree))));
    }
    let colours = std::env::var_os("NO_COLOR").is_none() && std::io::stdout().is_terminal();
    let drawn =
        all.iter().map(|(title, difference)| format!("{title}\n{}", difference.drawing().colors(colours).text()));
    Ok(drawn.collect::<Vec<_>>().join("\n"))
}

/// The trees of a file.
fn compared(file: &Source) -> Result<Vec<Compared>, String> {
    let in_file = |report: &crate::Report| {
        let (line, column) = file.position(report.range.start);
        format!("{}:{line}:{column}: {}", file.path.display(), report.message)
    };
    let (trees, reports) = read(file).map_err(|report| in_file(&report))?;
    // The nodes of a tree with mistakes cannot be compared.
    if let Some(report) = reports.first() {
        return Err(in_file(report));
    }
    let mut unnamed = 0;
    let compared = trees.into_iter().map(|tree| {
        let name = tree.name.clone().unwrap_or_else(|| {
            unnamed += 1;
            format!("tree without a name, number {unnamed}")
        });
        Compared { header: header(file, &tree).unwrap_or_else(|| name.clone()), name, tree }
    });
    Ok(compared.collect())
}

/// A text without white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The differences between a revision and the current files.
fn with_revision(revision: &str, paths: &[String]) -> Result<String, String> {
    let changed = git(&[&["diff", "--name-only", "-z", "--relative", revision, "--"], &strs(paths)[..]].concat())?;
    let mut all = Vec::new();
    for path in changed.split_terminator('\0').map(PathBuf::from) {
        if !matches!(path.extension().and_then(|end| end.to_str()), Some("rs" | "bt")) {
            continue;
        }
        let old = git(&["show", &format!("{revision}:./{}", path.display())]).unwrap_or_default();
        let old = Source::new(&Path::new(revision).join(&path), old);
        let new = if path.exists() { files::read(&path)? } else { Source::new(&path, String::new()) };
        let text = differences(&old, &new, &Pick::All)?;
        if !text.is_empty() {
            all.push(format!("{}:\n{text}", path.display()));
        }
    }
    Ok(all.join("\n"))
}

fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// The output of a git command.
fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).output().map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
