//! Pickling.

use pyo3::prelude::*;

/// A function and its arguments, which make the same object again.
pub type Reduced<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// The result of `__reduce__` for an object that a function of the compiled part makes.
pub fn made_by<'py, A>(py: Python<'py>, function: &str, arguments: A) -> Reduced<'py, A> {
    Ok((py.import("huarong._huarong")?.getattr(function)?, arguments))
}
