//! SHA-256 as text.

use sha2::{Digest, Sha256};

/// Returns the hash of the bytes in 64 hexadecimal digits.
pub fn exact_hash(data: &[u8]) -> String {
    hex(Sha256::new().chain_update(data))
}

/// Returns a finished hash in 64 hexadecimal digits.
pub fn hex(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
