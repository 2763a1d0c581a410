//! The classes of `mlir/IR/EnumAttr.td`.

use tablewright_records::{Record, record_views};

use super::constraint::AttrRecord;
use super::dialect::DialectRecord;

record_views! {
    /// An enum case.
    pub(crate) struct EnumCaseRecord<'s>("EnumCase") {
        /// The enumerator name.
        pub symbol: &'s str = "symbol",
        /// Its number.
        pub value: i64 = "value",
        /// Its text.
        pub text: &'s str = "str",
    }

    /// A bit.
    pub(crate) struct BitEnumCaseBitRecord<'s>("BitEnumCaseBit"): EnumCaseRecord {}

    /// A bit, in an attribute.
    pub(crate) struct BitEnumAttrCaseBitRecord<'s>("BitEnumAttrCaseBit"): EnumCaseRecord {}

    /// A named set of bits.
    pub(crate) struct BitEnumCaseGroupRecord<'s>("BitEnumCaseGroup"): EnumCaseRecord {}

    /// A named set of bits, in an attribute.
    pub(crate) struct BitEnumAttrCaseGroupRecord<'s>("BitEnumAttrCaseGroup"): EnumCaseRecord {}

    /// An enum.
    pub(crate) struct EnumInfoRecord<'s>("EnumInfo") {
        /// A one-line summary.
        pub summary: &'s str = "summary",
        /// The namespace.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// The name of the C++ type.
        pub class_name: &'s str = "className",
        /// The cases.
        pub cases: Vec<EnumCaseRecord<'s>> = "enumerants",
        /// The width in bits; in older descriptions, the attribute has it.
        pub bitwidth: Option<i64> = "bitwidth" else None,
        /// The C++ type of a value.
        pub underlying_type: &'s str = "underlyingType",
        /// The function from numbers to values.
        pub underlying_to_symbol: &'s str = "underlyingToSymbolFnName",
        /// The function from texts to values.
        pub string_to_symbol: &'s str = "stringToSymbolFnName",
        /// The function from values to texts.
        pub symbol_to_string: &'s str = "symbolToStringFnName",
        /// The return type of the function from values to texts.
        pub symbol_to_string_type: &'s str = "symbolToStringFnRetType",
        /// The function that returns the largest number.
        pub max_value: &'s str = "maxEnumValFnName",
    }

    /// An enum that is an attribute.
    pub(crate) struct EnumAttrInfoRecord<'s>("EnumAttrInfo"): EnumInfoRecord {
        /// The C++ call that creates the attribute of a value; empty for none.
        pub builder_call: Option<&'s str> = "constBuilderCall",
        /// Whether it has an attribute class of its own.
        pub has_class: bool = "genSpecializedAttr",
        /// The name of that class.
        pub attribute_class: &'s str = "specializedAttrClassName",
        /// The attribute that contains the number.
        pub base: AttrRecord<'s> = "baseAttrClass",
    }

    /// An enum whose values are sets of bits.
    pub(crate) struct BitEnumBaseRecord<'s>("BitEnumBase") {
        /// All bits that cases have.
        pub valid_bits: i64 = "validBits",
        /// The separator between texts.
        pub separator: &'s str = "separator",
        /// Whether groups are printed instead of their bits.
        pub prints_groups: bool = "printBitEnumPrimaryGroups",
        /// Whether several texts are printed in quotes.
        pub is_quoted: bool = "printBitEnumQuoted" else false,
    }

    /// An enum whose values are sets of bits, in an attribute.
    pub(crate) struct BitEnumAttrRecord<'s>("BitEnumAttr"): EnumAttrInfoRecord {}

    /// A dialect attribute that contains an enum value.
    pub(crate) struct EnumAttrRecord<'s>("EnumAttr") {
        /// The dialect.
        pub dialect: DialectRecord<'s> = "dialect",
        /// The enum.
        pub enumeration: Option<Record<'s>> = "enum" else None,
        /// The word that it begins with.
        pub mnemonic: &'s str = "mnemonic",
        /// The assembly format.
        pub assembly_format: Option<&'s str> = "assemblyFormat",
    }

    /// The operation class. Dialect documentation needs it.
    pub(crate) struct OpClassRecord<'s>("Op") {
        /// The dialect.
        pub dialect: Record<'s> = "opDialect",
    }
}
