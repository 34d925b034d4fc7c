//! Optimal solutions of tile puzzles.

use super::contents::Tiles;
use super::deepening::{Walk, shortest_path};
use super::parity::{is_tile_puzzle, same_parity};
use super::patterns::Patterns;
use crate::component::Unmet;
use crate::error::SearchError;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle, ShapeId};

/// Finds shortest paths to one position of a tile puzzle, from any position and on boards of at most 128 cells.
///
/// A tile puzzle has pieces of one cell, all different, and one empty cell. All metrics count the same moves there. The
/// solver keeps distances of groups of tiles, at most 32 MiB for a group; their sum bounds the distance of the whole
/// puzzle from below.
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
#[derive(Debug)]
pub struct TileSolver {
    puzzle: Puzzle,
    target: Arrangement,
    tiles: Tiles,
    patterns: Patterns,
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

impl TileSolver {
    /// Makes a solver for one target; `None` if the puzzle with these pieces is no tile puzzle, or if its board has more
    /// than 128 cells. Reports progress in
    /// arrangements of groups.
    ///
    /// The board must have no cell whose removal would divide it, and more than one cycle. Then parity decides which
    /// positions have a solution (Wilson, 1974).
    pub fn new(
        puzzle: &Puzzle,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SearchError> {
        if !puzzle.board().is_narrow() || !is_tile_puzzle(puzzle, target) {
            return Ok(None);
        }
        let (board, tiles) = (puzzle.board(), Tiles::new(puzzle.board(), target));
        let cells = tiles.cells(target);
        let needed = Patterns::bytes(&tiles, board, &cells);
        if needed > effort.memory {
            return Err(SearchError::Memory { needed, allowed: effort.limit() });
        }
        let patterns = Patterns::new(&tiles, board, &cells, effort)?;
        let (puzzle, target) = (puzzle.clone(), target.clone());
        Ok(Some(Self { puzzle, target, tiles, patterns }))
    }

    /// Whether a position of a tile puzzle can reach another, by their parity; `None` for other puzzles.
    pub fn decides(puzzle: &Puzzle, start: &Arrangement, target: &Arrangement) -> Option<bool> {
        let is_tiles = is_tile_puzzle(puzzle, target) && start.piece_set() == target.piece_set();
        is_tiles.then(|| same_parity(puzzle, start, target))
    }

    /// The position to which paths lead.
    pub fn target(&self) -> &Arrangement {
        &self.target
    }

    /// The shapes of each group of tiles, by rows and by columns of their places in the target.
    pub fn groups(&self) -> impl Iterator<Item = Vec<ShapeId>> {
        let shapes = |tiles: &[usize]| tiles.iter().map(|&tile| self.tiles.shapes[tile]).collect();
        self.patterns.groups().map(shapes)
    }

    /// A lower bound for the distance of a position; `None` for a position with other tiles.
    pub fn lower_bound(&self, start: &Arrangement) -> Option<u16> {
        self.has_tiles(start).then(|| self.patterns.bounds(&self.tiles.cells(start)).bound())
    }

    /// Whether a position has the tiles of the target.
    fn has_tiles(&self, position: &Arrangement) -> bool {
        self.puzzle.holds(position) && position.piece_set() == self.target.piece_set()
    }

    /// Bytes of memory of the distances of groups.
    pub fn bytes(&self) -> u64 {
        self.patterns.held()
    }

    /// Whether it solves positions of a puzzle with a target.
    #[doc(hidden)]
    pub fn solves(&self, puzzle: &Puzzle, target: &Arrangement) -> bool {
        self.target == *target && self.puzzle == *puzzle
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
        let Self { tiles, patterns, .. } = self;
        let contents = tiles.contents(start);
        let bounds = patterns.bounds(&tiles.cells(start));
        let path = vec![contents.empty];
        let mut walk = Walk { contents, bounds, path };
        let (path, expanded) = shortest_path(tiles, patterns, &walk, longest, effort)
            .map_err(|(at_least, cancelled)| Unmet { at_least, reason: cancelled.into() })?;
        let Some(path) = path else { return Ok(TileSolution { moves: None, expanded }) };
        let made = path[1..].iter().map(|&from| {
            let (tile, to) = (walk.contents.tiles[usize::from(from)], walk.contents.empty);
            walk.contents.slide(from);
            let (shape, followers) = (tiles.shapes[usize::from(tile)], Box::default());
            PieceMove { shape, from, to, metric: Metric::Unit, followers }
        });
        Ok(TileSolution { moves: Some(made.collect()), expanded })
    }
}
