//! Enums.

use serde::Serialize;
use tablewright_records::RecordStore;

use super::Origin;
use crate::model;

/// An enum.
#[derive(Clone, Debug, Serialize)]
pub struct Enum<'s> {
    /// The name of its definition.
    pub definition: &'s str,
    /// The C++ type.
    pub class: String,
    /// What it is, in a line.
    pub summary: &'s str,
    /// The C++ type that holds a value.
    pub underlying_type: &'s str,
    /// How many bits a value has.
    pub bitwidth: i64,
    /// Its cases.
    pub cases: Vec<EnumCase<'s>>,
    /// What holds where its values are sets of bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<BitSet<'s>>,
    /// What holds where it is an attribute by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<EnumAttribute<'s>>,
    /// The names of its C++ functions.
    pub functions: EnumFunctions<'s>,
    /// Where it comes from.
    pub origin: Origin,
}

/// A case of an enum.
#[derive(Clone, Debug, Serialize)]
pub struct EnumCase<'s> {
    /// The name of the enumerator.
    pub name: &'s str,
    /// Its number; a negative one is left to C++.
    pub value: i64,
    /// The text that stands for it.
    pub text: &'s str,
    /// What it stands for in an enum whose values are sets of bits.
    pub kind: EnumCaseKind,
}

/// What a case stands for in an enum whose values are sets of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EnumCaseKind {
    /// One bit.
    Bit,
    /// Several bits that have cases of their own.
    Group,
    /// Whatever its number says.
    Value,
}

/// What holds for an enum whose values are sets of bits.
#[derive(Clone, Debug, Serialize)]
pub struct BitSet<'s> {
    /// All bits that cases have.
    pub valid_bits: i64,
    /// What stands between the texts of bits.
    pub separator: &'s str,
    /// Whether groups are printed instead of their bits.
    pub prints_groups: bool,
    /// Whether several texts are printed in quotes.
    pub is_quoted: bool,
}

/// An attribute that holds an enum as an integer.
#[derive(Clone, Debug, Serialize)]
pub struct EnumAttribute<'s> {
    /// The name of its C++ class, if it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<&'s str>,
    /// How many bits the integer has.
    pub bitwidth: i64,
    /// When an attribute is one that holds such an integer, as one C++ expression about `$_self`.
    pub cpp: String,
    /// The C++ call that creates it of a value, which is `$0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builder_call: Option<&'s str>,
}

/// The names of the C++ functions of an enum.
#[derive(Clone, Debug, Serialize)]
pub struct EnumFunctions<'s> {
    /// From numbers to values.
    pub from_number: &'s str,
    /// From texts to values.
    pub from_text: &'s str,
    /// From values to texts.
    pub to_text: &'s str,
    /// What `to_text` returns.
    pub text_type: &'s str,
    /// The largest number.
    pub max_value: &'s str,
}

/// The C++ type of an enum with its namespace.
pub(super) fn qualified_class(one: &model::Enum<'_>) -> String {
    match one.cpp_namespace {
        "" => one.class_name.to_owned(),
        namespace => format!("{namespace}::{}", one.class_name),
    }
}

impl<'s> Enum<'s> {
    pub(super) fn of(one: &model::Enum<'s>, store: &'s RecordStore) -> Enum<'s> {
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
            origin: Origin::of_definition(store, one.definition),
        }
    }
}
