//! A live tree has the methods of a built one, so that a type alias can choose between the two.

use bt::observe::{NodeEvent, TreeObserver};
use bt::{Outcome, Status, bt};
use bt_live::Live;

bt! {
    #[derive(Debug)]
    pub Nap(u32) = sequence < action(|naps| *naps += 1), wait(2.0) >
}

bt! {
    #[derive(Debug)]
    pub Count(u32) = sequence < action(|naps| *naps += 1), condition(|naps| *naps > 1) >
}

/// Writes down what ends.
#[derive(Default)]
struct Ends(Vec<usize>);

impl TreeObserver for Ends {
    fn finish(&mut self, node: &NodeEvent, _: Outcome) {
        self.0.push(node.position());
    }
}

/// The same program for both.
macro_rules! program {
    ($nap:ty, $count:ty) => {{
        let (mut nap, mut count, mut naps, mut ends) =
            (<$nap>::from(Nap::new()), <$count>::from(Count::new()), 0, Ends::default());
        let mut seen = Vec::new();
        seen.push(nap.tick_for(0.5, &mut naps));
        assert!(nap.is_running() && format!("{nap:?}").contains("Nap"));
        let titles: Vec<&str> = nap.active().map(|node| node.title()).collect();
        let sleep = nap.sleep();
        seen.push(nap.tick_for_with(0.5, &mut naps, &mut ends));
        nap.abort_with(&mut naps, &mut ends);
        nap.abort(&mut naps);
        seen.push(count.tick(&mut naps));
        seen.push(count.tick_with(&mut naps, &mut ends));
        (seen, titles, sleep, naps, ends.0)
    }};
}

#[test]
fn an_alias_chooses() {
    let live = program!(Live<Nap>, Live<Count>);
    let built = program!(Nap, Count);
    assert_eq!(live, built);
    assert_eq!(live.0, [Status::Running, Status::Running, Status::Success, Status::Success]);
    let nap = Live::from(Nap::new());
    assert!(nap.is_current());
    assert_eq!(
        format!("{nap:?}").replace('\n', ""),
        format!("Live {{ built: {:?}, active: [], state: Idle, kept: [] }}", Nap::new())
    );
}
