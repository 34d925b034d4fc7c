//! Scripts and pages that leave the server: `<huarong-board>` for pages of others, and pages that are one file.

use super::bundle::{Scripts, one_script};
use super::pages::Asset;
use crate::json::to_json;
use anyhow::Context;
use serde::Serialize;

/// The scripts of this module. The server's pages do not use them.
pub(super) const SCRIPTS: [&str; 7] =
    [BOARD_SCRIPT, JSPSYCH, PACKAGE, PACK, "puzzle-reader.js", STUDY, "trial.js"];
const JSPSYCH: &str = "jspsych-huarong.js";
const PACK: &str = "player.js";
const STUDY: &str = "study.js";
/// The script that this module fills in.
const PACKAGE: &str = "package.js";

/// The style sheet of boards, and those of pages.
const BOARD_STYLE: &str = "board.css";
const STYLES: [&str; 4] = [BOARD_STYLE, "style.css", "lists.css", "puzzles.css"];

/// The texts of a study, in three languages.
const STUDY_TEXTS: &str = include_str!("study.json");

/// The name of the module of `<huarong-board>`.
pub const BOARD_SCRIPT: &str = "huarong-board.js";

/// The element `<huarong-board>`, and the plugin for jsPsych, as one module of JavaScript.
pub fn board_script() -> anyhow::Result<String> {
    Ok(script(JSPSYCH)?
        + "export const { HuarongBoard } = $huarong_board;\n\
           export const { HuarongPlugin } = $jspsych_huarong;\n")
}

/// The page of a pack with a title, in the language of a tag. `rows` are the lines of its file for apps.
pub fn pack_page(title: &str, tag: &str, rows: &str) -> anyhow::Result<String> {
    page(PACK, title, tag, "pack", rows)
}

/// What the page of a study asks.
#[derive(Serialize)]
pub struct Study<'s, S> {
    pub title: &'s str,
    /// The name of a metric.
    pub metric: &'s str,
    /// Whether each participant has the stimuli in an order of their own.
    pub shuffle: bool,
    /// The address that receives the data.
    pub post: Option<&'s str>,
    /// Objects with `id`, `start`, `condition` and `description`.
    pub stimuli: &'s [S],
}

/// The page of a study. Its texts are in its JSON, so that an experimenter can change them.
pub fn study_page<S: Serialize>(study: &Study<'_, S>) -> anyhow::Result<String> {
    let study_json = json(study);
    let data = study_json.strip_suffix('}').context("a study is an object")?;
    page(STUDY, study.title, "en", "study", &format!("{data},\n\"texts\": {STUDY_TEXTS}}}\n"))
}

/// A page in one file, whose script reads the data of an element with an id.
fn page(root: &str, title: &str, tag: &str, id: &str, data: &str) -> anyhow::Result<String> {
    let style: String = STYLES.into_iter().map(style).collect::<anyhow::Result<_>>()?;
    let script = script(root)?;
    // No text of the data ends the element that has it.
    let data = data.replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    Ok(format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{style}</style>\n</head>\n<body>\n\
         <script type=\"application/json\" id=\"{id}\">\n{data}</script>\n\
         <script type=\"module\">\n{script}</script>\n</body>\n</html>\n"
    ))
}

fn json(value: &impl Serialize) -> String {
    String::from_utf8(to_json(value)).expect("JSON is UTF-8")
}

fn style(name: &str) -> anyhow::Result<&'static str> {
    Ok(Asset::called(name).with_context(|| format!("no style sheet {name}"))?.text)
}

/// A script with all that it imports.
fn script(root: &str) -> anyhow::Result<String> {
    let scripts = Asset::all().iter().filter(|asset| asset.name.ends_with(".js"));
    let mut scripts: Scripts =
        scripts.map(|asset| (asset.name.to_owned(), asset.text.to_owned())).collect();
    let (style, version) = (json(&style(BOARD_STYLE)?), env!("CARGO_PKG_VERSION"));
    let package = format!("export const STYLE = {style};\nexport const VERSION = '{version}';\n");
    scripts.insert(PACKAGE.to_owned(), package);
    // The page has the script as text.
    Ok(one_script(&scripts, root)?.replace("</script", "<\\/script"))
}
