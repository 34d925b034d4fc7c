//! A row of the output.

use crate::cli::output::Record;
use crate::sliding::design::Variant;
use crate::sliding::rules::Metric;
use serde::Serialize;
use std::io::{self, Write};

/// A puzzle that differs in one piece from the one that was given.
#[derive(Serialize)]
pub(super) struct VariantRecord {
    metric: &'static str,
    moves: u16,
    /// How many more moves than the given puzzle; none if that has no solution.
    gain: Option<i32>,
    kind: &'static str,
    change: String,
    start: String,
}

impl VariantRecord {
    pub fn new(variant: &Variant, before: Option<u16>, metric: Metric) -> Self {
        Self {
            metric: metric.name(),
            moves: variant.moves,
            gain: before.map(|before| i32::from(variant.moves) - i32::from(before)),
            kind: variant.change.name(),
            change: variant.change.to_string(),
            start: variant.draft.start(),
        }
    }

    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let gain = self.gain.map_or(String::new(), |gain| format!("{gain:+}"));
        writeln!(out, "{:>5} {gain:>5}  {}  {}", self.moves, self.start, self.change)
    }
}

impl Record for VariantRecord {
    const COLUMNS: &'static [&'static str] =
        &["metric", "moves", "gain", "kind", "change", "start"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [self]
    }
}
