//! Formats answers.

use super::columns::{COLUMNS, PositionAnswer, Row, need_moves};
use crate::cli::output::{self, Columns, Format};
use crate::cli::rows::Question;
use crate::{Answer, Method, Oracle, Position, Probe};
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceMove, Puzzle};
use huarong_core::space::Space;
use huarong_pages::json::{PositionRecord, Show, ShownMove, ShownMoves};
use smallvec::SmallVec;
use std::io::{self, Write};

/// Formats answers one after another into a buffer.
pub(super) struct Printer<'q> {
    columns: &'q Columns<PositionAnswer>,
    format: Format,
    metric: Option<Metric>,
    /// Whether answers need the moves of positions.
    has_moves: bool,
    /// The moves of the current answer.
    shown: ShownMoves,
    /// The piece set of the last answer, and its number of positions as text.
    piece_set: String,
    space_len: String,
}

impl<'q> Printer<'q> {
    pub fn new(
        columns: &'q Columns<PositionAnswer>,
        format: Format,
        metric: Option<Metric>,
    ) -> Self {
        let has_moves = format == Format::Text || need_moves(columns);
        let (shown, piece_set, space_len) = (ShownMoves::default(), String::new(), String::new());
        Self { columns, format, metric, has_moves, shown, piece_set, space_len }
    }

    /// Formats the row of a position that has no answer. Text has none.
    pub fn refuse(
        &self,
        question: &Question<'_>,
        reason: &str,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        let row = Row { origin: Some(question.origin), answer: Err(reason) };
        self.columns.write(self.format, &row, out)
    }

    /// Formats the answer of an oracle for a position.
    pub fn print(
        &mut self,
        oracle: &Oracle,
        space: Option<&Space>,
        position: &Arrangement,
        reachable: Option<u64>,
        line: Option<&Question<'_>>,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        if self.metric == Some(Metric::Multi) {
            return self.print_lines(oracle, space, position, reachable, out);
        }
        let (puzzle, name) = (oracle.puzzle(), oracle.piece_set_text());
        let mut probe = match self.has_moves {
            true => oracle.probe_own(position)?,
            false => oracle.probe_alone(position)?,
        };
        // The answer must not depend on the kind of search: a puzzle without tables has no indices.
        if puzzle.has_signs() && oracle.method() != Method::Tables {
            probe.index = None;
        } else if probe.index.is_none() {
            probe.index = space.and_then(|space| space.rank(position));
        }
        // JSON has all moves; the other formats have the best ones only.
        let show = if self.format == Format::Json { Show::AllMoves } else { Show::BestMoves };
        self.shown.show(puzzle, position, &probe, show);
        let shown = &self.shown;
        let mut record = PositionRecord::new(puzzle, name, position, &probe, shown);
        record.reachable = reachable;
        if self.format != Format::Text {
            let row = Row { origin: line.map(|line| line.origin), answer: Ok(&record) };
            return self.columns.write(self.format, &row, out);
        }
        if self.piece_set != name {
            self.piece_set = name.to_owned();
            let len = space.map_or(oracle.len(), Space::len);
            self.space_len = output::counted(len, "position");
        }
        let write_distance = |out: &mut Vec<u8>| write_distance(&record, self.metric, out);
        write_facts(puzzle, &record, &self.space_len, write_distance, out)?;
        write_best_moves(puzzle, position, shown, self.metric, out);
        Ok(())
    }

    /// Formats the answer under the multi metric, as text.
    fn print_lines(
        &mut self,
        oracle: &Oracle,
        space: Option<&Space>,
        position: &Arrangement,
        reachable: Option<u64>,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        let (puzzle, oracle) = (oracle.puzzle(), oracle.under(Metric::Multi));
        let start = Position::new(puzzle, position.clone());
        let start = start.expect("the position belongs to its puzzle");
        let distance = oracle.distance(&start)?;
        let numbered = puzzle.has_signs() && oracle.method() != Method::Tables;
        let index = space.filter(|_| !numbered).and_then(|space| space.rank(position));
        // The record has the facts of all metrics. It needs no moves of single pieces.
        let distances = PerMetric::each(|_| Answer::Unknown);
        let probe = Probe::without_moves(index, distances);
        self.shown.show(puzzle, position, &probe, Show::BestMoves);
        let subject = oracle.piece_set_text();
        let mut record = PositionRecord::new(puzzle, subject, position, &probe, &self.shown);
        record.reachable = reachable;
        let write_distance = |out: &mut Vec<u8>| match distance {
            Some(0) => write!(out, "   at the goal"),
            Some(distance) => write!(out, "   distance   multi {distance}"),
            None => write!(out, "   cannot reach the goal"),
        };
        let space_len = output::counted(space.map_or(oracle.len(), Space::len), "position");
        write_facts(puzzle, &record, &space_len, write_distance, out)?;
        let mut label = Metric::Multi.name();
        for best in oracle.best_moves(&start)? {
            let from = out.len();
            push(out, &["  ", label]);
            out.resize(from + LABEL_WIDTH, b' ');
            let after = best.after().to_string();
            describe(puzzle, position, &best.made(), &after, out);
            label = "";
        }
        Ok(())
    }
}

