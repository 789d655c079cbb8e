//! `Hand`: carries out what viewers ask of a program.

use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::client::{Client, Fault, LIMITS};
use super::protocol::{Header, kind};
use super::steer::Steer;
use super::steering::Steering;
use super::zmtp::client::Subscriber;
use crate::feed::control::NodeKey;
use crate::feed::lock::lock;

/// A publisher takes a subscription when it comes to it, and does not say when. A report from before that is lost, and
/// then nobody knows that the program waits. So there are no hooks before that time.
const SETTLES: Duration = Duration::from_millis(500);
/// More reports than this wait for nobody.
const MOST_REPORTS: usize = 1000;

/// Carries out what viewers ask of one run of a program.
#[derive(Debug)]
pub struct Hand<'f> {
    steering: &'f Steering,
    number: usize,
    steer: Steer,
    reports: Reports,
    subscribed: Instant,
}

impl<'f> Hand<'f> {
    pub fn new(steering: &'f Steering, number: usize, address: &str) -> Result<Self, Fault> {
        let steer = Steer::new(steering.steps.load(Ordering::Relaxed));
        let reports = Reports::of(address)?;
        Ok(Hand { steering, number, steer, reports, subscribed: Instant::now() })
    }

    /// Does what is new. Returns the node to which viewers wanted the program to run, when it waits there.
    pub fn act(&mut self, client: &mut Client, uids: &[u16]) -> Result<Option<NodeKey>, Fault> {
        if self.subscribed.elapsed() < SETTLES {
            return Ok(None);
        }
        let Some(agent) = lock(&self.steering.agents).get(self.number).copied().flatten() else { return Ok(None) };
        let orders = self.steering.shared.control.orders();
        let reports: Vec<u16> = self.reports.receiver.try_iter().collect();
        let mut reached = None;
        for uid in reports {
            reached = reached.or(self.steer.reached(uid, &orders, agent, uids));
        }
        if reached.is_some() {
            // The orders change with that.
            return Ok(reached);
        }
        let steps = self.steering.steps.load(Ordering::Relaxed);
        for (kind, json) in self.steer.requests(&orders, agent, uids, steps) {
            match client.ask(kind, Some(json.to_string().as_bytes())) {
                // A hook that is gone need not be removed; a program that allows none does not stop.
                Ok(_) | Err(Fault::Refused(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(None)
    }
}

/// The nodes to which a program has come, as it reports.
#[derive(Debug)]
struct Reports {
    receiver: Receiver<u16>,
    stream: TcpStream,
}

impl Reports {
    /// Those of the program that is asked at this address: they come from the next port.
    fn of(address: &str) -> Result<Self, Fault> {
        let next = address.rsplit_once(':').and_then(|(host, port)| {
            let port: u16 = port.parse().ok()?;
            Some(format!("{host}:{}", port.checked_add(1)?))
        });
        let mut subscriber = Subscriber::connect(&next.unwrap_or_default(), LIMITS)?;
        let stream = subscriber.stream()?;
        let (sender, receiver) = sync_channel(MOST_REPORTS);
        let read = move || {
            while let Ok(message) = subscriber.next() {
                // If nobody takes them, some are lost, as ZeroMQ does it.
                reached(&message).map(|uid| sender.try_send(uid));
            }
        };
        thread::Builder::new().name("bt-groot2-sub".to_owned()).spawn(read)?;
        Ok(Reports { receiver, stream })
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        // The program may have closed it. This ends the thread.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// The node in a report.
fn reached(message: &[Vec<u8>]) -> Option<u16> {
    let [head, uid] = message else { return None };
    Header::read(head).filter(|header| header.kind == kind::REACHED)?;
    std::str::from_utf8(uid).ok()?.parse().ok()
}
