//! The arguments of `huarong design`.

use super::conditions::Condition;
use super::files::BY;
use super::titles::Titles;
use crate::cli::headings::{
    INPUT, LIMITS, METRIC, OUTPUT, SEARCH, most_walls, single_piece_metric, with_metrics,
};
use crate::cli::long_work;
use crate::cli::output::Format;
use anyhow::ensure;
use clap::{ArgGroup, ValueEnum};
use huarong_core::grid::{Board, Region};
use huarong_core::puzzle_file::is_line;
use huarong_core::rules::Metric;
use huarong_lab::design::{
    CarScope, Change, DecoyCounts, Draft, PieceList, RowEnd, ShapeList, StartSymmetry,
};
use huarong_lab::rush::Scope;
use huarong_oracle::analysis::{DistanceRange, NumberRange, SolutionRange};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Find puzzles to order, or puzzles like another one
///
/// With --pieces, searches every start of every piece set that the list allows, and lists the longest puzzles that satisfy
/// all conditions. The first piece is the goal piece. Without --goal, each of its places is a goal. Piece sets that exceed
/// the memory limit are searched at random. The answer says so, because longer puzzles may exist.
///
/// With --rush, finds minimal Rush Hour puzzles: they become shorter if any piece or wall is removed. Small boards are
/// searched whole. Puzzles of larger boards come from a published sample, or from random changes of other puzzles. A piece
/// moves along one line, so finger moves are straight moves.
///
/// With --doors, finds puzzles whose pieces have colours: each piece leaves the board through a door of its colour. Tries
/// random puzzles, and random changes of those that were found. Each is solved, so its number of moves is proved, but
/// longer puzzles may exist. No two are equal up to reflections, rotations and names of colours.
///
/// With --like, tries every change of one piece of a puzzle. The piece is moved, turned or removed, another piece is added,
/// or two pieces exchange their places. Lists the longest puzzles first, with their gain.
///
/// Except with --like, the puzzles differ. No two share more than half of their pieces, and with --pieces and --rush no two
/// starts can be reached from one another.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("subject").required(true),
    after_help = "Examples:\n  huarong design --pieces \"T 4domino 2small\" --board 4x5\n  \
                  huarong design --rush 6x6 --count 20 --from 10 --to 50 --out puzzles\n  \
                  huarong design --pieces \"big 4domino 0..2small\" --board 4x4 --where forced_share=0.5..\n  \
                  huarong design --doors 5x6 --piece-count 4..6 --colours 2..3 --count 20 --from 4 --to 14\n  \
                  huarong design --pack pack.toml --out pack\n  \
                  huarong design --like hughes\n  \
                  huarong design --like dads --change moved,turned\n\n\
                  Shapes: small, domino, h, v, big, bar, corner, I, O, T, S, Z, L, J, a rectangle such as 1x3,\n\
                  or a drawing such as XXX/.X. in one orientation."
)]
pub(in crate::cli) struct Arguments {
    /// Find puzzles with these pieces, the goal piece first, as in "T 4domino 0..2small"
    ///
    /// An entry is a shape with a number of pieces before it, or a range of numbers. Named shapes can have any orientation,
    /// except h and v; rectangles and drawings have one.
    #[arg(long, value_name = "LIST", requires = "board", group = "subject", help_heading = INPUT)]
    pub pieces: Option<PieceList>,

