//! Doors: cells through which pieces leave the board, and what depends on who has left.

use super::arrangement::{PieceSet, ShapeId};
use super::footprints::Footprints;
use super::shape::Shape;
use crate::grid::{Board, Cell, CellSet, Cells, Direction, WideCells};

/// The place of a piece that is not on the board, in a [`Shift`](super::Shift) or a [`PieceMove`](super::PieceMove).
pub const GONE: Cell = Cell::MAX;

/// A door: a cell that is not open, through which the pieces of some shapes leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Door {
    /// Column in the board with a frame of one cell around it: column 0 of the board is column 1.
    pub column: u8,
    /// Row, counted in the same way.
    pub row: u8,
    /// The shapes whose pieces may leave here, sorted.
    pub owners: Vec<ShapeId>,
    /// Number of pieces that must have left before.
    pub opens_after: u8,
}

/// What must have left before a frozen piece moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// This number of pieces.
    Left(u8),
    /// All pieces of these shapes.
    Gone(Vec<ShapeId>),
}

/// The rules of pieces that leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoorRules {
    /// The doors, in reading order.
    pub doors: Vec<Door>,
    /// For each shape what it waits for, if it is frozen.
    pub frozen: Vec<Option<Until>>,
    /// For each shape the shape as which its pieces stay on the board when they leave for the first time.
    pub layers: Vec<Option<ShapeId>>,
}

/// The rules, and the ways out that follow from them.
#[derive(Debug)]
pub struct Doors {
    rules: DoorRules,
    /// For each shape the shape of the layer above it.
    above: Vec<Option<ShapeId>>,
    /// For each shape and anchor the ways out.
    exits: Vec<Box<[Box<[Exit]>]>>,
    /// For each door the shapes that have a way out through it, sorted.
    used_by: Vec<Vec<ShapeId>>,
    /// For each shape the number of its colour.
    colours: Vec<usize>,
}

/// A way out of a piece from an anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The direction in which it leaves.
    pub direction: Direction,
    /// Number of steps to the place from which its next step would enter a door.
    pub gap: u8,
    /// The anchor in that place.
    pub to: Cell,
    /// Number of pieces that must have left before.
    pub opens_after: u8,
    /// The open cells on its way, which must be free; they can be its own.
    #[doc(hidden)]
    pub needs: WideCells,
    /// The same on a board with at most 128 cells; otherwise none.
    pub(super) narrow: Cells,
}

impl Exit {
    /// The open cells on its way, on a board with at most 128 cells; otherwise none.
    #[doc(hidden)]
    pub fn cells(&self) -> Cells {
        self.narrow
    }
}

impl PartialEq for Doors {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Doors {
    /// Finds the ways out. `is_closed` says whether a gate closes a cell to a shape.
    pub(super) fn new(
        board: &Board,
        shapes: &[Shape],
        footprints: &Footprints,
        is_closed: impl Fn(ShapeId, Cell) -> bool,
        rules: DoorRules,
    ) -> Self {
        let ids = 0..shapes.len();
        let mut used_by = vec![Vec::new(); rules.doors.len()];
        let exits = ids.clone().map(|shape| {
            let exits = |anchor| {
                let allowed =
                    Direction::ALL.into_iter().filter(|&side| shapes[shape].freedom().allows(side));
                let way = Way { board, footprints, rules: &rules, shape, anchor };
                let mut out = |side| {
                    let (exit, doors) = way.out(side, |cell| is_closed(shape, cell))?;
                    doors.into_iter().for_each(|door| used_by[door].push(shape));
                    Some(exit)
                };
                allowed.filter_map(&mut out).collect()
            };
            board.cells().map(exits).collect()
        });
        let exits = exits.collect();
        used_by.iter_mut().for_each(Vec::dedup);
        let above =
            ids.clone().map(|shape| rules.layers.iter().position(|&next| next == Some(shape)));
        let above = above.collect();
        let owned = |shape| -> Vec<bool> {
            rules.doors.iter().map(|door| door.owners.contains(&shape)).collect()
        };
        let mut known = Vec::new();
        let colour = |owned: Vec<bool>| {
            known.iter().position(|other| *other == owned).unwrap_or_else(|| {
                known.push(owned);
                known.len() - 1
            })
        };
        let colours = ids.map(owned).map(colour).collect();
        Self { above, exits, used_by, colours, rules }
    }

    /// The doors of a puzzle in which this number of other pieces counts as gone.
    pub(super) fn once_left(&self, left: u8) -> Self {
        let mut rules = self.rules.clone();
        rules.doors.iter_mut().for_each(|door| later(&mut door.opens_after, left));
        for frozen in &mut rules.frozen {
            if let Some(Until::Left(until)) = frozen {
                later(until, left);
            }
        }
        let mut exits = self.exits.clone();
        for exit in exits.iter_mut().flat_map(|anchors| anchors.iter_mut().flatten()) {
            later(&mut exit.opens_after, left);
        }
        let Self { above, used_by, colours, .. } = self;
        let (above, used_by, colours) = (above.clone(), used_by.clone(), colours.clone());
        Self { rules, exits, above, used_by, colours }
    }

    /// The rules.
    pub fn rules(&self) -> &DoorRules {
        &self.rules
    }

    /// The ways out of a piece of a shape from an anchor, on the board without other pieces.
    pub fn exits(&self, shape: ShapeId, anchor: Cell) -> &[Exit] {
        &self.exits[shape][usize::from(anchor)]
    }

