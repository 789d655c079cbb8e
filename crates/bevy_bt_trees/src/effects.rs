//! `Effects`: the effects of ticks, which are applied in the order of the entities.

use std::{fmt, mem};

use bevy_ecs::prelude::*;
use bevy_ecs::world::CommandQueue;

use crate::agent::BtAgent;
use crate::ended::BtEnded;

/// The effects of the ticks of some agents.
pub struct Effects<T: BtAgent> {
    effects: Vec<Effect<T>>,
    /// The commands of the agent that is being ticked; empty between ticks.
    pub queue: CommandQueue,
}

/// The effects of the tick of one agent.
struct Effect<T: BtAgent> {
    entity: Entity,
    commands: CommandQueue,
    /// The answer of a tree that has ended.
    answer: Option<<T as BtAgent>::Answer>,
}

impl<T: BtAgent> Default for Effects<T> {
    fn default() -> Self {
        Effects { effects: Vec::new(), queue: CommandQueue::default() }
    }
}

impl<T: BtAgent> fmt::Debug for Effects<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effects").field("of_agents", &self.effects.len()).finish()
    }
}

impl<T: BtAgent> Effects<T> {
    /// Adds what is in the queue, and the answer of a tree if it has ended.
    #[inline]
    pub fn push(&mut self, entity: Entity, answer: Option<<T as BtAgent>::Answer>) {
        if answer.is_some() || !self.queue.is_empty() {
            self.effects.push(Effect { entity, commands: mem::take(&mut self.queue), answer });
        }
    }

    /// Moves all effects out of `other`.
    pub fn append(&mut self, other: &mut Self) {
        self.effects.append(&mut other.effects);
    }

    /// Applies all effects in the order of the entities: first the commands of agents, then the reports that trees have
    /// ended.
    pub fn hand_over(&mut self, commands: &mut Commands) {
        let mut ends = Vec::new();
        // Entities that exist at the same time differ in their index. (`Entity` itself is not ordered by it.)
        self.effects.sort_unstable_by_key(|effect| effect.entity.index_u32());
        for mut effect in self.effects.drain(..) {
            commands.append(&mut effect.commands);
            if let Some(answer) = effect.answer {
                ends.push(BtEnded { entity: effect.entity, answer });
            }
        }
        if !ends.is_empty() {
            commands.queue(move |world: &mut World| ends.into_iter().for_each(|end: BtEnded<T>| end.report(world)));
        }
    }
}
