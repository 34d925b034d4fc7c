//! The published numbers of moves of several puzzles, compared source by source.

use crate::cli::output::text_table;
use huarong_report::Comparison;
use std::collections::BTreeMap;

/// What the published numbers of each source are, compared with the optimal ones; `None` of a puzzle whose length is unknown.
#[derive(Default)]
pub(super) struct BySource(BTreeMap<String, Vec<Option<i64>>>);

/// The source of a number that names none.
const UNKNOWN: &str = "unknown source";

/// Fewest equal differences from which a pattern is seen.
const FEWEST_OF_PATTERN: usize = 3;

impl BySource {
    pub fn add(&mut self, source: Option<&str>, comparison: Option<Comparison>) {
        let source = source.map_or(UNKNOWN, without_place);
        let differences = self.0.entry(source.to_owned()).or_default();
        differences.push(comparison.map(|comparison| comparison.difference));
    }

    pub fn append(&mut self, other: Self) {
        for (source, differences) in other.0 {
            self.0.entry(source).or_default().extend(differences);
        }
    }

    /// A line for each source; `None` if there are fewer than two numbers.
    pub fn table(&self) -> Option<String> {
        if self.0.values().map(Vec::len).sum::<usize>() < 2 {
            return None;
        }
        let header = ["published", "equal", "higher", "lower", "unknown", "pattern", "by"];
        let rows = self.0.iter().map(|(source, all)| {
            let count = |is_one: fn(&Option<i64>) -> bool| {
                all.iter().filter(|one| is_one(one)).count().to_string()
            };
            [
                all.len().to_string(),
                count(|one| *one == Some(0)),
                count(|one| one.is_some_and(|difference| difference > 0)),
                count(|one| one.is_some_and(|difference| difference < 0)),
                count(Option::is_none),
                pattern(all).unwrap_or_default(),
                source.clone(),
            ]
        });
        Some(text_table(header, rows, 0..5))
    }
}

/// A source without the place in it, which follows `: ` outside of parentheses and quotations.
fn without_place(source: &str) -> &str {
    let is_outside = |before: &str| {
        let count = |sign| before.matches(sign).count();
        count('(') == count(')') && count('"') % 2 == 0
    };
    let ends = source.match_indices(": ").map(|(end, _)| &source[..end]);
    ends.into_iter().find(|before| is_outside(before)).unwrap_or(source)
}

/// The difference that most of the compared numbers have, if they are not equal to the optimal ones.
fn pattern(all: &[Option<i64>]) -> Option<String> {
    let compared: Vec<i64> = all.iter().flatten().copied().collect();
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for &difference in &compared {
        *counts.entry(difference).or_default() += 1;
    }
    let (difference, count) = counts.into_iter().max_by_key(|&(_, count)| count)?;
    if difference == 0 || count < FEWEST_OF_PATTERN || 2 * count <= compared.len() {
        return None;
    }
    let words = match difference {
        1 => "count one more: perhaps the exit as a move".to_owned(),
        -1 => "count one less".to_owned(),
        more if more > 0 => format!("count {more} more"),
        less => format!("count {} less", -less),
    };
    Some(format!("{count} of {} {words}", compared.len()))
}
