//! What words and signs mean in an answer with moves, in English and Chinese.

use super::tokens::Part;
use huarong_core::grid::Direction;

const NUMBERS: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The direction of a word.
pub(super) fn direction(word: &str) -> Option<Direction> {
    let stem = word.strip_suffix('s').unwrap_or(word);
    Some(match stem.strip_suffix("ward").unwrap_or(stem) {
        "right" | "east" => Direction::Right,
        "left" | "west" => Direction::Left,
        "down" | "south" => Direction::Down,
        "up" | "north" => Direction::Up,
        _ => return None,
    })
}

/// The direction of a letter.
pub(super) fn letter_direction(letter: char) -> Option<Direction> {
    Some(match letter.to_ascii_uppercase() {
        'R' => Direction::Right,
        'L' => Direction::Left,
        'D' => Direction::Down,
        'U' => Direction::Up,
        _ => return None,
    })
}

/// The direction of an arrow.
pub(super) fn arrow(sign: char) -> Option<Direction> {
    Some(match sign {
        '→' | '⇒' | '➡' | '⟶' | '➔' | '➜' => Direction::Right,
        '←' | '⇐' | '⬅' | '⟵' => Direction::Left,
        '↓' | '⇓' | '⬇' => Direction::Down,
        '↑' | '⇑' | '⬆' => Direction::Up,
        _ => return None,
    })
}

/// The direction of a Chinese sign.
pub(super) fn chinese_direction(sign: char) -> Option<Direction> {
    Some(match sign {
        '右' => Direction::Right,
        '左' => Direction::Left,
        '下' => Direction::Down,
        '上' => Direction::Up,
        _ => return None,
    })
}

/// The direction of a word, a letter or a sign that stands alone.
pub(super) fn any_direction(text: &str) -> Option<Direction> {
    let mut signs = text.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) => {
            letter_direction(sign).or_else(|| arrow(sign)).or_else(|| chinese_direction(sign))
        }
        _ => direction(&text.to_ascii_lowercase()),
    }
}

/// The number of an English word.
pub(super) fn number(word: &str) -> Option<u16> {
    let nth = NUMBERS.iter().position(|number| *number == word)?;
    Some(nth as u16 + 1)
}

/// The number of a Chinese sign.
pub(super) fn chinese_number(sign: char) -> Option<u16> {
    if ['兩', '两'].contains(&sign) {
        return Some(2);
    }
    let nth = "一二三四五六七八九十".chars().position(|number| number == sign)?;
    Some(nth as u16 + 1)
}

/// What an English word in small letters means.
pub(super) fn english(word: &str) -> Part {
    if let Some(direction) = direction(word) {
        return Part::Direction(direction);
    }
    if let Some(number) = number(word) {
        return Part::Number(number);
    }
    match word {
        "once" => Part::Number(1),
        "column" | "col" => Part::Column,
        "row" => Part::Row,
        "to" | "into" | "onto" | "until" | "till" => Part::To,
        "by" | "for" | "distance" | "count" | "amount" | "length" => Part::By,
        "step" | "steps" | "cell" | "cells" | "space" | "spaces" | "square" | "squares"
        | "unit" | "units" | "place" | "places" | "position" | "positions" => Part::Unit,
        "move" | "moves" | "moved" | "moving" | "slide" | "slides" | "slid" | "sliding"
        | "push" | "pull" | "shift" | "drive" | "go" | "goes" | "piece" | "pieces" | "car"
        | "cars" | "truck" | "block" | "vehicle" | "tile" | "bus" | "it" => Part::Mover,
        "then" | "and" | "next" | "first" | "finally" | "lastly" | "so" => Part::Then,
        "not" | "no" | "or" | "never" | "nor" | "maybe" | "perhaps" | "undo" | "cancel"
        | "skip" | "don't" | "doesn't" | "isn't" | "cannot" | "can't" | "won't" | "wouldn't"
        | "shouldn't" | "mustn't" | "avoid" | "without" | "wrong" | "illegal" | "invalid"
        | "impossible" | "fails" | "fail" => Part::Not,
        "if" | "let" | "lets" | "letting" | "allow" | "allows" | "allowing" | "tried" | "try"
        | "because" | "since" | "unless" | "when" | "before" | "after" | "instead" => Part::If,
        "is" | "are" | "was" | "were" | "be" | "do" | "does" | "did" | "will" | "can" | "has"
        | "have" | "must" | "needs" | "need" | "blocks" | "reaches" => Part::Verb,
        "twice" | "thrice" | "repeat" | "times" | "again" | "double" | "half" => Part::Unclear,
        "the" | "an" | "at" | "from" | "towards" | "toward" | "along" | "direction" | "dir"
        | "id" | "name" | "sign" | "letter" | "anchor" | "path" | "please" | "exactly" | "just"
        | "you" | "we" | "should" | "would" | "could" | "now" | "also" => Part::Filler,
        _ => Part::Word,
    }
}

/// Chinese words of several signs, of which a part means something else.
const CHINESE_WORDS: [(&[&str], Part); 2] = [
    (
        &[
            "接下來",
            "接下来",
            "然後",
            "然后",
            "接著",
            "接着",
            "之後",
            "之后",
            "最後",
            "最后",
            "首先",
        ],
        Part::Then,
    ),
    (
        &[
            "以下",
            "如下",
            "以上",
            "上述",
            "下面",
            "上面",
            "下一步",
            "一下",
            "一共",
            "一樣",
            "一样",
            "上下",
            "左右",
        ],
        Part::Word,
    ),
];

/// What a Chinese word at the start of a text means, and its length in bytes.
pub(super) fn chinese(text: &str) -> Option<(Part, usize)> {
    let sign = text.chars().next().filter(|sign| !sign.is_ascii())?;
    for (words, part) in CHINESE_WORDS {
        if let Some(word) = words.iter().find(|word| text.starts_with(**word)) {
            return Some((part, word.len()));
        }
    }
    let spoken = chinese_direction(sign).map(Part::Direction);
    let spoken = spoken.or_else(|| chinese_number(sign).map(Part::Number));
    if let Some(part) = spoken {
        return Some((part, sign.len_utf8()));
    }
    let part = match sign {
        '格' | '步' | '個' | '个' => Part::Unit,
        '移' | '動' | '动' | '推' | '滑' | '挪' | '走' | '棋' | '子' | '車' | '车' | '塊'
        | '块' => Part::Mover,
        '先' | '再' => Part::Then,
        '到' | '至' => Part::To,
        '第' => Part::Nth,
        '次' | '遍' | '倍' => Part::Unclear,
        '不' | '別' | '别' | '勿' | '沒' | '没' | '未' | '或' => Part::Not,
        '讓' | '让' | '若' | '如' | '因' => Part::If,
        '向' | '往' | '朝' | '把' | '將' | '将' | '的' | '方' | '邊' | '边' => {
            Part::Filler
        }
        _ => return None,
    };
    Some((part, sign.len_utf8()))
}
