//! How long moments are kept, and how long a tick lasts.

use std::time::Duration;

use bt::describe::{NodeInfo, NodeKind};
use bt::{IntoDuration, Span};

/// The longest time that a `cooldown` or `throttle` among these nodes measures, in nanoseconds. A node whose time
/// is not a literal is added to `unknown`.
pub(crate) fn longest_time(nodes: &[NodeInfo], unknown: &mut Vec<String>) -> u64 {
    let measures = |node: &&NodeInfo| node.kind == NodeKind::Decorator && matches!(node.name, "cooldown" | "throttle");
    let mut longest = 0;
    for node in nodes.iter().filter(measures) {
        match literal(node.args) {
            Some(time) => longest = longest.max(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
            None => {
                unknown.push(node.to_string());
                longest = u64::MAX;
            }
        }
    }
    longest
}

/// The time in `(2.5)` or `(Duration::from_secs(3))`.
fn literal(args: &str) -> Option<Duration> {
    let inside = args.strip_prefix('(')?.strip_suffix(')')?.trim();
    let number = inside.replace('_', "");
    if let Some(Ok(seconds)) = number.strip_suffix("f32").map(str::parse) {
        return Duration::try_from_secs_f32(seconds).ok();
    }
    if inside.contains('.')
        && let Ok(seconds) = number.trim_end_matches("f64").parse()
    {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let (name, number) = inside.strip_suffix(')')?.rsplit_once('(')?;
    let number: u64 = number.trim().replace('_', "").parse().ok()?;
    let mut path = name.rsplit("::").map(str::trim);
    let is_word = |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let (function, ty) = (path.next()?, path.next()?);
    if ty != "Duration" || !path.all(is_word) {
        return None;
    }
    match function {
        "from_secs" => Some(Duration::from_secs(number)),
        "from_millis" => Some(Duration::from_millis(number)),
        "from_micros" => Some(Duration::from_micros(number)),
        "from_nanos" => Some(Duration::from_nanos(number)),
        _ => None,
    }
}

/// The length of a tick at whose end something can happen: the shortest time that any of the trees sleeps. It is
/// `frame` if one of them does not sleep, since it asks the world, or if nothing will end their sleep.
///
/// So a wait costs one state, however long it is. But in that time, the world makes one move at most: see
/// [`Check::many_moves`](crate::Check::many_moves).
///
/// ```
/// use std::time::Duration;
///
/// use bt_check::{Check, span};
///
/// bt::bt! {
///     #[derive(Clone, PartialEq, Eq, Hash)]
///     Blink(bool) = forever < sequence < wait(500.0), action(|lit| *lit = !*lit) > >
/// }
///
/// let check = Check::new(false, Blink::new())
///     .tick(|lit, blink| blink.tick_for(span(0.5, [blink.sleep()]), lit))
///     .eventually("it shines", |now| *now.world);
/// // New, after the first frame, lit, and dark.
/// assert_eq!(check.holds().states(), 4);
/// ```
pub fn span(frame: impl IntoDuration, sleeps: impl IntoIterator<Item = Option<Duration>>) -> Duration {
    let frame = Span::of(frame).left();
    let shortest = sleeps.into_iter().min().flatten();
    shortest.filter(|sleep| !sleep.is_zero() && *sleep < Duration::MAX).unwrap_or(frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_times_are_read() {
        let nanos = |args| literal(args).map(|time| time.as_nanos());
        assert_eq!(nanos("(2.5)"), Some(2_500_000_000));
        assert_eq!(nanos("(1_0.5_f32)"), Some(10_500_000_000));
        assert_eq!(nanos("(Duration::from_secs(3))"), Some(3_000_000_000));
        assert_eq!(nanos("(std::time::Duration::from_millis(1_500))"), Some(1_500_000_000));
        assert_eq!([nanos("(REST)"), nanos("(2.5 * 2.0)"), nanos("(|w| w.rest)"), nanos("(Duration::MAX)")], [None; 4]);
        assert_eq!(literal("(10.1_f32)"), Some(Duration::from_secs_f32(10.1)));
    }

    /// Too short a time would merge moments that differ.
    #[test]
    fn a_part_of_a_time_is_not_the_time() {
        for more in [
            "(2 * Duration::from_secs(3))",
            "(2 * std::time::Duration::from_secs(3))",
            "(REST + Duration::from_secs(3))",
            "(twice(Duration::from_secs(3)))",
            "(minutes::from_secs(3))",
        ] {
            assert_eq!(literal(more), None, "{more}");
        }
    }

    #[test]
    fn a_tick_lasts_until_something_can_happen() {
        let second = Duration::from_secs(1);
        assert_eq!(span(0.5, [Some(second), Some(second * 2)]), second);
        assert_eq!(span(0.5, [Some(second), None]), second / 2);
        assert_eq!(span(0.5, [Some(Duration::MAX)]), second / 2);
        assert_eq!(span(0.5, []), second / 2);
    }
}
