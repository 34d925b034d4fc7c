//! Symmetries of a puzzle: two reflections and the half turn.

use super::arrangement::{Arrangement, PieceSet, ShapeId};
use super::doors::{Doors, Until};
use super::footprints::Footprints;
use super::goal::Goal;
use super::shape::Shape;
use crate::grid::{Board, Cell, CellSet};
use std::cmp::Ordering;

/// A reflection of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reflection {
    /// Left and right.
    LeftRight,
    /// Top and bottom.
    TopBottom,
    /// Both: a half turn.
    Both,
}

/// A reflection that maps a puzzle to itself: its board, the places and steps of its pieces, and its goal.
///
/// A position and its image have the same distance.
///
/// ```
/// use huarong::Puzzle;
/// use huarong_core::rules::Reflection;
///
/// let puzzle = Puzzle::klotski();
/// let [mirror] = puzzle.symmetries() else { panic!("Klotski has one") };
/// assert_eq!(mirror.reflection(), Reflection::LeftRight);
///
/// let position = puzzle.parse_position("BBVV/BBVV/VHHV/VSSV/S..S")?;
/// assert_eq!(puzzle.position_text(&mirror.image(&position)), "VVBB/VVBB/VHHV/VSSV/S..S");
/// # Ok::<_, huarong::puzzle::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetry {
    reflection: Reflection,
    /// For each shape its image.
    shapes: Vec<ShapeId>,
    /// For each shape and anchor, the anchor of the piece's image.
    anchors: Vec<Box<[Cell]>>,
    cells: Box<[Cell]>,
}

impl Reflection {
    fn image(self, board: &Board, cell: Cell) -> Option<Cell> {
        let (column, row) = (board.column(cell), board.row(cell));
        let across = board.width() - 1 - column;
        let down = board.height() - 1 - row;
        match self {
            Self::LeftRight => board.cell(across, row),
            Self::TopBottom => board.cell(column, down),
            Self::Both => board.cell(across, down),
        }
    }
}

/// The data of a puzzle that determines its symmetries.
#[derive(Clone, Copy)]
pub(super) struct Parts<'p> {
    pub board: &'p Board,
    pub shapes: &'p [Shape],
    pub fixed_counts: &'p [Option<u8>],
    pub footprints: &'p Footprints,
    pub doors: Option<&'p Doors>,
    pub goal: &'p Goal,
}

impl<'p> Parts<'p> {
    /// The cells that a piece covers; none if it does not fit.
    fn covered(self, shape: ShapeId, anchor: Cell) -> impl Iterator<Item = Cell> + Clone + 'p {
        self.footprints.covered(shape, anchor).iter().copied()
    }
}

impl Symmetry {
    /// All symmetries of a puzzle. With two of the reflections it has the third, too.
    pub(super) fn all(puzzle: Parts<'_>) -> Vec<Self> {
        let of = |reflection| Self::of(puzzle, reflection);
        match [of(Reflection::LeftRight), of(Reflection::TopBottom)] {
            [Some(across), Some(down)] => {
                // If the pairings of shapes disagree, one reflection is better than none.
                match across.then(&down).filter(|both| both.is_as(&down.then(&across))) {
                    Some(both) => vec![across, down, both],
                    None => vec![across],
                }
            }
            [None, None] => of(Reflection::Both).into_iter().collect(),
            one => one.into_iter().flatten().collect(),
        }
    }

    fn of(puzzle: Parts<'_>, reflection: Reflection) -> Option<Self> {
        let Parts { board, shapes, fixed_counts: counts, goal, .. } = puzzle;
        let cells: Box<[Cell]> =
            board.cells().map(|cell| reflection.image(board, cell)).collect::<Option<_>>()?;
        if !board.keeps_thin_walls(|cell| cells[usize::from(cell)]) {
            return None;
        }
        let image_of = |shape: ShapeId, anchor: Cell| {
            puzzle.covered(shape, anchor).map(|cell| cells[usize::from(cell)])
        };
        let ids = 0..shapes.len();
        let placed = |shape: ShapeId| {
            board.cells().filter(move |&anchor| puzzle.covered(shape, anchor).next().is_some())
        };
        let fitting: Vec<usize> = ids.clone().map(|shape| placed(shape).count()).collect();
        let becomes = |from: ShapeId, to: ShapeId| {
            let is_placed = |anchor: Cell| {
                let image = image_of(from, anchor);
                let covered = image.clone().min().map(|anchor| puzzle.covered(to, anchor));
                covered.is_some_and(|covered| {
                    covered.clone().count() == image.clone().count()
                        && image.clone().all(|cell| covered.clone().any(|other| other == cell))
                })
            };
            shapes[from].freedom() == shapes[to].freedom()
                && counts[from] == counts[to]
                && fitting[from] == fitting[to]
                && placed(from).all(is_placed)
        };
        let partner = |shape: ShapeId| {
            if becomes(shape, shape) {
                return Some(shape);
            }
            // Of several equal shapes, the first is paired with the first, the second with the second.
            let image = ids.clone().find(|&other| becomes(shape, other))?;
            let nth = ids.clone().take(shape).filter(|&other| becomes(other, image)).count();
            ids.clone().filter(|&other| becomes(shape, other)).nth(nth)
        };
        let partners: Vec<ShapeId> = ids.clone().map(partner).collect::<Option<_>>()?;
        let anchors = ids.clone().map(|shape| {
            let anchor = |anchor| image_of(shape, anchor).min().unwrap_or_default();
            board.cells().map(anchor).collect()
        });
        let found = Self { reflection, shapes: partners, anchors: anchors.collect(), cells };
        let image_of = |alternative: &Vec<(ShapeId, Cell)>| {
            let image = alternative.iter().map(|&(shape, cell)| found.piece(shape, cell));
            let mut image: Vec<_> = image.collect();
            image.sort_unstable();
            image
        };
        let (gone, goal) = (goal.gone(), goal.alternatives());
        let is_whole = ids.clone().all(|shape| found.shapes[found.shapes[shape]] == shape);
        let keeps_goal = goal.iter().all(|one| goal.contains(&image_of(one)))
            && gone.iter().all(|&shape| gone.contains(&found.shapes[shape]));
        let keeps_doors = puzzle.doors.is_none_or(|doors| found.keeps_doors(board, doors));
        (is_whole && keeps_goal && keeps_doors).then_some(found)
    }

