//! `Turn`: what an agent can do in an epoch.

use std::time::Duration;

use rand_pcg::Pcg32;
use thiserror::Error;

use crate::letter::Letter;

/// The random number generator of an agent: a [PCG](https://www.pcg-random.org) (M. E. O'Neill, 2014). It generates the
/// same numbers on every machine, and is saved with the agent.
pub type Chance = Pcg32;

/// The turn of one agent in one epoch: its id, the letters that it receives, and those that it sends.
///
/// ```
/// use bt_fleet::{Turn, World};
///
/// /// Tells the next agent that it is there.
/// fn greet(turn: &mut Turn<'_, String>) {
///     let next = turn.id() + 1;
///     turn.send(next, format!("I am {}", turn.id())).expect("that is one letter of 64");
/// }
/// ```
#[derive(Debug)]
pub struct Turn<'t, M> {
    pub(crate) id: u64,
    pub(crate) epoch: u64,
    pub(crate) chance: &'t mut Chance,
    pub(crate) inbox: &'t [Letter<M>],
    pub(crate) out: &'t mut Vec<Letter<M>>,
    /// The messages to the agents that are born.
    pub(crate) born: &'t mut Vec<Letter<M>>,
    pub(crate) dies: &'t mut bool,
    pub(crate) slept: u64,
    pub(crate) sent: u32,
    pub(crate) limit: u32,
}

impl<'t, M> Turn<'t, M> {
    /// The id of the agent.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// The number of the epoch, from 1.
    pub const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// How many epochs this turn covers: 1, plus those in which the agent [slept](crate::World::sleep).
    pub const fn epochs(&self) -> u64 {
        self.slept + 1
    }

    /// How long this turn lasts, given the length of an epoch. Tick the tree for this time.
    pub const fn time(&self, epoch: Duration) -> Duration {
        let nanos = epoch.as_nanos().saturating_mul(self.epochs() as u128);
        let most = Duration::from_nanos(u64::MAX);
        if nanos > most.as_nanos() { most } else { Duration::from_nanos(nanos as u64) }
    }

    /// The agent's own random number generator.
    pub const fn chance(&mut self) -> &mut Chance {
        self.chance
    }

    /// The letters that were sent to the agent in the last epoch, in their fixed order.
    pub const fn inbox(&self) -> &'t [Letter<M>] {
        self.inbox
    }

    /// Sends a message to an agent, which gets it in the next epoch. If there is no agent with that id, the message is
    /// counted as lost.
    ///
    /// # Errors
    ///
    /// If the agent has already sent as many letters in this epoch as the fleet [allows](crate::Fleet::letters), which
    /// limits the memory for letters. The error contains the message.
    pub fn send(&mut self, to: u64, message: M) -> Result<(), TooMany<M>> {
        if self.sent == self.limit {
            return Err(TooMany { to, message });
        }
        self.out.push(Letter { to, from: self.id, number: self.sent, message });
        self.sent += 1;
        Ok(())
    }

    /// Creates an agent: [`World::born`](crate::World::born) makes it from the message, and it has its first turn in
    /// the next epoch. It gets the next id, which is the same on any number of workers. Ids are never reused.
    ///
    /// # Errors
    ///
    /// In the same cases as [`send`](Turn::send): a birth counts as a letter.
    pub fn bear(&mut self, message: M) -> Result<(), TooMany<M>> {
        if self.sent == self.limit {
            return Err(TooMany { to: self.id, message });
        }
        self.born.push(Letter { to: 0, from: self.id, number: self.sent, message });
        self.sent += 1;
        Ok(())
    }

    /// Removes the agent from the world at the end of its turn. Letters that it has sent are delivered; letters to it
    /// are lost from now on.
    pub const fn die(&mut self) {
        *self.dies = true;
    }
}

/// The error of [`Turn::send`]: the agent has sent too many letters in this epoch. It contains the unsent message.
///
/// ```
/// use bt_fleet::TooMany;
///
/// let error = TooMany { to: 3, message: "hello" };
/// assert_eq!(error.to_string(), "too many letters in one epoch: this one to 3 is not sent");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many letters in one epoch: this one to {to} is not sent")]
pub struct TooMany<M> {
    /// The id of the receiver.
    pub to: u64,
    /// The message.
    pub message: M,
}
