//! A visitor whose tree comes from a text file, which may use what is in the palette and nothing else.

use std::path::Path;

use bt::Behavior;
use bt_live::{LiveTree, Palette, TreeFile};

use crate::village::Village;

/// Tells what the visitor does.
#[derive(Behavior)]
#[behavior(context = Village)]
struct Says {
    what: String,
}

impl Says {
    fn new(what: String) -> Self {
        Says { what }
    }

    fn run(&mut self, village: &mut Village) {
        village.tell(&self.what);
    }
}

/// Everything that a visitor can do and see.
pub fn palette() -> Palette<Village> {
    Palette::new()
        .leaf("says", Says::new)
        .condition("is_open", |village: &Village| (8..18).contains(&village.hour()))
        .condition("is_bread_left", |village: &Village| village.bread > 0)
        .action("take_loaf", |village: &mut Village| village.bread = village.bread.saturating_sub(1))
}

/// The tree of a visitor, which follows its file. All mistakes in the file are in the error, as rustc would draw them.
pub fn load(path: &Path) -> Result<LiveTree<Village>, String> {
    TreeFile::open(path, palette()).map(|file| file.tree()).map_err(|refused| refused.to_string())
}

#[cfg(test)]
mod tests {
    use std::iter;

    use bt::Status;

    use super::*;
    use crate::SEED;
    use crate::village::MINUTE;

    const GOOSE: &str = include_str!("goose.bt");

    fn goose(text: &str) -> Result<LiveTree<Village>, String> {
        LiveTree::parse(text, &palette()).map_err(|refused| refused.to_string())
    }

    #[test]
    fn the_goose_takes_a_loaf_and_comes_back_after_four_hours() {
        let (mut goose, mut village) = (goose(GOOSE).expect("it is right"), Village::new(SEED));
        (village.clock, village.bread) = (MINUTE * 60 * 8, 1);
        let answers: Vec<Status> = iter::repeat_with(|| goose.tick_for(MINUTE, &mut village)).take(400).collect();
        assert!(answers.iter().all(|answer| *answer == Status::Running));
        let waits = "The goose waits in front of the bakery";
        let told: Vec<&str> = village.told.iter().map(|line| &line["00:00  ".len()..]).collect();
        assert_eq!(told, [waits, "The goose runs off with a loaf", waits, "The goose hisses: there is no bread"]);
        assert_eq!(village.bread, 0);
    }

    #[test]
    fn what_is_not_in_the_palette_is_refused_with_its_place() {
        let text = GOOSE.replace("action(take_loaf)", "action(take_loaves)").replace("is_open", "is_opened");
        let refused = goose(&text).expect_err("two names are wrong");
        for (place, help) in [("3:16", "did you mean `is_open`?"), ("8:20", "did you mean `take_loaf`?")] {
            assert!(refused.contains(place) && refused.contains(help), "{refused}");
        }
    }
}
