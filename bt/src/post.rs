//! Messages that wait until they can be handed over.

use core::error::Error;
use core::fmt;

/// A queue of messages to agents, which are named by an id. First in, first out; `CAPACITY` messages at most.
///
/// While trees are ticked, an agent cannot reach another one: that may be in the middle of its own tick, or borrowed.
/// So it posts its message, and what has been posted is handed over between the ticks, in a [round](Post::round). What
/// is posted during a round waits for the next one, so each round ends, however much agents have to say to each other.
///
/// No message is lost. A full post gives it [back](Post::post). And [`take`](Post::take) hands it to the caller, who
/// looks for the agent and still has the message if there is none with that id. With the feature `serde`, a post can be
/// saved with all that is in it.
///
/// ```
/// use bt::Post;
///
/// #[derive(Debug, PartialEq)]
/// struct Shot;
///
/// #[derive(Default)]
/// struct Duck {
///     dead: bool,
/// }
///
/// impl Duck {
///     /// A duck that is hit quacks for all to hear; a dead one does not care.
///     fn receive(&mut self, _: &Shot, quacks: &mut u32) {
///         *quacks += u32::from(!self.dead);
///         self.dead = true;
///     }
/// }
///
/// let mut ducks = [Duck::default(), Duck::default()];
/// let mut post = Post::<usize, Shot, 8>::new();
/// let (mut quacks, mut missed) = (0, Vec::new());
///
/// // In the tick of the hunter: three bullets hit something.
/// for target in [1, 7, 1] {
///     post.post(target, Shot).expect("there is room");
/// }
///
/// // Between the ticks.
/// let round = post.round();
/// while let Some((target, shot)) = post.take(round) {
///     match ducks.get_mut(target) {
///         Some(duck) => duck.receive(&shot, &mut quacks),
///         None => missed.push((target, shot)),
///     }
/// }
///
/// assert_eq!(ducks.map(|duck| duck.dead), [false, true]);
/// assert_eq!(quacks, 1);
/// assert_eq!(missed, [(7, Shot)]);
/// ```
#[derive(Clone, Debug)]
pub struct Post<Id, Message, const CAPACITY: usize> {
    /// A ring, of which `length` places from `first` on are taken.
    letters: [Option<(Id, Message)>; CAPACITY],
    first: usize,
    length: usize,
    /// How many have ever been posted.
    posted: u64,
}

/// Which messages of a [`Post`] are handed over: those that were there when the round began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "a round hands nothing over by itself: `while let Some((id, message)) = post.take(round)`"]
pub struct Round {
    /// How many had ever been posted.
    posted: u64,
}

impl<Id, Message, const CAPACITY: usize> Post<Id, Message, CAPACITY> {
    /// A post with nothing in it.
    pub const fn new() -> Self {
        Post { letters: [const { None }; CAPACITY], first: 0, length: 0, posted: 0 }
    }

    /// Puts in a message to an agent, behind all others.
    ///
    /// # Errors
    ///
    /// When the post is full, it gives both back.
    ///
    /// ```
    /// use bt::{Full, Post};
    ///
    /// let mut post = Post::<&str, &str, 1>::new();
    /// assert_eq!(post.post("duck", "bread"), Ok(()));
    /// assert_eq!(post.post("swan", "more bread"), Err(Full { to: "swan", message: "more bread" }));
    /// ```
    pub fn post(&mut self, to: Id, message: Message) -> Result<(), Full<Id, Message>> {
        if self.length == CAPACITY {
            return Err(Full { to, message });
        }
        self.letters[(self.first + self.length) % CAPACITY] = Some((to, message));
        self.length += 1;
        self.posted += 1;
        Ok(())
    }

    /// Begins a round: what is in the post now can be [taken](Post::take) in it, and what is posted later cannot.
    pub const fn round(&self) -> Round {
        Round { posted: self.posted }
    }

    /// Takes out the message that was posted first, with the id that it goes to; nothing when the round is over.
    ///
    /// A round need not be gone through to its end: what is left stays in the post, for this round or a later one.
    ///
    /// ```
    /// use bt::Post;
    ///
    /// let mut post = Post::<&str, u32, 4>::new();
    /// post.post("ann", 3).expect("there is room");
    /// let mut heard = Vec::new();
    /// while !post.is_empty() {
    ///     let round = post.round();
    ///     while let Some((agent, count)) = post.take(round) {
    ///         heard.push((agent, count));
    ///         // The answer is for the next round.
    ///         if count > 1 {
    ///             post.post(if agent == "ann" { "bob" } else { "ann" }, count - 1).expect("there is room");
    ///         }
    ///     }
    ///     heard.push(("round", 0));
    /// }
    /// assert_eq!(heard, [("ann", 3), ("round", 0), ("bob", 2), ("round", 0), ("ann", 1), ("round", 0)]);
    /// ```
    pub fn take(&mut self, round: Round) -> Option<(Id, Message)> {
        let taken = self.posted - self.length as u64;
        if self.length == 0 || taken >= round.posted {
            return None;
        }
        let letter = self.letters[self.first].take();
        self.first = (self.first + 1) % CAPACITY;
        self.length -= 1;
        letter
    }

    /// What is in it, first in first.
    #[cfg(feature = "serde")]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Id, Message)> {
        let (behind, before) = self.letters.split_at(self.first);
        before.iter().chain(behind).flatten()
    }

    /// A post with these letters in it.
    #[cfg(feature = "serde")]
    pub(crate) fn of(letters: [Option<(Id, Message)>; CAPACITY]) -> Self {
        let length = letters.iter().flatten().count();
        Post { letters, first: 0, length, posted: length as u64 }
    }

    /// How many messages are in it.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether none is in it.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many messages it can hold.
    pub const fn capacity(&self) -> usize {
        CAPACITY
    }
}

impl<Id, Message, const CAPACITY: usize> Default for Post<Id, Message, CAPACITY> {
    fn default() -> Self {
        Self::new()
    }
}

/// The [`Post`] is full; this is what it did not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Full<Id, Message> {
    /// The agent that the message was to go to.
    pub to: Id,
    /// The message.
    pub message: Message,
}

impl<Id, Message> fmt::Display for Full<Id, Message> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the post is full")
    }
}

impl<Id: fmt::Debug, Message: fmt::Debug> Error for Full<Id, Message> {}
