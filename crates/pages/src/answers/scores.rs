//! Answers of models and people, judged by exact distances.

use super::ask::{Reply, Request, read_word};
use super::puzzle_source::PositionQuestion;
use super::request_error::RequestError;
use super::search::COUNT_BYTES;
use super::sources::Answers;
use crate::json::{ScoreRecord, to_json};
use huarong_core::effort::Effort;
use huarong_core::rules::Metric;
use huarong_lab::score::{Asked, MarkError, Question, Referee, Reward};
use huarong_oracle::{Options, Oracle};

/// What is asked about a position, and the answer.
struct Answered {
    question: PositionQuestion,
    metric: Metric,
    asked: Asked,
    about: String,
    within: Option<u32>,
    answer: String,
    reward: Reward,
}

impl Answers {
    pub(super) fn ask_score(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let names = ["metric", "answer", "question", "about", "within", "reward"];
        let (at, [metric, answer, asked, about, within, reward]) = request.about_position(names)?;
        let answered = Answered {
            question: self.question(request, &at)?,
            metric: metric.metric()?,
            asked: asked.text().map_or(Ok(Asked::Solve), read_word)?,
            about: about.text().unwrap_or_default().to_owned(),
            within: within.value()?,
            answer: answer.needed()?.to_owned(),
            reward: reward.text().map_or(Ok(Reward::Solved), read_word)?,
        };
        // A question that lacks something is refused before a search.
        answered.question()?;
        Ok(match self.known(&answered.question)? {
            Some(known) => Reply::limited(Some(COUNT_BYTES), move |_, _, effort| {
                answered.score(&known, effort)
            }),
            None => Reply::limited(None, move |answers, lease, effort| {
                let known = answers.search(&answered.question, lease, effort)?;
                answered.score(&known, effort.without(known.bytes()))
            }),
        })
    }
}

impl Answered {
    fn question(&self) -> Result<Question<'_>, RequestError> {
        let question = Question::new(self.asked, &self.about, self.within);
        question.map_err(|error| RequestError::bad(error.to_string()))
    }

    /// The score by the distances of an oracle, as JSON.
    fn score(&self, oracle: &Oracle, effort: Effort<'_>) -> Result<Vec<u8>, RequestError> {
        let referee = Referee::by(oracle, &self.question.position, self.metric)?;
        let marked = referee.mark(self.question()?, &self.answer, &Options::from(effort));
        let score = marked.map_err(|error| match error {
            MarkError::Oracle(error) => error.into(),
            error => RequestError::bad(error.to_string()),
        })?;
        Ok(to_json(&ScoreRecord::new(score, self.reward)))
    }
}
