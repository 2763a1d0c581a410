//! Feature queries during release detection, with their answers.

use super::{Feature, Release};
use crate::rewind::Rewind;

/// The features that evaluation queried, each with the answer.
///
/// Evaluation starts before the description's release is known. At the end the answers are compared with the detected
/// release.
#[derive(Clone, Default)]
pub(crate) struct FeatureAnswers(Vec<(Feature, bool)>);

impl FeatureAnswers {
    /// Returns whether `release` has the feature, and stores the answer.
    pub(crate) fn has(&mut self, release: Release, feature: Feature) -> bool {
        let answer = release.has(feature);
        // The list is short: a dozen features affect the language.
        if !self.0.contains(&(feature, answer)) {
            self.0.push((feature, answer));
        }
        answer
    }

    /// Returns whether `release` would have the same answers.
    pub(crate) fn agree_with(&self, release: Release) -> bool {
        self.0.iter().all(|&(feature, answer)| release.has(feature) == answer)
    }
}

impl Rewind for FeatureAnswers {
    type Point = usize;

    fn point(&self) -> usize {
        self.0.len()
    }

    fn rewind(&mut self, &len: &usize) {
        self.0.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_agree_with_releases_that_have_the_same_features() {
        let mut answers = FeatureAnswers::default();
        assert!(answers.agree_with(Release::new(19)));
        assert!(answers.has(Release::new(23), Feature::LogicStopsEarly));
        assert!(answers.agree_with(Release::new(22)) && !answers.agree_with(Release::new(19)));
        assert!(!answers.has(Release::new(19), Feature::LogicStopsEarly));
        assert!(!answers.agree_with(Release::new(22)));
    }
}
