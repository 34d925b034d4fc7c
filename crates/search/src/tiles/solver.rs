//! Optimal solutions of tile puzzles.

use super::bounds::LowerBounds;
use super::contents::Contents;
use super::files::{TileFile, TileFiles};
use super::lines::{LineBounds, MOST_CELLS_OF_LINES};
use super::parity::{is_tile_puzzle, same_parity};
use super::patterns::AdditivePatterns;
use super::slides::Slide;
use super::tables::{SolverTables, TileTables};
use crate::component::Unmet;
use crate::error::SearchError;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell};
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle, ShapeId, Shift};
use std::fmt;
use std::sync::Arc;

/// Finds shortest paths to one position of a tile puzzle, from any position and on boards of at most 128 cells.
///
/// A tile puzzle has pieces of one cell, all different, and one empty cell. All metrics of single pieces count the same
/// moves there. The solver keeps distances of groups of tiles. Their sum is a lower bound for the distance of the whole
/// puzzle. For the 15-puzzle they take 10 MB while they are made. If searches expand many positions and memory suffices,
/// larger ones follow. These take up to 180 MB while they are made.
///
/// Under the [multi metric](Metric::Multi), a move takes a line of tiles. Then the lower bound is the distance if the tiles
/// of a group look alike. For the 15-puzzle, these distances take 15 MB, and larger ones 255 MB.
///
/// ```
/// use huarong::Position;
/// use huarong::search::{Effort, TileSolver};
///
/// let start = Position::from_toml("name = '8-puzzle'\nstart = '''\n867\n254\n3.1'''\ngoal = '''\n123\n456\n78.'''")?;
/// let target = start.puzzle().only_goal_position(&start.piece_set()).expect("the goal places every tile");
/// let solver = TileSolver::new(start.puzzle(), &target, Effort::UNLIMITED)?.expect("it is a tile puzzle");
/// let solution = solver.solve(&start, Effort::UNLIMITED)?;
/// assert_eq!(solution.moves.map(|moves| moves.len()), Some(31));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct TileSolver {
    puzzle: Puzzle,
    target: Arrangement,
    /// For each shape, the number of its tile.
    tiles_of_shapes: Vec<Cell>,
    /// For each tile, its shape.
    shapes: Vec<ShapeId>,
    tables: Arc<dyn SolverTables>,
}

/// The answer of a [`TileSolver`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TileSolution {
    /// The moves of an optimal solution; `None` if there is no solution.
    pub moves: Option<Vec<PieceMove>>,
    /// Number of positions whose moves were tried. A position that is met again counts again.
    pub expanded: u64,
}

impl fmt::Debug for TileSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TileSolver").field("target", &self.target).finish_non_exhaustive()
    }
}

