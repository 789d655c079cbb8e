//! The trees that are compared: each kind of node, and nodes inside each other.

use bt::bt;
use bt_live::Live;

use crate::compare::compare;
use crate::world::{Act, Fetch, Find, Once, Patience, Spend, Sub, Take, Wander, World};

/// A tree for each name, and a test that compares it.
macro_rules! same {
    ($($name:ident, $test:ident: { $($tree:tt)* })*) => {$(
        bt! {
            #[cfg_attr(feature = "serde", derive(Clone, Debug, serde::Serialize, serde::Deserialize))]
            pub $name(World) = $($tree)*
        }

        #[test]
        fn $test() {
            compare($name::new, Live::from);
        }
    )*};
}

same! {
    Sequence, sequence: { sequence < act(1), once(2), act(3) > }
    Selector, selector: { selector < act(1), once(2), act(3) > }
    Nested, nested: {
        selector <
            sequence < act(1), act(2) >,
            inverter < act(3) >,
            force_failure < act(4) >,
            force_success < act(5) >,
        >
    }
    Calls, calls: {
        selector <
            sequence <
                condition(|world| world.holds(1)),
                wait_until(|world| world.holds(2)),
                action(|world| world.draw(3) > 0),
            >,
            sequence < act(1), running >,
            fail,
            succeed,
        >
    }
    Parallels, parallels: { parallel < act(1), act(2), act(3) > }
    ParallelAny, parallel_any: { parallel(success = any, failure = all) < act(1), once(2), spend(3), wait(1.0) > }
    ParallelTwo, parallel_two: { parallel(success = 2, failure = 2) < act(1), spend(2), act(3), act(4) > }
    ParallelAll, parallel_all: {
        parallel_all(failure = 2) <
            act(1),
            spend(2),
            sequence < act(3), wait(0.5), act(4) >,
        >
    }
    Race, race: { race < act(1), spend(2), sequence < wait(1.0), act(4) > > }
    RaceValue, race_value: {
        sequence <
            race < sequence < act(1), find >, sequence < act(2), find > > -> found,
            act(1),
            take(found),
        >
    }
    ReactiveSequence, reactive_sequence: { reactive_sequence < act(1), once(2), spend(3), act(4) > }
    ReactiveSelector, reactive_selector: {
        reactive_selector < act(1), sequence < once(2), act(3) >, spend(3), act(4) >
    }
    ReactiveValues, reactive_values: {
        reactive_sequence <
            once(1),
            find -> prey,
            sequence < act(2), take(prey) >,
            action(|world| world.note(format!("prey {prey}"))),
            act(3),
        >
    }
    ReactiveKept, reactive_kept: {
        reactive_sequence <
            find -> prey,
            finally <
                sequence < act(2), act(3) >,
                action(|world| world.note(format!("lost {prey}"))),
            >,
        >
    }
    ReactiveGuards, reactive_guards: {
        reactive_selector <
            guard(|world| world.holds(1)) < act(1) >,
            guard(|world| world.holds(2)) < sequence < act(2), act(3) > >,
            act(4),
        >
    }
    Repeats, repeats: { repeat(3) < sequence < act(1), wait(0.5) > > }
    RepeatRead, repeat_read: { sequence < repeat(|world| world.look(1, 4) as u32) < act(1) >, act(2) > }
    Retries, retries: { retry(3) < sequence < act(1), spend(2) > > }
    UntilSuccess, until_success: { repeat_until_success < sequence < act(1), wait(0.3) > > }
    UntilFailure, until_failure: { repeat_until_failure < sequence < act(1), wait(0.3) > > }
    Forever, forever: { forever < selector < act(1), sequence < act(2), wait(0.1) > > > }
    Delays, delays: { sequence < delay(0.7) < act(1) >, delay(|world| world.look(1, 3) as f64) < act(2) > > }
    Cooldowns, cooldowns: {
        selector <
            cooldown(2.0) < act(1) >,
            cooldown(|world| world.look(1, 5) as f64) < sequence < act(2), act(3) > >,
            act(4),
        >
    }
    Throttles, throttles: { forever < priority < |_| true => throttle(1.0) < act(1) > > > }
    ThrottleLoop, throttle_loop: {
        sequence < repeat(4) < throttle(1.0) < act(1) > >, throttle(3.0) < act(2) >, act(3) >
    }
    ThrottlePipeline, throttle_pipeline: { pipeline < throttle(1.0) < act(1) >, act(2) > }
    Everys, everys: { every(0.5, |world| world.note("beat")) < sequence < act(1), spend(2), wait(2.0) > > }
    EveryRead, every_read: {
        every(|world| world.look(1, 3) as f64 / 2.0, |world| world.note("beat")) <
            sequence < act(1), act(2) >
        >
    }
    Timeouts, timeouts: { timeout(2.0) < sequence < act(1), spend(2), wait(1.5), act(3) > > }
    Whiles, whiles: { guard(|world| world.holds(1)) < sequence < act(1), act(2) > > }
    Preconditions, preconditions: {
        selector <
            precondition(|world| world.holds(1)) < sequence < act(1), act(2) > >,
            act(3),
        >
    }
    IfElse, if_else: { if_else(|world| world.holds(1)) < act(1), sequence < act(2), act(3) > > }
    IfElseNode, if_else_node: { if_else < act(1), act(2), act(3) > }
    IfThen, if_then: { sequence < act(0), if_else(|world| world.holds(1)) < act(1) >, act(2) > }
    ReactiveIfElse, reactive_if_else: {
        reactive_if_else(|world| world.holds(1)) < sequence < act(1), act(2) >, act(3) >
    }
    ReactiveIf, reactive_if: {
        selector <
            reactive_if_else(|world| world.holds(1)) < sequence < act(1), act(2) > >,
            act(3),
        >
    }
    Finallys, finallys: { finally < sequence < act(1), act(2) >, sequence < act(3), spend(4) > > }
    FinallyInside, finally_inside: {
        timeout(2.0) < finally <
            sequence < act(1), act(2), wait(5.0) >,
            selector < act(3), act(4) >,
        > >
    }
    FinallyValue, finally_value: { sequence < finally < find, act(1) > -> found, act(2), take(found) > }
    FinallyHeld, finally_held: {
        sequence <
            find -> held,
            finally <
                sequence < act(1), act(2) >,
                action(|world| world.note(format!("cleanup {held}"))),
            >,
        >
    }
    Recovers, recovers: { recover(2) < sequence < act(1), act(2) >, act(3) > }
    RecoverRead, recover_read: { recover(|world| world.look(1, 4) as u32) < act(1), sequence < act(2), wait(0.5) > > }
    Priorities, priorities: {
        priority <
            while |world| world.holds(1) => act(1),
            if |world| world.holds(2) => sequence < act(2), act(3) >,
            |world| world.holds(3) => spend(4),
            act(5),
        >
    }
    PriorityNested, priority_nested: {
        priority <
            |world| world.holds(1) => priority < |world| world.holds(2) => act(1), act(2) >,
            act(3),
        >
    }
    RoundRobins, round_robins: { round_robin < act(1), sequence < act(2), act(3) >, once(4) > }
    RoundRobinLoop, round_robin_loop: { repeat(5) < round_robin < act(1), inverter < act(2) >, wait(0.5) > > }
    Pipelines, pipelines: { pipeline < act(1), sequence < act(2), act(3) >, spend(4) > }
    PipelineValues, pipeline_values: {
        pipeline <
            find -> one,
            find -> two,
            sequence < act(1), action(|world| world.note(format!("{one} {two}"))), take(two) >,
        >
    }
    SimpleParallels, simple_parallels: {
        simple_parallel <
            sequence < act(1), spend(2), act(3) >,
            sequence < act(4), spend(5), wait(0.2) >,
        >
    }
    SimpleParallelValue, simple_parallel_value: {
        sequence <
            simple_parallel < sequence < act(1), find >, act(2) > -> found,
            take(found),
        >
    }
    RunOnces, run_onces: { sequence < run_once < act(1) >, act(2) > }
    Unchecked, unchecked: { selector < unchecked < act(1) >, act(2) > }
    RunLimits, run_limits: {
        selector < run_limit(2) < act(1) >, run_limit(|world| world.look(1, 9) as u32) < act(2) >, act(3) >
    }
    Held, held: {
        sequence <
            find -> one,
            act(1),
            find -> two,
            act(2),
            take(one),
            action(|world| world.note(format!("{one} {two}"))),
        >
    }
    HeldFar, held_far: {
        sequence <
            find -> one,
            parallel <
                sequence < act(1), take(one) >,
                sequence < act(2), find -> two, act(3), take(two) >,
            >,
            retry(2) < sequence < act(4), take(one) > >,
        >
    }
    SelectorValue, selector_value: {
        sequence <
            selector < find, sequence < act(1), find > > -> found,
            act(2),
            take(found),
        >
    }
    ActionValue, action_value: {
        sequence <
            action(|world| -> Option<u32> { (world.draw(3) > 0).then_some(5) }) -> five: u32,
            act(1),
            take(five),
        >
    }
    Mixed, mixed: {
        reactive_selector <
            guard(|world| world.holds(1)) < parallel <
                act(1),
                repeat(2) < sequence < act(2), wait(0.5) > >,
            > >,
            timeout(3.0) < recover(1) <
                pipeline < act(3), sequence < act(4), spend(5) > >,
                finally < act(6), act(7) >,
            > >,
            forever < cooldown(1.0) < act(8) > >,
        >
    }
    Deep, deep: {
        sequence <
            act(1),
            selector <
                reactive_sequence <
                    once(2),
                    race <
                        retry(2) < act(3) >,
                        every(1.0, |world| world.note("beat")) < priority <
                            |world| world.holds(5) => delay(0.5) < act(4) >,
                            act(5),
                        > >,
                    >,
                >,
                simple_parallel < act(6), forever < sequence < act(7), wait(0.3) > > >,
            >,
            round_robin < act(8), run_once < act(9) > >,
        >
    }
    Keyed, keyed: { keyed(|world| -> u64 { world.look(1, 3) }) < sequence < act(1), act(2) > > }
    KeyedValue, keyed_value: { reactive_sequence < find -> prey, keyed(|_| prey) < sequence < act(1), take(prey) > > > }
    Observes, observes: {
        observe(|world| -> u64 { world.look(1, 3) }) < reactive_sequence < once(1), act(2), act(3) > >
    }
    ObservesSelector, observes_selector: {
        observe(|world| -> u64 { world.look(1, 3) }) <
            reactive_selector < guard(|world| world.holds(4)) < act(1) >, act(2) >
        >
    }
    ObservesPriority, observes_priority: {
        observe(|world| -> u64 { world.look(1, 3) }) < priority <
            |world| world.holds(4) => act(1),
            |world| world.holds(5) => act(2),
            act(3),
        > >
    }
    ObservesIf, observes_if: {
        observe(|world| -> u64 { world.look(1, 3) }) <
            reactive_if_else(|world| world.holds(4)) < act(1), act(2) >
        >
    }
    ObservesUtility, observes_utility: {
        observe(|world| -> u64 { world.look(1, 3) }) <
            reactive_utility(|world| world.look(2, 9) as f64, |world| world.look(3, 9) as f64) < act(1), act(2) >
        >
    }
    ObservesValues, observes_values: {
        observe(|world| -> u64 { world.look(1, 3) }) <
            reactive_sequence < find -> prey, act(1), take(prey) >
        >
    }
    ForEachs, for_eachs: {
        for_each(|_, i| -> Option<u32> { (i < 3).then_some(i as u32) }) -> item <
            sequence < act(1), take(item) >
        >
    }
    ForEachLoop, for_each_loop: {
        for_each(|world, i| -> Option<u32> { (i < world.look(1, 4) as usize).then_some(i as u32) }) <
            sequence < act(1), wait(0.3) >
        >
    }
    Utilities, utilities: {
        utility(|world| world.look(1, 9) as f64, 4, |world| world.look(2, 9) as f32) <
            act(1),
            sequence < act(2), act(3) >,
            act(4),
        >
    }
    ReactiveUtilities, reactive_utilities: {
        reactive_utility(|world| world.look(1, 9) as f64, 4, |world| world.look(2, 9) as f32, margin = 1.5) <
            act(1),
            sequence < act(2), act(3) >,
            act(4),
        >
    }
    ReactiveUtilityRead, reactive_utility_read: {
        reactive_utility(|world| world.look(1, 9), 3, margin = |world| world.look(3, 3) as f64) <
            act(1), act(4),
        >
    }
    RandomSequences, random_sequences: { random_sequence < act(1), sequence < act(2), act(3) >, act(4) > }
    RandomSelectors, random_selectors: { random_selector < act(1), sequence < act(2), act(3) >, act(4) > }
    Weights, weights: {
        weighted(3, 1.5, |world| world.look(1, 3) as f64) <
            act(1),
            act(2),
            sequence < act(3), act(4) >,
        >
    }
    Probabilities, probabilities: {
        selector <
            probability(0.5) < act(1) >,
            probability(|world| world.look(1, 9) as f64 / 9.0) < act(2) >,
            act(3),
        >
    }
    WaitBetweens, wait_betweens: { sequence < wait_between(0.5, 2.0), act(1) > }
    Switches, switches: {
        switch(|world| world.look(1, 5)) <
            0 => act(1),
            n if n % 2 == 0 => sequence < act(2), act(3) >,
            _ => act(4),
        >
    }
    SwitchNames, switch_names: {
        switch(|world| -> Option<u32> { (world.look(1, 3) > 0).then_some(world.look(2, 4) as u32) }) <
            Some(times) => repeat(times) < act(1) >,
            None => act(2),
        >
    }
    ReactiveSwitches, reactive_switches: {
        reactive_switch(|world| world.look(1, 3)) <
            0 => sequence < act(1), act(2) >,
            1 => act(3),
            _ => act(4),
        >
    }
    ReactiveSwitchNames, reactive_switch_names: {
        reactive_switch(|world| -> Option<u32> {
            (world.look(1, 3) > 0).then_some(world.look(2, 4) as u32)
        }) <
            Some(n) => sequence < act(1), take(n), action(|world| world.note(format!("n {n}"))) >,
            None => act(2),
        >
    }
    ReactiveSwitchKept, reactive_switch_kept: {
        reactive_switch(|world| -> Option<u32> {
            (world.look(1, 3) > 0).then_some(world.look(2, 4) as u32)
        }) <
            Some(n) => finally < act(1), action(|world| world.note(format!("n {n}"))) >,
            None => act(2),
        >
    }
    Pairs, pairs: {
        sequence <
            parallel < find, sequence < act(1), find > > -> (one, two),
            act(2),
            take(one),
            action(|world| world.note(format!("{one} {two}"))),
        >
    }
    Memories, memories: {
        sequence <
            act(1),
            remember("noise", 3),
            selector < recalls("noise", 4), recalls("noise") >,
            act(2),
            remember("noise", |world| world.look(1, 5) as u32),
            forget("alarm"),
            act(3),
            forget("noise"),
        >
    }
    Patiences, patiences: { patience(4) < sequence < act(1), spend(2), act(3) > > }
    PatienceValue, patience_value: {
        sequence <
            patience(9) < selector < find, sequence < act(1), find > > > -> found,
            act(2),
            take(found),
        >
    }
    Wanders, wanders: { wander(4) < act(1), sequence < act(2), spend(3) >, act(4) > }
    WanderValue, wander_value: {
        sequence <
            wander(3) < find, sequence < act(1), find > > -> found,
            act(2),
            take(found),
        >
    }
    WanderDeep, wander_deep: { timeout(5.0) < wander(5) < patience(2) < act(1) >, wander(2) < act(2), act(3) > > > }
    Subtrees, subtrees: { sequence < sub(1), parallel < sub(2), sequence < act(9), sub(3) > > > }
    SubtreeValue, subtree_value: { sequence < fetch -> found, act(1), take(found), sub(found) > }
    SubtreeLoop, subtree_loop: { forever < sequence < sub(4), act(1) > > }
    ParallelRead, parallel_read: {
        parallel(success = |world| world.look(1, 5) as u32, failure = |world| world.look(2, 5) as u32) <
            act(1), spend(2), act(3),
        >
    }
    Gives, gives: { sequence < succeed(3_u32) -> three: u32, act(1), take(three) > }
    CodeInLeaf, code_in_leaf: {
        sequence < find -> prey, take(|world| world.look(1, 9) as u32 ^ prey), act(1), take(|_| prey ^ 1) >
    }
}
