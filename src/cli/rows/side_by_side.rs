//! Rows that threads print side by side, in the order of the questions.

use super::questions::Question;
use super::refusals::Refusals;
use crate::cli::long_work;
use crate::cli::output::RowOutput;
use crate::cli::session::Session;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;

/// Number of questions that a thread answers at a time.
const QUESTIONS_PER_TASK: usize = 64;

/// Approximate number of bytes of the rows that are kept before they are written.
const BYTES_OF_KEPT_ROWS: usize = 1 << 22;

/// A question with what was read, or with the reason why it has no answer.
pub(in crate::cli) type Asked<'t, T> = (Question<'t>, anyhow::Result<T>);

/// The rows that one thread prints, end to end.
#[derive(Default)]
struct Task {
    rows: Vec<u8>,
    /// End of each row.
    ends: Vec<usize>,
    /// Which questions have no answer, and why.
    failed: Vec<(usize, anyhow::Error)>,
}

/// The printed rows of some questions.
pub(in crate::cli) struct SideBySide {
    /// The tasks, whose memory is used again.
    tasks: Vec<Task>,
    /// Number of questions that are answered at once, by the length of the last rows.
    at_once: usize,
    /// The number of threads of `--threads`. Few questions need none.
    threads: Option<u16>,
}

impl SideBySide {
    pub fn new(session: &Session) -> Self {
        Self { tasks: Vec::new(), at_once: QUESTIONS_PER_TASK, threads: session.threads }
    }

    /// Passes on questions in order, as many at once as the memory for their rows allows.
    pub fn for_each_some<'q, 't>(
        &mut self,
        mut questions: &'q [Question<'t>],
        mut answer: impl FnMut(&mut Self, &'q [Question<'t>]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        while !questions.is_empty() {
            let (some, others) = questions.split_at(self.at_once.min(questions.len()));
            answer(self, some)?;
            questions = others;
        }
        Ok(())
    }

    /// Reads questions.
    pub fn read<'t, T: Send>(
        &self,
        questions: &[Question<'t>],
        read: impl Fn(&Question<'t>) -> anyhow::Result<T> + Sync,
    ) -> anyhow::Result<Vec<Asked<'t, T>>> {
        let read = |question: &Question<'t>| (*question, read(question));
        if questions.len() <= QUESTIONS_PER_TASK {
            return Ok(questions.iter().map(read).collect());
        }
        long_work::start_threads(self.threads)?;
        Ok(questions.par_iter().with_min_len(QUESTIONS_PER_TASK).map(read).collect())
    }

    /// Prints rows and writes them in order. Then says which questions have no answer.
    ///
    /// A task prints rows of the same `table`: the entries of a table are adjacent in memory. `print` returns the reason if
    /// there is no answer; the row of a question that could not be read has that reason already.
    pub fn print<T: Sync, P>(
        &mut self,
        asked: Vec<Asked<'_, T>>,
        table: impl Fn(&T) -> usize,
        printer: impl Fn() -> P + Sync,
        print: impl Fn(&mut P, &Asked<'_, T>, &mut Vec<u8>) -> anyhow::Result<Option<anyhow::Error>>
        + Sync,
        out: &mut RowOutput,
        refusals: &mut Refusals,
    ) -> anyhow::Result<()> {
        let table = |(_, read): &Asked<'_, T>| read.as_ref().map_or(0, &table);
        let mut order: Vec<(usize, usize)> = asked.iter().map(table).zip(0..).collect();
        order.sort_unstable();
        let tasks = order.len().div_ceil(QUESTIONS_PER_TASK);
        self.tasks.resize_with(tasks.max(self.tasks.len()), Task::default);
        let tasks = &mut self.tasks[..tasks];
        let run = |(order, task): (&[(usize, usize)], &mut Task)| {
            task.rows.clear();
            task.ends.clear();
            let mut printer = printer();
            for &(_, place) in order {
                let failed = print(&mut printer, &asked[place], &mut task.rows)?;
                task.failed.extend(failed.map(|error| (place, error)));
                task.ends.push(task.rows.len());
            }
            Ok::<_, anyhow::Error>(())
        };
        match &mut *tasks {
            [task] => run((&order, task))?,
            tasks => order.par_chunks(QUESTIONS_PER_TASK).zip(tasks).try_for_each(run)?,
        }
        let bytes: usize = tasks.iter().map(|task| task.rows.len()).sum();
        let at_once = BYTES_OF_KEPT_ROWS * asked.len() / bytes.max(1);
        self.at_once = at_once.max(QUESTIONS_PER_TASK);
        let mut rows: Vec<&[u8]> = vec![&[]; asked.len()];
        for (order, task) in order.chunks(QUESTIONS_PER_TASK).zip(&*tasks) {
            let starts = [0].into_iter().chain(task.ends.iter().copied());
            for ((&(_, place), start), &end) in order.iter().zip(starts).zip(&task.ends) {
                rows[place] = &task.rows[start..end];
            }
        }
        rows.into_iter().try_for_each(|row| out.write_all(row))?;
        refusals.ask(asked.len());
        let mut failed: BTreeMap<usize, anyhow::Error> =
            tasks.iter_mut().flat_map(|task| task.failed.drain(..)).collect();
        for (place, (question, read)) in asked.into_iter().enumerate() {
            if let Some(error) = read.err().or_else(|| failed.remove(&place)) {
                refusals.refuse(question.origin, error)?;
            }
        }
        Ok(())
    }
}
