//! Klotski (Huarong Dao, 華容道): the 4x5 family, the first preset, and the same family on boards of other sizes.

use super::rules::{
    Arrangement, Family, Freedom, Goal, PieceSet, Puzzle, PuzzleError, Shape, ShapeId,
};
use crate::grid::{Board, Cell, Cells};
use std::collections::HashMap;

/// The 2x2 piece, which the goal moves to the exit.
pub const BIG: ShapeId = 0;
/// The horizontal domino.
pub const HORIZONTAL: ShapeId = 1;
/// The vertical domino.
pub const VERTICAL: ShapeId = 2;
/// The single cell.
pub const SMALL: ShapeId = 3;

/// Name, letter, columns and rows of every shape.
const RECTANGLES: [(&str, char, u8, u8); 4] =
    [("big", 'B', 2, 2), ("horizontal", 'H', 2, 1), ("vertical", 'V', 1, 2), ("small", 'S', 1, 1)];

/// Columns and rows of the standard board.
const WIDTH: u8 = 4;
const HEIGHT: u8 = 5;

/// Number of cells of the big piece.
const BIG_AREA: u8 = 4;
/// Minimum number of empty cells of a piece set of the family.
#[doc(hidden)]
pub const MIN_EMPTY: u8 = 2;
/// Klotski's shapes.
#[doc(hidden)]
pub fn shapes() -> Vec<Shape> {
    let shape = |(name, letter, width, height)| Shape::rectangle(name, letter, width, height);
    RECTANGLES
        .into_iter()
        .map(shape)
        .collect::<Result<_, _>>()
        .expect("the four rectangles are shapes")
}

/// Goal of the big piece: column and row of its first cell, from 0. It is in the bottom rows, in the middle columns or
/// half a column to their left. `None` if the board is too small.
#[doc(hidden)]
pub fn exit(width: usize, height: usize) -> Option<(usize, usize)> {
    let (right, row) = width.checked_sub(2).zip(height.checked_sub(2))?;
    Some((right / 2, row))
}

/// Klotski on 4 columns and 5 rows: move the big piece to the middle columns of the bottom rows.
pub fn puzzle() -> Puzzle {
    puzzle_on(WIDTH, HEIGHT).expect("the big piece has room")
}

/// Klotski on a board of any size: move the big piece to the exit at the middle of the bottom edge.
pub fn puzzle_on(width: u8, height: u8) -> Result<Puzzle, PuzzleError> {
    let board = Board::new(width, height, [])?;
    let too_small =
        || PuzzleError::TooSmall { width, height, needs: "the big piece, 2x2, and 2 empty cells" };
    let (column, row) = exit(width.into(), height.into()).ok_or_else(too_small)?;
    if board.cell_count() < Cell::from(BIG_AREA + MIN_EMPTY) {
        return Err(too_small());
    }
    // The exit is on the board, so its column and row fit bytes.
    let goal = Goal::new(board.cell(column as u8, row as u8).map(|cell| (BIG, cell)));
    let puzzle = Puzzle::new(board, shapes(), goal).expect("the big piece fits the exit");
    Ok(puzzle.with_fixed_count(BIG, 1))
}

/// The 203 piece sets of the 4x5 family. Each has one big piece, any numbers of horizontals, verticals and small pieces,
/// at least two empty cells, and a legal arrangement.
pub fn family() -> Family {
    family_on(WIDTH, HEIGHT).expect("the big piece has room")
}

/// The same family on a board of any size, with at most 128 cells.
///
/// ```
/// use huarong::puzzle::klotski;
///
/// let family = klotski::family_on(4, 6)?;
/// assert_eq!((family.name(), family.piece_sets().len()), ("klotski-4x6", 385));
/// assert_eq!(klotski::family().piece_sets(), klotski::family_on(4, 5)?.piece_sets());
///
/// let refused = klotski::family_on(1, 9).unwrap_err().to_string();
/// assert_eq!(refused, "a board of 1x9 is too small: it must have room for the big piece, 2x2, and 2 empty cells");
/// # Ok::<_, huarong::puzzle::PuzzleError>(())
/// ```
pub fn family_on(width: u8, height: u8) -> Result<Family, PuzzleError> {
    let puzzle = puzzle_on(width, height)?;
    let open = puzzle.board().cell_count();
    if open > Cells::MOST {
        return Err(PuzzleError::Unnumbered { width, height, open });
    }
    let free = open as u8 - BIG_AREA - MIN_EMPTY;
    let dominoes = free / 2;
    let most_across = most_across(width.min(height), width.max(height), dominoes);
    let mut sets = Vec::new();
    for (along, most) in (0..).zip(most_across) {
        let Ok(most) = u8::try_from(most) else { continue };
        for across in 0..=most.min(dominoes - along) {
            let [horizontal, vertical] =
                if width <= height { [along, across] } else { [across, along] };
            for small in 0..=free - 2 * (along + across) {
                sets.push(PieceSet::new([1, horizontal, vertical, small]));
            }
        }
    }
    let name = format!("klotski-{width}x{height}");
    Ok(Family::new(name, puzzle, MIN_EMPTY.into(), sets).complete())
}

