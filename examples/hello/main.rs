//! A dog guards a yard. The program prints its tree after each second, with a star at every active node.
//!
//! ```text
//! cargo run --example hello
//! ```

use std::io::{Write as _, stdout};

use bt::{Status, bt, leaf};

/// The context: what the leaves read and change.
struct Yard {
    /// How far away the cat is, in metres.
    cat: Option<u32>,
    news: &'static str,
}

bt! {
    Dog(Yard) = priority <
        |yard| yard.cat.is_some() => hunt: timeout(9.0) < chase >,
        forever < sequence < patrol, nap: wait(1.5) > >,
    >
}

#[leaf]
fn chase(yard: &mut Yard) -> Status {
    yard.cat = yard.cat.and_then(|metres| metres.checked_sub(2));
    yard.news = if yard.cat.is_some() { "Woof!" } else { "The cat is gone." };
    if yard.cat.is_some() { Status::Running } else { Status::Success }
}

#[leaf]
fn patrol(yard: &mut Yard) {
    yard.news = "All quiet.";
}

/// What the program prints.
pub fn story() -> String {
    let (mut dog, mut yard) = (Dog::new(), Yard { cat: None, news: "" });
    let second = |second| {
        if second == 3 {
            yard.cat = Some(4);
        }
        dog.tick_for(1.0, &mut yard);
        format!("second {second}: {}\n{dog}\n", yard.news)
    };
    (1..=6).map(second).collect()
}

fn main() {
    // `print!` would panic in `hello | head`.
    let _ = write!(stdout(), "{}", story());
}
