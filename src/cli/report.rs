//! `huarong report`: CSV reports from the tables.

use super::{Session, build, interrupt, progress};
use huarong::atlas::Plan;
use huarong::puzzle::Metric;
use huarong::report::{DEFAULT_HARDEST_LIMIT, Study};
use std::io::Write;
use std::path::PathBuf;

/// Write CSV reports from the tables
///
/// Writes piece_sets.csv, components.csv, histogram.csv and hardest.csv about the piece sets of which there
/// are tables, and a README.md that explains every column. Where there are no tables at all, all are built
/// first.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Directory for the reports
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,

    /// Most hardest positions listed for each piece set and metric; 0 lists all
    #[arg(long, value_name = "N", default_value_t = DEFAULT_HARDEST_LIMIT)]
    hardest_limit: usize,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    let atlas = &session.atlas;
    let mut surveyed = atlas.survey()?;
    if surveyed.is_empty() {
        session.say(format_args!("no tables in {} yet; building all", atlas.directory().display()));
        let metrics = Metric::ALL.to_vec();
        build::build(session, &Plan { piece_sets: None, metrics, force: false })?;
        surveyed = atlas.survey()?;
    }
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
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} piece sets", study.set_count())?;
    for path in written {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(())
}
