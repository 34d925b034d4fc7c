//! Boards with doors: pieces leave, layers, ice, lost games, the painter, and the pack of levels.

use super::api;
use super::driver::Key;
use super::links::{copied, link_to, open_elsewhere};
use super::page::Page;
use super::puzzles::{paint_along, puzzle_text};
use super::studio::{scene, scene_with_refusals};
use serde_json::json;

/// A leaves at the right, and then as b at the left. B waits until one piece has left, and so does its door.
const EVERYTHING: &str = "name = \"Everything\"\nstart = \"\"\"\nA.C\n..B\n...\n\"\"\"\ndoors = \"\"\"\n.....\n\
                          b...A\n.....\nB....\n..C..\n\"\"\"\nlayers = { A = \"b\" }\nfrozen = { B = 1 }\n\
                          opens = { B = 1 }\n";

/// B must be in the middle, but it has a door.
const TRAP: &str = "name = \"Trap\"\nstart = \"A.B\"\ndoors = \"\"\"\n.....\nA...B\n\"\"\"\ngoal = \".B.\"\n\
                    gone = \"A\"\n";

/// Opens the page of a puzzle, and waits until the fewest moves are known.
async fn open(page: &Page, path: &str, fewest: u64) {
    page.open(path, "#board svg .body").await;
    page.wait_for_text("#fewest", &fewest.to_string()).await;
}

/// Waits until the address has a position.
async fn wait_for_place(page: &Page, position: &str) {
    let script = "return new URL(location.href).searchParams.get('p') === arguments[0]";
    page.until(&format!("{position} is reached"), script, &[json!(position)]).await;
}

/// Waits until something is said.
async fn wait_for_words(page: &Page, said: &str) {
    let script = "return document.querySelector('#live').textContent.includes(arguments[0])";
    page.until(&format!("{said:?} is said"), script, &[json!(said)]).await;
}

/// Takes the piece with a letter, and presses keys one after another.
async fn push(page: &Page, letter: &str, keys: &[Key]) {
    let script = "[...document.querySelectorAll('#board [data-piece]')]
        .find(({ ariaLabel }) => ariaLabel.startsWith(`Piece ${arguments[0]},`)).focus()";
    page.js_with(script, vec![json!(letter)]).await;
    for key in [&[Key::Enter], keys].concat() {
        page.press(&[key.into()]).await;
    }
}

/// Drags the piece with its first cell at a place through the centres of other cells.
async fn drag_along(page: &Page, at: [i64; 2], cells: &[[f64; 2]], touch: bool) {
    page.stroke(at, touch, async || {
        page.settle().await;
        let script = "const board = document.querySelector('#board svg');
            board.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { left, top, width } = board.getBoundingClientRect();
            const scale = width / board.viewBox.baseVal.width;
            return arguments[0].map(([x, y]) => [left + scale * (80 + 100 * x), top + scale * (80 + 100 * y)])";
        let at = at.map(|place| place as f64);
        let points = page.js_with(script, vec![json!([&[at], cells].concat())]).await;
        page.wait_for_frames().await;
        let points: Vec<[f64; 2]> = serde_json::from_value(points).expect("points");
        // Slowly, as the board follows the pointer.
        let halves = points.windows(2).flat_map(|ends| {
            let half = [(ends[0][0] + ends[1][0]) / 2.0, (ends[0][1] + ends[1][1]) / 2.0];
            [half, ends[1]]
        });
        [points[0]].into_iter().chain(halves).collect()
    })
    .await;
}

