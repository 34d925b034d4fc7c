//! The pieces of a row or a column, and their moves along it.

/// The most cells of a row or a column.
pub const LONGEST: usize = 8;

/// Cells of a car and of a truck.
pub const SIZES: [u8; 2] = [2, 3];

/// A set of placements of one lineup, one bit each.
pub type Placements = u16;

/// The pieces of a line, in order along it. A line is a row or a column. Its pieces cannot pass one another.
#[derive(Debug)]
pub struct Lineup {
    /// Number of cells of each piece.
    pub sizes: Vec<u8>,
    /// For each placement, the first cell of each piece. Placements are in lexicographic order, so a slide towards the first
    /// cell leads to a lower number.
    pub starts: Vec<Vec<u8>>,
    /// For each placement, the cells that the pieces cover.
    pub cells: Vec<u8>,
    /// For each placement and each set of blocked cells, the placements that one move reaches.
    moves: Vec<Placements>,
    /// The same for any number of moves.
    reached: Vec<Reach>,
    slides: Vec<Vec<Slide>>,
    /// For each cell, the placements that cover it.
    covering: [Placements; LONGEST],
    /// For each set of blocked cells, the placements that cover none of them.
    free: Vec<Placements>,
    /// All bits if a piece may move more than one cell at a time, otherwise none.
    far: u64,
    /// For each piece, the lineup without it, and where the other pieces stand in each placement.
    pub without: Vec<(u8, Vec<u8>)>,
}

/// A slide of a piece in one direction, cell by cell.
pub type Slide = Vec<Slid>;

/// A piece that slid some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slid {
    /// The last cell that the piece entered.
    pub enters: u8,
    /// The cells that it passed or left, and does not cover.
    pub leaves: u8,
    /// The placement now.
    pub to: u8,
}

/// What the pieces of a line reach by any number of moves.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    pub placements: Placements,
    /// The cells that all these placements cover.
    pub kept: u8,
    /// The cells that some of them cover.
    pub swept: u8,
}

/// How often a line moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    One,
    Any,
}

/// The pieces of one line: their lineup, and its placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub lineup: u8,
    pub placement: u8,
}

impl Lineup {
    fn new(length: usize, sizes: &[u8], reach: usize) -> Self {
        let starts = placements(length, sizes);
        assert!(
            starts.len() <= Placements::BITS as usize,
            "two cars on eight cells have the most: 15"
        );
        let span = |start: u8, size: u8| (((1u16 << size) - 1) << start) as u8;
        let cells = starts.iter().map(|starts| {
            starts.iter().zip(sizes).fold(0, |cells, (&start, &size)| cells | span(start, size))
        });
        let cells: Vec<u8> = cells.collect();
        let slides: Vec<Vec<Slide>> = starts
            .iter()
            .map(|from| {
                let pieces = (0..sizes.len()).flat_map(|piece| [(piece, false), (piece, true)]);
                let slides = pieces.map(|(piece, ahead)| {
                    let mut slide = Slide::new();
                    let (start, size) = (from[piece], sizes[piece]);
                    for cells in 1..=reach.min(length) as u8 {
                        let mut other = from.clone();
                        let Some(now) = (if ahead {
                            start.checked_add(cells)
                        } else {
                            start.checked_sub(cells)
                        }) else {
                            break;
                        };
                        other[piece] = now;
                        let Some(to) = starts.iter().position(|starts| *starts == other) else {
                            break;
                        };
                        let passed = span(start.min(now), size + cells);
                        let enters = if ahead { now + size - 1 } else { now };
                        slide.push(Slid {
                            enters,
                            leaves: passed & !span(now, size),
                            to: to as u8,
                        });
                    }
                    slide
                });
                slides.filter(|slide| !slide.is_empty()).collect()
            })
            .collect();
        let sets = 0..1u16 << length;
        let free = sets.clone().map(|blocked| {
            let fits = |cells: &u8| u16::from(*cells) & blocked == 0;
            (0..)
                .zip(&cells)
                .map(|(to, cells)| Placements::from(fits(cells)) << to)
                .sum::<Placements>()
        });
        let free = free.collect::<Vec<_>>();
        let moves = slides.iter().flat_map(|slides| {
            sets.clone().map(move |blocked| {
                let clear = |slid: &&Slid| blocked >> slid.enters & 1 == 0;
                let slid = slides.iter().flat_map(|slide| slide.iter().take_while(clear));
                slid.map(|slid| 1 << slid.to).fold(0, |moves, to| moves | to)
            })
        });
        let moves: Vec<Placements> = moves.collect();
        let reached =
            (0..cells.len()).flat_map(|from| sets.clone().map(move |blocked| (from, blocked)));
        let reached = reached.map(|(from, blocked)| {
            let (mut placements, mut left): (Placements, Placements) = (1 << from, 1 << from);
            let (mut kept, mut swept) = (u8::MAX, 0);
            while left != 0 {
                let at = left.trailing_zeros() as usize;
                kept &= cells[at];
                swept |= cells[at];
                let new = moves[at * sets.len() + usize::from(blocked)] & !placements;
                placements |= new;
                left = left & (left - 1) | new;
            }
            Reach { placements, kept, swept }
        });
        let reached = reached.collect();
        let covering = std::array::from_fn(|cell| {
            (0..).zip(&cells).map(|(to, cells)| Placements::from(cells >> cell & 1) << to).sum()
        });
        let far = if reach > 1 { u64::MAX } else { 0 };
        let (sizes, without) = (sizes.to_vec(), Vec::new());
        Self { sizes, starts, cells, moves, reached, slides, covering, free, far, without }
    }

