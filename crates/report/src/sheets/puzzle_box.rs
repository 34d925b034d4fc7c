//! A puzzle in its area of a page: title, rule, board, goal, and figures.

use super::areas::Area;
use super::language::{Language, Task, When};
use super::lettered::lettered;
use super::sheet::{Answer, Sheet, SheetPuzzle};
use super::text::{LINE_HEIGHT, text, title_lines, wrapped};
use crate::paper::{Colour, Element, Fonts};
use crate::printed_board::{LetteredPiece, MOST_OWNERS, PrintedBoard, are_cars, has_exit};
use huarong_core::drawing::exit::owner_signs;
use huarong_core::grid::Cell;
use huarong_core::rules::{DoorRules, Doors, Freedom, Puzzle, ShapeId, Until};

/// Most pieces of a goal that are outlined on the board. More outlines would hide it.
const MOST_OUTLINES: usize = 4;
/// Most pictures of goals beside one another.
const MOST_GOALS: usize = 3;
/// Largest side of a cell, in points: 3 cm.
const LARGEST: f32 = 85.0;
/// Colour of texts that matter less.
pub(super) const FAINT: Colour = Colour(0x50, 0x50, 0x50);

/// The title of a puzzle with its number, counted from 1.
pub(super) fn title(puzzle: &SheetPuzzle, number: usize, sheet: &Sheet) -> String {
    match &puzzle.title {
        Some(title) => format!("{number}. {title}"),
        None => sheet.language.puzzle(number),
    }
}

/// Draws a puzzle into an area. `size` is the font size of its rule.
pub(super) fn puzzle_box(
    puzzle: &SheetPuzzle,
    number: usize,
    sheet: &Sheet,
    area: Area,
    size: f32,
    fonts: &Fonts<'_>,
) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut top = area.top;
    let (lines, title_size) =
        title_lines(fonts, &title(puzzle, number, sheet), 1.4 * size, area.width);
    for line in lines {
        elements.push(text(line, (area.left, top), title_size, Colour::BLACK));
        top += title_size * LINE_HEIGHT;
    }
    for line in wrapped(fonts, &rule(puzzle, sheet), size, area.width) {
        elements.push(text(line, (area.left, top), size, Colour::BLACK));
        top += size * LINE_HEIGHT;
    }
    top += 0.4 * size;

    let board = PrintedBoard::new(&puzzle.puzzle, &puzzle.gates, sheet.plain);
    let (columns, rows) = board.size();
    // The foot: pictures of goals on the left, figures beside them.
    let goals = goals(puzzle);
    let goal_cell = (0.2 * area.height / rows)
        .min(0.5 * area.width / (columns * goals.len().max(1) as f32))
        .min(0.4 * LARGEST);
    let goal_width = goals.len() as f32 * (columns * goal_cell + size);
    let facts = facts(puzzle, sheet);
    let room = area.width - goal_width;
    let lines: Vec<String> =
        facts.iter().flat_map(|fact| wrapped(fonts, fact, size, room)).collect();
    let goal_height = if goals.is_empty() { 0.0 } else { rows * goal_cell + size * LINE_HEIGHT };
    let foot = goal_height.max(lines.len() as f32 * size * LINE_HEIGHT);
    let foot_top = area.bottom() - foot;

    let height = foot_top - top - 0.6 * size;
    let cell = (area.width / columns).min(height / rows).min(LARGEST);
    let left = area.left + (area.width - columns * cell) / 2.0;
    let board_top = top + ((height - rows * cell) / 2.0).max(0.0);
    let pieces = lettered(&puzzle.puzzle, &puzzle.start);
    elements.extend(board.draw(&pieces, outlined(puzzle), (left, board_top), cell, fonts));

    for (at, goal) in goals.iter().enumerate() {
        let left = area.left + at as f32 * (columns * goal_cell + size);
        elements.push(text(sheet.language.goal(), (left, foot_top), size, FAINT));
        let at = (left, foot_top + size * LINE_HEIGHT);
        elements.extend(board.draw(goal, &[], at, goal_cell, fonts));
    }
    let mut line_top = area.bottom() - lines.len() as f32 * size * LINE_HEIGHT;
    for line in lines {
        elements.push(text(line, (area.left + goal_width, line_top), size, FAINT));
        line_top += size * LINE_HEIGHT;
    }
    elements
}

/// What to do.
fn rule(puzzle: &SheetPuzzle, sheet: &Sheet) -> String {
    let language = sheet.language;
    let task = task(puzzle);
    let mut sentences = vec![language.task(&task)];
    let mut shapes = puzzle.puzzle.shapes().iter();
    if are_cars(&puzzle.puzzle) {
        // The task with an exit says so itself.
        if !matches!(task, Task::Exit(_)) {
            sentences.push(language.lengthwise().to_owned());
        }
    } else if shapes.any(|shape| shape.freedom() != Freedom::Both) {
        sentences.push(language.axes().to_owned());
    }
    if !puzzle.gates.is_empty() {
        sentences.push(language.gates().to_owned());
    }
    if let Some(doors) = puzzle.puzzle.doors() {
        let gone = gone_letters(&puzzle.puzzle, doors);
        if leaving(puzzle).is_none() && !gone.is_empty() {
            sentences.push(language.also_gone(&gone));
        }
        sentences.extend(rules_of_doors(&puzzle.puzzle, doors, language));
    }
    sentences.join(" ")
}

