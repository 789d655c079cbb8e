//! Parses a node with its label, arguments and children.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::codes;
use crate::error::{Errors, Mistake};
use crate::tokens::names;
use crate::tree::ast::{Arg, Args, Arm, Binding, Cfg, Child, Name, Node};
use crate::tree::case::starts_upper;
use crate::tree::keyword::is_keyword;
use crate::tree::nodes::{self, Builtin, Children};
use crate::tree::parse::binding::{binding, is_type_ahead};
use crate::tree::parse::cfg::{cfg, is_cfg};
use crate::tree::parse::cursor::Cursor;
use crate::tree::parse::expression::{argument, mistake};
use crate::tree::parse::path::path;
use crate::tree::parse::{instead_of_operator, is_word_operator};

/// How deeply nodes may be nested.
pub const DEEPEST: usize = 64;

/// The meaning of `=>` before a child without an arm.
#[derive(Clone, Copy)]
enum Arrow<'b> {
    Wrong,
    /// The author meant a number of a `utility` or a `weighted`.
    OfNumbers(&'b Builtin),
    /// The author meant a number, which is already reported for another child.
    Told,
}

/// What the tokens before a separator were.
#[derive(PartialEq)]
enum After {
    Node,
    /// Code, whose first word is not the name of a node: `npc.reload()`.
    Code,
}

/// The parser of nodes. Its methods read one thing each, and report mistakes in it.
pub struct Parser<'a> {
    pub cursor: &'a mut Cursor,
    pub errors: &'a mut Errors,
    /// The nodes under a `#[cfg(..)]`.
    pub cfgs: &'a mut Vec<Cfg>,
}

