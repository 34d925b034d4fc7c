//! Writes an export.

use super::about::{About, about};
use super::format::{Format, Kind, What};
use super::subject::{Computed, Extra, Subject};
use crate::cli::long_work;
use crate::cli::session::Session;
use anyhow::Context;
use huarong_core::effort::Effort;
use huarong_core::rules::Metric;
use huarong_lab::export;
use huarong_lab::export::{GraphFormat, RowFormat};
use huarong_lab::listing::{EDGE_COLUMNS, Listing, ListingError, PositionColumn};
use huarong_tables::storage;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// An export: its content and format.
pub struct Export<'e> {
    pub session: &'e Session,
    pub what: What,
    pub edges_under: Metric,
    pub metrics: Vec<Metric>,
    /// Which part of the positions it has, as a key and a value.
    pub part: Option<(&'static str, &'e str)>,
    pub extra: &'e [Extra],
    pub format: Format,
    /// Whether csv begins with its origin.
    pub comment: bool,
    pub subjects: Vec<Subject>,
}

impl Export<'_> {
    /// Writes a file, whole or not at all. An array has its origin in a second file.
    pub fn write_file(&self, path: &Path) -> anyhow::Result<()> {
        write_whole(path, |out| self.write(out))?;
        self.session.say(format_args!("wrote {}", path.display()));
        if self.format == Format::Npy {
            let beside = origin_beside(path);
            let about: serde_json::Map<String, serde_json::Value> =
                self.origin()?.into_iter().map(|(key, value)| (key, value.into())).collect();
            write_whole(&beside, |out| {
                serde_json::to_writer_pretty(&mut *out, &about)?;
                Ok(writeln!(out)?)
            })?;
            self.session.say(format_args!("wrote {}", beside.display()));
        }
        Ok(())
    }

    pub fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match (self.format.kind(), self.what) {
            (Kind::Rows(format), What::Edges) => self.write_edges(format, out),
            (Kind::Rows(format), _) => self.write_positions(format, out),
            (Kind::Graphs(format), _) => self.write_graph(format, out),
        }
    }

    /// The origin of the data.
    fn origin(&self) -> anyhow::Result<About> {
        about(self.session, &self.subjects, &self.metrics, self.part)
    }

    /// The origin of the data, if the file itself shows it. Its checksums take time.
    fn about(&self) -> anyhow::Result<About> {
        match self.format {
            Format::Npy => Ok(About::new()),
            Format::Csv if !self.comment => Ok(About::new()),
            _ => self.origin(),
        }
    }

    /// The columns that the positions of every piece set begin with.
    fn first_columns(&self) -> Vec<PositionColumn<'static>> {
        let several = self.subjects.len() > 1 || self.extra.contains(&Extra::PieceSet);
        let text = self.what != What::Distances;
        // In an array of distances, the place is the index.
        let index = text || !matches!(self.format.kind(), Kind::Rows(RowFormat::Npy));
        let first = [
            (several && (index || text), PositionColumn::PieceSet),
            (index, PositionColumn::Index),
            (text, PositionColumn::Text),
        ];
        first.into_iter().filter(|(is_listed, _)| *is_listed).map(|(_, column)| column).collect()
    }

    fn write_positions(&self, format: RowFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        let first = self.first_columns();
        let Some((head, others)) = self.subjects.split_first() else { return Ok(()) };
        let computed = head.compute(self.session, self.extra)?;
        let columns = head.columns(&first, self.extra, &computed);
        let mut named = head.listing().columns(&columns);
        // The piece sets of one column can have names of different lengths.
        let longest = self.subjects.iter().map(|subject| subject.listing().piece_set_text().len());
        let longest = longest.max().unwrap_or(0);
        for column in &mut named {
            if column.name == PositionColumn::PIECE_SET {
                column.kind = export::Kind::Text { signs: longest };
            }
        }
        let rows = self.subjects.iter().map(|subject| subject.listing().len()).sum();
        let mut writer = format.writer(&named, rows, &self.about()?, out)?;
        let mut write = |subject: &Subject, columns: &[PositionColumn<'_>]| {
            let listing = subject.listing();
            self.list(listing, 1, |effort| {
                effort.doing("positions")?;
                listing.positions(columns, effort, |rows| writer.write(rows))
            })
        };
        write(head, &columns)?;
        for subject in others {
            let computed = subject.compute(self.session, self.extra)?;
            write(subject, &subject.columns(&first, self.extra, &computed))?;
        }
        Ok(writer.finish()?)
    }

    fn write_edges(&self, format: RowFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        let listing = self.subjects[0].listing();
        let edges = match format.counts_rows() {
            true => self.list(listing, 1, |effort| {
                effort.doing("counting moves")?;
                Ok(listing.count_edges(self.edges_under, effort)?)
            })?,
            false => 0,
        };
        let mut writer = format.writer(&EDGE_COLUMNS, edges, &self.about()?, out)?;
        self.list(listing, 1, |effort| {
            effort.doing("moves")?;
            listing.edges(self.edges_under, effort, |rows| writer.write(rows))
        })?;
        Ok(writer.finish()?)
    }

    fn write_graph(&self, format: GraphFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        let subject = &self.subjects[0];
        let listing = subject.listing();
        let none = Computed::new();
        let listed = subject.columns(&self.first_columns(), &[], &none);
        let name = format!("{}, {}", subject.name(self.session), self.edges_under);
        let mut writer = format.writer(&name, &listing.columns(&listed), &self.about()?, out)?;
        self.list(listing, 2, |effort| {
            effort.doing("positions")?;
            listing.positions(&listed, effort, |rows| writer.nodes(&rows))?;
            effort.doing("moves")?;
            listing.edges(self.edges_under, effort, |rows| writer.edges(&rows))
        })?;
        Ok(writer.finish()?)
    }

    /// Does work that visits all positions of a space `times` times, with a progress bar.
    fn list<T>(
        &self,
        listing: Listing<'_>,
        times: u64,
        work: impl FnOnce(Effort<'_>) -> Result<T, ListingError>,
    ) -> anyhow::Result<T> {
        let done = long_work::with_effort(self.session, "positions", |effort| {
            effort.total(times * listing.space().len())?;
            work(effort)
        });
        done.map_err(|error| match error.downcast() {
            Ok(ListingError::Write(error)) => error.into(),
            Ok(other) => other.into(),
            Err(error) => error,
        })
    }
}

/// Writes a file, whole or not at all.
fn write_whole(
    path: &Path,
    write: impl Fn(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut failed = None;
    let written = storage::write_whole(path, ".huarong-export-", |out| {
        write(out).map_err(|error| {
            // Errors of writing are passed on as they are, so that they get the name of the file.
            error.downcast().unwrap_or_else(|error| {
                failed = Some(error);
                io::ErrorKind::Other.into()
            })
        })
    });
    match failed {
        Some(error) => Err(error),
        None => written.with_context(|| cannot_write(path)),
    }
}

/// The file beside an array that says where the array is from.
pub fn origin_beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".json");
    PathBuf::from(beside)
}

pub fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
