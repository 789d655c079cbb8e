//! The same day, slowly, while you edit the trees.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use bt::{Span, Status};
use bt_live::{Live, LiveTree, poll};

use crate::day::POST;
use crate::mods;
use crate::trees::{Baker, Cat, Deliver, Dog, Gardener};
use crate::village::{TICK, Village};

/// A minute of the village takes a tenth of a second.
const MINUTE: Duration = Duration::from_millis(100);

/// Runs days until the program is stopped. Edit `trees.rs` meanwhile, and save it. The file of the visitor is read each
/// morning.
pub fn run(seed: u64, visitor: Option<&Path>) {
    let minute = |line: &str| {
        let _ = writeln!(std::io::stdout(), "{line}");
        std::thread::sleep(MINUTE);
    };
    for seed in seed.. {
        let visitor = visitor.and_then(|path| mods::load(path).inspect_err(|refused| minute(refused)).ok());
        Day::new(seed, visitor).pass(minute);
    }
}

/// The villagers, whose trees may change at any time.
pub struct Day {
    village: Village,
    baker: Live<Baker>,
    dog: Live<Dog>,
    cat: Live<Cat>,
    gardener: Live<Gardener>,
    deliver: Live<Deliver>,
    visitor: Option<LiveTree<Village>>,
}

impl Day {
    pub fn new(seed: u64, visitor: Option<LiveTree<Village>>) -> Self {
        Day {
            village: Village::new(seed),
            baker: Baker::new().into(),
            dog: Dog::new().into(),
            cat: Cat::new().into(),
            gardener: Gardener::new().into(),
            deliver: Deliver::new().into(),
            visitor,
        }
    }

    /// One day. `minute` gets what was told in each of its minutes, and the mistakes in a file that was saved.
    pub fn pass(mut self, mut minute: impl FnMut(&str)) -> Vec<String> {
        let mut post = POST.into_iter().peekable();
        let mut told = 0;
        while self.village.hour() < 21 {
            if let Some((_, letters)) = post.next_if(|(minute, _)| self.village.minute() >= *minute) {
                self.village.letters.extend(letters);
            }
            match poll() {
                Ok(update) => {
                    update.trees.iter().for_each(|tree| minute(&format!("  {tree} has changed")));
                    update.mended.iter().for_each(|file| minute(&format!("  {} is all right again", file.display())));
                }
                Err(refused) => minute(&refused.to_string()),
            }
            self.tick();
            minute(&self.village.told[told..].join("\n"));
            told = self.village.told.len();
        }
        self.village.told
    }

    fn tick(&mut self) {
        let village = &mut self.village;
        let _: Status = self.baker.tick_for(TICK, village);
        let _: Status = self.dog.tick_for(TICK, village);
        let _: Status = self.cat.tick_for(TICK, village);
        let _: Status = self.gardener.tick_for(TICK, village);
        if let Some(visitor) = &mut self.visitor {
            visitor.tick_for(TICK, village);
        }
        let mut span = Span::of(TICK);
        for _ in 0..village.letters.len() {
            if !span.left().is_zero() {
                let _: Status = self.deliver.tick_for(&mut span, village);
            }
        }
        village.pass(TICK);
    }
}
