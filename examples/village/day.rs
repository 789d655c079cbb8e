//! The clock: one day, minute by minute.

use std::time::Duration;

use bt::{Span, Status};
use bt_examples::replay::Replay;

use crate::trees::{Baker, Cat, Deliver, Dog, Gardener};
use crate::village::{Letter, Village};

/// The post comes at twenty past nine and at three o'clock.
pub const POST: [(u64, &[Letter]); 2] =
    [(9 * 60 + 20, &[Letter::Gardener, Letter::Baker]), (15 * 60, &[Letter::Gardener, Letter::Baker, Letter::Miller])];

/// The report of a day, with ticks of this length.
pub fn day(mut village: Village, tick: Duration, replay: &mut Replay) -> Vec<String> {
    let (mut baker, mut cat, mut dog) = (Baker::new(), Cat::new(), Dog::new());
    let (mut gardener, mut deliver) = (Gardener::new(), Deliver::new());
    let mut post = POST.into_iter();
    let mut next = post.next();
    while village.hour() < 21 {
        // On the live page, a second is half an hour.
        replay.frame(tick / 30);
        if let Some((_, letters)) = next.take_if(|(minute, _)| village.minute() >= *minute) {
            village.letters.extend(letters);
            next = post.next();
        }
        baker.tick_for_with(tick, &mut village, &mut replay.tick::<Baker>("baker", tick));
        dog.tick_for_with(tick, &mut village, &mut replay.tick::<Dog>("dog", tick));
        cat.tick_for_with(tick, &mut village, &mut replay.tick::<Cat>("cat", tick));
        gardener.tick_for_with(tick, &mut village, &mut replay.tick::<Gardener>("gardener", tick));
        courier(&mut deliver, &mut village, tick, replay);
        village.pass(tick);
    }
    village.told
}

/// When the courier has delivered a letter, the rest of the tick belongs to the next letter. So the length of the ticks
/// does not change when a letter arrives.
pub fn courier(deliver: &mut Deliver, village: &mut Village, tick: Duration, replay: &mut Replay) {
    let mut span = Span::of(tick);
    for _ in 0..village.letters.len() {
        if !span.left().is_zero() {
            let _: Status = deliver.tick_for_with(&mut span, village, &mut replay.tick::<Deliver>("courier", tick));
        }
    }
}
