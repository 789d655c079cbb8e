//! Messages from agent to agent, delivered between ticks: [`Post`] is the queue.

use core::error::Error;
use core::fmt;

#[cfg(feature = "serde")]
use crate::serde_seq::UpTo;

/// A queue of messages to agents, each with the id of its agent. First in, first out; at most `CAPACITY` messages,
/// which are stored in the post itself: it never allocates.
///
/// While trees are ticked, an agent cannot reach another agent, which may be in the middle of its own tick, or
/// borrowed. So it posts a message. Posted messages are delivered between the ticks, in a [round](Post::round). A
/// message that is posted during a round waits for the next one, so each round ends, however many replies agents
/// send.
///
/// No message is lost. A full post [returns](Post::post) it. [`take`](Post::take) gives it to the caller, which still
/// has the message if there is no agent with that id. With the feature `serde`, a post can be saved with its
/// messages.
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
///     /// A duck that is hit quacks; a dead one ignores it.
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
    /// A ring buffer with `length` letters from `first` on.
    letters: [Option<(Id, Message)>; CAPACITY],
    first: usize,
    length: usize,
    /// The number of letters ever posted.
    posted: u64,
}

/// A round of a [`Post`]: the messages that were in it when the round began. Use it with the post that returned it.
///
/// ```
/// use bt::Post;
/// use bt::post::Round;
///
/// let mut post = Post::<u32, &str, 8>::new();
/// post.post(1, "hello").expect("there is room");
/// let round: Round = post.round();
/// post.post(2, "later").expect("there is room");
/// assert_eq!(post.take(round), Some((1, "hello")));
/// assert_eq!(post.take(round), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "a round hands nothing over by itself: `while let Some((id, message)) = post.take(round)`"]
pub struct Round {
    /// The number of letters ever posted when it began.
    posted: u64,
}

impl<Id, Message, const CAPACITY: usize> Post<Id, Message, CAPACITY> {
    /// An empty post.
    ///
    /// ```
    /// assert!(bt::Post::<u32, &str, 8>::new().is_empty());
    /// ```
    pub const fn new() -> Self {
        Post { letters: [const { None }; CAPACITY], first: 0, length: 0, posted: 0 }
    }

    /// Puts a message for an agent at the end of the queue.
    ///
    /// # Errors
    ///
    /// If the post is full: the error holds the id and the message.
    ///
    /// ```
    /// use bt::Post;
    /// use bt::post::Full;
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

    /// Begins a round: messages that are in the post now can be [taken](Post::take) in it, later ones cannot.
    ///
    /// ```
    /// use bt::Post;
    ///
    /// let mut post = Post::<u32, &str, 8>::new();
    /// let round = post.round();
    /// post.post(1, "hello").expect("there is room");
    /// assert_eq!(post.take(round), None);
    /// assert_eq!(post.take(post.round()), Some((1, "hello")));
    /// ```
    pub const fn round(&self) -> Round {
        Round { posted: self.posted }
    }

    /// Removes the first message, with the id of its agent; `None` when the round is over.
    ///
    /// A round need not be completed: the other messages stay in the post, for this round or a later one.
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
    ///         // The reply is for the next round.
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

    /// The messages in it, in order.
    #[cfg(feature = "serde")]
    fn iter(&self) -> impl Iterator<Item = &(Id, Message)> {
        let (behind, before) = self.letters.split_at(self.first);
        before.iter().chain(behind).flatten()
    }

    /// A post with these letters in it.
    #[cfg(feature = "serde")]
    fn of(letters: [Option<(Id, Message)>; CAPACITY]) -> Self {
        let length = letters.iter().flatten().count();
        Post { letters, first: 0, length, posted: length as u64 }
    }

    /// How many messages are in it.
    ///
    /// ```
    /// let mut post = bt::Post::<u32, &str, 8>::new();
    /// post.post(1, "hello").expect("there is room");
    /// assert_eq!(post.len(), 1);
    /// ```
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether no message is in it.
    ///
    /// ```
    /// assert!(bt::Post::<u32, &str, 8>::new().is_empty());
    /// ```
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many messages it can hold.
    ///
    /// ```
    /// assert_eq!(bt::Post::<u32, &str, 8>::new().capacity(), 8);
    /// ```
    pub const fn capacity(&self) -> usize {
        CAPACITY
    }
}

impl<Id, Message, const CAPACITY: usize> Default for Post<Id, Message, CAPACITY> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(feature = "serde")]
impl<Id, Message, const CAPACITY: usize> serde::Serialize for Post<Id, Message, CAPACITY>
where
    Id: serde::Serialize,
    Message: serde::Serialize,
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut letters = self.iter();
        UpTo([(); CAPACITY].map(|()| letters.next())).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, Id, Message, const CAPACITY: usize> serde::Deserialize<'de> for Post<Id, Message, CAPACITY>
where
    Id: serde::Deserialize<'de>,
    Message: serde::Deserialize<'de>,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        UpTo::deserialize(deserializer).map(|UpTo(letters)| Post::of(letters))
    }
}

/// The error of [`Post::post`]: the post is full. It contains the message that the post did not take.
///
/// ```
/// let full = bt::Post::<u32, &str, 0>::new().post(7, "hello").unwrap_err();
/// assert_eq!((full.to, full.message), (7, "hello"));
/// assert_eq!(full.to_string(), "the post is full");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Full<Id, Message> {
    /// The id of the agent.
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
