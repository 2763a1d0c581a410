//! Parse and print functions of an operation, and the function that converts a parsed attribute to properties.

mod custom;
mod enums;
mod key_values;
mod names;
mod printer;
mod reader;
#[cfg(test)]
mod tests;
mod types;

use tablewright_syntax::diagnostic::Diagnostic;

use super::class::{
    ClassRules, DICTIONARY, FROM_ATTRIBUTE, OpClass, OpMethod, is_required, parse, print,
};
use super::class::{PropertyEntry, error_function};
use crate::model::Operation;
use crate::model::format_text::FormatError;
use crate::model::operation::{AssemblyFormat, FormatVariable, OperationSyntax};
pub(crate) use names::{
    AttributeSyntax, elided_anchor, is_keyword, is_symbol_name, is_unit_clause, type_builder,
};
use printer::FormatPrinter;
use reader::FormatReader;
use types::FormatTypes;

/// The assembly format of an operation.
pub(super) enum OpFormat<'s> {
    /// Functions elsewhere parse and print it, or it lacks a syntax.
    None,
    /// Its format with the types that follow from it.
    Format(AssemblyFormat<'s>, FormatTypes<'s>),
    /// A format that cannot be read.
    Unreadable,
}

impl<'s> OpFormat<'s> {
    /// Parses an operation's format.
    ///
    /// # Errors
    /// If the format has an error or is incomplete.
    pub(super) fn read(op: &Operation<'s>) -> Result<OpFormat<'s>, Vec<Diagnostic>> {
        let OperationSyntax::Format(text) = op.syntax else { return Ok(OpFormat::None) };
        let format = AssemblyFormat::parse(op, text)?;
        let types = FormatTypes::new(op, &format);
        let types = types.map_err(|error| error.diagnostics(op.format_owner(text)))?;
        if let Some(error) = strictness_error(op, &format, &types) {
            return Err(error.diagnostics(op.format_owner(text)));
        }
        Ok(OpFormat::Format(format, types))
    }
}

/// Returns the error for an attribute or property that a strict format does not write.
fn strictness_error<'s>(
    op: &Operation<'s>,
    format: &AssemblyFormat<'s>,
    types: &FormatTypes<'s>,
) -> Option<FormatError> {
    if !op.dialect.features.strict_properties || printer::has_prop_dict(format) {
        return None;
    }
    let (kind, name) = first_unwritten(op, format, types)?;
    let message = format!(
        "strict properties in assembly format requires prop-dict unless all inherent attributes and \
         properties are bound in the custom assembly format; missing {kind} '{name}'"
    );
    Some(FormatError::new(format.start, message))
}

/// Returns the first attribute or property that an operation's format does not write, with its kind. `None` for a
/// format with `prop-dict`, an operation without a format, and a format with errors.
pub fn unwritten_in_format<'s>(op: &Operation<'s>) -> Option<(&'static str, &'s str)> {
    let OperationSyntax::Format(text) = op.syntax else { return None };
    let format = AssemblyFormat::parse(op, text).ok()?;
    let types = FormatTypes::new(op, &format).ok()?;
    if printer::has_prop_dict(&format) {
        return None;
    }
    first_unwritten(op, &format, &types)
}

fn first_unwritten<'s>(
    op: &Operation<'s>,
    format: &AssemblyFormat<'s>,
    types: &FormatTypes<'s>,
) -> Option<(&'static str, &'s str)> {
    let mut written: Vec<&str> = printer::used_variables(format)
        .into_iter()
        .map(|variable| names::name(op, variable))
        .collect();
    written.extend(printer::elided_lengths(op, types));
    let attributes = op.own_attributes().map(|one| ("attribute", one.name));
    let properties = op.arguments.properties.iter().map(|one| ("property", one.name));
    attributes.chain(properties).find(|(_, name)| !written.contains(name))
}

/// Adds these functions.
pub(super) fn add<'s>(class: &mut OpClass<'_, 's>, format: &OpFormat<'s>) {
    let (op, part, rules) = (class.op, class.part, class.rules);
    let (format, types) = match format {
        OpFormat::None => {
            add_properties_from_parsed(class, &[], None);
            return;
        }
        OpFormat::Format(format, types) => (format, types),
        OpFormat::Unreadable => return,
    };
    let statements = || FormatReader::statements(op, format, types, rules);
    class.methods.add(parse().outside_in(part, statements));
    if printer::has_prop_dict(format) {
        let used = printer::used_variables(format);
        add_properties_from_parsed(class, &used, Some(types));
        add_key_value_parser(class, &used, types);
    }
    let statements = || FormatPrinter::statements(op, format, types, rules);
    let result = if rules.prints_for_size { "LLVM_ATTRIBUTE_MINSIZE void" } else { "void" };
    let print = print(result, "_odsPrinter");
    class.methods.add(print.outside_in(part, statements));
    let has_keys = || {
        let has_values = op.own_attributes().next().is_some()
            || !key_values::undetermined_entries(op, Some(types)).is_empty();
        has_values && !op.hooks.properties_printer
    };
    if printer::has_prop_dict(format) && has_key_values(class) && has_keys() {
        let function = OpMethod::new("void", "_odsPrintPropertiesAsKeyValueList")
            .make_static()
            .parameter("::mlir::MLIRContext *", "_odsContext")
            .parameter("::mlir::OpAsmPrinter &", "_odsPrinter")
            .parameter("const Properties &", "prop")
            .parameter("::mlir::ArrayRef<::llvm::StringRef>", "elidedProps");
        let statements = || key_values::printer_statements(op, types, rules);
        class.methods.add(function.outside_in(part, statements));
    }
}

