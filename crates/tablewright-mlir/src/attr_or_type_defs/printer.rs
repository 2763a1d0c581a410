//! The function that prints an attribute or a type by its format.

use super::FormatStyle;
use super::class::{DefClass, accessor_name};
use super::parser::{fill_default, is_present};
use crate::model::ParameterKind;
use crate::model::def_format::{
    CustomArgument, DefFormatElement, custom_arguments, has_brackets, is_optional,
};
use crate::model::format_grammar::GroupAnchor;
use crate::model::format_text::unescaped;
use crate::support::cpp;
use crate::support::punctuation::needs_space_before;

/// Code that prints an attribute or a type, line by line.
pub(super) struct PrinterWriter<'d, 's> {
    class: &'d DefClass<'d, 's>,
    style: FormatStyle,
    lines: String,
    spacing: Spacing,
    is_in_struct: bool,
}

/// Whether a blank is printed before the next element.
#[derive(Clone, Copy)]
struct Spacing {
    emits_space: bool,
    follows_punctuation: bool,
}

const AT_START: Spacing = Spacing { emits_space: false, follows_punctuation: true };
const AFTER_VALUE: Spacing = Spacing { emits_space: true, follows_punctuation: false };

/// Whether a blank follows the mnemonic: an opening bracket has no blank before it, and other punctuation brings its
/// own.
pub(super) fn begins_with_space(elements: &[DefFormatElement<'_>]) -> bool {
    match elements.first() {
        Some(DefFormatElement::Literal(literal)) => !["<", "(", "[", "{"].contains(literal),
        Some(DefFormatElement::Whitespace(text)) => !text.is_empty(),
        None | Some(DefFormatElement::Optional { .. }) => false,
        Some(
            DefFormatElement::Parameter { .. }
            | DefFormatElement::Params(_)
            | DefFormatElement::Struct(_)
            | DefFormatElement::Custom { .. }
            | DefFormatElement::Reference(_)
            | DefFormatElement::Text(_),
        ) => true,
    }
}

impl<'d, 's> PrinterWriter<'d, 's> {
    /// Returns the statements that print format elements.
    pub(super) fn statements(
        class: &'d DefClass<'d, 's>,
        elements: &[DefFormatElement<'s>],
        style: FormatStyle,
    ) -> String {
        let lines = String::from("::mlir::Builder odsBuilder(getContext());\n");
        let spacing = if style.dialect_prints_blank { AT_START } else { AFTER_VALUE };
        let mut writer = PrinterWriter { class, style, lines, spacing, is_in_struct: false };
        for element in elements {
            writer.element(element);
        }
        writer.lines
    }

    fn add(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn element(&mut self, element: &DefFormatElement<'s>) {
        match element {
            DefFormatElement::Literal(literal) => self.literal(literal),
            DefFormatElement::Whitespace(text) => self.whitespace(text),
            DefFormatElement::Parameter { index, is_qualified } => {
                self.variable(*index, *is_qualified)
            }
            DefFormatElement::Params(elements) => self.list(elements, false),
            DefFormatElement::Struct(elements) => self.list(elements, true),
            DefFormatElement::Custom { name, arguments } => self.custom(name, arguments),
            DefFormatElement::Optional { then, anchor, otherwise } => {
                self.group(then, *anchor, otherwise)
            }
            DefFormatElement::Reference(_) | DefFormatElement::Text(_) => {}
        }
    }

    fn literal(&mut self, literal: &str) {
        let Spacing { emits_space, follows_punctuation } = self.spacing;
        let space = emits_space && needs_space_before(literal, follows_punctuation);
        let blank = if space { " << ' '" } else { "" };
        self.add(&format!("odsPrinter{blank} << \"{literal}\";"));
        let is_word = |c: char| c == '_' || c.is_ascii_alphabetic();
        self.spacing = Spacing {
            emits_space: literal.len() != 1 || !"<({[".contains(literal),
            follows_punctuation: !literal.starts_with(is_word),
        };
    }

    fn whitespace(&mut self, text: &str) {
        match text {
            "" => self.spacing.follows_punctuation = true,
            "\n" => self.add("odsPrinter.printNewline();"),
            _ => self.add("odsPrinter << \" \";"),
        }
        self.spacing.emits_space = false;
    }

    fn space(&mut self) {
        if self.spacing.emits_space || !self.spacing.follows_punctuation {
            self.add("odsPrinter << ' ';");
        }
        self.spacing = AFTER_VALUE;
    }

    /// Returns the call that returns a parameter.
    fn value(&self, index: usize) -> String {
        format!("{}()", accessor_name(self.class.def.parameters[index].name))
    }

    fn is_present(&self, index: usize) -> String {
        let parameter = &self.class.def.parameters[index];
        // Other parameters are not available here: a default with their names can only be parsed.
        let default = fill_default(parameter, "getContext()", &[]);
        is_present(parameter, &self.value(index), &default)
    }

    fn variable(&mut self, index: usize, is_qualified: bool) {
        let parameter = &self.class.def.parameters[index];
        let is_optional = is_optional(parameter);
        if is_optional {
            self.add(&format!("if ({}) {{", self.is_present(index)));
        }
        self.space();
        let value = self.value(index);
        let is_enum =
            self.is_in_struct && matches!(parameter.kind, ParameterKind::EnumAttribute(_));
        match parameter.printer {
            _ if is_enum && !is_qualified => {
                self.add(&format!("odsPrinter << {value}.getValue();"));
            }
            _ if is_qualified => self.add(&format!("odsPrinter << {value};")),
            Some(printer) => {
                let printer = cpp::fill(printer, |hole| match hole {
                    "_printer" => Some("odsPrinter"),
                    "_self" => Some(value.as_str()),
                    "_ctxt" => Some("getContext()"),
                    "_builder" => Some("odsBuilder"),
                    _ => None,
                });
                self.add(&format!("{printer};"));
            }
            None => self.add(&format!("odsPrinter.printStrippedAttrOrType({value});")),
        }
        if is_optional {
            self.add("}");
        }
    }

    /// Parameters between commas, with their names in a struct.
    fn list(&mut self, elements: &[DefFormatElement<'s>], has_names: bool) {
        if self.spacing.emits_space || !self.spacing.follows_punctuation {
            let parameters: Vec<usize> =
                elements.iter().flat_map(DefFormatElement::parameters).collect();
            // The reference guards the blank of an empty list, too, with a condition that is empty.
            let condition = if parameters.is_empty() {
                Some(String::new())
            } else {
                self.condition(&parameters)
            };
            if let Some(condition) = &condition {
                self.add(&format!("if ({condition}) {{"));
            }
            self.space();
            if condition.is_some() {
                self.add("}");
            }
        }
        if elements.is_empty() && self.style.leaves_out_empty_lists {
            return;
        }
        self.add("{\nbool _firstPrinted = true;");
        for (i, element) in elements.iter().enumerate() {
            let parameters = element.parameters();
            let condition = self.condition(&parameters);
            if let Some(condition) = &condition {
                self.add(&format!("if ({condition}) {{"));
            }
            self.add("if (!_firstPrinted) odsPrinter << \", \";\n_firstPrinted = false;");
            if let (true, Some(&first)) = (has_names, parameters.first()) {
                let name = self.class.def.parameters[first].name;
                self.add(&format!("odsPrinter << \"{name} = \";"));
            }
            self.spacing = AT_START;
            let has_brackets = has_names
                && self.style.structs_have_brackets
                && has_brackets(self.class.def, elements, i);
            if has_brackets {
                self.literal("[");
            }
            self.is_in_struct = has_names;
            self.element(element);
            self.is_in_struct = false;
            if has_brackets {
                self.literal("]");
            }
            if condition.is_some() {
                self.add("}");
            }
        }
        self.add("}");
        self.spacing = AFTER_VALUE;
    }

    /// Returns the parameters that decide whether a group is present, including optional parameters that a custom
    /// directive refers to.
    fn deciding(&self, anchor: &DefFormatElement<'s>) -> Vec<usize> {
        let DefFormatElement::Custom { arguments, .. } = anchor else { return anchor.parameters() };
        let indices = custom_arguments(arguments).filter_map(|argument| match argument {
            CustomArgument::Parameter(index) | CustomArgument::Reference(index) => Some(index),
            CustomArgument::Text(_) => None,
        });
        indices.filter(|&index| is_optional(&self.class.def.parameters[index])).collect()
    }

    /// Returns the condition that any of the parameters is present; `None` if a parameter is required.
    fn condition(&self, parameters: &[usize]) -> Option<String> {
        let all = parameters.iter();
        if !all.clone().all(|&index| is_optional(&self.class.def.parameters[index])) {
            return None;
        }
        let conditions: Vec<String> = all.map(|&index| self.is_present(index)).collect();
        (!conditions.is_empty()).then(|| conditions.join(" || "))
    }

    fn custom(&mut self, name: &str, arguments: &[DefFormatElement<'s>]) {
        self.space();
        self.lines.push_str(&format!("print{name}(odsPrinter"));
        for argument in custom_arguments(arguments) {
            let text = match argument {
                CustomArgument::Parameter(index) | CustomArgument::Reference(index) => {
                    self.value(index)
                }
                CustomArgument::Text(text) => unescaped(text),
            };
            self.lines.push_str(&format!(",\n{text}"));
        }
        self.add(");");
    }

    fn group(
        &mut self,
        then: &[DefFormatElement<'s>],
        anchor: GroupAnchor,
        otherwise: &[DefFormatElement<'s>],
    ) {
        let element = match anchor {
            GroupAnchor::Then(index) => then.get(index),
            GroupAnchor::Otherwise(index) => otherwise.get(index),
        };
        let parameters = element.map(|element| self.deciding(element)).unwrap_or_default();
        let condition = self.condition(&parameters).unwrap_or_else(|| "true".to_owned());
        let condition = match anchor {
            GroupAnchor::Then(_) => condition,
            GroupAnchor::Otherwise(_) => format!("!({condition})"),
        };
        self.add(&format!("if ({condition}) {{"));
        let before = self.spacing;
        for element in then {
            self.element(element);
        }
        self.add("} else {");
        self.spacing = before;
        for element in otherwise {
            self.element(element);
        }
        self.add("}");
    }
}
