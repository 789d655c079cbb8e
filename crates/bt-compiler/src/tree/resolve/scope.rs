//! The names of values: where they are bound and visible, with errors for all other uses.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::{changes, misspelt};
use crate::codes;
use crate::error::Errors;
use crate::sorted::SortedMap;
use crate::tokens::ident;
use crate::tree::ast::{self, Param};
use crate::tree::model::{Bound, BoundName, CodeId, Kind, Model, NodeId, Value, ValueId};
use crate::tree::nodes::{Builtin, Meaning};
use crate::tree::outcome::Outcome;
use crate::tree::source::{Code, Source, Use, is_closure};
use crate::uses::{declared, replaced, uses};

/// The names visible at the node being resolved.
#[derive(Default)]
pub struct Scope {
    visible: Vec<Visible>,
    /// The indices of each name in `visible`, innermost last. A tree may have thousands.
    shown: HashMap<String, Vec<usize>>,
    /// The parameters of the tree, with their numbers.
    params: HashMap<String, usize>,
    /// Names that were used where they are not visible.
    unset: Vec<NotSet>,
    /// All names that are bound anywhere in the tree.
    bound: HashSet<String>,
}

/// A visible name.
struct Visible {
    name: String,
    value: ValueId,
    part: Option<usize>,
    /// Whether it comes from a pattern. If so, an inner pattern may use the name again.
    in_pattern: bool,
}

/// The result of searching the code of a node.
pub struct Placed {
    /// The values that it uses.
    pub uses: Vec<ValueId>,
    /// Whether all values that it names are set there.
    pub all_set: bool,
}

/// A name that is used where it may be unset.
struct NotSet {
    name: String,
    at: Span,
    node: NodeId,
}

impl Scope {
    pub fn new(root: &ast::Node, params: &[Param]) -> Self {
        let params = params.iter().enumerate().map(|(number, param)| (param.name.to_string(), number)).collect();
        let mut scope = Scope { params, ..Scope::default() };
        scope.collect(root);
        scope
    }

    fn collect(&mut self, node: &ast::Node) {
        self.bound.extend(node.binding.iter().flat_map(|binding| &binding.names).map(Ident::to_string));
        node.children.iter().flatten().for_each(|child| self.collect(&child.node));
    }

    /// How many names are visible now.
    pub fn count(&self) -> usize {
        self.visible.len()
    }

    /// Makes a value visible to the code that follows.
    pub fn show(&mut self, values: &[Bound], value: ValueId) {
        let bound = &values[value.0];
        let names = bound.names.iter().enumerate().filter(|(_, name)| name.name != "_");
        let several = bound.tuple.is_some();
        for (part, name) in names {
            self.add(Visible { name: name.name.clone(), value, part: several.then_some(part), in_pattern: false });
        }
    }

    /// Makes the names in one pattern of a `switch` visible to the code that follows.
    pub fn show_pattern(&mut self, values: &[Bound], value: ValueId, arm: usize) {
        // They are in the order of the arms.
        let names = &values[value.0].names;
        let first = names.partition_point(|name| name.arm < Some(arm));
        let names = names.iter().enumerate().skip(first).take_while(|(_, name)| name.arm == Some(arm));
        for (part, name) in names {
            self.add(Visible { name: name.name.clone(), value, part: Some(part), in_pattern: true });
        }
    }

    fn add(&mut self, visible: Visible) {
        self.shown.entry(visible.name.clone()).or_default().push(self.visible.len());
        self.visible.push(visible);
    }

    /// Keeps only the first `count` names visible.
    pub fn hide(&mut self, count: usize) {
        for hidden in self.visible.drain(count..) {
            if let Some(shown) = self.shown.get_mut(&hidden.name) {
                shown.pop();
            }
        }
    }

    /// All meanings of this name here, innermost last.
    fn shown(&self, name: &str) -> impl DoubleEndedIterator<Item = &Visible> {
        self.shown.get(name).into_iter().flatten().map(|&at| &self.visible[at])
    }

    fn is_shown(&self, name: &str) -> bool {
        self.shown(name).next().is_some()
    }

