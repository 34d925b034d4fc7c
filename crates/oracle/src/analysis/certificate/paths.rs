//! Moves of one piece for all fillings of a skeleton together.
//!
//! A filling allows a move if it leaves all cells of one of the move's paths empty. A path is therefore the set of
//! cells that it needs.

use huarong_core::grid::{Cell, Cells, Direction};
use huarong_core::rules::{Metric, Puzzle, ShapeId};

/// Error: a piece has too many paths to list them.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany;

/// Most paths of a piece.
const MOST: usize = 512;

/// The paths of one piece.
#[derive(Default)]
pub(super) struct Paths(Vec<Path>);

/// A path to an anchor.
#[derive(Clone, Copy)]
pub(super) struct Path {
    to: Cell,
    /// The cells that must be empty.
    pub needs: Cells,
    /// Whether no other path to the anchor needs fewer of these cells.
    is_minimal: bool,
}

impl Paths {
    /// Lists the paths of a piece under a metric of single pieces. `free` are the cells that the other larger pieces
    /// leave empty. At most `most` of them stay empty beside the piece.
    pub fn list(
        &mut self,
        puzzle: &Puzzle,
        metric: Metric,
        (shape, from): (ShapeId, Cell),
        free: Cells,
        most: u32,
    ) -> Result<(), TooMany> {
        let own = puzzle.covered(shape, from);
        let step = |at: Path, direction| {
            let step = puzzle.step(shape, at.to, direction)?;
            let needs = at.needs | (step.needs - own);
            let fits = needs.is_within(free) && needs.len() <= most;
            fits.then_some(Path { to: step.to, needs, is_minimal: true })
        };
        let start = Path { to: from, needs: Cells::NONE, is_minimal: true };
        self.0.clear();
        if metric == Metric::Finger {
            self.0.push(start);
            let mut next = 0;
            while let Some(&at) = self.0.get(next) {
                next += 1;
                for direction in Direction::ALL.into_iter().filter(|_| at.is_minimal) {
                    step(at, direction).map_or(Ok(()), |path| self.add(path))?;
                }
            }
        } else {
            for direction in Direction::ALL {
                let mut at = step(start, direction);
                while let Some(path) = at {
                    self.0.push(path);
                    at = step(path, direction).filter(|_| metric == Metric::Straight);
                }
            }
        }
        self.0.retain(|path| path.is_minimal && path.to != from);
        self.0.sort_unstable_by_key(|path| (path.to, path.needs.bits()));
        Ok(())
    }

    /// Adds a path unless another needs no more cells, and drops the paths that need more.
    fn add(&mut self, path: Path) -> Result<(), TooMany> {
        let mut others = self.0.iter_mut().filter(|other| other.to == path.to && other.is_minimal);
        if others.any(|other| other.needs.is_within(path.needs)) {
            return Ok(());
        }
        let others = self.0.iter_mut().filter(|other| other.to == path.to);
        for other in others.filter(|other| path.needs.is_within(other.needs)) {
            other.is_minimal = false;
        }
        self.0.push(path);
        if self.0.len() > MOST { Err(TooMany) } else { Ok(()) }
    }

    /// The anchors that the piece can reach, each with its paths.
    pub fn targets(&self) -> impl Iterator<Item = (Cell, &[Path])> {
        self.0.chunk_by(|one, other| one.to == other.to).map(|paths| (paths[0].to, paths))
    }
}
