//! What the trees of a crate may contain, by context: its leaves, decorators, composites and trees, and the pieces of
//! code in its trees.

use std::collections::{BTreeMap, BTreeSet};

use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::nodes::{self, Builtin, Children, Need, Takes};
use bt_compiler::written::as_written;
use bt_compiler::{derive, leaf};
use proc_macro2::{Literal, TokenStream, TokenTree};

use crate::Source;
use crate::blocks::{self, Found};
use crate::plain::Node;
use crate::trees::{self, Tree, context};

/// What a tree with one context may contain.
#[derive(Default)]
pub struct Palette {
    /// The context, as written.
    pub context: String,
    /// All nodes.
    pub(super) heads: Vec<Head>,
    /// Nodes that bind a value and use it, by their text. They stay whole, since a grammar knows nothing about names.
    pub(super) pieces: BTreeMap<String, Node>,
}

/// A node without its children.
#[derive(Clone)]
pub struct Head {
    pub name: String,
    pub docs: String,
    /// The arguments; `None` without parentheses.
    pub args: Option<Vec<Term>>,
    /// The fields of a struct literal, with the braces.
    pub fields: String,
    pub kids: Kids,
}

/// What an argument may be.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Term {
    /// Any literal of this kind.
    pub literal: Option<Kind>,
    /// Code that a tree of the crate has in the same kind of place.
    pub codes: BTreeSet<String>,
}

/// A kind of literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Integer,
    Float,
    Chance,
    Text,
    Bool,
}

/// The children of a node.
#[derive(Clone, PartialEq, Eq)]
pub enum Kids {
    None,
    One,
    /// At least this many.
    Many(usize),
    /// As many as there are arguments: the only parameter is repeated.
    Each,
    /// Between these two numbers.
    Roles(usize, usize),
    /// One for each of these patterns; a pattern may be empty.
    Arms(Vec<String>),
    /// Each with a condition, which the last one may leave out.
    Conditions(Term),
}

impl Term {
    pub fn is_empty(&self) -> bool {
        self.literal.is_none() && self.codes.is_empty()
    }

    fn of(code: &str) -> Self {
        Term { literal: None, codes: BTreeSet::from([code.to_owned()]) }
    }
}

/// What a crate declares and uses.
#[derive(Default)]
struct Crate {
    declared: Vec<Declared>,
    trees: Vec<Tree>,
}

/// A leaf, decorator, composite or tree.
struct Declared {
    name: String,
    docs: String,
    /// `None` if it fits any context.
    context: Option<String>,
    /// The kinds of its arguments, if its declaration shows them.
    args: Option<Vec<Option<Kind>>>,
    kids: Kids,
}

/// The palettes of all contexts for which these files have trees.
pub fn palettes(files: &[Source]) -> Vec<Palette> {
    let mut all = Crate::default();
    for file in files {
        all.read(file);
    }
    let contexts: BTreeSet<String> = all.trees.iter().filter_map(|tree| context(&tree.known.header)).collect();
    contexts.into_iter().map(|context| all.palette(context)).collect()
}

impl Crate {
    fn read(&mut self, file: &Source) {
        let Ok(tokens) = file.tokens() else { return };
        for found in blocks::find(tokens) {
            match found {
                Found::Block(_) | Found::Literal { .. } => {}
                Found::Leaf { attribute, function, .. } => {
                    let Some(leaf) = leaf::signature(attribute, function).filter(|leaf| !leaf.is_generic) else {
                        continue;
                    };
                    let kinds = leaf.arguments.iter().map(|(_, ty)| kind(ty)).collect();
                    let (docs, context) = (docs(leaf.docs), leaf.context);
                    self.declared.push(Declared {
                        name: leaf.name,
                        docs,
                        context,
                        args: Some(kinds),
                        kids: Kids::None,
                    });
                }
                Found::Type { derive, item, .. } => {
                    let Ok(input) = syn::parse2::<syn::DeriveInput>(item.clone()) else { continue };
                    let Ok(context) = derive::context(derive, &input) else { continue };
                    let kids = match derive {
                        "Decorator" => Kids::One,
                        "Composite" => Kids::Many(2),
                        _ => Kids::None,
                    };
                    let is_leaf_enum = matches!(input.data, syn::Data::Enum(_));
                    let has_default = derive::derives_default(&input);
                    let name = snake_case(&input.ident.to_string());
                    // Other nodes are written just as in the trees of the crate.
                    let args = (has_default && !is_leaf_enum).then(Vec::new);
                    self.declared.push(Declared { name, docs: docs(item), context, args, kids });
                }
            }
        }
        let Ok((trees, _)) = trees::read(file) else { return };
        for tree in trees {
            if let (Some(item), Some(context)) = (&tree.known.header.item, context(&tree.known.header)) {
                let args = item.params.iter().map(|param| kind(&as_written(&param.ty))).collect();
                let name = snake_case(&item.name.to_string());
                let context = Some(context).filter(|context| !context.starts_with("impl "));
                let docs = item.attributes.iter().filter_map(|attribute| attribute.other().cloned()).collect();
                self.declared.push(Declared {
                    name,
                    docs: self::docs(docs),
                    context,
                    args: Some(args),
                    kids: Kids::None,
                });
            }
            self.trees.push(tree);
        }
    }

