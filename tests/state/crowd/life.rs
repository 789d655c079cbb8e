//! Agents are added, removed, and found by their ids; a panic loses none.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt_crowd::{AgentId, Crowd, tick_all};

use super::{Anyone, Duck, Sentry, Shot, Walker};

/// The simplest crowd: a list, and a stack of its free numbers.
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
                    // The tree is no longer in the place of its group.
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
                    crowd.tick(|tree, walker| {
                        walker.look();
                        walker.answer = Ok(tree.tick(walker));
                    });
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
        let tick = |tree: &mut Sentry, walker: &mut Walker| {
            walker.look();
            walker.answer = Ok(tree.tick(walker));
        };
        for _ in 0..10 {
            crowd.tick(tick);
        }
        let (_, walker) = crowd.get_mut(ids[panics_at as usize]).expect("it is there");
        walker.record = 12345;
        let in_a_tick = |tree: &mut Sentry, walker: &mut Walker| {
            if walker.record == 12345 {
                walker.look();
                panic!("on purpose");
            }
            tick(tree, walker);
        };
        let panicked = catch_unwind(AssertUnwindSafe(|| crowd.tick(in_a_tick))).is_err();
        assert!(panicked);
        let ticks: Vec<u32> = ids.iter().map(|id| crowd.get(*id).expect("it is still there").1.ticks).collect();
        assert!(ticks.iter().all(|ticks| (10..=11).contains(ticks)), "each is ticked once at most");
        assert_eq!(ticks[panics_at as usize], 11);
        // It continues like each agent would alone.
        let mut alone: Vec<(Sentry, Walker)> =
            crowd.iter().map(|(_, tree, walker)| (tree.clone(), walker.clone())).collect();
        for _ in 0..20 {
            crowd.tick(tick);
            for (tree, walker) in &mut alone {
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
    let tick = |tree: &mut Sentry, walker: &mut Walker| {
        walker.look();
        walker.answer = Ok(tree.tick(walker));
    };
    // So they wait in different places.
    for _ in 0..5 {
        tick_all(&mut trees, &mut walkers, tick);
    }
    let before = walkers.clone();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        tick_all(&mut trees, &mut walkers, |tree, walker| {
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