impl Puzzle {
    /// Klotski on 4 columns and 5 rows: bring the 2x2 piece to the middle of the bottom rows.
    pub fn klotski() -> Self {
        puzzle()
    }
}

impl Family {
    /// The 203 piece sets of Klotski on 4 columns and 5 rows.
    pub fn klotski() -> Self {
        family()
    }
}

/// Marks a number of dominoes that does not fit.
const NONE: i8 = -1;

/// For each number of dominoes along the lines of a board, up to `most_along`, the largest number across the lines. All
/// must fit beside the big piece. [`NONE`] if the dominoes along the lines do not fit.
///
/// Reads the cells line by line. A state holds the covered cells ahead and whether the big piece is placed. For each
/// state only the largest number across is kept: anything that can follow more dominoes can also follow fewer.
fn most_across(length: u8, lines: u8, most_along: u8) -> Vec<i8> {
    let (length, lines) = (usize::from(length), usize::from(lines));
    let width = usize::from(most_along) + 1;
    let big_stands = 1 << (length + 1);
    let [along, across, big] = [0b11, 1 << length | 1, 0b11 << length | 0b11];
    let mut fronts = vec![NONE; 2 * big_stands * width];
    fronts[0] = 0;
    for cell in 0..length * lines {
        let has_next = (cell + 1) % length > 0;
        let has_below = cell / length + 1 < lines;
        let mut after = vec![NONE; fronts.len()];
        for (state, front) in fronts.chunks(width).enumerate() {
            if front.iter().all(|&most| most == NONE) {
                continue;
            }
            let (covered, stands) = (state & (big_stands - 1), state & big_stands);
            let mut follow = |piece: usize, stands: usize, [along, across]: [u8; 2]| {
                let state = (covered | piece) >> 1 | stands;
                let after = &mut after[state * width..][..width];
                for (after, &most) in after[along.into()..].iter_mut().zip(front) {
                    if most != NONE {
                        *after = (*after).max(most + across as i8);
                    }
                }
            };
            let fits = |piece: usize| covered & piece == 0;
            follow(0, stands, [0, 0]);
            if has_next && fits(along) {
                follow(along, stands, [1, 0]);
            }
            if has_below && fits(across) {
                follow(across, stands, [0, 1]);
            }
            if has_next && has_below && stands == 0 && fits(big) {
                follow(big, big_stands, [0, 0]);
            }
        }
        fronts = after;
    }
    fronts[big_stands * width..][..width].to_vec()
}

/// Whether a puzzle has Klotski's 4x5 board and pieces, with any goal.
#[doc(hidden)]
pub fn is_klotski(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    let size = (board.width(), board.height(), board.has_walls());
    size == (WIDTH, HEIGHT, false) && has_pieces(puzzle)
}

/// Whether a puzzle has Klotski's pieces, on any board and with any goal.
#[doc(hidden)]
pub fn has_pieces(puzzle: &Puzzle) -> bool {
    let shapes = puzzle.shapes();
    puzzle.fixed_counts() == [Some(1), None, None, None]
        && shapes.iter().all(|shape| shape.signs().is_empty() && shape.freedom() == Freedom::Both)
        && shapes
            .iter()
            .map(|shape| (shape.letter(), shape.polyomino()))
            .map(|(letter, polyomino)| {
                (letter, polyomino.width(), polyomino.height(), polyomino.area())
            })
            .eq(RECTANGLES
                .map(|(_, letter, width, height)| (letter, width, height, width * height)))
}

/// The Chinese names of the pieces of a Klotski position. One general must escape. His pursuers are in reading order, those that
/// lie first. The others are soldiers. Other puzzles have no names, nor have positions with more pursuers than names.
#[doc(hidden)]
pub fn chinese_names(
    puzzle: &Puzzle,
    position: &Arrangement,
    is_simplified: bool,
) -> HashMap<(ShapeId, Cell), String> {
    let mut pursuers = match is_simplified {
        false => ["關羽", "張飛", "趙雲", "馬超", "黃忠"],
        true => ["关羽", "张飞", "赵云", "马超", "黄忠"],
    };
    let of_shape = |wanted| position.pieces().filter(move |&(shape, _)| shape == wanted);
    let (lying, upright) = (of_shape(HORIZONTAL).count(), of_shape(VERTICAL).count());
    if !has_pieces(puzzle) || lying + upright > pursuers.len() {
        return HashMap::new();
    }
    // Guan Yu lies. If nobody does, he comes last.
    pursuers.rotate_left(usize::from(lying == 0));
    let soldiers = of_shape(SMALL).count();
    let numbered = |nth: usize| if soldiers == 1 { "兵".to_owned() } else { format!("兵{nth}") };
    let hunted = of_shape(BIG).map(|piece| (piece, "曹操".to_owned()));
    let pursuers = of_shape(HORIZONTAL).chain(of_shape(VERTICAL)).zip(pursuers.map(str::to_owned));
    let soldiers = of_shape(SMALL).zip((1..).map(numbered));
    hunted.chain(pursuers).chain(soldiers).collect()
}
