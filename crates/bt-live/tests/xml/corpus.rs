//! Files of other projects: each of their trees loads and runs with leaves that succeed. They are not in the
//! repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bt::{Composite, Decorator, Next, Status};
use bt_live::xml::{MapBoard, Palette, Port, input, load_by};
use bt_xml::Sources;
use bt_xml::parts::{Direction, Kind, Node, Opened};

struct Plain;

impl Decorator<MapBoard> for Plain {}

/// Runs all of its children.
struct All(usize);

impl Composite<MapBoard> for All {
    fn first(&mut self, _: &mut MapBoard, children: usize) -> Next {
        self.0 = children;
        Next::Child(0)
    }

    fn after(&mut self, _: &mut MapBoard, child: usize, ended: Status) -> Next {
        if child + 1 < self.0 { Next::Child(child + 1) } else { Next::End(ended) }
    }
}

fn visit(node: &Node, each: &mut impl FnMut(&Node)) {
    each(node);
    node.children.iter().for_each(|child| visit(child, each));
}

/// A palette with all nodes that a file uses, and its trees.
fn palette(path: &str, models: &[&str]) -> (Palette<MapBoard>, Vec<String>) {
    let sources = Sources { paths: &[path], models, ..Sources::default() };
    let opened = Opened::new(sources, &mut |path| fs::read_to_string(path).map_err(|error| error.to_string()));
    let mut nodes: BTreeMap<String, (Kind, BTreeSet<String>)> = BTreeMap::new();
    for tree in &opened.document.trees {
        visit(&tree.root, &mut |node| {
            if matches!(node.kind, Kind::Action | Kind::Condition | Kind::Control | Kind::Decorator) {
                let (_, ports) = nodes.entry(node.id.text.clone()).or_insert((node.kind, BTreeSet::new()));
                ports.extend(node.ports.iter().map(|port| port.name.text.clone()));
            }
        });
    }
    let model = |id: &str| opened.document.models.iter().find(|model| model.id.text == id);
    let mut palette = Palette::new();
    for (id, (kind, used)) in &nodes {
        let ports = used.iter().map(|name| -> Port {
            let modelled = model(id).and_then(|model| model.ports.iter().find(|port| port.name.text == *name));
            let name: &'static str = name.clone().leak();
            match modelled.map(|port| (port.direction, port.ty.as_deref())) {
                Some((Direction::Output, _)) => bt_live::xml::output(name).optional(),
                Some((_, Some("double" | "float"))) => input(name).number().optional(),
                Some((_, Some("int" | "unsigned int"))) => input(name).integer().optional(),
                Some((_, Some("bool"))) => input(name).bool().optional(),
                _ => input(name).optional(),
            }
        });
        let kind = model(id).map_or(*kind, |model| model.kind);
        palette = match kind {
            Kind::Decorator => palette.decorator(id, ports, |_| Plain),
            Kind::Control => palette.control(id, ports, |_| All(0)),
            _ => palette.action(id, ports, |_, _| Status::Success),
        };
    }
    (palette, opened.document.trees.iter().map(|tree| tree.name.text.clone()).collect())
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder can be read").filter_map(Result::ok);
    for path in entries.map(|entry| entry.path()) {
        match path.is_dir() {
            true => files(&path, found),
            false => found.extend(path.extension().is_some_and(|end| end == "xml").then_some(path)),
        }
    }
}

/// `BT_XML_FILES=folder BT_XML_MODELS=file cargo test .. --test xml corpus -- --ignored --nocapture`
#[test]
#[ignore = "needs files of other projects"]
fn files_of_other_projects() {
    let folder = std::env::var("BT_XML_FILES").expect("`BT_XML_FILES` is a folder");
    let models = std::env::var("BT_XML_MODELS").unwrap_or_default();
    let models: Vec<&str> = models.split(':').filter(|path| !path.is_empty()).collect();
    let mut paths = Vec::new();
    files(Path::new(&folder), &mut paths);
    paths.sort();
    let (mut whole, mut plain, mut trees) = (0, 0, 0);
    for path in &paths {
        let path = path.to_string_lossy();
        let (palette, names) = palette(&path, &models);
        let (mut told, mut warned) = (BTreeSet::new(), BTreeSet::new());
        for name in &names {
            let read = &mut |path: &str| fs::read_to_string(path).map_err(|error| error.to_string());
            match load_by(&path, Some(name), &palette, read) {
                Ok(mut loaded) => {
                    trees += 1;
                    warned.extend(loaded.warnings.into_iter().map(|warning| warning.message));
                    let mut board = MapBoard::default();
                    for _ in 0..5 {
                        loaded.tree.tick_for(1.0, &mut board);
                    }
                    loaded.tree.abort(&mut board);
                }
                Err(refused) => {
                    assert!(!refused.mistakes().is_empty(), "{path}");
                    let told_of =
                        |mistake: &bt_live::Mistake| format!("{}:{} {}", mistake.line, mistake.column, mistake.message);
                    told.extend(refused.mistakes().iter().map(told_of));
                }
            }
        }
        if names.is_empty() {
            told.insert("no trees".to_owned());
        }
        whole += usize::from(told.is_empty());
        plain += usize::from(told.is_empty() && warned.is_empty());
        for (what, all) in [("REFUSED", &told), ("warned", &warned)] {
            for message in all.iter().take(5) {
                println!("{what} {path}: {message}");
            }
        }
    }
    println!("{} files: {whole} run, {plain} of them without a warning; {trees} trees", paths.len());
}
