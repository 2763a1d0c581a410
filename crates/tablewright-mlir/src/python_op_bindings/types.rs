//! Python types for C++ types.

use std::collections::BTreeMap;

use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::model::{AttributeConstraint, ValueConstraint};
use crate::record_views::python::{PythonAttrTypeRecord, PythonTypeNameRecord};

/// The classes of MLIR's types that Python has, by the C++ class.
const TYPES: [(&str, &str); 11] = [
    ("::mlir::ComplexType", "_ods_ir.ComplexType"),
    ("::mlir::FloatType", "_ods_ir.FloatType"),
    ("::mlir::IndexType", "_ods_ir.IndexType"),
    ("::mlir::IntegerType", "_ods_ir.IntegerType"),
    ("::mlir::MemRefType", "_ods_ir.MemRefType"),
    ("::mlir::NoneType", "_ods_ir.NoneType"),
    ("::mlir::RankedTensorType", "_ods_ir.RankedTensorType"),
    ("::mlir::TupleType", "_ods_ir.TupleType"),
    ("::mlir::UnrankedMemRefType", "_ods_ir.UnrankedMemRefType"),
    ("::mlir::UnrankedTensorType", "_ods_ir.UnrankedTensorType"),
    ("::mlir::VectorType", "_ods_ir.VectorType"),
];

/// The classes of MLIR's attributes that Python has, by the C++ class.
const ATTRIBUTES: [(&str, &str); 24] = [
    ("::mlir::AffineMapAttr", "_ods_ir.AffineMapAttr"),
    ("::mlir::ArrayAttr", "_ods_ir.ArrayAttr"),
    ("::mlir::BoolAttr", "_ods_ir.BoolAttr"),
    ("::mlir::DenseBoolArrayAttr", "_ods_ir.DenseBoolArrayAttr"),
    ("::mlir::DenseElementsAttr", "_ods_ir.DenseElementsAttr"),
    ("::mlir::DenseF32ArrayAttr", "_ods_ir.DenseF32ArrayAttr"),
    ("::mlir::DenseF64ArrayAttr", "_ods_ir.DenseF64ArrayAttr"),
    ("::mlir::DenseFPElementsAttr", "_ods_ir.DenseFPElementsAttr"),
    ("::mlir::DenseI16ArrayAttr", "_ods_ir.DenseI16ArrayAttr"),
    ("::mlir::DenseI32ArrayAttr", "_ods_ir.DenseI32ArrayAttr"),
    ("::mlir::DenseI64ArrayAttr", "_ods_ir.DenseI64ArrayAttr"),
    ("::mlir::DenseI8ArrayAttr", "_ods_ir.DenseI8ArrayAttr"),
    ("::mlir::DenseIntElementsAttr", "_ods_ir.DenseIntElementsAttr"),
    ("::mlir::DenseResourceElementsAttr", "_ods_ir.DenseResourceElementsAttr"),
    ("::mlir::DictionaryAttr", "_ods_ir.DictAttr"),
    ("::mlir::FlatSymbolRefAttr", "_ods_ir.FlatSymbolRefAttr"),
    ("::mlir::FloatAttr", "_ods_ir.FloatAttr"),
    ("::mlir::IntegerAttr", "_ods_ir.IntegerAttr"),
    ("::mlir::IntegerSetAttr", "_ods_ir.IntegerSetAttr"),
    ("::mlir::OpaqueAttr", "_ods_ir.OpaqueAttr"),
    ("::mlir::StridedLayoutAttr", "_ods_ir.StridedLayoutAttr"),
    ("::mlir::StringAttr", "_ods_ir.StringAttr"),
    ("::mlir::SymbolRefAttr", "_ods_ir.SymbolRefAttr"),
    ("::mlir::TypeAttr", "_ods_ir.TypeAttr"),
];

/// Attributes with a more specific Python class than their storage class, by definition.
const EXACT_ATTRIBUTES: [(&str, &str); 2] =
    [("I1Attr", "_ods_ir.BoolAttr"), ("F64ElementsAttr", "_ods_ir.DenseFPElementsAttr")];

const INTEGERS: &str = "_Sequence[int]";
const INTEGER_ELEMENTS: &str = "_Union[_Sequence[int], _Buffer]";

/// Python values from which attributes are built, by definition.
const VALUES: [(&str, &str); 47] = [
    ("AffineMapAttr", "_ods_ir.AffineMap"),
    ("ArrayAttr", "_Sequence[_ods_ir.Attribute]"),
    ("BoolArrayAttr", "_Sequence[bool]"),
    ("BoolAttr", "bool"),
    ("DenseBoolArrayAttr", "_Sequence[bool]"),
    ("DenseF32ArrayAttr", "_Sequence[float]"),
    ("DenseF64ArrayAttr", "_Sequence[float]"),
    ("DenseI16ArrayAttr", INTEGERS),
    ("DenseI32ArrayAttr", INTEGERS),
    ("DenseI64ArrayAttr", INTEGERS),
    ("DenseI8ArrayAttr", INTEGERS),
    ("DictionaryAttr", "dict"),
    ("F32ArrayAttr", "_Sequence[float]"),
    ("F32Attr", "float"),
    ("F64ArrayAttr", "_Sequence[float]"),
    ("F64Attr", "float"),
    ("F64ElementsAttr", "_Union[_Sequence[float], _Buffer]"),
    ("FlatSymbolRefArrayAttr", "_Sequence[str]"),
    ("FlatSymbolRefAttr", "str"),
    ("I16Attr", "int"),
    ("I1Attr", "bool"),
    ("I32ArrayAttr", INTEGERS),
    ("I32Attr", "int"),
    ("I32ElementsAttr", INTEGER_ELEMENTS),
    ("I64ArrayAttr", INTEGERS),
    ("I64Attr", "int"),
    ("I64ElementsAttr", INTEGER_ELEMENTS),
    ("I64SmallVectorArrayAttr", INTEGERS),
    ("I8Attr", "int"),
    ("IndexAttr", "int"),
    ("IndexElementsAttr", INTEGER_ELEMENTS),
    ("IntegerSetAttr", "_ods_ir.IntegerSet"),
    ("SI16Attr", "int"),
    ("SI1Attr", "int"),
    ("SI32Attr", "int"),
    ("SI64Attr", "int"),
    ("SI8Attr", "int"),
    ("StrArrayAttr", "_Sequence[str]"),
    ("StrAttr", "str"),
    ("SymbolNameAttr", "str"),
    ("SymbolRefAttr", "str"),
    ("TypeAttr", "_ods_ir.Type"),
    ("UI16Attr", "int"),
    ("UI1Attr", "int"),
    ("UI32Attr", "int"),
    ("UI64Attr", "int"),
    ("UI8Attr", "int"),
];