/// The rules of pieces that leave.
fn rules_of_doors(puzzle: &Puzzle, doors: &Doors, language: Language) -> Vec<String> {
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
        let letters = letters_of(puzzle, shapes.filter(first_layer));
        let when = match until {
            Until::Left(number) => When::Left(*number),
            Until::Gone(shapes) => When::Gone(letters_of(puzzle, shapes.iter().copied())),
        };
        sentences.push(language.frozen(&letters, &when));
    }
    for shape in (0..layers.len()).filter(first_layer) {
        let below: Vec<ShapeId> = doors.layers_from(shape).skip(1).collect();
        let (letter, below) = (puzzle.shapes()[shape].letter(), letters_of(puzzle, below));
        if !below.is_empty() {
            sentences.push(language.layers(letter, &below));
        }
    }
    sentences
}

/// The letters of the pieces of some shapes.
fn letters_of(puzzle: &Puzzle, shapes: impl IntoIterator<Item = ShapeId>) -> Vec<char> {
    let mut letters = Vec::new();
    for shape in shapes {
        let shape = &puzzle.shapes()[shape];
        let own = [shape.letter()];
        let own = if shape.signs().is_empty() { &own } else { shape.signs() };
        letters.extend(
            own.iter().filter(|letter| !letters.contains(*letter)).copied().collect::<Vec<_>>(),
        );
    }
    letters
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
        false => Task::Leave(gone_letters(&puzzle.puzzle, doors)),
    })
}

/// The letters of the pieces that must have left.
fn gone_letters(puzzle: &Puzzle, doors: &Doors) -> Vec<char> {
    let gone = puzzle.goal().gone().iter().copied();
    letters_of(puzzle, gone.filter(|&shape| doors.layer_above(shape).is_none()))
}

fn task(puzzle: &SheetPuzzle) -> Task {
    if let Some(task) = leaving(puzzle) {
        return task;
    }
    let outlined = outlined(puzzle);
    let letters: Option<Vec<char>> =
        outlined.iter().map(|&(shape, _)| only_letter(puzzle, shape)).collect();
    match puzzle.puzzle.goal().alternatives() {
        [goal] if has_exit(&puzzle.puzzle) => Task::Exit(only_letter(puzzle, goal[0].0)),
        [_] if !outlined.is_empty() => match letters {
            Some(letters) => Task::Outlines(letters),
            None if outlined.iter().all(|place| place.0 == outlined[0].0) => {
                Task::Outlines(Vec::new())
            }
            None => Task::Goals { count: 1, drawn: 1 },
        },
        goals => Task::Goals { count: goals.len(), drawn: goals.len().min(MOST_GOALS) },
    }
}

/// The letter of the only piece of a shape; `None` if there are several.
fn only_letter(puzzle: &SheetPuzzle, shape: ShapeId) -> Option<char> {
    let pieces = lettered(&puzzle.puzzle, &puzzle.start);
    let mut of_shape = pieces.iter().filter(|piece| piece.shape == shape);
    match (of_shape.next(), of_shape.next()) {
        (Some(piece), None) => piece.letter,
        _ => None,
    }
}

/// The places of the goal that are outlined on the board.
fn outlined(puzzle: &SheetPuzzle) -> &[(ShapeId, Cell)] {
    match puzzle.puzzle.goal().alternatives() {
        [goal] if goal.len() <= MOST_OUTLINES && !has_exit(&puzzle.puzzle) => goal,
        _ => &[],
    }
}

/// The goals that are drawn.
fn goals(puzzle: &SheetPuzzle) -> Vec<Vec<LetteredPiece>> {
    if has_exit(&puzzle.puzzle) {
        return Vec::new();
    }
    // A goal that only requires that pieces have left is not drawn.
    let is_drawn = |goal: &&Vec<(ShapeId, Cell)>| !goal.is_empty();
    let piece = |&(shape, anchor): &(ShapeId, Cell)| LetteredPiece {
        shape,
        anchor,
        letter: only_letter(puzzle, shape),
    };
    let goals = puzzle.puzzle.goal().alternatives().iter().filter(is_drawn).take(MOST_GOALS);
    goals.map(|goal| goal.iter().map(piece).collect()).collect()
}

fn facts(puzzle: &SheetPuzzle, sheet: &Sheet) -> Vec<String> {
    let beat = match &puzzle.answer {
        Answer::Moves(moves) => Some(sheet.language.beat(moves.len())),
        Answer::Unsolvable | Answer::Undecided => None,
    };
    let figures =
        puzzle.figures.map(|figures| sheet.language.figures(figures.positions, figures.away));
    beat.into_iter().chain(figures).collect()
}
