//! Rush Hour boards as lists of cars and walls, and random changes of them.

use huarong_core::rules::Freedom;
use huarong_core::rush_board::{RushBoard, freedom};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::ops::RangeInclusive;

/// A board of cars in lines, which need not be valid. Cells have numbers, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    width: usize,
    height: usize,
    /// The first is the red car.
    occupants: Vec<Occupant>,
}

/// A car, or a wall.
#[derive(Clone, Debug)]
pub(crate) struct Occupant {
    pub cells: Vec<usize>,
    /// The line along which a car moves; `None` for a wall.
    pub freedom: Option<Freedom>,
}

/// An end of the row of the red car.
#[cfg(feature = "formats")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowEnd {
    /// The right end, as in the game.
    Right,
    /// The left end.
    Left,
}

/// The lengths of cars in the game.
pub(crate) const CARS_AND_TRUCKS: RangeInclusive<usize> = 2..=3;

/// One car in this many is longer than another one.
const CARS_PER_LONGER_ONE: u32 = 3;

const ATTEMPTS_TO_PLACE: u32 = 32;

impl Sketch {
    /// Reads a board, whose rows are joined or have `/` between them. `None` if it has no red car.
    pub fn of(text: &str, width: Option<usize>) -> Option<Self> {
        let RushBoard { columns: width, rows: height, mut cars, walls } =
            RushBoard::parse(text, width).ok()?;
        let red = cars.remove(&'A')?;
        let car = |places: Vec<(usize, usize)>| {
            let cells = places.iter().map(|&(column, row)| row * width + column).collect();
            Occupant { cells, freedom: freedom(&places) }
        };
        let walls = walls.into_iter().map(|wall| car(vec![wall]));
        let occupants =
            std::iter::once(red).chain(cars.into_values()).map(car).chain(walls).collect();
        Some(Self { width, height, occupants })
    }

    /// A board with the red car only, whose first cell and length are given.
    pub fn alone((width, height): (usize, usize), first: usize, length: usize) -> Self {
        let cells = (first..first + length).collect();
        let occupants = vec![Occupant { cells, freedom: Some(Freedom::Rows) }];
        Self { width, height, occupants }
    }

    /// Removes or adds something at random, or both.
    pub fn change(
        &mut self,
        lengths: &RangeInclusive<usize>,
        has_walls: bool,
        generator: &mut ChaCha8Rng,
    ) {
        let choice = generator.random_range(0..4);
        if (choice == 1 || choice == 2) && self.occupants.len() > 1 {
            self.occupants.swap_remove(generator.random_range(1..self.occupants.len()));
        }
        if choice != 1 {
            self.grow(lengths, has_walls, generator);
        }
    }

    /// Adds a car or a wall at a random place, if one is found.
    pub fn grow(
        &mut self,
        lengths: &RangeInclusive<usize>,
        has_walls: bool,
        generator: &mut ChaCha8Rng,
    ) {
        let pieces_per_wall = if self.walls() == 0 { 2 } else { 8 };
        let is_wall = has_walls && generator.random_range(0..pieces_per_wall) == 0;
        let exit_row = self.occupants[0].cells[0] / self.width;
        for _ in 0..ATTEMPTS_TO_PLACE {
            let first = generator.random_range(0..self.width * self.height);
            let is_across = generator.random_range(0..2) == 0;
            let size = if is_wall { 1 } else { length(lengths, generator) };
            let step = if is_across { 1 } else { self.width };
            let cells: Vec<usize> = (0..size).map(|nth| first + nth * step).collect();
            let is_inside = match is_across {
                true => first % self.width + size <= self.width,
                false => first / self.width + size <= self.height,
            };
            let is_in_exit_row = is_across && !is_wall && first / self.width == exit_row;
            let is_free =
                |cell: &usize| !self.occupants.iter().any(|other| other.cells.contains(cell));
            if is_inside && !is_in_exit_row && cells.iter().all(is_free) {
                let freedom = if is_across { Freedom::Rows } else { Freedom::Columns };
                self.occupants.push(Occupant { cells, freedom: (!is_wall).then_some(freedom) });
                return;
            }
        }
    }

    /// Number of walls.
    pub fn walls(&self) -> usize {
        self.occupants.iter().filter(|occupant| occupant.freedom.is_none()).count()
    }

    /// Number of cars of a length, with the red one.
    pub fn cars_of(&self, length: usize) -> usize {
        let is_it = |car: &&Occupant| car.freedom.is_some() && car.cells.len() == length;
        self.occupants.iter().filter(is_it).count()
    }

