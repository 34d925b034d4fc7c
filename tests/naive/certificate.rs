//! What a check of distances must find, from its definition.

/// The first entry that contradicts the rules of distances, and the contradiction in words. `entries` are the claimed
/// distances, `goals` the goal positions and `neighbours` the positions one move away.
pub fn first_contradiction(
    entries: &[Option<u16>],
    goals: &[bool],
    neighbours: &[Vec<usize>],
) -> Option<(u64, String)> {
    (0..entries.len()).find_map(|at| {
        let near: Vec<Option<u16>> = neighbours[at].iter().map(|&other| entries[other]).collect();
        let nearest = near.iter().flatten().min();
        let has_unreachable = near.contains(&None);
        let what = match entries[at] {
            Some(0) if !goals[at] => "it has distance 0 and is not a goal position".to_owned(),
            distance if goals[at] && distance != Some(0) => {
                "it is a goal position and does not have distance 0".to_owned()
            }
            Some(distance) if has_unreachable => {
                format!("it has distance {distance} and an unreachable neighbour")
            }
            Some(0) => return None,
            None => format!("it is unreachable and has a neighbour at distance {}", nearest?),
            Some(distance) if nearest == Some(&(distance - 1)) => return None,
            Some(distance) => {
                let found = match nearest {
                    None => "no neighbour".to_owned(),
                    Some(nearest) => format!("its nearest at {nearest}"),
                };
                format!("it has distance {distance} and {found}, not at {}", distance - 1)
            }
        };
        Some((at as u64, what))
    })
}
