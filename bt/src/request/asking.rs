//! `Asking`: what a leaf with a request stores.

use core::fmt;
use core::task::Poll;
use core::time::Duration;

use super::answered::AnyRequest;

/// The arguments of a leaf, and its request from the first run until the leaf ends. Then both are dropped.
///
/// A clone has the arguments alone, so it asks again. So has a loaded save.
pub struct Asking<A, R> {
    request: Option<R>,
    arguments: Option<A>,
}

impl<A, R> Asking<A, R> {
    pub const fn new(arguments: A) -> Self {
        Asking { request: None, arguments: Some(arguments) }
    }

    /// Polls the request. The first time, `ask` makes it.
    pub fn poll(&mut self, ask: impl FnOnce(&A) -> R) -> Poll<Option<R::Answer>>
    where
        R: AnyRequest,
    {
        let request = match &mut self.request {
            Some(request) => request,
            empty => empty.insert(ask(self.arguments.as_ref().expect("a leaf that has ended does not run again"))),
        };
        request.poll()
    }

    /// The leaf has ended: the request is cancelled if there is no answer.
    pub fn end(&mut self) {
        self.request = None;
        self.arguments = None;
    }

    /// A request that wakes the tree needs no ticks.
    pub fn sleep(&self) -> Option<Duration>
    where
        R: AnyRequest,
    {
        self.request.as_ref().filter(|request| request.wakes()).map(|_| Duration::MAX)
    }
}

impl<A: Clone, R> Clone for Asking<A, R> {
    fn clone(&self) -> Self {
        Asking { request: None, arguments: self.arguments.clone() }
    }
}

impl<A: Default, R> Default for Asking<A, R> {
    fn default() -> Self {
        Asking::new(A::default())
    }
}

impl<A: fmt::Debug, R> fmt::Debug for Asking<A, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking").field("arguments", &self.arguments).field("asked", &self.request.is_some()).finish()
    }
}

#[cfg(feature = "serde")]
impl<A: serde::Serialize, R> serde::Serialize for Asking<A, R> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.arguments {
            Some(arguments) => arguments.serialize(serializer),
            None => Err(serde::ser::Error::custom("a leaf that has ended has nothing to save")),
        }
    }
}

#[cfg(feature = "serde")]
impl<'de, A: serde::Deserialize<'de>, R> serde::Deserialize<'de> for Asking<A, R> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        A::deserialize(deserializer).map(Asking::new)
    }
}
