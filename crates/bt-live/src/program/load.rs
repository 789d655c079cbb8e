//! A tree that was read becomes a program: each piece of its code is found among those of the built trees.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use bt::__private::live::{self, LeafType, TreeIn, Unit, units};
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::builtin::Need;
use bt_compiler::tree::ir::{CodeId, NodeId, ValueId};
use bt_compiler::tree::model::{Kind as NodeKind, Model};
use bt_compiler::tree::pieces::{Given, Kind, Means, Piece, Read, Simple, fields, key, place_of};
use bt_compiler::tree::source::{Code as Written, Make};
use proc_macro2::Span;

use super::literal::{constant, literal};
use super::lookup::{NotFound, Pieces, Wanted, split};
use super::mismatch;
use super::new_tree::{self, Inherited, Loaded, New};
use super::{Arg, Callee, Code, Flows, Name, Node, Outline, Program, Subtree, Value};
use super::{claims, derives};
use crate::text::blocks::Sees;
use crate::text::problem::Problem;

/// What a text may use.
pub struct Known<'f> {
    pub pieces: Pieces<'f>,
    pub params: Vec<live::Param>,
    pub file: &'static str,
    /// Whether a tree may take time.
    pub is_timed: bool,
    pub new_trees: NewTrees<'f>,
}

/// The trees of the file that a text may use beside the built ones.
#[derive(Clone, Default)]
pub struct NewTrees<'f> {
    pub all: &'f [New<'f>],
    /// The tree that was built, from which they have their pieces.
    pub unit: Option<&'static Unit>,
    /// The trees around them.
    pub around: Vec<&'f str>,
}

/// Finds the programs of other trees, by the paths of their types.
pub type Others<'o> = &'o mut dyn FnMut(&'static str) -> Option<Arc<Program>>;

/// The program of a tree, or all that needs a build. `others` has the programs of the trees in it.
pub fn load<'f>(
    tree: Compiled,
    unit: &'static Unit,
    sees: Sees<'f>,
    all: &'f [New<'f>],
    others: Others<'_>,
) -> Result<Program, Vec<Problem>> {
    let (params, is_timed) = ((unit.params)(), (unit.facts)().is_timed());
    let new_trees = NewTrees { all, unit: Some(unit), around: vec![unit.name] };
    let known = Known { pieces: Pieces::of(unit, sees), params, file: unit.file, is_timed, new_trees };
    let errors = [(unit.error)(), TypeId::of::<Infallible>()];
    // A tree whose errors are converted runs as it was built.
    load_with(tree, known, &mut |path| {
        let unit = units().find(|other| (other.tree)() == path)?;
        if errors.contains(&(unit.error)()) { others(path) } else { None }
    })
}

/// The program of a tree, or all that it may not use.
pub fn load_with(tree: Compiled, known: Known<'_>, others: Others<'_>) -> Result<Program, Vec<Problem>> {
    let Known { pieces, params, file, is_timed, new_trees } = known;
    let codes = tree.source.all().map(|_| None).collect();
    let (problems, subtrees, used) = (Vec::new(), BTreeMap::new(), Vec::new());
    let mut loader = Loader { tree: &tree, pieces, params, file, codes, problems, new_trees, subtrees, used };
    for piece in &tree.pieces {
        loader.codes[piece.code.0] = loader.code(piece);
    }
    for piece in &tree.pieces {
        loader.check(piece);
    }
    for value in (0..tree.model.values.len()).map(ValueId) {
        loader.check_value(value);
    }
    let draws = loader.draws();
    if tree.plan.timed.by_nodes && !is_timed {
        let takes_time = |node: &&bt_compiler::tree::model::Node| matches!(node.kind, NodeKind::Builtin(builtin) if builtin.needs.contains(&Need::Time));
        let node = tree.model.nodes.iter().find(takes_time).unwrap_or(&tree.model[NodeId(0)]);
        loader.problem(node.span, TAKES_TIME);
    }
    let values: Vec<Value> = (0..tree.model.values.len()).map(|id| loader.value(ValueId(id))).collect();
    let given: Vec<Option<live::ValueType>> = tree.model.nodes.iter().map(|node| loader.value_of(node.id)).collect();
    let Loader { codes, problems, subtrees: new, used: new_trees, .. } = loader;
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut subtrees = of_built(&codes, others);
    subtrees.extend(new);
    let leaf = |code: CodeId| match &codes[code.0] {
        Some(Code::Piece { leaf, .. }) => {
            let leaf = leaf.as_deref().copied()?;
            Some(subtrees.get(&code).map_or(leaf, |subtree| {
                let facts = *subtree.program.outline.facts();
                LeafType { facts, known: bt::__private::Known { timed: facts.is_timed(), ..leaf.known }, ..leaf }
            }))
        }
        _ => None,
    };
    let made = |code: CodeId| match &codes[code.0] {
        Some(Code::Piece { leaf, .. }) => leaf.as_deref(),
        _ => None,
    };
    let wrong = [claims::check(&tree, made), derives::check(&tree, made)].concat();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let outline = Outline::new(&tree, file, leaf);
    if outline.facts().is_timed() && !is_timed {
        let root = tree.model[NodeId(0)].span;
        return Err(vec![Problem::new(root, TAKES_TIME)]);
    }
    let nodes = nodes(&tree, given);
    let Compiled { machine, plan, .. } = tree;
    let (flows, names) = (Flows::new(&machine, &plan, &nodes, &subtrees), OnceLock::new());
    Ok(Program { machine, plan, flows, nodes, values, codes, draws, subtrees, outline, new_trees, names })
}

