//! Recordings that several files of tests open.

use std::time::Duration;

use bt::{Status, bt, leaf};
use bt_view::{Recorder, Recording};

pub const FRAME: Duration = Duration::from_millis(100);

#[leaf]
fn patrol(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(4) { Status::Success } else { Status::Running }
}

bt! {
    pub Guard(u32) = forever < selector <
        alarm: sequence < hears: condition(|steps| *steps % 8 == 4), bark: action(|steps| *steps += 1) >,
        round: sequence < patrol, rest: wait(0.25) >,
    > >
}

bt! {
    Odd(u32) = sequence <
        evil: action(|_| {
            let _ = "</script><script>alert(1)</script>'\"`${";
        }),
        running,
    >
}

/// Two agents, with names that want to be run.
pub fn recording() -> Recording {
    let mut recorder = Recorder::new();
    let guard = recorder.agent::<Guard>("guard </script><script>document.title='run'</script>");
    let odd = recorder
        .agent::<Odd>(format!("\u{202e}עברית <img src=x onerror=\"document.title='run'\"> 😀 {}", "long ".repeat(60)));
    let (mut tree, mut steps) = (Guard::new(), 0);
    for _ in 0..200 {
        tree.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(guard, FRAME));
    }
    let mut tree = Odd::new();
    tree.tick_with(&mut 0, &mut recorder.tick(odd));
    tree.abort_with(&mut 0, &mut recorder.abort(odd));
    recorder.into_recording()
}

bt! {
    Errand(u32) = sequence <
        ready: condition(|n| *n % 3 == 0 && *n % 5 != 0 && *n % 7 != 6),
        walk: wait(0.3),
        selector < action(|n| *n += 1), fail >,
        wait(0.1),
    >
}

bt! {
    /// 56 nodes.
    Village(u32) = forever < selector <
        baker: sequence < errand, errand, wait(0.2) >,
        smith: sequence < errand, errand, wait(0.2) >,
        miller: sequence < errand, errand, wait(0.2) >,
        idle: sequence < wait(0.5), wait(0.1), wait(0.1), wait(0.1), action(|n| *n += 1) >,
    > >
}

/// A tree of 50 nodes and more, and one that is ticked while a value is noted.
pub fn village() -> Recording {
    let mut recorder = Recorder::new();
    let key = recorder.agent::<Village>("village");
    let (mut tree, mut n) = (Village::new(), 0);
    for tick in 0..100_u32 {
        tree.tick_for_with(FRAME, &mut n, &mut recorder.tick_for(key, FRAME));
        if tick % 2 == 0 {
            recorder.value("battery", f64::from(100 - tick));
        }
        recorder.value("nothing", if tick == 50 { f64::NAN } else { 1.0 });
    }
    recorder.into_recording()
}
