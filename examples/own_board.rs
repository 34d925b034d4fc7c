//! A board of one's own, with a wall and a piece of an odd shape: which position is farthest from the win?
//!
//! `cargo run --example own_board`

use huarong::effort::Effort;
use huarong::grid::Board;
use huarong::sliding::rules::{Goal, Metric, Puzzle, Shape};
use huarong::sliding::search::{Search, classes};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (position, distance) = farthest()?;
    println!("{position} is {distance} moves from the win");
    Ok(())
}

/// A position at the largest distance, and that distance.
pub fn farthest() -> Result<(String, u16), Box<dyn Error>> {
    // Four columns and three rows, with a wall in the first cell. Cells are numbered row by row, walls left out.
    let board = Board::new(4, 3, [(0, 0)])?;
    let corner = Shape::new("corner", 'L', [(0, 0), (1, 0), (0, 1)])?;
    let single = Shape::rectangle("single", 'S', 1, 1)?;
    // Won is where the corner's first cell is in the third column, second row.
    let goal = Goal::new(board.cell(2, 1).map(|cell| (0, cell)));
    let puzzle = Puzzle::new(board, vec![corner, single], goal)?;

    let set = puzzle.parse_piece_set("1l5s")?;
    let class = &classes(&puzzle, &[set])[0];
    let search = Search::new(&puzzle, class, Effort::UNLIMITED)?;
    let distances = search.run(Metric::Finger, true, Effort::UNLIMITED)?.remove(0);
    let space = &search.spaces()[0];
    let (distance, index) = (0..space.len())
        .filter_map(|index| Some((distances.get(index)?, index)))
        .max()
        .ok_or("nothing can be won")?;
    Ok((puzzle.position_text(&space.unrank(index)), distance))
}