const TAKES_TIME: &str = "the built tree takes no time, so its `tick` cannot wait: build again";

/// The trees in places of leaves that run from their own texts.
fn of_built(codes: &[Option<Code>], others: Others<'_>) -> BTreeMap<CodeId, Subtree> {
    let mut subtrees = BTreeMap::new();
    for (code, piece) in codes.iter().enumerate() {
        if let Some(Code::Piece { leaf: Some(leaf), .. }) = piece
            && let Some(TreeIn { path, param }) = leaf.tree
            && let Some(program) = others(path)
        {
            let adapter = (leaf.adapter)();
            subtrees.insert(CodeId(code), Subtree { path, program, param, adapter, params: None });
        }
    }
    subtrees
}

struct Loader<'a, 'f> {
    tree: &'a Compiled,
    pieces: Pieces<'f>,
    params: Vec<live::Param>,
    file: &'static str,
    codes: Vec<Option<Code>>,
    problems: Vec<Problem>,
    new_trees: NewTrees<'f>,
    /// Those that it uses.
    subtrees: BTreeMap<CodeId, Subtree>,
    used: Vec<new_tree::Used>,
}

impl<'f> Loader<'_, 'f> {
    fn problem(&mut self, at: Span, message: impl Into<String>) {
        self.problems.push(Problem::new(at, message));
    }

    /// Finds a piece among those of the built trees.
    fn code(&mut self, piece: &Piece) -> Option<Code> {
        let at = self.span(piece);
        let key = match &piece.given {
            Given::Code(key) => key,
            Given::Simple(simple) => return self.simple(simple, piece.kind),
            Given::Hidden => {
                self.problem(at, "this code came through a macro, so it is in no text: build again");
                return None;
            }
        };
        let Some(kind) = runtime_kind(piece.kind) else {
            self.problem(at, "this node cannot change while the program runs yet");
            return None;
        };
        let (found, callee, same_constants) = match self.pieces.find(kind, key, &wanted(piece)) {
            Ok(found) => found,
            Err(NotFound::New) if kind == live::Kind::Leaf && self.new_tree_of(key).is_some() => {
                return self.new_tree(piece, key);
            }
            Err(missing) => {
                if !(kind == live::Kind::Type && simple_type(key).is_some()) {
                    let node = &self.tree.model[piece.node].name;
                    let (message, help) = self.pieces.missing(&missing, kind, key, node);
                    self.problems.push(Problem { help, ..Problem::new(at, message) });
                }
                return None;
            }
        };
        if let Some(refused) = found.refused {
            let what = found.leaf.as_ref().map_or("this", |leaf| leaf.type_name);
            let message = format!("`{what}` {refused}, so it cannot be in a live tree");
            self.problem(at, message);
            return None;
        }
        let args = piece.args.iter().map(|arg| match arg {
            None => Some(Arg::InCode),
            arg => self.arg(arg.as_ref(), same_constants),
        });
        let reads = piece.reads.iter().map(name).collect();
        let (callee, leaf, value) = (callee.clone(), found.leaf.clone(), found.value);
        let Some(args) = args.collect::<Option<Vec<Arg>>>() else {
            self.problem(at, "this literal cannot be read while the program runs");
            return None;
        };
        Some(Code::Piece { callee, reads, args, leaf, value })
    }

    /// An argument. `None` if it is a literal that cannot be read.
    fn arg(&self, arg: Option<&Simple>, same_constants: bool) -> Option<Arg> {
        Some(match arg? {
            Simple::Constant(_) if same_constants => Arg::InCode,
            Simple::Constant(tokens) => Arg::Literal(live::Literal::Constant(constant(tokens, &self.pieces.sees)?)),
            Simple::Literal(tokens) => Arg::Literal(match literal(tokens)? {
                live::Literal::Float(seconds) if !self.pieces.is_rust => live::Literal::Seconds(seconds),
                literal => literal,
            }),
            Simple::Name(read) => Arg::Name(name(read)),
        })
    }

    /// The tree of the file that a leaf with this key is.
    fn new_tree_of(&self, key: &str) -> Option<&'f New<'f>> {
        new_tree::find(self.new_trees.all, split(key).0)
    }

    /// A tree of the file in a leaf's place, where no built tree has it.
    fn new_tree(&mut self, piece: &Piece, key: &str) -> Option<Code> {
        let (at, new) = (self.span(piece), self.new_tree_of(key)?);
        let Loaded { program, params } = match self.load_new(new, at) {
            Ok(loaded) => loaded,
            Err(problems) => {
                self.problems.extend(problems);
                return None;
            }
        };
        let args: Option<Vec<Arg>> = piece.args.iter().map(|arg| self.arg(arg.as_ref(), false)).collect();
        let Some(args) = args.filter(|args| args.len() == params.len()) else {
            let (name, plural) = (new.name, if params.len() == 1 { "" } else { "s" });
            let count = params.len();
            let message =
                format!("`{name}` is a new tree: it takes {count} argument{plural} without code, or build again");
            self.problem(at, message);
            return None;
        };
        let places = self.places(piece);
        for ((arg, param), place) in args.iter().zip(&params).zip(places) {
            if let Arg::Literal(literal) = arg
                && (param.value)(&live::Arg::Literal(literal)).is_none()
            {
                let new = "is in no built tree: build again";
                let (message, help) = mismatch::of_literal(literal, param.type_name, new);
                self.problems.push(Problem { help, ..Problem::new(place, message) });
            }
        }
        self.used.push((new.name.to_owned(), new.key.map(str::to_owned)));
        self.used.extend(program.new_trees.iter().cloned());
        let leaf = Some(Box::new(new_tree::leaf(new.name, &program)));
        let subtree = Subtree { path: "", program, param: new_tree::param, adapter: None, params: Some(params) };
        self.subtrees.insert(piece.code, subtree);
        let callee = Callee { adapter: None, index: u32::MAX };
        Some(Code::Piece { callee, reads: Vec::new(), args, leaf, value: None })
    }

    /// The program of a tree of the file, with the pieces that this tree may call.
    fn load_new(&self, new: &'f New<'f>, at: Span) -> Result<Loaded, Vec<Problem>> {
        let refuse = |why: String| Err(vec![Problem::new(at, why)]);
        let (name, NewTrees { all, unit, around }) = (new.name, &self.new_trees);
        if around.contains(&name) {
            return refuse(format!("`{name}` contains itself"));
        }
        // Its own mistakes are reported at its own place.
        let (Ok(read), Some(unit)) = (bt_compiler::tree::read(new.tokens.clone()), *unit) else {
            return Err(Vec::new());
        };
        if let Some(why) = Inherited::of(&self.tree.header).refuses(&read.header) {
            return refuse(format!("`{name}` {why}, and no built tree has it as a leaf: build again"));
        }
        let (mut params, mut known) = (Vec::new(), Vec::new());
        for param in read.header.item.iter().flat_map(|item| &item.params) {
            let Some(ty) = new_tree::param_type(&param.ty) else {
                let written = key(&param.ty).unwrap_or_default();
                return refuse(format!("a new tree cannot have parameters of the type `{written}`: build again"));
            };
            let name: &'static str = param.name.to_string().leak();
            known.push(live::Param { name, ty: ty.ty, type_name: ty.type_name });
            params.push(ty);
        }
        let new_trees = NewTrees { all, unit: Some(unit), around: around.iter().copied().chain([name]).collect() };
        let pieces = Pieces::of(unit, new.sees.clone());
        let known = Known { pieces, params: known, file: self.file, is_timed: true, new_trees };
        let program = load_with(read, known, &mut |_| None)?;
        Ok(Loaded { program: Arc::new(program), params })
    }

    /// The names that are arguments of a new tree must have the types of its parameters.
    fn check_new(&mut self, piece: &Piece) {
        let Some(Code::Piece { args, .. }) = &self.codes[piece.code.0] else { return };
        let Some(params) = self.subtrees.get(&piece.code).and_then(|subtree| subtree.params.as_ref()) else { return };
        let wrong = args.iter().zip(params).zip(self.places(piece)).filter_map(|((arg, param), place)| match arg {
            Arg::Name(name) => {
                let is_other = self.type_of(*name).is_none_or(|ty| ty != param.ty);
                is_other.then(|| Problem::new(place, mismatch::of_name(param.type_name).0))
            }
            _ => None,
        });
        let wrong: Vec<Problem> = wrong.collect();
        self.problems.extend(wrong);
    }

    /// Checks the types of what a piece reads.
    fn check(&mut self, piece: &Piece) {
        let at = self.span(piece);
        match &piece.given {
            Given::Simple(simple) => self.check_simple(simple, piece.kind, at),
            Given::Hidden => {}
            Given::Code(key) => {
                let Some(kind) = runtime_kind(piece.kind) else { return };
                let Ok((found, ..)) = self.pieces.find(kind, key, &wanted(piece)) else { return self.check_new(piece) };
                let built: Vec<_> = found.reads.iter().map(|read| (read.ty, read.type_name)).collect();
                let check = found.check;
                for (read, (ty, type_name)) in piece.reads.iter().zip(built) {
                    if self.type_of(name(read)).is_some_and(|read| read != ty) {
                        let name = read.name.trim_start_matches('@');
                        self.problem(at, format!("`{name}` was a `{type_name}` in this code: build again"));
                    }
                }
                self.check_args(piece, check);
            }
        }
    }

    /// The arguments of a leaf that are no code must have the types that it takes.
    fn check_args(&mut self, piece: &Piece, check: fn(&[live::Arg<'_>]) -> Result<(), live::Mismatch>) {
        let Some(Code::Piece { args, .. }) = &self.codes[piece.code.0] else { return };
        let mut typed: Vec<live::Arg<'_>> = args
            .iter()
            .map(|arg| match arg {
                Arg::Literal(literal) => live::Arg::Literal(literal),
                Arg::Name(name) => live::Arg::Typed(self.type_of(*name)),
                Arg::InCode => live::Arg::Built,
            })
            .collect();
        let new = if self.pieces.is_rust { "is in no built tree: build again" } else { "cannot be used here" };
        let (mut problems, places) = (Vec::new(), self.places(piece));
        // The check ends at the first mistake, so that argument fits the next time.
        while let Err(live::Mismatch { at, expected }) = check(&typed)
            && problems.len() < args.len()
        {
            let (message, help) = match &typed[at] {
                live::Arg::Literal(literal) => mismatch::of_literal(literal, expected, new),
                _ => mismatch::of_name(expected),
            };
            let place = places.get(at).copied().unwrap_or_else(|| self.span(piece));
            problems.push(Problem { help, ..Problem::new(place, message) });
            typed[at] = live::Arg::Built;
        }
        self.problems.extend(problems);
    }

    /// Where the arguments of a piece are in the text.
    fn places(&self, piece: &Piece) -> Vec<Span> {
        match self.tree.source.get(piece.code) {
            Written::Made(made) => match &made.make {
                Make::New(inputs) | Make::Call { inputs, .. } => inputs.args.iter().map(place_of).collect(),
                Make::Literal(tokens) => {
                    fields(tokens).into_iter().flatten().map(|(_, value)| place_of(&value)).collect()
                }
                _ => Vec::new(),
            },
            _ => {
                let codes = [piece.code].into_iter().chain(piece.others.iter().copied());
                codes.map(|code| place_of(&self.tree.source.get(code).written())).collect()
            }
        }
    }

    /// A value that is bound must be known, and be of one type.
    fn check_value(&mut self, id: ValueId) {
        let value = &self.tree.model[id];
        if !value.is_used() {
            return;
        }
        let (at, name) = (value.names[0].span, value.names[0].name.clone());
        let written = self.type_of(Name::Value(id));
        let nodes = match value.tuple {
            None => vec![value.node],
            Some(_) => self.tree.model[value.node].children.clone(),
        };
        let holds_own = value.is_matched()
            || matches!(self.tree.model[value.node].kind, NodeKind::Builtin(builtin) if builtin.binds_item());
        let given =
            if holds_own { Vec::new() } else { nodes.into_iter().flat_map(|node| self.given_by(node)).collect() };
        for (node, given) in given {
            let node_name = &self.tree.model[node].name;
            let problem = match (given, written) {
                (None, _) => format!("the value of this `{node_name}` is not used in the built tree: build again"),
                (Some(given), _) if given.refused.is_some() => {
                    let refused = given.refused.unwrap_or_default();
                    format!("`{}` {refused}, so it cannot be a value in a live tree", given.type_name)
                }
                (Some(given), Some(written)) if value.tuple.is_none() && given.ty != written => {
                    format!("`{name}` has another type than the `{}` that `{node_name}` gives", given.type_name)
                }
                _ => continue,
            };
            self.problem(at, problem);
        }
    }

    /// The nodes from which the value of a node can come, and its types there.
    fn given_by(&self, id: NodeId) -> Vec<(NodeId, Option<live::ValueType>)> {
        let node = &self.tree.model[id];
        match node.kind {
            NodeKind::Leaf(code) => vec![(id, self.gives(code))],
            _ => match node.passing() {
                Some(children) => children.into_iter().flat_map(|child| self.given_by(child)).collect(),
                None => {
                    let code = node.args.first().and_then(|arg| arg.code());
                    vec![(id, code.and_then(|code| self.gives(code)))]
                }
            },
        }
    }

    /// The type of what a piece gives.
    fn gives(&self, code: CodeId) -> Option<live::ValueType> {
        match self.codes[code.0].as_ref()? {
            Code::Piece { value, .. } => *value,
            Code::Literal(_) | Code::Name(_) => None,
        }
    }

    /// The type of what a name means, if it is known.
    fn type_of(&self, name: Name) -> Option<TypeId> {
        let of_node = |node| self.given_by(node).into_iter().find_map(|(_, given)| given).map(|given| given.ty);
        match name {
            Name::Param(param) => self.params.get(param).map(|param| param.ty),
            Name::Part(value, part) => of_node(*self.tree.model[self.tree.model[value].node].children.get(part)?),
            Name::Value(id) => {
                let value = &self.tree.model[id];
                if let Some(ty) = value.ty {
                    let Written::Type(written) = self.tree.source.get(ty) else { return None };
                    return self.gives(ty).map(|ty| ty.ty).or_else(|| simple_type(&key(written)?));
                }
                let node = &self.tree.model[value.node];
                let holds_own =
                    value.is_matched() || matches!(node.kind, NodeKind::Builtin(builtin) if builtin.binds_item());
                match holds_own {
                    true => self.gives(node.args.first()?.code()?).map(|ty| ty.ty),
                    false if value.tuple.is_some() => None,
                    false => of_node(value.node),
                }
            }
        }
    }

    fn value(&self, id: ValueId) -> Value {
        let bound = &self.tree.model[id];
        let ty = self.type_of(Name::Value(id));
        let used = bound.names.iter().enumerate().filter(|(_, name)| name.used);
        let names = used.map(|(part, name)| {
            let text: &'static str = name.name.trim_start_matches("r#").to_owned().leak();
            (text, bound.tuple.map(|_| part))
        });
        Value { name: bound.names[0].name.clone(), node: bound.node, names: names.collect(), ty, given: self.given(id) }
    }

    /// What is known of the type of a value.
    fn given(&self, id: ValueId) -> super::Given {
        let bound = &self.tree.model[id];
        let node = &self.tree.model[bound.node];
        let of_node = |node| self.given_by(node).into_iter().find_map(|(_, given)| given);
        let holds_own = bound.is_matched() || matches!(node.kind, NodeKind::Builtin(builtin) if builtin.binds_item());
        if bound.tuple.is_some() {
            let parts = node.children.iter().zip(&bound.names);
            return super::Given::Each(parts.map(|(&child, name)| of_node(child).filter(|_| name.used)).collect());
        }
        let written = || match self.tree.source.get(bound.ty?) {
            Written::Type(written) => self.gives(bound.ty?).or_else(|| simple_value(&key(written)?)),
            _ => None,
        };
        let own = || self.gives(node.args.first()?.code()?);
        super::Given::One(written().or_else(|| if holds_own { own() } else { of_node(bound.node) }))
    }

    /// The type of the value of a node, if it is used.
    fn value_of(&self, id: NodeId) -> Option<live::ValueType> {
        let is_used = self.tree.model.is_value_used(id) && !self.tree.model.gives_each(id);
        let given = || self.given_by(id).into_iter().find_map(|(_, given)| given);
        let written = || self.gives(self.tree.model[self.tree.model[id].binds?].ty?);
        is_used.then(|| given().or_else(written)).flatten()
    }

    /// What draws random words, if a node needs it.
    fn draws(&mut self) -> Option<Callee> {
        let is_random = |node: &bt_compiler::tree::model::Node| match node.kind {
            NodeKind::Builtin(builtin) => builtin.needs.contains(&Need::Random),
            _ => false,
        };
        let at = self.tree.model.nodes.iter().find(|node| is_random(node))?.span;
        let found = self.pieces.find(live::Kind::Draws, "", &Wanted::default());
        let found = found.map(|(code, callee, _)| (code.refused, callee.clone()));
        match found {
            Ok((None, callee)) => Some(callee),
            _ => {
                self.problem(at, "the context of this tree has no source of random numbers: implement `bt::Random`");
                None
            }
        }
    }

    /// A literal or a name, which is converted by type.
    fn simple(&self, simple: &Simple, kind: Kind) -> Option<Code> {
        match simple {
            Simple::Name(read) => Some(Code::Name(name(read))),
            Simple::Constant(_) => None,
            Simple::Literal(tokens) => {
                let (suffix, literal) = match literal(tokens)? {
                    live::Literal::Suffixed(suffix, number) => (suffix, *number),
                    number => ("", number),
                };
                let is_right = match kind {
                    Kind::Count if !matches!(suffix, "" | "u32") => false,
                    Kind::Time => matches!(literal, live::Literal::Float(_)),
                    Kind::Count => literal.convert::<u32>().is_some(),
                    Kind::Number | Kind::Score => {
                        matches!(literal, live::Literal::Float(_) | live::Literal::Integer(_))
                    }
                    _ => false,
                };
                is_right.then_some(Code::Literal(literal))
            }
        }
    }

    fn check_simple(&mut self, simple: &Simple, kind: Kind, at: Span) {
        let is_right = match simple {
            Simple::Literal(_) | Simple::Constant(_) => self.simple(simple, kind).is_some(),
            Simple::Name(read) => {
                let ty = self.type_of(name(read));
                let is = |types: &[TypeId]| ty.is_none_or(|ty| types.contains(&ty));
                match kind {
                    Kind::Time => is(&[TypeId::of::<f64>(), TypeId::of::<f32>(), TypeId::of::<std::time::Duration>()]),
                    Kind::Count => is(&[TypeId::of::<u32>()]),
                    Kind::Number | Kind::Score => is(&numbers()),
                    _ => false,
                }
            }
        };
        if is_right {
            return;
        }
        let message = match kind {
            Kind::Time => "a time is a number of seconds with a point, as `2.0`, or a `Duration`",
            Kind::Count => "a count is a `u32`",
            _ => "this is no number",
        };
        self.problem(at, message);
    }

    /// The source position of a piece of code: of its node, if it has no tokens of its own.
    fn span(&self, piece: &Piece) -> Span {
        let tokens = match self.tree.source.get(piece.code) {
            Written::Made(made) => return made.span,
            Written::Type(ty) => ty.clone(),
            code => code.written(),
        };
        tokens.into_iter().next().map_or_else(|| self.tree.model[piece.node].span, |token| token.span())
    }
}

fn wanted(piece: &Piece) -> Wanted<'_> {
    let is_name = |(_, arg): &(usize, &Option<Simple>)| matches!(arg, Some(Simple::Name(_)));
    Wanted {
        names: piece.reads.iter().map(|read| read.name.as_str()).collect(),
        exact: piece.exact.as_deref(),
        named_args: piece.args.iter().enumerate().filter(is_name).map(|(at, _)| at).collect(),
    }
}

