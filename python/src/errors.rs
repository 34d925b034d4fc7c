//! Exceptions. Their classes are in `huarong/errors.py`.

use huarong::{OracleError, UnknownName};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString, PyType};
use std::error::Error;
use std::fmt::Display;
use std::io;
use std::iter::successors;
use std::path::{Path, PathBuf};
use std::str::FromStr;

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

/// The exception of an error of a table. If an error of the system caused it, `errno` has the number of that.
pub fn of_table(py: Python<'_>, error: impl Error + 'static) -> PyErr {
    let causes = successors(Some(&error as &dyn Error), |&error| error.source());
    let causes: Vec<&dyn Error> = causes.collect();
    let texts: Vec<String> = causes.iter().map(ToString::to_string).collect();
    let mut codes =
        causes.iter().filter_map(|cause| cause.downcast_ref::<io::Error>()?.raw_os_error());
    raise_with(py, Kind::Table, (texts.join(": "), codes.next()))
}

/// A whole number of an unsigned type. A number beyond the type is refused as input that breaks a rule.
pub fn whole<'a, 'py, T: FromPyObject<'a, 'py>>(given: &'a Bound<'py, PyAny>) -> PyResult<T> {
    let number: PyResult<T> = given.extract().map_err(Into::into);
    number.or_else(|error| match error.is_instance_of::<PyOverflowError>(given.py()) {
        true => {
            let most = u64::MAX >> (u64::BITS as usize - 8 * size_of::<T>());
            let text = format!("{} is not a whole number from 0 to {most}", shown(given)?);
            Err(invalid(given.py(), text))
        }
        false => Err(error),
    })
}

/// The same, or none.
pub fn whole_or_none<'a, 'py, T: FromPyObject<'a, 'py>>(
    given: &'a Bound<'py, PyAny>,
) -> PyResult<Option<T>> {
    if given.is_none() { Ok(None) } else { whole(given).map(Some) }
}

/// A value for a message, shortened.
pub fn shown(given: &Bound<'_, PyAny>) -> PyResult<String> {
    given.py().import("huarong.errors")?.call_method1("shown", (given,))?.extract()
}

/// The exception for a value that cannot be read: `TypeError` for a wrong type, `InvalidInputError` for a wrong value.
/// Other exceptions, such as an interrupt, stay.
pub fn refused(error: PyErr, given: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
    let py = given.py();
    let is_type = error.is_instance_of::<PyTypeError>(py);
    let is_value =
        error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyOverflowError>(py);
    if !is_type && !is_value {
        return error;
    }
    match shown(given).map(|given| format!("{wanted}, not {given}")) {
        Ok(text) if is_type => PyTypeError::new_err(text),
        Ok(text) => invalid(py, text),
        Err(error) => error,
    }
}

/// The name of a value's type. Python's own `str` would look for signals first, and lose the exception of an interrupt.
pub fn type_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    given.get_type().name()?.extract()
}

/// Refuses a text where several values are wanted: it would be taken apart into characters.
pub fn several<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    match given.try_iter() {
        Ok(values) if !is_text => Ok(values),
        Err(error) if !error.is_instance_of::<PyTypeError>(given.py()) => Err(error),
        _ => Err(PyTypeError::new_err(format!(
            "expected several values, such as a list, not {}",
            type_name(given)?
        ))),
    }
}

/// Input that breaks a rule.
pub fn invalid(py: Python<'_>, error: impl Display) -> PyErr {
    raise(py, Kind::Invalid, error)
}

/// An item by its name.
pub fn named<T: FromStr<Err = UnknownName>>(py: Python<'_>, name: &str) -> PyResult<T> {
    name.parse().map_err(|error| invalid(py, error))
}

/// The directory where the program keeps tables by default.
pub fn default_directory(py: Python<'_>) -> PyResult<PathBuf> {
    let missing = "the user has no data directory: name one, or set HUARONG_DATA_DIR";
    huarong::program::default_directory().ok_or_else(|| raise(py, Kind::Table, missing))
}

/// The bytes of a file, read by Python itself: a file that cannot be read raises Python's own exception.
pub fn bytes_of(py: Python<'_>, path: &Path) -> PyResult<Vec<u8>> {
    py.import("pathlib")?.call_method1("Path", (path,))?.call_method0("read_bytes")?.extract()
}

/// The exception of an error of the library.
pub fn of_oracle(py: Python<'_>, error: OracleError) -> PyErr {
    match &error {
        OracleError::Undecided { at_least, best, .. } => {
            let best_found = best.as_ref().map(Vec::len);
            // Interrupts are raised as such, so only a limit can have cancelled the search.
            let text = error.to_string();
            let text = text
                .strip_suffix("cancelled")
                .map_or(text.clone(), |bounds| format!("{bounds}the time limit passed"));
            raise_with(py, Kind::Undecided, (text, *at_least, best_found))
        }
        error if error.is_memory() => raise(py, Kind::MemoryLimit, error),
        OracleError::Missing { .. } => raise(py, Kind::MissingTable, error),
        OracleError::Table(_) | OracleError::Build(_) => of_table(py, error),
        _ => invalid(py, error),
    }
}
