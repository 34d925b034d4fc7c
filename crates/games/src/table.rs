//! The table of a game: one section per number of stones, one entry per position.

use super::error::GameError;
use super::solve::solve;
use super::stones::{Position, PositionError, StoneGame, check, each_cell, ended};
use super::tiers::{Tiers, first_stones};
use super::verdict::{Entry, Outcome, Verdict};
use huarong_core::effort::Effort;
#[cfg(feature = "disk")]
use huarong_tables::storage::Disk;
use huarong_tables::storage::{Storage, name_part};
use huarong_tables::table;
use huarong_tables::table::{
    Directory, Distances, EntryWidth, Histogram, TEMPORARY_PREFIX, Table, TableError, TableSubject,
};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::io;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3Default;

/// A solved game: the values of all its positions. Its table is in memory or in a file.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::games::{GameTable, Position, lines::Lines};
///
/// let game: Lines = "4,3,3".parse()?;
/// let table = GameTable::solve(game, Effort::UNLIMITED)?;
/// let empty = Position::default();
/// assert_eq!(table.verdict(&empty)?.to_string(), "win in 7");
/// assert_eq!(table.line(empty)?.len(), 7);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// A table in a file is built once:
///
/// ```
/// # use huarong::search::Effort;
/// # use huarong::games::{GameTable, Position, lines::Lines};
/// # let directory = tempfile::tempdir()?;
/// # let directory = directory.path();
/// let game: Lines = "4,3,3".parse()?;
/// let table = GameTable::open_or_build(directory, game, Effort::UNLIMITED)?;
/// assert_eq!(table.verdict(&Position::default())?.to_string(), "win in 7");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameTable<G> {
    game: G,
    tiers: Tiers,
    entries: Entries,
}

/// Storage of the entries.
#[derive(Debug)]
enum Entries {
    /// In memory, by number of stones.
    Solved(Vec<Distances>),
    /// In a file.
    Stored(Table),
}

/// A move and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveValue {
    /// The cell of the stone: the number of its [bit](Position), from the bottom left.
    pub cell: u32,
    /// The position after the move.
    pub after: Position,
    /// Value of the move for the side that makes it, including its own ply.
    pub verdict: Verdict,
}

/// Metric code of a game's table, whose entries are not distances under a metric.
const METRIC: u8 = 0;

/// Identity of a game in the head of its table: its description, and a last line with the hash of its rules.
fn subject(game: &dyn StoneGame, tiers: &Tiers) -> TableSubject {
    let words = game.description();
    let description = format!("{}\nrules {:016x}\n", words.trim_end(), rules(game, tiers));
    TableSubject { family: game.name(), description, shapes: 2 }
}

/// Hash of the rules of a game: XXH3-64 of the board, the lines, and the legal cells for every occupied set. The lines
/// of each kind are sorted.
fn rules(game: &dyn StoneGame, tiers: &Tiers) -> u64 {
    let sorted = |lines: &[u64]| {
        let mut lines = lines.to_vec();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let (winning, losing) = (sorted(game.winning_lines()), sorted(game.losing_lines()));
    // One list, of lines that win or of lines that lose; or both.
    let (kinds, lists): (u8, &[&[u64]]) = match (&winning[..], &losing[..]) {
        (winning, []) => (0, &[winning]),
        ([], losing) => (1, &[losing]),
        (winning, losing) => (2, &[winning, losing]),
    };
    let mut hasher = Xxh3Default::new();
    let (columns, rows) = game.board();
    hasher.update(&[columns, rows, kinds]);
    for lines in lists {
        hasher.update(&(lines.len() as u64).to_le_bytes());
        lines.iter().for_each(|line| hasher.update(&line.to_le_bytes()));
    }
    for stones in 0..tiers.count() as u32 {
        for &occupied in tiers.supports(stones) {
            hasher.update(&occupied.to_le_bytes());
            hasher.update(&game.places(occupied).to_le_bytes());
        }
    }
    hasher.digest()
}

/// Number of stones of both sides, which keys the sections of the table.
fn sides(stones: u32) -> [u8; 2] {
    [first_stones(stones) as u8, (stones - first_stones(stones)) as u8]
}

/// Path of the table of a game in a directory.
fn path(directory: &Path, game: &dyn StoneGame) -> PathBuf {
    directory.join(format!("game-{}.huarong", name_part(&game.name())))
}

/// Whether a build may replace an existing table by default.
fn is_replaceable(error: &GameError) -> bool {
    match error {
        GameError::Missing { .. } => true,
        GameError::Table(error) => error.is_replaceable(),
        _ => false,
    }
}

/// The tables of games in a directory of a storage.
#[derive(Clone, Copy, Debug)]
pub struct GameFiles<'d> {
    storage: &'d dyn Storage,
    directory: &'d Path,
}

