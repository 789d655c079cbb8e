//! `Scene`: what plays the leaves of a text, by scripts.

use std::any::Any;
use std::collections::BTreeMap;
use std::task::Poll;

use bt::Span;
use bt_live::{Part, Stage};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use crate::turn::{End, Turn, Turns, Wrong};
use crate::worlds::picture::Picture;
use crate::worlds::world::{Make, World};

/// How long a leaf takes without a script, in seconds.
const SECONDS: f64 = 1.0;

/// What plays the leaves of a text: a world, and scripts for what the world does not have.
pub struct Scene {
    seed: u64,
    chance: Pcg32,
    /// The scripts, by names.
    scripts: BTreeMap<String, Turns>,
    /// How often each name has started.
    starts: BTreeMap<String, usize>,
    /// What functions are doing.
    calls: BTreeMap<String, Act>,
    /// Makes the world again.
    make: Option<Make>,
    world: Option<Box<dyn World>>,
}

/// A leaf that is active.
#[derive(Clone, Copy, Debug, Default)]
pub struct Act {
    /// The number of this start, once it is known.
    start: Option<usize>,
    /// The seconds that have passed, and the runs after them.
    spent: f64,
    runs: u32,
}

impl Scene {
    /// A scene without scripts.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let chance = Pcg32::seed_from_u64(seed);
        let (starts, calls) = (BTreeMap::new(), BTreeMap::new());
        Scene { seed, chance, scripts: BTreeMap::new(), starts, calls, make: None, world: None }
    }

    /// Begins again with a seed.
    pub fn reset(&mut self, seed: u64) {
        let (scripts, make) = (std::mem::take(&mut self.scripts), self.make);
        *self = Scene { scripts, make, world: make.map(|make| make()), ..Scene::new(seed) };
    }

    /// Goes to another world, or to none.
    pub fn go_to(&mut self, make: Option<Make>) {
        (self.make, self.world) = (make, make.map(|make| make()));
    }

    /// The world, if it is of this type.
    pub fn world<W: World>(&mut self) -> Option<&mut W> {
        let world: &mut dyn Any = &mut **self.world.as_mut()?;
        world.downcast_mut()
    }

    /// The world, read-only, if it is of this type.
    #[must_use]
    pub fn seen<W: World>(&self) -> Option<&W> {
        let world: &dyn Any = &**self.world.as_ref()?;
        world.downcast_ref()
    }

    /// Lets this much time pass in the world.
    pub fn pass(&mut self, seconds: f64) {
        if let Some(mut world) = self.world.take() {
            world.pass(seconds, &mut || self.fraction());
            self.world = Some(world);
        }
    }

    /// The user has pressed a button of the picture.
    pub fn press(&mut self, button: usize) {
        if let Some(world) = &mut self.world {
            world.press(button);
        }
    }

    /// The picture of the world.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        self.world.as_ref().map(|world| world.picture())
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Gives a name a script; none if the text is empty.
    ///
    /// # Errors
    /// If the text is not a script.
    pub fn script(&mut self, name: &str, text: &str) -> Result<(), Wrong> {
        if text.trim().is_empty() {
            self.scripts.remove(name);
            return Ok(());
        }
        self.scripts.insert(name.to_owned(), Turns::read(text)?);
        Ok(())
    }

    /// What a name does without a script, as a script.
    #[must_use]
    pub fn usual(part: Part) -> &'static str {
        match part {
            Part::Act => "1sS",
            Part::Call | Part::Holds => "S",
            Part::Number => "1",
        }
    }

    /// What the leaf or function of this name does at this start: by its script, or the default without a script.
    fn turn(&self, name: &str, part: Part, start: usize) -> Turn {
        let usual = match part {
            Part::Act => Turns::always(SECONDS, End::Success),
            Part::Call | Part::Holds => Turns::always(0.0, End::Success),
            Part::Number => Turns::always(0.0, End::Number(1.0, 1.0)),
        };
        self.scripts.get(name).unwrap_or(&usual).at(start).clone()
    }

    /// Counts a start.
    fn start(&mut self, name: &str) -> usize {
        let starts = self.starts.entry(name.to_owned()).or_default();
        *starts += 1;
        *starts - 1
    }

    /// A fraction, at least 0 and less than 1.
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.chance.next_u32()) / (f64::from(u32::MAX) + 1.0)
    }

    fn between(&mut self, from: f64, to: f64) -> f64 {
        if from == to { from } else { from + (to - from) * self.fraction() }
    }

    fn go_on(&mut self, name: &str, part: Part, act: &mut Act, span: &mut Span) -> Poll<Option<f64>> {
        let start = *act.start.get_or_insert_with(|| self.start(name));
        let turn = self.turn(name, part, start);
        let needs = turn.seconds - act.spent;
        if needs > 0.0 {
            let left = span.seconds();
            if !span.spend(needs) {
                act.spent += left;
                return Poll::Pending;
            }
            act.spent = turn.seconds;
        }
        if act.runs < turn.runs || turn.end == End::Never {
            act.runs = act.runs.saturating_add(1);
            return Poll::Pending;
        }
        let (succeeds, value) = match turn.end {
            End::Success | End::Never => (true, 1.0),
            End::Failure => (false, 0.0),
            End::Chance(chance) => (self.fraction() < chance, 1.0),
            End::Number(from, to) => (true, self.between(from, to)),
        };
        Poll::Ready(succeeds.then(|| turn.value.unwrap_or(value)))
    }
}

impl bt::Random for Scene {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Stage for Scene {
    type Act = Act;

    fn act(&mut self, name: &str, act: &mut Act, span: &mut Span) -> Poll<Option<f64>> {
        self.go_on(name, Part::Act, act, span)
    }

    fn call(&mut self, name: &str, span: &mut Span) -> Poll<Option<f64>> {
        let mut act = self.calls.remove(name).unwrap_or_default();
        let answer = self.go_on(name, Part::Call, &mut act, span);
        if answer.is_pending() {
            self.calls.insert(name.to_owned(), act);
        }
        answer
    }

    fn holds(&mut self, name: &str) -> bool {
        let start = self.start(name);
        match self.turn(name, Part::Holds, start).end {
            End::Success => true,
            End::Failure | End::Never => false,
            End::Chance(chance) => self.fraction() < chance,
            End::Number(from, to) => self.between(from, to) != 0.0,
        }
    }

    fn number(&mut self, name: &str) -> f64 {
        let start = self.start(name);
        let Turn { end, value, .. } = self.turn(name, Part::Number, start);
        match end {
            End::Number(from, to) => self.between(from, to),
            End::Success => value.unwrap_or(1.0),
            End::Failure | End::Never => 0.0,
            End::Chance(chance) => chance,
        }
    }
}
