//! The origin of exported data: version, puzzle, metrics and checksums of the tables.

use super::subject::Subject;
use crate::cli::long_work;
use crate::cli::session::Session;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::table_checksum;

/// Keys and values that say where data is from.
pub type About = Vec<(String, String)>;

/// The origin of an export. `part` is a key and a value that say which part of the positions it has.
pub fn about(
    session: &Session,
    subjects: &[Subject],
    metrics: &[Metric],
    part: Option<(&str, &str)>,
) -> anyhow::Result<About> {
    let name = session.chosen.as_ref().map_or(session.atlas.family().name(), |c| c.file.name());
    let mut about = vec![
        ("huarong".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("puzzle".to_owned(), name.to_owned()),
    ];
    let metrics: Vec<&str> = metrics.iter().map(|metric| metric.name()).collect();
    about.push(("metrics".to_owned(), metrics.join(" ")));
    about.extend(part.map(|(key, value)| (key.to_owned(), value.to_owned())));
    let entries = |subject: &Subject| subject.space.len() * subject.tables.len() as u64;
    let sums = long_work::with_effort(session, "entries", |effort| {
        effort.total(subjects.iter().map(entries).sum())?;
        effort.doing("checksums")?;
        let mut sums = About::new();
        for Subject { space, tables, .. } in subjects {
            let set = space.puzzle().piece_set_text(space.piece_set());
            for table in tables {
                let key = format!("blake3 of {set} {}", table.metric);
                sums.push((key, table_checksum(table)?.to_string()));
                effort.done(table.section.entries)?;
            }
            if tables.is_empty() {
                sums.push(("piece set".to_owned(), set));
            }
        }
        Ok::<_, huarong_oracle::analysis::ChecksumError>(sums)
    })?;
    about.extend(sums);
    Ok(about)
}
