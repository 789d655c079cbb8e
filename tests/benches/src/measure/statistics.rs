//! What is left of many samples.

/// The middle of some samples, and how far they spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// A quarter of the samples is below this.
    pub low: f64,
    /// Half of them.
    pub median: f64,
    /// Three quarters.
    pub high: f64,
}

/// `None` if there are no samples.
pub fn spread(samples: &[f64]) -> Option<Spread> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |part: f64| sorted.get(((sorted.len().saturating_sub(1)) as f64 * part).round() as usize).copied();
    Some(Spread { low: at(0.25)?, median: at(0.5)?, high: at(0.75)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(spread(&[]), None);
        assert_eq!(spread(&[3.0, 1.0, 2.0, 5.0, 4.0]), Some(Spread { low: 2.0, median: 3.0, high: 4.0 }));
    }
}
