//! Tables of the patterns that a stone on an empty cell makes in each line through it, indexed by the nearby cells.

use super::super::board::Stone;
use super::super::rules::Rule;
use std::sync::OnceLock;

/// The class of the pattern that a stone makes in a line. Up to [`FIVE`], a better pattern has a higher class.
pub type Class = u8;

/// A pattern that cannot become five.
pub const NOTHING: Class = 0;
const BLOCKED_ONE: Class = 1;
const OPEN_ONE: Class = 2;
const BLOCKED_TWO: Class = 3;
/// Can become an open three.
const OPEN_TWO: Class = 4;
/// Can become a four.
const BLOCKED_THREE: Class = 5;
/// Can become an open four.
pub const OPEN_THREE: Class = 6;
/// Can become five on one cell.
pub const FOUR: Class = 7;
/// Two fours in one line.
pub const DOUBLE_FOUR: Class = 8;
/// A straight four: can become five at both ends.
pub const OPEN_FOUR: Class = 9;
/// A winning row.
pub const FIVE: Class = 10;
/// More than five in a row, where only exactly five wins.
const OVERLINE: Class = 11;

/// The kind of threat that a stone makes in its four lines together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// No threat.
    Quiet,
    /// Possibly a forbidden move.
    Suspect,
    /// An open three.
    Three,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: the opponent cannot prevent five.
    Winning,
    /// Five.
    Five,
}

/// The number of kinds.
pub const KINDS: usize = 8;

/// The tables of a rule.
pub struct Tables {
    /// The number of cells on each side that affect the pattern of a cell.
    pub reach: u32,
    /// The classes by the nearby cells, two bits each: black's class in the lower four bits, white's in the upper four.
    lines: Vec<u8>,
    /// The kinds by the classes of the four lines, four bits each, for both colours.
    pub kinds: [Vec<Kind>; 2],
    /// The values of a cell for a colour, indexed like `kinds`.
    pub values: Vec<i16>,
}

impl Tables {
    /// The tables of a rule, computed at the first call.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<Tables>; 3] = [const { OnceLock::new() }; 3];
        TABLES[rule as usize].get_or_init(|| Self::new(rule))
    }

    fn new(rule: Rule) -> Self {
        // An exact five depends on the cells next to its ends, so one more cell matters.
        let reach = if rule == Rule::Freestyle { 4 } else { 5 };
        let maker = |stone| Maker {
            reach,
            is_exact: rule.is_exact(stone),
            counts_double: !is_restricted(rule, stone),
            classes: vec![UNKNOWN; 1 << (4 * reach)],
        };
        let mut makers = [maker(Stone::Black), maker(Stone::White)];
        let lines = (0..1 << (4 * reach))
            .map(|key| makers[0].class(key) | makers[1].class(swapped(key)) << 4)
            .collect();
        let kinds = [Stone::Black, Stone::White].map(|stone| {
            (0..1 << 16).map(|classes| kind(classes, is_restricted(rule, stone))).collect()
        });
        Self { reach: reach as u32, lines, kinds, values: (0..1 << 16).map(value).collect() }
    }

    /// The classes of a line for both colours. `cells` has the cell in question in the middle.
    #[inline]
    pub fn classes(&self, cells: u64) -> u8 {
        let low = (1 << (2 * self.reach)) - 1;
        self.lines[(cells & low | cells >> 2 & !low & (low << (2 * self.reach))) as usize]
    }
}

/// Whether the rule forbids some moves to a colour.
fn is_restricted(rule: Rule, stone: Stone) -> bool {
    rule == Rule::Renju && stone == Stone::Black
}

/// The same cells with the colours swapped. 01 is black, 10 white, 11 beyond the edge.
fn swapped(key: usize) -> usize {
    (key & 0x5_5555) << 1 | (key >> 1 & 0x5_5555)
}

/// Marks a class that is not yet computed.
const UNKNOWN: Class = 255;

