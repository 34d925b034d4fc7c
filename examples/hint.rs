//! What a game needs: the best next move of a position, and a picture of the board after it.
//!
//! `cargo run --example hint >hint.svg`

use huarong::effort::Effort;
use huarong::sliding::analysis::Routes;
use huarong::sliding::drawing::picture;
use huarong::sliding::klotski;
use huarong::sliding::library::Catalogue;
use huarong::sliding::rules::Metric;
use huarong::sliding::search::{Search, classes};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    match hint("橫刀立馬")? {
        Some((position, picture)) => {
            eprintln!("play {position}");
            println!("{picture}");
        }
        None => eprintln!("nothing is left to do"),
    }
    Ok(())
}

/// The position after the best next move, and its picture in SVG; none where a position is won or cannot be.
pub fn hint(text: &str) -> Result<Option<(String, String)>, Box<dyn Error>> {
    let family = klotski::family();
    let puzzle = family.puzzle();
    let (set, position) = Catalogue::built_in().read_position(&family, text)?;
    // A game keeps these, or tables on disk, and asks them for every move.
    let search = Search::new(puzzle, &classes(puzzle, &[set])[0], Effort::UNLIMITED)?;
    let distances = search.run(Metric::Finger, true, Effort::UNLIMITED)?.remove(0);
    let routes = Routes::by_search(&search.spaces()[0], Metric::Finger, &distances);

    let moves = routes.first(&position)?.known()?.unwrap_or_default();
    let Some(made) = moves.first() else { return Ok(None) };
    let after = made.apply(&position);
    Ok(Some((puzzle.position_text(&after), picture::draw(puzzle, &after).to_string())))
}
