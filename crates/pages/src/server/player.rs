//! A page that plays the puzzles of a pack, in one file.

use super::bundle::{Scripts, one_script};
use super::pages::Asset;
use anyhow::Context;

/// The script of the page, and its style sheets.
pub(super) const SCRIPT: &str = "player.js";
const STYLES: [&str; 3] = ["style.css", "lists.css", "puzzles.css"];

/// The page of a pack with a title, in the language of a tag. `rows` are the lines of its file for apps.
pub fn player(title: &str, tag: &str, rows: &str) -> anyhow::Result<String> {
    let (mut scripts, mut style) = (Scripts::new(), String::new());
    for Asset { name, text, .. } in Asset::all().iter().filter(|asset| asset.name.ends_with(".js"))
    {
        scripts.insert((*name).to_owned(), (*text).to_owned());
    }
    for name in STYLES {
        style += Asset::called(name).with_context(|| format!("no style sheet {name}"))?.text;
    }
    let script = one_script(&scripts, SCRIPT)?;
    // No text of a pack ends the element that has it.
    let rows = rows.replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    Ok(format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{style}</style>\n</head>\n<body>\n\
         <script type=\"application/json\" id=\"pack\">\n{rows}</script>\n\
         <script type=\"module\">\n{script}</script>\n</body>\n</html>\n"
    ))
}
