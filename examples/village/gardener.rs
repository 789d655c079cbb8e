//! A gardener, who works as long as it does not rain.

use bt::{bt, leaf};
use bt_examples::replay::Replay;

use crate::story::{Line, Teller, live};

/// The context: the gardener and the garden.
pub struct Gardener {
    raining: bool,
    /// How often the gate has to be pushed.
    rust: u32,
    /// Watering cans full of water.
    water: u32,
    dry_beds: u32,
    apples: u32,
    ladder_out: bool,
    said: Vec<String>,
}

impl Gardener {
    fn new() -> Self {
        Gardener { raining: false, rust: 2, water: 9, dry_beds: 3, apples: 8, ladder_out: false, said: Vec::new() }
    }

    fn say(&mut self, words: impl Into<String>) {
        self.said.push(words.into());
    }

    fn ladder(&mut self, out: bool) {
        self.ladder_out = out;
        self.say(if out { "fetches the ladder" } else { "puts the ladder away" });
    }
}

impl Teller for Gardener {
    fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

/// Fails until the rust gives way.
#[leaf]
fn push_gate(gardener: &mut Gardener) -> bool {
    gardener.rust = gardener.rust.saturating_sub(1);
    if gardener.rust == 0 {
        gardener.say("opens the gate");
    }
    gardener.rust == 0
}

/// Fails when no bed is dry any more.
#[leaf]
fn water_a_bed(gardener: &mut Gardener) -> bool {
    if gardener.dry_beds == 0 {
        return false;
    }
    gardener.dry_beds -= 1;
    gardener.water -= 1;
    gardener.say("waters a bed");
    true
}

/// Fails when the tree is empty.
#[leaf]
fn pick_apple(gardener: &mut Gardener) -> bool {
    gardener.apples = gardener.apples.saturating_sub(1);
    gardener.apples > 0
}

/// Whether the rain is over.
#[leaf]
fn look_out(gardener: &mut Gardener) -> bool {
    gardener.say("looks out of the window");
    !gardener.raining
}

bt! {
    /// Three pushes at most.
    OpenGate(Gardener) = retry(3) < sequence < wait(0.25), push_gate > >
}

bt! {
    /// Both conditions are checked in every tick. An empty can ends the work.
    Water(Gardener) = reactive_sequence <
        condition(|gardener| gardener.water > 0),
        repeat_until_failure < sequence < wait(0.5), water_a_bed > >,
    >
}

bt! {
    /// However it ends, even if rain begins, the ladder is put away.
    Harvest(Gardener) = finally <
        sequence < action(|gardener| gardener.ladder(true)), repeat_until_failure < sequence < wait(0.5), pick_apple > > >,
        action(|gardener| gardener.ladder(false)),
    >
}

bt! {
    /// There is always tea, so coffee is never reached. Without `unchecked`, this would be a compile error.
    Rest(Gardener) = selector <
        unchecked < action(|gardener| gardener.say("has tea")) >,
        action(|gardener| gardener.say("has coffee")),
    >
}

bt! {
    /// The work of a day, each task once, while the gardener whistles.
    Work(Gardener) = simple_parallel <
        sequence < run_once < open_gate >, force_success < water >, harvest, rest >,
        whistle: sequence < wait(1.6), action(|gardener| gardener.say("whistles")) >,
    >
}

bt! {
    /// No work in the rain. A started task restarts after it; the gate stays open.
    pub GardenersDay(Gardener) = sequence <
        priority <
            |gardener| gardener.raining => shelter: sequence <
                action(|gardener| gardener.say("goes in")),
                repeat_until_success < sequence < wait(0.75), look_out > >,
            >,
            work,
        >,
        running,
    >
}

/// It rains from the fifth to the seventh second.
pub fn shower(rate: u32, replay: &mut Replay) -> Vec<Line> {
    let (mut tree, mut gardener) = (GardenersDay::new(), Gardener::new());
    live("gardener", (&mut tree, &mut gardener), (14, rate), replay, |gardener, second| {
        gardener.raining = (5.0..7.0).contains(&second);
    })
}

#[cfg(test)]
mod tests {
    use bt::Status;

