//! `BtPage`, the page; `BtWatched`, which agents it shows.

use std::any::TypeId;
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::ReflectDefault;
use bt::describe::Description;
use bt_view::AgentKey;
use bt_view::serve::{LivePage, Options};

use crate::agent::BtAgent;
use crate::past::Past;

/// A page that shows what the agents with a [`BtWatched`] do and why, tick by tick, while the app runs.
///
/// It is a resource. Without it, or with no viewers, watched agents are ticked like all others. Agents can only be
/// watched if their plugin has [`with_page`](crate::BtPlugin::with_page).
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_bt_trees::{BtPage, BtPlugin, BtWatched};
/// # use bevy_bt_trees::BtAgent;
/// use bevy_ecs::prelude::*;
/// # use bevy_time::TimePlugin;
/// use bt_view::serve::Options;
/// # use bt::{Status, bt};
/// # bt! { #[derive(Component)] Doze(()) = wait(9.0) }
/// # impl BtAgent for Doze {
/// #     type Param = ();
/// #     type Data = ();
/// #     type Filter = ();
/// #     type Context<'a> = ();
/// #     type Answer = Status;
/// #     fn context<'a>(_: Entity, _: &'a (), _: (), _: Commands<'a, 'a>) {}
/// # }
///
/// # fn main() -> std::io::Result<()> {
/// let page = BtPage::start(Options::new())?;
/// println!("open {}", page.url());
///
/// let mut app = App::new();
/// app.add_plugins((TimePlugin, BtPlugin::<Doze>::new(Update).with_page())).insert_resource(page);
/// app.world_mut().spawn((Doze::new(), Name::new("Tom"), BtWatched));
/// app.update();
/// # Ok(())
/// # }
/// ```
#[derive(Resource, Debug)]
pub struct BtPage {
    live: LivePage,
    agents: HashMap<(Entity, TypeId), Shown>,
}

/// An agent on the page.
#[derive(Debug)]
struct Shown {
    key: AgentKey,
    /// The ticks that the page knows about.
    seen: Past,
}

/// Shows the agent of this entity on the [`BtPage`], while the entity has this component.
///
/// On the page, the agent has the [`Name`] of the entity, or its id if there is none. A tree that is an enum of trees
/// is not shown.
#[derive(Component, Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component, Clone, Debug, Default))]
pub struct BtWatched;

impl BtPage {
    /// Begins to serve the page.
    ///
    /// Viewers cannot control the trees: a tree that is paused while the world continues would behave as it never does
    /// in a real run. So [`control`](Options::control), [`aborts`](Options::aborts) and [`mocks`](Options::mocks) are
    /// switched off here. To pause the game, pause its `Time<Virtual>`.
    ///
    /// # Errors
    ///
    /// If the address is not available.
    pub fn start(options: Options) -> io::Result<Self> {
        let live = options.control(false).aborts(false).mocks(false).start()?;
        Ok(BtPage { live, agents: HashMap::new() })
    }

    /// The URL of the page.
    pub fn url(&self) -> String {
        self.live.url()
    }

    /// The address on which it is served.
    pub fn address(&self) -> SocketAddr {
        self.live.address()
    }

    /// The number of viewers.
    pub fn viewers(&self) -> usize {
        self.live.viewers()
    }

    /// The page, and the number of an agent that is watched now. Ticks that were not watched are shown as a gap.
    ///
    /// `None` for an enum of trees, whose nodes depend on the variant.
    pub(super) fn present<T: BtAgent>(
        &mut self,
        entity: Entity,
        name: Option<&Name>,
        before: Past,
        span: Duration,
    ) -> Option<(&mut LivePage, AgentKey)> {
        let tree = Description::of::<T>();
        if tree.nodes().len() == 0 {
            return None;
        }
        let BtPage { live, agents } = self;
        let shown = agents.entry((entity, TypeId::of::<T>())).or_insert_with(|| {
            let name = name.map_or_else(|| entity.to_string(), |name| name.as_str().to_owned());
            Shown { key: live.agent_with(name, tree), seen: Past::default() }
        });
        // A page that is moved into a new app has seen more ticks than there were.
        let unseen = before.ticks.saturating_sub(shown.seen.ticks);
        if unseen > 0 {
            live.unseen(shown.key, unseen, before.time.saturating_sub(shown.seen.time));
        }
        shown.seen = before.after(span);
        Some((live, shown.key))
    }

    /// The page, and the number of an agent; `None` if the page has never shown it.
    pub(super) fn shown<T: BtAgent>(&mut self, entity: Entity) -> Option<(&mut LivePage, AgentKey)> {
        let shown = self.agents.get(&(entity, TypeId::of::<T>()))?;
        Some((&mut self.live, shown.key))
    }
}
