//! Pieces that leave through doors, and what waits for them.

use super::task::Task;
use super::text::{Line, action, chain, not, numbered};
use crate::grid::{Cell, CellSet};
use crate::rules::{Doors, Exit, Metric, ShapeId, Until};

impl Task<'_> {
    /// The actions by which pieces leave, one for each path out.
    pub fn leave_actions(&self) -> String {
        let Some(doors) = self.puzzle.doors() else { return String::new() };
        let pieces = self
            .shapes()
            .flat_map(|shape| self.puzzle.board().cells().map(move |from| (shape, from)));
        let paths = pieces.flat_map(|(shape, from)| {
            doors.exits(shape, from).iter().map(move |exit| (shape, from, exit))
        });
        let moves = paths.filter(|(.., exit)| exit.gap == 0 || self.metric != Metric::Unit);
        moves.map(|(shape, from, exit)| self.leave_action(doors, shape, from, exit)).collect()
    }

    fn leave_action(&self, doors: &Doors, shape: ShapeId, from: Cell, exit: &Exit) -> String {
        let below = doors.layer_below(shape);
        let covered = |shape, anchor| self.puzzle.footprint(shape, anchor).collect::<Vec<_>>();
        let own = covered(shape, from);
        let kept = below.map_or(Vec::new(), |below| covered(below, exit.to));
        let needed: Vec<Cell> = exit.needs.cells().collect();
        let without = |cells: &[Cell], others: &[Cell]| -> Line {
            let cells = cells.iter().filter(|cell| !others.contains(cell));
            cells.map(|&cell| self.empty(cell)).collect()
        };
        let (piece, at) = (&self.names[shape].text, self.at(shape, from));
        let mut conditions = vec![vec![at.clone()], without(&needed, &own), self.waits(shape)];
        let mut effects = vec![
            vec![not(&at)],
            without(&own, &kept),
            without(&kept, &own).iter().map(|fact| not(fact)).collect(),
        ];
        if exit.opens_after > 0 {
            conditions.push(vec![gone_at_least(exit.opens_after)]);
        }
        conditions.push(vec![format!("(on-board {piece} ?n1) (next-number ?n0 ?n1)")]);
        effects.push(vec![format!("(not (on-board {piece} ?n1)) (on-board {piece} ?n0)")]);
        // The number that grows, and what else becomes true.
        let grows = match below {
            Some(below) => {
                Some((format!("on-board {}", self.names[below].text), self.at(below, exit.to)))
            }
            None if self.counts_left() => {
                Some(("gone".to_owned(), "(gone-at-least ?n3)".to_owned()))
            }
            None => None,
        };
        let mut parameters = "?n0 ?n1 - tally";
        if let Some((count, also)) = grows {
            parameters = "?n0 ?n1 ?n2 ?n3 - tally";
            conditions.push(vec![format!("({count} ?n2) (next-number ?n2 ?n3)")]);
            effects.push(vec![format!("(not ({count} ?n2)) ({count} ?n3)"), also]);
        }
        action(&self.leave_name(shape, from, exit), parameters, &conditions, &effects)
    }

    /// What must hold before a frozen piece moves.
    pub fn waits(&self, shape: ShapeId) -> Vec<String> {
        let Some(doors) = self.puzzle.doors() else { return Vec::new() };
        match &doors.rules().frozen[shape] {
            None => Vec::new(),
            Some(Until::Left(number)) => vec![gone_at_least(*number)],
            Some(Until::Gone(shapes)) => {
                let layers = shapes.iter().flat_map(|&shape| doors.layers_from(shape));
                layers.map(|shape| self.on_board(shape, 0)).collect()
            }
        }
    }

    pub fn predicates_of_doors(&self) -> Vec<&'static str> {
        let mut predicates = Vec::new();
        if self.puzzle.doors().is_some() {
            predicates.extend([
                "(next-number ?n0 ?n1 - tally)",
                "(on-board ?p - piece ?n - tally) ; how many of these pieces are on the board",
            ]);
        }
        if self.counts_left() {
            predicates.extend([
                "(gone ?n - tally) ; how many pieces have left",
                "(gone-at-least ?n - tally) ; as many have left, or more",
            ]);
        }
        predicates
    }

    /// The facts at the start about numbers of pieces.
    pub fn counts(&self) -> Vec<Line> {
        let mut counts = Vec::new();
        if self.puzzle.doors().is_some() {
            let on_board = self.shapes().map(|shape| self.on_board(shape, self.start.count(shape)));
            counts.extend([chain("next-number", &self.numbers()), on_board.collect()]);
        }
        if self.counts_left() {
            let left = self.puzzle.left(&self.start.piece_set());
            let at_least =
                numbered("(gone-at-least n", 0..=left).into_iter().map(|fact| fact + ")");
            counts.push([format!("(gone n{left})")].into_iter().chain(at_least).collect());
        }
        counts
    }

    /// What a goal requires beside the places that it names.
    pub fn gone(&self, placements: &[(ShapeId, Cell)]) -> Vec<String> {
        let goal = self.puzzle.goal();
        let gone = goal.gone().iter().map(|&shape| self.on_board(shape, 0));
        let names_all = goal.names_all() && self.puzzle.doors().is_some();
        let all = self.shapes().filter(|_| names_all).map(|shape| {
            let named = placements.iter().filter(|(other, _)| *other == shape);
            self.on_board(shape, named.count() as u32)
        });
        gone.chain(all).collect()
    }

    /// All numbers of pieces, from none.
    pub fn numbers(&self) -> Vec<String> {
        let start = self.start.pieces().count() as u32;
        let all = start + self.puzzle.left(&self.start.piece_set());
        numbered("n", 0..=self.awaited().map(u32::from).fold(all, u32::max))
    }

    /// The numbers of pieces for which doors and frozen pieces wait.
    fn awaited(&self) -> impl Iterator<Item = u8> {
        let rules = self.puzzle.doors().map(Doors::rules).into_iter();
        let frozen = rules.clone().flat_map(|rules| rules.frozen.iter().flatten());
        let number = |until: &Until| match until {
            Until::Left(number) => Some(*number),
            Until::Gone(_) => None,
        };
        let doors = rules.flat_map(|rules| &rules.doors).map(|door| door.opens_after);
        doors.filter(|&number| number > 0).chain(frozen.filter_map(number))
    }

    /// Whether anything waits for a number of pieces.
    pub fn counts_left(&self) -> bool {
        self.awaited().next().is_some()
    }

    fn on_board(&self, shape: ShapeId, number: u32) -> String {
        format!("(on-board {} n{number})", self.names[shape].text)
    }
}

fn gone_at_least(number: u8) -> String {
    format!("(gone-at-least n{number})")
}
