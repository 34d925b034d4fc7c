//! The experiment that `huarong study` makes, and its plugin for jsPsych.

use super::daily::{drag, saved, traced};
use super::driver::Key;
use super::embed::says;
use super::everybody::{axe, barriers};
use super::page::Page;
use super::studio::scene;
use crate::common::huarong;
use crate::serving::files::Host;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Solutions: `C+1 D-1 B+2 A+2`, and `A+2`.
const BOARDS: &str = "..B.AABC.DDC....\nAA..............\n";

/// A study of two boards in a folder of its own.
fn study(more: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("study");
    let mut run = huarong();
    run.args(["study", "--boards", "-", "--metric", "straight", "--title", "Two <cars>", "--out"]);
    run.arg(&out).args(more).write_stdin(BOARDS).assert().success();
    folder
}

/// Loses a move, restarts, solves the first board, mostly by keyboard, and gives up the second.
async fn take_part(page: &Page) {
    says(page, "Moves: 0").await;
    drag(page, &json!([2, 0]), &json!([2, 0])).await;
    drag(page, &json!([1, 2]), &json!([0, 2])).await;
    drag(page, &json!([0, 2]), &json!([1, 2])).await;
    says(page, "Moves: 2").await;
    page.js("document.querySelector('#board').restart()").await;
    says(page, "Moves: 0").await;
    for (from, to) in [([3, 1], [3, 2]), ([1, 2], [0, 2])] {
        drag(page, &json!(from), &json!(to)).await;
    }
    // Two presses of a key are one move.
    page.js("document.querySelector('#board').shadowRoot.querySelector('[data-column=\"2\"][data-row=\"0\"]').focus()").await;
    page.press(&[Key::Enter.into()]).await;
    page.press(&[Key::Down.into()]).await;
    page.press(&[Key::Down.into()]).await;
    says(page, "Moves: 3").await;
    drag(page, &json!([0, 1]), &json!([2, 1])).await;
}

