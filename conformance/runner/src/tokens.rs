//! Hashes for comparing outputs with the reference.

use sha2::{Digest, Sha256};
use tablewright_text::generated_output::compared_tokens;
use xtask_support::hash::hex;

/// Returns the hash of the tokens that are compared.
pub(crate) fn normal_hash(data: &[u8], action: &str) -> String {
    let mut digest = Sha256::new();
    for range in compared_tokens(data, action) {
        digest.update(&data[range]);
        digest.update(b"\n");
    }
    hex(digest)
}
