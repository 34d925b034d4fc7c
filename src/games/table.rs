//! The table of a game: a section for each number of stones, an entry a position.

use super::solve::{SolveError, solve};
use super::stones::{Contradiction, Position, PositionError, StoneGame, check, each};
use super::tiers::{Tiers, first_stones};
use super::{Entry, Outcome, Verdict};
use crate::effort::{Effort, Stopped};
use crate::storage::{Storage, name_part};
use crate::table::{
    self, Directory, Distances, EntryWidth, Histogram, Subject, TEMPORARY_PREFIX, Table, TableError,
};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3Default;

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
    /// What the game says of itself cannot be.
    #[error("the game contradicts itself: {0}")]
    Contradiction(#[from] Contradiction),
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

/// What the head of a game's table says of it: its description, and in a last line what its rules come to.
fn subject(game: &dyn StoneGame, tiers: &Tiers) -> Subject {
    let words = game.description();
    let description = format!("{}\nrules {:016x}\n", words.trim_end(), rules(game, tiers));
    Subject { family: game.name(), description, shapes: 2 }
}

/// The rules of a game in a number: XXH3-64 of the board, of who wins, of the lines in the order of their bits, and of
/// where stones may be put beside all that can lie.
fn rules(game: &dyn StoneGame, tiers: &Tiers) -> u64 {
    let mut hasher = Xxh3Default::new();
    let (columns, rows) = game.board();
    hasher.update(&[columns, rows, u8::from(game.misere())]);
    let mut lines = game.lines().to_vec();
    lines.sort_unstable();
    lines.dedup();
    hasher.update(&(lines.len() as u64).to_le_bytes());
    lines.iter().for_each(|line| hasher.update(&line.to_le_bytes()));
    for stones in 0..tiers.count() as u32 {
        for &occupied in tiers.supports(stones) {
            hasher.update(&occupied.to_le_bytes());
            hasher.update(&game.places(occupied).to_le_bytes());
        }
    }
    hasher.digest()
}

/// The stones of both sides, by which the table's sections go.
fn sides(stones: u32) -> [u8; 2] {
    [first_stones(stones) as u8, (stones - first_stones(stones)) as u8]
}

impl<'g> GameTable<'g> {
    /// Where the table of a game is in a directory.
    pub fn path(directory: &Path, game: &dyn StoneGame) -> PathBuf {
        directory.join(format!("game-{}.huarong", name_part(&game.name())))
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
        let (tiers, entries) = solve(game, effort)?;
        let subject = subject(game, &tiers);
        drop(tiers);
        let sections: Vec<([u8; 2], Distances)> = (0..)
            .zip(entries)
            .map(|(n, entries)| (sides(n), Distances::of_bytes(entries)))
            .collect();
        Ok(table::write(storage, &path, &subject, METRIC, &sections)?)
    }

    /// The table of a game in a directory.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read or is damaged, and where it is [of something else](TableError::Foreign): of a game
    /// with other rules, or written before tables had their rules in a number.
    pub fn open(
        storage: &dyn Storage,
        directory: &Path,
        game: &'g dyn StoneGame,
    ) -> Result<Self, GameError> {
        check(game, 0)?;
        let path = Self::path(directory, game);
        let bytes = storage.open(&path);
        // The table of a game is longer than the game has positions.
        let most = bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let tiers = Tiers::new(game, most).ok();
        let words = || Subject { family: game.name(), description: game.description(), shapes: 2 };
        let subject = tiers.as_ref().map_or_else(words, |tiers| subject(game, tiers));
        let table = Table::from_file(bytes, &path, &subject)?;
        let sections = table.sections();
        let fits = |tiers: &Tiers| {
            tiers.count() == sections.len()
                && (0u32..).zip(sections).all(|(stones, section)| {
                    *section.counts == sides(stones) && section.entries == tiers.tier_len(stones)
                })
        };
        let is_game =
            table.metric() == METRIC && table.width() == EntryWidth::One && !table.is_sharded();
        let Some(tiers) = tiers.filter(|tiers| is_game && fits(tiers)) else {
            let what = "its sections are not the numbers of stones of the game".to_owned();
            return Err(TableError::Foreign { path, what }.into());
        };
        // Entries up to that of a game that is won say something, and that which stands for no distance.
        let won = usize::from(Entry::WON.0);
        if let Some(section) = sections.iter().find(|section| section.histogram.len() > won + 1) {
            let offset = table.entry_offset(section, 0);
            let what = format!("entries of more than {won}, which say nothing of a game");
            return Err(TableError::Damaged { path, offset, what }.into());
        }
        Ok(Self { game, tiers, table })
    }

    /// The game.
    pub fn game(&self) -> &'g dyn StoneGame {
        self.game
    }

    /// How positions are numbered.
    pub fn tiers(&self) -> &Tiers {
        &self.tiers
    }

    /// Checks that no other program has cut a mapped table since it was opened.
    pub fn check_length(&self) -> Result<(), GameError> {
        Ok(self.table.check_length()?)
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

    /// How many entries of so many stones there are of each kind, which must be what the head of the table says.
    pub(super) fn histogram(&self, stones: u32) -> Result<Histogram, GameError> {
        let section = &self.table.sections()[stones as usize];
        let found = self.table.distances(section)?.histogram();
        if (&found.counts, found.unreachable) == (&section.histogram, section.unreachable) {
            return Ok(found);
        }
        let (path, offset) = (self.table.path().to_owned(), self.table.entry_offset(section, 0));
        let what = "the entries from here on are not those that the head counts".to_owned();
        Err(TableError::Damaged { path, offset, what }.into())
    }

    /// What a position is worth to the side that moves.
    pub fn verdict(&self, position: &Position) -> Result<Verdict, GameError> {
        let entry = self.entry_of(position)?;
        match entry.verdict() {
            Some(verdict) => Ok(verdict),
            None if entry == Entry::OUT_OF_PLAY => Err(PositionError::OutOfPlay.into()),
            None => Err(self.contradiction(position)),
        }
    }

    fn entry_of(&self, position: &Position) -> Result<Entry, GameError> {
        let index = self.tiers.rank(position).ok_or(PositionError::Places)?;
        self.entry(position.stones(), index)
    }

    /// That the entry of a position does not fit the rules, or what its moves lead to.
    fn contradiction(&self, position: &Position) -> GameError {
        let section = &self.table.sections()[position.stones() as usize];
        let index = self.tiers.rank(position).expect("it has an entry");
        let text = position.text(self.game.board());
        let what = format!("what {text} is worth does not follow from its moves");
        let offset = self.table.entry_offset(section, index);
        TableError::Damaged { path: self.table.path().to_owned(), offset, what }.into()
    }

    /// What a position is worth in which nobody moves any more; `None` where the game goes on.
    fn end(&self, position: &Position) -> Option<Entry> {
        let last = if position.is_first_to_move() { position.second } else { position.first };
        match self.game.lines().iter().any(|&line| line & !last == 0) {
            true if self.game.misere() => Some(Entry::WON),
            true => Some(Entry::LOST),
            false => (self.game.places(position.occupied()) == 0).then_some(Entry::DRAW),
        }
    }

    /// Whether a position ends the game.
    pub fn is_over(&self, position: &Position) -> Result<bool, GameError> {
        self.verdict(position)?;
        Ok(self.end(position).is_some())
    }

    /// The moves from a position with what they lead to, the best first, then in reading order; none where the game is
    /// over.
    ///
    /// # Errors
    ///
    /// Where the table cannot be read, the position is none of the game, or its entry does not follow from what its moves
    /// lead to.
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveValue>, GameError> {
        self.verdict(position)?;
        let entry = self.entry_of(position)?;
        if let Some(end) = self.end(position) {
            return if entry == end { Ok(Vec::new()) } else { Err(self.contradiction(position)) };
        }
        let after = each(self.game.places(position.occupied()));
        let after = after.map(|cell| self.entry_of(&position.after(cell)));
        let after = after.collect::<Result<Vec<_>, _>>()?;
        if after.into_iter().min().map(Entry::before) != Some(entry) {
            return Err(self.contradiction(position));
        }
        let value = |cell| {
            let after = position.after(cell);
            let verdict = self.entry_of(&after)?.verdict();
            let verdict = verdict.ok_or_else(|| self.contradiction(&after))?;
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
