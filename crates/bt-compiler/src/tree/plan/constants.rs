//! Recognizes times that are constant expressions by their form: literals, paths in capital letters, constant functions
//! of `Duration`, and basic arithmetic on these.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, UnOp};

/// The functions of `Duration` that are constant in the oldest supported Rust.
const FUNCTIONS: [&str; 5] = ["new", "from_secs", "from_millis", "from_micros", "from_nanos"];

/// A time that is a constant expression.
pub enum Constant {
    /// Just a number. Its type is `f64`, unless it states another one.
    Seconds(TokenStream),
    Time(TokenStream),
    Operation {
        left: Box<Constant>,
        operation: &'static str,
        right: Box<Constant>,
        at: Span,
    },
    /// A number by which a time is multiplied or divided.
    Factor(TokenStream),
}

/// The time as a constant, if it has that form. `is_variable` tells whether a name is a parameter of the tree.
pub fn constant(time: &TokenStream, is_variable: &dyn Fn(&str) -> bool) -> Option<Constant> {
    let time: Expr = syn::parse2(time.clone()).ok()?;
    if is_float(&time) {
        return Some(Constant::Seconds(time.to_token_stream()));
    }
    Reader { is_variable }.time(&time)
}

struct Reader<'a> {
    is_variable: &'a dyn Fn(&str) -> bool,
}

impl Reader<'_> {
    fn time(&self, expr: &Expr) -> Option<Constant> {
        match expr {
            Expr::Paren(inner) => self.time(&inner.expr),
            Expr::Group(inner) => self.time(&inner.expr),
            // The type of a number follows from the operand before it.
            Expr::Binary(binary) if !is_float(&binary.left) => {
                let factor = || self.is_factor(&binary.right).then(|| Constant::Factor(binary.right.to_token_stream()));
                let (operation, right) = match binary.op {
                    BinOp::Add(_) => ("plus", self.time(&binary.right)?),
                    BinOp::Sub(_) => ("minus", self.time(&binary.right)?),
                    BinOp::Mul(_) => ("times", factor()?),
                    BinOp::Div(_) => ("by", factor()?),
                    _ => return None,
                };
                let (left, at) = (Box::new(self.time(&binary.left)?), binary.op.span());
                Some(Constant::Operation { left, operation, right: Box::new(right), at })
            }
            _ if is_float(expr) || self.is_path(expr) || self.is_duration(expr) => {
                Some(Constant::Time(expr.to_token_stream()))
            }
            _ => None,
        }
    }

    /// A number, a constant, or basic arithmetic on these.
    fn is_factor(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_factor(&inner.expr),
            Expr::Group(inner) => self.is_factor(&inner.expr),
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_)),
            Expr::Path(_) => self.is_path(expr),
            Expr::Binary(binary) => {
                is_basic(&binary.op) && self.is_factor(&binary.left) && self.is_factor(&binary.right)
            }
            _ => false,
        }
    }

    /// A path whose last segment is in capital letters: by Rust's naming rules, a constant.
    fn is_path(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = expr else { return false };
        let parts = &path.path.segments;
        let plain = path.qself.is_none() && parts.iter().all(|part| part.arguments.is_none());
        let names: Vec<String> = parts.iter().map(|part| part.ident.to_string()).collect();
        let [.., last] = &names[..] else { return false };
        let is_capital = last.chars().any(char::is_uppercase) && !last.chars().any(char::is_lowercase);
        plain && is_capital && names[0] != "Self" && !(self.is_variable)(last)
    }

    /// A constant function of `Duration`.
    fn is_duration(&self, expr: &Expr) -> bool {
        let Expr::Call(call) = expr else { return false };
        let Expr::Path(path) = &*call.func else { return false };
        let names: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
        let [.., ty, function] = &names[..] else { return false };
        ty == "Duration" && FUNCTIONS.contains(&&function[..]) && call.args.iter().all(|arg| self.is_factor(arg))
    }
}

fn is_basic(operation: &BinOp) -> bool {
    matches!(operation, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_))
}

/// Numbers, and basic arithmetic on these.
fn is_float(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(binary) => is_basic(&binary.op) && is_float(&binary.left) && is_float(&binary.right),
        Expr::Paren(inner) => is_float(&inner.expr),
        Expr::Group(inner) => is_float(&inner.expr),
        Expr::Unary(negative) => matches!(negative.op, UnOp::Neg(_)) && is_float(&negative.expr),
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::constant;

    fn is_constant(time: &str) -> bool {
        let time = time.parse().expect("it is tokens");
        constant(&time, &|name| name == "RANGE").is_some()
    }

    #[test]
    fn constants_are_known_by_their_form() {
        for time in [
            "0.5",
            "-0.5",
            "(0.5)",
            "60.0 * (2.0 - 0.5)",
            "PATROL",
            "times::PATROL",
            "Duration::ZERO",
            "Duration::from_millis(100)",
            "core::time::Duration::new(1, NANOS)",
            "Duration::from_secs(2) / 4",
            "Duration::from_secs(2 * MINUTE) - SLACK",
            "(PATROL + REST) * 2",
            "PATROL + 0.5",
        ] {
            assert!(is_constant(time), "{time}");
        }
    }

    #[test]
    fn all_else_is_evaluated_at_run_time() {
        for time in [
            "1",
            "\"x\"",
            "patrol",
            "RANGE",
            "Self::PATROL",
            "<T as Timed>::PATROL",
            "times::<A>::PATROL",
            "*PATROL",
            "PATROL()",
            "PATROL.time",
            "|npc| npc.patrol",
            "Duration::from_secs(patrol)",
            "Duration::from_secs(minutes())",
            "Duration::default()",
            "my_duration(1)",
            "2 * PATROL",
            "0.5 * PATROL",
            "{ PATROL }",
            "secs!(1)",
            "PATROL % 2.0",
            "PATROL as f64",
        ] {
            assert!(!is_constant(time), "{time}");
        }
    }
}
