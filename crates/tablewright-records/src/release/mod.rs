//! LLVM releases: selection of the release for an input, and differences between releases.
//!
//! The store contains a [`Release`] ([`RecordStore::release`](crate::RecordStore::release)). Code that depends on the
//! release queries a [`Feature`], which is a row in a table. It never compares numbers: outside this module, releases
//! have no order.
//!
//! # How the release of an input is chosen
//!
//! 1. [`LoadOptions::release`](crate::LoadOptions::release), if set. The command line sets it from `--release`, the
//!    program's name (`llvm-tblgen-22`) or the variable `TABLEWRIGHT_RELEASE`.
//! 2. Otherwise [`LoadOptions::tree_release`](crate::LoadOptions::tree_release). A session reads it from a version file
//!    in the tree that contains the input and its include directories.
//! 3. Otherwise the release detected from marks in the description: classes and fields that exist only since, or until,
//!    a release ([`ReleaseMark`](crate::ReleaseMark)).
//! 4. Otherwise [`Release::DEFAULT`].
//!
//! # Queries during evaluation
//!
//! Analyses and backends run after all marks have been read, so they query the store.
//!
//! Evaluation runs while the input is read, and its release follows the marks: each class in a mark may change it
//! (`RecordStore::note_class`). Files with marks have them near the start. Evaluation queries features only through
//! `Heap::has`, which stores the answers. If the detected release has different answers at the end, the input is read
//! again under this release ([`load`](crate::load())). So named and detected releases have the same results, and
//! reading again is rare.
//!
//! The parser knows no releases. It reads the syntax of all releases. If a release is named, the parser gets its syntax
//! and keywords (`Dialect`).

mod answers;
#[macro_use]
mod features_macro;
mod feature;
mod range;

use std::fmt;
use std::str::FromStr;

pub(crate) use answers::FeatureAnswers;
pub use feature::Feature;
pub use range::ReleaseRange;

/// An LLVM release: its major number. Before LLVM 4, when each minor release had its own features, also the minor
/// number.
///
/// Releases can be equal, but are not ordered: differences between releases are [`Feature`]s.
///
/// ```
/// use tablewright_records::{Feature, Release};
///
/// let release: Release = "22.1.8".parse().expect("it is a release");
/// assert_eq!(release, Release::new(22));
/// assert!(release.has(Feature::GetopAndSetopAreGone));
/// assert!(!Release::new(19).has(Feature::GetopAndSetopAreGone));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Release {
    major: u8,
    minor: u8,
}

/// The first release whose minor releases have the same features.
const FIRST_WITHOUT_MINOR: u8 = 4;

/// The releases whose outputs are reproduced, oldest first, each with its full version.
const OUTPUTS: [(Release, &str); 4] = [
    (Release::new(19), "19.1.7"),
    (Release::new(22), "22.1.8"),
    (Release::new(23), "23.1.4"),
    (PREVIEW, "24.0.0"),
];

/// The release that LLVM prepares. It is used only if it is named, or if a tree or a mark has it.
const PREVIEW: Release = Release::new(24);

impl Release {
    /// Default release if nothing selects another: the newest published release whose outputs are reproduced.
    pub const DEFAULT: Release = Release::new(23);

    /// Newest known release. A description for a newer release is read as far as possible.
    pub const NEWEST_KNOWN: Release = Release::new(24);

    /// Creates the release with this major number.
    pub const fn new(major: u8) -> Release {
        Release { major, minor: 0 }
    }

    /// Creates the release with these numbers. The minor number is ignored from LLVM 4 on.
    pub const fn with_minor(major: u8, minor: u8) -> Release {
        Release { major, minor: if major < FIRST_WITHOUT_MINOR { minor } else { 0 } }
    }

    /// Returns whether this release has a feature.
    pub const fn has(self, feature: Feature) -> bool {
        feature.releases().contains(self)
    }

    /// Returns whether the release is newer than all known releases.
    pub const fn is_newer_than_known(self) -> bool {
        self.number() > Release::NEWEST_KNOWN.number()
    }