/// Whether `prop-dict` is a list of names and values.
fn has_key_values(class: &OpClass<'_, '_>) -> bool {
    class.rules.writes_property_keys && class.has_properties_class()
}

/// Adds the function that reads `prop-dict` as a list of names and values.
fn add_key_value_parser<'s>(
    class: &mut OpClass<'_, 's>,
    written: &[FormatVariable],
    types: &FormatTypes<'s>,
) {
    if !has_key_values(class) {
        return;
    }
    let (op, rules) = (class.op, class.rules);
    let written: Vec<&str> = written.iter().map(|one| names::name(op, *one)).collect();
    let function = OpMethod::new("::mlir::ParseResult", "parsePropertiesFromKeyValueList")
        .make_static()
        .parameter("::mlir::OpAsmParser &", "parser")
        .parameter("::mlir::OperationState &", "result");
    let statements = || key_values::reader_statements(op, types, rules, &written);
    class.methods.add(function.outside_in(class.part, statements));
}

/// Adds the function that converts a parsed dictionary to properties. The dictionary may contain only properties that
/// the format does not write by itself.
fn add_properties_from_parsed<'s>(
    class: &mut OpClass<'_, 's>,
    written: &[FormatVariable],
    types: Option<&FormatTypes<'s>>,
) {
    if !class.has_properties_class() {
        return;
    }
    let function = OpMethod::new("::llvm::LogicalResult", "setPropertiesFromParsedAttr")
        .make_static()
        .parameters(FROM_ATTRIBUTE);
    let body = || properties_from_parsed_body(class.op, class.rules, written, types);
    let function = function.outside_in(class.part, body);
    class.methods.add(function);
}

fn properties_from_parsed_body<'s>(
    op: &Operation<'s>,
    rules: ClassRules,
    written: &[FormatVariable],
    types: Option<&FormatTypes<'s>>,
) -> String {
    let written: Vec<&str> = written.iter().map(|one| names::name(op, *one)).collect();
    let mut body = DICTIONARY.to_owned();
    body += "::mlir::DenseSet<::mlir::StringAttr> usedKeys;
::mlir::MLIRContext *ctx = dict.getContext();
(void)ctx;
";
    for entry in key_values::undetermined_entries(op, types) {
        if written.contains(&entry.name) {
            continue;
        }
        if entry.sized_count.is_none() {
            body += &property_from_parsed(&entry, rules);
        } else if rules.writes_property_keys {
            body += &sizes_from_parsed(entry.name, rules);
        }
    }
    let attributes = op.own_attributes();
    for attribute in attributes.filter(|one| !written.contains(&one.name)) {
        body += &attribute_from_parsed(attribute.name, is_required(&attribute.constraint));
    }
    body + "for (::mlir::NamedAttribute attr : dict) {
  if (!usedKeys.contains(attr.getName()))
    return emitError() << \"unknown key '\" << attr.getName() <<
        \"' when parsing properties dictionary\";
}
return ::mlir::success();"
}

fn attribute_from_parsed(name: &str, is_required: bool) -> String {
    format!(
        "{{
  auto &propStorage = prop.{name};
  auto {name}AttrName = ::mlir::StringAttr::get(ctx, \"{name}\");
  auto attr = dict.get({name}AttrName);
  usedKeys.insert({name}AttrName);
  if (attr || /*isRequired=*/{is_required}) {{
    if (!attr) {{
      emitError() << \"expected key entry for {name} in DictionaryAttr to set \"
                 \"Properties.\";
      return ::mlir::failure();
    }}
    auto convertedAttr = ::llvm::dyn_cast<std::remove_reference_t<decltype(propStorage)>>(attr);
    if (convertedAttr) {{
      propStorage = convertedAttr;
    }} else {{
      emitError() << \"Invalid attribute `{name}` in property conversion: \" << attr;
      return ::mlir::failure();
    }}
  }}
}}
"
    )
}

/// Returns the statements that convert the sizes of operands or results.
fn sizes_from_parsed(name: &str, rules: ClassRules) -> String {
    let report = error_function(name, rules);
    format!(
        "{{
  auto {name}AttrName = ::mlir::StringAttr::get(ctx, \"{name}\");
  usedKeys.insert({name}AttrName);
  auto attr = dict.get({name}AttrName);
  if (!attr) {{
    emitError() << \"expected key entry for {name} in DictionaryAttr to set \"
               \"Properties.\";
    return ::mlir::failure();
  }}
  if (::mlir::failed(::mlir::convertFromAttribute(prop.{name}, attr, {report})))
    return ::mlir::failure();
}}
"
    )
}

fn property_from_parsed(entry: &PropertyEntry<'_>, rules: ClassRules) -> String {
    let report = error_function(entry.name, rules);
    let name = entry.name;
    let is_required = entry.is_required;
    let convert = entry.fill(entry.attribute.from_attribute);
    format!(
        "{{
  auto setFromAttr = [] (auto &propStorage, ::mlir::Attribute propAttr,
           ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) -> ::mlir::LogicalResult {{
    {convert};
  }};
  auto {name}AttrName = ::mlir::StringAttr::get(ctx, \"{name}\");
  usedKeys.insert({name}AttrName);
  auto attr = dict.get({name}AttrName);
  if (!attr && {is_required}) {{
    emitError() << \"expected key entry for {name} in DictionaryAttr to set \"
               \"Properties.\";
    return ::mlir::failure();
  }}
  if (attr && ::mlir::failed(setFromAttr(prop.{name}, attr, {report})))
    return ::mlir::failure();
}}
"
    )
}
