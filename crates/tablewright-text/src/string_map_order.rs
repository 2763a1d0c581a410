//! The order in which the reference release prints what it keeps in a hash map of strings.

use twox_hash::xxhash3_64::Hasher;

const FIRST_SIZE: usize = 16;

/// The hash by which the reference release finds strings: the low 32 bits of XXH3.
pub fn string_hash(bytes: &[u8]) -> u32 {
    Hasher::oneshot(bytes) as u32
}

/// How an open hash table goes on after a bucket that is taken. Releases of the reference differ in it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Probing {
    /// The distance grows by one with each try: 0, 1, 3, 6, … buckets after the start.
    #[default]
    Quadratic,
    /// The next bucket is tried.
    Linear,
}

/// Strings in the order of an open hash table: by hash, with buckets after a collision found by
/// probing. A few outputs have this order, which depends on the strings and on the order in which
/// they were added, on nothing else.
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
    /// A power of two of buckets, at least a quarter of them free; none before the first string.
    buckets: Vec<Option<u32>>,
    probing: Probing,
}

impl<'a> StringMapOrder<'a> {
    /// No strings, with quadratic probing.
    pub fn new() -> StringMapOrder<'a> {
        StringMapOrder::default()
    }

    /// No strings, with this probing.
    pub fn with_probing(probing: Probing) -> StringMapOrder<'a> {
        StringMapOrder { probing, ..StringMapOrder::default() }
    }

    /// Adds a string unless it is there already. Returns its index: the rank among the strings in
    /// the order they were added.
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
        // After the insertion, as in the reference: when a table grows decides where later strings
        // land.
        if self.strings.len() * 4 > self.buckets.len() * 3 {
            self.grow();
        }
        index
    }

    /// The indices of the strings, in order.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.buckets.iter().flatten().map(|&index| index as usize)
    }

    /// The index of the string, or the bucket it belongs in.
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
        // In the order of the old buckets: of two strings that collide in the new table, the first
        // in this order keeps its bucket.
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
    /// The buckets where a string may be, in the order they are tried. With a power of two of buckets,
    /// these are all of them.
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

    /// Orders that the reference release prints, of tables before and after they have grown.
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