/// Writes the position as a drawing, with the facts beside it.
pub fn write_facts(
    puzzle: &Puzzle,
    record: &PositionRecord<'_>,
    space_len: &str,
    write_distance: impl Fn(&mut Vec<u8>) -> io::Result<()>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    push(out, &[record.position, "\n"]);
    let mut rows = puzzle.text_rows(record.position);
    let width = usize::from(puzzle.board().width());
    let facts = COLUMNS.iter().filter_map(|column| column.fact?(record, space_len));
    let mut facts = facts.map(Some).chain([None]);
    // A board can have fewer rows than there are facts, or more.
    loop {
        let (row, fact) = (rows.next(), facts.next());
        if row.is_none() && fact.is_none() {
            return Ok(());
        }
        push(out, &["  "]);
        match row {
            Some(row) => push(out, &[row]),
            None => out.resize(out.len() + width, b' '),
        }
        match fact {
            Some(Some((label, value))) => push(out, &[label, &value]),
            Some(None) => write_distance(out)?,
            None => {}
        }
        out.push(b'\n');
    }
}

/// Writes the distances of a position, or the one that is reported.
fn write_distance(
    record: &PositionRecord<'_>,
    metric: Option<Metric>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let reported = metric.unwrap_or(Metric::Finger);
    match (record.distance[reported], *record.distance.values()) {
        (Some(0), _) => push(out, &["   at the goal"]),
        (Some(distance), _) if metric.is_some() => {
            write!(out, "   distance   {reported} {distance}")?;
        }
        (_, [Some(unit), Some(straight), Some(finger)]) => {
            write!(out, "   distance   unit {unit}, straight {straight}, finger {finger}")?;
        }
        _ if record.lost == Some(true) => {
            push(
                out,
                &["   lost: pieces have passed doors, and no moves lead to the goal any more"],
            );
        }
        _ => push(out, &["   cannot reach the goal"]),
    }
    Ok(())
}

/// Writes the best moves in each metric, or in the one that is reported.
fn write_best_moves(
    puzzle: &Puzzle,
    position: &Arrangement,
    shown: &ShownMoves,
    metric: Option<Metric>,
    out: &mut Vec<u8>,
) {
    // A move is described once, even if it is best in several metrics.
    let best: SmallVec<[(&ShownMove, &str); 8]> = shown.each().collect();
    let mut described = Vec::with_capacity(best.len() * 80);
    let mut ends: SmallVec<[usize; 8]> = SmallVec::from_slice(&[0]);
    for (best, after) in &best {
        describe(puzzle, position, &best.probed.made, after, &mut described);
        ends.push(described.len());
    }
    for metric in
        Metric::OF_SINGLE_PIECES.into_iter().filter(|&each| metric.is_none_or(|only| only == each))
    {
        let mut label = metric.name();
        for (index, _) in best.iter().enumerate().filter(|(_, (best, _))| best.is_best[metric]) {
            let start = out.len();
            push(out, &["  ", label]);
            out.resize(start + LABEL_WIDTH, b' ');
            out.extend_from_slice(&described[ends[index]..ends[index + 1]]);
            label = "";
        }
    }
}

/// Appends texts; the formatting machinery would cost more than the lookup of the answer.
fn push(out: &mut Vec<u8>, texts: &[&str]) {
    texts.iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
}

/// Appends a move in words and the position after it: `small at column 1, row 5: right`.
fn describe(
    puzzle: &Puzzle,
    position: &Arrangement,
    made: &PieceMove,
    after: &str,
    out: &mut Vec<u8>,
) {
    let (board, start) = (puzzle.board(), out.len());
    let mut digits = itoa::Buffer::new();
    let shape = &puzzle.shapes()[made.shape];
    if shape.signs().is_empty() {
        push(out, &[shape.name(), " at column "]);
    } else {
        let sign = puzzle.sign_of(position, made.shape, made.from);
        push(out, &[sign.encode_utf8(&mut [0; 4]), " at column "]);
    }
    push(out, &[digits.format(board.column(made.from) + 1), ", row "]);
    push(out, &[digits.format(board.row(made.from) + 1), ":"]);
    match made.direction(board) {
        Some(direction) => push(out, &[" ", direction.name()]),
        None => {
            for direction in puzzle.path(position, made) {
                push(out, &[" ", direction.name()]);
            }
        }
    }
    if made.leaves() {
        push(out, &[", out"]);
    }
    if let Some((layer, _)) = made.becomes() {
        let sign = puzzle.shapes()[layer].sign(0);
        push(out, &[", becomes ", sign.encode_utf8(&mut [0; 4])]);
    }
    for (number, follower) in made.pieces().skip(1).enumerate() {
        let shape = &puzzle.shapes()[follower.shape];
        push(out, &[if number == 0 { ", with " } else { ", " }]);
        if shape.signs().is_empty() {
            push(out, &[shape.name()]);
        } else {
            let sign = puzzle.sign_of(position, follower.shape, follower.from);
            push(out, &[sign.encode_utf8(&mut [0; 4])]);
        }
    }
    let width = (out.len() - start).max(MOVE_WIDTH);
    out.resize(start + width, b' ');
    push(out, &[" ", after, "\n"]);
}

/// Columns for the name of a metric and the space around it.
const LABEL_WIDTH: usize = 12;
/// Columns for a move in words; after a longer one, the position starts further right.
const MOVE_WIDTH: usize = 44;
