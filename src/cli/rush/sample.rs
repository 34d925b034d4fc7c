//! `huarong rush sample`: estimates from boards drawn at random.

use crate::cli::long_work;
use crate::cli::output;
use crate::cli::output::{Flat, Format, Record, Stdout};
use crate::cli::session::Session;
use huarong_core::numerals::{counted, grouped};
use huarong_lab::rush::{Depth, Sample, Scope, Universe};
use serde::Serialize;
use std::io::{self, Write};

/// Estimates of the clusters with one largest distance from the goal, or of all clusters.
#[derive(Default, Serialize)]
struct EstimateRow {
    /// The largest distance; none for all clusters.
    distance: Option<usize>,
    /// Numbers found in the sample.
    clusters_found: u64,
    minimal_found: u64,
    clusters: f64,
    clusters_error: Option<f64>,
    minimal: f64,
    minimal_error: Option<f64>,
}

impl Flat for EstimateRow {}

impl EstimateRow {
    fn new(sample: &Sample, distance: Option<usize>, depth: Depth) -> Self {
        let [clusters, minimal] =
            [depth.clusters, depth.minimal].map(|found| sample.estimate(found));
        Self {
            distance,
            clusters_found: depth.clusters,
            minimal_found: depth.minimal,
            clusters: rounded(clusters.number),
            clusters_error: clusters.error.map(rounded),
            minimal: rounded(minimal.number),
            minimal_error: minimal.error.map(rounded),
        }
    }
}

/// A long minimal puzzle.
#[derive(Serialize)]
struct LongRow {
    distance: u16,
    start: String,
    reachable: u64,
}

/// What a sample says about a universe.
#[derive(Serialize)]
struct SampleRow {
    board: String,
    exit_row: u8,
    max_walls: u8,
    metric: &'static str,
    seed: u64,
    /// A number of any size, as text.
    goals: String,
    drawn: u64,
    positions: f64,
    positions_error: Option<f64>,
    largest: u64,
    total: EstimateRow,
    by_distance: Vec<EstimateRow>,
    /// The longest minimal puzzles that were found, at most 10.
    longest: Vec<LongRow>,
}

impl Record for SampleRow {
    fn header() -> Vec<String> {
        EstimateRow::header()
    }

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        &self.by_distance
    }
}

/// Puzzles that a sample lists.
const MOST_LISTED_PUZZLES: usize = 10;

/// Estimates a universe.
pub fn sample(
    session: &Session,
    scope: Scope,
    count: u32,
    seed: u64,
    format: Format,
) -> anyhow::Result<()> {
    let universe = Universe::new(scope)?;
    let sample = long_work::with_effort(session, "boards", |effort| {
        effort.doing(format_args!("sampling {scope}"))?;
        Sample::draw(&universe, count, seed, effort)
    })?;
    let findings = &sample.findings;
    let positions = sample.positions();
    let depths = (0..).zip(findings.depths());
    let longest = findings.puzzles().take(MOST_LISTED_PUZZLES);
    let longest = longest.map(|puzzle| {
        let start = scope.in_one_line(&puzzle.board);
        LongRow { distance: puzzle.distance, start, reachable: puzzle.reachable }
    });
    let row = SampleRow {
        board: format!("{}x{}", scope.width, scope.height),
        exit_row: scope.exit_row,
        max_walls: scope.walls,
        metric: scope.metric.name(),
        seed,
        goals: sample.starts.to_string(),
        drawn: sample.drawn,
        positions: rounded(positions.number),
        positions_error: positions.error.map(rounded),
        largest: findings.largest(),
        total: EstimateRow::new(&sample, None, findings.total()),
        by_distance: depths
            .map(|(distance, depth)| EstimateRow::new(&sample, Some(distance), *depth))
            .collect(),
        longest: longest.collect(),
    };
    output::print(format, &[row], |rows, out| write_sample(&rows[0], out))
}

/// A number with one decimal.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// An estimate with its standard error, each as a whole number.
fn estimated(number: f64, error: Option<f64>) -> String {
    let whole = |number: f64| output::grouped_digits(&format!("{number:.0}"));
    match error {
        Some(error) => format!("{} ± {}", whole(number), whole(error.ceil())),
        None => format!("{}, from too small a sample", whole(number)),
    }
}

fn write_sample(row: &SampleRow, out: &mut Stdout) -> io::Result<()> {
    let SampleRow { board, exit_row, max_walls, metric, goals, drawn, total, .. } = row;
    writeln!(
        out,
        "{board}, exit in row {exit_row}, at most {}, {metric} moves",
        counted(u64::from(*max_walls), "wall")
    )?;
    writeln!(
        out,
        "{} boards, drawn at random from {} with the red car at the exit",
        grouped(*drawn),
        output::grouped_digits(goals)
    )?;
    writeln!(out, "estimates, each with its standard error:")?;
    writeln!(out, "  clusters         {}", estimated(total.clusters, total.clusters_error))?;
    writeln!(out, "  positions        {}", estimated(row.positions, row.positions_error))?;
    writeln!(out, "  minimal puzzles  {}", estimated(total.minimal, total.minimal_error))?;
    writeln!(out, "largest cluster found: {}", counted(row.largest, "position"))?;
    writeln!(out, "longest minimal puzzles found (moves, board, reachable positions):")?;
    row.longest.iter().try_for_each(|LongRow { distance, start, reachable }| {
        writeln!(out, "  {distance} {start} {reachable}")
    })
}
