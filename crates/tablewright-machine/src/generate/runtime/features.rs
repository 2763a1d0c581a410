//! Features that a program selects when it runs.

use core::fmt;

use crate::feature_list::{Feature, FEATURES, PROCESSORS, PROCESSOR_ALIASES};

const WORDS: usize = FEATURES.len().div_ceil(64);

/// Facts about a feature.
pub(crate) struct FeatureRow {
    pub(crate) feature: Feature,
    pub(crate) name: &'static str,
    /// The features that it implies.
    pub(crate) implies: &'static [Feature],
}

/// Returns facts about a feature, for tables.
pub(crate) const fn row(
    feature: Feature,
    name: &'static str,
    implies: &'static [Feature],
) -> FeatureRow {
    FeatureRow { feature, name, implies }
}

/// A set of enabled features.
#[derive(Clone, PartialEq, Eq)]
pub struct Features {
    bits: [u64; WORDS],
}

/// A name that is not a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownFeature<'a> {
    /// The name.
    pub name: &'a str,
}

impl fmt::Display for UnknownFeature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown feature '{}'", self.name)
    }
}

impl core::error::Error for UnknownFeature<'_> {}

impl Features {
    /// Returns a set without features.
    pub fn none() -> Features {
        Features { bits: [0; WORDS] }
    }

    /// Returns the features of a processor (`-mcpu`); `None` if its name is unknown.
    pub fn for_cpu(name: &str) -> Option<Features> {
        let alias = PROCESSOR_ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = alias.map_or(name, |(_, meant)| meant);
        let (_, features) = PROCESSORS.iter().find(|(own, _)| *own == name)?;
        let mut enabled = Features::none();
        for feature in *features {
            enabled.enable(*feature);
        }
        Some(enabled)
    }

    /// Applies changes such as `+a,-b` (`-mattr`).
    ///
    /// # Errors
    /// If a name is unknown, or has no sign.
    pub fn with_changes<'a>(mut self, changes: &'a str) -> Result<Features, UnknownFeature<'a>> {
        for change in changes.split(',').map(str::trim).filter(|change| !change.is_empty()) {
            let (sign, name) = match (change.strip_prefix('+'), change.strip_prefix('-')) {
                (Some(name), _) => (true, name),
                (_, Some(name)) => (false, name),
                _ => return Err(UnknownFeature { name: change }),
            };
            let feature = Feature::from_name(name).ok_or(UnknownFeature { name })?;
            if sign {
                self.enable(feature);
            } else {
                self.disable(feature);
            }
        }
        Ok(self)
    }

    /// Whether a feature is enabled.
    pub fn has(&self, feature: Feature) -> bool {
        (self.bits[feature as usize / 64] >> (feature as usize % 64)) & 1 != 0
    }

    /// Enables a feature, and all features that it implies.
    pub fn enable(&mut self, feature: Feature) {
        if !self.has(feature) {
            self.bits[feature as usize / 64] |= 1 << (feature as usize % 64);
            for implied in FEATURES[feature as usize].implies {
                self.enable(*implied);
            }
        }
    }

    /// Disables a feature, and all features that imply it.
    pub fn disable(&mut self, feature: Feature) {
        if self.has(feature) {
            self.bits[feature as usize / 64] &= !(1 << (feature as usize % 64));
            for row in FEATURES.iter().filter(|row| row.implies.contains(&feature)) {
                self.disable(row.feature);
            }
        }
    }

    /// Returns the enabled features.
    pub fn iter(&self) -> impl Iterator<Item = Feature> + '_ {
        FEATURES.iter().map(|row| row.feature).filter(|feature| self.has(*feature))
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Feature::name)).finish()
    }
}

impl Feature {
    /// Returns the feature with a name, as in `-mattr`.
    pub fn from_name(name: &str) -> Option<Feature> {
        let named = FEATURES.iter().find(|row| row.name == name && !name.is_empty());
        named.map(|row| row.feature)
    }

    /// Returns the name, as in `-mattr`.
    pub fn name(self) -> &'static str {
        FEATURES[self as usize].name
    }
}
