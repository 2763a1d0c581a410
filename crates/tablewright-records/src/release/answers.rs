//! What was asked of a release while it was not sure yet.

use super::{Feature, Release};
use crate::rewind::Rewind;

/// The features that evaluation asked for, each with the answer it got.
///
/// Evaluation begins before all marks of the description's release have been read. What it was told
/// is compared with what the release says that was detected in the end.
#[derive(Clone, Default)]
pub(crate) struct FeatureAnswers(Vec<(Feature, bool)>);

impl FeatureAnswers {
    /// Whether `release` has the feature; remembers the answer.
    pub(crate) fn has(&mut self, release: Release, feature: Feature) -> bool {
        let answer = release.has(feature);
        // There are a dozen features of the language.
        if !self.0.contains(&(feature, answer)) {
            self.0.push((feature, answer));
        }
        answer
    }

    /// Whether `release` would have given the same answers.
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
