//! The page: what is in its file, and what it does in a browser, if there is one.
//!
//! With `BT_BROWSER=1` the tests of the second kind open the page in Chromium (Debian's package `chromium`). Without it
//! they say so and pass, so that the tests of the workspace need nothing but Rust.

use std::process::Command;
use std::time::{Duration, Instant};

use bt::{Status, bt, leaf};
use bt_view::{Recorder, Recording};

const FRAME: Duration = Duration::from_millis(100);

#[leaf]
fn patrol(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(4) { Status::Success } else { Status::Running }
}

bt! {
    Guard(u32) = forever < selector <
        alarm: sequence < hears: condition(|steps| *steps % 8 == 4), bark: action(|steps| *steps += 1) >,
        round: sequence < patrol, rest: wait(0.25) >,
    > >
}

bt! { Odd(u32) = sequence < evil: action(|_| { let _ = "</script><script>alert(1)</script>'\"`${"; }), running > }

/// Two agents, with names that want to be run.
fn recording() -> Recording {
    let mut recorder = Recorder::new();
    let guard = recorder.agent::<Guard>("guard </script><script>document.title='run'</script>");
    let odd = recorder
        .agent::<Odd>(format!("\u{202e}עברית <img src=x onerror=\"document.title='run'\"> 😀 {}", "long ".repeat(60)));
    let (mut tree, mut steps) = (Guard::new(), 0);
    for _ in 0..200 {
        tree.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(guard, FRAME));
    }
    let mut tree = Odd::new();
    tree.tick_with(&mut 0, &mut recorder.tick(odd));
    tree.abort_with(&mut 0, &mut recorder.abort(odd));
    recorder.into_recording()
}

#[test]
fn the_file_is_one_piece_in_which_names_are_no_code() {
    let html = recording().to_html();
    assert_eq!(html.matches("<script").count(), 2, "the data and the program");
    assert_eq!(html.matches("</script").count(), 2);
    for outside in ["http:", "https:", " src=", "@import", "url("] {
        let found = html.matches(outside).count();
        let allowed = if outside == "http:" { 1 } else { usize::from(outside == " src=") };
        assert!(found <= allowed, "`{outside}` stands in the page {found} times");
    }
    assert!(html.contains("\"http://www.w3.org/2000/svg\""));
}

fn browser() -> Option<&'static str> {
    if std::env::var_os("BT_BROWSER").is_none() {
        println!("SKIPPED: `BT_BROWSER=1` opens the page in Chromium");
        return None;
    }
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()));
    assert!(found.is_some(), "`BT_BROWSER` is set, and there is no Chromium here");
    found
}

