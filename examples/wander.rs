//! A creature wanders about: it draws a point around its home, goes there, and gives up where it gets stuck.
//!
//! After part 1 of the Lua tutorial on behavior trees. A steering behavior moves the creature, and walls stop it. The
//! program prints a map with all its ways, and a log of them. Another seed gives other ways.
//!
//! ```text
//! cargo run --example wander
//! cargo run --example wander -- 7
//! ```

use std::f32::consts::TAU;
use std::process::ExitCode;
use std::time::Duration;

use bt::{Behavior, Outcome, Random, Status, bt};
use bt_examples::seed::with_seed;
use glam::{Vec2, vec2};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// So near to its target, it is there.
const NEAR: f32 = 10.0;
/// Whoever has moved less between two looks is stuck.
const CREEP: f32 = 5.0;
/// The size of a character of a map: twice as high as wide, so that a circle looks like one.
const CELL: Vec2 = vec2(4.0, 8.0);
/// The simulation goes on in steps of its own, so that the frame rate does not change how a body moves.
const STEP: Duration = Duration::from_millis(5);
/// How fast a creature walks, in units a second.
const TOP_SPEED: f32 = 50.0;
/// How fast its velocity can change, in units a second, each second.
const FORCE: f32 = 150.0;
/// From here on it slows down on its way to a target.
const SLOWING: f32 = 30.0;

/// A level with its walls, `#`. It has a wall all around. Its middle is at (0, 0), x goes to the right and y down.
type Map = &'static [&'static str];

const GARDEN: Map = &[
    "######################################################",
    "#                                                    #",
    "#                                                    #",
    "#                      ###                           #",
    "#                      ###             ######        #",
    "#        ########                           #        #",
    "#               #                           #        #",
    "#               #                           #        #",
    "#               #                      ######        #",
    "#        ########                                    #",
    "#                                                    #",
    "#                                                    #",
    "#                                                    #",
    "#                                                    #",
    "#                                                    #",
    "#   ####                           ##                #",
    "#   ####                           ##                #",
    "#                                  ##                #",
    "#                  #########       ##                #",
    "#                          #       ##                #",
    "#                          #                         #",
    "#                          #                         #",
    "#                   ########                         #",
    "#                                                    #",
    "#                                                    #",
    "######################################################",
];

/// The column and the row of a position. Left of the map and above it, they are those of its border.
fn cell(map: Map, position: Vec2) -> (usize, usize) {
    let middle = vec2(map[0].len() as f32, map.len() as f32) / 2.0;
    let cell = position / CELL + middle;
    (cell.x as usize, cell.y as usize)
}

fn is_wall(map: Map, position: Vec2) -> bool {
    let (column, row) = cell(map, position);
    map.get(row).and_then(|row| row.as_bytes().get(column)).is_none_or(|character| *character == b'#')
}

/// What the nodes of a tree tell each other. Each run of the tree has a new one.
#[derive(Debug, Default, PartialEq)]
struct Blackboard {
    target: Option<Vec2>,
    /// Where the creature was when somebody looked whether it is stuck.
    seen_at: Vec2,
    stuck: bool,
}

/// A walk that is over.
#[derive(Clone, Debug, PartialEq)]
struct Walk {
    target: Vec2,
    end: Vec2,
    /// When it began and ended.
    time: [Duration; 2],
    outcome: Outcome,
}

/// The context: a creature with its body, and what it knows.
struct Npc {
    map: Map,
    now: Duration,
    /// What the steps of the simulation have not yet caught up with.
    behind: Duration,
    position: Vec2,
    velocity: Vec2,
    top_speed: f32,
    /// Where its steering takes it, if that is on.
    arrive_at: Option<Vec2>,
    chance: Pcg32,
    blackboard: Blackboard,
    walk_began: Duration,
    walks: Vec<Walk>,
}

