//! Turns a tree that was read into a program: finds each piece of its code among those of the built trees.

mod check;
mod find;
mod new;
mod node;
mod types;

use std::any::TypeId;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use bt::__private::live::{self, LeafType, TreeIn, Unit, units};
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::builtin::Need;
use bt_compiler::tree::ir::{CodeId, NodeId, ValueId};
use bt_compiler::tree::model::Kind as NodeKind;
use bt_compiler::tree::outline::Written as WrittenElsewhere;
use bt_compiler::tree::pieces::Piece;
use bt_compiler::tree::source::Code as Written;
use proc_macro2::Span;

use self::node::nodes;
use super::lookup::Pieces;
use super::new_tree::{self, New};
use super::{Code, Flows, Outline, Program, Subtree, Value};
use super::{claims, derives};
use crate::text::blocks::Sees;
use crate::text::problem::Problem;

/// What a text may use.
pub struct Known<'f> {
    pub pieces: Pieces<'f>,
    pub params: Vec<live::Param>,
    pub file: &'static str,
    /// Its nodes as written in another language; empty if the text is in this one.
    pub written: &'f [WrittenElsewhere],
    /// Whether a tree may take time.
    pub is_timed: bool,
    pub new_trees: NewTrees<'f>,
}

/// The trees of the file that a text may use in addition to the built ones.
#[derive(Clone, Default)]
pub struct NewTrees<'f> {
    pub all: &'f [New<'f>],
    /// The pieces that they may call. Without it, a tree cannot be used as a leaf.
    pub pieces: Option<PiecesOf<'f>>,
    /// The trees around them.
    pub around: Vec<&'f str>,
}

/// The pieces that a tree of the file may call.
pub type PiecesOf<'f> = Rc<dyn Fn(&New<'f>) -> Pieces<'f> + 'f>;

/// Finds the programs of other trees, by the paths of their types.
pub type Others<'o> = &'o mut dyn FnMut(&'static str) -> Option<Arc<Program>>;

/// The program of a tree, or everything that needs a build. `others` has the programs of the trees in it.
pub fn load<'f>(
    tree: Compiled,
    unit: &'static Unit,
    sees: Sees<'f>,
    all: &'f [New<'f>],
    others: Others<'_>,
) -> Result<Program, Vec<Problem>> {
    let (params, is_timed) = ((unit.params)(), (unit.facts)().is_timed());
    let new_trees = NewTrees {
        all,
        pieces: Some(Rc::new(|new: &New<'f>| Pieces::of(unit, new.sees.clone()))),
        around: vec![unit.name],
    };
    let known = Known { pieces: Pieces::of(unit, sees), params, file: unit.file, written: &[], is_timed, new_trees };
    let errors = [(unit.error)(), TypeId::of::<Infallible>()];
    // A tree whose errors are converted runs as compiled.
    load_with(tree, known, &mut |path| {
        let unit = units().find(|other| (other.tree)() == path)?;
        if errors.contains(&(unit.error)()) { others(path) } else { None }
    })
}

/// The program of a tree, or everything that it may not use.
pub fn load_with(tree: Compiled, known: Known<'_>, others: Others<'_>) -> Result<Program, Vec<Problem>> {
    let Known { pieces, params, file, written, is_timed, new_trees } = known;
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
        let takes_time = |node: &&bt_compiler::tree::model::Node| match node.kind {
            NodeKind::Builtin(builtin) => builtin.needs.contains(&Need::Time),
            _ => false,
        };
        let node = tree.model.nodes.iter().find(takes_time).unwrap_or(&tree.model[NodeId(0)]);
        loader.problems.push(Problem::to_build(node.span, TAKES_TIME));
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
    let wrong = [claims::check(&tree, made), derives::check(&tree, made, &subtrees)].concat();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let outline = Outline::new(&tree, file, written, leaf);
    if outline.facts().is_timed() && !is_timed {
        let root = tree.model[NodeId(0)].span;
        return Err(vec![Problem::to_build(root, TAKES_TIME)]);
    }
    let nodes = nodes(&tree, given);
    let Compiled { machine, plan, .. } = tree;
    let (flows, names) = (Flows::new(&machine, &plan, &nodes, &subtrees), OnceLock::new());
    Ok(Program { machine, plan, flows, nodes, values, codes, draws, subtrees, outline, new_trees, names })
}

const TAKES_TIME: &str = "the built tree takes no time, so its `tick` cannot wait";

/// The trees in leaves' places that run from their own texts.
fn of_built(codes: &[Option<Code>], others: Others<'_>) -> BTreeMap<CodeId, Subtree> {
    let mut subtrees = BTreeMap::new();
    for (code, piece) in codes.iter().enumerate() {
        if let Some(Code::Piece { leaf: Some(leaf), .. }) = piece
            && let Some(TreeIn { path, param }) = leaf.tree
            && let Some(program) = others(path)
        {
            let adapter = (leaf.adapter)();
            subtrees.insert(CodeId(code), Subtree { path, program, param, adapter, new: None });
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
    /// The trees that it uses as leaves.
    subtrees: BTreeMap<CodeId, Subtree>,
    used: Vec<new_tree::Used>,
}

impl Loader<'_, '_> {
    fn problem(&mut self, at: Span, message: impl Into<String>) {
        self.problems.push(Problem::new(at, message));
    }

    /// The source position of a piece of code, or of its node if the piece has no tokens.
    fn span(&self, piece: &Piece) -> Span {
        let tokens = match self.tree.source.get(piece.code) {
            Written::Made(made) => return made.span,
            Written::Type(ty) => ty.clone(),
            code => code.written(),
        };
        tokens.into_iter().next().map_or_else(|| self.tree.model[piece.node].span, |token| token.span())
    }
}
