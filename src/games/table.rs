//! The table of a game: a section for each number of stones, an entry a position.

use super::solve::{SolveError, solve};
use super::stones::{Position, PositionError, StoneGame, each};
use super::tiers::{Tiers, first_stones};
use super::{Entry, Outcome, Verdict};
use crate::effort::{Effort, Stopped};
use crate::storage::Storage;
use crate::table::{self, Directory, Distances, Subject, TEMPORARY_PREFIX, Table, TableError};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A solved game, read from its table.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::games::{GameTable, Position, lines::Lines};
/// use huarong::storage::Disk;
///
/// let directory = tempfile::tempdir()?;
/// let game: Lines = "4,3,3".parse()?;
/// GameTable::build(&Disk::default(), directory.path(), &game, Effort::UNLIMITED)?;
/// let table = GameTable::open(&Disk::default(), directory.path(), &game)?;
/// let empty = Position::default();
/// assert_eq!(table.verdict(&empty)?.to_string(), "win in 7");
/// assert_eq!(table.line(empty)?.len(), 7);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct GameTable<'g> {
    game: &'g dyn StoneGame,
    tiers: Tiers,
    table: Table,
}

/// Why a game's table says nothing.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game was not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// No position of the game, or none that play can reach.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl From<Stopped> for GameError {
    fn from(stopped: Stopped) -> Self {
        SolveError::from(stopped).into()
    }
}

/// A move with what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The cell of the stone.
    pub cell: u32,
    /// The position after the move.
    pub after: Position,
    /// What that is worth to the side that made the move, its own ply counted.
    pub verdict: Verdict,
}

/// Code of the metric of distances, of which a game's entries have none.
const METRIC: u8 = 0;

/// What the head of a game's table says of it.
fn subject(game: &dyn StoneGame) -> Subject {
    Subject { family: game.name(), description: game.description(), shapes: 2 }
}

/// The stones of both sides, by which the table's sections go.
fn sides(stones: u32) -> [u8; 2] {
    [first_stones(stones) as u8, (stones - first_stones(stones)) as u8]
}

impl<'g> GameTable<'g> {
    /// Where the table of a game is in a directory.
    pub fn path(directory: &Path, game: &dyn StoneGame) -> PathBuf {
        directory.join(format!("game-{}.huarong", game.name()))
    }

    /// Solves a game and writes its table into a directory, which is made where it is missing; returns the table's
    /// length in bytes. As long as another process builds tables there, this waits for it.
    pub fn build(
        storage: &dyn Storage,
        directory: &Path,
        game: &dyn StoneGame,
        effort: Effort<'_>,
    ) -> Result<u64, GameError> {
        let _lock = Directory::new(storage, directory).own::<GameError>(&[], effort)?;
        Self::solve(storage, directory, game, effort)
    }

    /// Builds the table of a game as [`build`](Self::build) does, unless a sound one is there, which another process
    /// may have built while this one waited; returns the length in bytes of one that was built.
    pub fn build_missing(
        storage: &dyn Storage,
        directory: &Path,
        game: &'g dyn StoneGame,
        effort: Effort<'_>,
    ) -> Result<Option<u64>, GameError> {
        let _lock = Directory::new(storage, directory).own::<GameError>(&[], effort)?;
        match Self::open(storage, directory, game).and_then(|table| table.check()) {
            Ok(()) => Ok(None),
            Err(GameError::Table(error)) if error.is_replaceable() || error.is_not_found() => {
                Self::solve(storage, directory, game, effort).map(Some)
            }
            Err(error) => Err(error),
        }
    }

    /// Solves a game and writes its table, for the owner of the directory.
    fn solve(
        storage: &dyn Storage,
        directory: &Path,
        game: &dyn StoneGame,
        effort: Effort<'_>,
    ) -> Result<u64, GameError> {
        let path = Self::path(directory, game);
        // What would fail after hours is tried first.
        let probe = || {
            let probe = storage.create(directory, TEMPORARY_PREFIX)?;
            let name = probe.name();
            probe.keep()?;
            storage.remove(&directory.join(name))
        };
        probe().map_err(|source| TableError::io("write", &path, source))?;
        let (_, entries) = solve(game, effort)?;
        let sections: Vec<([u8; 2], Distances)> = (0..)
            .zip(entries)
            .map(|(n, entries)| (sides(n), Distances::of_bytes(entries)))
            .collect();
        Ok(table::write(storage, &path, &subject(game), METRIC, &sections)?)
    }

