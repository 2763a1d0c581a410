//! A symbol hash table for finding functions.

use tablewright_text::string_hash;

/// Equally sized buckets of function numbers; zero for an empty slot.
pub(super) struct NameTable {
    /// Bucket count, a power of two.
    pub(super) buckets: usize,
    /// Numbers in each bucket.
    pub(super) columns: usize,
    /// The numbers, bucket after bucket.
    pub(super) numbers: Vec<usize>,
}

impl NameTable {
    /// Builds a table for symbols, numbered from 1. Equal symbols are adjacent. Only the first is in the table, and
    /// readers continue from there.
    pub(super) fn new<'s>(symbols: impl Iterator<Item = &'s str>) -> NameTable {
        let mut hashed = Vec::new();
        let mut last = None;
        let mut count = 0;
        for (number, symbol) in (1usize..).zip(symbols) {
            count = number;
            if last.replace(symbol) != Some(symbol) {
                let hash = string_hash(symbol.as_bytes()) as usize;
                hashed.push(HashedSymbol { hash, number });
            }
        }
        let size = count.max(1).next_power_of_two();
        let (buckets, larger) = (buckets(&hashed, size), buckets(&hashed, size * 2));
        // The table is doubled once if that makes its buckets smaller.
        if columns(&larger) < columns(&buckets) {
            NameTable::from_buckets(&larger)
        } else {
            NameTable::from_buckets(&buckets)
        }
    }

    fn from_buckets(buckets: &[Vec<usize>]) -> NameTable {
        let columns = columns(buckets);
        let mut numbers = Vec::with_capacity(buckets.len() * columns);
        for bucket in buckets {
            numbers.extend_from_slice(bucket);
            numbers.resize(numbers.len() + columns - bucket.len(), 0);
        }
        NameTable { buckets: buckets.len(), columns, numbers }
    }
}

/// A symbol's hash and number.
struct HashedSymbol {
    hash: usize,
    number: usize,
}

/// Distributes the numbers of symbols over `size` buckets by their hashes.
fn buckets(symbols: &[HashedSymbol], size: usize) -> Vec<Vec<usize>> {
    let mut buckets = vec![Vec::new(); size];
    for &HashedSymbol { hash, number } in symbols {
        buckets[hash % size].push(number);
    }
    buckets
}

/// Returns the longest bucket's length.
fn columns(buckets: &[Vec<usize>]) -> usize {
    buckets.iter().map(Vec::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symbol_is_in_the_bucket_of_its_hash_and_equal_ones_are_there_once() {
        let table = NameTable::new(["calloc", "free", "sqrtl", "sqrtl"].into_iter());
        assert_eq!((table.buckets, table.numbers.len()), (4, 4 * table.columns));
        let mut used_numbers: Vec<usize> =
            table.numbers.iter().copied().filter(|&n| n != 0).collect();
        used_numbers.sort_unstable();
        assert_eq!(used_numbers, [1, 2, 3]);
    }
    #[test]
    fn the_table_is_doubled_once_if_its_buckets_get_smaller() {
        let size = |count: usize| {
            let symbols: Vec<String> = (0..count).map(|i| format!("fun{}x", i * 7)).collect();
            let table = NameTable::new(symbols.iter().map(String::as_str));
            (table.buckets, table.columns)
        };
        let sizes = [2, 3, 4, 5, 8, 9, 17, 64, 100, 500].map(size);
        // 4 and 8 symbols would have smaller buckets still in a table of four times the size.
        assert_eq!(
            sizes,
            [
                (2, 2),
                (4, 2),
                (8, 2),
                (16, 1),
                (16, 2),
                (16, 2),
                (64, 2),
                (64, 3),
                (256, 2),
                (1024, 5)
            ]
        );
    }
}
