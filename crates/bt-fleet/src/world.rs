//! `World`: the agents of a program.

use std::any::type_name;
use std::time::Duration;

use bt::{Save, Tree};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::FleetError;
use crate::letter::Letter;
use crate::turn::{Chance, Turn};

/// Defines the agents of a program: how many there are, how each begins, and what it does in an epoch.
///
/// The result must be a function of the seed alone. So an agent may only use its own tree and context, its letters and
/// its random numbers. Shared data is in the world itself, which never changes. Read no clock, do not iterate over a
/// hash map, and use no other source of random numbers.
///
/// ```
/// use bt::bt;
/// use bt_fleet::{Chance, Fleet, Turn, World};
///
/// bt! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     Blink(u32) = forever < sequence < wait(0.5), action(|count| *count += 1) > >
/// }
///
/// struct Lamps;
///
/// impl World for Lamps {
///     type Tree = Blink;
///     type Context = u32;
///     type Message = ();
///
///     fn population(&self) -> u64 {
///         100
///     }
///
///     fn spawn(&self, _: u64, _: &mut Chance) -> (Blink, u32) {
///         (Blink::new(), 0)
///     }
///
///     fn tick(&self, blink: &mut Blink, count: &mut u32, _: Turn<'_, ()>) {
///         blink.tick_for(0.25, count);
///     }
/// }
///
/// let one = Fleet::new(Lamps).epochs(10).run()?;
/// let four = Fleet::new(Lamps).epochs(10).threads(4).run()?;
/// assert_eq!(one.hash(10), four.hash(10));
/// # Ok::<(), bt_fleet::FleetError>(())
/// ```
pub trait World: Sized + Send + Sync + 'static {
    /// The tree of the agents. For several kinds, an enum of trees that derives `Behavior`.
    type Tree: Tree + Serialize + DeserializeOwned + 'static;
    /// The data of each agent, besides its tree and its random numbers.
    type Context: Serialize + DeserializeOwned + 'static;
    /// What agents send to each other.
    type Message: Serialize + DeserializeOwned + Clone + Send + 'static;

    /// The version of the agents' behavior. Increment it when the behavior changes: then processes of different
    /// versions do not run together, and older snapshots are refused.
    const VERSION: u32 = 0;

    /// Whether agents move between cells. If not, letters take one hop fewer.
    const MOVES: bool = true;

    /// The initial number of agents. Their ids are `0..population`.
    fn population(&self) -> u64;

    /// The initial tree and context of an agent. Called once for each id.
    fn spawn(&self, id: u64, chance: &mut Chance) -> (Self::Tree, Self::Context);

    /// The initial tree and context of an agent that another one has [created](Turn::bear). The letter contains its id,
    /// its parent's id and the message of the parent. Default: the same as for the initial agents.
    fn born(&self, letter: &Letter<Self::Message>, chance: &mut Chance) -> (Self::Tree, Self::Context) {
        self.spawn(letter.to, chance)
    }

    /// The current cell of an agent. Agents of one cell are on the same worker; an agent that changes its cell moves to
    /// the worker of the new cell before its next epoch. Cells `n` and `n + workers` are on the same worker. Choose
    /// cells so that agents that exchange many letters share a cell, and that each worker has several cells.
    ///
    /// Default: the cell of an agent is its id, so it never moves.
    fn cell(&self, id: u64, context: &Self::Context) -> u64 {
        let _ = context;
        id
    }

    /// How many of the next epochs an agent can skip, since it only waits. Called after each turn. During these epochs
    /// the agent costs nothing; a letter wakes it up earlier. Its next turn [covers](Turn::epochs) the skipped epochs,
    /// so tick the tree for [`turn.time(..)`](Turn::time).
    ///
    /// A tree says how long it sleeps, and [`whole_epochs`](crate::whole_epochs) converts this to epochs. Default: 0, a
    /// turn in every epoch.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use bt::bt;
    /// use bt_fleet::{Chance, Fleet, Turn, World, whole_epochs};
    ///
    /// bt! {
    ///     #[derive(serde::Serialize, serde::Deserialize)]
    ///     Blink(u32) = forever < sequence < wait(60.0), action(|count| *count += 1) > >
    /// }
    ///
    /// const EPOCH: Duration = Duration::from_secs(1);
    ///
    /// struct Lamps;
    ///
    /// impl World for Lamps {
    ///     type Tree = Blink;
    ///     type Context = u32;
    ///     type Message = ();
    ///
    ///     fn population(&self) -> u64 {
    ///         100
    ///     }
    ///
    ///     fn spawn(&self, _: u64, _: &mut Chance) -> (Blink, u32) {
    ///         (Blink::new(), 0)
    ///     }
    ///
    ///     fn sleep(&self, blink: &Blink, _: &u32) -> u64 {
    ///         whole_epochs(blink.sleep(), EPOCH)
    ///     }
    ///
    ///     fn tick(&self, blink: &mut Blink, count: &mut u32, turn: Turn<'_, ()>) {
    ///         blink.tick_for(turn.time(EPOCH), count);
    ///     }
    /// }
    ///
    /// let last = Fleet::new(Lamps).epochs(50).run()?.last.expect("there are epochs");
    /// assert_eq!((last.agents, last.turns), (100, 0));
    /// # Ok::<(), bt_fleet::FleetError>(())
    /// ```
    fn sleep(&self, tree: &Self::Tree, context: &Self::Context) -> u64 {
        let _ = (tree, context);
        0
    }

    /// What an agent does in an epoch: it reads its [inbox](Turn::inbox), ticks its tree, and sends letters. So that
    /// leaves can send letters, too, put the turn and the context into a struct that borrows, and tick the tree with
    /// that.
    fn tick(&self, tree: &mut Self::Tree, context: &mut Self::Context, turn: Turn<'_, Self::Message>);
}

