//! The function that reads an attribute or a type by its format.

use tablewright_text::{CppWriter, line};

use super::FormatStyle;
use super::class::DefClass;
use crate::model::def_format::{
    CustomArgument, DefFormatElement, custom_arguments, has_brackets, is_optional,
};
use crate::model::format_text::unescaped;
use crate::model::{DefParameter, EnumParameter, ParameterKind};
use crate::support::{cpp, punctuation};

/// Code that reads an attribute or a type, line by line.
pub(super) struct ParserWriter<'d, 's> {
    class: &'d DefClass<'d, 's>,
    style: FormatStyle,
    lines: String,
    is_in_struct: bool,
}

/// The reaction to a missing literal.
#[derive(Clone, Copy)]
enum MissingLiteral {
    /// Reading fails.
    Fail,
    /// The loop around ends.
    Break,
}

impl<'d, 's> ParserWriter<'d, 's> {
    /// Returns the statements that parse format elements, with a prologue and an epilogue.
    pub(super) fn statements(
        class: &'d DefClass<'d, 's>,
        elements: &[DefFormatElement<'s>],
        style: FormatStyle,
    ) -> String {
        let mut writer = ParserWriter { class, style, lines: String::new(), is_in_struct: false };
        writer.results();
        for element in elements {
            writer.element(element);
        }
        writer.creation();
        writer.lines
    }

    fn add(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn parameter(&self, index: usize) -> &'d DefParameter<'s> {
        &self.class.def.parameters[index]
    }

    /// Returns an optional parameter's default value.
    fn default(&self, parameter: &DefParameter<'s>) -> String {
        let parameters = self.class.def.parameters.iter();
        let values = parameters.map(|one| (one.name, format!("(*_result_{})", one.name)));
        fill_default(parameter, "odsParser.getContext()", &values.collect::<Vec<_>>())
    }

    /// Adds variables for parse results.
    fn results(&mut self) {
        self.add("::mlir::Builder odsBuilder(odsParser.getContext());");
        self.add("::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();");
        self.add("(void) odsLoc;");
        for parameter in &self.class.def.parameters {
            let DefParameter { name, storage_type, cpp_type, .. } = parameter;
            self.add(&format!("::mlir::FailureOr<{storage_type}> _result_{name};"));
            if matches!(parameter.kind, ParameterKind::SelfType) && !self.class.kind.is_type() {
                self.add("if (odsType) {");
                self.add(&format!("if (auto reqType = ::llvm::dyn_cast<{cpp_type}>(odsType)) {{"));
                self.add(&format!("_result_{name} = reqType;"));
                self.add("} else {");
                self.add("odsParser.emitError(odsLoc, \"invalid kind of type specified\");");
                self.add("return {};\n}");
                if !is_optional(parameter) {
                    self.add("} else {");
                    self.add("odsParser.emitError(odsLoc, \"expected a trailing type\");");
                    self.add("return {};");
                }
                self.add("}");
            }
        }
    }

    /// Adds the call that creates the attribute or type.
    fn creation(&mut self) {
        let class = self.class.def.names.class;
        for parameter in self.class.def.parameters.iter().filter(|one| !is_optional(one)) {
            self.add(&format!("assert(::mlir::succeeded(_result_{}));", parameter.name));
        }
        let is_checked = self.class.is_verified() || self.class.def.generated.verify;
        let head = if is_checked {
            format!("return odsParser.getChecked<{class}>(odsLoc, odsParser.getContext()")
        } else {
            format!("return {class}::get(odsParser.getContext()")
        };
        self.lines.push_str(&head);
        for parameter in &self.class.def.parameters {
            let DefParameter { name, cpp_type, .. } = parameter;
            let value = match parameter.default_value {
                Some(_) => format!("(_result_{name}.value_or({}))", self.default(parameter)),
                None => format!("(*_result_{name})"),
            };
            let value = cpp::fill(parameter.convert_from_storage, |hole| {
                (hole == "_self").then_some(value.as_str())
            });
            self.lines.push_str(&format!(",\n{cpp_type}({value})"));
        }
        self.add(");");
    }

    fn element(&mut self, element: &DefFormatElement<'s>) {
        match element {
            DefFormatElement::Literal(literal) => self.literal(literal, MissingLiteral::Fail),
            DefFormatElement::Parameter { index, .. } => self.variable(*index),
            DefFormatElement::Params(elements) => self.params(elements),
            DefFormatElement::Struct(elements) => self.structure(elements),
            DefFormatElement::Custom { name, arguments } => self.custom(name, arguments),
            DefFormatElement::Optional { then, otherwise, .. } => self.group(then, otherwise),
            DefFormatElement::Whitespace(_)
            | DefFormatElement::Reference(_)
            | DefFormatElement::Text(_) => {}
        }
    }

    fn literal(&mut self, literal: &str, missing: MissingLiteral) {
        match missing {
            MissingLiteral::Fail => {
                self.add(&format!("// Parse literal '{literal}'"));
                self.add(&format!("if ({}) return {{}};", parse_literal(literal, "")));
            }
            MissingLiteral::Break => {
                self.add(&format!("if ({}) break;", parse_literal(literal, "Optional")))
            }
        }
    }

    fn variable(&mut self, index: usize) {
        let parameter = self.parameter(index);
        let DefParameter { name, storage_type, cpp_type, .. } = parameter;
        let definition = self.class.def.names.definition;
        let (dialect, held) = match &parameter.kind {
            ParameterKind::Constrained(constraint) => (constraint.dialect_class.as_ref(), None),
            ParameterKind::EnumAttribute(one) => {
                (Some(&one.dialect_class), Some(one).filter(|_| self.is_in_struct))
            }
            ParameterKind::Plain | ParameterKind::SelfType | ParameterKind::Array => (None, None),
        };
        if let Some(dialect) = dialect {
            self.add(&format!("odsParser.getContext()->getOrLoadDialect<{dialect}>();"));
        }
        let read = match parameter.parser {
            _ if held.is_some() => String::new(),
            Some(parser) => cpp::fill(parser, |hole| match hole {
                "_parser" => Some("odsParser"),
                "_type" => Some("odsType"),
                "_ctxt" => Some("odsParser.getContext()"),
                "_builder" => Some("odsBuilder"),
                _ => None,
            }),
            None => format!("::mlir::FieldParser<{storage_type}>::parse(odsParser)"),
        };
        match held {
            Some(EnumParameter { enum_class, .. }) => self.add(&format!(
                "_result_{name} = [&]() -> ::mlir::FailureOr<{storage_type}> {{
  auto odsEnumValue = ::mlir::FieldParser<{enum_class}>::parse(odsParser);
  if (::mlir::failed(odsEnumValue))
    return ::mlir::failure();
  return {storage_type}::get(odsParser.getContext(), *odsEnumValue);
}}();"
            )),
            None => self.add(&format!("_result_{name} = {read};")),
        }
        self.add(&format!("if (::mlir::failed(_result_{name})) {{"));
        self.add(&format!(
            "odsParser.emitError(odsParser.getCurrentLocation(), \"failed to parse {definition} parameter '{name}' \
             which is to be a `{cpp_type}`\");"
        ));
        self.add("return {};\n}");
    }

