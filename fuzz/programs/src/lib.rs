//! What the fuzz targets share: small programs made of bytes, the comparison of compile modes, and mutated targets.

pub mod compare;
pub mod generator;
#[cfg(feature = "backends")]
pub mod toy;
