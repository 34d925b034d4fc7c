//! Results of a universe: its minimal puzzles, and totals of its clusters.

use super::board::{Board, Grid};
use super::scope::Scope;
use crate::batch;
use crate::batch::{Facts, Results, limit_text};
use huarong_core::rules::Metric;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;
use std::fmt::Write;

/// State of a universe: the finished tasks and their results.
pub type State = batch::State<Findings>;

/// A minimal puzzle: the board of a cluster that is farthest from the goal. It becomes shorter whichever piece or wall is
/// removed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RushPuzzle {
    /// Length of an optimal solution: the largest distance of its cluster.
    pub distance: u16,
    /// The board in reading order: `o` is an empty cell, `x` a wall, `A` the red car, and each other piece has a letter.
    pub board: String,
    /// Number of reachable positions, including the board itself: the size of its cluster.
    pub reachable: u64,
    /// Number of pieces, with the red car.
    pub pieces: u8,
    /// Number of walls.
    pub walls: u8,
    /// Number of optimal solutions; the largest number if there are more.
    pub solution_count: u128,
    /// Length of an optimal solution in moves of one cell.
    pub unit_moves: u16,
    /// For each distance from the goal, the number of positions.
    pub histogram: Vec<u64>,
}

/// Most moves first, then by board.
impl Ord for RushPuzzle {
    fn cmp(&self, other: &Self) -> Ordering {
        (Reverse(self.distance), &self.board).cmp(&(Reverse(other.distance), &other.board))
    }
}

impl PartialOrd for RushPuzzle {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Clusters with the same largest distance from the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Depth {
    /// Number of clusters that can reach the goal.
    pub clusters: u64,
    /// Number of their positions.
    pub positions: u64,
    /// Number of them that are minimal. It is not known below [`Scope::min_moves`], and 0 there.
    pub minimal: u64,
}

/// The results of finished tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Number of boards with the red car at the exit on which no other piece can slide left or up.
    pub(super) goals: u64,
    /// Number of positions of the largest cluster.
    largest: u64,
    /// The clusters by their largest distance.
    depths: Vec<Depth>,
    puzzles: BTreeSet<RushPuzzle>,
}

impl Findings {
    /// The minimal puzzles: most moves first, then by board.
    pub fn puzzles(&self) -> impl ExactSizeIterator<Item = &RushPuzzle> {
        self.puzzles.iter()
    }

    /// The clusters that can reach the goal, by their largest distance from it, from 0.
    pub fn depths(&self) -> &[Depth] {
        &self.depths
    }

    /// The sum over all [depths](Self::depths).
    pub fn total(&self) -> Depth {
        let sum = self.depths.iter().try_fold(Depth::default(), |sum, depth| sum.sum(depth));
        sum.expect("the sums were checked")
    }

    /// Number of boards with the red car at the exit on which no other piece can slide left or up. Each cluster that can
    /// reach the goal has one or more.
    pub fn goals(&self) -> u64 {
        self.goals
    }

    /// Number of positions of the largest cluster that can reach the goal.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// Adds a cluster.
    pub(super) fn add(&mut self, histogram: &[u64], puzzle: Option<RushPuzzle>) {
        let positions = histogram.iter().sum();
        self.largest = self.largest.max(positions);
        let depth = self.depth(histogram.len() - 1);
        depth.clusters += 1;
        depth.positions += positions;
        depth.minimal += u64::from(puzzle.is_some());
        self.puzzles.extend(puzzle);
    }

    fn depth(&mut self, moves: usize) -> &mut Depth {
        if self.depths.len() <= moves {
            self.depths.resize(moves + 1, Depth::default());
        }
        &mut self.depths[moves]
    }
}

impl Results for Findings {
    type Scope = Scope;
    const KIND: &'static str = "universe";
    const VERSION: u32 = 1;

    fn write_scope(scope: &Scope, text: &mut String) {
        let Scope { width, height, exit_row, walls, metric, min_moves, max_cars, max_trucks } =
            *scope;
        let (cars, trucks) = (limit_text(max_cars), limit_text(max_trucks));
        let _ = writeln!(
            text,
            "board {width} {height}\nexit {exit_row}\nwalls {walls}\nmetric {metric}\nmoves {min_moves}\ncars {cars}\n\
             trucks {trucks}"
        );
    }

    fn read_scope(facts: &mut Facts<'_>) -> Option<Scope> {
        let (width, height) = facts.board()?;
        let scope = Scope::new(width, height).ok()?;
        let scope = scope.with_exit_row(facts.parse("exit")?).ok()?;
        let scope = scope.with_walls(facts.parse("walls")?).ok()?;
        let metric = facts.parse("metric")?;
        let min_moves = facts.parse("moves").filter(|&moves| moves > 0)?;
        let (max_cars, max_trucks) = (facts.limit("cars")?, facts.limit("trucks")?);
        let is_possible = metric != Metric::Finger && max_cars != Some(0);
        is_possible.then_some(Scope { metric, min_moves, max_cars, max_trucks, ..scope })
    }

