//! The player, who follows a script.

use std::time::Duration;

use glam::Vec2;

use crate::level::ground;
use crate::world::STEP;

/// What the player does, and when.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// Runs to a column.
    Run(usize),
    /// Throws a stone that falls down in a column.
    Throw(usize),
    /// Throws a stone at an agent, and hits.
    Hit(&'static str),
}

pub struct Player {
    pub at: Vec2,
    pub goal: Vec2,
    pub hits: u32,
    /// The rest of the script, with times in seconds.
    script: &'static [(f32, Act)],
}

impl Player {
    pub fn new(column: usize, script: &'static [(f32, Act)]) -> Self {
        let at = ground(column);
        Player { at, goal: at, hits: 0, script }
    }

    pub fn run(&mut self) {
        self.at = self.at.move_towards(self.goal, 112.0 * STEP.as_secs_f32());
    }

    /// What it begins to do now.
    pub fn next_act(&mut self, now: Duration) -> Option<Act> {
        let ((seconds, act), rest) = self.script.split_first()?;
        if now.as_secs_f32() < *seconds {
            return None;
        }
        self.script = rest;
        Some(*act)
    }
}
