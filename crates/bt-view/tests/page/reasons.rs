//! The steps of a tick: why nodes ended, the messages that they got, and repeated checks.

use bt::{bt, leaf};
use bt_view::Recorder;

use crate::drive::drive;
use crate::samples::FRAME;

bt! {
    Careful(u32) = forever < reactive_selector <
        fire: sequence < condition(|steps| *steps >= 3), run: condition(|_| true), running >,
        work: guard(|steps| *steps != 2) < saw: running >,
        timeout(0.15) < rest: running >,
    > >
}

#[derive(Clone, Debug)]
struct Wolf(u32);

#[leaf]
fn find(steps: &mut u32) -> Option<Wolf> {
    Some(Wolf(*steps))
}

bt! {
    Told(u32) = sequence <
        enemy: priority < |steps| *steps > 9 => flee: find, near: guard(|steps| *steps > 2) < find > > -> prey,
        brain: utility(1.5, |steps| *steps) <
            calm: fail,
            angry: switch(|_| prey.clone()) < Wolf(3) => succeed, _ => fail >,
        >,
        stay: guard(|_| true) < running >,
    >
}

#[test]
fn it_says_why_a_node_was_aborted() {
    let mut recorder = Recorder::new();
    let key = recorder.agent::<Careful>("careful");
    let mut tree = Careful::new();
    for mut steps in 0..5 {
        tree.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(key, FRAME));
    }
    tree.abort_with(&mut 0, &mut recorder.abort(key));
    let mut steps = 2;
    for _ in 0..2 {
        tree.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(key, FRAME));
    }
    let script = "const why = (node) => [...document.querySelectorAll('#selected dd')].map((row) => \
                  row.textContent)[2];
         const at = async (tick, node) => { go(tick); select(node); await drawn(); say(why(node)); };
         await at(0, 7); await at(2, 7); await at(3, 9); await at(4, 2); await at(5, 5); await at(5, 0); await at(7, \
                  9);";
    if let Some(said) = drive("why", &recorder.recording().to_html(), script) {
        assert_eq!(
            said,
            [
                "1: 0 success, 0 failure, 0 aborted",
                "“work” gave it up in tick 2: its condition (|steps| *steps != 2) answered false (*steps 2 != 2) \
                        (true before)",
                "“reactive_selector” gave “timeout”, above it, up in tick 3: “fire” was running, as \
                        “condition(|steps| *steps >= 3)” answered true (*steps 3 >= 3) (false before)",
                "4: 0 success, 3 failure, 0 aborted",
                "the whole tree was aborted",
                "the whole tree was aborted",
                "“timeout” gave it up in tick 7: its time (0.15) had run out",
            ],
        );
    }
}

#[test]
fn it_says_what_nodes_were_told() {
    let mut recorder = Recorder::new();
    let key = recorder.agent::<Told>("told");
    let mut tree = Told::new();
    for mut steps in [2, 3] {
        tree.tick_with(&mut steps, &mut recorder.tick(key));
    }
    let script = "const lines = () => [...document.querySelectorAll('#steps li')].map((line) => line.textContent);
         go(0); await drawn(); lines().forEach((line) => say(line));
         go(1); await drawn(); lines().forEach((line) => say(line));
         say(document.querySelector('#steps .why') !== null, classes(2), '|', classes(3), '|', classes(10));";
    if let Some(said) = drive("told", &recorder.recording().to_html(), script) {
        assert_eq!(
            said,
            [
                "● sequence start",
                "● enemy start",
                "? enemy flee: false (*steps 2 > 9)",
                "● near start",
                "? near false (*steps 2 > 2)",
                "✗ near failure",
                "✗ enemy failure",
                "✗ sequence failure",
                "● sequence start",
                "● enemy start, flee: false (*steps 3 > 9) ×2 · ticks 0–1 ▸",
                "● near start",
                "? near true (*steps 3 > 2)",
                "✓ find success",
                "✓ near success",
                "✓ enemy success",
                "? enemy prey = Wolf(3)",
                "● brain start",
                "? brain calm: 1.5",
                "? brain angry: 3",
                "● angry start",
                "? angry value Wolf(3)",
                "✓ succeed success",
                "✓ angry success",
                "✓ brain success",
                "● stay start",
                "? stay true",
                "● running running",
                "true node | node last-1 now | node active",
            ],
        );
    }
}

