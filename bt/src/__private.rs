//! What generated code calls: the only module that it names. Not for users; it may change in any release.

pub use crate::answer::{Answer, MayRun};
pub use crate::behavior::Behavior;
pub use crate::can::{Can, need, need_end};
pub use crate::composite::{Choice as NextChoice, Composite, Next};
pub use crate::decorator::{Decision, Decorator};
pub use crate::describe::drawing::draw_tree;
pub use crate::dyn_tree::{DynTree, LocalDynTree, NoMessage};
#[cfg(feature = "alloc")]
pub use crate::dynamic::{Boxed, Dynamic, Registered, name_of_tree};
pub use crate::engine::claims::{Known, all, any, at_least, can_fail, can_succeed, can_wait, timed};
pub use crate::engine::explored::{all_nodes, first_active};
pub use crate::engine::hearing::{ReceiveAt, ReceiveInside};
pub use crate::engine::hooks::composite::{Whose, has_after, has_first, looks};
pub use crate::engine::hooks::decides::decided;
pub use crate::engine::hooks::declared::{as_declared, reply_as_declared};
pub use crate::engine::hooks::error::IsError;
pub use crate::engine::hooks::forms::{
    IsSleep, IsStatus, Lend, Nothing, Started, reply, reply_of_value, start_alone, started,
};
pub use crate::engine::hooks::own::{Differ, IsOwn, IsOwnForAny, NoReceive, Pair, has_no_receive, has_receive};
pub use crate::engine::hooks::ran::{Ran, Takes, before_takes_time, can, ran_with, takes_time};
pub use crate::engine::hooks::results::{Answers, Begins, Looks, Says, answered, begun, said, seen};
pub use crate::engine::hooks::returns::{AnyValue, Returns, Value, instant, ran, ran_for_any};
pub use crate::engine::hooks::signature::{IsHook, Sorted};
pub use crate::engine::leaf::answers::{Adapted, IsValue, Raise, keep as keep_value, raise};
#[cfg(feature = "alloc")]
pub use crate::engine::leaf::asked::is_registry;
pub use crate::engine::leaf::asked::{Asked, Is, has_value, is_behavior};
pub use crate::engine::leaf::bare::Bare;
pub use crate::engine::leaf::deliver::{Deliver, Hears, Ignores, Mishears, Relays};
pub use crate::engine::leaf::forward::{Forward, ForwardValue};
pub use crate::engine::leaf::is_tree::{IsTree, IsTreeFor, Variant};
pub use crate::engine::leaf::leaf_context::{ContextFor, ContextType, LeafContext, Lifetimes, OwnedContext};
pub use crate::engine::leaf::taken::{TakesMessages, Unaddressed};
pub use crate::engine::leaf::ways::{Alone, Choice, HearsByName, HearsRelayed, Subtree};
pub use crate::engine::machine::{
    HasMachine, Machine, Task, TreeAnswer, abort, abort_with, run_tree, run_tree_for, tick_for, tick_for_with, tick_in,
};
pub use crate::engine::nested::{Addressed, ByName, Relayed};
pub use crate::engine::node::Node;
pub use crate::engine::nodes::composed::{chosen, given_by, looked, started_composite};
pub use crate::engine::nodes::context_functions::{
    Call, Data, MayBeNoAnswer, MayBeNoCall, MayBeNoFunction, PointsToFunction, ReturnsPointer, act, action,
    action_for_value, answers, can_act, can_answer, can_run, condition, has_changed, is_replaced, may_run, never,
    number, score, score_of, timed_action, timed_action_for_value, timed_answers, until, value,
};
pub use crate::engine::nodes::draw::{between, chance, draws, weigh};
pub use crate::engine::nodes::memory_functions::{
    forget, has_memory, memory, memory_mut, recalls, recalls_value, remember, remember_at,
};
pub use crate::engine::observe::look::{Glimpse, MayBeOpaque, Opaque};
pub use crate::engine::observe::observed::Observed;
pub use crate::engine::observe::reasons::has_bound;
pub use crate::engine::observe::watch::Watch;
#[cfg(feature = "live")]
pub use crate::engine::outline::{Outline, outline};
pub use crate::engine::region::Region;
pub use crate::engine::run::Plainly;
pub use crate::engine::tick::bound::{Held, bound, give, given, item, last, matched, other_pattern, passes_value};
pub use crate::engine::tick::children_left::{ChildrenLeft, leader};
pub use crate::engine::tick::constant::{Constant, NoTime, timer_bytes};
pub use crate::engine::tick::entry::{between_ticks, without_error};
pub use crate::engine::tick::items::{Item, ItemNumber};
#[cfg(feature = "live")]
pub use crate::engine::tick::kept_cells::KeptCells;
pub use crate::engine::tick::kept_cells::{Cell, Kept, count_up, has_cooled, is_below, is_empty, keep, kept_success};
pub use crate::engine::tick::margin::Margin;
pub use crate::engine::tick::parallel::{Branch, Rule, Tally};
pub use crate::engine::tick::report::{has_checked, has_ended, has_run};
pub use crate::engine::tick::sleep::{least, least_of_reached};
pub use crate::engine::tick::slot::{MessageSlot, Slot};
pub use crate::engine::tick::slot_of::SlotOf;
pub use crate::engine::tick::step::Step::{self, Error, Failure, Running, Success};
pub use crate::engine::tick::step::Ticked::{self, Passes, Rests};
pub use crate::engine::tick::tick_inputs::TickInputs;
pub use crate::engine::tick::timer::{ShortTimer, Timer, TimerOf};
pub use crate::engine::tick::untimed::{Untimed, UntimedOwner, WithoutTime, needs_no_time};
pub use crate::engine::tree_state::TreeState;
pub use crate::engine::visit::{Abort, Visit};
pub use crate::engine::way::{Chosen, ReceivesRelayed};
pub use crate::ide;
pub use crate::lend::lend;
#[cfg(feature = "live")]
pub use crate::live;
pub use crate::memory::Remembers;
pub use crate::message::Receive;
pub use crate::node_info::NodeInfo;
pub use crate::observe::TreeObserver;
pub use crate::outline::active::{Search, active};
pub use crate::outline::facts::{Facts, offsets, positions};
pub use crate::outline::generated_tree::GeneratedTree;
pub use crate::outline::not_a_tree::NotATree;
pub use crate::random::Random;
pub use crate::request::{AnswerOf, Answered, AnyRequest, Asking, Request};
#[cfg(feature = "serde")]
pub use crate::save::DAMAGED;
pub use crate::status::{Outcome, Status};
pub use crate::time::{IntoDuration, LONGEST_TICK, Span};
pub use crate::tree::Tree;
pub use crate::tree_for::TreeFor;
pub use crate::value::{PassesValue, Produces};
pub use bt_macros::bt;
pub use core::any::Any;
pub use core::clone::Clone;
pub use core::convert::Infallible;
pub use core::default::Default;
pub use core::file;
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

