//! Agents in two slices, which stay where they are.

use core::marker::PhantomData;

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use crate::tree::Tree;

/// Ticks all agents: `trees[i]` with `contexts[i]`. What becomes of them is the same as if each were ticked by itself,
/// one after another. It takes less time from some ten thousand agents on; a thousand small ones a plain loop ticks faster.
///
/// Within blocks of some hundred agents those that wait in the same place of their tree are ticked one after another, so
/// that the processor guesses right what comes next. Nothing is moved, and nothing allocated. A `Crowd` takes less time
/// still, since it keeps its agents in groups; that needs the feature `alloc`. Here a subtree, a `parallel` or a reactive
/// node counts as one place, whatever is active in it. Where there is nothing to gain agents are ticked as in a loop: if a
/// tree is nothing but such a place, if all wait in the same one, or if the slices are larger than caches are.
///
/// - `before` is called once with each context, before the tick of that agent: here it looks around. If there is nothing
///   to do it is `|_| {}`.
/// - `tick` is called once with each agent, and ticks the tree: with `tick`, or with `tick_for` if it keeps time. It says
///   what becomes of the answer, a status or an error; where that is wanted later, the context has a field for it.
///
/// Both are called in no order that can be relied on. Therefore they are `Fn`: what they do to an agent depends on that
/// agent alone.
///
/// # Panics
///
/// If the slices differ in length; then nothing has been ticked. If `before`, `tick` or a hook of a leaf panics, every
/// agent is where it was, and some have been ticked.
///
/// ```
/// use bt::{Status, bt};
///
/// /// A kettle, in degrees.
/// struct Kettle {
///     heat: f32,
///     warmth: f32,
///     status: Status,
/// }
///
/// bt! { Cook(Kettle) = sequence < wait_until(|kettle| kettle.warmth > 99.0), action(|kettle| kettle.heat = 0.0) > }
///
/// let mut cooks: Vec<Cook> = (0..1000).map(|_| Cook::new()).collect();
/// let kettle = |number| Kettle { heat: number as f32 / 100.0, warmth: 20.0, status: Status::Running };
/// let mut kettles: Vec<Kettle> = (0..1000).map(kettle).collect();
/// for _ in 0..20 {
///     bt::tick_all(
///         &mut cooks,
///         &mut kettles,
///         |kettle| kettle.warmth += kettle.heat,
///         |cook, kettle| kettle.status = cook.tick(kettle),
///     );
/// }
/// assert_eq!(kettles.iter().filter(|kettle| kettle.status == Status::Success).count(), 604);
/// ```
pub fn tick_all<T: Tree, C>(
    trees: &mut [T],
    contexts: &mut [C],
    before: impl Fn(&mut C),
    tick: impl Fn(&mut T, &mut C),
) {
    assert_same_length(trees, contexts);
    tick_blocks::<BLOCK, T, C>(trees, contexts, before, tick, pays::<T, C>(trees, contexts));
}

/// [`tick_all`] on all cores: the same result. Needs the feature `rayon`.
///
/// # Panics
///
/// As `tick_all` does.
#[cfg(feature = "rayon")]
pub fn par_tick_all<T: Tree + Send, C: Send>(
    trees: &mut [T],
    contexts: &mut [C],
    before: impl Fn(&mut C) + Sync,
    tick: impl Fn(&mut T, &mut C) + Sync,
) {
    assert_same_length(trees, contexts);
    let grouped = pays::<T, C>(trees, contexts);
    let parts = trees.par_chunks_mut(PART).zip(contexts.par_chunks_mut(PART));
    parts.for_each(|(trees, contexts)| tick_blocks::<BLOCK, T, C>(trees, contexts, &before, &tick, grouped));
}

/// How many agents make a block: so many that groups are large, so few that their contexts fit into the fastest cache.
const BLOCK: usize = 512;

/// How many agents a core takes at a time.
#[cfg(feature = "rayon")]
const PART: usize = 16 * BLOCK;

/// How many groups are taken out of a block one by one, if each is a large part of what is left: at least one in so many.
/// The rest is sorted; that takes the same time for any number of groups, but more than to take out a few.
const GROUPS: usize = 4;
const LARGE: usize = 8;

/// One agent in so many is looked at to find out whether all wait in the same place.
const DISTANCE: usize = 31;

/// By how many places the rest is sorted. In a tree with more of them some share one.
const PLACES: usize = 64;

/// How many bytes of agents a cache is sure to keep from one tick to the next.
const CACHE: usize = 1 << 24;

/// How many places a tree must have, so that there is something to tell apart. What is reactive, or parallel, or a subtree
/// is one place, since a look into it takes branches.
const FEWEST: usize = 3;

fn assert_same_length<T, C>(trees: &[T], contexts: &[C]) {
    assert_eq!(trees.len(), contexts.len(), "there must be as many trees as contexts");
}

pub(super) fn tick_blocks<const BLOCK: usize, T: Tree, C>(
    trees: &mut [T],
    contexts: &mut [C],
    before: impl Fn(&mut C),
    tick: impl Fn(&mut T, &mut C),
    grouped: bool,
) {
    let tick = |tree: &mut T, context: &mut C| {
        before(context);
        tick(tree, context);
    };
    for (trees, contexts) in trees.chunks_mut(BLOCK).zip(contexts.chunks_mut(BLOCK)) {
        if !grouped || seems_uniform(trees) {
            trees.iter_mut().zip(contexts).for_each(|(tree, context)| tick(tree, context));
        } else {
            tick_block::<BLOCK, T, C>(trees, contexts, tick);
        }
    }
}