impl<'d> GameFiles<'d> {
    /// The tables in a directory.
    pub fn new(storage: &'d dyn Storage, directory: &'d Path) -> Self {
        Self { storage, directory }
    }

    /// Solves a game and writes its table, as [`GameTable::build`] does.
    pub fn build(&self, game: &dyn StoneGame, effort: Effort<'_>) -> Result<u64, GameError> {
        let _lock = Directory::new(self.storage, self.directory).own::<GameError>(&[], effort)?;
        self.write(game, effort)
    }

    /// Builds the table of a game as [`build`](Self::build) does, unless a valid one exists. Another process may have
    /// built it during the wait. Returns the length in bytes of a new table.
    pub fn build_missing(
        &self,
        game: &dyn StoneGame,
        effort: Effort<'_>,
    ) -> Result<Option<u64>, GameError> {
        let _lock = Directory::new(self.storage, self.directory).own::<GameError>(&[], effort)?;
        match self.open(game).and_then(|table| table.check()) {
            Ok(()) => Ok(None),
            Err(error) if is_replaceable(&error) => self.write(game, effort).map(Some),
            Err(error) => Err(error),
        }
    }

    /// Solves a game and writes its table, for the owner of the directory.
    fn write(&self, game: &dyn StoneGame, effort: Effort<'_>) -> Result<u64, GameError> {
        let Self { storage, directory } = *self;
        let path = path(directory, game);
        // Write a probe file first, so that a failure does not come after hours.
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

    /// Opens the table of a game, as [`GameTable::open`] does.
    pub fn open<G: StoneGame>(&self, game: G) -> Result<GameTable<G>, GameError> {
        check(&game, 0)?;
        let path = path(self.directory, &game);
        let bytes = self.storage.open(&path);
        if bytes.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Err(GameError::Missing { game: game.name(), path });
        }
        // A table of a game has more bytes than the game has positions.
        let most = bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let tiers = Tiers::new(&game, most).ok();
        let words =
            || TableSubject { family: game.name(), description: game.description(), shapes: 2 };
        let subject = tiers.as_ref().map_or_else(words, |tiers| subject(&game, tiers));
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
        // Valid entries are those up to WON, and the code for no distance.
        let won = usize::from(Entry::WON.0);
        if let Some(section) = sections.iter().find(|section| section.histogram.len() > won + 1) {
            let offset = table.entry_offset(section, 0);
            let what = format!("entries larger than {won}, which no table of a game has");
            return Err(TableError::Damaged { path, offset, what }.into());
        }
        Ok(GameTable { game, tiers, entries: Entries::Stored(table) })
    }
}

impl<G: StoneGame> GameTable<G> {
    /// Solves a game. Its table stays in memory.
    pub fn solve(game: G, effort: Effort<'_>) -> Result<Self, GameError> {
        let (tiers, entries) = solve(&game, effort)?;
        let entries = Entries::Solved(entries.into_iter().map(Distances::of_bytes).collect());
        Ok(Self { game, tiers, entries })
    }

    /// Path of the table of a game in a directory.
    pub fn path(directory: &Path, game: &G) -> PathBuf {
        path(directory, game)
    }

    /// Solves a game and writes its table into a directory, which is created if missing. Returns the length of the
    /// table in bytes. Waits while another process builds tables there.
    #[cfg(feature = "disk")]
    pub fn build(directory: &Path, game: &G, effort: Effort<'_>) -> Result<u64, GameError> {
        GameFiles::new(&Disk::default(), directory).build(game, effort)
    }

