//! A position with its distances and moves: the answer that the command line and the server share.

use super::pieces::{column_and_row, is_false, layer_sign, piece};
use huarong_core::notation::moves;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, PerMetric, Puzzle};
use huarong_oracle::analysis::Answer;
use huarong_oracle::analysis::{Probe, ProbedMove};
use huarong_oracle::{Oracle, OracleError};
use serde::{Serialize, Serializer};
use smallvec::SmallVec;

/// The object of a position in `huarong query --format json`: distances under each metric, best moves, and all moves. On a
/// board with doors, `lost` says whether pieces have left so that the goal cannot be reached any more.
///
/// ```
/// use huarong::{Metric, Oracle, Position, json};
///
/// let start = Position::from_toml("name = 'Door'\nstart = 'A.B'\ngoal = '.B.'\ndoors = '''\n.....\n....B\n.....'''")?;
/// let oracle = Oracle::search(&start, Metric::Unit)?;
/// let object = serde_json::to_value(json::position(&oracle, &start)?)?;
/// assert_eq!((&object["lost"], &object["distance"]["unit"]), (&false.into(), &1.into()));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the position is not one of the oracle's puzzle, or the oracle does not know its distance.
pub fn position(
    oracle: &Oracle,
    position: &Position,
) -> Result<impl Serialize + use<>, OracleError> {
    let probe = oracle.probe(position)?;
    let mut shown = ShownMoves::default();
    shown.show(position.puzzle(), position, &probe, Show::AllMoves);
    let (subject, position) = (oracle.piece_set_text().to_owned(), position.clone());
    Ok(Probed { subject, position, probe, shown })
}

/// A position with what its record borrows.
struct Probed {
    subject: String,
    position: Position,
    probe: Probe,
    shown: ShownMoves,
}

impl Serialize for Probed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { subject, position, probe, shown } = self;
        let record = PositionRecord::new(position.puzzle(), subject, position, probe, shown);
        record.serialize(serializer)
    }
}

/// A position with its distances and moves.
#[derive(Serialize)]
pub struct PositionRecord<'t> {
    pub position: &'t str,
    #[serde(flatten)]
    pub subject: SubjectRecord<'t>,
    /// None if the puzzle has no table.
    pub index: Option<u64>,
    pub solvable: bool,
    /// On a board with doors, whether pieces have left so that the goal cannot be reached any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<bool>,
    pub distance: PerMetric<Option<u16>>,
    /// The positions after the best moves.
    pub best_moves: PerMetric<Vec<&'t str>>,
    /// Number of reachable positions; none if they were not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reachable: Option<u64>,
    /// All moves, in the order of their pieces; empty if only the best ones are shown.
    pub moves: Vec<FullMove<'t>>,
}

/// The subject of a position: a piece set of a family, or a puzzle.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SubjectRecord<'t> {
    PieceSet(&'t str),
    Puzzle(&'t str),
}

/// A move, the position after it, and its distances.
#[derive(Serialize)]
pub struct FullMove<'t> {
    /// The sign of the piece before the move, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    pub shape: &'t str,
    pub from: [u8; 2],
    /// For a piece that leaves, its last place on the board.
    pub to: [u8; 2],
    /// Whether the piece leaves the board and is gone.
    #[serde(skip_serializing_if = "is_false")]
    pub leaves: bool,
    /// The sign of the next layer, if the piece passes a door and stays on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<char>,
    /// The strictest metric in which it is one move.
    pub metric: &'static str,
    /// One arrow per cell.
    pub path: String,
    pub position: &'t str,
    pub distance: PerMetric<Option<u16>>,
}

/// Which moves of a position are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    #[default]
    AllMoves,
    /// The moves that are optimal in at least one metric.
    BestMoves,
}

/// The moves of a position that are shown, with the texts of the position and of the positions after the moves.
///
/// It is reused for many answers, without an allocation for each.
#[derive(Default)]
pub struct ShownMoves {
    show: Show,
    /// All texts, end to end, and the end of each: that of the position, then one per move.
    texts: String,
    ends: Vec<usize>,
    moves: SmallVec<[ShownMove; 8]>,
}

