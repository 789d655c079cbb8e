//! The figures: measured, and as they are written.

use std::fs;
use std::path::{Path, PathBuf};

/// What a tree takes on a core.
pub struct Row {
    pub tree: String,
    pub target: String,
    /// Bytes of code and constants, its leaves included.
    pub flash: u64,
    /// Bytes of its state.
    pub state: u64,
    /// Bytes of stack of its deepest tick.
    pub stack: u64,
    /// Instructions of its longest tick.
    pub instructions: u64,
}

/// All of them.
pub struct Figures {
    pub rows: Vec<Row>,
}

/// The marks around the table of the chapter.
const MARKS: [&str; 2] = ["<!-- figures of tests/embedded -->\n", "<!-- end of figures -->\n"];

const HEAD: &str = "tree,target,flash,state,stack,instructions";

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

impl Figures {
    /// As Markdown.
    pub fn table(&self) -> String {
        let head = "| tree | core | flash, bytes | state, bytes | stack, bytes | longest tick, instructions |\n\
                    | --- | --- | --- | --- | --- | --- |\n";
        let row = |Row { tree, target, flash, state, stack, instructions }: &Row| {
            let core = target.split('-').next().unwrap_or_default();
            format!("| {tree} | {core} | {flash} | {state} | {stack} | {instructions} |\n")
        };
        head.to_owned() + &self.rows.iter().map(row).collect::<String>()
    }

    /// As data.
    fn data(&self) -> String {
        let row = |Row { tree, target, flash, state, stack, instructions }: &Row| {
            format!("{tree},{target},{flash},{state},{stack},{instructions}\n")
        };
        format!("{HEAD}\n{}", self.rows.iter().map(row).collect::<String>())
    }

    fn parse(data: &str) -> Option<Self> {
        let row = |line: &str| {
            let mut fields = line.split(',');
            let (tree, target) = (fields.next()?.to_owned(), fields.next()?.to_owned());
            let mut number = || fields.next()?.parse().ok();
            Some(Row { tree, target, flash: number()?, state: number()?, stack: number()?, instructions: number()? })
        };
        Some(Figures { rows: data.strip_prefix(HEAD)?.trim().lines().map(row).collect::<Option<_>>()? })
    }

    /// Writes the data, and the table of the chapter.
    pub fn write(&self) -> Result<(), String> {
        let path = chapter();
        let (before, _, after) = parts(&path)?;
        let [open, close] = MARKS;
        let text = format!("{before}{open}\n{}\n{close}{after}", self.table());
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        let data = file("figures.csv");
        fs::write(&data, self.data()).map_err(|error| format!("{}: {error}", data.display()))
    }

    /// Fails if a figure is more than a tenth above the written one, or the chapter has another table.
    pub fn check(&self) -> Result<(), String> {
        let data = file("figures.csv");
        let written = Self::parse(&read(&data)?).ok_or_else(|| format!("{} is damaged", data.display()))?;
        if parts(&chapter())?.1.trim() != written.table().trim() {
            return Err(format!("{} has another table than figures.csv: use `--write`", chapter().display()));
        }
        let names = |figures: &Figures| -> Vec<(String, String)> {
            figures.rows.iter().map(|row| (row.tree.clone(), row.target.clone())).collect()
        };
        if names(self) != names(&written) {
            return Err("there are other trees or cores than in figures.csv: use `--write`".to_owned());
        }
        let grown: Vec<String> =
            self.rows.iter().zip(&written.rows).flat_map(|(now, before)| grown(now, before)).collect();
        if grown.is_empty() { Ok(()) } else { Err(grown.join("\n")) }
    }
}

/// What has grown by more than a tenth, and by more than eight bytes or instructions.
fn grown(now: &Row, before: &Row) -> Vec<String> {
    let figures = [
        ("flash", now.flash, before.flash),
        ("state", now.state, before.state),
        ("stack", now.stack, before.stack),
        ("instructions", now.instructions, before.instructions),
    ];
    let grown = figures.into_iter().filter(|(_, now, before)| *now > (before + before / 10).max(before + 8));
    grown.map(|(name, is, was)| format!("{} on {}: {name} was {was}, and is {is}", now.tree, now.target)).collect()
}

fn chapter() -> PathBuf {
    file("../../book/src/embedded.md")
}

/// What is before, between and after the marks.
fn parts(path: &Path) -> Result<(String, String, String), String> {
    let (text, [open, close]) = (read(path)?, MARKS);
    let found = text.split_once(open).and_then(|(before, rest)| Some((before, rest.split_once(close)?)));
    let (before, (between, after)) = found.ok_or_else(|| format!("{} has no marks for the table", path.display()))?;
    Ok((before.to_owned(), between.to_owned(), after.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(flash: u64) -> Figures {
        let (tree, target) = ("door".to_owned(), "thumbv6m-none-eabi".to_owned());
        Figures { rows: vec![Row { tree, target, flash, state: 1, stack: 2, instructions: 3 }] }
    }

    #[test]
    fn data_is_read_as_it_is_written() {
        let data = figures(100).data();
        assert_eq!(Figures::parse(&data).map(|figures| figures.data()).as_deref(), Some(&*data));
        assert!(Figures::parse("tree\n").is_none());
    }

    #[test]
    fn a_tenth_more_is_a_regression() {
        let grown = |now, before| grown(&figures(now).rows[0], &figures(before).rows[0]);
        assert!(grown(110, 100).is_empty() && grown(17, 10).len() + grown(18, 10).len() == 0);
        assert_eq!(grown(111, 100), ["door on thumbv6m-none-eabi: flash was 100, and is 111"]);
    }
}
