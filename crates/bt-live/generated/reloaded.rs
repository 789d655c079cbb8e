//! Reads the text of a tree again before each step. It has another comment each time, so it is another program, and
//! means the same.

use std::sync::atomic::{AtomicU64, Ordering};

use bt_live::offer;
use bt_reference::play::{Said, Subject};
use bt_reference::world::World;

const FILE: &str = concat!(env!("OUT_DIR"), "/generated.rs");
const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/generated.rs"));

/// Each text is another one.
static TEXTS: AtomicU64 = AtomicU64::new(0);

pub struct Reloaded {
    tree: Box<dyn Subject>,
    /// The text of its module.
    text: &'static str,
    pub reloads: usize,
}

impl Reloaded {
    pub fn new(tree: Box<dyn Subject>, module: &str) -> Self {
        let start = TEXT.find(&format!("mod {module} {{")).expect("each tree has a module");
        let length = TEXT[start..].find("\n}").expect("each module ends") + 2;
        Reloaded { tree, text: &TEXT[start..start + length], reloads: 0 }
    }

    fn reload(&mut self) {
        let comment = format!("bt! {{ /// {}\n", TEXTS.fetch_add(1, Ordering::Relaxed));
        let update = offer(FILE, &self.text.replace("bt! {", &comment)).unwrap_or_else(|refused| panic!("{refused}"));
        self.reloads += usize::from(!update.trees.is_empty());
    }
}

impl Subject for Reloaded {
    fn tick(&mut self, nanos: u64, world: &mut World) -> Said {
        self.reload();
        self.tree.tick(nanos, world)
    }

    fn abort(&mut self, world: &mut World) -> bool {
        self.reload();
        self.tree.abort(world)
    }

    fn reset(&mut self) {
        self.tree.reset();
    }

    fn send(&mut self, message: u32, world: &mut World) -> bool {
        self.reload();
        self.tree.send(message, world)
    }

    fn look(&mut self) {
        self.tree.look();
    }

    fn is_running(&self) -> bool {
        self.tree.is_running()
    }

    fn active(&self, found: &mut Vec<(usize, &'static str)>) {
        self.tree.active(found);
    }

    fn is_as_new(&self) -> Option<bool> {
        self.tree.is_as_new()
    }

    fn is_observed(&self) -> bool {
        self.tree.is_observed()
    }
}
