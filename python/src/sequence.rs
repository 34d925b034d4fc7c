//! Items of sequences by index or slice.

use pyo3::IntoPyObjectExt;
use pyo3::PyClass;
use pyo3::exceptions::{PyIndexError, PyTypeError};
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

/// An index: a number with `__index__`.
pub fn index(given: &Bound<'_, PyAny>) -> PyResult<i128> {
    let number = given.call_method0("__index__");
    let number = number.map_err(|_| PyTypeError::new_err(format!("{given} is not an index")))?;
    number.extract().map_err(|_| PyIndexError::new_err(format!("no index is as large as {given}")))
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
    let index = index(given).map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
        true => PyTypeError::new_err(format!("an index is a number or a slice, not {given}")),
        false => error,
    })?;
    let from_start = if index < 0 { index + len as i128 } else { index };
    let found = usize::try_from(from_start).ok().filter(|&at| at < len);
    let found = found
        .ok_or_else(|| PyIndexError::new_err(format!("index {index} is not one of {len} items")))?;
    item(found).into_bound_py_any(py)
}
