//! Boards of a census: at most 20 cells, no walls. A set of cells is a word.

/// Largest number of cells of a board.
pub const MOST_CELLS: u8 = 20;

/// A board. Its cells are the bits of a word, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub width: u8,
    pub height: u8,
    pub all: u32,
    /// All cells but the first column, and all but the last.
    not_first: u32,
    not_last: u32,
}

impl Ground {
    /// Makes a board of at most [`MOST_CELLS`] cells.
    pub fn new(width: u8, height: u8) -> Self {
        let all = (1 << (width * height)) - 1;
        let first: u32 = (0..height).map(|row| 1 << (row * width)).sum();
        Self {
            width,
            height,
            all,
            not_first: all & !first,
            not_last: all & !(first << (width - 1)),
        }
    }

    pub fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// The cells one step to the right, to the left, down and up.
    #[inline(always)]
    pub fn steps(&self, cells: u32) -> [u32; 4] {
        [
            (cells & self.not_last) << 1,
            (cells & self.not_first) >> 1,
            cells << self.width & self.all,
            cells >> self.width,
        ]
    }

    /// The cells that share an edge with some cells.
    #[inline(always)]
    pub fn beside(&self, cells: u32) -> u32 {
        let [right, left, down, up] = self.steps(cells);
        right | left | down | up
    }

    /// The connected region of `within` that contains `from`.
    #[inline(always)]
    pub fn flood(&self, from: u32, within: u32) -> u32 {
        let mut reached = from;
        loop {
            let more = reached | self.beside(reached) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The cells that are reached from a cell along straight lines inside `within`.
    #[inline(always)]
    pub fn rays(&self, from: u32, within: u32) -> u32 {
        let mut reached = 0;
        let mut rays = self.steps(from).map(|ray| ray & within);
        while rays != [0; 4] {
            for (direction, ray) in rays.iter_mut().enumerate() {
                reached |= *ray;
                *ray = self.steps(*ray)[direction] & within;
            }
        }
        reached
    }
}
