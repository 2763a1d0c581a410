//! A hash table of symbols, by which functions are found.

use tablewright_text::string_hash;

/// How many symbols one bucket may have.
const MAX_COLUMNS: usize = 4;

/// Buckets of equal size with the numbers of functions; zero for none.
pub(super) struct NameTable {
    /// How many buckets there are, a power of two.
    pub(super) buckets: usize,
    /// How many numbers each has.
    pub(super) columns: usize,
    /// The numbers, bucket after bucket.
    pub(super) numbers: Vec<usize>,
}

impl NameTable {
    /// The table of symbols, which are numbered from one. Of equal symbols, which follow each other, the first
    /// is in the table: its readers go on from there.
    pub(super) fn new<'s>(symbols: impl Iterator<Item = &'s str>) -> NameTable {
        let mut hashes = Vec::new();
        let mut last = None;
        let mut count = 0;
        for (number, symbol) in (1usize..).zip(symbols) {
            count = number;
            if last.replace(symbol) != Some(symbol) {
                hashes.push((string_hash(symbol.as_bytes()) as usize, number));
            }
        }
        let mut size = count.max(1).next_power_of_two();
        loop {
            let mut buckets: Vec<Vec<usize>> = vec![Vec::new(); size];
            for &(hash, number) in &hashes {
                buckets[hash % size].push(number);
            }
            let columns = buckets.iter().map(Vec::len).max().unwrap_or(0);
            // Symbols with the same hash share a bucket in a table of any size.
            if columns <= MAX_COLUMNS || size > count.saturating_mul(MAX_SIZE_FACTOR) {
                return NameTable::of_buckets(&buckets, columns);
            }
            size *= 2;
        }
    }

    fn of_buckets(buckets: &[Vec<usize>], columns: usize) -> NameTable {
        let mut numbers = Vec::with_capacity(buckets.len() * columns);
        for bucket in buckets {
            numbers.extend_from_slice(bucket);
            numbers.resize(numbers.len() + columns - bucket.len(), 0);
        }
        NameTable { buckets: buckets.len(), columns, numbers }
    }
}

/// How many buckets there may be for each symbol.
const MAX_SIZE_FACTOR: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symbol_is_in_the_bucket_of_its_hash_and_equal_ones_are_there_once() {
        let table = NameTable::new(["calloc", "free", "sqrtl", "sqrtl"].into_iter());
        assert_eq!((table.buckets, table.numbers.len()), (4, 4 * table.columns));
        let mut found: Vec<usize> = table.numbers.iter().copied().filter(|&n| n != 0).collect();
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3]);
    }
}