/// Opens a page, lets a script act in it, and gives what that wrote: a line for each call of `say`.
fn drive(name: &str, html: &str, script: &str) -> Option<Vec<String>> {
    let browser = browser()?;
    let folder = std::env::temp_dir().join(format!("bt-view-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the page");
    // In virtual time, a browser that is busy draws no frames.
    let errors = "<script>
        window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 16);
        const said = []; const say = (...words) => said.push(words.join(' '));
        window.onerror = (message) => say('error:', message);</script><meta charset";
    let driver = format!(
        "<script>(async () => {{
            const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            const press = async (key, shiftKey = false) => {{
                document.dispatchEvent(new KeyboardEvent('keydown', {{ key, shiftKey, bubbles: true, cancelable: true }}));
                await drawn();
            }};
            const classes = (node) => document.querySelector(`[data-node='${{node}}']`)?.getAttribute('class');
            const text = (id) => document.getElementById(id).textContent;
            try {{ await ready; await drawn(); {script} }} catch (error) {{ say('error:', error.stack); }}
            const result = document.createElement('pre');
            result.id = 'said';
            result.textContent = JSON.stringify(said.join('\\n'));
            document.body.append(result);
        }})();</script></body>"
    );
    let html = html.replacen("<meta charset", errors, 1).replace("</body>", &driver);
    let file = folder.join("page.html");
    std::fs::write(&file, html).expect("the page is written");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900", "--virtual-time-budget=20000"])
        .args(["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"])
        .args(["--disable-sync", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser starts");
    let _ = std::fs::remove_dir_all(&folder);
    let (page, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!log.contains(":CONSOLE"), "{log}");
    let said = page.split_once("<pre id=\"said\">\"").and_then(|(_, rest)| rest.split_once("\"</pre>"));
    let Some((said, _)) = said else { panic!("the script did not come to its end: {log}") };
    let said = said.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some(said.split("\\n").map(str::to_owned).collect())
}

#[track_caller]
fn assert_said(name: &str, script: &str, expected: &[&str]) {
    if let Some(said) = drive(name, &recording().to_html(), script) {
        assert_eq!(said, expected);
    }
}

#[test]
fn keys_go_through_ticks_and_steps() {
    assert_said(
        "keys",
        "say(location.hash, classes(0), '|', classes(3), '|', classes(6));
         await press('ArrowRight'); await press('ArrowRight'); await press('ArrowRight');
         say(location.hash, classes(6), '|', classes(7));
         await press('ArrowLeft', true); say(location.hash, classes(6), '|', classes(7));
         await press('ArrowLeft', true); say(location.hash, classes(6), '|', classes(7));
         await press('End'); say(location.hash.split('&')[1]);
         await press('ArrowRight'); say(location.hash.split('&')[1]);
         await press('Home'); await press('ArrowLeft'); say(location.hash.split('&')[1]);
         for (let i = 0; i < 8; i++) await press('ArrowLeft', true);
         say(location.hash, classes(0));
         for (let i = 0; i < 11; i++) await press('ArrowRight', true);
         say(location.hash, classes(0));",
        &[
            "#agent=0&tick=0&step=11 node active | node last-2 now | node active",
            "#agent=0&tick=3&step=4 node last-1 now | node active",
            "#agent=0&tick=3&step=3 node last-1 now | node active moving",
            "#agent=0&tick=3&step=2 node last-1 now moving | node",
            "tick=199",
            "tick=199",
            "tick=0",
            "#agent=0&tick=0&step=3 node active",
            "#agent=0&tick=3&step=1 node active",
        ],
    );
}

#[test]
fn the_address_holds_the_moment() {
    assert_said(
        "address",
        "location.hash = '#agent=0&tick=7&step=1&node=6';
         await new Promise((done) => setTimeout(done, 50)); await drawn();
         say(document.getElementById('scrub').value, classes(6).includes('selected'), text('selected').startsWith('patrol'));
         location.hash = '#agent=99&tick=zzz&step=-1&node=12345';
         await new Promise((done) => setTimeout(done, 50)); await drawn();
         say(location.hash);",
        &["7 true true", "#agent=1&tick=0&step=6"],
    );
}

#[test]
fn it_searches_and_folds() {
    assert_said(
        "search",
        "const search = document.getElementById('search');
         search.value = 'BARK'; search.dispatchEvent(new Event('input')); await drawn();
         say(text('found'), classes(4), '|', classes(6));
         search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })); await drawn();
         say(location.hash.split('&')[3]);
         search.value = ''; search.dispatchEvent(new Event('input')); await drawn();
         say(text('found') + '.', classes(6));
         location.hash = '#agent=0&tick=0&node=2'; await new Promise((done) => setTimeout(done, 50)); await drawn();
         await press('Enter'); say(document.querySelectorAll('.node').length, classes(3), classes(2));
         await press('r'); say(document.querySelectorAll('.node').length, location.hash.split('&')[3]);
         await press('Enter');
         document.querySelector(\"[data-node='2'] .fold circle\").dispatchEvent(new MouseEvent('click', { bubbles: true }));
         await drawn(); say(document.querySelectorAll('.node').length);",
        &[
            "1 found node | node active unmatched",
            "node=4",
            ". node active",
            "6  node last-2 now selected",
            "6 node=6",
            "8",
        ],
    );
}

#[test]
fn it_plays_and_scrubs() {
    assert_said(
        "play",
        "await press(' '); say(text('play'));
         await new Promise((done) => setTimeout(done, 1000)); await press(' ');
         const tick = Number(document.getElementById('scrub').value);
         say(tick > 20 && tick < 40, text('play'));
         const scrub = document.getElementById('scrub');
         scrub.value = 150; scrub.dispatchEvent(new Event('input')); await drawn();
         say(location.hash.split('&')[1], text('moment').startsWith('tick 150 of 0.1 s, last is 199 · at 15 s'));
         document.getElementById('show-statistics').click(); await drawn();
         say([...document.querySelectorAll('#statistics tr')].slice(1, 3).map((row) => row.innerText.replaceAll('\\t', ' ')));",
        &["pause", "true play", "tick=150 true", "selector 60 0 100 200 19.00,alarm 60 0 33 60 0.00"],
    );
}

