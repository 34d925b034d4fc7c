//! Games for two.

use super::driver::Key;
use super::studio::{scene, scene_with_refusals};
use super::{PAGES, api};
use serde_json::json;
use std::collections::BTreeSet;

/// Every move of a solved game shows what it leads to; a person plays, and the table answers.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_solved_game_is_played() {
    scene_with_refusals(&["/api/v1/game"], async |page| {
        page.open("/games", "#game-moves button").await;
        assert_eq!(page.text("#game-status").await, "× to move: draw");
        assert_eq!(page.count(".spot.draw").await, 9, "any first move draws");
        page.click(".stone-board [aria-label^='Column 2, row 2']").await;
        page.wait_for(".spot .stone.x").await;
        page.click(".stone-board [aria-label^='Column 2, row 1']").await;
        page.wait_for_text("#game-status", "× to move: win in 5 moves").await;
        let url = page.client.current_url().await.unwrap();
        let answer = url.query_pairs().find(|(key, _)| key == "p").unwrap().1.into_owned();
        assert_eq!(answer, ".o./.x./...");
        assert_eq!(
            page.attribute(".spot.last", "aria-label").await.unwrap(),
            "Column 2, row 1: circle"
        );
        let notes = page.js("return [...document.querySelectorAll('.spot .note')].map((note) => note.textContent)").await;
        let answer = api("game", &[("game", "3,3,3"), ("p", &answer)]);
        let plies: BTreeSet<String> = answer["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|made| match made["value"].as_str().unwrap() {
                "win" => format!("+{}", made["plies"]),
                "loss" => format!("−{}", made["plies"]),
                _ => "=".to_owned(),
            })
            .collect();
        let shown: BTreeSet<String> = notes
            .as_array()
            .unwrap()
            .iter()
            .map(|note| note.as_str().unwrap().to_owned())
            .collect();
        assert_eq!(shown, plies);

        // The table takes over the second side, and loses as late as it can.
        page.set("#game-computer", "o").await;
        for wanted in ["win in 3 moves", "win in 1 move"] {
            page.js("document.querySelector('#game-moves button').click()").await;
            page.wait_for_text("#game-status", &format!("× to move: {wanted}")).await;
        }
        page.js("document.querySelector('#game-moves button').click()").await;
        page.wait_for_text("#game-status", "× wins.").await;
        assert_eq!(page.count(".spot.line").await, 3);
        page.click("#game-undo").await;
        page.wait_for_text("#game-status", "× to move: win in 1 move").await;
        page.click("#game-show").await;
        page.wait_for_text("#game-status", "× to move").await;
        assert_eq!(page.count(".spot .note").await, 0);

        // Keys alone: to the last cell and down with a stone.
        page.set("#game-computer", "").await;
        page.click("#game-again").await;
        page.wait_for_text("#game-status", "× to move").await;
        page.js("document.querySelector('.spot').focus()").await;
        for key in [Key::End, Key::PageDown, Key::Left, Key::Enter] {
            page.press(&[key.into()]).await;
        }
        page.wait_for(".stone-board [aria-label='Column 2, row 3: cross']").await;
        assert_eq!(
            page.js("return document.activeElement.getAttribute('aria-label')").await,
            "Column 2, row 3: cross"
        );

        // Another game, by its numbers, in which stones fall.
        page.set("#game", "").await;
        for (id, number) in [("#game-columns", "4"), ("#game-rows", "3"), ("#game-k", "3")] {
            page.set(id, number).await;
        }
        page.click("#game-gravity").await;
        page.click(".own-game button").await;
        page.until("twelve cells", "return document.querySelectorAll('.spot').length === 12", &[])
            .await;
        page.click(".stone-board [aria-label^='Column 2, row 1:']").await;
        page.wait_for(".stone-board [aria-label='Column 2, row 3: cross']").await;
        page.go("/games?game=5,4,4").await;
        page.wait_for(".game .notice").await;
        assert!(page.text(".game .notice").await.contains("too many positions"));
    });
}