/// Converts the sleep of a tree to the number of epochs that it can skip, for [`World::sleep`].
///
/// ```
/// use std::time::Duration;
///
/// use bt_fleet::whole_epochs;
///
/// let epoch = Duration::from_secs(1);
/// assert_eq!(whole_epochs(Some(Duration::from_millis(2500)), epoch), 2);
/// // At its moment, it has a turn.
/// assert_eq!(whole_epochs(Some(Duration::from_secs(2)), epoch), 1);
/// assert_eq!(whole_epochs(None, epoch), 0);
/// ```
pub fn whole_epochs(sleep: Option<Duration>, epoch: Duration) -> u64 {
    match sleep {
        Some(Duration::MAX) => u64::MAX,
        Some(sleep) if !epoch.is_zero() => {
            u64::try_from(sleep.as_nanos().saturating_sub(1) / epoch.as_nanos()).unwrap_or(u64::MAX)
        }
        _ => 0,
    }
}

/// What must match wherever agents of a world are read: in other processes and in snapshots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Types {
    pub(crate) version: u32,
    /// The shape of the tree.
    pub(crate) shape: u64,
    pub(crate) context: String,
    pub(crate) message: String,
}

impl Types {
    pub(crate) fn of<W: World>() -> Self {
        Types {
            version: W::VERSION,
            shape: Save::<W::Tree>::SHAPE,
            context: type_name::<W::Context>().to_owned(),
            message: type_name::<W::Message>().to_owned(),
        }
    }

    /// Checks that another side has the same types. `place` says where that side is.
    pub(crate) fn agree(&self, other: &Types, place: &str) -> Result<(), FleetError> {
        let texts = |types: &Types| {
            [
                ("the version of the world", types.version.to_string()),
                ("the shape of the tree", format!("{:016x}", types.shape)),
                ("the type of the contexts", types.context.clone()),
                ("the type of the messages", types.message.clone()),
            ]
        };
        for ((what, here), (_, there)) in texts(self).into_iter().zip(texts(other)) {
            if here != there {
                return Err(FleetError::differs(format!("{what}{place}"), here, there));
            }
        }
        Ok(())
    }
}
