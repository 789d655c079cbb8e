//! `BtRate`: agents that are ticked less often.

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;

use crate::past::Past;

/// The agent of this entity is ticked less often, for example since it is far from the player.
///
/// The time between two ticks accumulates, and the next tick gets all of it. So no timer loses time, even when the rate
/// changes or is removed. Insert another rate at any time, even in every frame. If an entity has several trees, the
/// rate is for each of them.
///
/// Agents with the same rate do not all tick in the same frame: they are spread by the index of their entity. So a new
/// agent gets its first tick within one period, not immediately.
///
/// Messages are delivered at once. A tree that takes a message continues in its next tick.
///
/// ```
/// use std::time::Duration;
///
/// use bevy_bt_trees::BtRate;
/// use bevy_ecs::prelude::*;
///
/// #[derive(Component)]
/// struct Distance(f32);
///
/// fn set_rates(agents: Query<(Entity, &Distance), Changed<Distance>>, mut commands: Commands) {
///     for (entity, distance) in &agents {
///         match distance.0 {
///             ..50.0 => commands.entity(entity).remove::<BtRate>(),
///             ..200.0 => commands.entity(entity).insert(BtRate::every_ticks(4)),
///             _ => commands.entity(entity).insert(BtRate::every(Duration::from_secs(1))),
///         };
///     }
/// }
/// # bevy_ecs::system::assert_is_system(set_rates);
/// ```
///
/// It is an immutable component of Bevy: a rate changes by an insert.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[component(immutable)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component, Clone, Debug, PartialEq, Hash))]
pub struct BtRate {
    every: Every,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Clone, Debug, PartialEq, Hash))]
enum Every {
    Ticks(u32),
    Time(Duration),
}

impl BtRate {
    /// One tick for each `count` ticks of an agent without a rate. 0 counts as 1.
    pub const fn every_ticks(count: u32) -> Self {
        BtRate { every: Every::Ticks(count) }
    }

    /// One tick in each period of this length, by the clock of the agents. Once a frame if the period is shorter than
    /// a frame.
    pub const fn every(period: Duration) -> Self {
        BtRate { every: Every::Time(period) }
    }

    /// Whether an agent is ticked now.
    ///
    /// A function of the time that all agents of the kind share, so that agents stay spread when rates change.
    pub(crate) fn is_due(self, entity: Entity, past: Past, span: Duration) -> bool {
        /// Agents with the same period are spread over this number of groups.
        const GROUPS: u32 = 16;
        let index = entity.index_u32();
        match self.every {
            Every::Ticks(count) => (past.ticks + u64::from(index)).is_multiple_of(u64::from(count.max(1))),
            Every::Time(period) => {
                let lead = period / GROUPS * (index % GROUPS);
                let periods = |time: Duration| time.saturating_add(lead).as_nanos().checked_div(period.as_nanos());
                let before = periods(past.time);
                before.is_none() || before != periods(past.time.saturating_add(span))
            }
        }
    }
}

/// Whether an agent has a pace. Reading this costs less than reading the pace of each agent.
pub type HasPace<T> = (Has<BtRate>, Has<Owed<T>>);

/// What decides whether an agent is ticked. The filter of the agents may allow disabled ones.
pub type Paces<'w, 's, T> = Query<'w, 's, (Option<&'static BtRate>, Option<&'static Owed<T>>), Allow<Disabled>>;

/// The time since the last tick of an agent with the tree `T`, in nanoseconds, while it has a [`BtRate`].
///
/// It is atomic, since agents may be ticked on several threads, which share a query of paces.
#[derive(Component)]
pub struct Owed<T: 'static> {
    nanos: AtomicU64,
    tree: PhantomData<fn() -> T>,
}

impl<T> Owed<T> {
    pub fn new(time: Duration) -> Self {
        let owed = Owed { nanos: AtomicU64::new(0), tree: PhantomData };
        owed.add(time);
        owed
    }

    /// Adds the time of a skipped tick.
    pub fn add(&self, time: Duration) {
        self.nanos.fetch_add(time.as_nanos() as u64, Relaxed);
    }

    /// Takes the time that is owed.
    pub fn pay(&self) -> Duration {
        Duration::from_nanos(self.nanos.swap(0, Relaxed))
    }
}

impl<T> fmt::Debug for Owed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owed").field("nanos", &self.nanos).finish()
    }
}
