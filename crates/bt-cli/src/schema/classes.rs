//! Which nodes may be in which places: no child that never runs, no `retry` whose child never fails. The compiler
//! decides, asked about an example of each class in a few places.
//!
//! The more results a node can have, the more places it fits. So a node counts as the best of the [`CLASSES`] that fits
//! no place where the node does not fit. Wherever the class is valid, so is the node.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};

use bt_compiler::tree;

use super::palette::{Head, Kids, Kind, Term};

/// Places that distinguish the classes. `@` is the node.
const PLACES: [&str; 9] = [
    "sequence < @, leaf_ >",
    "selector < @, leaf_ >",
    "reactive_sequence < @, leaf_ >",
    "retry(2) < @ >",
    "repeat_until_success < @ >",
    "repeat_until_failure < @ >",
    "recover(2) < @, leaf_ >",
    "race < @, leaf_ >",
    "observe(|c| -> u8 { c.key }) < @ >",
];

/// An example of each class of nodes.
const CLASSES: [&str; 7] = [
    // It can return all three results.
    "action(|c| c.act())",
    // It is reactive.
    "reactive_selector < leaf_, leaf_ >",
    // It never returns `Running`.
    "condition(|c| c.is())",
    // It succeeds after some time.
    "wait(1.0)",
    // It succeeds at once.
    "succeed",
    // It fails.
    "fail",
    // It never ends.
    "running",
];

/// The number of a class.
pub type Class = usize;

/// How many classes there are.
pub const COUNT: usize = CLASSES.len();

/// Asks the compiler about nodes.
#[derive(Default)]
pub struct Classes {
    asked: RefCell<HashMap<String, bool>>,
    classes: RefCell<HashMap<String, Option<Class>>>,
    /// The places where the example of each class is valid.
    examples: OnceCell<[[bool; PLACES.len()]; COUNT]>,
}

/// A node with children: the classes its children may have, and the class of the node with them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Lists of children's classes, each with the resulting class.
    Lists(Vec<(Vec<Class>, Class)>),
    /// Any number of children.
    Machine(Machine),
}

/// Reads the classes of children, first to last. In state 0, none has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Machine {
    /// For each state: the class of the node if it has no further children.
    pub ends: Vec<Option<Class>>,
    /// For each state: the state after another child of a class.
    pub steps: Vec<BTreeMap<Class, usize>>,
    /// For each state: the class of the node after a last child without a condition.
    pub last: Vec<BTreeMap<Class, Class>>,
    /// For each state: the smallest number of children that leads to it.
    pub depth: Vec<usize>,
}

/// States differ in the number of children, the classes of the node, or the children that may follow.
type State = (usize, Vec<Option<Class>>, Vec<bool>);

/// The maximum number of states of a machine. Most have about five.
const MOST: usize = 60;

impl Classes {
    /// The class of a node; `None` if the node is invalid everywhere.
    pub fn class(&self, text: &str) -> Option<Class> {
        if let Some(&known) = self.classes.borrow().get(text) {
            return known;
        }
        let class = self.is_right(text).then(|| self.best(text)).flatten();
        self.classes.borrow_mut().insert(text.to_owned(), class);
        class
    }

    fn best(&self, text: &str) -> Option<Class> {
        let places = |text: &str| PLACES.map(|place| self.is_right(&place.replace('@', text)));
        let own = places(text);
        let examples = self.examples.get_or_init(|| CLASSES.map(places));
        let count = |class: Class| examples[class].iter().filter(|is_right| **is_right).count();
        let fits = |&class: &Class| examples[class].iter().zip(&own).all(|(example, own)| own >= example);
        (0..COUNT).filter(fits).max_by_key(|&class| (count(class), COUNT - class))
    }

    fn is_right(&self, text: &str) -> bool {
        if let Some(&known) = self.asked.borrow().get(text) {
            return known;
        }
        let is_right = format!("T(C) = {text}").parse().is_ok_and(|tokens| tree::mistakes(tokens).is_empty());
        self.asked.borrow_mut().insert(text.to_owned(), is_right);
        is_right
    }

    /// A node with children of these classes as text. With `is_bare`, the last child has no condition.
    fn text(&self, head: &Head, children: &[Class], is_bare: bool) -> String {
        let children = filled(head, children, 0);
        let last = children.len().wrapping_sub(1);
        let child = |(index, &class): (usize, &Class)| {
            let arm = match &head.kids {
                Kids::Conditions(_) if is_bare && index == last => String::new(),
                Kids::Conditions(term) => format!("{} => ", sample(term)),
                Kids::Arms(arms) if !arms[index].is_empty() => format!("{} => ", arms[index]),
                _ => String::new(),
            };
            arm + CLASSES[class]
        };
        let children: Vec<String> = children.iter().enumerate().map(child).collect();
        let below = if children.is_empty() { String::new() } else { format!(" < {} >", children.join(", ")) };
        format!("{}{}{below}", head.name, args(head, children.len()))
    }