/// Items that are parsed separately from the surrounding code.
#[doc(hidden)]
#[macro_export]
macro_rules! __apart {
    ($($item:tt)*) => { $($item)* };
}

/// How a tree in a box is saved and loaded: items of the `GeneratedTree` of a tree that derives `Serialize` and
/// `Deserialize`.
#[cfg(feature = "boxed-saves")]
#[doc(hidden)]
#[macro_export]
macro_rules! __saved_in_boxes {
    () => {
        fn __save_boxed(
            &self,
            save: &mut dyn $crate::__private::FnMut(&dyn $crate::__private::erased_serde::Serialize),
        ) {
            save(&$crate::Save(self));
        }

        fn __load_boxed(
            &mut self,
            saved: &mut dyn $crate::__private::erased_serde::Deserializer<'_>,
        ) -> $crate::__private::Option<$crate::__private::Result<(), $crate::__private::erased_serde::Error>> {
            let loaded = $crate::__private::erased_serde::deserialize(saved);
            $crate::__private::Some(loaded.map(|$crate::Save(tree)| *self = tree))
        }
    };
}

/// Without the feature: nothing.
#[cfg(not(feature = "boxed-saves"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __saved_in_boxes {
    () => {};
}

pub use crate::__apart as apart;
pub use crate::__saved_in_boxes as saved_in_boxes;
#[cfg(any(feature = "boxed-saves", feature = "live-saves"))]
pub use erased_serde;

/// The body of every function of a tree that does not compile.
pub fn broken<T>() -> T {
    unreachable!("a tree that does not compile is never run")
}
