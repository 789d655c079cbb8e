//! Trees that are fields of their own context.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::{Status, Tree, TreeFor, bt, leaf};

#[derive(Default)]
struct Npc {
    steps: u32,
    brain: Brain,
}

/// Answers running until the npc has made this many steps.
#[leaf]
fn step_to(npc: &mut Npc, goal: u32) -> Status {
    npc.steps += 1;
    if npc.steps >= goal { Status::Success } else { Status::Running }
}

bt! { Brain(Npc) = sequence < step_to(2), step_to(3) > }

#[test]
fn a_tree_is_ticked_in_place() {
    let mut npc = Npc::default();
    assert_eq!(Brain::tick_in(&mut npc, |npc| &mut npc.brain), Status::Running);
    assert!(npc.brain.is_running(), "it has been put back");
    assert_eq!(<Brain as TreeFor<Npc>>::tick_in(&mut npc, |npc| &mut npc.brain), Status::Success);
    assert_eq!(npc.steps, 3);
}

#[test]
fn the_rest_is_done_to_a_tree_that_is_lent() {
    let mut npc = Npc::default();
    let active = Brain::lend(
        &mut npc,
        |npc| &mut npc.brain,
        |brain, npc| {
            brain.tick(npc);
            assert!(!npc.brain.is_running(), "an idle tree replaces it");
            brain.active().count()
        },
    );
    assert_eq!(active, 2);
    <Brain as Tree>::lend(&mut npc, |npc| &mut npc.brain, Brain::abort);
    assert!(!npc.brain.is_running());
}

#[test]
fn the_stand_in_has_the_parameters_and_what_is_done_to_it_is_lost() {
    struct Guard {
        walked: u32,
        brain: Watch,
    }
    bt! {
        #[derive(Clone, Debug, PartialEq)]
        Watch(Guard) { name: String, rounds: u32 } = sequence <
            run_once <
                action(|guard| {
                    guard.walked += 1;
                    assert_eq!(guard.brain, Watch::new(name.clone(), rounds), "idle, and as new");
                    guard.brain = Watch::new("another".into(), 0);
                })
            >,
            action(|guard| guard.walked += 10 * rounds),
            running,
        >
    }
    let mut guard = Guard { walked: 0, brain: Watch::new("Ann".into(), 2) };
    assert_eq!(Watch::tick_in(&mut guard, |guard| &mut guard.brain), Status::Running);
    assert_eq!(guard.walked, 21);
    assert_ne!(guard.brain, Watch::new("another".into(), 0));
    Watch::lend(
        &mut guard,
        |guard| &mut guard.brain,
        |brain, guard| {
            brain.abort(guard);
            brain.tick(guard);
        },
    );
    assert_eq!(guard.walked, 41, "the tree remembers what it has run once");
}

#[test]
fn after_a_panic_an_idle_tree_is_there() {
    struct Fuse {
        burns: bool,
        brain: Burn,
    }
    bt! { Burn(Fuse) = sequence < wait_until(|fuse| fuse.burns), action(|_| -> bool { panic!("bang") }) > }
    let mut fuse = Fuse { burns: false, brain: Burn::new() };
    assert_eq!(Burn::tick_in(&mut fuse, |fuse| &mut fuse.brain), Status::Running);
    fuse.burns = true;
    let burnt = catch_unwind(AssertUnwindSafe(|| Burn::tick_in(&mut fuse, |fuse| &mut fuse.brain)));
    assert!(burnt.is_err() && !fuse.brain.is_running());
    fuse.burns = false;
    assert_eq!(Burn::tick_in(&mut fuse, |fuse| &mut fuse.brain), Status::Running);
}

#[test]
fn a_borrowed_context_owns_its_tree_through_what_it_borrows() {
    struct Body {
        mood: Mood,
    }
    struct Scene<'a, 'l> {
        body: &'a mut Body,
        log: &'l mut Vec<&'static str>,
    }
    bt! { Mood(Scene<'_, '_>) = sequence < action(|scene| scene.log.push("begin")), running > }
    let (mut body, mut log) = (Body { mood: Mood::new() }, Vec::new());
    for _ in 0..2 {
        let mut scene = Scene { body: &mut body, log: &mut log };
        assert_eq!(Mood::tick_in(&mut scene, |scene| &mut scene.body.mood), Status::Running);
    }
    let mut scene = Scene { body: &mut body, log: &mut log };
    Mood::lend(&mut scene, |scene| &mut scene.body.mood, |mood, scene| mood.abort(scene));
    assert_eq!((body.mood.is_running(), log), (false, vec!["begin"]));
}

trait Steps {
    fn step(&mut self);
}

impl Steps for Any {
    fn step(&mut self) {
        self.steps += 1;
    }
}

/// Takes a step.
#[leaf]
fn step(any: &mut impl Steps) {
    any.step();
}

bt! { Stride(impl Steps) = sequence < step, step > }

#[derive(Default)]
struct Any {
    steps: u32,
    stride: Stride,
}

#[test]
fn a_generic_context_can_own_its_tree() {
    let mut any = Any::default();
    assert_eq!(Stride::tick_in(&mut any, |any| &mut any.stride), Status::Success);
    assert_eq!(any.steps, 2);
}

#[test]
fn a_tree_with_time_and_errors_is_lent() {
    #[derive(Debug, PartialEq)]
    struct Fell;
    struct Climber {
        high: bool,
        brain: Climb,
    }
    bt! {
        Climb(Climber) -> Result<Fell> = sequence <
            wait(1.0),
            action(|climber| if climber.high { Err(Fell) } else { Ok(()) }),
        >
    }
    bt! { Look(Climber) -> Result<Fell> = action(|climber| if climber.high { Err(Fell) } else { Ok(()) }) }
    let mut climber = Climber { high: true, brain: Climb::new() };
    let mut tick =
        |dt| Climb::lend(&mut climber, |climber| &mut climber.brain, |brain, climber| brain.tick_for(dt, climber));
    assert_eq!(tick(0.5), Ok(Status::Running));
    assert_eq!(tick(0.5), Err(Fell));
    // Trees in a list of their owner.
    let mut looks = (vec![Look::new(), Look::new()], Climber { high: true, brain: Climb::new() });
    assert_eq!(Look::lend(&mut looks, |looks| &mut looks.0[1], |look, looks| look.tick(&mut looks.1)), Err(Fell));
}
