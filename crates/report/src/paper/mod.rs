//! Pages of paper: elements at measured places, written as PDF, SVG, PNG or HTML.
//!
//! Lengths are in points (1/72 inch). The origin is the top-left corner of the page, and y grows downwards.

mod font;
mod html;
mod page;
mod pdf;
mod png;
mod svg;

pub use font::{FontError, Fonts};
pub use html::write_html;
pub use page::{Colour, Document, Element, Page, Paper, Point, Stroke};
pub use pdf::write_pdf;
pub use png::write_png;
pub use svg::write_svg;