    use super::*;
    use crate::story::{printed, words};

    #[test]
    fn rain_interrupts_the_harvest_and_the_ladder_is_put_away() {
        let expected = [
            "opens the gate",
            "waters a bed",
            "waters a bed",
            "whistles",
            "waters a bed",
            "fetches the ladder",
            "whistles",
            "whistles",
            "puts the ladder away",
            "goes in",
            "looks out of the window",
            "looks out of the window",
            "fetches the ladder",
            "whistles",
            "puts the ladder away",
            "has tea",
        ];
        for rate in [4, 5, 8, 30, 60, 144, 240] {
            assert_eq!(words(&shower(rate, &mut Replay::off())), expected, "{rate} frames a second");
        }
    }

    #[test]
    fn each_part_of_the_work_takes_its_time() {
        let expected = [
            " 0.50 s  opens the gate",
            " 1.00 s  waters a bed",
            " 1.50 s  waters a bed",
            " 1.60 s  whistles",
            " 2.00 s  waters a bed",
            " 2.50 s  fetches the ladder",
            " 3.20 s  whistles",
            " 4.80 s  whistles",
            " 5.10 s  puts the ladder away",
            " 5.10 s  goes in",
            " 5.80 s  looks out of the window",
            " 6.50 s  looks out of the window",
            " 7.50 s  fetches the ladder",
            " 8.60 s  whistles",
            " 9.00 s  puts the ladder away",
            " 9.00 s  has tea",
        ];
        assert_eq!(printed(&shower(10, &mut Replay::off())), expected);
    }

    #[test]
    fn without_water_the_rest_of_the_work_is_done() {
        let (mut day, mut gardener) = (GardenersDay::new(), Gardener { water: 0, ..Gardener::new() });
        let _: Status = day.tick_for(10.0, &mut gardener);
        let said = gardener.said();
        let work: Vec<&str> = said.iter().map(String::as_str).filter(|words| *words != "whistles").collect();
        assert_eq!(work, ["opens the gate", "fetches the ladder", "puts the ladder away", "has tea"]);
    }

    #[test]
    fn it_stays_in_until_the_rain_is_over() {
        let (mut day, mut gardener) = (GardenersDay::new(), Gardener { raining: true, ..Gardener::new() });
        for _ in 0..10 {
            assert_eq!(day.tick_for(0.5, &mut gardener), Status::Running);
        }
        let mut said = gardener.said();
        assert_eq!((said.remove(0).as_str(), said.len()), ("goes in", 6));
        assert!(said.iter().all(|words| words == "looks out of the window"), "{said:?}");
        gardener.raining = false;
        assert_eq!(day.tick_for(0.5, &mut gardener), Status::Running);
        assert_eq!(gardener.said(), ["opens the gate"]);
    }

    #[test]
    fn a_gate_is_pushed_three_times_and_no_more() {
        for (rust, status) in [(1, Status::Success), (3, Status::Success), (4, Status::Failure)] {
            let mut gardener = Gardener { rust, ..Gardener::new() };
            assert_eq!(OpenGate::new().tick_for(1.0, &mut gardener), status);
        }
    }

    #[test]
    fn an_empty_can_ends_the_watering() {
        let mut gardener = Gardener { water: 2, ..Gardener::new() };
        let mut water = Water::new();
        let statuses = [0.5, 0.5, 0.5].map(|time| water.tick_for(time, &mut gardener));
        assert_eq!(statuses, [Status::Running, Status::Running, Status::Failure]);
        assert_eq!((gardener.water, gardener.dry_beds), (0, 1));
    }

    #[test]
    fn the_ladder_is_put_away_whoever_ends_the_harvest() {
        let (mut harvest, mut gardener) = (Harvest::new(), Gardener::new());
        assert_eq!(harvest.tick_for(1.0, &mut gardener), Status::Running);
        assert!(gardener.ladder_out);
        harvest.abort(&mut gardener);
        assert!(!gardener.ladder_out);
    }
}