    /// Number of all pieces of --pieces, the goal piece included, as in 7..9
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["rush", "doors", "like"], help_heading = INPUT)]
    pub total: Option<CountRange>,

    /// Use this board for --pieces, such as 4x5 or ####/#..#/#..#
    ///
    /// In a drawing, `.` is a cell, `#` a wall, and `/` ends a row.
    #[arg(long, value_name = "WxH|ROWS", conflicts_with_all = ["rush", "doors", "like"], help_heading = INPUT)]
    pub board: Option<String>,

    /// Bring the goal piece to these cells, drawn as rows, as in ..../..../..XX/..XX
    ///
    /// Repeat it for several goals: any of them solves the puzzle.
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["rush", "doors", "like"], help_heading = INPUT)]
    pub goal: Vec<String>,

    /// Find Rush Hour puzzles of this size, such as 6x6
    #[arg(long, value_name = "WxH", group = "subject", help_heading = INPUT)]
    pub rush: Option<String>,

    /// Find puzzles with doors on this board, such as 6x8 or ####/#..#/#..#
    ///
    /// In a drawing, `.` is a cell, `#` a wall, and `/` ends a row. Doors are at the edge of the board.
    #[arg(long, value_name = "WxH|ROWS", group = "subject", help_heading = INPUT)]
    pub doors: Option<String>,

    /// Use these shapes with --doors, as in "domino corner T" [default: domino bar corner big T S Z L J]
    ///
    /// All shapes of the list are equally frequent, in random orientations. A shape that is listed twice is twice as frequent.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["pieces", "rush", "like"], help_heading = INPUT)]
    pub shapes: Option<ShapeList>,

    /// Number of pieces with --doors [default: 6..10]
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["pieces", "rush", "like"], help_heading = INPUT)]
    pub piece_count: Option<PieceRange>,

    /// Number of colours with --doors [default: 3..5]
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["pieces", "rush", "like"], help_heading = INPUT)]
    pub colours: Option<PieceRange>,

    /// Number of doors with --doors, each as broad as a piece of its colour [default: one per colour]
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["pieces", "rush", "like"], help_heading = INPUT)]
    pub door_count: Option<PieceRange>,

    /// Number of pieces with --doors that must stay, each at a place of its own, although they could leave [default: 0]
    ///
    /// Without such pieces, no move can lose: see the measure `lost_share` of --where.
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["pieces", "rush", "like"], help_heading = INPUT)]
    pub staying: Option<PieceRange>,

    /// Allow at most N walls on a Rush Hour board, or besides those of a board with doors
    #[arg(long, value_name = "N", default_value = "0", value_parser = most_walls)]
    #[arg(conflicts_with_all = ["pieces", "like"], help_heading = INPUT)]
    max_walls: usize,

    /// Number of walls on a Rush Hour board, or besides those of a board with doors, as in 1..2
    ///
    /// For walls of --pieces, draw the board.
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["pieces", "like", "max_walls"])]
    #[arg(help_heading = INPUT)]
    walls: Option<CountRange>,

    /// Row of the red car, counted from 1 at the top [default: the middle, or just above it]
    #[arg(long, value_name = "ROW", conflicts_with_all = ["pieces", "doors", "like"])]
    #[arg(help_heading = INPUT)]
    pub exit_row: Option<usize>,

    /// Lengths of the cars of a Rush Hour board, the red car's first, as in 1 or 1..3 [default: 2..3]
    ///
    /// A car of one cell moves along its row, and is printed as `-`, or along its column, and is printed as `|`.
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["pieces", "doors", "like"])]
    #[arg(help_heading = INPUT)]
    pub car_lengths: Option<PieceRange>,

    /// Ends of the row of the red car that are exits [default: right]
    ///
    /// With `left,right`, either solves the puzzle.
    #[arg(long, value_name = "END", value_enum, value_delimiter = ',')]
    #[arg(conflicts_with_all = ["pieces", "doors", "like"], help_heading = INPUT)]
    exits: Vec<ExitName>,

    /// Start from this puzzle
    ///
    /// Give a puzzle file, `-` to read one from standard input, or a name or part of a name from `huarong puzzles`. A Rush
    /// Hour board in one line is read, too.
    #[arg(long, value_name = "NAME|FILE|BOARD", group = "subject", help_heading = INPUT)]
    pub like: Option<String>,

    /// Make the pack of puzzles that a file orders, and write it to the folder of --out
    ///
    /// The file is TOML. It orders numbers of puzzles in bands of moves, and of themes: Rush Hour with or without walls, other
    /// pieces, doors. The page "Make a pack" of the book describes its keys. The folder has the puzzles for apps (pack.jsonl),
    /// puzzle files, a sheet with answers, cards, an index and a page that plays them.
    #[cfg(all(feature = "print", feature = "serve"))]
    #[arg(long, value_name = "FILE", group = "subject", requires = "out", help_heading = INPUT)]
    #[arg(conflicts_with_all = ["count", "metric", "distance", "solutions", "conditions", "minimal", "maximal", "from", "to"])]
    #[arg(conflicts_with_all = ["fixed", "symmetric", "decoys", "decoy_walls", "same_component", "seed", "tries", "author", "titles", "board", "goal", "shapes", "unreachable"])]
    #[arg(conflicts_with_all = ["piece_count", "colours", "door_count", "staying", "max_walls", "walls", "total", "exit_row", "car_lengths", "exits", "change"])]
    pub pack: Option<PathBuf>,

    /// List only variants that no moves of the given puzzle lead to
    ///
    /// The others are positions of the same puzzle. A variant is left out, too, if that search exceeds the memory limit.
    #[arg(long, conflicts_with_all = ["pieces", "rush", "doors"], help_heading = SEARCH)]
    pub unreachable: bool,

    /// Make only these changes
    #[arg(long, value_name = "CHANGE", value_enum, value_delimiter = ',')]
    #[arg(conflicts_with_all = ["pieces", "rush", "doors"], help_heading = SEARCH)]
    change: Vec<ChangeName>,

    #[arg(long, default_value = "finger", value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    pub metric: Metric,

    /// Find only puzzles whose start has such a distance, in moves, as in 30..40
    #[arg(long, value_name = "RANGE", conflicts_with = "like", help_heading = SEARCH)]
    pub distance: Option<DistanceRange>,

    /// Find only puzzles with such a number of optimal solutions, as in 1 or 2..10
    #[arg(long, value_name = "RANGE", conflicts_with = "like", help_heading = SEARCH)]
    pub solutions: Option<SolutionRange>,

    /// Find only puzzles with such a measure of `huarong difficulty`, as in forced_share=0.5..
    ///
    /// All conditions must hold if there are several. Shares and means are numbers with a point.
    #[arg(long = "where", value_name = "MEASURE=RANGE", conflicts_with = "like", help_heading = SEARCH)]
    pub conditions: Vec<Condition>,

    /// Find only starts with these pieces in place, drawn as rows: a letter per piece, `.` for anything else
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["rush", "doors", "like"], help_heading = SEARCH)]
    pub fixed: Option<String>,

    /// Find only starts with such symmetries [default with the option: left-right]
    ///
    /// The goal need not have them. Symmetries that no start can have are refused, with the reason.
    #[arg(long, value_name = "SYMMETRY", value_enum, value_delimiter = ',', num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "left-right", conflicts_with_all = ["rush", "doors", "like"])]
    #[arg(help_heading = SEARCH)]
    symmetric: Vec<SymmetryName>,

    /// Find only puzzles that become shorter whichever piece is removed; with --rush, all are
    #[arg(long, conflicts_with_all = ["doors", "like"], help_heading = SEARCH)]
    pub minimal: bool,

    /// Find only puzzles that become unsolvable whichever piece is added
    ///
    /// The added piece has the shape of one of the pieces, or one cell.
    #[arg(long, conflicts_with_all = ["doors", "like"], help_heading = SEARCH)]
    pub maximal: bool,

    /// Find only puzzles with such a number of decoys, as in 1..2
    ///
    /// A decoy is a piece that no optimal solution moves, and that makes the puzzle no shorter when it is left out. Puzzles of
    /// --rush and --minimal have none. Nor have those of --doors, because each of their pieces is a part of the goal.
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["rush", "doors", "like", "minimal"], help_heading = SEARCH)]
    pub decoys: Option<CountRange>,

    /// Find only puzzles with such a number of walls that make the puzzle no shorter when a cell is in their place
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["rush", "like"], help_heading = SEARCH)]
    pub decoy_walls: Option<CountRange>,

    /// Find a graded set: the first puzzle has M moves, and the lengths rise in even steps
    #[arg(long, value_name = "M", requires = "to", conflicts_with_all = ["like", "distance"])]
    #[arg(help_heading = SEARCH, value_parser = clap::value_parser!(u16).range(1..))]
    pub from: Option<u16>,

    /// The number of moves of the last puzzle of a graded set
    #[arg(long, value_name = "M", requires = "from", conflicts_with = "like", help_heading = SEARCH)]
    pub to: Option<u16>,

    /// Allow several starts that can be reached from one another
    #[arg(long, conflicts_with_all = ["rush", "doors", "like"], help_heading = SEARCH)]
    pub same_component: bool,

    /// Order equally long puzzles, and draw random numbers, by this seed
    #[arg(long, value_name = "N", default_value = "0", conflicts_with = "like", help_heading = SEARCH)]
    pub seed: u64,

    /// Try at most N puzzles at random [default: 10000; 100000 with --rush]
    ///
    /// With --pieces, this counts for piece sets that exceed the memory limit, and 0 refuses them. --doors needs at least 1.
    #[arg(long, value_name = "N", conflicts_with = "like", help_heading = LIMITS)]
    pub tries: Option<u64>,

    /// Search for at most this long
    ///
    /// If the limit passes first, the answer is the puzzles that were found, and the exit code is 3. Longer ones may exist.
    /// An eighth of the time is for the choice among the starts that were found.
    #[arg(long, value_name = "SECONDS", value_parser = long_work::seconds, conflicts_with = "like")]
    #[arg(help_heading = LIMITS)]
    pub time_limit: Option<Duration>,

    /// Find N puzzles, at most a million; with --like, 0 lists all that have a solution
    #[arg(long, value_name = "N", default_value = "10", help_heading = OUTPUT)]
    pub count: usize,

    /// Write each puzzle to a file in DIR, too, which must be empty or missing
    ///
    /// A file also has the number of moves with its metric, as a published result, so that `huarong solve DIR` compares it.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub out: Option<PathBuf>,

    /// Name this author as the source of the puzzles
    #[arg(long, value_name = "NAME", value_parser = line, help_heading = OUTPUT)]
    pub author: Option<String>,

    /// Give the puzzles titles by this pattern, as in "Town {number}"
    ///
    /// {number} is the place in the list, and {moves} the number of moves.
    #[arg(long, value_name = "PATTERN", value_parser = titles, help_heading = OUTPUT)]
    titles: Option<Titles>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}

