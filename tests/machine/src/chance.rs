//! What is drawn.

use bt_reference::world::Panicked;

use crate::evaluate::Run;
use crate::read::{Code, Value};
use bt_compiler::tree::model::{CodeId, Number};

impl Run<'_> {
    /// A number below this one, by Lemire's method, which rarely needs a division.
    pub fn below(&self, end: u64) -> Result<u64, Panicked> {
        let mut product = u128::from(self.world.word()?) * u128::from(end);
        while (product as u64) < end && (product as u64) < end.wrapping_neg() % end {
            product = u128::from(self.world.word()?) * u128::from(end);
        }
        Ok((product >> 64) as u64)
    }

    /// A number from 0 to 1, without 1.
    pub fn unit(&self) -> Result<f64, Panicked> {
        Ok((self.world.word()? >> 11) as f64 * (0.5_f64).powi(53))
    }

    /// The number of the drawn child, or the number of children if none can be drawn.
    pub fn weigh(&self, weights: &[Number]) -> Result<usize, Panicked> {
        let weights = weights.iter().map(|&weight| self.real(weight));
        let mut weights: Vec<f64> = weights.collect::<Result<_, _>>()?;
        if weights.contains(&f64::INFINITY) {
            weights = weights.into_iter().map(|weight| f64::from(u8::from(weight == f64::INFINITY))).collect();
        }
        let heavy: Vec<usize> = (0..weights.len()).filter(|&child| weights[child] > 0.0).collect();
        let Some(&last) = heavy.last() else { return Ok(weights.len()) };
        let mut rest = self.unit()? * heavy.iter().map(|&child| weights[child]).sum::<f64>();
        for child in heavy {
            if rest < weights[child] {
                return Ok(child);
            }
            rest -= weights[child];
        }
        Ok(last)
    }

    /// The score of a child.
    #[allow(clippy::wildcard_enum_match_arm, reason = "an argument of a random tree, not a kind of node")]
    pub fn score(&self, code: CodeId) -> Result<f64, Panicked> {
        match *self.tree.code(code) {
            Code::Score(id) => self.world.score(self.called(code, id)?),
            Code::Function(id) => self.world.number(self.called(code, id)?).map(f64::from),
            Code::Value(_) => self.float(code),
            ref other => unreachable!("{other:?} is not a score"),
        }
    }

    /// A number that is written, or that code returns.
    pub fn real(&self, number: Number) -> Result<f64, Panicked> {
        match number {
            Number::Known(number) => Ok(number),
            Number::Code(code) => self.float(code),
        }
    }

    /// A probability, a score or a weight.
    #[allow(clippy::wildcard_enum_match_arm, reason = "an argument of a random tree, not a kind of node")]
    pub fn float(&self, code: CodeId) -> Result<f64, Panicked> {
        match *self.tree.code(code) {
            Code::Value(Value::Float(value)) => Ok(value),
            Code::Value(Value::Number(id)) => self.world.number(self.called(code, id)?).map(f64::from),
            Code::Value(Value::Score(id)) => self.world.score(self.called(code, id)?),
            Code::Value(Value::Chance(id)) => self.world.chance(self.called(code, id)?),
            Code::Value(Value::Likely) => Ok(f64::from(self.bound(code) % 4) / 4.0),
            ref other => unreachable!("{other:?} is not a real number"),
        }
    }
}
