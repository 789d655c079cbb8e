//! Splits the code of a condition into parts for observers: an expression of `&&`, `||`, `!` and comparisons.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

use crate::tokens::is_mark;
use crate::tree::source::is_closure;
use crate::written::as_written;

/// A closure whose body has parts.
pub struct Condition {
    /// Everything before the body: `|npc|`.
    pub head: TokenStream,
    pub body: Expression,
    /// The parameter, if it is a name.
    name: Option<String>,
}

/// An expression, split into parts as far as possible.
pub enum Expression {
    /// Expressions joined by `&&` or `||`.
    Joined {
        first: Box<Expression>,
        others: Vec<(TokenStream, Expression)>,
    },
    /// An expression in parentheses, with the `!` before it.
    Grouped {
        not: Option<TokenTree>,
        group: Group,
        inner: Box<Expression>,
    },
    Compared {
        left: TokenStream,
        sign: TokenStream,
        right: TokenStream,
    },
    /// Code that has no parts.
    Whole(TokenStream),
}

impl Condition {
    /// The parts of a function. `None` if there is only the whole.
    pub fn read(function: &TokenStream) -> Option<Condition> {
        if !is_closure(function) {
            return None;
        }
        let tokens: Vec<TokenTree> = function.clone().into_iter().collect();
        let mut bars = (0..tokens.len()).filter(|&at| is(&tokens, at, '|'));
        let (open, close) = (bars.next()?, bars.next()?);
        let name = match &tokens[open + 1..close] {
            [TokenTree::Ident(name)] => Some(name.to_string()),
            [TokenTree::Ident(name), TokenTree::Punct(colon), ..] if colon.as_char() == ':' => Some(name.to_string()),
            _ => None,
        };
        let body = match &tokens[close + 1..] {
            [TokenTree::Group(block)] if block.delimiter() == Delimiter::Brace => grouped(None, block)?,
            body => expression(body),
        };
        let head = tokens[..=close].iter().cloned().collect();
        body.has_parts().then_some(Condition { head, body, name })
    }

    /// The text of a part. What the condition reads from its context is named without the context.
    pub fn text(&self, code: &TokenStream) -> String {
        as_written(&without(code, self.name.as_deref()))
    }
}

impl Expression {
    fn has_parts(&self) -> bool {
        !matches!(self, Expression::Whole(_))
    }
}

/// The code without a name before each `.`, and without the `*` that `resolve` has put before parameters and bindings.
fn without(code: &TokenStream, name: Option<&str>) -> TokenStream {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    let is_field = |at: usize| at > 0 && is(&tokens, at - 1, '.');
    let named =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Ident(ident)) if name.is_some_and(|name| ident == name));
    let is_context = |at: usize| named(at) && is(&tokens, at + 1, '.') && !is_field(at);
    let is_skipped = |at: usize| is_context(at) || (at > 0 && is_context(at - 1));
    let kept = (0..tokens.len()).filter(|&at| !is_skipped(at));
    let inner = |token: &TokenTree| {
        let TokenTree::Group(group) = token else { return token.clone() };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        match &inside[..] {
            [TokenTree::Punct(mark), place @ TokenTree::Ident(_)] if mark.as_char() == '*' => place.clone(),
            _ => Group::new(group.delimiter(), without(&group.stream(), name)).into(),
        }
    };
    kept.map(|at| inner(&tokens[at])).collect()
}

/// Whether the value of a side adds nothing to its code: the side is a literal, or a path like `Mood::Angry` or
/// `Some(3)`, whose type may only follow from the other side.
pub fn says_itself(side: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = side.clone().into_iter().collect();
    let is_literal = |token: &TokenTree| match token {
        TokenTree::Literal(_) | TokenTree::Punct(_) => true,
        TokenTree::Ident(word) => word == "true" || word == "false",
        TokenTree::Group(_) => false,
    };
    let path = match &tokens[..] {
        [path @ .., TokenTree::Group(args)] if args.stream().into_iter().all(|arg| is_literal(&arg)) => path,
        path => path,
    };
    let is_named = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if is_variant(&name.to_string()));
    tokens.iter().all(is_literal) || (path.iter().all(is_of_type) && path.last().is_some_and(is_named))
}