/// The choices are in the address: a reload keeps them, and a link lets the computer make the move that it owes.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_choices_of_a_solved_game_stay() {
    scene(async |page| {
        page.open("/games", "#game-moves button").await;
        let named = page.text("#game option").await;
        assert!(named.starts_with("Tic-tac-toe"), "{named}");
        // The status is above the board.
        let above = "return document.querySelector('#game-status').getBoundingClientRect().bottom
            <= document.querySelector('.stone-board').getBoundingClientRect().top";
        assert_eq!(page.js(above).await, true);
        page.set("#game-computer", "o").await;
        page.click("#game-show").await;
        page.click(".stone-board [aria-label^='Column 2, row 2']").await;
        page.wait_for(".spot.last .stone.o").await;
        page.client.refresh().await.unwrap();
        page.wait_for(".spot .stone.o").await;
        assert_eq!(page.js("return document.querySelector('#game-computer').value").await, "o");
        assert_eq!(page.js("return document.querySelector('#game-show').checked").await, false);
        assert_eq!(page.count(".spot .note").await, 0);
        page.open("/games?game=3,3,3&p=x../.../...&computer=o", ".spot.last .stone.o").await;
        assert_eq!(page.count(".stone").await, 2);
    });
}

/// The whole board is in the window, with star points, and the levels have plain names for their old values.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_gomoku_board_fits_its_window() {
    scene(async |page| {
        for (size, window, stars) in
            [("15", [1400, 900], 5), ("16", [1920, 1080], 4), ("15", [390, 844], 5)]
        {
            page.screen(window);
            page.open(&format!("/gomoku?size={size}&level=person"), ".stone-board.go").await;
            assert_eq!(page.count(".stone-board .lines circle").await, stars, "{size}");
            let place = "const { top, bottom, right } =
                    document.querySelector('.stone-board').getBoundingClientRect();
                return [top >= 0, bottom <= innerHeight, right <= innerWidth]";
            assert_eq!(page.js(place).await, json!([true, true, true]), "{size} {window:?}");
        }
        let levels = "return [...document.querySelectorAll('#gomoku-player option')]
            .map(({ value, textContent }) => [value, textContent]).slice(1)";
        let wanted = json!([
            ["chapter", "beginner"],
            ["2", "easy"],
            ["4", "medium"],
            ["6", "hard"],
            ["strong", "strong"]
        ]);
        assert_eq!(page.js(levels).await, wanted);

        // The computer moves in a game that was opened by its address. The better a point, the redder.
        page.open("/gomoku?level=chapter&moves=77&evaluation=yes", ".spot.last .stone.x").await;
        page.wait_for(".spot.heat").await;
        let heats =
            "return Object.fromEntries([...document.querySelectorAll('.spot.heat')].map((spot) =>
            [spot.querySelector('.note').textContent.replaceAll(',', ''),
                Number(spot.style.getPropertyValue('--heat'))]))";
        let heats = page.js(heats).await;
        let mut heats: Vec<(i64, f64)> = heats
            .as_object()
            .unwrap()
            .iter()
            .map(|(score, heat)| (score.parse().unwrap(), heat.as_f64().unwrap()))
            .collect();
        heats.sort_by_key(|&(score, _)| score);
        assert!(heats.len() > 2, "{heats:?}");
        assert!(heats.is_sorted_by(|a, b| a.1 <= b.1), "{heats:?}");
        assert_eq!((heats[0].1, heats[heats.len() - 1].1), (0.0, 1.0));
        let shown = "return getComputedStyle(document.querySelector('.spot.heat .note')).opacity";
        assert_eq!(page.js(shown).await, "0", "scores are under the pointer only");
        page.js("document.querySelector('.spot.heat').focus()").await;
        assert!(page.text("#gomoku-moves").await.starts_with("H8"));
    });
}

/// The label of a point of a gomoku board with some rows begins so. Columns and rows are counted from 0 at the top left;
/// the board calls the columns A, B, … and counts the rows from 1 at the bottom.
fn spot_of(rows: u32, column: u32, row: u32) -> String {
    let letter = char::from(b'A' + column as u8);
    format!(".stone-board [aria-label^='{letter}{}:']", rows - row)
}

fn spot(column: u32, row: u32) -> String {
    spot_of(15, column, row)
}

