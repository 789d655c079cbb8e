//! What the three kinds of citizens do.

use bt::{Behavior, TreeFor, bt, leaf};
use serde::{Deserialize, Serialize};

use crate::citizens::{InTurn, Word};

/// An epoch is a second.
const EPOCH: f64 = 1.0;

#[leaf]
#[derive(Serialize, Deserialize)]
fn offer(me: &mut InTurn<'_>) {
    me.tell_neighbour(Word::Bread);
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn ring(me: &mut InTurn<'_>) {
    me.citizen.alarmed = false;
    me.tell_neighbour(Word::Alarm);
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn walk(me: &mut InTurn<'_>) {
    me.walk();
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn eat(me: &mut InTurn<'_>) {
    me.citizen.bread = me.citizen.bread.saturating_sub(2);
}

bt! {
    /// Bakes bread, and gives a loaf to a neighbour.
    #[derive(Serialize, Deserialize)]
    pub Baker(InTurn<'_>) = forever < sequence <
        bake: wait_between(4.0, 11.0),
        offer,
        force_success < sequence < condition(|me| me.citizen.bread > 4), eat > >,
    > >
}

bt! {
    /// Walks through the city, and sends news of it to a citizen now and then.
    #[derive(Serialize, Deserialize)]
    pub Courier(InTurn<'_>) = forever < sequence <
        repeat(8) < sequence < wait(1.0), walk > >,
        probability(0.5) < offer >,
    > >
}

bt! {
    /// Sleeps, rings when there is an alarm, and sometimes begins one.
    #[derive(Serialize, Deserialize)]
    pub Watchman(InTurn<'_>) = forever < sequence <
        watch: wait_between(3.0, 9.0),
        force_success < selector <
            sequence < condition(|me| me.citizen.alarmed), probability(0.7) < ring > >,
            probability(0.5) < ring >,
        > >,
    > >
}

/// One of the three.
#[derive(Behavior, Serialize, Deserialize)]
#[behavior(context = InTurn<'_>)]
pub enum Life {
    Baker(Baker),
    Courier(Courier),
    Watchman(Watchman),
}

impl Life {
    /// What a citizen does in an epoch.
    pub fn live(&mut self, me: &mut InTurn<'_>) {
        self.tick_for(EPOCH, me);
    }
}
