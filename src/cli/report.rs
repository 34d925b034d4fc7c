//! `huarong report`: research reports from the tables.

use super::puzzle::Choice;
use super::tablebases::Tablebases;
use super::{Session, build, census, interrupt, output, work};
use anyhow::bail;
use clap::ValueEnum;
use huarong::report::{CensusStudy, DEFAULT_HARDEST_LIMIT, OpeningStudy, PuzzleStudy, SetStudy};
use huarong::sliding::census::State;
use huarong::sliding::library::{Catalogue, LibraryPuzzle};
use huarong::sliding::rules::PieceSet;
use huarong::storage::Disk;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write research reports from the tables
///
/// `huarong report` writes piece_sets.csv, components.csv, histogram.csv and hardest.csv about the piece sets
/// of which there are tables, and a README.md that explains every column. Where there are no tables at all,
/// all are built first. `huarong report openings` writes openings.csv, the named openings with every
/// published figure held against the tables, and literature.md, which checks Wei and Lin (1999). `huarong report
/// puzzles` writes puzzles.csv and puzzles.md: the library of puzzles, with every published count held against the
/// fewest moves. `huarong report census` writes census.csv, census_totals.csv, census.md and pictures: the hardest puzzles
/// of 3x3, 3x4 and 4x4. With --puzzle the first of these is about that puzzle alone, with --board about the piece sets of that
/// board; where these have many distances, each metric has a histogram file of its own.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// What to report on
    #[arg(value_enum, default_value = "piece-sets")]
    subject: Subject,

    /// Directory for the reports
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,

    /// For `report census`: a finished census that `huarong census --out` kept, in place of those of 3x3, 3x4 and 4x4
    #[arg(long = "census", value_name = "FILE")]
    censuses: Vec<PathBuf>,

    /// Most hardest positions listed for each piece set and metric; 0 lists all
    #[arg(long, value_name = "N", default_value_t = DEFAULT_HARDEST_LIMIT)]
    hardest_limit: usize,
}

/// What a report is about.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Subject {
    /// The piece sets of which there are tables
    PieceSets,
    /// The named openings and what has been published of them
    Openings,
    /// The library of puzzles and what has been published of them
    Puzzles,
    /// The hardest puzzles of small boards
    Census,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    match arguments.subject {
        Subject::PieceSets => report_piece_sets(session, &arguments),
        Subject::Openings if !session.is_published() => {
            bail!("the openings are of the 4x5 family: leave --puzzle and --board out")
        }
        Subject::Openings => report_openings(session, &arguments.out),
        Subject::Puzzles => report_puzzles(session, &arguments.out),
        Subject::Census if !session.is_published() => {
            bail!("a census has all pieces of a board: leave --puzzle and --board out")
        }
        Subject::Census => report_census(session, &arguments),
    }
}

fn report_piece_sets(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    build::build_if_none(session)?;
    let limit = if arguments.hardest_limit == 0 { usize::MAX } else { arguments.hardest_limit };
    let study = work::with_effort(session, "positions", |effort| {
        SetStudy::new(&session.atlas, limit, effort)
    })?;
    let written = study.write(&arguments.out)?;
    tell(&output::counted(study.sets.len() as u64, "piece set"), &written)
}

fn report_openings(session: &Session, directory: &Path) -> anyhow::Result<()> {
    let catalogue = Catalogue::built_in();
    let openings = catalogue.openings();
    let sets: Vec<PieceSet> = openings.iter().map(|o| o.position.piece_set()).collect();
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare(&sets)?;
    let tablebases = tablebases.into_map();
    let study = work::with_effort(session, "openings", |effort| {
        OpeningStudy::new(catalogue, &tablebases, effort)
    })?;
    let written = study.write(directory)?;
    tell(&output::counted(openings.len() as u64, "opening"), &written)
}

/// The longest that the whole space of a puzzle is searched, in seconds of one thread.
const LONGEST: f64 = 120.0;

fn report_puzzles(session: &Session, directory: &Path) -> anyhow::Result<()> {
    let puzzles = LibraryPuzzle::all();
    let study = work::with_effort(session, "puzzles", |effort| {
        PuzzleStudy::new(&puzzles, LONGEST, effort)
    })?;
    let written = study.write(directory)?;
    tell(&output::counted(puzzles.len() as u64, "puzzle"), &written)
}

/// Boards of which a census takes seconds.
const CENSUS_BOARDS: [(u8, u8); 3] = [(3, 3), (3, 4), (4, 4)];

fn report_census(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let read = |file: &PathBuf| State::join_files(&Disk::default(), std::slice::from_ref(file));
    let censuses = match &arguments.censuses[..] {
        [] => census::take_whole(session, &CENSUS_BOARDS)?,
        files => files.iter().map(read).collect::<Result<_, _>>()?,
    };
    let study =
        work::with_effort(session, "record holders", |effort| CensusStudy::new(censuses, effort))?;
    let written = study.write(&arguments.out)?;
    tell(&output::counted(study.censuses.len() as u64, "board"), &written)
}

/// Says what a report is about and where it was written.
fn tell(subject: &str, written: &[PathBuf]) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    writeln!(out, "{subject}")?;
    for path in written {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(out.flush()?)
}
