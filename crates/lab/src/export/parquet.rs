//! Apache Parquet, written by the Arrow project's crate. Columns are delta-encoded; distances use a dictionary. So no
//! further compression is needed.

use super::rows::{Column, Kind, Rows, Texts, Values};
use super::writers::RowWriter;
use parquet::basic::{Encoding, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::sync::Arc;

pub(super) struct Writer<'w> {
    /// A buffer that is emptied after each row group: the crate requires a writer that is `Send`.
    file: SerializedFileWriter<Vec<u8>>,
    /// Rows of the next row group.
    waiting: Rows,
    out: &'w mut dyn Write,
}

/// Minimum number of rows of a row group; only the last may have fewer.
const FEWEST_ROWS_OF_GROUP: usize = 1 << 18;

impl<'w> Writer<'w> {
    pub fn begin(
        columns: &[Column],
        about: &[(String, String)],
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        let fields = columns.iter().map(|column| field(column).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
        let created_by = concat!("huarong ", env!("CARGO_PKG_VERSION")).to_owned();
        let about = about.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
        let about = Some(about.collect()).filter(|about: &Vec<_>| !about.is_empty());
        let mut properties =
            WriterProperties::builder().set_created_by(created_by).set_key_value_metadata(about);
        for column in columns {
            let path = ColumnPath::from(column.name);
            let encoding = match column.kind {
                Kind::Number => Encoding::DELTA_BINARY_PACKED,
                Kind::Text { .. } => Encoding::DELTA_BYTE_ARRAY,
                Kind::Distance => continue,
            };
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, encoding);
        }
        let properties = Arc::new(properties.build());
        let file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
        let waiting = Rows(columns.iter().map(|column| Values::of(column.kind)).collect());
        Ok(Self { file, waiting, out })
    }

    /// Writes the collected rows as a row group.
    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.file.next_row_group()?;
        for values in &mut self.waiting.0 {
            let mut column = group.next_column()?.expect("there is a column for each");
            match values {
                Values::Numbers(numbers) => {
                    let numbers: Vec<i64> = numbers.drain(..).map(|n| n as i64).collect();
                    column.typed::<Int64Type>().write_batch(&numbers, None, None)?;
                }
                Values::Distances(distances) => {
                    let is_there: Vec<i16> =
                        distances.iter().map(|distance| distance.is_some().into()).collect();
                    let there: Vec<i32> = distances.drain(..).flatten().map(i32::from).collect();
                    column.typed::<Int32Type>().write_batch(&there, Some(&is_there), None)?;
                }
                Values::Texts(texts) => {
                    let Texts { bytes, ends } = std::mem::take(texts);
                    let starts = [0].into_iter().chain(ends.iter().copied());
                    let bytes = ByteArray::from(bytes);
                    let texts: Vec<ByteArray> = starts
                        .zip(&ends)
                        .map(|(start, end)| bytes.slice(start, end - start))
                        .collect();
                    column.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
                }
            }
            column.close()?;
        }
        group.close()?;
        self.hand_on()
    }

    /// Passes the written bytes on.
    fn hand_on(&mut self) -> io::Result<()> {
        let written = std::mem::take(self.file.inner_mut());
        self.out.write_all(&written)
    }
}

fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, repetition, logical) = match column.kind {
        Kind::Number => (Physical::INT64, Repetition::REQUIRED, None),
        Kind::Distance => {
            (Physical::INT32, Repetition::OPTIONAL, Some(LogicalType::integer(16, false)))
        }
        Kind::Text { .. } => {
            (Physical::BYTE_ARRAY, Repetition::REQUIRED, Some(LogicalType::String))
        }
    };
    let builder = Type::primitive_type_builder(column.name, physical);
    builder.with_repetition(repetition).with_logical_type(logical).build()
}

impl RowWriter for Writer<'_> {
    fn write(&mut self, rows: Rows) -> io::Result<()> {
        for (waiting, values) in self.waiting.0.iter_mut().zip(rows.0) {
            match (waiting, values) {
                (Values::Numbers(waiting), Values::Numbers(mut more)) => waiting.append(&mut more),
                (Values::Distances(waiting), Values::Distances(mut more)) => {
                    waiting.append(&mut more);
                }
                (Values::Texts(waiting), Values::Texts(more)) => waiting.append(more),
                _ => unreachable!("a column holds values of one kind"),
            }
        }
        if self.waiting.len() >= FEWEST_ROWS_OF_GROUP { self.write_group() } else { Ok(()) }
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.write_group()?;
        }
        self.file.finish()?;
        self.hand_on()?;
        self.out.flush()
    }
}
