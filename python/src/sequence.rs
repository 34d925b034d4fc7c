//! Items of sequences by index or slice.

use crate::errors::shown;
use pyo3::IntoPyObjectExt;
use pyo3::PyClass;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

/// An iterator over the items of a sequence.
#[pyclass]
pub struct Items {
    of: Py<PyAny>,
    next: usize,
}

impl Items {
    pub fn of<T: PyClass>(sequence: Bound<'_, T>) -> Self {
        Self { of: sequence.into_any().unbind(), next: 0 }
    }
}

#[pymethods]
impl Items {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let sequence = self.of.bind(py);
        if self.next >= sequence.len()? {
            return Ok(None);
        }
        self.next += 1;
        sequence.get_item(self.next - 1).map(Some)
    }
}

/// An index: a number with `__index__`. Other values have none.
pub fn index_of(given: &Bound<'_, PyAny>) -> PyResult<Option<i128>> {
    let py = given.py();
    let number = match given.call_method0("__index__") {
        Ok(number) => number,
        Err(error)
            if error.is_instance_of::<PyTypeError>(py)
                || error.is_instance_of::<PyAttributeError>(py) =>
        {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    let read: PyResult<i128> = number.extract();
    match read {
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            Err(PyIndexError::new_err(format!("no index is as large as {}", shown(given)?)))
        }
        read => read.map(Some),
    }
}

/// The index of a value, which must be one.
pub fn index(given: &Bound<'_, PyAny>) -> PyResult<i128> {
    match index_of(given)? {
        Some(index) => Ok(index),
        None => Err(PyTypeError::new_err(format!("{} is not an index", shown(given)?))),
    }
}

/// The item with an index, or a list of the items of a slice.
pub fn item<'py, T: IntoPyObject<'py>>(
    given: &Bound<'py, PyAny>,
    len: usize,
    item: impl Fn(usize) -> T,
) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    if let Ok(slice) = given.cast::<PySlice>() {
        let slice = slice.indices(len as isize)?;
        let at = |nth: usize| (slice.start + nth as isize * slice.step) as usize;
        return (0..slice.slicelength)
            .map(|nth| item(at(nth)))
            .collect::<Vec<T>>()
            .into_bound_py_any(py);
    }
    let Some(index) = index_of(given)? else {
        let text = format!("an index is a number or a slice, not {}", shown(given)?);
        return Err(PyTypeError::new_err(text));
    };
    let from_start = if index < 0 { index + len as i128 } else { index };
    let found = usize::try_from(from_start).ok().filter(|&at| at < len);
    let found = found
        .ok_or_else(|| PyIndexError::new_err(format!("index {index} is not one of {len} items")))?;
    item(found).into_bound_py_any(py)
}
