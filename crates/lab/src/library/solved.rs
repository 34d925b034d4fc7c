//! Results of searches of the library's puzzles, from the committed report.

use super::puzzles::LibraryPuzzle;
use super::record_holders::kept_rows;
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::{Metric, PerMetric, PieceMove};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A row of the report that `huarong report puzzles` writes: a puzzle under a metric.
#[derive(Deserialize, Serialize)]
pub struct SolvedRow {
    /// The id of the puzzle.
    pub id: String,
    /// The metric.
    pub metric: String,
    /// A lower bound of the number of moves of every solution; none if there is no solution.
    pub at_least: Option<u16>,
    /// Number of moves of the best solution found.
    pub best_found: Option<u16>,
    /// Number of reachable positions, if they were searched.
    pub reachable: Option<u64>,
    /// An optimal solution of a puzzle that is too large for a search on the pages. For each move, it has the numbers of the
    /// piece's first cell before and after.
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
    /// A lower bound of the number of moves of every solution.
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

static ROWS: LazyLock<Vec<SolvedRow>> =
    LazyLock::new(|| kept_rows(include_str!("reports/solved.csv")).collect());

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
