//! What agents see of each other: `BtView`, `BtViewPlugin`.

use bevy_app::{App, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;

use crate::systems::BtSystems;

/// A copy of a component of all entities, from before the agents were ticked.
///
/// While agents are ticked, an agent cannot read components that other agents write. It can read this copy, which is
/// the same for all agents, so the results do not depend on the order of ticks. [`BtViewPlugin`] updates it.
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_bt_trees::{BtView, BtViewPlugin};
/// use bevy_ecs::prelude::*;
///
/// #[derive(Component, Clone)]
/// struct Place(f32);
///
/// let mut app = App::new();
/// app.add_plugins(BtViewPlugin::<Place>::new(Update));
/// let fox = app.world_mut().spawn(Place(2.0)).id();
/// app.update();
///
/// let places = app.world().resource::<BtView<Place>>();
/// assert_eq!(places.get(fox).map(|place| place.0), Some(2.0));
/// ```
#[derive(Resource, Clone, Debug)]
pub struct BtView<C: Component + Clone> {
    /// In the order of the index of the entities.
    seen: Vec<(Entity, C)>,
}

impl<C: Component + Clone> Default for BtView<C> {
    fn default() -> Self {
        BtView { seen: Vec::new() }
    }
}

impl<C: Component + Clone> BtView<C> {
    /// The component of an entity; `None` if it had none when the view was made.
    pub fn get(&self, entity: Entity) -> Option<&C> {
        let index = self.seen.binary_search_by_key(&entity.index_u32(), |(entity, _)| entity.index_u32()).ok()?;
        let (found, component) = &self.seen[index];
        (*found == entity).then_some(component)
    }

    /// All entities with the component, the lower index first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, &C)> {
        self.seen.iter().map(|(entity, component)| (*entity, component))
    }
}

/// Updates a [`BtView`] of the component `C` in each run of a schedule, in the set [`BtSystems::View`].
#[derive(Debug)]
pub struct BtViewPlugin<C> {
    schedule: Interned<dyn ScheduleLabel>,
    component: std::marker::PhantomData<fn() -> C>,
}

impl<C: Component + Clone> BtViewPlugin<C> {
    /// A plugin for this schedule, which must be that of the agents that use the view.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        BtViewPlugin { schedule: schedule.intern(), component: std::marker::PhantomData }
    }
}

impl<C: Component + Clone> Plugin for BtViewPlugin<C> {
    fn build(&self, app: &mut App) {
        BtSystems::configure(app, self.schedule);
        app.init_resource::<BtView<C>>().add_systems(self.schedule, look::<C>.in_set(BtSystems::View));
    }
}

fn look<C: Component + Clone>(mut view: ResMut<BtView<C>>, components: Query<(Entity, &C)>) {
    view.seen.clear();
    view.seen.extend(components.iter().map(|(entity, component)| (entity, component.clone())));
    view.seen.sort_unstable_by_key(|(entity, _)| entity.index_u32());
}
