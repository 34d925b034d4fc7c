//! Copies from the reports what the library reads of them. Whole reports would be a large part of the program for browsers.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The reports, and the beginnings of the rows that are read.
const REPORTS: [(&str, &[&str]); 3] = [
    ("census.csv", &[""]),
    // Sizes with the exit in the usual row.
    ("rush-records.csv", &["4x4,2,", "5x5,3,", "6x6,3,"]),
    // Without walls.
    ("rush-sample.csv", &["6x6,3,0,straight,"]),
];

fn main() -> io::Result<()> {
    let copies = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for (name, beginnings) in REPORTS {
        let report = Path::new("src/library/reports").join(name);
        println!("cargo::rerun-if-changed={}", report.display());
        let report = fs::read_to_string(report)?;
        let has_command =
            report.lines().next().is_some_and(|heading| heading.ends_with(",command"));
        let is_read = |line: &str| beginnings.iter().any(|beginning| line.starts_with(beginning));
        let lines = report.lines().enumerate().filter(|&(at, line)| at == 0 || is_read(line));
        // The last column says how a puzzle is solved again.
        let copied = lines.map(|(_, line)| match line.rsplit_once(',') {
            Some((line, _)) if has_command => line,
            _ => line,
        });
        fs::write(copies.join(name), copied.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(())
}
