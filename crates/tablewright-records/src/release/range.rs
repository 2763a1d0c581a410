//! Release ranges.

use std::fmt;

use super::Release;

/// The releases from `since` on and before `until`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReleaseRange {
    /// First release in the range. `None` if all older releases belong to it.
    pub since: Option<Release>,
    /// First release after the range. `None` if all newer releases belong to it.
    pub until: Option<Release>,
}

impl ReleaseRange {
    /// All releases.
    pub const ALL: ReleaseRange = ReleaseRange { since: None, until: None };

    /// Creates the range from `first` on.
    pub const fn since(first: Release) -> ReleaseRange {
        ReleaseRange { since: Some(first), until: None }
    }

    /// Creates the range before `end`.
    pub const fn until(end: Release) -> ReleaseRange {
        ReleaseRange { since: None, until: Some(end) }
    }

    /// Creates the range from `first` on and before `end`.
    pub const fn between(first: Release, end: Release) -> ReleaseRange {
        ReleaseRange { since: Some(first), until: Some(end) }
    }

    /// Returns whether a release belongs to the range.
    pub const fn contains(self, release: Release) -> bool {
        self.lower_bound() <= release.number() && release.number() < self.upper_bound()
    }

    /// Returns the releases in both ranges, if any.
    pub(crate) fn intersection(self, other: ReleaseRange) -> Option<ReleaseRange> {
        let later = |range: &ReleaseRange| range.lower_bound();
        let earlier = |range: &ReleaseRange| range.upper_bound();
        let since = [self, other].into_iter().max_by_key(later).and_then(|range| range.since);
        let until = [self, other].into_iter().min_by_key(earlier).and_then(|range| range.until);
        let both = ReleaseRange { since, until };
        (both.lower_bound() < both.upper_bound()).then_some(both)
    }

    /// Returns the newest release in the range, or `newest` if the range is open-ended.
    pub(crate) fn newest(self, newest: Release) -> Release {
        self.until.map_or(newest, Release::before)
    }

    const fn lower_bound(self) -> u16 {
        match self.since {
            Some(first) => first.number(),
            None => 0,
        }
    }

    const fn upper_bound(self) -> u16 {
        match self.until {
            Some(end) => end.number(),
            None => u16::MAX,
        }
    }
}

impl fmt::Display for ReleaseRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.since, self.until) {
            (None, None) => f.write_str("all releases"),
            (Some(first), None) => write!(f, "{first} and later"),
            (None, Some(end)) => write!(f, "before {end}"),
            (Some(first), Some(end)) => write!(f, "{first} and later, before {end}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: Release = Release::with_minor(3, 9);
    const NEW: Release = Release::new(22);

    #[test]
    fn the_first_release_belongs_to_a_range_and_the_end_does_not() {
        let range = ReleaseRange::between(OLD, NEW);
        let all = [Release::with_minor(3, 8), OLD, Release::new(4), Release::new(21), NEW];
        assert_eq!(all.map(|release| range.contains(release)), [false, true, true, true, false]);
        assert!(all.iter().all(|&release| ReleaseRange::ALL.contains(release)));
    }

    #[test]
    fn ranges_intersect_in_what_both_have() {
        let [since, until] = [ReleaseRange::since(OLD), ReleaseRange::until(NEW)];
        assert_eq!(since.intersection(until), Some(ReleaseRange::between(OLD, NEW)));
        assert_eq!(since.intersection(ReleaseRange::ALL), Some(since));
        assert_eq!(ReleaseRange::since(NEW).intersection(until), None);
    }
}
