//! The routes of the server.

mod answers;
mod compression;
mod pages;
mod parameters;
mod shared;

use self::answers::{csv, fixed, histogram, named, question};
use self::compression::compress;
use self::pages::{
    asset, description, difficulty, page, preview, scripts_of, unknown, version_of,
    versioned_asset, without_slash,
};
use self::shared::Shared;
use super::guard::{Guard, guard};
use super::limits::Limits;
use super::memory::ServerMemory;
use super::pages::{EXPLANATION, PAGES};
use super::preview::PREVIEWS;
use super::searches::Searches;
use super::service::Service;
use crate::answers::{paths, takes_text};
use axum::routing::get;
use axum::{Router, middleware};
use std::sync::Arc;

pub fn router(service: Service, memory: ServerMemory, limits: Limits, guarding: Guard) -> Router {
    let ServerMemory { searches, replies } = memory;
    let (service, searches) = (Arc::new(service), Arc::new(Searches::new(searches, limits)));
    let (version, scripts) = (version_of(&service), Arc::new(scripts_of(&service)));
    let text_time = limits.text_time;
    let shared =
        Shared { service, searches, replies: replies.clone(), text_time, version, scripts };
    let api = Router::new()
        .route("/sets", fixed(|service| Ok(service.sets())))
        .route("/sets/{set}", named(Service::set))
        .route("/openings", fixed(Service::openings))
        .route("/solved", fixed(|service| Ok(service.solved())))
        .route("/solved/{id}", named(Service::solved_puzzle))
        .route("/about", fixed(|service| Ok(service.about())))
        .route("/openapi.json", get(description))
        .fallback(unknown);
    let pages = PAGES.iter().fold(Router::new().route("/", get(page)), |pages, path| {
        pages.route(path, get(page)).route(&format!("{path}/"), get(without_slash))
    });
    let questions = paths().fold(Router::new(), |questions, path| match takes_text(path) {
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
