//! The types of Melior for attributes.

use crate::model::AttributeConstraint;

/// The classes of attributes that Melior has, by C++ class.
const CLASSES: [(&str, &str); 10] = [
    ("::mlir::ArrayAttr", "ArrayAttribute"),
    ("::mlir::BoolAttr", "BoolAttribute"),
    ("::mlir::DenseElementsAttr", "DenseElementsAttribute"),
    ("::mlir::DenseI32ArrayAttr", "DenseI32ArrayAttribute"),
    ("::mlir::DenseI64ArrayAttr", "DenseI64ArrayAttribute"),
    ("::mlir::FlatSymbolRefAttr", "FlatSymbolRefAttribute"),
    ("::mlir::FloatAttr", "FloatAttribute"),
    ("::mlir::IntegerAttr", "IntegerAttribute"),
    ("::mlir::StringAttr", "StringAttribute"),
    ("::mlir::TypeAttr", "TypeAttribute"),
];

/// The Rust form of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RustAttribute {
    /// A class of its own.
    Class(&'static str),
    /// Any attribute.
    Any,
    /// A unit attribute: a `bool`.
    Unit,
}

impl RustAttribute {
    pub(super) fn new(constraint: &AttributeConstraint<'_>) -> RustAttribute {
        let class = constraint.storage.class;
        if class == "::mlir::UnitAttr" {
            return RustAttribute::Unit;
        }
        let entry = CLASSES.iter().find(|(one, _)| *one == class);
        entry.map_or(RustAttribute::Any, |(_, class)| RustAttribute::Class(class))
    }

    /// Returns the type of a value that is passed or returned.
    pub(super) fn rust_type(self) -> String {
        match self {
            RustAttribute::Class(class) => format!("{class}<'c>"),
            RustAttribute::Any => "Attribute<'c>".to_owned(),
            RustAttribute::Unit => "bool".to_owned(),
        }
    }
}
