//! A farm on a road: home at 0, the well at 4, the field from 9 on. A tick is ten minutes.

use bt::{Behavior, Status};
use bt_live::Palette;

const WELL: i32 = 4;
const FIELD: i32 = 9;
/// As much as the farmer can carry.
const LOAD: u32 = 6;
const TICKS_A_DAY: u32 = 144;
const SUNSET: u32 = 96;

/// The farm, with its farmer.
#[derive(Default)]
pub struct Farm {
    at: i32,
    tick: u32,
    thirst: u32,
    sleepiness: u32,
    carried: u32,
    /// What is in the barn.
    pub stored: u32,
    /// Everything that was ever harvested.
    pub harvested: u32,
    /// How long the farmer, who has fainted, still lies there.
    out: u32,
}

impl Farm {
    /// Ten minutes pass. Returns whether the farmer can act.
    pub fn tick(&mut self) -> bool {
        self.tick += 1;
        self.thirst += 1;
        self.sleepiness += 1;
        if self.is_night() && self.at != 0 {
            // Wolves.
            self.carried = 0;
        }
        if self.out == 0 && (self.thirst > 72 || self.sleepiness > TICKS_A_DAY) {
            self.out = TICKS_A_DAY;
        }
        if self.out > 0 {
            (self.out, self.carried, self.thirst, self.sleepiness) = (self.out - 1, 0, 0, 0);
        }
        self.out == 0
    }

    fn is_night(&self) -> bool {
        self.tick % TICKS_A_DAY >= SUNSET
    }

    fn drink(&mut self) -> bool {
        let is_there = self.at == WELL;
        if is_there {
            self.thirst = 0;
        }
        is_there
    }

    fn harvest(&mut self) -> bool {
        let can = self.at >= FIELD && !self.is_night() && self.carried < LOAD;
        self.carried += u32::from(can);
        self.harvested += u32::from(can);
        can
    }

    fn store(&mut self) -> bool {
        let can = self.at == 0 && self.carried > 0;
        if can {
            self.stored += std::mem::take(&mut self.carried);
        }
        can
    }
}

/// Goes to a place, one step a tick.
#[derive(Behavior)]
#[behavior(context = Farm)]
struct WalkTo {
    place: i32,
}

impl WalkTo {
    fn new(place: i32) -> Self {
        WalkTo { place }
    }

    fn run(&mut self, farm: &mut Farm) -> Status {
        let way = (self.place - farm.at).signum();
        farm.at += way;
        if way == 0 { Status::Success } else { Status::Running }
    }
}

/// Sleeps until the farmer is awake.
#[derive(Behavior)]
#[behavior(context = Farm)]
struct Sleep;

impl Sleep {
    fn run(&mut self, farm: &mut Farm) -> Status {
        farm.sleepiness = farm.sleepiness.saturating_sub(4);
        if farm.sleepiness == 0 { Status::Success } else { Status::Running }
    }
}

/// Work that takes a tick.
#[derive(Behavior)]
#[behavior(context = Farm)]
struct Work {
    work: fn(&mut Farm) -> bool,
    has_begun: bool,
}

impl Work {
    fn new(work: fn(&mut Farm) -> bool) -> Self {
        Work { work, has_begun: false }
    }

    fn run(&mut self, farm: &mut Farm) -> Status {
        match (std::mem::replace(&mut self.has_begun, true), self.work) {
            (false, _) => Status::Running,
            (true, work) if work(farm) => Status::Success,
            (true, _) => Status::Failure,
        }
    }
}

/// What a farmer's tree may use.
pub fn palette() -> Palette<Farm> {
    Palette::new()
        .leaf("walk_to", WalkTo::new)
        .leaf("sleep", || Sleep)
        .leaf("drink", || Work::new(Farm::drink))
        .leaf("harvest", || Work::new(Farm::harvest))
        .leaf("store", || Work::new(Farm::store))
        .condition("is_thirsty", |farm: &Farm| farm.thirst > 40)
        .condition("is_tired", |farm: &Farm| farm.sleepiness > 90)
        .condition("is_night", Farm::is_night)
        .condition("is_loaded", |farm: &Farm| farm.carried == LOAD)
}
