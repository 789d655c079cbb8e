//! `Leaves`: what a world offers to a text.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bt::{Behavior, Span};
use bt_live::Palette;

use super::world::World;
use crate::scene::Scene;

/// What a world offers to a text.
pub struct Leaves {
    pub(super) palette: Palette<Scene>,
    pub(super) offered: Vec<Offered>,
}

/// A leaf or a function, for people who type.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub docs: &'static str,
    /// What is inserted, with places to fill in.
    pub snippet: &'static str,
}

/// What a leaf knows about its run.
pub struct Now<'r> {
    /// The place that the text names, or nothing.
    pub place: &'r str,
    /// The seconds since its start, with those of this tick.
    pub spent: f64,
    /// The seconds of this tick.
    pub tick: f64,
    /// From 0 to 1, drawn for this run.
    pub chance: f64,
}

type Does<V> = Arc<dyn Fn(&mut Scene, &Now<'_>) -> Poll<Option<V>> + Send + Sync>;

/// A leaf of a world. One type for all, so that the program is small.
struct Deed<V> {
    does: Does<V>,
    place: String,
    spent: f64,
}

impl<V> Behavior<Scene> for Deed<V> {
    type Answer = Poll<Option<V>>;
    const TAKES_TIME: bool = true;

    fn run(&mut self, scene: &mut Scene) -> Poll<Option<V>> {
        self.run_for(scene, &mut Span::of(Duration::ZERO))
    }

    fn run_for(&mut self, scene: &mut Scene, span: &mut Span) -> Poll<Option<V>> {
        let tick = span.seconds();
        self.spent += tick;
        let now = Now { place: &self.place, spent: self.spent, tick, chance: scene.fraction() };
        let answer = (self.does)(scene, &now);
        // A leaf that is running uses all of a tick: the world moves in steps of a tick.
        if answer.is_pending() {
            span.spend(span.left());
        }
        answer
    }
}

impl Default for Leaves {
    fn default() -> Self {
        Leaves { palette: Palette::new().random(), offered: Vec::new() }
    }
}

impl Leaves {
    /// A leaf that acts: running until it says whether it has succeeded.
    #[must_use]
    pub fn act<W: World>(
        mut self,
        name: &'static str,
        docs: &'static str,
        acts: fn(&mut W, &Now<'_>) -> Poll<bool>,
    ) -> Self {
        let does = does(acts);
        self.offered.push(Offered { name, docs, snippet: name });
        self.palette =
            self.palette.leaf(name, move || Deed::<()> { does: does.clone(), place: String::new(), spent: 0.0 });
        self
    }

    /// A leaf with a place. `snippet` shows one.
    #[must_use]
    pub fn act_at<W: World>(
        mut self,
        name: &'static str,
        snippet: &'static str,
        docs: &'static str,
        acts: fn(&mut W, &Now<'_>) -> Poll<bool>,
    ) -> Self {
        let does = does(acts);
        self.offered.push(Offered { name, docs, snippet });
        self.palette =
            self.palette.leaf(name, move |place: String| Deed::<()> { does: does.clone(), place, spent: 0.0 });
        self
    }

    /// A leaf whose value is a place.
    #[must_use]
    pub fn find<W: World>(
        mut self,
        name: &'static str,
        docs: &'static str,
        finds: fn(&mut W, &Now<'_>) -> Option<String>,
    ) -> Self {
        let does: Does<String> = Arc::new(move |scene, now| Poll::Ready(scene.world().and_then(|w| finds(w, now))));
        self.offered.push(Offered { name, docs, snippet: name });
        self.palette = self.palette.leaf(name, move || Deed { does: does.clone(), place: String::new(), spent: 0.0 });
        self
    }

    /// A condition.
    #[must_use]
    pub fn holds<W: World>(mut self, name: &'static str, docs: &'static str, holds: fn(&W) -> bool) -> Self {
        self.offered.push(Offered { name, docs, snippet: name });
        self.palette = self.palette.condition(name, move |scene: &Scene| scene.seen().is_some_and(holds));
        self
    }

    /// A number.
    #[must_use]
    pub fn number<W: World>(mut self, name: &'static str, docs: &'static str, gives: fn(&W) -> f64) -> Self {
        self.offered.push(Offered { name, docs, snippet: name });
        self.palette = self.palette.number(name, move |scene: &Scene| scene.seen().map_or(0.0, gives));
        self
    }
}

/// A leaf fails in a scene without its world.
fn does<W: World>(acts: fn(&mut W, &Now<'_>) -> Poll<bool>) -> Does<()> {
    Arc::new(move |scene, now| match scene.world() {
        Some(world) => acts(world, now).map(|is_done| is_done.then_some(())),
        None => Poll::Ready(None),
    })
}
