//! The board page: playing a position.

use super::driver::Key;
use super::page::Page;
use super::studio::{scene, scene_with_refusals};
use super::{AFTER_ONE, LONE, NARROW, PLAYABLE, api};
use crate::common::{METRICS, START, STUCK, Tables};
use crate::serving::{Server, address, shared};
use naive::Naive;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;

pub(super) fn page_of(position: &str) -> String {
    address("/position", &[("p", position)])
}

#[test]
fn a_dragged_piece_changes_the_distances() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.wait_for_position(START).await;
        assert_eq!(page.made().await, ["0", "0", "0"]);
        // A cell to the right, by mouse.
        page.drag([0, 4], [1.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        assert_eq!(page.made().await, ["1", "1", "1"]);
        // Around a corner: one move of the finger, two in lines and in cells.
        page.drag([3, 4], [-1.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.SS.").await;
        assert_eq!(page.made().await, ["2", "2", "2"]);

        page.open(&page_of(START), "#moves li").await;
        page.drag([1, 3], [1.0, 1.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/V.SV/S.SS").await;
        assert_eq!(page.made().await, ["2", "2", "1"]);
        for (metric, best) in [("unit", "116"), ("straight", "90"), ("finger", "81")] {
            assert_eq!(page.text(&format!("#best-{metric}")).await, best, "from the start");
        }
    });
}

/// The shortest path of a piece may turn more often than a longer path.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_drag_counts_as_the_fewest_straight_moves() {
    scene(async |page| {
        let [before, after] = ["..../.S.S/...S/.BBS/SBBS", "..../.S../...S/SBBS/SBBS"];
        page.open(&page_of(before), "#moves li").await;
        page.drag([3, 1], [-3.0, 2.0], false).await;
        page.wait_for_position(after).await;
        // Left, down, left and down over five cells, or up, left and down over seven.
        assert_eq!(page.made().await, ["5", "3", "1"]);
        for (metric, made) in METRICS.into_iter().zip([5, 3, 1]) {
            let asked = [("p", before), ("to", after), ("metric", metric)];
            assert_eq!(api("solution", &asked)["distance"], made, "{metric}");
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_piece_is_dragged_by_touch_and_snaps_to_the_nearest_cell() {
    scene(async |page| {
        page.screen(NARROW);
        page.send_command("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        page.open("/position", "#moves li").await;
        page.drag([0, 4], [2.0, 0.0], true).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        assert_eq!(page.made().await, ["2", "1", "1"]);
        page.drag([2, 4], [-1.4, 0.1], true).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        // Put down where it was taken up: no move.
        page.drag([1, 4], [0.3, 0.0], true).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        assert_eq!(page.made().await[2], "2");
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_piece_is_not_dragged_through_another() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        // Hemmed in all round.
        for at in [[1, 0], [0, 0], [1, 2]] {
            page.drag(at, [0.0, 3.0], false).await;
            page.drag(at, [2.0, 1.0], false).await;
            page.wait_for_position(START).await;
        }
        assert_eq!(page.made().await, ["0", "0", "0"]);
        // Up to the neighbour and no further.
        page.drag([0, 4], [3.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;

        // Behind the two horizontals there is room, but no path to it.
        let divided = "BB.S/BB../..../HHHH/....";
        page.open(&page_of(divided), "#moves li").await;
        page.drag([3, 0], [0.0, 4.0], false).await;
        page.wait_for_position("BB../BB../...S/HHHH/....").await;
    });
}

/// Demonstrations are faster than a visitor can make them.
pub(super) async fn hurry(page: &Page) {
    page.js("document.querySelector('#speed').max = 100").await;
    page.set("#speed", "100").await;
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_demonstration_solves_the_classic_start_in_81_moves() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        hurry(page).await;
        assert_eq!(page.attribute("#play", "aria-pressed").await.as_deref(), Some("false"));
        page.click("#play").await;
        let script =
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'true'";
        page.until("it plays", script, &[]).await;
        page.wait_for_text("#demo-count", "81 / 81").await;
        page.wait_for_text("#distance-finger", "0").await;
        assert_eq!(page.made().await[2], "81");
        let shown = page.shown().await;
        assert!(Naive::klotski().is_goal(&shown), "{shown}");
        page.wait_for_position(&shown).await;
        page.until(
            "it is said",
            "const said = document.querySelector('#solved');
            return said && !said.hidden && said.checkVisibility()",
            &[],
        )
        .await;
        let kept = page.js("return localStorage.getItem('huarong.best')").await;
        assert!(
            kept.as_str().is_none_or(|kept| !kept.contains(START)),
            "no result of the player's: {kept}"
        );
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_demonstration_pauses_and_steps() {
    scene(async |page| {
        page.analyse().await;
        page.open("/position?metric=unit", "#moves li").await;
        page.click("#step").await;
        page.wait_for_text("#demo-count", "1 / 116").await;
        page.click("#step").await;
        page.wait_for_text("#demo-count", "2 / 116").await;
        page.wait_for_text("#distance-unit", "114").await;
        page.click("#play").await;
        page.until(
            "it has gone on",
            "return parseInt(document.querySelector('#demo-count').textContent) > 3",
            &[],
        )
        .await;
        page.click("#play").await;
        let script =
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'false'";
        page.until("it has paused", script, &[]).await;
        let count = page.text("#demo-count").await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(page.text("#demo-count").await, count, "a pause is one");
        let shown = page.shown().await;
        page.wait_for_position(&shown).await;
    });
}

/// A touch that goes on scrolling cannot be cancelled. Browsers complain of pages that try.
#[test]
#[ignore = "long: a scene in a browser"]
fn only_touches_that_can_be_cancelled_are_cancelled() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        let touch = "const piece = document.querySelector('[data-piece]');
            const touches = [new Touch({ identifier: 1, target: piece })];
            const event = new TouchEvent('touchstart', { bubbles: true, cancelable: arguments[0], touches });
            let isCancelled = false;
            event.preventDefault = () => { isCancelled = true; };
            piece.dispatchEvent(event);
            return isCancelled";
        for cancelable in [true, false] {
            assert_eq!(page.js_with(touch, vec![json!(cancelable)]).await, json!(cancelable));
        }
    });
}

/// A button that has nothing left to do keeps the focus of the keyboard.
#[test]
#[ignore = "long: a scene in a browser"]
fn undo_keeps_the_focus() {
    scene(async |page| {
        for (path, awaited, first, undo) in [
            ("/position", "#moves li", "#moves li button", "undo"),
            ("/games", "#game-moves button", "#game-moves button", "game-undo"),
            ("/gomoku?level=person", ".spot", ".spot:not([aria-disabled])", "gomoku-undo"),
        ] {
            page.open(path, awaited).await;
            let script = "document.querySelector(arguments[0]).click()";
            page.js_with(script, vec![json!(first)]).await;
            page.wait_for(&format!("#{undo}:not([aria-disabled])")).await;
            page.js_with("document.getElementById(arguments[0]).focus()", vec![json!(undo)]).await;
            page.press(&[Key::Enter.into()]).await;
            page.wait_for(&format!("#{undo}[aria-disabled=true]")).await;
            page.press(&[Key::Enter.into()]).await;
            assert_eq!(page.js("return document.activeElement.id").await, undo, "{path}");
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn hint_undo_and_redo() {
    scene(async |page| {
        page.analyse().await;
        page.open("/position", "#moves li").await;
        page.wait_for_position(START).await;
        let can = async |selector: &str| {
            let script = "const { disabled, ariaDisabled } = document.querySelector(arguments[0]);
                return !disabled && ariaDisabled !== 'true'";
            page.js_with(script, vec![json!(selector)]).await == json!(true)
        };
        assert!(!can("#undo").await && !can("#redo").await, "nothing to undo");
        page.click("#hint").await;
        let said = page
            .until(
                "the hint is said",
                "return document.querySelector('#live').textContent || false",
                &[],
            )
            .await;
        assert!(said.as_str().unwrap().contains("Hint"), "{said}");
        page.wait_for_position(START).await;

        page.click("#step").await;
        page.wait_for_text("#distance-finger", "80").await;
        let stepped = page.shown().await;
        let best = &shared().tables.ask([START])[0]["best_moves"]["finger"];
        assert!(crate::common::texts(best).contains(&stepped), "{stepped} is none of {best}");
        page.drag([3, 0], [0.0, 0.0], false).await;
        page.click("#undo").await;
        page.wait_for_position(START).await;
        assert_eq!(page.made().await, ["0", "0", "0"]);
        assert!(can("#redo").await);
        page.click("#redo").await;
        page.wait_for_position(&stepped).await;
        assert_eq!(page.made().await[2], "1");
        page.click("#undo").await;
        page.wait_for_position(START).await;
        page.wait_for_text("#live", "81 to go.").await;
        // Another move forgets the future.
        page.drag([0, 4], [2.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        assert!(!can("#redo").await && can("#undo").await);
        page.click("#restart").await;
        page.wait_for_position(START).await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_list_of_moves_is_that_of_the_metric() {
    scene(async |page| {
        page.analyse().await;
        let answer = api("position", &[("p", START)]);
        page.open("/position", "#moves li").await;
        for (allowed, metric) in METRICS.into_iter().enumerate() {
            page.set("#metric", metric).await;
            let moves = answer["moves"].as_array().unwrap().iter();
            let wanted: BTreeSet<(String, &str)> = moves
                .filter(|one| METRICS[..=allowed].contains(&one["metric"].as_str().unwrap()))
                .map(|one| {
                    let [now, then] =
                        [&answer, one].map(|p| p["distance"][metric].as_u64().unwrap());
                    let effect = match then.cmp(&now) {
                        std::cmp::Ordering::Less => "closer",
                        std::cmp::Ordering::Equal => "equal",
                        std::cmp::Ordering::Greater => "farther",
                    };
                    (one["position"].as_str().unwrap().to_owned(), effect)
                })
                .collect();
            page.until(
                "the list has changed",
                "return document.querySelectorAll('#moves li').length === arguments[0]",
                &[json!(wanted.len())],
            )
            .await;
            let positions = page.attributes("#moves li", "data-position").await;
            let effects = page.attributes("#moves li", "data-effect").await;
            let answer: BTreeSet<(String, &str)> =
                positions.into_iter().zip(effects.iter().map(String::as_str)).collect();
            assert_eq!(answer, wanted, "{metric}");
            let url = page.client.current_url().await.unwrap();
            let named = url.query_pairs().any(|(key, value)| key == "metric" && value == metric);
            assert!(named || metric == "finger", "the address names the metric: {url}");
        }
        let after = &page.attributes("#moves li", "data-position").await[0];
        page.click("#moves li:first-child button").await;
        page.wait_for_position(after).await;
        assert_eq!(page.made().await[2], "1");
    });
}

/// The starts of all openings and puzzles, and a position some random moves later.
#[test]
#[ignore = "long: a scene in a browser"]
fn arrow_keys_lead_from_every_piece_to_every_other_one() {
    let script = "const [done] = arguments;
        const ask = (path) => fetch(path).then((reply) => reply.json());
        const check = async () => {
            const [{ Rules, klotski }, { DIRECTIONS, moved, neighbour }] =
                await Promise.all(['rules', 'sliding'].map((name) => import(`/assets/${name}.js`)));
            const [{ openings }, { puzzles }] = await Promise.all(['openings', 'puzzles'].map((name) => ask(`/api/v1/${name}`)));
            const starts = [...openings.map(({ position }) => [klotski, position]),
                ...puzzles.map((puzzle) => [new Rules(puzzle), puzzle.start])];
            let seed = 1;
            const random = (count) => {
                seed = seed * 48271 % 2147483647;
                return seed % count;
            };
            const reached = (targets) => {
                const seen = new Set([0]);
                for (const piece of seen) for (const target of targets[piece]) if (target >= 0) seen.add(target);
                return seen.size;
            };
            const wrong = [];
            for (const [rules, start] of starts) {
                let pieces = rules.parse(start);
                for (const moves of [0, 12]) {
                    for (let made = 0; made < moves; made += 1) {
                        const moving = random(pieces.length);
                        const paths = [...rules.pathsOf(pieces, moving).values()];
                        if (paths.length > 0) pieces = moved(pieces, moving, paths[random(paths.length)].at(-1));
                    }
                    const cells = pieces.map((piece) => rules.cellsOf(piece));
                    const there = cells.map((_, piece) => DIRECTIONS.map((direction) => neighbour(cells, piece, direction)));
                    const back = cells.map((_, piece) => cells.flatMap((_, other) => (there[other].includes(piece) ? [other] : [])));
                    if ([there, back].some((targets) => reached(targets) !== pieces.length)) wrong.push(rules.print(pieces));
                }
            }
            return { checked: starts.length, wrong };
        };
        check().then(done, (error) => done({ error: String(error) }))";
    scene(async |page| {
        page.open("/packs", "#rush-pack").await;
        let answer = page.client.execute_async(script, vec![]).await.expect("the keys are tried");
        assert_eq!(answer["wrong"], json!([]), "{answer}");
        assert!(answer["checked"].as_u64() > Some(700), "{answer}");
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn keys_alone_play() {
    scene(async |page| {
        page.analyse().await;
        page.open("/position", "#moves li").await;
        // Whichever piece one comes to, arrows lead to all others, and move none.
        let reached = "const pieces = [...document.querySelectorAll('#board [data-piece]')];
            const step = (piece, key) => {
                piece.focus();
                piece.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                return document.activeElement;
            };
            const reached = (first) => {
                const seen = new Set([first]);
                for (const piece of seen) {
                    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) seen.add(step(piece, key));
                }
                return seen.size;
            };
            return pieces.every(piece => reached(piece) === pieces.length)";
        assert_eq!(page.js(reached).await, true);
        page.open("/position", "#moves li").await;
        assert_eq!(page.count("#board [data-piece][tabindex='0']").await, 1, "one stop");
        page.tab_to_board().await;
        assert_eq!(page.focused().await, json!(["0", "0"]));
        for row in ["2", "4"] {
            page.press(&[Key::Down.into()]).await;
            assert_eq!(page.focused().await, json!(["0", row]));
        }
        page.wait_for_position(START).await;
        let pressed = page.attribute("[data-column='0'][data-row='4']", "aria-pressed").await;
        assert_eq!(pressed.as_deref(), Some("false"), "not yet taken");
        page.press(&[Key::Enter.into()]).await;
        page.until("the piece is selected", "return document.querySelector('[data-column=\"0\"][data-row=\"4\"]').getAttribute('aria-pressed') === 'true'", &[]).await;
        let label = page.attribute("[data-column='0'][data-row='4']", "aria-label").await.unwrap();
        assert_eq!(label, "Small, column 1, row 5");
        for key in [Key::Up, Key::Left, Key::Down] {
            page.press(&[key.into()]).await;
        }
        page.wait_for_position(START).await;
        page.press(&[Key::Right.into()]).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        let left = shared().tables.ask([AFTER_ONE])[0]["distance"]["finger"].to_string();
        let said = "return document.querySelector('#live').textContent.includes(arguments[0])";
        page.until("the distance is said", said, &[json!(format!(" {left} to go"))]).await;
        // The piece is still selected: on with it.
        page.press(&[Key::Right.into()]).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        assert_eq!(page.focused().await, json!(["2", "4"]), "the focus goes with it");

        let control: char = Key::Control.into();
        let shift: char = Key::Shift.into();
        page.press(&['u']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        page.press(&[control, 'z']).await;
        page.wait_for_position(START).await;
        page.press(&['r']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        page.press(&[control, 'y']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        page.press(&[control, 'z']).await;
        page.press(&[control, shift, 'z']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        page.js("document.querySelector('#live').textContent = ''; document.activeElement.blur()")
            .await;
        page.press(&['h']).await;
        page.until(
            "the hint is said",
            "return document.querySelector('#live').textContent.includes('Hint')",
            &[],
        )
        .await;
        page.press(&[' ']).await;
        page.until(
            "the demonstration plays",
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'true'",
            &[],
        )
        .await;
        page.press(&[' ']).await;
        page.until(
            "the demonstration pauses",
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'false'",
            &[],
        )
        .await;
        // In a control a letter is a letter.
        let before = page.shown().await;
        page.js("document.querySelector('#metric').focus()").await;
        page.press(&['u']).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(page.shown().await, before);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_record_survives_a_reload() {
    scene(async |page| {
        page.open(&page_of(LONE), "#moves li").await;
        page.drag([1, 1], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../.BB./.BB./....").await;
        page.drag([1, 2], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../..../.BB./.BB.").await;
        let visible =
            "const said = document.querySelector('#solved'); return said && said.checkVisibility()";
        page.until("it is solved", visible, &[]).await;
        let best = "return JSON.parse(localStorage.getItem('huarong.best') ?? '{}')[arguments[0]]";
        let kept = page.until("the result is kept", best, &[json!(LONE)]).await;
        let first = kept["unit"].as_u64();
        assert_eq!(first, Some(2), "{kept}");

        // Better in lines, and no worse otherwise.
        page.open(&page_of(LONE), "#moves li").await;
        page.drag([1, 1], [0.0, 2.0], false).await;
        page.until("it is solved", visible, &[]).await;
        let kept = page
            .until(
                "the better result is kept",
                "const kept = JSON.parse(localStorage.getItem('huarong.best'))[arguments[0]];
            return kept.straight === 1 && kept.finger === 1 ? kept : null",
                &[json!(LONE)],
            )
            .await;
        assert_eq!(kept, json!({ "unit": 2, "straight": 1, "finger": 1 }));
        page.client.refresh().await.unwrap();
        page.wait_for("#moves, #solved").await;
        assert_eq!(page.js_with(best, vec![json!(LONE)]).await, kept);

        // The easiest opening is then marked in the list of openings.
        let openings = api("openings", &[])["openings"].as_array().unwrap().clone();
        let easiest = openings.iter().filter(|one| one["distance"]["finger"].as_u64() > Some(0));
        let easiest = easiest.min_by_key(|one| one["distance"]["finger"].as_u64()).unwrap();
        let position = easiest["position"].as_str().unwrap();
        page.open(&page_of(position), "#moves li").await;
        let solution = api("solution", &[("p", position)]);
        for one in solution["moves"].as_array().unwrap() {
            let place = |end: &str| [0, 1].map(|axis| one[end][axis].as_i64().unwrap());
            let ([x, y], [to_x, to_y]) = (place("from"), place("to"));
            page.drag([x, y], [(to_x - x) as f64, (to_y - y) as f64], false).await;
        }
        page.until("it is solved", visible, &[]).await;
        page.open("/openings", "a.opening").await;
        let slug = easiest["slug"].as_str().unwrap();
        page.wait_for(&format!("a.opening[data-slug='{slug}'][data-solved]")).await;
        assert_eq!(page.count("a.opening[data-solved]").await, 1);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn an_address_opens_its_position() {
    scene(async |page| {
        for set in ["2h3v4s", "0h2v9s", "4h1v3s"] {
            let layout = api("sample", &[("set", set), ("seed", "11"), ("distance", "10..")]);
            let position = layout["sample"][0]["position"].as_str().unwrap().to_owned();
            page.open(&page_of(&position), "#moves li").await;
            page.wait_for_position(&position).await;
            assert_eq!(page.made().await, ["0", "0", "0"]);
        }
        // By name, by another notation, with a metric; unsolvable.
        page.open(&address("/position", &[("p", "橫刀立馬"), ("metric", "straight")]), "#moves li")
            .await;
        assert_eq!(page.shown().await, START);
        assert_eq!(page.js("return document.querySelector('#metric').value").await, "straight");
        page.open("/position?p=1A9BF0C00", "#moves li").await;
        assert_eq!(page.shown().await, START);
        page.open(&page_of(STUCK), "#moves li").await;
        page.wait_for_position(STUCK).await;
        let component = page
            .until(
                "the component is shown",
                "return document.querySelector('#component').textContent || false",
                &[],
            )
            .await;
        let size = api("component", &[("p", STUCK)])["size"].to_string();
        assert!(component.as_str().unwrap().replace(',', "").contains(&size), "{component}");
        page.open("/position", "#moves li").await;
        page.wait_for_position(START).await;
        page.until(
            "the histogram is there",
            "return document.querySelectorAll('#histogram rect.mark').length === 1",
            &[],
        )
        .await;
        let component = page
            .until(
                "the component is shown",
                "return document.querySelector('#component').textContent || false",
                &[],
            )
            .await;
        assert!(component.as_str().unwrap().contains("25,955"), "{component}");
        let standing = "return document.querySelector('#standing').textContent !== ''";
        page.until("its place is shown", standing, &[]).await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn an_address_of_no_position_says_why() {
    scene_with_refusals(&["/api/v1/position"], async |page| {
        let nobody = address("/position", &[("p", "VBBV/VBBV/VHHV/VSSV/S..X")]);
        page.open(&nobody, "main").await;
        page.until(
            "the reason is given",
            "return document.querySelector('main').innerText.includes('row 5, column 4')",
            &[],
        )
        .await;
        // Text of the address is text.
        page.open(&address("/position", &[("p", "nobody <img src=x onerror=alert(1)>")]), "main")
            .await;
        page.until(
            "the reason is given",
            "return document.querySelector('main').innerText.includes('<img')",
            &[],
        )
        .await;
        assert_eq!(page.count("main img[src=x]").await, 0);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_buttons_below_a_solved_board_take_the_first_click() {
    scene(async |page| {
        page.open(&page_of(LONE), "#moves li").await;
        page.drag([1, 1], [0.0, 2.0], false).await;
        page.wait_for_position("..../..../..../.BB./.BB.").await;
        let rests = "return [...document.querySelectorAll('[data-shape=B]')]
            .every(e => e.getAnimations().every(a => a.playState === 'finished'))";
        page.until("the big piece has left", rests, &[]).await;
        page.click("#restart").await;
        page.wait_for_position(LONE).await;
        let still = "return document.querySelector('[data-shape=B]').getAnimations().length === 0";
        page.until("the big piece has come back", still, &[]).await;
        page.drag([1, 1], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../.BB./.BB./....").await;
    });
}

/// The pages of another family have its board, and none of the openings.
#[test]
#[ignore = "long: a scene in a browser"]
fn other_boards_are_played_edited_and_listed() {
    let tables = Tables::none();
    let server = Server::start_with(&tables, &["--board", "3x4", "--bind", "127.0.0.1:0"], "");
    let start = ".BB/SBB/SVS/.VS";
    scene(async |page| {
        let visit = async |path: &str, awaited: &str| {
            page.client.goto(&server.url(path)).await.expect("the page is there");
            page.wait_for(awaited).await;
        };
        let ratio = "const { width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
            return Math.abs(width / height - arguments[1]) < 0.01";
        visit("/position", "#moves li").await;
        let answer = server.json(200, &address("/api/v1/position", &[("p", start)]));
        page.wait_for_text("#distance-finger", &answer["distance"]["finger"].to_string()).await;
        assert_eq!(page.pieces().await.len(), 6);
        let of_board = vec![json!("#board"), json!(360.0 / 460.0)];
        assert_eq!(page.js_with(ratio, of_board).await, json!(true));
        let exit =
            "const box = selector => document.querySelector(selector).getBoundingClientRect();
            const [exit, board] = [box('#board .exit'), box('#board')];
            return exit.top > board.top + board.height * 0.9 && exit.bottom < board.bottom
                && exit.right < board.left + board.width * 0.67";
        assert_eq!(page.js(exit).await, json!(true));
        assert_eq!(page.count("#moves a[href*='VBBV']").await, 0);

        // A small to the corner above it.
        page.drag([0, 1], [0.0, -1.0], false).await;
        let after = server.json(200, &address("/api/v1/position", &[("p", "SBB/.BB/SVS/.VS")]));
        page.wait_for_text("#distance-finger", &after["distance"]["finger"].to_string()).await;

        visit("/editor", "#canvas button").await;
        assert_eq!(page.count("#canvas button[data-column][data-row]").await, 12);
        let of_canvas = vec![json!("#canvas"), json!(3.0 / 4.0)];
        assert_eq!(page.js_with(ratio, of_canvas).await, json!(true));
        let playable = [json!("BB./BB./.../...")];
        page.until("the big piece is at the top", PLAYABLE, &playable).await;

        visit("/atlas", "tr[data-set]").await;
        assert_eq!(page.count("tr[data-set]").await, 29);
        visit("/openings", "main h1, main p").await;
        assert_eq!(page.count("a.opening").await, 0);
        // What comes after is of the usual server again.
        page.settle().await;
        page.log("performance");
        page.open("/position", "#moves li").await;
    });
}
