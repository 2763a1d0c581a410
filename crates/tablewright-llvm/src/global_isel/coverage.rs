//! Reads the rules that tests have used, as written by a compiler built with `--instrument-gisel-coverage`.
//!
//! In: a coverage file. For each selector run it contains the target name and a zero byte, then rule numbers with
//! eight bytes each in host byte order, then a number with all bits set. Out: [`GlobalIselCoverage`].

use rustc_hash::FxHashSet;

/// The rules of a target that tests have used.
#[derive(Debug, Default)]
pub(super) struct GlobalIselCoverage(FxHashSet<u64>);

/// Terminator for a rule list.
const END_OF_LIST: u64 = u64::MAX;

impl GlobalIselCoverage {
    /// Parses a coverage file; `None` if it is malformed.
    pub(super) fn parse(bytes: &[u8], target: &str) -> Option<GlobalIselCoverage> {
        let mut covered = FxHashSet::default();
        let mut tail = bytes;
        while !tail.is_empty() {
            let end = tail.iter().position(|&byte| byte == 0)?;
            let is_target = &tail[..end] == target.as_bytes();
            tail = &tail[end + 1..];
            if tail.is_empty() {
                return None;
            }
            while !tail.is_empty() {
                let (number, after) = tail.split_first_chunk()?;
                tail = after;
                match u64::from_ne_bytes(*number) {
                    END_OF_LIST => break,
                    number if is_target => _ = covered.insert(number),
                    _ => {}
                }
            }
        }
        Some(GlobalIselCoverage(covered))
    }

    /// Whether a rule was used.
    pub(super) fn has(&self, rule: u64) -> bool {
        self.0.contains(&rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes that a selector run writes.
    fn run(target: &str, rules: &[u64]) -> Vec<u8> {
        let mut bytes = target.as_bytes().to_vec();
        bytes.push(0);
        rules.iter().for_each(|rule| bytes.extend_from_slice(&rule.to_ne_bytes()));
        bytes
    }

    #[test]
    fn only_rules_of_the_target_count() {
        let end = u64::MAX;
        let bytes = [run("A", &[1, 2, end]), run("B", &[3, end]), run("A", &[300])].concat();
        let coverage = GlobalIselCoverage::parse(&bytes, "A").expect("it is well-formed");
        assert_eq!([1, 2, 3, 300].map(|rule| coverage.has(rule)), [true, true, false, true]);
    }

    #[test]
    fn a_name_without_rules_and_half_a_number_are_errors() {
        assert!(GlobalIselCoverage::parse(b"A\0", "A").is_none());
        assert!(GlobalIselCoverage::parse(b"A\0\x01\x02", "A").is_none());
        assert!(GlobalIselCoverage::parse(b"A", "A").is_none());
        assert!(GlobalIselCoverage::parse(b"", "A").is_some());
    }
}
