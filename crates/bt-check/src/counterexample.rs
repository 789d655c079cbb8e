//! `Counterexample`: how a property fails, as a story and as a test.

use std::fmt::{self, Write as _};

use crate::agents::Agents;
use crate::property::Rule;
use crate::system::{Broken, State, System};
use crate::told::{Told, tell};
use crate::world::World;

/// How a property fails: the shortest path to a state in which it does, or to a cycle in which it fails forever.
///
/// Its text is a story: what happens in the world, what the trees do, and what has changed.
#[derive(Clone, Debug)]
pub struct Counterexample {
    property: String,
    /// Which successor each step takes.
    pub(crate) steps: Vec<u32>,
    repeats_from: Option<usize>,
    start: String,
    told: Vec<Told>,
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
            state = system.take(&state, &mut worker, wanted, &mut |step| told.push(tell(system, &state, step)));
        }
        Counterexample { property, steps, repeats_from, start, told }
    }

    /// Follows moves with these names, and returns the story if a property fails on the way.
    pub(crate) fn follow<W: World, A: Agents>(
        system: &System<'_, W, A>,
        moves: &[&str],
        repeats_from: Option<usize>,
    ) -> Option<Self> {
        system.events.store(true, std::sync::atomic::Ordering::Relaxed);
        let (first, broken) = system.judged_start();
        if let Some(Broken::Property(failed)) = broken {
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
                return Some(Counterexample::new(system, system.name_of(&broken), steps, None));
            }
        }
        let repeats_from = repeats_from.filter(|&from| from < moves.len() && states.last() == states.get(from))?;
        let unmet = system.properties.iter().find(|property| is_never_met(&property.rule, &states, repeats_from))?;
        Some(Counterexample::new(system, unmet.name.clone(), steps, Some(repeats_from)))
    }

    /// The name of the property that fails.
    pub fn property(&self) -> &str {
        &self.property
    }

    /// The number of steps: a tick with the move before it, or a move alone.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The number of ticks. Those of a cycle count once.
    pub fn ticks(&self) -> usize {
        self.told.iter().filter(|told| told.ticked).count()
    }

    /// The names of the moves, one for each step, as they were given to [`Next`](crate::Next).
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.told.iter().map(|told| told.name.as_str())
    }

    /// The code of a test that fails as long as this can happen. `check` is the code that makes the
    /// [`Check`](crate::Check), such as the call of a function.
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
    ///     let check = Check::new(0, Count::new()).tick(|count, tree| tree.tick(count));
    ///     check.never("more than one", |now| *now.world > 1)
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

/// Whether the goal of a property is never reached if these states repeat forever from number `repeats_from` on.
fn is_never_met<W, A>(rule: &Rule<'_, W, A>, states: &[State<W, A>], repeats_from: usize) -> bool {
    let Rule::LeadsTo { from, mark, .. } = rule else { return false };
    let is_goal = |state: &State<W, A>| state.marks >> (mark + 1) & 1 == 1;
    let mut waits = from.is_none();
    for state in states {
        waits = (waits || state.marks >> mark & 1 == 1) && !is_goal(state);
    }
    waits && !states[repeats_from..].iter().any(is_goal)
}

impl fmt::Display for Counterexample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ticks = self.ticks();
        let ticks = format!("{ticks} tick{}", if ticks == 1 { "" } else { "s" });
        match self.repeats_from {
            None => writeln!(formatter, "fails: {}, after {ticks}", self.property)?,
            Some(_) => writeln!(formatter, "fails: {}, as long as this continues", self.property)?,
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
