//! Numbers of boards, counted without listing them.
//!
//! The cells are visited in reading order. What matters of the cells so far is a state: of each column, whether a
//! piece goes on and whether the last cell is covered; the same of the row; and the number of walls.

use super::error::RushError;
use super::lineup::SIZES;
use super::scope::Scope;
use crate::counting::StateCounts;
use crate::effort::Effort;
use crate::sliding::counts::CountsError;
use num_bigint::BigUint;

/// Which boards are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
struct Line {
    /// Cells that its last piece still needs.
    left: u8,
    /// Whether the last cell is covered.
    is_covered: bool,
    /// Whether all cells are covered by the pieces of the line, and by walls if it is a row.
    is_full: bool,
}

impl Line {
    /// A line without cells. Beyond its first cell nothing can slide.
    const EMPTY: Self = Self { left: 0, is_covered: true, is_full: true };

    /// The line with a cell that it does not cover itself.
    fn then(self, is_covered: bool) -> Self {
        Self { left: 0, is_covered, is_full: false }
    }

    /// The line with a cell of its own piece, which needs so many cells more.
    fn with(self, left: u8) -> Self {
        Self { left, is_covered: true, ..self }
    }

    /// Whether the line may end here.
    fn may_end(self) -> bool {
        self.left == 0 && !self.is_full
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    columns: Vec<Line>,
    row: Line,
    /// Whether the row has its red car.
    has_red: bool,
    walls: u8,
}

/// Number of boards of a scope. Limits of cars, trucks and moves do not count.
///
/// # Errors
///
/// Returns an error if the states exceed the memory limit, or if the observer cancels the count.
pub fn boards(scope: &Scope, boards: Boards, effort: Effort<'_>) -> Result<BigUint, RushError> {
    let (width, height) = (scope.width, scope.height);
    let cells = usize::from(width) * usize::from(height);
    let start = State {
        columns: vec![Line::EMPTY; width.into()],
        row: Line::EMPTY,
        has_red: false,
        walls: 0,
    };
    let heap = 3 * u64::from(width);
    let states =
        StateCounts::start(start).try_after(cells, heap, effort, |cell, state, count, next| {
            let (x, y) = (cell as u8 % width, cell as u8 / width);
            for mut state in after(scope, boards, state, x, y) {
                if x + 1 == width {
                    let has_red = state.has_red || y + 1 != scope.exit_row;
                    if !state.row.may_end() || !has_red {
                        continue;
                    }
                    state.row = Line::EMPTY;
                    state.has_red = false;
                }
                if y + 1 == height && !state.columns[usize::from(x)].may_end() {
                    continue;
                }
                next.add(state, count);
            }
            Ok::<_, CountsError>(())
        })?;
    Ok(states.total())
}

/// The states after one more cell.
fn after(scope: &Scope, boards: Boards, state: &State, x: u8, y: u8) -> Vec<State> {
    let (column, row) = (state.columns[usize::from(x)], state.row);
    let is_exit = y + 1 == scope.exit_row;
    let is_packed = boards != Boards::All;
    let mut states = Vec::new();
    let mut add = |column: Line, row: Line, has_red: bool, walls: u8| {
        let mut state = State { row, has_red, walls, ..state.clone() };
        state.columns[usize::from(x)] = column;
        states.push(state);
    };
    let State { has_red, walls, .. } = *state;
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
