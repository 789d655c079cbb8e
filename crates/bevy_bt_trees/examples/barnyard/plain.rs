//! The barnyard without Bevy: lists and loops.

use std::collections::BTreeMap;

use bt::{Status, TreeFor};

use crate::creature::{Bite, Body, Creature, FRAME, Histories, struck};
use crate::trees::{Chick, Dog, Hen, Sheep, Wolf};

/// A tree of one of the five kinds.
enum Kind {
    Sheep(Sheep),
    Wolf(Wolf),
    Dog(Dog),
    Hen(Hen),
    Chick(Chick),
}

struct Agent {
    kind: Kind,
    body: Body,
    place: f32,
}

/// What happens after all creatures have been ticked, in place of the commands of Bevy.
enum Wish {
    Bite(u32),
    Hatch(f32),
    Die(u32),
}

/// The context, borrowed from plain lists.
struct Plain<'a> {
    body: &'a mut Body,
    place: &'a mut f32,
    view: &'a BTreeMap<u32, f32>,
    wishes: &'a mut Vec<Wish>,
}

impl Creature for Plain<'_> {
    fn body(&mut self) -> &mut Body {
        self.body
    }

    fn place(&mut self) -> &mut f32 {
        self.place
    }

    fn distance(&self) -> Option<f32> {
        self.view.get(&self.body.mark).map(|mark| (mark - *self.place).abs())
    }

    fn bite(&mut self) {
        self.wishes.push(Wish::Bite(self.body.mark));
    }

    fn hatch(&mut self) {
        self.wishes.push(Wish::Hatch(*self.place));
    }

    fn die(&mut self) {
        self.wishes.push(Wish::Die(self.body.number));
    }
}

impl Agent {
    fn new(number: u32) -> Self {
        let kind = match number % 5 {
            0 => Kind::Wolf(Wolf::new()),
            1 => Kind::Sheep(Sheep::new()),
            2 => Kind::Dog(Dog::new()),
            3 => Kind::Hen(Hen::new()),
            _ => Kind::Chick(Chick::new()),
        };
        Agent { kind, body: Body::new(number), place: number as f32 }
    }

    /// Ticks the tree. Returns whether the tree has ended.
    fn tick(&mut self, view: &BTreeMap<u32, f32>, wishes: &mut Vec<Wish>) -> bool {
        fn tick<'a>(tree: &mut impl TreeFor<Plain<'a>, Answer = Status>, mut context: Plain<'a>) -> bool {
            !tree.tick_for(FRAME, &mut context).is_running()
        }
        let context = Plain { body: &mut self.body, place: &mut self.place, view, wishes };
        match &mut self.kind {
            Kind::Sheep(tree) => tick(tree, context),
            Kind::Wolf(tree) => tick(tree, context),
            Kind::Dog(tree) => tick(tree, context),
            Kind::Hen(tree) => tick(tree, context),
            Kind::Chick(tree) => tick(tree, context),
        }
    }

    /// Aborts the tree. Returns the body, which has the history.
    fn end(mut self, view: &BTreeMap<u32, f32>, wishes: &mut Vec<Wish>) -> Body {
        let mut context = Plain { body: &mut self.body, place: &mut self.place, view, wishes };
        match &mut self.kind {
            Kind::Sheep(tree) => tree.abort(&mut context),
            Kind::Wolf(tree) => tree.abort(&mut context),
            Kind::Dog(tree) => tree.abort(&mut context),
            Kind::Hen(tree) => tree.abort(&mut context),
            Kind::Chick(tree) => tree.abort(&mut context),
        }
        self.body
    }
}

/// The histories of this number of creatures, after this number of frames.
pub fn run(creatures: u32, frames: u32) -> Histories {
    let mut agents: BTreeMap<u32, Agent> = (0..creatures).map(|number| (number, Agent::new(number))).collect();
    let mut histories = Histories::new();
    let mut born = creatures;
    let mut bites: Vec<u32> = Vec::new();
    let mut view = BTreeMap::new();
    let mut wishes = Vec::new();
    let mut remove = |agents: &mut BTreeMap<u32, Agent>, number, view: &_, wishes: &mut _| {
        if let Some(agent) = agents.remove(&number) {
            histories.insert(number, agent.end(view, wishes).history);
        }
    };
    for frame in 0..frames {
        remove(&mut agents, struck(frame, creatures), &view, &mut wishes);
        view = agents.iter().map(|(&number, agent)| (number, agent.place)).collect();
        for mark in bites.drain(..) {
            let Some(agent) = agents.get_mut(&mark) else { continue };
            let Kind::Sheep(tree) = &mut agent.kind else { continue };
            let mut context =
                Plain { body: &mut agent.body, place: &mut agent.place, view: &view, wishes: &mut wishes };
            tree.send(&mut context, &Bite);
        }
        let mut ended = Vec::new();
        for (&number, agent) in &mut agents {
            if agent.tick(&view, &mut wishes) {
                ended.push(number);
            }
        }
        for wish in std::mem::take(&mut wishes) {
            match wish {
                Wish::Bite(mark) => bites.push(mark),
                Wish::Hatch(place) => {
                    let chick = Kind::Chick(Chick::new());
                    agents.insert(born, Agent { kind: chick, body: Body::new(born), place });
                    born += 1;
                }
                Wish::Die(number) => remove(&mut agents, number, &view, &mut wishes),
            }
        }
        for number in ended {
            remove(&mut agents, number, &view, &mut wishes);
        }
    }
    histories.extend(agents.into_values().map(|agent| (agent.body.number, agent.body.history)));
    histories
}
