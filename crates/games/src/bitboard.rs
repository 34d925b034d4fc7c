//! Boards of m,n,k games as words of 64 bits, on which lines are shifts.
//!
//! Columns or rows are consecutive bits, with an empty bit after each, so that no line crosses the edge.

use super::bounds::Word;
use super::lines::Lines;
use super::stones::{StoneGame, each_cell};

/// Cells of the longest lines.
pub(super) const LONGEST_LINE: u8 = 9;

/// The cells of a game as bits.
pub(super) struct Bitboard {
    /// Distances to the next cell on the right and to the next cell above; one of them is 1.
    right: u32,
    up: u32,
    columns: u32,
    /// Number of bits of a set of cells.
    length: u32,
    pub falls: bool,
    pub misere: bool,
    pub k: u8,
    /// All cells, and those of the lowest row.
    board: u64,
    bottom: u64,
    /// Sets of cells of which at most one is a move, those with most lines first: columns if stones fall, else cells.
    pub order: Vec<u64>,
    /// The cells from which the number of cells to the top is even, counted with the cell.
    even: u64,
    /// For each number, the cells with at least that many cells above them.
    below: Vec<u64>,
}

impl Bitboard {
    /// The board of a game. `None` if it is too large.
    pub(super) fn new(game: &Lines) -> Option<Self> {
        let (columns, rows) = game.board();
        let (columns, rows) = (u32::from(columns), u32::from(rows));
        let falls = game.has_gravity();
        // Only consecutive columns have a key of 64 bits.
        let (right, up) = match falls && columns * (rows + 1) <= u64::BITS {
            true => (rows + 1, 1),
            false => (1, columns + 1),
        };
        let length = if up == 1 { columns * right } else { rows * up };
        if length > u64::BITS || game.k() > LONGEST_LINE {
            return None;
        }
        let cells = columns * rows;
        let place = |cell| cell / columns * up + cell % columns * right;
        let set = |is_in: &dyn Fn(u32) -> bool| {
            let cells = (0..cells).filter(|&cell| is_in(cell));
            cells.fold(0, |set, cell| set | 1 << place(cell))
        };
        let lines_through =
            |cell: u32| game.lines().iter().filter(|&&line| line >> cell & 1 == 1).count();
        let groups = if falls { columns } else { cells };
        let in_group = |group: u32| (group..cells).step_by(groups as usize);
        let mut order: Vec<u32> = (0..groups).collect();
        order.sort_by_key(|&group| {
            std::cmp::Reverse(in_group(group).map(lines_through).sum::<usize>())
        });
        Some(Self {
            right,
            up,
            columns,
            length,
            falls,
            misere: game.is_misere(),
            k: game.k(),
            board: set(&|_| true),
            bottom: set(&|cell| cell < columns),
            order: order.into_iter().map(|group| set(&|cell| cell % groups == group)).collect(),
            even: set(&|cell| (rows - cell / columns).is_multiple_of(2)),
            below: (0..rows).map(|above| set(&|cell| cell / columns + above < rows)).collect(),
        })
    }

    /// The bits of a set of cells, numbered as in [`Position`](super::Position).
    pub(super) fn spread(&self, cells: u64) -> u64 {
        let place = |cell| cell / self.columns * self.up + cell % self.columns * self.right;
        each_cell(cells).fold(0, |spread, cell| spread | 1 << place(cell))
    }

    /// Whether a stone hangs in the air.
    pub(super) fn has_hanging(&self, occupied: u64) -> bool {
        self.falls && occupied & !(occupied << self.up | self.bottom) != 0
    }

    /// The number of empty cells.
    pub(super) fn left(&self, occupied: u64) -> i32 {
        (self.board & !occupied).count_ones() as i32
    }

    /// Length of a key in bits.
    pub(super) fn key_bits(&self) -> u32 {
        match self.has_short_keys() {
            true => self.length,
            false => 2 * self.length,
        }
    }

    /// Whether keys have 64 bits: if stones fall and columns are consecutive bits.
    pub(super) fn has_short_keys(&self) -> bool {
        self.falls && self.up == 1
    }

    /// Cells where a stone may be placed.
    #[inline(always)]
    pub(super) fn places(&self, occupied: u64) -> u64 {
        match self.falls {
            true => (occupied << self.up | self.bottom) & self.board & !occupied,
            false => self.board & !occupied,
        }
    }

