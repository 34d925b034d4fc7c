//! `huarong score`: answers that people and models write, judged by exact distances.

mod arguments;
mod input;
mod record;

pub(super) use arguments::Arguments;

use super::input_file::InputFile;
use super::long_work;
use super::output::{self, counted};
use super::rows::Refusals;
use super::session::Session;
use anyhow::{Context, anyhow, bail};
use arguments::USUAL_MEASURES;
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_core::rules::Metric;
use huarong_games::Position as Stones;
use huarong_games::lines::Lines;
use huarong_lab::score::{Asked, Referees, Score};
use huarong_oracle::Options;
use huarong_pages::json::ScoreRecord;
use huarong_report::{JudgedAnswer, Report, ScoreStudy};
use input::{Boards, Input, Row, UnreadRow};
use rayon::prelude::*;
use record::{AnswerRecord, Totals};
use std::io::Write;
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

/// Number of answers that a thread judges at a time, and of those that are judged before they are written.
const ANSWERS_PER_TASK: usize = 32;
const ANSWERS_AT_ONCE: usize = 1 << 10;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    if output::is_stdout(&arguments.file) {
        session.check_input_is_left()?;
    }
    let is_again = |&(at, name): &(usize, &String)| arguments.by[..at].contains(name);
    if let Some((_, name)) = arguments.by.iter().enumerate().find(is_again) {
        bail!("--by names {name} twice: name each measure once");
    }
    let mut input = Input::new(InputFile::at(&arguments.file)?, &arguments.by)?;
    let judge = Judge { arguments, boards: Boards::new(session), referees: Referees::new() };
    let (mut refusals, mut totals) = (Refusals::of("answer"), Totals::default());
    let mut study = ScoreStudy::default();
    let mut out = output::stdout()?;
    arguments.format.begin::<AnswerRecord>(&mut out)?;
    long_work::with_effort(session, "answers", |effort| {
        while let Some(asked) = input.next()? {
            // Rows are written while the next ones are judged.
            rayon::in_place_scope(|scope| {
                let (send, judged) = mpsc::channel();
                scope.spawn(|_| judge.judge_all(&asked, effort, send));
                judged.into_iter().try_for_each(|some| {
                    some?.into_iter().flatten().try_for_each(|Judged { row, record, measures }| {
                        refusals.ask(1);
                        totals.add(&record);
                        out.write_all(&row)?;
                        let Some(error) = record.error else {
                            study.add(&counted_answer(&record.score, &measures));
                            return Ok(());
                        };
                        refusals.refuse(format_args!("line {}", record.line), anyhow!(error))
                    })
                })
            })?;
            out.flush()?;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    if !arguments.is_for_programs() {
        session.say(totals);
    }
    if let Some(directory) = &arguments.report {
        let written = study.write(directory)?;
        ScoreStudy::remove_earlier(directory, &written)
            .with_context(|| format!("cannot remove earlier charts in {}", directory.display()))?;
        for path in written {
            session.say(format_args!("wrote {}", path.display()));
        }
        let is_usual = |name: &str| USUAL_MEASURES.split(',').any(|usual| usual == name);
        for name in arguments.by.iter().filter(|name| !study.has(name) && !is_usual(name)) {
            session.say(format_args!(
                "--by {name}: no judged row has a whole number of this name; name keys or columns of the rows, such as \
                 {USUAL_MEASURES}"
            ));
        }
    }
    refusals.result()
}

/// Judged answers, by the tasks of the threads.
type AllJudged = anyhow::Result<Vec<Vec<Judged>>>;

/// A judged answer, and its printed row.
struct Judged {
    row: Vec<u8>,
    record: AnswerRecord,
    measures: Vec<(String, u64)>,
}

/// What a report counts of a score.
fn counted_answer<'m>(score: &ScoreRecord, measures: &'m [(String, u64)]) -> JudgedAnswer<'m> {
    JudgedAnswer {
        length: score.optimal,
        is_right: score.correct,
        is_optimal: score.excess == Some(0),
        reward: score.reward,
        error: score.error_kind.zip(score.error_number),
        measures,
    }
}

