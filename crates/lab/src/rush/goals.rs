//! Enumeration of the boards with the red car at the exit on which no other piece can slide left or up.

use super::board::{Board, Grid};
use super::lineup::{LONGEST, Line, Lineup, Lineups};
use num_integer::Integer;
use std::ops::Range;

/// Pieces and walls of a row, or pieces of a column, in some places.
#[derive(Clone, Copy, Debug)]
struct Filling {
    line: Line,
    walls: u8,
    /// Cells of pieces and walls.
    cells: u8,
    /// Cells outside it that other lines must cover: those before a piece that could slide there.
    needs: u8,
    cars: u8,
    trucks: u8,
}

/// The most tasks of an enumeration, approximately.
const MOST_TASKS: usize = 1 << 20;

/// The most combinations of fillings of the first rows.
const MOST_COMBINATIONS: usize = 1 << 18;

/// The most tasks for each combination. Every one of them enumerates all boards of the combination.
const MOST_SLICES: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLimits {
    pub walls: u8,
    /// The most cars, with the red one.
    pub cars: u8,
    pub trucks: u8,
}

/// The boards with the red car at the exit.
#[derive(Debug)]
pub struct Goals {
    limits: PieceLimits,
    /// The fillings of the row of the exit: the red car, and walls.
    exit: Vec<Filling>,
    rows: Vec<Filling>,
    /// For each set of covered cells and of cells that must be covered, the fillings of a column.
    columns: Vec<Vec<Filling>>,
    /// Number of rows that are fixed in a task.
    split: usize,
    /// Number of tasks for each combination of fillings of these rows.
    slices: usize,
    tasks: usize,
    /// What two tasks that are done one after the other are apart.
    step: usize,
}

/// The rows of a board, and what they leave to the columns.
#[derive(Clone, Debug)]
struct Rows {
    board: Board,
    covered: [u8; LONGEST],
    needs: [u8; LONGEST],
    left: PieceLimits,
}

impl Goals {
    pub fn new(grid: &Grid, limits: PieceLimits) -> Self {
        let mut rows = fillings(&grid.rows, grid.width, 0..1 << grid.width);
        rows.retain(|row| row.walls.count_ones() <= limits.walls.into());
        let lineup = grid.rows.find(&[2]).expect("a row has room for the red car");
        let red = Line { lineup, placement: grid.width as u8 - 2 };
        let at_exit = rows.iter().filter(|row| row.line == red);
        // The red car may slide to the left.
        let exit = at_exit.map(|row| Filling { needs: 0, ..*row }).collect();
        let all = fillings(&grid.columns, grid.height, 0..1);
        let sets = 1usize << grid.height;
        let mut columns = vec![Vec::new(); sets * sets];
        for covered in 0..sets {
            for needs in 0..sets {
                let fits = |column: &&Filling| {
                    let (covered, needs) = (covered as u8, needs as u8);
                    column.cells & covered == 0
                        && needs & !column.cells == 0
                        && column.needs & !covered == 0
                };
                columns[covered * sets + needs] = all.iter().filter(fits).copied().collect();
            }
        }
        let mut goals =
            Self { limits, exit, rows, columns, split: 0, slices: 1, tasks: 1, step: 1 };
        goals.divide(grid);
        goals
    }

    /// Divides the work. Each task visits every nth board of a combination of fillings of the first rows. Tasks with many
    /// boards are spread evenly, so that progress and parts are even.
    fn divide(&mut self, grid: &Grid) {
        let mut combinations = 1;
        let mut split = 0;
        for (_, fillings) in self.order(grid) {
            if combinations * fillings.len() > MOST_COMBINATIONS {
                break;
            }
            combinations *= fillings.len();
            split += 1;
        }
        let slices = (MOST_TASKS / combinations).clamp(1, MOST_SLICES);
        let tasks = combinations * slices;
        let near_golden = tasks * 618 / 1000 + 1;
        let step = (near_golden..).find(|step| step.gcd(&tasks) == 1);
        (self.split, self.slices, self.tasks) = (split, slices, tasks);
        self.step = step.expect("some number is coprime");
    }

    /// The rows in the order in which they are filled, each with its fillings.
    fn order(&self, grid: &Grid) -> Vec<(usize, &[Filling])> {
        let others = (0..grid.height).filter(|&row| row != grid.exit);
        let exit = std::iter::once((grid.exit, &self.exit[..]));
        exit.chain(others.map(|row| (row, &self.rows[..]))).collect()
    }

    pub fn tasks(&self) -> usize {
        self.tasks
    }

