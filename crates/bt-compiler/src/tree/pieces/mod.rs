//! `model` -> pieces: the pieces of the user's code in a tree, each with its key.
//!
//! With the feature `live`, `generate` writes a function for each piece. A tree that is read at run time finds these
//! functions by key, so both the macro and the interpreter use this module.

use proc_macro2::TokenStream;

use crate::tokens::names;
use crate::tree::ast::Header;
use crate::tree::builtin::{Need, Takes};
use crate::tree::model::{CodeId, Kind as NodeKind, Model, Node, NodeId, Value, ValueId};
use crate::tree::source::{Code, Made, Make, Role, Source, Use};

mod argument;
pub mod constant;
mod key;

pub use argument::{cloned_name, fields, is_literal, owned_text, place_of};
pub use key::key;

use key::choice_key;

/// The items that let a tree change at run time.
pub struct Live {
    pub pieces: Vec<Piece>,
    /// The text of the tree.
    pub text: String,
}

/// A piece of code, or an argument that needs no code.
pub struct Piece {
    pub code: CodeId,
    /// The node that it belongs to; for a type, the node with the value.
    pub node: NodeId,
    /// For a call of the memory: its other arguments, which are not separate pieces.
    pub others: Vec<CodeId>,
    pub kind: Kind,
    pub given: Given,
    /// Its key with constants as written, if it has any.
    pub exact: Option<String>,
    /// The names that the code uses.
    pub reads: Vec<Read>,
    /// For a leaf, a decorator, a composite or a call of the memory: the arguments that need no code.
    pub args: Vec<Option<Simple>>,
}

/// The purpose of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Leaf,
    Decorator,
    Composite,
    Condition,
    Action,
    TimedAction,
    Effect,
    Time,
    Count,
    /// A probability, a weight or a margin.
    Number,
    Score,
    /// A value of `succeed`.
    Value,
    /// What `keyed` and `observe` compare.
    Key,
    /// The items of a `for_each`.
    Items,
    /// A `switch`: the matched value, with patterns and guards.
    Choice,
    /// A call of the memory of the context, with its arguments.
    Memory,
    /// A written type.
    Type,
    /// Code that cannot run from a text.
    Other,
}

/// How to find a piece.
pub enum Given {
    /// By its key.
    Code(String),
    /// As a literal or a name, which is converted according to its type.
    Simple(Simple),
    /// Not at all: it came from a `macro_rules!`, so no text contains it.
    Hidden,
}

/// A literal, a name, or a constant.
#[derive(Clone)]
pub enum Simple {
    Literal(TokenStream),
    Name(Read),
    /// A path to a constant or a variant, possibly with literals inside: `HOME`, `Mode::Fast`, `Some(3)`.
    Constant(TokenStream),
}

/// The use of a name.
#[derive(Clone, Debug)]
pub struct Read {
    pub name: String,
    pub means: Means,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    Param(usize),
    /// A value, or a part of it.
    Value(ValueId, Option<usize>),
    /// The names in this pattern of a `switch`, which are parts of the value.
    Matched(ValueId, usize),
}

/// All pieces of a tree, in the order of their ids.
///
/// `runtime` is the path of the runtime library, which is in the types of nodes that hold a tree.
pub fn pieces(runtime: &TokenStream, header: &Header, model: &Model, source: &Source) -> Vec<Piece> {
    let finder = Finder { runtime: key(runtime).unwrap_or_default(), header, model, source };
    let mut pieces: Vec<Piece> = model.nodes.iter().flat_map(|node| finder.of_node(node)).collect();
    pieces.extend(model.values.iter().filter_map(|value| finder.of_type(value.node, value.ty?)));
    pieces.sort_by_key(|piece| piece.code);
    pieces
}

struct Finder<'a> {
    runtime: String,
    model: &'a Model,
    header: &'a Header,
    source: &'a Source,
}

