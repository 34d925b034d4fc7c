//! `<huarong-board>` on a page of others, from the packed npm package.

use super::api;
use super::daily::drag;
use super::driver::Key;
use super::everybody::{axe, barriers};
use super::page::Page;
use super::studio::scene;
use crate::common::huarong;
use crate::serving::files::Host;
use crate::serving::{address, shared};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

const BOARD: &str = "..B.AABC.DDC....";

/// A page that has nothing to do with huarong. It notes all events of the element.
const ELSEWHERE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Elsewhere</title>
<link rel="icon" href="data:,">
<style>button { color: red; } svg { width: 10px; }</style>
<main><h1>A page of others</h1><p>Here is a puzzle.</p>
<huarong-board id="board" puzzle="..B.AABC.DDC...." fewest="4" controls="undo redo restart"></huarong-board></main>
<script type="importmap">{ "imports": { "huarong-board": "./package/huarong-board.js" } }</script>
<script type="module">
  import { HuarongBoard } from 'huarong-board';
  window.noted = [];
  for (const name of ['ready', 'unreadable', 'press', 'move', 'undo', 'redo', 'restart', 'solved']) {
    document.addEventListener(name, ({ target, detail }) => {
      if (target instanceof HuarongBoard) noted.push([name, detail.position ?? '', detail.moves?.straight ?? 0]);
    });
  }
</script>
</html>
"#;

/// Waits until the counter of the element begins with a text.
pub(super) async fn says(page: &Page, text: &str) {
    let script = "return document.querySelector('#board')?.shadowRoot?.querySelector('[part=counter]')?.textContent.startsWith(arguments[0])";
    page.until(&format!("the board says {text}"), script, &[json!(text)]).await;
}

/// Packs the package as npm does, and unpacks it into a folder.
fn install(folder: &Path) {
    let source = folder.join("source");
    huarong().args(["site", "--board", "--out"]).arg(&source).assert().success();
    let mut pack = Command::new("npm");
    pack.current_dir(folder).env("npm_config_cache", folder.join("cache"));
    let packed = pack.args(["pack", "--offline", "--silent", "./source"]).output().unwrap();
    assert!(packed.status.success(), "{packed:?}");
    let name = String::from_utf8(packed.stdout).unwrap();
    let unpacked = Command::new("tar").current_dir(folder).args(["-xzf", name.trim()]).status();
    assert!(unpacked.unwrap().success());
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_board_is_played_on_a_page_of_others() {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path());
    fs::write(folder.path().join("index.html"), ELSEWHERE).unwrap();
    let host = Host::start(folder.path().to_owned(), "/elsewhere");
    scene(async |page| {
        page.visit(Some(host.url("/")));
        page.client.goto(&host.url("/")).await.expect("the page is there");
        says(page, "Moves: 0; Fewest possible: 4").await;
        assert_eq!(barriers(page, &axe(), true).await, Vec::<String>::new());
        let solution = shared().server.json(
            200,
            &address("/api/v1/puzzle/solution", &[("board", BOARD), ("metric", "straight")]),
        );
        let moves = solution["moves"].as_array().unwrap();
        let (start, first) = (&solution["position"], &moves[0]["position"]);
        let press = async |part: &str| {
            let script =
                "document.querySelector('#board').shadowRoot.querySelector(arguments[0]).click()";
            page.js_with(script, vec![json!(format!("[part={part}]"))]).await;
        };
        drag(page, &moves[0]["from"], &moves[0]["to"]).await;
        says(page, "Moves: 1").await;
        for part in ["undo", "redo", "restart"] {
            press(part).await;
        }
        // The car that was dragged has the focus, and is taken. It moves up and down only.
        page.press(&[Key::Left.into()]).await;
        says(page, "Blocked.").await;
        page.press(&[Key::Escape.into()]).await;
        let before = page.focused().await;
        page.press(&[Key::Left.into()]).await;
        let after = page.focused().await;
        assert!(!after.is_null() && after != before, "{before} {after}");
        page.press(&[Key::Enter.into()]).await;
        page.press(&[Key::Escape.into()]).await;
        for one in moves {
            drag(page, &one["from"], &one["to"]).await;
        }
        says(page, "Solved: 4 moves. This is an optimal solution.").await;
        let goal = &moves[3]["position"];
        let mut expected = vec![
            json!(["ready", start, 0]),
            json!(["press", start, 0]),
            json!(["move", first, 1]),
            json!(["undo", start, 0]),
            json!(["redo", first, 1]),
            json!(["restart", start, 0]),
            json!(["press", start, 0]),
        ];
        let mut before = start;
        for (made, one) in moves.iter().enumerate() {
            expected.push(json!(["press", before, made]));
            expected.push(json!(["move", one["position"], made + 1]));
            before = &one["position"];
        }
        expected.push(json!(["solved", goal, 4]));
        assert_eq!(page.js("return window.noted").await, json!(expected));
        page.js("document.documentElement.lang = 'zh-Hant'; document.querySelector('#board').setAttribute('puzzle', 'ABC')").await;
        says(page, "無法讀取這個局面。").await;
    });
}

