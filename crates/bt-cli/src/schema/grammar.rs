//! A grammar of the trees that a palette allows, in GBNF, the notation of llama.cpp.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Display, Formatter};

use bt_compiler::tree::nodes;

use super::classes::{COUNT, Class, Classes, Machine, Shape};
use super::palette::{Head, Kids, Kind, Palette, Term};

/// A grammar: rules in order, beginning with `root`.
#[derive(Default)]
pub struct Grammar {
    comment: String,
    rules: Vec<(String, Vec<Sequence>)>,
}

/// Items that follow each other.
type Sequence = Vec<Item>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Item {
    Text(String),
    Rule(String),
    /// GBNF other than a quoted text, such as `[0-9]+`.
    Raw(&'static str),
    Any(Vec<Sequence>),
}

/// The most children of a node that has an argument for each child.
const MOST_WITH_ARGUMENTS: usize = 4;

/// The grammar of a palette, using what the compiler has already answered.
pub fn grammar(palette: &Palette, classes: &Classes) -> Grammar {
    let mut writer =
        Writer { classes, nodes: BTreeMap::new(), rules: Vec::new(), terms: Vec::new(), machines: HashMap::new() };
    let mut shapes: HashMap<(String, Option<usize>), Shape> = HashMap::new();
    for head in &palette.heads {
        let counted = matches!(head.kids, Kids::Arms(_));
        let is_own = nodes::find(&head.name).is_none();
        let key = match is_own {
            // The compiler does not know them, so all with the same children are equal.
            true => (format!("{:?}", std::mem::discriminant(&head.kids)), None),
            false => (head.name.clone(), head.args.as_ref().map(Vec::len)),
        };
        // A user's leaf may be a reactive tree, which only its type shows.
        if is_own && head.kids == Kids::None {
            let sequence = writer.before_children(head, 0);
            writer.add(0, sequence);
            continue;
        }
        let known = shapes.get(&key).filter(|_| !counted).cloned();
        let shape = known.unwrap_or_else(|| writer.classes.shape(head));
        if !counted {
            shapes.insert(key, shape.clone());
        }
        writer.head(head, &shape);
    }
    for piece in palette.pieces.keys() {
        if let Some(class) = writer.classes.class(piece) {
            writer.add(class, vec![Item::Text(piece.clone())]);
        }
    }
    writer.finish(palette)
}

struct Writer<'c> {
    classes: &'c Classes,
    nodes: BTreeMap<Class, Vec<Sequence>>,
    rules: Vec<(String, Vec<Sequence>)>,
    terms: Vec<Term>,
    machines: HashMap<(Machine, Vec<Item>, Vec<String>), usize>,
}

