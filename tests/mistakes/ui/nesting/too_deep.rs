//! Nodes that are nested too deep, and a misspelt one beside them.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Switches(Room) =
        switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < switch(|_| 1) < _ => inverter < walk > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >
}

bt! {
    pub Bot(Room) = sequence <
        sequense < walk >,
        inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < walk > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >,
        walk,
        opn < walk, walk >,
    >
}

fn main() {}