/// By mouse and by keys; the board is read aloud with its doors.
#[test]
fn pieces_leave_through_doors() {
    scene(async |page| {
        open(page, &link_to(EVERYTHING), 4).await;
        assert_eq!(page.attributes("#board [data-waits='1']", "data-door").await, ["B"]);
        let text = page.text("#board-text").await;
        for part in [
            "Piece A, 1×1, column 1, row 1, after its first door Piece b, 1×1",
            "Piece B, 1×1, column 3, row 2, frozen until 1 more piece has left",
            "Door of C: below column 2",
            "Door of B: left of row 3, closed until 1 more piece has left",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        push(page, "B", &[Key::Down]).await;
        wait_for_words(page, "frozen until 1 more piece has left").await;
        assert_eq!(page.text("#counter").await, "0");

        drag_along(page, [2, 0], &[[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 2.8]], false).await;
        wait_for_place(page, "A../..B/...").await;
        wait_for_words(page, "Piece C, 1×1 has left the board.").await;
        assert_eq!(page.count("#board [data-piece]").await, 2);
        assert_eq!(page.count("#board [data-waits='1']").await, 0, "the door is open");
        page.click("#undo").await;
        wait_for_place(page, "A.C/..B/...").await;
        assert_eq!(page.count("#board [data-piece]").await, 3);
        page.click("#redo").await;
        wait_for_place(page, "A../..B/...").await;

        push(page, "A", &[Key::Right, Key::Right, Key::Right]).await;
        wait_for_place(page, "..b/..B/...").await;
        wait_for_words(page, "has become Piece b").await;
        drag_along(page, [2, 0], &[[1.0, 0.0], [0.0, 0.0], [-0.8, 0.0]], false).await;
        wait_for_place(page, ".../..B/...").await;
        push(page, "B", &[Key::Down, Key::Left, Key::Left, Key::Left]).await;
        page.wait_for("#solved:not([hidden])").await;
        let said = page.text("#solved").await;
        assert!(said.contains("4 moves (Finger). This is an optimal solution."), "{said}");
        assert_eq!(page.made().await, ["14", "6", "4"]);
    });
}

/// The game of a link goes on where it was, and the demonstration ends it. A finger drags as a mouse does.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_game_with_doors_is_passed_on() {
    scene(async |page| {
        page.send_command("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        open(page, &link_to(EVERYTHING), 4).await;
        drag_along(page, [2, 0], &[[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 2.8]], true).await;
        wait_for_place(page, "A../..B/...").await;
        page.click("label:has(#share-game)").await;
        let link = copied(page).await;
        open_elsewhere(page, &link).await;
        page.wait_for_text("#counter", "1").await;
        assert_eq!(page.count("#board [data-piece]").await, 2);
        // The hint points beyond a door, and the moves are listed with those through doors.
        page.click("#hint").await;
        page.wait_for("#board .ghost").await;
        page.click("#analysis summary").await;
        page.until(
            "a move leads through a door",
            "return document.querySelector('#moves').textContent.includes('through a door')",
            &[],
        )
        .await;
        page.click("#solution-show").await;
        page.wait_for("#solution-moves li:nth-child(4)").await;
        page.click("#play").await;
        page.wait_for("#solved:not([hidden])").await;
        assert_eq!(page.made().await[2], "4");
        for _ in 0..3 {
            page.click("#undo").await;
        }
        wait_for_place(page, "A../..B/...").await;
    });
}

/// Nothing says that a game is lost, until the player asks.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_lost_game_is_told_only_to_those_who_ask() {
    scene(async |page| {
        let help = ["#hint", "#step", "#play", "#solution-show"];
        // The button for one step is part of the analysis.
        for asked in help.into_iter().filter(|button| *button != "#step") {
            open(page, &link_to(TRAP), 2).await;
            push(page, "B", &[Key::Right]).await;
            wait_for_place(page, "A..").await;
            page.settle().await;
            page.wait_for(".side:not([aria-busy])").await;
            for button in help {
                assert_eq!(page.attribute(button, "disabled").await, None, "{button}");
            }
            assert!(!page.text("#live").await.contains("win"));
            assert_eq!(page.count("#lost[hidden]").await, 1);
            page.click(asked).await;
            page.wait_for("#lost:not([hidden])").await;
            wait_for_words(page, "You can no longer win from here").await;
            // Another move of A changes nothing. Then one button takes both moves back.
            push(page, "A", &[Key::Right]).await;
            wait_for_place(page, ".A.").await;
            assert_eq!(page.count("#lost[hidden]").await, 1);
            page.click(asked).await;
            page.click("#lost button").await;
            wait_for_place(page, "A.B").await;
            assert_eq!(page.count("#lost[hidden]").await, 1);
            page.js("localStorage.clear(); sessionStorage.clear()").await;
            page.go("/api/v1/about").await;
        }
    });
}

