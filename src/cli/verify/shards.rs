//! Proving tables in shards: each process proves its own shards.

use super::findings::{fail, print_checked};
use super::opened::Opened;
use crate::cli::session::Session;
use crate::cli::{cluster, long_work, output};
use anyhow::bail;
use huarong_core::effort::Effort;
use huarong_core::rules::PieceSet;
use huarong_core::space::Space;
use huarong_oracle::analysis::{Certificate, PartFault, Totals, certify_part};
use huarong_search::cluster::Exchange;
use huarong_tables::table::Shard;
use std::io::Write;

/// Proves the shards of a process, together with the others.
pub(super) fn prove(
    session: &Session,
    wanted: &Option<Vec<PieceSet>>,
    part: &cluster::Part,
) -> anyhow::Result<()> {
    let files = open(session, wanted, part.process, part.hosts.len())?;
    let mut task = "verify".to_owned();
    for file in &files {
        let text = |set| session.atlas.family().puzzle().piece_set_text(set);
        let sets: Vec<String> = file.tables.iter().map(|(set, _)| text(set)).collect();
        task += &format!(" {} of {}", file.tables[0].1.metric, sets.join(" "));
    }
    let (certificate, totals) = long_work::with_effort(session, "entries", |effort| {
        cluster::work(session, part, task, effort, |exchange, effort| {
            certify_all(session, &files, exchange, effort)
        })
    })?;
    let mut out = output::stdout()?;
    files.iter().try_for_each(|file| file.print(&mut out))?;
    // One process prints the totals.
    if part.process == 0 {
        print_checked(&mut out, totals.entries, totals.neighbours, totals.faults == 0)?;
    }
    out.flush()?;
    fail(certificate.faults, totals.faults)
}

/// Opens the shards of a process.
fn open(
    session: &Session,
    wanted: &Option<Vec<PieceSet>>,
    process: usize,
    processes: usize,
) -> anyhow::Result<Vec<Opened>> {
    let atlas = &session.atlas;
    let shard = Shard::new(process as u32, processes as u32);
    let Some(shard) = shard else {
        bail!("there is no process {process}: the hosts file has {processes}, counted from 0")
    };
    let mut opened = Vec::new();
    for file in atlas.files()? {
        let Some(mut tables) = atlas.tables_in_shard(&file, shard)? else { continue };
        tables.retain(|(set, _)| wanted.as_ref().is_none_or(|wanted| wanted.contains(set)));
        if !tables.is_empty() {
            opened.push(Opened { path: atlas.shard_path(&file, shard), tables });
        }
    }
    if opened.is_empty() {
        bail!(
            "no shard {shard} of these tables in {}: build in {processes} processes, or verify in one process",
            atlas.directory().display()
        );
    }
    Ok(opened)
}

/// Certifies all shards, one after another; also returns the totals of all processes.
fn certify_all(
    session: &Session,
    files: &[Opened],
    exchange: &mut dyn Exchange,
    effort: Effort<'_>,
) -> Result<(Certificate, Totals), PartFault> {
    let puzzle = session.atlas.family().puzzle();
    let tables = || files.iter().flat_map(|file| &file.tables);
    let held = tables().map(|(_, table)| table.table.held(&table.section));
    effort.total(held.map(|held| held.end - held.start).sum())?;
    let mut whole = Certificate::default();
    for (set, table) in tables() {
        effort.doing(format_args!("verifying {}", puzzle.piece_set_text(set)))?;
        let space = Space::within(puzzle, set, effort)?;
        whole.add(certify_part(&space, table, exchange, effort)?);
    }
    let totals = Totals::of(&whole, exchange)?;
    Ok((whole, totals))
}
