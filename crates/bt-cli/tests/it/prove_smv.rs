//! The modules of `bt prove --smv`: a small reader of the part of SMV that they use finds the same answers in them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use bt_cli::Source;
use bt_cli::prove::{Answer, Prover, Question};
use bt_cli::trees::{Project, Tree};
use bt_reference::{random, text};

/// A module that has been read.
struct Module {
    last: usize,
    next: Vec<BTreeSet<usize>>,
    /// The states in which each name holds.
    defines: BTreeMap<String, BTreeSet<usize>>,
    /// The names that are never true together.
    specs: Vec<Vec<String>>,
}

fn read(text: &str) -> Module {
    let mut lines = text.lines().filter(|line| !line.starts_with("--")).map(str::trim);
    let mut line = || lines.next().expect("another line");
    let inside = |line: &str, before: &str, after: &str| {
        let inside = line.strip_prefix(before).and_then(|line| line.strip_suffix(after));
        inside.unwrap_or_else(|| panic!("`{line}` is no `{before}..{after}`")).to_owned()
    };
    assert_eq!((line(), line()), ("MODULE main", "VAR"));
    let last: usize = inside(line(), "state : 0..", ";").parse().expect("a number");
    assert_eq!((line(), line(), line()), ("ASSIGN", "init(state) := 0;", "next(state) := case"));
    let next = (0..=last).map(|state| {
        let set = inside(line(), &format!("state = {state} : {{"), "};");
        set.split(", ").map(|to| to.parse().expect("a state")).collect()
    });
    let next: Vec<BTreeSet<usize>> = next.collect();
    assert_eq!((line(), line()), ("esac;", "DEFINE"));
    let (mut defines, mut specs) = (BTreeMap::new(), Vec::new());
    for line in lines {
        if let Some((name, set)) = line.split_once(" := ") {
            let mut states = BTreeSet::new();
            for range in inside(set, "", ";").split(" | ").filter(|range| *range != "FALSE") {
                let range = inside(range, "state in ", "");
                let (first, last) = range.split_once("..").expect("a range");
                states.extend(first.parse::<usize>().expect("a state")..=last.parse().expect("a state"));
            }
            let is_new = defines.insert(name.to_owned(), states).is_none();
            assert!(is_new && specs.is_empty(), "{name}");
        } else if let Some(name) = line.strip_prefix("INVARSPEC !").filter(|name| !name.starts_with('(')) {
            specs.push(vec![inside(name, "", ";")]);
        } else {
            specs.push(inside(line, "INVARSPEC !(", ");").split(" & ").map(str::to_owned).collect());
        }
    }
    Module { last, next, defines, specs }
}

impl Module {
    /// Whether each specification holds in all states that can be reached.
    fn check(&self) -> Vec<bool> {
        let (mut met, mut open) = (BTreeSet::from([0]), VecDeque::from([0]));
        while let Some(state) = open.pop_front() {
            open.extend(self.next[state].iter().copied().filter(|&to| met.insert(to)));
        }
        assert!(met.iter().all(|state| *state <= self.last) && met.len() == self.last + 1, "all can be reached");
        let holds =
            |names: &Vec<String>| !met.iter().any(|state| names.iter().all(|name| self.defines[name].contains(state)));
        self.specs.iter().map(holds).collect()
    }
}

fn with<T>(text: String, ask: impl FnOnce(&Prover, &Tree) -> T) -> T {
    let file = Source::new(Path::new("/nowhere/guard.rs"), text);
    let (project, mistakes) = Project::new(&file).unwrap_or_else(|_| panic!("it can be read"));
    assert!(mistakes.is_empty());
    ask(&Prover::new(&file, &project), project.trees().last().expect("there is a tree"))
}

#[test]
fn a_module_says_all() {
    let text = "bt! { Guard(World) = sequence < see, fire: shoot > }
        #[leaf] fn see(w: &World) -> bool { w.sees }
        #[leaf] fn shoot(w: &mut World) {}";
    let module = with(text.to_owned(), |prover, tree| {
        let order = Question::Order { after: "see", always: "see", before: "fire" };
        let questions = [Question::Never("fire"), Question::Never("see and fire"), order];
        prover.smv(tree, &questions).expect("it has few states")
    });
    let expected = "\
-- The tree `Guard`: what it can do, whatever its leaves answer. Made by `bt prove --smv`.
-- A step is a part of a tick: from one answer of a leaf, condition, timer or draw to the next one. Timers fire in any
-- order. In a state that is `between`, a tick is over. `active_x` is about such states.
MODULE main
VAR
  state : 0..1;
ASSIGN
  init(state) := 0;
  next(state) := case
    state = 0 : {1};
    state = 1 : {0};
  esac;
DEFINE
  between := state in 0..0;
  active_sequence := FALSE;
  active_see := FALSE;
  active_fire := FALSE;
  owed := FALSE;
  broken := FALSE;
-- never fire
INVARSPEC !(active_fire);
-- never see and fire
INVARSPEC !(active_see & active_fire);
-- after see always see before fire
INVARSPEC !broken;
";
    assert_eq!(module, expected);
    assert_eq!(read(&module).check(), [true, true, true]);
}

#[test]
fn a_module_has_the_same_answers() {
    let mut counts = [0, 0];
    for seed in 0..24 {
        let program = random::program(seed);
        let trees =
            (0..program.trees.len()).rev().map(|tree| format!("bt! {{ {} }}\n", text::tree(&program, tree, "")));
        with(trees.collect(), |prover, tree| {
            let mut prover = prover.clone();
            prover.most = 1_000;
            let titles: BTreeSet<&str> = tree.known.model.nodes.iter().map(|node| node.title()).collect();
            let titles: Vec<&str> = titles.into_iter().take(3).collect();
            let never: Vec<String> = titles.windows(2).map(|pair| format!("{} and {}", pair[0], pair[1])).collect();
            let questions: Vec<_> = never.iter().map(|never| Question::Never(never)).collect();
            let Ok(module) = prover.smv(tree, &questions) else { return };
            for (never, holds) in never.iter().zip(read(&module).check()) {
                let answer = prover.never(tree, never).expect("the names are there");
                assert_eq!(matches!(answer, Answer::Never(_)), holds, "seed {seed}: {never}\n{module}");
                counts[usize::from(holds)] += 1;
            }
        });
    }
    assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
}
