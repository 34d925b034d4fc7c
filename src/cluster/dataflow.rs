//! Parts that are processes: rounds as times of a timely dataflow.
//!
//! The dataflow has one channel, on which parcels go to the process that they are for; the time of a parcel is its
//! round. That no process can send any more in a round is what timely's progress tracking finds out.

use super::exchange::{Exchange, Gone};
use super::stream::Checked;
use super::watch::Watch;
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

/// Bytes from one process to another in a round.
#[derive(Clone, Debug, Default)]
struct Parcel {
    round: u64,
    from: u32,
    to: u32,
    bytes: Option<Vec<u8>>,
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(self.bytes.is_some())
    }
}

/// Bytes of what a parcel says of itself, and of all that a multiple of it.
const WORD: usize = 8;
const ADDRESS: usize = 3 * WORD;

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        let number = |at: usize| {
            let word = bytes.get(at * WORD..(at + 1) * WORD).unwrap_or(&[0; WORD]);
            word.iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte))
        };
        let len = number(2) as usize;
        // One that is cut off is empty, which no part takes for anything.
        let content = bytes.get(ADDRESS..).and_then(|rest| rest.get(..len)).unwrap_or_default();
        Self {
            round: number(0),
            from: number(1) as u32,
            to: (number(1) >> 32) as u32,
            bytes: Some(content.to_vec()),
        }
    }

    fn length_in_bytes(&self) -> usize {
        let len = self.bytes.as_ref().map_or(0, Vec::len);
        ADDRESS + len.next_multiple_of(WORD)
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
        write().expect("memory takes as much as was asked for");
    }
}

/// Takes each parcel to whom it is for.
struct ByAddress;

impl Distributor<Parcel> for ByAddress {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = parcel.to as usize;
        Message::push_at(parcel, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

/// How a part that is a process of its own speaks with the others.
pub struct Processes<'w> {
    watch: &'w Watch,
    part: usize,
    parts: usize,
    round: u64,
    /// There until it is closed. Dropped it would tell the others that this process has nothing more to send.
    flow: ManuallyDrop<Flow>,
    sent: Arc<AtomicU64>,
    traffic: Traffic,
}

/// The dataflow, as a process takes part in it.
struct Flow {
    input: InputHandle<u64, CapacityContainerBuilder<Parcel>>,
    probe: Probe<u64>,
    inbox: Rc<RefCell<Vec<Parcel>>>,
    worker: Worker,
    /// Ends once all is sent, and all others have sent all.
    _guard: CommsGuard,
}

/// What went between a process and the others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Bytes that it sent, frames and all.
    pub sent: u64,
    /// Rounds.
    pub rounds: u64,
    /// Time that it was handing over what it sends, and that it waited for the others.
    pub sending: Duration,
    /// Time that it waited for the others.
    pub waiting: Duration,
}

/// The longest that one waits before it is looked whether all others are still there.
const LOOK: Duration = Duration::from_millis(50);

impl<'w> Processes<'w> {
    /// The part that is this process, with a connection to each other.
    pub(super) fn new(
        watch: &'w Watch,
        part: usize,
        connections: Vec<Option<Checked>>,
        sent: Arc<AtomicU64>,
    ) -> std::io::Result<Self> {
        let (parts, hooks) = (connections.len(), Hooks::default());
        let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
        let (builders, guard) =
            initialize_networking_from_sockets(inner, connections, part, 1, hooks)?;
        let builder = builders.into_iter().next().expect("there is one worker");
        let allocator = Allocator::Tcp(builder.build());
        // Without a time to reckon from, a worker never rests.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let mut input = InputHandle::new_with_builder();
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let receive = inbox.clone();
        let probe = worker.dataflow::<u64, _, _>(|scope| {
            let parcels = input.to_stream(scope);
            let by_address = DistributorPact(|_| ByAddress);
            let received = parcels.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                by_address,
                "receive",
                move |_, _| {
                    move |parcels, _| {
                        parcels.for_each(|_, parcel| receive.borrow_mut().push(mem::take(parcel)));
                    }
                },
            );
            received.probe().0
        });
        let traffic = Traffic::default();
        let flow = ManuallyDrop::new(Flow { input, probe, inbox, worker, _guard: guard });
        Ok(Self { watch, part, parts, round: 0, flow, sent, traffic })
    }

    /// Ends the connections, once all processes are done.
    pub(super) fn close(mut self) {
        // SAFETY: it is dropped here alone, and not looked at again.
        unsafe { ManuallyDrop::drop(&mut self.flow) };
    }

    /// What went between this process and the others so far.
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

    fn send(&mut self, to: usize, parcel: Vec<u8>) {
        assert!(to < self.parts, "part {to} of {}", self.parts);
        let started = Instant::now();
        let (from, to, bytes) = (self.part as u32, to as u32, Some(parcel));
        self.flow.input.send_batch(&mut Parcel { round: self.round, from, to, bytes });
        self.traffic.sending += started.elapsed();
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        let (round, started) = (self.round, Instant::now());
        self.round += 1;
        self.flow.input.advance_to(self.round);
        while self.flow.probe.less_than(&self.round) {
            if self.watch.has_failed() {
                return Err(Gone);
            }
            self.flow.worker.step_or_park(Some(LOOK));
        }
        let mut parcels = Vec::new();
        self.flow.inbox.borrow_mut().retain_mut(|parcel| {
            let is_now = parcel.round == round;
            if is_now {
                parcels.push((parcel.from as usize, parcel.bytes.take().unwrap_or_default()));
            }
            !is_now
        });
        self.traffic.waiting += started.elapsed();
        Ok(parcels)
    }
}
