//! The way that the agents of W6 and W7 walk: to a target, and back.

use bt::Status;

/// Where an agent is, and where it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Where it is.
    pub at: f32,
    /// Where it goes.
    pub target: f32,
}

impl Default for Way {
    fn default() -> Self {
        Way { at: 0.0, target: 4.0 }
    }
}

impl Way {
    /// A way whose length is drawn by this number: one to eight metres.
    pub fn drawn(chance: u64) -> Self {
        Way { at: 0.0, target: ((chance >> 60) + 2) as f32 * 0.5 }
    }

    /// Half a metre towards the target.
    #[inline(always)]
    pub fn goto(&mut self) -> Status {
        self.at += (self.target - self.at).clamp(-0.5, 0.5);
        if self.at == self.target { Status::Success } else { Status::Running }
    }

    /// The target is now as far on the other side.
    #[inline(always)]
    pub fn turn_round(&mut self) {
        self.target = -self.target;
    }
}
