//! Permutations of the pieces of each group, and their numbers.

use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, ShapeId};

/// The order in which places have their letters in permutations. A move along a line of this order changes no
/// permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceOrder {
    /// Row by row, as labellings are numbered.
    Rows,
    Columns,
}

impl PlaceOrder {
    /// The number of a cell in this order, on a board with these numbers of columns and rows.
    fn number(self, cell: Cell, [columns, rows]: [usize; 2]) -> usize {
        let cell = usize::from(cell);
        match self {
            Self::Rows => cell,
            Self::Columns => cell % columns * rows + cell / columns,
        }
    }

    /// The pieces of a group, each of another shape, in this order of their places. Each has its cell.
    pub fn pieces(
        self,
        group: &[ShapeId],
        position: &Arrangement,
        board: [usize; 2],
    ) -> Vec<(usize, Cell)> {
        let cell_of = |piece: usize| {
            let mut anchors = position.anchors(group[piece]).into_iter();
            anchors.next().expect("each piece of a group is on the board")
        };
        let mut pieces: Vec<(usize, Cell)> =
            (0..group.len()).map(|piece| (piece, cell_of(piece))).collect();
        pieces.sort_unstable_by_key(|&(_, cell)| self.number(cell, board));
        pieces
    }
}

/// For the number of the permutation of each group's letters, together, the number of the permutations that are the
/// inverse permutations.
pub fn inverse(groups: &[usize], mut number: u64) -> u32 {
    let (mut inverse, mut outer) = (0, 1);
    for &letters in groups.iter().rev() {
        let all = factorial(letters);
        let permutation = permutation_of(letters, letters, number % all);
        let mut places = vec![0; letters];
        for (place, &letter) in permutation.iter().enumerate() {
            places[letter] = place;
        }
        inverse += number_of(letters, &places) * outer;
        number /= all;
        outer *= all;
    }
    inverse as u32
}

/// The nth permutation of some of the letters `0..letters`, each at most once, in the order of a dictionary.
pub fn permutation_of(letters: usize, len: usize, mut number: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..letters).collect();
    let mut permutations: u64 =
        ((letters - len + 1)..=letters).map(|letters| letters as u64).product();
    (0..len)
        .map(|_| {
            permutations /= left.len() as u64;
            let chosen = left.remove((number / permutations) as usize);
            number %= permutations;
            chosen
        })
        .collect()
}

/// The number of a permutation of different letters among `0..letters`.
pub fn number_of(letters: usize, permutation: &[usize]) -> u64 {
    let mut number = 0;
    for (place, &letter) in permutation.iter().enumerate() {
        let earlier = permutation[..place].iter().filter(|&&other| other < letter).count();
        number = number * (letters - place) as u64 + (letter - earlier) as u64;
    }
    number
}

pub fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}
