//! An object of a game that owns its behavior tree: a guard who goes its round, chases a player who comes near, and
//! flees for a while when it is hurt.
//!
//! After the last exercise of the C++ tutorial "AI - Behaviour Trees". That tutorial also says how a tree can ask less:
//! it looks at its conditions only when something has happened, and otherwise goes on with the leaf that is running.
//! Here are both, the tree that asks in each tick and the one that waits for events. They decide the same; the program
//! shows what happens, and how often each of them has asked.
//!
//! ```text
//! cargo run --example guard
//! ```

use std::time::Duration;

use bt::describe::NodeInfo;
use bt::{Behavior, Status, bt};

/// The length of the corridor, in metres.
const CORRIDOR: f32 = 40.0;
/// The guard sees a player who is nearer than this.
const SIGHT: f32 = 6.0;
/// It gives up a chase when the player is farther away than this.
const LOST: f32 = 9.0;
/// How far an arm reaches.
const REACH: f32 = 1.5;
/// Speeds in metres a second.
const WALK: f32 = 2.5;
const RUN: f32 = 4.0;
/// The posts between which the guard walks.
const POSTS: [f32; 2] = [6.0, 20.0];

/// What the guard notices. In a game, events would set this: somebody enters a zone, a weapon hits. It is all that the
/// conditions of the tree depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Senses {
    player_near: bool,
    hurt: bool,
}

/// What the guard's tree has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    /// Conditions that were asked.
    asked: u32,
    /// Runs of leaves that move the guard.
    moved: u32,
}

#[derive(Debug, Default)]
struct Body {
    position: f32,
    velocity: f32,
    senses: Senses,
    counts: Counts,
}

impl Body {
    fn go(&mut self, velocity: f32) {
        self.velocity = velocity;
        self.counts.moved += 1;
    }

    /// Goes as it was told to in this frame, and forgets that. A leaf that stopped it in `finish` would stop its
    /// successor: a reactive node gives up the old leaf after the first run of the new one.
    fn advance(&mut self, dt: Duration) {
        let way = std::mem::take(&mut self.velocity) * dt.as_secs_f32();
        self.position = (self.position + way).clamp(0.0, CORRIDOR);
    }
}

/// The context: what a tree sees of the world. It is borrowed anew in each frame.
struct Scene<'w> {
    body: &'w mut Body,
    player: f32,
}

impl Scene<'_> {
    /// How far the player is to the right.
    fn way_to_player(&self) -> f32 {
        self.player - self.body.position
    }
}

#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>)]
struct IsHurt;

impl IsHurt {
    fn run(&self, scene: &mut Scene<'_>) -> bool {
        scene.body.counts.asked += 1;
        scene.body.senses.hurt
    }
}

#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>)]
struct SeesPlayer;

impl SeesPlayer {
    fn run(&self, scene: &mut Scene<'_>) -> bool {
        scene.body.counts.asked += 1;
        scene.body.senses.player_near
    }
}

/// Runs from the player until somebody ends it.
#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>, returns(running))]
struct RunAway;

impl RunAway {
    fn run(&self, scene: &mut Scene<'_>) -> Status {
        scene.body.go(-RUN.copysign(scene.way_to_player()));
        Status::Running
    }
}

/// Nothing hurts any more.
#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>)]
struct Recover;

impl Recover {
    fn run(&self, scene: &mut Scene<'_>) {
        scene.body.senses.hurt = false;
    }
}

/// Runs after the player, and stays close. Fails when the player has got away.
#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>, returns(running, failure))]
struct Follow;

impl Follow {
    fn run(&self, scene: &mut Scene<'_>) -> Status {
        let way = scene.way_to_player();
        if way.abs() > LOST {
            return Status::Failure;
        }
        scene.body.go(if way.abs() < REACH / 2.0 { 0.0 } else { RUN.copysign(way) });
        Status::Running
    }
}

#[derive(Behavior)]
#[behavior(context = Scene<'_>, returns(running, success))]
struct WalkTo {
    place: f32,
}

