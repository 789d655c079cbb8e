//! The trees of files as data for `bt_xml::export`.

use std::collections::HashMap;

use bt_compiler::tree::ast::{self, Args};
use bt_compiler::tree::builtin::{self, Children};
use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::model::{Kind, NodeId};
use bt_xml::export::{Arg, Declared, Forest, Node, NodeKind, Sort, Tree};
use proc_macro2::{Ident, Spacing, Span, TokenStream, TokenTree};

use super::code::{text, without_docs};
use super::declared::declared;
use crate::{Report, Source, blocks, trees};

/// The trees of all files.
///
/// # Errors
/// The mistakes in the trees.
pub fn forest(files: &[Source]) -> Result<Forest, Vec<(&Source, Report)>> {
    let (mut read, mut reports, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut tree_names, mut node_names) = (Places::default(), Places::default());
    for (number, file) in files.iter().enumerate() {
        match trees::read(file) {
            Ok((trees, mistakes)) => {
                reports.extend(mistakes.into_iter().map(|mistake| (file, mistake)));
                for tree in trees {
                    tree_names.add(number, tree.name.clone().unwrap_or_default(), read.len());
                    read.push((number, tree));
                }
            }
            // A file that is not valid Rust has no trees, but a file of trees alone must be valid.
            Err(report) => reports.push((file, report)),
        }
        for declared in declared(file) {
            node_names.add(number, declared.name.clone(), nodes.len());
            nodes.push(declared);
        }
    }
    if !reports.is_empty() {
        return Err(reports);
    }
    let trees = read.iter().map(|(number, tree)| {
        let (trees, file) = (&tree_names, &files[*number]);
        Reader { number: *number, file, tree, trees, nodes: &node_names, declared: &nodes, next: 0 }.tree()
    });
    let trees = trees.collect();
    Ok(Forest { trees, nodes })
}

/// The declarations of each name, with the numbers of their files.
#[derive(Default)]
struct Places(HashMap<String, Vec<(usize, usize)>>);

impl Places {
    fn add(&mut self, file: usize, name: String, what: usize) {
        self.0.entry(name).or_default().push((file, what));
    }

    /// What a name means in a file: the only declaration there, or else the only one in the other files.
    fn find(&self, file: usize, name: &str, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let all: Vec<_> = self.0.get(name)?.iter().filter(|(_, what)| fits(*what)).collect();
        let own: Vec<_> = all.iter().filter(|(declared, _)| *declared == file).collect();
        match (&own[..], &all[..]) {
            ([(_, what)], _) | ([], [(_, what)]) => Some(*what),
            _ => None,
        }
    }
}

/// Reads a tree.
struct Reader<'r> {
    number: usize,
    file: &'r Source,
    tree: &'r trees::Tree,
    trees: &'r Places,
    nodes: &'r Places,
    declared: &'r [Declared],
    /// The number of the next node.
    next: usize,
}

impl Reader<'_> {
    fn tree(mut self) -> Tree {
        let header = &self.tree.known.header;
        let (written, docs) = without_docs(before_equals(&self.tree.tokens));
        let parameters = header.item.iter().flat_map(|item| &item.params);
        let parameters = parameters.map(|param| (param.name.to_string(), text(&param.ty))).collect();
        let mut lost = Vec::new();
        if let Some(message) = &header.message {
            let at = self.file.range(blocks::span(message));
            lost.push((at, "BehaviorTree.CPP has no messages: this is in the model alone".to_owned()));
        }
        let mut refused = Vec::new();
        cfgs(self.file, self.tree.tokens.clone(), &mut refused);
        Tree {
            file: self.file.path.display().to_string(),
            name: self.tree.name.clone(),
            header: text(&written),
            docs,
            parameters,
            value: header.value.as_ref().map(text),
            root: self.node(&self.tree.known.root, None),
            lost,
            refused,
        }
    }

    /// A node and its descendants, in the order of the model.
    fn node(&mut self, node: &ast::Node, arm: Option<&ast::Arm>) -> Node {
        let id = self.next;
        self.next += 1;
        let model = &self.tree.known.model.nodes[id];
        let generics = match node.name.generics.is_empty() {
            true => String::new(),
            false => format!("::{}", text(&node.name.generics).trim()),
        };
        let (args, fields) = match &node.args {
            Args::None => (Vec::new(), String::new()),
            Args::List { args, .. } => (args.iter().map(arg).collect(), String::new()),
            Args::Fields { group, .. } => (Vec::new(), text(&TokenTree::from(group.clone()).into()).trim().to_owned()),
        };
        let last = node.name.last().to_string();
        let kind = match model.kind {
            Kind::Builtin(builtin) => {
                NodeKind::Builtin(sort(builtin), builtin.params.iter().map(|param| param.name).collect())
            }
            _ => {
                let tree =
                    self.tree.leaf_type(NodeId(id)).and_then(|name| self.trees.find(self.number, &name, |_| true));
                // Several files may declare a leaf of this name, with different arguments.
                let fits = |number: usize| {
                    self.declared[number].parameters.as_ref().is_none_or(|parameters| parameters.len() == args.len())
                };
                let declared = || self.nodes.find(self.number, &snake_case(&last), fits);
                // `Skill::Jump` is not the leaf that is named by its last segment.
                let is_plain = node
                    .name
                    .segments
                    .iter()
                    .rev()
                    .skip(1)
                    .all(|part| part.to_string().starts_with(char::is_lowercase));
                match (tree, is_plain.then(declared).flatten()) {
                    (Some(tree), _) => NodeKind::Tree(tree),
                    (None, Some(declared)) => NodeKind::Declared(declared),
                    (None, None) => NodeKind::Other,
                }
            }
        };
        let children = node.children.iter().flatten();
        let children = children.map(|child| self.node(&child.node, child.arm.as_ref())).collect();
        Node {
            at: self.file.range(model.span),
            comments: comments_before(&self.file.text, self.file.range(first_token(node, arm)).start),
            arm: arm.map(arm_text).unwrap_or_default(),
            label: node.label.as_ref().map(ToString::to_string).unwrap_or_default(),
            name: text(&node.name.path) + &generics,
            args,
            fields,
            bind: node.binding.as_ref().map(bind).unwrap_or_default(),
            kind,
            children,
        }
    }
}