    fn palette(&self, context: String) -> Palette {
        let mut used = Used::default();
        for tree in self.trees.iter().filter(|tree| trees::context(&tree.known.header).as_ref() == Some(&context)) {
            used.tree(tree);
        }
        let mut heads = Vec::new();
        for builtin in nodes::all().filter(|builtin| builtin.needs.iter().all(|&need| used.has(need))) {
            used.heads_of(builtin, &mut heads);
        }
        let mut names = BTreeSet::new();
        for declared in &self.declared {
            let fits = declared.context.as_ref().is_none_or(|own| *own == context);
            if fits && nodes::find(&declared.name).is_none() && names.insert(&declared.name) {
                used.heads_of_declared(declared, &mut heads);
            }
        }
        // Leaves that are enums, leaves of other crates, and leaves constructed in another way.
        let others = used.heads.iter().filter(|(key, _)| nodes::find(&key.0).is_none() && !names.contains(&key.0));
        for ((name, ..), uses) in others {
            heads.extend(uses.iter().map(|node| fixed(name, "", node)));
        }
        Palette { context, heads, pieces: used.pieces }
    }
}

/// What the trees of one context use.
#[derive(Default)]
struct Used {
    /// The pieces of code, by the kind of place.
    codes: BTreeMap<String, BTreeSet<String>>,
    /// The nodes, by name and number of arguments.
    heads: BTreeMap<(String, usize, bool), Vec<Node>>,
    pieces: BTreeMap<String, Node>,
    random: bool,
    memory: bool,
}

impl Used {
    fn has(&self, need: Need) -> bool {
        match need {
            Need::Random => self.random,
            Need::Memory => self.memory,
            Need::Time => true,
        }
    }

    fn tree(&mut self, tree: &Tree) {
        let known = &tree.known;
        let params = known.header.item.iter().flat_map(|item| &item.params).map(|param| param.name.to_string());
        let values = known.model.values.iter().flat_map(|value| &value.names).map(|name| name.name.clone());
        let names: BTreeSet<String> = params.chain(values).filter(|name| name != "_").collect();
        self.node(&Node::new(&known.root).without_labels(), &names, known, &mut 0);
    }

    /// Records a node and its descendants. Returns the names that it uses without binding them itself.
    fn node(
        &mut self,
        node: &Node,
        names: &BTreeSet<String>,
        known: &bt_compiler::tree::Known,
        id: &mut usize,
    ) -> BTreeSet<String> {
        let own = &known.model.nodes[*id];
        *id += 1;
        let mut free =
            mentioned(&[node.args.clone().unwrap_or_default().join(" "), node.fields.clone()].join(" "), names);
        let is_own_free = !free.is_empty();
        let matched = own
            .matches
            .map(|value| known.model[value].names.iter().map(|name| name.name.clone()).collect::<BTreeSet<_>>());
        let matched = matched.unwrap_or_default();
        let builtin = nodes::find(&node.node);
        let mut bound = matched.clone();
        let binds_item = builtin.is_some_and(Builtin::binds_item) && !node.bind.is_empty();
        if binds_item {
            bound.extend(mentioned(&node.bind, names));
        }
        for child in node.children.iter().flatten() {
            let below = self.node(child, names, known, id);
            free.extend(below);
            free.extend(mentioned(&child.arm, names));
            if !nodes::find(&child.node).is_some_and(Builtin::binds_item) {
                bound.extend(mentioned(&child.bind, names));
            }
        }
        free.retain(|name| !bound.contains(name));
        if !bound.is_empty() && free.is_empty() {
            let piece = Node { arm: String::new(), bind: String::new(), ..node.clone() };
            let piece = if binds_item { Node { bind: node.bind.clone(), ..piece } } else { piece };
            self.pieces.insert(piece.to_string(), piece);
        }
        if !is_own_free && !binds_item {
            self.head(node, builtin, matched.is_empty());
        }
        self.random |= builtin.is_some_and(|builtin| builtin.needs.contains(&Need::Random));
        self.memory |= builtin.is_some_and(|builtin| builtin.needs.contains(&Need::Memory));
        let conditions = node.children.iter().flatten().map(|child| &child.arm);
        if builtin.is_some_and(|builtin| builtin.children == Children::Conditions) {
            for arm in conditions.filter(|arm| !arm.is_empty() && mentioned(arm, names).is_empty()) {
                let condition = arm.strip_prefix("if ").or_else(|| arm.strip_prefix("while ")).unwrap_or(arm);
                self.code("condition", condition);
            }
        }
        free
    }

