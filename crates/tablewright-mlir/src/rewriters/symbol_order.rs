//! Symbol order as the reference release prints a pattern's symbols: the iteration order of a libstdc++
//! `std::unordered_multimap`.

const SEED: u64 = 0xc70f_6907;
const MULTIPLIER: u64 = 0xc6a4_a793_5bd1_e995;

/// The possible bucket counts: prime numbers.
const BUCKET_COUNTS: [usize; 12] =
    [13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043];

/// Maximum map size for which all nodes are searched for an equal key. Larger maps search only the key's bucket.
const SMALL_SIZE: usize = 20;

/// Returns the libstdc++ string hash on 64-bit machines: MurmurHash64A.
fn hash(key: &[u8]) -> u64 {
    let mix = |value: u64| value ^ (value >> 47);
    let mut hash = SEED ^ (key.len() as u64).wrapping_mul(MULTIPLIER);
    let (words, tail) = key.as_chunks::<8>();
    for word in words {
        let data = mix(u64::from_le_bytes(*word).wrapping_mul(MULTIPLIER));
        hash = (hash ^ data.wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER);
    }
    if !tail.is_empty() {
        let data = tail.iter().rev().fold(0, |data, &byte| (data << 8) | u64::from(byte));
        hash = (hash ^ data).wrapping_mul(MULTIPLIER);
    }
    mix(mix(hash).wrapping_mul(MULTIPLIER))
}

/// The node before a bucket's first node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The head of the node list.
    Head,
    /// A node.
    Node(usize),
}

/// Keys, possibly repeated, in the order of such a map. A key's number is the number of keys added before it.
#[derive(Default)]
pub(super) struct SymbolOrder {
    keys: Vec<String>,
    hashes: Vec<u64>,
    /// By node, the next node.
    next: Vec<Option<usize>>,
    head: Option<usize>,
    buckets: Vec<Option<Before>>,
}

impl SymbolOrder {
    /// Returns the keys in order.
    pub(super) fn indices(&self) -> Vec<usize> {
        std::iter::successors(self.head, |&node| self.next[node]).collect()
    }

    pub(super) fn insert(&mut self, key: &str) {
        let small = self.keys.len() <= SMALL_SIZE;
        let equal = if small { self.find(key) } else { None };
        let hash = hash(key.as_bytes());
        let node = self.keys.len();
        if node + 1 > self.buckets.len() {
            let least = (node + 2).max(2 * self.buckets.len());
            let count = BUCKET_COUNTS.into_iter().find(|&count| count >= least);
            self.rehash(count.unwrap_or(least | 1));
        }
        self.keys.push(key.to_owned());
        self.hashes.push(hash);
        self.next.push(None);
        let bucket = self.bucket(node);
        if let Some(equal) = equal {
            self.insert_after(Before::Node(equal), node);
            // The node may be the last of its bucket now.
            if let Some(after) = self.next[node].filter(|&after| self.keys[after] != key) {
                let other = self.bucket(after);
                if other != bucket {
                    self.buckets[other] = Some(Before::Node(node));
                }
            }
        } else if let Some(before) = self.find_before(bucket, node).or(self.buckets[bucket]) {
            self.insert_after(before, node);
        } else {
            self.insert_after(Before::Head, node);
            if let Some(after) = self.next[node] {
                let other = self.bucket(after);
                self.buckets[other] = Some(Before::Node(node));
            }
            self.buckets[bucket] = Some(Before::Head);
        }
    }

    fn find(&self, key: &str) -> Option<usize> {
        self.indices().into_iter().find(|&node| self.keys[node] == key)
    }

    /// Returns the node before the first node with the same key as `node`.
    fn find_before(&self, bucket: usize, node: usize) -> Option<Before> {
        let mut before = self.buckets[bucket]?;
        loop {
            let one = self.after(before).filter(|&one| self.bucket(one) == bucket)?;
            if self.keys[one] == self.keys[node] {
                return Some(before);
            }
            before = Before::Node(one);
        }
    }

    fn bucket(&self, node: usize) -> usize {
        (self.hashes[node] % self.buckets.len() as u64) as usize
    }

    fn after(&self, before: Before) -> Option<usize> {
        match before {
            Before::Head => self.head,
            Before::Node(node) => self.next[node],
        }
    }

    fn insert_after(&mut self, before: Before, node: usize) {
        self.next[node] = self.after(before);
        match before {
            Before::Head => self.head = Some(node),
            Before::Node(one) => self.next[one] = Some(node),
        }
    }

    /// Changes the bucket count. Adjacent nodes in the same bucket keep their order.
    fn rehash(&mut self, count: usize) {
        let old = self.indices();
        self.head = None;
        self.buckets = vec![None; count];
        let mut first_bucket = 0;
        let mut last: Option<(usize, usize)> = None;
        let mut follows = false;
        for node in old {
            let bucket = self.bucket(node);
            match last {
                Some((before, last_bucket)) if last_bucket == bucket => {
                    self.insert_after(Before::Node(before), node);
                    follows = true;
                }
                Some(_) | None => {
                    if let (Some((before, last_bucket)), true) = (last, follows) {
                        self.update_bucket_after(before, last_bucket);
                        follows = false;
                    }
                    match self.buckets[bucket] {
                        Some(before) => self.insert_after(before, node),
                        None => {
                            self.insert_after(Before::Head, node);
                            self.buckets[bucket] = Some(Before::Head);
                            if self.next[node].is_some() {
                                self.buckets[first_bucket] = Some(Before::Node(node));
                            }
                            first_bucket = bucket;
                        }
                    }
                }
            }
            last = Some((node, bucket));
        }
        if let (Some((before, last_bucket)), true) = (last, follows) {
            self.update_bucket_after(before, last_bucket);
        }
    }

    fn update_bucket_after(&mut self, node: usize, bucket: usize) {
        if let Some(after) = self.next[node] {
            let other = self.bucket(after);
            if other != bucket {
                self.buckets[other] = Some(Before::Node(node));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SymbolOrder;

    #[track_caller]
    fn check(keys: &str, expected: &str) {
        let mut order = SymbolOrder::default();
        let keys: Vec<&str> = keys.split(' ').collect();
        for key in &keys {
            order.insert(key);
        }
        let ordered: Vec<&str> = order.indices().into_iter().map(|index| keys[index]).collect();
        assert_eq!(ordered.join(" "), expected);
    }

    #[test]
    fn later_keys_come_first_where_buckets_differ() {
        check("res irm arg", "arg irm res");
        check("res x y", "x y res");
        check("res x c0 ovf1 c1 ovf2", "ovf1 c1 c0 x ovf2 res");
    }

    #[test]
    fn equal_keys_follow_the_first() {
        let mut order = SymbolOrder::default();
        for key in ["a", "b", "a", "a", "b", "c"] {
            order.insert(key);
        }
        assert_eq!(order.indices(), [5, 1, 4, 0, 3, 2]);
    }

    #[test]
    fn order_changes_when_the_map_grows() {
        check(
            "input1 input2 input3 input4 input5 input6 input7 input8 input9 \
             attr2 attr3 attr4 attr5 attr6 attr7 attr8 attr9",
            "attr9 attr7 attr6 input1 input2 input3 input5 input7 attr3 input6 attr4 input8 \
             input9 attr2 attr8 input4 attr5",
        );
    }
}
