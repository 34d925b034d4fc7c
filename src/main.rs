//! The program: reads arguments, runs, prints the error.

mod cli;
mod records;
#[cfg(feature = "serve")]
mod server;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
