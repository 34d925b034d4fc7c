//! Puzzles, positions and moves.

use crate::errors::{bytes_of, invalid, named, shown, type_name, whole};
use crate::pickle::{Reduced, made_by, object};
use huarong::design::Region;
use huarong::formats::{Catalogue, LibraryPuzzle, read_board};
use huarong::notation::picture;
use huarong::puzzle::puzzle_file::{PuzzleFile, Setup, quoted};
use huarong::puzzle::{Arrangement, Cell, Freedom, Shift, klotski};
use huarong::search::SearchError;
use huarong::tables::family_of;
use huarong::{Family, Metric, json};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// A sliding-block puzzle: a board, shapes of pieces and a goal.
///
/// `Puzzle(start=..., goal=...)` makes one of two drawings with the same rows: `#` is a wall, `.` an empty cell, any
/// other sign a piece. Rows are lines, or they have `/` between them. Pieces of the same shape are alike unless the goal
/// names one of them. The goal has only the pieces that it names, at the places that they must reach. With
/// `lengthwise=True`, each piece moves only along its length, as in Rush Hour.
///
/// `doors` draws the doors through which pieces leave, in a frame of one cell around the start. Each is the letter of its
/// piece, or `*` for all pieces. Then `goal` may be missing: all pieces with a door must be gone.
///
/// >>> import huarong as hr
/// >>> p = hr.Puzzle(start="AAB\n..B\n...", goal=".AA\n...\n...", lengthwise=True)
/// >>> len(p.solve(metric="straight"))
/// 2
#[pyclass(frozen, eq, module = "huarong")]
#[derive(Clone)]
pub struct Puzzle {
    pub inner: Arc<Inner>,
}

/// What the positions of a puzzle share.
pub struct Inner {
    pub family: Family,
    /// The puzzle file; none for Klotski.
    file: Option<PuzzleFile>,
    /// Its text.
    text: Option<String>,
    start: Option<huarong::Position>,
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.inner.family.puzzle() == other.inner.family.puzzle()
            && self.inner.start == other.inner.start
    }
}

/// Klotski on the usual board, for all positions that are given as texts.
static CLASSIC: LazyLock<Puzzle> =
    LazyLock::new(|| Puzzle::new_klotski(4, 5).expect("it is the usual board"));

impl Puzzle {
    /// Klotski on the usual board.
    pub fn classic() -> Self {
        CLASSIC.clone()
    }

    /// Klotski on a board.
    pub fn klotski_on(width: u8, height: u8) -> Result<Self, String> {
        match (width, height) {
            (4, 5) => Ok(Self::classic()),
            _ => Self::new_klotski(width, height),
        }
    }

    fn new_klotski(width: u8, height: u8) -> Result<Self, String> {
        let family = klotski::family_on(width, height).map_err(|error| error.to_string())?;
        Ok(Self { inner: Arc::new(Inner { family, file: None, text: None, start: None }) })
    }

    /// Klotski on a board with a size such as `4x5`.
    pub fn klotski_of_size(py: Python<'_>, size: &str) -> PyResult<Self> {
        let region = Region::parse_size(size).map_err(|error| invalid(py, error))?;
        let side = |cells: usize| cells.try_into().unwrap_or(u8::MAX);
        Self::klotski_on(side(region.width()), side(region.height()))
            .map_err(|error| invalid(py, error))
    }

    /// The puzzle of a puzzle file.
    pub fn of_text(text: String) -> Result<Self, String> {
        let file = PuzzleFile::parse(&text).map_err(|error| error.to_string())?;
        Self::of_file(file, text)
    }

    /// The puzzle of an object in JSON with the keys of a puzzle file.
    pub fn of_json(text: &str) -> Result<Self, String> {
        let (file, text) = json::puzzle_file(text, "puzzle").map_err(|error| error.to_string())?;
        Self::of_file(file, text)
    }

