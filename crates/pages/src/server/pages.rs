//! The pages and their assets, and the description of the API.

use include_dir::{Dir, File, include_dir};
use std::sync::LazyLock;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/server/assets");

pub const HTML: &str = "text/html; charset=utf-8";

pub const SCRIPT: &str = "text/javascript; charset=utf-8";

pub struct Asset {
    pub name: &'static str,
    pub text: &'static str,
    pub content_type: &'static str,
    pub checksum: blake3::Hash,
}

impl Asset {
    /// All pages and assets, by name.
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Asset>> =
            LazyLock::new(|| FILES.files().filter_map(Asset::of).collect());
        &ALL
    }

    pub fn called(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|asset| asset.name == name)
    }

    /// A file; `None` if it is for developers only.
    fn of(file: &'static File<'static>) -> Option<Self> {
        let name = file.path().to_str()?;
        let content_type = match name.rsplit_once('.')?.1 {
            "html" => HTML,
            "js" => SCRIPT,
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "webmanifest" => "application/manifest+json",
            _ => return None,
        };
        let checksum = blake3::hash(file.contents());
        Some(Self { name, text: file.contents_utf8()?, content_type, checksum })
    }
}

pub const DESCRIPTION: &str = include_str!("openapi.json");

/// The address of the definitions of the measures of difficulty, for people.
pub const EXPLANATION: &str = "/explanation/difficulty.txt";

/// The page of the book with these definitions.
pub const DIFFICULTY: &str = include_str!("difficulty.md");

/// The file that every page begins with.
pub const PAGE: &str = "index.html";

/// The addresses of the pages, besides the first.
pub const PAGES: [&str; 17] = [
    "/position",
    "/daily",
    "/packs",
    "/rush",
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
    "/class",
    "/print",
];
