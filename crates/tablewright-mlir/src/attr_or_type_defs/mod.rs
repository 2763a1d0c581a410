//! Attributes and types that dialects define.

pub(crate) mod attrdef;
mod class;
mod decls;
mod defs;
mod parser;
mod printer;
mod signatures;
mod storage;
#[cfg(test)]
mod tests;
pub(crate) mod typedef;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, RecordStore, Release};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::model::def_format::{self, DefFormatElement};
use crate::model::{AttrOrType, AttrOrTypeDef, DefParameter, DefSyntax, Dialect};
use crate::support::format_errors;
use class::{DefClass, accessor_name};

/// A dialect's attributes or types.
struct DialectDefs<'s> {
    kind: &'static KindNames,
    /// The dialect, unless it lacks attributes or types of this kind.
    dialect: Option<Dialect<'s>>,
    defs: Vec<AttrOrTypeDef<'s>>,
}

/// C++ spelling for attributes or types.
struct KindNames {
    kind: AttrOrType,
    /// `AttrBase`
    base_template: &'static str,
    /// `Attribute`
    value: &'static str,
    /// The macros for the file parts with the classes and with the class names.
    classes_macro: &'static str,
    list_macro: &'static str,
    /// Parameters for parse functions, and the arguments that forward them.
    parse_parameters: &'static str,
    parse_arguments: &'static str,
    /// The alias interface.
    alias_interface: &'static str,
}

impl KindNames {
    fn is_type(&self) -> bool {
        self.kind == AttrOrType::Type
    }
}

const ATTR: KindNames = KindNames {
    kind: AttrOrType::Attr,
    base_template: "AttrBase",
    value: "Attribute",
    classes_macro: "GET_ATTRDEF_CLASSES",
    list_macro: "GET_ATTRDEF_LIST",
    parse_parameters: "::mlir::AsmParser &odsParser, ::mlir::Type odsType",
    parse_arguments: "parser, type",
    alias_interface: "::mlir::OpAsmAttrInterface::Trait",
};

const TYPE: KindNames = KindNames {
    kind: AttrOrType::Type,
    base_template: "TypeBase",
    value: "Type",
    classes_macro: "GET_TYPEDEF_CLASSES",
    list_macro: "GET_TYPEDEF_LIST",
    parse_parameters: "::mlir::AsmParser &odsParser",
    parse_arguments: "parser",
    alias_interface: "::mlir::OpAsmTypeInterface::Trait",
};

/// Returns attributes or types in definition order: for the named dialect, or for the only dialect that has any if the
/// name is empty.
fn selected_defs<'s>(
    store: &'s RecordStore,
    kind: AttrOrType,
    dialect: &str,
) -> Result<DialectDefs<'s>, Diagnostic> {
    let names = match kind {
        AttrOrType::Attr => &ATTR,
        AttrOrType::Type => &TYPE,
    };
    let mut defs = AttrOrTypeDef::all(store, kind)?;
    defs.sort_by_key(|def| def.sequence);
    let name = match defs.first() {
        Some(first) if dialect.is_empty() => first.dialect.name,
        _ => dialect,
    };
    let other = defs.iter().find(|def| def.dialect.name != name);
    if let (Some(other), true) = (other, dialect.is_empty()) {
        let message = "defs belonging to more than one dialect. Must select one via '--(attr|type)defs-dialect'";
        let mut error = Diagnostic::error_anywhere(Code::Mlir, message);
        let option = match kind {
            AttrOrType::Attr => "attrdefs",
            AttrOrType::Type => "typedefs",
        };
        let others = other.dialect.name;
        error.label(other.names.pos, format!("this definition belongs to the dialect '{others}'"));
        error.note(None, format!("add --{option}-dialect={name} or --{option}-dialect={others}"));
        return Err(error);
    }
    defs.retain(|def| def.dialect.name == name);
    let dialect = defs.first().map(|def| def.dialect.clone());
    Ok(DialectDefs { kind: names, dialect, defs })
}

/// A class with the syntax of its objects.
struct FormattedClass<'d, 's> {
    class: DefClass<'d, 's>,
    format: DefFormat<'s>,
}

