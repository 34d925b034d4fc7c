//! The frontier of a low-memory search, or of a part of one.

use super::bitmaps::Context;
use super::epochs::{Epoch, Section};
use super::multi_bit::MultiBit;
use super::{Frontier, Stored, large_pieces, settle};
use crate::cluster::Exchange;
use crate::error::SearchError;
use crate::halo::Halo;
use crate::halo_exchange::HaloExchange;
use crate::layout::SkeletonWord;
use crate::layout::fillings::Fillings;
use crate::messages::LevelReport;
use crate::store::DistanceStore;
use huarong_core::effort::{Cancelled, Effort};

/// The frontier of a search of one space by fillings. Only the distances of the current epoch are in memory.
pub struct LowMemoryFrontier<'s> {
    context: Context<'s, Fillings>,
    bitmaps: MultiBit,
    halo_exchange: &'s HaloExchange,
    section: Section,
    epoch: Epoch,
    /// The last level.
    level: u16,
}

impl<'s> LowMemoryFrontier<'s> {
    /// Makes a frontier with `planes` bits per position, before the first level. The part owns the skeletons from
    /// `first_skeleton` on.
    pub fn new(
        context: Context<'s, Fillings>,
        planes: u64,
        first_skeleton: u64,
        halo_exchange: &'s HaloExchange,
    ) -> Self {
        let (skeletons, layout) = (context.graph.orbits().len(), context.layout);
        let fillings = layout.count();
        let halo = Halo::new(halo_exchange.halo_len(), fillings);
        Self {
            context,
            bitmaps: MultiBit::new(skeletons, fillings.div_ceil(64), planes, halo),
            halo_exchange,
            section: Section { first: first_skeleton * fillings as u64, fillings },
            epoch: Epoch { base: 0, is_first: true },
            level: 0,
        }
    }

    /// Adds positions to the first level.
    pub fn start_from(&mut self, SkeletonWord { skeleton, word, bits }: SkeletonWord) {
        *self.bitmaps.next[skeleton * self.bitmaps.words + word].get_mut() |= bits;
    }
}

impl Frontier for LowMemoryFrontier<'_> {
    fn positions(&self) -> u64 {
        self.context.graph.orbits().len() as u64 * self.section.fillings as u64
    }

    fn expand(&mut self, _: &mut dyn Exchange, effort: Effort<'_>) -> Result<(), SearchError> {
        Ok(large_pieces::expand(self.context, &self.bitmaps, effort)?)
    }

    fn settle(&mut self, level: u16, effort: Effort<'_>) -> Result<u64, Cancelled> {
        let found = settle::settle(self.context, &mut self.bitmaps, &|_| (), effort)?;
        self.bitmaps.code += 1;
        self.level = level;
        Ok(found)
    }

    fn share(
        &mut self,
        exchange: &mut dyn Exchange,
        report: LevelReport,
    ) -> Result<LevelReport, SearchError> {
        self.bitmaps.exchange_halo(self.halo_exchange, exchange, report)
    }
}

impl Stored for LowMemoryFrontier<'_> {
    fn is_full(&self) -> bool {
        self.bitmaps.is_full()
    }

    fn write<S: DistanceStore>(&mut self, store: &S, effort: Effort<'_>) -> Result<(), S::Error> {
        self.bitmaps.write(store, self.section, self.epoch, effort)?;
        self.epoch = Epoch { base: self.level, is_first: false };
        Ok(())
    }

    fn resume<S: DistanceStore>(
        &mut self,
        store: &S,
        level: u16,
        exchange: &mut dyn Exchange,
    ) -> Result<(), S::Error> {
        self.bitmaps.read(store, self.section, level)?;
        self.level = level;
        self.epoch = Epoch { base: level, is_first: false };
        self.share(exchange, LevelReport::default())?;
        Ok(())
    }
}
