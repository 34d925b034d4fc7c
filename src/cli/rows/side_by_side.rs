//! Rows that threads print side by side, in the order of the questions.

use super::questions::Question;
use super::refusals::Refusals;
use crate::cli::output::RowOutput;
use rayon::prelude::*;
use std::io::Write;

/// Number of questions that a thread answers at a time.
pub(in crate::cli) const QUESTIONS_PER_TASK: usize = 64;

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
}

impl SideBySide {
    pub fn new() -> Self {
        Self { printed: Vec::new(), at_once: QUESTIONS_PER_TASK }
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

    /// Reads questions side by side.
    pub fn read<'t, T: Send>(
        questions: &[Question<'t>],
        read: impl Fn(&Question<'t>) -> anyhow::Result<T> + Sync,
    ) -> Vec<Asked<'t, T>> {
        let questions = questions.par_iter().with_min_len(QUESTIONS_PER_TASK);
        questions.map(|question| (*question, read(question))).collect()
    }

    /// Prints rows side by side and writes them in order. Then says which questions have no answer.
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
        asked.par_chunks_mut(QUESTIONS_PER_TASK).zip(&mut *printed).try_for_each(
            |(asked, rows)| {
                rows.clear();
                print(asked, rows)
            },
        )?;
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
