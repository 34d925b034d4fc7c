//! A cluster: all boards that can be reached from one another.

use super::board::{Board, Grid, Occupant};
use super::cluster_lines::{ClusterLines, Placed};
use super::error::RushError;
use super::layers::{Layers, TooLarge, Until, WalkEnd};
use huarong_search::kernels::Kernels;

/// What is known of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// For each distance from the goal, the number of boards.
    pub histogram: Vec<u64>,
    /// Whether its puzzle is minimal. Not known if the puzzle has fewer moves than the searcher asks for.
    pub verdict: Option<Verdict>,
}

/// Whether the puzzle of a cluster is minimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It becomes shorter whichever piece or wall is removed.
    Minimal(Minimal),
    /// Without a piece or a wall, this board is as long. So the puzzle of its cluster is at least as long.
    Reducible(Board),
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
    /// The memory limit in bytes.
    memory: u64,
}

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
        Self { grid, unit, fewest, whole: layers(), other: layers(), memory }
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
        let (lines, seed) = ClusterLines::new(self.grid, board);
        let layers = &mut self.whole;
        layers.begin();
        let number = layers.add(&lines, &seed)?;
        let first = Until::ExitBefore(seed.outer, number);
        // First all positions that keep the red car at the exit: they are goals.
        if layers.walk(&lines, true, first, usize::MAX)? == WalkEnd::Met {
            return Ok(None);
        }
        layers.restart(&lines);
        if layers.walk(&lines, false, first, usize::MAX)? == WalkEnd::Met {
            return Ok(None);
        }
        if layers.meets_exit() {
            layers.restart(&lines);
            layers.walk(&lines, false, Until::Never, usize::MAX)?;
        }
        Ok(Some(self.found(&lines, board)?))
    }

    /// Searches the cluster of any board. Returns nothing if it cannot reach the goal.
    pub fn search_any(&mut self, board: &Board) -> Result<Option<Cluster>, RushError> {
        self.search_if(board, |_| true).map_err(|TooLarge| self.error())
    }

    /// The same, if the number of moves of the cluster's puzzle is wanted.
    fn search_if(
        &mut self,
        board: &Board,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<Cluster>, TooLarge> {
        let (lines, place) = ClusterLines::new(self.grid, board);
        self.whole.begin();
        self.whole.add(&lines, &place)?;
        self.whole.walk(&lines, false, Until::Never, usize::MAX)?;
        self.whole.restart(&lines);
        self.whole.walk(&lines, false, Until::Never, usize::MAX)?;
        if self.whole.levels() == 0 || !is_wanted(self.whole.levels() - 1) {
            return Ok(None);
        }
        Ok(Some(self.found(&lines, board)?))
    }

    /// Removes pieces and walls until the puzzle of the board's cluster is minimal; it never becomes shorter. The verdict is
    /// not known if the puzzle has fewer moves than the searcher asks for. Returns nothing if the board cannot reach the
    /// goal, or if the number of moves of its cluster's puzzle is not wanted.
    pub fn reduce(
        &mut self,
        board: &Board,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<Cluster>, RushError> {
        let mut found = self.search_if(board, is_wanted).map_err(|TooLarge| self.error())?;
        while let Some(Cluster { verdict: Some(Verdict::Reducible(less)), .. }) = &found {
            let less = less.clone();
            found = self.search_any(&less)?;
        }
        Ok(found)
    }

    /// What is known of a cluster after its search from all goals.
    fn found(&mut self, lines: &ClusterLines<'_>, board: &Board) -> Result<Cluster, TooLarge> {
        let levels = 0..self.whole.levels();
        let histogram: Vec<u64> = levels.map(|level| self.whole.count(level)).collect();
        let verdict = self.verdict(lines, board, histogram.len() - 1)?;
        Ok(Cluster { histogram, verdict })
    }

    /// Whether the puzzle of the cluster that was searched is minimal.
    fn verdict(
        &mut self,
        lines: &ClusterLines<'_>,
        board: &Board,
        moves: usize,
    ) -> Result<Option<Verdict>, TooLarge> {
        if moves < self.fewest {
            return Ok(None);
        }
        let places = self.whole.places(moves);
        let farthest = places.min_by_key(|place| lines.masks(place));
        let farthest = farthest.expect("the last level has positions");
        let unsolved = lines.board(board, &farthest);
        // A piece that moves in some optimal solution is needed: without it and its moves the solution is shorter.
        let mut place = farthest;
        let mut moved: Vec<Occupant> = Vec::new();
        for level in (0..moves).rev() {
            let next = self.whole.before(lines, &place, level)[0];
            moved.extend(self.moved(&lines.board(board, &place), &lines.board(board, &next)));
            place = next;
        }
        for occupant in unsolved.occupants(self.grid).into_iter().skip(1) {
            if !moved.contains(&occupant) {
                let less = unsolved.without(self.grid, occupant);
                if !solves_within(&mut self.other, self.grid, &less, moves - 1)? {
                    return Ok(Some(Verdict::Reducible(less)));
                }
            }
        }
        let solutions = self.solutions(lines, &farthest, moves);
        let unit_moves = distance(&mut self.other, self.unit, &unsolved)?;
        Ok(Some(Verdict::Minimal(Minimal { board: unsolved, solutions, unit_moves })))
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
                next.extend(
                    self.whole.before(lines, place, level).into_iter().map(|place| (place, *count)),
                );
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
    let (lines, place) = ClusterLines::new(grid, board);
    if lines.is_solved(&place) {
        return Ok(true);
    }
    layers.begin();
    layers.add(&lines, &place)?;
    Ok(layers.walk(&lines, false, Until::Exit, moves)? == WalkEnd::Met)
}

/// The length of the optimal solutions of a board that has some.
fn distance(layers: &mut Layers, grid: &Grid, board: &Board) -> Result<u16, TooLarge> {
    let (lines, place) = ClusterLines::new(grid, board);
    layers.begin();
    if !lines.is_solved(&place) {
        layers.add(&lines, &place)?;
        layers.walk(&lines, false, Until::Exit, usize::MAX)?;
    }
    Ok(layers.levels() as u16)
}
