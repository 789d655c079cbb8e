//! `Palette`: the nodes that a file may use besides those of BehaviorTree.CPP and nav2.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use bt::__private::{Answer, Node, Raise};
use bt::{Behavior, Composite, Decorator, Request, Status};
use bt_xml::parts::{Builtin, Kind};

use super::Board;
use super::asks::{Ask, Asks};
use super::port::Port;
use super::table::{Ports, Table};
use crate::palette::Palette as Texts;

/// Your own nodes that a file may use, by ID.
///
/// The nodes of BehaviorTree.CPP and the control nodes of nav2 are always available. `C` is the context, which
/// implements [`Board`](super::Board).
///
/// ```
/// use bt::Status;
/// use bt_live::xml::{MapBoard, Palette, input, parse};
///
/// let palette = Palette::new()
///     .action("Say", [input("text")], |board: &mut MapBoard, ports| {
///         let said: String = ports.get(board, "text").unwrap_or_default();
///         println!("{said}");
///         Status::Success
///     })
///     .condition("IsSet", [input("key")], |board, ports| ports.value(board, "key").is_some());
///
/// let file = r#"
/// <root BTCPP_format="4">
///     <BehaviorTree ID="Main">
///         <Fallback> <IsSet key="{name}"/> <Sayy text="Who are you?"/> </Fallback>
///     </BehaviorTree>
/// </root>"#;
/// let refused = parse(file, &palette).expect_err("there is no such node");
/// let mistake = &refused.mistakes()[0];
/// assert_eq!((mistake.line, &*mistake.message), (4, "there is no node `Sayy`"));
/// assert_eq!(mistake.help.as_deref(), Some("did you mean `Say`?"));
/// ```
pub struct Palette<C: ?Sized> {
    entries: BTreeMap<String, Entry<C>>,
    enums: BTreeMap<String, f64>,
}

type Adds<C> = dyn Fn(Texts<C>, &'static str, &Arc<Table>) -> Texts<C> + Send + Sync;

/// A node of the palette.
pub struct Entry<C: ?Sized> {
    pub kind: Kind,
    pub ports: Vec<Port>,
    pub runs: Runs,
    /// Adds the node to what the text of a tree may use.
    add: Box<Adds<C>>,
}

/// How many ticks a node may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// It ends in the tick of its start.
    AtOnce,
    /// It may take several ticks.
    Maybe,
    /// It may take several ticks, and is made again for each start: a `StatefulActionNode`.
    Stateful,
}

impl<C: ?Sized> Entry<C> {
    pub fn add(&self, texts: Texts<C>, name: &'static str, table: &Arc<Table>) -> Texts<C> {
        (self.add)(texts, name, table)
    }
}

impl<C: ?Sized> Default for Palette<C> {
    fn default() -> Self {
        Palette { entries: BTreeMap::new(), enums: BTreeMap::new() }
    }
}

/// A value of a leaf, of a type that XML can use.
#[diagnostic::on_unimplemented(
    message = "a leaf in XML cannot pass on a value, but this one has a `{Self}`",
    label = "expected a leaf without a value",
    note = "write what it finds to an output port: `Ports` has `set`",
    note = "a leaf that only succeeds or fails returns `bool` or `Option<()>`, one with a request `Request<()>` or \
            `Request<Option<()>>`"
)]
pub trait NoValue: Clone + Send + Sync + 'static {}

impl NoValue for () {}

impl<C: ?Sized> Palette<C> {
    /// A palette with only the nodes of BehaviorTree.CPP and nav2.
    #[must_use]
    pub fn new() -> Self {
        Palette::default()
    }

    /// Adds a leaf that starts, may run for several ticks, and finishes: an `Action`, which C++ calls a stateful or
    /// asynchronous one. `make` takes the ports of the node, and makes a leaf for each start. [`Ports`] has an example.
    ///
    /// # Panics
    ///
    /// If the ID is taken, or is that of a node of BehaviorTree.CPP or nav2.
    #[must_use]
    pub fn leaf<L>(
        mut self,
        id: &str,
        ports: impl IntoIterator<Item = Port>,
        make: impl Fn(Ports) -> L + Send + Sync + 'static,
    ) -> Self
    where
        L: Node<C, Answer: Raise<Infallible> + Answer<Value: NoValue>> + Send + Sync + 'static,
    {
        let make = Arc::new(make);
        self.add(id, Kind::Action, Runs::Stateful, ports, move |texts, name, table| {
            let (make, table) = (Arc::clone(&make), Arc::clone(table));
            texts.leaf(name, move |row: u32| make(Ports::new(&table, row)))
        });
        self
    }

