//! `Box<dyn ...>`: what most libraries in other languages do.

use bt::Status;

use super::generic::{Inverter, Leaf};
use crate::workloads::{deep, door, sentry};
use crate::world::Tick;

/// Any node.
pub type Node<C> = Box<dyn Tick<C>>;

impl<C> Tick<C> for Node<C> {
    #[inline]
    fn tick(&mut self, context: &mut C) -> Status {
        (**self).tick(context)
    }
}

/// A sequence or a selector.
struct Composite<C> {
    children: Vec<Node<C>>,
    at: usize,
    /// What makes it continue to the next child.
    on: Status,
}

impl<C> Tick<C> for Composite<C> {
    fn tick(&mut self, context: &mut C) -> Status {
        let from = std::mem::take(&mut self.at);
        for (index, child) in self.children.iter_mut().enumerate().skip(from) {
            let status = child.tick(context);
            if status.is_running() {
                self.at = index;
            }
            if status != self.on {
                return status;
            }
        }
        self.on
    }
}

fn sequence<C: 'static>(children: Vec<Node<C>>) -> Node<C> {
    Box::new(Composite { children, at: 0, on: Status::Success })
}

fn selector<C: 'static>(children: Vec<Node<C>>) -> Node<C> {
    Box::new(Composite { children, at: 0, on: Status::Failure })
}

/// W1.
pub fn door() -> Node<door::Room> {
    sequence(vec![
        Box::new(Leaf(door::walk)),
        Box::new(Leaf(door::open_door)),
        Box::new(Leaf(door::step_through)),
        Box::new(Leaf(door::close_door)),
    ])
}

/// W2.
pub fn sentry() -> Node<sentry::Sentry> {
    fn ask(condition: impl Fn(&sentry::Sentry) -> bool + 'static) -> Node<sentry::Sentry> {
        Box::new(Leaf(move |sentry: &mut sentry::Sentry| condition(sentry)))
    }
    selector(vec![
        sequence(vec![ask(sentry::is_surprised), Box::new(Leaf(sentry::react))]),
        sequence(vec![ask(sentry::can_see), ask(sentry::within), Box::new(Leaf(sentry::bomb))]),
        sequence(vec![ask(sentry::has_target), Box::new(Leaf(sentry::track))]),
        sequence(vec![ask(sentry::has_noise), Box::new(Leaf(sentry::target_noise))]),
        sequence(vec![
            ask(sentry::is_low),
            Box::new(Leaf(sentry::fly_patrol)),
            Box::new(Leaf(sentry::goto_node)),
            Box::new(Leaf(sentry::wait_random)),
        ]),
    ])
}

/// W3.
pub fn deep() -> Node<deep::Deep> {
    deep_node(1, 0)
}

fn deep_node(level: u8, node: u8) -> Node<deep::Deep> {
    if level > deep::LEVELS {
        return Box::new(Leaf(move |deep: &mut deep::Deep| deep::leaf(node, deep)));
    }
    let children = vec![deep_node(level + 1, 2 * node), deep_node(level + 1, 2 * node + 1)];
    let composite = if deep::is_sequence(level) { sequence(children) } else { selector(children) };
    if deep::is_inverted(level, node) { Box::new(Inverter(composite)) } else { composite }
}
