//! Boards of a census: few cells, no walls, a set of cells a word.

/// Most cells of a board.
pub const MOST_CELLS: u8 = 20;

/// A board, whose cells are the bits of a word in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub width: u8,
    pub height: u8,
    /// All cells.
    pub all: u32,
    /// All but the first column, and all but the last.
    not_first: u32,
    not_last: u32,
}

impl Ground {
    /// A board of at most [`MOST_CELLS`] cells.
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

    /// Number of cells.
    pub fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// The cells one step from some cells: right, left, down, up.
    #[inline(always)]
    pub fn steps(&self, cells: u32) -> [u32; 4] {
        [
            (cells & self.not_last) << 1,
            (cells & self.not_first) >> 1,
            cells << self.width & self.all,
            cells >> self.width,
        ]
    }

    /// The cells beside some cells, by edges.
    #[inline(always)]
    pub fn beside(&self, cells: u32) -> u32 {
        let [right, left, down, up] = self.steps(cells);
        right | left | down | up
    }

    /// What hangs together with a cell of `within`.
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

    /// What is reached from a cell in one line each way, `within` all along.
    #[inline(always)]
    pub fn lines(&self, from: u32, within: u32) -> u32 {
        let mut reached = 0;
        let mut rays = self.steps(from).map(|ray| ray & within);
        while rays != [0; 4] {
            for (way, ray) in rays.iter_mut().enumerate() {
                reached |= *ray;
                *ray = self.steps(*ray)[way] & within;
            }
        }
        reached
    }
}
