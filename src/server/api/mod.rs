//! The routes of the server.

mod games;
mod klotski;
mod pages;
mod parameters;
mod pictures;
mod puzzles;
mod shared;

use super::guard::{Guard, guard};
use super::limits::Limits;
use super::memory::Rooms;
use super::searches::Searches;
use super::service::Service;
use axum::routing::get;
use axum::{Router, middleware};
use games::{game, gomoku_game, gomoku_move};
use klotski::{about, component, convert, map, openings, position, sample, set, sets, solution};
use pages::{asset, description, page, unknown, without_slash};
use pictures::{csv, histogram_picture, position_picture};
use puzzles::{puzzle, puzzle_position, puzzle_solution, rush};
use shared::Shared;
use std::sync::Arc;

/// The address of a page.
const PAGES: [&str; 12] = [
    "/position",
    "/packs",
    "/map",
    "/editor",
    "/openings",
    "/atlas",
    "/atlas/{set}",
    "/generator",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/games",
    "/gomoku",
];

/// The router with all routes of the server.
pub fn router(service: Service, rooms: Rooms, limits: Limits, guarding: Guard) -> Router {
    let Rooms { searches, answers } = rooms;
    let (service, searches) = (Arc::new(service), Arc::new(Searches::new(searches, limits)));
    let shared = Shared { service, searches, answers, text_time: limits.text_time };
    let api = Router::new()
        .route("/position", get(position))
        .route("/solution", get(solution))
        .route("/component", get(component))
        .route("/map", get(map))
        .route("/sets", get(sets))
        .route("/sets/{set}", get(set))
        .route("/openings", get(openings))
        .route("/sample", get(sample))
        .route("/puzzles", get(puzzles::puzzles))
        .route("/puzzle", get(puzzle).post(puzzle))
        .route("/puzzle/position", get(puzzle_position).post(puzzle_position))
        .route("/puzzle/solution", get(puzzle_solution).post(puzzle_solution))
        .route("/rush", get(rush))
        .route("/game", get(game))
        .route("/gomoku", get(gomoku_game))
        .route("/gomoku/move", get(gomoku_move))
        .route("/convert", get(convert))
        .route("/about", get(about))
        .route("/openapi.json", get(description))
        .fallback(unknown);
    let pages = PAGES.iter().fold(Router::new().route("/", get(page)), |pages, path| {
        pages.route(path, get(page)).route(&format!("{path}/"), get(without_slash))
    });
    pages
        .nest("/api/v1", api)
        .route("/svg/board", get(position_picture))
        .route("/svg/histogram", get(histogram_picture))
        .route("/csv/{name}", get(csv))
        .route("/assets/{name}", get(asset))
        .fallback(unknown)
        .with_state(shared)
        .layer(middleware::from_fn_with_state(guarding, guard))
}
