//! The site: the book, the documentation of the crates and the playground, in one folder for any static host.

mod links;
mod tries;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::run;

/// The crates that the site documents: those of the workspace that users import.
const CRATES: &[&str] =
    &["bt-trees", "bt-macros", "bt-compiler", "bt-text", "bt-view", "bt-check", "bt-crowd", "bt-xml"];

/// Builds the site in `playground/dist/site`. `page` is the file of the playground.
pub fn build(folder: &Path, page: &Path) -> Result<(), Box<dyn Error>> {
    let project = folder.parent().ok_or("the folder of the project is missing")?;
    let site = folder.join("dist/site");
    let mdbook = Command::new("mdbook").arg("--version").output();
    mdbook.map_err(|_| "mdbook is missing: cargo install mdbook")?;
    run(Command::new("mdbook").arg("build").arg(project.join("book")).arg("--dest-dir").arg(&site))?;
    // A separate folder, since that of the project also has pages of deleted items.
    let target = folder.join("target/site");
    // A crate links to those that have a folder. Cargo removes the folder of a crate while it is documented: so one at a
    // time.
    for name in CRATES {
        fs::create_dir_all(target.join("doc").join(library(name)))?;
    }
    for name in CRATES {
        let mut doc = Command::new(env!("CARGO"));
        doc.args(["doc", "--no-deps", "--lib", "--all-features", "--package", name, "--target-dir"]).arg(&target);
        run(doc.current_dir(project))?;
    }
    copy(&target.join("doc"), &site.join("doc"))?;
    fs::write(site.join("doc/index.html"), "<meta http-equiv=\"refresh\" content=\"0; url=bt/index.html\">\n")?;
    fs::create_dir_all(site.join("play"))?;
    fs::copy(page, site.join("play/index.html"))?;
    let pages = pages(&site)?;
    let (mut linked, mut left) = (0, Vec::new());
    let has_trees = |page: &&PathBuf| !page.starts_with(site.join("play")) && !page.starts_with(site.join("doc/src"));
    for page in pages.iter().filter(has_trees) {
        let up = "../".repeat(page.strip_prefix(&site)?.components().count() - 1);
        // The book links to crates by their places in the repository, and to their items by where they will be published.
        let html = CRATES.iter().fold(fs::read_to_string(page)?, |html, name| {
            let doc = format!("href=\"{up}doc/");
            html.replace(&format!("href=\"../../crates/{name}\""), &format!("{doc}{}/index.html\"", library(name)))
                .replace(&format!("href=\"https://docs.rs/{name}\""), &format!("{doc}{}/index.html\"", library(name)))
                .replace(&format!("href=\"https://docs.rs/{name}/latest/"), &doc)
        });
        let html = html.replacen(BUTTONS, &format!("{BUTTONS}{}", beside(&up)), 1);
        let found = tries::add(&html, &format!("{up}play/index.html"));
        fs::write(page, found.html)?;
        linked += found.linked;
        left.extend(found.left.into_iter().map(|why| format!("{}: {why}", page.display())));
    }
    println!("{}: {} pages, {linked} links to the playground", site.display(), pages.len());
    left.iter().for_each(|left| println!("no link: {left}"));
    let dead = links::dead(&site, &pages)?;
    match &dead[..] {
        [] => Ok(()),
        dead => Err(format!("{} dead links:\n{}", dead.len(), dead.join("\n")).into()),
    }
}

/// What a crate is called in code.
fn library(name: &str) -> String {
    if name == "bt-trees" { "bt".to_owned() } else { name.replace('-', "_") }
}

/// The buttons at the top of a page of the book, where mdBook has no place for other links.
const BUTTONS: &str = "<div class=\"right-buttons\">";

/// Links from the top of a page to what is beside the book.
fn beside(up: &str) -> String {
    let style = "color: var(--links); margin-inline-end: 1rem";
    [("play", "Playground"), ("doc", "Crates")]
        .map(|(folder, name)| format!("<a href=\"{up}{folder}/index.html\" style=\"{style}\">{name}</a>"))
        .concat()
}

/// All pages below a folder, in order.
fn pages(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let (mut folders, mut pages) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}

fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, to) = (entry?.path(), to.to_owned());
        let to = to.join(path.file_name().ok_or("a file has a name")?);
        if path.is_dir() { copy(&path, &to)? } else { fs::copy(&path, &to).map(drop)? }
    }
    Ok(())
}
