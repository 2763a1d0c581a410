//! Questions that people ask a description.
//!
//! In go the records of a description, and the question; out come structs that say the answer, with
//! `serde`'s traits, so that a program can print them in any format. Nothing here reads a file or
//! prints.
//!
//! - [`query`]: which records are there, what is in their fields, which records refer to one;
//! - [`expectations`]: whether records are as comments of the description say;
//! - [`explain`]: what set a field, what a record was made of, what stands at a position;
//! - [`ClassTree`]: which classes inherit from a class;
//! - [`FieldSetters`]: which declarations and `let`s set a field;
//! - [`IncludeTree`]: which files a file includes;
//! - [`ReadClass`]: what backends read of a class;
//! - [`ActionReads`], [`FieldReaders`]: what actions have read of a description;
//! - [`RegisterFile`]: the registers of a target with all of their relations;
//! - [`AssemblyRow`]: what an assembler tries for a mnemonic;
//! - [`encoding`]: the encodings of a target, and what words mean;
//! - [`CoverageRow`]: what a processor model says of an instruction;
//! - [`export`]: instructions, registers, patterns and more of a target, as data;
//! - [`lint`]: what is probably not meant;
//! - [`diff`]: what changed from one description to another.
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
pub use location::Location;
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