    /// Opens the table of a game in a directory.
    ///
    /// # Errors
    ///
    /// If the game has [no table](GameError::Missing), or if the file cannot be read, is damaged or
    /// [foreign](TableError::Foreign). A foreign table is of a game with other rules, or has no hash of the rules.
    #[cfg(feature = "disk")]
    pub fn open(directory: &Path, game: G) -> Result<Self, GameError> {
        GameFiles::new(&Disk::default(), directory).open(game)
    }

    /// Opens the table of a game in a directory, or [builds](Self::build) it if it is missing or damaged.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open) and [`build`](Self::build). A foreign table is never replaced.
    #[cfg(feature = "disk")]
    pub fn open_or_build(directory: &Path, game: G, effort: Effort<'_>) -> Result<Self, GameError> {
        let disk = Disk::default();
        let files = GameFiles::new(&disk, directory);
        match files.open(&game) {
            Ok(GameTable { tiers, entries, .. }) => Ok(Self { game, tiers, entries }),
            Err(error) if is_replaceable(&error) => {
                files.build_missing(&game, effort)?;
                files.open(game)
            }
            Err(error) => Err(error),
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The numbering of positions.
    #[doc(hidden)]
    pub fn tiers(&self) -> &Tiers {
        &self.tiers
    }

    /// Checks that no other program has truncated a mapped table since it was opened.
    #[doc(hidden)]
    pub fn check_length(&self) -> Result<(), GameError> {
        match &self.entries {
            Entries::Solved(_) => Ok(()),
            Entries::Stored(table) => Ok(table.check_length()?),
        }
    }

    /// Checks the checksums of all entries.
    pub fn check(&self) -> Result<(), GameError> {
        match &self.entries {
            Entries::Solved(_) => Ok(()),
            Entries::Stored(table) => Ok(table.check_all()?),
        }
    }

    /// The entry with an index in a tier.
    #[doc(hidden)]
    #[inline]
    pub fn entry(&self, stones: u32, index: u64) -> Result<Entry, GameError> {
        let entry = match &self.entries {
            Entries::Solved(entries) => entries[stones as usize].get(index),
            Entries::Stored(table) => table.get(&table.sections()[stones as usize], index)?,
        };
        Ok(entry.map_or(Entry::OUT_OF_PLAY, |entry| Entry(entry as u8)))
    }

    /// All entries of a tier, in index order.
    #[doc(hidden)]
    pub fn entries(&self, stones: u32) -> Result<Distances<Cow<'_, [u8]>>, GameError> {
        match &self.entries {
            Entries::Solved(entries) => Ok(entries[stones as usize].to_cow()),
            Entries::Stored(table) => Ok(table.distances(&table.sections()[stones as usize])?),
        }
    }

    /// Number of entries of each value in a tier. It must match the head of a stored table.
    pub(super) fn histogram(&self, stones: u32) -> Result<Histogram, GameError> {
        let found = self.entries(stones)?.histogram();
        let Entries::Stored(table) = &self.entries else { return Ok(found) };
        let section = &table.sections()[stones as usize];
        if (&found.counts, found.unreachable) == (&section.histogram, section.unreachable) {
            return Ok(found);
        }
        let (path, offset) = (table.path().to_owned(), table.entry_offset(section, 0));
        let what = "the entries from here on are not those that the head counts".to_owned();
        Err(TableError::Damaged { path, offset, what }.into())
    }

    /// The value of a position for the side to move.
    ///
    /// # Errors
    ///
    /// If the table cannot be read, or if the [position](GameError::Position) is not one of the game or not reachable
    /// by play.
    pub fn verdict(&self, position: &Position) -> Result<Verdict, GameError> {
        let entry = self.entry_of(position)?;
        match entry.verdict() {
            Some(verdict) => Ok(verdict),
            None if entry == Entry::OUT_OF_PLAY => Err(PositionError::OutOfPlay.into()),
            None => Err(self.contradiction(position)),
        }
    }

    fn entry_of(&self, position: &Position) -> Result<Entry, GameError> {
        position.check(self.game.board())?;
        let index = self.tiers.rank(position).ok_or(PositionError::Places)?;
        self.entry(position.stones(), index)
    }

    /// The error that the entry of a position contradicts the rules or its successors.
    fn contradiction(&self, position: &Position) -> GameError {
        let text = position.text(self.game.board());
        let Entries::Stored(table) = &self.entries else {
            return GameError::Changed { position: text };
        };
        let section = &table.sections()[position.stones() as usize];
        let index = self.tiers.rank(position).expect("it has an entry");
        let what = format!("the value of {text} contradicts its moves");
        let offset = table.entry_offset(section, index);
        TableError::Damaged { path: table.path().to_owned(), offset, what }.into()
    }

    /// The value of an ended position; `None` if the game goes on.
    fn end(&self, position: &Position) -> Option<Entry> {
        match ended(&self.game, position.sides().1) {
            Some(Outcome::Win) => Some(Entry::LOST),
            Some(_) => Some(Entry::WON),
            None => (self.game.places(position.occupied()) == 0).then_some(Entry::DRAW),
        }
    }

    /// Whether a position ends the game.
    pub fn is_over(&self, position: &Position) -> Result<bool, GameError> {
        self.verdict(position)?;
        Ok(self.end(position).is_some())
    }

    /// The moves from a position with their results, the best first, then in reading order; none if the game is over.
    ///
    /// # Errors
    ///
    /// If the table cannot be read, if the position is not one of the game, or if its entry contradicts its successors.
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveValue>, GameError> {
        self.verdict(position)?;
        let entry = self.entry_of(position)?;
        if let Some(end) = self.end(position) {
            return if entry == end { Ok(Vec::new()) } else { Err(self.contradiction(position)) };
        }
        let after = each_cell(self.game.places(position.occupied())).map(|cell| {
            let after = position.after(cell);
            Ok((cell, after, self.entry_of(&after)?))
        });
        let after = after.collect::<Result<Vec<_>, GameError>>()?;
        if after.iter().map(|&(.., entry)| entry).min().map(Entry::before) != Some(entry) {
            return Err(self.contradiction(position));
        }
        let value = |(cell, after, entry): (u32, Position, Entry)| {
            let verdict = entry.verdict().ok_or_else(|| self.contradiction(&after))?;
            let plies = verdict.plies.map(|plies| plies + 1);
            let verdict = Verdict { outcome: verdict.outcome.turned(), plies };
            Ok(MoveValue { cell, after, verdict })
        };
        let mut moves = after.into_iter().map(value).collect::<Result<Vec<_>, GameError>>()?;
        // The winner wins as fast as possible, the loser delays as long as possible.
        moves.sort_by_key(|made| {
            let plies = i16::from(made.verdict.plies.unwrap_or(0));
            let later = if made.verdict.outcome == Outcome::Win { plies } else { -plies };
            let (columns, _) = self.game.board();
            let row = made.cell / u32::from(columns);
            (Reverse(made.verdict.outcome), later, Reverse(row), made.cell)
        });
        Ok(moves)
    }

    /// The best moves from a position, in reading order; none if the game is over. They have the verdict of the position.
    ///
    /// ```
    /// use huarong::search::Effort;
    /// use huarong::games::{GameTable, Position, lines::Lines};
    ///
    /// let game: Lines = "3,3,3".parse()?;
    /// let table = GameTable::solve(game, Effort::UNLIMITED)?;
    /// // After a first stone in a corner, only the central cell saves the draw.
    /// let corner = Position::parse("x../.../...", (3, 3))?;
    /// let best = table.best_moves(&corner)?;
    /// assert_eq!(best.len(), 1);
    /// assert_eq!(best[0].after.text((3, 3)), "x../.o./...");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`moves`](Self::moves).
    pub fn best_moves(&self, position: &Position) -> Result<Vec<MoveValue>, GameError> {
        let mut moves = self.moves(position)?;
        if let Some(best) = moves.first().map(|best| best.verdict) {
            moves.retain(|made| made.verdict == best);
        }
        Ok(moves)
    }

    /// One optimal line of play from a position to the end: always the first best move.
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
