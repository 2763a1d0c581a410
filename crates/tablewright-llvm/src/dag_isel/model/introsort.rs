//! Sorting as the C++ library of the reference does it, which does not keep the order of equal elements.
//!
//! In: elements and a relation. Out: their order, that of equal ones included. Up to 16 elements it is insertion sort.

/// Ranges up to this are left to insertion sort.
const THRESHOLD: usize = 16;

/// Sorts elements by `less` as `std::sort` of libstdc++ does, without its switch to heap sort: that takes an order
/// made to defeat the choice of pivots.
pub(super) fn introsort<T>(elements: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    let mut end = elements.len();
    partition_all(elements, 0, &mut end, less);
    insertion_sort(elements, less);
}

/// Splits ranges at pivots until each has at most [`THRESHOLD`] elements.
fn partition_all<T>(
    elements: &mut [T],
    first: usize,
    end: &mut usize,
    less: &impl Fn(&T, &T) -> bool,
) {
    while *end - first > THRESHOLD {
        let cut = partition(elements, first, *end, less);
        partition_all(elements, cut, end, less);
        *end = cut;
    }
}

/// Splits a range at the median of three of its elements. Returns where the second part begins.
fn partition<T>(
    elements: &mut [T],
    first: usize,
    end: usize,
    less: &impl Fn(&T, &T) -> bool,
) -> usize {
    let median = median(elements, [first + 1, first + (end - first) / 2, end - 1], less);
    elements.swap(first, median);
    let (mut low, mut high) = (first + 1, end);
    loop {
        while less(&elements[low], &elements[first]) {
            low += 1;
        }
        high -= 1;
        while less(&elements[first], &elements[high]) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        elements.swap(low, high);
        low += 1;
    }
}

/// The index of the median of three elements.
fn median<T>(elements: &[T], [a, b, c]: [usize; 3], less: &impl Fn(&T, &T) -> bool) -> usize {
    let less = |a: usize, b: usize| less(&elements[a], &elements[b]);
    if less(a, b) {
        if less(b, c) {
            b
        } else if less(a, c) {
            c
        } else {
            a
        }
    } else if less(a, c) {
        a
    } else if less(b, c) {
        c
    } else {
        b
    }
}

/// Sorts by insertion, which keeps the order of equal elements.
fn insertion_sort<T>(elements: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for end in 1..elements.len() {
        let before = &elements[..end];
        let slot =
            end - before.iter().rev().take_while(|other| less(&elements[end], other)).count();
        elements[slot..=end].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(keys: &[u32]) -> Vec<usize> {
        let mut elements: Vec<(u32, usize)> = keys.iter().copied().zip(0..).collect();
        introsort(&mut elements, &|a, b| a.0 > b.0);
        assert!(elements.is_sorted_by(|a, b| a.0 >= b.0));
        elements.into_iter().map(|(_, index)| index).collect()
    }

    #[test]
    fn few_equal_elements_keep_their_order() {
        assert_eq!(sorted(&[1, 2, 2, 1]), [1, 2, 0, 3]);
    }

    #[test]
    fn many_equal_elements_do_not_keep_their_order() {
        // As a C++ program prints it that GCC compiled.
        let expected = [8, 16, 15, 14, 13, 12, 11, 10, 9, 0, 7, 6, 5, 4, 3, 2, 1];
        assert_eq!(sorted(&[7; 17]), expected);
        let keys = [
            2, 0, 3, 3, 3, 1, 2, 5, 2, 0, 1, 5, 0, 2, 5, 1, 5, 5, 5, 2, 4, 0, 5, 3, 3, 0, 3, 1, 4,
            4, 4, 1, 4, 4, 1, 1, 4, 3, 5, 0, 4, 2, 3, 3, 1, 2, 5, 1, 4, 0, 3, 4, 4, 1, 2, 4, 2, 3,
            5, 3,
        ];
        let expected = [
            58, 22, 18, 17, 16, 38, 14, 11, 46, 7, 28, 29, 40, 30, 51, 52, 55, 48, 32, 20, 36, 33,
            57, 59, 37, 50, 42, 43, 26, 2, 24, 23, 3, 4, 0, 56, 54, 6, 8, 45, 41, 13, 19, 27, 31,
            34, 35, 53, 5, 15, 47, 44, 10, 49, 21, 9, 39, 25, 1, 12,
        ];
        assert_eq!(sorted(&keys), expected);
    }
}
