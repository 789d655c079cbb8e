//! A crate with a tree, whose tests show that a wrong tree does not compile: see `tests/ui.rs`.

use bt::{Status, bt, leaf};

/// The context.
#[derive(Debug, Default, PartialEq)]
pub struct Dog {
    /// How often it has barked.
    pub barks: u32,
    /// Metres between it and the intruder.
    pub distance: u32,
}

/// Barks once.
#[leaf]
pub fn bark(dog: &mut Dog) {
    dog.barks += 1;
}

/// Comes one metre nearer in each tick.
#[leaf]
pub fn chase(dog: &mut Dog) -> Status {
    if dog.distance == 0 {
        return Status::Success;
    }
    dog.distance -= 1;
    Status::Running
}

bt! {
    /// Barks twice, and chases the intruder.
    pub Alarm(Dog) = sequence < repeat(2) < bark >, chase >
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_tree() {
        let (mut alarm, mut dog) = (Alarm::new(), Dog { barks: 0, distance: 2 });
        while alarm.tick(&mut dog).is_running() {}
        assert_eq!(dog, Dog { barks: 2, distance: 0 });
    }
}
