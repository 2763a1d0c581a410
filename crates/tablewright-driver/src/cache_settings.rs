//! The options and variables of the cache.

use std::env;

use tablewright_session::path_text;

/// The option that names the directory.
pub const OPTION: &str = "cache";

/// The variable that names the directory where no option does.
pub const VARIABLE: &str = "TABLEWRIGHT_CACHE";

/// The variable that says how large the directory may grow.
const SIZE_VARIABLE: &str = "TABLEWRIGHT_CACHE_SIZE";

/// How large the directory may grow where no variable says so: several builds of LLVM, in bytes.
const DEFAULT_LIMIT: u64 = 5 << 30;

/// The directory of a cache, and how large it may grow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CacheSettings {
    /// The path of the directory.
    pub dir: String,
    /// In bytes.
    pub limit: u64,
}

impl CacheSettings {
    /// The cache in a directory; an empty name is none.
    pub fn of_dir(dir: String) -> Option<CacheSettings> {
        // What is wrong with the variable was reported before.
        let limit = limit_of_variable().unwrap_or(DEFAULT_LIMIT);
        (!dir.is_empty()).then_some(CacheSettings { dir, limit })
    }

    /// The cache that the variable names.
    pub fn of_variable() -> Option<CacheSettings> {
        CacheSettings::of_dir(path_text(env::var_os(VARIABLE)?))
    }
}

/// Fails where a variable has a value that means nothing.
pub fn of_variables() -> Result<(), String> {
    limit_of_variable().map(drop)
}

fn limit_of_variable() -> Result<u64, String> {
    let text = env::var(SIZE_VARIABLE).unwrap_or_default();
    if text.is_empty() {
        return Ok(DEFAULT_LIMIT);
    }
    bytes(&text).ok_or_else(|| {
        format!("for the variable {SIZE_VARIABLE}: '{text}' is no size, such as 500M or 5G")
    })
}

/// A number of bytes, or of units of 1024 bytes (`K`), of those (`M`), and so on (`G`, `T`).
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
