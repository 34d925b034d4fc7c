//! The parts of answers in JSON that have parts, as serde writes them. Streams have millions of them: serde would look for
//! signs to escape in every key.

use crate::cli::output::{is_plain_json, json_text};
use huarong_core::rules::PerMetric;
use huarong_pages::json::{FullMove, PositionRecord};
use std::io::{self, Write};

/// Bytes that are enough for most moves.
const BYTES_OF_MOVE: usize = 256;

/// Keys of objects by metric, each with what comes before it.
const METRICS: [&[u8]; 3] = [b"{\"unit\":", b",\"straight\":", b",\"finger\":"];

/// Writes distances by metric.
pub(super) fn write_distances(
    distances: &PerMetric<Option<u16>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut object = Vec::with_capacity(64);
    push_distances(distances, &mut object);
    out.write_all(&object)
}

/// Writes the positions after the best moves, by metric.
pub(super) fn write_best(record: &PositionRecord<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (push, mut object) = (pusher_of_positions(record), Vec::with_capacity(1024));
    for (key, best) in METRICS.into_iter().zip(record.best_moves.values()) {
        object.extend_from_slice(key);
        push_list(best, &mut object, |after, out| push(b"", after, out));
    }
    object.push(b'}');
    out.write_all(&object)
}

/// Writes all moves.
pub(super) fn write_moves(record: &PositionRecord<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (push, moves) = (pusher_of_positions(record), &record.moves);
    let mut list = Vec::with_capacity(2 + BYTES_OF_MOVE * moves.len());
    push_list(moves, &mut list, |made, out| push_move(made, push, out));
    out.write_all(&list)
}

/// How the texts of the positions after moves are written. They have the signs of the position itself, so one look is
/// enough to know that none needs to be escaped.
fn pusher_of_positions(record: &PositionRecord<'_>) -> fn(&[u8], &str, &mut Vec<u8>) {
    if is_plain_json(record.position) { push_plain } else { push_text }
}

fn push_list<T>(values: &[T], out: &mut Vec<u8>, push: impl Fn(&T, &mut Vec<u8>)) {
    out.push(b'[');
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        push(value, out);
    }
    out.push(b']');
}

fn push_move(made: &FullMove<'_>, push_position: fn(&[u8], &str, &mut Vec<u8>), out: &mut Vec<u8>) {
    let FullMove { piece, shape, from, to, leaves, becomes, metric, path, position, distance } =
        made;
    match piece {
        Some(piece) => {
            push_text(b"{\"piece\":", piece.encode_utf8(&mut [0; 4]), out);
            push_text(b",\"shape\":", shape, out);
        }
        None => push_text(b"{\"shape\":", shape, out),
    }
    for (key, [column, row]) in [(&b",\"from\":["[..], from), (b"],\"to\":[", to)] {
        push_number(key, (*column).into(), out);
        push_number(b",", (*row).into(), out);
    }
    out.push(b']');
    if *leaves {
        out.extend_from_slice(b",\"leaves\":true");
    }
    if let Some(becomes) = becomes {
        push_text(b",\"becomes\":", becomes.encode_utf8(&mut [0; 4]), out);
    }
    push_plain(b",\"metric\":", metric, out);
    push_plain(b",\"path\":", path, out);
    push_position(b",\"position\":", position, out);
    out.extend_from_slice(b",\"distance\":");
    push_distances(distance, out);
    out.push(b'}');
}

fn push_distances(distances: &PerMetric<Option<u16>>, out: &mut Vec<u8>) {
    for (key, far) in METRICS.into_iter().zip(distances.values()) {
        match *far {
            Some(far) => push_number(key, far, out),
            None => {
                out.extend_from_slice(key);
                out.extend_from_slice(b"null");
            }
        }
    }
    out.push(b'}');
}

fn push_number(key: &[u8], number: u16, out: &mut Vec<u8>) {
    out.extend_from_slice(key);
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

fn push_text(key: &[u8], text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(key);
    json_text(text, out).expect("memory can be written");
}

/// Appends a text with nothing to escape.
fn push_plain(key: &[u8], text: &str, out: &mut Vec<u8>) {
    [key, b"\"", text.as_bytes(), b"\""].iter().for_each(|part| out.extend_from_slice(part));
}
