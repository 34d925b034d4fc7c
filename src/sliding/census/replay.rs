//! A puzzle of a census as a puzzle file, for every other command.

use super::error::CensusError;
use super::ground::MOST_CELLS;

/// The puzzle file of a start, as a [`Record`](super::Record) has it, with a marked piece.
///
/// ```
/// use huarong::census::puzzle_file;
/// use huarong::puzzle::puzzle_file::PuzzleFile;
///
/// let file = PuzzleFile::parse(&puzzle_file("AB/.B", 'A')?)?;
/// assert_eq!(file.goals()[0][0].at, (1, 1));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Where the text is no start of a census.
pub fn puzzle_file(start: &str, marked: char) -> Result<String, CensusError> {
    let rows: Vec<&str> = start.split('/').collect();
    let size = format!("{}x{}", rows[0].chars().count(), rows.len());
    puzzle_file_called(&format!("{size} {start}: {marked}"), start, marked)
}

/// The same under a name, which is one line without quotation marks.
///
/// # Errors
///
/// Where the text is no start of a census.
pub fn puzzle_file_called(name: &str, start: &str, marked: char) -> Result<String, CensusError> {
    let fault =
        |fault: &str| CensusError::Start { start: start.to_owned(), fault: fault.to_owned() };
    let rows: Vec<Vec<char>> = start.split('/').map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len(), rows.len());
    if rows.iter().any(|row| row.len() != width) {
        return Err(fault("its rows are of different lengths"));
    }
    if !rows.iter().flatten().all(|sign| *sign == '.' || sign.is_ascii_alphabetic()) {
        return Err(fault("a piece is a letter, and an empty cell a dot"));
    }
    if width * height > MOST_CELLS.into() {
        return Err(fault(&format!(
            "a board has at most {MOST_CELLS} cells, like 4x5, and this one {}",
            width * height
        )));
    }
    if !rows.iter().flatten().any(|sign| *sign == '.') {
        return Err(fault("no cell is empty, and one must be: a dot"));
    }
    let with = |letter: char| -> Vec<(usize, usize)> {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        cells.filter(|&(column, row)| letter != '.' && rows[row][column] == letter).collect()
    };
    for letter in rows.iter().flatten().filter(|sign| **sign != '.') {
        if !is_connected(&with(*letter)) {
            return Err(fault(&format!(
                "piece {letter} is in several parts: cells of a piece hang together, and each piece has a letter of \
                 its own"
            )));
        }
    }
    let cells = with(marked);
    let Some(right) = cells.iter().map(|cell| cell.0).max() else {
        return Err(fault(&format!("it has no piece {marked}")));
    };
    let bottom = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    if cells.iter().all(|cell| cell.0 > 0) || cells.iter().all(|cell| cell.1 > 0) {
        return Err(fault(&format!(
            "piece {marked} does not start in the upper left corner: the rectangle around it touches the left and the \
             upper edge"
        )));
    }
    if !cells.contains(&(right, bottom)) {
        return Err(fault(&format!(
            "piece {marked} never covers the lower right cell: it leaves that of the rectangle around it empty"
        )));
    }
    let mut goal = vec![vec!['.'; width]; height];
    for (column, row) in cells {
        goal[row + height - 1 - bottom][column + width - 1 - right] = marked;
    }
    let grid = |rows: &[Vec<char>]| -> String {
        rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    };
    let (start, goal) = (grid(&rows), grid(&goal));
    Ok(format!("name = \"{name}\"\nstart = \"\"\"\n{start}\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n"))
}

/// Whether one can go from any cell to any other by their sides.
fn is_connected(cells: &[(usize, usize)]) -> bool {
    let beside =
        |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(from) = reached.get(next).copied() {
        let new = cells.iter().filter(|cell| beside(cell, &from) && !reached.contains(cell));
        reached.extend(new.copied().collect::<Vec<_>>());
        next += 1;
    }
    reached.len() == cells.len()
}
