//! The rows of a pack: in JSON for apps, and as an index.

use super::entry::Entry;
use crate::cli::design::files::BY;
use crate::cli::output::Flat;
use huarong_core::notation::moves::{letters, path_text};
use huarong_core::position::Move;
use huarong_core::puzzle_file::Standing;
use huarong_core::rules::{Freedom, Lettering, Metric, PieceMove};
use huarong_lab::difficulty::Difficulty;
use huarong_pages::json::{MoveRecord, PuzzleRecord};
use serde::Serialize;

/// A puzzle for apps.
#[derive(Serialize)]
pub(super) struct AppRow<'e> {
    number: usize,
    title: &'e str,
    band: &'e str,
    theme: &'e str,
    metric: &'static str,
    distance: u16,
    /// A number of any size, as text.
    solution_count: &'e str,
    /// The start: a sign for each cell, and `/` between the rows.
    board: String,
    pieces: Vec<PieceRecord>,
    /// The moves of an optimal solution, as people read them.
    solution: Vec<String>,
    moves: Vec<MoveRecord>,
    /// None if there are too many reachable positions.
    measures: Option<&'e Difficulty>,
    description: PuzzleRecord<'e>,
    /// The text of the puzzle file, which other commands read.
    puzzle: String,
}

#[derive(Serialize)]
struct PieceRecord {
    sign: char,
    /// Column and row of each cell, from 0.
    cells: Vec<(u8, u8)>,
    /// `both`, `rows` or `columns`.
    freedom: &'static str,
}

impl<'e> AppRow<'e> {
    pub fn new(entry: &'e Entry<'_>, metric: Metric) -> Self {
        let (place, file, setup) = (&entry.place, &entry.file, &entry.setup);
        let piece = |standing: &Standing| {
            let kind = &file.kinds()[standing.kind];
            let cells: Vec<(u8, u8)> = kind.cells_at(standing.at).into_iter().collect();
            let sign = file.start().sign(cells[0].0, cells[0].1);
            let freedom = match kind.freedom {
                Freedom::Both => "both",
                Freedom::Rows => "rows",
                Freedom::Columns => "columns",
            };
            PieceRecord { sign, cells, freedom }
        };
        let moves: Vec<PieceMove> = entry.solution.iter().map(Move::made).collect();
        let lettering = Lettering::of(&setup.puzzle, &setup.start);
        Self {
            number: place.number,
            title: file.name(),
            band: place.band,
            theme: place.theme,
            metric: metric.name(),
            distance: place.moves,
            solution_count: &entry.solution_count,
            board: entry.draft.start(),
            pieces: file.pieces().iter().map(piece).collect(),
            solution: entry.solution_texts(),
            moves: MoveRecord::each(&setup.puzzle, &setup.start, &lettering, &moves),
            measures: entry.difficulty.as_ref(),
            description: PuzzleRecord::new(None, None, file),
            puzzle: entry.draft.text_with_result(place.moves, metric, BY),
        }
    }
}

impl Entry<'_> {
    /// The moves of the solution: the letter of the piece, and its path.
    fn solution_texts(&self) -> Vec<String> {
        let (puzzle, mut position) = (&self.setup.puzzle, self.setup.start.clone());
        let mut lettering = Lettering::of(puzzle, &position);
        let text = |made: PieceMove| {
            let text = letters(&lettering, &made) + &path_text(puzzle, &position, &made);
            lettering.make(&made);
            made.apply_to(&mut position);
            text
        };
        self.solution.iter().map(Move::made).map(text).collect()
    }
}

/// A row of the index.
#[derive(Default, Serialize)]
pub(super) struct IndexRow {
    number: usize,
    title: String,
    band: String,
    theme: String,
    metric: &'static str,
    distance: u16,
    solution_count: String,
    reachable: Option<u64>,
    pieces: usize,
    walls: usize,
    board: String,
    file: String,
}

impl Flat for IndexRow {}

impl IndexRow {
    /// The row of a puzzle in a file.
    pub fn new(entry: &Entry<'_>, metric: Metric, file: String) -> Self {
        let (place, board) = (&entry.place, entry.draft.start());
        Self {
            number: place.number,
            title: entry.file.name().to_owned(),
            band: place.band.to_owned(),
            theme: place.theme.to_owned(),
            metric: metric.name(),
            distance: place.moves,
            solution_count: entry.solution_count.clone(),
            reachable: entry.difficulty.as_ref().map(|difficulty| difficulty.reachable),
            pieces: entry.file.pieces().len(),
            walls: board.matches('#').count(),
            board,
            file,
        }
    }
}
