//! The scripts of BehaviorTree.CPP: `code`, `if`, and the eight conditions of a node.

mod lex;
pub mod names;
mod parse;
mod print;

use std::ops::Range;

pub use parse::parse;

/// Statements. The value of the last one is the value of the script.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    pub statements: Vec<Expr>,
}

/// A mistake in a script, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub at: Range<usize>,
    pub message: String,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Number(f64),
    Bool(bool),
    Text(String),
    /// An enum's value, or an entry of the blackboard; `@name` is an entry of the main tree.
    Name(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: every comparison with the next operand must hold.
    Compare(Box<Expr>, Vec<(Compare, Expr)>),
    /// `a ? b : c`.
    Choose(Box<[Expr; 3]>),
    Assign(Assign, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The direct operands of the expression, in text order.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Number(_) | Expr::Bool(_) | Expr::Text(_) | Expr::Name(_) => Vec::new(),
            Expr::Unary(_, operand) => vec![operand],
            Expr::Binary(_, left, right) | Expr::Assign(_, left, right) => vec![left, right],
            Expr::Compare(first, chain) => {
                std::iter::once(&**first).chain(chain.iter().map(|(_, operand)| operand)).collect()
            }
            Expr::Choose(parts) => parts.iter().collect(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Minus,
    BitNot,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Add,
    Subtract,
    Concatenate,
    Multiply,
    Divide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assign {
    /// `:=` creates the entry if it does not exist.
    Create,
    /// `=` requires the entry to exist.
    Set,
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// The effect of an operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Assign(Assign),
    Question,
    Binary(Binary),
    Compare(Compare),
}

/// The operators between two operands: their text, how strongly they bind, and their effect. A longer operator precedes
/// a shorter one with the same beginning.
const OPERATORS: [(&str, u8, Operator); 23] = [
    (":=", 2, Operator::Assign(Assign::Create)),
    ("+=", 2, Operator::Assign(Assign::Add)),
    ("-=", 2, Operator::Assign(Assign::Subtract)),
    ("*=", 2, Operator::Assign(Assign::Multiply)),
    ("/=", 2, Operator::Assign(Assign::Divide)),
    ("==", 10, Operator::Compare(Compare::Equal)),
    ("!=", 10, Operator::Compare(Compare::NotEqual)),
    ("<=", 10, Operator::Compare(Compare::LessEqual)),
    (">=", 10, Operator::Compare(Compare::GreaterEqual)),
    ("||", 6, Operator::Binary(Binary::Or)),
    ("&&", 8, Operator::Binary(Binary::And)),
    ("..", 16, Operator::Binary(Binary::Concatenate)),
    ("=", 2, Operator::Assign(Assign::Set)),
    ("?", 4, Operator::Question),
    ("<", 10, Operator::Compare(Compare::Less)),
    (">", 10, Operator::Compare(Compare::Greater)),
    ("|", 12, Operator::Binary(Binary::BitOr)),
    ("^", 12, Operator::Binary(Binary::BitXor)),
    ("&", 14, Operator::Binary(Binary::BitAnd)),
    ("+", 16, Operator::Binary(Binary::Add)),
    ("-", 16, Operator::Binary(Binary::Subtract)),
    ("*", 18, Operator::Binary(Binary::Multiply)),
    ("/", 18, Operator::Binary(Binary::Divide)),
];

/// The operators before an operand.
const PREFIXES: [(&str, Unary); 3] = [("-", Unary::Minus), ("~", Unary::BitNot), ("!", Unary::Not)];

/// How strongly `-`, `~` and `!` before an operand bind.
const PREFIX: u8 = 20;
