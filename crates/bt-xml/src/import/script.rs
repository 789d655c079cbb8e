//! Scripts as Rust, over the fields of the board.

use std::collections::BTreeSet;

use super::board::Board;
use super::scopes::{Meaning, Scope};
use super::types::Ty;
use crate::script::{Assign, Binary, Compare, Expr, Script, Unary};

/// Translates the scripts of a tree.
pub struct Translator<'b> {
    pub board: &'b Board,
    pub scope: &'b Scope,
    /// The constants that scripts name: values of enums in C++.
    pub constants: &'b mut BTreeSet<String>,
    /// What could not be said in Rust.
    pub wrong: Option<String>,
}

/// An expression of Rust with its type.
struct Rust {
    text: String,
    ty: Ty,
    /// Whether a text is a `String` that nothing else has.
    is_owned: bool,
}

impl Rust {
    fn new(text: impl Into<String>, ty: Ty) -> Self {
        Rust { text: text.into(), ty, is_owned: false }
    }

    fn owned(self) -> Self {
        Rust { is_owned: true, ..self }
    }
}

impl Translator<'_> {
    /// A condition: the script, whose last value must hold.
    pub fn condition(&mut self, script: &Script) -> String {
        let (last, before) = script.statements.split_last().expect("a script has statements");
        let statements: Vec<_> = before.iter().map(|statement| self.statement(statement)).collect();
        let holds = self.expr(last);
        let holds = self.bool(holds);
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
                let condition = self.bool(condition);
                let (holds, fails) = (self.statement(&parts[1]), self.statement(&parts[2]));
                format!("if {condition} {{ {holds} }} else {{ {fails} }}")
            }
            value => format!("let _ = {};", self.expr(value).text),
        }
    }

    fn assign(&mut self, assign: Assign, to: &Expr, value: &Expr) -> Option<String> {
        let Expr::Name(name) = to else {
            self.wrong = Some("an entry of the main tree is written".to_owned());
            return None;
        };
        let Some(Meaning::Entry(entry)) = self.scope.keys.get(name) else {
            self.wrong = Some(format!("`{name}` is a constant here"));
            return None;
        };
        let field = &self.board.fields[*entry];
        let (to, ty) = (format!("board.{}", field.name), field.ty.clone());
        let value = self.expr(value);
        let value = match assign {
            Assign::Create | Assign::Set => self.converted(value, &ty),
            Assign::Add if ty == Ty::Text => {
                let value = self.converted(value, &Ty::Text);
                return Some(format!("{to} += &{value};"));
            }
            _ if ty == Ty::Number => {
                let sign = match assign {
                    Assign::Add => "+=",
                    Assign::Subtract => "-=",
                    Assign::Multiply => "*=",
                    _ => "/=",
                };
                return Some(format!("{to} {sign} {};", self.number(value)));
            }
            _ => {
                let sign = match assign {
                    Assign::Add => "+",
                    Assign::Subtract => "-",
                    Assign::Multiply => "*",
                    _ => "/",
                };
                let old = self.number(Rust::new(to.clone(), ty.clone()));
                let sum = Rust::new(format!("({old} {sign} {})", self.number(value)), Ty::Number);
                self.converted(sum, &ty)
            }
        };
        Some(format!("{to} = {value};"))
    }

    fn expr(&mut self, expr: &Expr) -> Rust {
        match expr {
            Expr::Number(number) => Rust::new(format!("{number:?}"), Ty::Number),
            Expr::Bool(value) => Rust::new(value.to_string(), Ty::Bool),
            Expr::Text(text) => Rust::new(format!("{text:?}"), Ty::Text),
            Expr::Name(name) => self.name(name),
            Expr::RootName(name) => {
                self.wrong = Some(format!("`@{name}` is an entry of the main tree"));
                Rust::new("0.0", Ty::Number)
            }
            Expr::Unary(unary, operand) => {
                let operand = self.expr(operand);
                match unary {
                    Unary::Not => Rust::new(format!("!{}", self.bool(operand)), Ty::Bool),
                    Unary::Minus => Rust::new(format!("-{}", self.number(operand)), Ty::Number),
                    Unary::BitNot => Rust::new(format!("(!({} as i64) as f64)", self.number(operand)), Ty::Number),
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
                let condition = self.bool(condition);
                let (holds, fails) = (self.converted(holds, &ty), self.converted(fails, &ty));
                Rust::new(format!("if {condition} {{ {holds} }} else {{ {fails} }}"), ty).owned()
            }
            Expr::Assign(assign, to, value) => {
                let statement = self.assign(*assign, to, value).unwrap_or_default();
                let to = self.expr(to);
                Rust::new(format!("{{ {statement} {} }}", to.text), to.ty)
            }
        }
    }

    fn name(&mut self, name: &str) -> Rust {
        match self.scope.keys.get(name) {
            Some(Meaning::Entry(entry)) => {
                let field = &self.board.fields[*entry];
                Rust::new(format!("board.{}", field.name), field.ty.clone())
            }
            Some(Meaning::Constant(text)) => match text.trim().parse::<f64>() {
                Ok(number) => Rust::new(format!("{number:?}"), Ty::Number),
                Err(_) => Rust::new(format!("{text:?}"), Ty::Text),
            },
            None => {
                self.constants.insert(name.to_owned());
                Rust::new(name, Ty::Number)
            }
        }
    }

    fn binary(&mut self, binary: Binary, left: Rust, right: Rust) -> Rust {
        let sign = match binary {
            // Both sides are pure, so it does not matter that BehaviorTree.CPP asks both.
            Binary::And => return Rust::new(format!("({} && {})", self.bool(left), self.bool(right)), Ty::Bool),
            Binary::Or => return Rust::new(format!("({} || {})", self.bool(left), self.bool(right)), Ty::Bool),
            Binary::Concatenate => return self.joined(left, right),
            Binary::Add if left.ty == Ty::Text || right.ty == Ty::Text => return self.joined(left, right),
            Binary::BitOr | Binary::BitXor | Binary::BitAnd => {
                let sign = ["|", "^", "&"][binary as usize - Binary::BitOr as usize];
                let (left, right) = (self.number(left), self.number(right));
                return Rust::new(format!("(({left} as i64 {sign} {right} as i64) as f64)"), Ty::Number);
            }
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
        };
        Rust::new(format!("({} {sign} {})", self.number(left), self.number(right)), Ty::Number)
    }

    fn joined(&mut self, left: Rust, right: Rust) -> Rust {
        let (left, right) = (self.text(left), self.text(right));
        Rust::new(format!("format!(\"{{}}{{}}\", {}, {})", left, right), Ty::Text).owned()
    }

    /// What can be formatted.
    fn text(&mut self, value: Rust) -> String {
        match value.ty {
            Ty::Own(_) => {
                self.wrong = Some("a type of your own becomes a text".to_owned());
                "\"\"".to_owned()
            }
            _ => value.text,
        }
    }

    fn compare(&mut self, first: &Expr, chain: &[(Compare, Expr)]) -> Rust {
        let mut holds = Vec::new();
        let mut left = first;
        for (compare, right) in chain {
            let (one, other) = (self.expr(left), self.expr(right));
            holds.push(self.compared(*compare, one, other));
            left = right;
        }
        match &*holds {
            [one] => Rust::new(one, Ty::Bool),
            _ => Rust::new(format!("({})", holds.join(" && ")), Ty::Bool),
        }
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
        match (&left.ty, &right.ty) {
            (Ty::Own(_), _) | (_, Ty::Own(_)) => {
                self.wrong = Some("a type of your own is compared".to_owned());
                "false".to_owned()
            }
            (Ty::Text, Ty::Text) => format!("{} {sign} {}", left.text, right.text),
            (Ty::Bool, Ty::Bool) => format!("{} {sign} {}", left.text, right.text),
            _ => format!("{} {sign} {}", self.number(left), self.number(right)),
        }
    }

    fn bool(&mut self, value: Rust) -> String {
        match value.ty {
            Ty::Bool => value.text,
            Ty::Int => format!("({} != 0)", value.text),
            Ty::Number => format!("({} != 0.0)", value.text),
            Ty::Text => format!("!{}.is_empty()", value.text),
            Ty::Own(_) => format!("{}.is_some()", value.text),
        }
    }

    fn number(&mut self, value: Rust) -> String {
        match value.ty {
            Ty::Number => value.text,
            Ty::Int => format!("{} as f64", value.text),
            Ty::Bool => format!("f64::from({})", value.text),
            Ty::Text | Ty::Own(_) => {
                self.wrong = Some(format!("`{}` is no number", value.text));
                "0.0".to_owned()
            }
        }
    }

    fn converted(&mut self, value: Rust, to: &Ty) -> String {
        match to {
            same if *same == value.ty && *same != Ty::Text => value.text,
            Ty::Bool => self.bool(value),
            Ty::Number => self.number(value),
            Ty::Int => format!("{} as i64", self.number(value)),
            Ty::Text if value.is_owned => value.text,
            Ty::Text => format!("{}.to_string()", self.text(value)),
            Ty::Own(_) => {
                self.wrong = Some("a type of your own is written".to_owned());
                "None".to_owned()
            }
        }
    }
}
