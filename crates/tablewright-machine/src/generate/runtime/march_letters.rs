//! Architecture strings (`-march`): a base such as `rv64`, letters, and names after `_`.

use crate::feature_list::Feature;
use crate::features::{Features, UnknownFeature};

/// The extensions that the letter `g` names.
const GENERAL: [&str; 7] = ["i", "m", "a", "f", "d", "zicsr", "zifencei"];

impl Features {
    /// Returns the features for an architecture such as `rv64gc_zba_zbb` (`-march`).
    ///
    /// # Errors
    /// If an extension is unknown.
    pub fn from_march(march: &str) -> Result<Features, UnknownFeature<'_>> {
        let unknown = UnknownFeature { name: march };
        let (is_64, extensions) = match (march.strip_prefix("rv32"), march.strip_prefix("rv64")) {
            (Some(extensions), _) => (false, extensions),
            (_, Some(extensions)) => (true, extensions),
            _ => return Err(unknown),
        };
        let mut features = Features::none();
        features.add(if is_64 { "64bit" } else { "32bit" })?;
        let mut words = extensions.split('_');
        let first = words.next().unwrap_or_default();
        let long = first.find(['z', 's', 'x']).unwrap_or(first.len());
        let (letters, word) = first.split_at(long);
        for (at, letter) in letters.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase())
        {
            match letter {
                // A digit before `p` is a version: `2p1`.
                'p' if letters[..at].ends_with(|c: char| c.is_ascii_digit()) => {}
                'g' => {
                    for name in GENERAL {
                        features.add(name)?;
                    }
                }
                _ => features.add(&letters[at..at + 1])?,
            }
        }
        for word in core::iter::once(word).chain(words).filter(|word| !word.is_empty()) {
            features.add(word)?;
        }
        Ok(features)
    }

    /// Enables an extension by its name, which may have a version. The base `i` is always present.
    fn add<'a>(&mut self, name: &'a str) -> Result<(), UnknownFeature<'a>> {
        let feature = Feature::from_name(name).or_else(|| Feature::from_name(unversioned(name)));
        let experimental = |row: &&crate::features::FeatureRow| {
            row.name.strip_prefix("experimental-") == Some(unversioned(name))
        };
        let mut rows = crate::feature_list::FEATURES.iter();
        match feature.or_else(|| rows.find(experimental).map(|row| row.feature)) {
            Some(feature) => self.enable(feature),
            // Older descriptions have no feature for the base.
            None if matches!(name, "i" | "zicsr" | "zifencei") => {}
            None => return Err(UnknownFeature { name }),
        }
        Ok(())
    }
}

/// Returns a name without a version such as `1p0`.
fn unversioned(name: &str) -> &str {
    let digits = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let minor = &name[..digits(name)];
    match minor.strip_suffix('p') {
        Some(major) if minor.len() < name.len() && digits(major) < major.len() => {
            &name[..digits(major)]
        }
        _ => name,
    }
}
