//! `huarong completions`: what a shell needs to complete the command line.

use super::output;
use clap_complete::Shell;
use std::io::Write;

/// Print completions for a shell
///
/// Prints a script that has the shell complete commands, options and their values. Where it goes is the shell's
/// matter; for bash, `~/.local/share/bash-completion/completions/huarong` is read without further ado.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong completions bash >~/.local/share/bash-completion/completions/huarong\n  \
                        huarong completions fish >~/.config/fish/completions/huarong.fish\n  \
                        source <(huarong completions zsh)"
)]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints what a shell needs to complete `command`.
pub(super) fn run(arguments: &Arguments, mut command: clap::Command) -> anyhow::Result<()> {
    let name = command.get_name().to_owned();
    // The generator would panic where nobody reads standard output any more.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    let mut out = output::stdout()?;
    out.write_all(&script)?;
    Ok(out.flush()?)
}
