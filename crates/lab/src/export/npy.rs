//! NumPy arrays, format version 1.0 (numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
//!
//! One column becomes an array of one dimension, and several columns of one type an array of two dimensions. Columns of
//! different types become a structured array.

use super::rows::{Column, Kind, MISSING, Rows, Value};
use super::writers::RowWriter;
use std::io::{self, Write};

pub(super) struct Writer<'w> {
    columns: Vec<Column>,
    out: &'w mut dyn Write,
}

const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// The length of the header is a multiple of this number of bytes.
const ALIGNMENT: usize = 64;

impl<'w> Writer<'w> {
    pub fn begin(columns: &[Column], rows: u64, out: &'w mut dyn Write) -> io::Result<Self> {
        let alike = columns.iter().all(|column| column.kind == columns[0].kind);
        let (descr, shape) = match columns {
            [only] => (quoted(&code(only.kind)), format!("({rows},)")),
            [first, ..] if alike => {
                (quoted(&code(first.kind)), format!("({rows}, {})", columns.len()))
            }
            _ => {
                let field = |column: &Column| {
                    format!("({}, {})", quoted(column.name), quoted(&code(column.kind)))
                };
                let fields: Vec<String> = columns.iter().map(field).collect();
                (format!("[{}]", fields.join(", ")), format!("({rows},)"))
            }
        };
        let mut header =
            format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
        let before = MAGIC.len() + size_of::<u16>();
        let len = (before + header.len() + 1).next_multiple_of(ALIGNMENT) - before;
        header += &" ".repeat(len - 1 - header.len());
        header.push('\n');
        out.write_all(MAGIC)?;
        out.write_all(&u16::try_from(len).map_err(io::Error::other)?.to_le_bytes())?;
        out.write_all(header.as_bytes())?;
        Ok(Self { columns: columns.to_vec(), out })
    }
}

fn quoted(text: &str) -> String {
    format!("'{text}'")
}

/// NumPy's code for a type.
fn code(kind: Kind) -> String {
    match kind {
        Kind::Number => "<i8".to_owned(),
        Kind::Distance => "<u2".to_owned(),
        Kind::Text { signs } => format!("<U{signs}"),
    }
}

impl RowWriter for Writer<'_> {
    fn write(&mut self, rows: Rows) -> io::Result<()> {
        let mut bytes = Vec::new();
        for row in rows.iter() {
            for (value, column) in row.zip(&self.columns) {
                match (value, column.kind) {
                    (Value::Number(number), _) => bytes.extend_from_slice(&number.to_le_bytes()),
                    (Value::Distance(distance), _) => {
                        bytes.extend_from_slice(&distance.unwrap_or(MISSING).to_le_bytes());
                    }
                    (Value::Text(text), Kind::Text { signs }) => {
                        let end = bytes.len() + signs * size_of::<u32>();
                        text.chars().for_each(|sign| {
                            bytes.extend_from_slice(&u32::from(sign).to_le_bytes())
                        });
                        assert!(bytes.len() <= end, "{text:?} has more than {signs} signs");
                        // NumPy pads texts with zeros.
                        bytes.resize(end, 0);
                    }
                    (Value::Text(_), _) => unreachable!("a column of texts holds texts"),
                }
            }
        }
        self.out.write_all(&bytes)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