    /// The table of a game in a directory.
    pub fn open(
        storage: &dyn Storage,
        directory: &Path,
        game: &'g dyn StoneGame,
    ) -> Result<Self, GameError> {
        let path = Self::path(directory, game);
        let table = Table::from_file(storage.open(&path), &path, &subject(game))?;
        let sections = table.sections();
        let entries: u64 = sections.iter().map(|section| section.entries).sum();
        // The game must have as many positions as the table has entries, tier by tier.
        let tiers = Tiers::new(game, entries).ok().filter(|tiers| {
            tiers.count() == sections.len()
                && (0u32..).zip(sections).all(|(stones, section)| {
                    *section.counts == sides(stones) && section.entries == tiers.tier_len(stones)
                })
        });
        match tiers {
            Some(tiers) => Ok(Self { game, tiers, table }),
            None => {
                let what = "its sections are not the numbers of stones of the game".to_owned();
                Err(TableError::Foreign { path, what }.into())
            }
        }
    }

    /// The game.
    pub fn game(&self) -> &'g dyn StoneGame {
        self.game
    }

    /// How positions are numbered.
    pub fn tiers(&self) -> &Tiers {
        &self.tiers
    }

    /// Checks the checksums of all entries.
    pub fn check(&self) -> Result<(), GameError> {
        Ok(self.table.check_all()?)
    }

    /// The entry with a number among those of so many stones.
    #[inline]
    pub fn entry(&self, stones: u32, index: u64) -> Result<Entry, GameError> {
        let entry = self.table.get(&self.table.sections()[stones as usize], index)?;
        Ok(entry.map_or(Entry::OUT_OF_PLAY, |entry| Entry(entry as u8)))
    }

    /// All entries of so many stones, in the order of their numbers.
    pub fn entries(&self, stones: u32) -> Result<Distances<Cow<'_, [u8]>>, GameError> {
        Ok(self.table.distances(&self.table.sections()[stones as usize])?)
    }

    /// What a position is worth to the side that moves.
    pub fn verdict(&self, position: &Position) -> Result<Verdict, GameError> {
        let index = self.tiers.rank(position).ok_or(PositionError::Places)?;
        let entry = self.entry(position.stones(), index)?;
        Ok(entry.verdict().ok_or(PositionError::OutOfPlay)?)
    }

    /// Whether a position ends the game.
    pub fn is_over(&self, position: &Position) -> Result<bool, GameError> {
        let verdict = self.verdict(position)?;
        Ok(verdict.plies == Some(0) || self.game.places(position.occupied()) == 0)
    }

    /// The moves from a position with what they lead to, the best first, then in reading order; none where the game is
    /// over.
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveValue>, GameError> {
        if self.is_over(position)? {
            return Ok(Vec::new());
        }
        let value = |cell| {
            let after = position.after(cell);
            let verdict = self.verdict(&after)?;
            let outcome = match verdict.outcome {
                Outcome::Loss => Outcome::Win,
                Outcome::Draw => Outcome::Draw,
                Outcome::Win => Outcome::Loss,
            };
            let plies = verdict.plies.map(|plies| plies + 1);
            Ok(MoveValue { cell, after, verdict: Verdict { outcome, plies } })
        };
        let places = each(self.game.places(position.occupied()));
        let mut moves = places.map(value).collect::<Result<Vec<_>, GameError>>()?;
        // Whoever wins hurries, whoever loses delays.
        moves.sort_by_key(|made| {
            let plies = i16::from(made.verdict.plies.unwrap_or(0));
            let later = if made.verdict.outcome == Outcome::Win { plies } else { -plies };
            let (columns, _) = self.game.board();
            let row = made.cell / u32::from(columns);
            (Reverse(made.verdict.outcome), later, Reverse(row), made.cell)
        });
        Ok(moves)
    }

    /// One perfect game from a position to its end: always the first best move.
    pub fn line(&self, from: Position) -> Result<Vec<MoveValue>, GameError> {
        let mut line = Vec::new();
        let mut at = from;
        while let Some(best) = self.moves(&at)?.first() {
            line.push(*best);
            at = best.after;
        }
        Ok(line)
    }
}
