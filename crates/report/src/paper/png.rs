//! Pages as PNG.

use super::font::{Fonts, Glyph};
use super::page::{Colour, Element, Page, Point, Stroke};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};
use ttf_parser::{GlyphId, OutlineBuilder};

/// A page of a width and height as a picture with so many pixels per point. `None` if that is too large to be drawn.
pub fn write_png(
    page: &Page,
    (width, height): (f32, f32),
    pixels: f32,
    fonts: &Fonts<'_>,
) -> Option<Vec<u8>> {
    let [across, down] = [width, height].map(|length| (length * pixels).ceil() as u32);
    let mut canvas = Pixmap::new(across, down)?;
    canvas.fill(tiny_skia::Color::WHITE);
    let mut drawing = Drawing { canvas, scale: Transform::from_scale(pixels, pixels), fonts };
    page.elements.iter().for_each(|element| drawing.draw(element));
    drawing.canvas.encode_png().ok()
}

struct Drawing<'f> {
    canvas: Pixmap,
    /// From points to pixels.
    scale: Transform,
    fonts: &'f Fonts<'f>,
}

impl Drawing<'_> {
    fn draw(&mut self, element: &Element) {
        match element {
            Element::Shape { outlines, fill, stroke } => {
                let Some(path) = path(outlines, true) else { return };
                if let Some(colour) = fill {
                    self.fill(&path, *colour, FillRule::EvenOdd, self.scale);
                }
                if let Some(stroke) = stroke {
                    self.stroke(&path, stroke);
                }
            }
            Element::Line { points, stroke } => {
                let Some(path) = path(std::slice::from_ref(points), false) else { return };
                self.stroke(&path, stroke);
            }
            Element::Text { at, size, colour, text } => self.text(*at, *size, *colour, text),
        }
    }

    fn text(&mut self, (mut along, base): Point, size: f32, colour: Colour, text: &str) {
        for (glyph, _) in self.fonts.glyphs(text) {
            let face = self.fonts.face(glyph.font);
            let scale = size / f32::from(face.units_per_em());
            // Outlines of glyphs go upwards.
            let place = self.scale.pre_translate(along, base).pre_scale(scale, -scale);
            if let Some(path) = self.outline(glyph) {
                self.fill(&path, colour, FillRule::Winding, place);
            }
            along += self.fonts.advance(glyph) * size;
        }
    }

    /// The outline of a glyph; `None` for a space.
    fn outline(&self, glyph: Glyph) -> Option<Path> {
        let mut outline = Outline(PathBuilder::new());
        self.fonts.face(glyph.font).outline_glyph(GlyphId(glyph.id), &mut outline)?;
        outline.0.finish()
    }

    fn fill(&mut self, path: &Path, colour: Colour, rule: FillRule, place: Transform) {
        self.canvas.fill_path(path, &paint(colour), rule, place, None);
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke) {
        let drawn = tiny_skia::Stroke {
            width: stroke.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: stroke.dash.and_then(|(on, off)| StrokeDash::new(vec![on, off], 0.0)),
            ..tiny_skia::Stroke::default()
        };
        self.canvas.stroke_path(path, &paint(stroke.colour), &drawn, self.scale, None);
    }
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

/// Lines from point to point; `None` if they are none.
fn path(lines: &[Vec<Point>], are_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for points in lines {
        let mut points = points.iter();
        let Some(&(x, y)) = points.next() else { continue };
        path.move_to(x, y);
        // A dot is a line without length.
        if points.len() == 0 {
            path.line_to(x, y);
        }
        points.for_each(|&(x, y)| path.line_to(x, y));
        if are_closed {
            path.close();
        }
    }
    path.finish()
}

struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
