//! Rush Hour puzzles to order with cars of other lengths, or with an exit at either end of the row of the red car.

use super::error::DesignError;
use super::order::Order;
use super::random_designs::{Best, RandomDesigns, RandomPuzzle, random_designs};
use super::rush_designs::{Among, RushDesigns};
use crate::rush::Scope;
use crate::sketch::{CARS_AND_TRUCKS, Occupant, RowEnd, Sketch};
use huarong_core::effort::Effort;
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use huarong_search::{Component, ComponentError, Until, solution_length};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::fmt;
use std::ops::RangeInclusive;

/// Rush Hour boards with cars of any lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarScope {
    /// Size, row of the red car, and most walls. Its metric and its limits of moves, cars and trucks do not count.
    pub boards: Scope,
    /// The lengths of the cars. The red car has the first. A car of one cell moves along its row or along its column.
    pub lengths: RangeInclusive<usize>,
    /// The ends of the row of the red car that are exits. Any of them solves the puzzle.
    pub exits: Vec<RowEnd>,
}

impl CarScope {
    /// The cars and the exit of the game.
    pub fn new(boards: Scope) -> Self {
        Self { boards, lengths: CARS_AND_TRUCKS, exits: vec![RowEnd::Right] }
    }

    /// Whether it has the cars and the exit of the game, so that [`rush_designs`](super::rush_designs) finds its puzzles.
    pub fn is_of_game(&self) -> bool {
        self.lengths == CARS_AND_TRUCKS && self.exits == [RowEnd::Right]
    }

    fn check(&self) -> Result<(), DesignError> {
        let Scope { width, height, .. } = self.boards;
        let (from, to) = (*self.lengths.start(), *self.lengths.end());
        let fits = 1 <= from && from <= to && from < width.into() && to <= width.max(height).into();
        if fits { Ok(()) } else { Err(DesignError::Lengths { from, to, width, height }) }
    }
}

/// Formats boards, cars and exits like options of the command line.
impl fmt::Display for CarScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.boards.fmt(f)?;
        match (*self.lengths.start(), *self.lengths.end()) {
            _ if self.lengths == CARS_AND_TRUCKS => {}
            (from, to) if from == to => write!(f, " --car-lengths {from}")?,
            (from, to) => write!(f, " --car-lengths {from}..{to}")?,
        }
        match self.exits[..] {
            [RowEnd::Left] => f.write_str(" --exits left"),
            [_, _, ..] => f.write_str(" --exits left,right"),
            _ => Ok(()),
        }
    }
}

/// Finds Rush Hour puzzles with cars of any lengths, and with one exit or two. Tries `tries` random boards and random changes of
/// puzzles, or fewer if a graded set is complete before. Each puzzle is the longest one of the boards that can be reached from
/// it, and minimal: removing any car or wall makes it shorter. No car lies along the row of the red car. No two puzzles have
/// cars of the same lengths on the same rows and columns. Reports progress in puzzles.
///
/// ```
/// use huarong::design::{CarScope, Order, car_designs};
/// use huarong::rush::Scope;
/// use huarong::search::Effort;
/// use huarong::Metric;
///
/// // Cars of one cell.
/// let mut scope = CarScope::new(Scope::new(3, 3)?);
/// scope.lengths = 1..=1;
/// let order = Order { metric: Metric::Unit, count: 1, ..Order::default() };
/// let designs = car_designs(&scope, &order, 500, Effort::UNLIMITED)?;
/// assert!(designs.found[0].distance > 4);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the cars do not fit on the board, if too many puzzles are ordered, or if the metric is multi.
pub fn car_designs(
    scope: &CarScope,
    order: &Order<'_>,
    tries: u64,
    effort: Effort<'_>,
) -> Result<RushDesigns, DesignError> {
    scope.check()?;
    // All its puzzles are minimal.
    let order = &Order { minimal: false, ..order.clone() };
    let RandomDesigns { found, tried, undecided, excluded, ended, .. } =
        random_designs::<CarPuzzle>(scope, order, tries, effort)?;
    Ok(RushDesigns { found, undecided, among: Among::Evolved { tried }, excluded, ended })
}

/// A board with its exits.
#[derive(Clone, Debug)]
struct CarPuzzle {
    sketch: Sketch,
    exits: Vec<RowEnd>,
}

const MOST_CHANGES: u32 = 3;

/// If the archive is full at a length, one in this many puzzles of the length is made minimal.
const PUZZLES_PER_REDUCED_ONE: u32 = 16;

impl RandomPuzzle for CarPuzzle {
    type Scope = CarScope;

    const MEMORY_OF_LENGTH: u64 = 64 << 20;

