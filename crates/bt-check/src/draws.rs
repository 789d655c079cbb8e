//! `Draws`: a generator whose draws branch over their outcomes.
//!
//! A tick is run once for each combination of outcomes of its draws. A script holds these outcomes. A draw after its
//! end takes the first outcome, and the observer of the tick sees which node has drawn, and so how many outcomes there
//! are.

use std::cell::RefCell;
use std::convert::Infallible;

use bt::NodeEvent;
use bt::observe::Why;
use rand_core::TryRng;

/// The random number generator of a checked world. It has no state: each draw branches over its outcomes, and each
/// outcome is a step of its own.
///
/// - `probability`, and draws of `random_sequence`, `random_selector` and `weighted` with literal weights, take each of
///   their outcomes.
/// - `wait_between` waits for the shortest time, or for the longest one.
/// - A leaf that draws for itself calls [`below`](Draws::below). If it draws words instead, or weights are known only
///   at run time, a few words are tried, and the report says that the search was not complete.
///
/// A tick that draws more than a thousand times has too many outcomes: it counts as a tick that panics.
///
/// ```
/// use bt_check::{Check, Draws};
///
/// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
/// struct Coin {
///     heads: u8,
///     draws: Draws,
/// }
///
/// impl bt::Random for Coin {
///     type Rng = Draws;
///
///     fn rng(&mut self) -> &mut Draws {
///         &mut self.draws
///     }
/// }
///
/// bt::bt! {
///     #[derive(Clone, PartialEq, Eq, Hash)]
///     Toss(Coin) = probability(0.5) < action(|coin| coin.heads = (coin.heads + 1).min(3)) >
/// }
///
/// let check = Check::new(Coin::default(), Toss::new()).tick(|coin, toss| toss.tick(coin));
/// let three = check.never("three times heads", |now| now.world.heads == 3).run();
/// assert_eq!(three.counterexample().unwrap().ticks(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Draws(());

/// How many words are tried for a draw whose outcomes are unknown.
const UNKNOWN: u64 = 16;

#[derive(Clone, Debug)]
enum Kind {
    /// Its outcomes are unknown.
    Unknown,
    /// The smallest and the largest word.
    Ends,
    /// A number below this one.
    Below(u64),
    /// The shares of the outcomes.
    Weights(Vec<f64>),
}

impl Kind {
    fn options(&self) -> u64 {
        match self {
            Kind::Unknown => UNKNOWN,
            Kind::Ends => 2,
            Kind::Below(end) => (*end).max(1),
            Kind::Weights(weights) => weights.len() as u64,
        }
    }

    /// A word that has this outcome.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the share is below 1")]
    fn word(&self, option: u64) -> u64 {
        let middle = |of: u64| ((u128::from(2 * option + 1) << 64) / u128::from(2 * of)) as u64;
        // This must be the first outcome of every kind, since it is taken before the kind is known. It is not 0: code
        // that draws evenly may reject 0 and draw again.
        if option == 0 {
            return 1;
        }
        match self {
            Kind::Ends => u64::MAX,
            Kind::Unknown | Kind::Below(_) => middle(self.options()),
            Kind::Weights(weights) => {
                let (before, own) = (weights[..option as usize].iter().sum::<f64>(), weights[option as usize]);
                let share = (before + own / 2.0) / weights.iter().sum::<f64>();
                (share * 2.0_f64.powi(64)) as u64
            }
        }
    }
}

#[derive(Default)]
struct Script {
    draws: Vec<(Kind, u64)>,
    next: usize,
    /// The node that started last, if the tick is observed.
    started: Option<NodeEvent>,
    is_observed: bool,
    /// Whether a draw was made that no observer has seen.
    unseen: bool,
}

thread_local! {
    static SCRIPT: RefCell<Script> = RefCell::default();
}

/// Begins a step: all outcomes of its draws will be tried.
pub(crate) fn begin(is_observed: bool) {
    SCRIPT.with_borrow_mut(|script| *script = Script { is_observed, ..Script::default() });
}

