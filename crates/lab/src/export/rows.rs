//! Columns and rows of values.

/// Name and type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
}

/// Type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers below 2^63.
    Number,
    /// Distances, which may be missing.
    Distance,
    /// Texts of a fixed number of characters.
    Text {
        /// Number of characters.
        signs: usize,
    },
}

/// Values of one column for some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Numbers.
    Numbers(Vec<u64>),
    /// Distances.
    Distances(Vec<Option<u16>>),
    /// Texts.
    Texts(Texts),
}

/// Texts, stored end to end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    pub(super) bytes: Vec<u8>,
    /// End of each text.
    pub(super) ends: Vec<usize>,
}

impl Texts {
    /// Adds the text that `write` appends, which must be UTF-8.
    pub fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn get(&self, row: usize) -> &str {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        str::from_utf8(&self.bytes[start..self.ends[row]]).expect("texts are UTF-8")
    }

    #[cfg(feature = "parquet")]
    pub(super) fn append(&mut self, mut other: Self) {
        let before = self.bytes.len();
        self.bytes.append(&mut other.bytes);
        self.ends.extend(other.ends.into_iter().map(|end| before + end));
    }
}

impl Values {
    /// An empty list of values.
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Number => Self::Numbers(Vec::new()),
            Kind::Distance => Self::Distances(Vec::new()),
            Kind::Text { .. } => Self::Texts(Texts::default()),
        }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Distances(distances) => distances.len(),
            Self::Texts(texts) => texts.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn get(&self, row: usize) -> Value<'_> {
        match self {
            Self::Numbers(numbers) => Value::Number(numbers[row]),
            Self::Distances(distances) => Value::Distance(distances[row]),
            Self::Texts(texts) => Value::Text(texts.get(row)),
        }
    }
}

#[derive(Clone, Copy, Debug, serde::Serialize)]
#[serde(untagged)]
pub(super) enum Value<'r> {
    Number(u64),
    Distance(Option<u16>),
    Text(&'r str),
}

/// Some rows, stored column by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows(
    /// The values of each column; all have the same length.
    pub Vec<Values>,
);

impl Rows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.0.first().map_or(0, Values::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows, each as an iterator over its values.
    pub(super) fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = Value<'_>>> {
        (0..self.len()).map(|row| self.0.iter().map(move |values| values.get(row)))
    }

    /// The edges of a graph; the rows must have two columns of numbers.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        let [Values::Numbers(ones), Values::Numbers(others)] = &self.0[..] else {
            panic!("edges are two columns of numbers");
        };
        ones.iter().copied().zip(others.iter().copied())
    }
}

/// Represents a missing distance in formats that have no other representation.
pub const MISSING: u16 = u16::MAX;
