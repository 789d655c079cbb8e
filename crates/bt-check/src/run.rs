//! The search for the answer to a `Check`, and its report.

use std::iter;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::agents::Agents;
use crate::check::{Check, OnProgress};
use crate::counterexample::Counterexample;
use crate::property::{Property, Rule};
use crate::report::{Judged, Report, Verdict, WhyNot};
use crate::search::breadth::{End, Limit, Progress, Search};
use crate::search::cycles::{Goal, lasso};
use crate::search::graph::{Graph, number, numbers};
use crate::search::store::{SHARDS, StateId, Store};
use crate::system::{Broken, State};
use crate::world::World;

impl<'c, W: World, A: Agents> Check<'c, W, A> {
    /// Searches all states, until a property fails.
    ///
    /// The search is breadth first, so a counterexample to [`always`](Check::always) or [`never`](Check::never) is as
    /// short as possible. For [`eventually`](Check::eventually) and [`leads_to`](Check::leads_to), it then looks for
    /// strongly connected components ([Tarjan, 1972](https://doi.org/10.1137/0201010)) that do not contain the goal.
    ///
    /// # Panics
    ///
    /// If [`tick`](Check::tick) was not called, if a property asks for a label that no node has, or if the trees or the
    /// world behave differently when the story of a counterexample is played.
    pub fn run(mut self) -> Report {
        assert!(
            self.system.tick.is_some(),
            "what happens in a tick is missing: call `tick(|world, tree| tree.tick(world))`"
        );
        self.limits.begin = Instant::now();
        loop {
            self.system.stale.store(false, Ordering::Relaxed);
            if let Some(report) = self.search() {
                return report;
            }
        }
    }

    /// Searches all states, and panics unless all properties hold. For tests.
    ///
    /// # Panics
    ///
    /// With the story of the first property that fails; if the search was not complete (see [`WhyNot`]); and as
    /// [`run`](Check::run) does.
    #[track_caller]
    pub fn holds(self) -> Report {
        let report = self.run();
        assert!(report.holds(), "{report}");
        report
    }

    /// One search; `None` if it has to start over.
    fn search(&mut self) -> Option<Report> {
        let (first, broken) = self.system.judged_start();
        if let Some(broken) = broken {
            return (!self.system.stale.load(Ordering::Relaxed))
                .then(|| self.broken(Progress { states: 1, ..Progress::default() }, &broken, Vec::new()));
        }
        let mut silent: OnProgress<'c> = Box::new(|_| {});
        let on_progress = self.on_progress.as_mut().unwrap_or(&mut silent);
        let (model, limits, threads) = (&self.system, self.limits, self.threads);
        let mut search = Search { model, limits, threads, progress: Progress::default() };
        let (store, end) = search.run(first.clone(), on_progress);
        let mut progress = search.progress;
        progress.states = store.len();
        match end {
            End::Stale => None,
            End::Unrepeatable => {
                let verdicts = self.verdicts(|_| Verdict::NotKnown(WhyNot::Unrepeatable));
                Some(self.report(progress, verdicts))
            }
            End::Broken(broken, steps) => Some(self.broken(progress, &broken, steps)),
            End::Limited(limit) => {
                let verdicts = self.verdicts(|_| Verdict::NotKnown(WhyNot::Limit(limit)));
                Some(self.report(progress, verdicts))
            }
            End::Complete => Some(self.complete(progress, &store, &first)),
        }
    }

    fn report(&self, progress: Progress, judged: Vec<Judged>) -> Report {
        Report { progress, judged, state_bytes: size_of::<State<W, A>>(), unknown_times: self.unknown_times.clone() }
    }

    /// A verdict for each property. The first property has no number: it is that no tick panics.
    fn verdicts(&self, mut verdict: impl FnMut(Option<usize>) -> Verdict) -> Vec<Judged> {
        let panics = Judged { name: String::from("no tick panics"), is_never: false, verdict: verdict(None) };
        let properties = self.system.properties.iter().enumerate().map(|(number, property)| Judged {
            name: property.name.clone(),
            is_never: matches!(property.rule, Rule::Always { is: false, .. }),
            verdict: verdict(Some(number)),
        });
        iter::once(panics).chain(properties).collect()
    }

