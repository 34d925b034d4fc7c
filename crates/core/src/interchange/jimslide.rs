//! The input of J. Leonard's solvers jimslide and js2.
//!
//! The format follows the command reference in js2's `readme.txt` (github.com/Xuth/js2). `xsize:` and `ysize:` are the
//! size; `wall: (x,y)`, `hwall: y (x1, x2)` and `vwall: x (y1, y2)` are walls. `piece: n (0,0) (1,0)` defines a type of
//! interchangeable pieces by its cells. `put: n (x,y)` places a piece, optionally with a sign, `'T'`. `lockx: n` keeps
//! pieces of a type in their column, `locky: n` in their row. The goal requires all `win: n (x,y)` together. Lines may
//! be in any order. Options for search and output are ignored; `xstep:`, `ystep:` and a goal's empty cell (`win: 0`)
//! cannot be expressed in a puzzle file.
//!
//! `!` starts a comment; like jimslide, the reader also ignores other lines without a keyword. A comment on the first
//! line is the name of the puzzle.

use super::error::{InterchangeError, LineFault, Unsayable};
use super::puzzle_sketch::{At, Piece, PuzzleSketch};
use super::text_lines::{Line, last_line, lines, one_line};
use crate::puzzle_file::PuzzleFile;
use crate::rules::Freedom;
use std::collections::BTreeMap;

const KEYWORDS: [&str; 12] = [
    "xsize", "ysize", "wall", "hwall", "vwall", "piece", "lockx", "locky", "xstep", "ystep", "put",
    "win",
];

/// Keywords for search and output, which do not affect the puzzle.
const SEARCH_KEYWORDS: [&str; 13] = [
    "useletters",
    "hexprint",
    "winonly",
    "bigmem",
    "smallmem",
    "numthreads",
    "diskthreads",
    "cachepercent",
    "nograph",
    "noconcurrent",
    "cutoff",
    "directed",
    "checkfulltree",
];

/// The statements of a file.
#[derive(Default)]
struct Statements {
    columns: Option<(i64, usize)>,
    rows: Option<(i64, usize)>,
    /// The first and last cell of each line of walls, and its line in the file.
    walls: Vec<(At, At, usize)>,
    types: BTreeMap<i64, Type>,
    /// Locked types with their lines in the file: to columns, to rows.
    locks: [Vec<(i64, usize)>; 2],
    puts: Vec<(Stand, Option<char>)>,
    wins: Vec<Stand>,
}

#[derive(Default)]
struct Type {
    cells: Vec<At>,
    is_in_column: bool,
    is_in_row: bool,
    /// Numbers of its pieces, and how many of them the goal requires.
    pieces: Vec<usize>,
    wanted: usize,
}

/// A type at a place, and the line of the file.
struct Stand {
    label: i64,
    at: At,
    line: usize,
}

pub(super) fn read(text: &str, title: &str) -> Result<String, InterchangeError> {
    let comment = text.lines().next().and_then(|line| line.trim().strip_prefix('!'));
    let title = comment.map(str::trim).filter(|name| !name.is_empty()).unwrap_or(title);
    let mut said = Statements::default();
    for line in lines(text) {
        said.read(line)?;
    }
    let missing = |what| LineFault::missing(what).at(last_line(text));
    let (columns, line) = said.columns.ok_or_else(|| missing("xsize:"))?;
    let (rows, _) = said.rows.ok_or_else(|| missing("ysize:"))?;
    if said.wins.is_empty() {
        return Err(missing("win:"));
    }
    let mut sketch = PuzzleSketch::new(title, columns, rows, line)?;
    said.draw_walls(&mut sketch)?;
    said.lock()?;
    said.place_pieces(&mut sketch)?;
    said.want_goal(&mut sketch)?;
    sketch.text(line)
}

fn find<'t>(
    types: &'t mut BTreeMap<i64, Type>,
    stand: &Stand,
) -> Result<&'t mut Type, InterchangeError> {
    let unknown = || LineFault::no_such_piece(stand.label).at(stand.line);
    types.get_mut(&stand.label).ok_or_else(unknown)
}

fn unknown(keyword: &str) -> LineFault {
    let known = KEYWORDS.map(|keyword| format!("{keyword}:")).join(" ");
    LineFault::unknown_keyword(&format!("{keyword}:"), &known)
}

impl Stand {
    fn cells(&self, of_type: &Type) -> Vec<At> {
        of_type.cells.iter().map(|&(x, y)| (self.at.0 + x, self.at.1 + y)).collect()
    }
}

impl Type {
    fn freedom(&self) -> Freedom {
        match (self.is_in_column, self.is_in_row) {
            (true, _) => Freedom::Columns,
            (_, true) => Freedom::Rows,
            _ => Freedom::Both,
        }
    }
}

