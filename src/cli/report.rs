//! `huarong report`: reports for research, from the tables.

use super::headings::{INPUT, LIMITS, OUTPUT};
use super::puzzle::Choice;
use super::session::Session;
use super::tablebases::Tablebases;
use super::{batch, build, census, interrupt, long_work, output, rush};
use anyhow::bail;
use clap::ValueEnum;
use huarong_core::rules::{Arrangement, PieceSet};
use huarong_lab::library::{Catalogue, LibraryPuzzle};
use huarong_report::{
    CensusStudy, DEFAULT_HARDEST_LIMIT, DIAMETERS, DepthStudy, Diameters, OpeningStudy, PlotStudy,
    PuzzleStudy, Report, RushStudy, SetStudy, UnitStudy,
};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Write reports about piece sets, openings and puzzles
///
/// `huarong report` writes piece_sets.csv, components.csv, histogram.csv and hardest.csv, and a README.md that explains
/// their columns. It is about the piece sets that have tables, under unit, straight and finger. If there are no tables
/// at all, all of them are built first. With --puzzle or --board, it is about that puzzle or that board.
///
/// `huarong report openings` writes openings.csv, which compares published counts of moves with the tables. Its
/// literature.md checks Wei and Lin (1999).
///
/// `huarong report puzzles` writes puzzles.csv and puzzles.md, which compare published counts of moves with the
/// distances. solved.csv has the results that `huarong puzzles` and the pages show.
///
/// `huarong report plots` draws the figures of the reports as SVG files in the folder `plots`. The plot of diameters
/// needs depth/diameters.csv.
///
/// `huarong report depth` analyses the graph of moves of each piece set, or of the named ones. It needs no tables, and
/// writes to the folder `depth`. diameters.csv has the diameters of components; eccentricities.csv and searches.csv
/// prove them. structure.csv has bridges and articulation points. goals.csv has figures for every goal of one piece at
/// one place. optimal_solutions.csv counts the positions and moves that all optimal solutions share. depth.md explains the columns.
///
/// `huarong report census` writes census.csv, census_totals.csv, census.md and pictures of the hardest puzzles of 3x3,
/// 3x4 and 4x4.
///
/// `huarong report rush` writes totals, records and pictures of Rush Hour universes to the folder `rush`. By default they
/// are those of 4x4 with up to 3 walls and of 5x5 without walls, in straight and unit moves. With --unit-boards it writes
/// unit.csv and unit.md, about boards whose cars cover one cell.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong report                                      all piece sets\n  \
                  huarong report depth                                all piece sets, in minutes\n  \
                  huarong report depth 1h4v4s 2h3v4s --out mine       two piece sets\n  \
                  huarong report depth --puzzle dads --out dads\n  \
                  huarong census 4x5 --out 4x5.census\n  \
                  huarong report census --census 4x5.census --out mine\n  \
                  huarong rush 5x5 --max-walls 1 --out 5x5.universe\n  \
                  huarong report rush --universe 5x5.universe --out mine"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Subject of the report
    #[arg(value_enum, default_value = "piece-sets")]
    subject: Subject,

    /// Piece sets of `report depth`, such as 1h4v4s [default: all]
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,

    /// Write the reports to this directory
    #[arg(long, value_name = "DIR", default_value = "reports", help_heading = OUTPUT)]
    out: PathBuf,

    /// Read a census that `huarong census --out` wrote, for `report census`
    ///
    /// It replaces those of 3x3, 3x4 and 4x4. If it is a part of a census, name all other parts, too.
    #[arg(long = "census", value_name = "FILE", help_heading = INPUT)]
    censuses: Vec<PathBuf>,

    /// Read a universe that `huarong rush --out` wrote, for `report rush`
    ///
    /// It replaces the default ones. If it is a part of a universe, name all other parts, too.
    #[arg(long = "universe", value_name = "FILE", help_heading = INPUT)]
    universes: Vec<PathBuf>,

    /// Read boards that `huarong rush unit --clusters --format csv` printed, for `report rush`
    ///
    /// Then universes are reported only if --universe names them.
    #[arg(long = "unit-boards", value_name = "FILE", help_heading = INPUT)]
    unit_boards: Vec<PathBuf>,

    /// List at most N hardest positions per piece set and metric, for `report` [default: 100]
    ///
    /// 0 lists all of them.
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    hardest_limit: Option<usize>,

    /// Search for bounds of a puzzle that is too large for this long per metric, for `report puzzles` [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = long_work::seconds, help_heading = LIMITS)]
    time_limit: Option<Duration>,

    /// Omit components of fewer than N positions, for `report depth` [default: 1]
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    smallest_component: Option<u64>,
}

