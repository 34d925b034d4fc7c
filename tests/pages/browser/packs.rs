//! The page of a pack, which `huarong design --pack` writes as one file.

use super::embed::says;
use super::everybody::{axe, barriers};
use super::studio::scene_with_refusals;
use crate::common::huarong;
use crate::serving::files::Host;
use std::fs;

const ORDER: &str = "title = \"Two <cars>\"\nmetric = \"straight\"\n[[band]]\nname = \"Easy\"\ncount = 2\n\
                     moves = \"2..3\"\n[[theme]]\nname = \"small\"\nrush = \"4x4\"\n";

#[test]
#[ignore = "long: a scene in a browser"]
fn a_pack_is_played_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let order = folder.path().join("order.toml");
    fs::write(&order, ORDER).unwrap();
    let out = folder.path().join("pack");
    huarong().args(["design", "--pack"]).arg(&order).arg("--out").arg(&out).assert().success();
    let host = Host::start(out.clone(), "");
    scene_with_refusals(&[], async |page| {
        page.visit(Some(host.url("/")));
        page.client.goto(&host.url("/play.html")).await.expect("the page is there");
        page.wait_for_text("h1", "Easy 1").await;
        let says = async |text: &str| says(page, text).await;
        says("Moves: 0; Fewest possible: 2").await;
        page.click("#step").await;
        says("Moves: 1; Fewest possible: 2").await;
        page.js("document.querySelector('#board').undo()").await;
        says("Moves: 0; Fewest possible: 2").await;
        for _ in 0..2 {
            page.click("#step").await;
        }
        says("Solved: You used help").await;
        assert_eq!(page.count(".pack-tile[data-solved]").await, 0, "help is no solution");
        assert_eq!(barriers(page, &axe(), true).await, Vec::<String>::new());
        let sheet = page.attribute("#sheet", "href").await.unwrap();
        assert!(fs::read(out.join(sheet)).unwrap().starts_with(b"%PDF"));
        page.set(".settings select", "hant").await;
        says("步數：0；最少：2").await;
        page.set(".settings select", "en").await;
        page.click("#next").await;
        page.wait_for_text("h1", "Easy 2").await;
        says("Moves: 0; Fewest possible: 3").await;
    });
}
