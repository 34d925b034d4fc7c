//! Plot of difficulty by number of dominoes and of empty cells.

use super::chart::{Axis, Chart, HeatCell, Marks, Scale, Series};
use super::plot::{Plot, notes, place};
use crate::set_study::SetStudy;
use huarong_core::klotski::{HORIZONTAL, VERTICAL};
use huarong_core::rules::Metric;
use huarong_oracle::analysis::SetFigures;
use std::collections::BTreeMap;

pub(super) const PLOT: Plot = Plot {
    file: "pieces.svg",
    words: "Largest finger distance of the piece sets, by their numbers of dominoes and of empty cells.",
    draw,
};

fn draw(study: &SetStudy) -> Chart {
    // The hardest set for each pair of numbers; among equally hard sets, the first.
    let mut hardest: BTreeMap<(u64, u64), (u16, &SetFigures)> = BTreeMap::new();
    for set in &study.sets {
        let Some(max) = set.max(Metric::Finger) else { continue };
        let counts = set.piece_set.counts();
        let dominoes = u64::from(counts[HORIZONTAL]) + u64::from(counts[VERTICAL]);
        let found = hardest.entry((dominoes, set.empty.into())).or_insert((max, set));
        if max > found.0 {
            *found = (max, set);
        }
    }
    let fields = hardest.into_iter().map(|((dominoes, empty), (max, set))| HeatCell {
        at: [place(dominoes), place(empty)],
        value: max.into(),
        title: format!(
            "{dominoes} dominoes, {empty} cells empty: {}, {max} finger moves",
            set.text
        ),
    });
    Chart {
        title: "The largest distance by dominoes and empty cells".to_owned(),
        x: Axis { label: "dominoes, horizontal and vertical".to_owned(), scale: Scale::Steps },
        y: Axis {
            label: "empty cells; in the fields the largest distance (finger moves)".to_owned(),
            scale: Scale::Steps,
        },
        series: vec![Series { name: String::new(), marks: Marks::HeatCells(fields.collect()) }],
        notes: notes(study, "piece_sets.csv"),
    }
}
