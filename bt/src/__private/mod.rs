//! What generated code calls: the only module that it names. Not for users; it may change in any release.

pub(crate) mod decorator;
pub(crate) mod describe;
pub(crate) mod leaf;
pub(crate) mod nodes;
pub(crate) mod observe;
pub(crate) mod tick;

pub use self::decorator::asked::{Asked, IsErrorOfDecorator, Says, asked, said};
pub use self::decorator::before_signature::IsBefore;
pub use self::describe::active::{Search, active};
pub use self::describe::facts::{Facts, offsets, positions};
pub use self::describe::generated_tree::GeneratedTree;
pub use self::describe::not_a_tree::NotATree;
pub use self::describe::possible::{Can, all, any, at_least, need};
pub use self::describe::tree_state::TreeState;
pub use self::leaf::bare::Bare;
pub use self::leaf::declared::{as_declared, reply_as_declared};
pub use self::leaf::derived_run::{AnyValue, IsError, Returns, Value, instant, ran, ran_for_any};
pub use self::leaf::forward::{Forward, ForwardValue};
pub use self::leaf::hook_forms::{IsSleep, IsStatus, Lend, Nothing, reply, reply_of_value};
pub use self::leaf::is_tree::{IsTree, IsTreeFor, Variant};
pub use self::leaf::leaf_context::{ContextFor, ContextType, LeafContext, Lifetimes, OwnedContext};
pub use self::leaf::own_hook::{Differ, IsOwn, IsOwnForAny, NoReceive, Pair, has_no_receive, has_receive};
pub use self::leaf::raise::{Adapted, IsValue, Raise, keep as keep_value, raise};
pub use self::leaf::ran::{Ran, can, ran_with};
pub use self::leaf::run_signature::{IsRun, Sorted};
pub use self::leaf::taken::TakenBy;
pub use self::leaf::tell::{Hears, Ignores, Mishears, Overhears, Tell};
pub use self::nodes::context_functions::{
    MayBeNoAnswer, act, action, action_for_value, answers, can_answer, can_run, condition, has_changed, is_replaced,
    number, score, score_of, timed_action, timed_action_for_value, timed_answers, until, value,
};
pub use self::nodes::draw::{between, chance, draws, weigh};
pub use self::nodes::memory_functions::{
    forget, has_memory, memory, memory_mut, recalls, recalls_value, remember, remember_at,
};
pub use self::observe::look::{Look, MayBeOpaque};
pub use self::observe::observed::Observed;
pub use self::observe::tell_why::has_bound;
pub use self::observe::watch::Watch;
pub use self::tick::bound::{Held, bound, give, given, item, matched, other_pattern, passes_value, with_value};
pub use self::tick::children_left::ChildrenLeft;
pub use self::tick::entry::{between_ticks, settle, tick, without_error};
pub use self::tick::kept_cells::{Cell, Kept, count_up, has_cooled, is_below, is_empty, keep, kept_success};
pub use self::tick::lend::lend;
pub use self::tick::margin::Margin;
pub use self::tick::never::SlotOf;
pub use self::tick::parallel::{Branch, Rule, Tally};
pub use self::tick::report::{has_asked, has_ended, has_run};
pub use self::tick::run_tree::run_tree;
pub use self::tick::sleep::{least, least_of_reached};
pub use self::tick::slot::{MessageSlot, Slot};
pub use self::tick::step::Step::{self, Error, Failure, Running, Success};
pub use self::tick::step::Ticked;
pub use self::tick::tick_inputs::TickInputs;
pub use self::tick::timer::{ShortTimer, Timer, TimerOf};
pub use self::tick::untimed::{Untimed, UntimedInOwner, WithoutTime, needs_no_time};
pub use crate::answer::Answer;
pub use crate::behavior::Behavior;
pub use crate::decorator::Decorator;
pub use crate::describe::NodeInfo;
pub use crate::describe::drawing::draw_tree;
pub use crate::memory::Remembers;
pub use crate::message::Receive;
pub use crate::observe::TreeObserver;
pub use crate::random::Random;
pub use crate::status::{Outcome, Status};
pub use crate::time::{IntoDuration, LONGEST_TICK, Span};
pub use crate::tree::{Tree, TreeFor};
pub use crate::value::{PassesValue, Produces};
pub use bt_macros::bt;
pub use core::any::Any;
pub use core::clone::Clone;
pub use core::convert::Infallible;
pub use core::default::Default;
pub use core::fmt::{Display, Formatter, Result as FormatResult};
pub use core::iter::Iterator;
pub use core::marker::{PhantomData, Sized};
pub use core::matches;
pub use core::mem::replace;
pub use core::ops::{FnMut, FnOnce};
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, usize};
pub use core::result::Result::{self, Err, Ok};
pub use core::task::Poll;
pub use core::time::Duration;

/// Items that are parsed apart from what stands around them.
#[doc(hidden)]
#[macro_export]
macro_rules! __apart {
    ($($item:tt)*) => { $($item)* };
}

pub use crate::__apart as apart;

/// The body of every function of a tree that does not compile.
pub fn broken<T>() -> T {
    unreachable!("a tree that does not compile is never run")
}
