//! Lines of standard input, answered on all threads.

use super::lines::{Batches, Lines};
use anyhow::Context;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc;
use std::thread;

/// Number of batches per thread that are read and not yet given. With two, a thread has the next batch when it has
/// answered one.
const BATCHES: usize = 2;

/// What the giving thread waits for.
enum Event<A> {
    /// More lines, or none at the end of the input.
    Read(anyhow::Result<Option<Lines>>),
    /// The answers to the batch with a number, or the panic of the thread.
    Answered(usize, thread::Result<(Lines, A)>),
}

/// Reads standard input to its end. Calls `answer` for each batch of lines on the threads of the pool, and `give` on this
/// thread, in the order of the lines and as soon as possible.
///
/// If `give` fails, returns its error without waiting for more input.
pub(super) fn answer_in_order<A: Send + 'static>(
    answer: impl Fn(&Lines) -> A + Sync,
    mut give: impl FnMut(Lines, A) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (sender, events) = mpsc::channel();
    let (permit, permits) = mpsc::channel();
    read_within(permits, sender.clone())?;
    let permit_another = || {
        // After the end of the input, nobody takes it.
        let _ = permit.send(());
    };
    (0..BATCHES * rayon::current_num_threads()).for_each(|_| permit_another());
    rayon::in_place_scope(|scope| {
        let (mut waiting, mut given) = (VecDeque::<Option<(Lines, A)>>::new(), 0);
        let mut end = None;
        while end.is_none() || !waiting.is_empty() {
            match events.recv().expect("this thread keeps a sender") {
                Event::Read(Ok(Some(lines))) => {
                    let (number, answer, sender) = (given + waiting.len(), &answer, sender.clone());
                    waiting.push_back(None);
                    scope.spawn(move |_| {
                        let answered = AssertUnwindSafe(|| answer(&lines));
                        let answered =
                            panic::catch_unwind(answered).map(|answers| (lines, answers));
                        // Nobody waits for it after an error.
                        let _ = sender.send(Event::Answered(number, answered));
                    });
                }
                Event::Read(read) => end = Some(read.map(drop)),
                Event::Answered(number, answered) => {
                    let answered = answered.unwrap_or_else(|panic| panic::resume_unwind(panic));
                    waiting[number - given] = Some(answered);
                    while let Some((lines, answers)) = waiting.front_mut().and_then(Option::take) {
                        waiting.pop_front();
                        given += 1;
                        give(lines, answers)?;
                        permit_another();
                    }
                }
            }
        }
        end.unwrap_or(Ok(()))
    })
}

/// Reads a batch for each permit, on a thread of its own: nothing can interrupt it while it waits for input.
fn read_within<A: Send + 'static>(
    permits: mpsc::Receiver<()>,
    sender: mpsc::Sender<Event<A>>,
) -> anyhow::Result<()> {
    let read = move || {
        let mut batches = Batches::of_stdin();
        for () in permits {
            let read = batches.next();
            let is_last = !matches!(read, Ok(Some(_)));
            if sender.send(Event::Read(read)).is_err() || is_last {
                return;
            }
        }
    };
    let thread = thread::Builder::new().name("input".to_owned()).spawn(read);
    thread.map(drop).context("cannot start a thread")
}
