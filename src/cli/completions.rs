//! `huarong completions`: scripts by which shells complete the command line.

use super::output;
use clap_complete::Shell;
use std::io::Write;

/// Print the completion script of a shell
///
/// With the script, the shell completes commands, options and their values. bash reads the script from
/// `~/.local/share/bash-completion/completions/huarong`. For zsh, add
/// `source <(huarong completions zsh)` to `~/.zshrc`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong completions bash >~/.local/share/bash-completion/completions/huarong\n  \
                        huarong completions fish >~/.config/fish/completions/huarong.fish\n  \
                        source <(huarong completions zsh)"
)]
pub(super) struct Arguments {
    /// Shell whose script is printed
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script by which a shell completes `command`.
pub(super) fn run(arguments: &Arguments, mut command: clap::Command) -> anyhow::Result<()> {
    let name = command.get_name().to_owned();
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    let mut out = output::stdout()?;
    out.write_all(&script)?;
    Ok(out.flush()?)
}
