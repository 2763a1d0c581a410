//! Parse and print functions of an operation, and the function that converts a parsed attribute to properties.

mod custom;
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
use super::class::{PropertyEntry, error_function, property_entries};
use crate::model::Operation;
use crate::model::format_text::FormatError;
use crate::model::operation::{AssemblyFormat, FormatVariable, OperationSyntax};
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
    let mut written: Vec<&str> = printer::used_variables(format)
        .into_iter()
        .map(|variable| names::name(op, variable))
        .collect();
    written.extend(printer::elided_lengths(op, types));
    let attributes = op.own_attributes().map(|one| ("attribute", one.name));
    let properties = op.arguments.properties.iter().map(|one| ("property", one.name));
    let (kind, name) = attributes.chain(properties).find(|(_, name)| !written.contains(name))?;
    let message = format!(
        "strict properties in assembly format requires prop-dict unless all inherent attributes and \
         properties are bound in the custom assembly format; missing {kind} '{name}'"
    );
    Some(FormatError::new(format.start, message))
}

/// Adds these functions.
pub(super) fn add<'s>(class: &mut OpClass<'_, 's>, format: &OpFormat<'s>) {
    let (op, part, rules) = (class.op, class.part, class.rules);
    let (format, types) = match format {
        OpFormat::None => {
            add_properties_from_parsed(class, &[]);
            return;
        }
        OpFormat::Format(format, types) => (format, types),
        OpFormat::Unreadable => return,
    };
    let statements = || FormatReader::statements(op, format, types, rules);
    class.methods.add(parse().outside_in(part, statements));
    if printer::has_prop_dict(format) {
        let used = printer::used_variables(format);
        add_properties_from_parsed(class, &used);
    }
    let statements = || FormatPrinter::statements(op, format, types, rules);
    let result = if rules.prints_for_size { "LLVM_ATTRIBUTE_MINSIZE void" } else { "void" };
    let print = print(result, "_odsPrinter");
    class.methods.add(print.outside_in(part, statements));
}

/// Adds the function that converts a parsed dictionary to properties. The dictionary may contain only properties that
/// the format does not write by itself.
fn add_properties_from_parsed(class: &mut OpClass<'_, '_>, written: &[FormatVariable]) {
    if !class.has_properties_class() {
        return;
    }
    let function = OpMethod::new("::llvm::LogicalResult", "setPropertiesFromParsedAttr")
        .make_static()
        .parameters(FROM_ATTRIBUTE);
    let body = || properties_from_parsed_body(class.op, class.rules, written);
    let function = function.outside_in(class.part, body);
    class.methods.add(function);
}

fn properties_from_parsed_body(
    op: &Operation<'_>,
    rules: ClassRules,
    written: &[FormatVariable],
) -> String {
    let written: Vec<&str> = written.iter().map(|one| names::name(op, *one)).collect();
    let mut body = DICTIONARY.to_owned();
    body += "::mlir::DenseSet<::mlir::StringAttr> usedKeys;
::mlir::MLIRContext *ctx = dict.getContext();
(void)ctx;
";
    let entries = property_entries(op).into_iter();
    let is_there = |one: &PropertyEntry<'_>| one.old_name.is_none() && !written.contains(&one.name);
    for entry in entries.filter(is_there) {
        body += &property_from_parsed(&entry, rules);
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
