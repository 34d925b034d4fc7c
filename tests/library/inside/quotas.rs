//! Numbers of puzzles of each theme in each band.

use huarong_lab::design::quotas::{Table, allot, mixed};
use proptest::prelude::*;

/// The largest total of a table whose rows and columns have at most these sums, and no number more than allowed: every table
/// is tried.
fn largest_total(rows: &[usize], columns: &[usize], most: &Table) -> usize {
    fn fill(cell: usize, rows: &mut [usize], columns: &mut [usize], most: &Table) -> usize {
        let (row, column) = (cell / columns.len(), cell % columns.len());
        if row == rows.len() {
            return 0;
        }
        let largest = most[row][column].min(rows[row]).min(columns[column]);
        let totals = (0..=largest).map(|number| {
            rows[row] -= number;
            columns[column] -= number;
            let total = number + fill(cell + 1, rows, columns, most);
            rows[row] += number;
            columns[column] += number;
            total
        });
        totals.max().unwrap()
    }
    fill(0, &mut rows.to_vec(), &mut columns.to_vec(), most)
}

fn sizes() -> impl Strategy<Value = (Vec<usize>, Vec<usize>, Table)> {
    let most = proptest::collection::vec(proptest::collection::vec(0..5_usize, 2), 3);
    let sums = proptest::collection::vec(0..5_usize, 3);
    (sums, 0..13_usize, most).prop_map(|(rows, part, most)| {
        let total: usize = rows.iter().sum();
        let first = part.min(total);
        (rows, vec![first, total - first], most)
    })
}

proptest! {
    #[test]
    fn as_many_puzzles_are_allotted_as_the_limits_allow((rows, columns, most) in sizes()) {
        let table = allot(&rows, &columns, &most);
        for (row, (own, limits)) in table.iter().zip(&most).enumerate() {
            prop_assert!(own.iter().sum::<usize>() <= rows[row]);
            prop_assert!(own.iter().zip(limits).all(|(number, limit)| number <= limit));
        }
        for column in 0..columns.len() {
            prop_assert!(table.iter().map(|row| row[column]).sum::<usize>() <= columns[column]);
        }
        let total: usize = table.iter().flatten().sum();
        prop_assert_eq!(total, largest_total(&rows, &columns, &most));
    }

    #[test]
    fn without_limits_every_number_is_near_its_share(
        rows in proptest::collection::vec(1..40_usize, 1..6),
        part in 0..200_usize,
    ) {
        let total: usize = rows.iter().sum();
        let columns = [part.min(total), total - part.min(total)];
        let table = allot(&rows, &columns, &vec![vec![usize::MAX; 2]; rows.len()]);
        for (row, own) in rows.iter().zip(&table) {
            prop_assert_eq!(own.iter().sum::<usize>(), *row);
            for (number, column) in own.iter().zip(&columns) {
                let share = (row * column) as f64 / total as f64;
                prop_assert!((*number as f64 - share).abs() < 1.0 + 1e-9, "{:?}", table);
            }
        }
    }

    #[test]
    fn themes_take_turns(counts in proptest::collection::vec(0..20_usize, 1..5)) {
        let themes = mixed(&counts);
        let total: usize = counts.iter().sum();
        prop_assert_eq!(themes.len(), total);
        for (theme, &count) in counts.iter().enumerate() {
            prop_assert_eq!(themes.iter().filter(|other| **other == theme).count(), count);
            // At each place, a theme has about its share.
            for end in 1..=total {
                let given = themes[..end].iter().filter(|other| **other == theme).count() as f64;
                let share = (count * end) as f64 / total as f64;
                prop_assert!((given - share).abs() <= counts.len() as f64, "{:?}", themes);
            }
        }
    }
}