/// Code style for formats in a release.
#[derive(Clone, Copy)]
struct FormatStyle {
    /// Whether the dialect prints the blank after the mnemonic.
    dialect_prints_blank: bool,
    /// Whether brackets surround arrays in structs.
    structs_have_brackets: bool,
    /// Whether `params` and `struct(params)` print nothing if there are no parameters.
    leaves_out_empty_lists: bool,
}

impl FormatStyle {
    fn from_release(release: Release) -> FormatStyle {
        FormatStyle {
            dialect_prints_blank: release.has(Feature::DialectsPrintBlanks),
            structs_have_brackets: release.has(Feature::StructsHaveBrackets),
            leaves_out_empty_lists: release.has(Feature::EmptyParameterListsAreLeftOut),
        }
    }
}

/// An attribute or type format.
enum DefFormat<'s> {
    /// It has none.
    None,
    Elements(Vec<DefFormatElement<'s>>),
    /// The format has a reported error that need not stop the output.
    Unreadable,
}

impl<'d, 's> FormattedClass<'d, 's> {
    /// Builds the classes for all definitions.
    ///
    /// # Errors
    /// If a class would have two functions that calls cannot distinguish, or a format has an error.
    fn all(
        job: &mut Job<'_>,
        defs: &'d DialectDefs<'s>,
    ) -> Result<Vec<FormattedClass<'d, 's>>, Failure> {
        defs.defs.iter().map(|def| FormattedClass::new(job, def, defs.kind)).collect()
    }

    fn new(
        job: &mut Job<'_>,
        def: &'d AttrOrTypeDef<'s>,
        kind: &'static KindNames,
    ) -> Result<FormattedClass<'d, 's>, Failure> {
        def.check_parameter_names()?;
        let format = read_format(job, def)?;
        let class = DefClass::new(def, kind)?;
        check_accessors(def)?;
        let must_compare = job.store.release().has(Feature::ApIntParametersNeedComparators);
        if must_compare && def.storage.is_generated {
            check_comparable(def)?;
        }
        Ok(FormattedClass { class, format })
    }
}

fn read_format<'s>(job: &mut Job<'_>, def: &AttrOrTypeDef<'s>) -> Result<DefFormat<'s>, Failure> {
    let DefSyntax::Format(text) = def.syntax else { return Ok(DefFormat::None) };
    let errors = match def_format::parse(def, text) {
        Ok(elements) => return Ok(DefFormat::Elements(elements)),
        Err(errors) => errors,
    };
    if format_errors::report(errors, job) {
        let message = "failed to parse assembly format";
        return Err(Diagnostic::error(Code::Mlir, def.names.pos, message).into());
    }
    Ok(DefFormat::Unreadable)
}

/// Checks that accessor names differ. The reference crashes if two are the same.
fn check_accessors(def: &AttrOrTypeDef<'_>) -> Result<(), Diagnostic> {
    if !def.generated.accessors {
        return Ok(());
    }
    let mut seen: Vec<(String, &str)> = Vec::new();
    if def.names.mnemonic.is_some() {
        seen.push(("getMnemonic".to_owned(), "every definition with a mnemonic"));
    }
    for parameter in &def.parameters {
        let accessor = accessor_name(parameter.name);
        if let Some((_, other)) = seen.iter().find(|(name, _)| *name == accessor) {
            let definition = def.names.definition;
            let message =
                format!("Unexpected overlap when generating `{accessor}` for {definition}");
            let mut error = Diagnostic::error(Code::Mlir, def.names.pos, message);
            let name = parameter.name;
            error.note(None, format!("{other} and parameter '{name}' have the same accessor"));
            return Err(error);
        }
        seen.push((accessor, parameter.name));
    }
    Ok(())
}

fn check_comparable(def: &AttrOrTypeDef<'_>) -> Result<(), Diagnostic> {
    if def.parameters.iter().all(DefParameter::is_comparable) {
        return Ok(());
    }
    let message = "Using a raw APInt parameter without a custom comparator is not supported \
                   because an assert in the equality operator is triggered when the two APInts \
                   have different bit widths. This can lead to unexpected crashes. Use an \
                   `APIntParameter` or provide a custom comparator.";
    Err(Diagnostic::error(Code::Mlir, def.names.pos, message))
}