    /// Finds how the classes of children determine that of the node.
    pub fn shape(&self, head: &Head) -> Shape {
        match &head.kids {
            Kids::None => self.lists(head, &[0]),
            Kids::One => self.lists(head, &[1]),
            Kids::Roles(least, most) => {
                let counts: Vec<usize> = (*least..=*most).collect();
                self.lists(head, &counts)
            }
            Kids::Arms(_) | Kids::Many(_) | Kids::Each | Kids::Conditions(_) => Shape::Machine(self.machine(head)),
        }
    }

    fn lists(&self, head: &Head, counts: &[usize]) -> Shape {
        let mut all = Vec::new();
        for count in counts {
            for list in lists(*count) {
                let text = self.text(head, &list, false);
                all.extend(self.class(&text).map(|class| (list, class)));
            }
        }
        Shape::Lists(all)
    }

    /// Two lists of children lead to one state if the node has the same class, and the same children may follow.
    fn machine(&self, head: &Head) -> Machine {
        let least = if let Kids::Many(least) = head.kids { least } else { 1 };
        let most = if let Kids::Arms(arms) = &head.kids { arms.len() } else { usize::MAX };
        let mut machine = Machine::default();
        let mut states: HashMap<State, usize> = HashMap::new();
        let mut words: Vec<Vec<Class>> = vec![Vec::new()];
        let mut at = 0;
        while at < words.len() && at < MOST {
            let word = words[at].clone();
            let (mut steps, mut last) = (BTreeMap::new(), BTreeMap::new());
            for class in (0..COUNT).filter(|_| word.len() < most) {
                let longer: Vec<Class> = [&word[..], &[class]].concat();
                // A node with too few children is invalid, but more may follow.
                let own = self.class_of(head, &longer);
                if own.is_none() && longer.len() >= least {
                    continue;
                }
                let follow = (0..COUNT).map(|next| {
                    let follows = [&longer[..], &[next]].concat();
                    follows.len() <= most && self.is_right(&self.text(head, &follows, false))
                });
                let follow = follow.collect::<Vec<_>>();
                // Fixed arms are counted; other children only up to the minimum.
                let counted = if most == usize::MAX { longer.len().min(least) } else { longer.len() };
                let fills = if most == usize::MAX { 1 } else { COUNT };
                let own: Vec<_> = (0..fills).map(|fill| self.class_of(head, &filled(head, &longer, fill))).collect();
                let next = *states.entry((counted, own, follow)).or_insert_with(|| {
                    words.push(longer.clone());
                    words.len() - 1
                });
                steps.insert(class, next);
                if matches!(head.kids, Kids::Conditions(_)) {
                    let text = self.text(head, &longer, true);
                    last.extend(self.class(&text).map(|own| (class, own)));
                }
            }
            let ends_here = word.len() >= least && (most == usize::MAX || word.len() == most);
            machine.ends.push(if ends_here { self.class_of(head, &word) } else { None });
            machine.steps.push(steps);
            machine.last.push(last);
            machine.depth.push(word.len());
            at += 1;
        }
        machine
    }

    fn class_of(&self, head: &Head, children: &[Class]) -> Option<Class> {
        if let Kids::Arms(arms) = &head.kids
            && children.len() > arms.len()
        {
            return None;
        }
        let text = self.text(head, children, false);
        self.class(&text)
    }
}

/// A node with fixed arms needs all of them, so the missing ones get children of one class.
fn filled(head: &Head, children: &[Class], fill: Class) -> Vec<Class> {
    let mut children = children.to_vec();
    if let Kids::Arms(arms) = &head.kids {
        children.resize(arms.len(), fill);
    }
    children
}

/// All lists of this many classes.
fn lists(length: usize) -> Vec<Vec<Class>> {
    let longer = |lists: Vec<Vec<Class>>, _| {
        lists.iter().flat_map(|list| (0..COUNT).map(|class| [&list[..], &[class]].concat())).collect()
    };
    (0..length).fold(vec![Vec::new()], longer)
}

/// The arguments of an example with this many children.
fn args(head: &Head, children: usize) -> String {
    let Some(terms) = &head.args else { return head.fields.clone() };
    let terms: Vec<String> = match (&head.kids, &terms[..]) {
        (Kids::Each, [term]) => vec![sample(term); children.max(1)],
        (_, terms) => terms.iter().map(sample).collect(),
    };
    format!("({})", terms.join(", "))
}

fn sample(term: &Term) -> String {
    let literal = term.literal.map(|kind| match kind {
        Kind::Integer => "2",
        Kind::Float => "1.5",
        Kind::Chance => "0.5",
        Kind::Text => "\"a\"",
        Kind::Bool => "true",
    });
    // To the compiler, closures without types are all equal.
    let code = term.codes.first().map(|code| match code.split_once("| ") {
        Some((params, body)) if params.starts_with('|') && !params.contains(',') && !body.starts_with("->") => {
            "|c| c.code()"
        }
        _ => code,
    });
    literal.or(code).unwrap_or_default().to_owned()
}