impl Writer<'_> {
    /// Adds a way to write a node of this class.
    fn add(&mut self, class: Class, sequence: Sequence) {
        self.nodes.entry(class).or_default().push(sequence);
    }

    fn head(&mut self, head: &Head, shape: &Shape) {
        match shape {
            Shape::Lists(lists) => {
                let classes: BTreeSet<Class> = lists.iter().map(|(_, class)| *class).collect();
                for class in classes {
                    let own = lists.iter().filter(|(_, own)| *own == class).map(|(list, _)| &list[..]);
                    let mut by_length: BTreeMap<usize, Vec<&[Class]>> = BTreeMap::new();
                    own.for_each(|list| by_length.entry(list.len()).or_default().push(list));
                    for (length, lists) in by_length {
                        let mut sequence = self.before_children(head, 0);
                        if length > 0 {
                            sequence.push(text(" < "));
                            sequence.extend(alternatives(&lists));
                            sequence.push(text(" >"));
                        }
                        self.add(class, sequence);
                    }
                }
            }
            Shape::Machine(machine) => {
                let counts: Vec<usize> =
                    if head.kids == Kids::Each { (1..=MOST_WITH_ARGUMENTS).collect() } else { vec![0] };
                for count in counts {
                    for class in 0..COUNT {
                        let Some(list) = self.list(head, machine, count, class) else { continue };
                        let mut sequence = self.before_children(head, count);
                        sequence.extend([text(" < "), list, text(" >")]);
                        self.add(class, sequence);
                    }
                }
            }
        }
    }

    /// The name of a node and its arguments, some of which have one argument per child.
    fn before_children(&mut self, head: &Head, children: usize) -> Sequence {
        let mut sequence = vec![text(&head.name)];
        if !head.fields.is_empty() {
            sequence.push(text(&format!(" {}", head.fields)));
        }
        if let Some(terms) = &head.args {
            let terms = if head.kids == Kids::Each { vec![terms[0].clone(); children] } else { terms.clone() };
            sequence.push(text("("));
            for (index, term) in terms.iter().enumerate() {
                sequence.extend((index > 0).then(|| text(", ")));
                sequence.push(self.term(term));
            }
            sequence.push(text(")"));
        }
        sequence
    }

    fn term(&mut self, term: &Term) -> Item {
        if let (None, [code]) = (term.literal, &term.codes.iter().collect::<Vec<_>>()[..]) {
            return text(code);
        }
        let known = self.terms.iter().position(|known| known == term);
        let number = known.unwrap_or_else(|| {
            self.terms.push(term.clone());
            let literal = term.literal.map(|kind| vec![Item::Rule(literal_name(kind).to_owned())]);
            let codes = term.codes.iter().map(|code| vec![text(code)]);
            self.rules.push((format!("code-{}", self.terms.len() - 1), literal.into_iter().chain(codes).collect()));
            self.terms.len() - 1
        });
        Item::Rule(format!("code-{number}"))
    }

    /// Lists of children that put the node into a class, as a rule; `None` if there are none. With a `count`, exactly
    /// so many children.
    fn list(&mut self, head: &Head, machine: &Machine, count: usize, class: Class) -> Option<Item> {
        let condition: Vec<Item> = match &head.kids {
            Kids::Conditions(term) => vec![self.term(&term.clone())],
            _ => Vec::new(),
        };
        let arms = if let Kids::Arms(arms) = &head.kids { arms.clone() } else { Vec::new() };
        let fertile = fertile(machine, class);
        let next = self.machines.len();
        let number = *self.machines.entry((machine.clone(), condition.clone(), arms.clone())).or_insert(next);
        let name = |state: usize, left: usize| match count {
            0 => format!("list-{number}-{state}-{class}"),
            _ => format!("list-{number}-{state}-{class}-{left}"),
        };
        let is_fertile = |state: usize, left: usize| match count {
            0 => fertile.contains(&state),
            _ => reaches(machine, state, left, class),
        };
        if !is_fertile(0, count) {
            return None;
        }
        let mut open = vec![(0, count)];
        let mut done = BTreeSet::new();
        while let Some((state, left)) = open.pop() {
            if !done.insert((state, left)) || self.rules.iter().any(|(known, _)| *known == name(state, left)) {
                continue;
            }
            let mut choices: Vec<Sequence> = Vec::new();
            let mut by_next: BTreeMap<usize, Vec<Class>> = BTreeMap::new();
            machine.steps[state].iter().for_each(|(&child, &next)| by_next.entry(next).or_default().push(child));
            let arm =
                arms.get(machine.depth[state]).filter(|arm| !arm.is_empty()).map(|arm| text(&format!("{arm} => ")));
            for (next, children) in by_next {
                let mut child: Sequence = arm.iter().cloned().collect();
                if let [condition] = &condition[..] {
                    let keyword = vec![vec![], vec![text("if ")], vec![text("while ")]];
                    child.extend([Item::Any(keyword), condition.clone(), text(" => ")]);
                }
                child.push(any_of(&children));
                if machine.ends[next] == Some(class) && left <= 1 && (count == 0 || left == 1) {
                    choices.push(child.clone());
                }
                if (count == 0 || left > 1) && is_fertile(next, left.saturating_sub(1)) {
                    child.extend([text(", "), Item::Rule(name(next, left.saturating_sub(1)))]);
                    choices.push(child);
                    open.push((next, left.saturating_sub(1)));
                }
            }
            let last: Vec<Class> =
                machine.last[state].iter().filter(|(_, own)| **own == class).map(|(child, _)| *child).collect();
            if !last.is_empty() {
                choices.push(vec![any_of(&last)]);
            }
            self.rules.push((name(state, left), choices));
        }
        Some(Item::Rule(name(0, count)))
    }

    fn finish(self, palette: &Palette) -> Grammar {
        let mut rules = vec![("root".to_owned(), self.nodes.keys().map(|&class| vec![node(class)]).collect())];
        rules.extend(self.nodes.into_iter().map(|(class, choices)| (format!("node-{class}"), choices)));
        rules.extend(self.rules);
        let raw = |text| vec![vec![Item::Raw(text)]];
        rules.extend([
            ("integer".to_owned(), raw("[1-9] [0-9]?")),
            ("float".to_owned(), raw("[0-9] [0-9]? \".\" [0-9]")),
            ("chance".to_owned(), raw("\"0.\" [0-9] | \"1.0\"")),
            ("text".to_owned(), raw("\"\\\"\" [a-zA-Z0-9 ]* \"\\\"\"")),
            ("bool".to_owned(), raw("\"true\" | \"false\"")),
        ]);
        let comment = format!("The trees with the context `{}`.", palette.context);
        let mut grammar = Grammar { comment, rules };
        grammar.remove_empty();
        grammar
    }
}

