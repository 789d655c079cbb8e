//! The types of entries and ports: from models, from literals, and from what they are connected to.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use super::facts::{Facts, is_constant};
use super::keys::{is_blackboard, scripts};
use super::scopes::{EntryId, Meaning, Scope, Scopes};
use super::ty::{Ty, free};
use crate::builtin::Takes;
use crate::document::{Direction, Kind, Node, Value};
use crate::named::Named;
use crate::names::type_name;
use crate::script::{Assign, Binary, Compare, Expr, Script, Unary};
use crate::visit::visit;

/// An entry or a port: each has a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Typed {
    Entry(EntryId),
    /// A port of a kind of node.
    Port(String, String),
}

/// The types found so far. Connected entries and ports share one type.
#[derive(Default)]
pub struct Types {
    numbers: HashMap<Typed, usize>,
    /// The number of another item of the same type, or its own.
    same: Vec<usize>,
    found: Vec<Option<Ty>>,
    /// Items that are given a text spelled like an enum value, and whether it certainly is one.
    perhaps_enums: Vec<(Typed, bool)>,
    /// Items that are given `true` or `false`, or are used as a condition.
    perhaps_bools: Vec<Typed>,
    /// What each switch compares, with the text of each case.
    cases: Vec<(Typed, String)>,
    /// The outputs, by node and port: a text written for an output is not a value.
    outputs: HashSet<(String, String)>,
    /// The names in scripts that are values of enums.
    enums: BTreeSet<String>,
    /// Items that a script compares or assigns to each other, and whether the script needs their order: only numbers
    /// have one.
    alike: Vec<(Vec<Typed>, bool)>,
}

impl Types {
    /// The types of all entries and ports.
    pub fn of(facts: &Facts<'_>, scopes: &Scopes) -> Types {
        let (document, known) = (facts.document, &facts.named);
        let mut types = Types { enums: facts.enums.clone(), ..Types::default() };
        for model in &document.models {
            for port in &model.ports {
                let typed = Typed::Port(model.id.text.clone(), port.name.text.clone());
                types.found(&typed, port.ty.as_deref().and_then(Ty::of_cpp));
                if matches!(port.direction, Direction::Output) {
                    types.outputs.insert((model.id.text.clone(), port.name.text.clone()));
                }
            }
        }
        // Types from models take precedence over types from literals.
        for scope in &scopes.all {
            visit(&document.trees[scope.tree].root, &mut |node| types.connections(node, scope, known));
        }
        for scope in &scopes.all {
            visit(&document.trees[scope.tree].root, &mut |node| types.node(node, scope, known));
            types.arguments(scope, scopes);
        }
        types.decide_alike();
        types
    }

    /// Items that a script compares share a type: that of a typed item, numbers if their order matters, or else a type
    /// that the user fills in.
    fn decide_alike(&mut self) {
        let alike = std::mem::take(&mut self.alike);
        self.spread(&alike);
        for (all, _) in alike.iter().filter(|(_, is_ordered)| *is_ordered) {
            all.iter().for_each(|typed| self.found_unless_known(typed, Some(Ty::Number)));
        }
        self.spread(&alike);
        for typed in std::mem::take(&mut self.perhaps_bools) {
            self.found_unless_known(&typed, Some(Ty::Bool));
        }
        self.decide_enums();
        self.spread(&alike);
        for (all, _) in &alike {
            let unknown: Vec<_> = all.iter().filter(|typed| self.ty(typed).is_none()).collect();
            unknown.windows(2).for_each(|pair| self.connect(pair[0], pair[1]));
        }
    }

    /// Passes the types of typed items on to the untyped ones that they are compared with, and from those to the next.
    fn spread(&mut self, alike: &[(Vec<Typed>, bool)]) {
        let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
        for (group, (all, _)) in alike.iter().enumerate() {
            all.iter().for_each(|typed| groups.entry(self.number(typed)).or_default().push(group));
        }
        let mut open: VecDeque<usize> = (0..alike.len()).collect();
        while let Some(group) = open.pop_front() {
            let all = &alike[group].0;
            let Some(ty) = all.iter().filter_map(|typed| self.ty(typed)).max() else { continue };
            for typed in all.iter().filter(|typed| self.ty(typed).is_none()).collect::<Vec<_>>() {
                self.found_unless_known(typed, Some(ty.clone()));
                open.extend(groups.get(&self.number(typed)).into_iter().flatten());
            }
        }
    }

