//! The program: reads arguments, runs, prints the error.

mod cli;
mod records;
#[cfg(feature = "serve")]
mod server;

use std::process::ExitCode;

/// The system's allocator grows the heaps of threads page by page, and each time all threads wait.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
