//! The npm package of `<huarong-board>`, a board for pages of others.

use super::output;
use super::output_folder::OutputFolder;
use huarong_pages::server::{BOARD_SCRIPT, board_script};
use serde_json::json;
use std::io::Write;
use std::path::Path;

const README: &str = include_str!("board_package.md");
const LICENSE: &str = include_str!("../../LICENSE");

/// Writes the package into a folder, which must be missing or empty.
pub(super) fn write(out: &Path) -> anyhow::Result<()> {
    let folder = OutputFolder::new(out)?;
    let package = json!({
        "name": "huarong-board",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Sliding-block puzzles such as Klotski and Rush Hour: a custom element, and a plugin for jsPsych 8",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "exports": format!("./{BOARD_SCRIPT}"),
        "files": [BOARD_SCRIPT],
        "keywords": ["klotski", "rush-hour", "sliding-block-puzzle", "web-component", "jspsych"],
    });
    folder.write_file(BOARD_SCRIPT, board_script()?.as_bytes())?;
    folder.write_file("package.json", format!("{package:#}\n").as_bytes())?;
    folder.write_file("README.md", README.as_bytes())?;
    folder.write_file("LICENSE", LICENSE.as_bytes())?;
    folder.keep();
    let mut stdout = output::stdout()?;
    writeln!(stdout, "wrote {}", out.display())?;
    Ok(stdout.flush()?)
}