/// The description of a puzzle as the element reads it; null if it cannot.
const READ: &str = "const [text, done] = arguments;
    const board = document.querySelector('#board');
    let readable = true;
    board.addEventListener('unreadable', () => { readable = false; }, { once: true });
    board.setAttribute('puzzle', text);
    board.ready.then(() => done(readable ? { ...board.rules.puzzle, position: board.position } : null))";

#[test]
#[ignore = "long: a scene in a browser"]
fn an_element_reads_puzzles_as_the_program_does() {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path());
    fs::write(folder.path().join("index.html"), ELSEWHERE).unwrap();
    let puzzles = api("puzzles", &[]);
    fs::create_dir_all(folder.path().join("api/v1")).unwrap();
    fs::write(folder.path().join("api/v1/puzzles.json"), puzzles.to_string()).unwrap();
    let host = Host::start(folder.path().to_owned(), "/elsewhere");
    scene(async |page| {
        page.visit(Some(host.url("/")));
        page.client.goto(&host.url("/")).await.expect("the page is there");
        says(page, "Moves: 0").await;
        let read = async |text: &str| {
            page.client.execute_async(READ, vec![json!(text)]).await.expect("it is read")
        };
        let what = |puzzle: &Value| {
            ["columns", "rows", "start", "kinds", "goals"].map(|key| puzzle[key].clone())
        };
        let (mut boards, mut files, mut refused) = (0, 0, 0);
        for puzzle in puzzles["puzzles"].as_array().unwrap() {
            let id = puzzle["id"].as_str().unwrap();
            let start = puzzle["start"].as_str().unwrap();
            if id.starts_with("rush-")
                && start.chars().all(|sign| sign.is_ascii_alphabetic() || "/.#".contains(sign))
            {
                let board = start.replace('#', "x");
                let known =
                    shared().server.json(200, &address("/api/v1/puzzle", &[("board", &board)]));
                assert_eq!(what(&read(&board).await), what(&known), "{id}");
                boards += 1;
            }
            let whole = api("puzzle", &[("id", id)]);
            let found = read(whole["toml"].as_str().unwrap()).await;
            let is_plain = whole["doors"].is_null()
                && whole["thin_walls"] == json!([])
                && whole["kinds"].as_array().unwrap().iter().all(|kind| kind["gate"] == json!([]));
            if is_plain {
                assert_eq!(what(&found), what(&whole), "{id}");
                files += 1;
            } else {
                assert_eq!(found, Value::Null, "{id}");
                refused += 1;
            }
        }
        assert!(boards > 20 && files > 100 && refused > 10, "{boards} {files} {refused}");
        for board in ["A|/.-", "A||/|-|/|.-", "..|-/A|||/-|||/|--|", "A.|B/.-.B"] {
            let known = shared().server.json(200, &address("/api/v1/puzzle", &[("board", board)]));
            assert_eq!(what(&read(board).await), what(&known), "{board}");
        }
        let of = async |link: &str| read(&host.url(link)).await;
        let dads = api("puzzle", &[("id", "dads")]);
        assert_eq!(what(&of("/puzzles/dads").await), what(&dads));
        assert_eq!(
            of("/position?p=VBBV/VBBV/VHHV/VSSV/.S.S").await["position"],
            "VBBV/VBBV/VHHV/VSSV/.S.S"
        );
        assert_eq!(
            of(&format!("/puzzles/rush?board={BOARD}")).await["position"],
            "..B./AABC/.DDC/...."
        );
        assert_eq!(read(&dads.to_string()).await["name"], dads["name"]);
        assert_eq!(of("/puzzles/nobody").await, Value::Null);
    });
}
