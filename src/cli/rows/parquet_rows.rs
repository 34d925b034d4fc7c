//! Positions in a column of a Parquet file.

use super::questions::{MOST_QUESTIONS_AT_ONCE, Question};
use anyhow::{Context, bail};
use parquet::basic::{Compression, ConvertedType, LogicalType, Type};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;
use std::fs::File;

/// The column with the positions.
const COLUMN: &str = "position";

/// Passes on the positions of a file, some at a time.
pub(super) fn for_each_row(
    name: &str,
    file: File,
    mut take: impl FnMut(&[Question<'_>]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cannot_read = || format!("cannot read {name}");
    let reader = SerializedFileReader::new(file).with_context(cannot_read)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.path().string()).collect();
    let Some(place) = names.iter().position(|name| name == COLUMN) else {
        let names = names.join(", ");
        bail!("{name} has no column {COLUMN:?} with positions as text; its columns are {names}");
    };
    check_type(name, &schema.column(place))?;
    let mut number = 0;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).with_context(cannot_read)?;
        let compression = group.metadata().column(place).compression();
        if !matches!(compression, Compression::UNCOMPRESSED | Compression::SNAPPY) {
            bail!(
                "{name}: the column {COLUMN:?} is compressed with {compression}; write it with SNAPPY, or without \
                 compression"
            );
        }
        let column = group.get_column_reader(place).with_context(cannot_read)?;
        let mut column = get_typed_column_reader::<ByteArrayType>(column);
        loop {
            let (mut is_there, mut there): (Vec<i16>, Vec<ByteArray>) = Default::default();
            let read = column
                .read_records(MOST_QUESTIONS_AT_ONCE, Some(&mut is_there), None, &mut there)
                .with_context(cannot_read)?;
            if read.0 == 0 {
                break;
            }
            // Without nulls, there need be no levels.
            is_there.resize(read.0, 1);
            let mut there = there.iter().map(|text| String::from_utf8_lossy(text.data()));
            let texts = is_there.iter().map(|&is_there| match is_there {
                0 => Default::default(),
                _ => there.next().unwrap_or_default(),
            });
            let texts: Vec<_> = texts.collect();
            let numbered = (number + 1..).zip(&texts);
            let questions: Vec<_> =
                numbered.map(|(number, text)| Question::of_row(number, text)).collect();
            take(&questions)?;
            number += read.0 as u64;
        }
    }
    Ok(())
}

/// Checks that a column has a text in each row.
fn check_type(name: &str, column: &ColumnDescriptor) -> anyhow::Result<()> {
    let is_text = column.physical_type() == Type::BYTE_ARRAY
        && match column.logical_type_ref() {
            Some(logical) => matches!(logical, LogicalType::String),
            None => matches!(column.converted_type(), ConvertedType::NONE | ConvertedType::UTF8),
        };
    if is_text && column.max_rep_level() == 0 {
        return Ok(());
    }
    let found = match (column.max_rep_level(), column.logical_type_ref()) {
        (1.., _) => "lists".to_owned(),
        (_, Some(logical)) => format!("{} ({logical:?})", column.physical_type()),
        (_, None) => column.physical_type().to_string(),
    };
    bail!(
        "{name}: the column {COLUMN:?} has values of type {found}; they must be texts: BYTE_ARRAY (String)"
    )
}