impl Parser<'_> {
    /// `[label :] name [(args) | {fields}] [< children >] [-> binding]`. The binding may also come before the children;
    /// that of a `for_each` must.
    pub fn node(&mut self, depth: usize) -> Option<Node> {
        self.refuse_attributes();
        let assigned = if depth > 1 { self.assigned() } else { None };
        let label = self.label();
        let is_closure = self.cursor.peek_punct(0, '|');
        let Some(name) = self.name(label.as_ref()) else {
            match is_closure {
                true => self.cursor.skip_code_to_separator(),
                false => self.cursor.skip_to_separator(),
            }
            return None;
        };
        let before = self.errors.count();
        let name = self.refuse_type_arguments(name);
        let types_refused = self.errors.count() != before;
        let args = self.args(&name);
        let builtin = builtin(&name);
        let has_children = builtin.is_some_and(|builtin| builtin.children != Children::None);
        let before = self.errors.count();
        let early = binding(self.cursor, has_children, self.errors);
        let is_lost = has_children && self.errors.count() != before;
        let before = self.errors.count();
        self.refuse_brackets(&name);
        let children = self.children(&name, depth);
        let complete = self.errors.count() == before && !((is_lost || types_refused) && children.is_none());
        let late = binding(self.cursor, false, self.errors);
        let binding = match (builtin.is_some_and(Builtin::binds_item), early, late) {
            (true, early, Some(late)) => {
                self.refuse_late(&name, &late);
                early
            }
            (false, Some(early), Some(late)) => {
                self.refuse_second(&early, &late);
                Some(early)
            }
            (_, early, late) => early.or(late),
        };
        let renamed = self.renamed(depth);
        let binding = binding.or_else(|| assigned.or(renamed).map(Binding::refused));
        let binding = binding.map(|binding| Binding { refused: binding.refused || types_refused, ..binding });
        Some(Node { label, name, args, children, complete, binding })
    }

    /// `prey = find`, `let prey = find` and `prey <- find`, which are reported.
    fn assigned(&mut self) -> Option<Ident> {
        let at = usize::from(self.cursor.peek_word(0, "let"));
        let at = at + usize::from(at == 1 && self.cursor.peek_word(at, "mut"));
        let name = self.cursor.peek_ident(at).filter(|name| !is_keyword(name)).cloned()?;
        let marks = if self.cursor.peek_back_arrow(at + 1) { 2 } else { 1 };
        if marks == 1 && (!self.cursor.peek_punct(at + 1, '=') || self.cursor.peek_fat_arrow(at + 1)) {
            return None;
        }
        let tokens: TokenStream = self.cursor.take(at + 1 + marks).into_iter().collect();
        let help = format!("write `find_prey -> {name}`");
        self.errors.push(codes::BINDING.over(tokens, "a value is bound after its node").help(help));
        Some(name)
    }

    /// `find as prey` and `find => prey`, which are reported.
    fn renamed(&mut self, depth: usize) -> Option<Ident> {
        let marks = match self.cursor.peek_word(0, "as") {
            true => 1,
            false if depth > 1 && self.cursor.peek_fat_arrow(0) => 2,
            false => return None,
        };
        let name = self.cursor.peek_ident(marks).filter(|name| !is_keyword(name)).cloned()?;
        let message = format!("expected `->` before the name of a value, found {}", self.cursor.found());
        let tokens: TokenStream = self.cursor.take(marks + 1).into_iter().collect();
        let meant = format!("-> {name}");
        self.errors.push(codes::BINDING.over(tokens, message).help(format!("write `{meant}`")).fix(meant));
        Some(name)
    }

    /// `timeout(1.0) -> prey < child > -> other`.
    fn refuse_second(&mut self, early: &Binding, late: &Binding) {
        let (Some(first), Some(second)) = (early.names.first(), late.names.first()) else { return };
        let message = format!("a value is bound once, but this node already has `-> {first}` before its children");
        self.errors.push(codes::BINDING.at(second.span(), message));
    }

    /// Whether a leaf comes before a `=>` that should be a `->`: `find => prey, eat(prey)`.
    fn binds_by_arrow(&self, length: usize) -> bool {
        let is_leaf = self.cursor.peek_ident(0).is_some_and(|name| {
            let builtin = nodes::find(&name.to_string());
            !starts_upper(name) && !is_keyword(name) && builtin.is_none_or(|found| found.children == Children::None)
        });
        let has_args = length == 2 && self.cursor.peek_group(1, Delimiter::Parenthesis).is_some();
        let ends = |ahead| [',', '>'].iter().any(|&mark| self.cursor.peek_punct(ahead, mark));
        let Some(value) = self.cursor.peek_ident(length + 2).map(ToString::to_string) else { return false };
        let later = || (length + 3..).map_while(|ahead| self.cursor.peek(ahead));
        let is_used = || later().any(|token| names(&token.clone().into(), &value));
        is_leaf && (length == 1 || has_args) && ends(length + 3) && is_used()
    }

    /// `for_each(..) < child > -> item`.
    fn refuse_late(&mut self, name: &Name, late: &Binding) {
        let Some(item) = late.names.first() else { return };
        let message = format!("`{}` has no value; bind its item before the child", name.last());
        let help = format!("write `{}(..) -> {item} < .. >`", name.last());
        self.errors.push(codes::NO_VALUE.at(item.span(), message).help(help));
    }

    /// Reads what `read` reads, including the `#[cfg(..)]` before it.
    pub fn with_cfgs<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let start = self.cursor.position();
        let mut cfgs = Vec::new();
        while is_cfg(self.cursor) {
            cfgs.extend(cfg(self.cursor, self.errors));
        }
        let found = read(self);
        let end = self.cursor.position() + usize::from(self.cursor.peek_punct(0, ','));
        let at = |(predicate, attribute)| Cfg { predicate, attribute, whole: start..end };
        self.cfgs.extend(cfgs.into_iter().map(at));
        found
    }

    fn refuse_attributes(&mut self) {
        while self.cursor.peek_punct(0, '#') && self.cursor.peek_group(1, Delimiter::Bracket).is_some() {
            let attribute: TokenStream = self.cursor.take(2).into_iter().collect();
            let message = "a node takes no attributes except `#[cfg(..)]`, which must come first";
            self.errors.push(codes::ATTRIBUTE.over(attribute, message));
        }
    }

    /// `label fire: aim`.
    fn refuse_word_before_label(&mut self) {
        let named = self.cursor.peek_punct(2, ':') && !self.cursor.peek_path_separator(2);
        let Some(label) = self.cursor.peek_ident(1).filter(|_| named && self.cursor.peek_word(0, "label")) else {
            return;
        };
        let meant = label.to_string();
        let words = TokenStream::from_iter([self.cursor.peek(0), self.cursor.peek(1)].into_iter().flatten().cloned());
        let mistake = codes::LABEL.over(words, "a label is a name and a `:`, without a word before it");
        self.errors.push(mistake.help(format!("write `{meant}: ..`")).fix(meant));
        self.cursor.take(1);
    }

    fn label(&mut self) -> Option<Ident> {
        self.refuse_word_before_label();
        let mut label = None;
        while self.label_ahead() {
            let (at, found) = (self.cursor.span(), self.cursor.found());
            match (self.cursor.next(), &label) {
                (Some(TokenTree::Ident(name)), None) if is_keyword(&name) => {
                    self.errors.push(codes::LABEL.at(at, format!("a label is a name, found the keyword {found}")));
                }
                (Some(TokenTree::Ident(name)), None) => label = Some(name),
                (Some(TokenTree::Ident(_)), Some(first)) => {
                    let message = format!("a node has one label, but this one already has `{first}`");
                    self.errors.push(codes::LABEL.at(at, message));
                }
                _ => self.errors.push(codes::LABEL.at(at, format!("a label is a name, found {found}"))),
            }
            self.cursor.punct(':');
        }
        label
    }

    fn label_ahead(&self) -> bool {
        let word = matches!(self.cursor.peek(0), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
        word && self.cursor.peek_punct(1, ':') && !self.cursor.peek_path_separator(1)
    }

    /// The path that names a node. `None` after a mistake, which is reported.
    fn name(&mut self, label: Option<&Ident>) -> Option<Name> {
        if let Some(mistake) = self.keyword() {
            self.errors.push(mistake);
            return None;
        }
        let named = self.cursor.peek_ident(0).is_some()
            || (self.cursor.peek_path_separator(0) && self.cursor.peek_ident(2).is_some());
        if !named {
            let after = label.map(|label| format!(" after the label `{label}`")).unwrap_or_default();
            let message = format!("expected a node{after}, found {}", self.cursor.found());
            let mistake = codes::EXPECTED_NODE.at(self.cursor.span(), message);
            self.errors.push(mistake.maybe_help(self.instead_of_node()));
            return None;
        }
        path(self.cursor, self.errors)
    }

    /// What to write instead of code where a node is expected.
    fn instead_of_node(&self) -> Option<&'static str> {
        if self.cursor.peek_punct(0, '|') {
            Some("to use a closure as a leaf, write `action(|room| ..)` or `condition(|room| ..)`")
        } else if self.cursor.peek_punct(0, '!') {
            Some("to invert a node, write `inverter < .. >`")
        } else {
            None
        }
    }

    /// The error for a keyword of Rust instead of a node with a similar meaning.
    fn keyword(&self) -> Option<Mistake> {
        let word = self.cursor.peek_ident(0).filter(|word| is_keyword(word))?.to_string();
        let meant = nodes::find_other(&word)?.name;
        let message = format!("expected a node, found the keyword `{word}`");
        Some(codes::EXPECTED_NODE.at(self.cursor.span(), message).did_you_mean(meant))
    }

    /// `for_each::<Door>(..)` and `for_each<Door>(..)`: a built-in node with children has no type arguments. They are
    /// skipped.
    fn refuse_type_arguments(&mut self, mut name: Name) -> Name {
        let generics = std::mem::take(&mut name.generics);
        let builtin = builtin(&name);
        let Some(builtin) = builtin.filter(|builtin| builtin.children != Children::None) else {
            return Name { generics, ..name };
        };
        let args_follow = |parser: &Self, count| parser.cursor.peek_group(count, Delimiter::Parenthesis).is_some();
        let ahead = self.cursor.angles_ahead().filter(|&count| args_follow(self, count));
        let help = match builtin.binds_item() {
            true => "write the type of the items in the closure: `|room, i| -> Option<Door> { .. }`",
            false => "a closure may say the type of its result: `|room| -> Mood { .. }`",
        };
        let message = format!("`{}` takes no type arguments", builtin.name);
        match ahead {
            _ if !generics.is_empty() => self.errors.push(codes::TYPE_ARGUMENTS.over(generics, message).help(help)),
            Some(_) if !is_type_ahead(self.cursor, 1) => {
                let message = format!("the arguments of `{}` come before its children", builtin.name);
                let help = format!("write `{}(..) < .. >`", builtin.name);
                self.errors.push(codes::ARGUMENT_ORDER.at(self.cursor.span(), message).help(help));
            }
            Some(_) => self.errors.push(codes::TYPE_ARGUMENTS.at(self.cursor.span(), message).help(help)),
            None => return name,
        }
        self.cursor.take(ahead.unwrap_or_default());
        name
    }

    fn args(&mut self, name: &Name) -> Args {
        if let Some(group) = self.cursor.group(Delimiter::Parenthesis) {
            let before = self.errors.count();
            let args = self.arg_list(&group);
            let complete = self.errors.count() == before;
            return Args::List { args, complete, span: group.span() };
        }
        if let Some(group) = self.cursor.group(Delimiter::Brace) {
            return Args::Fields(group);
        }
        self.bare_argument(name).unwrap_or(Args::None)
    }

    /// `wait < 1.0 >` and `wait 1.0`, which are reported.
    fn bare_argument(&mut self, name: &Name) -> Option<Args> {
        let builtin = builtin(name);
        if builtin.is_some_and(|builtin| builtin.params.is_empty()) {
            return None;
        }
        let is_leaf = builtin.is_some_and(|builtin| builtin.children == Children::None);
        let in_angles = is_leaf && self.cursor.peek_punct(0, '<');
        let Some(TokenTree::Literal(argument)) = self.cursor.peek(usize::from(in_angles)) else { return None };
        let (found, help) = (self.cursor.found(), format!("write `{}({argument})`", name.last()));
        let message = format!("arguments of `{}` go in parentheses, found {found}", name.last());
        let span = self.cursor.span();
        self.errors.push(codes::EXPECTED_ARGUMENT.at(span, message).help(help));
        self.cursor.take(1);
        if in_angles {
            self.cursor.skip_list();
        } else if !self.cursor.peek_punct(0, '<') && !self.cursor.peek_arrow(0) {
            self.cursor.skip_to_separator();
        }
        Some(Args::List { args: Vec::new(), complete: false, span })
    }

    /// `sequence [ walk, open_door ]`.
    fn refuse_brackets(&mut self, name: &Name) {
        let builtin = builtin(name);
        let Some(builtin) = builtin.filter(|builtin| builtin.children != Children::None) else { return };
        if let Some(group) = self.cursor.group(Delimiter::Bracket) {
            let message = format!("children of `{}` go in angle brackets, found `[`", builtin.name);
            let help = format!("write {}", builtin.example());
            self.errors.push(codes::CHILDREN_IN_PARENTHESES.at(group.span_open(), message).help(help));
        }
    }

    fn arg_list(&mut self, group: &Group) -> Vec<Arg> {
        let mut cursor = Cursor::new(group.stream(), group.span_close());
        let mut args = Vec::new();
        while !cursor.is_empty() {
            let span = cursor.span();
            if cursor.punct(',').is_some() {
                self.errors.push(codes::EXPECTED_ARGUMENT.at(span, "expected an argument, found `,`"));
                continue;
            }
            let arg = argument(&mut cursor);
            match mistake(&arg.value, codes::EXPECTED_ARGUMENT, "`,` before the next argument") {
                Some(mistake) => self.errors.push(mistake),
                None => args.push(arg),
            }
            cursor.punct(',');
        }
        args
    }

    /// `forever walk`, which is reported. The second node is read as the child that it was probably meant as.
    fn bare_child(&mut self, name: &Name, depth: usize) -> Option<Vec<Child>> {
        let builtin = builtin(name);
        let builtin = builtin.filter(|builtin| builtin.children != Children::None && depth < DEEPEST)?;
        self.cursor.peek_ident(0).filter(|name| !is_keyword(name))?;
        let message = format!("children of `{}` go in angle brackets, found {}", builtin.name, self.cursor.found());
        let help = format!("write {}", builtin.example());
        self.errors.push(codes::CHILDREN_IN_PARENTHESES.at(self.cursor.span(), message).help(help));
        let mut children: Vec<Child> = self.child(depth, Arrow::Wrong).into_iter().collect();
        // After the root, everything else must be its children. Elsewhere, it may belong to the outer node.
        while depth == 1 && self.cursor.punct(',').is_some() && !self.cursor.is_empty() {
            children.extend(self.child(depth, Arrow::Wrong));
        }
        Some(children)
    }

    /// `< node, ... >`. Each child of a `switch` has a pattern before it, and each child of a `priority` a condition.
    fn children(&mut self, name: &Name, depth: usize) -> Option<Vec<Child>> {
        let Some(open) = self.cursor.punct('<') else { return self.bare_child(name, depth) };
        if depth == DEEPEST {
            let message = format!("nodes are nested more than {DEEPEST} levels deep");
            let help = "move a part into a tree of its own, and use that as a leaf";
            self.errors.push(codes::TOO_DEEP.at(open, message).help(help));
            self.cursor.skip_list();
            return None;
        }
        let builtin = builtin(name);
        let sort = builtin.map(|builtin| builtin.children);
        let scored = builtin.filter(|builtin| builtin.has_one_for_each_child());
        let mut arrow = scored.map_or(Arrow::Wrong, Arrow::OfNumbers);
        // After a mistake between two children of a `priority`, a missing condition of the second is not another error.
        let (has_conditions, mut is_lost) = (sort == Some(Children::Conditions), false);
        let mut children = Vec::new();
        loop {
            let (at, before) = (self.cursor.span(), self.errors.count());
            if self.cursor.is_empty() {
                let message = "this `<` is not closed: expected a `>` after the last child";
                self.errors.push(codes::NOT_CLOSED.at(open, message));
                break;
            }
            if self.cursor.punct('>').is_some() {
                break;
            }
            if self.cursor.punct(',').is_some() {
                self.errors.push(codes::EXPECTED_NODE.at(at, "expected a node, found `,`"));
                continue;
            }
            let mut found = self.with_cfgs(|parser| match sort {
                Some(Children::Arms) => parser.child_of_switch(depth),
                Some(Children::Conditions) => parser.child_of_priority(depth),
                _ => parser.child(depth, arrow),
            });
            if let (Arrow::OfNumbers(_), true) = (arrow, self.errors.count() != before) {
                arrow = Arrow::Told;
            }
            if let (Some(child), true) = (&mut found, is_lost) {
                child.arm.get_or_insert(Arm::nothing(at));
            }
            children.extend(found);
            let before = self.errors.count();
            if self.separator() == After::Code {
                children.pop();
            }
            is_lost = has_conditions && self.errors.count() != before;
        }
        Some(children)
    }

    /// A child without an arm.
    fn child(&mut self, depth: usize, before: Arrow) -> Option<Child> {
        let is_binding = |length| matches!(before, Arrow::Wrong) && self.binds_by_arrow(length);
        let pattern = self.pattern_ahead().filter(|&length| !is_binding(length));
        if let Some(length) = pattern {
            let arrow: TokenStream = self.cursor.take(length + 2).split_off(length).into_iter().collect();
            match before {
                Arrow::Wrong => {
                    let allowed = "a pattern of a `switch` or `reactive_switch`, or a condition of a `priority`";
                    let message = format!("`=>` is only allowed after {allowed}");
                    self.errors.push(codes::ARM_OUTSIDE.over(arrow, message));
                }
                Arrow::OfNumbers(parent) => {
                    let message = format!("the numbers of `{}` go in parentheses, one for each child", parent.name);
                    let help = format!("write {}", parent.example());
                    self.errors.push(codes::ARM_OUTSIDE.over(arrow, message).help(help));
                }
                Arrow::Told => {}
            }
        }
        let node = self.node(depth + 1)?;
        Some(Child { arm: None, node })
    }

    /// `,` or `>`, one of which must follow a child.
    fn separator(&mut self) -> After {
        if self.cursor.punct(',').is_some() || self.cursor.peek_punct(0, '>') || self.cursor.is_empty() {
            return After::Node;
        }
        let message = format!("expected `,` or `>`, found {}", self.cursor.found());
        let mistake = codes::NOT_CLOSED.at(self.cursor.span(), message);
        self.errors.push(mistake.maybe_help(instead_of_operator(self.cursor)));
        if is_word_operator(self.cursor) {
            self.cursor.take(1);
        }
        if self.cursor.punct(';').is_some() || self.cursor.peek_ident(0).is_some() {
            return After::Node;
        }
        let is_code = self.cursor.peek_punct(0, '.') || self.cursor.peek_punct(0, '@');
        self.cursor.skip_to_separator();
        self.cursor.punct(',');
        if is_code { After::Code } else { After::Node }
    }
}

/// The built-in with this name.
fn builtin(name: &Name) -> Option<&'static Builtin> {
    nodes::find(&name.word()?)
}