    /// The placements that one move reaches, if these cells of the line are blocked.
    #[inline(always)]
    pub fn moves(&self, from: usize, blocked: u8) -> Placements {
        self.moves[from * self.free.len() + usize::from(blocked)]
    }

    /// The placements that moves reach, if these cells of the line are blocked.
    #[inline(always)]
    pub fn moved(&self, from: u8, blocked: u8, moves: Moves) -> Placements {
        match moves {
            Moves::One => self.moves(usize::from(from), blocked),
            Moves::Any => self.reach(from, blocked).placements,
        }
    }

    /// What any number of moves reaches, if these cells of the line are blocked.
    #[inline(always)]
    pub fn reach(&self, from: u8, blocked: u8) -> Reach {
        self.reached[usize::from(from) * self.free.len() + usize::from(blocked)]
    }

    /// The results of moves of the only piece of a line, in a set of positions of one word. Two or more placements are free.
    /// Neighbouring ones are `stride` positions apart; `first` are the positions with the first, and further bits.
    ///
    /// Between neighbouring free placements the piece moves step by step, both ways. So no move is looked up, and every
    /// line of the same lineup takes the same instructions.
    #[inline(always)]
    pub fn moved_alone(
        &self,
        free: Placements,
        stride: u32,
        now: u64,
        first: u64,
        moves: Moves,
    ) -> u64 {
        let far = if moves == Moves::Any { u64::MAX } else { self.far };
        let is_free = |placement: usize| 0u64.wrapping_sub(u64::from(free >> placement & 1));
        let placements = self.starts.len();
        let mut new = 0;
        let (mut shift, mut moving) = (0, 0);
        for placement in 0..placements {
            let is_free = is_free(placement);
            moving = moving << stride & is_free;
            new |= moving;
            moving = moving & far | now & first.unbounded_shl(shift) & is_free;
            shift += stride & is_free as u32;
        }
        moving = 0;
        for placement in (0..placements).rev() {
            let is_free = is_free(placement);
            moving = moving >> stride & is_free;
            new |= moving;
            shift -= stride & is_free as u32;
            moving = moving & far | now & first.unbounded_shl(shift) & is_free;
        }
        new
    }

    /// The slides of a placement, as far as no other line blocks them.
    #[inline(always)]
    pub fn slides(&self, from: usize) -> &[Slide] {
        &self.slides[from]
    }

    /// The placements that cover a cell.
    #[inline(always)]
    pub fn covering(&self, cell: u8) -> Placements {
        self.covering[usize::from(cell)]
    }

    /// The placements that cover none of these cells.
    #[inline(always)]
    pub fn free(&self, blocked: u8) -> Placements {
        self.free[usize::from(blocked)]
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
pub fn ones(bits: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut bits = bits.into();
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// All placements of pieces in order on a line, in lexicographic order.
fn placements(length: usize, sizes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    extend(length as u8, sizes, &mut Vec::new(), &mut all);
    all
}

fn extend(length: u8, sizes: &[u8], placed: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    let Some(&size) = sizes.get(placed.len()) else {
        all.push(placed.clone());
        return;
    };
    let begin = placed.last().map_or(0, |&last| last + sizes[placed.len() - 1]);
    for start in begin..=length.saturating_sub(size) {
        placed.push(start);
        extend(length, sizes, placed, all);
        placed.pop();
    }
}

/// All lineups of a line that leave it at least one empty cell. The first has no pieces.
#[derive(Debug)]
pub struct Lineups {
    pub all: Vec<Lineup>,
}

impl Lineups {
    /// The lineups of a line of `length` cells, whose pieces move at most `reach` cells at a time.
    pub fn new(length: usize, reach: usize) -> Self {
        let mut sizes: Vec<Vec<u8>> = vec![Vec::new()];
        let mut next = 0;
        while next < sizes.len() {
            for size in SIZES {
                let longer = [&sizes[next][..], &[size]].concat();
                if longer.iter().map(|&size| usize::from(size)).sum::<usize>() < length {
                    sizes.push(longer);
                }
            }
            next += 1;
        }
        let mut all: Vec<Lineup> =
            sizes.iter().map(|sizes| Lineup::new(length, sizes, reach)).collect();
        for lineup in 0..all.len() {
            let without = (0..all[lineup].sizes.len()).map(|piece| {
                let less = |all: &[u8]| [&all[..piece], &all[piece + 1..]].concat();
                let sizes = less(&all[lineup].sizes);
                let other = all.iter().position(|other| other.sizes == sizes);
                let other = other.expect("a lineup with a piece less is a lineup");
                let places = all[lineup].starts.iter().map(|starts| {
                    let starts = less(starts);
                    let place = all[other].starts.iter().position(|others| *others == starts);
                    place.expect("the others stand as before") as u8
                });
                (other as u8, places.collect())
            });
            all[lineup].without = without.collect();
        }
        Self { all }
    }

    /// The lineup of a line.
    #[inline(always)]
    pub fn of(&self, line: Line) -> &Lineup {
        &self.all[usize::from(line.lineup)]
    }

    /// The pieces of a line that two placements of its lineup have at different places.
    pub fn moved(&self, one: &Line, other: &Line) -> impl Iterator<Item = usize> {
        let starts = &self.of(*one).starts;
        let [one, other] = [one, other].map(|line| &starts[usize::from(line.placement)]);
        (0..one.len()).filter(|&piece| one[piece] != other[piece])
    }

    /// The number of a lineup of these sizes.
    pub fn find(&self, sizes: &[u8]) -> Option<u8> {
        self.all.iter().position(|lineup| lineup.sizes == sizes).map(|lineup| lineup as u8)
    }
}
