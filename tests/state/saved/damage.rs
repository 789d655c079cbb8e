//! A truncated save is an error. A save with a wrong byte is an error, or a tree that runs: never a panic.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt::{Status, Tree, bt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::trees::{Game, Handles, Items, Kept, KeptInLine, Outer, Visit, Work, visit_all};
use super::{FORMATS, Format};

/// Saves of a tree in all states that it reaches.
fn saves<T: Tree + Serialize + Clone>(format: Format, new: &T, handles: &Handles<T>) -> BTreeSet<Vec<u8>> {
    let (mut tree, mut game, mut saves) = (new.clone(), Game::new(4), BTreeSet::new());
    for tick in 0..20 {
        saves.insert(format.save(&tree));
        (handles.tick)(&mut tree, Duration::from_millis(90), &mut game);
        if tick % 4 == 0 {
            (handles.shoot)(&mut tree, &mut game);
        }
    }
    saves
}

/// Loads every beginning of every save.
struct CutOff {
    cuts: usize,
}

impl Visit for CutOff {
    fn visit<T>(&mut self, new: T, handles: Handles<T>)
    where
        T: Tree + Clone + Debug + PartialEq + Serialize + DeserializeOwned,
    {
        for format in FORMATS {
            for save in saves(format, &new, &handles) {
                assert!(format.load::<T>(&save).is_ok());
                for length in 0..save.len() {
                    let loaded = format.load::<T>(&save[..length]);
                    assert!(loaded.is_err(), "{length} of {} bytes in {format:?}: {loaded:?}", save.len());
                    self.cuts += 1;
                }
            }
        }
    }
}

#[test]
fn a_save_that_is_cut_off_anywhere_is_an_error() {
    let mut visitor = CutOff { cuts: 0 };
    visit_all(&mut visitor);
    assert!(visitor.cuts > 10_000, "{}", visitor.cuts);
}

#[test]
fn a_for_each_that_is_at_its_limit_is_an_error() {
    let (mut tree, mut game) = (Items::new(), Game::new(1));
    tree.tick(&mut game);
    let save = String::from_utf8(Format::Json.save(&tree)).expect("JSON is text");
    let with = |number: u32| save.replace("\"number\":0", &format!("\"number\":{number}"));
    assert!(Format::Json.load::<Items>(with(u32::MAX).as_bytes()).is_err());
    let mut last: Items = Format::Json.load(with(u32::MAX - 1).as_bytes()).expect("there is a next item");
    for _ in 0..6 {
        last.tick(&mut game);
    }
    assert!(last.is_running(), "there is always an item");
}

/// Ticks a tree until its save contains this text, and loads it with another text in its place.
fn load_with<T>(mut tree: T, tick: fn(&mut T, &mut Game) -> Status, has: &str, instead: &str) -> Result<T, String>
where
    T: Tree + Serialize + DeserializeOwned,
{
    let mut game = Game::new(1);
    for _ in 0..9 {
        let _ = tick(&mut tree, &mut game);
        let save = String::from_utf8(Format::Json.save(&tree)).expect("JSON is text");
        if save.contains(has) {
            assert!(Format::Json.load::<T>(save.as_bytes()).is_ok());
            return Format::Json.load(save.replace(has, instead).as_bytes());
        }
    }
    panic!("no save has {has}");
}

