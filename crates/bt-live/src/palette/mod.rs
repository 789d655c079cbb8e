//! Trees that are not part of a Rust program: a `Palette` lists what a text may use, and a `LiveTree` runs such a text.

use std::convert::Infallible;
use std::sync::Arc;

use bt::__private::live::{self, Code, Io, Kind, LeafType, Mismatch, Out, Probe, ValueType};
use bt::__private::{Answer, Node, Raise, Random};
use bt_compiler::error::counted;
use bt_compiler::spelling::closest;
use bt_compiler::tree::case::camel_case;
use bt_compiler::tree::nodes;

use crate::program::Callee;
use crate::program::lookup::{Asked, Pieces};
use crate::program::names::kept;
use crate::text::problem::Said;

pub use contexts::{Contexts, Only};
pub use file::{TreeFile, TreeFileFor};
pub use live_tree::{LiveTree, LiveTreeFor};
pub use make::Make;
#[cfg(feature = "script")]
pub(crate) use parsed::{MOST_NODES, bounded, tokens};

mod contexts;
mod file;
mod leaves;
mod live_tree;
#[cfg(feature = "xml")]
mod made;
mod make;
#[cfg(feature = "edit")]
mod offers;
mod parsed;
mod source;

/// The leaves and functions that a text outside of the program may use, by name.
///
/// A text can call nothing else, but may use all built-in nodes. Arguments are literals, or names that the text binds.
///
/// ```
/// use bt::{Behavior, Status};
/// use bt_live::{LiveTree, Palette};
///
/// #[derive(Default)]
/// struct Robot { metres: u32, is_hungry: bool }
///
/// #[derive(Behavior)]
/// #[behavior(context = Robot)]
/// struct Walk { metres: u32 }
///
/// impl Walk {
///     fn new(metres: u32) -> Self {
///         Walk { metres }
///     }
///
///     fn run(&mut self, robot: &mut Robot) -> Status {
///         robot.metres += self.metres;
///         Status::Success
///     }
/// }
///
/// let palette = Palette::new()
///     .leaf("walk", Walk::new)
///     .condition("is_hungry", |robot: &Robot| robot.is_hungry)
///     .action("eat", |robot: &mut Robot| robot.is_hungry = false);
///
/// let text = "selector < sequence < condition(is_hungry), action(eat) >, sequence < walk(3), wait(1.5), walk(4) > >";
/// let mut tree = LiveTree::parse(text, &palette).expect("it is right");
/// let mut robot = Robot::default();
/// assert_eq!(tree.tick_for(1.0, &mut robot), Status::Running);
/// assert_eq!(tree.tick_for(1.0, &mut robot), Status::Success);
/// assert_eq!(robot.metres, 7);
///
/// let refused = LiveTree::parse("sequence < wlak(3) >", &palette).expect_err("there is no such leaf");
/// let mistake = &refused.mistakes()[0];
/// assert_eq!((mistake.line, mistake.column), (1, 12));
/// assert_eq!(mistake.help.as_deref(), Some("did you mean `walk`?"));
/// ```
pub type Palette<C> = PaletteFor<Only<C>>;

/// A [`Palette`] for contexts that may borrow: see [`Contexts`].
pub struct PaletteFor<F: Contexts> {
    pub(crate) entries: Vec<Entry<F>>,
}

