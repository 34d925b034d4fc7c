//! Pages as PDF, with the used parts of fonts. The same document gives the same bytes: there are no dates and no random
//! names.

use super::font::{FontError, Fonts, Glyph};
use super::page::{Colour, Document, Element, Page, Point, Stroke, length};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;
use ttf_parser::{RawFace, Tag, name_id};

const COMPRESSION_LEVEL: u8 = 9;

/// The encoding of all fonts: the numbers of glyphs in the embedded parts.
const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A document as a PDF file.
///
/// # Errors
///
/// Returns an error if the glyphs of a font are damaged.
pub fn write_pdf(document: &Document, fonts: &Fonts<'_>) -> Result<Vec<u8>, FontError> {
    let used = UsedFont::all(document, fonts);
    let mut next = 1;
    let mut new = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (catalog, tree, info) = (new(), new(), new());
    let font_refs: Vec<Ref> = used.iter().map(|_| new()).collect();
    let pages: Vec<(Ref, Ref)> = document.pages.iter().map(|_| (new(), new())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr(document.language));
    let mut about = pdf.document_info(info);
    about.title(TextStr(&document.title)).creator(TextStr("huarong")).producer(TextStr("huarong"));
    about.finish();
    let count = pages.len() as i32;
    pdf.pages(tree).kids(pages.iter().map(|&(page, _)| page)).count(count);
    let (width, height) = document.paper.size();
    for (page, &(own, content)) in document.pages.iter().zip(&pages) {
        let mut object = pdf.page(own);
        object.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(content);
        let mut resources = object.resources();
        let mut list = resources.fonts();
        for (font, &reference) in used.iter().zip(&font_refs) {
            list.pair(Name(font.name().as_bytes()), reference);
        }
        list.finish();
        resources.finish();
        object.finish();
        let drawn = compress_to_vec_zlib(&drawn(page, height, &used, fonts), COMPRESSION_LEVEL);
        pdf.stream(content, &drawn).filter(Filter::FlateDecode);
    }
    for (font, &reference) in used.iter().zip(&font_refs) {
        font.embed(&mut pdf, reference, fonts, &mut new)?;
    }
    Ok(pdf.finish())
}

/// A font, with the glyphs that the document uses.
struct UsedFont {
    number: usize,
    /// The number of each glyph in the embedded part.
    remapper: GlyphRemapper,
    /// The character of each glyph, for programs that read the text.
    signs: BTreeMap<u16, char>,
}

impl UsedFont {
    /// The fonts that a document uses.
    fn all(document: &Document, fonts: &Fonts<'_>) -> Vec<Self> {
        let mut signs: BTreeMap<usize, BTreeMap<u16, char>> = BTreeMap::new();
        for (Glyph { font, id }, sign) in document.texts().flat_map(|text| fonts.glyphs(text)) {
            signs.entry(font).or_default().entry(id).or_insert(sign);
        }
        let used = signs.into_iter().map(|(number, signs)| {
            let mut remapper = GlyphRemapper::new();
            for &id in signs.keys() {
                remapper.remap(id);
            }
            Self { number, remapper, signs }
        });
        used.collect()
    }

    /// The name by which pages refer to the font.
    fn name(&self) -> String {
        format!("F{}", self.number)
    }

