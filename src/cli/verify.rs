//! `huarong verify`: proves tables from first principles.

use super::{Session, checksums, interrupt, output, progress};
use anyhow::{Context, bail};
use huarong::analysis::{Certificate, Checked, Checksums, Difference, certify};
use huarong::atlas::SetTable;
use huarong::puzzle::{Metric, PieceSet};
use huarong::space::Space;
use huarong::table::Table;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Prove every entry of every table
///
/// Checks the checksums, and for every entry: that distance 0 stands exactly on the won positions, that every
/// k > 0 has a neighbour at k - 1 and none nearer, and that what is unreachable touches only what is
/// unreachable. By induction that makes every distance right. The neighbours come from a plain move generator
/// that shares nothing with the search.
///
/// With --published the distances are compared with those that others have published.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Compare the tables with published checksums instead: those that come with the program, or a list
    /// that `huarong checksums` wrote elsewhere
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    published: Option<Option<PathBuf>>,
}

/// The list that comes with the program.
const PUBLISHED: &str = include_str!("../../reports/checksums.txt");

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    match arguments.published {
        None => prove(session),
        Some(list) => compare(session, list.as_deref()),
    }
}

/// Compares the checksums of all tables with a list.
fn compare(session: &Session, list: Option<&Path>) -> anyhow::Result<()> {
    let text = match list {
        None => PUBLISHED.to_owned(),
        Some(path) => {
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?
        }
    };
    let name =
        list.map_or_else(|| "the published list".to_owned(), |path| path.display().to_string());
    let list: Checksums = text.parse().with_context(|| name.clone())?;
    if session.atlas.survey()?.is_empty() {
        bail!(
            "no tables in {}; build them with `huarong build`",
            session.atlas.directory().display()
        );
    }
    let found = checksums::of_tables(session)?;
    let differences = found.differences_from(&list);
    for Difference { piece_set, metric, checksums: (found, listed) } in &differences {
        let listed = listed.as_deref().unwrap_or("no such table");
        output::say_line(format_args!(
            "error: {piece_set} {metric}: {found} here, {listed} in {name}"
        ));
    }
    let tables = output::counted(found.len() as u64, "table");
    match differences.len() {
        0 => Ok(writeln!(std::io::stdout().lock(), "{tables}, each as in {name}")?),
        different => bail!("{different} of {tables} not as in {name}"),
    }
}

/// Proves every entry.
fn prove(session: &Session) -> anyhow::Result<()> {
    let (tables, mut faults) = open_all(session)?;
    let groups = groups(&tables);
    let entries: u64 =
        groups.iter().flat_map(|(_, tables)| tables).map(|t| t.section.entries).sum();
    let bar = progress::bar(entries, "entries", session.quiet);
    let puzzle = session.atlas.family().puzzle();
    let mut total = Checked::default();
    for (set, tables) in &groups {
        bar.set_message(format!("verifying {}", puzzle.piece_set_text(set)));
        let space = Space::new(puzzle, set)?;
        let tables: Vec<&SetTable> = tables.iter().collect();
        let certificate = certify(&space, &tables, |positions| {
            bar.inc(positions * tables.len() as u64);
            interrupt::flow().is_continue()
        });
        let Some(Certificate { checked, faults: found }) = certificate else {
            bar.finish_and_clear();
            bail!("stopped before everything was checked");
        };
        total.entries += checked.entries;
        total.neighbours += checked.neighbours;
        faults += found.len();
        bar.suspend(|| found.into_iter().for_each(|fault| output::tell_error(&fault.into())));
    }
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    for table in &tables {
        let sets = output::counted(table.sections().len() as u64, "piece set");
        let entries = table.sections().iter().map(|section| section.entries).sum();
        let entries = output::grouped(entries);
        writeln!(out, "{}: {}, {sets}, {entries} entries", table.path().display(), table.metric())?;
    }
    writeln!(
        out,
        "checked {} entries against {} neighbours",
        output::grouped(total.entries),
        output::grouped(total.neighbours)
    )?;
    match faults {
        0 => Ok(writeln!(out, "every distance is right")?),
        1 => bail!("1 fault found"),
        _ => bail!("{faults} faults found"),
    }
}

/// Opens every table of the directory; how many could not be.
fn open_all(session: &Session) -> anyhow::Result<(Vec<Arc<Table>>, usize)> {
    let atlas = &session.atlas;
    let mut tables = Vec::new();
    let mut faults = 0;
    for file in atlas.files()? {
        match atlas.open(&file) {
            Ok(table) => tables.extend(table),
            Err(error) => {
                output::tell_error(&error.into());
                faults += 1;
            }
        }
    }
    if tables.is_empty() && faults == 0 {
        let directory = atlas.directory().display();
        bail!("no tables in {directory}; build them with `huarong build`");
    }
    Ok((tables, faults))
}

/// The sections of all tables by piece set, as many together as there are metrics: one walk over the
/// positions serves them all.
fn groups(tables: &[Arc<Table>]) -> Vec<(PieceSet, Vec<SetTable>)> {
    let mut by_set: BTreeMap<&PieceSet, Vec<SetTable>> = BTreeMap::new();
    for table in tables {
        for section in table.sections() {
            let found = SetTable { table: table.clone(), section: section.clone() };
            by_set.entry(&section.piece_set).or_default().push(found);
        }
    }
    by_set
        .into_iter()
        .flat_map(|(set, found)| {
            let together = found.chunks(Metric::ALL.len()).map(<[SetTable]>::to_vec);
            together.map(|tables| (set.clone(), tables)).collect::<Vec<_>>()
        })
        .collect()
}
