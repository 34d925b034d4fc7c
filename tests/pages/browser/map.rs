//! The map of a component.

use super::driver::Key;
use super::page::Page;
use super::puzzles::{record_files, saved};
use super::studio::{scene, scene_with_refusals};
use super::{LONE, NARROW, api};
use crate::common::{METRICS, START};
use crate::serving::address;
use serde_json::{Value, json};
use std::time::Duration;

/// The place of the map in the window.
async fn map_box(page: &Page) -> [f64; 4] {
    page.js(
        "document.querySelector('#map').scrollIntoView({ block: 'center', behavior: 'instant' })",
    )
    .await;
    let answer = page
        .js("const { left, top, width, height } = document.querySelector('#map').getBoundingClientRect();
        return [left, top, width, height]")
        .await;
    [0, 1, 2, 3].map(|n| answer[n].as_f64().expect("a number"))
}

fn mouse(page: &Page, kind: &str, [x, y]: [f64; 2]) {
    page.send_command(
        "Input.dispatchMouseEvent",
        json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 }),
    );
}

/// What the page says of the chosen position, once the path to it is there, must be so.
async fn check_chosen(page: &Page, before: &str) -> String {
    let script = "const link = document.querySelector('#chosen-open');
        const chosen = link && new URL(link.href).searchParams.get('p');
        const count = document.querySelectorAll('#path li').length;
        const said = document.querySelector('#path-title').textContent.match(/\\d+/)?.[0];
        const end = document.querySelector('#path li:last-child')?.dataset.position;
        return chosen && chosen !== arguments[0] && end === chosen && Number(said) === count ? chosen : null";
    let chosen = page.until("the path is shown", script, &[json!(before)]).await;
    let chosen = chosen.as_str().expect("a position").to_owned();
    let path = api("solution", &[("p", START), ("to", &chosen)]);
    let moves = path["moves"].as_array().unwrap();
    let wanted: Vec<String> =
        moves.iter().map(|one| one["position"].as_str().unwrap().to_owned()).collect();
    assert_eq!(page.attributes("#path li", "data-position").await, wanted);
    chosen
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_map_is_zoomed_and_paths_are_chosen_on_it() {
    scene(async |page| {
        // Into how many strokes the lines are put together.
        let counted = "const { stroke } = CanvasRenderingContext2D.prototype;
            window.strokes = 0;
            CanvasRenderingContext2D.prototype.stroke = function () {
                if (!this.canvas.isConnected) window.strokes += 1;
                stroke.apply(this);
            }";
        page.analyse().await;
        page.open("/position", "#to-map:not([hidden])").await;
        page.js(counted).await;
        page.click("#to-map").await;
        page.wait_for("#map[data-drawn]").await;
        page.wait_for_text("#path-title", "Solution: 81 moves").await;
        let map = api("map", &[("p", START)]);
        let moves =
            map["moves"].as_array().unwrap().iter().map(|steps| steps.as_array().unwrap().len());
        let lines = moves.sum::<usize>().to_string();
        assert_eq!(page.attribute("#map", "data-drawn").await, Some(lines), "every move is drawn");
        let strokes = page.js("return window.strokes").await.as_u64().unwrap();
        assert!((1..1_000).contains(&strokes), "{strokes} strokes");
        let lead = page.text("#map-lead").await;
        assert!(lead.contains("25,955") && lead.contains("93"), "{lead}");
        let here = page.text("#map-here").await;
        assert!(here.starts_with("81 moves from the goal, of at most 93"), "{here}");

        // By a click into the middle: a position, and the path to it.
        let [left, top, width, height] = map_box(page).await;
        let middle = [left + width / 2.0, top + height / 2.0];
        for kind in ["mousePressed", "mouseReleased"] {
            mouse(page, kind, middle);
        }
        let first = check_chosen(page, "").await;
        // Where the map is zoomed by the wheel, the same point is of the same distance.
        let distance =
            |position: &str| api("position", &[("p", position)])["distance"]["finger"].clone();
        for _ in 0..12 {
            let wheel = json!({ "type": "mouseWheel", "x": middle[0], "y": middle[1], "deltaX": 0, "deltaY": -240 });
            page.send_command("Input.dispatchMouseEvent", wheel);
        }
        let zoomed = "return document.querySelector('#map').style.touchAction === 'none'";
        page.until("it is zoomed", zoomed, &[]).await;
        // Dragging moves it and chooses nothing: 300 pixels are more than three levels.
        mouse(page, "mousePressed", middle);
        for step in 1..=6 {
            mouse(page, "mouseMoved", [middle[0] - 50.0 * f64::from(step), middle[1]]);
        }
        mouse(page, "mouseReleased", [middle[0] - 300.0, middle[1]]);
        let chosen = page.attribute("#chosen-open", "href").await;
        assert!(chosen.is_some_and(|href| href.contains(&first)), "it is still chosen");
        // Nodes stand apart now, and one is looked for near the middle.
        let mut second = Value::Null;
        for down in (0..40).step_by(8) {
            for kind in ["mousePressed", "mouseReleased"] {
                mouse(page, kind, [middle[0], middle[1] + f64::from(down)]);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
            let script = "return document.querySelector('#chosen-open').href.includes(arguments[0]) ? null : true";
            second = page.js_with(script, vec![json!(first)]).await;
            if !second.is_null() {
                break;
            }
        }
        assert!(!second.is_null(), "no other position is near");
        let second = check_chosen(page, &first).await;
        assert!(
            distance(&second).as_u64() > distance(&first).as_u64(),
            "{second} is farther to the right"
        );

        // A step along the path is shown on the board, and marked in the address and in the list.
        let next = page.attribute("#path li:first-child", "data-position").await.unwrap();
        page.click("#map-step").await;
        let is_there = "return new URLSearchParams(location.search).get('p') === arguments[0]
            && document.querySelector('#path [aria-current]')?.dataset.position === arguments[0]";
        page.until("the step is made", is_there, &[json!(next)]).await;
        // The address opens the same.
        page.client.refresh().await.unwrap();
        page.wait_for("#map[data-drawn]").await;
        let same = "return document.querySelector('#path li:last-child')?.dataset.position === arguments[0]";
        page.until("the path is there again", same, &[json!(second)]).await;

        // Another metric, another map.
        let unit = api("map", &[("p", START), ("metric", "unit")]);
        let farthest = unit["levels"].as_array().unwrap().len() - 1;
        page.click("input[name=map-metric][value=unit]").await;
        let shown = "return document.querySelector('#map-lead').textContent.includes(arguments[0])
            && location.search.includes('metric=unit')";
        page.until("it is of unit moves", shown, &[json!(format!("at most {farthest} (Unit)"))])
            .await;
    });
}

/// The board stands beside the map. The pointer shows a position and the path to it; the graph is saved as it is drawn.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_map_shows_what_is_under_the_pointer_and_is_saved() {
    scene(async |page| {
        page.screen([1400, 900]);
        page.open(&address("/map", &[("p", START)]), "#path li").await;
        let beside = "const [map, board] = ['#map', '#map-position'].map((one) =>
                document.querySelector(one).getBoundingClientRect());
            return [board.left >= map.right, board.bottom <= innerHeight]";
        assert_eq!(page.js(beside).await, json!([true, true]));
        let [left, top, width, height] = map_box(page).await;
        let at = json!({ "type": "mouseMoved", "x": left + width * 0.7, "y": top + height * 0.45 });
        page.send_command("Input.dispatchMouseEvent", at);
        page.wait_for("#map-preview:not([hidden]) [data-shape]").await;
        assert_eq!(page.count("#map-preview [data-shape] .body").await, 10);
        let said = page.text("#map-preview").await;
        assert!(
            said.contains("from the goal") && said.contains("from the marked position"),
            "{said}"
        );
        let away = json!({ "type": "mouseMoved", "x": 5, "y": 5 });
        page.send_command("Input.dispatchMouseEvent", away);
        page.wait_for("#map-preview[hidden]").await;

        let map = api("map", &[("p", START)]);
        let levels = map["levels"].as_array().unwrap();
        let nodes = map["signs"].as_array().unwrap().len();
        let moves = map["moves"].as_array().unwrap().iter();
        let edges: usize = moves.map(|steps| steps.as_array().unwrap().len()).sum();
        record_files(page).await;
        let (name, text) = saved(page, "#map-json").await;
        assert_eq!(name, format!("1h4v4s-finger-{nodes}.json"));
        let graph: Value = serde_json::from_str(&text).unwrap();
        let saved_nodes = graph["nodes"].as_array().unwrap();
        assert_eq!((saved_nodes.len(), graph["edges"].as_array().unwrap().len()), (nodes, edges));
        for level in [0, 40, levels.len() - 1] {
            let count = saved_nodes.iter().filter(|node| node["distance"] == level).count();
            assert_eq!(json!(count), levels[level], "{level}");
        }
        let start = saved_nodes.iter().find(|node| node["position"] == START).unwrap();
        assert_eq!(start["distance"], 81);
        let (name, text) = saved(page, "#map-graphml").await;
        assert_eq!(name, format!("1h4v4s-finger-{nodes}.graphml"));
        let count = |tag: &str| text.matches(tag).count();
        assert_eq!((count("<node "), count("<edge "), count("</graphml>")), (nodes, edges, 1));
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_map_is_walked_by_keys_and_zoomed_by_fingers() {
    scene_with_refusals(&["/api/v1/solution"], async |page| {
        page.screen(NARROW);
        page.open(&address("/map", &[("p", START), ("to", LONE)]), "#map-error .notice").await;
        let said = page.text("#map-error").await;
        assert!(said.contains("different pieces, 1h4v4s and 0h0v0s"), "{said}");
        page.js(
            "document.querySelector('#map-position [data-column=\"1\"][data-row=\"3\"]').focus()",
        )
        .await;
        for key in [Key::Enter, Key::Down] {
            page.press(&[key.into()]).await;
        }
        let nearer = "return document.querySelector('#map-here').textContent.startsWith('80 moves from the goal')";
        page.until("the mark has moved", nearer, &[]).await;
        page.open(&address("/map", &[("p", START)]), "#map[data-drawn]").await;
        page.js("document.querySelector('#map-field').focus()").await;
        let said = "return document.querySelector('#live').textContent || false";
        page.press(&[Key::Left.into()]).await;
        let answer = page.until("a position is shown", said, &[]).await;
        assert!(answer.as_str().unwrap().starts_with("80 moves from the goal"), "{answer}");
        page.press(&[Key::Enter.into()]).await;
        let chosen = check_chosen(page, "").await;
        assert_eq!(api("position", &[("p", &chosen)])["distance"]["finger"], 80);
        assert_eq!(page.count("#path li").await, 1);
        page.press(&[Key::Escape.into()]).await;
        page.wait_for_text("#path-title", "Solution: 81 moves").await;

        // Two fingers draw apart.
        page.send_command(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": true, "maxTouchPoints": 2 }),
        );
        let [left, top, width, height] = map_box(page).await;
        let (x, y) = (left + width / 2.0, top + height / 2.0);
        let fingers = |apart: f64| json!([{ "x": x - apart, "y": y, "id": 0 }, { "x": x + apart, "y": y, "id": 1 }]);
        let touch = |kind: &str, points: Value| {
            page.send_command(
                "Input.dispatchTouchEvent",
                json!({ "type": kind, "touchPoints": points }),
            );
        };
        let action = "return document.querySelector('#map').style.touchAction";
        assert_eq!(page.js(action).await, "pan-y");
        touch("touchStart", fingers(20.0));
        for apart in [40.0, 60.0, 80.0, 100.0] {
            touch("touchMove", fingers(apart));
        }
        touch("touchEnd", json!([]));
        page.until("it is zoomed", &format!("{action} === 'none'"), &[]).await;
        page.click("#map-whole").await;
        page.until("all of it is seen", &format!("{action} === 'pan-y'"), &[]).await;
        page.new_tab().await;
    });
}

/// A puzzle has a histogram on its page, and a map of its own that shows its pieces.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_puzzle_has_a_histogram_and_a_map() {
    scene(async |page| {
        page.analyse().await;
        page.open("/puzzles/dads", "#histogram rect.mark").await;
        let component = api("puzzle/component", &[("id", "dads")]);
        for metric in METRICS {
            page.set("#metric", metric).await;
            let counts = component["histogram"][metric].as_array().unwrap();
            let bars =
                "return document.querySelectorAll('#histogram rect').length === arguments[0]";
            page.until("the metric's bars are there", bars, &[json!(counts.len())]).await;
        }
        page.click("#solution-show").await;
        let solution = api("puzzle/solution", &[("id", "dads")]);
        let count = solution["solution_count"].as_str().unwrap();
        assert!(page.text("#solution-total").await.contains(count));
        page.click("#to-map").await;
        page.wait_for("#map[data-drawn]").await;
        page.wait_for("#path li").await;
        let map = api("puzzle/map", &[("id", "dads")]);
        let moves = map["moves"].as_array().unwrap().iter();
        let lines: usize = moves.map(|steps| steps.as_array().unwrap().len()).sum();
        assert_eq!(page.attribute("#map", "data-drawn").await, Some(lines.to_string()));
        let url = page.client.current_url().await.unwrap();
        assert_eq!(url.path(), "/map");
        assert!(url.query_pairs().any(|(key, value)| key == "id" && value == "dads"), "{url}");

        let [left, top, width, height] = map_box(page).await;
        let at = [left + width * 0.6, top + height * 0.5];
        page.send_command(
            "Input.dispatchMouseEvent",
            json!({ "type": "mouseMoved", "x": at[0], "y": at[1] }),
        );
        page.wait_for("#map-preview:not([hidden]) [data-shape]").await;
        assert_eq!(page.count("#map-preview [data-shape] .body").await, 9);
        for kind in ["mousePressed", "mouseReleased"] {
            mouse(page, kind, at);
        }
        let end = "const link = document.querySelector('#chosen-open');
            const last = document.querySelector('#path li:last-child')?.dataset.position;
            return link && new URL(link.href).searchParams.get('p') === last ? last : null";
        let chosen = page.until("the path is shown", end, &[]).await;
        let chosen = chosen.as_str().unwrap().to_owned();
        let path = api("puzzle/solution", &[("id", "dads"), ("to", &chosen)]);
        assert_eq!(Value::from(page.count("#path li").await), path["distance"]);
        page.click("#chosen-mark").await;
        let there = "return new URLSearchParams(location.search).get('p') === arguments[0]";
        page.until("the mark is there", there, &[json!(chosen)]).await;
        record_files(page).await;
        let (name, text) = saved(page, "#map-json").await;
        let nodes = map["signs"].as_array().unwrap().len();
        assert_eq!(name, format!("dads-finger-{nodes}.json"));
        let graph: Value = serde_json::from_str(&text).unwrap();
        assert!(graph["nodes"].as_array().unwrap().iter().any(|node| node["position"] == chosen));
    });
}

/// The map in space turns, shows positions, and chooses one that the board can go to.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_map_is_seen_in_space() {
    scene(async |page| {
        page.screen([1400, 900]);
        page.open("/map?id=dads", "#path li").await;
        page.click("#map-in-space").await;
        page.wait_for(".map-space[data-laid=true]").await;
        page.wait_for("#map-space[data-drawn]").await;
        assert_eq!(page.attribute("#map-in-space", "aria-pressed").await, Some("true".into()));
        let has_drawn = "const gl = document.querySelector('#map-space').getContext('webgl2');
            return [gl.getError(), gl.isContextLost()]";
        assert_eq!(page.js(has_drawn).await, json!([0, false]));
        let drawn = "return Number(document.querySelector('#map-space').dataset.drawn)";
        let before = page.js(drawn).await;
        page.js("document.querySelector('#map-field').focus()").await;
        page.js("document.querySelector('#map-field').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true, bubbles: true }))").await;
        page.until("it has turned", &format!("{} > arguments[0]", drawn), &[before]).await;
        // A node is looked for near the middle.
        let middle = page
            .js("const { left, top, width, height } = document.querySelector('#map-space-marks').getBoundingClientRect();
                return [left + width / 2, top + height / 2]")
            .await;
        let [x, y] = [0, 1].map(|n| middle[n].as_f64().unwrap());
        let mut chosen = Value::Null;
        for away in (0..200).step_by(12) {
            for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
                mouse(page, kind, [x + f64::from(away), y]);
            }
            tokio::time::sleep(Duration::from_millis(60)).await;
            let link = "const link = document.querySelector('#chosen-open');
                return link && new URL(link.href).searchParams.get('p')";
            chosen = page.js(link).await;
            if !chosen.is_null() {
                break;
            }
        }
        assert!(!chosen.is_null(), "no position is near the middle");
        page.wait_for("#map-preview:not([hidden]) [data-shape]").await;
        page.click("#chosen-mark").await;
        let there = "return new URLSearchParams(location.search).get('p') === arguments[0]";
        page.until("the board is there", there, &[chosen.clone()]).await;
        let cells = "const board = document.querySelector('#map-position');
            return [...board.querySelectorAll('[data-column]')].length";
        assert_eq!(page.js(cells).await, 9);
        page.click("input[name=map-metric][value=unit]").await;
        page.wait_for(".map-space[data-laid=true]").await;
        page.click("#map-in-space").await;
        page.wait_for("#map:not([hidden])").await;
    });
}

/// A browser without WebGL has the flat map only, and the button says why.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_map_needs_webgl_to_be_seen_in_space() {
    scene(async |page| {
        page.analyse().await;
        page.open("/puzzles/dads", "#to-map:not([hidden])").await;
        page.js("const { getContext } = HTMLCanvasElement.prototype;
            HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
                return kind === 'webgl2' ? null : getContext.call(this, kind, ...more);
            }")
            .await;
        page.click("#to-map").await;
        page.wait_for("#map[data-drawn]").await;
        page.wait_for("#map-in-space[disabled]").await;
        assert!(page.text("#map-in-space").await.contains("WebGL"));
    });
}
