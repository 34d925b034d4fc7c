//! Exceptions. Their classes are in `huarong/errors.py`.

use huarong::OracleError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString, PyType};
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
    /// Work in a process that was forked after the threads had started.
    Forked,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Invalid => "InvalidInputError",
            Self::MissingTable => "MissingTableError",
            Self::Table => "TableError",
            Self::MemoryLimit => "MemoryLimitError",
            Self::Undecided => "UndecidedError",
            Self::Forked => "ForkedError",
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

/// Refuses a text where several values are wanted: it would be taken apart into characters.
pub fn several<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    match given.try_iter() {
        Ok(values) if !is_text => Ok(values),
        _ => Err(PyTypeError::new_err(format!(
            "expected several values, such as a list, not {}",
            given.get_type().name()?
        ))),
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
            // Interrupts are raised as such, so only a limit can have cancelled the search.
            let text = error.to_string();
            let text = text
                .strip_suffix("cancelled")
                .map_or(text.clone(), |bounds| format!("{bounds}the time limit passed"));
            raise_with(py, Kind::Undecided, (text, *at_least, best))
        }
        error if error.is_memory() => raise(py, Kind::MemoryLimit, error),
        OracleError::Missing { .. } => raise(py, Kind::MissingTable, error),
        OracleError::Table(_) | OracleError::Build(_) => raise(py, Kind::Table, error),
        _ => invalid(py, error),
    }
}
