//! Arrays of numpy.

use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// A number that an array of numpy can hold.
pub trait Number: Copy {
    /// Its dtype.
    const DTYPE: &str;
    /// Appends its bytes, the least significant first.
    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! number {
    ($type:ty, $dtype:literal) => {
        impl Number for $type {
            const DTYPE: &str = $dtype;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    };
}

number!(u8, "|u1");
number!(u16, "<u2");
number!(u32, "<u4");
number!(u64, "<u8");
number!(i64, "<i8");

/// Numbers as a read-only array of numpy with one dimension.
pub fn array<'py, N: Number>(
    py: Python<'py>,
    numbers: impl IntoIterator<Item = N>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = Vec::new();
    numbers.into_iter().for_each(|number| number.write(&mut bytes));
    let numpy = py.import("numpy")?;
    numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), N::DTYPE))
}

/// Masks the entries of an array that are equal to a value, without a copy of the array. The mask is an array, too, even
/// if no entry is masked.
pub fn masked<'py>(
    array: &Bound<'py, PyAny>,
    value: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let options = PyDict::new(py);
    let value = value.into_bound_py_any(py)?;
    options.set_item("mask", array.rich_compare(&value, CompareOp::Eq)?)?;
    options.set_item("fill_value", value)?;
    py.import("numpy")?.getattr("ma")?.call_method("MaskedArray", (array,), Some(&options))
}