    /// The parameters among these words, in order.
    fn params_in(&self, words: &HashSet<&str>) -> Vec<String> {
        let mut params: Vec<(usize, &str)> =
            words.iter().filter_map(|&word| Some((*self.params.get(word)?, word))).collect();
        params.sort_unstable();
        params.into_iter().map(|(_, name)| name.to_owned()).collect()
    }

    /// Reports code that modifies a parameter.
    pub fn refuse_changes<'a>(&self, codes: impl Iterator<Item = &'a Code>, errors: &mut Errors) {
        if self.params.is_empty() {
            return;
        }
        for code in codes {
            let written = code.written();
            let params = self.params_in(&words(&written.to_string()));
            params.iter().for_each(|param| changes::refuse_param(param, &written, errors));
        }
    }

    /// The value that a node binds. A name that is taken is reported.
    pub fn bind(&self, binding: &ast::Binding, node: NodeId, source: &mut Source, errors: &mut Errors) -> Bound {
        let mut here = HashSet::new();
        for name in binding.names.iter().filter(|name| *name != "_") {
            let text = name.to_string();
            let taken = |what| codes::NAME_TAKEN.at(name.span(), format!("the name `{name}` is taken: {what}"));
            if self.params.contains_key(&text) {
                errors.push(taken("it is a parameter of the tree").help("choose another name"));
            } else if self.is_shown(&text) {
                let help = "choose another name: both are in scope after this node";
                errors.push(taken("an earlier value has it").help(help));
            } else if !here.insert(text) {
                errors.push(codes::NAME_TAKEN.at(name.span(), format!("the name `{name}` is used twice here")));
            }
        }
        let name = |name: &Ident| BoundName { name: name.to_string(), span: name.span(), used: false, arm: None };
        let ty = binding.ty.clone().map(|ty| source.add(Code::Type(ty)));
        Bound {
            node,
            names: binding.names.iter().map(name).collect(),
            tuple: binding.tuple,
            ty,
            refused: binding.refused,
        }
    }

    /// The value that the patterns of a `switch` match, if they have names. A name that is already taken is reported.
    pub fn bind_patterns(&self, arms: &[ast::Arm], node: NodeId, errors: &mut Errors) -> Option<Bound> {
        let mut names: Vec<BoundName> = Vec::new();
        for (arm, pattern) in arms.iter().map(|arm| &arm.pattern).enumerate() {
            let mut here = HashSet::new();
            for ident in declared(pattern) {
                let name = ident.to_string();
                // In `A(x) | B(x)` it occurs twice.
                if !here.insert(name.clone()) {
                    continue;
                }
                let taken = |what| codes::NAME_TAKEN.at(ident.span(), format!("the name `{name}` is taken: {what}"));
                if self.params.contains_key(&name) {
                    errors.push(taken("it is a parameter of the tree").help("choose another name"));
                } else if self.shown(&name).any(|visible| !visible.in_pattern) {
                    errors.push(taken("an earlier value has it").help("choose another name"));
                }
                names.push(BoundName { name, span: ident.span(), used: false, arm: Some(arm) });
            }
        }
        (!names.is_empty()).then_some(Bound { node, names, tuple: None, ty: None, refused: false })
    }

    /// Finds the names that a piece of code uses, and replaces them by borrowed places, so that nothing is copied.
    pub fn place(
        &mut self,
        (code, node): (CodeId, NodeId),
        values: &mut [Bound],
        source: &mut Source,
        errors: &mut Errors,
        found: &mut Placed,
    ) {
        let written = source.get(code).written();
        let has_names = !(self.params.is_empty() && self.bound.is_empty() && self.visible.is_empty());
        // Most code uses no names, and checking that first is much faster than searching.
        let text = if has_names { written.to_string() } else { String::new() };
        let words = words(&text);
        let mut placed = self.params_in(&words);
        placed.retain(|param| !uses(&written, param).is_empty());
        let is_value = |word: &&str| self.bound.contains(*word) || self.is_shown(word);
        let names: SortedMap<String, Vec<Span>> = words
            .into_iter()
            .filter(is_value)
            .map(|name| (name.to_owned(), uses(&written, name)))
            .filter(|(_, at)| !at.is_empty())
            .collect();
        for (name, at) in names {
            let Some(&Visible { value, part, .. }) = self.shown(&name).next_back() else {
                self.unset.extend(at.first().map(|&at| NotSet { name, at, node }));
                // The code is not called, so rustc does not report the name as well.
                found.all_set = false;
                continue;
            };
            changes::refuse_value(&name, &written, errors);
            let used = ident(&name, values[value.0].names[part.unwrap_or(0)].span);
            let last = source.get(code).last_argument(&name);
            source.note_use(code, Use { name: used, value, part, is_begun: false, last });
            values[value.0].names[part.unwrap_or(0)].used = true;
            if !found.uses.contains(&value) {
                found.uses.push(value);
            }
            placed.push(name);
        }
        self.note_half_typed(code, &written, values, source);
        misspelt::refuse(source.get(code), self, errors);
        if placed.is_empty() {
            return;
        }
        source.change(code, &mut |code| match is_name(&code, &placed) {
            Some(name) => cloned(&name),
            None => placed.iter().fold(code, |code, name| in_places(&code, name)),
        });
    }

    /// If an argument is a single word, notes the names that begin with it, so that an editor can complete the word.
    fn note_half_typed(&self, code: CodeId, written: &TokenStream, values: &[Bound], source: &mut Source) {
        let mut tokens = written.clone().into_iter();
        let (Some(TokenTree::Ident(begun)), None) = (tokens.next(), tokens.next()) else { return };
        let begun = begun.to_string();
        let begins = |visible: &&Visible| visible.name.starts_with(&begun) && visible.name != begun;
        for Visible { name, value, part, .. } in self.visible.iter().rev().take(MOST_COMPARED).filter(begins) {
            let name = ident(name, values[value.0].names[part.unwrap_or(0)].span);
            source.note_use(code, Use { name, value: *value, part: *part, is_begun: true, last: None });
        }
    }

    /// Reports the names that were used where they may be unset.
    pub fn report(&self, model: &Model, errors: &mut Errors) {
        if self.unset.is_empty() {
            return;
        }
        let mut binders: HashMap<&str, NodeId> = HashMap::new();
        for bound in &model.values {
            for name in &bound.names {
                binders.entry(&name.name).or_insert(bound.node);
            }
        }
        for NotSet { name, at, node } in &self.unset {
            let Some(&binder) = binders.get(name.as_str()) else { continue };
            let mistake = codes::MAY_BE_UNSET.at(*at, format!("`{name}` may be unset here"));
            errors.push(mistake.maybe_help(why_unset(model, name, binder, *node)));
        }
    }
}