impl Statements {
    fn read(&mut self, (number, line): Line<'_>) -> Result<(), InterchangeError> {
        let line = line.trim_start();
        let end = line.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(line.len());
        let (keyword, rest) = line.split_at(end);
        let Some(rest) = rest.strip_prefix(':').filter(|_| !keyword.is_empty()) else {
            return Ok(());
        };
        let mut rest = Operands { rest, line: number };
        match keyword {
            "xsize" => self.columns = Some((rest.number()?, number)),
            "ysize" => self.rows = Some((rest.number()?, number)),
            "wall" => {
                let at = rest.pair()?;
                self.walls.push((at, at, number));
            }
            "hwall" => {
                let (row, (first, last)) = (rest.number()?, rest.pair()?);
                self.walls.push(((first, row), (last, row), number));
            }
            "vwall" => {
                let (column, (first, last)) = (rest.number()?, rest.pair()?);
                self.walls.push(((column, first), (column, last), number));
            }
            "piece" => self.read_type(&mut rest)?,
            "lockx" => self.locks[0].push((rest.number()?, number)),
            "locky" => self.locks[1].push((rest.number()?, number)),
            "put" => {
                let stand = Stand { label: rest.number()?, at: rest.pair()?, line: number };
                self.puts.push((stand, rest.quoted()?));
            }
            "win" => self.read_win(&mut rest)?,
            "xstep" | "ystep" => {
                let what = "a piece that moves by several cells at once";
                return Err(LineFault::unsupported(what).at(number));
            }
            keyword if SEARCH_KEYWORDS.contains(&keyword) => return Ok(()),
            keyword => return Err(unknown(keyword).at(number)),
        }
        rest.end()
    }

    /// Reads a type of pieces: its number and its cells.
    fn read_type(&mut self, rest: &mut Operands<'_>) -> Result<(), InterchangeError> {
        let label = rest.number()?;
        let mut cells = vec![rest.pair()?];
        while rest.has('(') {
            cells.push(rest.pair()?);
        }
        if label == 0 {
            return Err(LineFault::expected("the number of a piece (not 0)", "0").at(rest.line));
        }
        let of_type = Type { cells, ..Type::default() };
        match self.types.insert(label, of_type) {
            None => Ok(()),
            Some(_) => Err(LineFault::twice(label).at(rest.line)),
        }
    }

    /// Reads the place of a piece in the goal.
    fn read_win(&mut self, rest: &mut Operands<'_>) -> Result<(), InterchangeError> {
        let stand = Stand { label: rest.number()?, at: rest.pair()?, line: rest.line };
        if stand.label == 0 {
            let what = "a cell that must be empty to win";
            return Err(LineFault::unsupported(what).at(rest.line));
        }
        self.wins.push(stand);
        Ok(())
    }

    fn draw_walls(&self, sketch: &mut PuzzleSketch) -> Result<(), InterchangeError> {
        for &(first, last, line) in &self.walls {
            // Checks both ends first, so that the loops stay within the board.
            sketch.wall(last, line)?;
            sketch.wall(first, line)?;
            for column in first.0..=last.0 {
                for row in first.1..=last.1 {
                    sketch.wall((column, row), line)?;
                }
            }
        }
        Ok(())
    }

    /// Places the pieces of the start and notes for each type which pieces it has.
    fn place_pieces(&mut self, sketch: &mut PuzzleSketch) -> Result<(), InterchangeError> {
        for (number, (stand, sign)) in self.puts.iter().enumerate() {
            let kind = self.types.keys().position(|&label| label == stand.label);
            let of_type = find(&mut self.types, stand)?;
            let piece = Piece {
                name: format!("piece {}", stand.label),
                sign: *sign,
                cells: stand.cells(of_type),
                kind,
                freedom: of_type.freedom(),
            };
            of_type.pieces.push(number);
            sketch.place(piece, stand.line)?;
        }
        Ok(())
    }

    /// Draws the goal from the pieces that [`place_pieces`](Self::place_pieces) noted.
    fn want_goal(&mut self, sketch: &mut PuzzleSketch) -> Result<(), InterchangeError> {
        sketch.begin_goal();
        for stand in &self.wins {
            let of_type = find(&mut self.types, stand)?;
            let Some(&piece) = of_type.pieces.get(of_type.wanted) else {
                let (found, label) = (of_type.pieces.len(), stand.label);
                let wanted = self.wins.iter().filter(|other| other.label == label).count();
                return Err(LineFault::too_many_wanted(label, wanted, found).at(stand.line));
            };
            of_type.wanted += 1;
            sketch.want(piece, &stand.cells(of_type), stand.line)?;
        }
        Ok(())
    }

