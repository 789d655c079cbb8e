//! Random edits of running trees: each start has exactly one finish, no value is read that was not set, nothing panics.

mod random_tree;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use bt::{Behavior, Composite, Decorator, Look, Next, Outcome, Status, TreeFor, bt, leaf};
use bt_live::{Live, offer};
use rand_pcg::Pcg32;

use crate::world::mix;
use random_tree::{Random, text};

struct World {
    draws: u64,
    instances: u64,
    active: BTreeSet<u64>,
    rng: Pcg32,
}

impl bt::Random for World {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.rng
    }
}

impl World {
    fn draw(&mut self, end: u64) -> u64 {
        self.draws += 1;
        mix(self.draws) % end
    }

    /// Begins a node that has not begun before.
    fn begin(&mut self, instance: u64) -> u64 {
        assert_eq!(instance, 0, "it has started before");
        self.instances += 1;
        self.active.insert(self.instances);
        self.instances
    }
}

/// A leaf that checks that it is started and finished once.
#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Act {
    instance: u64,
}

impl Act {
    fn new(_: u32) -> Self {
        Act { instance: 0 }
    }

    fn start(&mut self, world: &mut World) {
        self.instance = world.begin(self.instance);
    }

    fn run(&mut self, world: &mut World) -> Status {
        assert!(world.active.contains(&self.instance), "it is not active");
        match world.draw(6) {
            0 | 1 => Status::Success,
            2 => Status::Failure,
            _ => Status::Running,
        }
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        assert!(world.active.remove(&self.instance), "it has finished before");
    }
}

#[leaf]
fn find(world: &mut World) -> Option<u32> {
    (world.draw(4) > 0).then_some(7)
}

#[leaf]
fn name(world: &mut World) -> Option<String> {
    (world.draw(4) > 0).then(|| "Ada".to_owned())
}

#[leaf]
fn eat(_: &mut World, prey: u32) -> bool {
    prey == 7
}

#[leaf]
fn greet(_: &mut World, name: String) -> bool {
    name == "Ada"
}

#[leaf]
fn once(world: &mut World) -> bool {
    world.draw(3) > 0
}

/// A decorator that checks that it is started and finished once.
#[derive(Decorator, Clone)]
#[decorator(context = World)]
struct Patience {
    most: u32,
    instance: u64,
}

impl Patience {
    fn new(most: u32) -> Self {
        Patience { most, instance: 0 }
    }

    fn start(&mut self, world: &mut World) {
        self.instance = world.begin(self.instance);
    }

    fn before(&mut self, world: &mut World) -> Option<Status> {
        assert!(world.active.contains(&self.instance), "it is not active");
        self.most -= 1;
        (self.most == 0).then_some(Status::Failure)
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        assert!(world.active.remove(&self.instance), "it has finished before");
    }
}

/// A composite that checks the same.
#[derive(Composite, Clone)]
#[composite(context = World)]
struct Wander {
    steps: u32,
    instance: u64,
}

impl Wander {
    fn new(steps: u32) -> Self {
        Wander { steps, instance: 0 }
    }

    fn start(&mut self, world: &mut World) {
        self.instance = world.begin(self.instance);
    }

    fn first(&mut self, world: &mut World, children: usize) -> Next {
        Next::Child(world.draw(children as u64) as usize)
    }

    fn after(&mut self, world: &mut World, _: usize, ended: Status) -> Next {
        assert!(world.active.contains(&self.instance), "it is not active");
        self.steps -= 1;
        if self.steps == 0 { Next::End(ended) } else { Next::Child(world.draw(2) as usize) }
    }

    fn look(&mut self, world: &mut World, _: usize) -> Look {
        match world.draw(6) {
            0 => Look::Switch(world.draw(2) as usize),
            1 => Look::End(Status::Failure),
            _ => Look::Stay,
        }
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        assert!(world.active.remove(&self.instance), "it has finished before");
    }
}

