//! Every built-in node has a page in `bt/src/docs/nodes`, which begins with what the file of the node in the compiler
//! says. The chapter on nodes is made of these pages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use bt_compiler::tree::nodes::{self, Builtin, Children};

/// How each generated part is written again.
const BLESS: &str = "`BLESS=1 cargo test -p bt-book` writes it again";

/// How wide prose may be.
const WIDTH: usize = 120;

fn is_blessed() -> bool {
    env::var_os("BLESS").is_some()
}

/// A file of the repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn page_of(node: &str) -> String {
    format!("bt/src/docs/nodes/{node}.md")
}

fn read(path: &str) -> String {
    fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Checks that a file has this text, or writes it.
fn keep(path: &str, text: &str) {
    let found = read(path);
    if is_blessed() {
        fs::write(file(path), text).expect("the file can be written");
    } else if let Some((line, expected)) =
        text.lines().enumerate().find(|&(n, line)| found.lines().nth(n) != Some(line))
    {
        panic!("{path}, line {}: {:?} must be {expected:?}: {BLESS}", line + 1, found.lines().nth(line));
    } else {
        assert_eq!(found, text, "{path}: {BLESS}");
    }
}

/// A text with another part between two lines.
fn with_between(text: &str, begin: &str, end: &str, part: &str) -> String {
    let (before, rest) = text.split_once(begin).expect("it has a place for the part");
    let (_, after) = rest.split_once(end).expect("the place has an end");
    [before, begin, part, end, after].concat()
}

/// A page with the head that belongs to it: up to the form in a block of code, and what the node needs.
fn with_head(head: &str, page: &str) -> String {
    // A new page may have no head, or nothing but a head.
    let has_head = page.find("```text\n").is_some_and(|form| page.find("```rust\n").is_none_or(|code| form < code));
    let rest = if has_head { page.split_once("\n```\n").map_or("", |(_, rest)| rest) } else { page };
    let rest = rest.trim_start();
    let rest = if rest.starts_with("It needs ") { rest.split_once("\n\n").map_or("", |(_, rest)| rest) } else { rest };
    format!("{head}\n{rest}")
}

/// A text whose paragraphs are at most `width` wide.
fn wrapped(text: &str, width: usize) -> String {
    let mut is_code = false;
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let fences = paragraph.matches("```").count();
        let is_prose = !is_code && fences == 0 && !paragraph.starts_with(['-', '#', '|', '<']);
        is_code ^= fences % 2 == 1;
        let is_wide = paragraph.lines().any(|line| line.chars().count() > width);
        if is_prose && is_wide { filled(paragraph, width) } else { paragraph.to_owned() }
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// A paragraph in lines of at most `width`. Code stays on one line.
fn filled(paragraph: &str, width: usize) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match words.last_mut() {
            Some(code) if code.matches('`').count() % 2 == 1 => *code += &format!(" {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => *line += &format!(" {word}"),
            _ => lines.push(word),
        }
    }
    lines.join("\n")
}

/// A text with all links to nodes as links within the chapter.
fn linked(text: &str) -> String {
    let mut text = text.to_owned();
    for name in nodes::all().map(|node| node.name) {
        text = text.replace(&format!("[`{name}`]"), &format!("[`{name}`](#{name})"));
    }
    text
}

/// A chapter in which the text below each of these headings is that one.
fn with_sections(chapter: &str, sections: &BTreeMap<String, String>) -> String {
    let mut made = String::new();
    let mut given = false;
    for line in chapter.lines() {
        let section = sections.get(line);
        if line.starts_with('#') && !line.starts_with("# ") {
            given = false;
        }
        if !given {
            made += &format!("{line}\n");
        }
        if let Some(text) = section {
            given = true;
            made += &format!("\n{}\n\n", text.trim());
        }
    }
    made.trim_end().to_owned() + "\n"
}

const TYPES: &str = "\
//! A type for each built-in node: an editor completes its name, and shows its docs, the beginning of its page.
//!
//! `BLESS=1 cargo test -p bt-book` writes this file from these pages.
";

/// The type of a node, for editors: with the page of the node up to its example.
fn type_of(node: &Builtin, page: &str) -> String {
    let (rule, _) = page.split_once("```rust\n").unwrap_or((page, ""));
    let rule = wrapped(rule.trim(), WIDTH - "/// ".len());
    let docs: String = rule.lines().map(|line| format!("/// {line}").trim_end().to_owned() + "\n").collect();
    let ty = match node.children {
        Children::None => format!("pub struct {} {{}}", node.name),
        _ => format!("pub struct {}<children>(core::marker::PhantomData<children>);", node.name),
    };
    format!("\n{docs}{ty}\n")
}

#[test]
fn what_is_made_of_the_files_and_the_pages_of_the_nodes_is_up_to_date() {
    const MARKS: [&str; 2] = ["<!-- nodes: begin -->\n", "<!-- nodes: end -->\n"];
    let mut sections = BTreeMap::new();
    let mut types = TYPES.to_owned();
    for node in nodes::all() {
        let path = page_of(node.name);
        let page = with_head(&wrapped(&node.head(), WIDTH), &read(&path));
        keep(&path, &page);
        types += &type_of(node, &page);
        sections.insert(format!("### {}", node.name), wrapped(&linked(&page), WIDTH));
    }
    keep("bt/src/ide/nodes.rs", &types);

    let path = "bt/src/docs/nodes.md";
    let overview = with_between(&read(path), MARKS[0], MARKS[1], &nodes::index());
    keep(path, &overview);
    for section in overview.split("\n# ").skip(1) {
        let (title, text) = section.split_once('\n').expect("a section has a text");
        sections.insert(format!("## {title}"), wrapped(&linked(text), WIDTH));
    }

    let path = "book/src/nodes.md";
    let mut chapter = with_between(&read(path), MARKS[0], MARKS[1], &format!("{}\n", nodes::table()));
    for heading in sections.keys() {
        if is_blessed() && !chapter.lines().any(|line| line == heading) {
            // A new node goes to the end, where its author may leave it or not.
            chapter += &format!("\n{heading}\n");
        }
        let found = chapter.lines().filter(|line| line == heading).count();
        assert_eq!(found, 1, "{path} has the heading `{heading}`");
    }
    keep(path, &with_sections(&chapter, &sections));
}

/// Names in lines of at most 100 characters, as a macro takes them.
fn listed(names: &[&str]) -> String {
    let mut lines = vec![String::new()];
    for name in names {
        if lines.last().is_some_and(|line| line.len() + name.len() >= 100) {
            lines.push(String::new());
        }
        let line = lines.last_mut().expect("there is a line");
        *line += if line.is_empty() { "    " } else { " " };
        *line += name;
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_lists_of_nodes_have_all() {
    let names: Vec<&str> = nodes::all().map(|node| node.name).collect();
    let path = "bt/src/nodes.rs";
    keep(path, &with_between(&read(path), "nodes! {\n", "}\n", &listed(&names)));
    let path = "book/src/introduction.md";
    keep(path, &with_between(&read(path), "## What it can do\n\n- [", " nodes](nodes.md)", &names.len().to_string()));
    // A pattern takes the first name that fits, and `wait` fits `wait_until`: so the names are in reverse order.
    let pattern: Vec<&str> = names.iter().rev().copied().collect();
    let path = "editors/vscode/syntaxes/bt.tmLanguage.json";
    let begin = "\"keyword.control.node.bt\",\n          \"match\": \"(?<![:\\\\w])(";
    keep(path, &with_between(&read(path), begin, ")", &pattern.join("|")));
}

#[test]
fn every_page_belongs_to_a_node() {
    let pages = fs::read_dir(file("bt/src/docs/nodes")).expect("there are pages");
    let pages: BTreeSet<_> = pages.map(|entry| entry.expect("the folder can be read").file_name()).collect();
    assert_eq!(pages, nodes::all().map(|node| format!("{}.md", node.name).into()).collect());
}

#[test]
fn every_page_has_a_rule_an_example_with_its_trace_and_a_picture() {
    // Other tests are writing the heads and the pictures.
    let written = if is_blessed() { None } else { Some(nodes::all()) };
    for node in written.into_iter().flatten() {
        let page = read(&page_of(node.name));
        let (rule, rest) = page.split_once("\n```rust\n# use bt_book::*;\n").expect("the page has an example");
        assert!(rule.len() > node.head().len() + 10, "{}: the rule is missing", node.name);
        let (example, picture) = rest
            .rsplit_once(&format!("\n# shows(\"{}\");\n```\n", node.name))
            .unwrap_or_else(|| panic!("{}: the last example ends with `# shows(\"{0}\");`", node.name));
        let is_traced = example.replace(['\n', ' '], "").contains("assert_eq!(play");
        assert!(is_traced, "{}: the example has no trace", node.name);
        let is_a_picture = ["\n```text\ntick", "\n```text\nseconds"].iter().any(|head| picture.starts_with(head));
        assert!(is_a_picture && picture.contains(node.name), "{}: {BLESS}", node.name);
    }
}
