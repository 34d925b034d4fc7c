//! The puzzles of a day, the player's own path, and what the browser keeps of both.

use super::page::Page;
use super::studio::scene;
use super::{LONE, NARROW, WIDE, api};
use crate::common::csv_rows;
use crate::server::posted;
use crate::serving::{address, shared};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use tempfile::TempDir;

/// A Monday, whose puzzles are short.
const MONDAY: &str = "2026-01-05";

/// The puzzle of Monday of a kind.
fn of_monday(kind: &str) -> Value {
    let answer = api("daily", &[("date", MONDAY)]);
    let puzzles = answer["puzzles"].as_array().unwrap();
    puzzles.iter().find(|one| one["kind"] == kind).unwrap().clone()
}

/// Drags a piece from a cell to another, in a straight line.
pub(super) async fn drag(page: &Page, from: &Value, to: &Value) {
    let [from, to] = [from, to].map(|cell| [0_usize, 1].map(|axis| cell[axis].as_i64().unwrap()));
    page.drag(from, [0, 1].map(|axis| (to[axis] - from[axis]) as f64), false).await;
}

/// Makes the moves of a solution under the straight metric.
pub(super) async fn make(page: &Page, solution: &Value) {
    for one in solution["moves"].as_array().unwrap() {
        drag(page, &one["from"], &one["to"]).await;
    }
}

/// Opens the page of Monday's puzzle of a kind.
async fn open_card(page: &Page, kind: &str) {
    page.open(&address("/daily", &[("date", MONDAY)]), ".daily .pack").await;
    page.click(&format!("[data-kind={kind}] a")).await;
    page.wait_for("#moves li").await;
}

/// The text of the file that a button saves.
pub(super) async fn saved(page: &Page, button: &str) -> String {
    page.js("window.saved = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
            URL.createObjectURL = make;
            blob.text().then((text) => { window.saved = text; });
            return 'data:,';
        }")
        .await;
    page.click(button).await;
    page.until("the file is made", "return window.saved", &[]).await.as_str().unwrap().to_owned()
}

/// What `huarong trace` says about a log.
pub(super) fn traced(log: &str, more: &[&str]) -> Vec<HashMap<String, String>> {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("moves.csv");
    fs::write(&file, log).unwrap();
    let arguments = [&["trace", file.to_str().unwrap(), "--format", "csv"][..], more].concat();
    csv_rows(&shared().tables.output(&arguments))
}