/// A move that is shown, and the metrics in which it is optimal.
#[derive(Clone)]
pub struct ShownMove {
    pub probed: ProbedMove,
    pub is_best: PerMetric<bool>,
}

impl<'t> SubjectRecord<'t> {
    /// The subject of the positions of a puzzle, from the text of its piece set.
    pub fn new(puzzle: &Puzzle, text: &'t str) -> Self {
        if puzzle.has_signs() { Self::Puzzle(text) } else { Self::PieceSet(text) }
    }

    /// The text of the piece set, or the name of the puzzle.
    pub fn text(self) -> &'t str {
        match self {
            Self::PieceSet(text) | Self::Puzzle(text) => text,
        }
    }
}

impl<'t> PositionRecord<'t> {
    /// The record of a position. `subject` is the text of its piece set; [`ShownMoves::show`] must have filled `shown`.
    pub fn new(
        puzzle: &'t Puzzle,
        subject: &'t str,
        position: &Arrangement,
        probe: &Probe,
        shown: &'t ShownMoves,
    ) -> Self {
        let best = |metric| {
            let best = shown.each().filter(|(shown, _)| shown.is_best[metric]);
            best.map(|(_, after)| after).collect()
        };
        let full = |(shown, after): (&ShownMove, &'t str)| {
            FullMove::new(puzzle, position, &shown.probed, after)
        };
        Self {
            position: shown.position(),
            subject: SubjectRecord::new(puzzle, subject),
            index: probe.index,
            solvable: probe.is_solvable(),
            lost: puzzle.doors().map(|_| !probe.is_solvable() && puzzle.has_left(position)),
            distance: probe.distances.map(Answer::found),
            best_moves: PerMetric::each(best),
            reachable: None,
            moves: match shown.show {
                Show::AllMoves => shown.each().map(full).collect(),
                Show::BestMoves => Vec::new(),
            },
        }
    }
}

impl<'t> FullMove<'t> {
    /// The record of a move of a position; `after` is the text of the position after it.
    fn new(
        puzzle: &'t Puzzle,
        position: &Arrangement,
        &ProbedMove { ref made, distances, .. }: &ProbedMove,
        after: &'t str,
    ) -> Self {
        Self {
            piece: piece(puzzle, position, made.shape, made.from),
            shape: puzzle.shapes()[made.shape].name(),
            from: column_and_row(puzzle, made.from),
            to: column_and_row(puzzle, puzzle.last_place(position, made)),
            leaves: made.leaves(),
            becomes: layer_sign(puzzle, made),
            metric: made.metric.name(),
            path: moves::path_arrows(puzzle, position, made),
            position: after,
            distance: distances.map(Answer::found),
        }
    }
}

impl ShownMoves {
    /// Replaces the moves by those of another position.
    pub fn show(&mut self, puzzle: &Puzzle, position: &Arrangement, probe: &Probe, show: Show) {
        let mut texts = std::mem::take(&mut self.texts).into_bytes();
        texts.clear();
        self.ends.clear();
        self.moves.clear();
        self.show = show;
        puzzle.write_position(position, &mut texts);
        self.ends.push(texts.len());
        for probed in &probe.moves {
            let is_best = PerMetric::each(|metric| probe.is_best(probed, metric));
            if show == Show::AllMoves || is_best.values().contains(&true) {
                puzzle.write_after(position, 0..self.ends[0], &probed.made, &mut texts);
                self.ends.push(texts.len());
                self.moves.push(ShownMove { probed: probed.clone(), is_best });
            }
        }
        self.texts = String::from_utf8(texts).expect("the text of a position is UTF-8");
    }

    /// The text of the position.
    fn position(&self) -> &str {
        &self.texts[..self.ends[0]]
    }

    /// The moves, each with the text of the position after it.
    pub fn each(&self) -> impl Iterator<Item = (&ShownMove, &str)> {
        let texts = self.ends.windows(2).map(|ends| &self.texts[ends[0]..ends[1]]);
        self.moves.iter().zip(texts)
    }
}
