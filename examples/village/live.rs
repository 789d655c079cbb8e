//! A day in the village, slowly, while you edit the trees.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use bt::describe::NodeInfo;
use bt::{Span, Status};
use bt_live::{Live, LiveFiles, LiveTree, poll};
use bt_view::AgentKey;
use bt_view::serve::{Broadcast, Options};

use crate::day::POST;
use crate::mods;
use crate::trees::{Baker, Cat, Deliver, Dog, Gardener};
use crate::village::{TICK, Village};

/// A minute of the village takes a tenth of a second.
const MINUTE: Duration = Duration::from_millis(100);

/// Runs days until the program is stopped, and shows them on a page on which the trees can be edited.
pub fn run_on_page(seed: u64) {
    let options = Options::new().control(true).edits(LiveFiles::new());
    let mut page = Page::new(options.start().expect("the page can be served"));
    let _ = writeln!(std::io::stdout(), "open {}", page.live.url());
    for seed in seed.. {
        Day::new(seed, None).on(&mut page).pass(minute);
    }
}

fn minute(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
    std::thread::sleep(MINUTE);
}

/// Runs days until the program is stopped. Edit `trees.rs` meanwhile, and save it, or the file of the visitor.
pub fn run(seed: u64, visitor: Option<&Path>) {
    for seed in seed.. {
        let visitor = visitor.and_then(|path| mods::load(path).inspect_err(|refused| minute(refused)).ok());
        Day::new(seed, visitor).pass(minute);
    }
}

/// The villagers, whose trees may change at any time.
pub struct Day<'p> {
    village: Village,
    page: Option<&'p mut Page>,
    baker: Live<Baker>,
    dog: Live<Dog>,
    cat: Live<Cat>,
    gardener: Live<Gardener>,
    deliver: Live<Deliver>,
    visitor: Option<LiveTree<Village>>,
}

/// A page, and the villagers on it.
pub struct Page {
    pub live: bt_view::serve::LivePage,
    agents: [AgentKey; 5],
}

impl Page {
    pub fn new(mut live: bt_view::serve::LivePage) -> Self {
        let agents = [
            live.agent::<Baker>("baker"),
            live.agent::<Dog>("dog"),
            live.agent::<Cat>("cat"),
            live.agent::<Gardener>("gardener"),
            live.agent::<Deliver>("courier"),
        ];
        Page { live, agents }
    }
}

impl<'p> Day<'p> {
    pub fn new(seed: u64, visitor: Option<LiveTree<Village>>) -> Self {
        Day {
            village: Village::new(seed),
            page: None,
            baker: Baker::new().into(),
            dog: Dog::new().into(),
            cat: Cat::new().into(),
            gardener: Gardener::new().into(),
            deliver: Deliver::new().into(),
            visitor,
        }
    }

    /// Shows the day on a page.
    pub fn on(self, page: &'p mut Page) -> Self {
        page.agents.into_iter().for_each(|agent| page.live.reset(agent));
        Day { page: Some(page), ..self }
    }

    /// Plays one day. `minute` gets what happened in each of its minutes, and the mistakes in a file that was saved.
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
        let Day { village, page, baker, dog, cat, gardener, deliver, visitor } = self;
        if let Some(page) = page {
            // While a viewer has paused the program, it waits here.
            page.live.gate();
        }
        let _: Status = baker.tick_for_with(TICK, village, &mut seen(page, 0, || baker.active()));
        let _: Status = dog.tick_for_with(TICK, village, &mut seen(page, 1, || dog.active()));
        let _: Status = cat.tick_for_with(TICK, village, &mut seen(page, 2, || cat.active()));
        let _: Status = gardener.tick_for_with(TICK, village, &mut seen(page, 3, || gardener.active()));
        if let Some(visitor) = visitor {
            visitor.tick_for(TICK, village);
        }
        let mut span = Span::of(TICK);
        for _ in 0..village.letters.len() {
            if !span.left().is_zero() {
                let _: Status = deliver.tick_for_with(&mut span, village, &mut seen(page, 4, || deliver.active()));
            }
        }
        if let Some(page) = page {
            page.live.flush();
        }
        village.pass(TICK);
    }
}

/// Shows the next tick of a villager on the page, if there is one.
fn seen<'p, I: IntoIterator<Item = NodeInfo>>(
    page: &'p mut Option<&mut Page>,
    agent: usize,
    active: impl FnOnce() -> I,
) -> Option<Broadcast<'p>> {
    let Page { live, agents } = page.as_mut()?;
    live.tick_for(agents[agent], TICK, active)
}