impl Finder<'_> {
    fn of_node(&self, node: &Node) -> Vec<Piece> {
        let builtin = match node.kind {
            NodeKind::Builtin(builtin) => builtin,
            NodeKind::Leaf(code) | NodeKind::Decorator(code) | NodeKind::Composite(code) => {
                return vec![self.made(node, code)];
            }
            NodeKind::Unknown => return Vec::new(),
        };
        if builtin.needs.contains(&Need::Memory) {
            return vec![self.memory(node)];
        }
        let takes = builtin.takes(node.args.len());
        let codes = node.args.iter().zip(takes).filter_map(|(value, takes)| Some((value, value.code()?, takes)));
        codes.map(|(value, code, takes)| self.piece(node, code, kind(value, takes))).collect()
    }

    fn of_type(&self, node: NodeId, code: CodeId) -> Option<Piece> {
        let Code::Type(ty) = self.source.get(code) else { return None };
        let given = key(ty).map_or(Given::Hidden, Given::Code);
        Some(Piece {
            code,
            node,
            others: Vec::new(),
            kind: Kind::Type,
            given,
            exact: None,
            reads: Vec::new(),
            args: Vec::new(),
        })
    }

    fn piece(&self, node: &Node, code: CodeId, kind: Kind) -> Piece {
        let tokens = self.source.get(code).written();
        let converts = matches!(kind, Kind::Time | Kind::Count | Kind::Number | Kind::Score);
        let simple = match self.source.get(code) {
            Code::Value(_) if converts => self.simple(code, &tokens),
            _ => None,
        };
        let reads = self.reads(code, &tokens);
        let given = match (simple, self.source.get(code)) {
            (Some(simple), _) => Given::Simple(simple),
            (None, Code::Choice { on, arms }) => choice_key(on, arms).map_or(Given::Hidden, Given::Code),
            (None, _) => key(&tokens).map_or(Given::Hidden, Given::Code),
        };
        // Code whose result is kept is a separate piece: only a result that is not kept may borrow.
        let given = match given {
            Given::Code(key) if self.keeps(node, kind) => Given::Code(key + "@"),
            given => given,
        };
        self.with_patterns(Piece {
            code,
            node: node.id,
            others: Vec::new(),
            kind,
            given,
            exact: None,
            reads,
            args: Vec::new(),
        })
    }

    /// Whether a piece keeps a value that could otherwise borrow from the context.
    fn keeps(&self, node: &Node, kind: Kind) -> bool {
        match kind {
            Kind::Value => self.model.is_value_used(node.id),
            Kind::Items => self.model.live(node.id).is_some(),
            Kind::Choice => self.model.matched(node.id).is_some(),
            _ => false,
        }
    }

    /// Adds the patterns to the key whose names the piece uses.
    fn with_patterns(&self, piece: Piece) -> Piece {
        let patterns = piece.reads.iter().filter(|read| matches!(read.means, Means::Matched(..)));
        let patterns: String = patterns.map(|read| read.name.clone()).collect();
        let given = match piece.given {
            Given::Code(key) => Given::Code(key + &patterns),
            given => given,
        };
        Piece { given, exact: piece.exact.map(|exact| exact + &patterns), ..piece }
    }

    /// A call of the memory of the context, at its first argument.
    fn memory(&self, node: &Node) -> Piece {
        let codes: Vec<CodeId> = node.args.iter().filter_map(|value| value.code()).collect();
        let (mut args, mut reads) = (Vec::new(), Vec::<Read>::new());
        let keys = codes.iter().map(|&code| {
            let tokens = self.source.get(code).written();
            let simple = self.simple(code, &tokens);
            let key = if simple.is_some() { Some("_".to_owned()) } else { key(&tokens) };
            if simple.is_none() {
                let new = self.reads(code, &tokens).into_iter();
                let new: Vec<Read> = new.filter(|read| !reads.iter().any(|old| old.name == read.name)).collect();
                reads.extend(new);
            }
            args.push(simple);
            key
        });
        let keys: Option<Vec<String>> = keys.collect();
        let given = keys.map_or(Given::Hidden, |keys| Given::Code(format!("{}({})", node.name, keys.join(","))));
        let (code, others) = (codes[0], codes[1..].to_vec());
        let kind = Kind::Memory;
        self.with_patterns(Piece { code, node: node.id, others, kind, given, exact: None, reads, args })
    }

    fn made(&self, node: &Node, code: CodeId) -> Piece {
        let Code::Made(made) = self.source.get(code) else { unreachable!("leaves and decorators are made") };
        let Made { ty, make, role, .. } = made;
        let kind = match role {
            Role::Leaf => Kind::Leaf,
            Role::Decorator => Kind::Decorator,
            Role::Composite => Kind::Composite,
        };
        let ty = key(ty).map(|ty| ty.replace(&self.runtime, ""));
        let all = |tokens: &TokenStream| Call { key: key(tokens), code: tokens.clone(), ..Call::default() };
        let call = match make {
            Make::Default => Call { key: Some(String::new()), ..Call::default() },
            Make::New(inputs) => self.call(code, &inputs.args),
            Make::Held(inputs) | Make::Named { inputs, .. } => all(&inputs.args.iter().cloned().collect()),
            Make::Call { path, inputs } => {
                let (call, path) = (self.call(code, &inputs.args), key(path));
                let of_path =
                    |args: Option<String>| args.zip(path.as_ref()).map(|(args, path)| format!("={path}{args}"));
                Call { key: of_path(call.key), exact: of_path(call.exact), ..call }
            }
            Make::Literal(tokens) => self.fields(code, tokens).unwrap_or_else(|| all(tokens)),
            Make::LiteralVariant(tokens) | Make::DefaultVariant(tokens) => all(tokens),
        };
        let exact = ty.clone().zip(call.exact).map(|(ty, rest)| format!("{ty}{rest}"));
        let given = ty.zip(call.key).map_or(Given::Hidden, |(ty, rest)| Given::Code(format!("{ty}{rest}")));
        let (args, reads) = (call.args, self.reads(code, &call.code));
        self.with_patterns(Piece { code, node: node.id, others: Vec::new(), kind, given, exact, reads, args })
    }

    /// Struct fields count as arguments, ordered by name.
    fn fields(&self, code: CodeId, tokens: &TokenStream) -> Option<Call> {
        let fields = fields(tokens)?;
        let (names, values): (Vec<String>, Vec<TokenStream>) =
            fields.into_iter().map(|(name, value)| (name.to_string(), value)).unzip();
        let call = self.call(code, &values);
        let of_names = |args: Option<String>| args.map(|args| format!("{{{}}}{args}", names.join(",")));
        Some(Call { key: of_names(call.key), exact: of_names(call.exact), ..call })
    }

    fn call(&self, code: CodeId, inputs: &[TokenStream]) -> Call {
        let args: Vec<Option<Simple>> = inputs.iter().map(|arg| self.argument(code, arg)).collect();
        let joined = |keys: Option<Vec<String>>| keys.map(|keys| format!("({})", keys.join(",")));
        let keys = inputs.iter().zip(&args).map(|(arg, simple)| match simple {
            Some(_) => Some("_".to_owned()),
            None => key(arg),
        });
        let exact = inputs.iter().zip(&args).map(|(arg, simple)| match simple {
            Some(Simple::Literal(_) | Simple::Name(_)) => Some("_".to_owned()),
            Some(Simple::Constant(_)) | None => key(arg),
        });
        let (keys, exact) = (joined(keys.collect()), joined(exact.collect()));
        let has_constants = args.iter().flatten().any(|arg| matches!(arg, Simple::Constant(_)));
        let others = inputs.iter().zip(&args).filter(|(_, simple)| simple.is_none());
        let others = others.map(|(arg, _)| arg.clone()).collect();
        Call { key: keys, exact: exact.filter(|_| has_constants), args, code: others }
    }

    /// The names that these tokens of a piece of code use.
    fn reads(&self, code: CodeId, tokens: &TokenStream) -> Vec<Read> {
        let params = self.params().filter(|(name, _)| names(tokens, name));
        let params = params.map(|(name, param)| Read { name, means: Means::Param(param) });
        let uses = self.source.uses(code).iter().filter(|used| !used.is_begun);
        let uses = uses.filter(|used| names(tokens, &used.name.to_string()));
        let mut reads: Vec<Read> = params.collect();
        for used in uses {
            let read = self.read(used);
            if !reads.iter().any(|old| old.name == read.name) {
                reads.push(read);
            }
        }
        reads
    }

    /// What a name of a value means.
    fn read(&self, used: &Use) -> Read {
        let value = &self.model[used.value];
        let arm = used.part.and_then(|part| value.names.get(part)?.arm);
        let pattern = arm.and_then(|arm| match self.source.get(self.model[value.node].code(0)) {
            Code::Choice { arms, .. } => Some((arm, key(&arms.get(arm)?.pattern)?)),
            _ => None,
        });
        match pattern {
            Some((arm, pattern)) => Read { name: format!("@{pattern}"), means: Means::Matched(used.value, arm) },
            None => Read { name: used.name.to_string(), means: Means::Value(used.value, used.part) },
        }
    }

    fn params(&self) -> impl Iterator<Item = (String, usize)> {
        let params = self.header.item.iter().flat_map(|item| &item.params);
        params.enumerate().map(|(index, param)| (param.name.to_string(), index))
    }

    /// The literal, the name or the constant that an argument is.
    fn argument(&self, code: CodeId, arg: &TokenStream) -> Option<Simple> {
        let constant = || (constant::is(arg) && key(arg).is_some()).then(|| Simple::Constant(arg.clone()));
        self.simple(code, arg).or_else(constant)
    }

    /// The literal or the name that an argument is.
    fn simple(&self, code: CodeId, arg: &TokenStream) -> Option<Simple> {
        if let Some(name) = cloned_name(arg) {
            return self.reads(code, arg).into_iter().find(|read| read.name == name).map(Simple::Name);
        }
        (is_literal(arg) || owned_text(arg).is_some()).then(|| Simple::Literal(arg.clone()))
    }
}

/// The arguments of a call, or their counterpart for a leaf.
#[derive(Default)]
struct Call {
    key: Option<String>,
    /// The key with constants as written, if there are any.
    exact: Option<String>,
    args: Vec<Option<Simple>>,
    /// The code of arguments that are not simple.
    code: TokenStream,
}

fn kind(value: &Value, takes: Takes) -> Kind {
    match (value, takes) {
        (Value::Timed(_), Takes::Action) => Kind::TimedAction,
        (_, Takes::Action) => Kind::Action,
        (_, Takes::Effect) => Kind::Effect,
        (_, Takes::Function | Takes::FirstChild) => Kind::Condition,
        (_, Takes::Time) => Kind::Time,
        (_, Takes::Count | Takes::Threshold) => Kind::Count,
        (_, Takes::Probability | Takes::Weight | Takes::NamedNumber) => Kind::Number,
        (_, Takes::Score) => Kind::Score,
        (_, Takes::Key) => Kind::Key,
        (_, Takes::Items) => Kind::Items,
        (_, Takes::Choice) => Kind::Choice,
        (_, Takes::Value | Takes::Optional) => Kind::Value,
        (_, Takes::NamedValue) => Kind::Other,
    }
}
