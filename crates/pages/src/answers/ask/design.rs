//! Orders for puzzles. Only the server answers them: they would make the WebAssembly module much larger.

use super::family::metric;
use super::parameters::Request;
use super::reply::Reply;
use crate::answers::designs::{DESIGN_BYTES, MOST_ORDERED, Subject};
use crate::answers::family::Answers;
use crate::answers::fault::Fault;
use crate::answers::refusal::Refusal;
use huarong_core::grid::Region;
use huarong_lab::design::{Order, board_of, goal_cells};
use huarong_lab::rush::Scope;
use huarong_oracle::analysis::DistanceRange;
use serde::Deserialize;
use std::fmt::Display;
use std::str::FromStr;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DesignParameters {
    pieces: Option<String>,
    board: Option<String>,
    goal: Option<String>,
    rush: Option<String>,
    max_walls: Option<usize>,
    metric: Option<String>,
    distance: Option<String>,
    solutions: Option<String>,
    symmetric: Option<bool>,
    minimal: Option<bool>,
    from: Option<u16>,
    to: Option<u16>,
    count: Option<usize>,
    seed: Option<u64>,
}

/// Number of puzzles of an order that does not say.
const COUNT: usize = 6;

impl Answers {
    pub(super) fn ask_design(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let asked: DesignParameters = request.parameters()?;
        let graded = match (asked.from, asked.to) {
            (None, None) => None,
            (Some(from), Some(to)) if 0 < from && from <= to => Some(from..=to),
            _ => return Err(bad("from and to: give both, at least 1, the smaller one first")),
        };
        let count = asked.count.unwrap_or(COUNT);
        if !(1..=MOST_ORDERED).contains(&count) {
            return Err(bad(format!("count: ask for 1 to {MOST_ORDERED} puzzles")));
        }
        let mut order = Order {
            metric: metric(asked.metric.as_deref())?,
            distance: read(asked.distance.as_deref(), "distance")?
                .unwrap_or(DistanceRange::WITHOUT_GOAL_POSITIONS),
            solutions: read(asked.solutions.as_deref(), "solutions")?,
            symmetric: asked.symmetric.unwrap_or(false),
            minimal: asked.minimal.unwrap_or(false),
            count,
            graded,
            seed: asked.seed.unwrap_or(0),
            ..Order::default()
        };
        let subject = match (asked.pieces, asked.board, asked.rush) {
            (Some(pieces), Some(board), None) if asked.max_walls.is_none() => {
                let board = board_of(&board).map_err(|error| bad(format!("board: {error}")))?;
                let cells = |text: &str| goal_cells(text, &board);
                let goal = asked.goal.as_deref().map(cells).transpose();
                let goal = goal.map_err(|error| bad(format!("goal: {error}")))?;
                let pieces = pieces.parse().map_err(|error| bad(format!("pieces: {error}")))?;
                Subject::Pieces { board, pieces, goal }
            }
            (None, None, Some(size)) if asked.goal.is_none() && !order.symmetric => {
                let scope = scope(&size, asked.max_walls.unwrap_or(0)).map_err(bad)?;
                let scope = scope.with_metric(order.metric);
                order.metric = scope.metric;
                Subject::Rush(scope)
            }
            _ => return Err(bad("give pieces and a board, or the size of a Rush Hour board")),
        };
        Ok(Reply::limited(Some(DESIGN_BYTES), move |_, _, effort| subject.ordered(&order, effort)))
    }
}

fn bad(error: impl Into<String>) -> Refusal {
    Refusal::Bad(Fault::request(error))
}

/// A parameter that may be missing.
fn read<T: FromStr<Err: Display>>(text: Option<&str>, name: &str) -> Result<Option<T>, Refusal> {
    let read = text.map(str::parse).transpose();
    read.map_err(|error| bad(format!("{name}: {error}")))
}

fn scope(size: &str, walls: usize) -> Result<Scope, String> {
    let region = Region::parse_size(size).map_err(|error| format!("rush: {error}"))?;
    let scope = Scope::new(region.width(), region.height());
    scope.and_then(|scope| scope.with_walls(walls)).map_err(|error| error.to_string())
}
