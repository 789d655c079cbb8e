//! The traits that every public type implements, as the Rust API guidelines ask.

use std::error::Error;
use std::fmt::Debug;

use bt::describe::{NodeInfo, NodeKind};
use bt::memory::Recollection;
use bt::post::{Full, Round};
use bt::{Memory, NodeEvent, Outcome, Post, Save, Span, Status, StillRunning, Tree, bt, memory};
use bt_crowd::{AgentId, Crowd};
use serde::Serialize;
use serde::de::DeserializeOwned;

bt! {
    #[derive(Clone, Debug, Serialize, serde::Deserialize)]
    Sit(u32) = sequence < wait(1.0), running >
}

const fn common<T: Debug + Send + Sync + Unpin>() {}

const fn value<T: Debug + Copy + Eq + Send + Sync + Unpin + 'static>() {}

const fn error<T: Error + Send + Sync + 'static>() {}

const fn saved<T: Serialize + DeserializeOwned>() {}

const fn tree<T: Tree>() {}

#[test]
fn public_types_can_be_shown_sent_and_shared() {
    common::<Memory<u32, u32>>();
    common::<memory::Iter<'_, u32, u32>>();
    common::<Post<u32, u32, 4>>();
    common::<Crowd<Sit, u32>>();
    common::<bt_crowd::Iter<'_, Sit, u32>>();
    common::<bt_crowd::IterMut<'_, Sit, u32>>();
    common::<bt_crowd::IntoIter<Sit, u32>>();
    common::<bt_crowd::Turn>();
    common::<NodeEvent>();
    common::<Sit>();
    common::<Save<Sit>>();
}

#[test]
fn small_types_are_copied_and_compared() {
    value::<AgentId>();
    value::<Full<u32, u32>>();
    value::<NodeInfo>();
    value::<NodeKind>();
    value::<Outcome>();
    value::<Recollection<'_, u32, u32>>();
    value::<Round>();
    value::<Span>();
    value::<Status>();
    value::<StillRunning>();
}

#[test]
fn errors_are_errors() {
    error::<Full<u32, String>>();
    error::<StillRunning>();
}

#[test]
fn what_is_kept_between_ticks_can_be_saved() {
    saved::<AgentId>();
    saved::<Crowd<Sit, u32>>();
    saved::<Memory<u32, u32>>();
    saved::<NodeKind>();
    saved::<Outcome>();
    saved::<Post<u32, u32, 4>>();
    saved::<Save<Sit>>();
    saved::<Status>();
}

#[test]
fn a_reference_to_a_tree_is_a_tree() {
    tree::<Sit>();
    tree::<&Sit>();
}
