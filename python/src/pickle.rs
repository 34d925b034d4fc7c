//! Pickling, and objects of JSON.

use pyo3::prelude::*;
use serde::Serialize;

/// A function and its arguments, which make the same object again.
pub type Reduced<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// The result of `__reduce__` for an object that a function of the compiled part makes.
pub fn made_by<'py, A>(py: Python<'py>, function: &str, arguments: A) -> Reduced<'py, A> {
    Ok((py.import("huarong._huarong")?.getattr(function)?, arguments))
}

/// The object of Python for an answer that the program prints as JSON.
pub fn object<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(answer).expect("answers have text for keys");
    py.import("json")?.call_method1("loads", (text,))
}
