//! What generated code calls: the only module that it names. Not for users; it may change in any release.

pub use crate::active::{Search, active};
pub use crate::answer::{Adapted, Answer, NoError, Raise, raise};
pub use crate::behavior::Behavior;
pub use crate::chance::{between, chance, weigh};
pub use crate::decorator::Decorator;
pub use crate::drive::{State, instantly, settle, tick, without_error};
pub use crate::home::Home;
pub use crate::hook::{
    Differ, Forward, IsError, IsOwn, IsOwnForAny, Lend, Nothing, Pair, Ran, Returns, as_declared, can, has_receive,
    instant, ran, ran_for_any, reply, reply_as_declared,
};
pub use crate::inputs::Inputs;
pub use crate::kept::{Cell, Kept, NotATree, count_up, has_cooled, is_below, is_empty, keep, kept_success};
pub use crate::left::Left;
pub use crate::message::{Hears, Ignores, Mishears, Receive, Tell};
pub use crate::nodes::{act, action, condition, has_changed, score, value, wait_until};
pub use crate::observer::Observer;
pub use crate::outline::{Facts, offsets, positions};
pub use crate::place::{Place, Told, Wait};
pub use crate::possible::{all, any, at_least, need};
pub use crate::random::{Random, draws};
pub use crate::remembers::{Remembers, forget, has_memory, memory, memory_mut, recalls, recalls_value, remember};
pub use crate::run::{IsRun, Sorted};
pub use crate::shape::Node;
pub use crate::status::{Can, Outcome, Status};
pub use crate::step::Step::{self, Error, Failure, Running, Success};
pub use crate::step::Ticked;
pub use crate::tally::{Branch, Rule, Tally};
pub use crate::tells::{has_asked, has_ended, has_run};
pub use crate::time::{Span, Time, Timer, Untimed, WithoutTime};
pub use crate::tree::{Tree, TreeFor};
pub use crate::watch::Watch;
pub use crate::watching::Watching;
pub use bt_macros::bt;
pub use core::clone::Clone;
pub use core::default::Default;
pub use core::iter::Iterator;
pub use core::marker::{PhantomData, Sized};
pub use core::matches;
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use core::time::Duration;

/// The body of everything in a tree that does not compile.
pub fn broken<T>() -> T {
    unreachable!("a tree that does not compile is never run")
}
