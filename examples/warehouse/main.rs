//! A warehouse with twenty robots that ask one planner for their ways. The planner crashes now and then, and is
//! restarted. No request is lost, and none is answered twice: `ledger.rs` is an account of all of them.
//!
//! ```text
//! cargo run --example warehouse
//! ```

mod ledger;
mod planner;

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use bt::{Pending, Request, bt, leaf};
use bt_examples::say;
use ledger::{End, Ledger};
use planner::{Planner, Question};

const ROBOTS: usize = 20;
const PARCELS: u32 = 10;
/// More than enough ticks: a test must end.
const TICKS: usize = 30_000;

/// A way, as the number of steps.
type Way = u32;

/// What the leaves of a robot work on.
struct Robot {
    name: usize,
    planner: Sender<Question>,
    ledger: Arc<Mutex<Ledger>>,
    steps: u32,
    delivered: Vec<u32>,
}

/// A question that the planner has not answered yet.
struct Asked {
    id: usize,
    answers: Receiver<Way>,
    ledger: Arc<Mutex<Ledger>>,
}

impl Pending for Asked {
    type Answer = Option<Way>;

    fn poll(&mut self) -> Poll<Option<Way>> {
        let (end, way) = match self.answers.try_recv() {
            Ok(way) => (End::Read(way), Some(way)),
            // The planner has crashed with the question in its hands.
            Err(TryRecvError::Disconnected) => (End::Dropped, None),
            Err(TryRecvError::Empty) => return Poll::Pending,
        };
        self.ledger.lock().unwrap().end(self.id, end);
        Poll::Ready(way)
    }

    fn cancel(&mut self) {
        self.ledger.lock().unwrap().end(self.id, End::Cancelled);
    }
}

/// Asks for the way to a shelf. Fails if the planner crashes.
#[leaf]
fn plan(robot: &Robot, parcel: u32) -> Request<Option<Way>> {
    let (answer, answers) = channel();
    let id = robot.ledger.lock().unwrap().ask(robot.name, parcel);
    robot.planner.send(Question { id, parcel, answer }).expect("the queue outlives each planner");
    Request::new(Asked { id, answers, ledger: robot.ledger.clone() })
}

impl Robot {
    /// The parcel that is next.
    fn parcel(&self) -> u32 {
        self.delivered.len() as u32
    }
}

bt! {
    /// Brings the next parcel to its place. A question that got lost is asked again.
    Courier(Robot) = sequence <
        retry(1000) < plan(|robot| robot.parcel()) > -> way,
        action(|robot| robot.steps += way),
        action(|robot| robot.delivered.push(robot.parcel())),
    >
}

/// What a robot has done.
struct Done {
    delivered: Vec<u32>,
    steps: u32,
}

/// What has happened in a warehouse.
struct Day {
    ledger: Ledger,
    robots: Vec<Done>,
    crashes: usize,
    /// How often a robot was switched off while it waited for an answer.
    switched_off: usize,
}

