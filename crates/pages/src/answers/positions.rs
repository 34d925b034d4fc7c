//! Questions about a position: of the 4x5 family, or of a puzzle. Both have the same answers, from tables or a search.

use super::ask::{Reply, Request, read_word};
use super::map::component_map;
use super::memory::Lease;
use super::puzzle_source::PositionQuestion;
use super::request_error::RequestError;
use super::search::{COUNT_BYTES, search_component, too_large};
use super::sources::Answers;
use crate::json::{
    Heading, MoveRecord, NameRecord, PositionRecord, Show, ShownMoves, Solution, to_json,
};
#[cfg(feature = "serve")]
use huarong_core::drawing::picture;
use huarong_core::effort::Effort;
use huarong_core::notation;
use huarong_core::notation::Notation;
use huarong_core::position::{Move, Position};
use huarong_core::rules::{Metric, PerMetric, PieceMove};
use huarong_lab::library::MOST_SEARCHED;
use huarong_oracle::analysis::{NoPath, PathsError};
use huarong_oracle::{Method, Options, Oracle, OracleError, Question};
use huarong_search::{Component, Until};
use serde::Serialize;

/// A position with its distances and all its moves.
#[derive(Serialize)]
struct FullPosition<'t> {
    #[serde(flatten)]
    record: PositionRecord<'t>,
    is_goal: bool,
    /// Only positions of the family have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<NameRecord<'t>>>,
    /// Null if the goal of the family is not in the middle of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    mirror: Option<Option<String>>,
    /// Number of positions that a puzzle can reach; null if they were not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<Option<u64>>,
}

/// An optimal solution, with the number of all for a puzzle.
#[derive(Serialize)]
struct CountedSolution {
    #[serde(flatten)]
    solution: Solution,
    /// As text, as in the JSON output of the commands; null if the count needs too much memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution_count: Option<Option<String>>,
}

#[derive(Serialize)]
struct ComponentRecord<'t> {
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece_set: Option<&'t str>,
    size: u64,
    /// Number of positions of the piece set.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    solvable: bool,
    /// Number of positions of a puzzle at each distance; null without a goal position.
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Option<PerMetric<Vec<u64>>>>,
}

#[derive(Serialize)]
struct Converted {
    position: String,
    notation: &'static str,
    text: String,
}

impl Answers {
    pub(super) fn ask_position(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let question = self.question(request, &request.about_position([])?.0)?;
        if let Some(known) = self.known(&question)? {
            return Ok(Reply::Json(self.full_position(&question, &known)?));
        }
        Ok(Reply::limited(None, move |answers, lease, effort| {
            let known = answers.search(&question, lease, effort)?;
            answers.full_position(&question, &known)
        }))
    }

    pub(super) fn ask_solution(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let (about, [metric, to]) = request.about_position(["metric", "to"])?;
        let metric = metric.metric()?;
        let question = self.question(request, &about)?;
        if let Some(to) = to.text() {
            let target = self.target_of(&question, to)?;
            return Ok(Reply::limited(None, move |answers, _, effort| {
                answers.path_to(&question, &target, metric, effort)
            }));
        }
        let known = self.known(&question)?;
        Ok(match known {
            Some(tables) if question.file.is_none() => {
                Reply::Json(question.solution(&tables, metric, None)?)
            }
            Some(known) => Reply::limited(Some(COUNT_BYTES), move |_, _, effort| {
                question.solution(&known, metric, Some(effort))
            }),
            None => Reply::limited(None, move |answers, _, effort| {
                let oracle = answers.search_solutions(&question, metric, effort)?;
                let left = effort.without(oracle.bytes());
                question.solution(&oracle, metric, Some(left))
            }),
        })
    }

    pub(super) fn ask_component(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let question = self.question(request, &request.about_position([])?.0)?;
        let known = self.known(&question)?;
        if let Some(known) = known.filter(|known| known.method() == Method::Component) {
            return Ok(Reply::Json(question.component(&known)));
        }
        Ok(Reply::limited(None, move |answers, lease, effort| {
            answers.component(&question, lease, effort)
        }))
    }

    pub(super) fn ask_map(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let (about, [metric]) = request.about_position(["metric"])?;
        let metric = metric.metric()?;
        let question = self.question(request, &about)?;
        Ok(Reply::limited(None, move |_, _, effort| {
            component_map(question.puzzle(), &question.position, metric, effort)
        }))
    }

    #[cfg(feature = "serve")]
    pub(super) fn ask_picture(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let question = self.question(request, &request.about_position([])?.0)?;
        Ok(Reply::Svg(picture::draw(question.puzzle(), &question.position)))
    }

    pub(super) fn ask_convert(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let (about, [to]) = request.about_position(["to"])?;
        let notation: Notation = read_word(to.needed()?)?;
        let PositionQuestion { position, .. } = self.question(request, &about)?;
        let text = notation::write(position.puzzle(), &position, notation);
        Ok(Reply::Json(to_json(&Converted {
            position: position.to_string(),
            notation: notation.name(),
            text: text.map_err(|error| RequestError::no_answer(error.to_string()))?,
        })))
    }

