//! GraphML (graphml.graphdrawing.org). A node's number is its `id`, its other values are `data` elements. A missing
//! value is omitted.

use super::rows::{Column, Kind, Rows, Value};
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
        writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        for (key, value) in about {
            // A comment of XML has no two hyphens in a row.
            writeln!(out, "<!-- {} -->", format!("{key}: {value}").replace("--", "- -"))?;
        }
        writeln!(out, r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#)?;
        for Column { name, kind } in &columns[1..] {
            let kind = match kind {
                Kind::Number => "long",
                Kind::Distance => "int",
                Kind::Text { .. } => "string",
            };
            writeln!(
                out,
                r#"<key id="{name}" for="node" attr.name="{name}" attr.type="{kind}"/>"#
            )?;
        }
        writeln!(out, r#"<graph edgedefault="undirected">"#)?;
        writeln!(out, "<desc>{}</desc>", escaped(name))?;
        Ok(Self { columns: columns.to_vec(), out })
    }
}

/// A text with the characters escaped that XML reserves.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            sign => escaped.push(sign),
        }
    }
    escaped
}

impl GraphWriter for Writer<'_> {
    fn nodes(&mut self, nodes: &Rows) -> io::Result<()> {
        let mut text = String::new();
        for row in nodes.iter() {
            for (value, Column { name, .. }) in row.zip(&self.columns) {
                let written = match value {
                    // The first column is the node's number.
                    Value::Number(number) => write!(text, r#"<node id="{number}">"#),
                    Value::Distance(None) => Ok(()),
                    Value::Distance(Some(distance)) => {
                        write!(text, r#"<data key="{name}">{distance}</data>"#)
                    }
                    Value::Text(said) => {
                        write!(text, r#"<data key="{name}">{}</data>"#, escaped(said))
                    }
                };
                written.expect("a String takes all");
            }
            text += "</node>\n";
        }
        self.out.write_all(text.as_bytes())
    }

    fn edges(&mut self, edges: &Rows) -> io::Result<()> {
        let mut text = String::new();
        for (source, target) in edges.pairs() {
            writeln!(text, r#"<edge source="{source}" target="{target}"/>"#)
                .expect("a String takes all");
        }
        self.out.write_all(text.as_bytes())
    }

    fn finish(&mut self) -> io::Result<()> {
        writeln!(self.out, "</graph>\n</graphml>")?;
        self.out.flush()
    }
}
