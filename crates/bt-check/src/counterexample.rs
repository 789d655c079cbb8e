//! `Counterexample`: how a property fails, as a story and as a test.

use std::fmt::{self, Write as _};
use std::time::Duration;

use bt::{Outcome, Status};

use crate::agents::Agents;
use crate::property::Rule;
use crate::system::{Broken, State, Step, System};
use crate::watch::{Event, What};
use crate::world::World;

/// How a property fails: the shortest way to a state in which it does, or to a cycle in which it fails forever.
///
/// As text it is a story: what happens in the world, what the trees do, and what has changed.
#[derive(Clone, Debug)]
pub struct Counterexample {
    property: String,
    /// Which successor each step takes.
    pub(crate) steps: Vec<u32>,
    repeats_from: Option<usize>,
    start: String,
    told: Vec<Told>,
}

/// A step of the story.
#[derive(Clone, Debug)]
struct Told {
    /// The move, and how draws have fallen.
    name: String,
    ticked: bool,
    span: Duration,
    agents: Vec<String>,
    world: String,
    panic: Option<String>,
}

impl Counterexample {
    pub(crate) fn new<W: World, A: Agents>(
        system: &System<'_, W, A>,
        property: String,
        steps: Vec<u32>,
        repeats_from: Option<usize>,
    ) -> Self {
        let (mut told, mut state) = (Vec::new(), system.start());
        let (start, mut worker) = (format!("{:?}", state.world), system.worker());
        for &wanted in &steps {
            let (mut number, mut next) = (0, None);
            system.steps(&state, &mut worker, true, &mut |step| {
                if number == wanted {
                    told.push(tell(system, &state, &step));
                    next = Some(step.state);
                }
                number += 1;
            });
            state = next.expect("the same steps are possible again: moves and ticks must not depend on anything else");
        }
        Counterexample { property, steps, repeats_from, start, told }
    }

    /// Follows moves with these names, and tells the story if a property fails on the way.
    pub(crate) fn follow<W: World, A: Agents>(
        system: &System<'_, W, A>,
        moves: &[&str],
        repeats_from: Option<usize>,
    ) -> Option<Self> {
        system.events.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut first = system.start();
        if let Some(Broken::Property(failed)) = system.judge(&mut first, &[]) {
            return Some(Counterexample::new(system, system.properties[failed].name.clone(), Vec::new(), None));
        }
        let (mut steps, mut states, mut worker) = (Vec::new(), vec![first], system.worker());
        for wanted in moves {
            let (mut number, mut next) = (0, None);
            system.steps(&states[states.len() - 1], &mut worker, true, &mut |step| {
                if next.is_none() && step.name == *wanted {
                    next = Some((number, step.state, step.broken));
                }
                number += 1;
            });
            let (number, state, broken) = next?;
            steps.push(number);
            states.push(state);
            if let Some(broken) = broken {
                let name = match broken {
                    Broken::Property(failed) => system.properties[failed].name.clone(),
                    Broken::Panic(text) => format!("no tick panics (`{text}`)"),
                };
                return Some(Counterexample::new(system, name, steps, None));
            }
        }
        let repeats_from = repeats_from.filter(|&from| from < moves.len() && states.last() == states.get(from))?;
        let unmet = system.properties.iter().find(|property| is_never_met(&property.rule, &states, repeats_from))?;
        Some(Counterexample::new(system, unmet.name.clone(), steps, Some(repeats_from)))
    }

    /// The name of the property.
    pub fn property(&self) -> &str {
        &self.property
    }

    /// How many steps it takes: ticks, with the move before each of them, and moves alone.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// How many ticks it takes. Those of a cycle count once.
    pub fn ticks(&self) -> usize {
        self.told.iter().filter(|told| told.ticked).count()
    }

    /// What happens in the world in each step.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.told.iter().map(|told| told.name.as_str())
    }

    /// A test that fails as long as this can happen. `check` is the code that makes the [`Check`](crate::Check), such as
    /// the call of a function.
    ///
    /// ```
    /// use bt_check::Check;
    ///
    /// bt::bt! {
    ///     #[derive(Clone, PartialEq, Eq, Hash)]
    ///     Count(u8) = action(|count| *count += 1)
    /// }
    ///
    /// fn count() -> Check<'static, u8, bt_check::Agent<Count>> {
    ///     Check::new(0, Count::new()).tick(|count, tree| tree.tick(count)).never("more than one", |now| *now.world > 1)
    /// }
    ///
    /// let report = count().run();
    /// assert_eq!(report.counterexample().unwrap().to_test("count()"), r#"#[test]
    /// fn more_than_one() {
    ///     count().replay(
    ///         &[
    ///             "nothing happens",
    ///             "nothing happens",
    ///         ],
    ///         None,
    ///     );
    /// }
    /// "#);
    /// ```
    pub fn to_test(&self, check: &str) -> String {
        let mut name: String = self.property.to_lowercase();
        name = name
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("_");
        if name.chars().next().is_none_or(|first| first.is_ascii_digit()) {
            name.insert_str(0, "counterexample_");
        }
        let mut text = format!("#[test]\nfn {name}() {{\n    {check}.replay(\n        &[\n");
        for told in &self.told {
            let _ = writeln!(text, "            {:?},", told.name);
        }
        let _ = write!(text, "        ],\n        {:?},\n    );\n}}\n", self.repeats_from);
        text
    }
}

