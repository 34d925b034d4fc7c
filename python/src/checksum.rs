//! Checksums of files.

use pyo3::prelude::*;
use std::fs::File;
use std::io;
use std::path::PathBuf;

/// The BLAKE3 checksum of a file, in hexadecimal.
#[pyfunction]
pub fn _blake3(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    let checksum = py.detach(|| {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(File::open(path)?)?;
        Ok::<_, io::Error>(hasher.finalize().to_hex().to_string())
    });
    Ok(checksum?)
}
