//! Text of generated files: a writer in which emitters read like what they print.
//!
//! Nothing here knows of records.

mod cpp;
mod file_header;

pub use cpp::CppWriter;
