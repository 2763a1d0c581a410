//! `prop-dict` as a list of names and values in angle brackets.

use super::custom::elided_segments;
use super::names::{AttributeSyntax, is_symbol_name, is_unit_variable, type_builder};
use super::printer::FormatPrinter;
use super::reader::FormatReader;
use super::types::FormatTypes;
use crate::model::operation::{FormatElement, FormatVariable, OperationProperty};
use crate::model::{Operation, Property};
use crate::ops::class::{ClassRules, PropertyEntry, is_required, property_entries};
use crate::support::cpp;

/// The properties and attributes that a list may contain.
struct KeyedValues<'e, 's> {
    entries: &'e [PropertyEntry<'s>],
    /// The attributes, as indices.
    attributes: Vec<usize>,
}

/// Statements before the keys: a dictionary is accepted, too.
const DICTIONARY_FIRST: &str = "  ::llvm::SMLoc dictionaryLoc = parser.getCurrentLocation();
  ::mlir::NamedAttrList propertyAttributes;
  if (parser.parseOptionalAttrDict(propertyAttributes))
    return ::mlir::failure();
  if (dictionaryLoc != parser.getCurrentLocation()) {
    if (parser.parseGreater())
      return ::mlir::failure();
    auto propertyDictionary =
        ::mlir::DictionaryAttr::get(parser.getContext(), propertyAttributes);
    return setPropertiesFromParsedAttr(prop, propertyDictionary, [&]() {
      return parser.emitError(dictionaryLoc)
             << \"invalid properties \" << propertyDictionary << \": \";
    });
  }
  bool reachedEnd = succeeded(parser.parseOptionalGreater());
  while (!reachedEnd) {
    ::llvm::SMLoc keyLoc = parser.getCurrentLocation();
    ::llvm::StringRef key;
    if (parser.parseKeyword(&key))
      return ::mlir::failure();";

/// Statements after the keys.
const AFTER_KEYS: &str = "    reachedEnd = succeeded(parser.parseOptionalGreater());
    if (!reachedEnd && parser.parseComma())
      return ::mlir::failure();
  }
}";

/// Returns the properties that the format does not determine: the sizes that it determines are left out.
pub(super) fn undetermined_entries<'s>(
    op: &Operation<'s>,
    types: Option<&FormatTypes<'s>>,
) -> Vec<PropertyEntry<'s>> {
    let elided = match types {
        Some(types) => elided_segments(op, types.all_operand_values, types.all_results),
        None => Vec::new(),
    };
    let mut entries = property_entries(op);
    entries.retain(|entry| !elided.contains(&entry.name));
    entries
}

/// Returns the statements that read the list. `written` has the names of elements with their own place in the format.
pub(super) fn reader_statements<'s>(
    op: &Operation<'s>,
    types: &FormatTypes<'s>,
    rules: ClassRules,
    written: &[&str],
) -> String {
    let mut entries = undetermined_entries(op, Some(types));
    entries.retain(|entry| !written.contains(&entry.name));
    let attributes = op.own_attributes().map(|one| one.name).collect::<Vec<_>>();
    let all = op.arguments.attributes.iter().enumerate();
    let attributes = all
        .filter(|(_, one)| attributes.contains(&one.name) && !written.contains(&one.name))
        .map(|(index, _)| index);
    let values = KeyedValues { entries: &entries, attributes: attributes.collect() };
    let mut reader = FormatReader::new(op, types, rules);
    reader.keyed_values(&values);
    reader.lines
}

