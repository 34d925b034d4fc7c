//! Pairs of equally long puzzles that differ most in a measure.

use std::collections::BTreeMap;

/// The indexes of `count` pairs, each with the lower value first, or as many as there are. `puzzles` are lengths and values. The
/// differences have the largest sum that any such number of pairs has. Pairs are in the order of their first indexes.
///
/// Within a length, the sum of k differences is at most that of the k highest values less the k lowest.
pub(super) fn matched(puzzles: &[(u16, Option<f64>)], count: usize) -> Vec<[usize; 2]> {
    let mut lengths: BTreeMap<u16, Vec<(f64, usize)>> = BTreeMap::new();
    for (index, &(length, value)) in puzzles.iter().enumerate() {
        if let Some(value) = value {
            lengths.entry(length).or_default().push((value, index));
        }
    }
    let mut pairs = Vec::new();
    for alike in lengths.values_mut() {
        alike.sort_by(|(value, _), (other, _)| value.total_cmp(other));
        let (low, high) = (alike.iter(), alike.iter().rev());
        let ends = low.zip(high).take(alike.len() / 2);
        pairs.extend(ends.map(|(&(low, one), &(high, other))| (high - low, [one, other])));
    }
    pairs.retain(|&(difference, _)| difference > 0.0);
    pairs.sort_by(|(difference, _), (other, _)| other.total_cmp(difference));
    let mut chosen: Vec<[usize; 2]> = pairs.into_iter().map(|(_, pair)| pair).take(count).collect();
    chosen.sort();
    chosen
}