    /// Returns the LLVM version whose outputs are printed for this release: the newest version that is not newer than
    /// the release, or else the oldest version.
    pub fn output_version(self) -> &'static str {
        let mut outputs = OUTPUTS.iter().rev();
        let entry = outputs.find(|(release, _)| release.number() <= self.number());
        entry.map_or(OUTPUTS[0].1, |(_, version)| version)
    }

    /// Returns the newest published release in a range whose outputs are reproduced, or else the newest known release in
    /// the range.
    pub(crate) fn newest_of(range: ReleaseRange) -> Release {
        let mut published = OUTPUTS.iter().rev().filter(|(release, _)| *release != PREVIEW);
        let entry = published.find(|(release, _)| range.contains(*release));
        entry.map_or(range.newest(Release::NEWEST_KNOWN), |&(release, _)| release)
    }

    /// Returns the previous release.
    fn before(self) -> Release {
        match self {
            Release { major: FIRST_WITHOUT_MINOR, .. } => Release::with_minor(3, 9),
            Release { major, minor: 0 } => Release::new(major.saturating_sub(1)),
            Release { major, minor } => Release::with_minor(major, minor - 1),
        }
    }

    /// Returns a number that increases with releases.
    const fn number(self) -> u16 {
        (self.major as u16) << 8 | self.minor as u16
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.major < FIRST_WITHOUT_MINOR {
            write!(f, "{}.{}", self.major, self.minor)
        } else {
            write!(f, "{}", self.major)
        }
    }
}

/// A text that is not an LLVM version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRelease;

impl FromStr for Release {
    type Err = NoRelease;

    /// Reads `22`, `22.1` or `22.1.8`.
    fn from_str(text: &str) -> Result<Release, NoRelease> {
        let mut numbers = text.split('.').map(|number| match number.as_bytes() {
            // `parse` would accept a sign.
            [b'0'..=b'9', ..] => number.parse().map_err(|_| NoRelease),
            _ => Err(NoRelease),
        });
        let major = numbers.next().unwrap_or(Err(NoRelease))?;
        let minor = numbers.next().unwrap_or(Ok(0))?;
        numbers.next().unwrap_or(Ok(0u8))?;
        if major == 0 || numbers.next().is_some() {
            return Err(NoRelease);
        }
        Ok(Release::with_minor(major, minor))
    }
}

/// The reason for a store's release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReleaseReason {
    /// The release was named when the input was loaded.
    Named,
    /// The tree that contains the input has this release.
    Tree,
    /// The description has marks of the release. The store lists them.
    Detected,
    /// The release is unknown, so [`Release::DEFAULT`] is used.
    Default,
}

impl Feature {
    /// Returns whether the difference ends with the oldest reproduced release, 19.1.7: all newer reproduced releases
    /// behave in the other way. Then the older form can be removed together with that release.
    pub fn ends_with_oldest(self) -> bool {
        let [oldest, newer @ ..] = OUTPUTS.map(|(release, _)| release.has(self));
        newer.iter().all(|&has| has != oldest)
    }
}

/// The release of a store, with the reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelectedRelease {
    pub(crate) release: Release,
    pub(crate) reason: ReleaseReason,
    /// Whether marks no longer change the release.
    pub(crate) is_fixed: bool,
}

impl SelectedRelease {
    /// Selects the release before anything is read.
    pub(crate) fn new(named: Option<Release>, of_tree: Option<Release>) -> SelectedRelease {
        let settled = |release, reason| SelectedRelease { release, reason, is_fixed: true };
        match (named, of_tree) {
            (Some(release), _) => settled(release, ReleaseReason::Named),
            (None, Some(release)) => settled(release, ReleaseReason::Tree),
            (None, None) => SelectedRelease {
                release: Release::DEFAULT,
                reason: ReleaseReason::Default,
                is_fixed: false,
            },
        }
    }

    /// Fixes this release, regardless of later marks.
    pub(crate) fn fixed(self) -> SelectedRelease {
        SelectedRelease { is_fixed: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_with_and_without_minor_and_patch() {
        let check = |text: &str, expected: &str| {
            assert_eq!(
                text.parse::<Release>().map(|r| r.to_string()),
                Ok(expected.into()),
                "{text}"
            );
        };
        check("19", "19");
        check("19.1", "19");
        check("19.1.7", "19");
        check("3.8", "3.8");
        check("3.8.1", "3.8");
        for text in ["", "x", "19.", "19.x", "+19", "-19", "0", "19.1.7.1", "1000"] {
            assert_eq!(text.parse::<Release>(), Err(NoRelease), "{text}");
        }
    }

    #[test]
    fn minor_numbers_count_before_llvm_4_only() {
        assert_eq!(Release::with_minor(19, 1), Release::new(19));
        assert_ne!(Release::with_minor(3, 8), Release::with_minor(3, 9));
    }

    #[test]
    fn outputs_of_a_release_without_its_own_are_those_of_the_nearest_before() {
        let version = |major| Release::new(major).output_version();
        assert_eq!([version(5), version(19), version(21)], ["19.1.7"; 3]);
        assert_eq!([version(22), version(23)], ["22.1.8", "23.1.4"]);
        assert_eq!([version(24), version(99)], ["24.0.0"; 2]);
    }

    #[test]
    fn releases_after_24_are_newer_than_all_known() {
        let newer = [19, 24, 25].map(|major| Release::new(major).is_newer_than_known());
        assert_eq!(newer, [false, false, true]);
    }
}
