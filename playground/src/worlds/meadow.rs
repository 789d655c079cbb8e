//! A meadow with sheep that stray, and a dog. The tree is the dog's, or that of the white sheep.

use std::task::Poll::{self, Pending, Ready};

use super::leaves::{Leaves, Now};
use super::picture::Picture;
use super::world::{World, approach};

/// The middle of the flock, and how far from it a sheep has strayed.
const FLOCK: f64 = 32.0;
const FAR: f64 = 26.0;
/// Units in a second.
const SHEEP: f64 = 3.0;
const DOG: f64 = 22.0;
/// A dog nearer than this scares a sheep.
const NEAR: f64 = 9.0;
const DOGS_PLACE: f64 = 8.0;

pub struct Meadow {
    dog: f64,
    tiredness: f64,
    barks: f64,
    /// The first is the white one.
    sheep: [f64; 3],
    /// Where they are going.
    ways: [f64; 3],
    /// Whether the tree leads the white one.
    is_led: bool,
    lies: bool,
}

impl Default for Meadow {
    fn default() -> Self {
        let sheep = [FLOCK, FLOCK - 9.0, FLOCK + 8.0];
        Meadow { dog: DOGS_PLACE, tiredness: 0.2, barks: 0.0, sheep, ways: sheep, is_led: false, lies: false }
    }
}

impl Meadow {
    /// The sheep that is farthest away, if one has strayed.
    fn stray(&self) -> Option<usize> {
        let far = (0..self.sheep.len()).max_by(|&a, &b| self.sheep[a].total_cmp(&self.sheep[b]))?;
        (self.sheep[far] - FLOCK > FAR).then_some(far)
    }

    fn is_scared(&self) -> bool {
        (self.sheep[0] - self.dog).abs() < NEAR
    }

    fn run_around(&mut self, now: &Now<'_>) -> Poll<bool> {
        let Some(stray) = self.stray() else { return Ready(false) };
        self.tiredness = (self.tiredness + 0.1 * now.tick).min(1.0);
        if approach(&mut self.dog, self.sheep[stray] + 6.0, now.tick * DOG) { Ready(true) } else { Pending }
    }

    /// Drives the sheep before the dog back to the flock.
    fn drive_back(&mut self, now: &Now<'_>) -> Poll<bool> {
        let before = |at: &f64| *at < self.dog && self.dog - at < 12.0;
        let Some(driven) = self.sheep.iter().rposition(before) else { return Ready(false) };
        self.tiredness = (self.tiredness + 0.1 * now.tick).min(1.0);
        let is_back = approach(&mut self.sheep[driven], FLOCK + 2.0, now.tick * DOG / 2.0);
        self.ways[driven] = self.sheep[driven];
        self.dog = self.sheep[driven] + 6.0;
        if is_back { Ready(true) } else { Pending }
    }

    fn bark(&mut self, _: &Now<'_>) -> Poll<bool> {
        self.barks = 1.0;
        Ready(true)
    }

    fn guard(&mut self, now: &Now<'_>) -> Poll<bool> {
        self.tiredness = (self.tiredness + 0.04 * now.tick).min(1.0);
        let is_there = approach(&mut self.dog, DOGS_PLACE + 6.0, now.tick * DOG / 2.0);
        if is_there && now.spent > 4.0 { Ready(true) } else { Pending }
    }

    fn rest(&mut self, now: &Now<'_>) -> Poll<bool> {
        approach(&mut self.dog, DOGS_PLACE, now.tick * DOG / 2.0);
        self.tiredness = (self.tiredness - 0.15 * now.tick).max(0.0);
        if self.tiredness < 0.1 { Ready(true) } else { Pending }
    }

    /// Leads the white sheep to the place `way`.
    fn lead(&mut self, way: f64, speed: f64, now: &Now<'_>) -> Poll<bool> {
        (self.is_led, self.lies) = (true, false);
        if approach(&mut self.sheep[0], way.clamp(4.0, 96.0), now.tick * speed) { Ready(true) } else { Pending }
    }

    fn run_away(&mut self, now: &Now<'_>) -> Poll<bool> {
        let away = if self.dog < self.sheep[0] { 1.0 } else { -1.0 };
        let answer = self.lead(self.sheep[0] + away * 20.0, DOG / 2.0, now);
        if self.is_scared() { answer } else { Ready(true) }
    }

