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

impl<O: TreeObserver + ?Sized> TreeObserver for &mut O {
    #[inline]
    fn is_enabled(&self) -> bool {
        (**self).is_enabled()
    }

    fn begin(&mut self, tree: Description) {
        (**self).begin(tree);
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        (**self).enter(holder, tree);
    }

    fn leave(&mut self) {
        (**self).leave();
    }

    fn start(&mut self, event: &NodeEvent) {
        (**self).start(event);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        (**self).mock(event)
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        (**self).mock_value(event, value)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        (**self).run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        (**self).why(event, why);
    }

    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        (**self).part(event, part);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        (**self).finish(event, outcome);
    }
}

/// Enabled if it is `Some` of an enabled observer.
impl<O: TreeObserver> TreeObserver for Option<O> {
    #[inline]
    fn is_enabled(&self) -> bool {
        self.as_ref().is_some_and(O::is_enabled)
    }

    fn begin(&mut self, tree: Description) {
        if let Some(observer) = self {
            observer.begin(tree);
        }
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        if let Some(observer) = self {
            observer.enter(holder, tree);
        }
    }

    fn leave(&mut self) {
        if let Some(observer) = self {
            observer.leave();
        }
    }

    fn start(&mut self, event: &NodeEvent) {
        if let Some(observer) = self {
            observer.start(event);
        }
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.as_mut()?.mock(event)
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        self.as_mut()?.mock_value(event, value)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        if let Some(observer) = self {
            observer.run(event, status);
        }
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        if let Some(observer) = self {
            observer.why(event, why);
        }
    }

    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        if let Some(observer) = self {
            observer.part(event, part);
        }
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        if let Some(observer) = self {
            observer.finish(event, outcome);
        }
    }
}

macro_rules! tuples {
    ($($(#[$docs:meta])* ($($observer:ident $index:tt),*);)*) => {$(
        $(#[$docs])*
        impl<$($observer: TreeObserver),*> TreeObserver for ($($observer,)*) {
            #[inline]
            fn is_enabled(&self) -> bool {
                false $(|| self.$index.is_enabled())*
            }

            fn begin(&mut self, tree: Description) {
                $(if self.$index.is_enabled() { self.$index.begin(tree); })*
            }

            fn enter(&mut self, holder: &NodeEvent, tree: Description) {
                $(if self.$index.is_enabled() { self.$index.enter(holder, tree); })*
            }

            fn leave(&mut self) {
                $(if self.$index.is_enabled() { self.$index.leave(); })*
            }

            fn start(&mut self, event: &NodeEvent) {
                $(if self.$index.is_enabled() { self.$index.start(event); })*
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

            fn run(&mut self, event: &NodeEvent, status: Status) {
                $(if self.$index.is_enabled() { self.$index.run(event, status); })*
            }

            fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
                $(if self.$index.is_enabled() { self.$index.why(event, why); })*
            }

            fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
                $(if self.$index.is_enabled() { self.$index.part(event, part); })*
            }

            fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
                $(if self.$index.is_enabled() { self.$index.finish(event, outcome); })*
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
