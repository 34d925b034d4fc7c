//! Exceptions. Their classes are in `huarong/errors.py`.

use huarong::OracleError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::fmt::Display;

/// A class of `huarong/errors.py`.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Input that breaks a rule.
    Invalid,
    /// A table that does not exist.
    MissingTable,
    /// A table that cannot be read or written.
    Table,
    /// Work that needs more memory than its limit.
    MemoryLimit,
    /// A search that ended with bounds.
    Undecided,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Invalid => "InvalidInputError",
            Self::MissingTable => "MissingTableError",
            Self::Table => "TableError",
            Self::MemoryLimit => "MemoryLimitError",
            Self::Undecided => "UndecidedError",
        }
    }
}

/// An exception with the text of an error.
pub fn raise(py: Python<'_>, kind: Kind, error: impl Display) -> PyErr {
    raise_with(py, kind, (error.to_string(),))
}

fn raise_with(py: Python<'_>, kind: Kind, arguments: impl pyo3::PyErrArguments + 'static) -> PyErr {
    let class = || {
        let class = py.import("huarong.errors")?.getattr(kind.class())?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?)
    };
    match class() {
        Ok(class) => PyErr::from_type(class, arguments),
        Err(error) => error,
    }
}

/// Input that breaks a rule.
pub fn invalid(py: Python<'_>, error: impl Display) -> PyErr {
    raise(py, Kind::Invalid, error)
}

/// The exception of an error of the library.
pub fn of_oracle(py: Python<'_>, error: OracleError) -> PyErr {
    match &error {
        OracleError::Undecided { at_least, best, .. } => {
            let best = best.as_ref().map(Vec::len);
            raise_with(py, Kind::Undecided, (error.to_string(), *at_least, best))
        }
        error if error.is_memory() => raise(py, Kind::MemoryLimit, error),
        OracleError::Missing { .. } => raise(py, Kind::MissingTable, error),
        OracleError::Table(_) | OracleError::Build(_) => raise(py, Kind::Table, error),
        _ => invalid(py, error),
    }
}
