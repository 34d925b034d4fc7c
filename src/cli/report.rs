//! `huarong report`: research reports from the tables.

use super::puzzle::Choice;
use super::session::Session;
use super::tablebases::Tablebases;
use super::{build, census, interrupt, output, work};
use crate::report::{
    CensusStudy, DEFAULT_HARDEST_LIMIT, DIAMETERS, DepthStudy, Diameters, OpeningStudy, PlotStudy,
    PuzzleStudy, SetStudy,
};
use crate::sliding::library::{Catalogue, LibraryPuzzle};
use crate::sliding::rules::{Arrangement, PieceSet};
use anyhow::bail;
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write research reports from the tables
///
/// `huarong report` writes piece_sets.csv, components.csv, histogram.csv and hardest.csv about the piece sets
/// of which there are tables, and a README.md that explains every column. Where there are no tables at all,
/// all are built first. `huarong report openings` writes openings.csv, the named openings with every
/// published figure held against the tables, and literature.md, which checks Wei and Lin (1999). `huarong report
/// puzzles` writes puzzles.csv and puzzles.md: the library of puzzles, with every published count held against the
/// fewest moves. With --puzzle the first of these is about that puzzle alone, with --board about the piece sets of that
/// board; where these have many distances, each metric has a histogram file of its own. `huarong report plots` draws
/// what these files say as SVG files in the folder plots; that of diameters is drawn where the reports have
/// depth/diameters.csv.
///
/// `huarong report depth` needs no tables. It writes into the folder depth what the whole graph says: diameters.csv,
/// how far the positions of every component are apart at most, with eccentricities.csv and searches.csv, which prove
/// it; structure.csv, what holds components together; goals.csv, every goal of one piece; ways.csv, what all optimal
/// solutions have in common; and depth.md, which explains every column. It is about all piece sets, or about those that
/// are named.
///
/// `huarong report census` writes census.csv, census_totals.csv, census.md and pictures: the hardest puzzles of 3x3,
/// 3x4 and 4x4.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong report                                      piece sets\n  \
                  huarong report depth                                all piece sets, four minutes\n  \
                  huarong report depth 1h4v4s 2h3v4s --out mine       two of them, in mine/depth\n  \
                  huarong report depth --puzzle dads --out dads\n  \
                  huarong census 4x5 --out 4x5.census\n  \
                  huarong report census --census 4x5.census --out mine"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// What to report on
    #[arg(value_enum, default_value = "piece-sets")]
    subject: Subject,

    /// Piece sets for `depth` [default: all]
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,

    /// Directory for the reports
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,

    /// For `report census`: a census that `huarong census --out` kept, in place of those of 3x3, 3x4 and 4x4; or a part
    /// of one, where all others are named, too
    #[arg(long = "census", value_name = "FILE")]
    censuses: Vec<PathBuf>,

    /// For `report`, on piece sets: most hardest positions listed for each piece set and metric; 0 lists all
    /// [default: 100]
    #[arg(long, value_name = "N")]
    hardest_limit: Option<usize>,

    /// For `report depth`: positions of the smallest components that get rows [default: 1]
    #[arg(long, value_name = "N")]
    smallest_component: Option<u64>,
}

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// The piece sets of which there are tables
    PieceSets,
    /// The named openings and what has been published of them
    Openings,
    /// The library of puzzles and what has been published of them
    Puzzles,
    /// Plots of the piece sets of which there are tables
    Plots,
    /// How far positions are apart, what holds them together, other goals, and the ways to the win
    Depth,
    /// The hardest puzzles of small boards
    Census,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    check_options(&arguments)?;
    match arguments.subject {
        Subject::PieceSets => report_piece_sets(session, &arguments),
        Subject::Openings if !session.is_published() => {
            bail!("the openings are of the 4x5 family: leave --puzzle and --board out")
        }
        Subject::Openings => report_openings(session, &arguments.out),
        Subject::Puzzles if !session.is_published() => {
            bail!("the library has puzzles of many boards: leave --puzzle and --board out")
        }
        Subject::Puzzles => report_puzzles(session, &arguments.out),
        Subject::Plots if session.chosen.is_some() => {
            bail!("plots compare the piece sets of a family, and --puzzle has one: leave it out")
        }
        Subject::Plots => report_plots(session, &arguments.out),
        Subject::Depth => report_depth(session, &arguments),
        Subject::Census if !session.is_published() => {
            bail!("a census has all pieces of a board: leave --puzzle and --board out")
        }
        Subject::Census => report_census(session, &arguments),
    }
}

