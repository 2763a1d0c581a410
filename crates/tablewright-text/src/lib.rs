#![doc = include_str!("../writers.md")]
#![warn(missing_docs)]

mod append;
mod automaton_tables;
pub mod byte_escape;
pub mod byte_table;
mod cpp_class;
mod cpp_writer;
mod escaped;
mod file_header;
mod filled_block;
pub mod generated_output;
mod leb128;
mod markup;
mod output;
mod quicksort_order;
mod sequence_to_offset_table;
mod sink;
mod snake_case;
mod string_map_order;
mod string_matcher;
mod string_table;
mod template;
mod text_block;

pub use append::Append;
pub use automaton_tables::{AutomatonTables, AutomatonTransition, PathTerminator};
pub use cpp_class::{CppClass, CppFunction, CppParameter, CppType};
pub use cpp_writer::CppWriter;
pub use escaped::{Escaped, HexEscaped, Literal};
pub use leb128::Leb128;
pub use markup::{DocsMarkup, escape_markup};
pub use output::TextOutput;
pub use quicksort_order::quicksort_by;
pub use sequence_to_offset_table::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};
pub use sink::TextSink;
pub use snake_case::snake_case;
pub use string_map_order::{Probing, StringMapOrder, string_hash};
pub use string_matcher::{DuplicateKey, StringMatcher};
pub use string_table::StringTable;
pub use template::{
    EscapeSyntax, Hole, HoleSyntax, Segment, Segments, TemplateError, TemplateErrorKind,
    TemplateSyntax, TextTemplate, fill_holes,
};
