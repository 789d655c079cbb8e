//! The city as the world of a fleet: who lives where, and what an epoch is for a citizen.

use bt_fleet::{Chance, Turn, World};

use crate::citizens::{Citizen, City, InTurn, Word};
use crate::trees::{Baker, Courier, Life, Watchman};

/// Blocks on each side of a district, which is a cell of the fleet.
const DISTRICT: u32 = 16;

impl World for City {
    type Tree = Life;
    type Context = Citizen;
    type Message = Word;

    fn population(&self) -> u64 {
        self.agents
    }

    fn spawn(&self, id: u64, _: &mut Chance) -> (Life, Citizen) {
        let life = match id % 10 {
            0 => Life::Courier(Courier::new()),
            1..4 => Life::Watchman(Watchman::new()),
            _ => Life::Baker(Baker::new()),
        };
        let (x, y) = ((id % u64::from(self.side)) as u32, (id / u64::from(self.side)) as u32);
        (life, Citizen { x, y, bread: 0, alarmed: false })
    }

    fn cell(&self, _: u64, citizen: &Citizen) -> u64 {
        let districts = self.side.div_ceil(DISTRICT);
        u64::from(citizen.y / DISTRICT) * u64::from(districts) + u64::from(citizen.x / DISTRICT)
    }

    fn tick(&self, life: &mut Life, citizen: &mut Citizen, turn: Turn<'_, Word>) {
        for letter in turn.inbox() {
            match letter.message {
                Word::Bread => citizen.bread += 1,
                Word::Alarm => citizen.alarmed = true,
            }
        }
        life.live(&mut InTurn { citizen, turn, city: *self });
    }
}
