//! What other libraries call our nodes.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        fallback < walk, walk >,
        not < walk, walk >,
        until_success < walk, walk >,
        repeat_forever < walk, walk >,
        parallel_any < walk, walk >,
        always_fail < walk, walk >,
        not < walk >,
        until_success < walk >,
        repeat_forever < walk >,
        keep_running_until_failure < walk >,
        retry_until_successful(3) < walk >,
        retry_until_success(3) < walk >,
        one_shot < walk >,
        do_once < walk >,
        single_trigger < walk >,
        rate_controller(1.0) < walk >,
        eternal_guard(|_| true) < walk >,
        failure_is_success < walk >,
        success_is_failure < walk >,
        return_success < walk >,
        return_failure < walk >,
        repeater(3) < walk >,
        recovery_node(3) < walk, walk >,
        pipeline_sequence < walk, walk >,
        dynamic_sequence < walk, walk >,
        while_do_else(|_| true) < walk, walk >,
        probability_selector(1, 2) < walk, walk >,
        weighted_random(1, 2) < walk, walk >,
    >
}

fn main() {}
