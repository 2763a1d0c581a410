//! Text of generated files: a writer in which emitters read like what they print.
//!
//! Nothing here knows of records.

mod cpp;
mod escaped;
mod file_header;
mod string_map_order;

pub use cpp::CppWriter;
pub use escaped::{Escaped, Literal};
pub use string_map_order::StringMapOrder;
