//! `huarong man`: the manual, for `make man`.

use anyhow::Context;
use std::fs;
use std::path::PathBuf;

/// Write the manual pages into a directory
///
/// One page for the program, `huarong.1`, and one for every subcommand, from what `--help` says.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub(super) struct Arguments {
    /// The directory; it is made where it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Writes the manual of `command`.
pub(super) fn run(arguments: &Arguments, command: clap::Command) -> anyhow::Result<()> {
    let directory = &arguments.directory;
    let written =
        fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(command, directory));
    written.with_context(|| format!("cannot write the manual into {}", directory.display()))
}
