//! Enums: `--gen-enum-decls`, `--gen-enum-defs`, `--gen-enum-doc`, `--gen-python-enum-bindings`.

pub(crate) mod enum_decls;
pub(crate) mod enum_defs;
mod enum_parser;
pub(crate) mod python_enum_bindings;
#[cfg(test)]
mod tests;

use crate::model::{Enum, EnumCase};

/// An enum with its names in C++.
pub(crate) struct CppEnum<'s> {
    pub(crate) model: Enum<'s>,
    /// The name with its namespace.
    pub(crate) qualified: String,
    /// C++ enumerators for the cases; they may differ from the case symbols.
    pub(crate) enumerators: Vec<String>,
    /// Whether there are functions from and to numbers.
    pub(crate) has_numbers: bool,
    /// The case for the empty bit set.
    pub(crate) zero: Option<usize>,
}

impl<'s> CppEnum<'s> {
    pub(crate) fn new(model: Enum<'s>) -> CppEnum<'s> {
        let identifiers =
            model.cases.iter().map(|case| crate::support::cpp::identifier(case.symbol));
        let has_numbers = model.bits.is_some() || model.cases.iter().all(|case| case.value >= 0);
        CppEnum {
            qualified: format!("{}::{}", model.cpp_namespace, model.class_name),
            enumerators: identifiers.collect(),
            has_numbers,
            zero: model.cases.iter().position(|case| case.value == 0),
            model,
        }
    }

    /// Whether C++ functions parse and print the enum. An enum whose attribute cannot be built has none.
    pub(crate) fn has_texts(&self) -> bool {
        self.model.attribute.as_ref().is_none_or(|one| one.builder_call.is_some())
    }

    /// Iterates over the cases with their enumerators.
    pub(crate) fn cases(&self) -> impl Iterator<Item = (&EnumCase<'s>, &str)> {
        self.model.cases.iter().zip(self.enumerators.iter().map(String::as_str))
    }
}
