//! `huarong export`: positions, distances and graphs for other tools.

mod about;
mod format;
mod subject;
mod write;

use super::headings::{OUTPUT, SEARCH, single_piece_metric, with_metrics};
use super::output::is_stdout;
use super::puzzle::Choice;
use super::session::Session;
use super::tablebases::Tablebases;
use super::{interrupt, output};
use anyhow::{Context, bail};
use format::{Format, Kind, What};
use huarong_core::rules::{Metric, PieceSet};
use huarong_tables::storage;
use std::cmp::Reverse;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use subject::{Extra, Subject};
use write::{Export, cannot_write, origin_beside};

/// Help of `--metric`.
const METRICS: &str =
    "Count moves in this metric [default: all for distances, finger for edges and corridors]";

/// Export tables and graphs for other tools
///
/// Writes positions with their distances, or the moves between positions. Positions are in the order of their indices,
/// as in `huarong query --index`. docs/how-to/export.md describes the formats.
///
/// An edge is a move in the metric; edges are undirected, and each is written once. In csv, its columns u and v are the
/// indices of the two positions.
///
/// If a position cannot reach the goal, its distance is empty in csv, null in parquet and 65535 in npy. graphml and dot
/// omit it.
///
/// Several piece sets, or `all`, are written into one file, with a column `piece_set`. On a board with doors, these are the
/// pieces on the board and those that are left of them.
///
/// Missing tables are built first. Edges in csv, parquet and npy need no tables. `huarong count` prints the number of
/// positions; a full export of positions has one row per position.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong export 1h4v4s --what distances --format npy --out 1h4v4s.npy\n  \
                        huarong export 2h4v1s --what edges --metric unit --component 1\n  \
                        huarong export 5h2v0s --what edges --format graphml --out 5h2v0s.graphml\n  \
                        huarong export 1h4v4s --columns mobility,solution-count --metric finger\n  \
                        huarong export 1h4v4s --what corridor --from heng-dao-li-ma\n  \
                        huarong export all --board 3x4 --format parquet --out 3x4.parquet\n  \
                        huarong export --puzzle dads --metric finger"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece sets such as 1h4v4s (1 horizontal, 4 vertical and 4 small pieces), or `all`
    #[arg(value_name = "PIECE_SET", required_unless_present = "puzzle")]
    piece_sets: Vec<String>,

    /// Export positions, distances, edges or the corridor of a position
    #[arg(long, value_enum, default_value = "positions", help_heading = OUTPUT)]
    what: What,

    /// Add columns to positions, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "COLUMNS", help_heading = OUTPUT)]
    columns: Vec<Extra>,

    /// Write in this format
    #[arg(long, value_enum, default_value = "csv", help_heading = OUTPUT)]
    format: Format,

    #[arg(long, value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRICS, long_help = with_metrics(METRICS))]
    metric: Option<Metric>,

    /// Export one component only
    ///
    /// Give one of its positions, or its number: 1 is the largest component.
    #[arg(long, value_name = "NUMBER|POSITION", help_heading = OUTPUT)]
    component: Option<String>,

    /// Export the corridor of this position [default: the start of the puzzle]
    ///
    /// The corridor of a position has all positions on its optimal solutions.
    #[arg(long, value_name = "POSITION", help_heading = OUTPUT)]
    from: Option<String>,

    /// Begin csv with lines that say where the data is from
    ///
    /// Each line begins with `#`. They name the version of the program, the puzzle, the metrics, and the checksums of
    /// the tables. Parquet, graphml and dot always have the same text, and npy has it in FILE.json with --out.
    #[arg(long, help_heading = OUTPUT)]
    comment: bool,

    /// Write to this file instead of standard output, which is `-`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    check(&arguments)?;
    let _work = interrupt::Work::begin()?;
    let sets = piece_sets(session, &arguments)?;
    if arguments.what == What::Edges && sets.len() > 1 {
        bail!("--what edges is for one piece set, because indices count per piece set");
    }
    let one_metric = arguments.metric.unwrap_or(Metric::Finger);
    let metrics = match (arguments.what, arguments.format.kind()) {
        (What::Edges, Kind::Rows(_)) => Vec::new(),
        (What::Edges, Kind::Graphs(_)) => vec![one_metric],
        _ => arguments.metric.map_or(Metric::OF_SINGLE_PIECES.to_vec(), |metric| vec![metric]),
    };
    let component = arguments.component.as_deref();
    let subject = |set| Subject::new(session, set, component);
    let mut subjects = sets.iter().map(subject).collect::<anyhow::Result<Vec<_>>>()?;
    if let Kind::Graphs(_) = arguments.format.kind() {
        subjects.iter().try_for_each(|subject| check_nodes(arguments.format, subject))?;
    }
    let corridor = match arguments.what {
        What::Corridor => Some(subjects[0].start_of_corridor(session, arguments.from.as_deref())?),
        _ => None,
    };
    let mut tablebases = Tablebases::new(session);
    match metrics[..] {
        [] => {}
        [only] => tablebases.prepare_some(&sets, Some(only))?,
        _ => tablebases.prepare(&sets)?,
    }
    for subject in &mut subjects {
        if !metrics.is_empty() {
            subject.add_tables(session, &metrics)?;
        }
        if let Some(start) = corridor {
            subject.keep_corridor(session, start, one_metric)?;
        }
    }
    let export = Export {
        session,
        what: arguments.what,
        edges_under: one_metric,
        metrics: if metrics.is_empty() { vec![one_metric] } else { metrics },
        part: match (&arguments.component, &arguments.from) {
            (Some(component), _) => Some(("component", component)),
            (None, from) => from.as_deref().map(|from| ("corridor of", from)),
        },
        extra: &arguments.columns,
        format: arguments.format,
        comment: arguments.comment,
        subjects,
    };
    match arguments.out.as_deref().filter(|path| !is_stdout(path)) {
        None => {
            let mut out = output::stdout()?;
            export.write(&mut out)?;
            Ok(out.flush()?)
        }
        Some(path) => export.write_file(path),
    }
}

