//! `piece_sets.csv`: a row a piece set.

use super::{SetStudy, Study};
use crate::puzzle::{Metric, klotski};
use crate::table::Section;
use std::io::{self, Write};

pub(super) fn write(study: &Study<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let fixed = [
        "piece_set",
        "horizontal",
        "vertical",
        "small",
        "empty",
        "positions",
        "goal_positions",
        "components",
        "largest_component",
        "solvable",
        "unsolvable",
    ];
    let by_metric = Metric::ALL
        .into_iter()
        .flat_map(|metric| ["max", "mean", "hardest"].map(|what| format!("{what}_{metric}")));
    writer.write_record(fixed.map(str::to_owned).into_iter().chain(by_metric))?;
    for set in &study.sets {
        writer.write_record(row(study, set))?;
    }
    writer.flush()
}

fn row(study: &Study<'_>, set: &SetStudy) -> Vec<String> {
    let puzzle = study.atlas.family().puzzle();
    let counts = set.set.counts();
    let empty = puzzle.board().open_cells().count_ones() - puzzle.area(&set.set);
    let (goals, unsolvable) = set.goals_and_unsolvable();
    let numbers = [
        u64::from(counts[klotski::HORIZONTAL]),
        u64::from(counts[klotski::VERTICAL]),
        u64::from(counts[klotski::SMALL]),
        u64::from(empty),
        set.positions,
        goals,
        set.components.len() as u64,
        set.components.first().map_or(0, |largest| largest.size),
        set.positions - unsolvable,
        unsolvable,
    ];
    let mut row = vec![set.text.clone()];
    row.extend(numbers.map(|number| number.to_string()));
    for table in &set.tables {
        row.extend(table.as_ref().map_or_else(Default::default, |table| summary(&table.section)));
    }
    row
}

/// Largest distance, mean distance and number of positions at the largest; empty where nothing is
/// solvable.
fn summary(section: &Section) -> [String; 3] {
    let (Some(max), Some(hardest)) = (section.max_distance(), section.histogram.last()) else {
        return Default::default();
    };
    [max.to_string(), mean(&section.histogram), hardest.to_string()]
}

/// The mean of a histogram that is not empty, rounded to four decimals.
pub fn mean(histogram: &[u64]) -> String {
    let count: u128 = histogram.iter().map(|&count| u128::from(count)).sum();
    let total: u128 = (0u128..).zip(histogram).map(|(k, &count)| k * u128::from(count)).sum();
    let scaled = (total * 10_000 + count / 2) / count;
    format!("{}.{:04}", scaled / 10_000, scaled % 10_000)
}
