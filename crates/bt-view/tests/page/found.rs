//! What is found and counted: paths of nodes, queries, statistics.

use bt::bt;
use bt_view::Recorder;

use crate::drive::{assert_said, drive};
use crate::samples::{FRAME, village};

#[test]
fn repeated_nodes_are_named_by_their_paths() {
    let script = "document.getElementById('show-statistics').click(); await drawn();
        const names = [...document.querySelectorAll('#statistics bdi')].map((name) => name.textContent);
        say(new Set(names).size === names.length, names.includes('village'), names.filter((name) => name.endsWith('› \
                  walk')).length);
        say(names.filter((name) => name.startsWith('miller › errand #2')).slice(0, 2).join(' | '));
        say([...document.querySelectorAll('#statistics th')].map((head) => head.textContent.replace(' ▾', '')).join());
        say(lanes.rows.filter(({ leaf }) => leaf).map(({ leaf }) => nameInLanes(leaf)).filter((name) => \
                  name.startsWith('baker ›')).slice(-2).join(' | '));
        say(['wait(0.5)', 'idle › wait #3'].every((name) => names.includes(name)));
        const labels = [...document.querySelectorAll('.node .text')].map((text) => text.textContent);
        say(labels.find((label) => label.startsWith('ready')));";
    if let Some(said) = drive("paths", &village().to_html(), script) {
        assert_eq!(
            said,
            [
                "true false 6",
                "miller › errand #2 | miller › errand #2 › ready",
                "node,visits,aborts,% success,ticks,seconds",
                "baker › errand #2 › wait | baker › wait",
                "true",
                "ready: condition(|n| *n % 3 == 0 && *n % 5…)",
            ]
        );
    }
}

#[test]
fn ticks_are_found_by_what_was_answered_and_by_values() {
    let script = "const query = document.getElementById('query'), hits = () => text('hits');
        const ask = async (words) => { query.value = words; query.dispatchEvent(new Event('input')); await drawn(); };
        const key = async (key, shiftKey = false) => { query.dispatchEvent(new KeyboardEvent('keydown', { key, \
                  shiftKey, bubbles: true })); await drawn(); };
        await ask('battery < 20'); say(hits(), document.getElementById('export').hidden);
        await key('Enter'); say(moment.tick, hits()); await key('Enter'); say(moment.tick, hits()); await key('Enter', \
                  true); say(moment.tick);
        await ask('Battery>=98'); say(hits()); await ask('nothing > 0'); say(hits()); await ask('heat < 2'); \
                  say(hits());
        await ask('ready false'); const falses = findTicks(agent(), 'ready false').map(({ tick }) => tick);
        const expected = []; for (let tick = 0; tick < agent().ticks; tick++)
            if (linesOf(agent(), tick).some((line) => agent().nodes[line.node].title === 'ready' && \
                    line.events.some((event) => word(agent(), event).startsWith('false')))) expected.push(tick);
        say(expected.length > 3 && expected.join() === falses.join());
        go(0); await key('Enter'); say(moment.tick === falses.find((tick) => tick > 0));
        await ask('walk success'); say(/^\\d+ ticks|of/.test(hits())); await ask('nobody true'); say(hits());
        let saved; URL.createObjectURL = (blob) => { saved = blob; return '#'; };
        await ask('battery < 6'); document.getElementById('export').click();
        say((await saved.text()).replaceAll('\\r\\n', ' | '));
        await key('Escape'); say(query.value + hits() + '.', document.getElementById('export').hidden);
        say(lanes.rows.filter(({ track }) => track).length, lanes.rows.at(-1).name);";
    if let Some(said) = drive("query", &village().to_html(), script) {
        assert_eq!(
            said,
            [
                "9 ticks false",
                "82 1 of 9 ticks",
                "84 2 of 9 ticks",
                "82",
                "2 ticks",
                "82 of 99 ticks",
                "nothing has this name",
                "true",
                "true",
                "true",
                "nothing has this name",
                r#""agent","tick","seconds","found" | "village","96","9.6","battery = 4" | "village","98","9.8","battery = 2" | "#,
                ". true",
                "6 nothing",
            ]
        );
    }
}

bt! { Fox(u32) = priority < |n| *n % 8 > 5 => chase: wait(10.0), idle: running > }

#[test]
fn ticks_are_found_by_the_words_of_the_panel() {
    let mut recorder = Recorder::new();
    let (key, mut fox) = (recorder.agent::<Fox>("fox"), Fox::new());
    for mut n in 0..20 {
        fox.tick_for_with(FRAME, &mut n, &mut recorder.tick_for(key, FRAME));
    }
    let script = "const ticks = (query) => findTicks(agent(), query)?.map(({ tick }) => tick).join() ?? 'none';
        say(ticks('chase true')); say(ticks('chase abort')); say(ticks('chase aborted')); say(ticks('idle ab'));
        const query = document.getElementById('query');
        const ask = async (words) => { query.value = words; query.dispatchEvent(new Event('input')); await drawn(); \
                say(text('hits')); };
        await ask('chace true'); await ask('zzzzzz true'); await ask('chase flase'); say(ticks('chase false'));";
    if let Some(said) = drive("words", &recorder.into_recording().to_html(), script) {
        let expected = [
            "6,7,14,15",
            "8,16",
            "8,16",
            "",
            "nothing has this name; did you mean chase?",
            "nothing has this name",
            "0 ticks; chase has start, running, aborted",
            "0,1,2,3,4,5,8,9,10,11,12,13,16,17,18,19",
        ];
        assert_eq!(said, expected);
    }
}

#[test]
fn visits_and_the_last_end_are_of_the_same_span() {
    assert_said(
        "visits",
        "const rows = () => [...document.querySelectorAll('#selected dt')].map((key) => `${key.textContent}: \
         ${key.nextSibling.textContent}`);
         go(2); select(6); await drawn(); say(rows().slice(0, 4).join(' / '));
         go(3); await drawn(); say(rows().slice(0, 4).join(' / ')); go(3, 1); await drawn(); say(rows()[2]);",
        &[
            "state: active / last end: none yet / visits: 1: 0 success, 0 failure, 0 aborted / in all: 40 visits, \
             active in 140 ticks, 9.05 s",
            "state: not active / last end: success in this tick / visits: 1: 1 success, 0 failure, 0 aborted / in \
             all: 40 visits, active in 140 ticks, 9.05 s",
            "visits: 1: 0 success, 0 failure, 0 aborted",
        ],
    );
}