impl Grammar {
    /// Removes choices that need missing rules, rules without choices, and unused rules.
    fn remove_empty(&mut self) {
        let mut before = usize::MAX;
        let count =
            |rules: &Vec<(String, Vec<Sequence>)>| rules.iter().map(|(_, choices)| 1 + choices.len()).sum::<usize>();
        while before != count(&self.rules) {
            before = count(&self.rules);
            let names: BTreeSet<String> = self.rules.iter().map(|(name, _)| name.clone()).collect();
            for (_, choices) in &mut self.rules {
                *choices = choices.drain(..).filter_map(|sequence| alive(sequence, &names)).collect();
            }
            self.rules.retain(|(_, choices)| !choices.is_empty());
        }
        let mut used = BTreeSet::from(["root".to_owned()]);
        let mut open = vec!["root".to_owned()];
        while let Some(name) = open.pop() {
            let choices = self.rules.iter().find(|(rule, _)| *rule == name).map(|(_, choices)| choices);
            for rule in choices.into_iter().flatten().flat_map(named) {
                if used.insert(rule.clone()) {
                    open.push(rule);
                }
            }
        }
        self.rules.retain(|(name, _)| used.contains(name));
    }
}

/// A sequence without the choices that need missing rules; `None` if the sequence itself needs one.
fn alive(sequence: Sequence, names: &BTreeSet<String>) -> Option<Sequence> {
    let item = |item: Item| match item {
        Item::Rule(name) => names.contains(&name).then_some(Item::Rule(name)),
        Item::Any(choices) => {
            let choices: Vec<Sequence> = choices.into_iter().filter_map(|choice| alive(choice, names)).collect();
            (!choices.is_empty()).then_some(Item::Any(choices))
        }
        item => Some(item),
    };
    sequence.into_iter().map(item).collect()
}

/// The rules that a sequence names.
fn named(sequence: &Sequence) -> Vec<String> {
    let rules = |item: &Item| match item {
        Item::Rule(name) => vec![name.clone()],
        Item::Any(choices) => choices.iter().flat_map(named).collect(),
        Item::Text(_) | Item::Raw(_) => Vec::new(),
    };
    sequence.iter().flat_map(rules).collect()
}

