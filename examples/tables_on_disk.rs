//! A family of piece sets whose tables are kept on disk: built once, then asked.
//!
//! `cargo run --example tables_on_disk`

use huarong::effort::Effort;
use huarong::grid::Board;
use huarong::sliding::analysis::Tablebase;
use huarong::sliding::atlas::{Atlas, Plan};
use huarong::sliding::rules::{Family, Goal, PerMetric, PieceSet, Puzzle, Shape};
use huarong::sliding::space::Space;
use std::error::Error;
use std::path::Path;

/// A position of the family.
pub const START: &str = "DDS/S.S";

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::temp_dir().join("huarong-example");
    println!("{START}: {:?}", ask(&directory, START)?);
    Ok(())
}

/// The distances of a position, from tables in a directory, which are built where they are missing.
pub fn ask(directory: &Path, text: &str) -> Result<PerMetric<Option<u16>>, Box<dyn Error>> {
    let board = Board::new(3, 2, [])?;
    let shapes =
        vec![Shape::rectangle("domino", 'D', 2, 1)?, Shape::rectangle("single", 'S', 1, 1)?];
    let goal = Goal::new(board.cell(1, 1).map(|cell| (0, cell)));
    let puzzle = Puzzle::new(board, shapes, goal)?.with_fixed_count(0, 1);
    // One domino and up to three singles: one cell at least stays empty.
    let sets = (0..=3).map(|singles| PieceSet::new([1, singles]));
    let atlas = Atlas::new(Family::new("dominoes-3x2", puzzle, 1, sets), directory);
    // What is there and sound is not built again.
    atlas.build(&Plan::default(), Effort::UNLIMITED)?;

    let puzzle = atlas.family().puzzle();
    let position = puzzle.parse_position(text)?;
    let set = position.piece_set();
    atlas.family().check(&set)?;
    let table = |metric| atlas.find(&set, metric)?.ok_or("it was just built".into());
    let tables = PerMetric::try_each(table).map_err(|error: Box<dyn Error>| error)?;
    let tablebase = Tablebase::new(Space::new(puzzle, &set)?, tables)?;
    Ok(tablebase.probe(&position)?.distances)
}
