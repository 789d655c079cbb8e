//! What is ticked, and the one place where it is ticked.

use std::fmt::Debug;
use std::time::Duration;

use bt::Status;

/// What an agent works on, and what happens to it without its tree.
pub trait World: Clone + Debug + Default + PartialEq + 'static {
    /// The short name of the workload.
    const NAME: &'static str;

    /// Its name if the time of a frame is only known at run time.
    const JITTERED: &'static str = Self::NAME;

    /// No agent of a crowd is ticked more often before the measurement begins.
    const MOST_WARM_UP_TICKS: u64 = 64;

    /// The context of an agent in a crowd, drawn by this number.
    fn drawn(chance: u64) -> Self;

    /// What happens before each tick.
    fn prepare(&mut self);
}

/// What can be ticked: a tree, or a part of one.
pub trait Tick<C> {
    /// One tick.
    fn tick(&mut self, context: &mut C) -> Status;
}

/// What is ticked for the time of a frame. What takes no time ignores it.
pub trait TickFor<C> {
    /// One tick.
    fn tick_for(&mut self, context: &mut C, frame: Duration) -> Status;
}

impl<C, T: Tick<C>> TickFor<C> for T {
    #[inline(always)]
    fn tick_for(&mut self, context: &mut C, _: Duration) -> Status {
        self.tick(context)
    }
}

/// How long a frame lasts.
pub trait Frame: Copy + Sync {
    /// Its time.
    fn time(self) -> Duration;
}

/// The frames of a run.
pub trait Frames: Default + 'static {
    /// One of them.
    type Frame: Frame;

    /// The next frame.
    fn next(&mut self) -> Self::Frame;
}

/// All frames last equally long, which is known at compile time.
#[derive(Clone, Copy, Default)]
pub struct Steady;

impl Frame for Steady {
    #[inline(always)]
    fn time(self) -> Duration {
        const { Duration::from_nanos(FRAME) }
    }
}

impl Frames for Steady {
    type Frame = Self;

    #[inline(always)]
    fn next(&mut self) -> Self {
        Steady
    }
}

/// Frames of a game at 60 Hz: each is up to half a millisecond longer or shorter, which is only known at run time.
#[derive(Default)]
pub struct Jittered(usize);

impl Frame for Duration {
    #[inline(always)]
    fn time(self) -> Duration {
        self
    }
}

impl Frames for Jittered {
    type Frame = Duration;

    #[inline(always)]
    fn next(&mut self) -> Duration {
        self.0 = (self.0 + 1) % JITTER.len();
        JITTER[self.0]
    }
}

/// A frame at 60 Hz, in nanoseconds.
const FRAME: u64 = 16_667_000;

/// Not a constant, so that the compiler cannot know the frames.
static JITTER: [Duration; 64] = {
    let (mut frames, mut at) = ([Duration::ZERO; 64], 0);
    while at < frames.len() {
        frames[at] = Duration::from_nanos(FRAME - 500_000 + mixed(at as u64) % 1_000_000);
        at += 1;
    }
    frames
};

/// What the body of a leaf returns.
pub trait Answer {
    /// The answer as a status.
    fn status(self) -> Status;
}

impl Answer for Status {
    #[inline(always)]
    fn status(self) -> Status {
        self
    }
}

impl Answer for bool {
    #[inline(always)]
    fn status(self) -> Status {
        Status::from(self)
    }
}

impl Answer for () {
    #[inline(always)]
    fn status(self) -> Status {
        Status::Success
    }
}

/// One tick of a lone agent: the only place where such agents are ticked, for all systems alike.
///
/// It is a call, so that no system is merged into the loop around it, and none is optimised away.
#[inline(never)]
pub fn step<C: World>(tree: &mut impl TickFor<C>, context: &mut C, frame: impl Frame) -> Status {
    context.prepare();
    tree.tick_for(context, frame.time())
}

/// Ticks a single agent this many times, and returns how many of the ticks did not end it.
pub fn steps<C: World>(tree: &mut impl TickFor<C>, context: &mut C, frames: &mut impl Frames, ticks: u64) -> u64 {
    (0..ticks).map(|_| u64::from(step(tree, context, frames.next()).is_running())).sum()
}

/// A number that is well mixed, for each number (splitmix64).
pub const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
