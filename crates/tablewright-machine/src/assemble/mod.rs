//! Assembly text to bytes.
//!
//! In: lines with labels, directives and instructions. Out: an [`Assembly`] with sections, symbols and
//! relocations. `rows` has a pattern of text for each instruction and alias, in matching order;
//! `matcher` compares lines with them; `layout` places instructions and fills in symbols;
//! [`elf`] writes object files.

mod data;
mod directive;
pub mod elf;
mod error;
mod layout;
mod listing;
mod matcher;
mod operand_match;
mod rows;
mod section;
mod statement;
mod symbol_operand;

pub use crate::expression::AsmExpression;
pub use crate::relative::{
    DistanceOrigin, DistanceUnit, RelativeDistance, RelativeRow, SymbolMark,
};
pub use crate::relocation::{
    ElfTarget, Relocation, RelocationPlace, RelocationRow, RequiredFeature,
};
pub use error::AssemblyError;
pub use listing::ListingLine;
pub use rows::AsmRows;
pub use section::{Assembly, ObjectSection, ObjectSymbol, SymbolBinding};
pub use statement::assemble;
pub(crate) use symbol_operand::RelativePlace;
