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
    walk(
        ::bt::__private::SlotOf<
            Walk,
            { <Walk as ::bt::__private::Behavior<Room>>::CAN.slot() },
        >,
    ),
    open_door(
        ::bt::__private::SlotOf<
            OpenDoor,
            { <OpenDoor as ::bt::__private::Behavior<Room>>::CAN.slot() },
        >,
    ),
    step_through(
        ::bt::__private::SlotOf<
            StepThrough,
            { <StepThrough as ::bt::__private::Behavior<Room>>::CAN.slot() },
        >,
    ),
    close_door(
        ::bt::__private::SlotOf<
            CloseDoor,
            { <CloseDoor as ::bt::__private::Behavior<Room>>::CAN.slot() },
        >,
    ),
}
#[allow(unused, unreachable_pub, unused_qualifications, nonstandard_style, clippy::all)]
#[allow(private_interfaces, clippy::pedantic)]
const _: () = {
    use ::bt::__private as __bt;
    impl DoorBot {
        #[doc(hidden)]
        pub const __TREE: __bt::Facts = __DoorBotState::NODES
            .timed_if(
                __bt::any(
                    &[
                        <Walk as __bt::Behavior<Room>>::TAKES_TIME,
                        <OpenDoor as __bt::Behavior<Room>>::TAKES_TIME,
                        <StepThrough as __bt::Behavior<Room>>::TAKES_TIME,
                        <CloseDoor as __bt::Behavior<Room>>::TAKES_TIME,
                    ],
                ),
            )
            .throttled(&[], &[1, 2, 3, 4]);
        /// A tree that has not started.
        #[inline]
        pub const fn new() -> Self {
            Self {
                __state: __DoorBotState::Idle,
                __kept: __bt::Kept::NEW,
            }
        }
        /// Runs the tree until it has to wait or has ended. After it has ended, the next tick starts afresh.
        ///
        /// A tree that keeps time refuses this: it needs `tick_for`.
        #[inline]
        pub fn tick<'__call>(&mut self, context: &mut Room) -> __bt::Status
        where
            __bt::WithoutTime<'__call, { !Self::__TREE.keeps_time() }>: __bt::Untimed,
        {
            self.tick_for(__bt::Duration::ZERO, context)
        }
        /// Runs the tree for a time, until it has to wait longer or has ended.
        #[inline]
        pub fn tick_for(
            &mut self,
            time: impl __bt::IntoDuration,
            context: &mut Room,
        ) -> __bt::Status {
            let Self { __state: state, __kept: kept } = self;
            __bt::without_error(
                __bt::tick(
                    state,
                    kept,
                    time,
                    (),
                    |state, inputs| state.tick(context, inputs),
                ),
            )
        }
        /// Aborts the active nodes: each of their leaves gets `finish` with `Aborted`.
        #[inline]
        pub fn abort(&mut self, context: &mut Room) {
            __bt::between_ticks(
                &mut self.__state,
                &mut self.__kept,
                (),
                |state, inputs| {
                    state.abort(context, inputs);
                    inputs.ends::<__DoorBotState>()
                },
            )
        }
        #[doc(hidden)]
        pub fn send<__Any: ?__bt::Sized, __Message: __bt::TakenBy<Self>>(
            &mut self,
            _: &mut __Any,
            _: &__Message,
        ) {}
        /// Runs the tree as `tick` does, and tells an observer what happens.
        #[inline]
        pub fn tick_with<'__call, __Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            context: &mut Room,
            observer: &mut __Observer,
        ) -> __bt::Status
        where
            __bt::WithoutTime<'__call, { !Self::__TREE.keeps_time() }>: __bt::Untimed,
        {
            self.tick_for_with(__bt::Duration::ZERO, context, observer)
        }
        /// Runs the tree as `tick_for` does, and tells an observer what happens.
        #[inline]
        pub fn tick_for_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            time: impl __bt::IntoDuration,
            context: &mut Room,
            observer: &mut __Observer,
        ) -> __bt::Status {
            if !__bt::TreeObserver::is_enabled(observer) {
                return self.tick_for(time, context);
            }
            let Self { __state: state, __kept: kept } = self;
            __bt::without_error(
                __bt::tick(
                    state,
                    kept,
                    time,
                    __bt::Observed::new::<__DoorBotState>(observer),
                    |state, inputs| state.tick(context, inputs),
                ),
            )
        }
        /// Aborts the active nodes as `abort` does, and tells an observer what happens.
        #[inline]
        pub fn abort_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            context: &mut Room,
            observer: &mut __Observer,
        ) {
            if !__bt::TreeObserver::is_enabled(observer) {
                return self.abort(context);
            }
            __bt::between_ticks(
                &mut self.__state,
                &mut self.__kept,
                __bt::Observed::new::<__DoorBotState>(observer),
                |state, inputs| {
                    state.abort(context, inputs);
                    inputs.ends::<__DoorBotState>()
                },
            )
        }
        /// Runs a tree that its context owns, as `tick` does. `get` is called before and after the tick, and must name
        /// the same tree.
        ///
        /// Meanwhile an idle tree stands there: what is done to it is lost, and after a panic it stays there.
        #[inline]
        pub fn tick_in<'__call>(
            owner: &mut Room,
            get: impl for<'__owner> __bt::FnMut(&'__owner mut Room) -> &'__owner mut Self,
        ) -> __bt::Status
        where
            __bt::WithoutTime<
                '__call,
                { !Self::__TREE.keeps_time() },
            >: __bt::UntimedInOwner,
        {
            Self::lend(
                owner,
                get,
                |tree, owner| tree.tick_for(__bt::Duration::ZERO, owner),
            )
        }
        /// Takes the tree out of its owner, works on both, and puts it back. `get` is called before and after the
        /// work, and must name the same tree.
        ///
        /// Meanwhile an idle tree stands there: what is done to it is lost, and after a panic it stays there.
        #[inline]
        pub fn lend<__Owner: ?__bt::Sized, __Done>(
            owner: &mut __Owner,
            get: impl __bt::FnMut(&mut __Owner) -> &mut Self,
            work: impl __bt::FnOnce(&mut Self, &mut __Owner) -> __Done,
        ) -> __Done {
            __bt::lend(owner, get, work)
        }
        /// In the next tick, all that is observed is looked at, whether its key has changed or not.
        #[inline]
        pub fn look(&mut self) {
            Self::__TREE.look(self.__kept.cells());
        }
        /// Forgets everything and calls no hook.
        #[inline]
        pub fn reset(&mut self) {
            self.__state = __DoorBotState::Idle;
            self.__kept = __bt::Kept::NEW;
        }
        /// Whether the tree is waiting to go on.
        #[inline]
        pub const fn is_running(&self) -> bool {
            if let __DoorBotState::Idle = self.__state { false } else { true }
        }
        /// The active nodes, each before its children.
        #[inline]
        pub fn active(&self) -> impl __bt::Iterator<Item = __bt::NodeInfo> + '_ {
            __bt::active(Self::__TREE, |node, search| self.__active(node, search))
        }
        /// How long ticks may be left out with nothing lost, as long as nobody sends or aborts: `None` if the tree is
        /// idle, asks the context or has yielded.
        ///
        /// As long as the sum of the spans is less, one later tick with the sum gives the same history.
        #[inline]
        pub fn sleep(&self) -> __bt::Option<__bt::Duration> {
            self.__state.sleep()
        }
        #[doc(hidden)]
        #[inline]
        pub fn __active(
            &self,
            node: usize,
            search: __bt::Search,
        ) -> __bt::Option<usize> {
            self.__state
                .active(
                    search.inside(node, <__DoorBotState as __bt::TreeState>::POSITIONS),
                )
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
                .shaped(11120545468121826312)
        };
        const POSITIONS: [usize; 6] = __bt::positions(Self::NODES);
        const OFFSETS: [usize; 6] = __bt::offsets(0, Self::NODES);
        #[inline(always)]
        fn tick<__Watch: __bt::Watch>(
            &mut self,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) -> __bt::Step<__bt::Infallible> {
            'close_door: {
                'step_through: {
                    'open_door: {
                        match self {
                            Self::walk(__leaf) => {
                                match {
                                    let ticked = <Walk as __bt::Behavior<
                                        Room,
                                    >>::__tick(__bt::Ok(__leaf), 1, context, inputs);
                                    __bt::raise(ticked)
                                } {
                                    __bt::Success => {
                                        self.clear();
                                        break 'open_door;
                                    }
                                    __bt::Failure => {
                                        self.clear();
                                        return __bt::Failure;
                                    }
                                    step => return step,
                                }
                            }
                            Self::open_door(__leaf) => {
                                match {
                                    let ticked = <OpenDoor as __bt::Behavior<
                                        Room,
                                    >>::__tick(__bt::Ok(__leaf), 2, context, inputs);
                                    __bt::raise(ticked)
                                } {
                                    __bt::Success => {
                                        self.clear();
                                        break 'step_through;
                                    }
                                    __bt::Failure => {
                                        self.clear();
                                        return __bt::Failure;
                                    }
                                    step => return step,
                                }
                            }
                            Self::step_through(__leaf) => {
                                match {
                                    let ticked = <StepThrough as __bt::Behavior<
                                        Room,
                                    >>::__tick(__bt::Ok(__leaf), 3, context, inputs);
                                    __bt::raise(ticked)
                                } {
                                    __bt::Success => {
                                        self.clear();
                                        break 'close_door;
                                    }
                                    __bt::Failure => {
                                        self.clear();
                                        return __bt::Failure;
                                    }
                                    step => return step,
                                }
                            }
                            Self::close_door(__leaf) => {
                                match {
                                    let ticked = <CloseDoor as __bt::Behavior<
                                        Room,
                                    >>::__tick(__bt::Ok(__leaf), 4, context, inputs);
                                    __bt::raise(ticked)
                                } {
                                    __bt::Success => {
                                        self.clear();
                                        return __bt::Success;
                                    }
                                    __bt::Failure => {
                                        self.clear();
                                        return __bt::Failure;
                                    }
                                    step => return step,
                                }
                            }
                            _ => {}
                        }
                        match self.begin_walk(context, inputs) {
                            __bt::Success => {}
                            __bt::Failure => return __bt::Failure,
                            step => return step,
                        }
                    }
                    match self.begin_open_door(context, inputs) {
                        __bt::Success => {}
                        __bt::Failure => return __bt::Failure,
                        step => return step,
                    }
                }
                match self.begin_step_through(context, inputs) {
                    __bt::Success => {}
                    __bt::Failure => return __bt::Failure,
                    step => return step,
                }
            }
            match self.begin_close_door(context, inputs) {
                __bt::Success => {}
                __bt::Failure => return __bt::Failure,
                step => return step,
            }
            __bt::Success
        }
        #[inline]
        fn begin_walk<__Watch: __bt::Watch>(
            &mut self,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) -> __bt::Step<__bt::Infallible> {
            match <Walk as __bt::Behavior<
                Room,
            >>::__tick(__bt::Err(<Walk as __bt::Bare>::bare()), 1, context, inputs) {
                __bt::Ticked::Rests(__leaf) => {
                    *self = Self::walk(__leaf);
                    __bt::Running
                }
                ticked => __bt::raise(ticked),
            }
        }
        #[inline]
        fn begin_open_door<__Watch: __bt::Watch>(
            &mut self,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) -> __bt::Step<__bt::Infallible> {
            match <OpenDoor as __bt::Behavior<
                Room,
            >>::__tick(__bt::Err(<OpenDoor as __bt::Bare>::bare()), 2, context, inputs) {
                __bt::Ticked::Rests(__leaf) => {
                    *self = Self::open_door(__leaf);
                    __bt::Running
                }
                ticked => __bt::raise(ticked),
            }
        }
        #[inline]
        fn begin_step_through<__Watch: __bt::Watch>(
            &mut self,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) -> __bt::Step<__bt::Infallible> {
            match <StepThrough as __bt::Behavior<
                Room,
            >>::__tick(
                __bt::Err(<StepThrough as __bt::Bare>::bare()),
                3,
                context,
                inputs,
            ) {
                __bt::Ticked::Rests(__leaf) => {
                    *self = Self::step_through(__leaf);
                    __bt::Running
                }
                ticked => __bt::raise(ticked),
            }
        }
        #[inline]
        fn begin_close_door<__Watch: __bt::Watch>(
            &mut self,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) -> __bt::Step<__bt::Infallible> {
            match <CloseDoor as __bt::Behavior<
                Room,
            >>::__tick(
                __bt::Err(<CloseDoor as __bt::Bare>::bare()),
                4,
                context,
                inputs,
            ) {
                __bt::Ticked::Rests(__leaf) => {
                    *self = Self::close_door(__leaf);
                    __bt::Running
                }
                ticked => __bt::raise(ticked),
            }
        }
        #[inline]
        fn abort<__Watch: __bt::Watch>(
            &mut self,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) {
            match self {
                Self::walk(leaf) => {
                    <Walk as __bt::Behavior<Room>>::__abort(leaf, 1, context, inputs)
                }
                Self::open_door(leaf) => {
                    <OpenDoor as __bt::Behavior<Room>>::__abort(leaf, 2, context, inputs)
                }
                Self::step_through(leaf) => {
                    <StepThrough as __bt::Behavior<
                        Room,
                    >>::__abort(leaf, 3, context, inputs)
                }
                Self::close_door(leaf) => {
                    <CloseDoor as __bt::Behavior<
                        Room,
                    >>::__abort(leaf, 4, context, inputs)
                }
                _ => {}
            }
            self.clear();
        }
        #[inline]
        fn clear(&mut self) {
            *self = Self::Idle;
        }
        fn overhear<__Watch: __bt::Watch, __Message: __bt::Any>(
            &mut self,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
            message: &__Message,
        ) {
            match self {
                Self::walk(place) => {
                    <Walk as __bt::Behavior<
                        Room,
                    >>::__overhear_in(place, 1, context, inputs, message);
                }
                Self::open_door(place) => {
                    <OpenDoor as __bt::Behavior<
                        Room,
                    >>::__overhear_in(place, 2, context, inputs, message);
                }
                Self::step_through(place) => {
                    <StepThrough as __bt::Behavior<
                        Room,
                    >>::__overhear_in(place, 3, context, inputs, message);
                }
                Self::close_door(place) => {
                    <CloseDoor as __bt::Behavior<
                        Room,
                    >>::__overhear_in(place, 4, context, inputs, message);
                }
                _ => {}
            }
        }
        #[inline]
        fn active(&self, search: __bt::Search) -> __bt::Option<usize> {
            use __bt::NotATree as _;
            match self {
                Self::walk(leaf) => leaf.__active(1, search),
                Self::open_door(leaf) => leaf.__active(2, search),
                Self::step_through(leaf) => leaf.__active(3, search),
                Self::close_door(leaf) => leaf.__active(4, search),
                _ => __bt::None,
            }
        }
        #[inline]
        fn sleep(&self) -> __bt::Option<__bt::Duration> {
            match self {
                Self::walk(leaf) => <Walk as __bt::Behavior<Room>>::__sleep(leaf),
                Self::open_door(leaf) => {
                    <OpenDoor as __bt::Behavior<Room>>::__sleep(leaf)
                }
                Self::step_through(leaf) => {
                    <StepThrough as __bt::Behavior<Room>>::__sleep(leaf)
                }
                Self::close_door(leaf) => {
                    <CloseDoor as __bt::Behavior<Room>>::__sleep(leaf)
                }
                _ => __bt::None,
            }
        }
    }
    impl __bt::TreeState for __DoorBotState {
        const IDLE: Self = Self::Idle;
        const FACTS: __bt::Facts = DoorBot::__TREE;
        const OFFSETS: &'static [usize] = &Self::OFFSETS;
        const POSITIONS: &'static [usize] = &Self::POSITIONS;
        const LINKS: &'static [u8] = b"\0\0\0\0\0\0\0\x13\0\0\0\x12\0\0\0\x12\0\0\0\x1A";
    }
    const _: () = __bt::need(
        <Walk as __bt::Behavior<Room>>::CAN.succeed,
        "`open_door` is never reached: `walk` before it always fails (if that is meant, put it into `unchecked < ... >`)",
    );
    const _: () = __bt::need(
        <OpenDoor as __bt::Behavior<Room>>::CAN.succeed,
        "`step_through` is never reached: `open_door` before it always fails (if that is meant, put it into `unchecked < ... >`)",
    );
    const _: () = __bt::need(
        <StepThrough as __bt::Behavior<Room>>::CAN.succeed,
        "`close_door` is never reached: `step_through` before it always fails (if that is meant, put it into `unchecked < ... >`)",
    );
    impl __bt::Default for DoorBot {
        #[inline]
        fn default() -> Self {
            Self::new()
        }
    }
    impl __bt::Behavior<Room> for DoorBot {
        type Answer = __bt::Status;
        const TAKES_TIME: __bt::bool = <Self as __bt::TreeFor<Room>>::__TAKES_TIME;
        const CAN: __bt::Can = __bt::Can {
            succeed: <CloseDoor as __bt::Behavior<Room>>::CAN.succeed,
            fail: __bt::any(
                &[
                    <Walk as __bt::Behavior<Room>>::CAN.fail,
                    <OpenDoor as __bt::Behavior<Room>>::CAN.fail,
                    <StepThrough as __bt::Behavior<Room>>::CAN.fail,
                    <CloseDoor as __bt::Behavior<Room>>::CAN.fail,
                ],
            ),
            run: __bt::any(
                &[
                    <Walk as __bt::Behavior<Room>>::CAN.run,
                    <OpenDoor as __bt::Behavior<Room>>::CAN.run,
                    <StepThrough as __bt::Behavior<Room>>::CAN.run,
                    <CloseDoor as __bt::Behavior<Room>>::CAN.run,
                ],
            ),
            end_by_message: false,
        };
        #[inline]
        fn run(&mut self, context: &mut Room) -> __bt::Status {
            __bt::run_tree(self, context)
        }
        #[inline]
        fn run_for(
            &mut self,
            context: &mut Room,
            span: &mut __bt::Span,
        ) -> __bt::Status {
            self.tick_for(span, context)
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
        fn __run<__Watch: __bt::Watch>(
            &mut self,
            node: usize,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
        ) -> __bt::Status {
            let Self { __state: state, .. } = self;
            let step = inputs
                .inside_tree::<
                    __DoorBotState,
                    _,
                >(node, |inputs| state.tick(context, inputs));
            __bt::without_error(__bt::settle(step, state))
        }
        fn __finish<__Watch: __bt::Watch>(
            &mut self,
            node: usize,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
            outcome: __bt::Outcome,
        ) {
            if outcome == __bt::Outcome::Aborted {
                let state = &mut self.__state;
                inputs
                    .inside_tree::<
                        __DoorBotState,
                        _,
                    >(node, |inputs| state.abort(context, inputs))
            }
        }
        fn __overhear<__Message: __bt::Any, __Watch: __bt::Watch>(
            &mut self,
            node: usize,
            context: &mut Room,
            inputs: &mut __bt::TickInputs<'_, __Watch>,
            message: &__Message,
        ) -> __bt::Status {
            inputs
                .inside_tree::<
                    __DoorBotState,
                    _,
                >(node, |inputs| self.__state.overhear(context, inputs, message));
            __bt::Status::Running
        }
    }
    impl __bt::GeneratedTree for DoorBot {
        const __FACTS: __bt::Facts = Self::__TREE;
        const __PLACES: usize = 5;
        const __FLAT: bool = true && Self::__TREE.is_flat();
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
        fn __first_active(&self, search: __bt::Search) -> __bt::Option<usize> {
            self.__active(0, search)
        }
        #[inline]
        fn __stand_in(&self) -> Self {
            Self::new()
        }
    }
    impl __bt::Display for DoorBot {
        #[inline]
        fn fmt(&self, formatter: &mut __bt::Formatter<'_>) -> __bt::FormatResult {
            __bt::draw_tree(self, formatter)
        }
    }
    impl __bt::TreeFor<Room> for DoorBot {
        type Answer = __bt::Status;
        #[inline]
        fn tick_for(
            &mut self,
            time: impl __bt::IntoDuration,
            context: &mut Room,
        ) -> __bt::Status {
            self.tick_for(time, context)
        }
        #[inline]
        fn tick_for_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            time: impl __bt::IntoDuration,
            context: &mut Room,
            observer: &mut __Observer,
        ) -> __bt::Status {
            self.tick_for_with(time, context, observer)
        }
        #[inline]
        fn abort(&mut self, context: &mut Room) {
            self.abort(context)
        }
        #[inline]
        fn abort_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
            &mut self,
            context: &mut Room,
            observer: &mut __Observer,
        ) {
            self.abort_with(context, observer)
        }
        #[inline]
        fn reset(&mut self) {
            self.reset()
        }
        #[inline]
        fn is_running(&self) -> bool {
            self.is_running()
        }
        #[inline]
        fn sleep(&self) -> __bt::Option<__bt::Duration> {
            self.sleep()
        }
    }
};
