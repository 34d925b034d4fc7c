//! The search for the number of positions at each distance.

use super::chunk;
use super::division::Division;
use super::error::LevelsError;
use super::files::{LevelFiles, ReachedLevels, SearchFiles};
use super::level::{LevelCodes, WindowCodes};
use super::sweep::Sweep;
use crate::bits::set;
use crate::blocks::{Blocks, PlaceOrder};
use crate::error::SearchError;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceSet, Puzzle};
use huarong_core::space::{Space, SpaceError};
use huarong_tables::table::Histogram;
use rayon::prelude::*;

/// The positions of a space at each distance from the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Levels {
    /// The number of positions at each distance.
    pub histogram: Histogram,
    /// Positions at the largest distance, at most as many as requested.
    pub farthest: Vec<Arrangement>,
}

/// A breadth-first search that keeps only the last two levels, about a byte per position of each.
///
/// It is for puzzles such as tile puzzles: at least four pieces of one shape, all different, and a goal that names every
/// piece. Some small pieces may be alike. Distances of single positions are not kept. R. E. Korf and P. Schultze
/// (Large-scale parallel breadth-first search, AAAI 2005) counted the positions of the 15-puzzle with levels on disks.
///
/// ```
/// use huarong::search::{Effort, LevelSearch};
/// use huarong::{Metric, Position};
///
/// let text = "name = '5-puzzle'\nstart = '''\n.AB\nCDE\n'''\ngoal = '''\n.AB\nCDE\n'''\n";
/// let start = Position::from_toml(text)?;
/// let search = LevelSearch::new(start.puzzle(), &start.piece_set(), Metric::Unit, Effort::UNLIMITED)?;
/// let levels = search.expect("it is a tile puzzle").run(1, Effort::UNLIMITED)?;
/// assert_eq!(levels.histogram.counts.len(), 22, "the farthest positions have 21 moves");
/// assert_eq!(levels.histogram.counts.iter().sum::<u64>(), 360);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LevelSearch {
    space: Space,
    metric: Metric,
    blocks: Blocks,
    division: Division,
    goal_positions: Vec<u64>,
}

/// Moves per block that the check of memory assumes. Tile puzzles have at most four.
const MOST_BLOCK_MOVES: f64 = 16.0;

