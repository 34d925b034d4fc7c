//! The pages of the server in a browser, driven as a visitor would drive them.
//!
//! Chromium, its driver and axe-core are needed; `scripts/browser` and `scripts/npm` install them. If
//! HUARONG_SCREENSHOTS is a directory, the scenes that visit all pages write pictures of them there.

#![cfg(unix)]

mod board;
mod daily;
mod doors;
mod driver;
mod editor;
mod embed;
mod everybody;
mod games;
mod languages;
mod links;
mod lists;
mod map;
mod packs;
mod page;
mod play;
mod puzzles;
mod shell;
mod site;
mod solutions;
mod studio;
mod study;
mod worksheets;

use crate::serving::{address, shared};
use page::Page;
use serde_json::{Value, json};

/// The big piece alone, one straight move of two cells from the goal.
const LONE: &str = "..../.BB./.BB./..../....";

/// Every page, with what is there once it has been filled.
const PAGES: [(&str, &str); 22] = [
    ("/position", "#moves li"),
    ("/daily?date=2026-01-05", ".calendar a"),
    ("/packs", "#rush-pack"),
    ("/map?p=heng-dao-li-ma", "#map[data-drawn]"),
    ("/editor?p=heng-dao-li-ma", "#notations li, #notations dd"),
    ("/openings", "a.opening"),
    ("/atlas", "tr[data-set]"),
    ("/atlas/1h4v4s", "#component-sizes td"),
    ("/generator?set=1h4v4s&metric=finger&from=80&to=100&count=6&seed=7", "a.layout"),
    ("/rush", "#rush-start"),
    ("/puzzles", "a.puzzle-card"),
    ("/puzzles/rush-card-29", "#moves li"),
    ("/puzzles/gnome-agatka", "#moves li"),
    ("/puzzles/doors-40", "#moves li"),
    ("/puzzles/rush?board=IBBxoo/IooLDD/JAALoo/JoKEEM/FFKooM/GGHHHM", "#moves li"),
    ("/puzzles/editor?id=dads", ".puzzle-preview svg"),
    (
        "/puzzles/design?pieces=corner+2domino&board=3x3&count=4",
        "#design-results a.button, p#design-results",
    ),
    ("/class?count=6&from=3&to=12&seed=7", ".class-set a.puzzle-card"),
    ("/print?list=first-steps", ".sheet.key .answer"),
    ("/games?game=3,3,3&p=x../.o./...", "#game-moves button"),
    ("/games?game=gravity%205,4,4", "#game-moves button"),
    ("/gomoku?level=person&rule=renju&moves=75%2000%2076%2002%2057%2004%2067%2006", ".spot.closed"),
];

const WIDE: [u32; 2] = [1280, 900];

const NARROW: [u32; 2] = [360, 740];

/// Whether the editor offers to play a position.
const PLAYABLE: &str = "const { href } = document.querySelector('#editor-play');
    return Boolean(href) && new URL(href).searchParams.get('p') === arguments[0]";

/// Two moves of the small piece in the corner, from the classic start.
const AFTER_ONE: &str = "VBBV/VBBV/VHHV/VSSV/.S.S";

const AFTER_TWO: &str = "VBBV/VBBV/VHHV/VSSV/..SS";

fn api(path: &str, parameters: &[(&str, &str)]) -> Value {
    shared().server.json(200, &address(&format!("/api/v1/{path}"), parameters))
}

/// How bright a colour is that the browser computed, from 0 to 1.
async fn brightness(page: &Page, selector: &str, property: &str) -> f64 {
    let script =
        "const colour = getComputedStyle(document.querySelector(arguments[0]))[arguments[1]];
        const canvas = document.createElement('canvas').getContext('2d');
        canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
        return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255";
    page.js_with(script, vec![json!(selector), json!(property)]).await.as_f64().unwrap()
}
