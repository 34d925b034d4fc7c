//! Keys of components that are equal for mirror images.

use huarong_core::grid::{Board, Cell, Direction};
use huarong_core::rules::{Arrangement, Puzzle, ShapeId, Until};
#[cfg(feature = "games")]
use huarong_games::{Position as Stones, StoneGame, lines::Lines};
use huarong_oracle::analysis::Reachable;
use rayon::prelude::*;
use std::fmt;
use xxhash_rust::xxh3::xxh3_128;

/// A key of a component: of a puzzle with all positions that are reachable from a start.
///
/// Two starts have the same key if a rotation or a reflection of the board maps one component to the other. Letters of pieces
/// do not matter. Walls, doors, goals and the ways in which pieces move belong to the image. Other
/// components have other keys, except by a collision of 128 bits. Use keys to keep the positions of one component on one side
/// of a split between training and test.
///
/// ```
/// use huarong::analysis::{ClusterKey, Reachable};
/// use huarong::Position;
/// use huarong::search::Effort;
///
/// let key = |board| {
///     let start = Position::from_rush(board)?;
///     let reachable = Reachable::explore(start.puzzle(), &start, u32::MAX, Effort::UNLIMITED)?;
///     Ok::<_, Box<dyn std::error::Error>>(ClusterKey::of(&reachable))
/// };
/// // After a move; upside down and with another letter; with the cars in another row.
/// assert_eq!(key("..B/AAB/.../...")?, key(".../AAB/..B/...")?);
/// assert_eq!(key("..B/AAB/.../...")?, key(".../.../AAC/..C")?);
/// assert_ne!(key("..B/AAB/.../...")?, key("AAB/..B/.../...")?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClusterKey(u128);

impl ClusterKey {
    /// The key of a component. On a board with doors, of the positions that are reachable from its start.
    pub fn of(reachable: &Reachable) -> Self {
        Self::of_positions(reachable.puzzle(), &[reachable.positions()])
    }

    /// The key of a component, by its positions in any order.
    pub(crate) fn of_positions(puzzle: &Puzzle, positions: &[&[Arrangement]]) -> Self {
        let images = Image::ALL.map(|image| Hashes::new(puzzle, image));
        let chunks = positions.par_iter().flat_map(|positions| positions.par_chunks(1 << 10));
        let sums = chunks.map(|positions| {
            let mut sums = [0_u128; Image::ALL.len()];
            for position in positions {
                for (sum, hashes) in sums.iter_mut().zip(&images) {
                    *sum = sum.wrapping_add(hashes.of(position));
                }
            }
            sums
        });
        let add = |some: [u128; Image::ALL.len()], others: [u128; Image::ALL.len()]| {
            std::array::from_fn(|nth| some[nth].wrapping_add(others[nth]))
        };
        let sums = sums.reduce(|| [0; Image::ALL.len()], add);
        let keys = images.iter().zip(sums).map(|(hashes, sum)| joined([hashes.puzzle, sum]));
        Self(keys.min().expect("there are images"))
    }

    /// The key of one position of a puzzle, equal for its rotations and reflections.
    pub(crate) fn of_position(puzzle: &Puzzle, position: &Arrangement) -> Self {
        let images = Image::ALL.map(|image| Hashes::new(puzzle, image));
        let keys = images.iter().map(|hashes| joined([hashes.puzzle, hashes.of(position)]));
        Self(keys.min().expect("there are images"))
    }

    /// The key of a position of a game of stones, equal for its images under the symmetries of the game.
    #[cfg(feature = "games")]
    pub(crate) fn of_stones(game: &Lines, position: &Stones) -> Self {
        let images = game.symmetries().into_iter().map(|symmetry| position.mapped(&symmetry));
        let least = images.min().expect("one symmetry is the identity");
        let name = xxh3_128(game.name().as_bytes());
        Self(joined([name, least.first.into(), least.second.into()]))
    }