    fn of_file(file: PuzzleFile, text: String) -> Result<Self, String> {
        let setup = file.setup().map_err(|error| error.to_string())?;
        let family = family_of(&file, &setup).map_err(|error| error.to_string())?;
        let Setup { puzzle, start } = setup;
        let start = huarong::Position::new(&puzzle, start);
        Ok(Self { inner: Arc::new(Inner { family, file: Some(file), text: Some(text), start }) })
    }

    /// A position in any notation, or the name of an opening of 4x5 Klotski.
    pub fn read(&self, text: &str) -> Result<huarong::Position, String> {
        let puzzle = self.inner.family.puzzle();
        if self.inner.file.is_some() {
            return puzzle.parse(text).map_err(|error| error.to_string());
        }
        let read = Catalogue::built_in().read_position(&self.inner.family, text);
        let (_, arrangement) = read.map_err(|error| error.to_string())?;
        Ok(self.arranged(arrangement))
    }

    /// An arrangement that is known to be one of the puzzle, as a position.
    pub fn arranged(&self, arrangement: Arrangement) -> huarong::Position {
        let position = huarong::Position::new(self.inner.family.puzzle(), arrangement);
        position.expect("it is an arrangement of the puzzle")
    }

    pub fn position(&self, inner: huarong::Position) -> Position {
        Position { puzzle: self.clone(), inner }
    }

