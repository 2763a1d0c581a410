//! The order in which the reference release prints items after sorting them by keys that may be
//! equal.

/// Largest range that is left to insertion sort.
const SMALL: usize = 16;

/// Sorts with median-of-three quicksort, like the reference release's C++ library. Up to 16 items
/// with equal keys keep their order. In a longer slice their order depends on all keys, and only on
/// keys.
///
/// ```
/// use tablewright_text::quicksort_by;
///
/// let mut few = vec![(2, 'a'), (1, 'b'), (2, 'c')];
/// quicksort_by(&mut few, |a, b| a.0 < b.0);
/// assert_eq!(few, [(1, 'b'), (2, 'a'), (2, 'c')]);
/// ```
pub fn quicksort_by<T>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let depth = 2 * items.len().checked_ilog2().unwrap_or(0);
    partition_while_large(items, &less, depth);
    for last in 1..items.len() {
        insert(&mut items[..=last], &less);
    }
}

/// Sorts items roughly: afterwards each item is at most [`SMALL`] positions from its final place.
fn partition_while_large<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool, depth: u32) {
    let mut unsorted = items;
    let mut depth = depth;
    while unsorted.len() > SMALL {
        // Only rare item orders need so many rounds.
        if depth == 0 {
            return heapsort(unsorted, less);
        }
        depth -= 1;
        let cut = partition(unsorted, less);
        let (low, high) = unsorted.split_at_mut(cut);
        partition_while_large(high, less, depth);
        unsorted = low;
    }
}

/// Moves the median of three items to the front. Divides the rest into items that are not greater
/// and items that are not less. Returns the second part's start index.
fn partition<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) -> usize {
    let last = items.len() - 1;
    let median = median(items, [1, items.len() / 2, last], less);
    items.swap(0, median);
    let (mut low, mut high) = (1, items.len());
    loop {
        // Neither search leaves the slice. Among the other two candidates, an item is not less than
        // the median and an item is not greater; each swap leaves such items behind, where the next
        // searches stop.
        while less(&items[low], &items[0]) {
            low += 1;
        }
        high -= 1;
        while less(&items[0], &items[high]) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        items.swap(low, high);
        low += 1;
    }
}

/// Sorts with a heap: moves the greatest item to the end until the heap is empty.
fn heapsort<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for parent in (0..items.len() / 2).rev() {
        sift(items, parent, less);
    }
    for last in (1..items.len()).rev() {
        items.swap(0, last);
        sift(&mut items[..last], 0, less);
    }
}

/// Makes a heap from the item at `top` and the heaps below it. Moves the item down along the
/// greater children to the bottom, and then up to its place.
fn sift<T>(items: &mut [T], top: usize, less: &impl Fn(&T, &T) -> bool) {
    let mut hole = top;
    while 2 * hole + 1 < items.len() {
        let (left, right) = (2 * hole + 1, 2 * hole + 2);
        let is_left = right == items.len() || less(&items[right], &items[left]);
        let child = if is_left { left } else { right };
        items.swap(hole, child);
        hole = child;
    }
    while hole > top {
        let parent = (hole - 1) / 2;
        if !less(&items[parent], &items[hole]) {
            break;
        }
        items.swap(hole, parent);
        hole = parent;
    }
}

fn median<T>(items: &[T], [a, b, c]: [usize; 3], less: &impl Fn(&T, &T) -> bool) -> usize {
    let less = |a: usize, b: usize| less(&items[a], &items[b]);
    match (less(a, b), less(b, c), less(a, c)) {
        (true, true, _) => b,
        (true, false, true) => c,
        (true, false, false) => a,
        (false, _, true) => a,
        (false, true, false) => c,
        (false, false, false) => b,
    }
}

/// Moves the last item behind the items that are not greater.
fn insert<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let mut index = items.len() - 1;
    while index > 0 && less(&items[index], &items[index - 1]) {
        items.swap(index, index - 1);
        index -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_sorted() {
        for count in [0, 1, 2, 16, 17, 100, 1000] {
            let mut items: Vec<usize> = (0..count).map(|i| i * 7919 % 1009).collect();
            let mut sorted = items.clone();
            sorted.sort_unstable();
            quicksort_by(&mut items, |a, b| a < b);
            assert_eq!(items, sorted);
        }
    }

    #[test]
    fn among_many_equal_keys_lose_their_order() {
        let mut items: Vec<(usize, usize)> = (0..20).map(|i| (i % 2, i)).collect();
        quicksort_by(&mut items, |a, b| a.0 < b.0);
        let second: Vec<usize> = items.iter().map(|item| item.1).collect();
        assert_eq!(second, [0, 2, 18, 4, 6, 16, 8, 10, 14, 12, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1],);
    }

    #[test]
    fn falling_keys_have_the_order_of_a_program_that_gcc_compiled() {
        let keys = [
            2, 0, 3, 3, 3, 1, 2, 5, 2, 0, 1, 5, 0, 2, 5, 1, 5, 5, 5, 2, 4, 0, 5, 3, 3, 0, 3, 1, 4,
            4, 4, 1, 4, 4, 1, 1, 4, 3, 5, 0, 4, 2, 3, 3, 1, 2, 5, 1, 4, 0, 3, 4, 4, 1, 2, 4, 2, 3,
            5, 3,
        ];
        let mut items: Vec<(u32, usize)> = keys.into_iter().zip(0..).collect();
        quicksort_by(&mut items, |a, b| a.0 > b.0);
        let order: Vec<usize> = items.iter().map(|item| item.1).collect();
        let expected = [
            58, 22, 18, 17, 16, 38, 14, 11, 46, 7, 28, 29, 40, 30, 51, 52, 55, 48, 32, 20, 36, 33,
            57, 59, 37, 50, 42, 43, 26, 2, 24, 23, 3, 4, 0, 56, 54, 6, 8, 45, 41, 13, 19, 27, 31,
            34, 35, 53, 5, 15, 47, 44, 10, 49, 21, 9, 39, 25, 1, 12,
        ];
        assert_eq!(order, expected);
    }

    #[test]
    fn what_is_ill_to_sort_is_sorted() {
        // Rising and falling keys, repeated.
        let mut items: Vec<i32> = (0..4096).map(|i: i32| (i % 64 - 32).abs()).collect();
        let mut sorted = items.clone();
        sorted.sort_unstable();
        quicksort_by(&mut items, |a, b| a < b);
        assert_eq!(items, sorted);
    }
}
