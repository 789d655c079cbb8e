//! Reads a script, by operator precedence.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use super::lex::{Word, words};
use super::{Assign, Expr, OPERATORS, Operator, PREFIX, PREFIXES, Script, Wrong};

/// How deeply operands may be nested.
const DEPTH: usize = 100;

/// How many words a script may have: a sum nests as deeply as it is long.
const WORDS: usize = 2_000;

/// Parses a script.
///
/// # Errors
///
/// The first mistake in the script.
pub fn parse(script: &str) -> Result<Script, Wrong> {
    let words = words(script, WORDS)?;
    let mut parser = Parser { words: words.into_iter().peekable(), end: script.len(), depth: 0 };
    let mut statements = Vec::new();
    loop {
        while parser.takes(";") {}
        if parser.words.peek().is_none() {
            break;
        }
        statements.push(parser.expr(0)?);
    }
    match statements.is_empty() {
        true => Err(Wrong { at: 0..script.len(), message: "this script is empty".to_owned() }),
        false => Ok(Script { statements }),
    }
}

struct Parser<'s> {
    words: Peekable<IntoIter<(Word<'s>, Range<usize>)>>,
    /// The length of the script.
    end: usize,
    depth: usize,
}

impl Parser<'_> {
    /// Consumes the sign if it comes next.
    fn takes(&mut self, sign: &str) -> bool {
        self.words.next_if(|(word, _)| *word == Word::Sign(sign)).is_some()
    }

    fn expect(&mut self, sign: &str) -> Result<(), Wrong> {
        if self.takes(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}` is missing"))) }
    }

    /// A mistake at the next word.
    fn wrong(&mut self, message: &str) -> Wrong {
        let at = self.words.peek().map_or(self.end..self.end, |(_, at)| at.clone());
        Wrong { at, message: message.to_owned() }
    }

    /// The next operator, if it binds at least as strongly as `least`.
    fn operator(&mut self, least: u8) -> Option<(u8, Operator)> {
        let (Word::Sign(sign), _) = self.words.peek()? else { return None };
        let &(_, binds, operator) = OPERATORS.iter().find(|(text, ..)| text == sign)?;
        (binds >= least).then_some((binds, operator))
    }

    fn expr(&mut self, least: u8) -> Result<Expr, Wrong> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.wrong(&format!("this script is nested more than {DEPTH} levels deep")));
        }
        let mut left = self.operand()?;
        while let Some((binds, operator)) = self.operator(least) {
            left = match operator {
                Operator::Assign(assign) => self.assignment(left, assign)?,
                Operator::Question => {
                    left = self.choice(left, binds)?;
                    break;
                }
                Operator::Compare(_) => self.comparison(left, binds)?,
                Operator::Binary(binary) => {
                    self.words.next();
                    Expr::Binary(binary, Box::new(left), Box::new(self.expr(binds + 1)?))
                }
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn assignment(&mut self, to: Expr, assign: Assign) -> Result<Expr, Wrong> {
        if !matches!(to, Expr::Name(_)) {
            return Err(self.wrong("only a name can be assigned to"));
        }
        self.words.next();
        Ok(Expr::Assign(assign, Box::new(to), Box::new(self.expr(0)?)))
    }

    /// `a ? b : c`. It can only be an operand in parentheses.
    fn choice(&mut self, condition: Expr, binds: u8) -> Result<Expr, Wrong> {
        self.words.next();
        let holds = self.expr(0)?;
        self.expect(":")?;
        Ok(Expr::Choose(Box::new([condition, holds, self.expr(binds)?])))
    }

    fn comparison(&mut self, first: Expr, binds: u8) -> Result<Expr, Wrong> {
        let mut chain = Vec::new();
        while let Some((_, Operator::Compare(compare))) = self.operator(binds) {
            self.words.next();
            chain.push((compare, self.expr(binds + 1)?));
        }
        Ok(Expr::Compare(Box::new(first), chain))
    }

    fn operand(&mut self) -> Result<Expr, Wrong> {
        let Some((word, at)) = self.words.next() else {
            return Err(self.wrong("a value is missing at the end"));
        };
        Ok(match word {
            Word::Number(number) => Expr::Number(number),
            Word::Text(text) => Expr::Text(text.to_owned()),
            Word::Name("true") => Expr::Bool(true),
            Word::Name("false") => Expr::Bool(false),
            Word::Name(name) => Expr::Name(name.to_owned()),
            Word::Sign("(") => {
                let inner = self.expr(0)?;
                self.expect(")")?;
                inner
            }
            Word::Sign("@") => match self.words.next() {
                Some((Word::Name(name), _)) => Expr::Name(format!("@{name}")),
                _ => return Err(Wrong { at, message: "a name is missing after `@`".to_owned() }),
            },
            Word::Sign(sign) => match PREFIXES.iter().find(|(text, _)| *text == sign) {
                Some(&(_, unary)) => Expr::Unary(unary, Box::new(self.expr(PREFIX)?)),
                None => return Err(Wrong { at, message: format!("a value is missing before `{sign}`") }),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// Scripts, each with its form in full parentheses.
    #[test]
    fn precedence() {
        for (script, read) in [
            ("a + b * c", "(a + (b * c))"),
            ("a - b - c", "((a - b) - c)"),
            ("-a * b", "((-a) * b)"),
            ("!a && b || c", "(((!a) && b) || c)"),
            ("a || b && c", "(a || (b && c))"),
            ("a | b & c == d", "((a | (b & c)) == d)"),
            ("a < b <= c", "(a < b <= c)"),
            ("x := y = 2", "(x := (y = 2))"),
            ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
            ("a == 1 ? x := 2 : 3", "((a == 1) ? (x := 2) : 3)"),
            ("'a' .. 1 .. 'b'", "(('a' .. 1) .. 'b')"),
            ("1..'m'", "(1 .. 'm')"),
            ("@goal == 0xFF", "(@goal == 255)"),
            ("1.5e3 + 1e-2", "(1500 + 0.01)"),
            ("a = 1; b = 2", "(a = 1); (b = 2)"),
            (";;a = 1 b = 2;", "(a = 1); (b = 2)"),
            ("true && ~mask", "(true && (~mask))"),
            ("a && \\\n b", "(a && b)"),
            ("a \\ \r\n\\\n && b", "(a && b)"),
        ] {
            assert_eq!(parse(script).map(|script| script.to_string()), Ok(read.to_owned()), "{script}");
        }
    }

    #[test]
    fn mistakes() {
        for (script, at, message) in [
            ("a +", 3..3, "a value is missing at the end"),
            ("(a", 2..2, "`)` is missing"),
            ("a ? b", 5..5, "`:` is missing"),
            ("1 = 2", 2..3, "only a name can be assigned to"),
            ("'open", 0..5, "this text has no end: a `'` is missing"),
            ("a == \"x", 5..7, "this text has no end: a `\"` is missing"),
            ("a ? b : c := 1", 10..12, "a value is missing before `:=`"),
            ("a \\ b", 2..3, "`\\` means nothing here"),
            ("a % b", 2..3, "`%` means nothing here"),
            ("1. + 2", 0..2, "this is not a number; numbers are `42`, `0xFF`, `1.5` and `1e3`"),
            ("12ab", 0..4, "this is not a number; numbers are `42`, `0xFF`, `1.5` and `1e3`"),
            ("a == == b", 5..7, "a value is missing before `==`"),
            (" ; ", 0..3, "this script is empty"),
            ("é", 0..2, "`é` means nothing here"),
        ] {
            let wrong = parse(script).expect_err(script);
            assert_eq!((wrong.at, &*wrong.message), (at, message), "{script}");
        }
    }

    #[test]
    fn deep_and_long_scripts_are_refused() {
        // Anything after the word limit is not read.
        let long = parse(&("a ".repeat(2_001) + "%")).expect_err("it is long");
        assert_eq!((long.at, &*long.message), (4_000..4_001, "this script has more than 2000 words"));
        for deep in ["(", "!", "a ? ", "a = ", "a + "] {
            let script = deep.repeat(200_000) + "1";
            assert!(parse(&script).is_err(), "{deep}");
            let _ = parse(&(deep.repeat(1_000) + "1"));
        }
    }
}
