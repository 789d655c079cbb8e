//! Prints a script with all its parentheses.

use std::fmt::{Display, Formatter, Result};

use super::{Assign, Binary, Compare, Expr, OPERATORS, Operator, PREFIXES, Script, Unary};

impl Display for Script {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (number, statement) in self.statements.iter().enumerate() {
            write!(f, "{}{statement}", if number == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Expr::Number(number) => write!(f, "{number}"),
            Expr::Bool(value) => write!(f, "{value}"),
            Expr::Text(text) => write!(f, "'{text}'"),
            Expr::Name(name) => f.write_str(name),
            Expr::Unary(unary, operand) => write!(f, "({unary}{operand})"),
            Expr::Binary(binary, left, right) => write!(f, "({left} {binary} {right})"),
            Expr::Compare(first, chain) => {
                write!(f, "({first}")?;
                chain.iter().try_for_each(|(compare, operand)| write!(f, " {compare} {operand}"))?;
                f.write_str(")")
            }
            Expr::Choose(parts) => write!(f, "({} ? {} : {})", parts[0], parts[1], parts[2]),
            Expr::Assign(assign, to, value) => write!(f, "({to} {assign} {value})"),
        }
    }
}

/// The text of an operator.
fn written(operator: Operator) -> &'static str {
    let found = OPERATORS.iter().find(|(.., other)| *other == operator);
    found.map_or("?", |(text, ..)| *text)
}

impl Display for Unary {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        PREFIXES.iter().filter(|(_, unary)| unary == self).try_for_each(|(text, _)| f.write_str(text))
    }
}

macro_rules! operators {
    ($($operator:ident)*) => {$(
        impl Display for $operator {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                f.write_str(written(Operator::$operator(*self)))
            }
        }
    )*};
}

operators! { Assign Binary Compare }