    /// A text spelled like an enum value is one if scripts name it, or if the item has a type other than text. Scripts
    /// then use the item as a number.
    fn decide_enums(&mut self) {
        for (typed, text) in std::mem::take(&mut self.cases) {
            let is_enum = is_constant(text.trim());
            match self.ty(&typed) {
                // The model names a type of C++; a case is one of its values.
                Some(Ty::Own(_)) if is_enum => self.perhaps_enums.push((typed, true)),
                None | Some(Ty::Bool | Ty::Int | Ty::Number) => self.literal(&typed, &text),
                _ => {}
            }
        }
        let mut perhaps = std::mem::take(&mut self.perhaps_enums);
        perhaps.sort_by_key(|(_, is_enum)| !is_enum);
        for (typed, is_enum) in perhaps {
            let number = self.number(&typed);
            self.found[number] = match self.found[number].take() {
                None | Some(Ty::Own(_)) if is_enum => Some(Ty::Number),
                Some(Ty::Bool | Ty::Int) => Some(Ty::Number),
                None => Some(Ty::Text),
                found => found,
            };
        }
    }

    /// Derives a type from a literal.
    fn literal(&mut self, typed: &Typed, text: &str) {
        match is_constant(text.trim()) {
            true => self.perhaps_enums.push((typed.clone(), self.enums.contains(text.trim()))),
            false => self.found(typed, Some(Ty::of_literal(text))),
        }
    }

    pub fn of_entry(&mut self, entry: EntryId, key: &str) -> Ty {
        self.ty_or_own(&Typed::Entry(entry), key)
    }

    pub fn of_port(&mut self, node: &str, port: &str) -> Ty {
        self.ty_or_own(&Typed::Port(node.to_owned(), port.to_owned()), port)
    }

    /// An unknown type becomes a type of the user's, named after its first entry.
    fn ty_or_own(&mut self, typed: &Typed, name: &str) -> Ty {
        let number = self.number(typed);
        self.found[number].get_or_insert_with(|| Ty::Own(free(type_name(name)))).clone()
    }

    fn number(&mut self, typed: &Typed) -> usize {
        if let Some(&number) = self.numbers.get(typed) {
            // Shortens the next search.
            self.same[number] = self.root(number);
            return self.same[number];
        }
        let number = self.same.len();
        self.same.push(number);
        self.found.push(None);
        self.numbers.insert(typed.clone(), number);
        number
    }

    fn root(&self, mut number: usize) -> usize {
        while self.same[number] != number {
            number = self.same[number];
        }
        number
    }

    fn ty(&mut self, typed: &Typed) -> Option<Ty> {
        let number = self.number(typed);
        self.found[number].clone()
    }

    fn found(&mut self, typed: &Typed, ty: Option<Ty>) {
        let number = self.number(typed);
        let found = self.found[number].take();
        self.found[number] = found.max(ty);
    }

    fn found_unless_known(&mut self, typed: &Typed, ty: Option<Ty>) {
        if self.ty(typed).is_none() {
            self.found(typed, ty);
        }
    }

    fn connect(&mut self, one: &Typed, other: &Typed) {
        let (one, other) = (self.number(one), self.number(other));
        if one != other {
            let found = self.found[one].take();
            self.same[one] = other;
            self.found[other] = self.found[other].take().max(found);
        }
    }

    /// Ports have the types of the entries they are connected to.
    fn connections(&mut self, node: &Node, scope: &Scope, known: &Named<'_>) {
        if node.builtin().is_some() || known.number_of(node).is_some() {
            return;
        }
        for port in &node.ports {
            if let Value::Key(key) = &port.value
                && let Some(Meaning::Entry(entry)) = scope.keys.get(key)
            {
                let typed = Typed::Port(node.id.text.clone(), port.name.text.clone());
                self.connect(&typed, &Typed::Entry(*entry));
            }
        }
    }

