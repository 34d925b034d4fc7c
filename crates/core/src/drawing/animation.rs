//! Animated SVG pictures of solutions; browsers play them without a script.

use super::picture::{CELL, MARGIN, corner, document, piece, rectangle};
use crate::grid::Cell;
use crate::rules::{Arrangement, PieceMove, Puzzle, ShapeId};
use std::fmt::Write;
use svg::node::element::{Group, SVG, Text};

const SECONDS_PER_CELL: f64 = 0.25;
const SECONDS_BETWEEN_MOVES: f64 = 0.2;
const SECONDS_BEFORE_MOVES: f64 = 1.5;
/// Pause after the last move, before the animation repeats.
const SECONDS_AFTER_MOVES: f64 = 3.0;
/// Height of the row below the board.
const CAPTION: i32 = 60;

/// Draws the moves from a position as an SVG document that repeats them. Each piece slides along its path; a counter
/// and a progress bar are below. If the system asks for reduced motion, the picture shows the position only.
///
/// # Panics
///
/// If a move's piece is not in its place.
pub fn draw(puzzle: &Puzzle, position: &Arrangement, moves: &[PieceMove]) -> String {
    let tracks = Tracks::of(puzzle, position, moves);
    let mut picture = document(puzzle, position, CAPTION, &tracks.style());
    for (number, ((shape, _), (home, _))) in position.pieces().zip(&tracks.pieces).enumerate() {
        let moving = Group::new()
            .set("id", format!("p{number}"))
            .set("class", "p")
            .set("style", format!("transform:translate({}px,{}px)", home.0, home.1));
        picture = picture.add(moving.add(piece(puzzle, shape)));
    }
    let width = i32::from(puzzle.board().width()) * CELL;
    let top = 2 * MARGIN + i32::from(puzzle.board().height()) * CELL;
    picture
        .add(rectangle("bar ink", MARGIN, top, width, 6))
        .add(counter(moves, width, top))
        .to_string()
}

/// The number of moves made: a column of all numbers behind a window that shows one.
fn counter(moves: &[PieceMove], width: i32, top: i32) -> SVG {
    let mut numbers = Group::new().set("class", "n ink");
    for number in 0..=moves.len() as i32 {
        let text = Text::new(format!("{number} / {}", moves.len()));
        numbers = numbers.add(text.set("x", width / 2).set("y", CAPTION * number + 38));
    }
    SVG::new()
        .set("x", MARGIN)
        .set("y", top)
        .set("width", width)
        .set("height", CAPTION)
        .set("overflow", "hidden")
        .add(numbers)
}

/// A point of the picture.
type Point = (i32, i32);

/// The timeline of the pieces.
struct Tracks {
    /// For every piece, its place at the start, and its later places with times in seconds.
    pieces: Vec<(Point, Vec<(f64, Point)>)>,
    /// Start of each move, in seconds.
    starts: Vec<f64>,
    /// Total duration in seconds.
    duration: f64,
}

impl Tracks {
    fn of(puzzle: &Puzzle, position: &Arrangement, moves: &[PieceMove]) -> Self {
        let mut standing: Vec<(ShapeId, Cell)> = position.pieces().collect();
        let home = |&(shape, anchor)| (corner(puzzle, shape, anchor), Vec::new());
        let mut tracks: Vec<(Point, Vec<(f64, Point)>)> = standing.iter().map(home).collect();
        let mut starts = Vec::new();
        let mut time = SECONDS_BEFORE_MOVES;
        let mut before = position.clone();
        for made in moves {
            starts.push(time);
            let path = puzzle.path(&before, made);
            // The pieces of a line make the same steps at the same time.
            for shift in made.shifts() {
                let moved = standing.iter().position(|&piece| piece == (shift.shape, shift.from));
                let moved = moved.expect("a piece stands where the move begins");
                let (mut x, mut y) = corner(puzzle, shift.shape, shift.from);
                let track = &mut tracks[moved].1;
                let mut time = time;
                track.push((time, (x, y)));
                for leg in path.chunk_by(|a, b| a == b) {
                    let cells = leg.len() as i32;
                    let (across, down) = leg[0].step();
                    x += i32::from(across) * cells * CELL;
                    y += i32::from(down) * cells * CELL;
                    time += SECONDS_PER_CELL * f64::from(cells);
                    track.push((time, (x, y)));
                }
                standing[moved].1 = shift.to;
            }
            before = made.apply(&before);
            time += SECONDS_PER_CELL * path.len() as f64 + SECONDS_BETWEEN_MOVES;
        }
        Self { pieces: tracks, starts, duration: time + SECONDS_AFTER_MOVES }
    }

    /// The style sheet that animates pieces, counter and bar.
    fn style(&self) -> String {
        let duration = self.duration;
        let percent = |time: f64| format!("{:.4}%", time / duration * 100.0);
        let mut style = format!(
            ".p,.n,.bar{{animation-duration:{duration:.2}s;animation-iteration-count:infinite}}\
             .p{{animation-timing-function:ease-in-out}}.n{{animation-timing-function:step-end}}\
             .bar{{animation-timing-function:linear;transform-origin:{MARGIN}px 0}}\
             .n text{{font:600 30px system-ui,sans-serif;text-anchor:middle}}\
             @media(prefers-reduced-motion:reduce){{.p,.n,.bar{{animation:none}}}}"
        );
        // Writing to a string cannot fail.
        for (number, (home, track)) in self.pieces.iter().enumerate() {
            let Some((_, (last_x, last_y))) = track.last() else { continue };
            let _ = write!(style, "#p{number}{{animation-name:k{number}}}@keyframes k{number}{{");
            let _ = write!(style, "0%{{transform:translate({}px,{}px)}}", home.0, home.1);
            for (time, (x, y)) in track {
                let _ = write!(style, "{}{{transform:translate({x}px,{y}px)}}", percent(*time));
            }
            let _ = write!(style, "100%{{transform:translate({last_x}px,{last_y}px)}}}}");
        }
        style += ".n{animation-name:n}@keyframes n{0%{transform:translate(0,0)}";
        for (number, time) in (1..).zip(&self.starts) {
            let up = -CAPTION * number;
            let _ = write!(style, "{}{{transform:translate(0,{up}px)}}", percent(*time));
        }
        let up = -CAPTION * self.starts.len() as i32;
        let _ = write!(style, "100%{{transform:translate(0,{up}px)}}}}");
        let _ = write!(
            style,
            ".bar{{animation-name:bar}}@keyframes bar{{0%,{}{{transform:scaleX(0)}}{},100%{{transform:scaleX(1)}}}}",
            percent(SECONDS_BEFORE_MOVES),
            percent(duration - SECONDS_AFTER_MOVES)
        );
        style
    }
}
