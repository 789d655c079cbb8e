//! The lanes of several agents, and the picture of their world.

use bt_view::{Recorder, Recording};

use crate::drive::drive;
use crate::samples::{FRAME, Guard};

/// Three agents; the second is ticked in every other frame.
fn three() -> Recording {
    let mut recorder = Recorder::new();
    let names = ["first", "</script><b>\u{202e}second", "third"];
    let keys = names.map(|name| recorder.agent::<Guard>(name));
    let mut guards = [(Guard::new(), 0), (Guard::new(), 1), (Guard::new(), 2)];
    for frame in 0..40 {
        for (number, (guard, steps)) in guards.iter_mut().enumerate() {
            if number != 1 || frame % 2 == 0 {
                guard.tick_for_with(FRAME, steps, &mut recorder.tick_for(keys[number], FRAME));
            }
        }
    }
    recorder.into_recording()
}

#[test]
fn lanes_of_several_agents_are_under_their_names() {
    let script = "
        const rows = () => lanes.rows.map(({ agent, leaf }) => leaf ? leaf.title : agent.name.replace(/[^a-z]/g, \
                  '')).join(' ');
        const down = async (x, y) => {
            const { left, top } = lanes.canvas.getBoundingClientRect();
            lanes.canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: left + x, clientY: top + y, bubbles: \
                  true }));
            window.dispatchEvent(new PointerEvent('pointerup')); await drawn();
        };
        say(rows(), '|', text('choose'), location.hash);
        go(20); await press('a'); say(document.getElementById('choice').open);
        const search = document.getElementById('choice-search'), boxes = () => \
                  [...document.querySelectorAll('#choice-list input')];
        search.value = 'SECOND'; search.dispatchEvent(new Event('input'));
        say(boxes().length, text('choice-list').includes('<' + '/script><b>'));
        boxes()[0].click(); await drawn();
        search.value = ''; search.dispatchEvent(new Event('input')); say(boxes().map((box) => box.checked));
        document.getElementById('choice').close();
        say(rows(), '|', text('choose'), location.hash);
        const order = agent().orders[20];
        await press(']'); say(location.hash, agent().orders[moment.tick] <= order, agent().orders[moment.tick + 1] > \
                  order);
        await press(']'); say(moment.agent);
        await down(50, 17 * 3.5); say(moment.agent, moment.node, lanes.focus === agent());
        const x = lanes.x(lanes.axis.place(recording.agents[1], 5) + 1, lanes.box.clientWidth);
        await down(x, 17 * 8.5); say(location.hash);
        const ratio = devicePixelRatio, pixels = lanes.canvas.getContext('2d').getImageData(x * ratio, 0, 1, 60 * \
                  ratio).data;
        const pixel = (y) => pixels.slice(4 * Math.round(y * ratio), 4 * Math.round(y * ratio) + 3).join();
        say(pixel(17 * 1.5) !== pixel(17 * 2.5));
        await down(50, 17 * 0.5); say(moment.agent, moment.node);
        await address('#agent=2&tick=3&lanes=0,2');
        say(rows(), '|', location.hash);
        const axis = document.getElementById('axis');
        for (const counts of ['ticks', 'time', 'order']) {
            agents.setLanes([0, 1], 0); choose(0); axis.value = counts; axis.dispatchEvent(new Event('change')); \
                  go(20); await press(']');
            say(axis.hidden, moment.tick, lanes.axis.range().join());
        }
        await address('#agent=2&tick=3&lanes=0,2');
        const find = document.getElementById('search');
        find.value = 'bark'; find.dispatchEvent(new Event('input')); await drawn(); say(rows());
        await press('a'); boxes()[2].click(); say(moment.agent, boxes().map((box) => box.checked));
        boxes()[0].click(); say(moment.agent, boxes().map((box) => box.checked));
        document.getElementById('choice-all').click(); say(text('choose'));
        document.getElementById('choice-one').click(); say(text('choose'));";
    if let Some(said) = drive("lanes", &three().to_html(), script) {
        assert_eq!(
            said,
            [
                "hears bark patrol rest | lanes #agent=0&tick=0&step=11",
                "true",
                "1 true",
                "true,true,false",
                "first hears bark patrol rest scriptbsecond hears bark patrol rest | lanes of 2 \
                 #agent=0&tick=20&step=14&lanes=0,1",
                "#agent=1&tick=9&step=14&lanes=0,1 true true",
                "1",
                "0 6 true",
                "#agent=1&tick=5&step=10&node=6&lanes=0,1",
                "true",
                "0 -1",
                "first hears bark patrol rest third hears bark patrol rest | #agent=2&tick=3&step=15&lanes=0,2",
                "false 19 0,40",
                "false 19 0,4000000000",
                "false 9 0,101",
                "first bark third bark",
                "0 true,false,false",
                "0 true,false,false",
                "lanes of 3",
                "lanes",
            ],
        );
    }
}

#[test]
fn the_world_is_an_image_beside_the_tree() {
    let mut recorder = Recorder::new().last_ticks(25);
    let keys = ["one", "other"].map(|name| recorder.agent::<Guard>(name));
    let (mut tree, mut steps) = (Guard::new(), 0);
    for frame in 0..60 {
        for key in keys {
            tree.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(key, FRAME));
        }
        recorder.world(format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='50' \
             height='20'><script>parent.document.title='run'</script><text y='9'>frame {frame}</text></svg>"
        ));
    }
    let script = "const world = () => /frame (\\d+)/.exec(decodeURIComponent(document.querySelector('#world \
                  img').src))[1];
         for (const number of [0, 1]) for (const tick of [0, 7, 24]) {
             choose(number); go(tick); await drawn(); say(number, tick, world());
         }
         const image = document.querySelector('#world img'); await image.decode(); say(image.naturalWidth, \
                  document.title.length > 10);";
    if let Some(said) = drive("world", &recorder.recording().to_html(), script) {
        assert_eq!(said, ["0 0 35", "0 7 42", "0 24 59", "1 0 35", "1 7 42", "1 24 59", "50 true"]);
    }
}
