//! W1 by hand.

use bt::Status;

use crate::workloads::door::{Room, close_door, open_door, step_through, walk};
use crate::workloads::hall::Hall;
use crate::world::Tick;

/// One flag, and code that runs straight through.
#[derive(Default)]
pub struct Straight {
    through: bool,
}

impl Tick<Room> for Straight {
    #[inline]
    fn tick(&mut self, room: &mut Room) -> Status {
        if !self.through {
            if walk(room).is_running() {
                return Status::Running;
            }
            open_door(room);
            self.through = true;
        }
        if step_through(room).is_running() {
            return Status::Running;
        }
        close_door(room);
        self.through = false;
        Status::Success
    }
}

impl Tick<Hall> for Straight {
    #[inline]
    fn tick(&mut self, hall: &mut Hall) -> Status {
        self.tick(&mut hall.room)
    }
}

/// The same, but it knows whether it is running, as a tree does.
#[derive(Default)]
pub struct Known {
    place: Place,
}

#[derive(Default, PartialEq)]
enum Place {
    #[default]
    Idle,
    Walking,
    Stepping,
}

impl Tick<Room> for Known {
    #[inline]
    fn tick(&mut self, room: &mut Room) -> Status {
        if self.place != Place::Stepping {
            if walk(room).is_running() {
                self.place = Place::Walking;
                return Status::Running;
            }
            open_door(room);
        }
        if step_through(room).is_running() {
            self.place = Place::Stepping;
            return Status::Running;
        }
        close_door(room);
        self.place = Place::Idle;
        Status::Success
    }
}

/// A state for each leaf, and a loop around a `match`.
#[derive(Default)]
pub struct Loop {
    state: State,
}

#[derive(Clone, Copy, Default)]
enum State {
    #[default]
    Walk,
    Open,
    Through,
    Close,
}

impl Tick<Room> for Loop {
    #[inline]
    fn tick(&mut self, room: &mut Room) -> Status {
        loop {
            match self.state {
                State::Walk => match walk(room) {
                    Status::Success => self.state = State::Open,
                    running => return running,
                },
                State::Open => {
                    open_door(room);
                    self.state = State::Through;
                }
                State::Through => match step_through(room) {
                    Status::Success => self.state = State::Close,
                    running => return running,
                },
                State::Close => {
                    close_door(room);
                    self.state = State::Walk;
                    return Status::Success;
                }
            }
        }
    }
}

/// No state: if nothing else opens the door, the state follows from the room.
#[derive(Default)]
pub struct Inferred;

impl Tick<Room> for Inferred {
    #[inline]
    fn tick(&mut self, room: &mut Room) -> Status {
        if !room.open {
            if walk(room).is_running() {
                return Status::Running;
            }
            open_door(room);
        }
        if step_through(room).is_running() {
            return Status::Running;
        }
        close_door(room);
        Status::Success
    }
}

/// The two states separately, so that each has its own copy of the shared code.
#[derive(Default)]
pub struct Arms {
    through: bool,
}

impl Arms {
    #[inline(always)]
    fn step(&mut self, room: &mut Room) -> Status {
        if step_through(room).is_running() {
            self.through = true;
            return Status::Running;
        }
        close_door(room);
        self.through = false;
        Status::Success
    }
}

impl Tick<Room> for Arms {
    #[inline]
    fn tick(&mut self, room: &mut Room) -> Status {
        if self.through {
            return self.step(room);
        }
        if walk(room).is_running() {
            return Status::Running;
        }
        open_door(room);
        self.step(room)
    }
}
