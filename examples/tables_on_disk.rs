//! Builds tables on disk with a custom progress report and a cancel flag, then queries them.
//!
//! Features: `disk`.
//! `cargo run --no-default-features --features disk --example tables_on_disk`

use huarong::{Family, Options, OracleError, Probe, Progress, Tables};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::temp_dir().join("huarong-example");
    let probe = ask(&directory, "1h2v1s", ".BBS/HHBB/VV../VV../....", &AtomicBool::new(false));
    println!("{:?}", probe?.distances);
    Ok(())
}

/// Looks up a position in the tables of a directory; builds missing tables of its piece set.
pub fn ask(
    directory: &Path,
    piece_set: &str,
    text: &str,
    cancel: &AtomicBool,
) -> Result<Probe, Box<dyn std::error::Error>> {
    let done = AtomicU64::new(0);
    let observer = |progress: Progress<'_>| {
        if let Progress::Done(positions) = progress {
            let done = done.fetch_add(positions, Relaxed) + positions;
            eprint!("\r{done} positions");
        }
        if cancel.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = Options::new().memory(1 << 30).observer(&observer);
    let family = Family::klotski();
    let (position, set) = (family.puzzle().parse(text)?, family.parse_piece_set(piece_set)?);
    let tables = Tables::build(family, directory, Some(&[set]), &options)?;
    Ok(tables.probe(&position).map_err(|error: OracleError| error)?)
}