    /// Adds an action that is a function, which is called every tick until it succeeds or fails.
    ///
    /// # Panics
    ///
    /// As [`leaf`](Palette::leaf).
    #[must_use]
    pub fn action(
        self,
        id: &str,
        ports: impl IntoIterator<Item = Port>,
        acts: impl Fn(&mut C, &Ports) -> Status + Send + Sync + 'static,
    ) -> Self
    where
        C: 'static,
    {
        self.called(id, Runs::Maybe, ports, acts)
    }

    /// Adds a condition: a function that only looks at the context. The node succeeds if it returns `true`, else it
    /// fails.
    ///
    /// # Panics
    ///
    /// As [`leaf`](Palette::leaf).
    #[must_use]
    pub fn condition(
        self,
        id: &str,
        ports: impl IntoIterator<Item = Port>,
        holds: impl Fn(&C, &Ports) -> bool + Send + Sync + 'static,
    ) -> Self
    where
        C: 'static,
    {
        self.called(id, Runs::AtOnce, ports, move |context, ports| Status::from(holds(context, ports)))
    }

    /// Adds an action whose answer comes from elsewhere: another thread, a task, the action server of a robot. `asks`
    /// is called once for each start. The node runs until the answer arrives. A `Some` goes to its output port, if it
    /// has one, and the node succeeds; a `None` makes it fail. If the node is halted first, the request is cancelled,
    /// once: see [`Request`].
    ///
    /// ```
    /// use std::sync::mpsc::{Sender, channel};
    ///
    /// use bt::{Request, Status};
    /// use bt_live::xml::{Board, MapBoard, Palette, Value, input, output, parse};
    /// # use std::sync::Mutex;
    ///
    /// // Whoever plans sends an answer, or `None` if there is no way.
    /// type Answer = Option<String>;
    /// # static PLANNER: Mutex<Vec<Sender<Answer>>> = Mutex::new(Vec::new());
    /// # fn send_to_planner(_: String, answer: Sender<Answer>) { PLANNER.lock().unwrap().push(answer) }
    ///
    /// let palette = Palette::new().request("Plan", [input("goal"), output("path")], |board: &mut MapBoard, ports| {
    ///     let (answer, answers) = channel::<Answer>();
    ///     send_to_planner(ports.get(board, "goal").unwrap_or_default(), answer);
    ///     Request::receiver(answers)
    /// });
    ///
    /// let file = r#"<root BTCPP_format="4">
    ///     <BehaviorTree ID="Main"> <Plan goal="dock" path="{way}"/> </BehaviorTree>
    /// </root>"#;
    /// let (mut tree, mut board) = (parse(file, &palette).expect("it is right").tree, MapBoard::default());
    /// assert_eq!(tree.tick_for(0.1, &mut board), Status::Running);
    /// # for answer in PLANNER.lock().unwrap().drain(..) {
    /// #     answer.send(Some("left, left, straight on".to_owned())).unwrap()
    /// # }
    /// // The planner has answered.
    /// assert_eq!(tree.tick_for(0.1, &mut board), Status::Success);
    /// assert_eq!(board.get("way"), Some(Value::of("left, left, straight on".to_owned())));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`leaf`](Palette::leaf), or if there are several output ports.
    #[must_use]
    pub fn request<T: Send + Sync + 'static>(
        mut self,
        id: &str,
        ports: impl IntoIterator<Item = Port>,
        asks: impl Fn(&mut C, &Ports) -> Request<Option<T>> + Send + Sync + 'static,
    ) -> Self
    where
        C: Board + 'static,
    {
        let ports: Vec<Port> = ports.into_iter().collect();
        let mut outputs = ports.iter().filter(|port| port.is_output).map(|port| port.name);
        let output = outputs.next();
        assert!(outputs.next().is_none(), "`{id}` has several output ports, but a request has one answer");
        drop(outputs);
        let ask: Arc<Ask<C, T>> = Arc::new(asks);
        self.add(id, Kind::Action, Runs::Stateful, ports, move |texts, name, table| {
            let (ask, table) = (Arc::clone(&ask), Arc::clone(table));
            texts.leaf(name, move |row: u32| Asks::new(Ports::new(&table, row), output, Arc::clone(&ask)))
        });
        self
    }

    /// Adds a decorator: see [`Decorator`]. If a node below it is skipped, the decorator's parent decides how that
    /// counts.
    ///
    /// # Panics
    ///
    /// As [`leaf`](Palette::leaf).
    #[must_use]
    pub fn decorator<D: Decorator<C> + Send + Sync + 'static>(
        mut self,
        id: &str,
        ports: impl IntoIterator<Item = Port>,
        make: impl Fn(Ports) -> D + Send + Sync + 'static,
    ) -> Self {
        let make = Arc::new(make);
        self.add(id, Kind::Decorator, Runs::Maybe, ports, move |texts, name, table| {
            let (make, table) = (Arc::clone(&make), Arc::clone(table));
            texts.decorator(name, move |row| make(Ports::new(&table, row)))
        });
        self
    }

    /// Adds a control node with two or more children, one of which runs at a time: see [`Composite`].
    ///
    /// # Panics
    ///
    /// As [`leaf`](Palette::leaf).
    #[must_use]
    pub fn control<D: Composite<C> + Send + Sync + 'static>(
        mut self,
        id: &str,
        ports: impl IntoIterator<Item = Port>,
        make: impl Fn(Ports) -> D + Send + Sync + 'static,
    ) -> Self {
        let make = Arc::new(make);
        self.add(id, Kind::Control, Runs::Maybe, ports, move |texts, name, table| {
            let (make, table) = (Arc::clone(&make), Arc::clone(table));
            texts.composite(name, move |row| make(Ports::new(&table, row)))
        });
        self
    }

    /// Adds a named value of an enum, for scripts and for the cases of a switch, like `registerScriptingEnum` of
    /// BehaviorTree.CPP. A later value of the same name replaces it.
    ///
    /// ```
    /// use bt_live::xml::{Board, MapBoard, Palette, Value, parse};
    ///
    /// let palette = Palette::new().constant("RED", 1).constant("GREEN", 2);
    /// let file = r#"<root BTCPP_format="4">
    ///     <BehaviorTree ID="Main"> <Script code="light := GREEN"/> </BehaviorTree>
    /// </root>"#;
    /// let (mut tree, mut board) = (parse(file, &palette)?.tree, MapBoard::default());
    /// assert!(tree.tick_for(0.1, &mut board).is_success());
    /// assert_eq!(board.get("light"), Some(Value::of(2)));
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    #[must_use]
    pub fn constant(mut self, name: &str, value: i32) -> Self {
        self.enums.insert(name.to_owned(), f64::from(value));
        self
    }

    pub(super) fn entry(&self, id: &str) -> Option<&Entry<C>> {
        self.entries.get(id)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, &Entry<C>)> {
        self.entries.iter().map(|(id, entry)| (&**id, entry))
    }

    pub(super) fn enums(&self) -> &BTreeMap<String, f64> {
        &self.enums
    }

    /// A leaf that is a function.
    fn called(
        mut self,
        id: &str,
        runs: Runs,
        ports: impl IntoIterator<Item = Port>,
        acts: impl Fn(&mut C, &Ports) -> Status + Send + Sync + 'static,
    ) -> Self
    where
        C: 'static,
    {
        let acts: Arc<Acts<C>> = Arc::new(acts);
        self.add(id, Kind::Action, runs, ports, move |texts, name, table| {
            let (acts, table) = (Arc::clone(&acts), Arc::clone(table));
            texts.leaf(name, move |row: u32| Called { ports: Ports::new(&table, row), acts: Arc::clone(&acts) })
        });
        self
    }

    fn add(
        &mut self,
        id: &str,
        kind: Kind,
        runs: Runs,
        ports: impl IntoIterator<Item = Port>,
        add: impl Fn(Texts<C>, &'static str, &Arc<Table>) -> Texts<C> + Send + Sync + 'static,
    ) {
        assert!(Builtin::named(id).is_none() && id != "SubTree", "`{id}` is a node of BehaviorTree.CPP or nav2");
        let entry = Entry { kind, ports: ports.into_iter().collect(), runs, add: Box::new(add) };
        assert!(self.entries.insert(id.to_owned(), entry).is_none(), "`{id}` is already in this palette");
    }
}

type Acts<C> = dyn Fn(&mut C, &Ports) -> Status + Send + Sync;

/// An action that is a function.
struct Called<C: ?Sized> {
    ports: Ports,
    acts: Arc<Acts<C>>,
}

impl<C: ?Sized> Behavior<C> for Called<C> {
    type Answer = Status;

    fn run(&mut self, context: &mut C) -> Status {
        (self.acts)(context, &self.ports)
    }
}