impl WalkTo {
    fn new(place: f32) -> Self {
        WalkTo { place }
    }

    fn run(&self, scene: &mut Scene<'_>) -> Status {
        let way = self.place - scene.body.position;
        if way.abs() < 0.1 {
            return Status::Success;
        }
        scene.body.go(WALK.copysign(way));
        Status::Running
    }
}

bt! {
    /// Once it flees, it does not ask again whether it hurts.
    Escape(Scene<'_>) = sequence < is_hurt, race < wait(3.0), run_away >, recover >
}

bt! { Pursue(Scene<'_>) = sequence < sees_player, follow > }

bt! { Round(Scene<'_>) = forever < sequence < walk_to(POSTS[1]), wait(1.0), walk_to(POSTS[0]), wait(1.0) > > }

bt! {
    /// Asks in each tick whether there is something more urgent than what it does.
    InEachTick(Scene<'_>) = forever < reactive_selector < flee: escape, chase: pursue, patrol: round > >
}

bt! {
    /// The same, but it asks only when its senses have changed, or when it starts anew. In all other ticks it compares
    /// the key, and goes on with the leaf that is running.
    OnEvents(Scene<'_>) = forever <
        observe(|scene| -> Senses { scene.body.senses }) <
            reactive_selector < flee: escape, chase: pursue, patrol: round >
        >
    >
}

/// What the object needs of a tree.
trait Mind {
    fn think(&mut self, dt: Duration, scene: &mut Scene<'_>);

    /// What it is doing.
    fn act(&self) -> &'static str;
}

impl Mind for InEachTick {
    fn think(&mut self, dt: Duration, scene: &mut Scene<'_>) {
        self.tick_for(dt, scene);
    }

    fn act(&self) -> &'static str {
        label(self.active())
    }
}

impl Mind for OnEvents {
    fn think(&mut self, dt: Duration, scene: &mut Scene<'_>) {
        self.tick_for(dt, scene);
    }

    fn act(&self) -> &'static str {
        label(self.active())
    }
}

/// The outermost label.
fn label(mut active: impl Iterator<Item = NodeInfo>) -> &'static str {
    active.find_map(|node| node.label).unwrap_or("nothing")
}

/// The object: a body, and a mind of its own.
#[derive(Default)]
struct Guard<M> {
    body: Body,
    mind: M,
}

impl<M: Mind> Guard<M> {
    /// A frame of the game.
    fn update(&mut self, dt: Duration, player: f32) {
        self.body.senses.player_near = (player - self.body.position).abs() < SIGHT;
        self.mind.think(dt, &mut Scene { body: &mut self.body, player });
        self.body.advance(dt);
    }
}

/// What the player does.
struct Script {
    /// Where the player is at which second. In between, the player walks.
    way: Vec<(f32, f32)>,
    /// When the player strikes, which hurts a guard within reach.
    strikes: Vec<f32>,
}

impl Script {
    /// What the program shows. The second strike is out of reach.
    fn visit() -> Self {
        let way = [
            (0.0, 38.0),
            (3.0, 38.0),
            (6.0, 25.0),
            (9.5, 25.0),
            (12.0, 20.0),
            (13.0, 20.0),
            (15.0, 40.0),
            (17.0, 40.0),
            (22.0, 15.0),
            (24.0, 8.0),
            (26.0, 8.0),
            (27.5, 4.0),
            (28.5, 4.0),
            (32.0, 40.0),
        ];
        Script { way: way.to_vec(), strikes: vec![7.0, 14.0, 24.5] }
    }

    fn player(&self, seconds: f32) -> f32 {
        let Some(pair) = self.way.windows(2).find(|pair| seconds < pair[1].0) else {
            return self.way.last().map_or(0.0, |(_, place)| *place);
        };
        let [(from_time, from), (to_time, to)] = [pair[0], pair[1]];
        from + (to - from) * (seconds - from_time) / (to_time - from_time)
    }

    /// Whether the player strikes in the frame that begins then.
    fn strikes(&self, seconds: f32) -> bool {
        let frame = seconds..seconds + FRAME.as_secs_f32();
        self.strikes.iter().any(|strike| frame.contains(strike))
    }
}

/// Fifty frames a second, for this long.
const FRAME: Duration = Duration::from_millis(20);
const FRAMES: u32 = 32 * 50;

/// What there is to see at the end of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moment {
    player: f32,
    guard: f32,
    act: &'static str,
    senses: Senses,
    counts: Counts,
}

/// Lets a guard with a mind of some kind meet the player.
fn play<M: Mind + Default>(script: &Script) -> Vec<Moment> {
    let mut guard = Guard::<M>::default();
    guard.body.position = POSTS[0];
    let frame = |number| {
        let now = (FRAME * number).as_secs_f32();
        let player = script.player(now);
        if script.strikes(now) && (player - guard.body.position).abs() < REACH {
            guard.body.senses.hurt = true;
        }
        guard.update(FRAME, player);
        let Body { position, senses, counts, .. } = guard.body;
        Moment { player, guard: position, act: guard.mind.act(), senses, counts }
    };
    (0..FRAMES).map(frame).collect()
}

/// How many frames a column of the chart stands for: half a second.
const COLUMN: usize = 25;
/// How many metres a row of the chart stands for.
const ROW: f32 = 2.0;

/// Who is where at which time: the player is `*`, the guard is the first letter of what it does.
fn chart(moments: &[Moment]) -> Vec<String> {
    let row = |place: f32| (place / ROW) as usize;
    let mark = |number: usize, moment: &Moment| match number {
        _ if number == row(moment.guard) => moment.act.chars().next().unwrap_or(' '),
        _ if number == row(moment.player) => '*',
        _ => ' ',
    };
    let line = |number: usize| {
        let marks: String = moments.iter().step_by(COLUMN).map(|moment| mark(number, moment)).collect();
        format!("{:10.0} m |{marks}", number as f32 * ROW).trim_end().to_owned()
    };
    (0..=row(CORRIDOR)).rev().map(line).collect()
}

/// The seconds below a chart, at every tenth column.
fn axis(moments: &[Moment]) -> String {
    let marks = (0..moments.len()).step_by(10 * COLUMN);
    let seconds = marks.map(|frame| format!("{:<10}", format!("{} s", FRAME.as_millis() as usize * frame / 1000)));
    format!("{:13}{}", "", seconds.collect::<String>()).trim_end().to_owned()
}

/// How much was asked at which time, from nothing to two questions in each tick.
fn bars(moments: &[Moment]) -> String {
    const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let mut before = 0;
    let bar = |moment: &Moment| {
        let asked = (moment.counts.asked - before) as usize;
        before = moment.counts.asked;
        BARS[(asked * 8).div_ceil(2 * COLUMN)]
    };
    let bars: String = moments.chunks(COLUMN).filter_map(<[_]>::last).map(bar).collect();
    bars.trim_end().to_owned()
}

/// When the guard began to do what, in seconds.
fn decisions(moments: &[Moment]) -> Vec<(f64, &'static str)> {
    let mut decisions: Vec<(f64, &str)> = Vec::new();
    for (number, moment) in (0..).zip(moments) {
        if decisions.last().is_none_or(|(_, act)| *act != moment.act) {
            decisions.push(((FRAME * number).as_secs_f64(), moment.act));
        }
    }
    decisions
}

/// Both minds beside each other: what they decided when, and what that took.
fn table(each_tick: &[Moment], on_events: &[Moment]) -> Vec<String> {
    let row = |title: &str, one: String, other: String| format!("{title:26}{one:>12}{other:>16}");
    let mut table = vec![row("", "in each tick".to_owned(), "on events".to_owned())];
    for (one, other) in decisions(each_tick).into_iter().zip(decisions(on_events)) {
        let [one, other] = [one, other].map(|(time, act)| format!("{act} {time:4.1} s"));
        table.push(row("begins", one, other));
    }
    let numbers = |moments: &[Moment]| {
        let counts = moments.last().map_or(Counts::default(), |moment| moment.counts);
        [moments.len() as u32, counts.moved, counts.asked].map(|number| number.to_string())
    };
    let titles = ["ticks", "runs of leaves that move", "conditions asked"];
    for ((title, one), other) in titles.into_iter().zip(numbers(each_tick)).zip(numbers(on_events)) {
        table.push(row(title, one, other));
    }
    table
}

fn main() {
    let script = Script::visit();
    let (each_tick, on_events) = (play::<InEachTick>(&script), play::<OnEvents>(&script));
    let mut lines = vec!["The player is *. The guard is p, c or f: it patrols, chases or flees.\n".to_owned()];
    lines.extend(chart(&each_tick));
    lines.push(axis(&each_tick));
    lines.push("\nconditions asked".to_owned());
    lines.push(format!("in each tick |{}", bars(&each_tick)));
    lines.push(format!("   on events |{}\n", bars(&on_events)));
    lines.extend(table(&each_tick, &on_events));
    println!("{}", lines.join("\n"));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    use super::*;

    /// A player who goes where chance leads, and strikes every second.
    fn by_chance(seed: u64) -> Script {
        let mut chance = Pcg32::seed_from_u64(seed);
        let mut draw = |end: u32| (chance.next_u32() % end) as f32;
        let mut way = vec![(0.0, 30.0)];
        while way[way.len() - 1].0 < 32.0 {
            let (time, _) = way[way.len() - 1];
            way.push((time + 0.5 + draw(300) / 100.0, draw(401) / 10.0));
        }
        Script { way, strikes: (0..32).map(|second| second as f32 + 0.5).collect() }
    }

    fn scripts() -> impl Iterator<Item = (u64, Script)> {
        (0..30).map(|seed| (seed, if seed == 0 { Script::visit() } else { by_chance(seed) }))
    }

    /// How much was asked in each frame.
    fn asked(moments: &[Moment]) -> Vec<u32> {
        let mut before = 0;
        let asked =
            moments.iter().map(|moment| moment.counts.asked - std::mem::replace(&mut before, moment.counts.asked));
        asked.collect()
    }

    #[test]
    fn it_patrols_chases_and_flees() {
        let expected = [
            (0.0, "patrol"),
            (5.8, "chase"),
            (7.0, "flee"),
            (10.0, "patrol"),
            (11.3, "chase"),
            (14.4, "patrol"),
            (22.9, "chase"),
            (24.5, "flee"),
            (27.5, "patrol"),
            (29.3, "chase"),
            (31.2, "patrol"),
        ];
        let decisions = decisions(&play::<InEachTick>(&Script::visit()));
        let rounded: Vec<_> = decisions.iter().map(|(time, act)| ((time * 10.0).round() / 10.0, *act)).collect();
        assert_eq!(rounded, expected);
    }

    #[test]
    fn it_does_what_the_exercise_says() {
        for (seed, script) in scripts() {
            for pair in play::<InEachTick>(&script).windows(2) {
                let [before, now] = [pair[0], pair[1]];
                let [far, farther] = [before, now].map(|moment| (moment.player - moment.guard).abs());
                let place = format!("seed {seed}: {before:?}, then {now:?}");
                assert_eq!(now.senses.hurt, now.act == "flee", "it flees as long as it is hurt, {place}");
                if now.act == "patrol" {
                    assert!(!now.senses.player_near, "{place}");
                }
                if now.act == "chase" {
                    assert!(far < LOST + 1.0, "{place}");
                    assert!(before.act == "chase" || now.senses.player_near, "{place}");
                }
                if now.act == "flee" && now.guard > 0.0 && now.guard < CORRIDOR && now.player == before.player {
                    assert!(farther > far, "{place}");
                }
            }
        }
    }

    #[test]
    fn it_flees_for_three_seconds() {
        let mut flights = 0;
        for (seed, script) in scripts() {
            for pair in decisions(&play::<InEachTick>(&script)).windows(2) {
                if pair[0].1 == "flee" {
                    // The last frame of a flight is the first of what comes next.
                    let time = pair[1].0 - pair[0].0 + FRAME.as_secs_f64();
                    assert!((time - 3.0).abs() < 1e-6, "seed {seed}: {time} s");
                    flights += 1;
                }
            }
        }
        assert!(flights > 50, "{flights}");
    }

    #[test]
    fn both_minds_decide_the_same() {
        let mut acts = BTreeSet::new();
        for (seed, script) in scripts() {
            // All but the number of questions: places, acts, senses, and how often the running leaf was run.
            let seen = |mut moments: Vec<Moment>| {
                moments.iter_mut().for_each(|moment| moment.counts.asked = 0);
                moments
            };
            let (each_tick, on_events) = (seen(play::<InEachTick>(&script)), seen(play::<OnEvents>(&script)));
            for (number, (one, other)) in each_tick.iter().zip(&on_events).enumerate() {
                assert_eq!(one, other, "seed {seed}, frame {number}");
            }
            acts.extend(each_tick.windows(2).map(|pair| (pair[0].act, pair[1].act)));
        }
        assert_eq!(acts.len(), 8, "chance has not led from each act to all that can follow: {acts:?}");
    }

    #[test]
    fn without_an_event_nothing_is_asked() {
        for (seed, script) in scripts() {
            let moments = play::<OnEvents>(&script);
            let asked = asked(&moments);
            let mut events = 1;
            for number in 1..moments.len() {
                // What hurts and what no longer does, who comes and who goes.
                let event = moments[number].senses != moments[number - 1].senses;
                events += u32::from(event);
                assert!(event || asked[number] == 0, "seed {seed}, frame {number}: {:?}", moments[number]);
            }
            let total: u32 = asked.iter().sum();
            assert!(total <= 2 * events && total * 10 < FRAMES, "seed {seed}: {total} for {events} events");
        }
    }

    #[test]
    fn in_each_tick_all_that_is_more_urgent_is_asked() {
        let moments = play::<InEachTick>(&Script::visit());
        for (pair, asked) in moments.windows(2).zip(&asked(&moments)[1..]) {
            let expected = match pair[0].act {
                act if act != pair[1].act => continue,
                "flee" => 0,
                "chase" => 1,
                _ => 2,
            };
            assert_eq!(*asked, expected, "{pair:?}");
        }
    }

    #[test]
    fn what_is_not_in_the_key_is_not_noticed_until_somebody_looks() {
        bt! {
            Numb(Scene<'_>) = observe(|scene| -> bool { scene.body.senses.player_near }) <
                reactive_selector < flee: escape, chase: pursue, patrol: round >
            >
        }
        let (mut numb, mut body) = (Numb::new(), Body::default());
        let mut act = |body: &mut Body, look: bool| {
            if look {
                numb.look();
            }
            numb.tick_for(FRAME, &mut Scene { body, player: 30.0 });
            label(numb.active())
        };
        assert_eq!(act(&mut body, false), "patrol");
        body.senses.hurt = true;
        assert_eq!(act(&mut body, false), "patrol");
        assert_eq!(act(&mut body, true), "flee");
    }

    #[test]
    fn the_chart_of_the_program() {
        let script = Script::visit();
        let (each_tick, on_events) = (play::<InEachTick>(&script), play::<OnEvents>(&script));
        let chart = chart(&each_tick);
        assert_eq!(chart.len(), 21);
        assert_eq!(chart[8], "        24 m |            **f******      * p          *                    *");
        assert_eq!(bars(&on_events), "▁          ▁  ▁    ▁  ▁    ▁                 ▁   ▁    ▁   ▁  ▁");
        let table = table(&each_tick, &on_events);
        assert_eq!(table[3], "begins                     flee  7.0 s     flee  7.0 s");
        assert_eq!(table[13], "runs of leaves that move          1490            1490");
        assert_eq!(table[14], "conditions asked                  2219              18");
    }
}