/// Whether a property is not met in a cycle of these states that begins with the number `repeats_from`.
fn is_never_met<W, A>(rule: &Rule<'_, W, A>, states: &[State<W, A>], repeats_from: usize) -> bool {
    let Rule::LeadsTo { from, mark, .. } = rule else { return false };
    let is_goal = |state: &State<W, A>| state.marks >> (mark + 1) & 1 == 1;
    let mut waits = from.is_none();
    for state in states {
        waits = (waits || state.marks >> mark & 1 == 1) && !is_goal(state);
    }
    waits && !states[repeats_from..].iter().any(is_goal)
}

fn tell<W: World, A: Agents>(system: &System<'_, W, A>, before: &State<W, A>, step: &Step<'_, W, A>) -> Told {
    let events = step.watch.events();
    let several = system.labels.len() > 1;
    let agents = (0..system.labels.len()).map(|agent| {
        let name = if several { format!("agent {agent}: ") } else { String::new() };
        let done = phrases(&system.labels[agent].nodes, events.iter().filter(|event| event.agent == agent));
        let active = active(system, &step.state.agents, agent);
        match (step.ticked, done.is_empty()) {
            (false, _) => String::new(),
            (true, true) => format!("{name}{active}"),
            (true, false) => format!("{name}{}; {active}", done.join(", ")),
        }
    });
    let panic = match &step.broken {
        Some(Broken::Panic(text)) => Some(text.clone()),
        _ => None,
    };
    Told {
        name: step.name.clone(),
        ticked: step.ticked,
        span: step.watch.span(),
        agents: agents.filter(|text| !text.is_empty()).collect(),
        world: changes(&before.world, &step.state.world),
        panic,
    }
}

/// The active leaves of an agent.
fn active<W, A: Agents>(system: &System<'_, W, A>, agents: &A, agent: usize) -> String {
    let tree = agents.tree(agent).expect("there are labels for trees alone");
    let nodes = &system.labels[agent].nodes;
    let (mut position, mut active) = (0, Vec::new());
    while let Some(leaf) = tree.first_active(position) {
        active.push(format!("`{}`", nodes[leaf].0));
        position = leaf + 1;
    }
    if active.is_empty() { String::from("nothing is active") } else { format!("active: {}", active.join(", ")) }
}

/// What the nodes of an agent have done, in the order in which they have done it.
fn phrases<'e>(nodes: &[(&str, usize, usize)], events: impl Iterator<Item = &'e Event>) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    // The leaf that has started, if it has not run yet.
    let mut started = None;
    for Event { position, what, .. } in events {
        let (title, begin, end) = nodes[*position];
        let is_leaf = end == begin + 1;
        let verb = match what {
            What::Start => {
                started = Some(*position);
                continue;
            }
            What::Run(Status::Running) if started == Some(*position) => "starts",
            What::Run(Status::Running) => "goes on",
            What::Run(_) => continue,
            What::Why(why) if !is_leaf => &format!("says {why}"),
            What::Why(_) => continue,
            What::Finish(Outcome::Success) => "succeeds",
            What::Finish(Outcome::Failure) => "fails",
            What::Finish(Outcome::Aborted) => "is aborted",
        };
        started = None;
        phrases.push(format!("`{title}` {verb}"));
    }
    phrases
}

/// What has changed in the world: the lines of its debug text that differ.
fn changes<W: World>(before: &W, after: &W) -> String {
    if before == after {
        return String::new();
    }
    let (old, new) = (format!("{before:#?}"), format!("{after:#?}"));
    let lines: Vec<_> = old.lines().zip(new.lines()).collect();
    let is_same_shape = old.lines().count() == new.lines().count() && lines.len() > 1;
    let of_names = lines.iter().filter(|(old, new)| old != new).all(|(_, new)| new.contains(": "));
    if !is_same_shape || !of_names {
        return format!("{after:?}");
    }
    let changed = lines.iter().filter(|(old, new)| old != new).map(|(old, new)| {
        let (old, new) = (old.trim().trim_end_matches(','), new.trim().trim_end_matches(','));
        let was = old.split_once(": ").map_or(old, |(_, value)| value);
        format!("{new} (was {was})")
    });
    changed.collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Counterexample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ticks = self.ticks();
        let ticks = format!("{ticks} tick{}", if ticks == 1 { "" } else { "s" });
        match self.repeats_from {
            None => writeln!(formatter, "fails: {}, after {ticks}", self.property)?,
            Some(_) => writeln!(formatter, "fails: {}, for as long as this goes on", self.property)?,
        }
        writeln!(formatter, "  start: {}", self.start)?;
        for (number, told) in self.told.iter().enumerate() {
            if self.repeats_from == Some(number) {
                writeln!(formatter, "  from here on, this repeats forever:")?;
            }
            let span = if told.span.is_zero() { String::new() } else { format!(" ({:?})", told.span) };
            writeln!(formatter, "  {}. {}{span}", number + 1, told.name)?;
            for agent in &told.agents {
                writeln!(formatter, "     {agent}")?;
            }
            if !told.world.is_empty() {
                writeln!(formatter, "     world: {}", told.world)?;
            }
            if let Some(panic) = &told.panic {
                writeln!(formatter, "     panics: {panic}")?;
            }
        }
        Ok(())
    }
}