    /// A position with its distances and every move, as JSON.
    fn full_position(
        &self,
        PositionQuestion { file, position }: &PositionQuestion,
        oracle: &Oracle,
    ) -> Result<Vec<u8>, RequestError> {
        oracle.check_length()?;
        let puzzle = position.puzzle();
        let probe = oracle.probe(position)?;
        let mut shown = ShownMoves::default();
        shown.show(puzzle, position, &probe, Show::AllMoves);
        let (piece_set, is_family) = (oracle.piece_set_text(), file.is_none());
        let is_named = is_family && self.is_usual();
        let opening = is_named.then(|| self.catalogue.at(position)).flatten();
        let names = opening.iter().flat_map(|opening| {
            opening.mentions.first().into_iter().chain(opening.aliases()).map(NameRecord::new)
        });
        let reachable = || (oracle.method() == Method::Component).then(|| oracle.len());
        Ok(to_json(&FullPosition {
            record: PositionRecord::new(puzzle, piece_set, position, &probe, &shown),
            is_goal: position.is_goal(),
            names: is_family.then(|| names.collect()),
            mirror: is_family.then(|| position.mirror().map(|mirror| mirror.to_string())),
            reachable: (!is_family).then(reachable),
        }))
    }

    /// A shortest path to another position, as JSON, found by a search.
    fn path_to(
        &self,
        question: &PositionQuestion,
        target: &Position,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, RequestError> {
        let (puzzle, position) = (question.puzzle(), &question.position);
        let no_path = || NoPath::between(puzzle, position, Some(target));
        if puzzle.doors().is_none() && position.piece_set() != target.piece_set() {
            return Err(no_path().into());
        }
        let start = Position::of(&puzzle.towards(target), (**position).clone());
        let towards = PositionQuestion { file: question.file.clone(), position: start };
        let oracle = self.plan(&towards, Question::SomeSolutions, &[metric], effort)?;
        let moves = oracle.solution(&towards.position)?.ok_or_else(no_path)?;
        Ok(to_json(&question.moves(Some(target), metric, moves)))
    }

    /// The component of a position, as JSON. Tables have all components of a piece set, so the component is searched even
    /// if there are tables.
    fn component(
        &self,
        question: &PositionQuestion,
        lease: Lease,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, RequestError> {
        let PositionQuestion { file, position } = question;
        if file.is_some() {
            let known = self.search(question, lease, effort)?;
            return match known.method() {
                Method::Component => Ok(question.component(&known)),
                Method::Neighbours => Err(too_large(MOST_SEARCHED)),
                _ => Ok(question.component(&search_component(position, effort)?)),
            };
        }
        let oracle = self.oracle(&position.piece_set())?;
        // All metrics have the same components. Levels of the unit metric are the narrowest.
        let (metric, until) = (Metric::Unit, Until::All);
        let reached = Component::explore(question.puzzle(), position, metric, until, effort);
        Ok(to_json(&ComponentRecord {
            position: position.to_string(),
            piece_set: Some(oracle.piece_set_text()),
            size: reached.map_err(OracleError::from)?.len(),
            positions: Some(oracle.len()),
            solvable: oracle.look_up(metric, position)?.found().is_some(),
            histogram: None,
        }))
    }
}

impl PositionQuestion {
    /// An optimal solution, as JSON. With an effort, the answer has the number of all.
    fn solution(
        &self,
        oracle: &Oracle,
        metric: Metric,
        effort: Option<Effort<'_>>,
    ) -> Result<Vec<u8>, RequestError> {
        oracle.check_length()?;
        let (oracle, position) = (oracle.under(metric), &self.position);
        let moves = oracle.solution(position)?;
        let moves = moves.ok_or_else(|| NoPath::between(self.puzzle(), position, None))?;
        let count = |effort| match oracle.count_solutions_with(position, &Options::from(effort)) {
            Err(OracleError::Count(PathsError::Memory { .. }) | OracleError::OneSolution(_)) => {
                Ok(None)
            }
            count => count.map(|count| Some(count.to_string())),
        };
        Ok(to_json(&CountedSolution {
            solution: self.moves(None, metric, moves),
            solution_count: effort.map(count).transpose()?,
        }))
    }

    /// Moves to the goal, or to another position.
    fn moves(&self, target: Option<&Position>, metric: Metric, moves: Vec<Move>) -> Solution {
        let (puzzle, position, lettering) =
            (self.puzzle(), &self.position, self.position.lettering());
        let target = target.map(|target| &**target);
        let moves: Vec<PieceMove> = moves.iter().map(Move::made).collect();
        Solution {
            heading: Heading::new(puzzle, position, &lettering, target, metric, moves.len()),
            moves: MoveRecord::each(puzzle, position, &lettering, &moves),
        }
    }

    /// The component of a position, as JSON, from its search.
    fn component(&self, searched: &Oracle) -> Vec<u8> {
        let histogram = PerMetric::try_each(|metric| searched.levels(metric).ok_or(()));
        to_json(&ComponentRecord {
            position: self.position.to_string(),
            piece_set: None,
            size: searched.len(),
            positions: None,
            solvable: histogram.is_ok(),
            histogram: Some(histogram.ok()),
        })
    }
}
