//! The rules of a puzzle in sentences.

use super::labels::labelled;
use super::language::{Language, Paths, Task, When};
use super::puzzle_box::{MOST_GOALS, outlined};
use super::sheet::{Sheet, SheetPuzzle};
use crate::printed_board::{MOST_OWNERS, has_exit};
use huarong_core::drawing::exit::{are_cars, owner_signs};
use huarong_core::rules::{DoorRules, Doors, Freedom, Shape, ShapeId, Until};
use huarong_lab::tasks::signs_of;

/// The rules of a puzzle: what to do and how pieces move, and what counts as a move.
pub(super) struct Rules {
    pub task: String,
    pub counting: &'static str,
}

impl Rules {
    pub fn of(puzzle: &SheetPuzzle, sheet: &Sheet) -> Self {
        let counting = sheet.language.counting(sheet.metric, paths(puzzle));
        Self { task: task_and_limits(puzzle, sheet.language), counting }
    }
}

/// The value that all have, if there is one.
pub(super) fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

fn paths(puzzle: &SheetPuzzle) -> Paths {
    let is_locked = |shape: &ShapeId| puzzle.puzzle.shapes()[*shape].freedom() != Freedom::Both;
    let mut pieces = puzzle.start.pieces().map(|(shape, _)| shape);
    let has_thin_walls = puzzle.puzzle.board().thin_walls().next().is_some();
    match () {
        () if pieces.all(|shape| is_locked(&shape)) => Paths::Lines,
        () if puzzle.gates.is_empty()
            && !has_thin_walls
            && !puzzle.start.pieces().any(|(shape, _)| is_locked(&shape)) =>
        {
            Paths::Any
        }
        () => Paths::Limited,
    }
}

/// What to do, and what limits the moves of pieces.
fn task_and_limits(puzzle: &SheetPuzzle, language: Language) -> String {
    let task = task(puzzle, language);
    let mut sentences = vec![language.task(&task)];
    let mut shapes = puzzle.puzzle.shapes().iter();
    let is_long = |shape: &Shape| shape.polyomino().area() > 1;
    if are_cars(&puzzle.puzzle) && shapes.clone().all(is_long) {
        // The task with an exit says so itself.
        if !matches!(task, Task::Exit { .. }) {
            sentences.push(language.lengthwise().to_owned());
        }
    } else if shapes.any(|shape| shape.freedom() != Freedom::Both) {
        sentences.push(language.axes().to_owned());
    }
    if puzzle.puzzle.board().thin_walls().next().is_some() {
        sentences.push(language.thin_walls().to_owned());
    }
    if !puzzle.gates.is_empty() {
        sentences.push(language.gates().to_owned());
    }
    if let Some(doors) = puzzle.puzzle.doors() {
        let gone = gone_letters(puzzle, doors);
        if leaving(puzzle).is_none() && !gone.is_empty() {
            sentences.push(language.also_gone(&gone));
        }
        sentences.extend(rules_of_doors(puzzle, doors, language));
    }
    sentences.join(" ")
}

/// The rules of pieces that leave.
fn rules_of_doors(puzzle: &SheetPuzzle, doors: &Doors, language: Language) -> Vec<String> {
    let SheetPuzzle { puzzle, start, .. } = puzzle;
    let DoorRules { doors: all, frozen, layers, .. } = doors.rules();
    let mut sentences = vec![language.doors().to_owned()];
    if all.iter().any(|door| owner_signs(puzzle, door, MOST_OWNERS) == ['*']) {
        sentences.push(language.door_for_all().to_owned());
    }
    if all.iter().any(|door| door.opens_after > 0) {
        sentences.push(language.late_doors().to_owned());
    }
    let first_layer = |shape: &ShapeId| doors.layer_above(*shape).is_none();
    let mut told: Vec<&Until> = Vec::new();
    for until in frozen.iter().flatten() {
        if told.contains(&until) {
            continue;
        }
        told.push(until);
        let shapes = (0..frozen.len()).filter(|&shape| frozen[shape].as_ref() == Some(until));
        let shapes: Vec<ShapeId> = shapes.filter(first_layer).collect();
        let letters = signs_of(puzzle, start, &shapes);
        let when = match until {
            Until::Left(number) => When::Left(*number),
            Until::Gone(shapes) => When::Gone(signs_of(puzzle, start, shapes)),
        };
        sentences.push(language.frozen(&letters, &when));
    }
    for shape in (0..layers.len()).filter(first_layer) {
        let below: Vec<ShapeId> = doors.layers_from(shape).skip(1).collect();
        // Each layer in its turn.
        let below: Vec<char> =
            below.iter().flat_map(|&shape| signs_of(puzzle, start, &[shape])).collect();
        if !below.is_empty() {
            sentences.push(language.layers(puzzle.shapes()[shape].letter(), &below));
        }
    }
    sentences
}

/// The task of a puzzle whose goal is that pieces have left.
fn leaving(puzzle: &SheetPuzzle) -> Option<Task> {
    let goal = puzzle.puzzle.goal();
    let doors = puzzle.puzzle.doors().filter(|_| !goal.gone().is_empty())?;
    if goal.alternatives().iter().any(|places| !places.is_empty()) {
        return None;
    }
    let is_gone = |shape: &ShapeId| goal.gone().contains(shape);
    let mut shapes = 0..puzzle.puzzle.shapes().len();
    Some(match shapes.all(|shape| is_gone(&shape)) {
        true => Task::Empty,
        false => Task::Leave(gone_letters(puzzle, doors)),
    })
}

/// The letters of the pieces that must have left.
fn gone_letters(puzzle: &SheetPuzzle, doors: &Doors) -> Vec<char> {
    let gone = puzzle.puzzle.goal().gone().iter().copied();
    let gone: Vec<ShapeId> = gone.filter(|&shape| doors.layer_above(shape).is_none()).collect();
    signs_of(&puzzle.puzzle, &puzzle.start, &gone)
}

fn task(puzzle: &SheetPuzzle, language: Language) -> Task {
    if let Some(task) = leaving(puzzle) {
        return task;
    }
    let outlined = outlined(puzzle);
    let labels: Option<Vec<String>> =
        outlined.iter().map(|&(shape, _)| only_label(puzzle, shape, language)).collect();
    match puzzle.puzzle.goal().alternatives() {
        [goal, others @ ..] if has_exit(&puzzle.puzzle) => {
            Task::Exit { letter: only_label(puzzle, goal[0].0, language), exits: 1 + others.len() }
        }
        [_] if !outlined.is_empty() => match labels {
            Some(labels) => Task::Outlines(labels),
            None if outlined.iter().all(|place| place.0 == outlined[0].0) => {
                Task::Outlines(Vec::new())
            }
            None => Task::Goals { count: 1, drawn: 1 },
        },
        goals => Task::Goals { count: goals.len(), drawn: goals.len().min(MOST_GOALS) },
    }
}

/// What is written on the only piece of a shape; `None` if there are several.
pub(super) fn only_label(
    puzzle: &SheetPuzzle,
    shape: ShapeId,
    language: Language,
) -> Option<String> {
    let pieces = labelled(&puzzle.puzzle, &puzzle.start, language);
    let mut of_shape = pieces.into_iter().filter(|piece| piece.shape == shape);
    match (of_shape.next(), of_shape.next()) {
        (Some(piece), None) => piece.label,
        _ => None,
    }
}