/// The painter and the text agree, a link keeps the doors, and the faults of the reader are told.
#[test]
#[ignore = "long: a scene in a browser"]
fn doors_are_painted() {
    scene_with_refusals(&["/api/v1/puzzle"], async |page| {
        page.open("/puzzles/editor", "#puzzle-problem .fine").await;
        page.click("[name=paint-layer][value=doors]").await;
        page.click("#paint-brushes [data-brush='B']").await;
        paint_along(page, [5, 1], [5, 2], false).await;
        page.click("#paint-brushes [data-brush='*']").await;
        paint_along(page, [2, 0], [3, 0], false).await;
        // No piece could leave through the corner, or in the middle of the board.
        paint_along(page, [0, 0], [0, 0], false).await;
        paint_along(page, [2, 2], [2, 2], false).await;
        let drawn = "..**..\n.....B\n.....B\n......\n......\n......\n";
        assert!(puzzle_text(page).await.contains(&format!("doors = \"\"\"\n{drawn}\"\"\"\n")));
        // Without a goal, the pieces with a door must be gone. Doors at the far side stay there.
        page.click("[name=paint-layer][value=goal]").await;
        page.click("#paint-clear").await;
        page.set("#paint-columns", "5").await;
        page.wait_for("#puzzle-problem .fine").await;
        let text = puzzle_text(page).await;
        assert!(!text.contains("goal ="), "{text}");
        assert!(text.contains("..**...\n......B\n......B\n.......\n"), "{text}");
        let shared = "return document.querySelector('#share').checkVisibility()";
        page.until("it can be shared", shared, &[]).await;
        let link = copied(page).await;
        open_elsewhere(page, &link).await;
        page.wait_for("#board [data-door='B']").await;
        assert_eq!(page.count("#board [data-door]").await, 4);
        page.click("a[href^='/puzzles/editor']").await;
        assert!(puzzle_text(page).await.contains("......B\n......B\n"));
        // A mistake in the text.
        for (line, fault) in [
            ("frozen = { B = 9 }", "'B' is frozen for ever"),
            ("layers = { A = \"B\" }", "'B' cannot be a layer"),
            ("opens = { Q = 1 }", "no door 'Q'"),
            ("gone = \"Z\"", "'Z' is not a piece"),
        ] {
            page.set("#puzzle-text", &format!("{}{line}\n", text.trim_start_matches("# "))).await;
            page.wait_for("#puzzle-problem .problem").await;
            let said = "return document.querySelector('#puzzle-problem').textContent.includes(arguments[0])";
            page.until(fault, said, &[json!(fault)]).await;
        }
        // The painter removes what is about pieces that are gone.
        page.set("#puzzle-text", EVERYTHING).await;
        page.wait_for("#puzzle-problem .fine").await;
        page.click("[name=paint-layer][value=doors]").await;
        assert_eq!(page.count("#paint-brushes [data-brush='b']").await, 1, "a layer has doors");
        page.click("[name=paint-layer][value=start]").await;
        page.click("#paint-clear").await;
        let text = puzzle_text(page).await;
        assert!(
            ["doors", "layers", "frozen", "opens"].iter().all(|key| !text.contains(key)),
            "{text}"
        );
    });
}

/// The steps of arrows.
fn steps(path: &str) -> impl Iterator<Item = [f64; 2]> + '_ {
    path.chars().map(|arrow| match arrow {
        '→' => [1.0, 0.0],
        '↓' => [0.0, 1.0],
        '←' => [-1.0, 0.0],
        '↑' => [0.0, -1.0],
        other => panic!("{other} is no step"),
    })
}

/// Each level of the pack is solved in the fewest moves, as a visitor drags them, one level after the other.
#[test]
#[ignore = "long: a scene in a browser"]
fn all_levels_with_doors_are_played_through() {
    scene(async |page| {
        page.open("/packs", "#doors-pack .pack-tile").await;
        let levels = page.attributes("#doors-pack .pack-tile", "href").await;
        assert_eq!(levels.len(), 40);
        let mut lengths = Vec::new();
        for (number, level) in (1..).zip(&levels) {
            let id = format!("doors-{number:02}");
            assert_eq!(*level, format!("/puzzles/{id}?pack=doors"));
            let solution = api("puzzle/solution", &[("id", &id), ("metric", "finger")]);
            let fewest = solution["distance"].as_u64().expect("it is solvable");
            lengths.push(fewest);
            open(page, level, fewest).await;
            let mut position = solution["position"].as_str().expect("a text").to_owned();
            for made in solution["moves"].as_array().expect("moves") {
                let answer = api("puzzle/position", &[("id", &id), ("p", &position)]);
                let moves = answer["moves"].as_array().expect("moves");
                let same = moves.iter().find(|one| one["position"] == made["position"]);
                let same = same.expect("the move of the solution is legal");
                let at: [i64; 2] = serde_json::from_value(same["from"].clone()).expect("a cell");
                let mut cell = at.map(|place| place as f64);
                let cells = steps(same["path"].as_str().expect("arrows")).map(|step| {
                    cell = [cell[0] + step[0], cell[1] + step[1]];
                    cell
                });
                let cells: Vec<[f64; 2]> = cells.collect();
                drag_along(page, at, &cells, false).await;
                position = made["position"].as_str().expect("a text").to_owned();
                wait_for_place(page, &position).await;
            }
            page.wait_for("#solved:not([hidden])").await;
            let said = page.text("#solved").await;
            assert!(said.contains("This is an optimal solution"), "{id}: {said}");
            assert_eq!(page.text("#counter").await, fewest.to_string(), "{id}");
            let next = page.attribute("#solved a.button", "href").await.expect("a link");
            if let Some(wanted) = levels.get(number) {
                assert_eq!(next, *wanted, "the next level follows");
            }
        }
        assert!(lengths.is_sorted(), "{lengths:?}");
        assert!((lengths[0], lengths[39]) <= (4, 24) && lengths[39] >= 20, "{lengths:?}");
        page.open("/packs", "#doors-pack .pack-tile").await;
        assert_eq!(page.count("#doors-pack [data-solved]").await, 40);
    });
}
