//! The command line.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Run the program `huarong` with these arguments, without its name, and return its exit code.
#[pyfunction]
pub fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let name = std::iter::once(OsString::from("huarong"));
    py.detach(|| huarong::program::run(name.chain(arguments)))
}