    fn head(&mut self, node: &Node, builtin: Option<&'static Builtin>, no_patterns_bind: bool) {
        let args = node.args.clone().unwrap_or_default();
        if let Some(builtin) = builtin {
            for (takes, arg) in builtin.takes(args.len()).into_iter().zip(&args) {
                self.code(place(takes), arg);
            }
        }
        for (index, arg) in args.iter().enumerate() {
            self.code(&format!("{} {index}", node.node), arg);
        }
        if no_patterns_bind {
            let key = (node.node.clone(), args.len(), node.children.is_some());
            self.heads.entry(key).or_default().push(node.clone());
        }
    }

    fn code(&mut self, place: &str, code: &str) {
        self.codes.entry(place.to_owned()).or_default().insert(code.to_owned());
    }

    /// Code from places of this kind, and literals.
    fn term(&self, place: &str, literal: Option<Kind>) -> Term {
        Term { literal, codes: self.codes.get(place).cloned().unwrap_or_default() }
    }

    fn nodes_of(&self, name: &str) -> impl Iterator<Item = &Node> {
        self.heads.iter().filter(move |((other, ..), _)| other == name).flat_map(|(_, nodes)| nodes)
    }

    fn heads_of(&self, builtin: &'static Builtin, heads: &mut Vec<Head>) {
        let head = |args: Option<Vec<Term>>, kids: Kids| Head {
            name: builtin.name.to_owned(),
            docs: builtin.does.to_owned(),
            args,
            fields: String::new(),
            kids,
        };
        let takes = |param: &nodes::Param| self.term(place(param.takes), literal(param.takes));
        let is_plain = builtin.params.iter().all(|param| !place(param.takes).is_empty());
        let kids = match builtin.children {
            Children::None => Kids::None,
            Children::One | Children::Reactive => Kids::One,
            Children::Many if builtin.has_one_for_each_child() => Kids::Each,
            Children::Many => Kids::Many(1),
            Children::Roles { needed, optional } => {
                Kids::Roles(needed.len(), needed.len() + usize::from(optional.is_some()))
            }
            Children::Conditions => Kids::Conditions(self.term("condition", None)),
            Children::Arms => {
                heads.extend(self.nodes_of(builtin.name).map(|node| fixed(builtin.name, builtin.does, node)));
                return;
            }
        };
        if let Kids::Conditions(term) = &kids {
            if !term.is_empty() {
                heads.push(head(None, kids));
            }
            return;
        }
        if let Kids::Roles(least, most) = kids
            && builtin.has_first_child_as_argument()
        {
            heads.push(head(None, Kids::Roles(least, most)));
            let terms: Vec<Term> = builtin.params.iter().map(takes).collect();
            if terms.iter().all(|term| !term.is_empty()) {
                heads.push(head(Some(terms), Kids::Roles(least - 1, most - 1)));
            }
            return;
        }
        if builtin.params.iter().all(|param| param.takes.is_optional()) {
            heads.push(head(None, kids.clone()));
        }
        if is_plain && !builtin.params.is_empty() {
            let terms: Vec<Term> = builtin.params.iter().map(takes).collect();
            if terms.iter().all(|term| !term.is_empty()) {
                heads.push(head(Some(terms), kids));
            }
            return;
        }
        // Other nodes are written just as in the trees of the crate, with the same number of children.
        let mut all: Vec<Head> = self
            .nodes_of(builtin.name)
            .filter(|node| node.args.is_some())
            .map(|node| fixed(builtin.name, builtin.does, node))
            .collect();
        all.dedup_by(|one, other| one.args == other.args && one.kids == other.kids);
        heads.extend(all);
    }