#[test]
fn names_are_shown_and_not_run() {
    assert_said(
        "names",
        "say(document.title, document.images.length);
         say([...document.getElementById('agents').options].map((option) => option.textContent.slice(0, 24)).join('|'));
         await press(']'); say(location.hash, document.querySelectorAll('.node').length, document.images.length);
         say(document.querySelector(\"[data-node='1'] title\").textContent);
         await press('End'); say(text('moment').slice(0, 7), classes(2));",
        &[
            "Behavior tree recording 0",
            "guard </script><script>d|\u{202e}עברית <img src=x onerro",
            "#agent=1&tick=0&step=6 3 0",
            r#"evil: action(|_| { let _ = \"</script><script>alert(1)</script>'\\\"`${\"; })"#,
            "abort 1 node last-3 now",
        ],
    );
}

bt! {
    Careful(u32) = forever < reactive_selector <
        fire: sequence < condition(|steps| *steps >= 3), run: condition(|_| true), running >,
        work: guard(|steps| *steps != 2) < saw: running >,
        timeout(0.15) < rest: running >,
    > >
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
            "<svg xmlns='http://www.w3.org/2000/svg' width='50' height='20'><script>parent.document.title='run'</script>\
             <text y='9'>frame {frame}</text></svg>"
        ));
    }
    let script = "const world = () => /frame (\\d+)/.exec(decodeURIComponent(document.querySelector('#world img').src))[1];
         for (const number of [0, 1]) for (const tick of [0, 7, 24]) {
             choose(number); go(tick); await drawn(); say(number, tick, world());
         }
         const image = document.querySelector('#world img'); await image.decode(); say(image.naturalWidth, document.title.length > 10);";
    if let Some(said) = drive("world", &recorder.recording().to_html(), script) {
        assert_eq!(said, ["0 0 35", "0 7 42", "0 24 59", "1 0 35", "1 7 42", "1 24 59", "50 true"]);
    }
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
    let script = "const why = (node) => [...document.querySelectorAll('#selected dd')].map((row) => row.textContent)[2];
         const at = async (tick, node) => { go(tick); select(node); await drawn(); say(why(node)); };
         await at(0, 7); await at(2, 7); await at(3, 9); await at(4, 2); await at(5, 5); await at(5, 0); await at(7, 9);";
    if let Some(said) = drive("why", &recorder.recording().to_html(), script) {
        assert_eq!(
            said,
            [
                "1: 0 success, 0 failure, 0 aborted",
                "“work” gave it up in tick 2: its condition (|steps| *steps != 2) answered false (true before)",
                "“reactive_selector” gave “timeout”, above it, up in tick 3: “fire” was running, as “condition(|steps| *steps >= 3)” answered true (false before)",
                "4: 0 success, 3 failure, 0 aborted",
                "the whole tree was aborted",
                "the whole tree was aborted",
                "“timeout” gave it up in tick 7: its time (0.15) had run out",
            ],
        );
    }
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
        brain: utility(1.5, |steps| *steps) < calm: fail, angry: switch(|_| prey.clone()) < Wolf(3) => succeed, _ => fail > >,
        stay: guard(|_| true) < running >,
    >
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
                "? enemy flee: false",
                "● near start",
                "? near false",
                "✗ near failure",
                "✗ enemy failure",
                "✗ sequence failure",
                "● sequence start",
                "● enemy start, flee: false ×2 · ticks 0–1 ▸",
                "● near start",
                "? near true",
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

