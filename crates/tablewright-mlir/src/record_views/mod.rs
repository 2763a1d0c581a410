//! Classes that the backends of MLIR read, as [views](tablewright_records::record_view).

pub(crate) mod attr_or_type;
pub(crate) mod availability;
pub(crate) mod bytecode;
pub(crate) mod constraint;
pub(crate) mod constraint_function;
pub(crate) mod deprecated;
pub(crate) mod dialect;
pub(crate) mod directive;
pub(crate) mod enum_attr;
pub(crate) mod interface;
pub(crate) mod llvm_intrinsic;
pub(crate) mod llvm_ir;
pub(crate) mod openmp;
pub(crate) mod operation;
pub(crate) mod pass;
pub(crate) mod pattern;
pub(crate) mod property;
pub(crate) mod python;

use tablewright_records::record_view::ClassSchema;

/// Returns the class fields that this crate's backends read, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [
        attr_or_type::SCHEMAS,
        availability::SCHEMAS,
        bytecode::SCHEMAS,
        constraint::SCHEMAS,
        constraint_function::SCHEMAS,
        deprecated::SCHEMAS,
        dialect::SCHEMAS,
        directive::SCHEMAS,
        enum_attr::SCHEMAS,
        interface::SCHEMAS,
        llvm_intrinsic::SCHEMAS,
        llvm_ir::SCHEMAS,
        openmp::SCHEMAS,
        operation::SCHEMAS,
        pass::SCHEMAS,
        pattern::SCHEMAS,
        property::SCHEMAS,
        python::SCHEMAS,
    ];
    files.into_iter().flatten().map(|schema| schema())
}
