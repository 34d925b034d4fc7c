//! The editor.

use super::studio::scene_with_refusals;
use super::{LONE, PLAYABLE, api};
use crate::common::{METRICS, START};
use crate::serving::{address, shared};
use naive::Naive;
use serde_json::{Value, json};

#[test]
#[ignore = "long: a scene in a browser"]
fn an_illegal_layout_is_said() {
    scene_with_refusals(&["/api/v1/"], async |page| {
        page.open("/editor?p=heng-dao-li-ma", "#canvas button").await;
        assert_eq!(page.count("#canvas button[data-column][data-row]").await, 20);
        // The big piece is drawn over four cells, which no line parts.
        assert_eq!(page.count("#canvas .s0").await, 4);
        assert_eq!(page.count("#canvas .s0.right").await, 2);
        assert_eq!(page.count("#canvas .s0.down").await, 2);
        page.until(
            "it is legal",
            "return document.querySelector('#editor-distances').innerText.includes('81')",
            &[],
        )
        .await;
        page.click("#clear").await;
        let refused =
            "return document.querySelector('#editor-message.bad')?.innerText.trim() || null";
        // In whose words is not laid down.
        let says =
            "return document.querySelector('#editor-message').innerText.includes(arguments[0])";
        let offered = "return document.querySelector('#editor-play').hasAttribute('href')";
        page.until("the lack is said", says, &[json!("big")]).await;
        assert_eq!(page.js(offered).await, false, "what is no position cannot be played");

        // A big piece alone is legal.
        let place = async |brush: &str, column: u8, row: u8| {
            page.click(&format!("#palette button[data-brush='{brush}']")).await;
            page.click(&format!("#canvas button[data-column='{column}'][data-row='{row}']")).await;
        };
        place("B", 1, 1).await;
        let wanted = &shared().tables.ask([LONE])[0]["distance"];
        let numbers = METRICS.map(|metric| wanted[metric].to_string());
        page.until(
            "its distances are there",
            "const text = document.querySelector('#editor-distances').innerText;
            return [...arguments].every(number => text.includes(number))",
            &numbers.map(Value::String),
        )
        .await;
        page.until("it can be played", PLAYABLE, &[json!(LONE)]).await;

        // A piece at the edge stays on the board, and replaces those that it covers.
        let shown = async |position: &str| {
            page.until(position, PLAYABLE, &[json!(position)]).await;
        };
        for (brush, column, row, position) in [
            ("H", 3, 0, "..HH/.BB./.BB./..../...."),
            ("V", 0, 4, "..HH/.BB./.BB./V.../V..."),
            ("S", 2, 0, "..S./.BB./.BB./V.../V..."),
        ] {
            place(brush, column, row).await;
            shown(position).await;
        }
        place("B", 3, 4).await;
        page.until("the second big piece is said", refused, &[]).await;
        place(".", 1, 2).await;
        shown("..S./..../..../V.BB/V.BB").await;
        // Undo takes one piece back after the other.
        page.click("#canvas-undo").await;
        page.until("the second big piece is said", refused, &[]).await;
        page.click("#canvas-undo").await;
        shown("..S./.BB./.BB./V.../V...").await;
        // Two empty cells are the least.
        page.click("#clear").await;
        place("B", 0, 0).await;
        for row in 0..5 {
            for column in 0..4 {
                if row >= 2 || column >= 2 {
                    place("S", column, row).await;
                }
            }
        }
        page.until("the crowd is said", says, &[json!("covers 20 cells")]).await;
        assert_eq!(page.js(offered).await, false);
        place(".", 0, 2).await;
        place(".", 3, 4).await;
        let legal = "BBSS/BBSS/.SSS/SSSS/SSS.";
        page.until("it is legal again", PLAYABLE, &[json!(legal)]).await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn notation_is_pasted_into_the_editor() {
    scene_with_refusals(&["/api/v1/"], async |page| {
        let position = "VBBS/VBBS/HHSS/VHHV/V..V";
        for to in ["code36", "letters", "paper-array", "grid", "glyph", "pretty"] {
            let text =
                api("convert", &[("p", position), ("to", to)])["text"].as_str().unwrap().to_owned();
            page.open("/editor", "#canvas button").await;
            page.write("#paste", text.trim()).await;
            page.click("#paste-read").await;
            page.until("it has been read", PLAYABLE, &[json!(position)]).await;
            page.until("its notations are there", "const text = document.querySelector('#notations').innerText + [...document.querySelectorAll('#notations input, #notations textarea')].map(e => e.value).join();
                return text.includes(arguments[0])", &[json!(text.trim())]).await;
        }
        page.write("#paste", "插翅難飛").await;
        page.click("#paste-read").await;
        page.until("the name has been read", PLAYABLE, &[json!(position)]).await;
        // A grid of five lines, and pinyin with its tones.
        page.write("#paste", &START.replace('/', "\n")).await;
        page.click("#paste-read").await;
        page.until("the lines have been read", PLAYABLE, &[json!(START)]).await;
        page.write("#paste", "chā chì nán fēi").await;
        page.click("#paste-read").await;
        page.until("the pinyin has been read", PLAYABLE, &[json!(position)]).await;
        page.write("#paste", "nobody").await;
        page.click("#paste-read").await;
        page.until(
            "it is said",
            "return document.querySelector('main').innerText.includes('the name of an opening')",
            &[],
        )
        .await;

        page.click("#mirror").await;
        let mirror = Naive::klotski().mirror(position);
        page.until("it is mirrored", PLAYABLE, &[json!(mirror)]).await;
        // A layout of one's own is kept, opened and deleted.
        page.write("#layout-name", "mine <b>").await;
        page.click("#layout-save").await;
        page.wait_for("#layouts li").await;
        assert!(page.text("#layouts li").await.contains("mine <b>"));
        page.open("/editor", "#layouts li").await;
        let own = page.js("return localStorage.getItem('huarong.layouts')").await;
        assert!(own.as_str().unwrap().contains(&mirror), "{own}");
        page.js("document.querySelector('#layouts li button, #layouts li a').click()").await;
        page.until("it is opened", PLAYABLE, &[json!(mirror)]).await;
        page.click("#editor-play").await;
        page.wait_for("#moves li").await;
        page.wait_for_position(&mirror).await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn only_legal_layouts_are_kept_and_none_is_lost_unasked() {
    scene_with_refusals(&["/api/v1/position"], async |page| {
        page.open(&address("/editor", &[("p", LONE)]), "#canvas button").await;
        let kept = async || {
            let own = "return (JSON.parse(localStorage.getItem('huarong.layouts')) ?? [])
                .map(layout => [layout.name, layout.position])";
            page.js(own).await
        };
        page.write("#layout-name", "mine").await;
        page.click("#layout-save").await;
        page.wait_for("#layouts a").await;
        assert_eq!(kept().await, json!([["mine", LONE]]));
        page.click("#mirror").await;
        page.click("#clear").await;
        page.write("#layout-name", "none").await;
        page.click("#layout-save").await;
        let said = async |text: &str| {
            let says =
                "return document.querySelector('#layout-error').textContent.includes(arguments[0])";
            page.until(text, says, &[json!(text)]).await;
        };
        said("big").await;
        assert_eq!(kept().await, json!([["mine", LONE]]));

        page.open(&address("/editor", &[("p", START)]), "#canvas button").await;
        page.write("#layout-name", "mine").await;
        page.click("#layout-save").await;
        said("A position named mine exists").await;
        assert_eq!(kept().await, json!([["mine", LONE]]));
        // Another name is asked for anew.
        page.write("#layout-name", "other").await;
        assert_eq!(page.text("#layout-error").await, "");
        page.write("#layout-name", "mine").await;
        page.click("#layout-save").await;
        said("A position named mine exists").await;
        assert_eq!(kept().await, json!([["mine", LONE]]));
        page.click("#layout-save").await;
        page.wait_for_text("#layout-error", "").await;
        assert_eq!(kept().await, json!([["mine", START]]));

        // What another tab does is seen.
        let here = page.client.window().await.unwrap();
        let there = page.client.new_window(true).await.unwrap().handle;
        page.client.switch_to_window(there).await.unwrap();
        page.go("/api/v1/about").await;
        page.js("localStorage.setItem('huarong.layouts', '[]')").await;
        page.client.close_window().await.unwrap();
        page.client.switch_to_window(here).await.unwrap();
        page.until("the list is empty", "return !document.querySelector('#layouts a')", &[]).await;
    });
}