/// What a text may call.
pub(crate) struct Entry<F: Contexts> {
    name: &'static str,
    kind: Kind,
    /// Keys live as long as the program, like those of built trees.
    key: &'static str,
    leaf: Option<LeafType>,
    /// The number of its arguments.
    args: usize,
    value: Option<ValueType>,
    check: fn(&[live::Arg<'_>]) -> Result<(), Mismatch>,
    /// Why a text cannot use it; completes a sentence that starts with its name.
    refused: Option<&'static str>,
    pub(crate) call: Call<F>,
}

pub(crate) type Call<F> = Arc<dyn for<'c> Fn(&mut <F as Contexts>::Context<'c>, &mut Io<'_, '_, '_>) + Send + Sync>;

impl<F: Contexts> Default for PaletteFor<F> {
    fn default() -> Self {
        PaletteFor { entries: Vec::new() }
    }
}

impl<F: Contexts> PaletteFor<F> {
    /// A palette of the built-in nodes alone, without those that draw random numbers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a leaf, and the function that makes it: `walk(3)` calls `Walk::new(3)`. If the function takes no arguments,
    /// a text writes `walk`. See [`Make`] for the types of arguments.
    ///
    /// A second function with the same name may make the same type of leaf from another number of arguments.
    ///
    /// # Panics
    ///
    /// If the name is not a `snake_case` word in ASCII, is that of a built-in node, or is taken.
    #[must_use]
    pub fn leaf<A, M: Make<A>, V>(mut self, name: &'static str, make: M) -> Self
    where
        M::Leaf: for<'c> Node<F::Context<'c>, Answer: Raise<Infallible> + Answer<Value = V>> + Send + Sync + 'static,
        V: Clone + Send + Sync + 'static,
    {
        let holes = vec!["_"; M::ARGS].join(",");
        let args = if M::ARGS == 0 { String::new() } else { format!("({holes})") };
        let call = move |context: &mut F::Context<'_>, io: &mut Io<'_, '_, '_>| {
            live::leaf::<M::Leaf, F::Context<'_>, Infallible>(
                context,
                io,
                |_, io| make.make(io),
                live::eraser!(Probe::<V>::NEW),
            );
        };
        assert!(nodes::all().all(|node| node.name != name), "`{name}` is the name of a built-in node");
        let leaf = LeafType::leaf::<M::Leaf, F::Context<'static>>();
        let entry = Entry { leaf: Some(leaf), args: M::ARGS, check: M::check, ..Entry::new(name, Kind::Leaf, call) };
        self.add(Entry {
            key: kept(&format!("{}{args}", camel_case(name))),
            value: Some(live::value_type!(V)),
            ..entry
        });
        self
    }

    /// Adds a function that answers yes or no: for `condition`, `guard`, `if_else`, `wait_until` and the like.
    ///
    /// # Panics
    ///
    /// If the name is not a `snake_case` word, or is taken by another condition.
    #[must_use]
    pub fn condition(
        mut self,
        name: &'static str,
        holds: impl Fn(&F::Context<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        let call = move |context: &mut F::Context<'_>, io: &mut Io<'_, '_, '_>| live::holds(io, holds(context));
        self.add(Entry::new(name, Kind::Condition, call));
        self
    }

    /// Adds a function that does something within a tick, and answers like that of an `action`: `action(eat)`,
    /// `every(1.0, eat)`.
    ///
    /// # Panics
    ///
    /// If the name is not a `snake_case` word, or is taken by another action.
    #[must_use]
    pub fn action<A, V>(
        mut self,
        name: &'static str,
        acts: impl Fn(&mut F::Context<'_>) -> A + Send + Sync + 'static,
    ) -> Self
    where
        A: Raise<Infallible> + Answer<Value = V>,
        V: Clone + Send + Sync + 'static,
    {
        let acts = Arc::new(acts);
        let effect = acts.clone();
        let call = move |context: &mut F::Context<'_>, io: &mut Io<'_, '_, '_>| {
            live::action::<A, Infallible>(io, |_| acts(context), live::eraser!(Probe::<V>::NEW));
        };
        self.add(Entry { value: Some(live::value_type!(V)), ..Entry::new(name, Kind::Action, call) });
        self.add(Entry::new(name, Kind::Effect, move |context: &mut F::Context<'_>, io: &mut Io<'_, '_, '_>| {
            drop(effect(context));
            live::done(io);
        }));
        self
    }

    /// Adds a function that returns a number: a score of `utility`, a time in seconds, a weight or a probability.
    ///
    /// ```
    /// use bt_live::{LiveTree, Palette};
    ///
    /// let palette = Palette::new()
    ///     .number("hunger", |hunger: &f64| *hunger)
    ///     .action("eat", |hunger: &mut f64| *hunger = 0.0);
    /// let mut tree = LiveTree::parse("utility(hunger, 0.5) < action(eat), running >", &palette)?;
    /// let mut hunger = 0.8;
    /// assert!(tree.tick_for(0.1, &mut hunger).is_success());
    /// assert!(tree.tick_for(0.1, &mut hunger).is_running());
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the name is not a `snake_case` word, or is taken by another number.
    #[must_use]
    pub fn number(
        mut self,
        name: &'static str,
        gives: impl Fn(&F::Context<'_>) -> f64 + Send + Sync + 'static,
    ) -> Self {
        let gives = Arc::new(gives);
        for kind in [Kind::Score, Kind::Number, Kind::Time] {
            let gives = gives.clone();
            self.add(Entry::new(name, kind, move |context: &mut F::Context<'_>, io: &mut Io<'_, '_, '_>| {
                let number = gives(context);
                io.out = match kind {
                    Kind::Time => return live::nanos(io, number),
                    _ => Out::Number(number),
                };
            }));
        }
        self
    }

    /// Allows nodes that draw random numbers, from the generator of the context: `random_selector`, `probability` and
    /// the like.
    ///
    /// # Panics
    ///
    /// If they are allowed already.
    #[must_use]
    pub fn random(mut self) -> Self
    where
        F: for<'c> Contexts<Context<'c>: Random>,
    {
        let call = |context: &mut F::Context<'_>, io: &mut Io<'_, '_, '_>| {
            live::Probe::<F::Context<'_>>::NEW.__draw(context, io)
        };
        self.add(Entry { key: "", ..Entry::new("random", Kind::Draws, call) });
        self
    }

    fn add(&mut self, entry: Entry<F>) {
        let name = entry.name;
        let is_word = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        assert!(name.starts_with(|first: char| first.is_ascii_lowercase()), "`{name}` is not a `snake_case` word");
        assert!(name.chars().all(is_word), "`{name}` is not a `snake_case` word");
        // There may be several ways to make a type.
        let ty = |entry: &Entry<F>| entry.leaf.map(|leaf| leaf.ty);
        let is_same = |other: &Entry<F>| ty(other).is_some() && ty(other) == ty(&entry) && other.key != entry.key;
        let is_other = |other: &Entry<F>| other.name == name && other.kind == entry.kind && !is_same(other);
        let is_taken = self.entries.iter().any(is_other);
        assert!(!is_taken, "`{name}` is already in this palette");
        self.entries.push(entry);
    }

    /// Where a program looks up its code.
    pub(crate) fn pieces(&self) -> Pieces<'static> {
        let codes = self.entries.iter().zip(0..).map(|(entry, index)| (entry.code(), Callee { adapter: None, index }));
        let names: Vec<_> = self.entries.iter().map(|entry| (entry.kind, entry.name, entry.args, entry.key)).collect();
        Pieces::new(codes.collect(), Box::new(move |asked| missing(&names, asked)))
    }
}

impl<F: Contexts> Entry<F> {
    fn new(
        name: &'static str,
        kind: Kind,
        call: impl Fn(&mut F::Context<'_>, &mut Io<'_, '_, '_>) + Send + Sync + 'static,
    ) -> Self {
        let (leaf, value, refused) = (None, None, None);
        Entry { name, kind, key: name, leaf, args: 0, value, check: |_| Ok(()), refused, call: Arc::new(call) }
    }

    fn code(&self) -> Code {
        let code = Code::new(self.kind, self.key, Vec::new()).checked(self.check).refused(self.refused);
        Code { leaf: self.leaf.map(Box::new), value: self.value, ..code }
    }
}

/// Why code cannot be an argument.
fn of_code(name: &str, code: Option<&str>) -> String {
    let rule = format!("an argument of `{name}` is a literal, or a name that this text binds");
    let Some(code) = code else { return rule };
    let is_name = code.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let is_tuple = code.starts_with('(') && (code.contains(',') || code == "()");
    match (is_tuple, is_name) {
        (_, true) => format!("this text does not bind `{code}`: {rule}"),
        (true, _) => format!("`{code}` is a tuple: {rule}"),
        (false, _) => format!("`{code}` is code: {rule}"),
    }
}

/// Why a text cannot use a name.
fn missing(names: &[(Kind, &str, usize, &str)], asked: &Asked<'_>) -> Said {
    let &Asked { kind, key, node, .. } = asked;
    let of_kind = || names.iter().filter(|(other, ..)| *other == kind);
    // There may be several ways to make a leaf: pick the one that was likely meant.
    let likely = |&&(_, _, args, key): &&(Kind, &str, usize, &str)| match key.contains('{') {
        true if asked.key.contains('{') => 3,
        false if args > 0 => 2,
        true => 1,
        false => 0,
    };
    let what = match kind {
        Kind::Leaf => {
            return match of_kind().filter(|(_, name, ..)| *name == node).max_by_key(likely) {
                Some((_, name, _, key)) if key.contains('{') && asked.key.contains('{') => {
                    Said::new(format!("a field of `{name}` is a literal"), None)
                }
                Some((_, name, _, key)) if key.contains('{') => {
                    let fields = key.split(['{', '}']).nth(1).unwrap_or_default().replace(',', ": .., ");
                    Said::new(format!("`{name}` takes its fields in braces: `{name} {{ {fields}: .. }}`"), None)
                }
                Some((_, name, 0, _)) => Said::new(format!("`{name}` takes no arguments"), None),
                Some((_, name, args, _)) if *args == asked.args => Said::new(of_code(name, asked.code), None).of_code(),
                Some((_, name, args, _)) => {
                    let help = "an argument is a literal, or a name that this text binds".to_owned();
                    Said::new(format!("`{name}` takes {}", counted(*args, "argument")), Some(help))
                }
                None if nodes::find(node).is_some() => {
                    Said::new(format!("`{node}` needs code, which a text cannot have"), None)
                }
                None => {
                    let meant =
                        closest(node, of_kind().map(|(_, name, ..)| *name).chain(nodes::all().map(|node| node.name)));
                    Said::new(format!("there is no leaf `{node}`"), meant.map(|name| format!("did you mean `{name}`?")))
                }
            };
        }
        Kind::Condition => "condition",
        Kind::Action | Kind::Effect => "action",
        Kind::Score | Kind::Number | Kind::Time => "number",
        Kind::Decorator => return Said::new(format!("there is no decorator `{node}`"), None),
        Kind::Composite => return Said::new(format!("there is no composite `{node}`"), None),
        Kind::Type => return Said::new("types of values cannot be written here", None),
        _ => return Said::new("this needs code, which a text cannot have", None),
    };
    let is_name = key.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_name {
        let meant = closest(key, of_kind().map(|(_, name, ..)| *name));
        return Said::new(format!("there is no {what} `{key}`"), meant.map(|name| format!("did you mean `{name}`?")));
    }
    let known: Vec<String> = of_kind().map(|(_, name, ..)| format!("`{name}`")).collect();
    let help = (!known.is_empty()).then(|| format!("there are {}", known.join(", ")));
    Said::new(format!("a text has no code: name the {what}"), help)
}

#[cfg(test)]
mod tests {
    use super::{Asked, Kind, missing};

    #[test]
    fn the_way_that_was_meant_decides_in_any_order() {
        let mut names = [(Kind::Leaf, "walk", 0, "Walk"), (Kind::Leaf, "walk", 2, "Walk{steps,to}(_,_)")];
        for _ in 0..names.len() {
            let asked =
                |key| Asked { kind: Kind::Leaf, key, node: "walk", children: 0, written: "", args: 2, code: None };
            let said = |key| missing(&names, &asked(key)).message;
            assert_eq!(said("Walk{steps,to}(_,_)"), "a field of `walk` is a literal");
            assert_eq!(said("Walk(_,_)"), "`walk` takes its fields in braces: `walk { steps: .., to: .. }`");
            names.reverse();
        }
    }
}
