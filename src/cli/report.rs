//! `huarong report`: research reports from the tables.

use super::guides::Guides;
use super::{Session, build, interrupt, progress};
use clap::ValueEnum;
use huarong::catalogue::Catalogue;
use huarong::puzzle::PieceSet;
use huarong::report::{DEFAULT_HARDEST_LIMIT, OpeningStudy, Study};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write research reports from the tables
///
/// `huarong report` writes piece_sets.csv, components.csv, histogram.csv and hardest.csv about the piece sets
/// of which there are tables, and a README.md that explains every column. Where there are no tables at all,
/// all are built first. `huarong report openings` writes openings.csv, the named openings with every
/// published figure held against the tables, and literature.md, which checks Wei and Lin (1999).
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// What to report on
    #[arg(value_enum, default_value = "piece-sets")]
    subject: Subject,

    /// Directory for the reports
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,

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
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    match arguments.subject {
        Subject::PieceSets => report_piece_sets(session, &arguments),
        Subject::Openings => report_openings(session, &arguments.out),
    }
}

fn report_piece_sets(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let atlas = &session.atlas;
    build::build_if_none(session)?;
    let surveyed = atlas.survey()?;
    let positions = surveyed.iter().flat_map(|(_, tables)| tables.iter().flatten().next());
    let bar = progress::bar(
        positions.map(|table| table.section.entries).sum(),
        "positions",
        session.quiet,
    );
    bar.set_message("components and hardest positions");
    let limit = if arguments.hardest_limit == 0 { usize::MAX } else { arguments.hardest_limit };
    let study = Study::new(atlas, limit, |positions| {
        bar.inc(positions);
        interrupt::flow().is_continue()
    });
    bar.finish_and_clear();
    let study = study?;
    let written = study.write(&arguments.out)?;
    tell(&format!("{} piece sets", study.sets().len()), &written)
}

fn report_openings(session: &Session, directory: &Path) -> anyhow::Result<()> {
    let openings = Catalogue::built_in().openings();
    let sets: Vec<PieceSet> = openings.iter().map(|o| o.position.piece_set()).collect();
    let mut guides = Guides::new(session);
    guides.prepare(&sets)?;
    let bar = progress::bar(openings.len() as u64, "openings", session.quiet);
    bar.set_message("solutions and components");
    let study = OpeningStudy::new(
        Catalogue::built_in(),
        |set| guides.get(set),
        || {
            bar.inc(1);
            interrupt::flow().is_continue()
        },
    );
    bar.finish_and_clear();
    let written = study?.write(directory)?;
    tell(&format!("{} openings", openings.len()), &written)
}

/// Says what a report is about and where it was written.
fn tell(subject: &str, written: &[PathBuf]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{subject}")?;
    for path in written {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(())
}
