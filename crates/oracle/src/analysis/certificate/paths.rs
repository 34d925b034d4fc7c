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
pub(super) struct Paths {
    all: Vec<Path>,
    /// For each anchor, the number of its latest path, or `NONE`.
    latest: [u16; Cells::MOST as usize],
    /// The anchors that the piece can reach.
    targets: Cells,
}

/// A path to an anchor.
#[derive(Clone, Copy)]
pub(super) struct Path {
    to: Cell,
    /// The cells that must be empty.
    pub needs: Cells,
    /// The strictest metric that allows it.
    pub strictest: Metric,
    /// The direction of its last step.
    direction: Option<Direction>,
    /// Whether no other path to the anchor needs fewer of these cells.
    is_minimal: bool,
    /// The number of the path to the same anchor that was found before, or `NONE`.
    before: u16,
}

/// The number of no path.
const NONE: u16 = u16::MAX;

impl Default for Paths {
    fn default() -> Self {
        let latest = [NONE; Cells::MOST as usize];
        Self { all: Vec::new(), latest, targets: Cells::NONE }
    }
}

impl Paths {
    /// Lists the paths of a piece under a metric of single pieces, and so under the stricter ones. `free` are the cells
    /// that the other larger pieces leave empty. At most `most` of them stay empty beside the piece.
    ///
    /// A straight path is minimal: every other path to its anchor leaves the rows or columns that it covers.
    pub fn list(
        &mut self,
        puzzle: &Puzzle,
        metric: Metric,
        (shape, from): (ShapeId, Cell),
        free: Cells,
        most: u32,
    ) -> Result<(), TooMany> {
        let own = puzzle.covered(shape, from);
        self.all.iter().for_each(|path| self.latest[usize::from(path.to)] = NONE);
        self.all.clear();
        self.targets = Cells::NONE;
        // A path back to the start needs more cells than this one.
        self.latest[usize::from(from)] = 0;
        self.all.push(Path {
            to: from,
            needs: Cells::NONE,
            strictest: Metric::Unit,
            direction: None,
            is_minimal: true,
            before: NONE,
        });
        let mut next = 0;
        while let Some(&at) = self.all.get(next) {
            // After a step back, the path would need no fewer cells than without both steps.
            let back = at.direction.map(Direction::opposite);
            for direction in Direction::ALL.into_iter().filter(|_| at.is_minimal) {
                let strictest = match at.direction {
                    None => Metric::Unit,
                    Some(last) if last == direction && at.strictest != Metric::Finger => {
                        Metric::Straight
                    }
                    Some(_) => Metric::Finger,
                };
                if back == Some(direction) || !metric.includes(strictest) {
                    continue;
                }
                let Some(step) = puzzle.step(shape, at.to, direction) else { continue };
                let needs = at.needs | (step.needs - own);
                if needs.is_within(free) && needs.len() <= most {
                    let (to, direction) = (step.to, Some(direction));
                    let (is_minimal, before) = (true, NONE);
                    self.add(Path { to, needs, strictest, direction, is_minimal, before })?;
                }
            }
            next += 1;
        }
        Ok(())
    }

    /// Adds a path unless another needs no more cells, and drops the paths that need more.
    fn add(&mut self, path: Path) -> Result<(), TooMany> {
        let latest = self.latest[usize::from(path.to)];
        let mut next = latest;
        while let Some(other) = self.all.get_mut(usize::from(next)) {
            if other.is_minimal && other.needs.is_within(path.needs) {
                return Ok(());
            }
            other.is_minimal &= !path.needs.is_within(other.needs);
            next = other.before;
        }
        self.targets.insert(path.to);
        self.latest[usize::from(path.to)] = self.all.len() as u16;
        self.all.push(Path { before: latest, ..path });
        if self.all.len() > MOST { Err(TooMany) } else { Ok(()) }
    }

    /// The anchors that the piece can reach.
    pub fn targets(&self) -> Cells {
        self.targets
    }

    /// The paths to an anchor.
    pub fn to(&self, anchor: Cell) -> impl Iterator<Item = &Path> + Clone {
        let path = |number: u16| self.all.get(usize::from(number));
        let all =
            std::iter::successors(path(self.latest[usize::from(anchor)]), move |p| path(p.before));
        all.filter(|path| path.is_minimal)
    }
}