    /// The key as a number.
    pub fn bits(self) -> u128 {
        self.0
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for ClusterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

fn mixed(value: u128) -> u128 {
    xxh3_128(&value.to_le_bytes())
}

/// The hash of some values in order.
fn joined<const N: usize>(values: [u128; N]) -> u128 {
    xxh3_128(values.map(u128::to_le_bytes).as_flattened())
}

/// The hash of some values in any order.
fn sum_of(values: impl Iterator<Item = u128>) -> u128 {
    mixed(values.map(mixed).fold(0, u128::wrapping_add))
}

/// A rotation or a reflection of a board.
#[derive(Clone, Copy, Debug)]
struct Image {
    /// Whether columns become rows, before the reflections.
    is_transposed: bool,
    across: bool,
    down: bool,
}

impl Image {
    const ALL: [Self; 8] = {
        let mut all = [Self { is_transposed: false, across: false, down: false }; 8];
        let mut nth = 0;
        while nth < all.len() {
            all[nth] = Self { is_transposed: nth & 1 > 0, across: nth & 2 > 0, down: nth & 4 > 0 };
            nth += 1;
        }
        all
    };

    /// The width and the height of the image.
    fn size(self, board: &Board) -> (u8, u8) {
        match self.is_transposed {
            true => (board.height(), board.width()),
            false => (board.width(), board.height()),
        }
    }

    fn cell(self, board: &Board, cell: Cell) -> u128 {
        let (mut column, mut row) = (board.column(cell), board.row(cell));
        if self.is_transposed {
            (column, row) = (row, column);
        }
        let (width, height) = self.size(board);
        let column = if self.across { width - 1 - column } else { column };
        let row = if self.down { height - 1 - row } else { row };
        u128::from(column) << 8 | u128::from(row)
    }

    fn direction(self, direction: Direction) -> u128 {
        let (mut right, mut down) = direction.step();
        if self.is_transposed {
            (right, down) = (down, right);
        }
        let right = if self.across { -right } else { right };
        let down = if self.down { -down } else { down };
        (((right + 1) as u128) << 8) | (down + 1) as u128
    }
}

/// The hashes of an image of a puzzle.
struct Hashes {
    puzzle: u128,
    /// For each shape and anchor.
    pieces: Vec<Vec<u128>>,
}

impl Hashes {
    fn new(puzzle: &Puzzle, image: Image) -> Self {
        let board = puzzle.board();
        let shapes = 0..puzzle.shapes().len();
        let covered =
            |shape, at| sum_of(puzzle.footprint(shape, at).map(|cell| image.cell(board, cell)));
        let places: Vec<Vec<u128>> = shapes
            .clone()
            .map(|shape| board.cells().map(|at| covered(shape, at)).collect())
            .collect();
        let place = |shape: ShapeId, at: Cell| places[shape][usize::from(at)];
        // What distinguishes a shape: its places and steps, its ways out, and its places in goals.
        let steps = |shape: ShapeId| {
            let to = move |at| {
                Direction::ALL.into_iter().filter_map(move |side| puzzle.lone_step(shape, at, side))
            };
            sum_of(
                board
                    .cells()
                    .flat_map(|at| to(at).map(move |to| (at, to)))
                    .map(|(at, to)| joined([place(shape, at), place(shape, to)])),
            )
        };
        let exits = |shape: ShapeId| {
            let doors = puzzle.doors().into_iter();
            let all = doors.flat_map(|doors| {
                board
                    .cells()
                    .flat_map(move |at| doors.exits(shape, at).iter().map(move |exit| (at, exit)))
            });
            sum_of(all.map(|(at, exit)| {
                joined([
                    place(shape, at),
                    image.direction(exit.direction),
                    exit.gap.into(),
                    exit.opens_after.into(),
                ])
            }))
        };
        let goal = puzzle.goal();
        let in_goals = |shape: ShapeId| {
            let all = goal.alternatives().iter().flatten().filter(move |(its, _)| *its == shape);
            let is_gone = goal.gone().contains(&shape);
            joined([sum_of(all.map(|&(_, at)| place(shape, at))), is_gone.into()])
        };
        let alone: Vec<u128> = shapes
            .clone()
            .map(|shape| {
                joined([
                    sum_of(places[shape].iter().copied()),
                    steps(shape),
                    exits(shape),
                    in_goals(shape),
                ])
            })
            .collect();
        // What a shape has to do with others.
        let with_others = |shape: ShapeId| {
            let Some(doors) = puzzle.doors() else { return alone[shape] };
            let rules = doors.rules();
            let frozen = match rules.frozen.get(shape).and_then(Option::as_ref) {
                None => 0,
                Some(Until::Left(left)) => 1 + u128::from(*left),
                Some(Until::Gone(others)) => sum_of(others.iter().map(|&other| alone[other])),
            };
            let next = rules.layers.get(shape).copied().flatten().map_or(0, |next| alone[next]);
            joined([alone[shape], frozen, next])
        };
        let kinds: Vec<u128> = shapes.map(with_others).collect();
        let piece = |shape: ShapeId, at: Cell| joined([kinds[shape], place(shape, at)]);
        let goals = goal
            .alternatives()
            .iter()
            .map(|alternative| sum_of(alternative.iter().map(|&(shape, at)| piece(shape, at))));
        let (width, height) = image.size(board);
        let size = u128::from(width) << 8 | u128::from(height);
        let cells = sum_of(board.cells().map(|cell| image.cell(board, cell)));
        let of_puzzle = joined([size, cells, sum_of(goals), sum_of(kinds.iter().copied())]);
        let pieces =
            (0..kinds.len()).map(|shape| board.cells().map(|at| piece(shape, at)).collect());
        Self { puzzle: of_puzzle, pieces: pieces.collect() }
    }

    /// The hash of a position.
    fn of(&self, position: &Arrangement) -> u128 {
        let pieces = position.pieces().map(|(shape, at)| self.pieces[shape][usize::from(at)]);
        mixed(pieces.fold(0, u128::wrapping_add))
    }
}
