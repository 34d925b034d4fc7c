//! The output of commands: records, and one file per format.

mod closed;
mod columns;
mod csv;
mod errors;
mod format;
mod json;
#[cfg(feature = "parquet")]
mod parquet;
mod record;
mod row_output;
mod stdout;
mod text_table;

pub(super) use columns::{Answer, Column, Columns, Form, Head, Value};
pub(super) use csv::keys;
pub(super) use errors::{
    Fewer, is_broken_pipe, is_of_printing, one_line, placed, print_error, say_line,
};
pub(super) use format::{Format, ListFormat, RowFormat};
pub(super) use huarong_core::numerals::{counted, grouped, grouped_digits};
pub(super) use json::{Nulls, is_plain as is_plain_json, text as json_text};
pub(super) use record::{Flat, Record};
pub(super) use row_output::RowOutput;
pub(super) use stdout::{Stdout, is_stdout, print, print_columns, print_list, stdout};
pub(super) use text_table::text_table;
