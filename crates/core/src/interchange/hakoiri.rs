//! The XML of github.com/tarohs/hakoiri, a solver of *hakoiri musume*.
//!
//! The format follows its `README.md`. In `puzzle`, `board` has the `size` including a surrounding wall, further walls
//! (`extwall`), and the type of the goal (`goaltype`). The type `byid` wants a certain piece, `byclass` any piece of its
//! class. `clssiz` has the classes with their `size` and, unless they are rectangles, a `bitmap` of 0 and 1. `komaset`
//! has the pieces with `class`, place at the start (`init`) and, for some, place in the goal (`goal`). All pairs are
//! row and column of the top-left corner, counted from 1 within the wall. `mirrorident` and `short` are ignored.

use super::error::{InterchangeError, LineFault};
use super::puzzle_sketch::{At, Piece, PuzzleSketch};
use roxmltree::{Document, Node};
use std::collections::HashMap;

pub(super) fn read(text: &str, title: &str) -> Result<String, InterchangeError> {
    let document = Document::parse(text).map_err(|error| {
        LineFault(format!("this is not valid XML: {}", without_place(&error)))
            .at(error.pos().row as usize)
    })?;
    let lines = Lines::of(text);
    let root = document.root_element();
    if !root.has_tag_name("puzzle") {
        return Err(LineFault::expected("<puzzle>", root.tag_name().name()).at(lines.line(root)));
    }
    let name = root.attribute("name").filter(|name| !name.trim().is_empty());
    let board = lines.child(root, "board", "<board>")?;
    let (size, size_line) = lines.pair(lines.child(board, "size", "<size>")?)?;
    let mut sketch = PuzzleSketch::new(name.unwrap_or(title), size.0 - 2, size.1 - 2, size_line)?;
    for wall in children(board, "extwall") {
        let (at, line) = lines.place(wall)?;
        sketch.wall(at, line)?;
    }
    let by_class = lines.is_goal_by_class(board)?;
    let classes = lines.classes(root)?;
    sketch.begin_goal();
    for koma in children(lines.child(root, "komaset", "<komaset>")?, "koma") {
        lines.place_piece(koma, &classes, by_class, &mut sketch)?;
    }
    sketch.text(size_line)
}

/// The classes of pieces by name, each with its number.
type Classes<'a, 'i> = HashMap<&'a str, (usize, Node<'a, 'i>)>;

/// The message without its place, which [`InterchangeError`] adds.
fn without_place(error: &roxmltree::Error) -> String {
    let message = error.to_string();
    message.split(" at ").next().unwrap_or_default().to_owned()
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn written<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

/// Finds the lines of elements without scanning the text for each.
struct Lines {
    /// Start of each line, in bytes.
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let behind = text.match_indices('\n').map(|(end, _)| end + 1);
        Self { starts: std::iter::once(0).chain(behind).collect() }
    }

    fn line(&self, node: Node<'_, '_>) -> usize {
        self.starts.partition_point(|&start| start <= node.range().start)
    }

    fn child<'a, 'i>(
        &self,
        node: Node<'a, 'i>,
        name: &'static str,
        what: &'static str,
    ) -> Result<Node<'a, 'i>, InterchangeError> {
        let child = children(node, name).next();
        child.ok_or_else(|| LineFault::missing(what).at(self.line(node)))
    }

    fn named<'a>(&self, node: Node<'a, '_>) -> Result<&'a str, InterchangeError> {
        let name = node.attribute("name");
        name.ok_or_else(|| LineFault::missing("a name").at(self.line(node)))
    }

    /// Whether a goal may be reached by any piece of a class, and not only by the named one.
    fn is_goal_by_class(&self, board: Node<'_, '_>) -> Result<bool, InterchangeError> {
        let Some(goal) = children(board, "goaltype").next() else { return Ok(false) };
        match written(goal) {
            "byid" => Ok(false),
            "byclass" => Ok(true),
            other => Err(LineFault::expected("byid or byclass", other).at(self.line(goal))),
        }
    }

    fn classes<'a, 'i>(&self, root: Node<'a, 'i>) -> Result<Classes<'a, 'i>, InterchangeError> {
        let mut classes = HashMap::new();
        let all = children(self.child(root, "clssiz", "<clssiz>")?, "class");
        for (number, class) in all.enumerate() {
            let name = self.named(class)?;
            if classes.insert(name, (number, class)).is_some() {
                return Err(LineFault::twice(name).at(self.line(class)));
            }
        }
        Ok(classes)
    }

    /// Places a piece in the start and, where it has a goal, in the goal.
    fn place_piece(
        &self,
        koma: Node<'_, '_>,
        classes: &Classes<'_, '_>,
        by_class: bool,
        sketch: &mut PuzzleSketch,
    ) -> Result<(), InterchangeError> {
        let name = self.named(koma)?;
        let class = self.child(koma, "class", "<class>")?;
        let Some(&(kind, class)) = classes.get(written(class)) else {
            return Err(LineFault::no_such_piece(written(class)).at(self.line(class)));
        };
        let shape = self.shape(class)?;
        let cells_at = |(column, row): At| -> Vec<At> {
            shape.iter().map(|&(x, y)| (column + x, row + y)).collect()
        };
        let mut signs = name.chars();
        let (at, at_line) = self.place(self.child(koma, "init", "<init>")?)?;
        let piece = Piece {
            name: name.to_owned(),
            sign: signs.next().filter(|_| signs.next().is_none()),
            cells: cells_at(at),
            kind: by_class.then_some(kind),
            ..Piece::default()
        };
        let piece = sketch.place(piece, at_line)?;
        if let Some(goal) = children(koma, "goal").next() {
            let (at, line) = self.place(goal)?;
            sketch.want(piece, &cells_at(at), line)?;
        }
        Ok(())
    }

    /// A pair, column first, and its line.
    fn pair(&self, node: Node<'_, '_>) -> Result<(At, usize), InterchangeError> {
        let number = |text: &str| text.trim().parse::<i32>().ok().map(i64::from);
        let pair = written(node).split_once(',');
        match pair.map(|(row, column)| (number(row), number(column))) {
            Some((Some(row), Some(column))) => Ok(((column, row), self.line(node))),
            _ => {
                Err(LineFault::expected("two numbers (row, column)", written(node))
                    .at(self.line(node)))
            }
        }
    }

    /// A cell, counted from 0, and its line.
    fn place(&self, node: Node<'_, '_>) -> Result<(At, usize), InterchangeError> {
        let ((column, row), line) = self.pair(node)?;
        Ok(((column - 1, row - 1), line))
    }

    /// The cells of a class, relative to the top-left corner of its rectangle.
    fn shape(&self, class: Node<'_, '_>) -> Result<Vec<At>, InterchangeError> {
        let ((width, height), line) = self.pair(self.child(class, "size", "<size>")?)?;
        // Rejects a piece larger than the largest board.
        PuzzleSketch::new("", width, height, line)?;
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let Some(bitmap) = children(class, "bitmap").next() else { return Ok(cells.collect()) };
        let bits = written(bitmap).chars().filter(|sign| matches!(sign, '0' | '1'));
        let bits: Vec<bool> = bits.map(|sign| sign == '1').collect();
        if bits.len() as i64 != width * height || !bits.contains(&true) {
            let wanted = "one 0 or 1 per cell of its size, with at least one 1";
            return Err(LineFault::expected(wanted, written(bitmap)).at(self.line(bitmap)));
        }
        Ok(cells.zip(bits).filter(|&(_, bit)| bit).map(|(cell, _)| cell).collect())
    }
}