/// A range of numbers of pieces, colours or doors.
pub(super) type PieceRange = NumberRange<26>;

/// A range of numbers of pieces or walls on any board.
pub(super) type CountRange = NumberRange<{ Board::MOST as u64 }>;

/// The numbers of a range.
pub(super) fn numbers(range: &CountRange) -> RangeInclusive<usize> {
    let (least, most) = range.bounds();
    least as usize..=most as usize
}

/// How many decoys puzzles may have, if a range is given.
pub(super) fn decoy_counts(
    pieces: Option<&CountRange>,
    walls: Option<&CountRange>,
) -> Option<DecoyCounts> {
    let any = DecoyCounts::default();
    (pieces.is_some() || walls.is_some()).then(|| DecoyCounts {
        pieces: pieces.map_or(any.pieces, numbers),
        walls: walls.map_or(any.walls, numbers),
    })
}

/// A symmetry of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SymmetryName {
    /// Its own left-right mirror image
    LeftRight,
    /// Its own image when reflected from top to bottom
    UpDown,
    /// The same after a rotation by 180 degrees
    HalfTurn,
    /// The same after a rotation by 90 degrees
    QuarterTurn,
}

/// An end of the row of the red car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ExitName {
    /// The right end, as in the game
    Right,
    /// The left end
    Left,
}