    /// The empty cells that would complete a line of some stones.
    #[inline(always)]
    pub(super) fn completing<const K: usize>(&self, stones: u64, occupied: u64) -> u64 {
        let stride = self.right.max(self.up);
        let found = completing_along::<K>(stones, 1)
            | completing_along::<K>(stones, stride - 1)
            | completing_along::<K>(stones, stride)
            | completing_along::<K>(stones, stride + 1);
        found & self.board & !occupied
    }

    /// The moves after which the other side does not win at once, if some cells complete its lines.
    #[inline(always)]
    pub(super) fn answers(&self, completing: u64, occupied: u64) -> u64 {
        let mut moves = self.places(occupied);
        let forced = completing & moves;
        if forced & forced.wrapping_sub(1) != 0 {
            return 0;
        }
        if forced != 0 {
            moves = forced;
        }
        // Not below a cell where the other side would win.
        if self.falls { moves & !(completing >> self.up) } else { moves }
    }

    /// The moves after which the other side does not win at once; in a misère game, those that do not lose at once.
    #[inline(always)]
    pub(super) fn open_moves<const K: usize>(&self, mine: u64, theirs: u64) -> u64 {
        let occupied = mine | theirs;
        match self.misere {
            true => self.places(occupied) & !self.completing::<K>(mine, occupied),
            false => self.answers(self.completing::<K>(theirs, occupied), occupied),
        }
    }

    /// Whether there is a line on which a side has no stone.
    #[inline(always)]
    pub(super) fn has_open_line<const K: usize>(&self, stones: u64) -> bool {
        self.has_line::<K>(self.board & !stones)
    }

    #[inline(always)]
    fn has_line<const K: usize>(&self, stones: u64) -> bool {
        let stride = self.right.max(self.up);
        let along = |step: u32| (1..K).fold(stones, |lines, _| lines >> step & stones);
        along(1) | along(stride - 1) | along(stride) | along(stride + 1) != 0
    }

    /// Whether the side that is not to move can hold the score of the side to move to `window` by following up.
    ///
    /// The number of empty cells must be even, so an even number of columns are odd: they have an odd number of empty
    /// cells. The follower answers a stone in an even column on its next cell, and a stone in an odd column in another
    /// odd column. So even columns stay even after each answer. The side to move gets only cells with an even number of
    /// cells up to the top. In addition, it gets at most the lowest empty cells of odd columns.
    #[inline(always)]
    pub(super) fn holds_by_following<const K: usize>(
        &self,
        mine: u64,
        theirs: u64,
        window: i32,
    ) -> bool {
        let occupied = mine | theirs;
        let empty = self.board & !occupied;
        let odd = self.places(occupied) & !self.even;
        if self.has_line::<K>(mine | odd | empty & self.even) {
            return false;
        }
        if window >= 0 {
            return true;
        }
        // The follower gets all other cells. Let each missing cell of a line have at least that many cells above it. Then
        // these are empty above the last missing cell when the line is complete.
        let left_empty = 2 * (-window - 1) as usize;
        let upper = empty & !self.even & !odd;
        let below = self.below.get(left_empty);
        below.is_some_and(|below| self.has_line::<K>(theirs | upper & below))
    }
}

/// Keys of positions in a table of bounds. No other position with the same moves has the same key.
pub(super) trait Key: Word {
    fn of(board: &Bitboard, mine: u64, occupied: u64) -> Self;
}

/// In each column, a bit above the stones of the side to move marks the lowest empty cell.
impl Key for u64 {
    #[inline(always)]
    fn of(board: &Bitboard, mine: u64, occupied: u64) -> Self {
        mine.wrapping_add(occupied).wrapping_add(board.bottom)
    }
}

/// Both sets of stones.
impl Key for u128 {
    #[inline(always)]
    fn of(board: &Bitboard, mine: u64, occupied: u64) -> Self {
        Self::from(mine) << board.length | Self::from(occupied)
    }
}

/// The cells that would complete a line of some stones along one direction.
#[inline(always)]
fn completing_along<const K: usize>(stones: u64, step: u32) -> u64 {
    // `below[n]` has the cells preceded by n stones in this direction, `above[n]` those followed by n stones.
    let (mut below, mut above) = ([u64::MAX; K], [u64::MAX; K]);
    for n in 1..K {
        below[n] = (below[n - 1] & stones) << step;
        above[n] = (above[n - 1] & stones) >> step;
    }
    (0..K).fold(0, |found, n| found | below[n] & above[K - 1 - n])
}