impl TileSolver {
    /// Makes a solver for one target. `None` if the puzzle with these pieces is no tile puzzle, or if its board has
    /// more than 128 cells. Reports progress in arrangements of groups.
    ///
    /// The board must have no cell whose removal would divide it, and more than one cycle. Then parity decides which
    /// positions have a solution (Wilson, 1974).
    pub fn new(
        puzzle: &Puzzle,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SearchError> {
        Self::with_bounds(Metric::Unit, puzzle, target, |board, empty| {
            TileTables::<AdditivePatterns>::new(board, empty, effort)
        })
    }

    /// As [`new`](Self::new), for moves under a metric. Under the multi metric, a board has at most 25 cells.
    pub fn under(
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SearchError> {
        match metric {
            Metric::Multi => Self::with_bounds(metric, puzzle, target, |board, empty| {
                TileTables::<LineBounds>::new(board, empty, effort)
            }),
            _ => Self::new(puzzle, target, effort),
        }
    }

    fn with_bounds<B: LowerBounds + 'static>(
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
        tables: impl FnOnce(&Board, Cell) -> Result<TileTables<B>, SearchError>,
    ) -> Result<Option<Self>, SearchError> {
        if !Self::takes(metric, puzzle, target) {
            return Ok(None);
        }
        let tables = tables(puzzle.board(), empty_cell(puzzle, target))?;
        Ok(Some(Self::with_tables(puzzle, target, Arc::new(tables))))
    }

    /// As [`under`](Self::under), with the tables of a file if it exists.
    #[doc(hidden)]
    pub fn with_files(
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
        files: Option<&TileFiles>,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SearchError> {
        match (files, metric) {
            (None, _) => Self::under(metric, puzzle, target, effort),
            (Some(files), Metric::Multi) => {
                Self::with_file::<LineBounds>(metric, puzzle, target, files, effort)
            }
            (Some(files), _) => {
                Self::with_file::<AdditivePatterns>(metric, puzzle, target, files, effort)
            }
        }
    }

    fn with_file<B: LowerBounds + 'static>(
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
        files: &TileFiles,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SearchError> {
        Self::with_bounds(metric, puzzle, target, |board, empty| {
            match TileFile::<B>::new(files, board, empty).read(effort)? {
                Some(bounds) => Ok(TileTables::of(board, empty, bounds)),
                None => TileTables::new(board, empty, effort),
            }
        })
    }

    /// The metrics among these that need a solution of their own. As one cell is empty, all metrics of single pieces count the
    /// same moves. Solutions under the first are not longer than those under the second.
    #[doc(hidden)]
    pub fn metrics(asked: &[Metric]) -> &'static [Metric] {
        let moves_lines = asked.contains(&Metric::Multi);
        let moves_single_tiles = asked.iter().any(|&asked| asked != Metric::Multi);
        match (moves_lines, moves_single_tiles) {
            (true, true) => &[Metric::Multi, Metric::Unit],
            (true, false) => &[Metric::Multi],
            _ => &[Metric::Unit],
        }
    }

    /// Whether a puzzle is a tile puzzle on a board that is small enough for the tables of a metric.
    #[doc(hidden)]
    pub fn takes(metric: Metric, puzzle: &Puzzle, target: &Arrangement) -> bool {
        let fits = metric != Metric::Multi || puzzle.board().cell_count() <= MOST_CELLS_OF_LINES;
        fits && puzzle.board().is_narrow() && is_tile_puzzle(puzzle, target)
    }

    /// A solver for another puzzle and target with the same tables. `None` if they need other ones: if the metric, the
    /// board or the empty cell of the target differs.
    #[doc(hidden)]
    pub fn with_target(
        &self,
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
    ) -> Option<Self> {
        let has_tables = self.tables.moves_lines() == (metric == Metric::Multi)
            && *puzzle.board() == *self.puzzle.board()
            && Self::takes(metric, puzzle, target)
            && empty_cell(puzzle, target) == empty_cell(&self.puzzle, &self.target);
        has_tables.then(|| Self::with_tables(puzzle, target, self.tables.clone()))
    }

    fn with_tables(puzzle: &Puzzle, target: &Arrangement, tables: Arc<dyn SolverTables>) -> Self {
        let mut tiles = vec![0; puzzle.shapes().len()];
        let mut shapes = vec![0; puzzle.board().cell_count().into()];
        for (shape, cell) in target.pieces() {
            tiles[shape] = cell;
            shapes[usize::from(cell)] = shape;
        }
        let (puzzle, target) = (puzzle.clone(), target.clone());
        Self { puzzle, target, tiles_of_shapes: tiles, shapes, tables }
    }

    /// Whether a position of a tile puzzle can reach another, by their parity; `None` for other puzzles.
    pub fn decides(puzzle: &Puzzle, start: &Arrangement, target: &Arrangement) -> Option<bool> {
        let is_tiles = is_tile_puzzle(puzzle, target) && start.piece_set() == target.piece_set();
        is_tiles.then(|| same_parity(puzzle, start, target))
    }

    /// A lower bound for the number of moves of single tiles between two positions. It is the sum of the distances of the tiles, each
    /// alone on a board without walls, and needs no tables.
    #[doc(hidden)]
    pub fn lone_moves(puzzle: &Puzzle, start: &Arrangement, target: &Arrangement) -> u16 {
        let board = puzzle.board();
        let apart = |(shape, cell)| {
            target.anchors_of(shape).next().map_or(0, |to| {
                let columns = board.column(cell).abs_diff(board.column(to));
                u16::from(columns + board.row(cell).abs_diff(board.row(to)))
            })
        };
        start.pieces().map(apart).sum()
    }

    /// The position to which paths lead.
    pub fn target(&self) -> &Arrangement {
        &self.target
    }

    /// The shapes of each group of tiles, by rows and by columns of their places in the target.
    pub fn groups(&self) -> impl Iterator<Item = Vec<ShapeId>> {
        let shape = |&tile: &Cell| self.shapes[usize::from(tile)];
        self.tables.groups().into_iter().map(move |tiles| tiles.iter().map(shape).collect())
    }

    /// A lower bound for the distance of a position; `None` for a position with other tiles.
    pub fn lower_bound(&self, start: &Arrangement) -> Option<u16> {
        self.has_tiles(start).then(|| self.tables.bound(&self.contents(start)))
    }

    fn has_tiles(&self, position: &Arrangement) -> bool {
        self.puzzle.holds(position) && position.piece_set() == self.target.piece_set()
    }

    fn contents(&self, position: &Arrangement) -> Contents {
        let cells = self.puzzle.board().cell_count().into();
        Contents::new(cells, position, |shape| self.tiles_of_shapes[shape])
    }

    /// Bytes of memory of the distances of groups.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    /// Makes the tables for many hard positions now, unless memory does not suffice. Otherwise they are made once searches
    /// take longer.
    #[doc(hidden)]
    pub fn make_large_tables(&self, effort: Effort<'_>) -> Result<(), Cancelled> {
        self.tables.make_large(effort)
    }

    /// Finds an optimal solution of a position of the solver's puzzle. Reports progress in expanded positions.
    pub fn solve(&self, start: &Arrangement, effort: Effort<'_>) -> Result<TileSolution, Unmet> {
        self.solve_within(start, u16::MAX, effort)
    }

    /// As [`solve`](Self::solve), but no solution if it has more than `longest` moves.
    pub fn solve_within(
        &self,
        start: &Arrangement,
        longest: u16,
        effort: Effort<'_>,
    ) -> Result<TileSolution, Unmet> {
        if !self.has_tiles(start) || !same_parity(&self.puzzle, start, &self.target) {
            return Ok(TileSolution { moves: None, expanded: 0 });
        }
        let mut contents = self.contents(start);
        let (path, expanded) = self.tables.shortest_path(&contents, longest, effort)?;
        let made = |slide: &Slide| {
            let made = self.made(&contents, slide);
            contents.slide(slide, true);
            made
        };
        Ok(TileSolution { moves: path.map(|path| path.iter().map(made).collect()), expanded })
    }

    /// The move of a slide. The tile that the empty cell meets first is at the front of the line.
    fn made(&self, contents: &Contents, slide: &Slide) -> PieceMove {
        let mut shifts = slide.cells.windows(2).map(|pair| {
            let shape = self.shapes[usize::from(contents.tile(pair[1]))];
            Shift { shape, from: pair[1], to: pair[0] }
        });
        let Shift { shape, from, to } = shifts.next().expect("a slide moves a tile");
        let followers: Box<[Shift]> = shifts.collect();
        let metric = if followers.is_empty() { Metric::Unit } else { Metric::Multi };
        PieceMove { shape, from, to, metric, followers }
    }
}

/// The empty cell of a position of a tile puzzle.
pub(super) fn empty_cell(puzzle: &Puzzle, position: &Arrangement) -> Cell {
    puzzle.empty_cells(position).next().expect("one cell is empty")
}
