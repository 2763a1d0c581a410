//! What the fuzz targets share: small programs made of bytes, and the comparison of compile modes.

pub mod compare;
pub mod generator;