    /// Whether pieces wait, change and leave like their images.
    fn keeps_doors(&self, board: &Board, doors: &Doors) -> bool {
        let rules = doors.rules();
        let image_of_exits = |shape: ShapeId, anchor: Cell| {
            let mut exits: Vec<_> = (doors.exits(shape, anchor).iter())
                .map(|exit| {
                    let mut needs: Vec<Cell> = exit.needs.cells().map(|at| self.cell(at)).collect();
                    needs.sort_unstable();
                    (needs, exit.gap, self.anchors[shape][usize::from(exit.to)], exit.opens_after)
                })
                .collect();
            exits.sort_unstable();
            exits
        };
        let exits_of = |shape: ShapeId, anchor: Cell| {
            let mut exits: Vec<_> = (doors.exits(shape, anchor).iter())
                .map(|exit| (exit.needs.cells().collect(), exit.gap, exit.to, exit.opens_after))
                .collect();
            exits.sort_unstable();
            exits
        };
        (0..self.shapes.len()).all(|shape| {
            let image = self.shapes[shape];
            let waits = match (&rules.frozen[shape], &rules.frozen[image]) {
                (Some(Until::Gone(own)), Some(Until::Gone(its))) => {
                    let mut own: Vec<ShapeId> = own.iter().map(|&own| self.shapes[own]).collect();
                    own.sort_unstable();
                    own == *its
                }
                (own, its) => own == its,
            };
            let changes =
                rules.layers[shape].map(|below| self.shapes[below]) == rules.layers[image];
            waits
                && changes
                && board.cells().all(|anchor| {
                    let there = self.anchors[shape][usize::from(anchor)];
                    doors.exits(shape, anchor).is_empty()
                        || image_of_exits(shape, anchor) == exits_of(image, there)
                })
        })
    }

    /// The composition of two symmetries; `None` if it is no reflection.
    fn then(&self, next: &Self) -> Option<Self> {
        let shapes: Vec<ShapeId> = self.shapes.iter().map(|&shape| next.shapes[shape]).collect();
        let anchors = self.anchors.iter().zip(&self.shapes).map(|(anchors, &shape)| {
            anchors.iter().map(|&cell| next.anchors[shape][usize::from(cell)]).collect()
        });
        let cells = self.cells.iter().map(|&cell| next.cells[usize::from(cell)]).collect();
        let is_whole = (0..shapes.len()).all(|shape| shapes[shapes[shape]] == shape);
        let both = Self { reflection: Reflection::Both, anchors: anchors.collect(), cells, shapes };
        is_whole.then_some(both)
    }

    fn is_as(&self, other: &Option<Self>) -> bool {
        other.as_ref().is_some_and(|other| other.shapes == self.shapes)
    }

    /// The reflection.
    pub fn reflection(&self) -> Reflection {
        self.reflection
    }

    /// Whether images of positions of a piece set have the same piece set.
    pub fn keeps(&self, set: &PieceSet) -> bool {
        let counts = set.counts();
        let images = counts.iter().zip(&self.shapes);
        counts.len() == self.shapes.len() && { images }
            .all(|(count, &shape)| *count == counts[shape])
    }

    /// The image of a position.
    pub fn image(&self, position: &Arrangement) -> Arrangement {
        let mut image = position.without_pieces();
        for (shape, anchor) in position.pieces() {
            let (shape, anchor) = self.piece(shape, anchor);
            image.put(shape, anchor);
        }
        image
    }

    /// Compares the image of a position with the position, shape by shape.
    #[inline]
    #[doc(hidden)]
    pub fn compare(&self, position: &Arrangement) -> Ordering {
        let images = self.shapes.iter().map(|&from| {
            let anchors = &self.anchors[from];
            position.anchors(from).into_iter().map(|cell| anchors[usize::from(cell)]).collect()
        });
        let own = position.all_anchors().iter().copied();
        Iterator::cmp(images, own)
    }

    /// The image of a shape.
    #[inline]
    #[doc(hidden)]
    pub fn shape(&self, shape: ShapeId) -> ShapeId {
        self.shapes[shape]
    }

    /// The image of a piece: shape and anchor.
    #[inline]
    #[doc(hidden)]
    pub fn piece(&self, shape: ShapeId, anchor: Cell) -> (ShapeId, Cell) {
        (self.shapes[shape], self.anchors[shape][usize::from(anchor)])
    }

    /// The image of a cell.
    #[inline]
    #[doc(hidden)]
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells[usize::from(cell)]
    }
}