impl LevelSearch {
    /// Prepares the search; `None` in four cases:
    ///
    /// - Pieces can leave the board.
    /// - The puzzle does not have such pieces.
    /// - The goal does not name every piece.
    /// - The moves between blocks of positions would take a quarter of the memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the positions cannot be numbered.
    pub fn new(
        puzzle: &Puzzle,
        set: &PieceSet,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SpaceError> {
        if puzzle.doors().is_some() {
            return Ok(None);
        }
        let Some(goals) = puzzle.named_goal_positions(set) else { return Ok(None) };
        // A single small piece is a letter like other pieces.
        let small_pieces = puzzle.filling_shape().map_or(0, |shape| set.counts()[shape]);
        let space = match small_pieces {
            0 | 1 => Space::without_fillings(puzzle, set, effort)?,
            _ => Space::within(puzzle, set, effort)?,
        };
        let moves = Blocks::are_in(&space).then(|| Blocks::move_bytes(&space, MOST_BLOCK_MOVES));
        let fits = moves.is_some_and(|bytes| bytes <= effort.memory / 4);
        Ok(fits.then(|| Self::of(space, metric, &goals)).flatten())
    }

    fn of(space: Space, metric: Metric, goals: &[Arrangement]) -> Option<Self> {
        let goal_positions = goals.iter().filter_map(|goal| space.rank(goal)).collect();
        let board = space.puzzle().board();
        // A move along lines of the order changes no permutation. A move across them changes fewer letters if lines are
        // short. But if it may push pieces through all other lines, it changes fewer letters if lines are long.
        let order = match (board.width() <= board.height()) == (metric != Metric::Multi) {
            true => PlaceOrder::Rows,
            false => PlaceOrder::Columns,
        };
        let blocks = Blocks::of(&space, metric, order)?;
        let division = Division::for_cache(&blocks);
        Some(Self { space, metric, blocks, division, goal_positions })
    }

    /// The same search with smaller windows.
    #[doc(hidden)]
    #[must_use]
    pub fn with_windows_of(self, bits: u64) -> Self {
        Self { division: Division::of(&self.blocks, bits), ..self }
    }

    /// Number of positions of the space.
    pub fn positions(&self) -> u64 {
        self.space.len()
    }

    /// Estimates the bytes of the levels: a bit per position of the space. The three largest levels of a tile puzzle
    /// have fewer.
    pub fn level_bytes(&self) -> u64 {
        self.space.len() / 8
    }

    /// Counts the positions at each distance, and returns at most `most` of the farthest. Levels are in memory. Reports
    /// progress in positions after each level, and the unreachable positions at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the levels exceed the memory limit, or the search is cancelled.
    pub fn run(&self, most: usize, effort: Effort<'_>) -> Result<Levels, LevelsError> {
        self.run_in(None, most, effort)
    }

    /// The same with levels in files, if there is a directory for them. The search continues from the files of an
    /// interrupted search of the same puzzle, and removes them at the end.
    #[doc(hidden)]
    pub fn run_in(
        &self,
        files: Option<LevelFiles<'_>>,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Levels, LevelsError> {
        let files = files.map(|files| self.search_files(files)).transpose()?;
        let sweep = Sweep::new(&self.blocks, self.division);
        let reached = files.as_ref().map(|files| files.last_reached(effort)).transpose()?.flatten();
        let mut at = match reached {
            Some(reached) => reached,
            None => {
                let first = |window, bits: &mut [u64]| Ok(self.goals_of(&sweep, window, bits));
                let (last, count) = self.level(&sweep, files.as_ref(), &[], first, effort)?;
                ReachedLevels { counts: vec![count], last, earlier: None }
            }
        };
        let known: u64 = at.counts.iter().sum();
        effort.done(known)?;
        while at.counts.last() != Some(&0) {
            let ReachedLevels { counts, last, earlier } = at;
            let next = |window, bits: &mut [u64]| sweep.next(window, &last, earlier.as_ref(), bits);
            let (next, count) = self.level(&sweep, files.as_ref(), &counts, next, effort)?;
            effort.done(count)?;
            let levels = [Some(&next), Some(&last), earlier.as_ref()];
            let levels = levels.into_iter().flatten().map(LevelCodes::bytes_in_memory);
            SearchError::check_memory(levels.sum::<u64>() + sweep.bytes(), effort)?;
            drop(earlier);
            if let (Some(files), Some(old)) = (&files, counts.len().checked_sub(2)) {
                files.remove(old)?;
            }
            let counts = counts.into_iter().chain([count]).collect();
            at = ReachedLevels { counts, last: next, earlier: Some(last) };
        }
        let levels = at.counts.len();
        at.counts.pop();
        let farthest = match &at.earlier {
            Some(level) => self.first_positions(level, most)?,
            None => Vec::new(),
        };
        drop((at.last, at.earlier));
        if let Some(files) = files {
            files.clear(levels)?;
        }
        let unreachable = self.space.len() - at.counts.iter().sum::<u64>();
        effort.done(unreachable)?;
        Ok(Levels { histogram: Histogram { counts: at.counts, unreachable }, farthest })
    }

    fn search_files<'f>(&self, files: LevelFiles<'f>) -> Result<SearchFiles<'f>, LevelsError> {
        let (puzzle, goals) = (self.space.puzzle(), &self.goal_positions);
        let set = puzzle.piece_set_text(self.space.piece_set());
        let work = format!("{puzzle:?} {set} {goals:?} {} {:?}", self.metric, self.division);
        let blocks = self.blocks.count() as u64;
        SearchFiles::open(files, &work, self.division, blocks)
    }

    /// Makes a level of its windows, after the levels with these counts. Returns it with its number of positions.
    fn level(
        &self,
        sweep: &Sweep<'_>,
        files: Option<&SearchFiles<'_>>,
        counts: &[u64],
        find: impl Fn(usize, &mut [u64]) -> Result<WindowCodes, LevelsError> + Sync,
        effort: Effort<'_>,
    ) -> Result<(LevelCodes, u64), LevelsError> {
        let draft = files.map(|files| files.draft(counts.len())).transpose()?;
        let windows = (0..sweep.windows()).into_par_iter().map_init(
            || sweep.empty_window(),
            |bits, window| {
                effort.check()?;
                let mut window = find(window, bits)?;
                let written = draft.as_ref().map(|draft| draft.write(&mut window)).transpose()?;
                Ok((window, written.unwrap_or_default()))
            },
        );
        let found: (Vec<WindowCodes>, Vec<(u64, u64)>) =
            windows.collect::<Result<_, LevelsError>>()?;
        let (windows, written) = found;
        let count = windows.iter().map(|window| window.positions).sum();
        let level = match files.zip(draft) {
            Some((files, draft)) => {
                let counts: Vec<u64> = counts.iter().copied().chain([count]).collect();
                files.finish(draft, &windows, &written, &counts)?
            }
            None => LevelCodes::in_memory(self.division, windows),
        };
        Ok((level, count))
    }

    fn goals_of(&self, sweep: &Sweep<'_>, window: usize, bits: &mut [u64]) -> WindowCodes {
        let (len, start) =
            (self.division.window_bits(), window as u64 * self.division.window_bits());
        for &index in &self.goal_positions {
            let bit = self.blocks.bit(index, &self.space.unrank(index));
            if (start..start + len).contains(&bit) {
                set(bits, bit - start);
            }
        }
        sweep.encode(bits)
    }

    /// The first positions of a level, at most `most`.
    fn first_positions(
        &self,
        level: &LevelCodes,
        most: usize,
    ) -> Result<Vec<Arrangement>, LevelsError> {
        let len = self.division.chunk_bits();
        let chunks = self.space.len() / len;
        let mut positions = Vec::new();
        for chunk in 0..chunks {
            let read = chunk::for_each_bit(level.code(chunk as usize)?, len, |bit| {
                if positions.len() < most {
                    positions.push(self.blocks.position(&self.space, chunk * len + bit));
                }
            });
            read.ok_or_else(|| level.damaged())?;
            if positions.len() >= most {
                break;
            }
        }
        Ok(positions)
    }
}