bt! {
    pub Known(World) = sequence <
        act(1),
        find -> number,
        eat(number),
        name -> text,
        greet(text),
        condition(|world| world.draws % 3 > 0),
        guard(|world| world.draws % 5 > 0) < patience(1) < wander(1) < act(1), act(2) > > >,
        keyed(|world| -> u64 { world.draws / 9 }) < act(1) >,
        observe(|world| -> u64 { world.draws / 7 }) < reactive_sequence < once, act(1) > >,
        unchecked < priority < |world| world.draws % 4 > 0 => act(1), act(2) > >,
        utility(|world| (world.draws % 7) as f64, 1) < act(1), act(2) >,
        probability(0.5) < act(1) >,
        for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) }) < act(1) >,
        for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) }) -> v1 < eat(v1) >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v0) => eat(v0), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v0) => eat(v0),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v1) => eat(v1), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v1) => eat(v1),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v2) => eat(v2), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v2) => eat(v2),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v3) => eat(v3), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v3) => eat(v3),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v4) => eat(v4), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v4) => eat(v4),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v5) => eat(v5), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v5) => eat(v5),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v6) => eat(v6), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v6) => eat(v6),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v7) => eat(v7), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v7) => eat(v7),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v8) => eat(v8), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v8) => eat(v8),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v9) => eat(v9), None => fail >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v9) => eat(v9),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v10) => eat(v10),
                None => fail,
            >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v10) => eat(v10),
                None => fail,
            >
        >,
        unchecked <
            switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v11) => eat(v11),
                None => fail,
            >
        >,
        unchecked <
            reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) <
                Some(v11) => eat(v11),
                None => fail,
            >
        >,
        if_else(|world| world.draws % 3 > 0) < act(1), act(2) >,
    >
}

bt! { pub Edited(World) = timeout(9.0) < running > }

static TAKEN: AtomicU64 = AtomicU64::new(0);

#[test]
fn each_start_has_one_finish() {
    let mut agents: Vec<(Live<Edited>, World)> = Vec::new();
    for seed in 0..30_u64 {
        let mut random = Random(seed << 32);
        let mut tree = random.node(4);
        for edit in 0..30_u64 {
            let mut words = String::new();
            text(&tree, 0, &mut words);
            let words = format!("bt! {{ pub Edited(World) = {words} }}");
            let taken = match offer(file!(), &words) {
                Ok(_) => true,
                // A node that can never be reached, or a loop that never ends.
                Err(refused) => {
                    let refused = refused.to_string();
                    assert!(!refused.contains("cannot run") && !refused.contains("build again"), "{refused}");
                    false
                }
            };
            TAKEN.fetch_add(u64::from(taken), Ordering::Relaxed);
            if agents.len() < 6 {
                let world = World {
                    draws: seed * 1000 + edit,
                    instances: 0,
                    active: BTreeSet::new(),
                    rng: Pcg32::new(seed, 1),
                };
                agents.push((Live::from(Edited::new()), world));
            }
            for (tree, world) in &mut agents {
                for _ in 0..1 + random.below(3) {
                    let seconds = [0.0, 0.25, 1.0][random.below(3)];
                    if TreeFor::tick_for(tree, seconds, world) != Status::Running {
                        assert!(world.active.is_empty(), "a tree that has ended has no active leaf: {words}");
                    }
                    let _ = tree.active().count();
                    let _ = TreeFor::<World>::sleep(tree);
                }
            }
            let before = tree.clone();
            random.edit(&mut tree, 3);
            let mut words = String::new();
            text(&tree, 0, &mut words);
            if words.len() > 3000 {
                tree = before;
            }
        }
        if seed % 10 == 9 {
            for (mut tree, mut world) in agents.drain(..) {
                TreeFor::abort(&mut tree, &mut world);
                assert!(world.active.is_empty(), "all have finished");
            }
        }
    }
    let taken = TAKEN.load(Ordering::Relaxed);
    assert!(taken > 400, "most edits are right, but only {taken} were");
}