/// A wrong move and back: two moves more than necessary, from the first one on.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_puzzle_of_the_day_is_solved_and_its_result_passed_on() {
    scene(async |page| {
        let tiles = of_monday("tiles");
        let (toml, least) = (tiles["toml"].as_str().unwrap(), tiles["distance"].as_u64().unwrap());
        open_card(page, "tiles").await;
        assert_eq!(page.count("#from-link").await, 0);
        assert_eq!(page.text(".kicker a").await, "Puzzles of January 5, 2026");
        let start = posted("/api/v1/puzzle/position", toml.as_bytes()).json();
        let moves = start["moves"].as_array().unwrap();
        let wrong =
            moves.iter().find(|one| one["distance"]["finger"].as_u64().unwrap() > least).unwrap();
        drag(page, &wrong["from"], &wrong["to"]).await;
        page.wait_for_text("#counter", "1").await;
        drag(page, &wrong["to"], &wrong["from"]).await;
        page.wait_for_text("#counter", "2").await;
        make(page, &posted("/api/v1/puzzle/solution?metric=straight", toml.as_bytes()).json())
            .await;
        page.wait_for("#review:not([hidden])").await;
        assert_eq!(
            page.text(".detours li span").await,
            "From move 1, you went astray for 2 moves."
        );
        assert_eq!(page.count(".path-chart circle").await, 1);
        page.picture("/daily", "review");

        // The log has both moves of the detour.
        let log = saved(page, "#save-attempts").await;
        let directory = TempDir::new().unwrap();
        let file = directory.path().join("tiles.toml");
        fs::write(&file, toml).unwrap();
        let rows = traced(&log, &["--puzzle", file.to_str().unwrap()]);
        assert_eq!(rows.len() as u64, least + 2);
        assert_eq!(
            (&*rows[0]["is_error"], &*rows[1]["is_error"]),
            ("true", "false"),
            "{:?}",
            rows[0]
        );
        assert_eq!(rows.last().unwrap()["excess"], "2");

        // A phone can pass on a text with a picture.
        page.js("navigator.canShare = () => true; navigator.share = async (data) => { window.passed = data; }").await;
        page.click("#next").await;
        page.wait_for("#result pre").await;
        let said = page.text("[data-kind=tiles] .done").await;
        assert_eq!(said, format!("Solved in {}; the fewest possible are {least}", least + 2));
        let result = page.text("#result pre").await;
        let lines: Vec<&str> = result.lines().collect();
        assert_eq!(lines[..3], ["Puzzles of the day 2026-01-05", "Klotski –", "Rush Hour –"]);
        let (curve, rest) = lines[3]
            .strip_prefix(&format!("8-puzzle {}/{least} ", least + 2))
            .unwrap()
            .split_once(' ')
            .unwrap();
        assert_eq!(rest, "lost my way at move 1");
        // One sign for each position, at the goal the lowest.
        assert_eq!(curve.chars().count() as u64, least + 3);
        assert!(curve.ends_with('▁') && !curve[..curve.len() - 3].contains('▁'), "{curve}");
        for spoiler in [tiles["start"].as_str().unwrap(), "/"] {
            assert!(
                !result.replace(&format!("{}/{least}", least + 2), "").contains(spoiler),
                "{result}"
            );
        }
        page.js("navigator.clipboard.writeText = async (text) => { window.copied = text; }").await;
        page.click("#share").await;
        let copied = page.until("it is copied", "return window.copied", &[]).await;
        let link = shared().server.url("/daily?date=2026-01-05");
        assert_eq!(copied, json!(format!("{result}\n{link}")));
        page.wait_for_text("#live", "Result copied.").await;
        page.click("#share-sheet").await;
        let passed = "if (!window.passed) return null;
            const { text, url, files: [{ type, size }] } = window.passed;
            return [text, url, type, size > 2000]";
        let passed = page.until("it is passed on", passed, &[]).await;
        assert_eq!(passed, json!([result, link, "image/png", true]));
        // Solved on another day: it is in the calendar, but no day in a row.
        assert_eq!(
            page.attribute(".calendar [aria-current]", "data-solved").await.as_deref(),
            Some("1")
        );
        assert!(page.text("#streak").await.starts_with("0 days in a row"));
        for (size, name) in [(WIDE, "wide"), (NARROW, "narrow")] {
            page.screen(size);
            page.settle().await;
            page.picture("/daily", name);
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn help_keeps_a_puzzle_of_the_day_unsolved() {
    scene(async |page| {
        open_card(page, "rush").await;
        page.click("#hint").await;
        page.wait_for("#board .ghost").await;
        let board = of_monday("rush")["start"].as_str().unwrap().to_owned();
        let solution = api("puzzle/solution", &[("board", &board), ("metric", "straight")]);
        make(page, &solution).await;
        page.wait_for("#review:not([hidden])").await;
        assert_eq!(
            page.text("#review .muted").await,
            "No detours: every move led nearer to the goal."
        );
        page.click("#next").await;
        page.wait_for(".calendar a").await;
        assert_eq!(page.count("#result, .daily .done, .calendar [data-solved]").await, 0);
        // Without help it counts, and the log is read with its board.
        open_card(page, "rush").await;
        page.click("#restart").await;
        make(page, &solution).await;
        page.wait_for("#review:not([hidden])").await;
        let log = saved(page, "#save-attempts").await;
        let rows = traced(&log, &[]);
        let least = solution["moves"].as_array().unwrap().len();
        assert_eq!(rows.len(), least, "the same solution is kept once");
        assert!(rows.iter().all(|row| row["is_error"] == "false" && row["start"] == board));
        page.click("#next").await;
        page.wait_for("#result pre").await;
        assert!(page.text("#result pre").await.contains(&format!("Rush Hour {least}/{least} ")));
        assert!(page.text("#result pre").await.contains("optimal"));
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_puzzle_of_today_is_the_first_day_in_a_row() {
    scene(async |page| {
        page.open("/daily", ".daily .pack").await;
        let href = page.attribute("[data-kind=tiles] a", "href").await.unwrap();
        let (_, date) = href.split_once("&date=").unwrap();
        let now = page.js("return new Date().toISOString().slice(0, 10)").await;
        assert_eq!(now, date);
        let puzzles = api("daily", &[("date", date)])["puzzles"].clone();
        let tiles = puzzles.as_array().unwrap().iter().find(|one| one["kind"] == "tiles").unwrap();
        page.click("[data-kind=tiles] a").await;
        page.wait_for("#moves li").await;
        let toml = tiles["toml"].as_str().unwrap().as_bytes();
        make(page, &posted("/api/v1/puzzle/solution?metric=straight", toml).json()).await;
        page.wait_for("#review:not([hidden])").await;
        page.click("#next").await;
        page.wait_for_text("#streak", "1 day in a row").await;
        let today = page.attribute(".calendar [aria-current]", "data-solved").await;
        assert_eq!(today.as_deref(), Some("1"));
    });
}

/// The start of a detour is a puzzle of its own. A position that only claims to be of a day is no result of that day.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_detour_can_be_tried_again_from_its_start() {
    scene(async |page| {
        page.open(
            &address("/position", &[("p", LONE), ("pack", "daily"), ("date", MONDAY)]),
            "#moves li",
        )
        .await;
        page.drag([1, 1], [-1.0, 0.0], false).await;
        page.wait_for_text("#counter", "1").await;
        page.drag([0, 1], [0.0, 2.0], false).await;
        page.wait_for_text("#counter", "2").await;
        page.drag([0, 3], [1.0, 0.0], false).await;
        page.wait_for("#review:not([hidden])").await;
        assert_eq!(
            page.text(".detours li span").await,
            "From move 1, you went astray for 2 moves."
        );
        let rows = traced(&saved(page, "#save-attempts").await, &[]);
        assert_eq!(rows.iter().map(|row| row["start"].clone()).collect::<Vec<_>>(), [LONE; 3]);
        page.click(".detours a").await;
        page.wait_for("#review[hidden]").await;
        page.wait_for_position(LONE).await;
        page.wait_for_text("#counter", "0").await;
        page.drag([1, 1], [0.0, 2.0], false).await;
        page.wait_for("#review:not([hidden])").await;
        assert_eq!(page.js("return localStorage.getItem('huarong.days')").await, Value::Null);
        // The solution of a demonstration is not the player's.
        page.click("#restart").await;
        page.click("#play").await;
        page.wait_for("#solved:not([hidden])").await;
        page.settle().await;
        assert_eq!(page.count("#review:not([hidden])").await, 0);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_calendar_shows_streaks_and_refuses_days_to_come() {
    scene(async |page| {
        let keep = "const date = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
            const result = (on) => ({ on, curve: [2, 1, 0] });
            const days = { broken: 7, [`${date(-3)} rush`]: { on: date(-3), curve: [] } };
            for (const past of [-1, -2, -6, -7, -8]) days[`${date(past)} tiles`] = result(date(past));
            days[`${date(-2)} rush`] = result(date(-1));
            localStorage.setItem('huarong.days', JSON.stringify(days));
            return [date(1), date(0), date(-2)]";
        let dates: Vec<String> = serde_json::from_value(page.js(keep).await).unwrap();
        page.open("/daily", ".calendar a").await;
        assert_eq!(page.text("#streak").await, "2 days in a row · longest: 3");
        let href = |date: &str| format!(".calendar a[href$='/daily?date={date}']");
        assert_eq!(page.count(&href(&dates[0])).await, 0);
        let current = page.attribute(".calendar [aria-current]", "href").await.unwrap();
        assert!(current.ends_with(&dates[1]), "{current}");
        // The day before yesterday may be in the month before.
        if page.count(&href(&dates[2])).await == 0 {
            page.click(".calendar-earlier").await;
        }
        assert_eq!(page.attribute(&href(&dates[2]), "data-solved").await.as_deref(), Some("2"));
        for (zone, time) in
            [("Asia/Taipei", "8:00"), ("America/New_York", "7:00"), ("UTC", "12:00")]
        {
            page.send_command("Emulation.setTimezoneOverride", json!({ "timezoneId": zone }));
            page.open("/daily", "#next-day").await;
            let said = page.text("#next-day").await;
            assert!(
                said.contains(&format!("at {time}")) || said.contains("at 8:00"),
                "{zone}: {said}"
            );
        }
        page.send_command("Emulation.setTimezoneOverride", json!({ "timezoneId": "" }));
        page.open(&address("/daily", &[("date", &dates[0])]), ".notice").await;
        assert!(page.text(".notice p").await.contains("00:00 UTC"));
        page.open(&address("/daily", &[("date", "nonsense")]), ".calendar a").await;
        let current = page.attribute(".calendar [aria-current]", "href").await.unwrap();
        assert!(current.ends_with(&dates[1]), "{current}");
        // The results are part of the file of the progress.
        page.open("/packs", "#progress-save").await;
        let file: Value = serde_json::from_str(&saved(page, "#progress-save").await).unwrap();
        assert_eq!(file["days"].as_object().unwrap().len(), 6, "{file}");
    });
}

/// Together, the detours of a path cost the moves that it has too many, and each begins at its least distance so far.
#[test]
#[ignore = "long: a scene in a browser"]
fn detours_cost_what_a_path_has_too_much() {
    const WALKS: &str = "const done = arguments[0];
        import('/assets/path.js').then(({ detours, sparkline }) => {
            const faults = [];
            for (let walk = 0; walk < 1000; walk += 1) {
                const curve = [1 + (walk % 60)];
                while (curve.at(-1) > 0) curve.push(curve.at(-1) + Math.floor(3 * Math.random() ** 2) - 1);
                const found = detours(curve);
                const signs = [...sparkline(curve)];
                const cost = found.reduce((sum, detour) => sum + detour.cost, 0);
                const isSound = cost === curve.length - 1 - curve[0]
                    && found.every(({ move }) => curve[move - 1] === Math.min(...curve.slice(0, move)) && curve[move] >= curve[move - 1])
                    && found.every(({ cost }, at) => at === 0 || cost <= found[at - 1].cost)
                    && signs.length === Math.min(curve.length, 20) && signs.at(-1) === '▁' && !signs.slice(0, -1).includes('▁');
                if (!isSound) faults.push({ curve, found, signs });
            }
            done(faults);
        }, (error) => done(String(error)))";
    scene(async |page| {
        page.open("/daily", ".calendar a").await;
        assert_eq!(page.client.execute_async(WALKS, vec![]).await.unwrap(), json!([]));
    });
}

/// The number of points of the map in the colour of the visitor's path.
const OWN: &str = "const canvas = document.querySelector('#map[data-drawn]');
    if (!canvas) return null;
    const paint = document.createElement('canvas').getContext('2d');
    paint.fillStyle = getComputedStyle(document.querySelector('#legend-own .sign')).color;
    paint.fillRect(0, 0, 1, 1);
    const own = paint.getImageData(0, 0, 1, 1).data.join();
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data.slice(at, at + 4).join() === own) count += 1;
    return count";

#[test]
#[ignore = "long: a scene in a browser"]
fn the_own_path_is_seen_on_the_map() {
    scene(async |page| {
        let board = [("board", "..B.AABC.DDC....")];
        page.open(&address("/puzzles/rush", &board), "#board [data-piece]").await;
        // The second move takes back the first, which was right.
        for (from, to) in [([3, 1], [3, 2]), ([3, 2], [3, 1])] {
            drag(page, &json!(from), &json!(to)).await;
        }
        let metric = [board[0], ("metric", "straight")];
        let solution = shared().server.json(200, &address("/api/v1/puzzle/solution", &metric));
        make(page, &solution).await;
        page.wait_for("#review:not([hidden]) #path-map:not([hidden])").await;
        let plain = address("/map", &board);
        page.click("#path-map").await;
        page.wait_for("#legend-own:not([hidden])").await;
        let drawn = page.until("the map is drawn", OWN, &[]).await.as_u64().unwrap();
        assert!(drawn > 40, "{drawn}");
        let query = page.client.current_url().await.unwrap();
        assert!(query.query().contains("own=1"), "a reload keeps the path");
        page.open(&plain, "#legend-own[hidden]").await;
        let none = page.until("the map is drawn", OWN, &[]).await.as_u64();
        assert_eq!(none, Some(0));
    });
}
