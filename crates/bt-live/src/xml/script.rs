//! Scripts that run on a board.

use std::collections::BTreeMap;
use std::sync::Arc;

use bt_xml::parts::{self, Assign, Binary, Compare, Expr, Unary};

use super::entry::Link;
use super::{Board, Value};

/// A script, with the meanings of its names.
pub struct Script {
    pub statements: Vec<Expr>,
    pub names: BTreeMap<String, Link>,
    /// The enums of the palette: they turn texts into numbers.
    pub enums: Arc<BTreeMap<String, f64>>,
}

/// How much two equal numbers may differ, as in BehaviorTree.CPP.
const NEAR: f64 = f32::EPSILON as f64;

/// The names in a script.
pub fn names(script: &parts::Script) -> Vec<&str> {
    let (mut found, mut open): (Vec<&str>, Vec<&Expr>) = (Vec::new(), script.statements.iter().collect());
    while let Some(expr) = open.pop() {
        if let Expr::Name(name) = expr {
            found.push(name);
        }
        open.extend(expr.parts());
    }
    found
}

impl Script {
    /// The entries with the text `true` or `false` where an operator or a condition needs a number. As in
    /// BehaviorTree.CPP, only a comparison reads such a text as a number.
    pub fn texts_for_numbers(&self, is_condition: bool) -> Vec<&str> {
        let mut numbers: Vec<&Expr> = self.statements.last().filter(|_| is_condition).into_iter().collect();
        let mut open: Vec<&Expr> = self.statements.iter().collect();
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Unary(_, operand) => numbers.push(operand),
                Expr::Binary(Binary::And | Binary::Or, left, right) => numbers.extend([&**left, right]),
                Expr::Choose(parts) => numbers.push(&parts[0]),
                _ => {}
            }
            open.extend(expr.parts());
        }
        let is_text = |name: &&str| match self.names.get(*name) {
            Some(Link::Entry(entry)) => entry.constant.as_ref().is_some_and(is_word_for_number),
            _ => false,
        };
        let names =
            numbers.into_iter().filter_map(|expr| if let Expr::Name(name) = expr { Some(&**name) } else { None });
        names.filter(is_text).collect()
    }

    /// Runs the script, and returns the value of the last statement.
    ///
    /// # Errors
    ///
    /// Where BehaviorTree.CPP throws an exception: a name without meaning, or an operator that cannot take its
    /// operands.
    pub fn run<B: Board + ?Sized>(&self, board: &mut B) -> Result<Value, String> {
        let mut last = Value::Bool(false);
        for statement in &self.statements {
            last = self.eval(statement, board)?;
        }
        Ok(last)
    }

    /// Runs the script, whose value must be a number.
    pub fn holds<B: Board + ?Sized>(&self, board: &mut B) -> Result<bool, String> {
        let value = self.run(board)?;
        is_true(&value).ok_or_else(|| format!("a condition must be a number, but this is {value:?}{}", hint([&value])))
    }

    fn eval<B: Board + ?Sized>(&self, expr: &Expr, board: &mut B) -> Result<Value, String> {
        Ok(match expr {
            Expr::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Value::Integer(*number as i64),
            Expr::Number(number) => Value::Number(*number),
            Expr::Bool(value) => Value::Bool(*value),
            Expr::Text(text) => Value::Text(text.clone()),
            Expr::Name(name) => {
                let value = self.names.get(name).and_then(|link| link.get(board));
                value.ok_or_else(|| format!("the entry `{name}` is not set"))?
            }
            Expr::Unary(unary, operand) => {
                let operand = self.eval(operand, board)?;
                let number = operand.number().filter(|_| operand.is_number());
                let number = number
                    .ok_or_else(|| format!("`{unary}` needs a number, but has {operand:?}{}", hint([&operand])))?;
                Value::Number(match unary {
                    Unary::Minus => -number,
                    Unary::BitNot => !whole(number)? as f64,
                    Unary::Not => of_bool(number == 0.0),
                })
            }
            // Both sides are always evaluated.
            Expr::Binary(binary, left, right) => {
                let (left, right) = (self.eval(left, board)?, self.eval(right, board)?);
                binary_of(*binary, &left, &right)?
            }
            Expr::Compare(first, chain) => {
                let mut left = self.eval(first, board)?;
                for (compare, right) in chain {
                    let right = self.eval(right, board)?;
                    if !self.compare(*compare, &left, &right)? {
                        return Ok(Value::Number(0.0));
                    }
                    left = right;
                }
                Value::Number(1.0)
            }
            Expr::Choose(parts) => {
                let condition = self.eval(&parts[0], board)?;
                // A text is also read as a number.
                let number = condition
                    .number()
                    .ok_or_else(|| format!("`?` needs a number, but has {condition:?}{}", hint([&condition])))?;
                self.eval(&parts[if number != 0.0 { 1 } else { 2 }], board)?
            }
            Expr::Assign(assign, to, value) => self.assign(*assign, to, value, board)?,
        })
    }

    fn compare(&self, compare: Compare, left: &Value, right: &Value) -> Result<bool, String> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let ordering = match (left, right) {
            (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
            _ => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                match compare {
                    Compare::Equal | Compare::NotEqual if (left - right).abs() <= NEAR => Some(Equal),
                    // If a side is not a number, the two are not equal.
                    Compare::Equal | Compare::NotEqual => Some(Less),
                    _ => left.partial_cmp(&right),
                }
            }
        };
        // As in C++: `a < b` is computed as not `a >= b`, so it holds for sides that cannot be compared.
        Ok(match compare {
            Compare::Equal => ordering == Some(Equal),
            Compare::NotEqual => ordering != Some(Equal),
            Compare::Less => !matches!(ordering, Some(Greater | Equal)),
            Compare::Greater => !matches!(ordering, Some(Less | Equal)),
            Compare::LessEqual => ordering != Some(Greater),
            Compare::GreaterEqual => ordering != Some(Less),
        })
    }

    /// An operand of a comparison with a number.
    fn number(&self, value: &Value) -> Result<f64, String> {
        let number = match value {
            Value::Text(text) => match &**text {
                "true" => Some(1.0),
                "false" => Some(0.0),
                text => self.enums.get(text).copied().or_else(|| value.number()),
            },
            _ => value.number(),
        };
        number.ok_or_else(|| format!("{value:?} cannot be compared with a number"))
    }

    fn assign<B: Board + ?Sized>(
        &self,
        assign: Assign,
        to: &Expr,
        value: &Expr,
        board: &mut B,
    ) -> Result<Value, String> {
        let Expr::Name(name) = to else { return Err("only a name can be assigned to".to_owned()) };
        let Some(Link::Entry(entry)) = self.names.get(name) else {
            return Err(format!("`{name}` is a constant, so it cannot be assigned to"));
        };
        let old = entry.get(board);
        if old.is_none() && assign != Assign::Create {
            return Err(format!("the entry `{name}` is not set: make it with `:=`"));
        }
        let value = self.eval(value, board)?;
        let old = old.or_else(|| entry.get(board));
        let new = match (assign, old) {
            (Assign::Create | Assign::Set, None) => value,
            (Assign::Create | Assign::Set, Some(old)) => self.converted(name, value, &old)?,
            (_, None) => return Err(format!("the entry `{name}` is not set")),
            (Assign::Add, Some(Value::Text(old))) if !value.is_number() => {
                text(old + &value.text().ok_or_else(|| format!("{value:?} is not a text"))?)?
            }
            (assign, Some(old)) => {
                let binary = match assign {
                    Assign::Subtract => Binary::Subtract,
                    Assign::Multiply => Binary::Multiply,
                    Assign::Divide => Binary::Divide,
                    _ => Binary::Add,
                };
                self.converted(name, binary_of(binary, &old, &value)?, &old)?
            }
        };
        board.set(&entry.key, new.clone());
        Ok(new)
    }

    /// Converts a value to the type of its entry: numbers stay numbers, and texts stay texts.
    fn converted(&self, name: &str, value: Value, old: &Value) -> Result<Value, String> {
        match (&value, old) {
            (Value::Text(_), Value::Text(_)) => Ok(value),
            (Value::Text(_), old) if old.is_number() => Ok(like(self.number(&value)?, old)),
            (number, old) if number.is_number() && old.is_number() => {
                Ok(number.number().map_or(value, |number| like(number, old)))
            }
            (Value::Other(_) | Value::List(_), Value::Other(_) | Value::List(_)) => Ok(value),
            _ => Err(format!("`{name}` is {old:?}, so it cannot become {value:?}")),
        }
    }
}

