//! The live page in a browser, if there is one: see `page/`.

mod browser;

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use browser::Browser;
use bt::{DynTree, Status, bt, leaf};
use bt_view::serve::{LivePage, Options, Turn};

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

/// What the test and its program share.
#[derive(Default)]
struct Progress {
    /// How many more frames the program makes.
    frames: AtomicU64,
    /// How many ticks the first guard has had.
    ticks: AtomicU64,
    /// Whether the program waits at its gate.
    waits: AtomicBool,
}

impl Progress {
    /// Waits until a program that was paused makes no more ticks, and the page has all of them.
    #[track_caller]
    fn settle(&self, browser: &mut Browser) -> u64 {
        let began = Instant::now();
        while !self.waits.load(Ordering::SeqCst) {
            assert!(began.elapsed() < Duration::from_secs(30), "the program is not paused");
            thread::sleep(Duration::from_millis(5));
        }
        let ticks = self.ticks.load(Ordering::SeqCst);
        browser.wait(&format!("recording.agents[0].nextNumber === {ticks}"));
        ticks
    }
}

/// Ticks two guards until the last viewer has left.
fn run(mut live: LivePage, progress: &Progress) {
    let names = ["</script><script>document.title='run'</script>", "second"];
    let keys = names.map(|name| live.agent::<Guard>(name));
    let mut guards = [Guard::new(), Guard::new()];
    let mut steps = [0, 2];
    let mut had_viewers = false;
    while live.viewers() > 0 || !had_viewers {
        had_viewers |= live.viewers() > 0;
        let turn = live.try_gate();
        progress.waits.store(turn.is_none(), Ordering::SeqCst);
        match turn {
            Some(Turn::Abort(agent)) => {
                let index = keys.iter().position(|key| *key == agent).expect("one of them");
                guards[index].abort_with(&mut steps[index], &mut live.abort(agent, || guards[index].active()));
            }
            Some(Turn::Reset(agent)) => {
                let index = keys.iter().position(|key| *key == agent).expect("one of them");
                guards[index].reset();
                live.reset(agent);
            }
            Some(_) if progress.frames.load(Ordering::SeqCst) > 0 => {
                for ((guard, steps), key) in guards.iter_mut().zip(&mut steps).zip(keys) {
                    guard.tick_for_with(0.1, steps, &mut live.tick_for(key, 0.1, || guard.active()));
                }
                progress.ticks.fetch_add(1, Ordering::SeqCst);
                progress.frames.fetch_sub(u64::from(had_viewers), Ordering::SeqCst);
            }
            _ => {}
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_page_follows_and_steers_the_program() {
    let Some(mut browser) = Browser::start("live") else { return };
    let live = Options::new().control(true).aborts(true).mocks(true).start().expect("a port");
    let (url, progress) = (live.url(), Arc::new(Progress::default()));
    // The lanes show all ticks of so short a run, however late the program is paused.
    progress.frames.store(200, Ordering::SeqCst);
    let of_program = Arc::clone(&progress);
    let program = thread::spawn(move || run(live, &of_program));
    browser.open(&url);
    browser.wait("recording.agents.length === 2 && agent().ticks > 20");
    assert_eq!(browser.say("document.title + document.querySelectorAll('.node').length"), "Behavior tree recording8");
    browser.wait("element('live-status').textContent === 'live'");
    browser.wait("Number(element('scrub').value) > 30");

    // Pause, and step.
    browser.say("element('live-pause').click()");
    browser.wait("element('live-status').textContent === 'the program is paused'");
    let made = progress.settle(&mut browser);
    progress.frames.store(1_000_000, Ordering::SeqCst);
    let ticks: u32 = browser.say("agent().ticks").parse().expect("a number");
    browser.say("element('live-step').click()");
    browser.wait(&format!("agent().ticks === {}", ticks + 1));
    assert_eq!(progress.settle(&mut browser), made + 1);
    browser.wait(&format!("Number(element('scrub').value) === {ticks}"));

    // To the next start of `bark`.
    browser.say("(select(4), element('live-until').click())");
    browser.wait("element('live-status').textContent === 'stopped at bark'");
    browser.wait("document.querySelector('#steps .here')?.textContent.trim() === '✓ bark success'");
    browser.wait(
        "[...document.querySelectorAll('#steps li')].some((line) => line.textContent === '✓ hears true ((*steps % 8) \
                4 == 4), success')",
    );
    browser.picture("live");

    // A fault.
    browser.say("(element('live-mock').value = 'failure', element('live-mock').dispatchEvent(new Event('change')))");
    browser.wait("document.querySelectorAll('.node.mocked').length === 1");
    browser.say("element('live-step').click()");
    browser.picture("mock");
    browser.say("(element('live-mock').value = 'own', element('live-mock').dispatchEvent(new Event('change')))");
    browser.wait("document.querySelectorAll('.node.mocked').length === 0");

    // Search, scrub, fold and another agent, while it is paused.
    browser.say("(element('search').value = 'bark', element('search').dispatchEvent(new Event('input')))");
    browser.wait("element('found').textContent === '1 found'");
    browser.say("(element('search').value = '', element('search').dispatchEvent(new Event('input')))");
    browser.say("(element('scrub').value = 3, element('scrub').dispatchEvent(new Event('input')))");
    browser.wait("location.hash.includes('tick=3&')");
    browser.say("tree.toggle(2)");
    assert_eq!(browser.say("document.querySelectorAll('.node').length"), "6");
    browser.say("choose(1)");
    browser.wait("location.hash.startsWith('#agent=1')");

    // The lanes of both, which grow while the program runs.
    browser.say("(agents.open(), element('choice-all').click(), element('choice').close())");
    browser.wait("location.hash.endsWith('&lanes=0,1') && lanes.rows.length === 10");
    browser.say("[lanes.from, lanes.to] = lanes.axis.range()");
    let end = browser.say("lanes.to");
    browser.say("element('live-step').click()");
    browser.wait(&format!("lanes.to > {end} && lanes.from === 0 && moment.agent === 1"));
    browser.picture("both");

    // Abort and reset of the second agent.
    browser.say("element('live-abort').click()");
    browser.wait("recording.agents[1].sorts.includes(1) && !recording.agents[0].sorts.includes(1)");
    browser.say("element('live-reset').click()");
    browser.wait("recording.agents[1].sorts.includes(3)");

    browser.say("element('live-pause').click()");
    browser.wait("element('live-status').textContent === 'live'");
    browser.open("about:blank");
    program.join().expect("it ends when nobody looks");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_page_may_be_open_before_there_are_agents() {
    let Some(mut browser) = Browser::start("early") else { return };
    let mut live = Options::new().control(true).start().expect("a port");
    browser.open(&live.url());
    browser.wait("!element('control').hidden && element('live-status').textContent === 'live'");
    browser.say("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }))");
    let (key, mut guard) = (live.agent::<Guard>("guard"), Guard::new());
    guard.tick_for_with(0.1, &mut 0, &mut live.tick_for(key, 0.1, || guard.active()));
    browser.wait("document.querySelectorAll('.node').length === 8 && element('aborts').hidden");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_page_forgets_and_is_told_of_the_end() {
    let Some(mut browser) = Browser::start("end") else { return };
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..500 {
        guard.tick_for_with(0.1, &mut steps, &mut live.tick_for(key, 0.1, || guard.active()));
    }
    browser.open(&live.url());
    browser.wait(
        "recording.agents.length === 1 && agent().ticks === 500 && element('live-status').textContent === 'live'",
    );
    assert_eq!(browser.say("element('control').hidden"), "true");
    // Forgetting old ticks does not change later states.
    let state = "JSON.stringify([...agent().stateAt(agent().ticks - 1, 1e9).last])";
    let before = browser.say(state);
    assert_eq!(
        browser.say("agent().forgetHalf() > 200 && (go(Infinity), agent().ticks) < 300 && agent().nextNumber"),
        "500"
    );
    assert_eq!(browser.say(state), before);
    drop(live);
    browser.wait("element('live-status').textContent === 'the program has ended'");
    assert_eq!(browser.errors(), [""; 0]);
}

/// The environment variable with the port on which `serves_until_it_is_killed` serves.
const PORT: &str = "BT_VIEW_TEST_PORT";

/// Not a test: the program that the test below starts and kills.
#[test]
fn serves_until_it_is_killed() {
    let Some(port) = std::env::var(PORT).ok().and_then(|port| port.parse().ok()) else { return };
    let began = Instant::now();
    // The program that was killed may still hold the port.
    let mut live = loop {
        match Options::new().port(port).control(true).aborts(true).token("a-token-that-stays").start() {
            Ok(live) => break live,
            Err(error) => assert!(began.elapsed() < Duration::from_secs(20), "{error}"),
        }
        thread::sleep(Duration::from_millis(50));
    };
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    while began.elapsed() < Duration::from_secs(120) {
        match live.gate() {
            Turn::Abort(_) => guard.abort_with(&mut steps, &mut live.abort(key, || guard.active())),
            _ => _ = guard.tick_for_with(0.1, &mut steps, &mut live.tick_for(key, 0.1, || guard.active())),
        }
        live.value("steps", steps);
        thread::sleep(Duration::from_millis(5));
    }
}

struct Program(Child);

impl Program {
    fn start(port: u16) -> Self {
        let program = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "serves_until_it_is_killed"])
            .env(PORT, port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Program(program.expect("it starts"))
    }
}

impl Drop for Program {
    /// As `kill -9` does.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits for the page that the browser saves into a folder.
fn saved(folder: &Path) -> std::path::PathBuf {
    let began = Instant::now();
    loop {
        let files = std::fs::read_dir(folder).expect("a folder").filter_map(|entry| Some(entry.ok()?.path()));
        let whole = |file: &std::path::PathBuf| {
            file.extension().is_some_and(|end| end == "html")
                && std::fs::read_to_string(file).is_ok_and(|text| text.trim_end().ends_with("</html>"))
        };
        if let Some(file) = files.into_iter().find(whole) {
            return file;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "nothing is saved");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_was_seen_before_a_crash_stays_and_can_be_saved() {
    let Some(mut browser) = Browser::start("crash") else { return };
    let folder = browser.saves();
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let program = Program::start(port);
    let url = format!("http://127.0.0.1:{port}/?token=a-token-that-stays");
    let began = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_secs(20), "the program does not serve");
        thread::sleep(Duration::from_millis(20));
    }
    browser.open(&url);
    browser.wait("agent()?.ticks > 40 && agent().tracks.get('steps').ticks.length > 20");
    browser.wait("!element('live-pause').disabled && !element('live-abort').disabled");
    drop(program);
    browser.wait("element('live-status').textContent === 'not connected'");
    let off =
        "['live-pause', 'live-step', 'live-until', 'live-abort', 'live-reset'].every((id) => element(id).disabled)";
    assert_eq!(browser.say(off), "true");
    let ticks: usize = browser.say("agent().ticks").parse().expect("a number");
    let state = "JSON.stringify([...recording.agents[0].stateAt(30, Infinity).last])";
    let before = browser.say(state);

    let _program = Program::start(port);
    browser.wait(
        "element('live-status').textContent === 'live' && recording.agents.length === 2 && recording.agents[1].ticks \
         > 40",
    );
    browser.wait("moment.agent === 1 && !element('live-abort').disabled");
    assert_eq!(browser.say("recording.agents[0].ticks"), ticks.to_string());
    assert_eq!(browser.say(state), before);
    assert_eq!(
        browser.say("[...element('agents').options].map((option) => option.textContent).join()"),
        "guard · run 1,guard"
    );
    // Buttons control the agent of this run. They are disabled for an agent of the run before.
    browser.say("element('live-abort').click()");
    browser.wait("recording.agents[1].sorts.includes(1)");
    browser.say("choose(0)");
    browser.wait("element('live-abort').disabled && !element('live-pause').disabled");
    browser.say("element('live-pause').click()");
    browser.wait("element('live-status').textContent === 'the program is paused'");

    // The file has all of it.
    browser.wait("agent().ticks > 0");
    let all = "JSON.stringify(recording.agents.map((agent) => [agent.label, agent.ticks, agent.node, agent.what, \
               agent.nanos, agent.reason, agent.numbers, agent.times,
        agent.sorts, agent.spans, agent.tracks.get('steps').values.length, [...agent.stateAt(40, Infinity).active]]))";
    // In one expression: more ticks may arrive between two.
    let live = browser.say(&format!("(element('save').click(), {all})"));
    let file = saved(&folder);
    browser.open(&format!("file://{}", file.display()));
    browser.wait("recording.agents.length === 2");
    assert_eq!(browser.say(all), live);
    assert_eq!(browser.say("element('live').hidden && document.querySelectorAll('.node').length"), "8");
}

#[test]
fn a_connection_that_broke_goes_on_where_it_was() {
    let Some(mut browser) = Browser::start("again") else { return };
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let mut tick = |live: &mut LivePage| {
        guard.tick_for_with(0.1, &mut steps, &mut live.tick_for(key, 0.1, || guard.active()));
        live.flush();
        live.value("steps", steps);
    };
    // More ticks than one message holds.
    for _ in 0..2000 {
        tick(&mut live);
    }
    browser.open(&live.url());
    browser.wait("agent()?.ticks === 2000");
    let all = "JSON.stringify([recording.agents.length, recording.trees.length, agent().numbers.every((number, tick) \
               => number === tick), agent().node.length])";
    let before = browser.say(all);
    browser.say("(element('query').value = 'patrol success', live.source.close(), live.connect())");
    browser.wait("live.isFirst === false && live.source.readyState === 1");
    for _ in 0..10 {
        tick(&mut live);
    }
    browser.wait("agent().ticks >= 2010");
    assert_eq!(browser.say("agent().ticks"), "2010");
    let after = browser.say(all);
    assert!(after.starts_with("[1,1,true,") && after != before, "{before} became {after}");
    assert_eq!(browser.say("agent().tracks.get('steps').ticks.every((tick, index) => tick === index)"), "true");
    browser.wait("query.found().length === findTicks(agent(), 'patrol success').length");
    drop(live);
}

bt! { Dig(u32) = sequence < wait(0.5), dug: succeed, rest: wait(0.25) > }
bt! { Deep(u32) = repeat(2) < inner: dynamic(|_| Box::new(Dig::new())) > }

bt! {
    Work(u32) = parallel <
        left: forever < sequence <
            skill: dynamic(|turn| -> Box<dyn DynTree<u32>> {
                if turn % 2 == 0 { Box::new(Dig::new()) } else { Box::new(Deep::new()) }
            }),
            action(|turn| *turn += 1),
            wait(0.25),
        > >,
        right: forever < dynamic(|_| Box::new(Dig::new())) >,
    >
}

/// A viewer that connects late, and a tree that grows while it watches.
#[test]
fn trees_in_dynamic_nodes_are_shown_below_them() {
    const ACTIVE: &str = "agent().nodes.filter(({ position }) => agent().stateAt(agent().ticks - 1, \
                          Infinity).active[position]).map(({ depth, title }) => `${depth} ${title}`).join()";
    let Some(mut browser) = Browser::start("nested") else { return };
    let mut live = Options::new().control(true).mocks(true).start().expect("a port");
    let (key, mut tree, mut turn) = (live.agent::<Work>("worker"), Work::new(), 0);
    let mut made = 0;
    let mut tick = |live: &mut LivePage| {
        assert!(matches!(live.gate(), Turn::Go));
        tree.tick_for_with(0.125, &mut turn, &mut live.tick_for(key, 0.125, || tree.active()));
        live.flush();
        made += 1;
        let active: Vec<String> = tree.active().map(|node| format!("{} {}", node.depth, node.title())).collect();
        (made, active.join(","))
    };
    for _ in 0..3 {
        tick(&mut live);
    }
    browser.open(&live.url());
    browser.wait("recording.agents.length === 1");
    assert_eq!(browser.say("agent().nodes.length"), "8");
    // It sees which nodes of nested trees had been active. What is selected stays so while the tree grows.
    let mut sizes = Vec::new();
    for number in 0..16 {
        let (made, active) = tick(&mut live);
        browser.wait(&format!("recording.agents[0].nextNumber === {made}"));
        assert_eq!(browser.say(ACTIVE), active, "tick {made}");
        sizes.push(browser.say("agent().nodes.length"));
        if number == 0 {
            browser.say("select(agent().nodes.findLast(({ title }) => title === 'rest').position)");
        }
    }
    sizes.dedup();
    assert_eq!(sizes, ["16", "22"]);
    assert_eq!(
        browser.say("agent().nodes[moment.node].title + ' ' + (moment.node === agent().nodes.length - 1)"),
        "rest true"
    );
    browser.wait("document.querySelectorAll('.node').length === agent().nodes.length");
    browser.picture("nested");

    // A nested leaf is mocked by its id.
    browser.say("(element('live-mock').value = 'failure', element('live-mock').dispatchEvent(new Event('change')))");
    browser.wait("document.querySelectorAll('.node.mocked').length === 1");
    let failed = "agent().stateAt(agent().ticks - 1, Infinity).last[moment.node]";
    let mut failures = 0;
    for _ in 0..8 {
        let (made, _) = tick(&mut live);
        browser.wait(&format!("recording.agents[0].nextNumber === {made}"));
        failures = usize::from(browser.say(failed) == "2").max(failures);
    }
    assert_eq!(failures, 1);

    // The page that it saves has all nodes, too.
    let page = browser.say("(async () => pageOf(recording))()");
    let file = std::env::temp_dir().join(format!("bt-view-nested-{}.html", std::process::id()));
    std::fs::write(&file, page).expect("a file");
    let shown = browser.say(ACTIVE);
    browser.open(&format!("file://{}", file.display()));
    browser.wait("recording.agents.length === 1");
    assert_eq!((browser.say("agent().nodes.length"), browser.say(ACTIVE)), ("22".to_owned(), shown));
    assert_eq!(browser.errors(), [""; 0]);
    let _ = std::fs::remove_file(&file);
}

bt! { Drive(BTreeMap<String, String>) = forever < sequence < wait(0.1), action(|_| ()) > > }

#[test]
fn entries_of_a_blackboard_are_seen_and_set() {
    let Some(mut browser) = Browser::start("entries") else { return };
    let mut live = Options::new().control(true).sets(true).start().expect("a port");
    let url = live.url();
    let program = thread::spawn(move || {
        let (robot, mut drive) = (live.agent::<Drive>("robot"), Drive::new());
        let mut board = BTreeMap::from(
            [("battery", "80"), ("room", "hall")].map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
        let mut had_viewers = false;
        while live.viewers() > 0 || !had_viewers {
            had_viewers |= live.viewers() > 0;
            for setting in live.settings() {
                assert_eq!(setting.agent, robot);
                board.insert(setting.name, setting.value);
            }
            drive.tick_for_with(0.1, &mut board, &mut live.tick_for(robot, 0.1, || drive.active()));
            live.entries(robot, board.iter().map(|(name, value)| (&**name, value.clone())));
            thread::sleep(Duration::from_millis(5));
        }
    });
    browser.open(&url);
    browser.wait("recording.agents.length === 1 && agent().tracks.get('battery')?.values.at(-1) === 80");
    browser.wait("findTicks(agent(), 'forever hall').length === 1");
    browser.wait("!element('live-set').hidden && !element('live-set').disabled");
    let set = |words: &str| {
        format!(
            "(element('live-set').focus(), element('live-set').value = '{words}', \
             element('live-set').dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true }})), \
                     element('live-set').value)"
        )
    };
    assert_eq!(browser.say(&set("battery = 12.5")), "");
    browser.wait("agent().tracks.get('battery').values.at(-1) === 12.5");
    assert_eq!(browser.say(&set("room = the kitchen")), "");
    browser.wait("findTicks(agent(), 'forever kitchen').length === 1");
    assert_eq!(browser.say(&set("battery")), "battery");
    assert_eq!(
        browser.say("element('live-status').textContent"),
        "write the name and the value of an entry: battery = 20"
    );
    assert_eq!(browser.say("element('live-entries').options[0].value"), "battery = ");
    drop(browser);
    program.join().expect("it ends");
}
