//! Stable sorting with little code for each type of item.

use std::cmp::Ordering;

/// Sorts slices as the methods of the standard library do, stably.
///
/// A sort of the standard library is several kilobytes of code for each type and each order. In a module for web
/// pages all types share one sort here, of positions, which calls the comparison by a pointer; elsewhere these methods
/// are those of the standard library.
pub trait CompactSort<T> {
    /// [`slice::sort`].
    fn compact_sort(&mut self)
    where
        T: Ord;

    /// [`slice::sort_unstable`].
    fn compact_sort_unstable(&mut self)
    where
        T: Ord;

    /// [`slice::sort_by`].
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// [`slice::sort_by_key`].
    fn compact_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> CompactSort<T> for [T] {
    #[inline]
    fn compact_sort(&mut self)
    where
        T: Ord,
    {
        if cfg!(target_family = "wasm") {
            sort_by_positions(self, T::cmp);
        } else {
            self.sort();
        }
    }

    #[inline]
    fn compact_sort_unstable(&mut self)
    where
        T: Ord,
    {
        if cfg!(target_family = "wasm") {
            sort_by_positions(self, T::cmp);
        } else {
            self.sort_unstable();
        }
    }

    #[inline]
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        if cfg!(target_family = "wasm") {
            sort_by_positions(self, compare);
        } else {
            self.sort_by(compare);
        }
    }

    #[inline]
    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        if cfg!(target_family = "wasm") {
            sort_by_positions(self, |a, b| key(a).cmp(&key(b)));
        } else {
            self.sort_by_key(key);
        }
    }
}

/// Sorts the positions of items, then swaps the items.
fn sort_by_positions<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = sorted_positions(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    swap_into_order(order, &mut |a, b| items.swap(a, b));
}

/// The positions of `count` items in their order.
fn sorted_positions(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Swaps items so that each slot gets the item whose position `order` has there.
fn swap_into_order(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..order.len() {
        let mut slot = first;
        loop {
            // A slot that has its item is a circle of one.
            let position = std::mem::replace(&mut order[slot], slot);
            if position == first {
                break;
            }
            swap(slot, position);
            slot = position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lists of up to six items with four keys, each item with its position.
    #[test]
    fn items_are_sorted_stably() {
        for length in 0..=6_u32 {
            for number in 0..4_usize.pow(length) {
                let digit = |at| (number / 4_usize.pow(at)) % 4;
                let mut items: Vec<(usize, u32)> = (0..length).map(|at| (digit(at), at)).collect();
                let mut expected = items.clone();
                expected.sort_by_key(|&(key, _)| key);
                sort_by_positions(&mut items, |a, b| a.0.cmp(&b.0));
                assert_eq!(items, expected);
            }
        }
    }

    #[test]
    fn the_methods_sort() {
        let mut words = vec!["pear", "fig", "apple", "kiwi"];
        words.compact_sort_by_key(|word| word.len());
        assert_eq!(words, ["fig", "pear", "kiwi", "apple"]);
        words.compact_sort_unstable();
        assert_eq!(words, ["apple", "fig", "kiwi", "pear"]);
        words.compact_sort_by(|a, b| b.cmp(a));
        assert_eq!(words, ["pear", "kiwi", "fig", "apple"]);
    }
}
