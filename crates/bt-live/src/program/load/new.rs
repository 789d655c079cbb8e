//! Loads trees of the file that are used as leaves where no built tree uses them.

use std::rc::Rc;
use std::sync::Arc;

use bt::__private::live;
use bt_compiler::error::counted;
use bt_compiler::tree::pieces::Piece;
use proc_macro2::Span;

use super::{Known, Loader, NewTrees, load_with};
use crate::program::lookup::split;
use crate::program::new_tree::{self, Declared, Inherited, Loaded, New};
use crate::program::{Arg, Callee, Code, Subtree, mismatch, params};
use crate::text::problem::Problem;

impl<'f> Loader<'_, 'f> {
    /// The tree of the file that the key of a leaf means.
    pub(super) fn new_tree_of(&self, key: &str) -> Option<&'f New<'f>> {
        new_tree::find(self.new_trees.all, split(key).0)
    }

    /// Loads a tree of the file in a leaf's place.
    pub(super) fn new_tree(&mut self, piece: &Piece, key: &str) -> Option<Code> {
        let (at, new) = (self.span(piece), self.new_tree_of(key)?);
        let Loaded { program, declared } = match self.load_new(new, at) {
            Ok(loaded) => loaded,
            Err(problems) => {
                self.problems.extend(problems);
                return None;
            }
        };
        // Scripted trees take any arguments.
        let in_code = || if self.pieces.stand_in.is_some() { Some(Arg::InCode) } else { None };
        let args = piece.args.iter().map(|arg| self.arg(arg.as_ref(), false).or_else(in_code));
        let args: Option<Vec<Arg>> = args.collect();
        let params = &declared.types;
        let Some(args) = args.filter(|args| args.len() == params.len()) else {
            let (name, takes) = (new.name, counted(params.len(), "argument"));
            let message = format!("`{name}` is a new tree, which takes {takes}, without code; for code, build again");
            self.problem(at, message);
            return None;
        };
        let places = self.places(piece);
        for ((arg, param), place) in args.iter().zip(params).zip(places) {
            if let Arg::Literal(literal) = arg
                && param.value(&live::Arg::Literal(literal)).is_none()
            {
                let said = mismatch::of_literal(literal, param.of.type_name, true);
                self.problems.push(Problem::said(place, said));
            }
        }
        self.used.push((new.name.to_owned(), new.key.map(str::to_owned)));
        self.used.extend(program.new_trees.iter().cloned());
        let leaf = Some(Box::new(new_tree::leaf(new.name, &program)));
        let subtree = Subtree { path: "", program, param: new_tree::param, adapter: None, new: Some(declared) };
        self.subtrees.insert(piece.code, subtree);
        let callee = Callee { adapter: None, index: u32::MAX };
        Some(Code::Piece { callee, reads: Vec::new(), args, leaf, value: None })
    }

    /// The program of a tree of the file, with the pieces that this tree may call.
    pub(super) fn load_new(&self, new: &'f New<'f>, at: Span) -> Result<Loaded, Vec<Problem>> {
        let (name, NewTrees { all, pieces, around }) = (new.name, &self.new_trees);
        if around.contains(&name) {
            return Err(vec![Problem::new(at, format!("`{name}` contains itself"))]);
        }
        // The tree's own mistakes are reported at the tree itself.
        let (Ok(read), Some(pieces_of)) = (bt_compiler::tree::read(new.tokens.clone()), pieces) else {
            return Err(Vec::new());
        };
        let is_scripted = self.pieces.stand_in.is_some();
        if !is_scripted && let Some(why) = Inherited::of(&self.tree.header).refuses(&read.header) {
            let what = format!("`{name}` {why}, and no built tree has it as a leaf");
            return Err(vec![Problem::to_build(at, what)]);
        }
        let (params, known) = match params::params(&read.header, is_scripted) {
            Ok(params) => params,
            Err(ty) => {
                let what = format!("a new tree cannot have parameters of the type `{ty}`");
                return Err(vec![Problem::to_build(at, what)]);
            }
        };
        let new_trees = NewTrees {
            all,
            pieces: Some(Rc::clone(pieces_of)),
            around: around.iter().copied().chain([name]).collect(),
        };
        let pieces = pieces_of(new);
        let known = Known { pieces, params: known, file: self.file, written: &[], is_timed: true, new_trees };
        let declared = Arc::new(Declared::new(&read.header, params));
        let program = load_with(read, known, &mut |_| None)?;
        Ok(Loaded { program: Arc::new(program), declared })
    }

    /// Checks the names among the arguments of a new tree: they must have the types of its parameters.
    pub(super) fn check_new(&mut self, piece: &Piece) {
        let Some(Code::Piece { args, .. }) = &self.codes[piece.code.0] else { return };
        let Some(declared) = self.subtrees.get(&piece.code).and_then(|subtree| subtree.new.as_ref()) else { return };
        let wrong =
            args.iter().zip(&declared.types).zip(self.places(piece)).filter_map(|((arg, param), place)| match arg {
                Arg::Name(name) => {
                    let is_other = self.type_of(*name).is_none_or(|ty| ty != param.of.ty);
                    is_other.then(|| Problem::new(place, mismatch::of_name(param.of.type_name).message))
                }
                _ => None,
            });
        let wrong: Vec<Problem> = wrong.collect();
        self.problems.extend(wrong);
    }
}