/// The named piece sets, each once.
fn piece_sets(session: &Session, arguments: &Arguments) -> anyhow::Result<Vec<PieceSet>> {
    let mut sets = session.piece_sets(&arguments.piece_sets)?;
    if session.chosen.is_some() {
        // On a board with doors, also what is left of them.
        sets = session.atlas.piece_sets().to_vec();
        let puzzle = session.atlas.family().puzzle();
        if puzzle.doors().is_some() {
            check_with_doors(arguments)?;
        }
        sets.sort_by_key(|set| Reverse(puzzle.leavings(set)));
    }
    let mut named: Vec<PieceSet> = Vec::new();
    for set in sets {
        if !named.contains(&set) {
            named.push(set);
        }
    }
    match named[..] {
        [] => bail!("no piece set is given: name one, such as 1h4v4s"),
        [_] => Ok(named),
        _ if arguments.component.is_some() => {
            bail!("--component is for one piece set, and there are {}", named.len())
        }
        _ if arguments.what == What::Corridor => {
            bail!("--what corridor is for one piece set, and there are {}", named.len())
        }
        _ => Ok(named),
    }
}

/// Refuses what is only for boards whose pieces stay.
fn check_with_doors(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { what, component, columns, .. } = arguments;
    let refused = match what {
        What::Edges => "--what edges",
        What::Corridor => "--what corridor",
        What::Positions | What::Distances if component.is_some() => "--component",
        What::Positions | What::Distances
            if columns.iter().any(|&extra| extra != Extra::PieceSet) =>
        {
            bail!("--columns: where pieces leave, there is only the column piece-set")
        }
        What::Positions | What::Distances => return Ok(()),
    };
    bail!(
        "{refused} is not for boards whose pieces leave: use --what positions or distances, without --component"
    )
}

/// Refuses options that contradict each other, and files that cannot be written, before any work.
fn check(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { what, format, component, columns, from, comment, out, .. } = arguments;
    if matches!(format.kind(), Kind::Graphs(_)) && *what != What::Edges {
        let name = format.name();
        bail!("{name} is a graph format: use --what edges, or --format csv, parquet or npy");
    }
    if component.is_some() && matches!(what, What::Distances | What::Corridor) {
        let needs = if *what == What::Distances {
            "distances needs all positions"
        } else {
            "corridor has its own"
        };
        bail!("--what {needs}: with --component, use --what positions or edges");
    }
    if !columns.is_empty() && matches!(what, What::Distances | What::Edges) {
        bail!("--columns is for --what positions and --what corridor");
    }
    if from.is_some() && *what != What::Corridor {
        bail!("--from is for --what corridor");
    }
    if *comment && *format != Format::Csv {
        bail!("--comment is for csv; {} has the same text without it", format.name());
    }
    match out.as_deref().filter(|path| !is_stdout(path)) {
        Some(path) if path.is_dir() => {
            bail!("--out: {} is a directory; name a file in it", path.display())
        }
        Some(path) => {
            storage::check_replaceable(path).with_context(|| cannot_write(path))?;
            if *format == Format::Npy {
                let beside = origin_beside(path);
                if beside.is_dir() {
                    bail!("--out: {} is a directory; name another file", beside.display());
                }
                storage::check_replaceable(&beside).with_context(|| cannot_write(&beside))?;
            }
            let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            match directory.map(fs::metadata) {
                Some(Err(error)) => Err(error).with_context(|| cannot_write(path)),
                _ => Ok(()),
            }
        }
        None if format.is_binary() && io::stdout().is_terminal() => {
            bail!("{} is not text: name a file with --out", format.name())
        }
        None => Ok(()),
    }
}

/// Most positions of a graph in graphml and dot, whose readers keep the whole graph in memory.
const MOST_NODES: u64 = 1_000_000;

/// Refuses a graph that is too large for a format.
fn check_nodes(format: Format, subject: &Subject) -> anyhow::Result<()> {
    let nodes = subject.listing().len();
    if nodes > MOST_NODES {
        let [nodes, most] = [nodes, MOST_NODES].map(output::grouped);
        bail!(
            "the graph has {nodes} positions, and {} is limited to {most}: use csv, parquet or npy, or export one \
             component with --component",
            format.name()
        );
    }
    Ok(())
}