/// Checks what `huarong trace` says about the log: no row is refused, and errors are where they were made.
fn check_log(log: &str) {
    let rows = traced(log, &["--metric", "straight"]);
    let of = |attempt: &str, column: &str| -> Vec<String> {
        let own =
            rows.iter().filter(|row| row["attempt"] == attempt && !row["distance"].is_empty());
        own.map(|row| row[column].clone()).collect()
    };
    assert!(
        rows.iter().all(|row| row["error"].is_empty()
            || row["error"] == "false"
            || row["error"] == "true"),
        "{rows:?}"
    );
    assert_eq!(of("2", "distance"), ["4", "3", "2", "1"]);
    assert_eq!(of("2", "excess"), ["0"; 4]);
    assert_eq!(of("1", "distance").len(), 2);
    assert_eq!(of("1", "excess").last().map(String::as_str), Some("2"));
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_participant_solves_the_puzzles_of_a_study_without_a_network() {
    let folder = study(&[]);
    let page_of = |path: &Path| format!("file://{}", path.join("study/index.html").display());
    scene(async |page| {
        page.visit(Some("file://".to_owned()));
        page.client.goto(&page_of(folder.path())).await.expect("the page is there");
        page.wait_for_text("h1", "Two <cars>").await;
        for language in ["en", "zh-Hant", "zh-Hans"] {
            page.click(&format!("[lang={language}]")).await;
            assert_eq!(page.attribute("html", "lang").await.as_deref(), Some(language));
            assert_eq!(barriers(page, &axe(), true).await, Vec::<String>::new());
        }
        page.click("[lang=en]").await;
        page.click("#begin").await;
        assert_eq!(page.count("#participant").await, 1, "a code is required");
        page.write("#participant", "Ann, \"A\"").await;
        page.click("#begin").await;
        page.wait_for_text("h1", "Puzzle 1 of 2").await;
        assert_eq!(barriers(page, &axe(), true).await, Vec::<String>::new());
        take_part(page).await;
        page.click("#next").await;
        page.wait_for_text("h1", "Puzzle 2 of 2").await;
        page.click(".give-up").await;
        page.wait_for_text("h1", "Thank you").await;
        assert_eq!(barriers(page, &axe(), true).await, Vec::<String>::new());
        let log = saved(page, "#save-csv").await;
        check_log(&log);
        assert!(log.contains("\"Ann, \"\"A\"\"\",2,2,AA"), "{log}");
        let data: Value = serde_json::from_str(&saved(page, "#save-json").await).unwrap();
        let trials = data["trials"].as_array().unwrap();
        assert_eq!([&trials[0]["solved"], &trials[1]["solved"]], [true, false]);
        let names = |trial: &Value| -> Vec<String> {
            let events = trial["events"].as_array().unwrap();
            let times: Vec<u64> = events.iter().map(|one| one["time"].as_u64().unwrap()).collect();
            assert!(times.is_sorted(), "{times:?}");
            events.iter().map(|one| one["event"].as_str().unwrap().to_owned()).collect()
        };
        let made = "start press press move press move restart press move press move press move move press move solved";
        assert_eq!(names(&trials[0]).join(" "), made);
        assert_eq!(names(&trials[1]), ["start", "give_up"]);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_data_of_a_study_are_posted_to_the_experimenter() {
    let folder = study(&["--post", "https://example.org/data", "--shuffle"]);
    let host = Host::start(folder.path().join("study"), "");
    scene(async |page| {
        page.visit(Some(host.url("/")));
        page.client.goto(&host.url("/?participant=P7&lang=zh-Hant")).await.expect("it is there");
        // The experimenter's address answers with an error first, and then takes the data.
        page.js("window.posted = [];
            window.fetch = async (url, { body, method }) => {
                posted.push([url, method, JSON.parse(body).participant]);
                return new Response('', { status: location.hash === '#down' ? 500 : 200 });
            }")
            .await;
        page.click("#begin").await;
        for _ in 0..2 {
            page.click(".give-up").await;
        }
        page.wait_for_text("#state", "資料已傳送，可以關閉本頁。").await;
        let posted = page.js("return window.posted").await;
        assert_eq!(posted, json!([["https://example.org/data", "POST", "P7"]]));
    });
}

/// A page of jsPsych with the files of a study.
const JSPSYCH: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>An experiment</title>
<link rel="icon" href="data:,">
<script src="index.browser.js"></script>
<body>
<script type="module">
  import { HuarongPlugin } from './huarong-board.js';
  const stimuli = await (await fetch('stimuli.json')).json();
  const jsPsych = initJsPsych({ on_finish: () => {
    window.data = jsPsych.data.get().values();
    window.log = HuarongPlugin.csv('P1', window.data);
  } });
  jsPsych.run(stimuli.map((stimulus) => ({ type: HuarongPlugin, stimulus, metric: 'straight', give_up: 'Give up' })));
</script>
</html>
"#;

#[test]
#[ignore = "long: a scene in a browser"]
fn jspsych_runs_the_puzzles_of_a_study() {
    let folder = study(&[]);
    let out = folder.path().join("study");
    let npm = concat!(env!("CARGO_MANIFEST_DIR"), "/target/npm/node_modules/jspsych/dist");
    fs::copy(Path::new(npm).join("index.browser.js"), out.join("index.browser.js"))
        .expect("scripts/npm installs jspsych");
    fs::write(out.join("jspsych.html"), JSPSYCH).unwrap();
    let host = Host::start(out, "");
    scene(async |page| {
        page.visit(Some(host.url("/")));
        page.client.goto(&host.url("/jspsych.html")).await.expect("the page is there");
        take_part(page).await;
        let second = "return document.querySelector('#board')?.position === 'AA../..../..../....'";
        page.until("the second puzzle is there", second, &[]).await;
        page.click(".give-up").await;
        let data = page.until("the experiment ends", "return window.data", &[]).await;
        assert_eq!([&data[0]["solved"], &data[1]["solved"]], [true, false]);
        assert_eq!(data[0]["stimulus"], "1");
        assert_eq!(data[0]["rt"], data[0]["events"].as_array().unwrap().last().unwrap()["time"]);
        check_log(page.js("return window.log").await.as_str().unwrap());
    });
}
