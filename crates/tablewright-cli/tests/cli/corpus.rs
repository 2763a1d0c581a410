//! LLVM's descriptions, for the tests that read them where they are in place.

use std::path::PathBuf;

/// The directory of LLVM's descriptions.
pub(crate) fn corpus() -> PathBuf {
    let in_cache = || {
        let home = std::env::var("HOME").unwrap_or_default();
        PathBuf::from(home).join(".cache/tablewright/llvm-19.1.7")
    };
    std::env::var("TABLEWRIGHT_CORPUS").map_or_else(|_| in_cache(), PathBuf::from)
}
