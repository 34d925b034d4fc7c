//! The program: reads arguments, runs, prints the error.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
