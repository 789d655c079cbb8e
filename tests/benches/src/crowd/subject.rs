//! All pairs of a workload and a system, with a crowd.

use std::time::Duration;

use cpu_time::ThreadTime;

use super::Crowd;
use super::grouped::{Groups, Sleepy, Slices};
use super::plain::Loop;
use crate::systems::{bonsai, boxed, hand, ours};
use crate::workloads::{door::Room, guard::Guard, hall::Hall, patrol::Patrol, sentry::Sentry, watch::Watch};
use crate::world::{Jittered, Steady, TickFor, World};

/// A system on a workload, with a crowd.
pub struct Subject {
    /// The workload.
    pub workload: &'static str,
    /// The system.
    pub system: &'static str,
    /// More agents than this take too long.
    pub most: usize,
    /// Nanoseconds per tick of one agent, with this number of agents, measured for about this time.
    pub time: Box<dyn Fn(usize, Duration) -> f64>,
    /// The contexts of this number of agents, after this number of passes.
    pub trace: Box<dyn Fn(usize, usize) -> String>,
}

fn subject<C: World, K: Crowd<Context = C>>(
    system: &'static str,
    most: usize,
    crowd: impl Fn(usize) -> K + Copy + 'static,
) -> Subject {
    named(C::NAME, system, most, crowd)
}

fn jittered<C: World, K: Crowd<Context = C>>(
    system: &'static str,
    most: usize,
    crowd: impl Fn(usize) -> K + Copy + 'static,
) -> Subject {
    named(C::JITTERED, system, most, crowd)
}

fn named<K: Crowd>(
    workload: &'static str,
    system: &'static str,
    most: usize,
    crowd: impl Fn(usize) -> K + Copy + 'static,
) -> Subject {
    Subject {
        workload,
        system,
        most,
        time: Box::new(move |agents, time| nanoseconds(&mut crowd(agents), agents, time)),
        trace: Box::new(move |agents, passes| {
            let mut crowd = crowd(agents);
            (0..passes).for_each(|_| pass(&mut crowd));
            format!("{:?}", crowd.contexts().collect::<Vec<_>>())
        }),
    }
}

/// One pass: the only place where crowds are ticked, for all systems alike.
#[inline(never)]
pub fn pass(crowd: &mut impl Crowd) {
    crowd.pass();
}

/// Nanoseconds per tick of one agent, after a crowd has been ticked for a second of game time: a crowd that groups
/// agents is slower until all have gone through their trees once. Then it finds out how many passes fill the time.
fn nanoseconds(crowd: &mut impl Crowd, agents: usize, time: Duration) -> f64 {
    const WARM_UP: u32 = 60;
    const TRIAL: u32 = 2;
    passes(crowd, WARM_UP);
    let trial = passes(crowd, TRIAL).as_nanos().max(1);
    let count = (u128::from(TRIAL) * time.as_nanos() / trial).clamp(3, 1_000_000) as u32;
    passes(crowd, count).as_nanos() as f64 / f64::from(count) / agents as f64
}

fn passes(crowd: &mut impl Crowd, count: u32) -> Duration {
    let start = ThreadTime::now();
    (0..count).for_each(|_| pass(crowd));
    start.elapsed()
}

fn plain<C: World, T: TickFor<C>>(system: &'static str, most: usize, new: impl Fn() -> T + Copy + 'static) -> Subject {
    subject(system, most, move |agents| Loop::<C, T, Steady>::new(new, agents))
}

fn plain_jittered<C: World, T: TickFor<C>>(
    system: &'static str,
    most: usize,
    new: impl Fn() -> T + Copy + 'static,
) -> Subject {
    jittered(system, most, move |agents| Loop::<C, T, Jittered>::new(new, agents))
}

