//! The nodes of `bt` for scripts, and for nodes of BehaviorTree.CPP and nav2 that `bt!` does not have.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;

use bt::{Behavior, Composite, Decorator, Look, Next, Outcome, Status};
use bt_xml::parts::{When, items};

use super::table::{Ports, Table};
use super::{Board, Value};
use crate::palette::Palette as Texts;

/// Adds the nodes of this file to what the text of a tree may use.
pub fn add<C: Board + ?Sized + 'static>(mut texts: Texts<C>, table: &Arc<Table>) -> Texts<C> {
    for (name, acts) in LEAVES {
        let (table, acts) = (Arc::clone(table), *acts);
        texts = texts.leaf(name, move |row: u32| Step { ports: Ports::new(&table, row), acts });
    }
    let ports = || {
        let table = Arc::clone(table);
        move |row| Ports::new(&table, row)
    };
    let gate = |opens: fn(&Ports, &mut dyn Board) -> Option<bool>| {
        let ports = ports();
        move |row| Gate { ports: ports(row), opens, is_open: false }
    };
    let (conditions, each, switch, persistent, after) = (ports(), ports(), ports(), ports(), ports());
    texts
        .decorator("conditions", move |row| Conditions { ports: conditions(row), runs: false, is_asked: false })
        .decorator("precondition_of", gate(|ports, board| holds(ports, board)))
        .decorator("updated_of", gate(|ports, board| ports.was_updated(board, "entry")))
        .decorator("each_of", move |row| Each { ports: each(row), items: None, is_running: false })
        .decorator("skipped_after", move |row| SkippedAfter { ports: after(row), has_run: false })
        .decorator("has_run", |_| HasRun)
        .decorator("keep_running", |_| KeepRunning)
        .decorator("result_of", |_| ResultOf)
        .condition("last_result", |_| LAST.get())
        .composite("switch_of", move |row| Switch { ports: switch(row) })
        .composite("persistent", move |row| Persistent { ports: persistent(row), children: 0 })
}

/// A leaf that ends within its tick.
struct Step {
    ports: Ports,
    acts: fn(&Ports, &mut dyn Board) -> Status,
}

type Acts = fn(&Ports, &mut dyn Board) -> Status;

const LEAVES: &[(&str, Acts)] = &[
    ("always_success", |_, _| Status::Success),
    ("always_failure", |_, _| Status::Failure),
    ("script", |ports, board| Status::from(run(ports, board).is_some())),
    ("script_condition", |ports, board| Status::from(holds(ports, board) == Some(true))),
    ("set_entry", |ports, board| match set(ports, board) {
        Ok(()) => Status::Success,
        Err(why) => {
            ports.failed(board, &why);
            Status::Failure
        }
    }),
    ("unset_entry", |ports, board| {
        ports.unset(board, "key");
        Status::Success
    }),
    ("was_updated", |ports, board| Status::from(ports.was_updated(board, "entry") == Some(true))),
];

impl<C: Board + ?Sized> Behavior<C> for Step {
    type Answer = Status;

    const CAN: bt::Can = bt::Can { run: false, ..bt::Can::ANYTHING };

    fn run(&mut self, context: &mut C) -> Status {
        (self.acts)(&self.ports, &mut ByRef(context))
    }
}

/// A board of unknown type: a context may already be unsized.
struct ByRef<'c, C: ?Sized>(&'c mut C);

impl<C: Board + ?Sized> Board for ByRef<'_, C> {
    fn get(&self, key: &str) -> Option<Value> {
        self.0.get(key)
    }

    fn set(&mut self, key: &str, value: Value) {
        self.0.set(key, value);
    }

    fn unset(&mut self, key: &str) {
        self.0.unset(key);
    }

    fn was_updated(&mut self, key: &str, node: &str) -> Option<bool> {
        self.0.was_updated(key, node)
    }

    fn failed(&mut self, why: &str) {
        self.0.failed(why);
    }
}

/// `SetBlackboard`: converts a text to the type of the entry.
fn set(ports: &Ports, board: &mut (impl Board + ?Sized)) -> Result<(), String> {
    let value = ports.value(board, "value").ok_or("its value is not set")?;
    let value = match (&value, ports.value(board, "output_key")) {
        (Value::Text(text), Some(old)) if old.is_number() => {
            value.like(&old).ok_or_else(|| format!("the entry is {old:?}, so it cannot become {text:?}"))?
        }
        _ => value,
    };
    ports.set(board, "output_key", value);
    Ok(())
}