fn is_variant(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// Whether a side contains an operator, rather than just a value and accesses to it: `npc.hunger * 2.0`.
pub fn has_operator(side: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = side.clone().into_iter().collect();
    marks(&tokens).is_none_or(|marks| marks.iter().any(|mark| mark.is_binary && mark.text != "." && mark.text != "::"))
}

/// The parts of an expression.
fn expression(tokens: &[TokenTree]) -> Expression {
    let whole = || Expression::Whole(tokens.iter().cloned().collect());
    let Some(marks) = marks(tokens) else { return whole() };
    for joins in [["||"].as_slice(), &["&&"]] {
        let mut begin = 0;
        let (mut operators, mut operands) = (Vec::new(), Vec::new());
        for mark in marks.iter().filter(|mark| mark.is_binary && joins.contains(&mark.text)) {
            operands.push(expression(&tokens[begin..mark.at]));
            begin = mark.at + mark.text.len();
            operators.push(tokens[mark.at..begin].iter().cloned().collect::<TokenStream>());
        }
        if !operators.is_empty() {
            operands.push(expression(&tokens[begin..]));
            let mut operands = operands.into_iter();
            let Some(first) = operands.next() else { return whole() };
            return Expression::Joined {
                first: Box::new(first),
                others: operators.into_iter().zip(operands).collect(),
            };
        }
    }
    let signs: Vec<&Mark> = marks.iter().filter(|mark| mark.is_binary && COMPARISONS.contains(&mark.text)).collect();
    if let [sign] = signs[..] {
        let end = sign.at + sign.text.len();
        let [left, signs, right] = [&tokens[..sign.at], &tokens[sign.at..end], &tokens[end..]]
            .map(|tokens| tokens.iter().cloned().collect::<TokenStream>());
        if says_itself(&left) && says_itself(&right) {
            return whole();
        }
        return Expression::Compared { left, sign: signs, right };
    }
    let inner = match tokens {
        [TokenTree::Group(group)] => grouped(None, group),
        [not @ TokenTree::Punct(mark), TokenTree::Group(group)] if mark.as_char() == '!' => grouped(Some(not), group),
        _ => None,
    };
    inner.filter(Expression::has_parts).unwrap_or_else(whole)
}

/// An expression in parentheses, or in a block; `None` if it has no parts.
fn grouped(not: Option<&TokenTree>, group: &Group) -> Option<Expression> {
    if !matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::Brace) {
        return None;
    }
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let inner = Some(expression(&tokens)).filter(Expression::has_parts)?;
    Some(Expression::Grouped { not: not.cloned(), group: group.clone(), inner: Box::new(inner) })
}

const COMPARISONS: [&str; 6] = ["<=", ">=", "==", "!=", "<", ">"];

/// The operators that an expression may contain, longer ones first.
const MARKS: [&str; 19] =
    ["<<", ">>", "&&", "||", "::", "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "%", "^", "&", "."];

/// A binary or unary operator.
struct Mark {
    /// The index of its first token.
    at: usize,
    text: &'static str,
    is_binary: bool,
}

/// The operators of an expression, outside of groups. `None` if it is more than operators and operands: if there are
/// keywords, closures, assignments or ranges.
fn marks(tokens: &[TokenTree]) -> Option<Vec<Mark>> {
    let (mut marks, mut at, mut after_operand) = (Vec::new(), 0, false);
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '|' && after_operand && !is(tokens, at + 1, '|') => {
                marks.push(Mark { at, text: "|", is_binary: true });
                (at, after_operand) = (at + 1, false);
            }
            // `matches!(..)`
            TokenTree::Punct(punct)
                if punct.as_char() == '!'
                    && (!after_operand || matches!(tokens.get(at + 1), Some(TokenTree::Group(_)))) =>
            {
                if !after_operand {
                    marks.push(Mark { at, text: "!", is_binary: false });
                }
                at += 1;
            }
            TokenTree::Punct(_) => {
                let text = MARKS.into_iter().find(|mark| begins_with(&tokens[at..], mark))?;
                let (next, is_range) = (at + text.len(), text == "." && is(tokens, at + 1, '.'));
                let assigns = is(tokens, next, '=') && is_joint(tokens, next - 1);
                let closes = text == "-" && is(tokens, next, '>') && is_joint(tokens, at);
                let needs_operand = !matches!(text, "-" | "*" | "&" | "&&" | "::");
                if is_range || assigns || closes || (needs_operand && !after_operand) {
                    return None;
                }
                marks.push(Mark { at, text, is_binary: after_operand });
                (at, after_operand) = (next, false);
                if text == "::" && is(tokens, at, '<') {
                    at = after_angles(tokens, at)?;
                    after_operand = true;
                }
            }
            TokenTree::Ident(word) if word == "as" => {
                let begin = at + 1;
                at = begin + tokens[begin..].iter().take_while(|token| is_of_type(token)).count();
                if is(tokens, at, '<') && !is(tokens, at + 1, '=') {
                    at = after_angles(tokens, at)?;
                }
                // A cast is an operator.
                marks.push(Mark { at: begin - 1, text: "as", is_binary: true });
                after_operand = true;
            }
            TokenTree::Ident(word) if is_statement(word) => return None,
            _ => (at, after_operand) = (at + 1, true),
        }
    }
    after_operand.then_some(marks)
}

