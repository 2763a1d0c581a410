//! The rules that tests have used, as a compiler built with `--instrument-gisel-coverage` notes them.
//!
//! In: the bytes of a coverage file. It has, for each selector that ran, the name of the target with a zero
//! byte after it, then the numbers of the rules that were used, eight bytes each in the order of the
//! machine, then a number of ones only. Out: [`Coverage`].

use rustc_hash::FxHashSet;

/// The rules of a target that tests have used.
#[derive(Debug, Default)]
pub(super) struct Coverage(FxHashSet<u64>);

/// What ends a list of rules.
const END_OF_LIST: u64 = u64::MAX;

impl Coverage {
    /// Reads a coverage file; `None` where it is not well-formed.
    pub(super) fn parse(bytes: &[u8], target: &str) -> Option<Coverage> {
        let mut covered = FxHashSet::default();
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = rest.iter().position(|&byte| byte == 0)?;
            let is_target = &rest[..end] == target.as_bytes();
            rest = &rest[end + 1..];
            if rest.is_empty() {
                return None;
            }
            while !rest.is_empty() {
                let (number, after) = rest.split_first_chunk()?;
                rest = after;
                match u64::from_ne_bytes(*number) {
                    END_OF_LIST => break,
                    number if is_target => _ = covered.insert(number),
                    _ => {}
                }
            }
        }
        Some(Coverage(covered))
    }

    /// Whether a rule was used.
    pub(super) fn has(&self, rule: u64) -> bool {
        self.0.contains(&rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(parts: &[(&str, &[u64])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (name, rules) in parts {
            bytes.extend_from_slice(name.as_bytes());
            bytes.push(0);
            rules.iter().for_each(|rule| bytes.extend_from_slice(&rule.to_ne_bytes()));
        }
        bytes
    }

    #[test]
    fn only_rules_of_the_target_count() {
        let end = u64::MAX;
        let bytes = file(&[("A", &[1, 2, end]), ("B", &[3, end]), ("A", &[300])]);
        let coverage = Coverage::parse(&bytes, "A").expect("it is well-formed");
        assert_eq!([1, 2, 3, 300].map(|rule| coverage.has(rule)), [true, true, false, true]);
    }

    #[test]
    fn a_name_without_rules_and_half_a_number_are_errors() {
        assert!(Coverage::parse(b"A\0", "A").is_none());
        assert!(Coverage::parse(b"A\0\x01\x02", "A").is_none());
        assert!(Coverage::parse(b"A", "A").is_none());
        assert!(Coverage::parse(b"", "A").is_some());
    }
}
