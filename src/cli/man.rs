//! `huarong man`: writes the manual, for `make man` and `make docs`.

use super::markdown;
use anyhow::Context;
use std::fs;
use std::path::PathBuf;

/// Write the manual to a directory
///
/// Manual pages are `huarong.1` for the program, and one page per subcommand. Markdown is one page, `commands.md`. Both
/// have the text of `--help`.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub(super) struct Arguments {
    /// Directory; created if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Format of the manual
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Format of the manual.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    /// Manual pages, for `man`
    #[default]
    Roff,
    /// One page of Markdown
    Markdown,
}

/// Writes the manual of `command`.
pub(super) fn run(arguments: &Arguments, command: clap::Command) -> anyhow::Result<()> {
    let directory = &arguments.directory;
    let written = fs::create_dir_all(directory).and_then(|()| match arguments.format {
        Format::Roff => clap_mangen::generate_to(command, directory),
        Format::Markdown => fs::write(directory.join("commands.md"), markdown::page(command)),
    });
    written.with_context(|| format!("cannot write the manual to {}", directory.display()))
}
