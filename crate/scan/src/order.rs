//! Sorting by a number. One sort in the WebAssembly for all types: each further one would add several kilobytes.
//!
//! The largest first: sort by `u64::MAX` less the number.

use std::collections::BTreeSet;

/// `items` from the smallest key on; equal keys keep their order.
pub fn by_key<T>(items: Vec<T>, key: impl Fn(&T) -> u64) -> Vec<T> {
    let order = ascending(items.iter().map(key));
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| items[index].take()).collect()
}

/// Indices of `keys` from the smallest key on; equal keys keep their order.
pub fn ascending(keys: impl Iterator<Item = u64>) -> Vec<usize> {
    let mut keyed: Vec<(u64, usize)> = keys.zip(0..).collect();
    sort(&mut keyed);
    keyed.into_iter().map(|(_, index)| index).collect()
}

/// The different ones of `texts`, one by one: to collect them would sort them first.
pub fn distinct(texts: impl Iterator<Item = String>) -> BTreeSet<String> {
    let mut distinct = BTreeSet::new();
    texts.for_each(|text| {
        distinct.insert(text);
    });
    distinct
}

#[inline(never)]
fn sort(keyed: &mut [(u64, usize)]) {
    keyed.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        assert_eq!(by_key(vec!["bb", "a", "cc", "d"], |text| text.len() as u64), ["a", "d", "bb", "cc"]);
        assert_eq!(ascending([3, 1, 2, 1].into_iter()), [1, 3, 2, 0]);
    }
}
