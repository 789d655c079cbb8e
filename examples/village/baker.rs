//! A baker with a daily routine.

use bt::bt;
use bt_examples::replay::Replay;

use crate::story::{Line, Teller, live};

/// The context: the baker and the shop.
#[derive(Default)]
pub struct Baker {
    /// From 0 to 23.
    hour: u32,
    /// In degrees.
    oven: f64,
    bread: u32,
    coins: u32,
    said: Vec<String>,
}

impl Baker {
    fn say(&mut self, words: impl Into<String>) {
        self.said.push(words.into());
    }

    fn take_out(&mut self) {
        self.bread += 4;
        self.say("takes four loaves out of the oven");
    }

    /// Sells a loaf, if there is one.
    fn serve(&mut self) {
        if self.bread > 0 {
            self.bread -= 1;
            self.coins += 1;
        }
    }
}

impl Teller for Baker {
    fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

bt! {
    /// An hour takes a second. A new part of the day ends the current one.
    pub Day(Baker) = reactive_switch(|baker| baker.hour) <
        5..=7 => bake: sequence <
            wait_until(|baker| baker.oven > 200.0),
            repeat(3) < sequence < wait(0.5), action(Baker::take_out) > >,
            running,
        >,
        8..=11 | 13..=17 => shop: every(0.5, Baker::serve) < running >,
        12 => lunch: sequence < delay(0.25) < action(|baker| baker.say("has lunch")) >, running >,
        18 => close: sequence <
            // Decided once, by the loaves that are left when the shop closes.
            switch(|baker| baker.bread) <
                0 => action(|baker| baker.say("is sold out")),
                1 | 2 => action(|baker| baker.say("eats what is left")),
                _ => action(|baker| baker.say("gives away what is left")),
            >,
            running,
        >,
        _ => sleep: running,
    >
}

/// Opens at 4 o'clock. The first customer comes at 10.
pub fn day(rate: u32, replay: &mut Replay) -> Vec<Line> {
    let (mut tree, mut baker) = (Day::new(), Baker::default());
    live("baker", (&mut tree, &mut baker), (20, rate), replay, |baker, second| {
        baker.hour = 4 + second as u32;
        baker.oven = if second < 1.25 { 20.0 } else { 230.0 };
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::{printed, words};

    #[test]
    fn it_bakes_sells_and_closes() {
        for rate in [4, 5, 8, 30, 60, 144, 240] {
            let bakes = ["takes four loaves out of the oven"; 3];
            let rest = ["has lunch", "is sold out"];
            assert_eq!(words(&day(rate, &mut Replay::off())), [&bakes[..], &rest].concat(), "{rate} frames a second");
        }
    }

    #[test]
    fn its_day_goes_by_the_clock() {
        let expected = [
            " 1.75 s  takes four loaves out of the oven",
            " 2.25 s  takes four loaves out of the oven",
            " 2.75 s  takes four loaves out of the oven",
            " 8.25 s  has lunch",
            "14.25 s  is sold out",
        ];
        // The oven is hot in the frame that begins at 1.25 s, and a frame is told at its end.
        assert_eq!(printed(&day(4, &mut Replay::off())), expected);
        for hour in 0..24 {
            let (mut day, mut baker) = (Day::new(), Baker { hour, ..Baker::default() });
            let _ = day.tick_for(0.1, &mut baker);
            let expected = match hour {
                5..=7 => "bake",
                8..=11 | 13..=17 => "shop",
                12 => "lunch",
                18 => "close",
                _ => "sleep",
            };
            assert_eq!(day.active().find_map(|node| node.label), Some(expected), "at {hour} o'clock");
        }
    }

    #[test]
    fn what_it_does_at_the_end_depends_on_what_is_left() {
        for (bread, words) in
            [(0, "is sold out"), (1, "eats what is left"), (2, "eats what is left"), (3, "gives away what is left")]
        {
            let mut baker = Baker { hour: 18, bread, ..Baker::default() };
            let _ = Day::new().tick_for(0.5, &mut baker);
            assert_eq!(baker.said(), [words]);
        }
    }

    #[test]
    fn in_the_shop_a_loaf_is_sold_every_half_hour() {
        for hour in [8, 11, 13, 17] {
            let (mut day, mut baker) = (Day::new(), Baker { hour, bread: 9, ..Baker::default() });
            for _ in 0..8 {
                let _ = day.tick_for(0.25, &mut baker);
            }
            assert_eq!((baker.bread, baker.coins), (5, 4));
        }
    }

    #[test]
    fn a_cold_oven_bakes_nothing_and_the_fourth_hour_is_for_sleeping() {
        let (mut day, mut baker) = (Day::new(), Baker { hour: 5, oven: 200.0, ..Baker::default() });
        for hour in [5, 6, 7, 4] {
            baker.hour = hour;
            let _ = day.tick_for(1.0, &mut baker);
        }
        assert_eq!((baker.bread, day.active().find_map(|node| node.label)), (0, Some("sleep")));
    }
}
