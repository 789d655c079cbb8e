//! What a tick of a live tree costs, compared with a tree of boxes and with the compiled tree. Run it with `--release`;
//! the arguments are a number of ticks, and the name of one of the three. To count instructions, run it under callgrind
//! with one name and two numbers: the difference is the cost of the additional ticks.

use std::hint::black_box;
use std::time::Instant;

use bt::{Status, bt, leaf};
use bt_live::Live;

#[derive(Clone, Debug, Default)]
struct Sentry {
    senses: u64,
    goto: f32,
    wait: f32,
    alarm: f32,
}

impl Sentry {
    fn sense(&self, sensor: usize) -> u8 {
        self.senses.to_be_bytes()[sensor]
    }

    fn prepare(&mut self) {
        self.senses = self.senses.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
}

macro_rules! senses {
    ($($name:ident $sensor:literal $below:literal;)*) => {$(
        #[leaf]
        fn $name(sentry: &mut Sentry) -> bool {
            sentry.sense($sensor) < $below
        }
    )*};
}

macro_rules! acts {
    ($($name:ident $by:literal;)*) => {$(
        #[leaf]
        fn $name(sentry: &mut Sentry) {
            sentry.alarm = sentry.alarm * 0.5 + $by;
        }
    )*};
}

senses! { is_surprised 0 26; can_see 1 51; within 2 100; has_target 3 26; has_noise 4 26; is_low 5 230; }
acts! { react 1.0; bomb 2.0; track 3.0; target_noise 4.0; }

#[leaf]
fn fly_patrol(sentry: &mut Sentry) {
    sentry.goto = 4.0;
    sentry.wait = f32::from(3 + (sentry.sense(6) >> 6));
}

#[leaf]
fn goto_node(sentry: &mut Sentry) -> Status {
    sentry.goto -= 0.5;
    if sentry.goto <= 0.0 { Status::Success } else { Status::Running }
}

#[leaf]
fn wait_random(sentry: &mut Sentry) -> Status {
    sentry.wait -= 1.0;
    if sentry.wait <= 0.0 { Status::Success } else { Status::Running }
}

bt! {
    pub Mind(Sentry) = selector <
        sequence < is_surprised, react >,
        sequence < can_see, within, bomb >,
        sequence < has_target, track >,
        sequence < has_noise, target_noise >,
        sequence < is_low, fly_patrol, goto_node, wait_random >,
    >
}

type Node = Box<dyn Boxed>;

trait Boxed {
    fn tick(&mut self, sentry: &mut Sentry) -> Status;
}

struct Of<F>(F);

impl<L: bt::Answer + Into<Answer>, F: FnMut(&mut Sentry) -> L> Boxed for Of<F> {
    fn tick(&mut self, sentry: &mut Sentry) -> Status {
        (self.0)(sentry).into().0
    }
}

struct Answer(Status);

impl From<bool> for Answer {
    fn from(success: bool) -> Self {
        Answer(Status::from(success))
    }
}

impl From<()> for Answer {
    fn from((): ()) -> Self {
        Answer(Status::Success)
    }
}

impl From<Status> for Answer {
    fn from(status: Status) -> Self {
        Answer(status)
    }
}

struct Composite {
    children: Vec<Node>,
    at: usize,
    on: Status,
}

impl Boxed for Composite {
    fn tick(&mut self, sentry: &mut Sentry) -> Status {
        let from = std::mem::take(&mut self.at);
        for (index, child) in self.children.iter_mut().enumerate().skip(from) {
            let status = child.tick(sentry);
            if status.is_running() {
                self.at = index;
            }
            if status != self.on {
                return status;
            }
        }
        self.on
    }
}

fn of<A: bt::Answer + Into<Answer> + 'static>(leaf: fn(&mut Sentry) -> A) -> Node {
    Box::new(Of(leaf))
}

fn boxed() -> Node {
    let composite = |children, on| -> Node { Box::new(Composite { children, at: 0, on }) };
    let sequence = |children| composite(children, Status::Success);
    let parts = vec![
        sequence(vec![of(is_surprised), of(react)]),
        sequence(vec![of(can_see), of(within), of(bomb)]),
        sequence(vec![of(has_target), of(track)]),
        sequence(vec![of(has_noise), of(target_noise)]),
        sequence(vec![of(is_low), of(fly_patrol), of(goto_node), of(wait_random)]),
    ];
    composite(parts, Status::Failure)
}

/// Ticks in a round. A round is short, so that the best one is not interrupted.
const ROUND: u32 = 10_000;

/// One of the compared trees. All of them tick the same sentry.
struct Measured {
    name: &'static str,
    sentry: Sentry,
    checksum: u32,
    /// Nanoseconds of a tick in the best round.
    best: f64,
}

impl Measured {
    fn new(name: &'static str) -> Self {
        Measured { name, sentry: Sentry { senses: 7, ..Sentry::default() }, checksum: 0, best: f64::MAX }
    }

    fn round(&mut self, only: Option<&str>, mut tick: impl FnMut(&mut Sentry) -> Status) {
        if only.is_some_and(|only| only != self.name) {
            return;
        }
        let Measured { sentry, checksum, best, .. } = self;
        let begin = Instant::now();
        for _ in 0..ROUND {
            sentry.prepare();
            *checksum = *checksum * 3 % 1_000_003 + tick(black_box(sentry)) as u32;
        }
        *best = best.min(begin.elapsed().as_secs_f64() * 1e9 / f64::from(ROUND));
    }
}

fn main() {
    let ticks: u32 = std::env::args().nth(1).and_then(|ticks| ticks.parse().ok()).unwrap_or(2_000_000);
    let only = std::env::args().nth(2);
    let only = only.as_deref();
    let (mut compiled, mut boxes, mut live) = (Mind::new(), boxed(), Live::from(Mind::new()));
    let [mut one, mut two, mut three] = ["compiled", "boxed", "live"].map(Measured::new);
    // In turns, so that all of them have the same share of a busy machine.
    for _ in 0..ticks.div_ceil(ROUND) {
        one.round(only, |sentry| compiled.tick(sentry));
        two.round(only, |sentry| boxes.tick(sentry));
        three.round(only, |sentry| live.tick(sentry));
    }
    for Measured { name, best, checksum, .. } in [&one, &two, &three] {
        println!("{name}: {best:.1} ns a tick ({checksum})");
    }
    println!("live is {:.1} times boxed, {:.1} times compiled", three.best / two.best, three.best / one.best);
    println!("an agent: {} bytes compiled, {} live", size_of::<Mind>(), size_of::<Live<Mind>>());
    assert!(only.is_some() || one.checksum == two.checksum && two.checksum == three.checksum, "all do the same");
}
