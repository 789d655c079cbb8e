//! Ratios to what is written by hand.

use crate::subject::BY_HAND;

/// The workload and the system of a value.
pub type Name = (&'static str, &'static str);

/// Each value divided by the least handwritten one on the same workload; empty if there is no value.
pub fn ratios(names: &[Name], values: &[Option<f64>]) -> Vec<Option<f64>> {
    let least = |workload| {
        let by_hand = |&(name, _): &(&Name, &Option<f64>)| name.0 == workload && name.1.starts_with(BY_HAND);
        let values = names.iter().zip(values).filter(by_hand).filter_map(|(_, value)| *value);
        values.min_by(f64::total_cmp)
    };
    names.iter().zip(values).map(|(name, value)| Some((*value)? / least(name.0)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_by_hand_is_one() {
        let names = [("a", "by hand: x"), ("a", "by hand: y"), ("a", "bt"), ("b", "by hand: x"), ("b", "bt")];
        let values = [Some(4.0), Some(2.0), Some(3.0), None, Some(1.0)];
        assert_eq!(ratios(&names, &values), [Some(2.0), Some(1.0), Some(1.5), None, None]);
    }
}
