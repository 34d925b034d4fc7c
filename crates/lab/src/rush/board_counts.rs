//! Numbers of boards, counted without listing them.
//!
//! The cells are visited in reading order. A prefix has what matters of the cells so far. For each column and for the
//! row, it says whether a piece goes on, and whether the last cell is covered. It also counts the walls.

use super::error::RushError;
use super::lineup::{LONGEST, SIZES};
use super::scope::Scope;
use crate::counts::CountsError;
use huarong_core::counting::StateCounts;
use huarong_core::effort::Effort;
use num_bigint::BigUint;

/// The boards that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Boards {
    /// All boards.
    All,
    /// Boards on which no piece can slide left or up. Each cluster has one or more.
    Packed,
    /// Boards with the red car at the exit on which no other piece can slide left or up. Each cluster that can reach the
    /// goal has one or more.
    Goals,
}

/// The cells of a line so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct LinePrefix {
    /// Cells that its last piece still needs.
    left: u8,
    /// Whether the last cell is covered.
    is_covered: bool,
    /// Whether all cells are covered by the pieces of the line, and by walls if it is a row.
    is_full: bool,
}

impl LinePrefix {
    /// A line without cells. Beyond its first cell nothing can slide.
    const EMPTY: Self = Self { left: 0, is_covered: true, is_full: true };

    /// The line with a cell that it does not cover itself.
    fn then(self, is_covered: bool) -> Self {
        Self { left: 0, is_covered, is_full: false }
    }

    /// The line with a cell of its own piece, which needs `left` cells more.
    fn with(self, left: u8) -> Self {
        Self { left, is_covered: true, ..self }
    }

    /// Whether the line may end here.
    fn may_end(self) -> bool {
        self.left == 0 && !self.is_full
    }
}

/// The cells of a board so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BoardPrefix {
    columns: [LinePrefix; LONGEST],
    row: LinePrefix,
    /// Whether the row has its red car.
    has_red: bool,
    walls: u8,
}

/// What a board has at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Wall,
    /// The first cell of a piece in a row or a column, with its number of cells.
    Row(u8),
    Column(u8),
    /// Another cell of a piece.
    Piece,
}

impl BoardPrefix {
    pub(super) const EMPTY: Self = Self {
        columns: [LinePrefix::EMPTY; LONGEST],
        row: LinePrefix::EMPTY,
        has_red: false,
        walls: 0,
    };

    /// The states after one more cell, of which a board can be completed in its row and its column.
    pub(super) fn followers(
        self,
        scope: &Scope,
        boards: Boards,
        cell: usize,
    ) -> impl Iterator<Item = Self> {
        let (width, height, exit_row) = (scope.width, scope.height, scope.exit_row);
        let (x, y) = (cell as u8 % width, cell as u8 / width);
        after(scope, boards, &self, x, y).into_iter().filter_map(move |mut state| {
            if x + 1 == width {
                let has_red = state.has_red || y + 1 != exit_row;
                if !state.row.may_end() || !has_red {
                    return None;
                }
                state.row = LinePrefix::EMPTY;
                state.has_red = false;
            }
            let may_end = y + 1 < height || state.columns[usize::from(x)].may_end();
            may_end.then_some(state)
        })
    }

    /// What a board has at a cell in a column, if this state is before it and the other after it.
    pub(super) fn content(&self, next: &Self, column: usize) -> Content {
        let (before, after) = (self.columns[column], next.columns[column]);
        if before.left > 0 || self.row.left > 0 {
            Content::Piece
        } else if after.left > 0 {
            Content::Column(after.left + 1)
        } else if next.row.left > 0 {
            Content::Row(next.row.left + 1)
        } else if next.walls > self.walls {
            Content::Wall
        } else {
            Content::Empty
        }
    }
}

/// Number of boards of a scope. Limits of cars, trucks and moves do not count.
///
/// # Errors
///
/// Returns an error if the states exceed the memory limit, or if the observer cancels the count.
pub fn boards(scope: &Scope, boards: Boards, effort: Effort<'_>) -> Result<BigUint, RushError> {
    let cells = usize::from(scope.width) * usize::from(scope.height);
    let start = StateCounts::start(BoardPrefix::EMPTY);
    let states = start.after(cells, effort, |cell, state, count, next| {
        for state in state.followers(scope, boards, cell) {
            next.add(state, count);
        }
    });
    Ok(states.map_err(CountsError::from)?.total())
}

fn after(scope: &Scope, boards: Boards, state: &BoardPrefix, x: u8, y: u8) -> Vec<BoardPrefix> {
    let (column, row) = (state.columns[usize::from(x)], state.row);
    let is_exit = y + 1 == scope.exit_row;
    let is_packed = boards != Boards::All;
    let mut states = Vec::new();
    let mut add = |column: LinePrefix, row: LinePrefix, has_red: bool, walls: u8| {
        let mut state = BoardPrefix { row, has_red, walls, ..*state };
        state.columns[usize::from(x)] = column;
        states.push(state);
    };
    let BoardPrefix { has_red, walls, .. } = *state;
    // In a row with its exit, the red car is still to come.
    let red_is_left = is_exit && !has_red;
    if column.left > 0 {
        if row.left == 0 {
            add(column.with(column.left - 1), row.then(true), has_red, walls);
        }
        return states;
    }
    if row.left > 0 {
        add(column.then(true), row.with(row.left - 1), has_red, walls);
        return states;
    }
    let must_be_red = red_is_left && x + 2 == scope.width;
    if !must_be_red {
        add(column.then(false), row.then(false), has_red, walls);
        if walls < scope.walls && (!is_exit || red_is_left) {
            add(column.then(true), row.with(0), has_red, walls + 1);
        }
        for size in SIZES {
            if y + size <= scope.height && (column.is_covered || !is_packed) {
                add(column.with(size - 1), row.then(true), has_red, walls);
            }
        }
    }
    for size in SIZES {
        let fits = x + size <= scope.width;
        let may_begin = match (is_exit, boards) {
            (false, Boards::All) => true,
            (false, _) => row.is_covered,
            (true, Boards::All) => red_is_left && size == 2,
            (true, Boards::Packed) => red_is_left && size == 2 && row.is_covered,
            (true, Boards::Goals) => size == 2 && must_be_red,
        };
        if fits && may_begin {
            add(column.then(true), row.with(size - 1), is_exit, walls);
        }
    }
    states
}
