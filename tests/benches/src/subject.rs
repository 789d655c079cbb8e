//! All pairs of a workload and a system, with a lone agent.

use std::hint::black_box;
use std::time::Duration;

use bt::Status;
use cpu_time::ThreadTime;

use crate::systems::{bonsai, boxed, closures, dispatch, generic, hand, lite, ours};
use crate::workloads::{
    deep::Deep, door::Room, guard::Guard, patrol::Patrol, rounds::Rounds, sentry::Sentry, watch::Watch,
};
use crate::world::{Frames, Jittered, Steady, Tick, TickFor, World, step, steps};

/// How the names of the systems begin that the others are compared with.
pub const BY_HAND: &str = "by hand";

/// The name of no tree at all: the cost of the measurement itself, and of everything before each tick.
pub const NOTHING: &str = "no tree at all";

/// What does nothing.
pub struct Nothing;

impl<C> Tick<C> for Nothing {
    #[inline]
    fn tick(&mut self, _: &mut C) -> Status {
        Status::Running
    }
}

/// A system on a workload, with a lone agent.
pub struct Subject {
    /// The workload.
    pub workload: &'static str,
    /// The system.
    pub system: &'static str,
    /// Makes an agent, and ticks it this many times: first to warm up, then on the clock.
    pub time: Box<dyn Fn(u64, u64) -> Duration>,
    /// The status of each tick, and the final context.
    pub trace: Box<dyn Fn(usize) -> (Vec<Status>, String)>,
    /// The size of an agent's state, without what it has on the heap.
    pub size: usize,
    /// Makes an agent, and never drops it.
    pub leak: Box<dyn Fn()>,
}

/// A system that ignores the time.
pub fn subject<C: World, T: Tick<C>>(system: &'static str, new: impl Fn() -> T + Copy + 'static) -> Subject {
    framed::<C, T, Steady>(C::NAME, system, new)
}

fn steady<C: World, T: TickFor<C>>(system: &'static str, new: impl Fn() -> T + Copy + 'static) -> Subject {
    framed::<C, T, Steady>(C::NAME, system, new)
}

fn jittered<C: World, T: TickFor<C>>(system: &'static str, new: impl Fn() -> T + Copy + 'static) -> Subject {
    framed::<C, T, Jittered>(C::JITTERED, system, new)
}

fn framed<C: World, T: TickFor<C>, F: Frames>(
    workload: &'static str,
    system: &'static str,
    new: impl Fn() -> T + Copy + 'static,
) -> Subject {
    Subject {
        workload,
        system,
        time: Box::new(move |warm_up, ticks| {
            let (mut tree, mut context, mut frames) = (new(), C::default(), F::default());
            black_box(steps(&mut tree, &mut context, &mut frames, warm_up));
            let start = ThreadTime::now();
            black_box(steps(&mut tree, &mut context, &mut frames, ticks));
            start.elapsed()
        }),
        trace: Box::new(move |ticks| {
            let (mut tree, mut context, mut frames) = (new(), C::default(), F::default());
            let statuses = (0..ticks).map(|_| step(&mut tree, &mut context, frames.next())).collect();
            (statuses, format!("{context:?}"))
        }),
        size: size_of::<T>(),
        leak: Box::new(move || std::mem::forget(black_box(new()))),
    }
}

