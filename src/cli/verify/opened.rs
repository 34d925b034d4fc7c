//! The table files that are proved.

use crate::cli::output;
use crate::cli::session::Session;
use huarong_core::rules::PieceSet;
use huarong_oracle::atlas::SetTable;
use std::io::{self, Write};
use std::path::PathBuf;

/// An open table file with the tables of its piece sets.
pub(super) struct Opened {
    pub path: PathBuf,
    pub tables: Vec<(PieceSet, SetTable)>,
}

impl Opened {
    /// Prints its path, metric, and numbers of piece sets and entries.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let held = |table: &SetTable| {
            let held = table.table.held(&table.section);
            held.end - held.start
        };
        let sets = output::counted(self.tables.len() as u64, "piece set");
        let entries = output::grouped(self.tables.iter().map(|(_, table)| held(table)).sum());
        let metric = self.tables.first().map_or("", |(_, table)| table.metric.name());
        writeln!(out, "{}: {metric}, {sets}, {entries} entries", self.path.display())
    }
}

/// Opens every table of the directory; also returns the number of files that cannot be opened.
pub(super) fn open_all(session: &Session) -> anyhow::Result<(Vec<Opened>, usize)> {
    let atlas = &session.atlas;
    let mut opened = Vec::new();
    let mut faults = 0;
    for file in atlas.files()? {
        match atlas.tables_in(&file) {
            Ok(tables) => opened.extend(tables.map(|tables| Opened { path: file.path, tables })),
            Err(error) => {
                output::print_error(&error.into());
                faults += 1;
            }
        }
    }
    if opened.is_empty() && faults == 0 {
        return Err(session.no_tables());
    }
    Ok((opened, faults))
}