/// Begins another run of the step.
pub(crate) fn run() {
    SCRIPT.with_borrow_mut(|script| (script.next, script.started) = (0, None));
}

/// The outcomes of the draws in this run, and whether the outcomes of any draw are unknown.
pub(crate) fn taken() -> (Vec<u64>, bool) {
    SCRIPT.with_borrow(|script| {
        let unknown = script.draws.iter().any(|(kind, _)| matches!(kind, Kind::Unknown));
        (script.draws.iter().map(|(_, option)| *option).collect(), unknown)
    })
}

/// Whether something was drawn in a tick that was not observed, so that it has to be run again.
pub(crate) fn has_unseen() -> bool {
    SCRIPT.with_borrow(|script| script.unseen)
}

/// Advances to the next combination of outcomes; `false` after the last one.
pub(crate) fn advance() -> bool {
    SCRIPT.with_borrow_mut(|script| {
        while let Some((kind, option)) = script.draws.last_mut() {
            if *option + 1 < kind.options() {
                *option += 1;
                return true;
            }
            script.draws.pop();
        }
        false
    })
}

pub(crate) fn started(event: &NodeEvent) {
    SCRIPT.with_borrow_mut(|script| script.started = Some(*event));
}

/// A node reports why it does something. If the reason is the last draw, this shows what its outcomes are.
pub(crate) fn explained(event: &NodeEvent, why: &Why<'_>) {
    SCRIPT.with_borrow_mut(|script| {
        let is_new = script.next == script.draws.len();
        let Some((kind @ Kind::Unknown, 0)) = script.draws.last_mut().filter(|_| is_new) else { return };
        match why {
            Why::Chance(_) => *kind = Kind::Ends,
            Why::Draw { .. } => {
                let node = event.node();
                let children = event.tree().children(&node).count();
                *kind = match node.name {
                    "weighted" => weights(node.args, children).map_or(Kind::Unknown, Kind::Weights),
                    // One outcome for each child. If fewer children are left, these words still draw each of them.
                    _ => Kind::Below(children as u64),
                };
            }
            _ => {}
        }
    });
}

/// The literal weights in `(2, 1, 1)`; `None` for others.
fn weights(args: &str, children: usize) -> Option<Vec<f64>> {
    let inside = args.strip_prefix('(')?.strip_suffix(')')?.trim_end().trim_end_matches(',');
    let all: Vec<f64> = inside.split(',').map(|weight| weight.trim().parse().ok()).collect::<Option<_>>()?;
    let weights: Vec<f64> = all.into_iter().filter(|weight| *weight > 0.0).collect();
    let is_sound = !weights.is_empty() && weights.len() <= children && weights.iter().all(|weight| weight.is_finite());
    is_sound.then_some(weights)
}

/// The next draw of the script: its kind and its outcome.
fn draw(kind: Option<u64>) -> (Kind, u64) {
    SCRIPT.with_borrow_mut(|script| {
        script.next += 1;
        if let Some(draw) = script.draws.get(script.next - 1) {
            return draw.clone();
        }
        let waits = || script.started.is_some_and(|event| event.node().name == "wait_between");
        let kind = match kind {
            Some(end) => Kind::Below(end),
            None if waits() => Kind::Ends,
            None => Kind::Unknown,
        };
        assert!(script.draws.len() < 1_000, "a tick draws more than a thousand times: that has too many outcomes");
        script.unseen |= !script.is_observed;
        script.draws.push((kind.clone(), 0));
        (kind, 0)
    })
}

impl Draws {
    /// A number below `end`: the search tries all of them, each as a step of its own. If `end` is 0, the number is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        draw(Some(end)).1
    }
}

impl TryRng for Draws {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        // The first outcome is not 0 here either: see `Kind::word`.
        self.try_next_u64().map(|word| (word >> 32).max(1) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let (kind, option) = draw(None);
        Ok(kind.word(option))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.try_next_u64()?.to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}