/// A number in the form that its entry has: whole numbers stay whole if possible.
fn like(number: f64, old: &Value) -> Value {
    match Value::Number(number).integer() {
        Some(integer) if !matches!(old, Value::Number(_)) => Value::Integer(integer),
        _ => Value::Number(number),
    }
}

/// Whether only comparisons read this text as a number.
fn is_word_for_number(value: &Value) -> bool {
    matches!(value, Value::Text(text) if ["true", "false"].contains(&&**text))
}

/// A hint for such a text, which is not a number.
fn hint<const N: usize>(values: [&Value; N]) -> &'static str {
    match values.into_iter().any(is_word_for_number) {
        true => ": a comparison reads this text, `== true`",
        false => "",
    }
}

fn is_true(value: &Value) -> Option<bool> {
    value.number().filter(|_| value.is_number()).map(|number| number != 0.0)
}

fn of_bool(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// The longest text that a script can make, in bytes.
const LONGEST: usize = 64 << 10;

/// A text, unless it is too long: a script that doubles a text every tick must not take all memory.
fn text(text: String) -> Result<Value, String> {
    match text.len() <= LONGEST {
        true => Ok(Value::Text(text)),
        false => Err(format!("a text of a script has at most {} KiB", LONGEST >> 10)),
    }
}

/// An operand of `&&` and `||`.
fn bit(binary: Binary, number: f64) -> Result<bool, String> {
    match number {
        0.0 => Ok(false),
        1.0 => Ok(true),
        _ => Err(format!("`{binary}` needs 0 or 1 on each side, but has {number:?}")),
    }
}

/// An operand of a bitwise operator.
fn whole(number: f64) -> Result<i64, String> {
    Value::Number(number).integer().ok_or_else(|| format!("{number:?} has no bits, since it is not a whole number"))
}

fn binary_of(binary: Binary, left: &Value, right: &Value) -> Result<Value, String> {
    let refused = || format!("`{binary}` has no meaning between {left:?} and {right:?}{}", hint([left, right]));
    if let (Value::Text(_), _) | (_, Value::Text(_)) = (left, right) {
        let both = matches!((left, right), (Value::Text(_), Value::Text(_)));
        let joins = binary == Binary::Concatenate || binary == Binary::Add && both;
        let joined = left.text().zip(right.text()).filter(|_| joins).ok_or_else(refused)?;
        return text(joined.0 + &joined.1);
    }
    let (Some(one), Some(other)) = (left.number(), right.number()) else { return Err(refused()) };
    Ok(Value::Number(match binary {
        Binary::Or => of_bool(bit(binary, one)? | bit(binary, other)?),
        Binary::And => of_bool(bit(binary, one)? & bit(binary, other)?),
        Binary::BitOr => (whole(one)? | whole(other)?) as f64,
        Binary::BitXor => (whole(one)? ^ whole(other)?) as f64,
        Binary::BitAnd => (whole(one)? & whole(other)?) as f64,
        Binary::Add => one + other,
        Binary::Subtract => one - other,
        Binary::Multiply => one * other,
        Binary::Divide => one / other,
        Binary::Concatenate => return Err(refused()),
    }))
}
