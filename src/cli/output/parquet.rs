//! Rows in Apache Parquet, with the columns of CSV.
//!
//! Rows come as CSV, so that all answers are printed by the same code. An empty cell becomes null.

use super::columns::{Head, Kind};
use csv::{ReaderBuilder, StringRecord};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

pub(super) struct Writer {
    /// A buffer that is emptied after each row group.
    file: SerializedFileWriter<Vec<u8>>,
    columns: Vec<Head>,
    /// Rows of the next row group.
    waiting: Vec<u8>,
}

/// Minimum number of bytes of the rows of a group in CSV; only the last may have fewer.
const FEWEST_BYTES_OF_GROUP: usize = 1 << 23;

impl Writer {
    pub fn new(columns: Vec<Head>) -> io::Result<Self> {
        let fields = columns.iter().map(|head| field(head).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
        let created_by = concat!("huarong ", env!("CARGO_PKG_VERSION")).to_owned();
        let properties = WriterProperties::builder().set_created_by(created_by).build();
        let file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        Ok(Self { file, columns, waiting: Vec::new() })
    }

    /// Adds rows in CSV, or whole cells of one. Writes the rows so far if they are enough for a group.
    pub fn push(&mut self, rows: &[u8], out: &mut impl Write) -> io::Result<()> {
        self.waiting.extend_from_slice(rows);
        // A cell with a newline ends with a quotation mark.
        match rows.ends_with(b"\n") && self.waiting.len() >= FEWEST_BYTES_OF_GROUP {
            true => self.write_group(out),
            false => Ok(()),
        }
    }

    pub fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.write_group(out)?;
        }
        self.file.finish()?;
        out.write_all(&std::mem::take(self.file.inner_mut()))
    }

    fn write_group(&mut self, out: &mut impl Write) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let rows = ReaderBuilder::new().has_headers(false).from_reader(&*waiting).into_records();
        let rows: Vec<StringRecord> = rows.collect::<Result<_, _>>()?;
        let mut group = self.file.next_row_group()?;
        for (place, head) in self.columns.iter().enumerate() {
            let column = group.next_column()?.expect("there is a column for each");
            let cells = rows.iter().map(|row| &row[place]);
            match head.kind {
                Kind::Number => {
                    write_column::<Int64Type>(column, cells, |cell| parsed::<u64>(cell) as i64)
                }
                Kind::Distance => write_column::<Int32Type>(column, cells, parsed),
                Kind::Fraction => write_column::<DoubleType>(column, cells, parsed),
                Kind::Flag => write_column::<BoolType>(column, cells, parsed),
                Kind::Text => write_column::<ByteArrayType>(column, cells, Into::into),
            }?;
        }
        group.close()?;
        out.write_all(&std::mem::take(self.file.inner_mut()))
    }
}

/// The value of a cell that is not empty.
fn parsed<T: FromStr>(cell: &str) -> T {
    cell.parse().ok().expect("the column has values of its type")
}

fn write_column<'r, T: DataType>(
    mut column: SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'r str> + Clone,
    value: impl Fn(&'r str) -> T::T,
) -> Result<(), ParquetError> {
    let is_there: Vec<i16> = cells.clone().map(|cell| (!cell.is_empty()).into()).collect();
    let there: Vec<T::T> = cells.filter(|cell| !cell.is_empty()).map(value).collect();
    column.typed::<T>().write_batch(&there, Some(&is_there), None)?;
    column.close()
}

fn field(head: &Head) -> Result<Type, ParquetError> {
    let (physical, logical) = match head.kind {
        Kind::Number => (Physical::INT64, None),
        Kind::Distance => (Physical::INT32, Some(LogicalType::integer(16, false))),
        Kind::Fraction => (Physical::DOUBLE, None),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(head.name, physical);
    builder.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build()
}