    /// The signs of the cells: letters of cars, a sign for empty cells, and one for walls. `None` if there are more cars than
    /// signs.
    fn signs(
        &self,
        letters: impl Iterator<Item = char>,
        (empty, wall): (char, char),
    ) -> Option<Vec<char>> {
        let mut signs = vec![empty; self.width * self.height];
        let mut letters = letters;
        for occupant in &self.occupants {
            let sign = if occupant.freedom.is_none() { wall } else { letters.next()? };
            occupant.cells.iter().for_each(|&cell| signs[cell] = sign);
        }
        Some(signs)
    }

    /// The board with joined rows.
    pub fn text(&self) -> String {
        let letters =
            ('A'..).filter(|letter| !letter.is_ascii_alphabetic() || !"oxOX".contains(*letter));
        self.signs(letters, ('o', 'x')).into_iter().flatten().collect()
    }
}

#[cfg(feature = "formats")]
impl Sketch {
    /// The puzzle file: each car moves along its line, and the red car must reach one of the exits. `None` if there are more
    /// cars than letters.
    pub fn puzzle_file(&self, exits: &[RowEnd]) -> Option<String> {
        use huarong_core::rush_board::{EMPTY, WALL};

        let letters = || ('A'..='Z').chain('a'..='z').filter(|letter| !"oxOX".contains(*letter));
        let start = self.signs(letters(), (EMPTY, WALL))?;
        let red = &self.occupants[0].cells;
        let row = red[0] / self.width * self.width;
        let goal = |exit: &RowEnd| {
            let first = match exit {
                RowEnd::Right => row + self.width - red.len(),
                RowEnd::Left => row,
            };
            let sign = |(cell, &sign): (usize, &char)| match sign {
                _ if (first..first + red.len()).contains(&cell) => 'A',
                WALL => sign,
                _ => EMPTY,
            };
            self.grid(&start.iter().enumerate().map(sign).collect::<Vec<char>>())
        };
        let goals: Vec<String> = exits.iter().map(goal).collect();
        let goals = goals.join(", ");
        let moves = match self.cars_of(1) {
            0 => "lengthwise = true\n".to_owned(),
            _ => {
                let cars = self.occupants.iter().filter_map(|occupant| occupant.freedom);
                let cars: Vec<(char, Freedom)> = letters().zip(cars).collect();
                let line = |key: &str, freedom: Freedom| {
                    let cars = cars.iter().filter(|(_, own)| *own == freedom);
                    let cars: String = cars.map(|(letter, _)| letter).collect();
                    (!cars.is_empty()).then(|| format!("{key} = '{cars}'\n"))
                };
                let lines = [line("rows", Freedom::Rows), line("columns", Freedom::Columns)];
                lines.into_iter().flatten().collect()
            }
        };
        let start = self.grid(&start);
        Some(format!("name = 'Rush Hour'\nstart = {start}\ngoals = [{goals}]\n{moves}"))
    }

    fn grid(&self, signs: &[char]) -> String {
        let rows: Vec<String> = signs.chunks(self.width).map(String::from_iter).collect();
        format!("'''\n{}'''", rows.join("\n"))
    }

    /// The cars and walls, the red car first.
    pub fn occupants(&self) -> &[Occupant] {
        &self.occupants
    }

    /// The same without one of the occupants, by its number.
    pub fn without(&self, number: usize) -> Self {
        let mut fewer = self.clone();
        fewer.occupants.remove(number);
        fewer
    }

    /// The same cars at other cells, the red one first.
    pub fn with_cars(&self, cars: impl IntoIterator<Item = Occupant>) -> Self {
        let walls = self.occupants.iter().filter(|occupant| occupant.freedom.is_none()).cloned();
        let mut occupants: Vec<Occupant> = cars.into_iter().chain(walls).collect();
        occupants[1..].sort_by(|one, other| one.cells.cmp(&other.cells));
        Self { occupants, ..*self }
    }

    /// The direction, the number of the line and the length of each car, the red one first.
    pub fn lines(&self) -> Vec<[u8; 3]> {
        let line = |car: &Occupant| {
            let (row, column) = (car.cells[0] / self.width, car.cells[0] % self.width);
            let is_in_row = car.freedom? == Freedom::Rows;
            let line = if is_in_row { row } else { column };
            Some([u8::from(is_in_row), line as u8, car.cells.len() as u8])
        };
        self.occupants.iter().filter_map(line).collect()
    }
}

/// A random length of a car. The shorter ones are more frequent.
fn length(lengths: &RangeInclusive<usize>, generator: &mut ChaCha8Rng) -> usize {
    let longer = lengths.end() - lengths.start();
    let more = (0..longer).take_while(|_| generator.random_range(0..CARS_PER_LONGER_ONE) == 0);
    lengths.start() + more.count()
}
