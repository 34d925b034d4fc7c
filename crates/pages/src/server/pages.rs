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

/// The address of the definitions of the measures of difficulty, for people.
pub const EXPLANATION: &str = "/explanation/difficulty.txt";

/// The page of the book with these definitions.
pub const DIFFICULTY: &str = include_str!("difficulty.md");

/// The file that every page begins with.
pub const PAGE: &str = "index.html";

/// The addresses of the pages, besides the first.
pub const PAGES: [&str; 14] = [
    "/position",
    "/packs",
    "/map",
    "/editor",
    "/openings",
    "/openings/{opening}",
    "/atlas",
    "/atlas/{set}",
    "/generator",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/games",
    "/gomoku",
    "/print",
];
