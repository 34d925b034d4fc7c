//! Numbers of puzzles of each theme in each band.

use std::cmp::Reverse;
use std::collections::VecDeque;

/// A table with a row for each band and a column for each theme.
pub type Table = Vec<Vec<usize>>;

/// Whole numbers with the sums `rows` and `columns`, none larger than in `most`, and near to the same proportions in every
/// row. If there are none, some sums are smaller.
pub fn allot(rows: &[usize], columns: &[usize], most: &Table) -> Table {
    let total: usize = rows.iter().sum();
    let share = |row: usize, column: usize| rows[row] * columns[column] / total.max(1);
    let mut table: Table = { 0..rows.len() }
        .map(|row| {
            let cell = |column| share(row, column).min(most[row][column]);
            (0..columns.len()).map(cell).collect()
        })
        .collect();
    while add(&mut table, rows, columns, most) {}
    table
}

/// Makes the sum of a row and of a column larger by one. Other numbers may move within their columns. This is a step of the
/// method of augmenting paths (L. R. Ford and D. R. Fulkerson, Maximal flow through a network, 1956).
fn add(table: &mut Table, rows: &[usize], columns: &[usize], most: &Table) -> bool {
    let total = rows.iter().sum::<usize>().max(1);
    let sum_of_column =
        |table: &Table, column: usize| -> usize { table.iter().map(|row| row[column]).sum() };
    let is_open = |row: &usize| table[*row].iter().sum::<usize>() < rows[*row];
    // The rows whose sum may become larger, each with the column that another row then takes less of, and that row.
    let mut before: Vec<Option<(usize, usize)>> = vec![None; rows.len()];
    let mut queue: VecDeque<usize> = (0..rows.len()).filter(is_open).collect();
    let mut seen: Vec<bool> = (0..rows.len()).map(|row| is_open(&row)).collect();
    while let Some(row) = queue.pop_front() {
        let mut wanting: Vec<usize> =
            (0..columns.len()).filter(|&column| table[row][column] < most[row][column]).collect();
        // Columns that lack something first, and of these the one whose share was rounded most.
        let lacks = |column: usize| sum_of_column(table, column) < columns[column];
        let rounded = |column: usize| rows[row] * columns[column] % total;
        wanting.sort_by_key(|&column| (Reverse(lacks(column)), Reverse(rounded(column)), column));
        for column in wanting {
            if lacks(column) {
                table[row][column] += 1;
                let mut at = row;
                while let Some((column, from)) = before[at] {
                    table[at][column] -= 1;
                    table[from][column] += 1;
                    at = from;
                }
                return true;
            }
            for other in 0..rows.len() {
                if !seen[other] && table[other][column] > 0 {
                    seen[other] = true;
                    before[other] = Some((column, row));
                    queue.push_back(other);
                }
            }
        }
    }
    false
}

/// The themes of a band in order, as evenly mixed as their numbers allow.
pub fn mixed(counts: &[usize]) -> Vec<usize> {
    let total: usize = counts.iter().sum();
    let mut given = vec![0; counts.len()];
    let next = |nth: usize| {
        // How much a theme lags behind its share.
        let lag = |theme: &usize| (counts[*theme] * nth) as i64 - (given[*theme] * total) as i64;
        let left = (0..counts.len()).filter(|&theme| given[theme] < counts[theme]);
        let theme = left.max_by_key(|theme| (lag(theme), Reverse(*theme)));
        let theme = theme.expect("the numbers have this sum");
        given[theme] += 1;
        theme
    };
    (1..=total).map(next).collect()
}
