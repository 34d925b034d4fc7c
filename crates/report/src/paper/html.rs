//! All pages in one HTML file, which a browser prints one per sheet.

use super::font::Fonts;
use super::page::Document;
use super::svg::{escaped, outlines, svg};
use std::fmt::Write;

/// A document as an HTML file that needs no other file.
pub fn write_html(document: &Document, fonts: &Fonts<'_>) -> String {
    let (width, height) = document.paper.css_size();
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n\
         @page {{ size: {width} {height}; margin: 0 }}\n\
         body {{ margin: 0; background: #ddd }}\n\
         .page {{ display: block; margin: 5mm auto; max-width: 100%; height: auto }}\n\
         @media print {{ body {{ background: none }} .page {{ margin: 0; break-after: page }} }}\n\
         </style>\n</head>\n<body>\n",
        document.language,
        escaped(&document.title)
    );
    let defs = outlines(&document.pages, fonts);
    // Writing to a string cannot fail; the same below.
    let _ = writeln!(
        out,
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">{defs}</svg>"
    );
    for page in &document.pages {
        let _ = writeln!(out, "{}", svg(document, page, fonts, " class=\"page\"", ""));
    }
    out + "</body>\n</html>\n"
}
