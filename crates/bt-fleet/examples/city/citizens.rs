//! The city and its citizens: where they are, and what they work on.

use bt::Random;
use bt_fleet::{Chance, Turn};
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

/// What an agent has besides its tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Citizen {
    pub x: u32,
    pub y: u32,
    pub bread: u32,
    pub alarmed: bool,
}

/// The messages of citizens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Word {
    Bread,
    Alarm,
}

/// A citizen in its turn: what leaves work on.
pub struct InTurn<'t> {
    pub citizen: &'t mut Citizen,
    pub turn: Turn<'t, Word>,
    pub city: City,
}

impl Random for InTurn<'_> {
    type Rng = Chance;

    fn rng(&mut self) -> &mut Chance {
        self.turn.chance()
    }
}

impl InTurn<'_> {
    /// Tells one of the four neighbours, chosen by house.
    pub fn tell_neighbour(&mut self, word: Word) {
        let (side, agents) = (u64::from(self.city.side), self.city.agents);
        let step = [1, side, agents - 1, agents - side % agents][(self.turn.chance().next_u32() % 4) as usize];
        let to = (self.turn.id() + step) % agents;
        self.turn.send(to, word).expect("a citizen says few words in an epoch");
    }

    /// Goes one block further: to the east in even streets, to the west in odd ones.
    pub fn walk(&mut self) {
        let Citizen { x, y, .. } = self.citizen;
        let step = if *y % 2 == 0 { 1 } else { self.city.side - 1 };
        *x = (*x + step) % self.city.side;
    }
}

/// The city: a square with a citizen in each house at first.
#[derive(Clone, Copy)]
pub struct City {
    pub agents: u64,
    pub side: u32,
}

impl City {
    pub fn new(agents: u64) -> Self {
        City { agents: agents.max(1), side: (agents as f64).sqrt().ceil().max(1.0) as u32 }
    }
}