/// Three agents, of which the second is ticked in every other frame.
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
fn lanes_of_several_agents_stand_under_their_names() {
    let script = "
        const rows = () => lanes.rows.map(({ agent, leaf }) => leaf ? leaf.title : agent.name.replace(/[^a-z]/g, '')).join(' ');
        const down = async (x, y) => {
            const { left, top } = lanes.canvas.getBoundingClientRect();
            lanes.canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: left + x, clientY: top + y, bubbles: true }));
            window.dispatchEvent(new PointerEvent('pointerup')); await drawn();
        };
        say(rows(), '|', text('choose'), location.hash);
        go(20); await press('a'); say(document.getElementById('choice').open);
        const search = document.getElementById('choice-search'), boxes = () => [...document.querySelectorAll('#choice-list input')];
        search.value = 'SECOND'; search.dispatchEvent(new Event('input'));
        say(boxes().length, text('choice-list').includes('<' + '/script><b>'));
        boxes()[0].click(); await drawn();
        search.value = ''; search.dispatchEvent(new Event('input')); say(boxes().map((box) => box.checked));
        document.getElementById('choice').close();
        say(rows(), '|', text('choose'), location.hash);
        const order = agent().orders[20];
        await press(']'); say(location.hash, agent().orders[moment.tick] <= order, agent().orders[moment.tick + 1] > order);
        await press(']'); say(moment.agent);
        await down(50, 17 * 3.5); say(moment.agent, moment.node, lanes.focus === agent());
        const x = lanes.x(lanes.axis.place(recording.agents[1], 5) + 1, lanes.box.clientWidth);
        await down(x, 17 * 8.5); say(location.hash);
        const ratio = devicePixelRatio, pixels = lanes.canvas.getContext('2d').getImageData(x * ratio, 0, 1, 60 * ratio).data;
        const pixel = (y) => pixels.slice(4 * Math.round(y * ratio), 4 * Math.round(y * ratio) + 3).join();
        say(pixel(17 * 1.5) !== pixel(17 * 2.5));
        await down(50, 17 * 0.5); say(moment.agent, moment.node);
        location.hash = '#agent=2&tick=3&lanes=0,2'; await new Promise((done) => setTimeout(done, 50)); await drawn();
        say(rows(), '|', location.hash);
        const axis = document.getElementById('axis');
        for (const counts of ['ticks', 'time', 'order']) {
            agents.setLanes([0, 1], 0); choose(0); axis.value = counts; axis.dispatchEvent(new Event('change')); go(20); await press(']');
            say(axis.hidden, moment.tick, lanes.axis.range().join());
        }
        location.hash = '#agent=2&tick=3&lanes=0,2'; await new Promise((done) => setTimeout(done, 50)); await drawn();
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
                "first hears bark patrol rest scriptbsecond hears bark patrol rest | lanes of 2 #agent=0&tick=20&step=14&lanes=0,1",
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
fn what_is_asked_again_is_one_line() {
    let mut recorder = Recorder::new();
    let key = recorder.agent::<Careful>("careful");
    let mut tree = Careful::new();
    for mut steps in [0, 0, 1, 1, 0, 3, 3] {
        tree.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(key, FRAME));
    }
    let script = "const lines = () => say([...document.querySelectorAll('#steps li')].map((line) => line.textContent).join(' / '));
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
                "● forever start / ● reactive_selector start / ● fire start / ✗ condition false, failure / ✗ fire failure / \
                 ● work start / ? work true / ● saw running",
                "● fire start / ✗ condition false, failure ×2 · ticks 0–1 ▸ / ✗ fire failure / ? work true ×2 · ticks 0–1 ▸ / ● saw running",
                "● fire start / ✗ condition false, failure ×5 · ticks 0–4 ▸ / ✗ fire failure / ? work true ×5 · ticks 0–4 ▸ / ● saw running",
                "● fire start / ✗ condition false, failure ×5 · ticks 0–4 ▾ / tick 4 ✗ condition false, failure / \
                 tick 3 ✗ condition false, failure / tick 2 ✗ condition false, failure / tick 1 ✗ condition false, failure / \
                 tick 0 ✗ condition false, failure / ✗ fire failure / ? work true ×5 · ticks 0–4 ▸ / ● saw running",
                "more true",
                "2 5",
                "● fire start / ✗ condition false, failure / ✗ fire failure / ? work true / ● saw running",
                "false",
                "● fire start / ✓ condition true, success / ✓ run true, success / ● running running / ⊘ saw aborted / ⊘ work aborted",
                "● running running",
                "✗ condition false, failure ×5 · ticks 0–4 ▾",
            ],
        );
    }
}

#[test]
fn no_agents_and_no_ticks_are_shown() {
    if let Some(said) = drive("empty", &Recorder::new().recording().to_html(), "say(text('moment'))") {
        assert_eq!(said, ["no agents were recorded"]);
    }
    let mut recorder = Recorder::new();
    recorder.agent::<Guard>("asleep");
    let script = "for (const key of ['ArrowRight', 'ArrowLeft', 'End', ' ', 'r', 'n', 'Enter', 'f']) await press(key);
         await press('ArrowRight', true); say(text('moment'), document.querySelectorAll('.node').length)";
    if let Some(said) = drive("asleep", &recorder.recording().to_html(), script) {
        assert_eq!(said, ["no ticks were recorded 8"]);
    }
}

