//! `World`: what leaves see and change.

use std::any::Any;

use super::picture::Picture;

/// What leaves see and change.
pub trait World: Any {
    /// Lets these seconds pass. `chance` draws a number from 0 to 1.
    fn pass(&mut self, seconds: f64, chance: &mut dyn FnMut() -> f64);

    /// The user has pressed a button of the picture, by its number.
    fn press(&mut self, button: usize);

    /// What it looks like now.
    fn picture(&self) -> Picture;
}

/// Makes a world as it is before the first tick.
pub type Make = fn() -> Box<dyn World>;

/// Moves a number towards another one. Returns whether it has arrived.
pub fn approach(from: &mut f64, to: f64, most: f64) -> bool {
    *from += (to - *from).clamp(-most, most);
    *from == to
}
