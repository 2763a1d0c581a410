//! Enums with their C++ in MLIR and in LLVM.

use tablewright_records::{FieldError, RecordStore};

use crate::model::LlvmEnum;
use crate::support::cpp;

/// An enum as its conversions print it.
pub(super) struct EnumConversion<'s> {
    pub(super) class: &'s str,
    /// The C++ type in MLIR and in LLVM.
    pub(super) mlir_type: String,
    pub(super) llvm_type: &'s str,
    /// The LLVM class or namespace, in messages.
    pub(super) llvm_class: &'s str,
    /// The C++ values in MLIR and in LLVM.
    pub(super) cases: Vec<(String, String)>,
    /// The C++ values that only LLVM has.
    pub(super) unsupported: Vec<String>,
}

pub(super) fn collect(store: &RecordStore) -> Result<Vec<EnumConversion<'_>>, FieldError> {
    Ok(LlvmEnum::all(store)?.into_iter().map(EnumConversion::new).collect())
}

impl<'s> EnumConversion<'s> {
    fn new(one: LlvmEnum<'s>) -> EnumConversion<'s> {
        let model = &one.model;
        let mlir_type = format!("{}::{}", model.cpp_namespace, model.class_name);
        let llvm_value = |enumerant: &&'s str| {
            if one.is_integer {
                format!("static_cast<int64_t>({}::{enumerant})", one.llvm_class)
            } else {
                format!("{}::{enumerant}", one.llvm_class)
            }
        };
        let values = one.enumerants.iter().map(llvm_value);
        let cases =
            model.cases.iter().zip(values).map(|(case, value)| {
                (format!("{mlir_type}::{}", cpp::identifier(case.symbol)), value)
            });
        EnumConversion {
            class: model.class_name,
            llvm_type: if one.is_integer { "int64_t" } else { one.llvm_class },
            llvm_class: one.llvm_class,
            cases: cases.collect(),
            unsupported: one.unsupported.iter().map(llvm_value).collect(),
            mlir_type,
        }
    }
}
