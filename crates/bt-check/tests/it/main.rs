//! Trees with bugs that a test would miss, and the same trees fixed.

/// Each of these checks has a counterexample to this property, in this number of ticks.
#[macro_export]
macro_rules! assert_found {
    ($($check:ident($($tree:tt)*) => $property:expr, in $ticks:literal;)*) => {$(
        let check = $crate::assert_found!(@ $check $($tree)*);
        let report = check.run();
        let story = report.counterexample().expect(stringify!($($tree)*));
        assert_eq!((story.property(), story.ticks()), ($property, $ticks), "{} {story}", stringify!($($tree)*));
    )*};
    (@ $check:ident $tree:ident) => { $check($tree::new()) };
    (@ $check:ident $($trees:tt)*) => { $check($($trees)*) };
}

mod alike;
mod door;
mod draws;
mod elevator;
mod guards;
mod limits;
mod moves;
mod naive;
mod robot;
mod time;
