//! The routes of the server.

mod compression;
mod figures;
mod pages;
mod parameters;
mod questions;
mod shared;

use self::compression::compress;
use self::pages::{
    asset, description, difficulty, page, preview, unknown, version_of, versioned_asset,
    without_slash,
};
use super::guard::{Guard, guard};
use super::limits::Limits;
use super::pages::{EXPLANATION, PAGES};
use super::preview::PREVIEWS;
use super::rooms::Rooms;
use super::searches::Searches;
use super::service::Service;
use crate::answers::ask;
use crate::answers::ask::takes_text;
use axum::routing::get;
use axum::{Router, middleware};
use figures::{about, csv, histogram, openings, set, sets, solved, solved_puzzle};
use questions::question;
use shared::Shared;
use std::sync::Arc;

/// The router with all routes of the server.
pub fn router(service: Service, rooms: Rooms, limits: Limits, guarding: Guard) -> Router {
    let Rooms { searches, replies } = rooms;
    let (service, searches) = (Arc::new(service), Arc::new(Searches::new(searches, limits)));
    let version = version_of(&service);
    let text_time = limits.text_time;
    let shared = Shared { service, searches, replies: replies.clone(), text_time, version };
    let api = Router::new()
        .route("/sets", get(sets))
        .route("/sets/{set}", get(set))
        .route("/openings", get(openings))
        .route("/solved", get(solved))
        .route("/solved/{id}", get(solved_puzzle))
        .route("/about", get(about))
        .route("/openapi.json", get(description))
        .fallback(unknown);
    let pages = PAGES.iter().fold(Router::new().route("/", get(page)), |pages, path| {
        pages.route(path, get(page)).route(&format!("{path}/"), get(without_slash))
    });
    let questions = ask::paths().fold(Router::new(), |questions, path| match takes_text(path) {
        true => questions.route(path, get(question).post(question)),
        false => questions.route(path, get(question)),
    });
    pages
        .merge(questions)
        .nest("/api/v1", api)
        .route("/svg/histogram", get(histogram))
        .route(EXPLANATION, get(difficulty))
        .route(&format!("{PREVIEWS}{{*name}}"), get(preview))
        .route("/csv/{name}", get(csv))
        .route("/assets/{name}", get(asset))
        .route("/assets/{version}/{name}", get(versioned_asset))
        .fallback(unknown)
        .with_state(shared)
        .layer(middleware::from_fn_with_state(replies, compress))
        .layer(middleware::from_fn_with_state(guarding, guard))
}
