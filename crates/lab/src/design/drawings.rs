//! Boards, goals and pieces of an order as drawings: rows with `/` between them.

use huarong_core::grid::{Region, RegionError};
use std::collections::BTreeMap;
use thiserror::Error;

/// A place of a grid: column and row.
pub(super) type Place = (u8, u8);

/// Error: a text is no drawing of a board, of a goal or of pieces.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawnError {
    /// The board cannot be read.
    #[error(transparent)]
    Board(#[from] RegionError),
    /// The drawing has another size than the board.
    #[error("draw the whole board: {columns} columns and {rows} rows, with `/` between the rows")]
    Size {
        /// Columns of the board.
        columns: usize,
        /// Rows of the board.
        rows: usize,
    },
    /// A sign has no meaning in the drawing.
    #[error("{sign:?} has no meaning here: write {meaning}, and . elsewhere")]
    Sign {
        /// The sign.
        sign: char,
        /// The signs that have one.
        meaning: &'static str,
    },
}

/// The board of a size, such as `4x5`, or of a drawing, in which `.` is a cell and `#` a wall.
///
/// ```
/// use huarong::design::board_of;
///
/// assert_eq!(board_of("4x5")?.open_cell_count(), 20);
/// assert_eq!(board_of("#../...")?.open_cell_count(), 5);
/// assert!(board_of("4x").is_err());
/// # Ok::<_, huarong::design::DrawnError>(())
/// ```
pub fn board_of(text: &str) -> Result<Region, DrawnError> {
    Ok(match text.contains(['.', '#']) {
        true => Region::parse_drawing(text)?,
        false => Region::parse_size(text)?,
    })
}

/// The cells of a goal that is drawn on a board, sorted: `X` or `A` for a cell of the goal piece.
pub fn goal_cells(text: &str, board: &Region) -> Result<Vec<Place>, DrawnError> {
    let mut cells = Vec::new();
    for (place, sign) in signs(text, board)? {
        match sign {
            'X' | 'A' => cells.push(place),
            '.' | '#' => {}
            sign => {
                return Err(DrawnError::Sign {
                    sign,
                    meaning: "X or A for a cell of the goal piece",
                });
            }
        }
    }
    cells.sort_unstable();
    Ok(cells)
}

/// The cells of pieces that are drawn on a board, each in reading order: a letter for each piece.
pub fn fixed_pieces(text: &str, board: &Region) -> Result<Vec<Vec<Place>>, DrawnError> {
    let mut pieces: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (place, sign) in signs(text, board)? {
        match sign {
            '.' | '#' => {}
            sign if sign.is_ascii_alphabetic() => pieces.entry(sign).or_default().push(place),
            sign => return Err(DrawnError::Sign { sign, meaning: "a letter for each piece" }),
        }
    }
    Ok(pieces.into_values().collect())
}

/// The signs of a drawing that has the size of a board, in reading order.
fn signs(text: &str, board: &Region) -> Result<Vec<(Place, char)>, DrawnError> {
    let (columns, rows) = (board.width(), board.height());
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != rows || lines.iter().any(|line| line.chars().count() != columns) {
        return Err(DrawnError::Size { columns, rows });
    }
    let line = |(row, line): (usize, &str)| {
        let signs = line.chars().enumerate();
        let placed = signs.map(move |(column, sign)| ((column as u8, row as u8), sign));
        placed.collect::<Vec<_>>()
    };
    Ok(lines.into_iter().enumerate().flat_map(line).collect())
}
