//! Plot of component sizes.

use super::chart::{Axis, Chart, Marks, Scale, Series};
use super::plot::{Plot, notes, place};
use crate::set_study::SetStudy;
use huarong_oracle::analysis::ComponentSize;
use std::collections::BTreeMap;

pub(super) const PLOT: Plot = Plot {
    file: "components.svg",
    words: "Number of components of at least each size, all piece sets together: most are small and \
            unsolvable, and a few hold nearly all positions.",
    draw,
};

fn draw(study: &SetStudy) -> Chart {
    let line = |name: &str, count: fn(&ComponentSize) -> u64| Series {
        name: name.to_owned(),
        marks: Marks::Line(at_least(study, count)),
    };
    Chart {
        title: "Number of components of at least each size".to_owned(),
        x: Axis {
            label: "size of a component in positions (logarithmic)".to_owned(),
            scale: Scale::Log,
        },
        y: Axis {
            label: "components of at least that size (logarithmic)".to_owned(),
            scale: Scale::Log,
        },
        series: vec![
            line("with a goal position", |size| size.with_goal),
            line("without one", |size| size.components - size.with_goal),
        ],
        notes: notes(study, "components.csv"),
    }
}

/// For each existing size, the number of counted components with that size or a larger one.
fn at_least(study: &SetStudy, count: fn(&ComponentSize) -> u64) -> Vec<[f64; 2]> {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for size in study.sets.iter().flat_map(|set| &set.component_sizes) {
        *counts.entry(size.size).or_default() += count(size);
    }
    let mut sum = 0;
    let mut points = Vec::new();
    for (size, components) in counts.into_iter().rev().filter(|&(_, components)| components > 0) {
        sum += components;
        points.push([place(size), place(sum)]);
    }
    points.reverse();
    points
}