    /// The first door through which no owner fits.
    pub fn unused(&self) -> Option<&Door> {
        let place = self.used_by.iter().position(Vec::is_empty)?;
        Some(&self.rules.doors[place])
    }

    /// The shapes whose pieces fit through a door, by its number, in increasing order.
    pub fn used_by(&self, door: usize) -> &[ShapeId] {
        &self.used_by[door]
    }

    /// The number of the colour of a shape, from 0: shapes that own the same doors have one colour.
    #[doc(hidden)]
    pub fn colour(&self, shape: ShapeId) -> usize {
        self.colours[shape]
    }

    /// The shape as which a piece stays on the board when it leaves for the first time.
    pub fn layer_below(&self, shape: ShapeId) -> Option<ShapeId> {
        self.rules.layers[shape]
    }

    /// The shape of a piece before it left for the first time.
    pub fn layer_above(&self, shape: ShapeId) -> Option<ShapeId> {
        self.above[shape]
    }

    /// A shape and those of the layers below it, one after another.
    #[doc(hidden)]
    pub fn layers_from(&self, shape: ShapeId) -> impl Iterator<Item = ShapeId> + '_ {
        std::iter::successors(Some(shape), |&shape| self.layer_below(shape))
    }

    /// The shapes of the layers above a shape, the nearest first.
    #[doc(hidden)]
    pub fn layers_above(&self, shape: ShapeId) -> impl Iterator<Item = ShapeId> + '_ {
        std::iter::successors(self.layer_above(shape), |&shape| self.layer_above(shape))
    }

    /// Whether pieces of a shape have a way out from any anchor.
    pub fn can_leave(&self, shape: ShapeId) -> bool {
        self.exits[shape].iter().any(|exits| !exits.is_empty())
    }

    /// Whether pieces of a shape wait while these are on the board, and `left` pieces have left.
    pub fn is_frozen(&self, shape: ShapeId, on_board: &PieceSet, left: u32) -> bool {
        match &self.rules.frozen[shape] {
            None => false,
            Some(Until::Left(until)) => left < u32::from(*until),
            Some(Until::Gone(shapes)) => {
                let mut all = shapes.iter().flat_map(|&shape| self.layers_from(shape));
                all.any(|shape| on_board.counts()[shape] > 0)
            }
        }
    }

    /// The first shape whose pieces cannot have this number if it starts with those in `fixed`, with the least and the
    /// largest possible number. Pieces of a layer come from the layer above; those without a way out stay.
    pub(super) fn impossible(
        &self,
        fixed: &[Option<u8>],
        count: impl Fn(ShapeId) -> u32,
    ) -> Option<(ShapeId, u32, u32)> {
        (0..fixed.len()).find_map(|shape| {
            let with_above = self.layers_above(shape).chain([shape]);
            let started: Option<u32> = with_above.map(|shape| fixed[shape].map(u32::from)).sum();
            let waiting: u32 = self.layers_above(shape).map(&count).sum();
            let most = started?.saturating_sub(waiting);
            let least = if self.can_leave(shape) { 0 } else { most };
            (!(least..=most).contains(&count(shape))).then_some((shape, least, most))
        })
    }
}

/// Takes pieces that have left from the number that must have left.
fn later(until: &mut u8, left: u8) {
    *until = until.saturating_sub(left);
}

/// A piece alone on a board.
struct Way<'w> {
    board: &'w Board,
    footprints: &'w Footprints,
    rules: &'w DoorRules,
    shape: ShapeId,
    anchor: Cell,
}

impl Way<'_> {
    /// The exit in a direction, and the numbers of its doors. The cells in front of each of its cells are open up to a door
    /// that it owns.
    fn out(&self, side: Direction, is_closed: impl Fn(Cell) -> bool) -> Option<(Exit, Vec<usize>)> {
        let covered = self.footprints.covered(self.shape, self.anchor);
        let (mut needs, mut doors, mut gap) = (WideCells::NONE, Vec::new(), usize::MAX);
        for &cell in covered {
            let beside = |&at: &Cell| self.board.beside(at, side);
            let line: Vec<Cell> = std::iter::successors(Some(cell), beside).collect();
            let (last, ahead) = (line[line.len() - 1], &line[1..]);
            if line.iter().any(|&cell| self.board.has_thin_wall(cell, side))
                || ahead.iter().any(|&cell| is_closed(cell))
            {
                return None;
            }
            doors.push(self.door_beyond(last, side)?);
            gap = gap.min(ahead.iter().filter(|cell| !covered.contains(cell)).count());
            ahead.iter().for_each(|&cell| needs.insert(cell));
        }
        let step = |at| self.footprints.step(self.shape, at, side);
        let to =
            (0..gap).try_fold(self.anchor, |at, _| step(at)).filter(|_| !covered.is_empty())?;
        let narrow = if self.board.is_narrow() { needs.cells().collect() } else { Cells::NONE };
        let opens_after = doors.iter().map(|&door| self.rules.doors[door].opens_after);
        let opens_after = opens_after.max().unwrap_or_default();
        let exit = Exit { direction: side, gap: gap as u8, to, opens_after, needs, narrow };
        Some((exit, doors))
    }

    /// The number of the piece's door beside a cell.
    fn door_beyond(&self, cell: Cell, side: Direction) -> Option<usize> {
        let (across, down) = side.step();
        let column = (1 + self.board.column(cell)).checked_add_signed(across)?;
        let row = (1 + self.board.row(cell)).checked_add_signed(down)?;
        self.rules.doors.iter().position(|door| {
            (door.column, door.row) == (column, row) && door.owners.contains(&self.shape)
        })
    }
}