    fn walk_on(&mut self, now: &Now<'_>) -> Poll<bool> {
        let side = if self.sheep[0] < FLOCK { 1.0 } else { -1.0 };
        let _ = self.lead(self.sheep[0] + side * SHEEP, SHEEP, now);
        if now.spent > 1.5 { Ready(true) } else { Pending }
    }

    fn graze(&mut self, now: &Now<'_>) -> Poll<bool> {
        (self.is_led, self.lies) = (true, false);
        if now.spent > 2.0 { Ready(true) } else { Pending }
    }

    fn lie_down(&mut self, now: &Now<'_>) -> Poll<bool> {
        (self.is_led, self.lies) = (true, true);
        if now.spent > 3.0 { Ready(true) } else { Pending }
    }
}

pub fn leaves() -> Leaves {
    Leaves::default()
        .act("run_around", "the dog runs behind a sheep that has strayed; fails if there is none", Meadow::run_around)
        .act(
            "drive_back",
            "the dog drives the sheep in front of it to the flock; fails if there is none",
            Meadow::drive_back,
        )
        .act("bark", "the dog barks", Meadow::bark)
        .act("guard_flock", "the dog watches the flock for four seconds", Meadow::guard)
        .act("rest", "the dog rests at its place until it is awake", Meadow::rest)
        .act("run_away", "the white sheep runs from the dog", Meadow::run_away)
        .act("walk_on", "the white sheep walks a little", Meadow::walk_on)
        .act("graze", "the white sheep grazes for two seconds", Meadow::graze)
        .act("lie_down", "the white sheep lies down for three seconds", Meadow::lie_down)
        .holds("sees_stray", "whether a sheep has strayed", |meadow: &Meadow| meadow.stray().is_some())
        .holds("is_scared", "whether the dog is near the white sheep", Meadow::is_scared)
        .number("tiredness", "how tired the dog is, from 0 to 1", |meadow: &Meadow| meadow.tiredness)
}

impl World for Meadow {
    fn pass(&mut self, seconds: f64, chance: &mut dyn FnMut() -> f64) {
        self.barks = (self.barks - seconds).max(0.0);
        for sheep in usize::from(self.is_led)..self.sheep.len() {
            if approach(&mut self.sheep[sheep], self.ways[sheep], seconds * SHEEP) && chance() < seconds * 0.5 {
                // One way in five leads out of the flock.
                let width = if chance() < 0.2 { 55.0 } else { 12.0 };
                self.ways[sheep] = FLOCK - 8.0 + width * chance();
            }
        }
    }

    fn press(&mut self, button: usize) {
        match button {
            0 => (self.sheep[2], self.ways[2]) = (88.0, 88.0),
            1 => self.dog = (self.sheep[0] - 6.0).max(2.0),
            2 => self.tiredness = 1.0,
            _ => {}
        }
    }

    fn picture(&self) -> Picture {
        let strays = if self.stray().is_some() { "A sheep has strayed." } else { "All sheep are in the flock." };
        let words = format!("{strays} The dog is at {:.0}, its tiredness is {:.1}.", self.dog, self.tiredness);
        let buttons = vec!["lead a sheep astray", "send the dog to the white sheep", "tire the dog"];
        let mut picture = Picture { words, buttons, ..Picture::default() };
        picture.rect("grass", (0.0, 30.0), (100.0, 10.0));
        picture.rect("wood", (FLOCK + FAR, 24.0), (0.8, 8.0));
        picture.rect("wood", (3.0, 27.0), (8.0, 6.0));
        for (number, &at) in self.sheep.iter().enumerate() {
            let (y, look) = (28.0 + 2.5 * number as f64, if number == 0 { "white" } else { "wool" });
            let y = if number == 0 && self.lies { y + 2.0 } else { y };
            picture.disc(look, (at - 1.5, y), 3.0);
            picture.disc(look, (at + 1.5, y), 3.0);
            picture.disc("dark", (at + 4.0, y - 1.5), 1.6);
        }
        picture.rect("body", (self.dog - 4.0, 28.0), (8.0, 4.0));
        picture.disc("body", (self.dog + 4.5, 27.0), 2.2);
        picture.rect("dark", (self.dog - 3.5, 32.0), (1.2, 3.0));
        picture.rect("dark", (self.dog + 2.3, 32.0), (1.2, 3.0));
        if self.barks > 0.0 {
            picture.word((self.dog + 5.0, 20.0), "woof!");
        }
        picture
    }
}
