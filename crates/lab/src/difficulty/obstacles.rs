//! The tree of obstacles: which pieces must leave before the goal piece can slide to its goal.

use huarong_core::grid::{Cell, Direction};
use huarong_core::rules::{Arrangement, Puzzle, ShapeId};
use std::collections::{BTreeSet, HashMap};

/// Size and depth of the tree of obstacles of a position.
///
/// Its root is the straight slide of the goal piece to its goal. Every piece on the cells of a slide must leave them
/// first: all of them (AND). A piece leaves by a slide in one of its directions, far enough to clear the cells: one of
/// them (OR), and so on. A slide is omitted if it is blocked by the border, by a wall, or by a piece whose departure it is
/// part of. So is a slide that needs a piece that cannot leave.
///
/// Trees of this kind describe what people consider (M. Ragni, F. Steffenhagen and T. Fangmeier, "A Structural Complexity
/// Measure for Predicting Human Planning Performance", 2011, for necessary subgoals; S. Olieslagers, Z. Bnaya, Y. Li and
/// W. J. Ma, "Backward reasoning through AND/OR trees to solve problems", 2024, for AND/OR trees in Rush Hour).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Obstacles {
    /// Number of slides in the tree.
    pub slides: u64,
    /// Number of slides on its longest branch.
    pub depth: u64,
    /// The smallest number of slides that clears the path, if the tree is right: of every OR, the best.
    pub fewest: u64,
}

/// The largest number of slides of a tree. A larger tree is not described.
const MOST_SLIDES: u64 = 1_000_000;

impl Obstacles {
    /// The tree of a position. `None` in these cases:
    ///
    /// - pieces leave the board through doors;
    /// - the goal does not name exactly one piece;
    /// - on the board without other pieces, that piece does not reach its goal by one straight slide;
    /// - the piece is at its goal;
    /// - no slides clear its path.
    pub(super) fn new(puzzle: &Puzzle, position: &Arrangement) -> Option<Self> {
        if puzzle.doors().is_some() {
            return None;
        }
        let [alternative] = puzzle.goal().alternatives() else { return None };
        let &[(shape, goal)] = &alternative[..] else { return None };
        let mut on_cells = PiecesOnCells::new(puzzle, position);
        let mut of_shape =
            (0..on_cells.pieces.len()).filter(|&piece| on_cells.pieces[piece].0 == shape);
        let (Some(piece), None) = (of_shape.next(), of_shape.next()) else { return None };
        if on_cells.pieces[piece].1 == goal {
            return None;
        }
        let to_goal = |direction| on_cells.slide(piece, direction, |at| at == goal);
        let slide = Direction::ALL.into_iter().find_map(to_goal)?;
        on_cells.departing.push(piece);
        on_cells.tree(&slide)
    }
}

struct PiecesOnCells<'p> {
    puzzle: &'p Puzzle,
    pieces: Vec<(ShapeId, Cell)>,
    on: HashMap<Cell, usize>,
    /// The pieces from the root of the tree to the current slide.
    departing: Vec<usize>,
    /// Number of slides of all trees so far, those that are omitted included.
    slides: u64,
}

/// A slide: the cells that it covers, without those of the piece before.
type Slide = BTreeSet<Cell>;

impl<'p> PiecesOnCells<'p> {
    fn new(puzzle: &'p Puzzle, position: &Arrangement) -> Self {
        let pieces: Vec<(ShapeId, Cell)> = position.pieces().collect();
        let cells = pieces.iter().enumerate().flat_map(|(piece, &(shape, at))| {
            puzzle.footprint(shape, at).map(move |cell| (cell, piece))
        });
        Self { puzzle, on: cells.collect(), pieces, departing: Vec::new(), slides: 0 }
    }

    /// The slide of a piece on the board without other pieces, up to the first place that is good.
    fn slide(
        &self,
        piece: usize,
        direction: Direction,
        is_good: impl Fn(Cell) -> bool,
    ) -> Option<Slide> {
        let (shape, mut at) = self.pieces[piece];
        let mut covered = Slide::new();
        loop {
            at = self.puzzle.lone_step(shape, at, direction)?;
            covered.extend(self.puzzle.footprint(shape, at));
            if is_good(at) {
                covered.retain(|cell| self.on.get(cell) != Some(&piece));
                return Some(covered);
            }
        }
    }

    /// The tree below a slide; `None` if it is omitted.
    fn tree(&mut self, slide: &Slide) -> Option<Obstacles> {
        self.slides += 1;
        if self.slides > MOST_SLIDES {
            return None;
        }
        let blockers: BTreeSet<usize> =
            slide.iter().filter_map(|cell| self.on.get(cell)).copied().collect();
        if blockers.iter().any(|piece| self.departing.contains(piece)) {
            return None;
        }
        let mut tree = Obstacles { slides: 1, depth: 0, fewest: 1 };
        for piece in blockers {
            let below = self.departure(piece, slide)?;
            tree.slides += below.slides;
            tree.depth = tree.depth.max(below.depth);
            tree.fewest += below.fewest;
        }
        tree.depth += 1;
        Some(tree)
    }

    /// The trees of all slides by which a piece leaves some cells; `None` if there are none.
    fn departure(&mut self, piece: usize, cells: &Slide) -> Option<Obstacles> {
        let shape = self.pieces[piece].0;
        self.departing.push(piece);
        let mut all: Option<Obstacles> = None;
        for direction in Direction::ALL {
            let puzzle = self.puzzle;
            let is_clear = |at| puzzle.footprint(shape, at).all(|cell| !cells.contains(&cell));
            let slide = self.slide(piece, direction, is_clear);
            let Some(tree) = slide.and_then(|slide| self.tree(&slide)) else { continue };
            all = Some(match all {
                None => tree,
                Some(all) => Obstacles {
                    slides: all.slides + tree.slides,
                    depth: all.depth.max(tree.depth),
                    fewest: all.fewest.min(tree.fewest),
                },
            });
        }
        self.departing.pop();
        all.filter(|_| self.slides <= MOST_SLIDES)
    }
}