/// All of them, those of a workload together.
pub fn subjects() -> Vec<Subject> {
    vec![
        subject::<Room, _>(NOTHING, || Nothing),
        subject::<Room, _>("by hand: straight", hand::door::Straight::default),
        subject::<Room, _>("by hand: loop", hand::door::Loop::default),
        subject::<Room, _>("by hand: inferred", hand::door::Inferred::default),
        subject::<Room, _>("by hand: arms", hand::door::Arms::default),
        subject::<Room, _>("bt", ours::Door::new),
        subject::<Room, _>("nested generics", generic::door),
        subject::<Room, _>("`Box<dyn>`", boxed::door),
        subject::<Room, _>("enum_dispatch", dispatch::door),
        subject::<Room, _>("bonsai-bt", bonsai::door),
        subject::<Room, _>("behavior-tree-lite", lite::door),
        subject::<Sentry, _>(NOTHING, || Nothing),
        subject::<Sentry, _>("by hand: straight", hand::sentry::Straight::default),
        subject::<Sentry, _>("by hand: arms", hand::sentry::Arms::default),
        subject::<Sentry, _>("by hand: mask", hand::sentry::Mask::default),
        subject::<Sentry, _>("by hand: inferred", hand::sentry::Inferred::default),
        subject::<Sentry, _>("bt", ours::Sentry::new),
        subject::<Sentry, _>("bt: closures", closures::Sentry::new),
        subject::<Sentry, _>("nested generics", generic::sentry),
        subject::<Sentry, _>("`Box<dyn>`", boxed::sentry),
        subject::<Sentry, _>("enum_dispatch", dispatch::sentry),
        subject::<Sentry, _>("bonsai-bt", bonsai::sentry),
        subject::<Sentry, _>("behavior-tree-lite", lite::sentry),
        subject::<Deep, _>(NOTHING, || Nothing),
        subject::<Deep, _>("by hand: table", hand::deep::Table::default),
        subject::<Deep, _>("by hand: table of pairs", hand::deep::Pairs::default),
        subject::<Deep, _>("by hand: loop", hand::deep::Loop::default),
        subject::<Deep, _>("bt", ours::Deep::new),
        subject::<Deep, _>("nested generics", generic::deep),
        subject::<Deep, _>("`Box<dyn>`", boxed::deep),
        subject::<Deep, _>("enum_dispatch", dispatch::deep),
        subject::<Deep, _>("bonsai-bt", bonsai::deep),
        subject::<Deep, _>("behavior-tree-lite", lite::deep),
        subject::<Guard, _>(NOTHING, || Nothing),
        subject::<Guard, _>("by hand: straight", hand::guard::Straight::default),
        subject::<Guard, _>("by hand: arms", hand::guard::Arms::default),
        subject::<Guard, _>("bt", ours::Guard::new),
        subject::<Guard, _>("bt: closures", closures::Guard::new),
        subject::<Guard, _>("bt: `priority`", ours::GuardByPriority::new),
        subject::<Guard, _>("bt: `reactive_switch`", ours::GuardBySwitch::new),
        subject::<Patrol, _>(NOTHING, || Nothing),
        steady::<Patrol, _>("by hand: straight", hand::patrol::Straight::default),
        steady::<Patrol, _>("by hand: arms", hand::patrol::Arms::default),
        steady::<Patrol, _>("bt", ours::Patrol::new),
        steady::<Patrol, _>("bt: closures", closures::Patrol::new),
        jittered::<Patrol, _>(NOTHING, || Nothing),
        jittered::<Patrol, _>("by hand: straight", hand::patrol::Straight::default),
        jittered::<Patrol, _>("by hand: arms", hand::patrol::Arms::default),
        jittered::<Patrol, _>("bt", ours::jittered::Patrol::new),
        jittered::<Watch, _>(NOTHING, || Nothing),
        jittered::<Watch, _>("by hand: straight", hand::watch::Straight::default),
        jittered::<Watch, _>("bt", ours::jittered::Watch::new),
        subject::<Rounds, _>(NOTHING, || Nothing),
        subject::<Rounds, _>("by hand: hooks", hand::rounds::Hooks::default),
        subject::<Rounds, _>("by hand: hooks and `look`", hand::rounds::HooksAndLook::default),
        subject::<Rounds, _>("bt: composite", ours::Rounds::new),
        subject::<Rounds, _>("bt: composite with `look`", ours::RoundsWithLook::new),
        subject::<Rounds, _>("bt: `round_robin`", ours::RoundRobin::new),
        subject::<Rounds, _>("by hand: round robin", hand::rounds::Kept::default),
        subject::<Guard, _>("by hand: `priority`", hand::guard::Priority::default),
        subject::<Room, _>("by hand: knows whether it runs", hand::door::Known::default),
    ]
}