    /// Locks each type that a `lockx` or `locky` names.
    fn lock(&mut self) -> Result<(), InterchangeError> {
        let [columns, rows] = &self.locks;
        let both =
            columns.iter().map(|lock| (lock, true)).chain(rows.iter().map(|lock| (lock, false)));
        for (&(label, line), by_column) in both {
            let Some(of_type) = self.types.get_mut(&label) else {
                return Err(LineFault::no_such_piece(label).at(line));
            };
            match by_column {
                true => of_type.is_in_column = true,
                false => of_type.is_in_row = true,
            }
            if of_type.is_in_column && of_type.is_in_row {
                let fault = format!("\"{label}\" is locked in both directions: make it a wall");
                return Err(LineFault(fault).at(line));
            }
        }
        Ok(())
    }
}

/// The text after a keyword.
struct Operands<'t> {
    rest: &'t str,
    line: usize,
}

impl Operands<'_> {
    fn has(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.starts_with(sign)
    }

    fn expected<T>(&self, wanted: &'static str) -> Result<T, InterchangeError> {
        Err(LineFault::expected(wanted, self.rest.trim()).at(self.line))
    }

    fn take(&mut self, sign: char, wanted: &'static str) -> Result<(), InterchangeError> {
        if !self.has(sign) {
            return self.expected(wanted);
        }
        self.rest = &self.rest[sign.len_utf8()..];
        Ok(())
    }

    /// A number small enough that the sum of two does not overflow.
    fn number(&mut self) -> Result<i64, InterchangeError> {
        let rest = self.rest.trim_start();
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let digits = digits.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(digits.len());
        let end = digits + usize::from(rest.starts_with('-'));
        let Ok(number) = rest[..end].parse::<i32>() else { return self.expected("a number") };
        self.rest = &rest[end..];
        Ok(number.into())
    }

    fn pair(&mut self) -> Result<At, InterchangeError> {
        let wanted = "a pair of numbers (x,y)";
        self.take('(', wanted)?;
        let x = self.number()?;
        self.take(',', wanted)?;
        let y = self.number()?;
        self.take(')', wanted)?;
        Ok((x, y))
    }

    /// A sign in quotes, if there is one.
    fn quoted(&mut self) -> Result<Option<char>, InterchangeError> {
        if !self.has('\'') {
            return Ok(None);
        }
        let mut signs = self.rest.chars().skip(1);
        match (signs.next(), signs.next()) {
            (Some(sign), Some('\'')) => {
                self.rest = signs_behind(self.rest, 3);
                Ok(Some(sign))
            }
            _ => self.expected("a sign in quotes such as 'T'"),
        }
    }

    /// Checks that only a comment remains.
    fn end(&mut self) -> Result<(), InterchangeError> {
        match self.rest.trim_start().chars().next() {
            None | Some('!' | '#' | ';') => Ok(()),
            Some(_) => self.expected("the end of the line or a comment that starts with !"),
        }
    }
}

/// A text without its first characters.
fn signs_behind(text: &str, signs: usize) -> &str {
    text.char_indices().nth(signs).map_or("", |(at, _)| &text[at..])
}

pub(super) fn write(puzzle: &PuzzleFile) -> Result<String, Unsayable> {
    let [goal] = puzzle.goals() else {
        return Err(Unsayable::Goals { found: puzzle.goals().len() });
    };
    if !puzzle.thin_walls().is_empty() {
        return Err(Unsayable::ThinWalls);
    }
    if let Some(kind) = puzzle.kinds().iter().find(|kind| !kind.gate.is_empty()) {
        return Err(Unsayable::Gate { sign: kind.signs[0] });
    }
    let start = puzzle.start();
    let mut lines = vec![
        format!("! {}", one_line(puzzle.name())),
        format!("xsize: {}", start.columns()),
        format!("ysize: {}", start.rows()),
    ];
    let walls = start.cells().filter(|&(_, sign)| sign == '#');
    lines.extend(walls.map(|((x, y), _)| format!("wall: ({x},{y})")));
    for (number, kind) in (1..).zip(puzzle.kinds()) {
        let cells = kind.shape.cells();
        let (left, top) = cells[0];
        let cells = cells.iter().map(|&(x, y)| {
            format!(" ({},{})", i16::from(x) - i16::from(left), i16::from(y) - i16::from(top))
        });
        lines.push(format!("piece: {number}{}", cells.collect::<String>()));
        match kind.freedom {
            Freedom::Both => {}
            Freedom::Columns => lines.push(format!("lockx: {number}")),
            Freedom::Rows => lines.push(format!("locky: {number}")),
        }
    }
    for piece in puzzle.pieces() {
        let ((x, y), number) = (piece.at, piece.kind + 1);
        let sign = start.sign(x, y);
        let sign =
            if sign.is_ascii() && sign != '\'' { format!(" '{sign}'") } else { String::new() };
        lines.push(format!("put: {number} ({x},{y}){sign}"));
    }
    for piece in goal {
        lines.push(format!("win: {} ({},{})", piece.kind + 1, piece.at.0, piece.at.1));
    }
    Ok(lines.join("\n") + "\n")
}
