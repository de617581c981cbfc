//! Versions with parents before children.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Record, RecordId, Version};

/// Sorts versions: parents first, then by time, then by identifier. A circle, which no hash allows,
/// would come last.
pub(super) fn oldest_first(versions: &BTreeMap<RecordId, (&Record, &Version)>) -> Vec<RecordId> {
    let mut children: BTreeMap<RecordId, Vec<RecordId>> = BTreeMap::new();
    let mut open: BTreeMap<RecordId, usize> = BTreeMap::new();
    let mut ready = BTreeSet::new();
    let at = |id: RecordId| {
        versions
            .get(&id)
            .map_or(0, |(_, version)| version.created_at)
    };
    for (id, (_, version)) in versions {
        let parents: BTreeSet<_> = version
            .parents
            .iter()
            .filter(|parent| versions.contains_key(parent))
            .collect();
        for parent in &parents {
            children.entry(**parent).or_default().push(*id);
        }
        if parents.is_empty() {
            ready.insert((version.created_at, *id));
        } else {
            open.insert(*id, parents.len());
        }
    }
    let mut order = Vec::with_capacity(versions.len());
    while let Some((_, id)) = ready.pop_first() {
        order.push(id);
        for child in children.remove(&id).unwrap_or_default() {
            if let Some(count) = open.get_mut(&child) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&child);
                    ready.insert((at(child), child));
                }
            }
        }
    }
    order.extend(open.into_keys());
    order
}
