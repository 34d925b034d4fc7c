//! Animated SVG pictures of solutions; browsers play them without a script.

use super::picture::{CELL, MARGIN, corner, document, piece, rectangle};
use crate::grid::Cell;
use crate::rules::{Arrangement, GONE, PieceMove, Puzzle, ShapeId};
use std::fmt::Write;
use svg::node::element::{Group, SVG, Text};

const SECONDS_PER_CELL: f64 = 0.25;
const SECONDS_BETWEEN_MOVES: f64 = 0.2;
const SECONDS_BEFORE_MOVES: f64 = 1.5;
/// Pause after the last move, before the animation repeats.
const SECONDS_AFTER_MOVES: f64 = 3.0;
/// Height of the row below the board.
const CAPTION: i32 = 60;

/// Draws the moves from a position as an SVG document that repeats them. Each piece slides along its path, and fades where
/// it leaves through a door; a counter and a progress bar are below. If the system asks for reduced motion, the picture shows
/// the position only.
///
/// # Panics
///
/// If a move's piece is not in its place.
pub fn draw(puzzle: &Puzzle, position: &Arrangement, moves: &[PieceMove]) -> String {
    let tracks = Tracks::of(puzzle, position, moves);
    let mut picture = document(puzzle, position, CAPTION, &tracks.style());
    for (number, &Track { shape, home, is_layer, .. }) in tracks.pieces.iter().enumerate() {
        let hidden = if is_layer { ";opacity:0" } else { "" };
        let moving = Group::new()
            .set("id", format!("p{number}"))
            .set("class", "p")
            .set("style", format!("transform:translate({}px,{}px){hidden}", home.0, home.1));
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

/// What a piece does.
struct Track {
    shape: ShapeId,
    /// Its anchor at present.
    at: Cell,
    /// Its place at the start.
    home: Point,
    /// Its later places with times in seconds.
    places: Vec<(f64, Point)>,
    /// Whether it is a layer that is not on the board at the start.
    is_layer: bool,
    /// When it begins to appear as a layer, and to leave.
    appears: Option<f64>,
    leaves: Option<f64>,
}

/// The timeline of the pieces.
struct Tracks {
    pieces: Vec<Track>,
    /// Start of each move, in seconds.
    starts: Vec<f64>,
    /// Total duration in seconds.
    duration: f64,
}

impl Track {
    /// The name of the animation that shows and hides it, after that of its movement.
    fn fading(&self, number: usize) -> String {
        match self.is_layer || self.leaves.is_some() {
            true => format!(",f{number}"),
            false => String::new(),
        }
    }
}

impl Tracks {
    fn of(puzzle: &Puzzle, position: &Arrangement, moves: &[PieceMove]) -> Self {
        let track = |(shape, at), is_layer| {
            let (home, places) = (corner(puzzle, shape, at), Vec::new());
            Track { shape, at, home, places, is_layer, appears: None, leaves: None }
        };
        let mut tracks: Vec<Track> = position.pieces().map(|piece| track(piece, false)).collect();
        let mut starts = Vec::new();
        let mut time = SECONDS_BEFORE_MOVES;
        let mut before = position.clone();
        for made in moves {
            starts.push(time);
            let path = puzzle.path(&before, made);
            // A piece leaves with the last step.
            let (path_on_board, out) = match (made.to, path.split_last()) {
                (GONE, Some((out, path))) => (path, Some(*out)),
                _ => (&path[..], None),
            };
            // The pieces of a line make the same steps at the same time.
            for shift in made.pieces() {
                let is_it =
                    |track: &&mut Track| (track.shape, track.at) == (shift.shape, shift.from);
                let moved = tracks.iter_mut().find(is_it);
                let moved = moved.expect("a piece stands where the move begins");
                let (mut x, mut y) = corner(puzzle, shift.shape, shift.from);
                let mut time = time;
                moved.places.push((time, (x, y)));
                for leg in path_on_board.chunk_by(|a, b| a == b) {
                    let cells = leg.len() as i32;
                    let (across, down) = leg[0].step();
                    x += i32::from(across) * cells * CELL;
                    y += i32::from(down) * cells * CELL;
                    time += SECONDS_PER_CELL * f64::from(cells);
                    moved.places.push((time, (x, y)));
                }
                moved.at = shift.to;
                let Some(out) = out else { continue };
                moved.leaves = Some(time);
                match made.becomes() {
                    Some(layer) => {
                        moved.places.push((time + SECONDS_PER_CELL, (x, y)));
                        let below = Track { appears: Some(time), ..track(layer, true) };
                        tracks.push(below);
                    }
                    None => {
                        // It slides by its whole length.
                        let polyomino = puzzle.shapes()[shift.shape].polyomino();
                        let (across, down) = out.step();
                        x += i32::from(across) * i32::from(polyomino.width()) * CELL;
                        y += i32::from(down) * i32::from(polyomino.height()) * CELL;
                        moved.places.push((time + SECONDS_PER_CELL, (x, y)));
                    }
                }
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
        for (number, track) in self.pieces.iter().enumerate() {
            let (home, last) = (track.home, track.places.last().map(|place| place.1));
            if last.is_none() && !track.is_layer {
                continue;
            }
            let (last_x, last_y) = last.unwrap_or(home);
            let _ = write!(style, "#p{number}{{animation-name:k{number}{}}}", track.fading(number));
            let _ = write!(style, "@keyframes k{number}{{");
            let _ = write!(style, "0%{{transform:translate({}px,{}px)}}", home.0, home.1);
            for (time, (x, y)) in &track.places {
                let _ = write!(style, "{}{{transform:translate({x}px,{y}px)}}", percent(*time));
            }
            let _ = write!(style, "100%{{transform:translate({last_x}px,{last_y}px)}}}}");
            if track.is_layer || track.leaves.is_some() {
                let _ = write!(style, "@keyframes f{number}{{");
                let _ = write!(style, "0%{{opacity:{}}}", u8::from(!track.is_layer));
                for (start, shown) in [(track.appears, 1), (track.leaves, 0)] {
                    let Some(start) = start else { continue };
                    let (from, to) = (percent(start), percent(start + SECONDS_PER_CELL));
                    let _ = write!(style, "{from}{{opacity:{}}}{to}{{opacity:{shown}}}", 1 - shown);
                }
                let _ = write!(style, "100%{{opacity:{}}}}}", u8::from(track.leaves.is_none()));
            }
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