    fn heads_of_declared(&self, declared: &Declared, heads: &mut Vec<Head>) {
        let Declared { name, docs, args, kids, .. } = declared;
        if let Some(kinds) = args {
            let term = |(index, kind): (usize, &Option<Kind>)| self.term(&format!("{name} {index}"), *kind);
            let terms: Vec<Term> = kinds.iter().enumerate().map(term).collect();
            let args = (!terms.is_empty()).then_some(terms);
            if args.iter().flatten().all(|term| !term.is_empty()) {
                heads.push(Head {
                    name: name.clone(),
                    docs: docs.clone(),
                    args,
                    fields: String::new(),
                    kids: kids.clone(),
                });
            }
        }
        // Constructed in a way that the declaration does not show.
        let shown = args.as_ref().map(Vec::len);
        let others = self
            .nodes_of(name)
            .filter(|node| Some(node.args.as_ref().map_or(0, Vec::len)) != shown || !node.fields.is_empty());
        let mut others: Vec<Head> = others.map(|node| Head { kids: kids.clone(), ..fixed(name, docs, node) }).collect();
        others.dedup_by(|one, other| one.args == other.args && one.fields == other.fields);
        heads.extend(others);
    }
}

/// A node exactly as written, with the same number of children.
fn fixed(name: &str, docs: &str, node: &Node) -> Head {
    let kids = match &node.children {
        None => Kids::None,
        Some(children) => Kids::Arms(children.iter().map(|child| child.arm.clone()).collect()),
    };
    let args = node.args.as_ref().map(|args| args.iter().map(|arg| Term::of(arg)).collect());
    Head { name: name.to_owned(), docs: docs.to_owned(), args, fields: node.fields.clone(), kids }
}

/// The kind of a place: code can move between places of one kind. Empty if more than that matters.
fn place(takes: Takes) -> &'static str {
    match takes {
        Takes::Function | Takes::FirstChild => "condition",
        Takes::Effect => "effect",
        Takes::Action => "action",
        Takes::Count => "count",
        Takes::Time => "time",
        Takes::Key => "key",
        Takes::Items => "items",
        Takes::Probability => "probability",
        Takes::Weight => "weight",
        Takes::Score => "score",
        Takes::Threshold | Takes::Choice | Takes::Value | Takes::Optional | Takes::NamedNumber | Takes::NamedValue => {
            ""
        }
    }
}

fn literal(takes: Takes) -> Option<Kind> {
    match takes {
        Takes::Count => Some(Kind::Integer),
        Takes::Time | Takes::Weight | Takes::Score => Some(Kind::Float),
        Takes::Probability => Some(Kind::Chance),
        _ => None,
    }
}

/// The kind of literal for a type.
fn kind(ty: &str) -> Option<Kind> {
    match ty {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            Some(Kind::Integer)
        }
        "f32" | "f64" => Some(Kind::Float),
        "bool" => Some(Kind::Bool),
        "&'static str" => Some(Kind::Text),
        _ => None,
    }
}

/// The names that code mentions, including those inside format strings.
fn mentioned(code: &str, names: &BTreeSet<String>) -> BTreeSet<String> {
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| names.contains(*word)).map(str::to_owned).collect()
}

/// The text of the doc comments among the attributes that begin these tokens.
fn docs(tokens: TokenStream) -> String {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut lines = Vec::new();
    for pair in tokens.windows(2) {
        if let [TokenTree::Punct(hash), TokenTree::Group(group)] = pair
            && hash.as_char() == '#'
            && let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)] =
                &group.stream().into_iter().collect::<Vec<_>>()[..]
            && name == "doc"
        {
            lines.push(unquoted(text));
        }
    }
    lines.join("\n").trim().to_owned()
}

fn unquoted(text: &Literal) -> String {
    syn::parse_str::<syn::LitStr>(&text.to_string()).map(|text| text.value().trim().to_owned()).unwrap_or_default()
}
