//! Work that threads share, with rayon. A WebAssembly module has one thread, and does the same work in sequence: it is a
//! twentieth smaller without rayon.

#[cfg(target_family = "wasm")]
pub use one_thread::{IntoParallelIterator, ParallelIterator, ParallelSlice, current_num_threads};
#[cfg(not(target_family = "wasm"))]
pub use rayon::{current_num_threads, iter::once, prelude::*};
#[cfg(target_family = "wasm")]
pub use std::iter::once;

/// What the searches and answers of a module use of rayon, by rayon's names.
#[cfg(target_family = "wasm")]
#[expect(missing_docs, reason = "rayon describes these functions")]
mod one_thread {
    use std::cmp::Ordering;
    use std::slice::{Chunks, ChunksMut, Iter, IterMut};

    pub fn current_num_threads() -> usize {
        1
    }

    pub trait IntoParallelIterator: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    pub trait ParallelIterator: Iterator + Sized {
        fn find_map_first<T>(mut self, work: impl FnMut(Self::Item) -> Option<T>) -> Option<T> {
            self.find_map(work)
        }

        fn flat_map_iter<I: IntoIterator>(
            self,
            work: impl FnMut(Self::Item) -> I,
        ) -> impl Iterator<Item = I::Item> {
            self.flat_map(work)
        }

        fn map_init<S, T>(
            self,
            state: impl FnOnce() -> S,
            work: impl Fn(&mut S, Self::Item) -> T,
        ) -> impl Iterator<Item = T> {
            let mut state = state();
            self.map(move |item| work(&mut state, item))
        }

        fn with_min_len(self, _: usize) -> Self {
            self
        }

        fn reduce_with(
            self,
            work: impl FnMut(Self::Item, Self::Item) -> Self::Item,
        ) -> Option<Self::Item> {
            self.reduce(work)
        }
    }

    impl<I: Iterator> ParallelIterator for I {}

    pub trait ParallelSlice<T> {
        fn par_iter(&self) -> Iter<'_, T>;
        fn par_iter_mut(&mut self) -> IterMut<'_, T>;
        fn par_chunks(&self, size: usize) -> Chunks<'_, T>;
        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T>;
        fn par_sort_unstable_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
            self.chunks(size)
        }

        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T> {
            self.chunks_mut(size)
        }

        fn par_sort_unstable_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
            self.sort_unstable_by(compare);
        }
    }
}
