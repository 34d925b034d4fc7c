//! What is told of a proof.

use crate::cli::output;
use crate::sliding::analysis::{Checked, Fault};
use anyhow::bail;
use std::io::{self, Write};

/// Tells how much was checked, and if so, that all of it is right.
pub(super) fn tell(out: &mut impl Write, checked: Checked, is_right: bool) -> io::Result<()> {
    let (entries, neighbours) =
        (output::grouped(checked.entries), output::grouped(checked.neighbours));
    writeln!(out, "checked {entries} entries against {neighbours} neighbours")?;
    if is_right {
        writeln!(out, "every distance is right")?;
    }
    Ok(())
}

/// Tells the faults, and fails if there are any, in all so many.
pub(super) fn fail(faults: Vec<Fault>, all: usize) -> anyhow::Result<()> {
    for fault in faults {
        output::tell_error(&fault.into());
    }
    match all {
        0 => Ok(()),
        1 => bail!("1 fault found"),
        all => bail!("{all} faults found"),
    }
}