fn name(read: &Read) -> Name {
    match read.means {
        Means::Param(param) => Name::Param(param),
        Means::Value(value, None) | Means::Matched(value, _) => Name::Value(value),
        Means::Value(value, Some(part)) => Name::Part(value, part),
    }
}

fn runtime_kind(kind: Kind) -> Option<live::Kind> {
    Some(match kind {
        Kind::Leaf => live::Kind::Leaf,
        Kind::Decorator => live::Kind::Decorator,
        Kind::Composite => live::Kind::Composite,
        Kind::Condition => live::Kind::Condition,
        Kind::Action => live::Kind::Action,
        Kind::TimedAction => live::Kind::TimedAction,
        Kind::Effect => live::Kind::Effect,
        Kind::Time => live::Kind::Time,
        Kind::Count => live::Kind::Count,
        Kind::Number => live::Kind::Number,
        Kind::Score => live::Kind::Score,
        Kind::Value => live::Kind::Value,
        Kind::Key => live::Kind::Key,
        Kind::Items => live::Kind::Items,
        Kind::Choice => live::Kind::Choice,
        Kind::Memory => live::Kind::Memory,
        Kind::Type => live::Kind::Type,
        Kind::Other => return None,
    })
}

/// The types of numbers.
fn numbers() -> [TypeId; 12] {
    macro_rules! ids {
        ($($ty:ty)*) => { [$(TypeId::of::<$ty>()),*] };
    }
    ids!(f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize)
}