bt! { Part(u32) = forever < selector <
    sequence < condition(|n| *n % 7 == 3), action(|n| *n += 1) >,
    sequence < condition(|n| *n % 5 == 2), action(|n| *n += 1), running >,
    action(|n| *n += 1),
> > }

bt! { Large(u32) = parallel <
    part, part, part, part, part, part, part, part, part, part, part, part, part, part, part,
    part, part, part, part, part, part, part, part, part, part, part, part, part, part, part,
> }

#[test]
fn a_large_recording_opens_at_once() {
    let mut recorder = Recorder::new().at_most_events(100_000);
    let large = recorder.agent::<Large>("large");
    let (mut tree, mut count) = (Large::new(), 0);
    while recorder.recording().events() < 100_000 {
        tree.tick_with(&mut count, &mut recorder.tick(large));
    }
    let recording = recorder.into_recording();
    assert!(recording.tree("large").is_some_and(|tree| tree.nodes().len() > 300));
    let html = recording.to_html();
    let script = "say(document.querySelectorAll('.node').length > 300);
        for (let i = 0; i < 20; i++) await press('ArrowRight');
        await press('End'); await press('ArrowLeft', true); say(location.hash.split('&')[1] !== 'tick=0');";
    let began = Instant::now();
    if let Some(said) = drive("large", &html, script) {
        println!("{:?} with the start of the browser, {} bytes", began.elapsed(), html.len());
        assert_eq!(said, ["true", "true"]);
    }
}

bt! {
    /// As wide as it is high, with its root far below its middle.
    Wide(u32) = the_first_of_some_names_that_are_long: selector <
        the_second_of_some_names_that_are_long: selector <
            the_third_of_some_names_that_are_long: selector <
                the_fourth_of_some_names_that_are_long: selector <
                    the_fifth_of_some_names_that_are_long: selector <
                        fail, fail, fail, fail, fail, fail, fail, fail, fail, fail, fail, fail
                    >,
                    fail,
                >,
                fail,
            >,
            fail,
        >,
        fail,
    >
}

#[test]
fn a_wide_tree_is_seen_whole() {
    let mut recorder = Recorder::new();
    let wide = recorder.agent::<Wide>("wide");
    Wide::new().tick_with(&mut 0, &mut recorder.tick(wide));
    let script = "const tops = [...document.querySelectorAll('.node')].map((node) => node.getBoundingClientRect());
        const pane = document.querySelector('.node').closest('svg').getBoundingClientRect();
        say(tops.every((box) => box.top > pane.top && box.bottom < pane.bottom));
        say(tops.every((box) => box.left > pane.left && box.right < pane.right));";
    if let Some(said) = drive("wide", &recorder.into_recording().to_html(), script) {
        assert_eq!(said, ["true", "true"]);
    }
}

bt! { Errand(u32) = sequence <
    ready: condition(|n| *n % 3 == 0 && *n % 5 != 0 && *n % 7 != 6), walk: wait(0.3), selector < action(|n| *n += 1), fail >, wait(0.1),
> }

bt! {
    /// 56 nodes.
    Village(u32) = forever < selector <
        baker: sequence < errand, errand, wait(0.2) >,
        smith: sequence < errand, errand, wait(0.2) >,
        miller: sequence < errand, errand, wait(0.2) >,
        idle: sequence < wait(0.5), wait(0.1), wait(0.1), wait(0.1), action(|n| *n += 1) >,
    > >
}

/// A tree of 50 nodes and more, and one that is ticked while a value is noted.
fn village() -> Recording {
    let mut recorder = Recorder::new();
    let key = recorder.agent::<Village>("village");
    let (mut tree, mut n) = (Village::new(), 0);
    for tick in 0..100_u32 {
        tree.tick_for_with(FRAME, &mut n, &mut recorder.tick_for(key, FRAME));
        if tick % 2 == 0 {
            recorder.value("battery", f64::from(100 - tick));
        }
        recorder.value("nothing", if tick == 50 { f64::NAN } else { 1.0 });
    }
    recorder.into_recording()
}

