//! Scripts as Rust, over the fields of the board.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::scopes::{Meaning, Scope};
use super::ty::Ty;
use crate::script::{Assign, Binary, Compare, Expr, Script, Unary};

/// Translates the scripts of a tree.
pub struct Translator<'b> {
    pub board: &'b Board,
    pub scope: &'b Scope,
    /// The values of C++ enums, and how often the Rust names each.
    pub constants: &'b mut BTreeMap<String, usize>,
    /// What has no counterpart in Rust.
    pub wrong: Option<String>,
    /// The types of compared values that nothing in the files reveals.
    pub unknown: BTreeSet<String>,
}

/// The precedence of an expression of Rust, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// `if`, or a block.
    Block,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Sum,
    Product,
    Cast,
    Unary,
    Atom,
}

/// An expression of Rust with its type.
struct Rust {
    text: String,
    ty: Ty,
    level: Level,
    /// Whether a text is a `String` that nothing else owns.
    is_owned: bool,
}

impl Rust {
    fn new(text: impl Into<String>, ty: Ty) -> Self {
        Rust { text: text.into(), ty, level: Level::Atom, is_owned: false }
    }

    fn with(self, level: Level) -> Self {
        Rust { level, ..self }
    }

    fn number(number: f64) -> Self {
        match number {
            number if number.is_infinite() => Rust::new("f64::INFINITY", Ty::Number),
            number if number < 0.0 => Rust::new(format!("{number:?}"), Ty::Number).with(Level::Unary),
            number => Rust::new(format!("{number:?}"), Ty::Number),
        }
    }

    fn owned(self) -> Self {
        Rust { is_owned: true, ..self }
    }

    /// The text, in parentheses if it binds more loosely than `level`.
    fn at(&self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    /// `left sign right`, with sides of the same type.
    fn infix(left: &Rust, sign: &str, right: &Rust, level: Level, ty: Ty) -> Rust {
        // Rust reads `a as f64 < b` as a type with arguments, and forbids `a < b < c`.
        let first = match level {
            Level::Compare if left.level == Level::Cast => Level::Atom,
            Level::Compare => Level::BitOr,
            level => level,
        };
        let second = match level {
            Level::Compare => Level::BitOr,
            Level::Sum => Level::Product,
            Level::Product => Level::Cast,
            level => level,
        };
        Rust::new(format!("{} {sign} {}", left.at(first), right.at(second)), ty).with(level)
    }
}

impl Translator<'_> {
    /// A condition: the script, whose last value must hold.
    pub fn condition(&mut self, script: &Script, not: bool) -> String {
        let (last, before) = script.statements.split_last().expect("a script has statements");
        let statements: Vec<_> = before.iter().map(|statement| self.statement(statement)).collect();
        let holds = self.expr(last);
        let holds = self.bool(holds);
        let holds = if not { format!("!{}", holds.at(Level::Unary)) } else { holds.text };
        if statements.is_empty() { holds } else { format!("{{ {} {holds} }}", statements.join(" ")) }
    }

    /// An action: statements in braces.
    pub fn action(&mut self, script: &Script) -> String {
        let statements: Vec<_> = script.statements.iter().map(|statement| self.statement(statement)).collect();
        format!("{{ {} }}", statements.join(" "))
    }

