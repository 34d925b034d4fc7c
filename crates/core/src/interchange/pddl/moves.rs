//! The actions by which pieces move on the board.

use super::task::Task;
use super::text::{action, chain, not, numbered};
use crate::grid::Direction;
use crate::rules::{Metric, ShapeId};
use std::collections::BTreeSet;

impl Task<'_> {
    pub fn move_actions(&self) -> String {
        let of_kind = |(kind, shapes): &(String, Vec<ShapeId>)| -> String {
            let moves = Direction::ALL.into_iter().flat_map(|side| {
                (1..=self.longest(shapes[0], side)).map(move |steps| (side, steps))
            });
            moves.map(|(side, steps)| self.move_action(kind, shapes[0], side, steps)).collect()
        };
        self.kinds.iter().map(of_kind).collect()
    }

    /// The number of steps of the longest move of a piece in a direction, on a board of this size without walls.
    fn longest(&self, shape: ShapeId, side: Direction) -> u8 {
        let (shape, board) = (&self.puzzle.shapes()[shape], self.puzzle.board());
        let room = match side {
            _ if !shape.freedom().allows(side) => 0,
            Direction::Left | Direction::Right => board.width() - shape.polyomino().width(),
            Direction::Up | Direction::Down => board.height() - shape.polyomino().height(),
        };
        if self.metric == Metric::Unit { room.min(1) } else { room }
    }

    /// The move of a piece by some steps. The parameters are the columns and rows of the rectangle that it sweeps.
    fn move_action(&self, kind: &str, shape: ShapeId, side: Direction, steps: u8) -> String {
        let polyomino = self.puzzle.shapes()[shape].polyomino();
        let (across, down) = side.step();
        let after = |(column, row): (u8, u8), done: u8| {
            let along = |place: u8, step: i8| match step {
                0 => place,
                1 => place + done,
                _ => place + steps - done,
            };
            (along(column, across), along(row, down))
        };
        let covered = |done: u8| -> BTreeSet<(u8, u8)> {
            polyomino.cells().iter().map(|&cell| after(cell, done)).collect()
        };
        let place = |(column, row): (u8, u8)| format!("?c{column} ?r{row}");
        let anchor = |done: u8| place(after(polyomino.cells()[0], done));
        let empty = |&cell: &(u8, u8)| format!("(empty {})", place(cell));

        let (start, end) = (covered(0), covered(steps));
        let swept: BTreeSet<(u8, u8)> = (1..=steps).flat_map(covered).collect();
        let [columns, rows] = [
            ("?c", polyomino.width() + across.unsigned_abs() * steps),
            ("?r", polyomino.height() + down.unsigned_abs() * steps),
        ]
        .map(|(prefix, count)| numbered(prefix, 0..u32::from(count)));
        let allowed = (0..steps).filter(|_| self.is_limited);
        let allowed = allowed.map(|done| format!("(may-move ?p {} {})", side.name(), anchor(done)));
        let [from, to] = [0, steps].map(|done| format!("(at ?p {})", anchor(done)));
        action(
            &self.move_name(kind, side, steps.into()),
            &format!("?p - shape-{kind} {} - column {} - row", columns.join(" "), rows.join(" ")),
            &[
                [chain("next-column", &columns), chain("next-row", &rows)].concat(),
                [&[from.clone()][..], &self.waits(shape)].concat(),
                allowed.collect(),
                swept.difference(&start).map(empty).collect(),
            ],
            &[
                vec![not(&from), to],
                start.difference(&end).map(empty).collect(),
                end.difference(&start).map(|cell| not(&empty(cell))).collect(),
            ],
        )
    }
}