    fn node(&mut self, node: &Node, scope: &Scope, known: &Named<'_>) {
        let meaning = |key: &str| scope.keys.get(key);
        for port in &node.ports {
            let typed = Typed::Port(node.id.text.clone(), port.name.text.clone());
            let is_output = || self.outputs.contains(&(node.id.text.clone(), port.name.text.clone()));
            match (&port.value, node.kind) {
                (Value::Literal(_), _) if is_output() => {}
                _ if known.number_of(node).is_some() => {}
                (Value::Key(key), Kind::Builtin(builtin)) => {
                    let takes = builtin.port(&port.name.text).map(|port| port.takes);
                    if let (Some(Meaning::Entry(entry)), "value") = (meaning(key), &*port.name.text) {
                        self.found(&Typed::Entry(*entry), of_loop(builtin.name));
                    }
                    if let (Some(Meaning::Entry(entry)), "queue") = (meaning(key), &*port.name.text) {
                        self.found(&Typed::Entry(*entry), of_loop(builtin.name).map(|item| Ty::Queue(Box::new(item))));
                    }
                    if let (Some(Meaning::Entry(entry)), Some(takes)) = (meaning(key), takes) {
                        self.found(&Typed::Entry(*entry), of_builtin(takes));
                    }
                }
                (Value::Key(key), _) => {
                    if let Some(Meaning::Constant(text)) = meaning(key) {
                        self.literal(&typed, text);
                    }
                }
                (Value::Literal(text), kind) if !matches!(kind, Kind::Builtin(_)) => self.literal(&typed, text),
                (Value::Literal(_) | Value::Script(_) | Value::Wrong, _) => {}
            }
        }
        scripts(node).for_each(|script| self.script(script, scope));
        if is_blackboard(node) {
            self.set(node, scope);
        }
        if matches!(node.kind, Kind::Builtin(builtin) if builtin.name.starts_with("Switch")) {
            self.switch(node, scope);
        }
    }

    /// A parameter has the type of its argument.
    fn arguments(&mut self, scope: &Scope, scopes: &Scopes) {
        for (subtree, given) in scope.subtrees.iter().zip(&scope.arguments) {
            let Some(subtree) = subtree.map(|subtree| &scopes.all[subtree]) else { continue };
            for (key, parameter) in &subtree.parameters {
                match given.get(key) {
                    Some(Meaning::Entry(entry)) => self.connect(&Typed::Entry(*parameter), &Typed::Entry(*entry)),
                    // A script may compare it with a text.
                    Some(Meaning::Constant(text)) if Ty::of_literal(text) == Ty::Bool => {
                        self.perhaps_bools.push(Typed::Entry(*parameter));
                    }
                    Some(Meaning::Constant(text)) => self.literal(&Typed::Entry(*parameter), text),
                    None => {}
                }
            }
        }
    }

    /// `SetBlackboard`: its entry has the type of the value written to it.
    fn set(&mut self, node: &Node, scope: &Scope) {
        let Some(Meaning::Entry(to)) = scope.meaning_of_name(node, "output_key") else { return };
        if let Some(Value::Literal(text)) = node.port("value") {
            self.literal(&Typed::Entry(*to), text);
        } else if let Some(Meaning::Entry(from)) = scope.meaning(node, "value") {
            self.connect(&Typed::Entry(*from), &Typed::Entry(*to));
        }
    }

    /// Notes the cases of a switch: they give its variable a type if nothing else does.
    fn switch(&mut self, node: &Node, scope: &Scope) {
        let Some(&Meaning::Entry(entry)) = scope.meaning(node, "variable") else { return };
        for case in node.ports.iter().filter(|port| port.name.text.starts_with("case_")) {
            if let Value::Literal(text) = &case.value {
                self.cases.push((Typed::Entry(entry), text.clone()));
            }
        }
    }

    fn script(&mut self, script: &Script, scope: &Scope) {
        script.statements.iter().for_each(|statement| {
            self.expr(statement, scope);
        });
        if let Some(last) = script.statements.last() {
            self.may_be_bool(last, scope);
        }
    }