/// The parts of bindings that have type annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypedParts {
    /// Members for single values and attributes.
    Members,
    /// These members, and parameters.
    MembersAndParameters,
    /// Everything, including list elements and function results.
    All,
}

impl TypedParts {
    /// Creates the typed parts of bindings.
    pub(crate) fn from_bindings(store: &RecordStore) -> TypedParts {
        if store.release().has(Feature::PythonBindingsHaveTypes) {
            TypedParts::All
        } else {
            TypedParts::Members
        }
    }

    /// Creates the typed parts of stubs. Parameters always have types; lists may have them only if the bindings' do.
    pub(crate) fn from_stubs(store: &RecordStore) -> TypedParts {
        match TypedParts::from_bindings(store) {
            TypedParts::All => TypedParts::All,
            TypedParts::Members | TypedParts::MembersAndParameters => {
                TypedParts::MembersAndParameters
            }
        }
    }
}

/// Python types: builtin MLIR types and types that a description adds.
pub(crate) struct PythonTypes<'s> {
    pub(super) typed_parts: TypedParts,
    types: BTreeMap<&'s str, &'s str>,
    values: BTreeMap<&'s str, &'s str>,
}

impl<'s> PythonTypes<'s> {
    /// # Errors
    /// If a description assigns a type or an attribute a second, different Python type.
    pub(crate) fn read(
        store: &'s RecordStore,
        typed_parts: TypedParts,
    ) -> Result<PythonTypes<'s>, FieldError> {
        let mut types = BTreeMap::from(TYPES);
        for record in PythonTypeNameRecord::all_if_defined(store) {
            add(&mut types, record.into(), (record.cpp_name()?, record.python_name()?))?;
        }
        let mut values = BTreeMap::from(VALUES);
        for record in PythonAttrTypeRecord::all_if_defined(store) {
            add(&mut values, record.into(), (record.definition()?, record.python_type()?))?;
        }
        Ok(PythonTypes { typed_parts, types, values })
    }

    /// Returns the Python class for list elements or function results, with the type class if the bindings' typed parts
    /// include them.
    pub(super) fn for_lists(&self, class: &str, constraint: &ValueConstraint<'_>) -> String {
        match self.typed_parts {
            TypedParts::All => self.for_values(class, constraint),
            TypedParts::Members | TypedParts::MembersAndParameters => class.to_owned(),
        }
    }

    /// Returns the Python class for values or value lists, with the type's class if there is one.
    pub(super) fn for_values(&self, class: &str, constraint: &ValueConstraint<'_>) -> String {
        match self.types.get(constraint.cpp_type) {
            Some(ty) => format!("{class}[{ty}]"),
            None => class.to_owned(),
        }
    }

    /// Returns an attribute's class.
    pub(super) fn attribute(&self, constraint: &AttributeConstraint<'_>) -> &'static str {
        let find = |table: &[(&str, &'static str)], key: &str| {
            table.iter().find(|(name, _)| *name == key).map(|(_, class)| *class)
        };
        find(&EXACT_ATTRIBUTES, constraint.binding_name())
            .or_else(|| find(&ATTRIBUTES, constraint.storage.class))
            .unwrap_or("_ods_ir.Attribute")
    }

    /// Returns the parameter type for an attribute: the values from which it is built, or the attribute itself.
    pub(super) fn parameter(&self, constraint: &AttributeConstraint<'_>) -> String {
        let value = self.values.get(constraint.binding_name()).copied().unwrap_or("_Any");
        format!("_Union[{value}, {}]", self.attribute(constraint))
    }
}

/// Adds a type of Python.
fn add<'s>(
    names: &mut BTreeMap<&'s str, &'s str>,
    record: Record<'s>,
    (key, name): (&'s str, &'s str),
) -> Result<(), FieldError> {
    match names.insert(key, name) {
        Some(other) if other != name => {
            let class = match PythonTypeNameRecord::from_record(record) {
                Some(_) => PythonTypeNameRecord::CLASS,
                None => PythonAttrTypeRecord::CLASS,
            };
            let message = format!("conflicting {class} for '{key}': '{other}' vs '{name}'");
            Err(FieldError::new(Code::Mlir, record, message))
        }
        Some(_) | None => Ok(()),
    }
}