#[test]
#[ignore = "long: a scene in a browser"]
fn gomoku_is_played_against_a_level() {
    scene(async |page| {
        page.open("/gomoku?level=chapter&size=16", ".stone-board.go").await;
        assert_eq!(page.text("#gomoku-status").await, "black to move");
        page.click(&spot_of(16, 6, 6)).await;
        page.wait_for(&format!("{}.last .stone.x", spot_of(16, 7, 6))).await;
        page.wait_for_text("#gomoku-status", "black to move").await;
        page.click("#gomoku-evaluation").await;
        page.wait_for(".spot .note").await;
        let answer = api("gomoku", &[("size", "16"), ("moves", "66 67"), ("scores", "true")]);
        assert_eq!(
            page.count(".spot .note").await as usize,
            answer["scores"].as_array().unwrap().len()
        );
        page.click("#gomoku-undo").await;
        page.until("the board is empty", "return !document.querySelector('.stone')", &[]).await;

        // A hint, by keys alone.
        page.click("#gomoku-hint").await;
        page.wait_for(".spot.hinted").await;
        page.js("document.querySelector('.spot.hinted').focus()").await;
        page.js("document.querySelector('.spot').focus()").await;
        for key in [Key::Right, Key::Down, Key::Enter] {
            page.press(&[key.into()]).await;
        }
        page.wait_for(&format!("{} .stone.o", spot_of(16, 1, 1))).await;
        page.wait_for(".stone.x").await;
        let url = page.client.current_url().await.unwrap();
        let moves = url.query_pairs().find(|(key, _)| key == "moves").unwrap().1.into_owned();
        assert!(moves.starts_with("11 "), "{moves}");
        page.client.refresh().await.unwrap();
        page.wait_for(&format!("{} .stone.o", spot_of(16, 1, 1))).await;

        // A strong computer that begins.
        page.open("/gomoku?seat=2&level=strong", ".stone.o").await;
        page.wait_for_text("#gomoku-status", "white to move").await;
        // A first game is against the easiest one. Old links name no level.
        for (path, level) in [("/gomoku", "chapter"), ("/gomoku?moves=77", "strong")] {
            page.open(path, "#gomoku-player").await;
            let chosen = page.js("return document.querySelector('#gomoku-player').value").await;
            assert_eq!(chosen, level, "{path}");
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn two_people_play_gomoku() {
    scene_with_refusals(&["/api/v1/gomoku"], async |page| {
        page.open("/gomoku?level=person", ".stone-board.go").await;
        page.write("#gomoku-text", "gomoku 15 freestyle\n77 00 78 01 79 02 7a 03").await;
        page.click("#gomoku-load").await;
        page.wait_for(".stone.x").await;
        page.click("#gomoku-confirm").await;
        page.click(&spot(11, 7)).await;
        page.wait_for(&format!("{}.asked", spot(11, 7))).await;
        assert_eq!(page.count(".stone").await, 8, "it waits");
        page.click(&spot(11, 7)).await;
        page.wait_for_text("#gomoku-status", "black wins.").await;
        assert_eq!(page.count(".spot.line").await, 5);
        assert_eq!(page.count(".spot:not([aria-disabled])").await, 0);

        // In renju a double three is not to be had; in swap2 a colour is taken.
        page.open(PAGES[PAGES.len() - 1].0, ".spot.closed").await;
        let label = page.attribute(".spot.closed", "aria-label").await.unwrap();
        assert_eq!(label, "H8: forbidden");
        let stones = page.count(".stone").await;
        page.click(".spot.closed").await;
        page.wait_for("#gomoku-trouble .notice").await;
        let answer = page.text("#gomoku-trouble").await;
        assert!(answer.contains("double three"), "{answer}");
        assert_eq!(page.count(".stone").await, stones, "the board stays");

        // A text that is no game leaves the board as it is; a board that is cleared comes back.
        page.write("#gomoku-text", "gomoku 15 freestyle\n77 zz").await;
        page.click("#gomoku-load").await;
        page.wait_for("#gomoku-trouble .notice").await;
        assert_eq!(page.count(".stone").await, stones);
        page.set("#gomoku-rule", "freestyle").await;
        page.until("no stones", "return document.querySelectorAll('.stone').length === 0", &[])
            .await;
        page.click("#gomoku-undo").await;
        page.wait_for(".spot.closed").await;
        assert_eq!(page.count(".stone").await, stones);
        page.open(
            "/gomoku?level=person&opening=swap2&moves=77%2078%2067",
            "#gomoku-choices button",
        )
        .await;
        assert_eq!(
            page.attributes("#gomoku-choices button", "data-act").await,
            ["black", "white", "more"]
        );
        page.click("#gomoku-choices [data-act=more]").await;
        page.wait_for_text("#gomoku-status", "Opening: place a white stone.").await;
        for (column, row) in [(0, 0), (1, 0)] {
            page.click(&spot(column, row)).await;
            page.wait_for(&format!("{} .stone", spot(column, row))).await;
        }
        page.click("#gomoku-choices [data-act=white]").await;
        page.wait_for_text("#gomoku-status", "white to move").await;
    });
}
