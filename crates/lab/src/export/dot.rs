//! The DOT language of Graphviz (graphviz.org/doc/info/lang.html). A node is named by its number; its other values are
//! attributes. A missing value is omitted.

use super::rows::{Column, Rows, Value};
use super::writers::GraphWriter;
use std::fmt::Write as _;
use std::io::{self, Write};

pub(super) struct Writer<'w> {
    columns: Vec<Column>,
    out: &'w mut dyn Write,
}

impl<'w> Writer<'w> {
    pub fn begin(
        name: &str,
        columns: &[Column],
        about: &[(String, String)],
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        about.iter().try_for_each(|(key, value)| writeln!(out, "// {key}: {value}"))?;
        writeln!(out, "graph {} {{", quoted(name))?;
        Ok(Self { columns: columns.to_vec(), out })
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

impl GraphWriter for Writer<'_> {
    fn nodes(&mut self, nodes: &Rows) -> io::Result<()> {
        let mut text = String::new();
        for row in nodes.iter() {
            let mut said = Vec::new();
            for (value, Column { name, .. }) in row.zip(&self.columns) {
                match value {
                    // The first column is the node's number.
                    Value::Number(number) => text += &number.to_string(),
                    Value::Distance(None) => {}
                    Value::Distance(Some(distance)) => said.push(format!("{name}={distance}")),
                    Value::Text(text) => said.push(format!("{name}={}", quoted(text))),
                }
            }
            writeln!(text, " [{}];", said.join(", ")).expect("a String takes all");
        }
        self.out.write_all(text.as_bytes())
    }

    fn edges(&mut self, edges: &Rows) -> io::Result<()> {
        let mut text = String::new();
        for (one, other) in edges.pairs() {
            writeln!(text, "{one} -- {other};").expect("a String takes all");
        }
        self.out.write_all(text.as_bytes())
    }

    fn finish(&mut self) -> io::Result<()> {
        writeln!(self.out, "}}")?;
        self.out.flush()
    }
}