fn simple_type(key: &str) -> Option<TypeId> {
    simple_value(key).map(|value| value.ty)
}

/// The types that need no built tree to be known.
fn simple_value(key: &str) -> Option<live::ValueType> {
    macro_rules! find {
        ($($name:literal: $ty:ty,)*) => {
            match key { $($name => Some(live::value_type!($ty)),)* _ => None }
        };
    }
    find! {
        "bool": bool, "char": char, "String": String, "&'static str": &'static str, "f32": f32, "f64": f64,
        "i8": i8, "i16": i16, "i32": i32, "i64": i64, "i128": i128, "isize": isize,
        "u8": u8, "u16": u16, "u32": u32, "u64": u64, "u128": u128, "usize": usize,
    }
}

/// The names of built-ins that hold nothing.
const PLAIN: [&str; 5] = ["sequence", "selector", "inverter", "force_success", "force_failure"];

fn nodes(tree: &Compiled, given: Vec<Option<live::ValueType>>) -> Vec<Node> {
    let model: &Model = &tree.model;
    let node = |(node, value): (&bt_compiler::tree::model::Node, Option<live::ValueType>)| {
        let name = match node.kind {
            NodeKind::Leaf(code) | NodeKind::Decorator(code) | NodeKind::Composite(code) => {
                match tree.source.get(code) {
                    Written::Made(made) => {
                        let way = match &made.make {
                            Make::Call { path, .. } => key(path).unwrap_or_default(),
                            _ => String::new(),
                        };
                        format!("{}{way}", key(&made.ty).unwrap_or_default())
                    }
                    _ => node.name.clone(),
                }
            }
            NodeKind::Builtin(_) | NodeKind::Unknown => node.name.clone(),
        };
        Node {
            children: node.children.clone(),
            label: node.label.as_ref().map(|label| label.name.clone()),
            is_plain: PLAIN.contains(&name.as_str()),
            name,
            args: node.args_text.split_whitespace().collect(),
            is_value_used: model.is_value_used(node.id),
            value,
        }
    };
    model.nodes.iter().zip(given).map(node).collect()
}
