//! Pages as SVG. Letters are outlines, so that every program draws them alike. Invisible text lies over them: it can be
//! selected, searched and read aloud.

use super::font::{Fonts, Glyph};
use super::page::{Colour, Document, Element, Page, Stroke, length};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A page as an SVG file.
pub fn write_svg(document: &Document, page: &Page, fonts: &Fonts<'_>) -> String {
    let outlines = outlines([page], fonts);
    let attributes = " xmlns=\"http://www.w3.org/2000/svg\"";
    svg(document, page, fonts, attributes, &outlines) + "\n"
}

/// The outlines of all glyphs of some pages, to which the pages refer.
pub(super) fn outlines<'p>(pages: impl IntoIterator<Item = &'p Page>, fonts: &Fonts<'_>) -> String {
    let mut glyphs = BTreeSet::new();
    for element in pages.into_iter().flat_map(|page| &page.elements) {
        if let Element::Text { text, .. } = element {
            glyphs.extend(fonts.glyphs(text).map(|(glyph, _)| glyph));
        }
    }
    let mut defs = "<defs>".to_owned();
    for glyph in glyphs {
        let path = fonts.outline(glyph);
        if !path.is_empty() {
            // Writing to a string cannot fail; the same below.
            let _ = write!(defs, "<path id=\"{}\" d=\"{path}\"/>", id(glyph));
        }
    }
    defs + "</defs>"
}

fn id(Glyph { font, id }: Glyph) -> String {
    format!("g{font}-{id}")
}

/// The `svg` element of a page.
pub(super) fn svg(
    document: &Document,
    page: &Page,
    fonts: &Fonts<'_>,
    attributes: &str,
    outlines: &str,
) -> String {
    let (width, height) = document.paper.size();
    let (css_width, css_height) = document.paper.css_size();
    let mut out = format!(
        "<svg{attributes} width=\"{css_width}\" height=\"{css_height}\" viewBox=\"0 0 {width} {height}\" lang=\"{}\">\
         <title>{}</title>{outlines}\n",
        document.language,
        escaped(&document.title)
    );
    let _ = writeln!(out, "<path fill=\"#fff\" d=\"M0 0H{width}V{height}H0Z\"/>");
    for element in &page.elements {
        push(&mut out, element, fonts);
    }
    out + "</svg>"
}

fn push(out: &mut String, element: &Element, fonts: &Fonts<'_>) {
    match element {
        Element::Shape { outlines, fill, stroke } => {
            let data: String = outlines.iter().map(|points| path(points) + "Z").collect();
            let fill = fill.map_or("none".to_owned(), hex);
            let line = stroke.as_ref().map(stroked).unwrap_or_default();
            let _ =
                writeln!(out, "<path fill=\"{fill}\" fill-rule=\"evenodd\"{line} d=\"{data}\"/>");
        }
        Element::Line { points, stroke } => {
            let _ =
                writeln!(out, "<path fill=\"none\"{} d=\"{}\"/>", stroked(stroke), path(points));
        }
        Element::Text { at: (x, y), size, colour, text } => {
            let mut along = *x;
            let _ = write!(out, "<g fill=\"{}\" aria-hidden=\"true\">", hex(*colour));
            for (glyph, sign) in fonts.glyphs(text) {
                if !sign.is_whitespace() {
                    let scale = size / f32::from(fonts.face(glyph.font).units_per_em());
                    let (x, y) = (length(along), length(*y));
                    let _ = write!(
                        out,
                        "<use href=\"#{}\" transform=\"translate({x} {y}) scale({scale:.5})\"/>",
                        id(glyph)
                    );
                }
                along += fonts.advance(glyph) * size;
            }
            let _ = writeln!(
                out,
                "</g><text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"sans-serif\" textLength=\"{}\" \
                 lengthAdjust=\"spacingAndGlyphs\" fill-opacity=\"0\">{}</text>",
                length(*x),
                length(*y),
                length(*size),
                length(along - x),
                escaped(text)
            );
        }
    }
}

fn path(points: &[(f32, f32)]) -> String {
    let point = |(at, (x, y)): (usize, &(f32, f32))| {
        format!("{}{} {}", if at == 0 { 'M' } else { 'L' }, length(*x), length(*y))
    };
    points.iter().enumerate().map(point).collect()
}

fn stroked(stroke: &Stroke) -> String {
    let Stroke { colour, width, dash } = stroke;
    let dash =
        dash.map(|(on, off)| format!(" stroke-dasharray=\"{} {}\"", length(on), length(off)));
    format!(
        " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"{}",
        hex(*colour),
        length(*width),
        dash.unwrap_or_default()
    )
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text with the characters of markup replaced. XML allows no control characters.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            sign if sign.is_control() => escaped.push('\u{fffd}'),
            sign => escaped.push(sign),
        }
    }
    escaped
}
