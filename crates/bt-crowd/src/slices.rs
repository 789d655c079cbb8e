//! `tick_all` and `par_tick_all`: tick agents in two slices without moving them.

use bt::Tree;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

use crate::engine;

/// Ticks all agents: `trees[i]` with `contexts[i]`. Each behaves as if it were ticked alone, one after another. With a
/// thousand agents or more, this can be faster than a loop, as long as the agents fit into the caches: sentries take
/// 0.8 to 0.95 times as long.
///
/// Within blocks of a few hundred agents, those that wait in the same place of their tree are ticked one after another,
/// so that the processor predicts its branches correctly. Nothing is moved or allocated. A [`Crowd`](crate::Crowd) is
/// faster still, since it keeps its agents in groups. Here a subtree, a `parallel` or a reactive node counts as one
/// place, whatever is active in it. If groups gain nothing, agents are ticked in a plain loop: if there are few agents,
/// if the whole tree is one such place, or if nearly all agents wait in the same place.
///
/// `tick` is called once per agent. It updates what the agent senses, then ticks the tree: with `tick`, or with
/// `tick_for` if the tree needs a duration. It also handles the answer, a status or an error; to keep the answer, store
/// it in the context.
///
/// `tick` may change what it captures, for example to count. But the order of agents is unspecified: what `tick` does
/// to an agent should depend only on that agent.
///
/// # Panics
///
/// If the slices differ in length; then nothing has been ticked. If `tick` or a hook of a leaf panics; then every agent
/// is where it was, and some have been ticked.
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
///     bt_crowd::tick_all(&mut cooks, &mut kettles, |cook, kettle| {
///         kettle.warmth += kettle.heat;
///         kettle.status = cook.tick(kettle);
///     });
/// }
/// assert_eq!(kettles.iter().filter(|kettle| kettle.status == Status::Success).count(), 604);
/// ```
// Inlined with its plain loop, so that this is the loop that a user would write.
#[inline]
pub fn tick_all<T: Tree, C>(trees: &mut [T], contexts: &mut [C], mut tick: impl FnMut(&mut T, &mut C)) {
    assert_same_length(trees, contexts);
    if pays(trees) {
        return tick_blocks::<ROWS, T, C>(trees, contexts, tick, true);
    }
    for (tree, context) in trees.iter_mut().zip(contexts) {
        tick(tree, context);
    }
}

/// Like [`tick_all`], on all cores, with the same result. Needs the feature `rayon`.
///
/// # Panics
///
/// In the same cases as `tick_all`.
///
/// ```
/// bt::bt! { Grow(u32) = forever < action(|age| *age += 1) > }
///
/// let (mut trees, mut ages): (Vec<_>, Vec<u32>) = (0..100).map(|age| (Grow::new(), age)).unzip();
/// bt_crowd::par_tick_all(&mut trees, &mut ages, |tree, age| {
///     tree.tick(age);
/// });
/// assert!(ages.into_iter().eq(1..=100));
/// ```
#[cfg(feature = "rayon")]
pub fn par_tick_all<T: Tree + Send, C: Send>(
    trees: &mut [T],
    contexts: &mut [C],
    tick: impl Fn(&mut T, &mut C) + Sync,
) {
    assert_same_length(trees, contexts);
    let grouped = pays(trees);
    let parts = trees.par_chunks_mut(PART).zip(contexts.par_chunks_mut(PART));
    parts.for_each(|(trees, contexts)| tick_blocks::<ROWS, T, C>(trees, contexts, &tick, grouped));
}

/// How many agents are in a row: each has a bit in a `u64`.
pub(crate) const ROW: usize = 64;

/// The number of rows in a block: enough for large groups, and few enough that their contexts fit into the fastest
/// cache.
const ROWS: usize = 8;

/// How many agents a core takes at a time.
#[cfg(feature = "rayon")]
const PART: usize = 16 * ROWS * ROW;

/// How many groups of a block are ticked separately. A group costs about as much as two wrong predictions in each row.
const GROUPS: usize = 8;

/// How many blocks make a part. The agents of a part are all ticked in groups, or all in a loop.
const BLOCKS: usize = 8;

/// One agent in this many is checked to find out how many of a part wait in the same place: 33 in all.
const DISTANCE: usize = 127;

/// With fewer agents, a processor learns the path of each of them.
const FEW: usize = 1024;

/// How many places a tree must have for groups to pay. A reactive node, a parallel or a subtree is one place, since it
/// takes branches to find the leaf in it.
const FEWEST: usize = 3;