/// Whether groups save time. They do not if there is nothing to tell apart, or if it takes most of the time to fetch the
/// agents from memory: that is done best in their order.
const fn pays<T: Tree, C>(trees: &[T], contexts: &[C]) -> bool {
    T::__PLACES >= FEWEST && size_of_val(trees) + size_of_val(contexts) <= CACHE
}

/// Whether all seem to wait in the same place: then there is nothing to gain.
fn seems_uniform<T: Tree>(trees: &[T]) -> bool {
    let mut places = trees.iter().step_by(DISTANCE).map(T::__place);
    let first = places.next();
    places.all(|place| Some(place) == first)
}

/// Ticks those that wait where the first one does, and so again those that are left, as long as that makes large groups;
/// then the others, sorted.
///
/// A group is in the order of the agents. So the first one, which is large as a rule, fetches nearly all contexts into the
/// cache in their order.
#[inline(always)]
fn tick_block<const BLOCK: usize, T: Tree, C>(trees: &mut [T], contexts: &mut [C], tick: impl Fn(&mut T, &mut C)) {
    let mut waiting = [Waiting(0); BLOCK];
    look(trees, &mut waiting);
    let mut group = [0; BLOCK];
    let (mut groups, mut left) = (0..GROUPS, trees.len());
    while left > 0 {
        let size = match groups.next() {
            Some(_) => take_group(&mut waiting, left, &mut group),
            None => sort_rest(&waiting[..left], &mut group),
        };
        for &index in &group[..size] {
            let index = usize::from(index);
            tick(&mut trees[index], &mut contexts[index]);
        }
        if size * LARGE < left {
            groups = 0..0;
        }
        left -= size;
    }
}

/// An agent that has not been ticked: its index in the block and, above that, its place. Both take 16 bits; places that
/// have the same number then are one group.
#[derive(Clone, Copy)]
struct Waiting(u32);

impl Waiting {
    const fn place(self) -> u32 {
        self.0 >> 16
    }

    #[expect(clippy::cast_possible_truncation, reason = "these are the bits for the index")]
    const fn index(self) -> u16 {
        self.0 as u16
    }
}

/// Looks where each tree waits.
///
/// What is done next never depends on the trees, so that there is nothing to guess.
#[inline(never)]
fn look<const BLOCK: usize, T: Tree>(trees: &[T], waiting: &mut [Waiting; BLOCK]) {
    let mut places = [0; BLOCK];
    match Askers::<T>::ALL.get(..T::__PLACES - 1) {
        Some(askers) => askers.iter().for_each(|ask| ask(trees, &mut places)),
        None => look_up(trees, &mut places),
    }
    for ((index, waiting), place) in (0..).zip(waiting).zip(places) {
        waiting.0 = (u32::from(place) << 16) | index;
    }
}

/// Writes the number of a place down for each tree that waits there.
type Ask<T> = fn(&[T], &mut [u8]);

/// Those who ask about one place each.
struct Askers<T>(PhantomData<T>);

impl<T: Tree> Askers<T> {
    /// For the places from 1 on. With more of them it takes less time to look the place up.
    const ALL: [Ask<T>; 16] = [
        ask::<1, T>,
        ask::<2, T>,
        ask::<3, T>,
        ask::<4, T>,
        ask::<5, T>,
        ask::<6, T>,
        ask::<7, T>,
        ask::<8, T>,
        ask::<9, T>,
        ask::<10, T>,
        ask::<11, T>,
        ask::<12, T>,
        ask::<13, T>,
        ask::<14, T>,
        ask::<15, T>,
        ask::<16, T>,
    ];
}

/// Does so for one place.
///
/// Asked for all places at once, a tree may have to jump to the answer. For one place that rustc knows there is nothing to
/// jump for, and several trees are asked at once; and nothing is left of this if nobody can wait there.
#[inline(never)]
#[expect(clippy::cast_possible_truncation, reason = "there are few askers")]
fn ask<const PLACE: usize, T: Tree>(trees: &[T], places: &mut [u8]) {
    for (place, tree) in places.iter_mut().zip(trees) {
        *place |= if tree.__place() == PLACE { PLACE as u8 } else { 0 };
    }
}

/// Writes down for each tree where it waits: rustc looks a place up in a table, as long as nothing else is done in the loop.
#[inline(never)]
#[expect(clippy::cast_possible_truncation, reason = "places that have the same number then are one group")]
fn look_up<T: Tree>(trees: &[T], places: &mut [u8]) {
    for (place, tree) in places.iter_mut().zip(trees) {
        *place = tree.__place() as u8;
    }
}

/// Puts those that wait where the first one does into a group, and keeps the others in front. Says how many are in the
/// group.
///
/// Here, too, there is nothing to guess.
#[inline(always)]
fn take_group<const BLOCK: usize>(waiting: &mut [Waiting; BLOCK], left: usize, group: &mut [u16; BLOCK]) -> usize {
    let here = waiting[0].place();
    let mut joined = 0;
    for next in 0..left {
        // The remainders spare a check of each index.
        let agent = waiting[next % BLOCK];
        group[joined % BLOCK] = agent.index();
        waiting[(next - joined) % BLOCK] = agent;
        joined += usize::from(agent.place() == here);
    }
    joined
}

/// Puts all that are left into a group, sorted by place. Says how many they are.
///
/// [Counting sort](https://en.wikipedia.org/wiki/Counting_sort).
fn sort_rest<const BLOCK: usize>(waiting: &[Waiting], group: &mut [u16; BLOCK]) -> usize {
    let place = |agent: &Waiting| agent.place() as usize % PLACES;
    let mut ends = [0; PLACES];
    for agent in waiting {
        ends[place(agent)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    for agent in waiting.iter().rev() {
        let end = &mut ends[place(agent)];
        *end -= 1;
        group[*end] = agent.index();
    }
    waiting.len()
}
