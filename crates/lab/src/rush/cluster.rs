//! A cluster: all boards that can be reached from one another.

use super::board::{Board, Grid, Occupant};
use super::cluster_lines::{ClusterLines, Placed};
use super::error::RushError;
use super::layers::{Layers, TooLarge, Until, WalkEnd};
use super::lineup::{LONGEST, Line, Placements, ones};
use super::mobility::{Lines, Mobility};
use huarong_search::kernels::Kernels;
use std::collections::HashMap;

/// What is known of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// For each distance from the goal, the number of boards.
    pub histogram: Vec<u64>,
    /// Its puzzle, if it is minimal and does not have fewer moves than the searcher asks for.
    pub puzzle: Option<Minimal>,
}

/// Whether the puzzle of a cluster is minimal.
enum Verdict {
    /// It becomes shorter whichever piece or wall is removed.
    Minimal(Minimal),
    /// Its board without a piece or a wall, with a solution that is as long.
    Reducible(Board),
}

/// A cluster, and whether its puzzle is minimal. The latter is not known if it has fewer moves than the searcher asks for.
struct Judged {
    histogram: Vec<u64>,
    verdict: Option<Verdict>,
}

impl Judged {
    fn cluster(self) -> Cluster {
        let puzzle = match self.verdict {
            Some(Verdict::Minimal(minimal)) => Some(minimal),
            Some(Verdict::Reducible(_)) | None => None,
        };
        Cluster { histogram: self.histogram, puzzle }
    }
}

/// The unsolved board of a minimal cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// The board farthest from the goal; among several, the least by masks.
    pub board: Board,
    /// The number of its optimal solutions; the largest number if there are more.
    pub solutions: u128,
    /// The length of its solutions in moves of one cell.
    pub unit_moves: u16,
}

/// Searches clusters, one after the other.
pub struct Searcher<'g> {
    grid: &'g Grid,
    /// The same grid with moves of one cell.
    unit: &'g Grid,
    /// The fewest moves of a puzzle.
    fewest: usize,
    whole: Layers,
    other: Layers,
    /// What was found in the last regions.
    regions: HashMap<RegionKey, Option<Vec<u64>>>,
    /// The memory limit in bytes.
    memory: u64,
}

/// All that the search of a region depends on: for each line of it, the pieces and the possible placements. The last number says
/// whether the rows are inside.
type RegionKey = [u32; 2 * LONGEST + 1];

/// From which boards of a cluster it is searched.
enum Beginning {
    /// From the first one with the red car at the exit only.
    First,
    Any,
}

/// The most regions that are kept. Boards that are visited one after the other often share some.
const MOST_REGIONS: usize = 1 << 14;

impl<'g> Searcher<'g> {
    /// A searcher with a memory limit in bytes.
    pub fn new(
        grid: &'g Grid,
        unit: &'g Grid,
        fewest: usize,
        kernels: Kernels,
        memory: u64,
    ) -> Self {
        let layers = || Layers::new(kernels, memory / 2);
        Self {
            grid,
            unit,
            fewest,
            whole: layers(),
            other: layers(),
            regions: HashMap::new(),
            memory,
        }
    }

    fn error(&self) -> RushError {
        RushError::Memory { available: self.memory }
    }

    /// Searches the cluster of a board with the red car at the exit. Returns nothing if another such board of the cluster
    /// comes first: each cluster is found from its first one only.
    pub fn search(&mut self, board: &Board) -> Result<Option<Cluster>, RushError> {
        self.search_first(board).map_err(|TooLarge| self.error())
    }

    fn search_first(&mut self, board: &Board) -> Result<Option<Cluster>, TooLarge> {
        let mobility = Mobility::new(self.grid, board);
        let red = mobility.region_of_row(self.grid.exit);
        // The positions of a cluster are the combinations of those of its regions, and its first board has the first of each.
        let mut others = 1;
        for region in mobility.regions_beside(red) {
            match self.recall(board, &mobility, region)? {
                Some(histogram) => others *= histogram.iter().sum::<u64>(),
                None => return Ok(None),
            }
        }
        let has_idle = self.has_idle(board, &mobility, red);
        let histogram = match has_idle {
            true => self.recall(board, &mobility, red)?,
            false => self.histogram(board, &mobility, red)?,
        };
        let Some(mut histogram) = histogram else { return Ok(None) };
        for count in &mut histogram {
            *count *= others;
        }
        let moves = histogram.len() - 1;
        if has_idle
            || moves < self.fewest
            // One or two moves need only the red car, and the piece before it.
            || moves <= 2 && board.unordered_occupants(self.grid).count() > moves
        {
            return Ok(Some(Cluster { histogram, puzzle: None }));
        }
        if red != mobility.mobile {
            self.walk(board, &mobility, mobility.mobile, Beginning::Any)?;
        }
        let verdict = Some(self.verdict(board, &mobility, moves)?);
        Ok(Some(Judged { histogram, verdict }.cluster()))
    }

