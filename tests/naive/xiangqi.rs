//! States of Chinese chess, counted by placing the pieces one by one.

use std::iter::repeat_n;

/// The pieces other than the generals, red's first, in the order of the columns of a breakdown.
pub const LETTERS: [u8; 12] = *b"RNCAEPrncaep";

pub const POINTS: usize = 90;

/// The files on which soldiers start.
pub const SOLDIER_FILES: [usize; 5] = [0, 2, 4, 6, 8];

/// Whether a piece may be on a point, regardless of the others. Points are numbered rank by rank
/// from red's left corner; rotated by 180 degrees they are black's view.
pub fn may_stand(letter: u8, point: usize) -> bool {
    let own = if letter.is_ascii_uppercase() { point } else { POINTS - 1 - point };
    let (file, rank) = (own % 9, own / 9);
    match letter.to_ascii_uppercase() {
        b'K' => (3..=5).contains(&file) && rank <= 2,
        b'A' => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)].contains(&(file, rank)),
        b'E' => [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)].contains(&(file, rank)),
        b'P' => rank >= 5 || (rank >= 3 && SOLDIER_FILES.contains(&file)),
        b'R' | b'N' | b'C' => true,
        _ => unreachable!(),
    }
}

/// The ways to place some pieces; those of one kind are in ascending order of points.
pub struct Board {
    /// The pieces, one kind after another, with the possible points of each.
    pieces: Vec<(u8, Vec<usize>)>,
    at: [u8; POINTS],
    /// The number of placements.
    pub all: u64,
    /// Those with the generals face to face.
    pub facing: u64,
}

const EMPTY: u8 = b'.';

impl Board {
    /// Counts the placements of the generals and some other pieces.
    pub fn count(counts: &[usize; 12]) -> Self {
        let others = LETTERS.iter().zip(counts).flat_map(|(&letter, &n)| repeat_n(letter, n));
        Self::fill(b"Kk".iter().copied().chain(others), POINTS)
    }

    /// Counts the placements of some pieces on the first points of the board.
    pub fn fill(letters: impl Iterator<Item = u8>, points: usize) -> Self {
        let standing = |letter| (0..points).filter(|&point| may_stand(letter, point)).collect();
        let pieces = letters.map(|letter| (letter, standing(letter))).collect();
        let mut board = Self { pieces, at: [EMPTY; POINTS], all: 0, facing: 0 };
        board.put(0, 0);
        board
    }

    fn put(&mut self, piece: usize, from: usize) {
        if piece == self.pieces.len() {
            self.all += 1;
            self.facing += u64::from(self.generals_face());
            return;
        }
        let letter = self.pieces[piece].0;
        let same = self.pieces.get(piece + 1).is_some_and(|next| next.0 == letter);
        for i in from..self.pieces[piece].1.len() {
            let point = self.pieces[piece].1[i];
            if self.at[point] != EMPTY || self.behind_a_comrade(letter, point) {
                continue;
            }
            self.at[point] = letter;
            self.put(piece + 1, if same { i + 1 } else { 0 });
            self.at[point] = EMPTY;
        }
    }

    /// Whether this would be a second soldier on a file on its own half: soldiers move sideways
    /// only after crossing the river.
    fn behind_a_comrade(&self, letter: u8, point: usize) -> bool {
        let ranks = match letter {
            b'P' => [3, 4],
            b'p' => [5, 6],
            _ => return false,
        };
        let file = point % 9;
        ranks.contains(&(point / 9)) && ranks.iter().any(|rank| self.at[9 * rank + file] == letter)
    }

    fn generals_face(&self) -> bool {
        let place = |letter| self.at.iter().position(|&piece| piece == letter);
        let (Some(red), Some(black)) = (place(b'K'), place(b'k')) else { return false };
        red % 9 == black % 9
            && (red..black).step_by(9).skip(1).all(|between| self.at[between] == EMPTY)
    }
}
