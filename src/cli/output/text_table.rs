//! Tables in text.

use comfy_table::{CellAlignment, Table, presets};
use std::ops::Range;

/// A table without lines. The columns of `numbers` are aligned to the right.
pub(in crate::cli) fn text_table<const N: usize>(
    header: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    numbers: Range<usize>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().take(numbers.end).skip(numbers.start) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if let Some(first) = table.column_mut(0) {
        first.set_padding((0, 1));
    }
    table.trim_fmt()
}
