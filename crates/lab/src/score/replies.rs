//! Answers without moves: yes or no, a number, or a board.

use super::answer::UnreadAnswer;
use super::places::{self, Place};
use super::words;
use huarong_core::position::Position;
use huarong_core::rules::Puzzle;

/// The only answer of the place that has one.
fn only<'t, T: PartialEq>(
    text: &'t str,
    kind: &'static str,
    read: impl Fn(&'t str) -> Option<T>,
) -> Result<(Place, T), UnreadAnswer> {
    let found = places::find(text, |part| Ok(read(part)))?;
    found.ok_or(UnreadAnswer::NoAnswer(kind))
}

/// A text without the marks around it that format it.
pub(super) fn plain(text: &str) -> &str {
    let is_mark = |sign: char| sign.is_whitespace() || "*_`\"'$#{}".contains(sign);
    let text = text.trim_matches(is_mark);
    let commands = ["\\text{", "\\textbf{", "\\mathrm{"];
    let inner = commands.iter().find_map(|command| text.strip_prefix(command));
    inner.unwrap_or(text).trim_matches(is_mark)
}

/// The first phrase of a text, the comma, full stop, dash, bracket or end of a line after it, and the rest.
fn first_phrase(text: &str) -> (&str, char, &str) {
    let text = plain(text);
    let ends = |(at, sign): (usize, char)| {
        let rest = &text[at + sign.len_utf8()..];
        match sign {
            ',' | ';' | ':' | '!' | '(' | '\n' | '。' | '、' | '—' => true,
            '.' => {
                rest.is_empty()
                    || rest
                        .starts_with(|next: char| next.is_whitespace() || "*_\"'`".contains(next))
            }
            '-' | '–' => text[..at].ends_with(' ') && rest.starts_with(' '),
            _ => false,
        }
    };
    match text.char_indices().find(|&end| ends(end)) {
        Some((at, sign)) => (plain(&text[..at]), sign, plain(&text[at + sign.len_utf8()..])),
        None => (text, '\n', ""),
    }
}

/// Words after a first phrase that take it back.
const DOUBTS: &[&str] = &[
    "or", "but", "maybe", "perhaps", "possibly", "probably", "if", "unless", "actually", "wait",
    "not", "或", "但", "不",
];

/// Whether the rest of an answer takes its first phrase back.
fn takes_back(rest: &str) -> bool {
    let small = rest.to_lowercase();
    let word = small.split(|sign: char| !sign.is_alphanumeric()).find(|word| !word.is_empty());
    word.is_some_and(|word| {
        DOUBTS.iter().any(|doubt| word == *doubt || !doubt.is_ascii() && word.starts_with(doubt))
    })
}

/// Yes or no: a word that says so, or a phrase such as `it is not legal`. A reason can follow after a comma.
pub(super) fn verdict(text: &str) -> Result<(Place, bool), UnreadAnswer> {
    only(text, "yes or no", |part| {
        let (phrase, _, rest) = first_phrase(part);
        let said = said(phrase)?;
        let is_contrary = || said_at_start(rest).is_some_and(|other| other != said);
        (!takes_back(rest) && !is_contrary()).then_some(said)
    })
}

/// What the next phrase says, or its first word if that is yes.
fn said_at_start(text: &str) -> Option<bool> {
    let (phrase, ..) = first_phrase(text);
    let is_yes = || phrase.split_whitespace().next().is_some_and(|word| said(word) == Some(true));
    said(phrase).or_else(|| is_yes().then_some(true))
}

/// Phrases that say yes, and phrases that say no.
const YES: &[&str] = &[
    "yes",
    "true",
    "correct",
    "there is a solution",
    "是",
    "是的",
    "對",
    "对",
    "可",
    "可以",
    "能",
    "可能",
    "有解",
    "合法",
    "可行",
    "能達到",
    "能达到",
];
const NO: &[&str] = &[
    "no",
    "false",
    "incorrect",
    "no solution",
    "there is no solution",
    "否",
    "不",
    "不是",
    "不對",
    "不对",
    "不可",
    "不可以",
    "不能",
    "不行",
    "不可行",
    "不可能",
    "絕不可能",
    "绝不可能",
    "不合法",
    "非法",
    "無解",
    "无解",
    "沒有解",
    "没有解",
    "沒有可能",
    "没有可能",
    "不能達到",
    "不能达到",
    "無法達到",
    "无法达到",
];