    /// After the last required parameter, missing commas end the list.
    fn params(&mut self, elements: &[DefFormatElement<'s>]) {
        let optional: Vec<bool> = elements.iter().map(|one| self.is_optional(one)).collect();
        let has_optional = optional.contains(&true);
        let last_required = optional.iter().rposition(|&is_optional| !is_optional).unwrap_or(0);
        if has_optional {
            self.add("do {");
        }
        for (i, element) in elements.iter().enumerate() {
            if let Some(before) = i.checked_sub(1) {
                let guard = match (&elements[before], optional[before]) {
                    (DefFormatElement::Parameter { index, .. }, true) => {
                        Some(self.parameter(*index))
                    }
                    _ => None,
                };
                if let Some(parameter) = guard {
                    let name = parameter.name;
                    let value = format!("(*_result_{name})");
                    let present = is_present(parameter, &value, &self.default(parameter));
                    self.add(&format!("if (::mlir::succeeded(_result_{name}) && {present}) {{"));
                }
                let missing =
                    if i <= last_required { MissingLiteral::Fail } else { MissingLiteral::Break };
                self.literal(",", missing);
                if guard.is_some() {
                    self.add("}");
                }
            }
            self.element(element);
        }
        if has_optional {
            self.add("} while(false);");
        }
    }

    fn is_optional(&self, element: &DefFormatElement<'_>) -> bool {
        element.parameters().iter().all(|&index| is_optional(self.parameter(index)))
    }

    /// Returns the key for a struct element: its first parameter's name.
    fn key(&self, element: &DefFormatElement<'_>) -> &'s str {
        element.parameters().first().map_or("", |&index| self.parameter(index).name)
    }

    fn structure(&mut self, elements: &[DefFormatElement<'s>]) {
        let keys: Vec<&str> = elements.iter().map(|element| self.key(element)).collect();
        let optional: Vec<bool> = elements.iter().map(|one| self.is_optional(one)).collect();
        for key in &keys {
            self.add(&format!("bool _seen_{key} = false;"));
        }
        self.add("{\nconst auto _loop_body = [&](::llvm::StringRef _paramKey) -> bool {");
        self.literal("=", MissingLiteral::Fail);
        for (i, (element, key)) in elements.iter().zip(&keys).enumerate() {
            self.add(&format!("if (!_seen_{key} && _paramKey == \"{key}\") {{"));
            self.add(&format!("_seen_{key} = true;"));
            let has_brackets =
                self.style.structs_have_brackets && has_brackets(self.class.def, elements, i);
            if has_brackets {
                self.literal("[", MissingLiteral::Fail);
            }
            self.is_in_struct = true;
            self.element(element);
            self.is_in_struct = false;
            if has_brackets {
                self.literal("]", MissingLiteral::Fail);
            }
            self.lines.push_str("} else ");
        }
        self.add("{");
        self.add(&emit_error("duplicate or unknown struct parameter name: ", Some("_paramKey")));
        self.add("return {};\n}\nreturn true;\n};");
        let count = elements.len();
        if !optional.contains(&true) {
            let index = "odsStructIndex";
            self.add(&format!("for (unsigned {index} = 0; {index} < {count}; ++{index}) {{"));
            self.key_and_value();
            self.add(&format!("if (({index} != {count} - 1) && odsParser.parseComma())"));
            self.add("return {};\n}");
        } else if optional.contains(&false) {
            self.add("do {");
            self.key_and_value();
            self.add("} while(!odsParser.parseOptionalComma());");
            for (key, is_optional) in keys.iter().zip(&optional) {
                if !is_optional {
                    self.add(&format!("if (!_seen_{key}) {{"));
                    let what = "struct is missing required parameter: ";
                    self.add(&emit_error(what, Some(&format!("\"{key}\""))));
                    self.add("return {};\n}");
                }
            }
        } else {
            self.add("::llvm::StringRef _paramKey;");
            self.add("if (!odsParser.parseOptionalKeyword(&_paramKey)) {");
            self.add("if (!_loop_body(_paramKey)) return {};");
            self.add("while (!odsParser.parseOptionalComma()) {");
            self.key_and_value();
            self.add("}\n}");
        }
        self.add("}");
    }

    fn key_and_value(&mut self) {
        self.add("::llvm::StringRef _paramKey;");
        self.add("if (odsParser.parseKeyword(&_paramKey)) {");
        self.add(&emit_error("expected a parameter name in struct", None));
        self.add("return {};\n}");
        self.add("if (!_loop_body(_paramKey)) return {};");
    }

    fn custom(&mut self, name: &str, arguments: &[DefFormatElement<'s>]) {
        self.call_custom(name, arguments);
        self.add("if (::mlir::failed(odsCustomResult)) return {};");
        for argument in custom_arguments(arguments) {
            let CustomArgument::Parameter(index) = argument else { continue };
            let parameter = self.parameter(index);
            if !is_optional(parameter) {
                let name = parameter.name;
                self.add(&format!("if (::mlir::failed(_result_{name})) {{"));
                let what = format!("custom parser failed to parse parameter '{name}'");
                self.add(&format!(
                    "odsParser.emitError(odsCustomLoc, \"{what}\");\nreturn {{}};\n}}"
                ));
            }
        }
        self.add("}");
    }

    /// Begins a block with a call of the function that reads a custom directive.
    fn call_custom(&mut self, name: &str, arguments: &[DefFormatElement<'s>]) {
        self.add("{\nauto odsCustomLoc = odsParser.getCurrentLocation();\n(void)odsCustomLoc;");
        self.lines.push_str(&format!("auto odsCustomResult = parse{name}(odsParser"));
        for argument in custom_arguments(arguments) {
            let text = match argument {
                CustomArgument::Parameter(index) => {
                    let name = self.parameter(index).name;
                    format!("::mlir::detail::unwrapForCustomParse(_result_{name})")
                }
                CustomArgument::Reference(index) => {
                    format!("*_result_{}", self.parameter(index).name)
                }
                CustomArgument::Text(text) => unescaped(text),
            };
            self.lines.push_str(&format!(",\n{text}"));
        }
        self.add(");");
    }

    /// Tries the custom directive at the start of an optional group, and opens the branch for success.
    fn try_custom(&mut self, name: &str, arguments: &[DefFormatElement<'s>]) {
        self.add("if (auto result = [&]() -> ::mlir::OptionalParseResult {");
        self.call_custom(name, arguments);
        self.add("if (!odsCustomResult.has_value()) return {};");
        self.add("if (::mlir::failed(*odsCustomResult)) return ::mlir::failure();\n}");
        self.add("return ::mlir::success();");
        self.add("}(); result.has_value() && ::mlir::failed(*result)) {\nreturn {};");
        self.add("} else if (result.has_value()) {");
    }

    fn group(&mut self, then: &[DefFormatElement<'s>], otherwise: &[DefFormatElement<'s>]) {
        let first = then.iter().position(|one| !matches!(one, DefFormatElement::Whitespace(_)));
        let first = first.unwrap_or(0);
        match then.get(first) {
            Some(DefFormatElement::Literal(literal)) => {
                self.add(&format!("if ({}) {{", parse_literal(literal, "Optional")));
            }
            // The branches are as in the reference release, although they seem to be the wrong way round.
            Some(DefFormatElement::Custom { name, arguments }) => self.try_custom(name, arguments),
            Some(element) => {
                self.element(element);
                let results = element.parameters().into_iter().map(|index| {
                    let name = self.parameter(index).name;
                    format!("(::mlir::succeeded(_result_{name}) && *_result_{name})")
                });
                let results = results.collect::<Vec<_>>().join(" || ");
                self.add(&format!("if (!({results})) {{"));
            }
            None => return,
        }
        for element in otherwise {
            self.element(element);
        }
        self.add("} else {");
        for element in &then[first + 1..] {
            self.element(element);
        }
        self.add("}");
    }
}

fn emit_error(what: &str, value: Option<&str>) -> String {
    let value = value.map_or(String::new(), |value| format!(" << {value}"));
    format!("odsParser.emitError(odsParser.getCurrentLocation(),\n\"{what}\"){value};")
}

/// Returns the call that parses a literal; the literal is optional if `prefix` is `Optional`.
fn parse_literal(literal: &str, prefix: &str) -> String {
    punctuation::parse_literal("odsParser", literal, prefix)
}

/// Fills in a parameter's default, which can use `$_ctxt`, `$_builder` and the names in `values`.
pub(super) fn fill_default(
    parameter: &DefParameter<'_>,
    context: &str,
    values: &[(&str, String)],
) -> String {
    cpp::fill(parameter.default_value.unwrap_or_default(), |hole| match hole {
        "_ctxt" => Some(context),
        "_builder" => Some("odsBuilder"),
        _ => values.iter().find(|(name, _)| *name == hole).map(|(_, value)| value.as_str()),
    })
}

/// Returns the condition that an optional parameter's value is not its default.
pub(super) fn is_present(parameter: &DefParameter<'_>, value: &str, default: &str) -> String {
    let comparator = parameter.comparator.unwrap_or("$_lhs == $_rhs");
    let equal = cpp::fill(comparator, |hole| match hole {
        "_lhs" => Some(value),
        "_rhs" => Some(default),
        _ => None,
    });
    format!("!({equal})")
}

/// Writes lines, each on its own.
pub(super) fn emit_lines(lines: &str, w: &mut CppWriter) {
    for text in lines.lines() {
        line!(w, "{text}");
    }
}