/// The subject of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// Piece sets that have tables
    PieceSets,
    /// Named openings, compared with published figures
    Openings,
    /// Puzzles of the library, compared with published counts
    Puzzles,
    /// Plots of the piece sets that have tables
    Plots,
    /// Graphs of moves: diameters, bridges, other goals, optimal solutions
    Depth,
    /// Hardest puzzles of small boards
    Census,
    /// Longest Rush Hour puzzles of some board sizes
    Rush,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    check_options(&arguments)?;
    match arguments.subject {
        Subject::PieceSets => report_piece_sets(session, &arguments),
        Subject::Openings if !session.is_published() => {
            bail!("the openings have the 4x5 board: omit --puzzle and --board")
        }
        Subject::Openings => report_openings(session, &arguments.out),
        Subject::Puzzles if !session.is_published() => {
            bail!("`report puzzles` is about the whole library: omit --puzzle and --board")
        }
        Subject::Puzzles => report_puzzles(session, &arguments),
        Subject::Plots if session.chosen.is_some() => {
            bail!("plots compare several piece sets, and a puzzle has one: omit --puzzle")
        }
        Subject::Plots => report_plots(session, &arguments.out),
        Subject::Depth => report_depth(session, &arguments),
        Subject::Census if !session.is_published() => {
            bail!("`report census` has boards of its own: omit --puzzle and --board")
        }
        Subject::Census => report_census(session, &arguments),
        Subject::Rush if !session.is_published() => {
            bail!("`report rush` has boards of its own: omit --puzzle and --board")
        }
        Subject::Rush => report_rush(session, &arguments),
    }
}