/// The start of a node, including its label and the arm before its `=>`.
fn first_token(node: &ast::Node, arm: Option<&ast::Arm>) -> Span {
    let arm = arm.map(|arm| arm.keyword.as_ref().map_or_else(|| blocks::span(&arm.pattern), Ident::span));
    arm.or(node.label.as_ref().map(Ident::span)).unwrap_or_else(|| blocks::span(&node.name.path))
}

/// The comments on the lines directly before this place, unless something else precedes it on its own line.
fn comments_before(text: &str, at: usize) -> Vec<String> {
    let mut lines = text[..at].rsplit('\n').map(str::trim);
    if lines.next().is_some_and(|own| !own.is_empty()) {
        return Vec::new();
    }
    let comments = lines.map_while(|line| line.strip_prefix("//"));
    let comments: Vec<String> = comments.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    comments.into_iter().rev().filter(|line| !line.is_empty()).collect()
}

fn arg(arg: &ast::Arg) -> Arg {
    Arg { name: arg.name.as_ref().map(ToString::to_string).unwrap_or_default(), text: text(&arg.value) }
}

fn arm_text(arm: &ast::Arm) -> String {
    let keyword = arm.keyword.as_ref().map(|keyword| format!("{keyword} ")).unwrap_or_default();
    let guard = arm.guard.as_ref().map(|guard| format!(" if {}", text(guard))).unwrap_or_default();
    format!("{keyword}{}{guard}", text(&arm.pattern))
}

fn bind(binding: &ast::Binding) -> String {
    let names: Vec<String> = binding.names.iter().map(ToString::to_string).collect();
    let names = if binding.tuple.is_some() { format!("({})", names.join(", ")) } else { names.join(", ") };
    names + &binding.ty.as_ref().map(|ty| format!(": {}", text(ty))).unwrap_or_default()
}

fn sort(builtin: &builtin::Builtin) -> Sort {
    match builtin.children {
        Children::None if builtin.is_question() => Sort::Condition,
        Children::None => Sort::Action,
        Children::One | Children::Reactive => Sort::Decorator,
        _ => Sort::Control,
    }
}

/// The tokens before the first `=` of a tree.
fn before_equals(tokens: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let at = (0..tokens.len()).find(|&at| is_equals(&tokens, at)).unwrap_or(0);
    tokens[..at].iter().cloned().collect()
}

/// Reports each `#[cfg(..)]` in a tree.
fn cfgs(file: &Source, tokens: TokenStream, refused: &mut Vec<(std::ops::Range<usize>, String)>) {
    for token in tokens {
        let TokenTree::Group(group) = token else { continue };
        let first = group.stream().into_iter().next();
        if matches!(first, Some(TokenTree::Ident(name)) if name == "cfg") {
            let message = "XML has no `#[cfg(..)]`, so this tree cannot be written";
            refused.push((file.range(group.span()), message.to_owned()));
        }
        cfgs(file, group.stream(), refused);
    }
}

/// Whether this is a `=` of its own, not a part of another operator.
fn is_equals(tokens: &[TokenTree], at: usize) -> bool {
    let mark = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(mark)) => Some(mark),
        _ => None,
    };
    let joint = |at: usize| mark(at).is_some_and(|mark| mark.spacing() == Spacing::Joint);
    mark(at).is_some_and(|mark| mark.as_char() == '=') && !joint(at) && !(at > 0 && joint(at - 1))
}
