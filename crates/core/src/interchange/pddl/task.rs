//! A puzzle while it is written: its types, objects and facts.

use super::names::{self, Name};
use super::text::{Line, chain, numbered, section};
use crate::grid::{Cell, Direction};
use crate::interchange::text_lines::one_line;
use crate::puzzle_file::Setup;
use crate::rules::{Arrangement, Freedom, Metric, Puzzle, ShapeId};

pub(super) struct Task<'s> {
    pub puzzle: &'s Puzzle,
    pub start: &'s Arrangement,
    pub metric: Metric,
    /// For each shape the name of its pieces.
    pub names: Vec<Name>,
    /// The types of pieces, each with its shapes. The pieces of a type move alike.
    pub kinds: Vec<(String, Vec<ShapeId>)>,
    /// Whether gates or thin walls keep a piece from empty cells.
    pub is_limited: bool,
}

impl<'s> Task<'s> {
    pub fn new(setup: &'s Setup, metric: Metric) -> Self {
        let Setup { puzzle, start } = setup;
        let names = names::of(puzzle.shapes());
        let mut task = Self { puzzle, start, metric, names, kinds: Vec::new(), is_limited: false };
        let used = (0..puzzle.shapes().len()).filter(|&shape| task.is_used(shape));
        for shape in used.collect::<Vec<_>>() {
            let kind = task.kind(shape);
            match task.kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, shapes)) => shapes.push(shape),
                None => task.kinds.push((kind, vec![shape])),
            }
        }
        let is_limited = task.shapes().any(|shape| task.is_kept_from_empty_cells(shape));
        Self { is_limited, ..task }
    }

    pub fn domain(&self) -> String {
        let mut requirements = "  (:requirements :strips :typing".to_owned();
        if self.puzzle.goal().alternatives().len() > 1 {
            requirements += " :disjunctive-preconditions";
        }
        let (mut types, mut constants) = (vec!["piece", "column", "row"], Vec::new());
        if self.is_limited {
            types.push("direction");
            let names = Direction::ALL.map(Direction::name);
            constants.push(vec![format!("{} - direction", names.join(" "))]);
        }
        if self.puzzle.doors().is_some() {
            types.push("tally");
            constants.extend(self.objects());
        }
        let kinds = self.kinds.iter().map(|(kind, _)| format!("shape-{kind}"));
        let types = [
            vec![format!("{} - object", types.join(" "))],
            kinds.chain(["- piece".to_owned()]).collect(),
        ];
        [
            format!("; Sliding blocks: an action is one move of the metric {}\n", self.metric),
            "(define (domain sliding-blocks)\n".to_owned(),
            requirements + ")\n",
            section(":types", &types),
            section(":constants", &constants),
            section(":predicates", &self.predicates()),
            self.move_actions(),
            self.leave_actions(),
            ")\n".to_owned(),
        ]
        .concat()
    }

    pub fn problem(&self) -> String {
        let name = one_line(self.puzzle.name().unwrap_or("Untitled"));
        // The actions of doors name objects, which are constants then.
        let objects = match self.puzzle.doors() {
            None => self.objects(),
            Some(_) => Vec::new(),
        };
        [
            format!("; {name}\n(define (problem puzzle)\n  (:domain sliding-blocks)\n"),
            section(":objects", &objects),
            section(":init", &self.facts()),
            format!("  (:goal {}))\n", self.goal()),
        ]
        .concat()
    }

    /// The shapes that pieces can have on the board, and those of the goal.
    pub fn shapes(&self) -> impl Iterator<Item = ShapeId> {
        self.kinds.iter().flat_map(|(_, shapes)| shapes.iter().copied())
    }

    fn is_used(&self, shape: ShapeId) -> bool {
        let mut wanted = self.puzzle.goal().alternatives().iter().flatten();
        self.puzzle.doors().is_some()
            || self.start.count(shape) > 0
            || wanted.any(|&(other, _)| other == shape)
    }

    /// The name of a type: the size of a rectangle, or the rows of other shapes, and what holds the pieces back.
    fn kind(&self, shape: ShapeId) -> String {
        let (polyomino, freedom) = {
            let shape = &self.puzzle.shapes()[shape];
            (shape.polyomino(), shape.freedom())
        };
        let (columns, rows) = (polyomino.width(), polyomino.height());
        let row = |row: u8| -> String {
            let has_cell = |column: u8| polyomino.contains(column.into(), row.into());
            (0..columns).map(|column| if has_cell(column) { '1' } else { '0' }).collect()
        };
        let cells = match polyomino.is_rectangle() {
            true => format!("{columns}x{rows}"),
            false => (0..rows).map(row).collect::<Vec<_>>().join("-"),
        };
        let along = match freedom {
            Freedom::Both => "",
            Freedom::Rows => "-rows",
            Freedom::Columns => "-columns",
        };
        let waits = self.waits(shape).into_iter();
        let waits =
            waits.map(|fact| format!("-if-{}", fact.trim_matches(['(', ')']).replace(' ', "-")));
        format!("{cells}{along}{}", waits.collect::<String>())
    }

    /// Whether gates or thin walls keep a piece from a step onto empty cells.
    fn is_kept_from_empty_cells(&self, shape: ShapeId) -> bool {
        let (puzzle, board) = (self.puzzle, self.puzzle.board());
        let freedom = puzzle.shapes()[shape].freedom();
        let steps = board.cells().flat_map(|from| Direction::ALL.map(|side| (from, side)));
        let mut allowed = steps.filter(|&(_, side)| freedom.allows(side));
        allowed.any(|(from, side)| {
            let mut cells = puzzle.footprint(shape, from).peekable();
            cells.peek().is_some()
                && cells.all(|cell| board.beside(cell, side).is_some())
                && puzzle.lone_step(shape, from, side).is_none()
        })
    }

    fn predicates(&self) -> Vec<Line> {
        let mut predicates = vec![
            "(at ?p - piece ?c - column ?r - row) ; the first cell of the piece, row by row",
            "(empty ?c - column ?r - row)",
            "(next-column ?c0 ?c1 - column)",
            "(next-row ?r0 ?r1 - row)",
        ];
        if self.is_limited {
            predicates.push(
                "(may-move ?p - piece ?d - direction ?c - column ?r - row) ; past gates and thin walls",
            );
        }
        predicates.extend(self.predicates_of_doors());
        predicates.into_iter().map(|predicate| vec![predicate.to_owned()]).collect()
    }

    fn columns(&self) -> Vec<String> {
        numbered("c", 1..=u32::from(self.puzzle.board().width()))
    }

    fn rows(&self) -> Vec<String> {
        numbered("r", 1..=u32::from(self.puzzle.board().height()))
    }

    fn objects(&self) -> Vec<Line> {
        let mut objects = vec![
            vec![format!("{} - column", self.columns().join(" "))],
            vec![format!("{} - row", self.rows().join(" "))],
        ];
        if self.puzzle.doors().is_some() {
            objects.push(vec![format!("{} - tally", self.numbers().join(" "))]);
        }
        for (kind, shapes) in &self.kinds {
            let names = shapes.iter().map(|&shape| &self.names[shape]);
            objects.extend(
                names.map(|Name { text, comment }| vec![format!("{text} - shape-{kind}{comment}")]),
            );
        }
        objects
    }

    fn facts(&self) -> Vec<Line> {
        let pieces = self.start.pieces().map(|(shape, anchor)| self.at(shape, anchor));
        let empty = self.puzzle.empty_cells(self.start).map(|cell| self.empty(cell));
        let mut facts = vec![
            chain("next-column", &self.columns()),
            chain("next-row", &self.rows()),
            pieces.collect(),
            empty.collect(),
        ];
        if self.is_limited {
            facts.extend(self.shapes().map(|shape| self.allowed_steps(shape)));
        }
        facts.extend(self.counts());
        facts
    }

    /// The steps of a piece that gates and thin walls allow.
    fn allowed_steps(&self, shape: ShapeId) -> Line {
        let cells = self.puzzle.board().cells();
        let steps = cells.flat_map(|from| Direction::ALL.map(|side| (from, side)));
        let allowed =
            steps.filter(|&(from, side)| self.puzzle.lone_step(shape, from, side).is_some());
        let name = &self.names[shape].text;
        allowed
            .map(|(from, side)| format!("(may-move {name} {} {})", side.name(), self.place(from)))
            .collect()
    }

    fn goal(&self) -> String {
        let goal = self.puzzle.goal();
        let alternative = |placements: &Vec<(ShapeId, Cell)>| {
            let placed = placements.iter().map(|&(shape, cell)| self.at(shape, cell));
            let facts: Vec<String> = placed.chain(self.gone(placements)).collect();
            format!("(and {})", facts.join(" "))
        };
        let alternatives: Vec<String> = goal.alternatives().iter().map(alternative).collect();
        match &alternatives[..] {
            [only] => only.clone(),
            several => format!("(or\n    {})", several.join("\n    ")),
        }
    }

    /// The column and row of a cell.
    pub fn place(&self, cell: Cell) -> String {
        let board = self.puzzle.board();
        format!("c{} r{}", u16::from(board.column(cell)) + 1, u16::from(board.row(cell)) + 1)
    }

    pub fn at(&self, shape: ShapeId, anchor: Cell) -> String {
        format!("(at {} {})", self.names[shape].text, self.place(anchor))
    }

    pub fn empty(&self, cell: Cell) -> String {
        format!("(empty {})", self.place(cell))
    }
}
