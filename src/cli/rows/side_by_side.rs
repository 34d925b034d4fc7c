//! Rows that threads print side by side, in the order of the questions.

use super::questions::Question;
use super::refusals::Refusals;
use crate::cli::long_work;
use crate::cli::output::RowOutput;
use crate::cli::session::Session;
use rayon::prelude::*;
use std::io::Write;

/// Number of questions that a thread answers at a time.
const QUESTIONS_PER_TASK: usize = 64;

/// Approximate number of bytes of the rows that are kept before they are written.
const BYTES_OF_KEPT_ROWS: usize = 1 << 22;

/// A question with what was read, or with the reason why it has no answer.
pub(in crate::cli) type Asked<'t, T> = (Question<'t>, anyhow::Result<T>);

/// The printed rows of some questions.
pub(in crate::cli) struct SideBySide {
    /// The rows of each task, in memory that is used again.
    printed: Vec<Vec<u8>>,
    /// Number of questions that are answered at once, by the length of the last rows.
    at_once: usize,
    /// The number of threads of `--threads`. Few questions need none.
    threads: Option<u16>,
}

impl SideBySide {
    pub fn new(session: &Session) -> Self {
        Self { printed: Vec::new(), at_once: QUESTIONS_PER_TASK, threads: session.threads }
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
    pub fn print<T: Send>(
        &mut self,
        mut asked: Vec<Asked<'_, T>>,
        print: impl Fn(&mut [Asked<'_, T>], &mut Vec<u8>) -> anyhow::Result<()> + Sync,
        out: &mut RowOutput,
        refusals: &mut Refusals,
    ) -> anyhow::Result<()> {
        let tasks = asked.len().div_ceil(QUESTIONS_PER_TASK);
        self.printed.resize_with(tasks.max(self.printed.len()), Vec::new);
        let printed = &mut self.printed[..tasks];
        let task = |(asked, rows): (&mut [Asked<'_, T>], &mut Vec<u8>)| {
            rows.clear();
            print(asked, rows)
        };
        match &mut *printed {
            [rows] => task((&mut asked, rows))?,
            printed => asked.par_chunks_mut(QUESTIONS_PER_TASK).zip(printed).try_for_each(task)?,
        }
        let bytes: usize = printed.iter().map(Vec::len).sum();
        let at_once = BYTES_OF_KEPT_ROWS * asked.len() / bytes.max(1);
        self.at_once = at_once.max(QUESTIONS_PER_TASK);
        printed.iter().try_for_each(|rows| out.write_all(rows))?;
        refusals.ask(asked.len());
        asked.into_iter().try_for_each(|(question, read)| match read {
            Ok(_) => Ok(()),
            Err(error) => refusals.refuse(question.origin, error),
        })
    }
}
