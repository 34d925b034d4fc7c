//! The input of D. Knuth's program SLIDING.
//!
//! The format follows the description in `sliding.w`. The first line has rows, `x`, columns and optional commentary.
//! Then each line defines interchangeable pieces, `1 = 111/01`, named `1` to `9` and `a` to `f`. The start and the stop
//! follow. Each repeatedly names the piece on the topmost and leftmost cell that is not specified yet. `0` is an empty
//! cell, `x` no cell. Zeros at the end may be omitted.
//!
//! SLIDING requires one stop with all pieces. The reader also accepts several stops, any of which is a goal, and stops
//! that omit pieces. The writer writes only what SLIDING accepts.

use super::error::{InterchangeError, LineFault, Unsayable};
use super::puzzle_sketch::{At, Piece, PuzzleSketch};
use super::text_lines::{Line, last_line, one_line, written_lines};
use crate::puzzle_file::PuzzleFile;
use crate::rules::Freedom;
use std::collections::HashMap;

/// The names of pieces, in order.
const NAMES: &str = "123456789abcdef";

pub(super) fn read(text: &str, title: &str) -> Result<String, InterchangeError> {
    let missing = |what| LineFault::missing(what).at(last_line(text));
    let mut lines = written_lines(text).peekable();
    let size = lines.next().ok_or_else(|| missing("the board size (rows x columns)"))?;
    let (rows, columns, commentary) = read_size(size)?;
    let title = if commentary.is_empty() { title } else { commentary };
    let mut sketch = PuzzleSketch::new(title, columns, rows, size.0)?;

    let mut shapes = HashMap::new();
    while let Some((number, line)) = lines.next_if(|(_, line)| line.contains('=')) {
        let (name, shape) = read_shape(line).map_err(|fault| fault.at(number))?;
        if shapes.insert(name, shape).is_some() {
            return Err(LineFault::twice(name).at(number));
        }
    }
    let start = lines.next().ok_or_else(|| missing("the start"))?;
    let placed = read_start(&mut sketch, &shapes, start)?;
    if lines.peek().is_none() {
        return Err(missing("the stop"));
    }
    for stop in lines {
        read_stop(&mut sketch, &shapes, &placed, stop)?;
    }
    sketch.text(size.0)
}

/// The shapes by the names of their pieces.
type Shapes = HashMap<char, Vec<At>>;

/// The contents of the start.
#[derive(Default)]
struct Placed {
    walls: Vec<At>,
    /// The numbers of the pieces, by name.
    pieces: HashMap<char, Vec<usize>>,
}

fn read_start(
    sketch: &mut PuzzleSketch,
    shapes: &Shapes,
    start: Line<'_>,
) -> Result<Placed, InterchangeError> {
    let mut placed = Placed::default();
    let board = (sketch.columns(), sketch.rows());
    fill(board, shapes, start, |named| match named {
        Named::NoCell(at) => {
            placed.walls.push(at);
            sketch.wall(at, start.0)
        }
        Named::Piece(name, cells) => {
            let kind = NAMES.find(name);
            let piece = Piece { name: name.to_string(), cells, kind, ..Piece::default() };
            placed.pieces.entry(name).or_default().push(sketch.place(piece, start.0)?);
            Ok(())
        }
    })?;
    Ok(placed)
}

/// Reads one of the goals; its board must be that of the start.
fn read_stop(
    sketch: &mut PuzzleSketch,
    shapes: &Shapes,
    placed: &Placed,
    stop: Line<'_>,
) -> Result<(), InterchangeError> {
    sketch.begin_goal();
    let board = (sketch.columns(), sketch.rows());
    let mut walls = Vec::new();
    let mut used: HashMap<char, usize> = HashMap::new();
    fill(board, shapes, stop, |named| match named {
        Named::NoCell(at) => {
            walls.push(at);
            Ok(())
        }
        Named::Piece(name, cells) => {
            let pieces = placed.pieces.get(&name).map_or(&[][..], Vec::as_slice);
            let used = used.entry(name).or_default();
            let Some(&piece) = pieces.get(*used) else {
                let fault = LineFault::too_many_wanted(name, *used + 1, pieces.len());
                return Err(fault.at(stop.0));
            };
            *used += 1;
            sketch.want(piece, &cells, stop.0)
        }
    })?;
    if walls != placed.walls {
        let (column, row) = first_difference(&placed.walls, &walls);
        return Err(LineFault::different_boards(column as usize, row as usize).at(stop.0));
    }
    Ok(())
}

/// The first cell that is in only one of two different lists in reading order.
fn first_difference(walls: &[At], others: &[At]) -> At {
    let same = walls.iter().zip(others).take_while(|(wall, other)| wall == other).count();
    let next = [walls.get(same), others.get(same)].into_iter().flatten().copied();
    next.min_by_key(|&(column, row)| (row, column)).unwrap_or((0, 0))
}

/// Rows, columns and commentary.
fn read_size((number, line): Line<'_>) -> Result<(i64, i64, &str), InterchangeError> {
    let (rows, rest) = leading_number(line);
    let rest = rest.trim_start().strip_prefix('x').unwrap_or("");
    let (columns, commentary) = leading_number(rest);
    let (Some(rows), Some(columns)) = (rows, columns) else {
        return Err(LineFault::expected("the board size (rows x columns)", line).at(number));
    };
    let commentary = commentary.trim();
    let inner = commentary.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    Ok((rows, columns, inner.unwrap_or(commentary)))
}

