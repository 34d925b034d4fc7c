//! A puzzle of a census as a puzzle file, for every other command.

use super::error::CensusError;

/// The puzzle file of a start, as a [`Record`](super::Record) has it, with a marked piece.
///
/// ```
/// use huarong::sliding::census::puzzle_file;
/// use huarong::sliding::puzzle_file::PuzzleFile;
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
    let cells: Vec<(usize, usize)> = (0..height)
        .flat_map(|row| (0..width).map(move |column| (column, row)))
        .filter(|&(column, row)| rows[row][column] == marked && marked != '.')
        .collect();
    let Some(right) = cells.iter().map(|cell| cell.0).max() else {
        return Err(fault(&format!("it has no piece {marked}")));
    };
    let bottom = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    if cells.iter().all(|cell| cell.0 > 0) || cells.iter().all(|cell| cell.1 > 0) {
        return Err(fault(&format!("piece {marked} does not start in the upper left corner")));
    }
    if !cells.contains(&(right, bottom)) {
        return Err(fault(&format!("piece {marked} never covers the lower right cell")));
    }
    let mut goal = vec![vec!['.'; width]; height];
    for (column, row) in cells {
        goal[row + height - 1 - bottom][column + width - 1 - right] = marked;
    }
    let grid = |rows: &[Vec<char>]| -> String {
        rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    };
    let (start, goal) = (grid(&rows), grid(&goal));
    Ok(format!(
        "name = \"{width}x{height} {}: {marked}\"\nstart = \"\"\"\n{start}\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n",
        start.trim_end().replace('\n', "/"),
    ))
}
