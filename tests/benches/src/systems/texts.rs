//! The trees as texts, so that each can become several types: if several sites tick a type, rustc places its code
//! differently than if one site does.

/// W1.
macro_rules! door {
    ($(#[$attribute:meta])* $name:ident) => {
        bt! {
            $(#[$attribute])*
            pub $name(door::Room) = sequence < walk, open_door, step_through, close_door >
        }
    };
}

/// W2.
macro_rules! sentry {
    ($(#[$attribute:meta])* $name:ident) => {
        bt! {
            $(#[$attribute])*
            pub $name(sentry::Sentry) = selector <
                sequence < is_surprised, react >,
                sequence < can_see, within, bomb >,
                sequence < has_target, track >,
                sequence < has_noise, target_noise >,
                sequence < is_low, fly_patrol, goto_node, wait_random >,
            >
        }
    };
}

/// W3.
macro_rules! deep {
    ($(#[$attribute:meta])* $name:ident) => {
        bt! {
            $(#[$attribute])*
            pub $name(deep::Deep) = sequence <
                selector <
                    sequence <
                        selector <
                            sequence <
                                selector < leaf::<0>, leaf::<1> >,
                                selector < leaf::<2>, leaf::<3> >,
                            >,
                            sequence <
                                selector < leaf::<4>, leaf::<5> >,
                                selector < leaf::<6>, leaf::<7> >,
                            >,
                        >,
                        inverter < selector <
                            sequence <
                                selector < leaf::<8>, leaf::<9> >,
                                selector < leaf::<10>, leaf::<11> >,
                            >,
                            sequence <
                                selector < leaf::<12>, leaf::<13> >,
                                selector < leaf::<14>, leaf::<15> >,
                            >,
                        > >,
                    >,
                    sequence <
                        selector <
                            sequence <
                                selector < leaf::<16>, leaf::<17> >,
                                selector < leaf::<18>, leaf::<19> >,
                            >,
                            sequence <
                                selector < leaf::<20>, leaf::<21> >,
                                selector < leaf::<22>, leaf::<23> >,
                            >,
                        >,
                        inverter < selector <
                            sequence <
                                selector < leaf::<24>, leaf::<25> >,
                                selector < leaf::<26>, leaf::<27> >,
                            >,
                            sequence <
                                selector < leaf::<28>, leaf::<29> >,
                                selector < leaf::<30>, leaf::<31> >,
                            >,
                        > >,
                    >,
                >,
                inverter < selector <
                    sequence <
                        selector <
                            sequence <
                                selector < leaf::<32>, leaf::<33> >,
                                selector < leaf::<34>, leaf::<35> >,
                            >,
                            sequence <
                                selector < leaf::<36>, leaf::<37> >,
                                selector < leaf::<38>, leaf::<39> >,
                            >,
                        >,
                        inverter < selector <
                            sequence <
                                selector < leaf::<40>, leaf::<41> >,
                                selector < leaf::<42>, leaf::<43> >,
                            >,
                            sequence <
                                selector < leaf::<44>, leaf::<45> >,
                                selector < leaf::<46>, leaf::<47> >,
                            >,
                        > >,
                    >,
                    sequence <
                        selector <
                            sequence <
                                selector < leaf::<48>, leaf::<49> >,
                                selector < leaf::<50>, leaf::<51> >,
                            >,
                            sequence <
                                selector < leaf::<52>, leaf::<53> >,
                                selector < leaf::<54>, leaf::<55> >,
                            >,
                        >,
                        inverter < selector <
                            sequence <
                                selector < leaf::<56>, leaf::<57> >,
                                selector < leaf::<58>, leaf::<59> >,
                            >,
                            sequence <
                                selector < leaf::<60>, leaf::<61> >,
                                selector < leaf::<62>, leaf::<63> >,
                            >,
                        > >,
                    >,
                > >,
            >
        }
    };
}

/// W6.
macro_rules! guard {
    ($(#[$attribute:meta])* $name:ident) => {
        bt! {
            $(#[$attribute])*
            pub $name(guard::Guard) = reactive_selector <
                guard(|guard| guard.enemy) < attack >,
                guard(|guard| guard.noise) < look >,
                sequence < goto, arrive >,
            >
        }
    };
}

/// W7.
macro_rules! patrol {
    ($(#[$attribute:meta])* $name:ident) => {
        bt! {
            $(#[$attribute])*
            pub $name(patrol::Patrol) = sequence < wait(0.1), walk::goto, timeout(0.5) < walk::goto >, walk::arrive >
        }
    };
}

/// W8.
macro_rules! watch {
    ($(#[$attribute:meta])* $name:ident) => {
        bt! {
            $(#[$attribute])*
            pub $name(watch::Watch) = sequence < wait(4.0), stand::goto, stand::arrive >
        }
    };
}

/// W2, with closures in place of leaf types.
macro_rules! sentry_of_closures {
    ($(#[$attribute:meta])* $name:ident) => {
        bt! {
            $(#[$attribute])*
            pub $name(sentry::Sentry) = selector <
                sequence < condition(|sentry| sentry::is_surprised(sentry)), action(|sentry| sentry::react(sentry)) >,
                sequence <
                    condition(|sentry| sentry::can_see(sentry)),
                    condition(|sentry| sentry::within(sentry)),
                    action(|sentry| sentry::bomb(sentry)),
                >,
                sequence < condition(|sentry| sentry::has_target(sentry)), action(|sentry| sentry::track(sentry)) >,
                sequence < condition(|sentry| sentry::has_noise(sentry)), action(|sentry| sentry::target_noise(sentry)) >,
                sequence <
                    condition(|sentry| sentry::is_low(sentry)),
                    action(|sentry| sentry::fly_patrol(sentry)),
                    action(|sentry| sentry::goto_node(sentry)),
                    action(|sentry| sentry::wait_random(sentry)),
                >,
            >
        }
    };
}

pub(crate) use {deep, door, guard, patrol, sentry, sentry_of_closures, watch};
