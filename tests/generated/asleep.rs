//! Skips ticks while a tree sleeps: one tick with the sum of their spans must have the same effect.

use std::time::Duration;

use bt_reference::play::{Log, Said, Subject, play};
use bt_reference::script::Script;
use bt_reference::world::{Status, World};
use fastrand::Rng;

/// The longest that a tree is let sleep, in nanoseconds.
const LONGEST: u64 = 3_000_000_000;

/// A tree that sleeps after each tick as long as it may, or a part of that.
struct Sleeper {
    tree: Box<dyn Subject>,
    /// Whether it is ticked several times meanwhile.
    restless: bool,
    /// The source of the spans: the same for both trees.
    rng: Rng,
    /// How often it has slept.
    slept: usize,
}

impl Sleeper {
    fn sleep(&mut self, world: &mut World) {
        let Some(most) = self.tree.sleep().filter(|time| *time > Duration::ZERO) else { return };
        let most = u64::try_from(most.as_nanos()).unwrap_or(u64::MAX).min(LONGEST);
        let sum = if self.rng.bool() { most - 1 } else { self.rng.u64(..most) };
        let first = self.rng.u64(..=sum);
        let spans = if self.restless { vec![first, 0, sum - first] } else { vec![sum] };
        let before = world.happened();
        for span in spans {
            assert_eq!(self.tree.tick(span, world), Said::Status(Status::Running), "it said that it sleeps {most} ns");
        }
        assert_eq!(world.happened(), before, "it said that it sleeps {most} ns, and something happened meanwhile");
        self.slept += 1;
    }
}

impl Subject for Sleeper {
    fn tick(&mut self, nanos: u64, world: &mut World) -> Said {
        let said = self.tree.tick(nanos, world);
        self.sleep(world);
        said
    }

    fn abort(&mut self, world: &mut World) -> bool {
        self.tree.abort(world)
    }

    fn reset(&mut self) {
        self.tree.reset();
    }

    fn send(&mut self, message: u32, world: &mut World) -> bool {
        self.tree.send(message, world)
    }

    fn look(&mut self) {
        self.tree.look();
    }

    fn is_running(&self) -> bool {
        self.tree.is_running()
    }

    fn active(&self, found: &mut Vec<(usize, &'static str)>) {
        self.tree.active(found);
    }
}

/// Plays a script with a tree that is ticked once while it sleeps, and with one that is ticked several times. Returns
/// how often they slept, or the first difference.
pub fn sleeps(new: &dyn Fn() -> Box<dyn Subject>, script: &Script, seed: u64) -> Result<usize, String> {
    let [(calm, one), (restless, other)] = [false, true].map(|restless| {
        let mut sleeper = Sleeper { tree: new(), restless, rng: Rng::with_seed(seed), slept: 0 };
        (untold(play(&mut sleeper, script)), sleeper)
    });
    let same = calm == restless && one.slept == other.slept && one.tree.state() == other.tree.state();
    if same { Ok(one.slept) } else { Err(format!("one tick:      {calm:#?}\nseveral ticks: {restless:#?}\n")) }
}

/// Without the events of observers: a waiting leaf is a run in each tick.
fn untold(mut log: Log) -> Log {
    log.told = None;
    log.steps.iter_mut().for_each(|step| step.told = 0);
    log
}
