//! `BtActive`: the titles of the active leaves and branches, as a component.

use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;

use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bt::describe::{NodeInfo, NodeKind};

use crate::agent::BtAgent;
use crate::systems::BtSystems;

/// The leaves and branches that are active in the tree `T` of an entity, for inspectors, labels and animations.
///
/// With [`BtPlugin::with_titles`](crate::BtPlugin::with_titles), agents get it in their first tick, and lose it with
/// the tree. It is updated after the ticks, in [`BtSystems::Titles`](crate::BtSystems::Titles), and counts as
/// [changed](Changed) only if different nodes are active. `{}` lists the titles of leaves.
///
/// With the feature `reflect`, it implements `Reflect`, and is in the type registry of the app.
///
/// ```
/// # use bevy_app::{App, Update};
/// use bevy_bt_trees::{BtActive, BtPlugin};
/// # use bevy_bt_trees::BtAgent;
/// # use bevy_ecs::prelude::*;
/// # use bevy_time::TimePlugin;
/// # use bt::{Status, bt};
///
/// bt! { #[derive(Component)] Doze(()) = night: sequence < asleep: wait(9.0), running > }
/// # impl BtAgent for Doze {
/// #     type Param = ();
/// #     type Data = ();
/// #     type Filter = ();
/// #     type Context<'a> = ();
/// #     type Answer = Status;
/// #     fn context<'a>(_: Entity, _: &'a (), _: (), _: Commands<'a, 'a>) {}
/// # }
///
/// let mut app = App::new();
/// app.add_plugins((TimePlugin, BtPlugin::<Doze>::new(Update).with_titles()));
/// let cat = app.world_mut().spawn(Doze::new()).id();
/// app.update();
/// assert_eq!(app.world().get::<BtActive<Doze>>(cat).map(BtActive::titles), Some(["asleep"].as_slice()));
/// assert!(app.world().get::<BtActive<Doze>>(cat).is_some_and(|active| active.is_active("night")));
/// ```
#[derive(Component)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(type_path = false, where, from_reflect = false, Component, Debug))]
pub struct BtActive<T: Send + Sync + 'static> {
    titles: Vec<&'static str>,
    branches: Vec<&'static str>,
    /// Positions, since two nodes may have the same title.
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    positions: Vec<usize>,
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    tree: PhantomData<fn() -> T>,
}

impl<T: Send + Sync + 'static> BtActive<T> {
    /// The titles of the active leaves, in the order of the tree: the label of each if it has one, else its name. A
    /// tree with parallel branches may have several, and a tree that is not running has none.
    pub fn titles(&self) -> &[&'static str] {
        &self.titles
    }

    /// The labels of the active branches, from the root downwards: of composites, decorators and subtrees. A subtree
    /// without a label has its name. Nodes without a label are left out.
    ///
    /// In `forever < selector < flee: sequence < run, hide >, graze: wait(9.0) > >`, the branch `flee` is active while
    /// the agent runs, and also while it hides.
    pub fn branches(&self) -> &[&'static str] {
        &self.branches
    }

    /// Whether a leaf with this title or a branch with this label is active.
    pub fn is_active(&self, title: &str) -> bool {
        self.branches.iter().chain(&self.titles).any(|active| *active == title)
    }
}

impl<T: BtAgent> BtActive<T> {
    fn of(tree: &T) -> Self {
        let (leaves, branches): (Vec<_>, Vec<_>) = named(tree).partition(is_leaf);
        BtActive {
            titles: titles(leaves.into_iter()).collect(),
            branches: titles(branches.into_iter()).collect(),
            positions: named(tree).map(|node| node.position).collect(),
            tree: PhantomData,
        }
    }

    /// Whether these are the active nodes of a tree. In an enum of trees, nodes of two variants may have the same
    /// position.
    fn is_of(&self, tree: &T) -> bool {
        named(tree).map(|node| node.position).eq(self.positions.iter().copied())
            && titles(named(tree).filter(is_leaf)).eq(self.titles.iter().copied())
            && titles(named(tree).filter(|node| !is_leaf(node))).eq(self.branches.iter().copied())
    }
}

/// The active nodes that an author can recognize: all leaves, and branches with a label.
fn named<T: BtAgent>(tree: &T) -> impl Iterator<Item = NodeInfo> {
    tree.active().filter(|node| is_leaf(node) || node.label.is_some())
}

fn titles(nodes: impl Iterator<Item = NodeInfo>) -> impl Iterator<Item = &'static str> {
    nodes.map(|node| node.title())
}

fn is_leaf(node: &NodeInfo) -> bool {
    node.kind == NodeKind::Leaf
}

impl<T: Send + Sync + 'static> Display for BtActive<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.titles.join(", "))
    }
}

impl<T: Send + Sync + 'static> fmt::Debug for BtActive<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("BtActive").field("titles", &self.titles).field("branches", &self.branches).finish()
    }
}

/// Adds the systems that update the titles of the agents with the tree `T`.
pub fn add_titles<T: BtAgent>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    #[cfg(feature = "reflect")]
    app.register_type::<BtActive<T>>();
    app.add_systems(schedule, write_titles::<T>.in_set(BtSystems::Titles)).add_observer(remove_titles::<T>);
}

/// An agent, and its titles if it has any yet.
type Titled<T> = (Entity, &'static T, Option<&'static mut BtActive<T>>);

/// Writes the titles of the agents that have been ticked.
fn write_titles<T: BtAgent>(mut agents: Query<Titled<T>, Changed<T>>, mut commands: Commands) {
    for (entity, tree, active) in &mut agents {
        match active {
            Some(active) if active.is_of(tree) => {}
            Some(mut active) => *active = BtActive::of(tree),
            None => _ = commands.entity(entity).try_insert(BtActive::of(tree)),
        }
    }
}

/// Removes the titles together with the tree.
fn remove_titles<T: BtAgent>(removed: On<Remove<T>>, mut commands: Commands) {
    commands.entity(removed.entity).try_remove::<BtActive<T>>();
}