    /// The report of a search that has found a forbidden state.
    fn broken(&self, progress: Progress, broken: &Broken, steps: Vec<u32>) -> Report {
        let failed = if let Broken::Property(failed) = broken { Some(*failed) } else { None };
        let story = Box::new(Counterexample::new(&self.system, self.system.name_of(broken), steps, None));
        let verdicts = self.verdicts(|number| match number == failed {
            true => Verdict::Fails(story.clone()),
            false => Verdict::NotKnown(WhyNot::Stopped),
        });
        self.report(progress, verdicts)
    }

    /// The report of a complete search that has found no forbidden state.
    fn complete(&self, mut progress: Progress, store: &Store<State<W, A>>, first: &State<W, A>) -> Report {
        let holds = match self.system.unknown_draws.load(Ordering::Relaxed) {
            true => Verdict::NotKnown(WhyNot::UnknownDraws),
            false => Verdict::Holds,
        };
        let is_endless = |property: &Property<'c, W, A>| matches!(property.rule, Rule::LeadsTo { .. });
        let graph = self.system.properties.iter().any(is_endless).then(|| self.graph(store, first));
        if let Some(Ok((graph, ..))) = &graph {
            progress.bytes += graph.bytes();
        }
        let verdicts = self.verdicts(|number| {
            let property = number.map(|number| &self.system.properties[number]);
            let Some(Property { name, rule: Rule::LeadsTo { from, mark, .. } }) = property else {
                return holds.clone();
            };
            let (graph, marks, first) = match graph.as_ref().expect("there is such a property") {
                Ok(graph) => graph,
                Err(limit) => return Verdict::NotKnown(WhyNot::Limit(*limit)),
            };
            let begins =
                |state: usize| from.is_some() && marks[state] >> mark & 1 == 1 || from.is_none() && state == *first;
            let goal = Goal { begins: &begins, is_goal: &|state| marks[state] >> (mark + 1) & 1 == 1 };
            match lasso(graph, *first, &goal) {
                Some(lasso) => {
                    let story = Counterexample::new(&self.system, name.clone(), lasso.steps, Some(lasso.repeats_from));
                    Verdict::Fails(Box::new(story))
                }
                None => holds.clone(),
            }
        });
        self.report(progress, verdicts)
    }

    /// All steps, the marks of the states, and the number of the first one.
    fn graph(&self, store: &Store<State<W, A>>, first: &State<W, A>) -> Result<(Graph, Vec<u8>, usize), Limit> {
        self.system.asks_for_fair.store(true, Ordering::Relaxed);
        let mut graph = Graph::new(&self.system, store, self.threads, &self.limits)?;
        graph.rename(&self.system.fair_in_order());
        let numbers = numbers(store);
        let mut marks = vec![0; graph.len()];
        for shard in 0..SHARDS {
            for index in 0..store.shards[shard].len() {
                let id = StateId::new(shard, index);
                marks[number(&numbers, id)] = store.state(id).marks;
            }
        }
        let first = store.find(first).expect("the first state is stored");
        Ok((graph, marks, number(&numbers, first)))
    }

    /// Replays the moves of a counterexample, and panics with its story if a property still fails. Tests that
    /// [`Counterexample::to_test`] writes call this.
    ///
    /// A move that is no longer possible ends the replay: the counterexample is gone.
    ///
    /// # Panics
    ///
    /// If a property fails on the way, or if the moves from number `repeats_from` on can be repeated forever without
    /// reaching the goal of a property.
    #[track_caller]
    pub fn replay(self, moves: &[&str], repeats_from: Option<usize>) {
        if let Some(story) = Counterexample::follow(&self.system, moves, repeats_from) {
            panic!("{story}");
        }
    }

    /// An HTML page that replays a counterexample, with the trees, their events, and the world. Needs the feature
    /// `view`.
    ///
    /// ```
    /// use bt_check::{Agent, Check};
    ///
    /// bt::bt! { #[derive(Clone, PartialEq, Eq, Hash)] Count(u8) = action(|count| *count += 1) }
    ///
    /// fn count() -> Check<'static, u8, Agent<Count>> {
    ///     let check = Check::new(0, Count::new()).tick(|count, tree| tree.tick(count));
    ///     check.never("more than one", |now| *now.world > 1)
    /// }
    ///
    /// let page = count().page(count().run().counterexample().expect("it counts on"));
    /// assert!(page.starts_with("<!DOCTYPE html>"));
    /// // std::fs::write("story.html", page)?;
    /// ```
    ///
    /// # Panics
    ///
    /// If the counterexample is of a different check.
    #[cfg(feature = "view")]
    pub fn page(&self, counterexample: &Counterexample) -> String {
        crate::page::page(&self.system, counterexample)
    }
}
