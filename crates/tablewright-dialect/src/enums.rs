//! Enums.

use serde::Serialize;
use tablewright_records::RecordStore;

use super::DescriptionOrigin;
use tablewright_mlir::model;

/// An enum.
#[derive(Clone, Debug, Serialize)]
pub struct Enum<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The C++ type.
    pub class: String,
    /// A short summary.
    pub summary: &'s str,
    /// The C++ type of a value.
    pub underlying_type: &'s str,
    /// The width in bits.
    pub bitwidth: i64,
    /// Its cases.
    pub cases: Vec<EnumCase<'s>>,
    /// Bit enum details; left out if the values are not bit sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<BitSet<'s>>,
    /// Attribute details; left out if the enum is not an attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<EnumAttribute<'s>>,
    /// Its C++ function names.
    pub functions: EnumFunctions<'s>,
    /// The origin in the description's source.
    pub origin: DescriptionOrigin,
}

/// An enum case.
#[derive(Clone, Debug, Serialize)]
pub struct EnumCase<'s> {
    /// The enumerator name.
    pub name: &'s str,
    /// Its number. For a negative number, C++ chooses the value.
    pub value: i64,
    /// Its text.
    pub text: &'s str,
    /// Its meaning in a bit enum.
    pub kind: EnumCaseKind,
}

/// A case's meaning in a bit enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EnumCaseKind {
    /// A single bit.
    Bit,
    /// Several bits that have cases of their own.
    Group,
    /// Any other number.
    Value,
}

/// Details of a bit enum.
#[derive(Clone, Debug, Serialize)]
pub struct BitSet<'s> {
    /// All bits that cases have.
    pub valid_bits: i64,
    /// The separator between bit texts.
    pub separator: &'s str,
    /// Whether groups are printed instead of their bits.
    pub prints_groups: bool,
    /// Whether several texts are printed in quotes.
    pub is_quoted: bool,
}

/// An attribute that contains an enum value as an integer.
#[derive(Clone, Debug, Serialize)]
pub struct EnumAttribute<'s> {
    /// The C++ class name, if the enum has its own class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<&'s str>,
    /// The integer's width in bits.
    pub bitwidth: i64,
    /// The attribute condition, as a single C++ expression over `$_self`.
    pub cpp: String,
    /// The C++ call that creates the attribute from the value `$0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builder_call: Option<&'s str>,
}

/// Names of an enum's C++ functions.
#[derive(Clone, Debug, Serialize)]
pub struct EnumFunctions<'s> {
    /// Function that converts a number to a value.
    pub from_number: &'s str,
    /// Function that converts a text to a value.
    pub from_text: &'s str,
    /// Function that converts a value to a text.
    pub to_text: &'s str,
    /// The return type of `to_text`.
    pub text_type: &'s str,
    /// Function that returns the largest number.
    pub max_value: &'s str,
}

/// Returns an enum's qualified C++ type.
pub(super) fn qualified_class(one: &model::Enum<'_>) -> String {
    match one.cpp_namespace {
        "" => one.class_name.to_owned(),
        namespace => format!("{namespace}::{}", one.class_name),
    }
}

impl<'s> Enum<'s> {
    pub(super) fn new(one: &model::Enum<'s>, store: &'s RecordStore) -> Enum<'s> {
        let cases = one.cases.iter().map(|case| EnumCase {
            name: case.symbol,
            value: case.value,
            text: case.text,
            kind: match case.kind {
                model::EnumCaseKind::Bit => EnumCaseKind::Bit,
                model::EnumCaseKind::Group => EnumCaseKind::Group,
                model::EnumCaseKind::Other => EnumCaseKind::Value,
            },
        });
        Enum {
            definition: one.definition,
            class: qualified_class(one),
            summary: one.summary,
            underlying_type: one.underlying_type,
            bitwidth: one.bitwidth,
            cases: cases.collect(),
            bits: one.bits.as_ref().map(|bits| BitSet {
                valid_bits: bits.valid_bits,
                separator: bits.separator,
                prints_groups: bits.prints_groups,
                is_quoted: bits.is_quoted,
            }),
            attribute: one.attribute.as_ref().map(|attribute| EnumAttribute {
                class: attribute.class_name,
                bitwidth: attribute.bitwidth,
                cpp: attribute.condition.to_cpp(),
                builder_call: attribute.builder_call,
            }),
            functions: EnumFunctions {
                from_number: one.functions.from_number,
                from_text: one.functions.from_text,
                to_text: one.functions.to_text,
                text_type: one.functions.text_type,
                max_value: one.functions.max_value,
            },
            origin: DescriptionOrigin::for_definition(store, one.definition),
        }
    }
}
