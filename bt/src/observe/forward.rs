//! Observers that pass events on: none, a reference, an `Option`, and tuples.

use core::any::Any;

use super::{NodeEvent, Part, TreeObserver, Why};
use crate::describe::Description;
use crate::status::{Outcome, Status};

/// No observer: it does nothing and costs nothing.
impl TreeObserver for () {
    #[inline]
    fn is_enabled(&self) -> bool {
        false
    }
}

/// The events of an observer that passes them on to others: to each one, if it is there.
macro_rules! pass_on {
    (all: $self:ident => $each:tt) => {
        fn begin(&mut $self, tree: Description) {
            pass_on!(@ $each begin(tree));
        }

        pass_on!(all but begin: $self => $each);
    };
    (all but begin: $self:ident => $each:tt) => {
        fn enter(&mut $self, holder: &NodeEvent, tree: Description) {
            pass_on!(@ $each enter(holder, tree));
        }

        fn leave(&mut $self) {
            pass_on!(@ $each leave());
        }

        fn start(&mut $self, event: &NodeEvent) {
            pass_on!(@ $each start(event));
        }

        fn run(&mut $self, event: &NodeEvent, status: Status) {
            pass_on!(@ $each run(event, status));
        }

        fn why(&mut $self, event: &NodeEvent, why: Why<'_>) {
            pass_on!(@ $each why(event, why));
        }

        fn part(&mut $self, event: &NodeEvent, part: Part<'_>) {
            pass_on!(@ $each part(event, part));
        }

        fn finish(&mut $self, event: &NodeEvent, outcome: Outcome) {
            pass_on!(@ $each finish(event, outcome));
        }
    };
    (@ [$(if ($($is_there:tt)+) $observer:expr),+] $event:ident $args:tt) => {
        $(if $($is_there)+ { $observer.$event $args; })+
    };
}

impl<O: TreeObserver + ?Sized> TreeObserver for &mut O {
    pass_on!(all: self => [if (true) **self]);

    #[inline]
    fn is_enabled(&self) -> bool {
        (**self).is_enabled()
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        (**self).mock(event)
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        (**self).mock_value(event, value)
    }
}

/// Enabled if it is `Some` of an enabled observer.
impl<O: TreeObserver> TreeObserver for Option<O> {
    pass_on!(all: self => [if (let Some(observer) = self) observer]);

    #[inline]
    fn is_enabled(&self) -> bool {
        self.as_ref().is_some_and(O::is_enabled)
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.as_mut()?.mock(event)
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        self.as_mut()?.mock_value(event, value)
    }
}

macro_rules! tuples {
    ($($(#[$docs:meta])* ($($observer:ident $index:tt),*);)*) => {$(
        $(#[$docs])*
        impl<$($observer: TreeObserver),*> TreeObserver for ($($observer,)*) {
            pass_on!(all: self => [$(if (self.$index.is_enabled()) self.$index),*]);

            #[inline]
            fn is_enabled(&self) -> bool {
                false $(|| self.$index.is_enabled())*
            }

            fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
                $(if self.$index.is_enabled() && let Some(answer) = self.$index.mock(event) { return Some(answer); })*
                None
            }

            fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
                $(if self.$index.is_enabled() && let Some(answer) = self.$index.mock_value(event, value) {
                    return Some(answer);
                })*
                None
            }
        }
    )*};
}

tuples! {
    /// Two observers: each event goes to the first one, then to the second one. The first answer of a
    /// [mock](TreeObserver::mock) counts. Up to four observers can be in a tuple.
    ///
    /// ```
    /// use bt::observe::Mock;
    /// use bt::{NodeEvent, Status, TreeObserver, bt};
    ///
    /// #[derive(Default)]
    /// struct Starts(usize);
    ///
    /// impl TreeObserver for Starts {
    ///     fn start(&mut self, _: &NodeEvent) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// bt! { Enter(()) = selector < open: condition(|_| true), climb: succeed > }
    ///
    /// let (mut starts, mut jammed) = (Starts::default(), Mock::new("open", [Status::Failure]));
    /// Enter::new().tick_with(&mut (), &mut (&mut jammed, &mut starts));
    /// assert_eq!((starts.0, jammed.unused()), (3, 0));
    /// ```
    (A 0, B 1);
    /// Three observers: see the tuple of two.
    (A 0, B 1, C 2);
    /// Four observers: see the tuple of two.
    (A 0, B 1, C 2, D 3);
}

pub(super) use pass_on;
