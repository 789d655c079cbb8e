//! Agents whose trees are texts: of mods, or of missions.

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{IterQueryData, QueryFilter, QueryItem};
use bevy_ecs::system::{ReadOnlySystemParam, SystemParamItem};
use bt::{Status, TreeFor};
use bt_live::{Contexts, LiveTreeFor};

use crate::agent::BtAgent;

/// Makes the contexts of agents whose trees are texts. Their component is a [`LiveTreeFor`]. The items are as in
/// [`BtAgent`], which explains each of them, but for the contexts of a palette instead of a tree.
///
/// If the trees are those of a [`TreeFile`](bt_live::TreeFileFor), they follow it while the app runs: see
/// [`BtPlugin::live`](crate::BtPlugin::live).
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_bt_trees::{BtPlugin, BtTexts};
/// use bevy_ecs::prelude::*;
/// use bevy_time::TimePlugin;
/// use bt_live::{Contexts, LiveTreeFor, PaletteFor, TreeFileFor};
///
/// #[derive(Component, Default)]
/// struct Honks(u32);
///
/// struct Geese;
///
/// impl Contexts for Geese {
///     type Context<'tick> = Mut<'tick, Honks>;
/// }
///
/// impl BtTexts for Geese {
///     type Param = ();
///     type Data = &'static mut Honks;
///     type Filter = ();
///
///     fn context<'a>(_: Entity, _: &'a (), honks: Mut<'a, Honks>, _: Commands<'a, 'a>) -> Mut<'a, Honks> {
///         honks
///     }
/// }
///
/// # let folder = std::env::temp_dir().join(format!("bevy-bt-trees-geese-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("goose.bt");
/// # std::fs::write(&path, "forever < sequence < action(honk), wait(1.0) > >")?;
/// let palette = PaletteFor::<Geese>::new().action("honk", |honks: &mut Mut<Honks>| honks.0 += 1);
/// let file = TreeFileFor::open(&path, palette)?;
///
/// let mut app = App::new();
/// app.add_plugins((TimePlugin, BtPlugin::<LiveTreeFor<Geese>>::new(Update).live()));
/// let goose = app.world_mut().spawn((file.tree(), Honks::default())).id();
/// app.update();
/// assert_eq!(app.world().get::<Honks>(goose).map(|honks| honks.0), Some(1));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BtTexts: Contexts + Sized + 'static {
    /// What all agents read: resources and queries.
    type Param: ReadOnlySystemParam + 'static;

    /// The components of the agent's entity.
    type Data: IterQueryData + 'static;

    /// Which agents are ticked.
    type Filter: QueryFilter + 'static;

    /// Creates the context of an agent.
    fn context<'a>(
        entity: Entity,
        param: &'a SystemParamItem<'_, '_, Self::Param>,
        data: QueryItem<'a, '_, Self::Data>,
        commands: Commands<'a, 'a>,
    ) -> Self::Context<'a>;
}

impl<F: BtTexts> BtAgent for LiveTreeFor<F>
where
    for<'a> F::Context<'a>: Sized,
    LiveTreeFor<F>: Component<Mutability = Mutable> + for<'a> TreeFor<F::Context<'a>, Answer = Status>,
{
    type Param = F::Param;
    type Data = F::Data;
    type Filter = F::Filter;
    type Context<'a> = F::Context<'a>;
    type Answer = Status;

    fn context<'a>(
        entity: Entity,
        param: &'a SystemParamItem<'_, '_, F::Param>,
        data: QueryItem<'a, '_, F::Data>,
        commands: Commands<'a, 'a>,
    ) -> F::Context<'a> {
        F::context(entity, param, data, commands)
    }
}