/// What can stand before these phrases.
const SUBJECTS: &[&str] = &["the answer is ", "這一步", "这一步", "此步", "目標", "目标"];

/// Adjectives of puzzles and moves, and their opposites.
const IS_SO: &[&str] = &["legal", "possible", "solvable", "valid", "reachable"];
const IS_NOT_SO: &[&str] = &["illegal", "impossible", "unsolvable", "invalid", "unreachable"];

/// What a phrase says. A double negation says nothing.
fn said(phrase: &str) -> Option<bool> {
    let small = phrase.to_lowercase().replace('’', "'");
    let small = small.split_whitespace().collect::<Vec<_>>().join(" ");
    let subject = SUBJECTS.iter().find_map(|subject| small.strip_prefix(subject));
    let small = subject.unwrap_or(&small);
    if YES.contains(&small) || NO.contains(&small) {
        return Some(YES.contains(&small));
    }
    let words = small.replace("can't", "can not").replace("cannot", "can not");
    let words = words.replace("n't", " not").replace("it's", "it is");
    let words: Vec<&str> = words.split(' ').collect();
    let words = match &words[..] {
        ["the" | "this", "move" | "puzzle" | "board" | "goal" | "position", rest @ ..] => rest,
        ["it" | "this" | "that", rest @ ..] => rest,
        words => words,
    };
    match words {
        [adjective] | ["is", adjective] if IS_SO.contains(adjective) => Some(true),
        [adjective] | ["is", adjective] if IS_NOT_SO.contains(adjective) => Some(false),
        ["not", adjective] | ["is", "not", adjective] if IS_SO.contains(adjective) => Some(false),
        ["can", "be", "solved" | "reached" | "made"] => Some(true),
        ["can", "not"] | ["can", "not" | "never", "be", "solved" | "reached" | "made"] => {
            Some(false)
        }
        _ => None,
    }
}

/// Words around a number of moves that do not change it.
const AROUND_NUMBER: &[&str] = &[
    "it", "takes", "take", "needs", "need", "requires", "the", "a", "an", "answer", "is",
    "shortest", "optimal", "solution", "has", "of", "length", "in", "can", "be", "solved",
    "puzzle", "this", "exactly", "move", "moves", "step", "steps", "number", "first", "mistake",
    "are", "needed", "required", "total", "minimum", "minimal", "only", "just", "text", "there",
    "to", "solve", "最", "短", "解", "法", "需", "要", "共", "第", "步", "答", "案", "為", "为",
    "是",
];

/// A number, alone or in a phrase such as `it takes 2 moves`. An explanation can follow.
pub(super) fn number(text: &str) -> Result<(Place, u64), UnreadAnswer> {
    only(text, "number", |part| {
        let (label, end, rest) = first_phrase(part);
        // `Number of moves: 2`
        let is_label = end == ':' && only_number(&format!("{label} 1")) == Some(1);
        let (phrase, end, rest) = if is_label { first_phrase(rest) } else { (label, end, rest) };
        let line = rest.lines().next().unwrap_or_default();
        let is_digit = |sign: char| sign.is_ascii_digit();
        // `2, 3` and `2,5` are no answers. A list can follow in its own lines.
        let is_other = match end {
            '\n' => !line.is_empty() && line.chars().all(is_digit),
            _ => line.starts_with(is_digit),
        };
        let found = only_number(phrase)?;
        (!is_other && !takes_back(rest)).then_some(found)
    })
}

