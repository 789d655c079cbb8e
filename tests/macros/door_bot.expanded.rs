/**
```text
sequence
├── walk
├── open_door
├── step_through
└── close_door
```*/
pub struct DoorBot {
    __state: __DoorBotState,
    __kept: ::bt::__private::Kept<{ DoorBot::__TREE.kept() }>,
}
#[allow(unused, unreachable_pub, unused_qualifications, nonstandard_style, clippy::all)]
enum __DoorBotState {
    Idle,
    walk(::bt::__private::SlotOf<Walk, { __DoorBotState::KNOWN[0].slot() }>),
    open_door(::bt::__private::SlotOf<OpenDoor, { __DoorBotState::KNOWN[1].slot() }>),
    step_through(
        ::bt::__private::SlotOf<StepThrough, { __DoorBotState::KNOWN[2].slot() }>,
    ),
    close_door(::bt::__private::SlotOf<CloseDoor, { __DoorBotState::KNOWN[3].slot() }>),
}
#[allow(unused, unreachable_pub, unused_qualifications, nonstandard_style, clippy::all)]
#[allow(private_interfaces, clippy::pedantic)]
const _: () = {
    use ::bt::__private::{self as __bt, Region as _};
    impl DoorBot {
        #[doc(hidden)]
        pub const __TREE: __bt::Facts = __DoorBotState::NODES
            .with_known(&__DoorBotState::KNOWN)
            .throttled(&[], &[1, 2, 3, 4]);
        /// A tree that has not started.
        #[inline(always)]
        pub const fn new() -> Self {
            Self {
                __state: __DoorBotState::Idle,
                __kept: __bt::Kept::NEW,
            }
        }
        /// Ticks the tree: runs it until it ends or has to wait. If it uses time, call `tick_for` instead.
        #[inline(always)]
        pub fn tick<'__call>(&mut self, context: &mut Room) -> __bt::Status
        where
            __bt::WithoutTime<'__call, { !Self::__TREE.is_timed() }>: __bt::Untimed,
        {
            self.tick_for(__bt::Duration::ZERO, context)
        }
        /// Ticks the tree for a span of time: runs it until it ends or has to wait for longer than that.
        #[inline]
        pub fn tick_for(
            &mut self,
            time: impl __bt::IntoDuration,
            context: &mut Room,
        ) -> __bt::Status {
            __bt::tick_for(self, time, context)
        }
        /// Aborts the active nodes: each active leaf gets `finish` with `Aborted`.
        #[inline]
        pub fn abort(&mut self, context: &mut Room) {
            __bt::abort(self, context)
        }
        #[doc(hidden)]
        pub fn send<'__call, __Any: ?__bt::Sized, __Message: ?__bt::Sized>(
            &mut self,
            _: &mut __Any,
            _: &__Message,
        )
        where
            __bt::Unaddressed<'__call, Self>: __bt::TakesMessages,
        {}
        /// Ticks the tree like `tick`, and reports events to an observer.
        #[inline]
        pub fn tick_with<'__call, __Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            context: &mut Room,
            observer: &mut __Observer,
        ) -> __bt::Status
        where
            __bt::WithoutTime<'__call, { !Self::__TREE.is_timed() }>: __bt::Untimed,
        {
            self.tick_for_with(__bt::Duration::ZERO, context, observer)
        }
        /// Ticks the tree like `tick_for`, and reports events to an observer.
        #[inline]
        pub fn tick_for_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            time: impl __bt::IntoDuration,
            context: &mut Room,
            observer: &mut __Observer,
        ) -> __bt::Status {
            __bt::tick_for_with(self, time, context, observer)
        }
        /// Aborts the active nodes like `abort`, and reports events to an observer.
        #[inline]
        pub fn abort_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            context: &mut Room,
            observer: &mut __Observer,
        ) {
            __bt::abort_with(self, context, observer)
        }
        /// Ticks a tree that is a field of its own context: see `TreeFor::tick_in`.
        #[inline]
        pub fn tick_in<'__call>(
            owner: &mut Room,
            get: impl for<'__owner> __bt::FnMut(&'__owner mut Room) -> &'__owner mut Self,
        ) -> __bt::Status
        where
            __bt::WithoutTime<'__call, { !Self::__TREE.is_timed() }>: __bt::UntimedOwner,
        {
            __bt::tick_in(owner, get)
        }
        /// Takes the tree out of its owner, calls `work` with both, and puts the tree back: see `Tree::lend`.
        #[inline]
        pub fn lend<__Owner: ?__bt::Sized, __Done>(
            owner: &mut __Owner,
            get: impl __bt::FnMut(&mut __Owner) -> &mut Self,
            work: impl __bt::FnOnce(&mut Self, &mut __Owner) -> __Done,
        ) -> __Done {
            __bt::lend(owner, get, work)
        }
        /// Makes each `observe` tick its child in the next tick, even if its key has not changed.
        #[inline]
        pub fn look(&mut self) {
            Self::__TREE.look(self.__kept.cells());
        }
        /// Returns the tree to its initial state without calling any hook.
        #[inline]
        pub fn reset(&mut self) {
            self.__kept = __bt::Kept::NEW;
            self.__state = __DoorBotState::Idle;
        }
        /// Whether the tree has started and not ended yet.
        #[inline]
        pub const fn is_running(&self) -> bool {
            if let __DoorBotState::Idle = self.__state { false } else { true }
        }
        /// The active nodes, each before its children.
        #[inline]
        pub fn active(&self) -> impl __bt::Iterator<Item = __bt::NodeInfo> + '_ {
            __bt::active(Self::__TREE, |node, search| self.__seek(node, search))
        }
        /// How long you can skip ticks without any effect: see `TreeFor::sleep`.
        #[inline]
        pub fn sleep(&self) -> __bt::Option<__bt::Duration> {
            self.__state.sleep()
        }
        #[doc(hidden)]
        #[inline]
        pub fn __seek(
            &self,
            at: usize,
            search: __bt::Search<'_>,
        ) -> __bt::Option<usize> {
            self.__state.active(search.inside(at, &__DoorBotState::POSITIONS))
        }
    }
    impl __DoorBotState {
        const NODES: __bt::Facts = {
            use __bt::NotATree as _;
            __bt::Facts::of(
                    "0 Composite sequence\t1:21\t\n1 Leaf walk\t1:32\t\n1 Leaf open_door\t1:38\t\n1 Leaf step_through\t1:49\t\n1 Leaf close_door\t1:63\t",
                    b"\0\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0",
                    &[
                        <Walk>::__TREE,
                        <OpenDoor>::__TREE,
                        <StepThrough>::__TREE,
                        <CloseDoor>::__TREE,
                    ],
                    0,
                )
                .shaped(9095483286214054364)
                .declared(__bt::file!(), "")
        };
        const POSITIONS: [usize; 6] = __bt::positions(Self::NODES);
        const OFFSETS: [usize; 6] = __bt::offsets(0, Self::NODES);
        const KNOWN: [__bt::Known; 4] = [
            <Walk as __bt::Node<Room>>::KNOWN,
            <OpenDoor as __bt::Node<Room>>::KNOWN,
            <StepThrough as __bt::Node<Room>>::KNOWN,
            <CloseDoor as __bt::Node<Room>>::KNOWN,
        ];
        #[inline]
        fn rest<__Slot, __Error>(
            &mut self,
            leaf: __Slot,
            place: fn(__Slot) -> Self,
        ) -> __bt::Step<__Error> {
            *self = place(leaf);
            __bt::Running
        }
        #[inline]
        fn active(&self, search: __bt::Search<'_>) -> __bt::Option<usize> {
            use __bt::NotATree as _;
            match self {
                Self::walk(leaf) => leaf.__seek(1, search),
                Self::open_door(leaf) => leaf.__seek(2, search),
                Self::step_through(leaf) => leaf.__seek(3, search),
                Self::close_door(leaf) => leaf.__seek(4, search),
                _ => search.idle(),
            }
        }
        #[inline]
        fn sleep(&self) -> __bt::Option<__bt::Duration> {
            match self {
                Self::walk(leaf) => <Walk as __bt::Node<Room>>::sleep_in(leaf),
                Self::open_door(leaf) => <OpenDoor as __bt::Node<Room>>::sleep_in(leaf),
                Self::step_through(leaf) => {
                    <StepThrough as __bt::Node<Room>>::sleep_in(leaf)
                }
                Self::close_door(leaf) => <CloseDoor as __bt::Node<Room>>::sleep_in(leaf),
                _ => __bt::None,
            }
        }
    }
    impl __bt::Region for __DoorBotState {
        #[inline(always)]
        fn idle(&mut self) {
            *self = Self::Idle;
        }
    }
    impl __bt::TreeState for __DoorBotState {
        const IDLE: Self = Self::Idle;
        const FACTS: __bt::Facts = DoorBot::__TREE;
        const OFFSETS: &'static [usize] = &Self::OFFSETS;
        const POSITIONS: &'static [usize] = &Self::POSITIONS;
        const LINKS: &'static [u8] = b"\0\0\0\0\0\0\0\x13\0\0\0\x12\0\0\0\x12\0\0\0\x1A";
    }
    impl __bt::Machine<Room> for __DoorBotState {
        type Params = ();
        type Answer = __bt::Status;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn tick_machine<__Watch: __bt::Watch>(
            &mut self,
            params: &(),
            value: &mut __bt::Option<<__bt::Status as __bt::Answer>::Value>,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) -> __bt::Step<<__bt::Status as __bt::Answer>::Error> {
            'close_door: {
                'step_through: {
                    'open_door: {
                        if __Watch::OBSERVED {
                            if let Self::Idle = self {
                                if let __bt::Some(success) = inputs.mock_node(0) {
                                    return __bt::Step::ended(success);
                                }
                            }
                        }
                        match self {
                            Self::walk(__leaf) => {
                                if __Watch::OBSERVED || !<Walk as __bt::Node<Room>>::IS_UNIT
                                {
                                    match __bt::Region::leave(
                                        <Walk as __bt::Node<
                                            Room,
                                        >>::run_in(
                                            __leaf,
                                            false,
                                            1,
                                            context,
                                            inputs,
                                            __bt::Plainly,
                                        ),
                                        self,
                                    ) {
                                        __bt::Success => break 'open_door,
                                        __step => return __bt::raise(__step),
                                    }
                                }
                            }
                            Self::open_door(__leaf) => {
                                match __bt::Region::leave(
                                    <OpenDoor as __bt::Node<
                                        Room,
                                    >>::run_in(
                                        __leaf,
                                        false,
                                        2,
                                        context,
                                        inputs,
                                        __bt::Plainly,
                                    ),
                                    self,
                                ) {
                                    __bt::Success => break 'step_through,
                                    __step => return __bt::raise(__step),
                                }
                            }
                            Self::step_through(__leaf) => {
                                match __bt::Region::leave(
                                    <StepThrough as __bt::Node<
                                        Room,
                                    >>::run_in(
                                        __leaf,
                                        false,
                                        3,
                                        context,
                                        inputs,
                                        __bt::Plainly,
                                    ),
                                    self,
                                ) {
                                    __bt::Success => break 'close_door,
                                    __step => return __bt::raise(__step),
                                }
                            }
                            Self::close_door(__leaf) => {
                                let __step = __bt::Region::leave(
                                    <CloseDoor as __bt::Node<
                                        Room,
                                    >>::run_in(
                                        __leaf,
                                        false,
                                        4,
                                        context,
                                        inputs,
                                        __bt::Plainly,
                                    ),
                                    self,
                                );
                                return __bt::raise(__step);
                            }
                            _ => {}
                        }
                        match <Walk as __bt::Node<
                            Room,
                        >>::begin_or_resume(
                            __bt::matches!(self, Self::walk(_)),
                            1,
                            context,
                            inputs,
                        ) {
                            __bt::Rests(leaf) => return self.rest(leaf, Self::walk),
                            __bt::Passes(__step) => {
                                match self
                                    .leave_if(<Walk as __bt::Node<Room>>::IS_UNIT, __step)
                                {
                                    __bt::Success => {}
                                    __step => return __bt::raise(__step),
                                }
                            }
                        }
                    }
                    match <OpenDoor as __bt::Node<Room>>::begin(2, context, inputs) {
                        __bt::Rests(leaf) => return self.rest(leaf, Self::open_door),
                        __bt::Passes(__bt::Success) => {}
                        __bt::Passes(__step) => return __bt::raise(__step),
                    }
                }
                match <StepThrough as __bt::Node<Room>>::begin(3, context, inputs) {
                    __bt::Rests(leaf) => return self.rest(leaf, Self::step_through),
                    __bt::Passes(__bt::Success) => {}
                    __bt::Passes(__step) => return __bt::raise(__step),
                }
            }
            match <CloseDoor as __bt::Node<Room>>::begin(4, context, inputs) {
                __bt::Rests(leaf) => return self.rest(leaf, Self::close_door),
                __bt::Passes(__step) => __bt::raise(__step),
            }
        }
        #[inline]
        fn visit_machine<__Visit: __bt::Visit, __Watch: __bt::Watch>(
            &mut self,
            params: &(),
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
            by: &__Visit,
        ) {
            match self {
                Self::walk(leaf) => {
                    <Walk as __bt::Node<Room>>::visit(leaf, 1, context, inputs, by)
                }
                Self::open_door(leaf) => {
                    <OpenDoor as __bt::Node<Room>>::visit(leaf, 2, context, inputs, by)
                }
                Self::step_through(leaf) => {
                    <StepThrough as __bt::Node<
                        Room,
                    >>::visit(leaf, 3, context, inputs, by)
                }
                Self::close_door(leaf) => {
                    <CloseDoor as __bt::Node<Room>>::visit(leaf, 4, context, inputs, by)
                }
                _ => {}
            }
            if __Visit::ABORTS {
                self.clear();
            }
        }
    }
    const _: () = __bt::need_end(
        __DoorBotState::KNOWN[0].can.succeed,
        __DoorBotState::KNOWN[0].can,
        "`open_door` is never reached: `walk` before it always fails (if this is intended, wrap it in `unchecked < ... >`)",
        "`open_door` is never reached: `walk` before it never ends (if this is intended, wrap it in `unchecked < ... >`)",
    );
    const _: () = __bt::need_end(
        __DoorBotState::KNOWN[1].can.succeed,
        __DoorBotState::KNOWN[1].can,
        "`step_through` is never reached: `open_door` before it always fails (if this is intended, wrap it in `unchecked < ... >`)",
        "`step_through` is never reached: `open_door` before it never ends (if this is intended, wrap it in `unchecked < ... >`)",
    );
    const _: () = __bt::need_end(
        __DoorBotState::KNOWN[2].can.succeed,
        __DoorBotState::KNOWN[2].can,
        "`close_door` is never reached: `step_through` before it always fails (if this is intended, wrap it in `unchecked < ... >`)",
        "`close_door` is never reached: `step_through` before it never ends (if this is intended, wrap it in `unchecked < ... >`)",
    );
    impl __bt::Default for DoorBot {
        #[inline]
        fn default() -> Self {
            Self::new()
        }
    }
    impl __bt::Behavior<Room> for DoorBot {
        type Answer = <__bt::Status as __bt::TreeAnswer>::Inside;
        const TAKES_TIME: __bt::bool = <Self as __bt::HasMachine<Room>>::TAKES_TIME;
        const MUST_HEAR: __bt::bool = Self::__TREE.must_hear();
        const CAN: __bt::Can = __bt::Can {
            succeed: __DoorBotState::KNOWN[3].can.succeed,
            fail: __bt::can_fail(&__DoorBotState::KNOWN, &[0, 1, 2, 3]),
            run: __bt::can_wait(&__DoorBotState::KNOWN, &[0, 1, 2, 3]),
            end_by_message: false,
        };
        #[inline]
        fn run(&mut self, context: &mut Room) -> Self::Answer {
            __bt::run_tree(self, context)
        }
        #[inline]
        fn run_for(
            &mut self,
            context: &mut Room,
            span: &mut __bt::Span,
        ) -> Self::Answer {
            __bt::run_tree_for(self, context, span)
        }
        #[inline]
        fn finish(&mut self, context: &mut Room, outcome: __bt::Outcome) {
            if outcome == __bt::Outcome::Aborted {
                self.abort(context)
            }
        }
        #[inline]
        fn sleep(&self) -> __bt::Option<__bt::Duration> {
            self.sleep()
        }
    }
    impl __bt::GeneratedTree for DoorBot {
        const __FACTS: __bt::Facts = Self::__TREE;
        const __PLACES: usize = 5;
        const __FLAT: bool = Self::__TREE.is_flat();
        #[inline]
        fn __place(&self) -> usize {
            match &self.__state {
                __DoorBotState::close_door { .. } => 4,
                __DoorBotState::step_through { .. } => 3,
                __DoorBotState::open_door { .. } => 2,
                __DoorBotState::walk { .. } => 1,
                _ => 0,
            }
        }
        #[inline]
        fn __first_active(&self, search: __bt::Search<'_>) -> __bt::Option<usize> {
            self.__seek(0, search)
        }
        #[inline]
        fn __stand_in(&self) -> Self {
            Self::new()
        }
    }
    impl __bt::Display for DoorBot {
        fn fmt(&self, formatter: &mut __bt::Formatter<'_>) -> __bt::FormatResult {
            __bt::draw_tree(self, formatter)
        }
    }
    impl __bt::HasMachine<Room> for DoorBot {
        type Answer = __bt::Status;
        #[inline]
        fn enter<__Task: __bt::Task>(
            &mut self,
            context: &mut Room,
            task: __Task,
        ) -> __Task::Done<__bt::Status> {
            task.run(&mut self.__state, &mut self.__kept, &(), context)
        }
        #[inline]
        fn reset(&mut self) {
            self.reset()
        }
        #[inline]
        fn sleep(&self) -> __bt::Option<__bt::Duration> {
            self.sleep()
        }
    }
    impl<__Message: __bt::Any> __bt::Addressed<__Message> for DoorBot {
        type By = __bt::Relayed;
    }
};