/// Returns the statements that print the list.
pub(super) fn printer_statements<'s>(
    op: &Operation<'s>,
    types: &FormatTypes<'s>,
    rules: ClassRules,
) -> String {
    let mut printer = FormatPrinter::new(op, rules);
    printer.add(
        "bool first = true;
auto printKey = [&](::llvm::StringRef name, bool printValue) {
  _odsPrinter << (first ? \" <\" : \", \") << name;
  if (printValue)
    _odsPrinter << \" = \";
  first = false;
};
auto shouldPrint = [&](::llvm::StringRef name) {
  return !::llvm::is_contained(elidedProps, name);
};",
    );
    for entry in &undetermined_entries(op, Some(types)) {
        printer.keyed_entry(entry);
    }
    let own: Vec<&str> = op.own_attributes().map(|one| one.name).collect();
    for (index, attribute) in op.arguments.attributes.iter().enumerate() {
        if own.contains(&attribute.name) {
            printer.keyed_attribute(index);
        }
    }
    printer.add("if (!first)\n  _odsPrinter << \">\";");
    printer.lines
}

/// Returns the argument behind a property, unless the property has the sizes of operands or results.
fn argument<'o, 's>(
    op: &'o Operation<'s>,
    entry: &PropertyEntry<'s>,
) -> Option<(usize, &'o OperationProperty<'s>)> {
    let mut properties = op.arguments.properties.iter().enumerate();
    properties.find(|(_, one)| one.name == entry.name)
}

fn is_unit_property(op: &Operation<'_>, entry: &PropertyEntry<'_>) -> bool {
    argument(op, entry).is_some_and(|(index, _)| {
        is_unit_variable(op, &FormatElement::Variable(FormatVariable::Property(index)))
    })
}

fn is_unit_attribute(op: &Operation<'_>, index: usize) -> bool {
    is_unit_variable(op, &FormatElement::Variable(FormatVariable::Attribute(index)))
}

impl<'s> FormatReader<'_, 's> {
    fn keyed_values(&mut self, values: &KeyedValues<'_, 's>) {
        let op = self.op;
        let name = |index: &usize| op.arguments.attributes[*index].name;
        self.add("auto &prop = result.getOrAddProperties<Properties>();\n(void)prop;");
        let names = values.entries.iter().map(|entry| entry.name);
        for name in names.chain(values.attributes.iter().map(name)) {
            self.add(&format!("bool seen_{name} = false;"));
        }
        self.add("if (succeeded(parser.parseOptionalLess())) {");
        self.add(DICTIONARY_FIRST);
        let units = values.entries.iter().filter(|entry| is_unit_property(op, entry));
        let units = units.map(|entry| entry.name).chain(
            values.attributes.iter().filter(|index| is_unit_attribute(op, **index)).map(name),
        );
        let units: Vec<String> = units.map(|name| format!("key == \"{name}\"")).collect();
        if units.is_empty() {
            self.fail_if("parser.parseEqual()");
        } else {
            self.add(&format!("bool isUnitKey = {};", units.join(" || ")));
            self.fail_if("!isUnitKey && parser.parseEqual()");
        }
        for entry in values.entries {
            self.begin_key(entry.name);
            self.keyed_entry(entry);
            self.lines.push_str("} else ");
        }
        for &index in &values.attributes {
            self.begin_key(name(&index));
            self.keyed_attribute(index);
            self.lines.push_str("} else ");
        }
        let report = |what: &str| {
            format!(
                "return parser.emitError(keyLoc, \"{what} property in properties dictionary: \") << key;"
            )
        };
        if values.entries.is_empty() && values.attributes.is_empty() {
            self.add(&report("unknown"));
        } else {
            self.add(&format!("{{\n{}\n}}", report("duplicate or unknown")));
        }
        self.add(AFTER_KEYS);
        let required = values.entries.iter().filter(|entry| entry.is_required);
        for entry in required {
            self.missing_key("property", entry.name);
        }
        for index in &values.attributes {
            if is_required(&op.arguments.attributes[*index].constraint) {
                self.missing_key("attribute", name(index));
            }
        }
        self.add("return ::mlir::success();");
    }

    fn begin_key(&mut self, name: &str) {
        self.add(&format!("if (!seen_{name} && key == \"{name}\") {{\nseen_{name} = true;"));
    }

    fn missing_key(&mut self, kind: &str, name: &str) {
        self.add(&format!(
            "if (!seen_{name})
  return ::mlir::emitError(result.location, \"properties dictionary is missing required {kind}: {name}\");"
        ));
    }

    /// Adds statements that read a value whose key alone is a value, too.
    fn unit_value(&mut self, name: &str, present: &str, read: impl FnOnce(&mut Self)) {
        self.add("if (succeeded(parser.parseOptionalEqual())) {");
        read(self);
        self.add(&format!("}} else {{\n  prop.{name} = {present};\n}}"));
    }

    fn keyed_entry(&mut self, entry: &PropertyEntry<'s>) {
        let name = entry.name;
        let Some((index, argument)) = argument(self.op, entry) else {
            return self.keyed_sizes(entry);
        };
        if is_unit_property(self.op, entry) {
            self.unit_value(name, "true", |reader| reader.property(index, false));
        } else if argument.property.syntax.has_default_parser {
            let convert = cpp::fill(entry.attribute.from_attribute, |hole| match hole {
                "_storage" => Some("propStorage"),
                "_attr" => Some("propertyAttr"),
                "_diag" => Some("emitError"),
                "_ctxt" => Some("parser.getContext()"),
                _ => None,
            });
            self.add(&format!(
                "auto parseResult = ::mlir::detail::parsePropertyWithFallback(
    parser, prop.{name},
    [&](auto &propStorage,
        ::mlir::Attribute propertyAttr) -> ::mlir::LogicalResult {{
  auto emitError = [&]() {{
    return parser.emitError(parser.getCurrentLocation())
           << \"invalid value for property \" << key << \": \";
  }};
  {convert};
}});
if (failed(parseResult))
  return ::mlir::failure();"
            ));
        } else {
            self.property(index, false);
        }
    }

    /// Adds statements that read the sizes of operands or results.
    fn keyed_sizes(&mut self, entry: &PropertyEntry<'s>) {
        let name = entry.name;
        let count = entry.sized_count.unwrap_or_default();
        self.add(&format!(
            "::llvm::SmallVector<int32_t> parsedSegmentSizes;
if (parser.parseCommaSeparatedList(::mlir::AsmParser::Delimiter::Square, [&]() {{
      int32_t size;
      if (parser.parseInteger(size))
        return ::mlir::failure();
      parsedSegmentSizes.push_back(size);
      return ::mlir::success();
    }}))
  return ::mlir::failure();
if (parsedSegmentSizes.size() != prop.{name}.size())
  return parser.emitError(keyLoc, \"expected {count} entries for {name}\");
::llvm::copy(parsedSegmentSizes, prop.{name}.begin());"
        ));
    }

    fn keyed_attribute(&mut self, index: usize) {
        let attribute = &self.op.arguments.attributes[index];
        let is_list = is_bracketed(self.op, index);
        let read = |reader: &mut Self| {
            reader.variable_storage(FormatVariable::Attribute(index));
            if is_list {
                reader.fail_if("parser.parseLSquare()");
            }
            reader.attribute(index, false, AttributeSyntax::Cases);
            if is_list {
                reader.fail_if("parser.parseRSquare()");
            }
        };
        if is_unit_attribute(self.op, index) {
            self.unit_value(attribute.name, "parser.getBuilder().getUnitAttr()", read);
        } else {
            read(self);
        }
    }
}

/// Whether an attribute has brackets, since commas separate the bits of its enum.
fn is_bracketed(op: &Operation<'_>, index: usize) -> bool {
    let constraint = &op.arguments.attributes[index].constraint;
    let one = AttributeSyntax::Cases.written_enum(constraint);
    one.is_some_and(|one| one.separator == Some(","))
}

impl<'s> FormatPrinter<'_, 's> {
    fn keyed_entry(&mut self, entry: &PropertyEntry<'s>) {
        let name = entry.name;
        let is_unit = is_unit_property(self.op, entry);
        self.begin_printed_key(name, "", is_unit);
        match argument(self.op, entry) {
            _ if is_unit => {}
            Some((_, argument)) => self.keyed_property(&argument.property, entry),
            None => self.add(&format!(
                "_odsPrinter << \"[\";
::llvm::interleaveComma(prop.{name}, _odsPrinter);
_odsPrinter << \"]\";"
            )),
        }
        self.add("}");
    }

    fn begin_printed_key(&mut self, name: &str, condition: &str, is_unit: bool) {
        let has_value = !is_unit;
        self.add(&format!(
            "if (shouldPrint(\"{name}\"){condition}) {{
  printKey(\"{name}\", /*printValue=*/{has_value});"
        ));
    }

    fn keyed_property(&mut self, property: &Property<'s>, entry: &PropertyEntry<'s>) {
        let storage = format!("prop.{}", entry.name);
        let fill = |code: &str| {
            cpp::fill(code, |hole| match hole {
                "_printer" => Some("_odsPrinter"),
                "_storage" => Some(storage.as_str()),
                "_ctxt" => Some("_odsContext"),
                _ => None,
            })
        };
        let print = fill(property.syntax.printer);
        if !property.syntax.has_default_parser {
            return self.add(&format!("{print};"));
        }
        let convert = fill(entry.attribute.to_attribute);
        self.add(&format!(
            "if constexpr (::mlir::detail::HasKeyValueFieldParser<std::remove_cv_t<std::remove_reference_t<decltype({storage})>>>::value) {{
  {print};
}} else {{
  auto propertyAttr = [&]() -> ::mlir::Attribute {{
{convert}
  }}();
  _odsPrinter.printAttribute(propertyAttr);
}}"
        ));
    }

    fn keyed_attribute(&mut self, index: usize) {
        let attribute = &self.op.arguments.attributes[index];
        let (name, constraint) = (attribute.name, &attribute.constraint);
        let storage = format!("prop.{name}");
        let is_unit = is_unit_attribute(self.op, index);
        let condition =
            if is_required(constraint) { String::new() } else { format!(" && {storage}") };
        self.begin_printed_key(name, &condition, is_unit);
        if is_unit {
            return self.add("}");
        }
        if let Some(one) = AttributeSyntax::Cases.written_enum(constraint) {
            let is_list = is_bracketed(self.op, index);
            if is_list {
                self.add("_odsPrinter << \"[\";");
            }
            let value = cpp::fill(constraint.storage.convert_from_storage, |hole| {
                (hole == "_self").then_some(storage.as_str())
            });
            let value = if constraint.is_optional { format!("*({value})") } else { value };
            self.enum_value(one, &value);
            if is_list {
                self.add("_odsPrinter << \"]\";");
            }
            return self.add("}");
        }
        let call = if is_symbol_name(constraint) {
            format!("printSymbolName({storage}.getValue())")
        } else if type_builder(constraint).is_some() {
            format!("printAttributeWithoutType({storage})")
        } else if constraint.storage.class == "::mlir::Attribute" {
            format!("printAttribute({storage})")
        } else {
            format!("printStrippedAttrOrType({storage})")
        };
        self.add(&format!("_odsPrinter.{call};\n}}"));
    }
}
