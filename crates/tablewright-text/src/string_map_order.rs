//! The order in which the reference release prints a hash map with string keys.

use twox_hash::xxhash3_64::Hasher;

const FIRST_SIZE: usize = 16;

/// Returns the reference release's string hash: XXH3's low 32 bits.
pub fn string_hash(bytes: &[u8]) -> u32 {
    Hasher::oneshot(bytes) as u32
}

/// Probe sequence after an occupied bucket in an open hash table. It differs between releases.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Probing {
    /// Distances 0, 1, 3, 6, …: each step is one bucket longer.
    #[default]
    Quadratic,
    /// Distances 0, 1, 2, 3, …
    Linear,
}

/// Strings in the order of an open hash table: by hash, with collisions resolved by probing.
///
/// A few outputs have this order. It depends only on the strings and their insertion order.
///
/// ```
/// use tablewright_text::StringMapOrder;
///
/// let mut order = StringMapOrder::new();
/// for name in ["first", "second", "third"] {
///     order.insert(name);
/// }
/// assert_eq!(order.insert("second"), 1);
/// assert_eq!(order.indices().collect::<Vec<_>>(), [0, 2, 1]);
/// ```
#[derive(Default, Debug)]
pub struct StringMapOrder<'a> {
    strings: Vec<&'a str>,
    hashes: Vec<u32>,
    /// Buckets: a power of two. At least a quarter are free. Empty before the first string.
    buckets: Vec<Option<u32>>,
    probing: Probing,
}

impl<'a> StringMapOrder<'a> {
    /// Creates an empty order with quadratic probing.
    pub fn new() -> StringMapOrder<'a> {
        StringMapOrder::default()
    }

    /// Creates an empty order with this probing.
    pub fn with_probing(probing: Probing) -> StringMapOrder<'a> {
        StringMapOrder { probing, ..StringMapOrder::default() }
    }

    /// Adds a string unless it is already present. Returns its index in insertion order.
    pub fn insert(&mut self, string: &'a str) -> usize {
        if self.buckets.is_empty() {
            self.buckets = vec![None; FIRST_SIZE];
        }
        let hash = string_hash(string.as_bytes());
        let bucket = match self.find(string, hash) {
            Ok(index) => return index,
            Err(bucket) => bucket,
        };
        let index = self.strings.len();
        self.buckets[bucket] = Some(index as u32);
        self.strings.push(string);
        self.hashes.push(hash);
        // The table grows after the insertion, as in the reference, since its size decides the
        // buckets of later strings.
        if self.strings.len() * 4 > self.buckets.len() * 3 {
            self.grow();
        }
        index
    }

    /// Iterates over string indices in bucket order.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.buckets.iter().flatten().map(|&index| index as usize)
    }

    /// Returns a string's index, or as an error the bucket for it.
    fn find(&self, string: &str, hash: u32) -> Result<usize, usize> {
        for bucket in self.probing.buckets(hash, self.buckets.len()) {
            match self.buckets[bucket] {
                None => return Err(bucket),
                Some(index) if self.strings[index as usize] == string => return Ok(index as usize),
                Some(_) => {}
            }
        }
        unreachable!("a quarter of the buckets is free")
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        let mut buckets = vec![None; 2 * old.len()];
        // In old bucket order: if two strings collide in the new table, the first keeps its bucket.
        for index in old.into_iter().flatten() {
            let hash = self.hashes[index as usize];
            let mut candidates = self.probing.buckets(hash, buckets.len());
            let free = candidates.find(|&bucket| buckets[bucket].is_none());
            buckets[free.expect("half of the buckets are free")] = Some(index);
        }
        self.buckets = buckets;
    }
}

impl Probing {
    /// Iterates over the candidate buckets for a string in probing order. Since the size is a power
    /// of two, the candidates include every bucket.
    fn buckets(self, hash: u32, size: usize) -> impl Iterator<Item = usize> {
        let start = hash as usize;
        (0..size).scan(start, move |at, step| {
            *at += match self {
                Probing::Quadratic => step,
                Probing::Linear => step.min(1),
            };
            Some(*at & (size - 1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Orders that the reference release prints, for tables before and after they grow.
    #[test]
    fn strings_are_ordered_as_in_the_reference() {
        let check = |names: &[&str], expected: &str| {
            let mut order = StringMapOrder::new();
            names.iter().for_each(|name| _ = order.insert(name));
            let ordered: Vec<&str> = order.indices().map(|index| names[index]).collect();
            assert_eq!(ordered.join(" "), expected);
        };
        let greek = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"];
        let mut names = [&greek[..], &["kappa", "lambda", "mu", "options"]].concat();
        check(&names, "beta eta options zeta theta delta lambda gamma iota mu epsilon alpha kappa");
        names.splice(12..12, ["nu", "a-name-that-is-longer-than-sixteen-characters"]);
        let mut order = StringMapOrder::new();
        assert!(names.iter().enumerate().all(|(i, name)| order.insert(name) == i));
        assert_eq!((order.insert("nu"), order.indices().count()), (12, 15));
    }
}
