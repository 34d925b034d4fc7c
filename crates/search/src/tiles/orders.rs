//! The orders of a group's tiles.

use smallvec::SmallVec;

/// The largest number of tiles of a group.
pub(super) const MOST_TILES: usize = 8;

/// The orders in which a group's tiles cover its cells, numbered in lexicographic order.
#[derive(Debug)]
pub(super) struct Orders {
    tiles: usize,
    /// Number of orders.
    len: usize,
    /// For each order and tile, the place of the tile among the cells.
    places: Box<[u8]>,
    /// For each pair of places and each order: the order after the tile of the first place moved to the second.
    moved: Box<[u16]>,
}

type Order = SmallVec<[u8; MOST_TILES]>;

impl Orders {
    pub fn new(tiles: usize) -> Self {
        assert!(tiles <= MOST_TILES, "numbers of orders have 16 bits");
        let len = (1..=tiles).product();
        let orders: Vec<Order> = (0..len).map(|number| order(tiles, number)).collect();
        let mut places = vec![0; len * tiles].into_boxed_slice();
        for (order, places) in orders.iter().zip(places.chunks_mut(tiles)) {
            for (place, &tile) in (0..).zip(order) {
                places[usize::from(tile)] = place;
            }
        }
        // For each place but the last, each order after the tiles there and beside it changed places.
        let exchanged: Vec<Vec<u16>> = (1..tiles)
            .map(|place| orders.iter().map(|order| exchanged(order, place)).collect())
            .collect();
        let after = |mut order: u16, from: usize, to: usize| {
            let mut place = from;
            while place != to {
                let next = if place < to { place + 1 } else { place - 1 };
                order = exchanged[place.min(next)][usize::from(order)];
                place = next;
            }
            order
        };
        let pairs = (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to)));
        let moved =
            pairs.flat_map(|(from, to)| (0..len as u16).map(move |order| after(order, from, to)));
        Self { tiles, len, places, moved: moved.collect() }
    }

    pub fn tiles(&self) -> usize {
        self.tiles
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes of the tables for groups with a number of tiles.
    pub fn bytes(tiles: usize) -> u64 {
        let orders: usize = (1..=tiles).product();
        (orders * tiles * (1 + tiles * size_of::<u16>())) as u64
    }

    /// The number of the order of tiles on some cells, by tile.
    pub fn of(&self, cells: &[u16]) -> u16 {
        let mut order: Order = (0..cells.len() as u8).collect();
        order.sort_by_key(|&tile| cells[usize::from(tile)]);
        number(&order)
    }

    /// The place of a tile.
    #[inline]
    pub fn place(&self, order: u16, tile: u8) -> usize {
        self.places[usize::from(order) * self.tiles + usize::from(tile)].into()
    }

    /// For each order, the one after the tile of a place moved to another.
    #[inline]
    pub fn moved(&self, from: usize, to: usize) -> &[u16] {
        &self.moved[(from * self.tiles + to) * self.len..][..self.len]
    }

    /// An order after the tile of a place moved to another.
    #[inline]
    pub fn after(&self, order: u16, from: usize, to: usize) -> u16 {
        self.moved[(from * self.tiles + to) * self.len + usize::from(order)]
    }
}

/// The number of an order after the tile of a place and the one before changed places.
fn exchanged(order: &Order, place: usize) -> u16 {
    let mut order = order.clone();
    order.swap(place - 1, place);
    number(&order)
}

/// The order with a number.
fn order(tiles: usize, mut number: usize) -> Order {
    let mut left: Order = (0..tiles as u8).collect();
    let mut following: usize = (1..=tiles).product();
    let next = (1..=tiles).rev().map(|count| {
        following /= count;
        let tile = left.remove(number / following);
        number %= following;
        tile
    });
    next.collect()
}

/// The number of an order.
fn number(order: &[u8]) -> u16 {
    let mut number = 0;
    for (place, tile) in order.iter().enumerate() {
        let smaller = order[place..].iter().filter(|other| *other < tile).count();
        number = number * (order.len() - place) + smaller;
    }
    number as u16
}