/// The number of a phrase in which nothing else matters.
fn only_number(phrase: &str) -> Option<u64> {
    let small = phrase.to_lowercase();
    let is_space = |sign: char| sign.is_whitespace() || "*_`\"'$\\[]{}=?".contains(sign);
    let mut found = None;
    for word in small.split(is_space).filter(|word| !word.is_empty()) {
        // Signs of Chinese are words.
        for word in word.split_inclusive(|sign: char| !sign.is_ascii()).flat_map(signs_apart) {
            let number = match word.bytes().all(|byte| byte.is_ascii_digit()) {
                true => Some(word.parse().ok()?),
                false => words::number(word).or_else(|| chinese_number(word)).map(u64::from),
            };
            match (number, found) {
                (Some(number), None) => found = Some(number),
                (Some(_), Some(_)) => return None,
                (None, _) if AROUND_NUMBER.contains(&word) => {}
                (None, _) => return None,
            }
        }
    }
    found
}

fn chinese_number(word: &str) -> Option<u16> {
    let mut signs = word.chars();
    signs.next().filter(|_| signs.next().is_none()).and_then(words::chinese_number)
}

/// A word of ASCII, and the sign after it that is none.
pub(super) fn signs_apart(text: &str) -> impl Iterator<Item = &str> {
    let end = text.find(|sign: char| !sign.is_ascii()).unwrap_or(text.len());
    let (word, sign) = text.split_at(end);
    [word, sign].into_iter().filter(|part| !part.is_empty())
}

/// A position: rows of signs, as text, in JSON, or as a grid with or without numbers.
pub(super) fn board(text: &str, puzzle: &Puzzle) -> Result<(Place, Position), UnreadAnswer> {
    let (width, height) =
        (usize::from(puzzle.board().width()), usize::from(puzzle.board().height()));
    let read = |part: &str| -> Vec<Position> {
        let mut found = Vec::new();
        let mut rows: Vec<String> = Vec::new();
        for line in part.lines().chain([""]) {
            let is_between = |sign: char| sign.is_whitespace() || "\"'`,:|[](){}".contains(sign);
            let words = line.split(is_between).filter(|word| !word.is_empty());
            // The key of the rows in JSON.
            let words: Vec<&str> = words.filter(|word| *word != "rows").collect();
            let of_slashes = words.iter().filter(|word| word.contains('/'));
            found.extend(of_slashes.filter_map(|word| puzzle.parse(word).ok()));
            if rows.is_empty() && is_numbered(&words, 1..=width) {
                continue;
            }
            match rows_of(&words, width, rows.len() + 1) {
                Some(more) => rows.extend(more),
                None => {
                    if rows.len() == height {
                        found.extend(puzzle.parse(&rows.join("/")).ok());
                    }
                    rows.clear();
                }
            }
        }
        found
    };
    // Boards of one place must be the same.
    let found = places::find(text, |part| {
        let mut boards = read(part).into_iter();
        let Some(first) = boards.next() else { return Ok(None) };
        match boards.all(|other| other == first) {
            true => Ok(Some(first)),
            false => Err(UnreadAnswer::Differ),
        }
    })?;
    found.ok_or(UnreadAnswer::NoAnswer("board"))
}

/// Whether words are numbers that follow one another.
fn is_numbered(words: &[&str], mut numbers: impl Iterator<Item = usize>) -> bool {
    words.iter().all(|word| numbers.next().is_some_and(|number| word.parse() == Ok(number)))
        && !words.is_empty()
        && numbers.next().is_none()
}

/// The rows of a line: one with its signs apart, maybe after its number, or several.
fn rows_of(words: &[&str], width: usize, number: usize) -> Option<Vec<String>> {
    let is_sign = |word: &&str| word.chars().count() == 1;
    let is_row = |word: &&str| word.chars().count() == width;
    match words {
        [] => None,
        words if width > 1 && words.len() == width && words.iter().all(is_sign) => {
            Some(vec![words.concat()])
        }
        [first, rest @ ..]
            if first.parse() == Ok(number) && rest.len() == width && rest.iter().all(is_sign) =>
        {
            Some(vec![rest.concat()])
        }
        [first, row] if first.parse() == Ok(number) && is_row(row) && !is_row(first) => {
            Some(vec![(*row).to_owned()])
        }
        words if words.iter().all(is_row) => {
            Some(words.iter().map(|word| (*word).to_owned()).collect())
        }
        _ => None,
    }
}
