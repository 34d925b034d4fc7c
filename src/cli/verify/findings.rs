//! The output of `verify`: the extent of a proof, and the faults.

use crate::cli::output;
use anyhow::bail;
use huarong_oracle::analysis::Fault;
use std::io::{self, Write};

/// Prints the number of checked entries, and whether all of them are correct.
pub(super) fn print_checked(
    out: &mut impl Write,
    entries: u64,
    neighbours: u64,
    all_correct: bool,
) -> io::Result<()> {
    let (entries, neighbours) = (output::grouped(entries), output::grouped(neighbours));
    writeln!(out, "checked {entries} entries against {neighbours} neighbours")?;
    if all_correct {
        writeln!(out, "every distance is correct")?;
    }
    Ok(())
}

/// Prints faults, and fails if `all`, the number of faulty tables of all processes, is not 0. Each table has at least one
/// fault: only its first is known.
pub(super) fn fail(faults: Vec<Fault>, all: usize) -> anyhow::Result<()> {
    for fault in faults {
        output::print_error(&fault.into());
    }
    match all {
        0 => Ok(()),
        all => bail!(
            "at least {}: only the first of each piece set and metric is listed",
            output::counted(all as u64, "fault")
        ),
    }
}