/// How many names a misspelt word is compared with, beginning with the last. With thousands of names and of unknown
/// words, comparing all would take seconds, and rustc reports unknown names, too.
const MOST_COMPARED: usize = 256;

impl misspelt::Names for Scope {
    fn has(&self, name: &str) -> bool {
        self.is_shown(name) || self.params.contains_key(name)
    }

    fn nearest(&self) -> Vec<&str> {
        let mut params: Vec<(usize, &str)> =
            self.params.iter().map(|(name, &number)| (number, name.as_str())).collect();
        params.sort_unstable();
        let visible = self.visible.iter().rev().take(MOST_COMPARED).rev().map(|visible| visible.name.as_str());
        visible.chain(params.into_iter().take(MOST_COMPARED).map(|(_, name)| name)).collect()
    }

    fn is_empty(&self) -> bool {
        self.visible.is_empty() && self.params.is_empty()
    }
}

/// The words in code that may be names, also those in format strings.
fn words(text: &str) -> HashSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && !"_#".contains(c)).collect()
}

/// The name, if a piece of code or the body of a closure is just a name.
fn is_name(code: &TokenStream, names: &[String]) -> Option<Ident> {
    let mut tokens = code.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), None) if names.contains(&name.to_string()) => Some(name),
        _ => None,
    }
}