/// What all answers share.
struct Judge<'s> {
    arguments: &'s Arguments,
    boards: Boards<'s>,
    referees: Referees,
}

impl Judge<'_> {
    /// Judges answers, and sends them in order until one cannot be judged.
    fn judge_all(&self, asked: &[UnreadRow], effort: Effort<'_>, judged: Sender<AllJudged>) {
        for asked in asked.chunks(ANSWERS_AT_ONCE) {
            let task = |some: &[UnreadRow]| -> anyhow::Result<Vec<_>> {
                some.iter().map(|asked| self.judge(asked, effort)).collect()
            };
            let some: AllJudged = asked.par_chunks(ANSWERS_PER_TASK).map(task).collect();
            let is_error = some.is_err();
            // Nobody receives after an error of the output.
            if judged.send(some).is_err() || is_error {
                break;
            }
        }
    }

    /// Judges an answer. Errors of its row are in the record; others end the command.
    fn judge(&self, asked: &UnreadRow, effort: Effort<'_>) -> anyhow::Result<Judged> {
        let mut record = AnswerRecord { line: asked.line(), ..AnswerRecord::default() };
        let mut measures = Vec::new();
        let read = asked.read(&mut record.id).and_then(|row| {
            let metric = row.metric.unwrap_or(self.arguments.metric);
            record.metric = Some(metric.name());
            row.check_answer()?;
            let score = match row.board.stones()? {
                Some((game, position)) => self.score_stones(&game, position, &row, effort)?,
                None => self.score(&self.boards.find(&row.board)?, metric, &row, effort)?,
            };
            record.score = ScoreRecord::new(score, self.arguments.reward);
            measures = row.measures;
            Ok(())
        });
        effort.check()?;
        effort.done(1)?;
        record.error = read.err().map(|error| format!("{error:#}"));
        let mut row = Vec::new();
        self.arguments.format.write(&record, &mut row, |record, out| record.write_text(out))?;
        Ok(Judged { row, record, measures })
    }

    fn score(
        &self,
        start: &Position,
        metric: Metric,
        row: &Row,
        effort: Effort<'_>,
    ) -> anyhow::Result<Score> {
        let (question, answer) = (row.question()?, &row.answer);
        self.within_limit(effort, |effort| {
            let options = Options::from(effort);
            let referee = self.referees.of(start, metric, &options)?;
            Ok(match row.is_task {
                true => referee.mark_task(question, answer, &options)?,
                false => referee.mark(question, answer, &options)?,
            })
        })
    }

    fn score_stones(
        &self,
        game: &Lines,
        position: Stones,
        row: &Row,
        effort: Effort<'_>,
    ) -> anyhow::Result<Score> {
        if !matches!(row.asked, Asked::Solve | Asked::Next) {
            bail!("a game of stones has the question next, not {}", row.asked.name());
        }
        self.within_limit(effort, |effort| {
            Ok(self.referees.of_stones(game, position, effort)?.score(&row.answer))
        })
    }

    /// Judges within the time limit of the arguments.
    fn within_limit(
        &self,
        effort: Effort<'_>,
        judge: impl Fn(Effort<'_>) -> anyhow::Result<Score> + Sync,
    ) -> anyhow::Result<Score> {
        let limit = self.arguments.time_limit;
        let until = limit.and_then(|limit| Instant::now().checked_add(limit));
        let judged =
            effort.quietly(|effort| judge(until.map_or(effort, |until| effort.until(until))));
        match (judged, limit) {
            (Err(_), Some(limit)) if until.is_some_and(|until| Instant::now() >= until) => {
                bail!("the time limit of {} s passed", limit.as_secs())
            }
            (judged, _) => judged,
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { answers, right, optimal, illegal, unread, rewards } = *self;
        let mean = if answers == 0 { 0.0 } else { rewards / answers as f64 };
        write!(
            f,
            "{}: {right} right, {optimal} optimal, {illegal} with an illegal move, {unread} not read; mean reward {mean:.3}",
            counted(answers, "answer")
        )
    }
}
