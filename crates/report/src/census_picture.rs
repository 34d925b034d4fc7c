//! Pictures of a census: the hardest puzzles by number of pieces, of empty cells and of different
//! shapes, with one row per metric.

use super::boards_picture::{BoardsPicture, Captioned, Row};
use super::census::lines;
use super::census_study::{Holder, StudiedCensus};
use std::io::{self, Write};

pub(super) fn write(census: &StudiedCensus, out: &mut dyn Write) -> io::Result<()> {
    let scope = census.state.scope();
    let board = census.board();
    let rows = lines(census).into_iter().map(|(by, metric, holders)| Row {
        title: format!("{board} {metric} moves, by number of {}", by.words()),
        boards: holders.into_iter().map(captioned).collect(),
    });
    let picture = BoardsPicture {
        title: format!("The hardest puzzles of {board}"),
        size: (scope.width, scope.height),
        exit: None,
        rows: rows.collect(),
    };
    picture.write(out)
}

fn captioned(holder: &Holder) -> Captioned {
    Captioned {
        caption: format!("{}: {} moves", holder.number, holder.record.distance),
        board: holder.record.start.clone(),
        marked: holder.record.marked,
    }
}
