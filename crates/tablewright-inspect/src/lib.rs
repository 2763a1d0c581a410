//! Queries that answer people's questions about a description.
//!
//! In: the records of a description, and a query. Out: structs with the answer. They implement
//! `serde`'s traits, so that a program can print them in any format. The crate neither reads files
//! nor prints.
//!
//! - [`query`]: select records, show their fields, and find the records that refer to a record;
//! - [`expectations`]: check facts about records that comments state;
//! - [`explain`]: the statements that set a field, the ancestry of a record, the meaning of a
//!   source position;
//! - [`ClassTree`]: the subclasses of a class;
//! - [`FieldSetters`]: the declarations and `let`s that set a field;
//! - [`IncludeTree`]: the files that a file includes;
//! - [`ReadClass`]: the fields of a class that backends read;
//! - [`ActionReads`], [`FieldReaders`]: the fields that actions have read in a description;
//! - [`RegisterFile`]: a target's registers with all their relations;
//! - [`AssemblyRow`]: the rows that an assembler tries for a mnemonic;
//! - [`encoding`]: a target's encodings, and decoded words;
//! - [`CoverageRow`]: a processor model's entry for an instruction;
//! - [`export`]: instructions, registers, patterns and more as data;
//! - [`lint`]: legal code that is probably a mistake;
//! - [`diff`]: changes between two descriptions.
#![warn(missing_docs)]

mod assembly;
mod coverage;
mod derives;
pub mod diff;
pub mod encoding;
pub mod expectations;
pub mod explain;
pub mod export;
mod includes;
pub mod lint;
mod location;
mod name_pattern;
pub mod query;
mod reads;
mod register_file;
mod schema;
mod sets;
mod suggestion;
mod uses;
mod value;

pub use assembly::{
    AssemblyMnemonicAlias, AssemblyOperand, AssemblyOrigin, AssemblyRow, AssemblyTokenAlias,
    AssemblyVariant,
};
pub use coverage::{CoverageCounts, CoverageResource, CoverageRow, CoverageSummary, CoverageWrite};
pub use derives::{ClassLine, ClassTree};
pub use includes::{IncludeLine, IncludeTree};
pub use location::SourceLocation;
pub use name_pattern::NamePattern;
pub use reads::{ActionReads, ActionRun, FieldReader, FieldReaders, FieldReads, ViewFields};
pub use register_file::{
    ClassRelations, RegisterFile, RegisterRelations, RegisterUnit, SubRegisterClass,
    SubRegisterIndex,
};
pub use schema::{ReadClass, ReadField, Readers};
pub use sets::{FieldSetter, FieldSetters, SetterKind};
pub use suggestion::unknown_name;
pub use value::{DagArgument, DagValue, QueryValue};
