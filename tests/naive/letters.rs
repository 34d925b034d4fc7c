//! A board as a grid of letters. All cells with one letter are a piece, which slides into empty cells.

use super::{Grid, to_text};

/// The board; the moves of its pieces need nothing but their letters.
#[derive(Clone)]
pub struct Lettered(Grid);

impl Lettered {
    /// A board from a text of rows with one sign between them, which may also be the sign of a piece.
    pub fn of(text: &str, width: usize) -> Self {
        let signs: Vec<char> = text.chars().collect();
        Self(signs.chunks(width + 1).map(|row| row[..width].to_vec()).collect())
    }

    /// Slides a piece by one cell, if its new cells are empty or its own.
    pub fn step(&mut self, letter: char, (right, down): (isize, isize)) -> Result<(), String> {
        let refused = || format!("{letter} cannot step by {right},{down} in {}", self.text());
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (row, line) in self.0.iter().enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, sign)| **sign == letter) {
                let to = (column.checked_add_signed(right), row.checked_add_signed(down));
                let (Some(to_column), Some(to_row)) = to else { return Err(refused()) };
                let sign = self.0.get(to_row).and_then(|line| line.get(to_column));
                if !sign.is_some_and(|sign| [letter, '.'].contains(sign)) {
                    return Err(refused());
                }
                before.push((column, row));
                after.push((to_column, to_row));
            }
        }
        if before.is_empty() {
            return Err(format!("there is no {letter} in {}", self.text()));
        }
        before.iter().for_each(|&(column, row)| self.0[row][column] = '.');
        after.iter().for_each(|&(column, row)| self.0[row][column] = letter);
        Ok(())
    }

    /// Slides a piece by some cells along a row or a column.
    pub fn slide(&mut self, letter: char, right: isize, down: isize) -> Result<(), String> {
        let step = (right.signum(), down.signum());
        assert!(step.0 == 0 || step.1 == 0, "{letter} moves along a line");
        (0..(right + down).abs()).try_for_each(|_| self.step(letter, step))
    }

    /// The sign of a cell.
    pub fn at(&self, (column, row): (u8, u8)) -> char {
        self.0[usize::from(row)][usize::from(column)]
    }

    pub fn text(&self) -> String {
        to_text(&self.0)
    }
}
