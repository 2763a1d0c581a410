//! Options and environment variables for the cache.

use std::env;

use tablewright_session::path_text;

/// The option that names the directory.
pub const OPTION: &str = "cache";

/// Environment variable for the directory, used without the option.
pub const VARIABLE: &str = "TABLEWRIGHT_CACHE";

/// Environment variable for the maximum size of the directory.
const SIZE_VARIABLE: &str = "TABLEWRIGHT_CACHE_SIZE";

/// Default maximum size in bytes: enough for several builds of LLVM.
const DEFAULT_LIMIT: u64 = 5 << 30;

/// Directory and maximum size of a cache.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CacheSettings {
    /// Path of the directory.
    pub dir: String,
    /// In bytes.
    pub limit: u64,
}

impl CacheSettings {
    /// Creates the settings for a cache directory. `None` for an empty name.
    pub fn from_dir(dir: String) -> Option<CacheSettings> {
        // An invalid variable was reported earlier.
        let limit = limit_of_variable().unwrap_or(DEFAULT_LIMIT);
        (!dir.is_empty()).then_some(CacheSettings { dir, limit })
    }

    /// Creates the settings for the cache directory in the environment variable.
    pub fn from_variable() -> Option<CacheSettings> {
        CacheSettings::from_dir(path_text(env::var_os(VARIABLE)?))
    }
}

/// Checks the environment variables.
///
/// # Errors
/// If a variable has an invalid value.
pub fn from_variables() -> Result<(), String> {
    limit_of_variable().map(drop)
}

fn limit_of_variable() -> Result<u64, String> {
    let text = env::var(SIZE_VARIABLE).unwrap_or_default();
    if text.is_empty() {
        return Ok(DEFAULT_LIMIT);
    }
    bytes(&text).ok_or_else(|| {
        format!("for the variable {SIZE_VARIABLE}: '{text}' is not a size; expected for example 500M or 5G")
    })
}

/// Parses a number of bytes, with an optional unit: `K` for 1024 bytes, then `M`, `G` and `T`, each 1024 times
/// larger.
pub(crate) fn bytes(text: &str) -> Option<u64> {
    let units = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];
    let unit = units.into_iter().find(|(unit, _)| text.to_ascii_uppercase().ends_with(*unit));
    let (digits, shift) = match unit {
        Some((unit, shift)) => (&text[..text.len() - unit.len_utf8()], shift),
        None => (text, 0),
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, expected) in [
            ("0", Some(0)),
            ("700", Some(700)),
            ("3k", Some(3072)),
            ("500M", Some(500 << 20)),
            ("5G", Some(5 << 30)),
            ("M", None),
            ("5GB", None),
            ("-1", None),
            ("99999999999T", None),
        ] {
            assert_eq!(bytes(text), expected, "{text}");
        }
    }
}