/// Refuses arguments that belong to another report.
fn check_options(arguments: &Arguments) -> anyhow::Result<()> {
    let subject = arguments.subject;
    if let Some(name) = arguments.piece_sets.first().filter(|_| subject != Subject::Depth) {
        bail!("only `huarong report depth` takes piece sets: omit {name:?}");
    }
    for (is_given, option, of, command) in [
        (!arguments.censuses.is_empty(), "--census", Subject::Census, "report census"),
        (!arguments.universes.is_empty(), "--universe", Subject::Rush, "report rush"),
        (!arguments.unit_boards.is_empty(), "--unit-boards", Subject::Rush, "report rush"),
        (
            arguments.smallest_component.is_some(),
            "--smallest-component",
            Subject::Depth,
            "report depth",
        ),
        (arguments.time_limit.is_some(), "--time-limit", Subject::Puzzles, "report puzzles"),
        (arguments.hardest_limit.is_some(), "--hardest-limit", Subject::PieceSets, "report"),
    ] {
        if is_given && subject != of {
            bail!("only `huarong {command}` has {option}: omit it");
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
    print_written(&output::counted(study.sets.len() as u64, "piece set"), &written)
}

fn study_sets(session: &Session, hardest_limit: usize) -> anyhow::Result<SetStudy> {
    long_work::with_effort(session, "positions", |effort| {
        SetStudy::new(&session.atlas, hardest_limit, effort)
    })
}

fn report_plots(session: &Session, reports: &Path) -> anyhow::Result<()> {
    // Read first, so that an error comes before the long work.
    let diameters = Diameters::of_reports(reports)?;
    build::build_if_none(session)?;
    // Plots need no hardest positions.
    let study = study_sets(session, 0)?;
    let is_missing = diameters.is_none();
    let plots = PlotStudy::new(&study, diameters)?;
    if is_missing {
        session.say(format_args!(
            "diameters are not drawn: {} is missing; `huarong report depth --out {}` writes it",
            reports.join(DIAMETERS).display(),
            reports.display()
        ));
    }
    let written = plots.write(reports)?;
    print_written(&output::counted(written.len() as u64, "plot"), &written)
}

fn report_openings(session: &Session, directory: &Path) -> anyhow::Result<()> {
    let catalogue = Catalogue::built_in();
    let openings = catalogue.openings();
    let sets: Vec<PieceSet> = openings.iter().map(|o| o.position.piece_set()).collect();
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare(&sets)?;
    let oracles = tablebases.into_map();
    let study = long_work::with_effort(session, "openings", |effort| {
        OpeningStudy::new(catalogue, &oracles, effort)
    })?;
    let written = study.write(directory)?;
    print_written(&output::counted(openings.len() as u64, "opening"), &written)
}

/// Limit of the estimated time for a search of a whole space, in seconds on one thread.
const MOST_SECONDS_OF_SPACE_SEARCH: f64 = 120.0;

/// Time for the bounds of a puzzle under a metric.
const DEFAULT_TIME_FOR_BOUNDS: Duration = Duration::from_secs(10);

fn report_puzzles(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let puzzles = LibraryPuzzle::all();
    let study = long_work::with_effort(session, "puzzles", |effort| {
        let bounding = arguments.time_limit.unwrap_or(DEFAULT_TIME_FOR_BOUNDS);
        PuzzleStudy::new(&puzzles, MOST_SECONDS_OF_SPACE_SEARCH, bounding, effort)
    })?;
    let written = study.write(&arguments.out)?;
    print_written(&output::counted(puzzles.len() as u64, "puzzle"), &written)
}

fn report_depth(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let family = session.atlas.family();
    let sets = session.named_piece_sets(&arguments.piece_sets)?;
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
    let study = long_work::with_effort(session, "positions", |effort| {
        DepthStudy::new(family.puzzle(), &sets, &named, smallest, effort)
    })?;
    let written = study.write(&arguments.out)?;
    let sets = output::counted(study.piece_sets() as u64, "piece set");
    print_written(
        &format!("{sets}, {}", output::counted(study.components(), "component")),
        &written,
    )
}

/// The boards of the report; a census of each takes seconds.
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
                "the report needs whole censuses, and that of {scope} is limited: omit it, or take it without limits"
            );
        }
        if !boards.insert((scope.width, scope.height)) {
            bail!("there are two censuses of {}x{}: omit one of them", scope.width, scope.height);
        }
    }
    let study = long_work::with_effort(session, "record holders", |effort| {
        CensusStudy::new(censuses, effort)
    })?;
    let written = study.write(&arguments.out)?;
    checkpoints.into_iter().try_for_each(batch::Checkpoint::clear)?;
    print_written(&output::counted(study.censuses.len() as u64, "board"), &written)
}

fn report_rush(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let files = &arguments.unit_boards[..];
    if !files.is_empty() {
        let study =
            long_work::with_effort(session, "rows", |effort| UnitStudy::read(files, effort))?;
        let written = study.write(&arguments.out)?;
        print_written(&output::counted(study.rows.len() as u64, "row"), &written)?;
        if arguments.universes.is_empty() {
            return Ok(());
        }
    }
    let (universes, checkpoints) = match &arguments.universes[..] {
        [] => rush::take_some(session)?,
        files => (rush::read_whole(files)?, Vec::new()),
    };
    if let Some(limited) = universes.iter().find(|universe| !universe.scope().is_whole()) {
        bail!(
            "the report needs universes without limits, and that of {} is limited: omit it, or search it without limits",
            limited.scope()
        );
    }
    let study =
        long_work::with_effort(session, "records", |effort| RushStudy::new(universes, effort))?;
    let written = study.write(&arguments.out)?;
    checkpoints.into_iter().try_for_each(batch::Checkpoint::clear)?;
    print_written(&output::counted(study.universes.len() as u64, "universe"), &written)
}

/// Prints the subject of a report, and its files.
fn print_written(subject: &str, written: &[PathBuf]) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    writeln!(out, "{subject}")?;
    for path in written {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(out.flush()?)
}
