//! [Views](tablewright_records::record_view) for the target description classes that this crate and several
//! backends read.

pub mod asm_syntax;
pub mod calling_conv;
pub mod compress_pat;
pub mod encoding;
pub mod instr_predicate;
pub mod instruction;
pub mod itinerary;
pub mod register;
pub mod schedule;
pub mod subtarget;
pub mod subtarget_feature;
pub mod value_type;
pub mod x86_inst;

use tablewright_records::record_view::ClassSchema;

/// Returns the class schemas, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [
        asm_syntax::SCHEMAS,
        calling_conv::SCHEMAS,
        compress_pat::SCHEMAS,
        encoding::SCHEMAS,
        instr_predicate::SCHEMAS,
        instruction::SCHEMAS,
        itinerary::SCHEMAS,
        register::SCHEMAS,
        schedule::SCHEMAS,
        subtarget::SCHEMAS,
        subtarget_feature::SCHEMAS,
        value_type::SCHEMAS,
        x86_inst::SCHEMAS,
    ];
    files.into_iter().flatten().map(|schema| schema())
}