    /// Visits the boards of a task, until the visitor fails.
    pub fn visit<E>(
        &self,
        grid: &Grid,
        task: usize,
        visit: &mut impl FnMut(&Board) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rows = Rows {
            board: Board::default(),
            covered: [0; LONGEST],
            needs: [0; LONGEST],
            left: self.limits,
        };
        // The product has more than the 32 bits of a WebAssembly module.
        let task = (task as u64 * self.step as u64 % self.tasks as u64) as usize;
        let (mut combination, mut next) = (task / self.slices, task % self.slices);
        let order = self.order(grid);
        let (fixed, free) = order.split_at(self.split);
        for &(row, fillings) in fixed {
            let filling = &fillings[combination % fillings.len()];
            combination /= fillings.len();
            match put(grid, &rows, row, filling) {
                Some(next) => rows = next,
                None => return Ok(()),
            }
        }
        self.visit_rows(grid, &rows, free, &mut |board| {
            if next > 0 {
                next -= 1;
                return Ok(());
            }
            next = self.slices - 1;
            visit(board)
        })
    }

    fn visit_rows<E>(
        &self,
        grid: &Grid,
        rows: &Rows,
        free: &[(usize, &[Filling])],
        visit: &mut impl FnMut(&Board) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((&(row, fillings), free)) = free.split_first() else {
            let lists = |column: usize| {
                let (covered, needs) = (rows.covered[column], rows.needs[column]);
                &self.columns[(usize::from(covered) << grid.height) + usize::from(needs)]
            };
            if (0..grid.width).any(|column| lists(column).is_empty()) {
                return Ok(());
            }
            let mut board = rows.board.clone();
            return visit_columns(grid, &mut board, rows.left, 0, &lists, visit);
        };
        for filling in fillings {
            if let Some(rows) = put(grid, rows, row, filling) {
                self.visit_rows(grid, &rows, free, visit)?;
            }
        }
        Ok(())
    }
}

/// The rows with one more filled; `None` if that exceeds a limit.
fn put(grid: &Grid, rows: &Rows, row: usize, filling: &Filling) -> Option<Rows> {
    let mut rows = rows.clone();
    rows.left = less(rows.left, filling)?;
    rows.board.rows[row] = filling.line;
    rows.board.walls[row] = filling.walls;
    for column in 0..grid.width {
        rows.covered[column] |= (filling.cells >> column & 1) << row;
        rows.needs[column] |= (filling.needs >> column & 1) << row;
    }
    Some(rows)
}

fn visit_columns<'l, E>(
    grid: &Grid,
    board: &mut Board,
    left: PieceLimits,
    column: usize,
    lists: &impl Fn(usize) -> &'l Vec<Filling>,
    visit: &mut impl FnMut(&Board) -> Result<(), E>,
) -> Result<(), E> {
    if column == grid.width {
        return visit(board);
    }
    for filling in lists(column) {
        if let Some(left) = less(left, filling) {
            board.columns[column] = filling.line;
            visit_columns(grid, board, left, column + 1, lists, visit)?;
        }
    }
    Ok(())
}

/// The fillings of a line with any of its lineups, and with these sets of walls.
fn fillings(lineups: &Lineups, length: usize, walls: Range<u16>) -> Vec<Filling> {
    let lines = (0..).zip(&lineups.all).flat_map(|(lineup, of)| {
        (0..of.starts.len() as u8).map(move |placement| (of, Line { lineup, placement }))
    });
    lines
        .flat_map(|(of, line)| {
            walls.clone().filter_map(move |walls| filling(of, line, walls as u8, length))
        })
        .collect()
}

/// What a filling leaves of the limits; `None` if it exceeds one.
fn less(left: PieceLimits, filling: &Filling) -> Option<PieceLimits> {
    Some(PieceLimits {
        walls: left.walls.checked_sub(filling.walls.count_ones() as u8)?,
        cars: left.cars.checked_sub(filling.cars)?,
        trucks: left.trucks.checked_sub(filling.trucks)?,
    })
}

/// Some pieces and walls of a line, if they leave a cell of it empty.
fn filling(lineup: &Lineup, line: Line, walls: u8, length: usize) -> Option<Filling> {
    let pieces = lineup.cells[usize::from(line.placement)];
    let cells = pieces | walls;
    if pieces & walls != 0 || cells.count_ones() as usize == length {
        return None;
    }
    let before = lineup.starts[usize::from(line.placement)].iter().filter(|&&start| start > 0);
    let needs = before.map(|start| 1 << (start - 1)).fold(0, |needs, cell| needs | cell) & !cells;
    let trucks = lineup.sizes.iter().filter(|&&size| size == 3).count() as u8;
    Some(Filling { line, walls, cells, needs, cars: lineup.sizes.len() as u8 - trucks, trucks })
}
