//! Many agents at once: what becomes of each is the same as if it were ticked by itself.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::{AgentId, Behavior, Crowd, Outcome, Status, Tree, TreeFor, bt, par_tick_all, tick_all};

/// A context whose agent does what chance says, and keeps a record of it.
#[derive(Clone, Debug, PartialEq)]
struct Walker {
    chance: u64,
    /// Changes with everything that happens, and with the order of it.
    record: u64,
    ticks: u32,
    answer: Result<Status, Broken>,
}

impl Walker {
    fn new(number: u64) -> Self {
        Walker { chance: splitmix(number), record: 0, ticks: 0, answer: Ok(Status::Running) }
    }

    fn look(&mut self) {
        self.chance = splitmix(self.chance);
        self.ticks += 1;
    }

    /// True in one of so many cases; other ones for other questions.
    fn says(&self, question: u32, one_in: u64) -> bool {
        (self.chance >> (4 * question)).is_multiple_of(one_in)
    }

    fn note(&mut self, what: u64) {
        self.record = splitmix(self.record ^ what);
    }
}

fn splitmix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[derive(Clone, Debug, PartialEq)]
struct Broken;

#[derive(Clone, Debug)]
struct Shot(u64);

/// Runs for some ticks, and has to be told of a shot.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = Walker, message = Shot)]
struct Go {
    left: u64,
}

impl Go {
    fn new(at_most: u64) -> Self {
        Go { left: at_most }
    }

    fn start(&mut self, walker: &mut Walker) {
        self.left = walker.chance % self.left;
        walker.note(self.left);
    }

    fn run(&mut self, walker: &mut Walker) -> Status {
        if self.left == 0 {
            return Status::from(walker.says(1, 2));
        }
        self.left -= 1;
        Status::Running
    }

    fn finish(&mut self, walker: &mut Walker, outcome: Outcome) {
        walker.note(outcome as u64);
    }

    fn receive(&mut self, walker: &mut Walker, shot: &Shot) -> Status {
        walker.note(shot.0);
        if shot.0.is_multiple_of(2) { Status::Running } else { Status::Failure }
    }
}

/// Fails with an error now and then.
#[derive(Behavior, Clone, Debug, Default, PartialEq)]
#[behavior(context = Walker, error = Broken)]
struct Risk;

impl Risk {
    fn run(&mut self, walker: &mut Walker) -> Result<Status, Broken> {
        match walker.chance % 5 {
            0 => Err(Broken),
            1 => Ok(Status::Success),
            _ => Ok(Status::Running),
        }
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Sentry(Walker) = selector <
        sequence < condition(|walker| walker.says(2, 5)), action(|walker| walker.note(1)) >,
        sequence < condition(|walker| walker.says(3, 4)), go(4), action(|walker| walker.note(2)), go(9) >,
        sequence < go(6), wait_until(|walker| walker.says(4, 3)), action(|walker| walker.note(3)) >,
        wait_until(|walker| walker.says(5, 6)),
    >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Part(Walker) { most: u64 } = sequence < go(most), action(|walker| walker.note(4)), go(most) >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Both(Walker) { most: u64 } = reactive_selector <
        sequence < condition(|walker| walker.says(6, 4)), part(3) >,
        guard(|walker| !walker.says(7, 5)) < parallel(success = 1) < part(most), forever < part(2) > > >,
        run_limit(3) < part(4) >,
    >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Patient(Walker) = forever < sequence <
        wait(0.25),
        action(|walker| walker.note(5)),
        timeout(0.35) < go(9) >,
        cooldown(0.5) < wait(|walker| if walker.says(8, 2) { 0.1 } else { 0.7 }) >,
    > >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Risky(Walker) -> Result<Broken> = sequence < risk, go(3), risk >
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Duck(Walker) on Shot = sequence < go(5), selector < go(4), wait_until(|walker| walker.says(9, 3)) > >
}

/// A tree with more places than there are groups of any kind.
macro_rules! long {
    ($($label:ident)*) => {
        bt! {
            #[derive(Clone, Debug, PartialEq)]
            Long(Walker) = sequence < $(
                $label: sequence <
                    wait_until(|walker| !walker.says(1, 4)),
                    action(|walker| walker.note(7)),
                    wait_until(|walker| !walker.says(2, 3)),
                >
            ),* >
        }
    };
}

long! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4 d5 d6 d7 d8 d9
}

trait Notes {
    fn draw(&self) -> u64;
    fn write(&mut self, what: u64);
}

impl Notes for Walker {
    fn draw(&self) -> u64 {
        self.chance
    }