    /// The type of an expression, if it is known.
    fn expr(&mut self, expr: &Expr, scope: &Scope) -> Option<Ty> {
        match expr {
            Expr::Number(_) => Some(Ty::Number),
            Expr::Bool(_) => Some(Ty::Bool),
            Expr::Text(_) => Some(Ty::Text),
            Expr::Name(name) => match scope.keys.get(name) {
                Some(Meaning::Entry(entry)) => self.ty(&Typed::Entry(*entry)),
                Some(Meaning::Constant(text)) if self.enums.contains(text.trim()) => Some(Ty::Number),
                Some(Meaning::Constant(text)) => Some(Ty::of_literal(text)),
                None => Some(Ty::Number),
            },
            Expr::Unary(unary, operand) => {
                self.expr(operand, scope);
                if *unary == Unary::Not {
                    self.may_be_bool(operand, scope);
                }
                Some(if *unary == Unary::Not { Ty::Bool } else { Ty::Number })
            }
            Expr::Binary(binary, left, right) => {
                let found = (self.expr(left, scope), self.expr(right, scope));
                if matches!(binary, Binary::And | Binary::Or) {
                    self.may_be_bool(left, scope);
                    self.may_be_bool(right, scope);
                }
                Some(match binary {
                    Binary::And | Binary::Or => Ty::Bool,
                    Binary::Concatenate => Ty::Text,
                    Binary::Add if found.0 == Some(Ty::Text) || found.1 == Some(Ty::Text) => Ty::Text,
                    _ => {
                        self.is_number(left, scope);
                        self.is_number(right, scope);
                        Ty::Number
                    }
                })
            }
            Expr::Compare(first, chain) => {
                let mut ty = self.expr(first, scope);
                chain.iter().for_each(|(_, operand)| ty = ty.take().max(self.expr(operand, scope)));
                let mut all = Vec::new();
                for operand in std::iter::once(&**first).chain(chain.iter().map(|(_, operand)| operand)) {
                    self.is(operand, ty.clone(), scope);
                    entries(operand, scope, &mut all);
                }
                let is_ordered =
                    chain.iter().any(|(compare, _)| !matches!(compare, Compare::Equal | Compare::NotEqual));
                self.alike.push((all, is_ordered));
                Some(Ty::Bool)
            }
            Expr::Choose(parts) => {
                let [condition, holds, fails] = &**parts;
                self.expr(condition, scope);
                self.may_be_bool(condition, scope);
                self.expr(holds, scope).max(self.expr(fails, scope))
            }
            Expr::Assign(assign, to, value) => {
                let ty = self.expr(value, scope);
                let is_set = matches!(assign, Assign::Create | Assign::Set | Assign::Add);
                self.is(to, if is_set { ty.clone() } else { Some(Ty::Number) }, scope);
                if is_set {
                    let mut all = Vec::new();
                    [to, value].into_iter().for_each(|part| entries(part, scope, &mut all));
                    self.alike.push((all, false));
                }
                ty
            }
        }
    }

    /// An entry that a script uses as a condition may be a `bool`.
    fn may_be_bool(&mut self, expr: &Expr, scope: &Scope) {
        if let Expr::Name(name) = expr
            && let Some(Meaning::Entry(entry)) = scope.keys.get(name)
        {
            self.perhaps_bools.push(Typed::Entry(*entry));
        }
    }

    /// An entry used as a number is one, unless its type is known.
    fn is_number(&mut self, expr: &Expr, scope: &Scope) {
        self.is(expr, Some(Ty::Number), scope);
    }

    fn is(&mut self, expr: &Expr, ty: Option<Ty>, scope: &Scope) {
        let mut all = Vec::new();
        entries(expr, scope, &mut all);
        all.iter().for_each(|typed| self.found_unless_known(typed, ty.clone()));
    }
}

/// The entries whose value the expression may return.
fn entries(expr: &Expr, scope: &Scope, found: &mut Vec<Typed>) {
    match expr {
        Expr::Name(name) => {
            if let Some(Meaning::Entry(entry)) = scope.keys.get(name) {
                found.push(Typed::Entry(*entry));
            }
        }
        Expr::Choose(parts) => parts[1..].iter().for_each(|part| entries(part, scope, found)),
        Expr::Assign(_, to, value) => [to, value].into_iter().for_each(|part| entries(part, scope, found)),
        _ => {}
    }
}

/// The item type of a loop.
fn of_loop(name: &str) -> Option<Ty> {
    match name {
        "LoopInt" => Some(Ty::Int),
        "LoopBool" => Some(Ty::Bool),
        "LoopDouble" => Some(Ty::Number),
        "LoopString" => Some(Ty::Text),
        _ => None,
    }
}

/// The type of a port of a built-in node of BehaviorTree.CPP.
fn of_builtin(takes: Takes) -> Option<Ty> {
    match takes {
        Takes::Integer | Takes::Unsigned => Some(Ty::Int),
        Takes::Number => Some(Ty::Number),
        Takes::Bool => Some(Ty::Bool),
        Takes::Status | Takes::Script | Takes::Text | Takes::Key => None,
    }
}
