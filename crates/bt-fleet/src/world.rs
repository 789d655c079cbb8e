//! `World`: what a program says of its agents.

use std::any::type_name;
use std::time::Duration;

use bt::{Save, Tree};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::FleetError;
use crate::letter::Letter;
use crate::turn::{Chance, Turn};

/// What a program says of its agents: how many there are, how each begins, and what it does in an epoch.
///
/// What happens must be a function of the seed alone. So an agent sees its own tree and context, its letters and its random
/// numbers; what all share stands in the world itself, which never changes. No clock, no hash map that is gone through, no
/// numbers from elsewhere.
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
    /// What each agent has of its own, besides its tree and its random numbers.
    type Context: Serialize + DeserializeOwned + 'static;
    /// What agents send to each other.
    type Message: Serialize + DeserializeOwned + Clone + Send + 'static;

    /// The version of what agents do. Count it up when that changes: then processes of two versions do not run together, and
    /// an older snapshot is refused.
    const VERSION: u32 = 0;

    /// Whether agents go from cell to cell. If not, letters take a shorter way.
    const MOVES: bool = true;

    /// How many agents there are at first. Their ids are `0..population`.
    fn population(&self) -> u64;

    /// How an agent begins. It is asked once for each id.
    fn spawn(&self, id: u64, chance: &mut Chance) -> (Self::Tree, Self::Context);

    /// How an agent begins that another one has [borne](Turn::bear). The letter holds its id, its parent's id and what the parent
    /// said. Without it, it begins as one of the first agents does.
    fn born(&self, letter: &Letter<Self::Message>, chance: &mut Chance) -> (Self::Tree, Self::Context) {
        self.spawn(letter.to, chance)
    }

    /// The cell of the world in which an agent is now. Agents of one cell are on the same worker; an agent that changes its
    /// cell moves to the worker of the new one before its next epoch. Cells `n` and `n + workers` are on the same worker, so
    /// number them such that neighbours that talk are together, and that there are several for each worker.
    ///
    /// Without it, the cell of an agent is its id, and it stays where it is.
    fn cell(&self, id: u64, context: &Self::Context) -> u64 {
        let _ = context;
        id
    }

    /// How many of the next epochs an agent can be left out, as it only waits. It is asked after each turn. Until they are over,
    /// the agent costs nothing; a letter wakes it up before. Its next turn [covers](Turn::epochs) the epochs that were left
    /// out, so tick the tree for [`turn.time(..)`](Turn::time).
    ///
    /// A tree says how long it sleeps, and [`whole_epochs`](crate::whole_epochs) how many epochs that is. Without this method,
    /// every agent has a turn in every epoch.
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

    /// What an agent does in an epoch: it reads its [inbox](Turn::inbox), ticks its tree, and sends letters. So that leaves can
    /// send letters, too, put the turn and the context into a struct that borrows, and tick the tree with that.
    fn tick(&self, tree: &mut Self::Tree, context: &mut Self::Context, turn: Turn<'_, Self::Message>);
}

/// How many whole epochs a tree can be left out that sleeps for this time: what [`World::sleep`] returns.
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

/// What must be the same wherever agents of a world are read: in another process, and in a snapshot.
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

    /// Whether another side has the same. `place` says where that is.
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
