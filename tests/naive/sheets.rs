//! Follows a printed list of moves by hand: letters on a grid, shifted one cell at a time.

/// The board after some moves such as `A←↓↓` or `A→7`. The start has a letter for each piece, and rows joined by `/`.
///
/// # Panics
///
/// If a move is not possible.
pub fn follow<'m>(start: &str, moves: impl IntoIterator<Item = &'m str>) -> Vec<Vec<char>> {
    let mut grid: Vec<Vec<char>> = start.split('/').map(|row| row.chars().collect()).collect();
    for made in moves {
        let mut signs = made.chars().peekable();
        let letter = signs.next().expect("a move begins with a letter");
        while let Some(arrow) = signs.next() {
            let mut digits = String::new();
            while let Some(digit) = signs.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let cells = if digits.is_empty() { 1 } else { digits.parse().unwrap() };
            for _ in 0..cells {
                grid =
                    shifted(&grid, letter, arrow).unwrap_or_else(|| panic!("{made} is impossible"));
            }
        }
    }
    grid
}

/// The board after one piece moves one cell; `None` if something is in its way.
fn shifted(grid: &[Vec<char>], letter: char, arrow: char) -> Option<Vec<Vec<char>>> {
    let (right, down): (isize, isize) = match arrow {
        '←' => (-1, 0),
        '→' => (1, 0),
        '↑' => (0, -1),
        '↓' => (0, 1),
        _ => panic!("{arrow} is no arrow"),
    };
    let empty = |sign: char| if sign == letter { '.' } else { sign };
    let mut after: Vec<Vec<char>> =
        grid.iter().map(|row| row.iter().copied().map(empty).collect()).collect();
    let mut moved = 0;
    for (row, signs) in grid.iter().enumerate() {
        for (column, _) in signs.iter().enumerate().filter(|(_, sign)| **sign == letter) {
            let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
            let place = after.get_mut(row)?.get_mut(column)?;
            if *place != '.' {
                return None;
            }
            *place = letter;
            moved += 1;
        }
    }
    (moved > 0).then_some(after)
}
