//! A tree as the compiler reads it, as data for [`export`](super::export()).

pub mod code;

use std::ops::Range;

use bt_compiler::tree::Known;
use bt_compiler::tree::ast::{self, Args};
use bt_compiler::tree::builtin::{self, Children};
use bt_compiler::tree::model::{Kind, NodeId};
use bt_compiler::tree::source::span_of_all;
use proc_macro2::{Ident, Spacing, Span, TokenStream, TokenTree};

use super::{Arg, Node, NodeKind, Sort, Tree};
use code::{text, without_docs};

/// A tree in a text.
pub struct Written<'w> {
    /// The file that it is in.
    pub file: String,
    /// The text of the file.
    pub text: &'w str,
    /// The length of a byte order mark at the beginning of the text, which the positions of its tokens do not count.
    pub mark_len: usize,
    pub tokens: &'w TokenStream,
    pub known: &'w Known,
}

impl Written<'_> {
    /// The tree as data. `meaning` returns the kind of each node that is not built in.
    pub fn tree(&self, meaning: impl Fn(NodeId, &ast::Node) -> NodeKind) -> Tree {
        let header = &self.known.header;
        let (written, docs) = without_docs(before_equals(self.tokens));
        let parameters = header.item.iter().flat_map(|item| &item.params);
        let parameters = parameters.map(|param| (param.name.to_string(), text(&param.ty))).collect();
        let mut lost = Vec::new();
        if let Some(message) = &header.message {
            let at = self.range(span_of_all(message));
            lost.push((at, "BehaviorTree.CPP has no messages: this is in the model alone".to_owned()));
        }
        let mut refused = Vec::new();
        self.cfgs(self.tokens.clone(), &mut refused);
        Tree {
            file: self.file.clone(),
            name: header.item.as_ref().map(|item| item.name.to_string()),
            header: text(&written),
            docs,
            parameters,
            value: header.value.as_ref().map(text),
            root: self.node(&self.known.root, None, &mut 0, &meaning),
            lost,
            refused,
        }
    }

    /// A node and its descendants, in the order of the model. `next` is its number.
    fn node(
        &self,
        node: &ast::Node,
        arm: Option<&ast::Arm>,
        next: &mut usize,
        meaning: &impl Fn(NodeId, &ast::Node) -> NodeKind,
    ) -> Node {
        let id = NodeId(*next);
        *next += 1;
        let model = &self.known.model[id];
        let generics = match node.name.generics.is_empty() {
            true => String::new(),
            false => format!("::{}", text(&node.name.generics).trim()),
        };
        let (args, fields) = match &node.args {
            Args::None => (Vec::new(), String::new()),
            Args::List { args, .. } => (args.iter().map(arg).collect(), String::new()),
            Args::Fields(group) => (Vec::new(), text(&TokenTree::from(group.clone()).into()).trim().to_owned()),
        };
        let kind = match model.kind {
            Kind::Builtin(builtin) => {
                NodeKind::Builtin(sort(builtin), builtin.params.iter().map(|param| param.name).collect())
            }
            _ => meaning(id, node),
        };
        let children = node.children.iter().flatten();
        let children = children.map(|child| self.node(&child.node, child.arm.as_ref(), next, meaning)).collect();
        Node {
            at: self.range(model.span),
            comments: comments_before(self.text, self.range(first_token(node, arm)).start),
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

    /// Reports each `#[cfg(..)]` in the tree.
    fn cfgs(&self, tokens: TokenStream, refused: &mut Vec<(Range<usize>, String)>) {
        for token in tokens {
            let TokenTree::Group(group) = token else { continue };
            let first = group.stream().into_iter().next();
            if matches!(first, Some(TokenTree::Ident(name)) if name == "cfg") {
                let message = "XML has no `#[cfg(..)]`, so this tree cannot be written";
                refused.push((self.range(group.span()), message.to_owned()));
            }
            self.cfgs(group.stream(), refused);
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let range = span.byte_range();
        range.start + self.mark_len..range.end + self.mark_len
    }
}

/// The start of a node, including its label and the arm before its `=>`.
fn first_token(node: &ast::Node, arm: Option<&ast::Arm>) -> Span {
    let arm = arm.map(|arm| arm.keyword.as_ref().map_or_else(|| span_of_all(&arm.pattern), Ident::span));
    arm.or(node.label.as_ref().map(Ident::span)).unwrap_or_else(|| span_of_all(&node.name.path))
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

/// Whether this is a `=` of its own, not a part of another operator.
fn is_equals(tokens: &[TokenTree], at: usize) -> bool {
    let mark = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(mark)) => Some(mark),
        _ => None,
    };
    let joint = |at: usize| mark(at).is_some_and(|mark| mark.spacing() == Spacing::Joint);
    mark(at).is_some_and(|mark| mark.as_char() == '=') && !joint(at) && !(at > 0 && joint(at - 1))
}
