//! Polyominoes in a fixed orientation.

/// A polyomino in a fixed orientation, without a place on a board. It may have several parts.
///
/// ```
/// use huarong::puzzle::Polyomino;
///
/// let corner = Polyomino::new([(3, 1), (4, 1), (3, 2)]).expect("three different cells");
/// assert_eq!(corner.cells(), [(0, 0), (1, 0), (0, 1)]);
/// assert_eq!((corner.width(), corner.height(), corner.area()), (2, 2, 3));
/// assert_eq!(corner.mirrored().cells(), [(0, 0), (1, 0), (1, 1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyomino {
    /// `(column, row)` in reading order; the leftmost column and the top row are 0.
    cells: Vec<(u8, u8)>,
}

impl Polyomino {
    /// Largest number of columns, of rows and of cells.
    pub const MOST: u8 = 64;

    /// A polyomino from the `(column, row)` of its cells, in any order and from any origin. `None` without cells, with
    /// a duplicate, or with more than [`MOST`](Self::MOST) cells, columns or rows.
    pub fn new(cells: impl IntoIterator<Item = (u8, u8)>) -> Option<Self> {
        let mut cells: Vec<_> = cells.into_iter().collect();
        let left = cells.iter().map(|cell| cell.0).min()?;
        let top = cells.iter().map(|cell| cell.1).min()?;
        for cell in &mut cells {
            *cell = (cell.0 - left, cell.1 - top);
        }
        cells.sort_by_key(|&(column, row)| (row, column));
        let fits = cells.len() <= usize::from(Self::MOST)
            && cells.iter().all(|&(column, row)| column < Self::MOST && row < Self::MOST)
            && cells.windows(2).all(|pair| pair[0] != pair[1]);
        fits.then_some(Self { cells })
    }

    /// The cells as `(column, row)`, in reading order; the leftmost column and the top row are 0.
    pub fn cells(&self) -> &[(u8, u8)] {
        &self.cells
    }

    /// Number of cells.
    pub fn area(&self) -> u8 {
        self.cells.len() as u8
    }

    /// Number of columns.
    pub fn width(&self) -> u8 {
        self.cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0)
    }

    /// Number of rows.
    pub fn height(&self) -> u8 {
        self.cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0)
    }

    /// Whether the polyomino has a cell at a column and row.
    pub fn contains(&self, column: i32, row: i32) -> bool {
        self.cells.iter().any(|&(c, r)| (i32::from(c), i32::from(r)) == (column, row))
    }

    /// The left-right mirror image.
    pub fn mirrored(&self) -> Self {
        let right = self.width() - 1;
        let mut cells: Vec<_> =
            self.cells.iter().map(|&(column, row)| (right - column, row)).collect();
        cells.sort_by_key(|&(column, row)| (row, column));
        Self { cells }
    }

    /// The polyomino, then its other orientations: turned by 90, 180 and 270 degrees, each once.
    pub fn orientations(&self) -> Vec<Self> {
        let mut orientations = vec![self.clone()];
        for _ in 0..3 {
            let last = orientations.last().unwrap_or(self);
            let down = last.height() - 1;
            let turned = last.cells.iter().map(|&(column, row)| (down - row, column));
            let turned = Self::new(turned).expect("it has the same cells, turned");
            if orientations.contains(&turned) {
                break;
            }
            orientations.push(turned);
        }
        orientations
    }

    /// Whether the polyomino is a full rectangle.
    pub fn is_rectangle(&self) -> bool {
        usize::from(self.width()) * usize::from(self.height()) == self.cells.len()
    }

    /// Whether the cells are connected by edges.
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![self.cells[0]];
        let mut next = 0;
        while next < reached.len() {
            let (column, row) = reached[next];
            for &(c, r) in &self.cells {
                if c.abs_diff(column) + r.abs_diff(row) == 1 && !reached.contains(&(c, r)) {
                    reached.push((c, r));
                }
            }
            next += 1;
        }
        reached.len() == self.cells.len()
    }
}