/// The boards of a size in the game, with cars of other lengths and other exits if these are given.
pub(super) fn car_scope(
    size: &str,
    exit_row: Option<usize>,
    most_walls: usize,
    lengths: Option<&PieceRange>,
    exits: &[ExitName],
) -> anyhow::Result<CarScope> {
    let region = Region::parse_size(size)?;
    let mut boards = Scope::new(region.width(), region.height())?.with_walls(most_walls)?;
    if let Some(exit_row) = exit_row {
        boards = boards.with_exit_row(exit_row)?;
    }
    let mut scope = CarScope::new(boards);
    if let Some((from, to)) = lengths.map(PieceRange::bounds) {
        scope.lengths = from as usize..=to as usize;
    }
    let named = [(ExitName::Left, RowEnd::Left), (ExitName::Right, RowEnd::Right)].into_iter();
    let named: Vec<RowEnd> =
        named.filter(|(name, _)| exits.contains(name)).map(|(_, exit)| exit).collect();
    if !named.is_empty() {
        scope.exits = named;
    }
    Ok(scope)
}

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChangeName {
    /// The piece is at another place
    Moved,
    /// The piece has another orientation
    Turned,
    /// The piece is missing
    Removed,
    /// There is another piece
    Added,
    /// Two pieces have exchanged their places
    Exchanged,
}

