//! A name keeps its value until its node succeeds again: a later failure or error of that node changes nothing.

use std::task::Poll;

use bt::{Decorator, PassesValue, Status, bt, leaf};

use super::den::{Den, Eat, Find, Pause, Rest};
use super::{ticks, trace};

/// Finds numbers until the limit is reached, fails once, and is running from then on.
#[leaf]
fn hunt(den: &mut Den) -> Poll<Option<u32>> {
    den.found += 1;
    den.log.push(format!("hunt {}", den.found));
    if den.found > den.limit + 1 { Poll::Pending } else { Poll::Ready((den.found <= den.limit).then_some(den.found)) }
}

#[leaf]
fn tidy(den: &mut Den) {
    den.log.push("tidy".to_owned());
}

bt! {
    Watched(Den) = reactive_sequence <
        finally < hunt, succeed > -> x,
        finally < rest(9), eat(x) >,
    >
}
bt! {
    Slow(Den) = reactive_sequence <
        finally < hunt, tidy > -> x,
        finally < rest(9), sequence < tidy, eat(x) > >,
    >
}
bt! { Piped(Den) = pipeline < finally < hunt, succeed > -> x, finally < rest(9), eat(x) > > }
bt! {
    Retried(Den) = pipeline <
        retry(2) < finally < hunt, succeed > > -> x,
        sequence < pause(false), eat(x) >,
    >
}
bt! {
    Nested(Den) = reactive_sequence <
        finally < finally < hunt, tidy >, succeed > -> x,
        finally < rest(9), eat(x) >,
    >
}

#[test]
fn a_cleanup_uses_the_value_from_before_a_failure() {
    let den = || Den { limit: 1, ..Den::default() };
    assert_eq!(ticks(&mut Watched::new(), &mut den(), 2), "hunt 1 | hunt 2, eat 1");
    assert_eq!(ticks(&mut Slow::new(), &mut den(), 2), "hunt 1, tidy | hunt 2, tidy, tidy, eat 1");
    assert_eq!(ticks(&mut Piped::new(), &mut den(), 2), "hunt 1 | hunt 2, eat 1");
    assert_eq!(ticks(&mut Nested::new(), &mut den(), 2), "hunt 1, tidy | hunt 2, tidy, eat 1");
    assert_eq!(ticks(&mut Retried::new(), &mut den(), 2), "hunt 1 | hunt 2, hunt 3, eat 1");
    let mut tree = Watched::new();
    let mut den = Den { limit: 2, ..Den::default() };
    assert_eq!(ticks(&mut tree, &mut den, 2), "hunt 1 | hunt 2");
    tree.abort(&mut den);
    assert_eq!(den.take(), "eat 2", "after a success it is the newest one");
}

/// Lets a success pass once; then it answers as it was told.
#[derive(Clone, Debug)]
struct Doubt(Status);

impl Doubt {
    fn new(then: Status) -> Self {
        Doubt(then)
    }
}

impl Decorator<Den> for Doubt {
    fn after(&mut self, den: &mut Den, child: Status) -> Status {
        if den.found > 1 { self.0 } else { child }
    }
}

impl PassesValue for Doubt {}

bt! {
    Doubted(Den) = reactive_sequence <
        doubt(Status::Failure) < find > -> x,
        finally < rest(9), eat(x) >,
    >
}
bt! {
    Unsure(Den) = reactive_sequence <
        doubt(Status::Running) < find > -> x,
        finally < rest(9), eat(x) >,
    >
}
bt! { InAPipe(Den) = pipeline < doubt(Status::Running) < find > -> x, finally < rest(1), eat(x) > > }

#[test]
fn a_decorator_that_takes_a_success_back_binds_nothing() {
    assert_eq!(trace(Doubted::new(), 2), "find 1 | find 2, eat 1");
    assert_eq!(trace(Unsure::new(), 2), "find 1 | find 2, eat 1");
    assert_eq!(trace(InAPipe::new(), 2), "find 1 | find 2, eat 1");
}

/// Says that it is done without its child from the second number on.
#[derive(Clone, Debug, Default)]
struct Sated;

impl Decorator<Den> for Sated {
    fn before(&mut self, den: &mut Den) -> Option<Status> {
        (den.found > 0).then_some(Status::Success)
    }
}

impl PassesValue for Sated {}

bt! { Filled(Den) = reactive_sequence < sated < find > -> x, rest(1), eat(x) > }

#[test]
#[should_panic = "a decorator that passes on the value of its child succeeds only when its child does"]
fn a_success_without_the_child_has_no_value_in_later_ticks_either() {
    trace(Filled::new(), 3);
}

/// Why a leaf gives up.
#[derive(Debug, PartialEq)]
struct Broken;

/// Takes half of the time that there is.
#[leaf]
fn look(den: &mut Den, span: &mut bt::Span) -> Poll<Option<u32>> {
    span.spend(0.05);
    den.found += 1;
    den.log.push(format!("look {}", den.found));
    Poll::Ready(Some(den.found))
}

/// Fails with an error once a second number has been found.
#[leaf]
fn hum(den: &mut Den) -> Result<Status, Broken> {
    if den.found > 1 { Err(Broken) } else { Ok(Status::Running) }
}

bt! {
    Beside(Den) -> Result<Broken> = reactive_sequence <
        simple_parallel < look, hum > -> x,
        finally < rest(9), eat(x) >,
    >
}

#[test]
fn an_error_in_the_background_binds_nothing() {
    let (mut tree, mut den) = (Beside::new(), Den::default());
    assert_eq!(tree.tick_for(0.1, &mut den), Ok(Status::Running));
    assert_eq!(tree.tick_for(0.1, &mut den), Err(Broken));
    assert_eq!(den.take(), "look 1, look 2, eat 1");
}

bt! { Raw(Den) = sequence < find -> r#type, pause(false), condition(|_| r#type > 0), eat(r#type) > }
bt! {
    RawPatterns(Den) = sequence <
        for_each(|_, i| -> Option<usize> { (i < 2).then_some(i) }) -> r#in <
            switch(|den| -> u32 { den.limit }) <
                0 => eat(r#in as u32),
                r#as => sequence < pause(false), eat(r#as) >,
            >
        >
    >
}
bt! {
    /// A function in a closure hides the name of a value.
    Local(Den) = sequence <
        find -> prey,
        eat(|_| {
            fn prey() -> u32 {
                7
            }
            prey()
        }),
        eat(prey),
    >
}

#[test]
fn names_may_be_raw_and_may_be_those_of_functions_in_closures() {
    assert_eq!(trace(Raw::new(), 2), "find 1 | eat 1");
    assert_eq!(trace(RawPatterns::new(), 1), "eat 0, eat 1");
    let mut den = Den { limit: 5, ..Den::default() };
    assert_eq!(ticks(&mut RawPatterns::new(), &mut den, 3), " | eat 5 | eat 5");
    assert_eq!(trace(Local::new(), 1), "find 1, eat 7, eat 1");
}
