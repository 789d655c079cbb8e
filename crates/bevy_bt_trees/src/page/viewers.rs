//! `Viewers`: the audience of watched agents, which is the live page.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParamItem;
use bt::describe::Description;
use bt::observe::{Part, Why};
use bt::{NodeEvent, Outcome, Status, TreeObserver};
use bt_view::serve::Broadcast;
use std::time::Duration;

use super::served::{BtPage, BtWatched};
use crate::agent::BtAgent;
use crate::audience::Audience;
use crate::effects::Effects;
use crate::receive::BtReceive;
use crate::tick::Tick;

/// The viewers of the live page.
#[derive(Debug)]
pub enum Viewers {}

impl<T: BtAgent> Audience<T> for Viewers {
    const IS_LIVE: bool = true;

    type Others = Without<BtWatched>;
    type Agents = (
        Option<ResMut<'static, BtPage>>,
        Query<'static, 'static, (Entity, Option<&'static Name>), (With<BtWatched>, With<T>)>,
        Query<'static, 'static, (&'static mut T, <T as BtAgent>::Data), (With<BtWatched>, T::Filter)>,
    );
    type Listeners = (Option<ResMut<'static, BtPage>>, Query<'static, 'static, (), (With<BtWatched>, Allow<Disabled>)>);

    fn tick(
        tick: &Tick<'_, '_, '_, T>,
        (mut live, watched, mut agents): SystemParamItem<Self::Agents>,
        effects: &mut Effects<T>,
    ) {
        for (entity, name) in &watched {
            // Even if the agent is not ticked this time, so that the page shows no gap.
            let shown = live.as_mut().and_then(|live| live.present::<T>(entity, name, tick.past, tick.span));
            let Ok((mut tree, data)) = agents.get_mut(entity) else { continue };
            let Some(span) = tick.due_at_pace(entity, effects) else { continue };
            let mut observer = shown.and_then(|(live, agent)| live.tick_for(agent, span, || tree.active()));
            tick.agent_by(entity, &mut tree, data, effects, |tree, context| {
                tree.tick_for_with(span, context, &mut observer)
            });
        }
    }

    fn abort(
        (live, watched): &mut SystemParamItem<Self::Listeners>,
        entity: Entity,
        tree: &mut T,
        context: &mut T::Context<'_>,
    ) {
        let live = live.as_mut().filter(|_| tree.is_running() && watched.contains(entity));
        let Some((live, agent)) = live.and_then(|live| live.shown::<T>(entity)) else { return tree.abort(context) };
        let mut observer = live.abort(agent, || tree.active());
        tree.abort_with(context, &mut observer);
        drop(observer);
        // These may be the last events of this agent.
        live.flush();
    }

    fn forget((live, watched): &mut SystemParamItem<Self::Listeners>, entity: Entity) {
        let live = live.as_mut().filter(|_| watched.contains(entity));
        if let Some((live, agent)) = live.and_then(|live| live.shown::<T>(entity)) {
            live.reset(agent);
            live.flush();
        }
    }

    fn receive(
        (live, watched): &mut SystemParamItem<Self::Listeners>,
        entity: Entity,
        tree: &mut T,
        context: &mut T::Context<'_>,
        message: &T::Message,
    ) where
        T: BtReceive,
    {
        let live = live.as_mut().filter(|_| watched.contains(entity));
        let Some((live, agent)) = live.and_then(|live| live.shown::<T>(entity)) else {
            return tree.receive(context, message);
        };
        let active = |tree: &T| tree.active().map(|node| (node.nested, node.position)).collect::<Vec<_>>();
        let before = active(tree);
        let mut observer = live.send(agent, || tree.active()).map(Heard::new);
        tree.receive_with(context, message, &mut observer);
        let is_told = observer.is_none_or(|heard| heard.anything);
        if !is_told && active(tree) != before {
            live.unseen(agent, 1, Duration::ZERO);
        }
    }
}

/// Records whether the observer received anything.
struct Heard<'l> {
    observer: Broadcast<'l>,
    anything: bool,
}

impl<'l> Heard<'l> {
    fn new(observer: Broadcast<'l>) -> Self {
        Heard { observer, anything: false }
    }
}

impl TreeObserver for Heard<'_> {
    fn begin(&mut self, tree: Description) {
        self.observer.begin(tree);
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        self.observer.enter(holder, tree);
    }

    fn leave(&mut self) {
        self.observer.leave();
    }

    fn start(&mut self, event: &NodeEvent) {
        self.anything = true;
        self.observer.start(event);
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.anything = true;
        self.observer.run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.observer.why(event, why);
    }

    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        self.observer.part(event, part);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.anything = true;
        self.observer.finish(event, outcome);
    }
}
