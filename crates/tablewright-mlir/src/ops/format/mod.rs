//! The functions that read and print an operation, and that which makes properties of an attribute that was read.

mod custom;
mod names;
mod printer;
mod reader;
mod types;

use tablewright_syntax::diagnostic::Diagnostic;

use super::class::{DICTIONARY, FROM_ATTRIBUTE, Method, OpClass, is_required, parse, print};
use super::class::{PropertyEntry, property_entries};
use crate::model::operation::{AssemblyFormat, FormatElement, FormatVariable, OperationSyntax};
use printer::FormatPrinter;
use reader::FormatReader;
use types::FormatTypes;

/// Adds these functions.
///
/// # Errors
/// Where the format cannot be read, or does not say everything.
pub(super) fn add(class: &mut OpClass<'_, '_>) -> Result<(), Vec<Diagnostic>> {
    let op = class.op;
    let OperationSyntax::Format(text) = op.syntax else {
        class.methods.add(properties_from_parsed(class, &[]));
        return Ok(());
    };
    let format = AssemblyFormat::parse(op, text)?;
    let types =
        FormatTypes::of(op, &format).map_err(|error| error.diagnostics(op.format_owner(text)))?;
    class.methods.add(parse().outside(FormatReader::statements(op, &format, &types)));
    if format.walk().into_iter().any(|element| *element == FormatElement::PropDict) {
        let used = printer::used_variables(&format);
        class.methods.add(properties_from_parsed(class, &used));
    }
    let print = print("_odsPrinter");
    class.methods.add(print.outside(FormatPrinter::statements(op, &format, &types)));
    Ok(())
}

/// The function that makes properties of a dictionary that was read, in which nothing else may be. What the format
/// writes by itself is not in it.
fn properties_from_parsed(class: &OpClass<'_, '_>, written: &[FormatVariable]) -> Method {
    let written: Vec<&str> = written.iter().map(|one| names::name(class.op, *one)).collect();
    let mut body = DICTIONARY.to_owned();
    body += "::mlir::DenseSet<::mlir::StringAttr> usedKeys;
::mlir::MLIRContext *ctx = dict.getContext();
(void)ctx;
";
    let entries = property_entries(class.op).into_iter();
    let is_there = |one: &PropertyEntry<'_>| one.old_name.is_none() && !written.contains(&one.name);
    for entry in entries.filter(is_there) {
        body += &property_from_parsed(&entry);
    }
    let attributes = class.op.own_attributes();
    for attribute in attributes.filter(|one| !written.contains(&one.name)) {
        body += &attribute_from_parsed(attribute.name, is_required(&attribute.constraint));
    }
    body += "for (::mlir::NamedAttribute attr : dict) {
  if (!usedKeys.contains(attr.getName()))
    return emitError() << \"unknown key '\" << attr.getName() <<
        \"' when parsing properties dictionary\";
}
return ::mlir::success();";
    let function =
        Method::new("::llvm::LogicalResult", "setPropertiesFromParsedAttr").make_static();
    let function =
        FROM_ATTRIBUTE.iter().fold(function, |function, (ty, name)| function.parameter(ty, name));
    function.outside(body)
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

fn property_from_parsed(entry: &PropertyEntry<'_>) -> String {
    let name = entry.name;
    let is_required = entry.is_required;
    let convert = entry.fill(entry.from_attribute);
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
  if (attr && ::mlir::failed(setFromAttr(prop.{name}, attr, [&]() {{
        return emitError() << \"for `{name}`: \";
      }})))
    return ::mlir::failure();
}}
"
    )
}
