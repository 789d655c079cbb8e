//! `Hand`: carries out the orders of viewers in a program.

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

/// A publisher does not confirm subscriptions. A report from before it has ours is lost, and then nobody knows that the
/// program waits. So this much time passes before the first hook.
const SETTLES: Duration = Duration::from_millis(500);
/// The most reports that may wait.
const MOST_REPORTS: usize = 1000;

/// Carries out the orders of viewers in one run of a program.
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

    /// Carries out what is new. Returns the node that viewers ran the program to, once it waits there.
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
            // Reaching the node also changes the orders.
            return Ok(reached);
        }
        let steps = self.steering.steps.load(Ordering::Relaxed);
        for (kind, json) in self.steer.requests(&orders, agent, uids, steps) {
            match client.ask(kind, Some(json.to_string().as_bytes())) {
                // A missing hook need not be removed, and a program that allows no hooks does not stop.
                Ok(_) | Err(Fault::Refused(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(None)
    }
}

/// The nodes that a program reports to have reached.
#[derive(Debug)]
struct Reports {
    receiver: Receiver<u16>,
    stream: TcpStream,
}

impl Reports {
    /// Listens to the program at this address: its reports come from the next port.
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
                // If nobody takes the reports, some are lost, as in ZeroMQ.
                reached(&message).map(|uid| sender.try_send(uid));
            }
        };
        thread::Builder::new().name("bt-groot2-sub".to_owned()).spawn(read)?;
        Ok(Reports { receiver, stream })
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        // The program may already have closed it. This ends the thread.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// The node in a report.
fn reached(message: &[Vec<u8>]) -> Option<u16> {
    let [head, uid] = message else { return None };
    Header::read(head).filter(|header| header.kind == kind::REACHED)?;
    std::str::from_utf8(uid).ok()?.parse().ok()
}
