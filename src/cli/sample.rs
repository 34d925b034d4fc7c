//! `huarong sample`: random positions in a range of distances.

use super::headings::{METRIC, OUTPUT, SEARCH, single_piece_metric, with_metrics};
use super::long_work;
use super::output::{self, Fewer, ListFormat, Record, Stdout};
use super::puzzle::Choice;
use super::session::Session;
use super::tablebases::Tablebases;
use anyhow::bail;
use huarong_core::klotski;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{
    DistanceRange, Sample, SampleError, SampleQuery, SolutionRange, sample,
};
use huarong_pages::json::LayoutRecord;
use serde::Serialize;
use std::io::{self, Write};

/// Draw random positions in a range of distances
///
/// Draws uniformly among the positions of a piece set whose distance is in the range. No position is drawn twice. If
/// there are fewer positions than --count, all of them are drawn, and the exit code is 3.
///
/// The same seed draws the same positions. The default seed is fixed, so every run draws the same positions. Missing
/// tables are built first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong sample 1h4v4s --distance 80..100 --metric finger\n  \
                        huarong sample 2h3v4s --distance 100 --count 5 --seed 7 --big-at-top\n  \
                        huarong sample 1h4v4s --distance 30..40 --solutions 1\n  \
                        huarong sample 1h4v4s --count 5 --format positions | huarong solve - --count")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece set such as 1h4v4s: 1 horizontal, 4 vertical and 4 small pieces
    #[arg(required_unless_present = "puzzle")]
    piece_set: Option<String>,

    /// Draw positions at these distances, as in 80..100
    ///
    /// Both ends are included. You can also write 80.., ..100 or 90; `..` means all distances.
    #[arg(long, value_name = "RANGE", default_value = "1..", help_heading = SEARCH)]
    distance: DistanceRange,

    #[arg(long, default_value = "finger", value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    metric: Metric,

    /// Draw only positions with such a number of optimal solutions, as in 1 or 2..10
    #[arg(long, value_name = "RANGE", help_heading = SEARCH)]
    solutions: Option<SolutionRange>,

    /// Draw N positions
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = OUTPUT)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// Start the random numbers from this seed; another seed draws other positions
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed, help_heading = SEARCH)]
    seed: u64,

    /// Draw only positions with the big piece in the top row
    #[arg(long, help_heading = SEARCH)]
    big_at_top: bool,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: ListFormat,
}

/// Reads a seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let sets = session.piece_sets(arguments.piece_set.as_slice())?;
    let [set] = &sets[..] else { bail!("sample needs one piece set: name one, such as 1h4v4s") };
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare([set])?;
    let oracle = tablebases.get(set);
    if arguments.big_at_top && session.chosen.is_some() {
        bail!("a puzzle has no big piece by that name: omit --big-at-top with --puzzle");
    }
    let query = SampleQuery {
        distance: arguments.distance,
        solutions: arguments.solutions,
        count: arguments.count as usize,
        seed: arguments.seed,
        at_top: arguments.big_at_top.then_some(klotski::BIG),
    };
    let all = oracle.all(arguments.metric)?;
    let sample =
        long_work::with_effort(session, "positions", |effort| sample(&all, &query, effort));
    let (positions, fewer) = match sample {
        Ok(Sample { positions, fitting }) => {
            let fewer = (positions.len() < query.count).then(|| {
                let (there, name) = (output::grouped(fitting), oracle.piece_set_text());
                let layouts = if arguments.big_at_top {
                    "positions with the big piece in the top row"
                } else {
                    "positions"
                };
                let and = if query.solutions.is_some() { "s" } else { "" };
                format!("only {there} {layouts} of {name} are in the range{and}")
            });
            (positions, fewer)
        }
        Err(error) => match error.downcast_ref() {
            Some(
                none @ (SampleError::OutOfRange { .. }
                | SampleError::Solutions { .. }
                | SampleError::Unsolvable { .. }),
            ) => (Vec::new(), Some(none.to_string())),
            _ => return Err(error),
        },
    };
    let layouts = positions.iter().map(|position| LayoutRecord::new(oracle, position));
    let layouts = layouts.collect::<Result<Vec<_>, _>>()?;
    let columns = session.columns::<LayoutRecord<'_>>();
    output::print_list(
        arguments.format,
        &columns,
        &layouts,
        |layout| &layout.position,
        write_layouts,
    )?;
    fewer.map_or(Ok(()), |fewer| Err(Fewer(fewer).into()))
}

fn write_layouts(layouts: &[LayoutRecord<'_>], out: &mut Stdout) -> io::Result<()> {
    layouts.iter().try_for_each(|LayoutRecord { position, distance, .. }| {
        let [unit, straight, finger] = distance.map(Option::unwrap_or_default).into_values();
        writeln!(out, "{position}  unit {unit}, straight {straight}, finger {finger}")
    })
}

impl Record for LayoutRecord<'_> {
    const COLUMNS: &'static [&'static str] =
        &["position", "piece_set", "unit", "straight", "finger"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [(&self.position, self.subject.text(), self.distance.values())]
    }
}
