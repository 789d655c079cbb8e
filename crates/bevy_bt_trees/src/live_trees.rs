//! Agents whose trees change while the game runs.

use std::collections::HashSet;

use bevy_app::App;
use bevy_ecs::component::Mutable;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryItem;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParamItem;
use bt::TreeFor;
use bt_live::{Live, Refused, Update};

use crate::agent::BtAgent;
use crate::systems::BtSystems;

/// A live tree is an agent if its tree is.
impl<T: BtAgent> BtAgent for Live<T>
where
    Live<T>: Component<Mutability = Mutable> + for<'a> TreeFor<T::Context<'a>, Answer = <T as BtAgent>::Answer>,
{
    type Param = T::Param;
    type Data = T::Data;
    type Filter = T::Filter;
    type Context<'a> = T::Context<'a>;
    type Answer = <T as BtAgent>::Answer;

    fn context<'a>(
        entity: Entity,
        param: &'a SystemParamItem<'_, '_, T::Param>,
        data: QueryItem<'a, '_, T::Data>,
        commands: Commands<'a, 'a>,
    ) -> T::Context<'a> {
        T::context(entity, param, data, commands)
    }
}

/// A message: the file of a live tree was saved. [`BtPlugin::live`](crate::BtPlugin::live) writes it, and logs its
/// text. A game without a logger can show that itself.
///
/// ```
/// # use bevy_app::{App, Update};
/// # use bevy_bt_trees::{BtEdited, BtSystems};
/// # use bevy_ecs::prelude::*;
/// /// A system that shows the edits of a frame.
/// fn show(mut edits: MessageReader<BtEdited>) {
///     for edit in edits.read() {
///         match edit {
///             BtEdited::Refused(refused) => eprintln!("{refused}"),
///             BtEdited::Taken(update) => {
///                 update.trees.iter().for_each(|tree| eprintln!("the tree `{tree}` has changed"));
///                 update.mended.iter().for_each(|file| eprintln!("{} is all right again", file.display()));
///             }
///         }
///     }
/// }
///
/// # let mut app = App::new();
/// # app.add_message::<BtEdited>();
/// app.add_systems(Update, show.after(BtSystems::View));
/// # app.update();
/// ```
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum BtEdited {
    /// What has changed.
    Taken(Update),
    /// The mistakes of an edit. It changes nothing.
    Refused(Refused),
}

/// The schedules in which files are read. Each has one system for all plugins.
#[derive(Resource, Default)]
struct Polled(HashSet<Interned<dyn ScheduleLabel>>);

/// Reads the files of live trees in a schedule, before its agents are ticked.
pub(crate) fn poll_in(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.add_message::<BtEdited>();
    if app.world_mut().get_resource_or_init::<Polled>().0.insert(schedule) {
        app.add_systems(schedule, poll.before(BtSystems::View));
    }
}

fn poll(mut edits: MessageWriter<BtEdited>) {
    match bt_live::poll() {
        Ok(update) if update == Update::default() => {}
        Ok(update) => {
            for tree in &update.trees {
                log::info!("the tree `{tree}` has changed");
            }
            for file in &update.mended {
                log::info!("{} is all right again", file.display());
            }
            if update.is_code_older {
                log::warn!("the code around a live tree has changed: it runs as it was built");
            }
            edits.write(BtEdited::Taken(update));
        }
        Err(refused) => {
            log::error!("{refused}");
            edits.write(BtEdited::Refused(refused));
        }
    }
}