/// Runs the `code` of a node.
fn run(ports: &Ports, board: &mut (impl Board + ?Sized)) -> Option<Value> {
    let result = ports.row().code.as_ref()?.run(board);
    told(ports, board, result)
}

/// Whether the `code` of a node holds. `None` if that is not known.
fn holds(ports: &Ports, board: &mut (impl Board + ?Sized)) -> Option<bool> {
    let result = ports.row().code.as_ref()?.holds(board);
    told(ports, board, result)
}

fn told<T>(ports: &Ports, board: &mut (impl Board + ?Sized), result: Result<T, String>) -> Option<T> {
    result.map_err(|why| ports.failed(board, &why)).ok()
}

/// The scripts before and after a node, in the order of BehaviorTree.CPP: `_failureIf`, `_successIf`, `_skipIf` and
/// `_while` when it starts; `_while` in each later tick; `_onSuccess` or `_onFailure`, then `_post`, when it ends;
/// `_onHalted` when it is aborted.
struct Conditions {
    ports: Ports,
    /// Whether the node has run.
    runs: bool,
    is_asked: bool,
}

impl Conditions {
    /// The answer of a script before the node, and whether that skips the node.
    fn asked(&mut self, board: &mut (impl Board + ?Sized)) -> Option<(Status, bool)> {
        let row = self.ports.row();
        let skipped = (row.skipped, true);
        for (when, script) in &row.conditions {
            let answer = match when {
                When::FailureIf => (Status::Failure, false),
                When::SuccessIf => (Status::Success, false),
                When::SkipIf | When::While => skipped,
                _ => continue,
            };
            if self.is_asked && *when != When::While {
                continue;
            }
            match script.holds(board) {
                Ok(holds) if holds != (*when == When::While) => return Some(answer),
                Ok(_) => {}
                Err(why) => {
                    self.ports.failed(board, &why);
                    return Some((Status::Failure, false));
                }
            }
        }
        None
    }

    /// Runs the scripts that are due after the node.
    fn tell(&self, board: &mut (impl Board + ?Sized), is_due: impl Fn(When) -> bool) {
        for (_, script) in self.ports.row().conditions.iter().filter(|(when, _)| is_due(*when)) {
            if let Err(why) = script.run(board) {
                self.ports.failed(board, &why);
            }
        }
    }

    fn ended(&self, board: &mut (impl Board + ?Sized), status: Status) {
        let own = if status.is_success() { When::OnSuccess } else { When::OnFailure };
        self.tell(board, |when| when == own);
        self.tell(board, |when| when == When::Post);
    }
}

impl<C: Board + ?Sized> Decorator<C> for Conditions {
    fn before(&mut self, board: &mut C) -> Option<Status> {
        let asked = self.asked(board);
        self.is_asked = true;
        match asked {
            Some((status, true)) => Some(status),
            Some((status, false)) => {
                self.ended(board, status);
                Some(status)
            }
            None => None,
        }
    }

    fn after(&mut self, board: &mut C, status: Status) -> Status {
        self.runs = status.is_running();
        if !status.is_running() {
            self.ended(board, status);
        }
        status
    }

    fn finish(&mut self, board: &mut C, _: Outcome) {
        // It was aborted, or `_while` skipped it.
        if self.runs {
            self.tell(board, |when| when == When::OnHalted);
        }
    }
}

/// `Precondition`, `SkipUnlessUpdated` and `WaitValueUpdate`: check until they open, and not again while the child runs.
struct Gate {
    ports: Ports,
    opens: fn(&Ports, &mut dyn Board) -> Option<bool>,
    is_open: bool,
}

impl<C: Board + ?Sized> Decorator<C> for Gate {
    fn before(&mut self, board: &mut C) -> Option<Status> {
        if !self.is_open {
            match (self.opens)(&self.ports, &mut ByRef(board)) {
                Some(opens) => self.is_open = opens,
                None => return Some(Status::Failure),
            }
        }
        (!self.is_open).then(|| self.ports.row().otherwise)
    }
}

/// `LoopInt` and the like: one item per tick.
struct Each {
    ports: Ports,
    items: Option<VecDeque<Value>>,
    is_running: bool,
}

impl<C: Board + ?Sized> Decorator<C> for Each {
    fn before(&mut self, board: &mut C) -> Option<Status> {
        if self.is_running {
            return None;
        }
        if self.items.is_none() {
            self.items = match self.ports.value(board, "queue") {
                Some(Value::List(items)) => Some(items.into()),
                Some(Value::Text(text)) => Some(items(&text).map(str::trim).map(Value::of_constant).collect()),
                Some(value) if value.is_number() => Some([value].into()),
                _ => None,
            };
        }
        match self.items.as_mut().and_then(VecDeque::pop_front) {
            Some(item) => {
                self.ports.set(board, "value", item);
                None
            }
            None => Some(self.ports.row().otherwise),
        }
    }

