//! The text of `display`, `size`, `step`, `initial`, `target`, `equiv` and `end`.
//!
//! This follows the public collection that begins `;; Classic Sliding-Block Puzzles`, which has no specification. A
//! line is a keyword and its value. `display` is the name, `size` columns and rows, `step` the fewest known moves in an
//! unknown metric. `initial` and `target` are each followed by all rows of the board, including blank ones. `#` is a
//! wall. `.` and a space are an empty cell at the start and any cell in the target. Any other character is a piece.
//! Characters after `equiv` are interchangeable; `color` is ignored; `end` ends a puzzle. Another puzzle may follow, so
//! the caller must then select one. `;` starts a comment.

use super::error::{InterchangeError, LineFault};
use super::puzzle_sketch::{Grid, Piece, Published, PuzzleSketch};
use super::text_lines::{last_line, lines, selected};
use std::collections::HashMap;

const KEYWORDS: &str = "display, size, step, initial, target, equiv, color and end";

/// One puzzle: the lines up to an `end`.
#[derive(Default)]
struct Puzzle {
    /// Its first and last line.
    first: usize,
    last: usize,
    name: Option<String>,
    /// Columns, rows, and the number of their line.
    size: Option<(i64, i64, usize)>,
    moves: Option<u32>,
    initial: Option<Grid>,
    target: Option<Grid>,
    alike: Vec<(Vec<char>, usize)>,
}

pub(super) fn read(
    text: &str,
    title: &str,
    wanted: Option<usize>,
) -> Result<String, InterchangeError> {
    let puzzles = puzzles(text)?;
    match selected(&puzzles, wanted, |puzzle| puzzle.first..=puzzle.last)? {
        Some(puzzle) => draw(puzzle, title),
        None => Err(LineFault::missing("a puzzle (display to end)").at(last_line(text))),
    }
}

fn puzzles(text: &str) -> Result<Vec<Puzzle>, InterchangeError> {
    let mut puzzles = Vec::new();
    let mut begun: Option<Puzzle> = None;
    let mut lines = lines(text);
    while let Some((number, line)) = lines.next() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let puzzle = begun.get_or_insert_with(|| Puzzle { first: number, ..Puzzle::default() });
        let mut grid = || {
            let (columns, rows, _) =
                puzzle.size.ok_or_else(|| LineFault::missing("size").at(number))?;
            let rows = usize::try_from(rows).unwrap_or(0);
            let rows = lines.by_ref().take(rows).map(|(_, row)| row.trim_end().chars().collect());
            read_grid(Grid { line: number + 1, rows: rows.collect() }, columns)
        };
        match keyword {
            "display" => puzzle.name = Some(rest.to_owned()),
            "size" => {
                let (columns, rows) = two_numbers(rest)
                    .ok_or_else(|| LineFault::expected("columns and rows", rest).at(number))?;
                // Checked before the rows are read.
                PuzzleSketch::new("", columns, rows, number)?;
                puzzle.size = Some((columns, rows, number));
            }
            "step" => {
                let moves =
                    rest.parse().map_err(|_| LineFault::expected("a number of moves", rest));
                puzzle.moves = Some(moves.map_err(|fault| fault.at(number))?);
            }
            "initial" => puzzle.initial = Some(grid()?),
            "target" => puzzle.target = Some(grid()?),
            "equiv" => {
                let signs = rest.chars().filter(|sign| !sign.is_whitespace()).collect();
                puzzle.alike.push((signs, number));
            }
            "color" => {}
            "end" => {
                puzzle.last = number;
                puzzles.extend(begun.take());
            }
            keyword => {
                return Err(LineFault::unknown_keyword(keyword, KEYWORDS).at(number));
            }
        }
    }
    match begun {
        None => Ok(puzzles),
        Some(_) => Err(LineFault::missing("end").at(last_line(text))),
    }
}

fn two_numbers(text: &str) -> Option<(i64, i64)> {
    let mut numbers = text.split_whitespace().map(|word| word.parse().ok());
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(columns), Some(rows), None) => Some((columns?, rows?)),
        _ => None,
    }
}

fn read_grid(grid: Grid, columns: i64) -> Result<Grid, InterchangeError> {
    grid.check_signs()?;
    let columns = usize::try_from(columns).unwrap_or(0);
    match (grid.line..).zip(&grid.rows).find(|(_, row)| row.len() > columns) {
        None => Ok(grid),
        Some((line, row)) => Err(LineFault::row_length(row.len(), columns).at(line)),
    }
}

fn draw(puzzle: &Puzzle, title: &str) -> Result<String, InterchangeError> {
    let missing = |what| LineFault::missing(what).at(puzzle.last);
    let (columns, rows, line) = puzzle.size.ok_or_else(|| missing("size"))?;
    let initial = puzzle.initial.as_ref().ok_or_else(|| missing("initial"))?;
    let target = puzzle.target.as_ref().ok_or_else(|| missing("target"))?;
    let name = puzzle.name.as_deref().filter(|name| !name.is_empty());
    let mut sketch = PuzzleSketch::new(name.unwrap_or(title), columns, rows, line)?;

    let mut kinds = HashMap::new();
    for (kind, (signs, line)) in puzzle.alike.iter().enumerate() {
        for &sign in signs {
            if kinds.insert(sign, (kind, *line)).is_some() {
                return Err(LineFault::twice(sign).at(*line));
            }
        }
    }
    let mut pieces = HashMap::new();
    let signs = initial.cells_by_sign();
    for (_, cells) in signs.iter().filter(|&&(sign, _)| sign == '#') {
        for &cell in cells {
            sketch.wall(cell, initial.line_of(&[cell]))?;
        }
    }
    for (sign, cells) in signs.into_iter().filter(|&(sign, _)| is_piece(sign)) {
        let kind = kinds.remove(&sign).map(|(kind, _)| kind);
        let line = initial.line_of(&cells);
        let number = sketch.place(Piece { kind, ..Piece::of_sign(sign, cells) }, line)?;
        pieces.insert(sign, number);
    }
    let unknown = |sign: char, line| LineFault::no_such_piece(sign).at(line);
    if let Some((&sign, &(_, line))) = kinds.iter().min_by_key(|(_, (_, line))| *line) {
        return Err(unknown(sign, line));
    }
    sketch.begin_goal();
    for (sign, cells) in target.cells_by_sign() {
        let line = target.line_of(&cells);
        if sign == '#' {
            // The target may omit walls.
            let is_open =
                |&&(column, row): &&(i64, i64)| initial.sign(column as usize, row as usize) != '#';
            if let Some(&(column, row)) = cells.iter().find(is_open) {
                let (column, row) = (column as usize, row as usize);
                return Err(LineFault::different_boards(column, row).at(target.line + row));
            }
        } else if is_piece(sign) {
            let &piece = pieces.get(&sign).ok_or_else(|| unknown(sign, line))?;
            sketch.want(piece, &cells, line)?;
        }
    }
    if let Some(moves) = puzzle.moves {
        sketch.publish(Published { moves, metric: None, positions: None });
    }
    sketch.text(line)
}

fn is_piece(sign: char) -> bool {
    !matches!(sign, '#' | '.' | ' ')
}
