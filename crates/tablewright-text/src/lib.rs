//! Text of generated files: a writer in which emitters read like what they print.
//!
//! Nothing here knows of records.

mod automaton_tables;
mod cpp;
mod escaped;
mod file_header;
mod part;
mod quicksort_order;
mod sequence_to_offset_table;
mod string_map_order;
mod string_matcher;
mod string_table;
mod string_to_offset_table;
mod text_block;

pub use automaton_tables::{AutomatonTables, AutomatonTransition};
pub use cpp::CppWriter;
pub use escaped::{Escaped, Literal};
pub use part::{Part, PartTarget};
pub use quicksort_order::quicksort_by;
pub use sequence_to_offset_table::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};
pub use string_map_order::StringMapOrder;
pub use string_matcher::{DuplicateKey, StringMatcher};
pub use string_table::StringTable;
pub use string_to_offset_table::StringToOffsetTable;