/// The sizes that are measured.
pub const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// All of them, those of a workload together.
pub fn subjects() -> Vec<Subject> {
    let [_, ten_thousand, hundred_thousand, million] = SIZES;
    vec![
        plain::<Room, _>("by hand: straight", million, hand::door::Straight::default),
        plain::<Room, _>("by hand: arms", million, hand::door::Arms::default),
        plain::<Room, _>("by hand: inferred", million, hand::door::Inferred::default),
        plain::<Room, _>("bt: loop over `tick`", million, ours::Door::new),
        subject("bt: `tick_all`", million, |agents| Slices::<Room, _, Steady>::new(ours::Door::new, agents)),
        subject("bt: `Crowd`", million, |agents| Groups::<Room, _, Steady>::new(ours::Door::new, agents)),
        plain::<Room, _>("`Box<dyn>`", hundred_thousand, boxed::door),
        plain::<Room, _>("bonsai-bt", ten_thousand, bonsai::door),
        plain::<Hall, _>("by hand: straight", million, hand::door::Straight::default),
        plain::<Hall, _>("bt: loop over `tick`", million, ours::wide::Door::new),
        subject("bt: `tick_all`", million, |agents| Slices::<Hall, _, Steady>::new(ours::wide::Door::new, agents)),
        subject("bt: `Crowd`", million, |agents| Groups::<Hall, _, Steady>::new(ours::wide::Door::new, agents)),
        plain::<Sentry, _>("by hand: straight", million, hand::sentry::Straight::default),
        plain::<Sentry, _>("by hand: arms", million, hand::sentry::Arms::default),
        plain::<Sentry, _>("by hand: mask", million, hand::sentry::Mask::default),
        plain::<Sentry, _>("by hand: inferred", million, hand::sentry::Inferred::default),
        plain::<Sentry, _>("bt: loop over `tick`", million, ours::Sentry::new),
        subject("bt: `tick_all`", million, |agents| Slices::<Sentry, _, Steady>::new(ours::Sentry::new, agents)),
        subject("bt: `Crowd`", million, |agents| Groups::<Sentry, _, Steady>::new(ours::Sentry::new, agents)),
        plain::<Sentry, _>("`Box<dyn>`", hundred_thousand, boxed::sentry),
        plain::<Sentry, _>("bonsai-bt", ten_thousand, bonsai::sentry),
        plain::<Guard, _>("by hand: straight", million, hand::guard::Straight::default),
        plain::<Guard, _>("by hand: arms", million, hand::guard::Arms::default),
        plain::<Guard, _>("bt: loop over `tick`", million, ours::Guard::new),
        subject("bt: `tick_all`", million, |agents| Slices::<Guard, _, Steady>::new(ours::Guard::new, agents)),
        subject("bt: `Crowd`", million, |agents| Groups::<Guard, _, Steady>::new(ours::Guard::new, agents)),
        plain::<Patrol, _>("by hand: straight", million, hand::patrol::Straight::default),
        plain::<Patrol, _>("by hand: arms", million, hand::patrol::Arms::default),
        plain::<Patrol, _>("bt: loop over `tick_for`", million, ours::Patrol::new),
        subject("bt: `tick_all`", million, |agents| Slices::<Patrol, _, Steady>::new(ours::Patrol::new, agents)),
        subject("bt: `Crowd`", million, |agents| Groups::<Patrol, _, Steady>::new(ours::Patrol::new, agents)),
        subject("bt: `Crowd::tick_for`", million, |agents| Sleepy::<Patrol, _, Steady>::new(ours::Patrol::new, agents)),
        plain::<Watch, _>("by hand: straight", million, hand::watch::Straight::default),
        plain::<Watch, _>("bt: loop over `tick_for`", million, ours::Watch::new),
        subject("bt: `tick_all`", million, |agents| Slices::<Watch, _, Steady>::new(ours::Watch::new, agents)),
        subject("bt: `Crowd`", million, |agents| Groups::<Watch, _, Steady>::new(ours::Watch::new, agents)),
        subject("bt: `Crowd::tick_for`", million, |agents| Sleepy::<Watch, _, Steady>::new(ours::Watch::new, agents)),
        plain_jittered::<Patrol, _>("by hand: straight", million, hand::patrol::Straight::default),
        plain_jittered::<Patrol, _>("by hand: arms", million, hand::patrol::Arms::default),
        plain_jittered::<Patrol, _>("bt: loop over `tick_for`", million, ours::jittered::Patrol::new),
        jittered("bt: `tick_all`", million, |agents| {
            Slices::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)
        }),
        jittered("bt: `Crowd`", million, |agents| {
            Groups::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)
        }),
        jittered("bt: `Crowd::tick_for`", million, |agents| {
            Sleepy::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)
        }),
        plain_jittered::<Watch, _>("by hand: straight", million, hand::watch::Straight::default),
        plain_jittered::<Watch, _>("bt: loop over `tick_for`", million, ours::jittered::Watch::new),
        jittered("bt: `tick_all`", million, |agents| {
            Slices::<Watch, _, Jittered>::new(ours::jittered::Watch::new, agents)
        }),
        jittered("bt: `Crowd`", million, |agents| {
            Groups::<Watch, _, Jittered>::new(ours::jittered::Watch::new, agents)
        }),
        jittered("bt: `Crowd::tick_for`", million, |agents| {
            Sleepy::<Watch, _, Jittered>::new(ours::jittered::Watch::new, agents)
        }),
    ]
}