#[test]
fn a_tree_that_is_taller_than_the_window_opens_whole_and_readable() {
    let script = "const boxes = [...document.querySelectorAll('.node rect')].map((node) => node.getBoundingClientRect());
        const pane = document.querySelector('#tree').getBoundingClientRect(), apart = (one, other) =>
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
        say(boxes.length);
        say(boxes.every((box) => box.top > pane.top && box.bottom < pane.bottom && box.left > pane.left && box.right < pane.right));
        say(boxes.every((box) => box.height >= 15));
        say(boxes.every((one, index) => boxes.slice(0, index).every((other) => apart(one, other))));
        tree.toggle(2); await drawn();
        say(document.querySelectorAll('.node').length, document.activeElement === document.body);";
    if let Some(said) = drive("tall", &village().to_html(), script) {
        assert_eq!(said, ["56", "true", "true", "true", "41 true"]);
    }
}

#[test]
fn escape_ends_a_search() {
    assert_said(
        "escape",
        "const search = document.getElementById('search');
         search.focus(); search.value = 'bark'; search.dispatchEvent(new Event('input')); await drawn();
         say(document.querySelectorAll('.unmatched').length, text('found'));
         search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })); await drawn();
         say(document.querySelectorAll('.unmatched').length, text('found') + search.value + '.', lanes.rows.length, document.activeElement === document.body);",
        &["7 1 found", "0 . 4 true"],
    );
}

#[test]
fn keys_work_while_a_list_of_choices_has_the_focus() {
    assert_said(
        "select",
        "const speed = document.getElementById('speed');
         speed.focus();
         const key = (key) => speed.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
         say(key('ArrowRight'), key('r'), key('['), key('ArrowRight'), moment.tick, moment.agent);
         say(key('ArrowDown'), key(' '), key('Enter'), playing === null);",
        &["false false false false 2 0", "true true true true"],
    );
}

/// The contrast of two colours, as WCAG measures it.
const CONTRAST: &str = "
    const light = (color) => {
        const [red, green, blue] = color.match(/[\\d.]+/g).slice(0, 3).map(Number).map((part) => part / 255)
            .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((one, other) => one - other);
        return (bright + 0.05) / (dark + 0.05);
    };";

#[test]
fn states_are_told_by_glyphs_and_by_colors_that_can_be_read() {
    let script = format!(
        "{CONTRAST}
        const style = (element) => getComputedStyle(element), node = (position) => document.querySelector(`[data-node='${{position}}']`);
        go(3); await drawn();
        say([0, 2, 3, 4, 6].map((position) => node(position).querySelector('.glyph').textContent).join(' '), node(2).getAttribute('aria-label'));
        for (const theme of ['light', 'dark']) {{
            document.documentElement.dataset.theme = theme;
            for (const state of ['', 'last-1', 'last-2', 'last-3', 'last-1 now', 'last-2 now', 'last-3 now', 'active', 'active now last-1']) {{
                node(4).setAttribute('class', `node ${{state}}`);
                for (const kind of ['.glyph', '.text']) {{
                    const ratio = contrast(style(node(4).querySelector(kind)).fill, style(node(4).querySelector('rect')).fill);
                    if (ratio < 4.5) say(theme, state, kind, ratio.toFixed(2));
                }}
            }}
            const pane = style(document.querySelector('aside')).backgroundColor, back = style(document.body).backgroundColor;
            for (const kind of ['good', 'bad', 'cut', 'run', 'why', 'later']) {{
                const line = document.createElement('li');
                line.className = kind;
                document.getElementById('steps').append(line);
                if (contrast(style(line).color, pane) < 4.5) say(theme, kind);
            }}
            if (contrast(style(document.getElementById('moment')).color, back) < 4.5) say(theme, 'output');
        }}"
    );
    assert_said("contrast", &script, &["● ✗ ✗  ✓ alarm: sequence, failure"]);
}