fn assert_same_length<T, C>(trees: &[T], contexts: &[C]) {
    assert_eq!(trees.len(), contexts.len(), "there must be as many trees as contexts");
}

/// Whether groups save time.
const fn pays<T: Tree>(trees: &[T]) -> bool {
    engine::places::<T>() >= FEWEST && trees.len() >= FEW
}

pub(crate) fn tick_blocks<const ROWS: usize, T: Tree, C>(
    trees: &mut [T],
    contexts: &mut [C],
    mut tick: impl FnMut(&mut T, &mut C),
    grouped: bool,
) {
    let part = BLOCKS * ROWS * ROW;
    for (trees, contexts) in trees.chunks_mut(part).zip(contexts.chunks_mut(part)) {
        if !grouped || seems_uniform(trees) {
            for (tree, context) in trees.iter_mut().zip(contexts) {
                tick(tree, context);
            }
            continue;
        }
        for (trees, contexts) in trees.chunks_mut(ROWS * ROW).zip(contexts.chunks_mut(ROWS * ROW)) {
            tick_block::<ROWS, T, C>(trees, contexts, &mut tick);
        }
    }
}

/// Whether seven in eight agents seem to wait in the same place: then groups gain less than it takes to make them.
fn seems_uniform<T: Tree>(trees: &[T]) -> bool {
    let mut counts = [0u8; 64];
    for tree in trees.iter().step_by(DISTANCE) {
        counts[engine::place(tree) % 64] += 1;
    }
    let most = counts.into_iter().max().unwrap_or(0);
    8 * usize::from(most) >= 7 * trees.len().div_ceil(DISTANCE)
}

/// Ticks a block group by group: first the agents that wait in the same place as the first agent, then the same for the
/// rest. After some groups, it ticks all remaining agents in order.
///
/// Each group is ticked in the order of the agents. So the first group, which is usually large, brings nearly all
/// contexts into the cache in order.
fn tick_block<const ROWS: usize, T: Tree, C>(
    trees: &mut [T],
    contexts: &mut [C],
    mut tick: impl FnMut(&mut T, &mut C),
) {
    let mut left = [0; ROWS];
    trees.chunks(ROW).zip(&mut left).for_each(|(row, left)| *left = u64::MAX >> (ROW - row.len()));
    let places = places::<ROWS, T>(trees);
    let mut turn = 0;
    while let Some(first) = left.iter().position(|left| *left != 0) {
        let place = places[first][left[first].trailing_zeros() as usize];
        turn += 1;
        let agents = trees.chunks_mut(ROW).zip(contexts.chunks_mut(ROW));
        for ((trees, contexts), (left, places)) in agents.zip(left.iter_mut().zip(&places)).skip(first) {
            let group = if turn > GROUPS { *left } else { *left & agents_in(place, places) };
            *left ^= group;
            for index in Bits(group) {
                tick(&mut trees[index], &mut contexts[index]);
            }
        }
    }
}

/// The place where each tree waits. If there are more than 256, some have the same number, and are one group.
///
/// The loop does nothing else, so that rustc compiles it to code that compares several trees at once, or to a table.
#[inline(never)]
#[expect(clippy::cast_possible_truncation, reason = "places that have the same number are one group")]
fn places<const ROWS: usize, T: Tree>(trees: &[T]) -> [[u8; ROW]; ROWS] {
    let mut places = [[0; ROW]; ROWS];
    for (place, tree) in places.as_flattened_mut().iter_mut().zip(trees) {
        *place = engine::place(tree) as u8;
    }
    places
}

/// A bit for each agent in this place.
#[inline]
pub(crate) fn agents_in(place: u8, places: &[u8; ROW]) -> u64 {
    let (parts, _) = places.as_chunks();
    parts.iter().rev().fold(0, |bits, part| bits << part.len() | u64::from(equal(place, *part)))
}

/// A bit for each of the bytes that is equal to `byte`. All are compared [at
/// once](https://graphics.stanford.edu/~seander/bithacks.html), without a carry from one to the next; a multiplication
/// gathers their bits.
#[inline]
pub(crate) const fn equal(byte: u8, bytes: [u8; 8]) -> u8 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let difference = u64::from_le_bytes(bytes) ^ (ONES * byte as u64);
    let differs = ((difference & (ONES * 0x7F)) + ONES * 0x7F) | difference;
    let equals = (!differs >> 7) & ONES;
    (equals.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The bits of a number that are set, the lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}
