/**
```text
sequence
├── walk
├── open_door
├── step_through
└── close_door
```*/
pub struct DoorBot {
    state: __DoorBotState,
    kept: ::bt::private::Kept<{ DoorBot::__TREE.kept() }>,
}
#[allow(unused, unused_qualifications, nonstandard_style, clippy::all)]
enum __DoorBotState {
    Idle,
    walk(
        ::bt::private::Wait<Walk, { <Walk as ::bt::private::Behavior<Room>>::CAN.run }>,
    ),
    open_door(
        ::bt::private::Wait<
            OpenDoor,
            { <OpenDoor as ::bt::private::Behavior<Room>>::CAN.run },
        >,
    ),
    step_through(
        ::bt::private::Wait<
            StepThrough,
            { <StepThrough as ::bt::private::Behavior<Room>>::CAN.run },
        >,
    ),
    close_door(
        ::bt::private::Wait<
            CloseDoor,
            { <CloseDoor as ::bt::private::Behavior<Room>>::CAN.run },
        >,
    ),
}
#[allow(unused, unused_qualifications, nonstandard_style, clippy::all)]
#[allow(private_interfaces, clippy::pedantic)]
const _: () = {
    use ::bt::private as __bt;
    impl DoorBot {
        #[doc(hidden)]
        pub const __TREE: __bt::Facts = __bt::Facts::of(__DoorBotState::NODES, 0);
        /// A tree that has not started.
        pub const fn new() -> Self {
            Self {
                state: __DoorBotState::Idle,
                kept: __bt::Kept::NEW,
            }
        }
        /// Runs the tree until it has to wait or has ended. After it has ended, the next tick starts afresh.
        ///
        /// A tree that keeps time refuses this: it needs `tick_for`.
        pub fn tick<'__call>(&mut self, context: &mut Room) -> __bt::Status
        where
            __bt::WithoutTime<'__call, { !Self::__TREE.keeps_time() }>: __bt::Untimed,
        {
            self.tick_for(__bt::Duration::ZERO, context)
        }
        /// Runs the tree for a time, until it has to wait longer or has ended.
        pub fn tick_for(
            &mut self,
            time: impl __bt::Time,
            context: &mut Room,
        ) -> __bt::Status {
            let Self { state, kept } = self;
            __bt::without_error(
                __bt::tick(
                    Self::__TREE,
                    state,
                    kept,
                    time,
                    |state, kept, span| state.tick(kept, span, context),
                ),
            )
        }
        /// Aborts the active nodes: each of their leaves gets `finish` with `Aborted`.
        pub fn abort(&mut self, context: &mut Room) {
            __bt::instantly(
                Self::__TREE,
                &mut self.state,
                &mut self.kept,
                |state, kept, span| { state.abort(kept, span, context) },
            )
        }
        /// In the next tick, all that is observed is looked at, whether its key has changed or not.
        pub fn look(&mut self) {
            Self::__TREE.look(self.kept.cells());
        }
        /// Forgets everything and calls no hook.
        pub fn reset(&mut self) {
            self.state = __DoorBotState::Idle;
            self.kept = __bt::Kept::NEW;
        }
        /// Whether the tree is waiting to go on.
        pub const fn is_running(&self) -> bool {
            if let __DoorBotState::Idle = self.state { false } else { true }
        }
        /// The active nodes, each before its children.
        pub fn active(&self) -> impl __bt::Iterator<Item = __bt::Node> + '_ {
            __bt::active(Self::__TREE, |from| self.__active(0, from))
        }
        #[doc(hidden)]
        pub fn __active(&self, at: usize, from: usize) -> __bt::Option<usize> {
            self.state.active(at, from)
        }
    }
    impl __DoorBotState {
        const NODES: &'static [__bt::Row] = {
            use __bt::NotATree as _;
            &[
                (__bt::composite(0, "sequence", 1, 21), __bt::Facts::LEAF),
                (__bt::leaf(1, "walk", 1, 32), <Walk>::__TREE),
                (__bt::leaf(1, "open_door", 1, 38), <OpenDoor>::__TREE),
                (__bt::leaf(1, "step_through", 1, 49), <StepThrough>::__TREE),
                (__bt::leaf(1, "close_door", 1, 63), <CloseDoor>::__TREE),
            ]
        };
        const AT: [usize; 6] = __bt::positions(Self::NODES);
        const KEPT: [usize; 6] = __bt::offsets(0, Self::NODES);
        fn tick(
            &mut self,
            kept: &mut [__bt::Cell],
            span: &mut __bt::Span,
            context: &mut Room,
        ) -> __bt::Step<__bt::NoError> {
            'close_door: {
                'step_through: {
                    'open_door: {
                        match self {
                            Self::walk(__leaf) => {
                                let success = __bt::raise(
                                    <Walk as __bt::Behavior<
                                        Room,
                                    >>::__tick(
                                        __leaf,
                                        false,
                                        &mut kept[Self::KEPT[1]..],
                                        span,
                                        context,
                                    ),
                                )?;
                                *self = Self::Idle;
                                if success {
                                    break 'open_door
                                } else {
                                    return __bt::ended(false)
                                }
                            }
                            Self::open_door(__leaf) => {
                                let success = __bt::raise(
                                    <OpenDoor as __bt::Behavior<
                                        Room,
                                    >>::__tick(
                                        __leaf,
                                        false,
                                        &mut kept[Self::KEPT[2]..],
                                        span,
                                        context,
                                    ),
                                )?;
                                *self = Self::Idle;
                                if success {
                                    break 'step_through
                                } else {
                                    return __bt::ended(false)
                                }
                            }
                            Self::step_through(__leaf) => {
                                let success = __bt::raise(
                                    <StepThrough as __bt::Behavior<
                                        Room,
                                    >>::__tick(
                                        __leaf,
                                        false,
                                        &mut kept[Self::KEPT[3]..],
                                        span,
                                        context,
                                    ),
                                )?;
                                *self = Self::Idle;
                                if success {
                                    break 'close_door
                                } else {
                                    return __bt::ended(false)
                                }
                            }
                            Self::close_door(__leaf) => {
                                let success = __bt::raise(
                                    <CloseDoor as __bt::Behavior<
                                        Room,
                                    >>::__tick(
                                        __leaf,
                                        false,
                                        &mut kept[Self::KEPT[4]..],
                                        span,
                                        context,
                                    ),
                                )?;
                                *self = Self::Idle;
                                if success {
                                    return __bt::ended(true)
                                } else {
                                    return __bt::ended(false)
                                }
                            }
                            _ => {}
                        }
                        let mut __leaf = <Walk as __bt::Default>::default();
                        let step = __bt::raise(
                            <Walk as __bt::Behavior<
                                Room,
                            >>::__tick(
                                &mut __leaf,
                                true,
                                &mut kept[Self::KEPT[1]..],
                                span,
                                context,
                            ),
                        );
                        if __bt::is_running(&step) {
                            *self = Self::walk(__bt::put(__leaf));
                            return step;
                        }
                        if !step? {
                            return __bt::ended(false);
                        }
                    }
                    let mut __leaf = <OpenDoor as __bt::Default>::default();
                    let step = __bt::raise(
                        <OpenDoor as __bt::Behavior<
                            Room,
                        >>::__tick(
                            &mut __leaf,
                            true,
                            &mut kept[Self::KEPT[2]..],
                            span,
                            context,
                        ),
                    );
                    if __bt::is_running(&step) {
                        *self = Self::open_door(__bt::put(__leaf));
                        return step;
                    }
                    if !step? {
                        return __bt::ended(false);
                    }
                }
                let mut __leaf = <StepThrough as __bt::Default>::default();
                let step = __bt::raise(
                    <StepThrough as __bt::Behavior<
                        Room,
                    >>::__tick(
                        &mut __leaf,
                        true,
                        &mut kept[Self::KEPT[3]..],
                        span,
                        context,
                    ),
                );
                if __bt::is_running(&step) {
                    *self = Self::step_through(__bt::put(__leaf));
                    return step;
                }
                if !step? {
                    return __bt::ended(false);
                }
            }
            let mut __leaf = <CloseDoor as __bt::Default>::default();
            let step = __bt::raise(
                <CloseDoor as __bt::Behavior<
                    Room,
                >>::__tick(&mut __leaf, true, &mut kept[Self::KEPT[4]..], span, context),
            );
            if __bt::is_running(&step) {
                *self = Self::close_door(__bt::put(__leaf));
                return step;
            }
            if !step? {
                return __bt::ended(false);
            }
            __bt::ended(true)
        }
        fn abort(
            &mut self,
            kept: &mut [__bt::Cell],
            span: &mut __bt::Span,
            context: &mut Room,
        ) {
            match self {
                Self::walk(__leaf) => {
                    <Walk as __bt::Behavior<
                        Room,
                    >>::__abort(__leaf, &mut kept[Self::KEPT[1]..], span, context)
                }
                Self::open_door(__leaf) => {
                    <OpenDoor as __bt::Behavior<
                        Room,
                    >>::__abort(__leaf, &mut kept[Self::KEPT[2]..], span, context)
                }
                Self::step_through(__leaf) => {
                    <StepThrough as __bt::Behavior<
                        Room,
                    >>::__abort(__leaf, &mut kept[Self::KEPT[3]..], span, context)
                }
                Self::close_door(__leaf) => {
                    <CloseDoor as __bt::Behavior<
                        Room,
                    >>::__abort(__leaf, &mut kept[Self::KEPT[4]..], span, context)
                }
                _ => {}
            }
            *self = Self::Idle;
        }
        fn active(&self, at: usize, from: usize) -> __bt::Option<usize> {
            use __bt::NotATree as _;
            match self {
                Self::walk(leaf) => leaf.__active(at + Self::AT[1], from),
                Self::open_door(leaf) => leaf.__active(at + Self::AT[2], from),
                Self::step_through(leaf) => leaf.__active(at + Self::AT[3], from),
                Self::close_door(leaf) => leaf.__active(at + Self::AT[4], from),
                _ => __bt::None,
            }
        }
    }
    impl __bt::State for __DoorBotState {
        const IDLE: Self = Self::Idle;
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
        fn default() -> Self {
            Self::new()
        }
    }
    impl __bt::Behavior<Room> for DoorBot {
        type Answer = __bt::Status;
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
        };
        fn run(&mut self, context: &mut Room) -> __bt::Status {
            self.tick_for(__bt::Duration::ZERO, context)
        }
        fn finish(&mut self, context: &mut Room, outcome: __bt::Outcome) {
            if outcome == __bt::Outcome::Aborted {
                self.abort(context)
            }
        }
        fn __run(
            &mut self,
            kept: &mut [__bt::Cell],
            span: &mut __bt::Span,
            context: &mut Room,
        ) -> __bt::Status {
            let Self { state, .. } = self;
            let step = state.tick(kept, span, context);
            __bt::without_error(__bt::settle(step, state))
        }
        fn __finish(
            &mut self,
            kept: &mut [__bt::Cell],
            span: &mut __bt::Span,
            context: &mut Room,
            outcome: __bt::Outcome,
        ) {
            if outcome == __bt::Outcome::Aborted {
                self.state.abort(kept, span, context)
            }
        }
    }
    impl __bt::Tree for DoorBot {
        const FACTS: __bt::Facts = Self::__TREE;
        const __PLACES: usize = 5;
        const __FLAT: bool = true && Self::__TREE.is_flat();
        #[inline]
        fn __place(&self) -> usize {
            match &self.state {
                __DoorBotState::close_door { .. } => 1,
                __DoorBotState::step_through { .. } => 2,
                __DoorBotState::open_door { .. } => 3,
                __DoorBotState::walk { .. } => 4,
                _ => 0,
            }
        }
        #[inline]
        fn __position(&self) -> __bt::Option<usize> {
            self.__active(0, 0)
        }
    }
    impl __bt::TreeFor<Room> for DoorBot {
        type Answer = __bt::Status;
        #[inline]
        fn tick_for(
            &mut self,
            time: impl __bt::Time,
            context: &mut Room,
        ) -> __bt::Status {
            self.tick_for(time, context)
        }
        #[inline]
        fn abort(&mut self, context: &mut Room) {
            self.abort(context)
        }
        #[inline]
        fn reset(&mut self) {
            self.reset()
        }
        #[inline]
        fn is_running(&self) -> bool {
            self.is_running()
        }
    }
};
