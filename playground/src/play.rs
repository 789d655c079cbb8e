//! `Play`: the tree of the text, its scene, and what the page sees of it.

use std::sync::{Arc, PoisonError, RwLock};

use bt::{TreeFor, TreeObserver};
use bt_live::{Line, LiveTree, Palette, Refused, Script, Sheet};
use bt_view::AgentKey;
use bt_view::local::{LivePage, Turn, Viewer, open};

use crate::scene::Scene;
use crate::worlds::{self, Kind};

/// The seed until the page names another.
const SEED: u64 = 1;
/// The longest step of time, in seconds.
const LONGEST_FRAME: f64 = 60.0;
/// The most ticks of one call.
const MOST_TICKS: u32 = 10_000;

/// The tree of the text, and what the page sees of it.
pub struct Play {
    sheet: Arc<Sheet>,
    palette: Arc<RwLock<Palette<Scene>>>,
    scene: Scene,
    world: Option<&'static Kind>,
    live: LivePage,
    /// What the page receives.
    pub viewer: Viewer,
    /// Exists as soon as there is a tree.
    agent: Option<AgentKey>,
    tree: Option<LiveTree<Scene>>,
    /// The text that runs, and the name of the tree that was asked for.
    running: String,
    root: Option<String>,
    ticks: u64,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// The name of the tree that runs; empty if it has none.
    pub root: String,
    /// The names of all trees.
    pub trees: Vec<String>,
    /// The names that scripts can play.
    pub lines: Vec<Line>,
}

impl Play {
    /// A play without a text. `run` identifies it to the page.
    #[must_use]
    pub fn new(run: u64) -> Self {
        let palette = Arc::new(RwLock::new(Palette::new().random()));
        let judge = Arc::clone(&palette);
        let sheet =
            Sheet::new(move |text| judge.read().unwrap_or_else(PoisonError::into_inner).script(text, None).map(|_| ()));
        let (live, viewer) = open(run.to_string(), Arc::clone(&sheet) as _);
        let (scene, running) = (Scene::new(SEED), String::new());
        Play {
            sheet,
            palette,
            scene,
            world: None,
            live,
            viewer,
            agent: None,
            tree: None,
            running,
            root: None,
            ticks: 0,
        }
    }

    /// Reads a text that the user has typed. If it is right, the tree continues in it.
    ///
    /// # Errors
    /// What is wrong with it. The old tree continues.
    pub fn write(&mut self, text: &str, root: Option<&str>) -> Result<Read, Refused> {
        self.root = root.map(str::to_owned);
        let read = self.take(text);
        self.sheet.write(text, read.as_ref().err());
        read
    }

    /// Goes to the world of a name, or to none if there is no such world. Trees of the previous world do not continue.
    pub fn go_to(&mut self, world: &str) {
        let (name, kind) = (|kind: &Kind| kind.name, worlds::find(world));
        if kind.map(name) != self.world.map(name) {
            self.world = kind;
            self.scene.go_to(kind.map(|kind| kind.make));
            let palette = kind.map_or_else(|| Palette::new().random(), Kind::palette);
            *self.palette.write().unwrap_or_else(PoisonError::into_inner) = palette;
            if let (Some(tree), Some(agent)) = (&mut self.tree, self.agent) {
                reset(tree);
                self.live.reset(agent);
            }
        }
    }

    /// Takes over what was edited by hand on the page. `None` if nothing was.
    pub fn follow(&mut self) -> Option<Read> {
        let text = self.sheet.running();
        if text == self.running { None } else { self.take(&text).ok() }
    }

    /// The text to be shown.
    #[must_use]
    pub fn text(&self) -> String {
        self.sheet.written()
    }

    fn take(&mut self, text: &str) -> Result<Read, Refused> {
        text.clone_into(&mut self.running);
        let Script { tree, root, trees, lines } =
            self.palette.read().unwrap_or_else(PoisonError::into_inner).script(text, self.root.as_deref())?;
        match &mut self.tree {
            Some(running) => running.switch_to(&tree),
            None => self.begin(tree),
        }
        Ok(Read { root, trees, lines: lines.into_iter().collect() })
    }

    fn begin(&mut self, mut tree: LiveTree<Scene>) {
        // The page shows the tree before its first tick. But only a tick reports the tree's description.
        let mut told = Description(None);
        tree.tick_for_with(0.0, &mut Scene::new(SEED), &mut told);
        reset(&mut tree);
        self.agent = told.0.map(|description| self.live.agent_with("tree", description));
        self.tree = Some(tree);
    }

    /// Notes how many edits of the text can be undone, and made again.
    pub fn set_history(&self, undo: usize, redo: usize) {
        self.sheet.set_history(undo, redo);
    }

    /// The current world.
    #[must_use]
    pub fn world(&self) -> Option<&'static Kind> {
        self.world
    }

    /// The scene.
    pub fn scene(&mut self) -> &mut Scene {
        &mut self.scene
    }

    /// Ticks the tree, unless the page has paused it. Returns the number of ticks since the beginning.
    pub fn tick(&mut self, count: u32, frame: f64) -> u64 {
        let frame = if frame.is_finite() { frame.clamp(0.0, LONGEST_FRAME) } else { 0.0 };
        let Play { tree: Some(tree), live, scene, agent: Some(agent), ticks, .. } = self else { return 0 };
        for _ in 0..count.min(MOST_TICKS) {
            match live.try_gate() {
                None => break,
                Some(Turn::Abort(_)) => tree.abort_with(scene, &mut live.abort(*agent, || tree.active())),
                Some(Turn::Reset(_)) => {
                    reset(tree);
                    live.reset(*agent);
                }
                Some(_) => {
                    tree.tick_for_with(frame, scene, &mut live.tick_for(*agent, frame, || tree.active()));
                    scene.pass(frame);
                    *ticks += 1;
                }
            }
        }
        live.flush();
        *ticks
    }

    /// Begins again with a seed.
    pub fn reset(&mut self, seed: u64) {
        self.scene.reset(seed);
        self.ticks = 0;
        if let (Some(tree), Some(agent)) = (&mut self.tree, self.agent) {
            reset(tree);
            self.live.reset(agent);
            self.live.flush();
        }
    }
}

/// Forgets all active nodes, without an abort.
fn reset(tree: &mut LiveTree<Scene>) {
    TreeFor::<Scene>::reset(tree);
}

/// The description of the tree that is ticked.
struct Description(Option<bt::describe::Description>);

impl TreeObserver for Description {
    fn begin(&mut self, tree: bt::describe::Description) {
        self.0 = Some(tree);
    }
}