    /// Whether the region of the red car stays as it is without some piece or wall that is not on its lines.
    fn has_idle(&self, board: &Board, mobility: &Mobility, red: Lines) -> bool {
        let grid = self.grid;
        let is_outside = |occupant: &Occupant| match *occupant {
            Occupant::InRow(row, _) => row != grid.exit && red.rows >> row & 1 == 0,
            Occupant::InColumn(column, _) => red.columns >> column & 1 == 0,
            Occupant::Wall(..) => true,
        };
        board.unordered_occupants(grid).filter(is_outside).any(|occupant| {
            let other = Mobility::new(grid, &board.without(grid, occupant));
            other.region_of_row(grid.exit) == red && other.agrees_on(red, mobility)
        })
    }

    /// The [histogram](Self::histogram) of a region, which is kept.
    fn recall(
        &mut self,
        board: &Board,
        mobility: &Mobility,
        region: Lines,
    ) -> Result<Option<Vec<u64>>, TooLarge> {
        let number = |line: Line, possible: Placements| {
            u32::from_le_bytes([line.lineup, line.placement, 0, 0]) | u32::from(possible) << 16
        };
        let mut key = RegionKey::default();
        for row in ones(region.rows) {
            key[row] = number(board.rows[row], mobility.of_row(row));
        }
        for column in ones(region.columns) {
            key[LONGEST + column] = number(board.columns[column], mobility.of_column(column));
        }
        key[2 * LONGEST] = mobility.has_freer_rows.into();
        if let Some(histogram) = self.regions.get(&key) {
            return Ok(histogram.clone());
        }
        let histogram = self.histogram(board, mobility, region)?;
        if self.regions.len() == MOST_REGIONS {
            self.regions.clear();
        }
        self.regions.insert(key, histogram.clone());
        Ok(histogram)
    }

    /// For each distance from the goal, the number of positions of a region of a board with the red car at the exit. In a region
    /// without the red car, all distances are 0. Nothing if another position with the red car at the exit comes first.
    fn histogram(
        &mut self,
        board: &Board,
        mobility: &Mobility,
        region: Lines,
    ) -> Result<Option<Vec<u64>>, TooLarge> {
        let end = self.walk(board, mobility, region, Beginning::First)?;
        Ok((end == WalkEnd::Whole).then(|| self.whole.histogram()))
    }

    /// Finds all positions of a region of a board, then their distances from all goals.
    fn walk(
        &mut self,
        board: &Board,
        mobility: &Mobility,
        region: Lines,
        beginning: Beginning,
    ) -> Result<WalkEnd, TooLarge> {
        let (lines, place) = ClusterLines::new(self.grid, board, mobility, region);
        let layers = &mut self.whole;
        layers.begin();
        let number = layers.add(&lines, &place)?;
        let until = match beginning {
            Beginning::First => Until::ExitBefore(place.outer, number),
            Beginning::Any => Until::Never,
        };
        if layers.walk_by_layers(&lines, until)? == WalkEnd::Met {
            return Ok(WalkEnd::Met);
        }
        layers.restart(&lines);
        layers.walk(&lines, Until::Never, usize::MAX)
    }

    /// Searches the cluster of any board. Returns nothing if it cannot reach the goal.
    pub fn search_any(&mut self, board: &Board) -> Result<Option<Cluster>, RushError> {
        let found = self.judge(board, |_| true)?;
        Ok(found.map(Judged::cluster))
    }

