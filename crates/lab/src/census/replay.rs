//! Puzzle files of census puzzles, as input of other commands.

use super::error::CensusError;
use super::ground::MOST_CELLS;
use huarong_core::grid::Polyomino;

/// Writes the puzzle file of a start with a marked piece, as given in a [`Record`](super::Record).
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
/// Returns an error if the text is not the start of a census puzzle.
pub fn puzzle_file(start: &str, marked: char) -> Result<String, CensusError> {
    let rows: Vec<&str> = start.split('/').collect();
    let size = format!("{}x{}", rows[0].chars().count(), rows.len());
    puzzle_file_called(&format!("{size} {start}: {marked}"), start, marked)
}

/// Writes the puzzle file under a name, which must be one line without quotation marks.
pub fn puzzle_file_called(name: &str, start: &str, marked: char) -> Result<String, CensusError> {
    let fault =
        |fault: &str| CensusError::Start { start: start.to_owned(), fault: fault.to_owned() };
    let rows: Vec<Vec<char>> = start.split('/').map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len(), rows.len());
    if rows.iter().any(|row| row.len() != width) {
        return Err(fault("its rows have different lengths"));
    }
    if !rows.iter().flatten().all(|sign| *sign == '.' || sign.is_ascii_alphabetic()) {
        return Err(fault("write a letter for each cell of a piece, and a dot for an empty cell"));
    }
    if width * height > MOST_CELLS.into() {
        return Err(fault(&format!(
            "a board may have at most {MOST_CELLS} cells, like 4x5, and this one has {}",
            width * height
        )));
    }
    if !rows.iter().flatten().any(|sign| *sign == '.') {
        return Err(fault("at least one cell must be empty, written as a dot"));
    }
    let with = |letter: char| -> Vec<(u8, u8)> {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let cells = cells.filter(|&(column, row)| letter != '.' && rows[row][column] == letter);
        cells.map(|(column, row)| (column as u8, row as u8)).collect()
    };
    for letter in rows.iter().flatten() {
        if Polyomino::new(with(*letter)).is_some_and(|piece| !piece.is_connected()) {
            return Err(fault(&format!(
                "piece {letter} is not connected: write each piece with a letter of \
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
            "piece {marked} does not start in the upper left corner: its bounding rectangle must touch the \
             left and the upper edge"
        )));
    }
    if !cells.contains(&(right, bottom)) {
        return Err(fault(&format!(
            "piece {marked} never covers the lower right cell: it leaves that of its bounding rectangle empty"
        )));
    }
    let mut goal = vec![vec!['.'; width]; height];
    for (column, row) in cells {
        let (row, column) = (usize::from(bottom - row), usize::from(right - column));
        goal[height - 1 - row][width - 1 - column] = marked;
    }
    let grid = |rows: &[Vec<char>]| -> String {
        rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    };
    let (start, goal) = (grid(&rows), grid(&goal));
    Ok(format!("name = \"{name}\"\nstart = \"\"\"\n{start}\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n"))
}