    /// A text or a position as a position of this puzzle.
    pub fn position_of(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<huarong::Position> {
        Given::of(given)?.position(self).map_err(|error| invalid(py, error))
    }
}

/// A position, or a text that is not read yet. Both can be read without the interpreter's lock.
pub enum Given {
    Position(huarong::Position),
    Text(String),
}

impl Given {
    pub fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(position) = given.cast::<Position>() {
            return Ok(Self::Position(position.get().inner.clone()));
        }
        match given.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(text.extract()?)),
            Err(_) => Err(PyTypeError::new_err(format!(
                "expected a position or its text, not {}",
                type_name(given)?
            ))),
        }
    }

    /// The position of a puzzle.
    pub fn position(self, puzzle: &Puzzle) -> Result<huarong::Position, String> {
        match self {
            Self::Text(text) => puzzle.read(&text),
            Self::Position(position) if position.puzzle() == puzzle.inner.family.puzzle() => {
                Ok(position)
            }
            Self::Position(other) => Err(format!("{other} is a position of another puzzle")),
        }
    }
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (*, start, goal = None, lengthwise = false, name = "puzzle", doors = None))]
    fn new(
        py: Python<'_>,
        start: &str,
        goal: Option<&str>,
        lengthwise: bool,
        name: &str,
        doors: Option<&str>,
    ) -> PyResult<Self> {
        if name.chars().any(char::is_control) {
            return Err(invalid(py, "the name of a puzzle has no control characters"));
        }
        if goal.is_none() && doors.is_none() {
            return Err(PyTypeError::new_err("a puzzle without doors needs a goal"));
        }
        let given = [("start", Some(start)), ("goal", goal), ("doors", doors)];
        let drawings = given.into_iter().filter_map(|(key, drawing)| Some((key, drawing?)));
        let read = |(key, drawing)| Ok((key, rows_of(py, key, drawing)?));
        let drawings = drawings.map(read).collect::<PyResult<Vec<_>>>()?;
        let mut text = format!("name = {}\n", quoted(name));
        for (key, rows) in &drawings {
            text += &format!("{key} = '''\n{}\n'''\n", rows.join("\n"));
        }
        if lengthwise {
            text += "lengthwise = true\n";
        }
        let file = PuzzleFile::parse(&text).map_err(|error| {
            // Nobody has seen the lines of the text. Each drawing is between two lines of quotation marks.
            let mut place = "name".to_owned();
            let mut first = 2;
            for (key, rows) in &drawings {
                if error.line >= first {
                    place = self::place(key, rows, error.line - first, error.column);
                }
                first += rows.len() + 2;
            }
            invalid(py, format!("{place}: {}", error.fault))
        })?;
        Self::of_file(file, text).map_err(|error| invalid(py, error))
    }

    /// Klotski (Huarong Dao): one 2x2 piece, dominoes and small pieces.
    #[staticmethod]
    #[pyo3(signature = (width = 4, height = 5))]
    fn klotski(
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] width: u64,
        #[pyo3(from_py_with = whole)] height: u64,
    ) -> PyResult<Self> {
        // A board of that many cells is refused with its reason.
        let side = |cells: u64| cells.min(u8::MAX.into()) as u8;
        Self::klotski_on(side(width), side(height)).map_err(|error| invalid(py, error))
    }

    /// The puzzle of a puzzle file, a file in TOML.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let text = String::from_utf8(bytes_of(py, &path)?)
            .map_err(|_| invalid(py, format!("{}: not a text in UTF-8", path.display())))?;
        Self::of_text(text).map_err(|error| invalid(py, format!("{}: {error}", path.display())))
    }

    /// The puzzle of the text of a puzzle file.
    #[staticmethod]
    fn from_toml(py: Python<'_>, text: String) -> PyResult<Self> {
        Self::of_text(text).map_err(|error| invalid(py, error))
    }

    /// The puzzle of an object in JSON with the keys of a puzzle file, as the lines of a list (`.jsonl`) have it.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        Self::of_json(text).map_err(|error| invalid(py, error))
    }

    /// The puzzle of a Rush Hour board, such as the `start` of a row of `huarong.rush`: 36 characters for 6x6.
    ///
    /// `.` or `o` is an empty cell, `x` or `#` a wall. The red car is `X` if there is one, otherwise `A`; any other
    /// character is a car. Rows can be joined, have `/` between them, or be lines.
    ///
    /// >>> import huarong as hr
    /// >>> len(hr.Puzzle.rush("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM").solve("straight"))
    /// 60
    #[staticmethod]
    #[pyo3(signature = (text, name = "Rush Hour"))]
    fn rush(py: Python<'_>, text: &str, name: &str) -> PyResult<Self> {
        let file = read_board(text, name).map_err(|error| invalid(py, error))?;
        Self::of_text(file).map_err(|error| invalid(py, error))
    }

    /// The puzzle of the library with this name, or the only one whose name contains it.
    #[staticmethod]
    fn library(py: Python<'_>, name: &str) -> PyResult<Self> {
        let found = LibraryPuzzle::find(name).map_err(|error| invalid(py, error))?;
        Self::of_text(found.text.to_owned()).map_err(|error| invalid(py, error))
    }

    /// The start; `None` for Klotski, whose positions are all starts.
    #[getter]
    pub fn start(&self) -> Option<Position> {
        self.inner.start.clone().map(|start| self.position(start))
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        let family = self.inner.family.name();
        self.inner.file.as_ref().map_or(family, PuzzleFile::name).to_owned()
    }

    /// Columns and rows of the board.
    #[getter]
    fn size(&self) -> (u8, u8) {
        let board = self.inner.family.puzzle().board();
        (board.width(), board.height())
    }

    /// Whether pieces can leave the board through doors.
    #[getter]
    fn has_doors(&self) -> bool {
        self.inner.family.puzzle().doors().is_some()
    }

    /// The shapes of the pieces, in the order of the codes of boards. A shape has its cells, as columns and rows from the top-left
    /// corner of their rectangle. Its second part is the axis along which pieces move: `both`, `rows` or `columns`.
    #[getter]
    fn shapes(&self) -> Vec<(Vec<(u8, u8)>, &'static str)> {
        let axis = |freedom| match freedom {
            Freedom::Both => "both",
            Freedom::Rows => "rows",
            Freedom::Columns => "columns",
        };
        let shapes = self.inner.family.puzzle().shapes().iter();
        shapes.map(|shape| (shape.polyomino().cells().to_vec(), axis(shape.freedom()))).collect()
    }

    /// The goals, of which one must be reached. Each piece with a place has the number of its shape, from 0, and the column and row
    /// of its first cell.
    #[getter]
    fn goals(&self) -> Vec<Vec<(usize, (u8, u8))>> {
        let puzzle = self.inner.family.puzzle();
        let board = puzzle.board();
        let place = |&(shape, cell): &(usize, Cell)| (shape, (board.column(cell), board.row(cell)));
        let goals = puzzle.goal().alternatives().iter();
        goals.map(|goal| goal.iter().map(place).collect()).collect()
    }

    /// The text of the puzzle file; `None` for Klotski.
    #[getter]
    pub fn toml(&self) -> Option<&str> {
        self.inner.text.as_deref()
    }

    /// The piece sets of the family; a puzzle file has one.
    #[getter]
    fn piece_sets(&self) -> Vec<String> {
        let puzzle = self.inner.family.puzzle();
        self.inner.family.piece_sets().iter().map(|set| puzzle.piece_set_text(set)).collect()
    }

    /// A position in any notation of `huarong convert`; for 4x5 Klotski also the name of an opening.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        let inner = self.read(text).map_err(|error| invalid(py, error))?;
        Ok(self.position(inner))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.inner.family.name(), &self.inner.start))
    }

    fn __repr__(&self) -> String {
        match &self.inner.text {
            Some(_) => format!("<huarong.Puzzle {:?}>", self.name()),
            None => {
                let (width, height) = self.size();
                format!("Puzzle.klotski({width}, {height})")
            }
        }
    }

    /// Pickles by the text of the puzzle file, or by the size of the board.
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let (py, this) = (slf.py(), slf.get());
        let class = slf.get_type();
        let (make, arguments) = match this.toml() {
            Some(text) => (class.getattr("from_toml")?, (text,).into_pyobject(py)?.into_any()),
            None => (class.getattr("klotski")?, this.size().into_pyobject(py)?.into_any()),
        };
        Ok((make.unbind(), arguments.unbind()))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.start().map(|start| start._repr_svg_())
    }
}