    /// Writes the font at a reference.
    fn embed(
        &self,
        pdf: &mut Pdf,
        own: Ref,
        fonts: &Fonts<'_>,
        new: &mut impl FnMut() -> Ref,
    ) -> Result<(), FontError> {
        let face = fonts.face(self.number);
        let [cid, descriptor, map, program] = [new(), new(), new(), new()];
        let is_cff = face.tables().cff.is_some();
        let name = face.names().into_iter().find(|name| name.name_id == name_id::POST_SCRIPT_NAME);
        let name = name.and_then(|name| name.to_string()).unwrap_or_else(|| "Font".to_owned());
        let name: String = name.chars().filter(|sign| sign.is_ascii_graphic()).collect();
        // Six capital letters before the name mean a part of a font.
        let base = format!("HUARON+{name}");
        let whole = if is_cff { format!("{base}-Identity-H") } else { base.clone() };
        pdf.type0_font(own)
            .base_font(Name(whole.as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(map);

        let mut font = pdf.cid_font(cid);
        font.subtype(if is_cff { CidFontType::Type0 } else { CidFontType::Type2 })
            .base_font(Name(base.as_bytes()))
            .system_info(IDENTITY)
            .font_descriptor(descriptor)
            .default_width(0.0);
        if !is_cff {
            font.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let thousandth = |id| length(fonts.advance(Glyph { font: self.number, id }) * 1000.0);
        font.widths().consecutive(0, self.remapper.remapped_gids().map(thousandth));
        font.finish();

        let unit = |value: i16| f32::from(value) * 1000.0 / f32::from(face.units_per_em());
        let bounds = face.global_bounding_box();
        let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(unit);
        let mut about = pdf.font_descriptor(descriptor);
        about
            .name(Name(base.as_bytes()))
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(bounds[0], bounds[1], bounds[2], bounds[3]))
            .italic_angle(0.0)
            .ascent(unit(face.ascender()))
            .descent(unit(face.descender()))
            .cap_height(unit(face.capital_height().unwrap_or(face.ascender())))
            .stem_v(80.0);
        match is_cff {
            true => about.font_file3(program),
            false => about.font_file2(program),
        };
        about.finish();

        let mut unicode = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        for (&id, &sign) in &self.signs {
            unicode.pair(self.remapper.get(id).unwrap_or(0), sign);
        }
        let unicode = compress_to_vec_zlib(unicode.finish().as_slice(), COMPRESSION_LEVEL);
        pdf.stream(map, &unicode).filter(Filter::FlateDecode);

        let part = self.part(fonts)?;
        let mut stream = pdf.stream(program, &part);
        stream.filter(Filter::FlateDecode);
        if is_cff {
            stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
        Ok(())
    }

    /// The used part of the font, compressed.
    fn part(&self, fonts: &Fonts<'_>) -> Result<Vec<u8>, FontError> {
        let data = fonts.face(self.number).raw_face().data;
        let part = subsetter::subset(data, 0, &self.remapper).map_err(|_| FontError::Damaged)?;
        // PDF has the glyphs of OpenType fonts without the tables around them.
        let cff = RawFace::parse(&part, 0).ok().and_then(|raw| raw.table(Tag::from_bytes(b"CFF ")));
        Ok(compress_to_vec_zlib(cff.unwrap_or(&part), COMPRESSION_LEVEL))
    }
}

/// The elements of a page as operators.
fn drawn(page: &Page, height: f32, used: &[UsedFont], fonts: &Fonts<'_>) -> Vec<u8> {
    let mut content = Content::new();
    let up = |(x, y): Point| (length(x), length(height - y));
    content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
    for element in &page.elements {
        match element {
            Element::Shape { outlines, fill, stroke } => {
                fill.iter().for_each(|&colour| set_fill(&mut content, colour));
                stroke.iter().for_each(|stroke| set_stroke(&mut content, stroke));
                for points in outlines {
                    path(&mut content, points.iter().copied().map(up));
                    content.close_path();
                }
                match (fill, stroke) {
                    (Some(_), Some(_)) => content.fill_even_odd_and_stroke(),
                    (Some(_), None) => content.fill_even_odd(),
                    (None, Some(_)) => content.stroke(),
                    (None, None) => content.end_path(),
                };
            }
            Element::Line { points, stroke } => {
                set_stroke(&mut content, stroke);
                path(&mut content, points.iter().copied().map(up));
                content.stroke();
            }
            Element::Text { at, size, colour, text } => {
                set_fill(&mut content, *colour);
                let (x, y) = up(*at);
                content.begin_text().next_line(x, y);
                let glyphs: Vec<Glyph> = fonts.glyphs(text).map(|(glyph, _)| glyph).collect();
                for run in glyphs.chunk_by(|a, b| a.font == b.font) {
                    let font = used.iter().find(|font| font.number == run[0].font);
                    let font = font.expect("the fonts of all texts are used");
                    let number = |glyph: &Glyph| font.remapper.get(glyph.id).unwrap_or(0);
                    let bytes: Vec<u8> =
                        run.iter().flat_map(|glyph| number(glyph).to_be_bytes()).collect();
                    content.set_font(Name(font.name().as_bytes()), length(*size));
                    content.show(Str(&bytes));
                }
                content.end_text();
            }
        }
    }
    content.finish().to_vec()
}

fn path(content: &mut Content, points: impl Iterator<Item = Point>) {
    for (at, (x, y)) in points.enumerate() {
        match at {
            0 => content.move_to(x, y),
            _ => content.line_to(x, y),
        };
    }
}

/// A part of a colour, from 0 to 1.
fn part(value: u8) -> f32 {
    (f32::from(value) / 255.0 * 1000.0).round() / 1000.0
}

/// Greys are greys in the file, so that printers use black ink only.
fn set_fill(content: &mut Content, Colour(red, green, blue): Colour) {
    match red == green && green == blue {
        true => content.set_fill_gray(part(red)),
        false => content.set_fill_rgb(part(red), part(green), part(blue)),
    };
}

fn set_stroke(content: &mut Content, &Stroke { colour, width, dash }: &Stroke) {
    let Colour(red, green, blue) = colour;
    match red == green && green == blue {
        true => content.set_stroke_gray(part(red)),
        false => content.set_stroke_rgb(part(red), part(green), part(blue)),
    };
    content.set_line_width(length(width));
    let dashes: Vec<f32> = dash.map(|(on, off)| vec![length(on), length(off)]).unwrap_or_default();
    content.set_dash_pattern(dashes, 0.0);
}
