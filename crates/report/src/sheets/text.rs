//! Text in lines of limited width.

use crate::paper::{Colour, Element, Fonts, Point};
use std::mem;

/// Height of a line, as a part of the font size.
pub(super) const LINE_HEIGHT: f32 = 1.3;

/// Height of the letters above the baseline, as a part of the font size.
const ASCENT: f32 = 0.88;

/// The end of a text that is cut.
const ELLIPSIS: char = '…';

/// A text in lines that are not wider than `width`. Lines break at spaces and between Chinese characters; a longer word
/// is broken anywhere.
pub(super) fn wrapped(fonts: &Fonts<'_>, text: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines = Vec::new();
    // The last line, and its width at size 1.
    let (mut line, mut used) = (String::new(), 0.0);
    let wider = |used: f32, part: &str| part.chars().fold(used, |sum, c| sum + fonts.width_of(c));
    for word in words(text) {
        if wider(used, word.trim_end()) * size <= width {
            line.push_str(word);
            used = wider(used, word);
            continue;
        }
        if !line.is_empty() {
            lines.push(mem::take(&mut line));
            used = 0.0;
        }
        for sign in word.chars() {
            let own = fonts.width_of(sign);
            if (used + own) * size > width && !line.is_empty() && !sign.is_whitespace() {
                lines.push(mem::take(&mut line));
                used = 0.0;
            }
            line.push(sign);
            used += own;
        }
    }
    lines.push(line);
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The parts of a text between which a line may end.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut signs = rest.char_indices().peekable();
        let mut end = rest.len();
        while let Some((_, sign)) = signs.next() {
            let Some(&(at, next)) = signs.peek() else { break };
            let after_space = sign.is_whitespace() && !next.is_whitespace();
            let between = (is_chinese(sign) || is_chinese(next))
                && !is_closing(next)
                && !next.is_whitespace();
            if after_space || between {
                end = at;
                break;
            }
        }
        let (word, left) = rest.split_at(end);
        rest = left;
        (!word.is_empty()).then_some(word)
    })
}

fn is_chinese(sign: char) -> bool {
    ('\u{2e80}'..='\u{ffef}').contains(&sign) || sign >= '\u{20000}'
}

/// Whether no line may begin with a sign.
fn is_closing(sign: char) -> bool {
    "，。、：；）！？」》,.;:)".contains(sign)
}

/// A text in one line: smaller, down to a part of its size, and then shortened.
pub(super) fn fitted(
    fonts: &Fonts<'_>,
    text: &str,
    size: f32,
    least: f32,
    width: f32,
) -> (String, f32) {
    let natural = fonts.width(text, size);
    if natural <= width {
        return (text.to_owned(), size);
    }
    let smaller = (size * width / natural).max(size * least);
    if fonts.width(text, smaller) <= width {
        return (text.to_owned(), smaller);
    }
    let (mut used, mut end) = (0.0, 0);
    for (at, sign) in text.char_indices() {
        used += fonts.width_of(sign);
        if (used + fonts.width_of(ELLIPSIS)) * smaller > width {
            break;
        }
        end = at + sign.len_utf8();
    }
    (format!("{}{ELLIPSIS}", text[..end].trim_end()), smaller)
}

/// A title in one line or, a little smaller, in two. Returns the lines and their font size.
pub(super) fn title_lines(
    fonts: &Fonts<'_>,
    title: &str,
    size: f32,
    width: f32,
) -> (Vec<String>, f32) {
    const SMALLER: f32 = 0.8;
    if fonts.width(title, SMALLER * size) <= width {
        let (line, size) = fitted(fonts, title, size, SMALLER, width);
        return (vec![line], size);
    }
    let size = SMALLER * size;
    let mut lines = wrapped(fonts, title, size, width);
    if lines.len() > 2 {
        let rest = lines.split_off(1).join(" ");
        lines.push(fitted(fonts, &rest, size, 1.0, width).0);
    }
    (lines, size)
}

/// Text whose top-left corner is at a point.
pub(super) fn text(text: impl Into<String>, (x, top): Point, size: f32, colour: Colour) -> Element {
    Element::Text { at: (x, top + ASCENT * size), size, colour, text: text.into() }
}