    /// Removes pieces and walls until the puzzle of the board's cluster is minimal; it never becomes shorter. Returns nothing if the
    /// board cannot reach the goal, or if the number of moves of its cluster's puzzle is not wanted.
    pub fn reduce(
        &mut self,
        board: &Board,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<Cluster>, RushError> {
        let mut found = self.judge(board, is_wanted)?;
        while let Some(Judged { verdict: Some(Verdict::Reducible(less)), .. }) = found {
            found = self.judge(&less, |_| true)?;
        }
        Ok(found.map(Judged::cluster))
    }

    /// Searches the cluster of any board. Returns nothing if it cannot reach the goal, or if the number of moves of its puzzle is not
    /// wanted.
    fn judge(
        &mut self,
        board: &Board,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<Judged>, RushError> {
        self.judge_if(board, is_wanted).map_err(|TooLarge| self.error())
    }

    fn judge_if(
        &mut self,
        board: &Board,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<Judged>, TooLarge> {
        let mobility = Mobility::new(self.grid, board);
        self.walk(board, &mobility, mobility.mobile, Beginning::Any)?;
        let histogram = self.whole.histogram();
        let Some(moves) = histogram.len().checked_sub(1).filter(|&moves| is_wanted(moves)) else {
            return Ok(None);
        };
        let verdict = match moves < self.fewest {
            true => None,
            false => Some(self.verdict(board, &mobility, moves)?),
        };
        Ok(Some(Judged { histogram, verdict }))
    }

    /// Whether the puzzle of the cluster that was searched is minimal.
    fn verdict(
        &mut self,
        board: &Board,
        mobility: &Mobility,
        moves: usize,
    ) -> Result<Verdict, TooLarge> {
        let (lines, _) = ClusterLines::new(self.grid, board, mobility, mobility.mobile);
        let lines = &lines;
        let places = self.whole.places(moves);
        let farthest = places.min_by_key(|place| lines.masks(place));
        let farthest = farthest.expect("the last level has positions");
        let unsolved = lines.board(board, &farthest);
        // A piece that moves in some optimal solution is needed: without it and its moves the solution is shorter.
        let mut place = farthest;
        let mut moved: Vec<Occupant> = Vec::new();
        for level in (0..moves).rev() {
            let next = self.whole.before(lines, &place, level).next();
            let next = next.expect("the level before has a neighbour");
            moved.extend(self.moved(&lines.board(board, &place), &lines.board(board, &next)));
            place = next;
        }
        for occupant in unsolved.occupants(self.grid).into_iter().skip(1) {
            if !moved.contains(&occupant) {
                let less = unsolved.without(self.grid, occupant);
                if !solves_within(&mut self.other, self.grid, &less, moves - 1)? {
                    return Ok(Verdict::Reducible(less));
                }
            }
        }
        let solutions = self.solutions(lines, &farthest, moves);
        let unit_moves = distance(&mut self.other, self.unit, &unsolved)?;
        Ok(Verdict::Minimal(Minimal { board: unsolved, solutions, unit_moves }))
    }

    /// The pieces that stand elsewhere on another board of the cluster.
    fn moved(&self, board: &Board, other: &Board) -> Vec<Occupant> {
        let mut moved = Vec::new();
        let rows = board.rows.iter().zip(&other.rows).enumerate();
        for (row, (one, two)) in rows.filter(|(_, (one, two))| one != two) {
            let pieces = self.grid.rows.moved(one, two);
            moved.extend(pieces.map(|piece| Occupant::InRow(row, piece)));
        }
        let columns = board.columns.iter().zip(&other.columns).enumerate();
        for (column, (one, two)) in columns.filter(|(_, (one, two))| one != two) {
            let pieces = self.grid.columns.moved(one, two);
            moved.extend(pieces.map(|piece| Occupant::InColumn(column, piece)));
        }
        moved
    }

    fn solutions(&self, lines: &ClusterLines<'_>, from: &Placed, moves: usize) -> u128 {
        let mut paths: Vec<(Placed, u128)> = vec![(*from, 1)];
        for level in (0..moves).rev() {
            let mut next: Vec<(Placed, u128)> = Vec::new();
            for (place, count) in &paths {
                let before = self.whole.before(lines, place, level);
                next.extend(before.map(|place| (place, *count)));
            }
            next.sort_unstable_by_key(|(place, _)| (place.outer, place.inner));
            next.dedup_by(|(place, more), (kept, count)| {
                let same = place == kept;
                if same {
                    *count = count.saturating_add(*more);
                }
                same
            });
            paths = next;
        }
        paths.iter().fold(0, |sum: u128, (_, count)| sum.saturating_add(*count))
    }
}

/// Whether a board has a solution of at most `moves` moves.
fn solves_within(
    layers: &mut Layers,
    grid: &Grid,
    board: &Board,
    moves: usize,
) -> Result<bool, TooLarge> {
    Ok(fewest_moves(grid, board) <= moves
        && walk_to_exit(layers, grid, board, moves)? == WalkEnd::Met)
}

/// A lower bound of the length of a board's solutions. Each piece between the red car and the exit moves, and so does the red
/// car.
fn fewest_moves(grid: &Grid, board: &Board) -> usize {
    let right = usize::from(board.rows[grid.exit].placement) + 2;
    let stands_there = |column: &usize| {
        let line = board.columns[*column];
        let cells = grid.columns.of(line).cells[usize::from(line.placement)];
        cells >> grid.exit & 1 == 1
    };
    (right..grid.width).filter(stands_there).count() + usize::from(right < grid.width)
}

/// The length of the optimal solutions of a board that has some.
fn distance(layers: &mut Layers, grid: &Grid, board: &Board) -> Result<u16, TooLarge> {
    walk_to_exit(layers, grid, board, usize::MAX)?;
    Ok(layers.levels() as u16)
}

/// Searches from a board until the red car is at the exit, with at most `moves` moves.
fn walk_to_exit(
    layers: &mut Layers,
    grid: &Grid,
    board: &Board,
    moves: usize,
) -> Result<WalkEnd, TooLarge> {
    let mobility = Mobility::new(grid, board);
    let region = mobility.region_of_row(grid.exit);
    let (lines, place) = ClusterLines::new(grid, board, &mobility, region);
    layers.begin();
    if lines.is_solved(&place) {
        return Ok(WalkEnd::Met);
    }
    layers.add(&lines, &place)?;
    layers.walk(&lines, Until::Exit, moves)
}
