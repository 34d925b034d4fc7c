//! The pages and their assets, and the description of the API.

use rust_embed::Embed;

/// The pages and their assets.
#[derive(Embed)]
#[folder = "src/server/assets"]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
#[include = "*.webmanifest"]
pub struct Assets;

/// The description of the API.
pub const DESCRIPTION: &str = include_str!("openapi.json");

/// The file that every page begins with.
pub const PAGE: &str = "index.html";

/// The addresses of the pages, besides the first.
pub const PAGES: [&str; 13] = [
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
    "/print",
];