    fn write(&mut self, what: u64) {
        self.note(what);
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Anyone(impl Notes) { times: u32 } = repeat(times) < sequence <
        wait_until(|notes| notes.draw() % 3 == 0),
        action(|notes| notes.write(6)),
        wait_until(|notes| notes.draw() % 4 == 0),
    > >
}

/// What a test needs of a tree and its context.
trait Value: Clone + Debug + PartialEq + Send + 'static {}

impl<V: Clone + Debug + PartialEq + Send + 'static> Value for V {}

/// Ticks the same agents in every way there is, and compares all after each tick.
fn all_ways_agree<T: Tree + Value>(agents: u64, ticks: u32, new: impl Fn() -> T, tick: fn(&mut T, &mut Walker)) {
    let mut trees: Vec<T> = (0..agents).map(|_| new()).collect();
    let mut walkers: Vec<Walker> = (0..agents).map(Walker::new).collect();
    let (mut slices, mut on_cores) = ((trees.clone(), walkers.clone()), (trees.clone(), walkers.clone()));
    let (mut crowd, mut crowd_on_cores) = (Crowd::new(), Crowd::new());
    for (tree, walker) in trees.iter().zip(&walkers) {
        crowd.insert(tree.clone(), walker.clone());
        crowd_on_cores.insert(tree.clone(), walker.clone());
    }
    // More threads than this machine may have cores.
    let threads = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads can be started");
    for number in 0..ticks {
        for (tree, walker) in trees.iter_mut().zip(&mut walkers) {
            walker.look();
            tick(tree, walker);
        }
        tick_all(&mut slices.0, &mut slices.1, Walker::look, tick);
        threads.install(|| par_tick_all(&mut on_cores.0, &mut on_cores.1, Walker::look, tick));
        crowd.tick(Walker::look, tick);
        threads.install(|| crowd_on_cores.par_tick(Walker::look, tick));
        for (index, alone) in trees.iter().zip(&walkers).enumerate() {
            let place = format!("agent {index} of {agents} after tick {number}");
            assert_eq!((&slices.0[index], &slices.1[index]), alone, "tick_all, {place}");
            assert_eq!((&on_cores.0[index], &on_cores.1[index]), alone, "par_tick_all, {place}");
        }
        for (name, crowd) in [("tick", &crowd), ("par_tick", &crowd_on_cores)] {
            assert_eq!(crowd.iter().count() as u64, agents);
            for ((_, tree, walker), alone) in crowd.iter().zip(trees.iter().zip(&walkers)) {
                assert_eq!((tree, walker), alone, "{name} of a crowd of {agents}, after tick {number}");
            }
        }
    }
    let wanders = walkers.iter().any(|walker| walker.record != walkers[0].record);
    assert!(agents < 100 || wanders, "the agents do not all do the same");
}

#[test]
fn ticking_all_is_ticking_each() {
    for agents in [0, 1, 2, 513, 1023, 1024, 1025, 1500] {
        all_ways_agree(agents, 40, Sentry::new, |tree, walker| walker.answer = Ok(tree.tick(walker)));
    }
}

#[test]
fn frames_and_subtrees_too() {
    all_ways_agree(1100, 40, || Both::new(3), |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
fn trees_with_more_places_than_groups_too() {
    all_ways_agree(1100, 150, Long::new, |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
fn trees_that_keep_time_too() {
    all_ways_agree(1100, 40, Patient::new, |tree, walker| walker.answer = Ok(tree.tick_for(0.1, walker)));
}

#[test]
fn trees_with_errors_too() {
    all_ways_agree(1100, 40, Risky::new, |tree, walker| walker.answer = tree.tick(walker));
}

#[test]
fn trees_for_any_context_too() {
    all_ways_agree(1100, 40, || Anyone::new(3), |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
fn crowds_of_several_blocks_too() {
    all_ways_agree(40_000, 6, Sentry::new, |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
#[should_panic(expected = "as many trees as contexts")]
fn slices_of_different_lengths_are_a_mistake() {
    let mut walkers = vec![Walker::new(1), Walker::new(2)];
    tick_all(&mut [Sentry::new()], &mut walkers, |_| panic!("nothing is ticked"), |_, _| panic!("nothing is ticked"));
}

#[test]
#[should_panic(expected = "as many trees as contexts")]
fn they_are_on_all_cores_too() {
    par_tick_all(&mut [Sentry::new()], &mut [], |_: &mut Walker| {}, |_, _| {});
}

/// A crowd as simply as it can be: a list, and a stack of the numbers that are free in it.
#[derive(Default)]
struct Model {
    agents: Vec<Option<(AgentId, Duck, Walker)>>,
    free: Vec<usize>,
}

impl Model {
    fn insert(&mut self, id: AgentId, walker: Walker) {
        let agent = Some((id, Duck::new(), walker));
        match self.free.pop() {
            Some(slot) => self.agents[slot] = agent,
            None => self.agents.push(agent),
        }
    }

    fn find(&mut self, id: AgentId) -> Option<usize> {
        self.agents.iter().position(|agent| agent.as_ref().is_some_and(|(other, ..)| *other == id))
    }

    fn remove(&mut self, id: AgentId) -> Option<(Duck, Walker)> {
        let slot = self.find(id)?;
        self.free.push(slot);
        self.agents[slot].take().map(|(_, tree, walker)| (tree, walker))
    }

    fn get(&mut self, id: AgentId) -> Option<&mut (AgentId, Duck, Walker)> {
        let slot = self.find(id)?;
        self.agents[slot].as_mut()
    }
}

#[test]
fn a_crowd_does_what_a_list_does() {
    for seed in 0..20 {
        let (mut crowd, mut model, mut ids) = (Crowd::new(), Model::default(), Vec::new());
        let mut chance = Walker::new(seed);
        for step in 0..600 {
            chance.look();
            let id = ids.get(chance.chance as usize % ids.len().max(1)).copied();
            match (chance.chance >> 40) % 16 {
                0..6 => {
                    let id = crowd.insert(Duck::new(), Walker::new(step));
                    assert!(!ids.contains(&id), "an id that was given before");
                    model.insert(id, Walker::new(step));
                    ids.push(id);
                }
                6..8 => assert_eq!(id.and_then(|id| crowd.remove(id)), id.and_then(|id| model.remove(id))),
                8..11 => {
                    let (shot, Some(id)) = (Shot(chance.chance >> 50), id) else { continue };
                    let agent = model.get(id);
                    assert_eq!(crowd.send(id, &shot), agent.is_some());
                    if let Some((_, tree, walker)) = agent {
                        tree.send(walker, &shot);
                    }
                }
                11 => {
                    let Some(id) = id else { continue };
                    // The tree is now in another place than its group.
                    let change = |tree: &mut Duck, walker: &mut Walker| match chance.chance % 2 {
                        0 => tree.reset(),
                        _ => tree.abort(walker),
                    };
                    if let Some((tree, walker)) = crowd.get_mut(id) {
                        change(tree, walker);
                    }
                    if let Some((_, tree, walker)) = model.get(id) {
                        change(tree, walker);
                    }
                }
                12 => {
                    for (_, tree, walker) in crowd.iter_mut() {
                        walker.note(7);
                        tree.tick(walker);
                    }
                    for (_, tree, walker) in model.agents.iter_mut().flatten() {
                        walker.note(7);
                        tree.tick(walker);
                    }
                }
                _ => {
                    crowd.tick(Walker::look, |tree, walker| walker.answer = Ok(tree.tick(walker)));
                    for (_, tree, walker) in model.agents.iter_mut().flatten() {
                        walker.look();
                        walker.answer = Ok(tree.tick(walker));
                    }
                }
            }
            let agents: Vec<_> = model.agents.iter().flatten().map(|(id, tree, walker)| (*id, tree, walker)).collect();
            assert!(crowd.iter().eq(agents.iter().copied()), "seed {seed}, step {step}");
            assert_eq!((crowd.len(), crowd.is_empty()), (agents.len(), agents.is_empty()));
            for id in &ids {
                let agent = agents.iter().find(|(other, ..)| other == id);
                assert_eq!(crowd.get(*id), agent.map(|&(_, tree, walker)| (tree, walker)));
            }
            let changed: Vec<AgentId> = crowd.iter_mut().map(|(id, ..)| id).collect();
            assert!(changed.iter().eq(agents.iter().map(|(id, ..)| id)));
        }
    }
}

#[test]
fn an_id_never_finds_another_agent() {
    let mut crowd = Crowd::new();
    let mut gone: Vec<AgentId> = Vec::new();
    for number in 0..100 {
        let id = crowd.insert(Sentry::new(), Walker::new(number));
        assert!(gone.iter().all(|gone| crowd.get(*gone).is_none() && *gone != id));
        assert_eq!(crowd.remove(id).map(|(_, walker)| walker), Some(Walker::new(number)));
        assert_eq!(crowd.remove(id), None);
        assert!(crowd.get_mut(id).is_none());
        gone.push(id);
    }
    assert!(crowd.is_empty());
}

#[test]
fn after_a_panic_all_agents_are_still_there() {
    for panics_at in [0, 1, 7, 500, 999] {
        let mut crowd = Crowd::new();
        let ids: Vec<AgentId> = (0..1000).map(|number| crowd.insert(Sentry::new(), Walker::new(number))).collect();
        let tick = |tree: &mut Sentry, walker: &mut Walker| walker.answer = Ok(tree.tick(walker));
        for _ in 0..10 {
            crowd.tick(Walker::look, tick);
        }
        let (_, walker) = crowd.get_mut(ids[panics_at as usize]).expect("it is there");
        walker.record = 12345;
        let in_a_tick = |tree: &mut Sentry, walker: &mut Walker| {
            assert_ne!(walker.record, 12345, "on purpose");
            tick(tree, walker);
        };
        let panicked = catch_unwind(AssertUnwindSafe(|| crowd.tick(Walker::look, in_a_tick))).is_err();
        assert!(panicked);
        let ticks: Vec<u32> = ids.iter().map(|id| crowd.get(*id).expect("it is still there").1.ticks).collect();
        assert!(ticks.iter().all(|ticks| (10..=11).contains(ticks)), "each is ticked once at most");
        assert_eq!(ticks[panics_at as usize], 11);
        // It goes on as each agent would by itself.
        let mut alone: Vec<(Sentry, Walker)> =
            crowd.iter().map(|(_, tree, walker)| (tree.clone(), walker.clone())).collect();
        for _ in 0..20 {
            crowd.tick(Walker::look, tick);
            for (tree, walker) in &mut alone {
                walker.look();
                tick(tree, walker);
            }
        }
        assert!(
            crowd
                .iter()
                .map(|(id, tree, walker)| (id, tree.clone(), walker.clone()))
                .eq(ids.iter().zip(&alone).map(|(id, (tree, walker))| (*id, tree.clone(), walker.clone())))
        );
    }
}

#[test]
fn after_a_panic_slices_are_as_they_were() {
    let mut trees: Vec<Sentry> = (0..2000).map(|_| Sentry::new()).collect();
    let mut walkers: Vec<Walker> = (0..2000).map(Walker::new).collect();
    let tick = |tree: &mut Sentry, walker: &mut Walker| walker.answer = Ok(tree.tick(walker));
    // So they wait in different places.
    for _ in 0..5 {
        tick_all(&mut trees, &mut walkers, Walker::look, tick);
    }
    let before = walkers.clone();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        tick_all(&mut trees, &mut walkers, Walker::look, |tree, walker| {
            assert!(!walker.says(3, 50), "on purpose");
            tick(tree, walker);
        });
    }))
    .is_err();
    assert!(panicked);
    for (number, (walker, mut before)) in walkers.iter().zip(before).enumerate() {
        if walker.ticks > before.ticks {
            before.look();
        }
        assert_eq!((walker.ticks, walker.chance), (before.ticks, before.chance), "agent {number} is in its place");
    }
}

#[test]
fn a_crowd_is_shown_by_ids() {
    let mut crowd = Crowd::default();
    let id = crowd.insert(Anyone::new(1), Walker::new(0));
    assert!(format!("{crowd:?}").starts_with(&format!("{{{id:?}: (Anyone")));
    let copy = crowd.clone();
    assert_eq!(copy.get(id), crowd.get(id));
}

/// Everything that can be said of a tree without knowing which it is.
fn any_tree<C, T: TreeFor<C>>(mut tree: T, context: &mut C) -> (T::Answer, T::Answer) {
    assert!(!tree.is_running());
    let first = tree.tick_for(0.1, context);
    assert!(tree.is_running());
    tree.abort(context);
    assert!(!tree.is_running());
    tree.tick(context);
    tree.reset();
    assert!(!tree.is_running());
    (first, tree.tick(context))
}

#[test]
fn a_function_can_take_any_tree() {
    struct World<'w>(&'w mut Vec<&'static str>);
    #[derive(Behavior, Default)]
    #[behavior(context = World<'_>)]
    struct Shout;
    impl Shout {
        fn run(&self, world: &mut World<'_>) -> Status {
            world.0.push("run");
            Status::Running
        }
        fn finish(&self, world: &mut World<'_>, _: Outcome) {
            world.0.push("finish");
        }
    }
    bt! { Crier(World<'_>) = shout }
    let mut log = Vec::new();
    let running = (Status::Running, Status::Running);
    assert_eq!(any_tree(Crier::new(), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!(shout), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!(sequence < condition(|_| true), shout >), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!((World<'_>) = running), &mut World(&mut log)), running);
    assert_eq!(log.join(" "), ["run finish run run"; 3].join(" "));
    let mut walker = Walker { chance: 2, ..Walker::new(0) };
    assert_eq!(any_tree(Anyone::new(2), &mut walker), running);
    assert_eq!(any_tree(Risky::new(), &mut walker), (Ok(Status::Running), Ok(Status::Running)));
}
