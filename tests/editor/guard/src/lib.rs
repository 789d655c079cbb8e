//! Trees for an editor. The checks in `../checks.txt` name places in this file.

use bt::{Behavior, Status, bt, leaf};

/// A place on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// How far to the east.
    pub east: f32,
    /// How far to the north.
    pub north: f32,
}

/// What a guard does for a living.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Duty {
    /// Walks around.
    Patrol,
    /// Stays at one place.
    Stay(Spot),
}

/// A guard.
pub struct Npc {
    /// The health that is left.
    pub hp: u32,
    /// Where the guard is.
    pub spot: Spot,
    /// What the guard does.
    pub duty: Duty,
}

impl Npc {
    /// Whether an enemy is near.
    pub fn sees_enemy(&self) -> bool {
        self.hp > 100
    }

    /// Says a word.
    pub fn say(&mut self, word: &str) {
        println!("{word}");
    }
}

/// Runs away from all enemies.
#[leaf]
#[derive(Clone, Debug)]
fn flee(npc: &mut Npc) -> Status {
    npc.spot.east += 1.0;
    Status::Running
}

/// Finds the next spot of a patrol.
#[leaf]
#[derive(Clone, Debug)]
pub fn patrol(npc: &mut Npc) -> Option<Spot> {
    (npc.hp > 0).then_some(npc.spot)
}

/// Goes to a spot.
#[derive(Behavior, Clone, Debug)]
#[behavior(context = Npc)]
pub struct GoTo {
    spot: Spot,
}

impl GoTo {
    /// Goes there.
    pub fn new(spot: Spot) -> Self {
        GoTo { spot }
    }

    fn run(&mut self, npc: &mut Npc) -> Status {
        npc.spot = self.spot;
        Status::Success
    }
}

/// Waves a number of times.
#[derive(Behavior, Clone, Debug, Default)]
#[behavior(context = Npc)]
pub struct Wave {
    /// How often.
    pub times: u32,
}

impl Wave {
    fn run(&mut self, npc: &mut Npc) -> bool {
        npc.say("hello");
        self.times > 0
    }
}

pub mod doors {
    use super::Npc;

    /// Opens a door.
    #[bt::leaf]
    #[derive(Clone, Debug)]
    pub fn open_door(npc: &mut Npc) -> bool {
        npc.hp > 3
    }

    /// Closes a door.
    #[bt::leaf]
    #[derive(Clone, Debug)]
    pub fn close_door(npc: &mut Npc) -> bool {
        npc.hp > 4
    }
}

bt! {
    /// Guards a place.
    #[derive(Clone, Debug)]
    pub Sentry(Npc) = selector <
        sequence < condition(|npc| npc.hp < 10), flee >,
        fight: sequence < condition(Npc::sees_enemy), action(|npc| npc.say("halt")), wait(1.0) >,
        rounds: sequence < patrol -> next, timeout(5.0) < go_to(next) >, wave { times: 2 } >,
        doors::open_door,
    >
}

bt! { pub Wander(Npc) { centre: Spot, radius: f32 } = sequence < go_to(centre), wait(radius) > }

bt! {
    pub Chosen(Npc) = switch(|npc| -> Duty { npc.duty }) <
        Duty::Patrol => wander(Spot::default(), 2.0),
        Duty::Stay(spot) if spot.east > 1.0 => go_to(spot),
        _ => parallel(success = 2) < wave, wait(2.0) >,
    >
}

bt! { pub Careful(Npc) = priority < if |npc| npc.hp < 10 => flee, Npc::sees_enemy => wave, keeps_watch: sentry > }

/// Waves and waits.
#[leaf]
pub fn greet(npc: &mut Npc, whom: &'static str, times: u32) {
    (0..times).for_each(|_| npc.say(whom));
}

bt! {
    pub Guarded(Npc) { post: Spot } = priority <
        if |npc| npc.hp < 10 => flee,
        day: switch(|npc| -> Duty { npc.duty }) <
            Duty::Stay(Spot { north, .. }) if north > 1.0 => wander(post, north),
            _ => greet("all", 2),
        >,
    >
}

/// What a guard senses.
pub trait Senses {
    /// How loud it is.
    fn noise(&self) -> f32;
}

bt! { pub Listen(impl Senses) = sequence < condition(|world| world.noise() > 1.0), wait(1.0) > }

/// Everything that a guard can see, for one frame.
pub struct World<'a> {
    /// The guard.
    pub npc: &'a mut Npc,
}

bt! { pub Look(World<'_>) = forever < action(|world| world.npc.say("who is there?")) > }

/// Ticks a guard.
pub fn tick(npc: &mut Npc, sentry: &mut Sentry) -> Status {
    sentry.tick_for(0.1, npc)
}
