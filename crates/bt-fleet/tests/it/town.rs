//! A town on a ring of cells: people walk from cell to cell, and tell each other news.

use bt::{Random, Status, bt, leaf};
use bt_fleet::{Chance, Fleet, Turn, World};
use serde::{Deserialize, Serialize};

use crate::within::PATIENCE;

pub const PEOPLE: u64 = 300;
pub const EPOCHS: u64 = 40;
const CELLS: u32 = 50;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Person {
    cell: u32,
    heard: u64,
    thanks: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    Seen(u32),
    Thanks,
}

/// What leaves work on: a person in its turn.
pub struct InTurn<'t> {
    person: &'t mut Person,
    turn: Turn<'t, News>,
}

impl Random for InTurn<'_> {
    type Rng = Chance;

    fn rng(&mut self) -> &mut Chance {
        self.turn.chance()
    }
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn walk(me: &mut InTurn<'_>) -> Status {
    me.person.cell = (me.person.cell + 7) % CELLS;
    Status::Success
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn tell(me: &mut InTurn<'_>) {
    use rand_pcg::rand_core::Rng;
    let (cell, to) = (me.person.cell, me.turn.chance().next_u64() % (PEOPLE + 3));
    me.turn.send(to, News::Seen(cell)).expect("that is not too many");
}

bt! {
    #[derive(Serialize, Deserialize)]
    pub Life(InTurn<'_>) = forever < weighted(3, 2, 1) <
        sequence < walk, wait_between(0.1, 1.0) >,
        tell,
        repeat(2) < sequence < tell, wait(0.3) > >,
    > >
}

/// What all people do in an epoch.
fn live(life: &mut Life, person: &mut Person, mut turn: Turn<'_, News>) {
    for letter in turn.inbox() {
        // The order of letters matters.
        person.heard = person.heard.wrapping_mul(31).wrapping_add(letter.from);
        match letter.message {
            News::Seen(cell) if cell % 3 == 0 => turn.send(letter.from, News::Thanks).expect("that is not too many"),
            News::Seen(_) => {}
            News::Thanks => person.thanks += 1,
        }
    }
    life.tick_for(0.2, &mut InTurn { person, turn });
}

fn person(id: u64) -> (Life, Person) {
    (Life::new(), Person { cell: (id % u64::from(CELLS)) as u32, heard: 0, thanks: 0 })
}

/// People that move from worker to worker.
pub struct Town;

impl World for Town {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    fn population(&self) -> u64 {
        PEOPLE
    }

    fn spawn(&self, id: u64, _: &mut Chance) -> (Life, Person) {
        person(id)
    }

    fn cell(&self, _: u64, person: &Person) -> u64 {
        u64::from(person.cell)
    }

    fn tick(&self, life: &mut Life, person: &mut Person, turn: Turn<'_, News>) {
        live(life, person, turn);
    }
}

/// The same people, each of which stays on one worker.
pub struct Settled;

impl World for Settled {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    const MOVES: bool = false;

    fn population(&self) -> u64 {
        PEOPLE
    }

    fn spawn(&self, id: u64, _: &mut Chance) -> (Life, Person) {
        person(id)
    }

    fn tick(&self, life: &mut Life, person: &mut Person, turn: Turn<'_, News>) {
        live(life, person, turn);
    }
}

pub fn fleet<W: World>(world: W) -> Fleet<W> {
    Fleet::new(world).seed(5).epochs(EPOCHS).patience(PATIENCE)
}

/// The hash of each epoch, on one worker.
pub fn hashes() -> Vec<(u64, u64)> {
    fleet(Town).run().expect("one worker").hashes
}
