//! A warehouse with twenty robots that ask one planner for their ways. The planner crashes now and then, and is started
//! again. No request is lost, and none is answered twice: `ledger.rs` is an account of all of them.
//!
//! `cargo run --example warehouse`

mod ledger;
mod planner;

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use bt::{Pending, Request, bt, leaf};
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
}

/// Runs the warehouse until all parcels are at their places. The planner crashes at each `crash`-th question, and every
/// `abort` ticks a robot is switched off and on again.
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
            let (courier, robot) = &mut robots[tick / abort % ROBOTS];
            courier.abort(robot);
        }
        thread::sleep(Duration::from_millis(1));
    }
    // The planner ends when nobody can ask any more.
    drop(questions);
    let robots = robots.into_iter().map(|(_, robot)| Done { delivered: robot.delivered, steps: robot.steps }).collect();
    let crashes = planner.crashes();
    let ledger = ledger.lock().unwrap().clone();
    Day { ledger, robots, crashes }
}

fn main() {
    let day = day(7, 3);
    let (read, dropped, cancelled) = day.ledger.ends();
    let (parcels, steps) = day
        .robots
        .iter()
        .fold((0, 0), |(parcels, steps), robot| (parcels + robot.delivered.len(), steps + robot.steps));
    println!("{parcels} parcels are at their places, after {steps} steps");
    println!(
        "{read} questions were answered, {dropped} were lost in {} crashes, {cancelled} were cancelled",
        day.crashes
    );
}

#[test]
fn no_question_is_lost_or_answered_twice() {
    for (crash, abort) in [(usize::MAX, usize::MAX), (3, usize::MAX), (7, 5), (2, 3)] {
        let day = day(crash, abort);
        for (name, robot) in day.robots.iter().enumerate() {
            assert_eq!(robot.delivered, Vec::from_iter(0..PARCELS), "robot {name}");
            assert_eq!(robot.steps, (0..PARCELS).map(planner::way).sum::<u32>(), "robot {name}");
        }
        day.ledger.check();
        let (read, dropped, _) = day.ledger.ends();
        // A robot that is switched off has its answer already, or asks again.
        assert_eq!(read, ROBOTS * PARCELS as usize);
        assert!(dropped <= day.crashes);
        assert!(crash == usize::MAX || day.crashes > 10, "{} crashes", day.crashes);
    }
}
