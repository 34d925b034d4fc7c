//! The parts of an answer: one list drives its header, its cells, its keys in JSON and its lines of text.

use super::{Format, csv, json};
use clap::error::{Error, ErrorKind};
use std::borrow::Cow;
use std::io::{self, Write};

/// A kind of answer that has parts.
pub(in crate::cli) trait Answer {
    /// What decides which parts are asked for.
    type Asked<'a>;
    /// What a row is made of.
    type Row<'r>;
    /// A line of text.
    type Fact;
}

/// A part of an answer.
pub(in crate::cli) struct Column<A: Answer> {
    /// The name of the column, or of the key in JSON.
    pub name: &'static str,
    pub form: Form,
    pub is_asked: fn(&A::Asked<'_>) -> bool,
    pub value: Value<A>,
    /// The line in text.
    pub fact: Option<A::Fact>,
}

/// The name and the type of a column of a table.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Head {
    pub name: &'static str,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only Parquet has types"))]
    pub kind: Kind,
}

/// The type of the values of a column.
#[derive(Clone, Copy)]
pub(in crate::cli) enum Kind {
    Number,
    Distance,
    Fraction,
    Flag,
    Text,
}

/// The formats that have a part. Some parts of a table are one part of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Form {
    All,
    Table,
    Object,
}

/// The value of a part in a row: an empty cell, or null, if it has none.
pub(in crate::cli) enum Value<A: Answer> {
    Number(fn(&A::Row<'_>) -> Option<u64>),
    Distance(fn(&A::Row<'_>) -> Option<u16>),
    Fraction(fn(&A::Row<'_>) -> Option<f64>),
    Flag(fn(&A::Row<'_>) -> Option<bool>),
    Text(for<'b> fn(&'b A::Row<'_>) -> Option<Cow<'b, str>>),
    /// Writes a value of JSON that has parts.
    Json(fn(&A::Row<'_>, &mut dyn Write) -> anyhow::Result<()>),
}

impl<A: Answer> Column<A> {
    pub const fn new(
        name: &'static str,
        is_asked: fn(&A::Asked<'_>) -> bool,
        value: Value<A>,
    ) -> Self {
        let form = if matches!(value, Value::Json(_)) { Form::Object } else { Form::All };
        Self { name, form, is_asked, value, fact: None }
    }

    fn head(&self) -> Head {
        let kind = match self.value {
            Value::Number(_) => Kind::Number,
            Value::Distance(_) => Kind::Distance,
            Value::Fraction(_) => Kind::Fraction,
            Value::Flag(_) => Kind::Flag,
            Value::Text(_) | Value::Json(_) => Kind::Text,
        };
        Head { name: self.name, kind }
    }

    /// Writes the value of a row, as a cell of a table or as a value of JSON.
    fn write(&self, row: &A::Row<'_>, is_object: bool, out: &mut impl Write) -> anyhow::Result<()> {
        let none: &[u8] = if is_object { b"null" } else { b"" };
        match self.value {
            Value::Number(of) => or(none, of(row), out, write_number)?,
            Value::Distance(of) => or(none, of(row), out, write_number)?,
            Value::Fraction(of) if is_object => json::value(&of(row), out)?,
            Value::Fraction(of) => {
                or(none, of(row), out, |fraction, out| write!(out, "{fraction}"))?
            }
            Value::Flag(of) => or(none, of(row), out, |flag, out| write!(out, "{flag}"))?,
            Value::Text(of) if is_object => {
                or(none, of(row), out, |text, out| json::text(&text, out))?;
            }
            Value::Text(of) => or(none, of(row), out, |text, out| csv::text(&text, out))?,
            Value::Json(write) => write(row, out)?,
        }
        Ok(())
    }
}

/// Writes a value, or what stands for none.
fn or<T, W: Write>(
    none: &[u8],
    value: Option<T>,
    out: &mut W,
    write: impl FnOnce(T, &mut W) -> io::Result<()>,
) -> io::Result<()> {
    match value {
        Some(value) => write(value, out),
        None => out.write_all(none),
    }
}

fn write_number(number: impl itoa::Integer, out: &mut impl Write) -> io::Result<()> {
    out.write_all(itoa::Buffer::new().format(number).as_bytes())
}

/// The parts that are asked for, in order.
pub(in crate::cli) struct Columns<A: Answer + 'static>(Vec<&'static Column<A>>);

impl<A: Answer> Columns<A> {
    /// The parts in a format, or those with the `chosen` names.
    pub fn asked(
        all: &'static [Column<A>],
        asked: A::Asked<'_>,
        format: Format,
        chosen: &[String],
    ) -> Result<Self, Error> {
        let other = if format == Format::Json { Form::Table } else { Form::Object };
        let is_there = |column: &&Column<A>| column.form != other && (column.is_asked)(&asked);
        let all: Vec<_> = all.iter().filter(is_there).collect();
        if chosen.is_empty() {
            return Ok(Self(all));
        }
        if format == Format::Text {
            let words = "--columns is for tables and objects: choose another --format than text\n";
            return Err(Error::raw(ErrorKind::ArgumentConflict, words));
        }
        let refuse = |reason: String| {
            let names: Vec<&str> = all.iter().map(|column| column.name).collect();
            let words = format!("--columns: {reason}; the columns are {}\n", names.join(", "));
            Error::raw(ErrorKind::InvalidValue, words)
        };
        let mut columns: Vec<&'static Column<A>> = Vec::new();
        for name in chosen {
            let Some(column) = all.iter().find(|column| column.name == name) else {
                return Err(refuse(format!("there is no column {name:?}")));
            };
            if columns.iter().any(|other| other.name == name) {
                return Err(refuse(format!("{name} is named twice")));
            }
            columns.push(column);
        }
        Ok(Self(columns))
    }

    /// The names and types of the columns.
    pub fn heads(&self) -> Vec<Head> {
        self.0.iter().map(|column| column.head()).collect()
    }

    /// Writes a row in CSV or JSON.
    pub fn write(
        &self,
        format: Format,
        row: &A::Row<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        match format {
            Format::Text => Ok(()),
            Format::Csv => self.write_cells(row, out),
            Format::Json => self.write_object(row, out),
        }
    }

    fn write_cells(&self, row: &A::Row<'_>, out: &mut impl Write) -> anyhow::Result<()> {
        if let [column] = self.0[..] {
            let mut cell = Vec::new();
            column.write(row, false, &mut cell)?;
            // Readers skip a line without text.
            out.write_all(if cell.is_empty() { b"\"\"" } else { &cell })?;
            return Ok(out.write_all(b"\n")?);
        }
        for (number, column) in self.0.iter().enumerate() {
            if number > 0 {
                out.write_all(b",")?;
            }
            column.write(row, false, out)?;
        }
        Ok(out.write_all(b"\n")?)
    }

    fn write_object(&self, row: &A::Row<'_>, out: &mut impl Write) -> anyhow::Result<()> {
        for (number, column) in self.0.iter().enumerate() {
            out.write_all(if number == 0 { b"{\"" } else { b",\"" })?;
            out.write_all(column.name.as_bytes())?;
            out.write_all(b"\":")?;
            column.write(row, true, out)?;
        }
        Ok(out.write_all(b"}\n")?)
    }
}
