//! All shapes of pieces on a board, as sets of cells.

use super::ground::{Ground, MOST_CELLS};

/// A shape in the upper left corner of a board. The *anchor* of a piece is the upper left cell of its bounding
/// rectangle. The piece covers `cells << anchor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stencil {
    pub cells: u32,
    /// The numbers of the cells, followed by zeros.
    offsets: [u8; MOST_CELLS as usize],
    pub area: u8,
    /// The anchors at which a piece fits on the board.
    anchors: u32,
    /// Anchor at which a marked piece is at its goal, so it covers the lower right cell. `None` if the shape leaves the
    /// lower right cell of its rectangle empty, because it can never cover that of the board.
    pub goal: Option<u8>,
    /// Largest number of empty cells that a step of the marked piece must cover on its path to the goal. It goes right
    /// at least once, unless it is as wide as the board, and down at least once, unless it is as high.
    pub step: u8,
}

impl Stencil {
    fn new(ground: &Ground, cells: u32) -> Self {
        let columns = (0..ground.width).filter(|column| {
            (0..ground.height).any(|row| cells >> (row * ground.width + column) & 1 == 1)
        });
        let width = columns.count() as u8;
        let height = ((u32::BITS - cells.leading_zeros()) as u8).div_ceil(ground.width);
        let mut offsets = [0; MOST_CELLS as usize];
        let numbers = (0..ground.cells()).filter(|cell| cells >> cell & 1 == 1);
        offsets.iter_mut().zip(numbers).for_each(|(offset, cell)| *offset = cell);
        let (free_columns, free_rows) = (ground.width - width, ground.height - height);
        let corners =
            (0..=free_rows).flat_map(|row| (0..=free_columns).map(move |column| (row, column)));
        let anchors = corners.map(|(row, column)| 1 << (row * ground.width + column)).sum();
        let covers_corner = cells >> ((height - 1) * ground.width + width - 1) & 1 == 1;
        let covered =
            |free: u8, shifted: u32| if free > 0 { (shifted & !cells).count_ones() } else { 0 };
        let step = covered(free_columns, cells << 1).max(covered(free_rows, cells << ground.width));
        Self {
            cells,
            offsets,
            area: cells.count_ones() as u8,
            anchors,
            goal: covers_corner.then_some(free_rows * ground.width + free_columns),
            step: step as u8,
        }
    }

    /// The anchors at which a piece covers only cells of `free`.
    #[inline(always)]
    pub fn fit(&self, free: u32) -> u32 {
        let offsets = &self.offsets[..usize::from(self.area)];
        offsets.iter().fold(self.anchors, |fit, offset| fit & free >> offset)
    }
}

/// The connected shapes that leave a cell of the board empty. The largest come first; equally large ones are in the
/// order of their cells as binary numbers.
pub(super) fn stencils(ground: &Ground, rectangles: bool) -> Vec<Stencil> {
    let row = (1 << ground.width) - 1;
    let column: u32 = (0..ground.height).map(|row| 1 << (row * ground.width)).sum();
    let is_shape = |&cells: &u32| {
        cells & row != 0
            && cells & column != 0
            && ground.flood(cells & cells.wrapping_neg(), cells) == cells
    };
    let shapes = (1..ground.all).filter(is_shape).map(|cells| Stencil::new(ground, cells));
    let mut stencils: Vec<Stencil> =
        shapes.filter(|stencil| !rectangles || is_rectangle(ground, stencil.cells)).collect();
    stencils.sort_by_key(|stencil| (std::cmp::Reverse(stencil.area), stencil.cells));
    stencils
}

/// Whether the cells fill their bounding rectangle.
fn is_rectangle(ground: &Ground, cells: u32) -> bool {
    let row = (1 << ground.width) - 1;
    (0..ground.height)
        .map(|at| cells >> (at * ground.width) & row)
        .all(|line| line == cells & row || line == 0)
        && (cells & row).count_ones() == (cells & row).trailing_ones()
}