/// A clone of the value. If its type is wrong, rustc points at the value instead of `clone`.
fn cloned(name: &Ident) -> TokenStream {
    quote_spanned!(name.span()=> { let __value = ::core::clone::Clone::clone(&*#name); __value })
}

/// The code with a place instead of the name of a value. A closure that consists of only the name returns a clone.
fn in_places(code: &TokenStream, name: &str) -> TokenStream {
    let place = |name: &Ident| quote_spanned!(name.span()=> (*#name));
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    match tokens.split_last() {
        Some((body, before)) if is_closure(code) && !before.is_empty() => {
            let (body, before): (TokenStream, TokenStream) = (body.clone().into(), before.iter().cloned().collect());
            let ends_params = before.clone().into_iter().last().is_some_and(|last| last.to_string() == "|");
            match is_name(&body, &[name.to_owned()]) {
                Some(name) if ends_params => {
                    let value = cloned(&name);
                    quote!(#before #value)
                }
                _ => replaced(code, name, place),
            }
        }
        _ => replaced(code, name, place),
    }
}

/// Whether the second child of a node with these arguments sees the bindings of the first.
pub fn second_child_sees(kind: Kind, args: &[Value]) -> bool {
    let has_condition = || args.first().is_some_and(|value| value.code().is_some());
    kind.is(Builtin::second_child_sees) && !has_condition()
}

/// Why a name that `binder` binds may be unset at `user`, and where to bind it instead.
fn why_unset(model: &Model, name: &str, binder: NodeId, user: NodeId) -> Option<String> {
    let (binder_title, path) = (model[binder].title(), path(model, user));
    if binder == user {
        return Some(format!("`{binder_title}` only binds it when it succeeds, so it cannot use it itself"));
    }
    if path.contains(&binder) {
        return Some(format!("`{binder_title}` binds it when it succeeds; this runs before that"));
    }
    let of_binder = self::path(model, binder);
    let common = of_binder.iter().rev().find(|id| path.contains(id)).copied().unwrap_or(NodeId(0));
    let child = |path: &[NodeId]| path.iter().position(|&id| id == common).and_then(|at| path.get(at + 1)).copied();
    let (bound_in, used_in) = (child(&of_binder)?, child(&path)?);
    let node = &model[common];
    let word = &node.name;
    Some(if used_in < bound_in && node.kind.is(Builtin::later_children_see) {
        format!("`{binder_title}` binds it, but runs later: move it before this node")
    } else if node.kind.is(Builtin::later_children_see) {
        // The value is bound deeper down.
        let inner = &model[bound_in];
        let parent = model[binder].parent.map_or(word, |parent| &model[parent].name);
        format!(
            "it is bound inside this `{parent}`, where `{binder_title}` may not have run: bind the value of the whole \
             node, `{} < .. > -> {name}`",
            inner.name
        )
    } else if second_child_sees(node.kind, &node.args) && node.children.first() == Some(&bound_in) {
        format!("the `else` of an `{word}` runs when `{}` has failed", model[bound_in].title())
    } else if let Kind::Composite(_) = node.kind {
        format!("`{word}` decides which of its children run: bind it before the `{word}`")
    } else {
        use Meaning::{Chain, Contest, Finally, Priority, Reactive, Recover, RoundRobin, SimpleParallel, Unordered};
        let Some(builtin) = node.kind.builtin() else {
            return Some(format!("`{binder_title}` may not have run before this"));
        };
        match builtin.meaning {
            Unordered(Outcome::Failure) | Chain(_) | Reactive(_) | Priority | Contest | RoundRobin => {
                let next = match builtin.meaning {
                    Chain(_) | Reactive(_) => "runs its next child only when this one failed",
                    _ => "may run its next child without this one",
                };
                let whole = format!("for later nodes, bind the value of the whole node, `{word} < .. > -> {name}`");
                format!("a `{word}` {next}, so `{name}` has no value there: {whole}")
            }
            SimpleParallel | Meaning::Parallel | Meaning::ParallelAll | Meaning::Race => {
                format!("the children of a `{word}` run at the same time: bind it before the `{word}`")
            }
            Finally | Recover => {
                format!(
                    "the second child of a `{word}` runs whether or not `{binder_title}` has succeeded: bind it \
                     before the `{word}`"
                )
            }
            meaning if meaning.runs_one_child() => {
                format!("only one child of a `{word}` runs: bind it before the `{word}`")
            }
            Unordered(Outcome::Success) => {
                format!("the children of a `{word}` run in any order: use a `sequence`")
            }
            _ => format!("`{binder_title}` may not have run before this"),
        }
    })
}

/// The nodes from the root to this one.
fn path(model: &Model, node: NodeId) -> Vec<NodeId> {
    let mut path: Vec<NodeId> = std::iter::successors(Some(node), |&id| model[id].parent).collect();
    path.reverse();
    path
}