#[test]
fn what_is_asked_again_is_one_line() {
    let mut recorder = Recorder::new();
    let key = recorder.agent::<Careful>("careful");
    let mut tree = Careful::new();
    for mut steps in [0, 0, 1, 1, 0, 3, 3] {
        tree.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(key, FRAME));
    }
    let script = "const lines = () => say([...document.querySelectorAll('#steps li')].map((line) => \
                  line.textContent).join(' / '));
        const at = async (tick) => { go(tick); await drawn(); lines(); };
        await at(0); await at(1); await at(4);
        document.querySelector('#steps .more').focus(); document.activeElement.click(); await drawn(); lines();
        say(document.activeElement.className, document.querySelector('#steps .more').ariaExpanded);
        document.querySelectorAll('#steps .again')[2].click(); await drawn(); say(moment.tick, moment.step);
        go(4); await press('c'); lines(); say(document.getElementById('collapse').ariaPressed); await press('c');
        await at(5); await at(6);
        go(4, 2); await drawn(); say(document.querySelector('#steps .here').textContent);";
    if let Some(said) = drive("again", &recorder.recording().to_html(), script) {
        assert_eq!(
            said,
            [
                "● forever start / ● reactive_selector start / ● fire start / ✗ condition false (*steps 0 >= 3), \
                        failure / ✗ fire failure / \
                 ● work start / ? work true (*steps 0 != 2) / ● saw running",
                "● fire start / ✗ condition false (*steps 0 >= 3), failure ×2 · ticks 0–1 ▸ / ✗ fire failure / ? \
                        work true (*steps 0 != 2) ×2 · ticks 0–1 ▸ / ● saw running",
                "● fire start / ✗ condition false (*steps 0 >= 3), failure ×5 · ticks 0–4 ▸ / ✗ fire failure / ? \
                        work true (*steps 0 != 2) ×5 · ticks 0–4 ▸ / ● saw running",
                "● fire start / ✗ condition false (*steps 0 >= 3), failure ×5 · ticks 0–4 ▾ / tick 4 ✗ condition \
                        false (*steps 0 >= 3), failure / \
                 tick 3 ✗ condition false (*steps 1 >= 3), failure / tick 2 ✗ condition false (*steps 1 >= 3), \
                         failure / tick 1 ✗ condition false (*steps 0 >= 3), failure / \
                 tick 0 ✗ condition false (*steps 0 >= 3), failure / ✗ fire failure / ? work true (*steps 0 != 2) ×5 \
                         · ticks 0–4 ▸ / ● saw running",
                "more true",
                "2 5",
                "● fire start / ✗ condition false (*steps 0 >= 3), failure / ✗ fire failure / ? work true (*steps 0 \
                        != 2) / ● saw running",
                "false",
                "● fire start / ✓ condition true (*steps 3 >= 3), success / ✓ run true, success / ● running running \
                        / ⊘ saw aborted / ⊘ work aborted",
                "● running running",
                "✗ condition false (*steps 0 >= 3), failure ×5 · ticks 0–4 ▾",
            ],
        );
    }
}

bt! { Guard(u32) = priority < |n| *n > 1 && *n % 3 != 2 => chase: running, idle: running > }

#[test]
fn the_panel_and_the_search_have_the_parts_of_a_condition() {
    let mut recorder = Recorder::new();
    let (key, mut guard) = (recorder.agent::<Guard>("guard"), Guard::new());
    for mut n in 0..5 {
        guard.tick_for_with(FRAME, &mut n, &mut recorder.tick_for(key, FRAME));
    }
    let script = "const rows = () => [...document.querySelectorAll('#selected dt')].map((key) => \
            `${key.textContent}: ${key.nextSibling.textContent}`);
        select(0);
        for (const tick of [1, 2, 3]) { go(tick); await drawn(); say(rows().find((row) => \
                row.startsWith('answered'))); }
        select(1); go(4); await drawn(); say(rows().some((row) => row.startsWith('answered')));
        const ticks = (query) => findTicks(agent(), query)?.map(({ tick }) => tick).join() ?? 'none';
        say(ticks('priority false')); say(ticks('priority > false')); say(ticks('priority != false')); \
                say(ticks('priority true'));";
    if let Some(said) = drive("parts", &recorder.into_recording().to_html(), script) {
        let expected = [
            "answered: chase: false (*n 1 > 1)",
            "answered: chase: false (*n 2 > 1 true, (*n % 3) 2 != 2 false)",
            "answered: chase: true (*n 3 > 1 true, (*n % 3) 0 != 2 true)",
            "false",
            "0,1,2",
            "0,1",
            "2",
            "3,4",
        ];
        assert_eq!(said, expected);
    }
}
