//! Parts as processes, with rounds as times of a timely dataflow.
//!
//! The dataflow has one channel, on which each message goes to the process of its address. The time of a message is its
//! round. Timely's progress tracking finds out when no process can send more messages of a round.

use super::checked_stream::CheckedStream;
use super::exchange::{Exchange, Gone};
use super::failures::FailureDetector;
use std::cell::RefCell;
use std::mem::{self, ManuallyDrop};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use timely::bytes::arc::Bytes;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::communication::{Hooks, Push};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::probe::{Handle as Probe, Probe as _};
use timely::progress::Stamp;
use timely::worker::Worker;
use timely::{Accountable, WorkerConfig};

/// A message from one process to another in a round.
#[derive(Clone, Debug, Default)]
struct PartMessage {
    round: u64,
    from: u32,
    to: u32,
    bytes: Option<Vec<u8>>,
}

impl Accountable for PartMessage {
    fn record_count(&self) -> i64 {
        i64::from(self.bytes.is_some())
    }
}

/// Number of bytes of an integer of the header. The length of an encoded message is a multiple of it.
const WORD: usize = 8;
const HEADER: usize = 3 * WORD;

impl ContainerBytes for PartMessage {
    fn from_bytes(bytes: Bytes) -> Self {
        let number = |at: usize| {
            let word = bytes.get(at * WORD..(at + 1) * WORD).unwrap_or(&[0; WORD]);
            word.iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte))
        };
        let len = number(2) as usize;
        // A truncated message becomes empty, and no part accepts an empty message.
        let content = bytes.get(HEADER..).and_then(|rest| rest.get(..len)).unwrap_or_default();
        Self {
            round: number(0),
            from: number(1) as u32,
            to: (number(1) >> 32) as u32,
            bytes: Some(content.to_vec()),
        }
    }

    fn length_in_bytes(&self) -> usize {
        let len = self.bytes.as_ref().map_or(0, Vec::len);
        HEADER + len.next_multiple_of(WORD)
    }

    fn into_bytes<W: std::io::Write>(&self, writer: &mut W) {
        let content = self.bytes.as_deref().unwrap_or_default();
        let who = u64::from(self.to) << 32 | u64::from(self.from);
        let padding = content.len().next_multiple_of(WORD) - content.len();
        let mut write = || {
            for number in [self.round, who, content.len() as u64] {
                writer.write_all(&number.to_le_bytes())?;
            }
            writer.write_all(content)?;
            writer.write_all(&[0; WORD][..padding])
        };
        write().expect("writing to memory succeeds");
    }
}

/// Routes each message to its address.
struct ByAddress;

impl Distributor<PartMessage> for ByAddress {
    fn partition<T: Clone, P: Push<Message<T, PartMessage>>>(
        &mut self,
        message: &mut PartMessage,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = message.to as usize;
        Message::push_at(message, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, PartMessage>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

/// Communication of a part that is a process.
pub struct Processes<'w> {
    detector: &'w FailureDetector,
    part: usize,
    parts: usize,
    round: u64,
    /// Present until it is closed. Dropping it would signal the others that this process has nothing more to send.
    flow: ManuallyDrop<Flow>,
    sent: Arc<AtomicU64>,
    traffic: Traffic,
}

struct Flow {
    input: InputHandle<u64, CapacityContainerBuilder<PartMessage>>,
    probe: Probe<u64>,
    inbox: Rc<RefCell<Vec<PartMessage>>>,
    worker: Worker,
    /// Dropping it waits until everything is sent and received.
    _guard: CommsGuard,
}

/// Communication statistics of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Number of bytes sent, including frames.
    pub sent: u64,
    pub rounds: u64,
    /// Time spent on handing over messages and on waiting.
    pub sending: Duration,
    /// Time spent on waiting for other processes.
    pub waiting: Duration,
}

/// Longest time between two checks whether all others are alive.
const CHECK_TIME: Duration = Duration::from_millis(50);

impl<'w> Processes<'w> {
    /// Makes the part of this process from connections to all others.
    pub(super) fn new(
        detector: &'w FailureDetector,
        part: usize,
        connections: Vec<Option<CheckedStream>>,
        sent: Arc<AtomicU64>,
    ) -> std::io::Result<Self> {
        let (parts, hooks) = (connections.len(), Hooks::default());
        let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
        let (builders, guard) =
            initialize_networking_from_sockets(inner, connections, part, 1, hooks)?;
        let builder = builders.into_iter().next().expect("there is one builder per worker");
        let allocator = Allocator::Tcp(builder.build());
        // Without a start time, a worker never sleeps.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let mut input = InputHandle::new_with_builder();
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let receive = inbox.clone();
        let probe = worker.dataflow::<u64, _, _>(|scope| {
            let messages = input.to_stream(scope);
            let by_address = DistributorPact(|_| ByAddress);
            let received = messages.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                by_address,
                "receive",
                move |_, _| {
                    move |messages, _| {
                        messages
                            .for_each(|_, message| receive.borrow_mut().push(mem::take(message)));
                    }
                },
            );
            received.probe().0
        });
        let traffic = Traffic::default();
        let flow = ManuallyDrop::new(Flow { input, probe, inbox, worker, _guard: guard });
        Ok(Self { detector, part, parts, round: 0, flow, sent, traffic })
    }

    /// Closes the connections after all processes have finished.
    pub(super) fn close(mut self) {
        // SAFETY: only this method drops it, and it consumes `self`.
        unsafe { ManuallyDrop::drop(&mut self.flow) };
    }

    /// Communication statistics so far.
    pub fn traffic(&self) -> Traffic {
        Traffic { sent: self.sent.load(Relaxed), rounds: self.round, ..self.traffic }
    }
}

impl Exchange for Processes<'_> {
    fn part(&self) -> usize {
        self.part
    }

    fn parts(&self) -> usize {
        self.parts
    }

    fn send(&mut self, to: usize, message: Vec<u8>) {
        assert!(to < self.parts, "part {to} of {}", self.parts);
        let started = Instant::now();
        let (from, to, bytes) = (self.part as u32, to as u32, Some(message));
        self.flow.input.send_batch(&mut PartMessage { round: self.round, from, to, bytes });
        self.traffic.sending += started.elapsed();
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        let (round, started) = (self.round, Instant::now());
        self.round += 1;
        self.flow.input.advance_to(self.round);
        while self.flow.probe.less_than(&self.round) {
            if self.detector.has_failed() {
                return Err(Gone);
            }
            self.flow.worker.step_or_park(Some(CHECK_TIME));
        }
        let mut messages = Vec::new();
        self.flow.inbox.borrow_mut().retain_mut(|message| {
            let is_now = message.round == round;
            if is_now {
                messages.push((message.from as usize, message.bytes.take().unwrap_or_default()));
            }
            !is_now
        });
        self.traffic.waiting += started.elapsed();
        Ok(messages)
    }
}