    fn statement(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Assign(assign, to, value) => self.assign(*assign, to, value).unwrap_or_default(),
            Expr::Choose(parts) if [&parts[1], &parts[2]].iter().any(|part| matches!(part, Expr::Assign(..))) => {
                let condition = self.expr(&parts[0]);
                let condition = self.bool(condition).text;
                let (holds, fails) = (self.statement(&parts[1]), self.statement(&parts[2]));
                format!("if {condition} {{ {holds} }} else {{ {fails} }}")
            }
            value => format!("let _ = {};", self.expr(value).text),
        }
    }

    fn assign(&mut self, assign: Assign, to: &Expr, value: &Expr) -> Option<String> {
        let Expr::Name(name) = to else {
            self.wrong = Some("what is written is not an entry".to_owned());
            return None;
        };
        let Some(Meaning::Entry(entry)) = self.scope.keys.get(name) else {
            self.wrong = Some(format!("`{name}` is a constant here"));
            return None;
        };
        let field = &self.board.fields[*entry];
        let (to, ty, counts) = (format!("board.{}", field.name), field.ty.clone(), field.counts());
        let value = self.expr(value);
        let value = match assign {
            Assign::Create | Assign::Set => self.converted(value, &ty),
            Assign::Add if ty == Ty::Text => {
                let value = self.converted(value, &Ty::Text);
                return Some(format!("{to} += &{value};{counts}"));
            }
            _ if ty == Ty::Number => {
                let sign = match assign {
                    Assign::Add => "+=",
                    Assign::Subtract => "-=",
                    Assign::Multiply => "*=",
                    _ => "/=",
                };
                return Some(format!("{to} {sign} {};{counts}", self.number(value).text));
            }
            _ => {
                let sign = match assign {
                    Assign::Add => "+",
                    Assign::Subtract => "-",
                    Assign::Multiply => "*",
                    _ => "/",
                };
                let (old, value) = (self.number(Rust::new(to.clone(), ty.clone())), self.number(value));
                let level = if ["+", "-"].contains(&sign) { Level::Sum } else { Level::Product };
                self.converted(Rust::infix(&old, sign, &value, level, Ty::Number), &ty)
            }
        };
        Some(format!("{to} = {value};{counts}"))
    }

    fn expr(&mut self, expr: &Expr) -> Rust {
        match expr {
            Expr::Number(number) => Rust::number(*number),
            Expr::Bool(value) => Rust::new(value.to_string(), Ty::Bool),
            Expr::Text(text) => Rust::new(format!("{text:?}"), Ty::Text),
            Expr::Name(name) => self.name(name),
            Expr::Unary(unary, operand) => {
                let operand = self.expr(operand);
                match unary {
                    Unary::Not => {
                        Rust::new(format!("!{}", self.bool(operand).at(Level::Unary)), Ty::Bool).with(Level::Unary)
                    }
                    Unary::Minus => {
                        Rust::new(format!("-{}", self.number(operand).at(Level::Atom)), Ty::Number).with(Level::Unary)
                    }
                    Unary::BitNot => {
                        let bits = self.bits(operand).at(Level::Unary);
                        Rust::new(format!("!{bits} as f64"), Ty::Number).with(Level::Cast)
                    }
                }
            }
            Expr::Binary(binary, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                self.binary(*binary, left, right)
            }
            Expr::Compare(first, chain) => self.compare(first, chain),
            Expr::Choose(parts) => {
                let [condition, holds, fails] = &**parts;
                let (condition, holds, fails) = (self.expr(condition), self.expr(holds), self.expr(fails));
                let ty = holds.ty.clone().max(fails.ty.clone());
                let condition = self.bool(condition).text;
                let (holds, fails) = (self.converted(holds, &ty), self.converted(fails, &ty));
                let text = format!("if {condition} {{ {holds} }} else {{ {fails} }}");
                Rust::new(text, ty).owned().with(Level::Block)
            }
            Expr::Assign(assign, to, value) => {
                let statement = self.assign(*assign, to, value).unwrap_or_default();
                let to = self.expr(to);
                Rust::new(format!("{{ {statement} {} }}", to.text), to.ty).with(Level::Block)
            }
        }
    }

    fn name(&mut self, name: &str) -> Rust {
        match self.scope.keys.get(name) {
            Some(Meaning::Entry(entry)) => {
                let field = &self.board.fields[*entry];
                Rust::new(field.place(), field.ty.clone())
            }
            Some(Meaning::Constant(text)) if self.board.enums.contains(text.trim()) => self.value_of_enum(text.trim()),
            Some(Meaning::Constant(text)) => match text.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => Rust::number(number),
                _ => Rust::new(format!("{text:?}"), Ty::Text),
            },
            None => self.value_of_enum(name),
        }
    }

    fn value_of_enum(&mut self, name: &str) -> Rust {
        *self.constants.entry(name.to_owned()).or_default() += 1;
        Rust::new(name, Ty::Number)
    }

    /// The value of an enum as a text: BehaviorTree.CPP looks it up by name.
    fn named(&mut self, value: Rust) -> Rust {
        match self.constants.get_mut(&value.text) {
            Some(count) => {
                *count -= 1;
                Rust::new(format!("{:?}", value.text), Ty::Text)
            }
            None => value,
        }
    }

    fn binary(&mut self, binary: Binary, left: Rust, right: Rust) -> Rust {
        let (sign, level) = match binary {
            // Both sides are pure, so it does not matter that BehaviorTree.CPP evaluates both.
            Binary::And => ("&&", Level::And),
            Binary::Or => ("||", Level::Or),
            Binary::Concatenate => return self.joined(left, right),
            Binary::Add if left.ty == Ty::Text || right.ty == Ty::Text => return self.joined(left, right),
            Binary::BitOr => ("|", Level::BitOr),
            Binary::BitXor => ("^", Level::BitXor),
            Binary::BitAnd => ("&", Level::BitAnd),
            Binary::Add => ("+", Level::Sum),
            Binary::Subtract => ("-", Level::Sum),
            Binary::Multiply => ("*", Level::Product),
            Binary::Divide => ("/", Level::Product),
        };
        match level {
            Level::And | Level::Or => Rust::infix(&self.bool(left), sign, &self.bool(right), level, Ty::Bool),
            Level::Sum | Level::Product => {
                Rust::infix(&self.number(left), sign, &self.number(right), level, Ty::Number)
            }
            _ => {
                let bits = Rust::infix(&self.bits(left), sign, &self.bits(right), level, Ty::Int);
                Rust::new(format!("({}) as f64", bits.text), Ty::Number).with(Level::Cast)
            }
        }
    }

    fn joined(&mut self, left: Rust, right: Rust) -> Rust {
        let (left, right) = (self.text(&left), self.text(&right));
        Rust::new(format!("format!(\"{{}}{{}}\", {}, {})", left, right), Ty::Text).owned()
    }

    /// An expression that can be formatted.
    fn text(&mut self, value: &Rust) -> String {
        if !value.ty.is_plain() {
            self.wrong = Some(format!("`{}` is not a text", value.text));
        }
        value.text.clone()
    }

    fn compare(&mut self, first: &Expr, chain: &[(Compare, Expr)]) -> Rust {
        let mut holds = Vec::new();
        let mut left = first;
        for (compare, right) in chain {
            let (one, other) = (self.expr(left), self.expr(right));
            holds.push(self.compared(*compare, one, other));
            left = right;
        }
        let level = if holds.len() == 1 { Level::Compare } else { Level::And };
        Rust::new(holds.join(" && "), Ty::Bool).with(level)
    }

    fn compared(&mut self, compare: Compare, left: Rust, right: Rust) -> String {
        let sign = match compare {
            Compare::Equal => "==",
            Compare::NotEqual => "!=",
            Compare::Less => "<",
            Compare::Greater => ">",
            Compare::LessEqual => "<=",
            Compare::GreaterEqual => ">=",
        };
        let is_text = left.ty == Ty::Text || right.ty == Ty::Text;
        let (left, right) = if is_text { (self.named(left), self.named(right)) } else { (left, right) };
        match (&left.ty, &right.ty) {
            // A type that nothing in the files reveals, which the user fills in.
            (Ty::Own(one), Ty::Own(other)) if one == other && ["==", "!="].contains(&sign) => {
                self.unknown.insert(one.clone());
                Rust::infix(&left, sign, &right, Level::Compare, Ty::Bool).text
            }
            (one, other) if !one.is_plain() || !other.is_plain() => {
                let (one, other) = (one.name(), other.name());
                self.wrong = Some(format!("`{one}` is compared with `{other}`"));
                "false".to_owned()
            }
            (Ty::Text, Ty::Text) | (Ty::Bool, Ty::Bool) => {
                Rust::infix(&left, sign, &right, Level::Compare, Ty::Bool).text
            }
            _ => Rust::infix(&self.number(left), sign, &self.number(right), Level::Compare, Ty::Bool).text,
        }
    }

    fn bool(&mut self, value: Rust) -> Rust {
        let compare =
            |zero: &str| Rust::new(format!("{} != {zero}", value.at(Level::BitOr)), Ty::Bool).with(Level::Compare);
        match value.ty {
            Ty::Bool => value,
            Ty::Int => compare("0"),
            Ty::Number => compare("0.0"),
            Ty::Text => Rust::new(format!("!{}.is_empty()", value.at(Level::Atom)), Ty::Bool).with(Level::Unary),
            Ty::List(_) | Ty::Queue(_) => {
                Rust::new(format!("!{}.is_empty()", value.at(Level::Atom)), Ty::Bool).with(Level::Unary)
            }
            Ty::Optional(_) | Ty::Own(_) => Rust::new(format!("{}.is_some()", value.at(Level::Atom)), Ty::Bool),
            Ty::Char | Ty::Duration(_) => {
                self.wrong = Some(format!("`{}` is neither true nor false", value.text));
                Rust::new("false", Ty::Bool)
            }
        }
    }

    fn number(&mut self, value: Rust) -> Rust {
        match value.ty {
            Ty::Number => value,
            Ty::Int => Rust::new(format!("{} as f64", value.at(Level::Cast)), Ty::Number).with(Level::Cast),
            Ty::Bool => Rust::new(format!("f64::from({})", value.text), Ty::Number),
            _ => {
                self.wrong = Some(format!("`{}` is not a number", value.text));
                Rust::number(0.0)
            }
        }
    }

    /// A whole number, for bitwise operators.
    fn bits(&mut self, value: Rust) -> Rust {
        match value.ty {
            Ty::Int => value,
            _ => Rust::new(format!("{} as i64", self.number(value).at(Level::Cast)), Ty::Int).with(Level::Cast),
        }
    }

    fn converted(&mut self, value: Rust, to: &Ty) -> String {
        let value = if *to == Ty::Text { self.named(value) } else { value };
        match to {
            same if *same == value.ty && (value.is_owned || to.clone_call().is_empty()) => value.text,
            same if *same == value.ty && *same != Ty::Text => value.at(Level::Atom) + to.clone_call(),
            Ty::Bool => self.bool(value).text,
            Ty::Number => self.number(value).text,
            Ty::Int => self.bits(value).text,
            Ty::Text => format!("{}.to_string()", Rust { text: self.text(&value), ..value }.at(Level::Atom)),
            Ty::Optional(inner) => format!("Some({})", self.converted(value, inner)),
            _ => {
                self.wrong = Some(format!("`{}` becomes `{}`", value.ty.name(), to.name()));
                "Default::default()".to_owned()
            }
        }
    }
}

/// A `todo!` for the user to replace, with the text that has no counterpart in Rust.
pub fn todo(text: &str) -> String {
    format!("todo!({:?})", text.replace('{', "{{").replace('}', "}}"))
}
