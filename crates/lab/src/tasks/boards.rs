//! Where the boards of tasks come from.

#[cfg(feature = "formats")]
use crate::library::SampledRush;
#[cfg(feature = "formats")]
use crate::rush::{RushError, Scope};
use huarong_core::grid::Cell;
use huarong_core::klotski;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Puzzle};
use huarong_core::rush_board::{self, EMPTY, WALL};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::sync::Arc;
use thiserror::Error;

/// A family of boards.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Boards {
    /// Rush Hour boards of a size. `known` are boards with long solutions, as number of moves and rows, which are changed.
    Rush {
        /// Columns and rows.
        size: (u8, u8),
        /// Most walls.
        most_walls: u8,
        /// Known boards, in one line with `/` between their rows.
        known: Arc<[(u16, String)]>,
    },
    /// Klotski on a board: positions of random sets of pieces.
    Klotski(Puzzle),
    /// The starts of puzzles.
    Puzzles(Arc<[Position]>),
    /// A tile puzzle, given by its goal: positions that single moves of tiles connect with it, and others that look alike.
    Tiles(Position),
}

/// Most tiles of a tile puzzle.
const MOST_TILES: usize = 24;

/// Error: no tile puzzle has this size.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "tiles on {width}x{height}: write a size from 2x2 to 5x5, such as 4x4, with at most 25 cells"
)]
pub struct TileSizeError {
    width: usize,
    height: usize,
}

/// The sign of the red car.
const RED: char = 'A';

/// Most random changes of a known board.
const MOST_CHANGES: u32 = 3;

impl Boards {
    /// Rush Hour boards of a size, with at most so many walls. Those of 6x6 are changes of a sample of long puzzles.
    ///
    /// # Errors
    ///
    /// If no such boards exist.
    #[cfg(feature = "formats")]
    pub fn rush((width, height): (usize, usize), most_walls: usize) -> Result<Self, RushError> {
        let scope = Scope::new(width, height)?;
        let known = SampledRush::of_scope(&scope).into();
        let scope = scope.with_walls(most_walls)?;
        Ok(Self::Rush { size: (scope.width, scope.height), most_walls: scope.walls, known })
    }

    /// The tile puzzle of a size, such as the 15-puzzle of 4x4: letters in order, and the last cell empty. Returns the text of
    /// its puzzle file, too.
    ///
    /// # Errors
    ///
    /// If the board has fewer than 2 columns or rows, or more than 25 cells.
    pub fn tiles((width, height): (usize, usize)) -> Result<(Self, String), TileSizeError> {
        if width < 2 || height < 2 || width.saturating_mul(height) > MOST_TILES + 1 {
            return Err(TileSizeError { width, height });
        }
        let signs: Vec<char> = ('A'..='Z').take(width * height - 1).chain(['.']).collect();
        let rows = signs.chunks(width).map(|row| row.iter().collect::<String>());
        let drawing = rows.collect::<Vec<_>>().join("\n");
        let name = format!("{width}x{height} tiles");
        let text =
            format!("name = '{name}'\nstart = '''\n{drawing}'''\ngoal = '''\n{drawing}'''\n");
        let goal = Position::from_toml(&text).map_err(|_| TileSizeError { width, height })?;
        Ok((Self::Tiles(goal), text))
    }

    /// A random board whose component may have positions with a number of moves, and the number of the puzzle that it comes
    /// from. `None` if the attempt failed.
    pub(super) fn draw(
        &self,
        moves: u16,
        generator: &mut ChaCha8Rng,
    ) -> Option<(Position, Option<usize>)> {
        match self {
            Self::Rush { size, most_walls, known } => {
                let long: Vec<&String> =
                    known.iter().filter(|(its, _)| *its >= moves).map(|(_, rows)| rows).collect();
                let mut board = match long.is_empty() {
                    false => DrawnBoard::of(long[generator.random_range(0..long.len())])?,
                    true => DrawnBoard::random(*size, generator),
                };
                for _ in 0..generator.random_range(0..=MOST_CHANGES) {
                    board.change(generator);
                }
                if *most_walls > 0 {
                    board.add_walls(generator.random_range(0..=*most_walls), generator);
                }
                Some((Position::from_toml(&board.file()).ok()?, None))
            }
            Self::Klotski(puzzle) => Some((random_klotski(puzzle, generator)?, None)),
            Self::Puzzles(puzzles) => {
                // The only one is drawn without a random number, so that tasks do not depend on who draws it first.
                let number = match self.is_one() {
                    true => 0,
                    false => generator.random_range(0..puzzles.len()),
                };
                Some((puzzles[number].clone(), Some(number)))
            }
            Self::Tiles(goal) => Some((goal.clone(), Some(0))),
        }
    }