/// Runs the warehouse until all parcels are at their places. The planner crashes at each `crash`-th question, and every
/// `abort` ticks a robot that waits for an answer is switched off and on again.
fn day(crash: usize, abort: usize) -> Day {
    let ledger = Arc::<Mutex<Ledger>>::default();
    let (questions, queue) = channel();
    let mut planner = Planner::new(queue, ledger.clone(), crash);
    let mut robots: Vec<_> = (0..ROBOTS)
        .map(|name| {
            let robot =
                Robot { name, planner: questions.clone(), ledger: ledger.clone(), steps: 0, delivered: Vec::new() };
            (Courier::new(), robot)
        })
        .collect();
    let mut switched_off = 0;
    for tick in 1..TICKS {
        planner.restart_if_crashed();
        for (courier, robot) in &mut robots {
            if robot.parcel() < PARCELS {
                let _ = courier.tick(robot);
            }
        }
        if robots.iter().all(|(_, robot)| robot.parcel() == PARCELS) {
            break;
        }
        if tick % abort == 0 {
            robots.rotate_left(1);
            if let Some((courier, robot)) = robots.iter_mut().find(|(courier, _)| courier.is_running()) {
                courier.abort(robot);
                switched_off += 1;
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
    // The planner ends when nobody can ask any more.
    drop(questions);
    let robots = robots.into_iter().map(|(_, robot)| Done { delivered: robot.delivered, steps: robot.steps }).collect();
    let crashes = planner.crashes();
    let ledger = ledger.lock().unwrap().clone();
    Day { ledger, robots, crashes, switched_off }
}

/// What the program prints.
fn report(day: &Day) -> String {
    let (read, dropped, cancelled) = day.ledger.ends();
    let parcels: usize = day.robots.iter().map(|robot| robot.delivered.len()).sum();
    let steps: u32 = day.robots.iter().map(|robot| robot.steps).sum();
    format!(
        "{ROBOTS} robots deliver {PARCELS} parcels each. For each they ask a planner in another thread for the way.\n\
         It crashes now and then, and is started again; now and then a waiting robot is switched off and on.\n\n\
         {parcels} parcels are delivered, after {steps} steps. Each of them needed one answer of the planner:\n\
         {read:5} questions were answered\n\
         {dropped:5} were lost in {} crashes of the planner, and asked again\n\
         {cancelled:5} were cancelled, since {} times a waiting robot was switched off, and asked again\n\
         The account agrees with the planner: no question ended twice, and none was forgotten.",
        day.crashes, day.switched_off
    )
}

fn main() {
    let day = day(7, 3);
    day.ledger.check();
    say!("{}", report(&day));
}

#[test]
fn no_question_is_lost_or_answered_twice() {
    for (crash, abort) in [(usize::MAX, usize::MAX), (3, usize::MAX), (7, 5), (2, 3)] {
        let day = day(crash, abort);
        assert_eq!(day.robots.len(), ROBOTS);
        for robot in &day.robots {
            assert_eq!(robot.delivered, Vec::from_iter(0..PARCELS));
            assert_eq!(robot.steps, (0..PARCELS).map(planner::way).sum::<u32>());
        }
        day.ledger.check();
        let (read, dropped, cancelled) = day.ledger.ends();
        // A planner may crash so fast that a robot is switched off before it has asked again.
        assert!(cancelled <= day.switched_off, "{cancelled} of {}", day.switched_off);
        // At most six of the twenty questions of the first tick are out of the queue in the third.
        assert!((crash, abort) != (2, 3) || cancelled > 0);
        // A robot that is switched off has its answer already, or asks again.
        assert_eq!(read, ROBOTS * PARCELS as usize);
        assert!(dropped <= day.crashes);
        assert!(crash == usize::MAX || day.crashes > 10, "{} crashes", day.crashes);
    }
}

#[test]
fn the_report_counts_what_has_happened() {
    let mut ledger = Ledger::default();
    for (parcel, ends) in [End::Read(1), End::Read(2), End::Dropped, End::Cancelled].into_iter().enumerate() {
        let id = ledger.ask(0, parcel as u32);
        ledger.end(id, ends);
    }
    let robots = vec![Done { delivered: vec![0, 1], steps: 3 }, Done { delivered: vec![0], steps: 1 }];
    let report = report(&Day { ledger, robots, crashes: 7, switched_off: 1 });
    let lines: Vec<&str> = report.lines().collect();
    let lines = &lines[3..];
    assert!(lines[0].starts_with("3 parcels are delivered, after 4 steps."), "{report}");
    assert!(lines[1].starts_with("    2 questions were answered"), "{report}");
    assert!(lines[2].starts_with("    1 were lost in 7 crashes"), "{report}");
    assert!(lines[3].starts_with("    1 were cancelled"), "{report}");
}