/// The rows of a drawing. They are lines, or they have `/` between them. A line break before the first row is ignored.
fn rows_of<'d>(py: Python<'_>, name: &str, drawing: &'d str) -> PyResult<Vec<&'d str>> {
    let drawing = match name {
        // The row above the board may be blank.
        "doors" => drawing.strip_prefix('\n').unwrap_or(drawing).trim_end_matches('\n'),
        _ => drawing.trim_matches('\n'),
    };
    let rows: Vec<&str> = match drawing.contains('\n') {
        true => drawing.split('\n').map(|row| row.strip_suffix('\r').unwrap_or(row)).collect(),
        false => drawing.split('/').collect(),
    };
    for (number, row) in (1..).zip(&rows) {
        // Both would end or break the string of TOML that has the drawing.
        let control = row.chars().position(|sign| sign.is_control() && sign != '\t');
        let apostrophes = row.find("'''").map(|at| row[..at].chars().count());
        if let Some(at) = control.or(apostrophes) {
            let place = place(name, &rows, number, at + 1);
            let why = "control characters and three apostrophes in a row cannot be drawn";
            return Err(invalid(py, format!("{place}: {why}")));
        }
    }
    Ok(rows)
}

/// The place of a fault in a drawing, or the drawing itself if it is in none of its rows.
fn place(name: &str, rows: &[&str], row: usize, column: usize) -> String {
    match (1..=rows.len()).contains(&row) {
        true => format!("{name}, row {row}, column {column}"),
        false => name.to_owned(),
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A metric by its name.
pub fn metric(py: Python<'_>, name: &str) -> PyResult<Metric> {
    named(py, name)
}

/// The metric with this name, if the puzzle has such moves: lines of pieces do not leave through doors.
pub fn metric_on(py: Python<'_>, name: &str, puzzle: &huarong::Puzzle) -> PyResult<Metric> {
    match metric(py, name)? {
        Metric::Multi if puzzle.doors().is_some() => Err(invalid(py, SearchError::MultiWithDoors)),
        metric => Ok(metric),
    }
}

/// The metric with this name, where one move moves one piece.
pub fn single_piece_metric(py: Python<'_>, name: &str) -> PyResult<Metric> {
    match name.parse() {
        Ok(metric) if metric != Metric::Multi => Ok(metric),
        _ => {
            let name = shown(PyString::new(py, name).as_any())?;
            let text = format!("the metrics here are unit, straight and finger, not {name}");
            Err(invalid(py, text))
        }
    }
}

/// The usual name of a metric where one move moves one piece. Case does not matter.
#[pyfunction]
pub fn _single_piece_metric(py: Python<'_>, metric: &str) -> PyResult<&'static str> {
    single_piece_metric(py, metric).map(Metric::name)
}

/// The places of all pieces. Positions do not change; `push` returns the next one.
///
/// >>> import huarong as hr
/// >>> start = hr.Position("橫刀立馬")
/// >>> start
/// Position('VBBV/VBBV/VHHV/VSSV/S..S')
/// >>> [str(move) for move in start.legal_moves("unit")][:2]
/// ['small at column 2, row 4: down', 'small at column 3, row 4: down']
#[pyclass(frozen, eq, hash, module = "huarong")]
#[derive(Clone)]
pub struct Position {
    pub puzzle: Puzzle,
    pub inner: huarong::Position,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text, puzzle = None))]
    fn new(py: Python<'_>, text: &str, puzzle: Option<Bound<'_, Puzzle>>) -> PyResult<Self> {
        match puzzle {
            Some(puzzle) => puzzle.get().parse(py, text),
            None => CLASSIC.parse(py, text),
        }
    }

    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// The piece set, such as `1h4v4s`.
    #[getter]
    fn piece_set(&self) -> String {
        self.inner.puzzle().piece_set_text(&self.inner.piece_set())
    }

    /// Whether it is a goal position.
    #[getter]
    fn is_goal(&self) -> bool {
        self.inner.is_goal()
    }

    /// The text with the signs that the pieces keep. They are those of the text that was read, or of the position before
    /// the moves that lead here. `str` is the canonical text, which gives interchangeable pieces their signs in reading order.
    #[getter]
    fn lettered(&self) -> String {
        self.inner.lettered()
    }

    /// All moves that count as one under a metric: `unit`, `straight`, `finger` or `multi`.
    #[pyo3(signature = (metric = "finger"))]
    fn legal_moves(&self, py: Python<'_>, metric: &str) -> PyResult<Vec<Move>> {
        let moves = self.inner.moves(metric_on(py, metric, self.inner.puzzle())?).into_iter();
        Ok(moves.map(|inner| Move { puzzle: self.puzzle.clone(), inner }).collect())
    }

    /// The position after a move.
    ///
    /// Raises `InvalidInputError` if the move is not legal here.
    fn push(&self, py: Python<'_>, r#move: &Move) -> PyResult<Position> {
        let foreign = || invalid(py, format!("{} is a move of another position", r#move.inner));
        let is_own = r#move.inner.before() == &self.inner;
        // The pieces keep the signs of this position.
        let made = is_own.then(|| self.inner.legal_move(&r#move.inner.made())).flatten();
        Ok(self.puzzle.position(made.ok_or_else(foreign)?.after()))
    }

    /// The left-right mirror image; `None` if the puzzle is not symmetric.
    fn mirror(&self) -> Option<Position> {
        self.inner.mirror().map(|inner| self.puzzle.position(inner))
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        match &self.puzzle.inner.text {
            None => format!("Position('{}')", self.inner),
            Some(_) => format!("<huarong.Position {}>", self.inner),
        }
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, Puzzle))> {
        let this = slf.get();
        Ok((slf.get_type().into_any().unbind(), (this.lettered(), this.puzzle.clone())))
    }

    pub fn _repr_svg_(&self) -> String {
        picture::draw(self.inner.puzzle(), self.inner.arrangement())
    }
}

/// A follower of a line: its shape, and column and row of its first cell before and after the move.
type Follower = (String, (u8, u8), (u8, u8));

/// A move of one piece, or under the multi metric of a line of pieces.
#[pyclass(frozen, eq, module = "huarong")]
#[derive(Clone)]
pub struct Move {
    pub puzzle: Puzzle,
    pub inner: huarong::Move,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

#[pymethods]
impl Move {
    /// The name of the shape of the piece.
    #[getter]
    fn shape(&self) -> &str {
        self.inner.shape()
    }

    /// The sign that the piece keeps, in a solution its sign in the start; `None` for Klotski, whose pieces have none.
    #[getter]
    fn piece(&self) -> Option<char> {
        self.inner.piece()
    }

    /// The sign of the piece in the canonical text of the position before the move; `None` for Klotski.
    #[getter]
    fn sign(&self) -> Option<char> {
        self.inner.sign()
    }

    /// The object of the move in the JSON of `huarong solve`; see `Solution.to_dict`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &json::one_move(&self.inner))
    }

    /// Column and row of the first cell of the piece before the move, from 0.
    #[getter(from_cell)]
    fn cell_before(&self) -> (u8, u8) {
        self.inner.from()
    }

    /// Column and row of the first cell of the piece after the move, from 0. For a piece that leaves, its last place on the
    /// board.
    #[getter(to_cell)]
    fn cell_after(&self) -> (u8, u8) {
        self.inner.to()
    }

    /// Whether the piece leaves the board through a door and is gone.
    #[getter]
    fn leaves(&self) -> bool {
        self.inner.leaves()
    }

    /// The sign of the next layer, if the piece passes a door and stays on the board as that layer; otherwise `None`.
    #[getter]
    fn becomes(&self) -> Option<char> {
        self.inner.becomes()
    }

    /// The strictest metric that counts it as one move.
    #[getter]
    fn metric(&self) -> &'static str {
        self.inner.metric().name()
    }

    /// The steps of the piece: `up`, `down`, `left` and `right`.
    #[getter]
    fn path(&self) -> Vec<&'static str> {
        self.inner.path().into_iter().map(|direction| direction.name()).collect()
    }

    /// The other pieces of the line, each behind the one before it: shape, and column and row before and after the move.
    /// Only moves of the multi metric have any.
    #[getter]
    fn followers(&self) -> Vec<Follower> {
        let puzzle = self.inner.before().puzzle();
        let board = puzzle.board();
        let place = |cell| (board.column(cell), board.row(cell));
        let follower = |shift: Shift| {
            let shape = puzzle.shapes()[shift.shape].name().to_owned();
            (shape, place(shift.from), place(shift.to))
        };
        self.inner.made().pieces().skip(1).map(follower).collect()
    }

    /// The position before the move.
    #[getter]
    fn before(&self) -> Position {
        self.puzzle.position(self.inner.before().clone())
    }

    /// The position after the move.
    #[getter]
    fn after(&self) -> Position {
        self.puzzle.position(self.inner.after())
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner)
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles by the positions before and after the move.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Position, Position, &'static str)> {
        let this = slf.get();
        made_by(slf.py(), "_move_between", (this.before(), this.after(), this.metric()))
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<huarong.Move {}>", self.inner)
    }
}

/// The move from one position to another, for pickling.
#[pyfunction]
pub fn _move_between(
    py: Python<'_>,
    before: &Position,
    after: &Position,
    metric: &str,
) -> PyResult<Move> {
    let moves = before.inner.moves(self::metric(py, metric)?).into_iter();
    let found = moves.into_iter().find(|made| made.after() == after.inner);
    let inner = found.ok_or_else(|| invalid(py, "no move joins the positions"))?;
    Ok(Move { puzzle: before.puzzle.clone(), inner })
}