impl Random for Npc {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Npc {
    fn new(map: Map, seed: u64) -> Self {
        Npc {
            map,
            now: Duration::ZERO,
            behind: Duration::ZERO,
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            top_speed: TOP_SPEED,
            arrive_at: None,
            chance: Pcg32::seed_from_u64(seed),
            blackboard: Blackboard::default(),
            walk_began: Duration::ZERO,
            walks: Vec::new(),
        }
    }

    /// What the root of the tutorial does when it starts.
    fn clear_blackboard(&mut self) {
        self.blackboard = Blackboard::default();
    }

    fn check_progress(&mut self) {
        self.blackboard.stuck = self.position.distance(self.blackboard.seen_at) < CREEP;
        self.blackboard.seen_at = self.position;
    }

    /// A fraction of 1, less than 1. A float has 24 bits.
    fn fraction(&mut self) -> f32 {
        (self.chance.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// The simulation of a frame.
    fn advance(&mut self, dt: Duration) {
        self.now += dt;
        self.behind += dt;
        while self.behind >= STEP {
            self.behind -= STEP;
            self.step(STEP.as_secs_f32());
        }
    }

    fn step(&mut self, seconds: f32) {
        let change = self.arrive() - self.velocity;
        self.velocity += change.clamp_length_max(FORCE * seconds);
        let way = self.velocity * seconds;
        // One axis after the other: so it slides along a wall.
        if is_wall(self.map, self.position + vec2(way.x, 0.0)) {
            self.velocity.x = 0.0;
        } else {
            self.position.x += way.x;
        }
        if is_wall(self.map, self.position + vec2(0.0, way.y)) {
            self.velocity.y = 0.0;
        } else {
            self.position.y += way.y;
        }
    }

    /// The steering behavior "arrive" of Craig Reynolds: the velocity that it wants to have. Full speed ahead, but
    /// slower and slower near the target.
    fn arrive(&self) -> Vec2 {
        let Some(target) = self.arrive_at else { return Vec2::ZERO };
        let way = target - self.position;
        (way / SLOWING).clamp_length_max(1.0) * self.top_speed
    }
}

/// Draws a point in a circle, for the move that comes after it.
#[derive(Behavior)]
#[behavior(context = Npc)]
struct FindWanderPoint {
    centre: Vec2,
    radius: f32,
}

impl FindWanderPoint {
    fn new(centre: Vec2, radius: f32) -> Self {
        FindWanderPoint { centre, radius }
    }

    fn run(&self, npc: &mut Npc) {
        let angle = TAU * npc.fraction();
        let distance = self.radius * npc.fraction();
        npc.blackboard.target = Some(self.centre + distance * Vec2::from_angle(angle));
    }
}

/// Goes to the target on the blackboard, and fails if there is none or if it gets stuck.
#[derive(Behavior, Default)]
#[behavior(context = Npc)]
struct MoveToPoint;

impl MoveToPoint {
    fn start(&mut self, npc: &mut Npc) {
        npc.walk_began = npc.now;
        npc.arrive_at = npc.blackboard.target;
        npc.blackboard.seen_at = npc.position;
    }

    fn run(&mut self, npc: &mut Npc) -> Status {
        if npc.blackboard.stuck {
            return Status::Failure;
        }
        match npc.blackboard.target {
            None => Status::Failure,
            Some(target) if npc.position.distance(target) < NEAR => Status::Success,
            Some(_) => Status::Running,
        }
    }

    /// However it ends, the steering is off and the target is gone.
    fn finish(&mut self, npc: &mut Npc, outcome: Outcome) {
        npc.arrive_at = None;
        if let Some(target) = npc.blackboard.target.take() {
            npc.walks.push(Walk { target, end: npc.position, time: [npc.walk_began, npc.now], outcome });
        }
    }
}

bt! {
    /// Goes to some point in a circle. Every 4 seconds it is compared where it is and where it was.
    ///
    /// The watch ends with the move that it watches. A timer of the object, as in the tutorial, would go on after it,
    /// and with each move there would be one more of them.
    Wander(Npc) { centre: Vec2, radius: f32 } = sequence <
        action(Npc::clear_blackboard),
        find_wander_point(centre, radius),
        every(4.0, Npc::check_progress) < move_to_point >,
    >
}

bt! {
    /// Wanders again and again, and looks round after each walk, whatever has become of it.
    Roam(Npc) { centre: Vec2, radius: f32 } = forever < sequence <
        force_success < wander(centre, radius) >,
        look_round: wait_between(0.5, 1.5),
    > >
}

/// The letter of a walk: from a to z, and again from a.
fn letter(walk: usize) -> char {
    char::from(b'a' + (walk % 26) as u8)
}

/// A map on which a creature leaves its ways.
struct Picture {
    map: Map,
    rows: Vec<Vec<char>>,
}

impl Picture {
    fn new(map: Map) -> Self {
        Picture { map, rows: map.iter().map(|row| row.chars().collect()).collect() }
    }

    fn put(&mut self, position: Vec2, character: char) {
        let (column, row) = cell(self.map, position);
        if let Some(place) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = character;
        }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }

    /// Points at which it did not arrive, and the ends of all walks.
    fn mark(&mut self, walks: &[Walk]) {
        for walk in walks.iter().filter(|walk| walk.outcome != Outcome::Success) {
            self.put(walk.target, '?');
        }
        for (number, walk) in walks.iter().enumerate() {
            self.put(walk.end, letter(number).to_ascii_uppercase());
        }
    }
}

/// Lets a creature roam for some time, `rate` frames a second, and shows where it has been.
fn live(npc: &mut Npc, seconds: u32, rate: u32) -> Picture {
    let mut picture = Picture::new(npc.map);
    let mut roam = Roam::new(Vec2::ZERO, 100.0);
    let frame = Duration::from_secs(1) / rate;
    for _ in 0..seconds * rate {
        roam.tick_for(frame, npc);
        npc.advance(frame);
        picture.put(npc.position, letter(npc.walks.len()));
    }
    // What it is doing ends here, and is a walk, too.
    roam.abort(npc);
    picture.mark(&npc.walks);
    picture
}

const HEADING: &str = "Each walk is drawn in its letter, its end in a capital. ? is a point that it has not reached.";

/// A line for each walk.
fn log(walks: &[Walk]) -> Vec<String> {
    // The sum with 0 is never -0.
    let point = |point: Vec2| format!("({:4.0}, {:4.0})", point.x.round() + 0.0, point.y.round() + 0.0);
    let line = |(number, walk): (usize, &Walk)| {
        let [begin, end] = walk.time.map(|time| time.as_secs_f64());
        let outcome = match walk.outcome {
            Outcome::Success => "there".to_owned(),
            Outcome::Failure => format!("stuck at {}", point(walk.end)),
            Outcome::Aborted => "still on its way".to_owned(),
        };
        format!("{}  {begin:5.1} s  to {}  {:4.1} s  {outcome}", letter(number), point(walk.target), end - begin)
    };
    walks.iter().enumerate().map(line).collect()
}

fn main() -> ExitCode {
    with_seed("wander", |seed| {
        let mut npc = Npc::new(GARDEN, seed);
        let picture = live(&mut npc, 75, 60);
        println!("{HEADING}\n\n{}\n\n{}", picture.text(), log(&npc.walks).join("\n"));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is in the way.
    const MEADOW: Map = &[
        "########################",
        "#                      #",
        "#                      #",
        "#                      #",
        "#                      #",
        "#                      #",
        "#                      #",
        "#                      #",
        "#                      #",
        "#                      #",
        "########################",
    ];

    /// No way out, and no room to walk about.
    const CELL_IN_THE_CELLAR: Map = &["####", "#  #", "####"];

    /// A tree that goes to points far away from the cellar.
    fn homesick() -> Wander {
        Wander::new(vec2(500.0, 0.0), 20.0)
    }

    /// Frames a second. All have a frame that ends at 4 seconds.
    const RATES: [u32; 6] = [1, 2, 5, 10, 50, 200];

    /// Ticks a tree to its end, ten times a second: the status, and how many ticks it took.
    fn finish(wander: &mut Wander, npc: &mut Npc) -> (Status, u32) {
        let frame = Duration::from_millis(100);
        for tick in 1..1000 {
            let status = wander.tick_for(frame, npc);
            if !status.is_running() {
                return (status, tick);
            }
            npc.advance(frame);
        }
        panic!("it goes on for ever: {:?}", npc.blackboard);
    }

    fn assert_tidy(npc: &Npc) {
        assert_eq!((npc.arrive_at, npc.blackboard.target), (None, None));
    }

    #[test]
    fn in_the_open_it_comes_to_its_point() {
        for seed in 0..50 {
            let (mut wander, mut npc) = (Wander::new(vec2(5.0, 2.0), 35.0), Npc::new(MEADOW, seed));
            let (status, ticks) = finish(&mut wander, &mut npc);
            let [walk] = &npc.walks[..] else { panic!("one walk is not {:?}", npc.walks) };
            assert_eq!((status, walk.outcome), (Status::Success, Outcome::Success), "seed {seed}");
            assert!(walk.target.distance(vec2(5.0, 2.0)) < 35.0, "{walk:?}");
            assert!(walk.target.distance(npc.position) < NEAR && ticks < 40, "{ticks} ticks, {walk:?}");
            assert_tidy(&npc);
        }
    }

    #[test]
    fn walled_in_it_gives_up_after_four_seconds() {
        let (mut wander, mut npc) = (homesick(), Npc::new(CELL_IN_THE_CELLAR, 1));
        wander.tick_for(0.0, &mut npc);
        assert!(npc.arrive_at.is_some() && npc.arrive_at == npc.blackboard.target);
        // The watch is due at the end of the fortieth tick, and the move learns of it in the next one.
        assert_eq!(finish(&mut wander, &mut npc), (Status::Failure, 41));
        assert_eq!(npc.walks[0].outcome, Outcome::Failure);
        assert_tidy(&npc);
    }

    #[test]
    fn each_run_has_a_new_blackboard_and_a_new_point() {
        let (mut wander, mut npc) = (homesick(), Npc::new(CELL_IN_THE_CELLAR, 1));
        for _ in 0..3 {
            assert_eq!(finish(&mut wander, &mut npc), (Status::Failure, 41));
            assert!(npc.blackboard.stuck, "what the last run knew stays until the next one");
        }
        assert!(npc.walks.windows(2).all(|pair| pair[0].target != pair[1].target), "{:?}", npc.walks);

        wander.tick_for(0.0, &mut npc);
        let target = npc.blackboard.target;
        assert!(target.is_some());
        assert_eq!(npc.blackboard, Blackboard { target, seen_at: npc.position, stuck: false });
    }

    #[test]
    fn an_abort_tidies_up_too() {
        let (mut wander, mut npc) = (homesick(), Npc::new(CELL_IN_THE_CELLAR, 1));
        wander.tick_for(1.0, &mut npc);
        wander.abort(&mut npc);
        assert_eq!(npc.walks[0].outcome, Outcome::Aborted);
        assert_tidy(&npc);
        assert_eq!(finish(&mut wander, &mut npc), (Status::Failure, 41), "the next run has all of its time");
    }

    #[test]
    fn without_a_point_there_is_no_way() {
        let mut npc = Npc::new(MEADOW, 1);
        assert_eq!(bt!(move_to_point).tick(&mut npc), Status::Failure);
        assert_eq!(npc.walks, []);
    }

    #[test]
    fn the_watch_is_on_time_at_every_frame_rate() {
        bt! { Again(Npc) = forever < force_success < wander(vec2(500.0, 0.0), 20.0) > > }
        let life = |rate| {
            let (mut again, mut npc) = (Again::new(), Npc::new(CELL_IN_THE_CELLAR, 3));
            let frame = Duration::from_secs(1) / rate;
            for _ in 0..=20 * rate {
                again.tick_for(frame, &mut npc);
                npc.advance(frame);
            }
            npc.walks
        };
        let walks = life(1);
        let times: Vec<_> = walks.iter().map(|walk| walk.time.map(|time| time.as_secs_f64())).collect();
        assert_eq!(times, [[0.0, 4.0], [4.0, 8.0], [8.0, 12.0], [12.0, 16.0], [16.0, 20.0]]);
        for rate in RATES {
            assert_eq!(life(rate), walks, "at {rate} Hz");
        }
    }

    #[test]
    fn who_is_slow_is_not_stuck_and_who_creeps_is() {
        for rate in RATES {
            for (top_speed, stuck) in [(2.0, false), (1.0, true)] {
                let mut npc = Npc { top_speed, ..Npc::new(MEADOW, 1) };
                let mut wander = Wander::new(vec2(40.0, 0.0), 0.0);
                let frame = Duration::from_secs(1) / rate;
                for _ in 0..4 * rate {
                    assert!(!npc.blackboard.stuck, "too early, at {rate} Hz");
                    assert_eq!(wander.tick_for(frame, &mut npc), Status::Running);
                    npc.advance(frame);
                }
                assert_eq!(npc.blackboard.stuck, stuck, "{top_speed} units a second, at {rate} Hz");
            }
        }
    }

    #[test]
    fn in_the_garden_all_frame_rates_lead_to_the_same() {
        let mut stuck = 0;
        for seed in 1..=5 {
            let outcomes = |rate| {
                let mut npc = Npc::new(GARDEN, seed);
                live(&mut npc, 60, rate);
                npc.walks.into_iter().map(|walk| (walk.target, walk.outcome)).collect::<Vec<_>>()
            };
            let expected = outcomes(60);
            stuck += expected.iter().filter(|(_, outcome)| *outcome == Outcome::Failure).count();
            for rate in [20, 50, 144] {
                let outcomes = outcomes(rate);
                // Which of the last walks is still under way may differ by a frame.
                let same = outcomes.iter().zip(&expected).take_while(|(one, other)| one == other).count();
                assert!(same + 2 >= expected.len(), "seed {seed} at {rate} Hz: {outcomes:?}, not {expected:?}");
            }
        }
        assert!(stuck > 5, "nobody was stuck: {stuck}");
    }

    #[test]
    fn walls_hold() {
        for seed in 1..=20 {
            let (mut roam, mut npc) = (Roam::new(Vec2::ZERO, 100.0), Npc::new(GARDEN, seed));
            let frame = Duration::from_millis(50);
            for _ in 0..1200 {
                roam.tick_for(frame, &mut npc);
                npc.advance(frame);
                assert!(!is_wall(GARDEN, npc.position), "seed {seed}: {}", npc.position);
            }
        }
    }

    #[test]
    fn the_same_seed_is_the_same_life() {
        let life = |seed| {
            let mut npc = Npc::new(GARDEN, seed);
            (live(&mut npc, 60, 60).rows, log(&npc.walks))
        };
        assert_eq!(life(7), life(7));
        assert_ne!(life(7), life(8));
    }

    #[test]
    fn the_map_and_the_log_of_the_program() {
        let mut npc = Npc::new(GARDEN, 1);
        let picture = live(&mut npc, 75, 60);
        let log = log(&npc.walks);
        assert_eq!(log[0], "a    0.0 s  to (  15,   47)   1.2 s  there");
        assert_eq!(log[7], "h   11.6 s  to (  18,  -58)   8.0 s  stuck at (   0,   48)");
        assert_eq!(log[24], "y   73.1 s  to (  78,   34)   1.9 s  still on its way");
        let rows = picture.text();
        let rows: Vec<&str> = rows.lines().collect();
        assert_eq!(rows[20], "#                 h        # ww                      #");
        assert_eq!(rows[5], "#        ########xyyy          ?            #        #");
    }
}