fn leading_number(text: &str) -> (Option<i64>, &str) {
    let text = text.trim_start();
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().ok(), &text[end..])
}

/// A name and its cells, relative to the topmost and leftmost one.
fn read_shape(line: &str) -> Result<(char, Vec<At>), LineFault> {
    let (name, pattern) = line.split_once('=').unwrap_or((line, ""));
    let (name, pattern) = (name.trim(), pattern.trim());
    let mut signs = name.chars();
    let name = match (signs.next(), signs.next()) {
        (Some(sign), None) if NAMES.contains(sign) => sign,
        _ => return Err(LineFault::expected("the name of a piece (1 to 9 or a to f)", name)),
    };
    let mut cells = Vec::new();
    for (row, signs) in (0..).zip(pattern.split('/')) {
        for (column, sign) in (0..).zip(signs.chars()) {
            match sign {
                '1' => cells.push((column, row)),
                '0' => {}
                _ => return Err(LineFault::expected("a shape of 0, 1 and /", pattern)),
            }
        }
    }
    let Some(&(left, top)) = cells.first() else {
        return Err(LineFault::expected("a shape with at least one 1", pattern));
    };
    Ok((name, cells.iter().map(|&(column, row)| (column - left, row - top)).collect()))
}

/// The content of a cell.
enum Named {
    NoCell(At),
    Piece(char, Vec<At>),
}

/// Reads a configuration and passes each wall and piece to `hand_over`.
fn fill(
    (columns, rows): (usize, usize),
    shapes: &Shapes,
    (number, line): Line<'_>,
    mut hand_over: impl FnMut(Named) -> Result<(), InterchangeError>,
) -> Result<(), InterchangeError> {
    let mut specified = vec![false; columns * rows];
    let mut at = 0;
    for sign in line.trim().chars() {
        at += specified[at..].iter().take_while(|&&specified| specified).count();
        if at == specified.len() {
            return Err(LineFault(format!(
                "the line describes more than the {at} cells of the board"
            ))
            .at(number));
        }
        let (column, row) = ((at % columns) as i64, (at / columns) as i64);
        specified[at] = true;
        match sign {
            '0' => {}
            'x' => hand_over(Named::NoCell((column, row)))?,
            name => {
                let Some(shape) = shapes.get(&name) else {
                    return Err(LineFault::no_such_piece(name).at(number));
                };
                let cells: Vec<At> = shape.iter().map(|&(x, y)| (column + x, row + y)).collect();
                // `hand_over` rejects cells outside the board and overlaps.
                hand_over(Named::Piece(name, cells.clone()))?;
                for (x, y) in cells {
                    specified[y as usize * columns + x as usize] = true;
                }
            }
        }
    }
    Ok(())
}

pub(super) fn write(puzzle: &PuzzleFile) -> Result<String, Unsayable> {
    let kinds = puzzle.kinds();
    if kinds.len() > NAMES.len() {
        return Err(Unsayable::Kinds { found: kinds.len(), most: NAMES.len() });
    }
    if !puzzle.thin_walls().is_empty() {
        return Err(Unsayable::ThinWalls);
    }
    for kind in kinds {
        let sign = kind.signs[0];
        if !kind.gate.is_empty() {
            return Err(Unsayable::Gate { sign });
        }
        if kind.freedom != Freedom::Both {
            return Err(Unsayable::Locked { sign, along: kind.freedom.along() });
        }
    }
    let [goal] = puzzle.goals() else {
        return Err(Unsayable::Goals { found: puzzle.goals().len() });
    };
    let (wanted, pieces) = (goal.len(), puzzle.pieces().len());
    if wanted < pieces {
        return Err(Unsayable::PartOfGoal { wanted, pieces });
    }
    let start = puzzle.start();
    let mut text = format!("{} x {} {}\n", start.rows(), start.columns(), one_line(puzzle.name()));
    let names: Vec<char> = NAMES.chars().collect();
    for (name, kind) in names.iter().zip(kinds) {
        let row = |row| {
            let signs = (0..kind.shape.width()).map(|column| {
                if kind.shape.contains(column.into(), i32::from(row)) { '1' } else { '0' }
            });
            signs.collect::<String>()
        };
        let rows: Vec<String> = (0..kind.shape.height()).map(row).collect();
        text.push_str(&format!("{name} = {}\n", rows.join("/")));
    }
    for position in [puzzle.pieces(), goal] {
        let mut covered: Vec<(u8, u8)> = Vec::new();
        let mut filled = String::new();
        for (cell, sign) in start.cells() {
            let piece = position.iter().find(|piece| piece.at == cell);
            match piece {
                Some(piece) => {
                    filled.push(names[piece.kind]);
                    covered.extend(puzzle.kinds()[piece.kind].cells_at(piece.at));
                }
                None if covered.contains(&cell) => {}
                None => filled.push(if sign == '#' { 'x' } else { '0' }),
            }
        }
        text.push_str(filled.trim_end_matches('0'));
        text.push('\n');
    }
    Ok(text)
}