/// The names that titles may have.
const NAMES: [&str; 2] = ["number", "moves"];

fn titles(pattern: &str) -> Result<Titles, String> {
    Titles::new(pattern, &NAMES)
}

fn line(text: &str) -> Result<String, &'static str> {
    if is_line(text) { Ok(text.to_owned()) } else { Err("write one line of visible characters") }
}

impl Arguments {
    /// A puzzle with its title and its author. Without a pattern, the title is a name and the number of the puzzle.
    pub fn titled(&self, draft: &Draft, name: &str, number: usize, moves: u16) -> Draft {
        let title = match &self.titles {
            Some(titles) => titles.of(&[(NAMES[0], &number), (NAMES[1], &moves)]),
            None => format!("{name} {number}"),
        };
        draft.called(&title).from_source(self.author.as_deref().unwrap_or(BY))
    }

    /// The cars and exits of Rush Hour boards.
    pub fn car_scope(&self, size: &str) -> anyhow::Result<CarScope> {
        let (_, most_walls) = self.walls()?;
        car_scope(size, self.exit_row, most_walls, self.car_lengths.as_ref(), &self.exits)
    }

    /// Whether the right end of the row of the red car is the only exit.
    pub fn has_usual_exit(&self) -> bool {
        !self.exits.contains(&ExitName::Left)
    }

    /// Boards of Rush Hour, with the option for walls that was given.
    pub fn with_walls(&self, scope: &CarScope) -> String {
        let Some(walls) = &self.walls else { return scope.to_string() };
        let (least, most) = walls.bounds();
        let mut others = scope.clone();
        others.boards.walls = 0;
        format!("{others} --walls {least}..{most}")
    }

    /// The fewest and the most walls.
    pub fn walls(&self) -> anyhow::Result<(usize, usize)> {
        let Some(walls) = &self.walls else { return Ok((0, self.max_walls)) };
        let numbers = numbers(walls);
        ensure!(
            *numbers.end() < usize::from(Board::MOST),
            "--walls {0}..: name the most walls, too, as in {0}..{1}",
            numbers.start(),
            numbers.start() + 1
        );
        Ok(numbers.into_inner())
    }

    /// Whether puzzles must satisfy conditions besides their number of moves.
    pub fn has_conditions(&self) -> bool {
        self.solutions.is_some()
            || self.fixed.is_some()
            || !self.conditions.is_empty()
            || !self.symmetric.is_empty()
            || self.minimal
            || self.maximal
            || self.decoy_counts().is_some()
    }

    /// The symmetries of the starts.
    pub fn symmetries(&self) -> Vec<StartSymmetry> {
        let symmetry = |name: &SymmetryName| match name {
            SymmetryName::LeftRight => StartSymmetry::LeftRight,
            SymmetryName::UpDown => StartSymmetry::UpDown,
            SymmetryName::HalfTurn => StartSymmetry::HalfTurn,
            SymmetryName::QuarterTurn => StartSymmetry::QuarterTurn,
        };
        self.symmetric.iter().map(symmetry).collect()
    }

    /// How many decoys the puzzles may have, if that matters.
    pub fn decoy_counts(&self) -> Option<DecoyCounts> {
        decoy_counts(self.decoys.as_ref(), self.decoy_walls.as_ref())
    }

    /// Whether a change is to be made.
    pub fn is_wanted(&self, change: &Change) -> bool {
        let is_it = |name: &ChangeName| match name {
            ChangeName::Moved => matches!(change, Change::Moved { .. }),
            ChangeName::Turned => matches!(change, Change::Turned { .. }),
            ChangeName::Removed => matches!(change, Change::Removed { .. }),
            ChangeName::Added => matches!(change, Change::Added { .. }),
            ChangeName::Exchanged => matches!(change, Change::Exchanged { .. }),
        };
        self.change.is_empty() || self.change.iter().any(is_it)
    }
}