#[test]
fn nodes_and_steps_are_reached_by_keys() {
    assert_said(
        "focus",
        "const tree_keys = async (key) => {
             document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
             await drawn();
         };
         const here = () => document.activeElement.dataset.node;
         say(document.querySelector('#tree').getAttribute('role'), document.querySelectorAll('#tree [tabindex=\"0\"]').length);
         document.querySelector('#tree [tabindex=\"0\"]').focus(); say(here());
         await tree_keys('ArrowDown'); await tree_keys('ArrowDown'); say(here(), moment.node, document.activeElement.getAttribute('aria-level'));
         await tree_keys('ArrowRight'); say(here()); await tree_keys('ArrowLeft'); say(here());
         await tree_keys('ArrowLeft'); say(here(), document.activeElement.getAttribute('aria-expanded'), document.querySelectorAll('.node').length);
         await tree_keys('ArrowRight'); say(document.activeElement.getAttribute('aria-expanded'), document.activeElement.getAttribute('aria-selected'));
         await tree_keys('End'); say(here()); await tree_keys('ArrowLeft'); await tree_keys('ArrowUp'); say(here());
         say(moment.tick); await tree_keys('Escape'); await press('ArrowRight'); say(moment.tick);
         go(3); await drawn();
         document.querySelector('#steps [tabindex=\"0\"]').focus(); say(moment.step, document.activeElement.textContent);
         await tree_keys('ArrowUp'); say(moment.step, document.activeElement.textContent, document.activeElement.ariaSelected);
         await tree_keys('ArrowUp'); await tree_keys('ArrowDown'); say(moment.step, document.activeElement.textContent, moment.tick);",
        &[
            "tree 1",
            "0",
            "2 2 3",
            "3",
            "2",
            "2 false 6",
            "true true",
            "7",
            "4",
            "0",
            "1",
            "4 ● rest running",
            "2 ✓ patrol success true",
            "4 ● rest running 3",
        ],
    );
}

#[test]
fn repeated_nodes_are_named_by_their_paths() {
    let script = "document.getElementById('show-statistics').click(); await drawn();
        const names = [...document.querySelectorAll('#statistics bdi')].map((name) => name.textContent);
        say(new Set(names).size === names.length, names.includes('village'), names.filter((name) => name.endsWith('› walk')).length);
        say(names.filter((name) => name.startsWith('miller › errand #2')).slice(0, 2).join(' | '));
        say([...document.querySelectorAll('#statistics th')].map((head) => head.textContent.replace(' ▾', '')).join());
        say(lanes.rows.filter(({ leaf }) => leaf).map(({ leaf }) => nameInLanes(leaf)).filter((name) => name.startsWith('baker ›')).slice(-2).join(' | '));
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
        const key = async (key, shiftKey = false) => { query.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })); await drawn(); };
        await ask('battery < 20'); say(hits(), document.getElementById('export').hidden);
        await key('Enter'); say(moment.tick, hits()); await key('Enter'); say(moment.tick, hits()); await key('Enter', true); say(moment.tick);
        await ask('Battery>=98'); say(hits()); await ask('nothing > 0'); say(hits()); await ask('heat < 2'); say(hits());
        await ask('ready false'); const falses = findTicks(agent(), 'ready false').map(({ tick }) => tick);
        const expected = []; for (let tick = 0; tick < agent().ticks; tick++)
            if (linesOf(agent(), tick).some((line) => agent().nodes[line.node].title === 'ready' && line.events.some((event) => word(agent(), event) === 'false'))) expected.push(tick);
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
                r#"\"agent\",\"tick\",\"seconds\",\"found\" | \"village\",\"96\",\"9.6\",\"battery = 4\" | \"village\",\"98\",\"9.8\",\"battery = 2\" | "#,
                ". true",
                "6 nothing",
            ]
        );
    }
}

#[test]
fn visits_and_the_last_end_are_of_the_same_span() {
    assert_said(
        "visits",
        "const rows = () => [...document.querySelectorAll('#selected dt')].map((key) => `${key.textContent}: ${key.nextSibling.textContent}`);
         go(2); select(6); await drawn(); say(rows().slice(0, 4).join(' / '));
         go(3); await drawn(); say(rows().slice(0, 4).join(' / ')); go(3, 1); await drawn(); say(rows()[2]);",
        &[
            "state: active / last end: none yet / visits: 1: 0 success, 0 failure, 0 aborted / in all: 40 visits, active in 140 ticks, 9.05 s",
            "state: not active / last end: success in this tick / visits: 1: 1 success, 0 failure, 0 aborted / in all: 40 visits, active in 140 ticks, 9.05 s",
            "visits: 1: 0 success, 0 failure, 0 aborted",
        ],
    );
}
