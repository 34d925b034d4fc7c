//! `huarong export`: positions, distances and graphs for other tools.

use super::headings::{OUTPUT, SEARCH, with_metrics};
use super::puzzle::Choice;
use super::session::Session;
use super::tablebases::Tablebases;
use super::{interrupt, output, work};
use crate::effort::Effort;
use crate::export::{GraphFormat, RowFormat};
use crate::sliding::analysis::{
    ComponentList, EDGE_COLUMNS, Listing, ListingError, Members, OptionalColumns,
};
use crate::sliding::atlas::SetTable;
use crate::sliding::rules::{Metric, PieceSet};
use crate::sliding::space::Space;
use crate::storage;
use anyhow::{Context, bail};
use clap::ValueEnum;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Help of `--metric`.
const METRICS: &str = "Count moves in this metric [default: all for distances, finger for edges]";

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
/// Missing tables are built first. Edges in csv, parquet and npy need no tables. `huarong count` prints the number of
/// positions; a full export of positions has one row per position.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong export 1h4v4s --what distances --format npy --out 1h4v4s.npy\n  \
                        huarong export 2h4v1s --what edges --metric unit --component 1\n  \
                        huarong export 5h2v0s --what edges --format graphml --out 5h2v0s.graphml\n  \
                        huarong export --puzzle dads --metric finger\n  \
                        huarong export 2h3v4s --format csv | head -100 >some.txt"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece set such as 1h4v4s: 1 horizontal, 4 vertical and 4 small pieces
    #[arg(required_unless_present = "puzzle")]
    piece_set: Option<String>,

    /// Export positions, distances or edges
    #[arg(long, value_enum, default_value = "positions", help_heading = OUTPUT)]
    what: What,

    /// Write in this format
    #[arg(long, value_enum, default_value = "csv", help_heading = OUTPUT)]
    format: Format,

    #[arg(long, help_heading = SEARCH, help = METRICS, long_help = with_metrics(METRICS))]
    metric: Option<Metric>,

    /// Export one component only
    ///
    /// Give one of its positions, or its number: 1 is the largest component.
    #[arg(long, value_name = "NUMBER|POSITION", help_heading = OUTPUT)]
    component: Option<String>,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
}

/// The content of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Index, position and distances, one row per position
    Positions,
    /// Distances only, by index
    Distances,
    /// Moves between positions; graphml and dot have the positions, too
    Edges,
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values with a header
    Csv,
    /// Apache Parquet
    #[cfg(feature = "parquet")]
    Parquet,
    /// NumPy array
    Npy,
    /// Graph in GraphML
    Graphml,
    /// Graph in the DOT language of Graphviz
    Dot,
}

/// Most positions of a graph in graphml and dot, whose readers keep the whole graph in memory.
const MOST_NODES: u64 = 1_000_000;

/// The kind of a format.
enum Kind {
    Rows(RowFormat),
    Graphs(GraphFormat),
}