/// Refuses what another report would be told by.
fn check_options(arguments: &Arguments) -> anyhow::Result<()> {
    let subject = arguments.subject;
    if let Some(name) = arguments.piece_sets.first().filter(|_| subject != Subject::Depth) {
        bail!("only `huarong report depth` is about named piece sets: leave {name:?} out");
    }
    for (is_given, option, of, command) in [
        (!arguments.censuses.is_empty(), "--census", Subject::Census, "report census"),
        (
            arguments.smallest_component.is_some(),
            "--smallest-component",
            Subject::Depth,
            "report depth",
        ),
        (arguments.hardest_limit.is_some(), "--hardest-limit", Subject::PieceSets, "report"),
    ] {
        if is_given && subject != of {
            bail!("only `huarong {command}` has {option}: leave it out");
        }
    }
    Ok(())
}

fn report_piece_sets(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    build::build_if_none(session)?;
    let limit = match arguments.hardest_limit {
        None => DEFAULT_HARDEST_LIMIT,
        Some(0) => usize::MAX,
        Some(limit) => limit,
    };
    let study = study_sets(session, limit)?;
    let written = study.write(&arguments.out)?;
    tell(&output::counted(study.sets.len() as u64, "piece set"), &written)
}

fn study_sets(session: &Session, hardest_limit: usize) -> anyhow::Result<SetStudy> {
    work::with_effort(session, "positions", |effort| {
        SetStudy::new(&session.atlas, hardest_limit, effort)
    })
}

fn report_plots(session: &Session, reports: &Path) -> anyhow::Result<()> {
    // What is wrong with it is told before the long work.
    let diameters = Diameters::of_reports(reports)?;
    build::build_if_none(session)?;
    // No plot is of single positions.
    let study = study_sets(session, 0)?;
    let is_missing = diameters.is_none();
    let plots = PlotStudy::new(&study, diameters)?;
    if is_missing {
        session.say(format_args!(
            "there is no {}: diameters are not drawn; huarong report depth --out {} writes it",
            reports.join(DIAMETERS).display(),
            reports.display()
        ));
    }
    let written = plots.write(reports)?;
    tell(&output::counted(written.len() as u64, "plot"), &written)
}

fn report_openings(session: &Session, directory: &Path) -> anyhow::Result<()> {
    let catalogue = Catalogue::built_in();
    let openings = catalogue.openings();
    let sets: Vec<PieceSet> = openings.iter().map(|o| o.position.piece_set()).collect();
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare(&sets)?;
    let oracles = tablebases.into_map();
    let study = work::with_effort(session, "openings", |effort| {
        OpeningStudy::new(catalogue, &oracles, effort)
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

fn report_depth(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let family = session.atlas.family();
    let sets = build::named_piece_sets(session, &arguments.piece_sets)?;
    let mut sets = sets.unwrap_or_else(|| family.piece_sets().to_vec());
    sets.sort();
    sets.dedup();
    let openings = || {
        let openings = Catalogue::built_in().openings().iter();
        openings.map(|opening| (opening.slug().to_owned(), opening.position.clone())).collect()
    };
    let named: Vec<(String, Arrangement)> = match session.start() {
        Some(start) => vec![("start".to_owned(), start.clone())],
        None if session.is_published() => openings(),
        None => Vec::new(),
    };
    let smallest = arguments.smallest_component.unwrap_or(1);
    let study = work::with_effort(session, "positions", |effort| {
        DepthStudy::new(family.puzzle(), &sets, &named, smallest, effort)
    })?;
    let written = study.write(&arguments.out)?;
    let sets = output::counted(study.piece_sets() as u64, "piece set");
    tell(&format!("{sets}, {}", output::counted(study.components(), "component")), &written)
}

/// Boards of which a census takes seconds.
const CENSUS_BOARDS: [(u8, u8); 3] = [(3, 3), (3, 4), (4, 4)];

fn report_census(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let (censuses, checkpoints) = match &arguments.censuses[..] {
        [] => census::take_whole(session, &CENSUS_BOARDS)?,
        files => (census::read_whole(files)?, Vec::new()),
    };
    let mut boards = BTreeSet::new();
    for census in &censuses {
        let scope = census.scope();
        if !scope.is_whole() {
            bail!(
                "the report is of all puzzles of a board, and no census of {scope} alone: leave that out"
            );
        }
        if !boards.insert((scope.width, scope.height)) {
            bail!(
                "there is more than one census of {}x{}: leave one of them out",
                scope.width,
                scope.height
            );
        }
    }
    let study =
        work::with_effort(session, "record holders", |effort| CensusStudy::new(censuses, effort))?;
    let written = study.write(&arguments.out)?;
    checkpoints.into_iter().try_for_each(census::Checkpoint::clear)?;
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