    fn write(&self, text: &mut String) {
        let _ = writeln!(text, "goals {}\nlargest {}", self.goals, self.largest);
        for (moves, Depth { clusters, positions, minimal }) in self.depths.iter().enumerate() {
            let _ = writeln!(text, "depth {moves} {clusters} {positions} {minimal}");
        }
        text.push_str("puzzles\n");
        for puzzle in &self.puzzles {
            let RushPuzzle {
                distance,
                board,
                reachable,
                pieces,
                walls,
                solution_count,
                unit_moves,
                histogram,
            } = puzzle;
            let _ = write!(
                text,
                "puzzle {distance} {board} {reachable} {pieces} {walls} {solution_count} {unit_moves}"
            );
            for count in histogram {
                let _ = write!(text, " {count}");
            }
            text.push('\n');
        }
    }

    fn read(facts: &mut Facts<'_>, scope: &Scope, has_tasks: bool) -> Option<Self> {
        let mut findings = Self {
            goals: facts.parse("goals")?,
            largest: facts.parse("largest")?,
            ..Self::default()
        };
        let mut total = Depth::default();
        while let Some(words) = facts.next_with("depth") {
            let numbers: Option<Vec<u64>> =
                words.split(' ').map(|word| word.parse().ok()).collect();
            let [moves, clusters, positions, minimal] = numbers?[..] else { return None };
            let is_next = moves == findings.depths.len() as u64;
            if !is_next || minimal > clusters || clusters > positions {
                return None;
            }
            let depth = Depth { clusters, positions, minimal };
            total = total.sum(&depth)?;
            findings.depths.push(depth);
        }
        facts.next_line("puzzles")?;
        let grid = scope.grid();
        while let Some(words) = facts.next_with("puzzle") {
            let puzzle = puzzle(words, scope, &grid)?;
            if !findings.puzzles.insert(puzzle) {
                return None;
            }
        }
        let is_possible = total.minimal == findings.puzzles.len() as u64
            && total.clusters <= findings.goals
            && findings.goals <= MOST_BOARDS
            && findings.largest <= total.positions
            && findings.puzzles.iter().all(|puzzle| puzzle.reachable <= findings.largest)
            && (has_tasks || findings == Self::default());
        is_possible.then_some(findings)
    }

    fn join(&mut self, others: &Self) -> Option<()> {
        self.goals = sum(self.goals, others.goals)?;
        self.largest = self.largest.max(others.largest);
        for (moves, theirs) in others.depths.iter().enumerate() {
            let ours = self.depth(moves);
            *ours = ours.sum(theirs)?;
        }
        for puzzle in &others.puzzles {
            self.puzzles.insert(puzzle.clone()).then_some(())?;
        }
        Some(())
    }
}

/// An upper bound of numbers of boards. It would take years to find as many.
const MOST_BOARDS: u64 = 1 << 60;

/// The sum of two numbers; `None` if it is too large.
fn sum(one: u64, two: u64) -> Option<u64> {
    one.checked_add(two).filter(|&sum| sum <= MOST_BOARDS)
}

impl Depth {
    /// The sum of two depths; `None` if a number is too large.
    fn sum(&self, other: &Self) -> Option<Self> {
        Some(Self {
            clusters: sum(self.clusters, other.clusters)?,
            positions: sum(self.positions, other.positions)?,
            minimal: sum(self.minimal, other.minimal)?,
        })
    }
}

/// Parses a puzzle; `None` if it is impossible.
fn puzzle(words: &str, scope: &Scope, grid: &Grid) -> Option<RushPuzzle> {
    let mut words = words.split(' ');
    let puzzle = RushPuzzle {
        distance: words.next()?.parse().ok()?,
        board: words.next()?.to_owned(),
        reachable: words.next()?.parse().ok()?,
        pieces: words.next()?.parse().ok()?,
        walls: words.next()?.parse().ok()?,
        solution_count: words.next()?.parse().ok()?,
        unit_moves: words.next()?.parse().ok()?,
        histogram: words.map(str::parse).collect::<Result<_, _>>().ok()?,
    };
    let board = Board::parse(grid, &puzzle.board).ok()?;
    let positions = puzzle.histogram.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
    let is_possible = puzzle.distance >= scope.min_moves
        && puzzle.board == board.text(grid)
        && puzzle.walls <= scope.walls
        && (puzzle.pieces, puzzle.walls) == board.counts(grid)
        && puzzle.histogram.len() == usize::from(puzzle.distance) + 1
        && positions == Some(puzzle.reachable)
        && puzzle.solution_count > 0
        && puzzle.unit_moves >= puzzle.distance;
    is_possible.then_some(puzzle)
}

impl RushPuzzle {
    /// A line of M. Fogleman's database: distance, board and number of reachable positions. Other programs read the board, which is
    /// [in one line](Scope::in_one_line).
    pub fn line(&self, scope: &Scope) -> String {
        format!("{:02} {} {}", self.distance, scope.in_one_line(&self.board), self.reachable)
    }
}