impl Format {
    fn kind(self) -> Kind {
        match self {
            Self::Csv => Kind::Rows(RowFormat::Csv),
            #[cfg(feature = "parquet")]
            Self::Parquet => Kind::Rows(RowFormat::Parquet),
            Self::Npy => Kind::Rows(RowFormat::Npy),
            Self::Graphml => Kind::Graphs(GraphFormat::Graphml),
            Self::Dot => Kind::Graphs(GraphFormat::Dot),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether the format is not text.
    fn is_binary(self) -> bool {
        !matches!(self, Self::Csv | Self::Graphml | Self::Dot)
    }
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    check(&arguments)?;
    let _work = interrupt::Work::begin()?;
    let sets = session.piece_sets(arguments.piece_set.as_slice())?;
    let [set] = &sets[..] else { bail!("no piece set is given: name one, such as 1h4v4s") };
    let space = work::space(session, session.atlas.family().puzzle(), set)?;
    let component = arguments.component.as_deref();
    let members = component.map(|text| members(session, &space, text)).transpose()?;
    let listing = Listing::new(&space, members.as_ref());
    let edges_under = arguments.metric.unwrap_or(Metric::Finger);
    let metrics = match (arguments.what, arguments.format.kind()) {
        (What::Edges, Kind::Rows(_)) => Vec::new(),
        (What::Edges, Kind::Graphs(_)) => {
            check_nodes(arguments.format, listing.len())?;
            vec![edges_under]
        }
        _ => arguments.metric.map_or(Metric::ALL.to_vec(), |metric| vec![metric]),
    };
    let mut tablebases = Tablebases::new(session);
    match metrics[..] {
        [] => {}
        [only] => tablebases.prepare_some([set], Some(only))?,
        _ => tablebases.prepare([set])?,
    }
    let table = |&metric| Ok(tablebases.get(set).table(metric)?.1);
    let export = Export {
        session,
        name: name(session, set),
        listing,
        what: arguments.what,
        edges_under,
        format: arguments.format,
        tables: metrics.iter().map(table).collect::<anyhow::Result<_>>()?,
    };
    match &arguments.out {
        None => {
            let mut out = output::stdout()?;
            export.write(&mut out)?;
            Ok(out.flush()?)
        }
        Some(path) => export.write_file(path),
    }
}

/// Refuses options that contradict each other, and files that cannot be written, before any work.
fn check(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { what, format, component, out, .. } = arguments;
    if matches!(format.kind(), Kind::Graphs(_)) && *what != What::Edges {
        let name = format.name();
        bail!("{name} is a graph format: use --what edges, or --format csv, parquet or npy");
    }
    if component.is_some() && *what == What::Distances {
        bail!(
            "--what distances needs all positions: with --component, use --what positions or edges"
        );
    }
    match out {
        Some(path) if path.is_dir() => {
            bail!("--out: {} is a directory; name a file in it", path.display())
        }
        Some(path) => {
            storage::check_replaceable(path).with_context(|| cannot_write(path))?;
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

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Refuses a graph that is too large for a format.
fn check_nodes(format: Format, nodes: u64) -> anyhow::Result<()> {
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

/// The text of a piece set, or the name of the chosen puzzle.
fn name(session: &Session, set: &PieceSet) -> String {
    let puzzle = session.atlas.family().puzzle();
    session.chosen.as_ref().map_or_else(|| puzzle.piece_set_text(set), |c| c.file.name().to_owned())
}

/// The positions of a component, which is given by its number or by one of its positions.
fn members(session: &Session, space: &Space, component: &str) -> anyhow::Result<Members> {
    let (puzzle, set) = (space.puzzle(), space.piece_set());
    let index = match component.parse::<usize>() {
        Ok(number) => {
            let list = work::with_effort(session, "positions", |effort| {
                effort.doing("components")?;
                ComponentList::new(space, effort)
            })?;
            list.first_position(number).with_context(|| {
                let (there, of) =
                    (output::counted(list.len() as u64, "component"), name(session, set));
                format!(
                    "{of} has no component {number}: it has {there}, numbered from 1, the largest first"
                )
            })?
        }
        Err(_) => {
            let (its_set, position) = session.read_position(component)?;
            let index = if its_set == *set { space.rank(&position) } else { None };
            index.with_context(|| {
                let [set, its_set] = [set, &its_set].map(|set| puzzle.piece_set_text(set));
                format!("the position has the piece set {its_set}, not {set}")
            })?
        }
    };
    work::with_effort(session, "positions", |effort| {
        effort.total(space.len())?;
        effort.doing("one component")?;
        Members::of(space, index, effort)
    })
}

/// An export: its content and format.
struct Export<'e> {
    session: &'e Session,
    name: String,
    listing: Listing<'e>,
    what: What,
    edges_under: Metric,
    format: Format,
    tables: Vec<&'e SetTable>,
}

impl Export<'_> {
    /// Writes a file, whole or not at all.
    fn write_file(&self, path: &Path) -> anyhow::Result<()> {
        let mut failed = None;
        let written = storage::write_whole(path, ".huarong-export-", |out| {
            self.write(out).map_err(|error| {
                // Errors of writing are passed on as they are, so that they get the name of the file.
                error.downcast().unwrap_or_else(|error| {
                    failed = Some(error);
                    io::ErrorKind::Other.into()
                })
            })
        });
        if let Some(error) = failed {
            return Err(error);
        }
        written.with_context(|| cannot_write(path))?;
        self.session.say(format_args!("wrote {}", path.display()));
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match (self.format.kind(), self.what) {
            (Kind::Rows(format), What::Edges) => self.write_edges(format, out),
            (Kind::Rows(format), _) => self.write_positions(format, out),
            (Kind::Graphs(format), _) => self.write_graph(format, out),
        }
    }

    fn write_positions(&self, format: RowFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        let text = self.what == What::Positions;
        // In an array of distances, the place is the index.
        let said = OptionalColumns { index: text || format != RowFormat::Npy, text };
        let columns = self.listing.position_columns(said, self.metrics());
        let mut writer = format.writer(&columns, self.listing.len(), out)?;
        self.list(1, |effort| {
            effort.doing("positions")?;
            self.listing.positions(said, &self.tables, effort, |rows| writer.write(rows))
        })?;
        Ok(writer.finish()?)
    }

    fn write_edges(&self, format: RowFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        let edges = match format.counts_rows() {
            true => self.list(1, |effort| {
                effort.doing("counting moves")?;
                Ok(self.listing.count_edges(self.edges_under, effort)?)
            })?,
            false => 0,
        };
        let mut writer = format.writer(&EDGE_COLUMNS, edges, out)?;
        self.list(1, |effort| {
            effort.doing("moves")?;
            self.listing.edges(self.edges_under, effort, |rows| writer.write(rows))
        })?;
        Ok(writer.finish()?)
    }

    fn write_graph(&self, format: GraphFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        let said = OptionalColumns { index: true, text: true };
        let columns = self.listing.position_columns(said, self.metrics());
        let name = format!("{}, {}", self.name, self.edges_under);
        let mut writer = format.writer(&name, &columns, out)?;
        self.list(2, |effort| {
            effort.doing("positions")?;
            self.listing.positions(said, &self.tables, effort, |rows| writer.nodes(&rows))?;
            effort.doing("moves")?;
            self.listing.edges(self.edges_under, effort, |rows| writer.edges(&rows))
        })?;
        Ok(writer.finish()?)
    }

    fn metrics(&self) -> impl Iterator<Item = Metric> {
        self.tables.iter().map(|table| table.metric)
    }

    /// Does work that visits all positions `times` times, with a progress bar.
    fn list<T>(
        &self,
        times: u64,
        work: impl FnOnce(Effort<'_>) -> Result<T, ListingError>,
    ) -> anyhow::Result<T> {
        let done = work::with_effort(self.session, "positions", |effort| {
            effort.total(times * self.listing.space().len())?;
            work(effort)
        });
        done.map_err(|error| match error.downcast() {
            Ok(ListingError::Write(error)) => error.into(),
            Ok(other) => other.into(),
            Err(error) => error,
        })
    }
}
