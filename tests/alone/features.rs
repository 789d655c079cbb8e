//! Requests, and a boxed tree, without the features that they need.

use bt::{Request, bt, leaf};
use std::sync::mpsc::channel;

struct Robot;

#[leaf]
fn ask(_: &Robot) -> Request<u32> {
    Request::future(async { 1 })
}

#[leaf]
fn listen(_: &Robot) -> Request<u32> {
    Request::receiver(channel().1)
}

#[leaf]
fn think(_: &Robot) -> Request<u32> {
    Request::thread(std::thread::spawn(|| 1))
}

#[leaf]
async fn count() -> u32 {
    3
}

bt! { Bot(Robot) = sequence < ask, listen, think, count > }

bt! { Boxed(Robot) = dynamic(|_| skill()) }

fn main() {}
