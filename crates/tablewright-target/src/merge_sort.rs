//! Stable sorting for an order that need not be transitive.

/// Number of items in a run that insertion sort handles.
const RUN: usize = 7;

/// Merge sort that accepts a contradictory `less`. Contradictions occur because some assembler rows
/// are ordered by definition and others by feature count, so that cycles are possible. The order
/// within a cycle depends on the sequence of comparisons. Therefore this function compares in the
/// same sequence as the C++ library in the reference build: each half is divided into runs with
/// seven items, neighboring runs are merged until a half is sorted, and then the halves are
/// merged.
pub fn merge_sort_by<T: Copy>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let middle = items.len().div_ceil(2);
    let (left, right) = items.split_at_mut(middle);
    sort_runs(left, &less);
    sort_runs(right, &less);
    let (left, right) = (left.to_vec(), right.to_vec());
    if left.len() <= right.len() {
        merge(&left, &right, items, &less);
    } else {
        merge_backwards(&left, &right, items, &less);
    }
}

/// Sorts each run, then merges neighboring runs until a single run is left.
fn sort_runs<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    items.chunks_mut(RUN).for_each(|run| insertion_sort(run, less));
    let mut buffer = items.to_vec();
    let mut width = RUN;
    while width < items.len() {
        for (from, to) in items.chunks(2 * width).zip(buffer.chunks_mut(2 * width)) {
            let (left, right) = from.split_at(width.min(from.len()));
            merge(left, right, to, less);
        }
        items.copy_from_slice(&buffer);
        width *= 2;
    }
}

fn insertion_sort<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for at in 1..items.len() {
        let item = items[at];
        // The first item is compared first. The backward search starts only if `item` is not less.
        let index = if less(&item, &items[0]) {
            0
        } else {
            let not_greater = items[..at].iter().rposition(|other| !less(&item, other));
            not_greater.map_or(0, |index| index + 1)
        };
        items[index..=at].rotate_right(1);
    }
}

fn merge<T: Copy>(left: &[T], right: &[T], to: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let (mut l, mut r) = (0, 0);
    for slot in to {
        let takes_right = match (left.get(l), right.get(r)) {
            (Some(left), Some(right)) => less(right, left),
            (left, _) => left.is_none(),
        };
        if takes_right {
            *slot = right[r];
            r += 1;
        } else {
            *slot = left[l];
            l += 1;
        }
    }
}

fn merge_backwards<T: Copy>(left: &[T], right: &[T], to: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let (mut l, mut r) = (left.len(), right.len());
    for slot in to.iter_mut().rev() {
        let takes_left = match (left[..l].last(), right[..r].last()) {
            (Some(left), Some(right)) => less(right, left),
            (_, right) => right.is_none(),
        };
        if takes_left {
            l -= 1;
            *slot = left[l];
        } else {
            r -= 1;
            *slot = right[r];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_stay_in_order() {
        for count in [0, 1, 6, 7, 8, 14, 15, 100, 1001] {
            let mut items: Vec<(usize, usize)> = (0..count).map(|i| (i * 7919 % 10, i)).collect();
            let mut sorted = items.clone();
            sorted.sort();
            merge_sort_by(&mut items, |a, b| a.0 < b.0);
            assert_eq!(items, sorted);
        }
    }

    #[test]
    fn an_order_may_contradict_itself() {
        // Each is less than the next, and the last less than the first.
        let mut items: Vec<usize> = (0..50).map(|i| i % 3).collect();
        merge_sort_by(&mut items, |a, b| (a + 1) % 3 == *b);
        let mut counts = [0; 3];
        items.iter().for_each(|&item| counts[item] += 1);
        assert_eq!(counts, [17, 17, 16]);
    }
}