#[test]
fn a_reactive_node_whose_value_is_missing_is_an_error() {
    for (has, instead) in [("\"held_g\":1", "\"held_h\":1"), ("\"held_g\":1", "\"held_g\":null")] {
        assert!(load_with(Kept::new(), Kept::tick, has, instead).is_err());
        assert!(load_with(KeptInLine::new(), KeptInLine::tick, has, instead).is_err());
        // The subtree is used as a leaf of the outer tree, and in an enum.
        assert!(load_with(Outer::new(false), Outer::tick, has, instead).is_err());
        assert!(load_with(Outer::new(true), Outer::tick, has, instead).is_err());
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    Turns(Game) = round_robin < work('a', 3), work('b', 3) >
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    Steps(Game) = pipeline < work('a', 0), work('b', 3) >
}

#[test]
fn a_number_that_a_node_cannot_have_is_an_error() {
    assert!(load_with(Turns::new(), Turns::tick, "\"failed\":0", "\"failed\":2").is_ok());
    assert!(load_with(Turns::new(), Turns::tick, "\"failed\":0", "\"failed\":3").is_err());
    assert!(load_with(Steps::new(), Steps::tick, "\"reached\":1", "\"reached\":0").is_ok());
    assert!(load_with(Steps::new(), Steps::tick, "\"reached\":1", "\"reached\":2").is_err());
}

#[test]
fn a_value_that_is_not_yet_found_is_missing_in_a_save() {
    let unset = load_with(Kept::new(), Kept::tick, "\"held_g\":null", "\"held_g\":null");
    assert!(unset.is_ok(), "{unset:?}");
}

/// What may stand in place of a byte.
fn instead_of(byte: u8) -> impl Iterator<Item = u8> {
    let bits = (0..8).map(move |bit| byte ^ 1 << bit);
    bits.chain([0, 1, 0x7f, 0x80, 0xff, b'0', b'9', byte.wrapping_add(1), byte.wrapping_sub(1)])
}

/// Loads every save with every byte changed, and runs the loaded tree.
struct WrongByte {
    format: Format,
    /// Which bytes of a save: every `step`-th from `first` on.
    first: usize,
    step: usize,
    errors: usize,
    loaded: usize,
}

impl Visit for WrongByte {
    fn visit<T>(&mut self, new: T, handles: Handles<T>)
    where
        T: Tree + Clone + Debug + PartialEq + Serialize + DeserializeOwned,
    {
        let format = self.format;
        for mut save in saves(format, &new, &handles) {
            for at in (self.first..save.len()).step_by(self.step) {
                let right = save[at];
                for wrong in instead_of(right).filter(|wrong| *wrong != right) {
                    save[at] = wrong;
                    match format.load::<T>(&save) {
                        Err(_) => self.errors += 1,
                        Ok(tree) => {
                            self.loaded += 1;
                            let went_on = catch_unwind(AssertUnwindSafe(|| go_on(&tree, &handles)));
                            assert!(went_on.is_ok(), "{wrong} for {right} at {at} in {format:?}: a panic in {tree:?}");
                        }
                    }
                }
                save[at] = right;
            }
        }
    }
}

/// Ticks a tree for some time, and calls all its other methods.
fn go_on<T: Clone>(tree: &T, handles: &Handles<T>) {
    for ticks in [0, 1, 8] {
        let (mut tree, mut game) = (tree.clone(), Game::new(5));
        for milliseconds in [0, 3, 9].into_iter().cycle().take(ticks) {
            (handles.tick)(&mut tree, Duration::from_millis(milliseconds), &mut game);
        }
        (handles.count_active)(&tree);
        (handles.shoot)(&mut tree, &mut game);
        (handles.abort)(&mut tree, &mut game);
        assert_eq!((handles.count_active)(&tree), 0);
        (handles.tick)(&mut tree, Duration::from_millis(9), &mut game);
    }
}

/// Of the text format, which has the most bytes, every ninth byte is changed; with `BT_BYTES=all`, every one.
fn step() -> usize {
    if std::env::var("BT_BYTES").is_ok_and(|bytes| bytes == "all") { 1 } else { 9 }
}

// The text has two tests: they run side by side.
fn wrong_bytes(format: Format, first: usize, step: usize) {
    let mut visitor = WrongByte { format, first, step, errors: 0, loaded: 0 };
    visit_all(&mut visitor);
    let least = 10_000 / step;
    assert!(visitor.errors > least && visitor.loaded > least, "{} {}", visitor.errors, visitor.loaded);
}

#[test]
fn a_save_in_text_with_a_wrong_even_byte_is_an_error_or_goes_on() {
    wrong_bytes(Format::Json, 0, 2 * step());
}

#[test]
fn a_save_in_text_with_a_wrong_odd_byte_is_an_error_or_goes_on() {
    wrong_bytes(Format::Json, step(), 2 * step());
}

#[test]
fn a_save_in_bytes_with_a_wrong_byte_is_an_error_or_goes_on() {
    wrong_bytes(Format::Postcard, 0, 1);
}
