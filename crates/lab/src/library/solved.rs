//! Results of searches of the library's puzzles, from the committed report.

use super::puzzles::LibraryPuzzle;
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::{Metric, PerMetric, PieceMove};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A file that `huarong report puzzles` writes.
const REPORT: &str = include_str!("reports/solved.csv");

/// A row of the report: a puzzle under a metric.
#[derive(Deserialize, Serialize)]
pub struct SolvedRow {
    /// The id of the puzzle.
    pub id: String,
    /// The metric.
    pub metric: String,
    /// Every solution has at least so many moves; none if there is no solution.
    pub at_least: Option<u16>,
    /// Number of moves of the best solution found.
    pub best_found: Option<u16>,
    /// Number of reachable positions, if they were searched.
    pub reachable: Option<u64>,
    /// An optimal solution of a puzzle that is too large for a search on the pages: for each move, the first cell of the
    /// piece before and after it, by its number.
    pub solution: Option<String>,
}

/// What searches found out about a puzzle of the library, kept so that it need not be searched again.
///
/// ```
/// use huarong::Metric;
/// use huarong::formats::SolvedPuzzle;
///
/// let century = SolvedPuzzle::find("century").expect("it is in the library");
/// assert_eq!(century.distance(Metric::Finger), Some(99));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedPuzzle {
    /// The id of the puzzle.
    pub id: &'static str,
    /// Number of reachable positions; `None` if they were not counted.
    pub reachable: Option<u64>,
    /// The bounds of the number of moves under each metric; `None` if there is no solution.
    pub bounds: PerMetric<Option<KnownBounds>>,
    solutions: PerMetric<Option<&'static str>>,
}

/// Bounds of the number of moves of the optimal solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KnownBounds {
    /// Every solution has at least so many moves.
    pub at_least: u16,
    /// Number of moves of the best solution found; equal to `at_least` if it is optimal.
    pub best_found: Option<u16>,
}

impl KnownBounds {
    /// A lower bound, and the length of the best solution that is known.
    #[doc(hidden)]
    pub fn new(at_least: u16, best_found: Option<u16>) -> Self {
        Self { at_least, best_found }
    }
}

/// Rows of all puzzles.
static ROWS: LazyLock<Vec<SolvedRow>> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(REPORT.as_bytes()).into_deserialize();
    rows.map(|row| row.expect("the kept report is sound")).collect()
});

/// Most positions of a search on the pages. Larger puzzles have their solutions in the report.
pub const MOST_SEARCHED: u64 = 3_000_000;

impl KnownBounds {
    /// The number of moves of the optimal solutions, if it is proved.
    pub fn proved(self) -> Option<u16> {
        self.best_found.filter(|best| *best == self.at_least)
    }
}

impl SolvedPuzzle {
    /// The results of a puzzle of the library; `None` if the report does not have it.
    pub fn find(id: &str) -> Option<Self> {
        let rows = || ROWS.iter().filter(|row| row.id == id);
        let of = |metric: Metric| rows().find(|row| row.metric == metric.name());
        let first = rows().next()?;
        Some(Self {
            id: &first.id,
            reachable: first.reachable,
            bounds: PerMetric::each(|metric| {
                let row = of(metric)?;
                Some(KnownBounds { at_least: row.at_least?, best_found: row.best_found })
            }),
            solutions: PerMetric::each(|metric| of(metric)?.solution.as_deref()),
        })
    }

    /// The results of all published puzzles, in the order of their ids.
    pub fn all() -> Vec<Self> {
        LibraryPuzzle::all().iter().filter_map(|puzzle| Self::find(puzzle.id)).collect()
    }

    /// The number of moves of the optimal solutions under a metric; `None` if it is not proved, or if there are none.
    pub fn distance(&self, metric: Metric) -> Option<u16> {
        self.bounds[metric]?.proved()
    }

    /// Whether more positions are reachable than a search on the pages visits.
    pub fn is_large(&self) -> bool {
        self.reachable.is_none_or(|reachable| reachable > MOST_SEARCHED)
    }

    /// An optimal solution of a large puzzle, if one is known. `None` if it is not one of the puzzle.
    pub fn solution(
        &self,
        Setup { puzzle, start }: &Setup,
        metric: Metric,
    ) -> Option<Vec<PieceMove>> {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for step in self.solutions[metric]?.split(' ') {
            let (from, to) = step.split_once('-')?;
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            let possible = puzzle.moves(&position, metric);
            let made = possible.into_iter().find(|made| (made.from, made.to) == (from, to))?;
            position = made.apply(&position);
            moves.push(made);
        }
        puzzle.goal().is_satisfied_by(&position).then_some(moves)
    }
}

/// A solution as the report has it.
pub fn solution_text(moves: &[PieceMove]) -> String {
    let text = |made: &PieceMove| format!("{}-{}", made.from, made.to);
    moves.iter().map(text).collect::<Vec<_>>().join(" ")
}
