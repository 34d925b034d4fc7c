//! A slow naive witness for gomoku: tries cells one by one on a board of characters.

/// A square board of `o`, `x` and `.`.
pub type Grid = Vec<Vec<char>>;

/// Right, down, and along both diagonals.
const LINES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The board of a text.
pub fn grid(text: &str) -> Grid {
    text.split('/').map(|row| row.chars().collect()).collect()
}

/// The content of a cell; `None` beyond the edge.
fn at(grid: &Grid, row: isize, column: isize) -> Option<char> {
    let row = grid.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

/// The cells of a window: a number of cells from a start, relative to a cell.
fn window(
    row: usize,
    column: usize,
    line: (isize, isize),
    start: isize,
    length: isize,
) -> Vec<(isize, isize)> {
    let cell = |steps: isize| (row as isize + line.0 * steps, column as isize + line.1 * steps);
    (start..start + length).map(cell).collect()
}

/// The chapter's score of an empty cell for a player: inspects every window separately.
pub fn chapter(grid: &Grid, row: usize, column: usize, mover: char) -> u32 {
    let mut sum = 0;
    for line in LINES {
        for length in 1..=5 {
            for start in -4..=0 {
                for colour in ['o', 'x'] {
                    let is_whole =
                        window(row, column, line, start, length).into_iter().all(|(r, c)| {
                            (r, c) == (row as isize, column as isize)
                                || at(grid, r, c) == Some(colour)
                        });
                    // The cell itself counts as a stone, even if the window ends before it.
                    if is_whole {
                        let worth = if colour == mover {
                            [3, 10, 30, 100, 500]
                        } else {
                            [2, 9, 25, 90, 400]
                        };
                        sum += worth[length as usize - 1];
                    }
                }
            }
        }
    }
    sum
}

/// Whether a row of a colour wins, from the whole board. With `exact`, six or more do not win.
pub fn has_won(grid: &Grid, colour: char, exact: bool) -> bool {
    let size = grid.len() as isize;
    for row in 0..size {
        for column in 0..size {
            for (down, right) in LINES {
                let is_own = |steps: isize| {
                    at(grid, row + down * steps, column + right * steps) == Some(colour)
                };
                if (0..5).all(is_own) && !(exact && (is_own(-1) || is_own(5))) {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether the stone on a cell is part of a winning row.
pub fn wins_at(grid: &Grid, row: usize, column: usize, exact: bool) -> bool {
    let colour = grid[row][column];
    LINES.iter().any(|&(down, right)| {
        let along = |sign: isize| {
            let is_own = |&steps: &isize| {
                let steps = sign * steps;
                at(grid, row as isize + down * steps, column as isize + right * steps)
                    == Some(colour)
            };
            (1..).take_while(is_own).count()
        };
        let length = along(-1) + 1 + along(1);
        length == 5 || !exact && length > 5
    })
}

/// Black's stones along a line, as a text with `|` beyond the edge, and the index of the cell in
/// it.
fn line_text(
    grid: &Grid,
    row: usize,
    column: usize,
    (down, right): (isize, isize),
) -> (Vec<char>, usize) {
    let reach = 6;
    let sign = |steps: isize| {
        at(grid, row as isize + down * steps, column as isize + right * steps).unwrap_or('|')
    };
    ((-reach..=reach).map(sign).collect(), reach as usize)
}

/// Whether exactly five stones of a line text form a row through a place.
fn is_five(text: &[char], place: usize) -> bool {
    (0..text.len().saturating_sub(4)).any(|start| {
        (start..start + 5).contains(&place)
            && (start..start + 5).all(|at| text[at] == 'o')
            && (start == 0 || text[start - 1] != 'o')
            && text.get(start + 5) != Some(&'o')
    })
}

/// The places of a line text where one more stone makes exactly five through a place.
fn fives(text: &[char], place: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for at in 0..text.len() {
        if text[at] == '.' {
            let mut with = text.to_vec();
            with[at] = 'o';
            if is_five(&with, place) {
                found.push(at);
            }
        }
    }
    found
}

/// Whether a line text has a straight four through a place: `.oooo.`, both ends making exactly five.
fn is_straight_four(text: &[char], place: usize) -> bool {
    (0..text.len().saturating_sub(5)).any(|start| {
        text[start] == '.'
            && text[start + 5] == '.'
            && (start + 1..start + 5).contains(&place)
            && (start + 1..start + 5).all(|at| text[at] == 'o')
            && fives(text, place) == [start, start + 5]
    })
}

/// Why black may not play on an empty cell in renju, by the definition: `overline`, `double four`
/// or `double three`.
pub fn forbidden(grid: &Grid, row: usize, column: usize) -> Option<&'static str> {
    let mut grid = grid.clone();
    grid[row][column] = 'o';
    let texts: Vec<(Vec<char>, usize)> =
        LINES.iter().map(|&line| line_text(&grid, row, column, line)).collect();
    if texts.iter().any(|(text, place)| is_five(text, *place)) {
        return None;
    }
    let longest = |text: &[char], place: usize| {
        let back = text[..place].iter().rev().take_while(|&&sign| sign == 'o').count();
        back + text[place..].iter().take_while(|&&sign| sign == 'o').count()
    };
    if texts.iter().any(|(text, place)| longest(text, *place) > 5) {
        return Some("overline");
    }
    let mut fours = 0;
    let mut threes = 0;
    for ((text, place), (down, right)) in texts.iter().zip(LINES) {
        match fives(text, *place).len() {
            0 => {}
            2 if is_straight_four(text, *place) => {
                fours += 1;
                continue;
            }
            ways => {
                fours += ways;
                continue;
            }
        }
        let is_three = (0..text.len()).filter(|&at| text[at] == '.').any(|at| {
            let mut with = text.clone();
            with[at] = 'o';
            let steps = at as isize - *place as isize;
            let (r, c) = (row as isize + down * steps, column as isize + right * steps);
            is_straight_four(&with, *place) && is_open_to_black(&grid, r as usize, c as usize)
        });
        threes += usize::from(is_three);
    }
    match (fours, threes) {
        (2.., _) => Some("double four"),
        (_, 2..) => Some("double three"),
        _ => None,
    }
}

/// Whether black may make a four on a cell: not five at once, and not forbidden.
fn is_open_to_black(grid: &Grid, row: usize, column: usize) -> bool {
    let mut with = grid.clone();
    with[row][column] = 'o';
    let makes_five = LINES.iter().any(|&line| {
        let (text, place) = line_text(&with, row, column, line);
        is_five(&text, place)
    });
    !makes_five && forbidden(grid, row, column).is_none()
}
