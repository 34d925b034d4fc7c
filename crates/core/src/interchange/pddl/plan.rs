//! Plans: the actions of a solution.

use super::task::Task;
use crate::grid::{Cell, Direction};
use crate::rules::{Arrangement, Exit, Metric, PieceMove, ShapeId};

impl Task<'_> {
    /// The actions of moves from the start, one per line, and the cost of the plan.
    pub fn plan(&self, moves: &[PieceMove]) -> String {
        let mut at = self.start.clone();
        let actions = moves.iter().map(|made| {
            let action = match self.exit(&at, made) {
                None => self.moving(&at, made),
                Some(exit) => self.leaving(&at, made, exit),
            };
            made.apply_to(&mut at);
            action + "\n"
        });
        actions.collect::<String>() + &format!("; cost = {} (unit cost)\n", moves.len())
    }

    fn moving(&self, at: &Arrangement, made: &PieceMove) -> String {
        let path = self.puzzle.path(at, made);
        let cells: Vec<Cell> = [made.from, made.to]
            .into_iter()
            .flat_map(|anchor| self.puzzle.footprint(made.shape, anchor))
            .collect();
        let swept = |prefix: &str, place: &dyn Fn(Cell) -> u8| {
            let places = || cells.iter().map(|&cell| place(cell));
            let (first, last) = (places().min().unwrap_or(0), places().max().unwrap_or(0));
            let names = (first..=last).map(|place| format!("{prefix}{}", u16::from(place) + 1));
            names.collect::<Vec<_>>().join(" ")
        };
        let board = self.puzzle.board();
        format!(
            "({} {} {} {})",
            self.move_name(self.kind_of(made.shape), path[0], path.len()),
            self.names[made.shape].text,
            swept("c", &|cell| board.column(cell)),
            swept("r", &|cell| board.row(cell)),
        )
    }

    /// The way out of a move by which a piece leaves; `None` if it stays on the board.
    fn exit(&self, at: &Arrangement, made: &PieceMove) -> Option<&Exit> {
        let doors = self.puzzle.doors().filter(|_| made.leaves() || made.becomes().is_some())?;
        let (direction, last) =
            (*self.puzzle.path(at, made).last()?, self.puzzle.last_place(at, made));
        let is_it = |exit: &&Exit| exit.direction == direction && exit.to == last;
        doors.exits(made.shape, made.from).iter().find(is_it)
    }

    fn leaving(&self, at: &Arrangement, made: &PieceMove, exit: &Exit) -> String {
        let on_board = at.count(made.shape);
        let grows = match made.becomes() {
            Some((below, _)) => Some(at.count(below)),
            None => self.counts_left().then(|| self.puzzle.left(&at.piece_set())),
        };
        let grows = grows.map_or(String::new(), |count| format!(" n{count} n{}", count + 1));
        let name = self.leave_name(made.shape, made.from, exit);
        format!("({name} n{} n{on_board}{grows})", on_board - 1)
    }

    /// The name of the action that moves pieces of a kind by some steps.
    pub fn move_name(&self, kind: &str, side: Direction, steps: usize) -> String {
        match self.metric {
            Metric::Unit => format!("move-{kind}-{}", side.name()),
            _ => format!("move-{kind}-{}-{steps}", side.name()),
        }
    }

    /// The name of the action by which a piece leaves.
    pub fn leave_name(&self, shape: ShapeId, from: Cell, exit: &Exit) -> String {
        let (piece, place) = (&self.names[shape].text, self.place(from).replace(' ', "-"));
        format!("leave-{piece}-{place}-{}", exit.direction.name())
    }

    fn kind_of(&self, shape: ShapeId) -> &str {
        let found = self.kinds.iter().find(|(_, shapes)| shapes.contains(&shape));
        found.map_or("", |(kind, _)| kind)
    }
}