/// Computes the classes of a colour, whose stones have the bits 01.
struct Maker {
    reach: usize,
    is_exact: bool,
    /// Whether two fours in one line count like a straight four.
    counts_double: bool,
    classes: Vec<Class>,
}

impl Maker {
    /// Whether a nearby cell has a stone of the colour. Places count from one end and omit the middle cell.
    fn is_own(&self, key: usize, place: usize) -> bool {
        key >> (2 * place) & 3 == 1
    }

    fn class(&mut self, key: usize) -> Class {
        if self.classes[key] == UNKNOWN {
            self.classes[key] = self.work_out(key);
        }
        self.classes[key]
    }

    fn work_out(&mut self, key: usize) -> Class {
        let reach = self.reach;
        let left = (0..reach).rev().take_while(|&place| self.is_own(key, place)).count();
        let right = (reach..2 * reach).take_while(|&place| self.is_own(key, place)).count();
        match left + 1 + right {
            5 => return FIVE,
            6.. => return if self.is_exact { OVERLINE } else { FIVE },
            _ => {}
        }
        let mut fives = Vec::new();
        let mut best = NOTHING;
        for place in (0..2 * reach).filter(|place| key >> (2 * place) & 3 == 0) {
            let with = self.class(key | 1 << (2 * place));
            match with {
                FIVE => fives.push(place),
                OVERLINE => {}
                _ => best = best.max(with),
            }
        }
        match fives[..] {
            [] => {}
            [_] => return FOUR,
            // The two places are the ends of a row of four, which includes the middle cell.
            [first, second] if second - first == 4 && left + right == 3 => return OPEN_FOUR,
            _ => return DOUBLE_FOUR,
        }
        match best {
            OPEN_FOUR => OPEN_THREE,
            DOUBLE_FOUR if self.counts_double => OPEN_THREE,
            FOUR | DOUBLE_FOUR => BLOCKED_THREE,
            OPEN_THREE => OPEN_TWO,
            BLOCKED_THREE => BLOCKED_TWO,
            OPEN_TWO => OPEN_ONE,
            BLOCKED_TWO => BLOCKED_ONE,
            _ => NOTHING,
        }
    }
}

fn of_lines(classes: usize) -> [Class; 4] {
    [0, 4, 8, 12].map(|shift| (classes >> shift & 15) as Class)
}

fn kind(classes: usize, is_restricted: bool) -> Kind {
    let lines = of_lines(classes);
    let count = |wanted: Class| lines.iter().filter(|&&class| class == wanted).count();
    let (threes, open, double) = (count(OPEN_THREE), count(OPEN_FOUR), count(DOUBLE_FOUR));
    let fours = count(FOUR) + open + 2 * double;
    if count(FIVE) > 0 {
        return Kind::Five;
    }
    if is_restricted && (count(OVERLINE) > 0 || fours > 1 || threes > 1) {
        return Kind::Suspect;
    }
    match (fours, threes) {
        _ if open > 0 || fours > 1 => Kind::Winning,
        (1, 1..) => Kind::FourThree,
        (1, 0) => Kind::Four,
        (_, 2..) => Kind::DoubleThree,
        (_, 1) => Kind::Three,
        _ => Kind::Quiet,
    }
}

/// The value of a cell for a colour, by the classes of its four lines.
fn value(classes: usize) -> i16 {
    const OF_CLASS: [i16; 16] = [0, 1, 2, 4, 9, 12, 32, 40, 120, 160, 300, 0, 0, 0, 0, 0];
    let lines = of_lines(classes);
    let sum: i16 = lines.iter().map(|&class| OF_CLASS[usize::from(class)]).sum();
    let good = lines.iter().filter(|&&class| (OPEN_TWO..OVERLINE).contains(&class)).count() as i16;
    // Crossing threats are worth more than separate ones.
    sum + 8 * good * (good - 1) / 2
        + match kind(classes, false) {
            Kind::DoubleThree => 60,
            Kind::FourThree => 100,
            Kind::Winning => 120,
            _ => 0,
        }
}
