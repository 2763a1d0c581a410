//! Table of the differences between releases. Each area has a file.

#[macro_use]
mod clang;
#[macro_use]
mod instructions;
#[macro_use]
mod language;
#[macro_use]
mod mlir;
#[macro_use]
mod patterns;
#[macro_use]
mod programs;
#[macro_use]
mod target_tables;

use super::{Release, ReleaseRange};

// In an area, rows are sorted by topic, then by the first release with or without the feature.
features! { [patterns language instructions target_tables clang mlir programs] }

const fn since(first: Release) -> ReleaseRange {
    ReleaseRange::since(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_what_came_with_it_or_before() {
        let [old, new] = [Release::new(5), Release::new(6)];
        assert!(!old.has(Feature::OperandTypesFirst) && new.has(Feature::OperandTypesFirst));
        assert!(old.has(Feature::AllOutputsAreResults) && new.has(Feature::AllOutputsAreResults));
        assert!(!Release::with_minor(3, 8).has(Feature::AllOutputsAreResults));
    }

    #[test]
    fn a_difference_ends_with_the_oldest_release_if_newer_ones_agree() {
        assert!(Feature::RevisedMessages.ends_with_oldest());
        assert!(!Feature::LetAppends.ends_with_oldest());
        assert!(!Feature::OperandTypesFirst.ends_with_oldest());
    }

    #[test]
    fn every_feature_divides_the_releases() {
        for feature in Feature::ALL {
            assert_ne!(feature.releases(), ReleaseRange::ALL, "{}", feature.name());
        }
    }
}
