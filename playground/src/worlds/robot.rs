//! A hall with boxes, a shelf and a charger, and a robot with a battery.

use std::task::Poll::{self, Pending, Ready};

use super::leaves::{Leaves, Now};
use super::picture::Picture;
use super::world::{World, approach};

const CHARGER: f64 = 50.0;
const SHELF: f64 = 90.0;
const PLACES: usize = 4;
const SPEED: f64 = 18.0;
/// How much of the full battery changes in a second while the robot drives, stands, or charges.
const DRIVES: f64 = 3.5;
const STANDS: f64 = 0.4;
const CHARGES: f64 = 25.0;
const FULL: f64 = 100.0;
/// The lamp goes on below the first level, and off at the second.
const LOW: f64 = 25.0;
const ENOUGH: f64 = 95.0;

pub struct Hall {
    robot: f64,
    battery: f64,
    lamp: bool,
    boxes: [bool; PLACES],
    carries: bool,
    stored: u32,
}

impl Default for Hall {
    fn default() -> Self {
        let boxes = [true; PLACES];
        Hall { robot: CHARGER, battery: 70.0, lamp: false, boxes, carries: false, stored: 0 }
    }
}

fn place_of(number: usize) -> f64 {
    6.0 + 8.0 * number as f64
}

impl Hall {
    fn use_up(&mut self, amount: f64) -> bool {
        self.battery = (self.battery - amount).max(0.0);
        self.battery > 0.0
    }

    fn box_here(&self) -> Option<usize> {
        (0..PLACES).find(|&number| self.boxes[number] && place_of(number) == self.robot)
    }

    fn drive(&mut self, now: &Now<'_>) -> Poll<bool> {
        let number =
            |text: &str| text.strip_prefix("box ")?.parse().ok().filter(|number| (1..=PLACES).contains(number));
        let to = match (now.place, number(now.place)) {
            ("charger", _) => CHARGER,
            ("shelf", _) => SHELF,
            (_, Some(number)) => place_of(number - 1),
            _ => return Ready(false),
        };
        if approach(&mut self.robot, to, now.tick * SPEED) {
            return Ready(true);
        }
        if self.use_up(now.tick * DRIVES) { Pending } else { Ready(false) }
    }

    fn find(&mut self, _: &Now<'_>) -> Option<String> {
        let nearest = (0..PLACES).rev().find(|&number| self.boxes[number])?;
        Some(format!("box {}", nearest + 1))
    }

    fn pick(&mut self, now: &Now<'_>) -> Poll<bool> {
        if now.spent < 0.8 {
            return Pending;
        }
        let Some(number) = self.box_here().filter(|_| !self.carries && now.chance < 0.8) else { return Ready(false) };
        (self.boxes[number], self.carries) = (false, true);
        Ready(true)
    }

    fn put(&mut self, now: &Now<'_>) -> Poll<bool> {
        if now.spent < 0.8 {
            return Pending;
        }
        let can = self.carries && self.robot == SHELF;
        if can {
            (self.carries, self.stored) = (false, self.stored + 1);
        }
        Ready(can)
    }

    fn plug_in(&mut self, now: &Now<'_>) -> Poll<bool> {
        if self.robot != CHARGER {
            return Ready(false);
        }
        self.battery = (self.battery + now.tick * CHARGES).min(FULL);
        if self.battery == FULL { Ready(true) } else { Pending }
    }
}

pub fn leaves() -> Leaves {
    Leaves::default()
        .act_at(
            "drive_to",
            "drive_to(\"$1\")$0",
            "drives to \"charger\", \"shelf\" or a box that was found; fails with an empty battery",
            Hall::drive,
        )
        .find("find_box", "finds the nearest box: its value is the place; fails if there is none", Hall::find)
        .act("pick", "picks up the box that is here; fails two times out of ten", Hall::pick)
        .act("put", "puts the box on the shelf; fails elsewhere", Hall::put)
        .act("plug_in", "charges until the battery is full; fails if there is no charger", Hall::plug_in)
        .holds(
            "needs_charge",
            "whether the lamp is on: from when the battery is low until it is almost full",
            |hall: &Hall| hall.lamp,
        )
        .holds("carries", "whether the robot carries a box", |hall: &Hall| hall.carries)
        .number("battery", "from 0 to 100", |hall: &Hall| hall.battery)
}

impl World for Hall {
    fn pass(&mut self, seconds: f64, chance: &mut dyn FnMut() -> f64) {
        self.use_up(seconds * STANDS);
        self.lamp = self.battery < LOW || self.lamp && self.battery < ENOUGH;
        // Now and then somebody brings a box.
        if let Some(free) = self.boxes.iter().position(|is_there| !is_there)
            && chance() < seconds * 0.12
        {
            self.boxes[free] = true;
        }
    }

    fn press(&mut self, button: usize) {
        match button {
            0 => self.battery = self.battery.min(LOW - 1.0),
            1 => (self.robot, self.battery) = (CHARGER, self.battery.max(10.0)),
            2 => self.boxes = [true; PLACES],
            _ => {}
        }
    }

    fn picture(&self) -> Picture {
        let carries = if self.carries { " with a box" } else { "" };
        let lamp = if self.lamp { "The lamp is on." } else { "The lamp is off." };
        let words = format!(
            "The robot is at {:.0}{carries}, its battery at {:.0} %. {lamp} On the shelf: {}.",
            self.robot, self.battery, self.stored
        );
        let buttons = vec!["drain the battery", "carry it to the charger", "bring boxes"];
        let mut picture = Picture { words, buttons, ..Picture::default() };
        picture.rect("ground", (0.0, 34.0), (100.0, 6.0));
        for number in (0..PLACES).filter(|&number| self.boxes[number]) {
            picture.rect("wood", (place_of(number) - 2.5, 29.0), (5.0, 5.0));
        }
        picture.rect("wall", (CHARGER - 4.0, 12.0), (8.0, 3.0));
        picture.word((CHARGER, 10.0), "charger");
        picture.rect("wall", (SHELF + 4.0, 8.0), (1.5, 26.0));
        picture.word((SHELF, 6.0), format!("shelf: {}", self.stored));
        picture.rect("body", (self.robot - 4.0, 24.0), (8.0, 8.0));
        picture.disc("dark", (self.robot - 2.4, 32.6), 1.4);
        picture.disc("dark", (self.robot + 2.4, 32.6), 1.4);
        if self.carries {
            picture.rect("wood", (self.robot - 2.5, 19.0), (5.0, 5.0));
        }
        picture.rect("dark", (self.robot - 3.2, 26.0), (6.4, 2.0));
        picture.rect(
            if self.lamp { "bad" } else { "good" },
            (self.robot - 3.2, 26.0),
            (6.4 * self.battery / FULL, 2.0),
        );
        picture
    }
}