    fn after(&mut self, _: &mut C, status: Status) -> Status {
        self.is_running = status.is_running();
        if status.is_failure() { Status::Failure } else { Status::Running }
    }
}

/// `KeepRunningUntilFailure`: once per tick.
struct KeepRunning;

impl<C: ?Sized> Decorator<C> for KeepRunning {
    fn after(&mut self, _: &mut C, status: Status) -> Status {
        if status.is_failure() { Status::Failure } else { Status::Running }
    }
}

thread_local! {
    /// The last answer of the condition of a `WhileDoElse`. The next node reads it, in the same tick.
    static LAST: Cell<bool> = const { Cell::new(false) };
    /// Whether the child of a `RunOnce` has just run.
    static RAN: Cell<bool> = const { Cell::new(false) };
}

/// Wraps the condition of a `WhileDoElse`.
struct ResultOf;

impl<C: ?Sized> Decorator<C> for ResultOf {
    fn after(&mut self, _: &mut C, status: Status) -> Status {
        LAST.set(status.is_success());
        if status.is_running() { status } else { Status::Success }
    }
}

/// Wraps a `RunOnce`, and skips it once its child has ended.
struct SkippedAfter {
    ports: Ports,
    has_run: bool,
}

impl<C: ?Sized> Decorator<C> for SkippedAfter {
    fn before(&mut self, _: &mut C) -> Option<Status> {
        RAN.set(false);
        None
    }

    fn after(&mut self, _: &mut C, status: Status) -> Status {
        self.has_run |= RAN.take();
        if self.has_run { status } else { self.ports.row().skipped }
    }
}

/// Wraps the child of a `RunOnce`.
struct HasRun;

impl<C: ?Sized> Decorator<C> for HasRun {
    fn after(&mut self, _: &mut C, status: Status) -> Status {
        RAN.set(true);
        status
    }
}

/// `Switch2` .. `Switch6`: decides every tick.
struct Switch {
    ports: Ports,
}

impl Switch {
    fn chosen<C: Board + ?Sized>(&self, board: &C) -> usize {
        let row = self.ports.row();
        let cases = row.ports.len() - usize::from(row.ports.contains_key("variable"));
        let Some(on) = self.ports.value(board, "variable") else { return cases };
        let is_case = |case: &usize| {
            let case = self.ports.value(board, &format!("case_{}", case + 1));
            case.is_some_and(|case| self.is_same(&on, &case))
        };
        (0..cases).find(is_case).unwrap_or(cases)
    }

    /// Compares texts, and otherwise their values as numbers, including names of enums.
    fn is_same(&self, one: &Value, other: &Value) -> bool {
        let number = |value: &Value| match value {
            Value::Text(text) => self.ports.enums().get(text).copied().or_else(|| value.number()),
            _ => value.number(),
        };
        one == other
            || number(one).zip(number(other)).is_some_and(|(one, other)| (one - other).abs() <= f64::from(f32::EPSILON))
    }
}

impl<C: Board + ?Sized> Composite<C> for Switch {
    fn first(&mut self, board: &mut C, _: usize) -> Next {
        Next::Child(self.chosen(board))
    }

    fn after(&mut self, _: &mut C, _: usize, ended: Status) -> Next {
        Next::End(ended)
    }

    fn look(&mut self, board: &mut C, _: usize) -> Look {
        Look::Switch(self.chosen(board))
    }
}

/// nav2's `PersistentSequence`: keeps the index of its child on the board.
struct Persistent {
    ports: Ports,
    children: usize,
}

const INDEX: &str = "current_child_idx";

impl<C: Board + ?Sized> Composite<C> for Persistent {
    const LOOKS: bool = false;

    fn first(&mut self, board: &mut C, children: usize) -> Next {
        self.children = children;
        match self.ports.get::<usize>(board, INDEX) {
            Some(child) if child < children => Next::Child(child),
            Some(_) => {
                self.ports.set(board, INDEX, 0);
                Next::End(Status::Success)
            }
            None => {
                self.ports.failed(board, "`current_child_idx` is not set");
                Next::End(Status::Failure)
            }
        }
    }

    fn after(&mut self, board: &mut C, child: usize, ended: Status) -> Next {
        let next = if ended.is_success() && child + 1 < self.children { child + 1 } else { 0 };
        self.ports.set(board, INDEX, next as i64);
        if next == 0 { Next::End(ended) } else { Next::Child(next) }
    }
}