    /// What distinguishes the family from others with its name.
    pub(super) fn details(&self) -> String {
        match self {
            Self::Rush { most_walls, .. } => most_walls.to_string(),
            Self::Klotski(_) | Self::Tiles(_) => String::new(),
            Self::Puzzles(puzzles) => {
                puzzles.iter().map(Position::lettered).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Whether all boards are positions of one puzzle.
    pub(super) fn is_one(&self) -> bool {
        match self {
            Self::Rush { .. } | Self::Klotski(_) => false,
            Self::Puzzles(puzzles) => puzzles.len() == 1,
            Self::Tiles(_) => true,
        }
    }

    /// The name of the family.
    pub fn name(&self) -> String {
        match self {
            Self::Rush { size: (width, height), .. } => format!("rush-{width}x{height}"),
            Self::Klotski(puzzle) => {
                format!("klotski-{}x{}", puzzle.board().width(), puzzle.board().height())
            }
            Self::Puzzles(_) => "puzzles".to_owned(),
            Self::Tiles(goal) => {
                let board = goal.puzzle().board();
                format!("tiles-{}x{}", board.width(), board.height())
            }
        }
    }
}

/// A position with random pieces in random places, and two empty cells.
fn random_klotski(puzzle: &Puzzle, generator: &mut ChaCha8Rng) -> Option<Position> {
    let board = puzzle.board();
    let mut position = Arrangement::empty_on(board, puzzle.shapes().len());
    let mut free: Vec<Cell> = board.cells().collect();
    let dominoes = generator.random_range(2..=6);
    let kinds = (0..dominoes).map(|_| [klotski::HORIZONTAL, klotski::VERTICAL]);
    for kinds in std::iter::once([klotski::BIG; 2]).chain(kinds) {
        let shape = kinds[generator.random_range(0..kinds.len())];
        let covered = |at: Cell| puzzle.footprint(shape, at).collect::<Vec<Cell>>();
        let fits = |at: &Cell| {
            let cells = covered(*at);
            !cells.is_empty() && cells.iter().all(|cell| free.contains(cell))
        };
        let places: Vec<Cell> = board.cells().filter(fits).collect();
        if places.is_empty() {
            continue;
        }
        let at = places[generator.random_range(0..places.len())];
        position.put(shape, at);
        free.retain(|cell| !covered(at).contains(cell));
    }
    for _ in 0..2 {
        if free.is_empty() {
            return None;
        }
        free.swap_remove(generator.random_range(0..free.len()));
    }
    free.into_iter().for_each(|cell| position.put(klotski::SMALL, cell));
    Position::new(puzzle, position)
}

/// A Rush Hour board as rows of letters.
struct DrawnBoard {
    rows: Vec<Vec<char>>,
}

impl DrawnBoard {
    /// `None` if the text does not have the rows of a board.
    fn of(text: &str) -> Option<Self> {
        Some(Self { rows: rush_board::rows(text, None).ok()? })
    }

    /// The red car alone in its row, and as many random cars as fit in some attempts.
    fn random((width, height): (u8, u8), generator: &mut ChaCha8Rng) -> Self {
        let (width, height) = (usize::from(width), usize::from(height));
        let mut board = Self { rows: vec![vec![EMPTY; width]; height] };
        let exit = (height - 1) / 2;
        let from = generator.random_range(0..width.saturating_sub(2).max(1));
        board.rows[exit][from..from + 2].fill(RED);
        let cells = width * height;
        for _ in 0..generator.random_range(cells / 4..=cells) {
            board.add(generator);
        }
        board
    }

    /// Puts a car on free cells; nothing if the drawn place is not free.
    fn add(&mut self, generator: &mut ChaCha8Rng) {
        let (width, height) = (self.rows[0].len(), self.rows.len());
        let length = if generator.random_range(0..4) == 0 { 3 } else { 2 };
        let is_across = generator.random_range(0..2) == 0;
        let (across, down) = if is_across { (length, 1) } else { (1, length) };
        if across > width || down > height {
            return;
        }
        let column = generator.random_range(0..=width - across);
        let row = generator.random_range(0..=height - down);
        let is_red_row = is_across && self.rows[row].contains(&RED);
        let mut cells = (row..row + down)
            .flat_map(|row| (column..column + across).map(move |column| (row, column)));
        let mut letters = ('B'..='Z').chain('b'..='z');
        let free = letters.find(|letter| !self.rows.iter().flatten().any(|sign| sign == letter));
        if let Some(letter) = free
            && !is_red_row
            && cells.clone().all(|(row, column)| self.rows[row][column] == EMPTY)
        {
            cells.by_ref().for_each(|(row, column)| self.rows[row][column] = letter);
        }
    }

    /// Puts so many walls on empty cells, or as many as find one.
    fn add_walls(&mut self, walls: u8, generator: &mut ChaCha8Rng) {
        for _ in 0..walls {
            let rows = self.rows.iter_mut().flatten();
            let mut empty: Vec<&mut char> = rows.filter(|sign| **sign == EMPTY).collect();
            // A cell stays empty, so that something can move.
            if empty.len() > 1 {
                let at = generator.random_range(0..empty.len());
                *empty[at] = WALL;
            }
        }
    }

    /// Removes a car, or adds one.
    fn change(&mut self, generator: &mut ChaCha8Rng) {
        match generator.random_range(0..3) {
            0 => {
                let mut cars: Vec<char> = self.rows.iter().flatten().copied().collect();
                cars.retain(|sign| ![EMPTY, WALL, RED].contains(sign));
                cars.sort_unstable();
                cars.dedup();
                if !cars.is_empty() {
                    let car = cars[generator.random_range(0..cars.len())];
                    let signs = self.rows.iter_mut().flatten();
                    signs.filter(|sign| **sign == car).for_each(|sign| *sign = EMPTY);
                }
            }
            _ => self.add(generator),
        }
    }

    /// The puzzle file: every car moves along its length, and the red car must reach the right end of its row.
    fn file(&self) -> String {
        let text = |rows: &[Vec<char>]| {
            rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
        };
        let goal: Vec<Vec<char>> = self
            .rows
            .iter()
            .map(|row| {
                let keeps = |sign: &char| if *sign == WALL { WALL } else { EMPTY };
                let mut goal: Vec<char> = row.iter().map(keeps).collect();
                if row.contains(&RED) {
                    let end = goal.len();
                    goal[end - 2..].fill(RED);
                }
                goal
            })
            .collect();
        let (start, goal) = (text(&self.rows), text(&goal));
        format!(
            "name = 'Rush Hour'\nlengthwise = true\nstart = '''\n{start}'''\ngoal = '''\n{goal}'''\n"
        )
    }
}