    fn random(scope: &CarScope, generator: &mut ChaCha8Rng) -> Option<Self> {
        let Scope { width, height, exit_row, .. } = scope.boards;
        let size = (width.into(), height.into());
        let first = (usize::from(exit_row) - 1) * size.0;
        let mut sketch = Sketch::alone(size, first, *scope.lengths.start());
        let cells = size.0 * size.1;
        for _ in 0..generator.random_range(cells / 4..=cells) {
            sketch.grow(&scope.lengths, scope.boards.walls > 0, generator);
        }
        Self { sketch, exits: scope.exits.clone() }.within(scope)
    }

    fn changed(&self, scope: &CarScope, generator: &mut ChaCha8Rng) -> Option<Self> {
        let mut puzzle = self.clone();
        for _ in 0..generator.random_range(1..=MOST_CHANGES) {
            puzzle.sketch.change(&scope.lengths, scope.boards.walls > 0, generator);
        }
        puzzle.within(scope)
    }

    fn text(&self) -> String {
        self.sketch.puzzle_file(&self.exits).unwrap_or_default()
    }

    fn canonical(&self) -> Vec<u8> {
        self.text().into_bytes()
    }

    fn walls(&self) -> usize {
        self.sketch.walls()
    }

    /// The lines of the cars with their lengths: moves do not change them.
    fn family(&self) -> Option<Vec<u8>> {
        let mut cars = self.sketch.lines();
        cars.sort_unstable();
        Some(cars.into_flattened())
    }

    /// The longest puzzle of the component, without the cars and walls that it does not need.
    fn best(
        mut self,
        mut setup: Setup,
        metric: Metric,
        has_room: &dyn Fn(u16) -> bool,
        generator: &mut ChaCha8Rng,
        effort: Effort<'_>,
    ) -> Result<Best<Self>, ComponentError> {
        let is_lucky = generator.random_range(0..PUZZLES_PER_REDUCED_ONE) == 0;
        loop {
            let Setup { puzzle, start } = &setup;
            let component = Component::explore(puzzle, start, metric, Until::All, effort)?;
            let Some(from_goal) = component.back_from_goal_positions(metric, effort)? else {
                return Ok(Best::Unsolvable);
            };
            let moves = (from_goal.levels().len() - 1) as u16;
            if moves == 0 || !(is_lucky || has_room(moves)) {
                return Ok(Best::Unwanted);
            }
            let farthest = from_goal.farthest().swap_remove(0);
            self.sketch = self.at(puzzle, start, &farthest);
            match self.without_needless(moves, metric, effort)? {
                Some(fewer) => (self, setup) = fewer,
                None => {
                    let longest = self.setup();
                    return Ok(longest.map_or(Best::Unsolvable, |setup| Best::Is(self, setup)));
                }
            }
        }
    }
}

impl CarPuzzle {
    /// The puzzle, if it has no more walls than are allowed, and a letter for each car.
    fn within(self, scope: &CarScope) -> Option<Self> {
        let has_letters = self.sketch.puzzle_file(&self.exits).is_some();
        (has_letters && self.sketch.walls() <= scope.boards.walls.into()).then_some(self)
    }

    /// The puzzle without a car or a wall that makes it no longer, if there is one, with its start.
    fn without_needless(
        &self,
        moves: u16,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<(Self, Setup)>, ComponentError> {
        for number in 1..self.sketch.occupants().len() {
            let fewer = Self { sketch: self.sketch.without(number), exits: self.exits.clone() };
            let Some(setup) = fewer.setup() else { continue };
            if solution_length(&setup.puzzle, &setup.start, metric, effort)? == Some(moves) {
                return Ok(Some((fewer, setup)));
            }
        }
        Ok(None)
    }

    /// The board with its cars at another position of its puzzle.
    fn at(&self, puzzle: &Puzzle, start: &Arrangement, position: &Arrangement) -> Sketch {
        let board = puzzle.board();
        let width = usize::from(board.width());
        let number = |cell| usize::from(board.row(cell)) * width + usize::from(board.column(cell));
        let cars = |position: &Arrangement| -> Vec<(usize, Occupant)> {
            let car = |(shape, anchor)| {
                let mut cells: Vec<usize> = puzzle.footprint(shape, anchor).map(number).collect();
                cells.sort_unstable();
                let freedom = puzzle.shapes()[shape].freedom();
                (shape, Occupant { cells, freedom: Some(freedom) })
            };
            position.pieces().map(car).collect()
        };
        let red_cells = &self.sketch.occupants()[0].cells;
        let is_red = |(_, car): &&(usize, Occupant)| car.cells == *red_cells;
        let red = cars(start).iter().find(is_red).map(|(shape, _)| *shape);
        let mut cars = cars(position);
        cars.sort_by_key(|(shape, _)| Some(*shape) != red);
        self.sketch.with_cars(cars.into_iter().map(|(_, car)| car))
    }
}
