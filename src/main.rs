//! The program `huarong`. Its commands are in `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    huarong::cli::main()
}