/// The states from which further children lead to this class.
fn fertile(machine: &Machine, class: Class) -> BTreeSet<usize> {
    let mut fertile = BTreeSet::new();
    let mut before = usize::MAX;
    while before != fertile.len() {
        before = fertile.len();
        for state in 0..machine.steps.len() {
            let next_is = |next: &usize| fertile.contains(next) || machine.ends[*next] == Some(class);
            if machine.steps[state].values().any(next_is) || machine.last[state].values().any(|own| *own == class) {
                fertile.insert(state);
            }
        }
    }
    fertile
}

/// Whether exactly `left` further children can lead to this class.
fn reaches(machine: &Machine, state: usize, left: usize, class: Class) -> bool {
    match left {
        0 => machine.ends[state] == Some(class),
        _ => machine.steps[state]
            .values()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .any(|&next| reaches(machine, next, left - 1, class)),
    }
}

fn text(text: &str) -> Item {
    Item::Text(text.to_owned())
}

fn node(class: Class) -> Item {
    Item::Rule(format!("node-{class}"))
}

fn any_of(classes: &[Class]) -> Item {
    match classes {
        [class] => node(*class),
        _ => Item::Any(classes.iter().map(|&class| vec![node(class)]).collect()),
    }
}

/// Lists of children of equal length as items. Lists with the same rest are merged.
fn alternatives(lists: &[&[Class]]) -> Sequence {
    if lists.iter().all(|list| list.is_empty()) {
        return Vec::new();
    }
    let mut rests: BTreeMap<Class, Vec<&[Class]>> = BTreeMap::new();
    lists.iter().for_each(|list| rests.entry(list[0]).or_default().push(&list[1..]));
    let mut firsts: BTreeMap<Vec<&[Class]>, Vec<Class>> = BTreeMap::new();
    rests.into_iter().for_each(|(first, rests)| firsts.entry(rests).or_default().push(first));
    let sequences = firsts.into_iter().map(|(rests, firsts)| {
        let rest = alternatives(&rests);
        let comma = (!rest.is_empty()).then(|| text(", "));
        std::iter::once(any_of(&firsts)).chain(comma).chain(rest).collect::<Sequence>()
    });
    let mut sequences: Vec<Sequence> = sequences.collect();
    if sequences.len() == 1 { sequences.swap_remove(0) } else { vec![Item::Any(sequences)] }
}

fn literal_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer => "integer",
        Kind::Float => "float",
        Kind::Chance => "chance",
        Kind::Text => "text",
        Kind::Bool => "bool",
    }
}

impl Display for Grammar {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "# {}", self.comment)?;
        for (name, choices) in &self.rules {
            let choices: Vec<String> = choices.iter().map(written).collect();
            writeln!(formatter, "{name} ::= {}", choices.join(" |\n    "))?;
        }
        Ok(())
    }
}

fn written(sequence: &Sequence) -> String {
    let mut items: Vec<String> = Vec::new();
    let mut literal = String::new();
    for item in sequence {
        if let Item::Text(text) = item {
            literal.push_str(text);
            continue;
        }
        if !literal.is_empty() {
            items.push(quoted(&std::mem::take(&mut literal)));
        }
        items.push(match item {
            Item::Text(_) => unreachable!("it is above"),
            Item::Rule(name) => name.clone(),
            Item::Raw(raw) => (*raw).to_owned(),
            Item::Any(choices) => format!("({})", choices.iter().map(written).collect::<Vec<_>>().join(" | ")),
        });
    }
    if !literal.is_empty() || items.is_empty() {
        items.push(quoted(&literal));
    }
    items.join(" ")
}

fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|c| match c {
            '"' => "\\\"".chars().collect::<Vec<_>>(),
            '\\' => "\\\\".chars().collect(),
            '\n' => "\\n".chars().collect(),
            '\t' => "\\t".chars().collect(),
            c => vec![c],
        })
        .collect();
    format!("\"{escaped}\"")
}