/// Whether a word begins anything other than an operand.
fn is_statement(word: &Ident) -> bool {
    const WORDS: [&str; 15] = [
        "async", "await", "break", "const", "continue", "for", "if", "let", "loop", "match", "move", "return",
        "unsafe", "while", "yield",
    ];
    WORDS.contains(&word.to_string().as_str())
}

/// Whether a token can be part of a type without arguments.
fn is_of_type(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(mark) => mark.as_char() == ':',
        _ => false,
    }
}

/// The first token after the `>` that closes a `<`.
fn after_angles(tokens: &[TokenTree], begin: usize) -> Option<usize> {
    let mut open = 0;
    for at in begin..tokens.len() {
        let closes = is(tokens, at, '>') && !is(tokens, at - 1, '-');
        open = open + usize::from(is(tokens, at, '<')) - usize::from(closes);
        if open == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn begins_with(tokens: &[TokenTree], mark: &str) -> bool {
    let last = mark.len() - 1;
    mark.chars().enumerate().all(|(at, char)| is(tokens, at, char) && (at == last || is_joint(tokens, at)))
}

fn is(tokens: &[TokenTree], at: usize, mark: char) -> bool {
    is_mark(tokens.get(at), mark)
}

fn is_joint(tokens: &[TokenTree], at: usize) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    use super::{Condition, Expression};
    use crate::written::as_written;

    /// The code with brackets around each part.
    fn bracketed(expression: &Expression) -> TokenStream {
        match expression {
            Expression::Joined { first, others } => {
                let (first, others) = (bracketed(first), others.iter().map(|(sign, other)| (sign, bracketed(other))));
                others.fold(first, |before, (sign, other)| quote!(#before #sign #other))
            }
            Expression::Grouped { not, inner, .. } => {
                let inner = bracketed(inner);
                quote!(#not(#inner))
            }
            Expression::Compared { left, sign, right } => quote!([[#left] #sign [#right]]),
            Expression::Whole(code) => quote!([#code]),
        }
    }

    fn parts(code: &str) -> Option<String> {
        let code: TokenStream = code.parse().expect("it is code");
        Condition::read(&code).map(|condition| as_written(&bracketed(&condition.body)))
    }

    #[test]
    fn a_condition_has_the_parts_that_are_evaluated_one_after_the_other() {
        for (code, expected) in [
            ("|n| n.clue && n.unseen < 1.5", "[n.clue] && [[n.unseen] < [1.5]]"),
            ("|n| a || !b && !(c == d || e)", "[a] || [!b] && !([[c] == [d]] || [e])"),
            ("|n| { n.a >= -1 }", "([[n.a] >= [-1]])"),
            ("move |n: &Npc| n.a as f32 > n.b::<C, D>().c", "[[n.a as f32] > [n.b::<C, D>().c]]"),
            (
                "|n| (a | b) & c != 0 && matches!(n.mood, Mood::Sad | Mood::Bad)",
                "[[(a | b) & c] != [0]] && [matches!(n.mood, Mood::Sad | Mood::Bad)]",
            ),
            ("|n| x == &&y && *z != *w", "[[x] == [&&y]] && [[*z] != [*w]]"),
            ("|n| n.all.iter().any(|a| a.x < 3 && a.y) && b", "[n.all.iter().any(|a| a.x < 3 && a.y)] && [b]"),
            ("|n| n.a << 2 < n.b >> 1", "[[n.a << 2] < [n.b >> 1]]"),
            ("|n| (n.a < 3)", "([[n.a] < [3]])"),
        ] {
            assert_eq!(parts(code).as_deref(), Some(expected), "{code}");
        }
    }

    #[test]
    fn other_conditions_have_none() {
        for code in [
            "Npc::sees",
            "|n| n.clue",
            "|n| !n.clue",
            "|n| !(n.clue)",
            "|n| if a { b && c } else { d }",
            "|n| { let a = n.b; a && c }",
            "|n| -> bool { n.a && n.b }",
            "|n| || a && b",
            "|n| 3 < 4",
            "|n| n.a < 3 < 4",
            "|n| <A as B>::c(n) && d",
            "|n| (0..3).contains(&n.a)",
            "|n| f(n.a && n.b)",
            "|n| a = b && c",
        ] {
            assert_eq!(parts(code), None, "{code}");
        }
    }

    #[test]
    fn the_context_is_not_in_the_text() {
        let code: TokenStream = "|npc| npc.distance(npc.home) < other.npc.reach(&npc)".parse().expect("it is code");
        let condition = Condition::read(&code).expect("it has parts");
        assert_eq!(condition.text(&code), "|npc| distance(home) < other.npc.reach(&npc)");
    }
}
