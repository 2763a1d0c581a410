//! The function that prints an operation by its format.

use super::custom::elided_segments;
use super::names::{
    self, AttributeSyntax, cpp_type, elided_anchor, is_present, is_present_variable,
    is_symbol_name, is_unit_variable, list, type_builder,
};
use super::reader::has_implicit_terminator;
use super::types::FormatTypes;
use crate::model::format_text::unescaped;
use crate::model::operation::{
    AssemblyFormat, ClauseList, CustomValue, FormatElement, FormatVariable, OpAttributeStorage,
    OptionalGroup, custom_parameters,
};
use crate::model::{ConstraintArity, Operation};
use crate::ops::class::{ClassRules, default_attribute, getter};
use crate::support::cpp;
use crate::support::punctuation::needs_space_before;

/// Code that prints an operation, line by line.
pub(super) struct FormatPrinter<'o, 's> {
    pub(super) op: &'o Operation<'s>,
    rules: ClassRules,
    pub(super) lines: String,
    emits_space: bool,
    follows_punctuation: bool,
    /// The attributes and properties that are written by themselves, in the order of the format.
    used: Vec<FormatVariable>,
    elided_segments: Vec<&'static str>,
    /// Attributes with nested operand lengths, unless `operands` writes the operands as a single list.
    elided_lengths: Vec<&'s str>,
    has_prop_dict: bool,
}

/// The C++ expression for a dictionary of all attributes of an operation.
const ALL_ATTRIBUTES: &str = "[&]() { \
    ::mlir::NamedAttrList attrs(getOperation()->getRawDictionaryAttrs()); \
    getOperation()->getName().walkInherentAttrs(getOperation(), \
    [&](::llvm::StringRef name, ::mlir::Attribute &attr) { attrs.append(name, attr); }); \
    return attrs.getDictionary(getOperation()->getContext()); }()";

impl<'s> FormatPrinter<'_, 's> {
    /// Returns the statements that print format elements.
    pub(super) fn statements(
        op: &Operation<'s>,
        format: &AssemblyFormat<'s>,
        types: &FormatTypes<'s>,
        rules: ClassRules,
    ) -> String {
        let mut printer = FormatPrinter {
            elided_lengths: elided_lengths(op, types),
            used: used_variables(format),
            elided_segments: elided_segments(op, types.all_operand_values, types.all_results),
            has_prop_dict: has_prop_dict(format),
            ..FormatPrinter::new(op, rules)
        };
        for element in &format.elements {
            printer.element(element);
        }
        printer.lines
    }

    pub(super) fn new<'o>(op: &'o Operation<'s>, rules: ClassRules) -> FormatPrinter<'o, 's> {
        FormatPrinter {
            op,
            rules,
            lines: String::new(),
            emits_space: true,
            follows_punctuation: false,
            used: Vec::new(),
            elided_segments: Vec::new(),
            elided_lengths: Vec::new(),
            has_prop_dict: false,
        }
    }

    pub(super) fn add(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn element(&mut self, element: &FormatElement<'s>) {
        match element {
            FormatElement::Literal(literal) => self.literal(literal),
            FormatElement::Whitespace(text) => self.whitespace(text),
            FormatElement::AttrDict { has_keyword } => {
                self.attr_dict(*has_keyword);
                self.follows_punctuation = false;
            }
            FormatElement::PropDict => {
                self.prop_dict();
                self.follows_punctuation = false;
            }
            FormatElement::Optional(group) => self.optional(group),
            FormatElement::Clauses(list) => self.clauses(list),
            FormatElement::Variable(variable) | FormatElement::Enum(variable) => {
                self.space();
                self.variable(*variable, AttributeSyntax::from_element(element));
            }
            FormatElement::Type(inner) => {
                self.space();
                self.ty(inner, false);
            }
            FormatElement::Qualified(inner) => {
                self.space();
                if let FormatElement::Type(inner) = &**inner {
                    self.ty(inner, true);
                } else if let Some(variable) = inner.variable() {
                    self.variable(variable, AttributeSyntax::Qualified);
                }
            }
            FormatElement::Operands => {
                self.space();
                self.add("_odsPrinter << getOperation()->getOperands();");
            }
            FormatElement::Regions => {
                self.space();
                self.region_list("getOperation()->getRegions()");
            }
            FormatElement::Successors => {
                self.space();
                self.add("::llvm::interleaveComma(getOperation()->getSuccessors(), _odsPrinter);");
            }
            FormatElement::FunctionalType { inputs, results } => {
                self.space();
                let (inputs, results) = (self.type_list(inputs), self.type_list(results));
                self.add(&format!("_odsPrinter.printFunctionalType({inputs}, {results});"));
            }
            FormatElement::Custom { name, arguments } => {
                self.space();
                let passed: String = custom_parameters(arguments)
                    .map(|parameter| format!(", {}", self.passed(parameter.value)))
                    .collect();
                self.add(&format!("print{name}(_odsPrinter, *this{passed});"));
            }
            FormatElement::Results | FormatElement::Reference(_) | FormatElement::Text(_) => {}
        }
    }

    fn literal(&mut self, literal: &str) {
        let space = self.emits_space && needs_space_before(literal, self.follows_punctuation);
        let (blank, inner) = if !space {
            ("", "")
        } else if self.rules.prints_for_size {
            ("", " ")
        } else {
            (" << ' '", "")
        };
        self.add(&format!("_odsPrinter{blank} << \"{inner}{literal}\";"));
        let is_word = |c: char| c == '_' || c.is_ascii_alphabetic();
        self.emits_space = literal.len() != 1 || !"<({[".contains(literal);
        self.follows_punctuation = !literal.starts_with(is_word);
    }

    fn whitespace(&mut self, text: &str) {
        if text == "\n" {
            return self.add("_odsPrinter.printNewline();");
        }
        if !text.is_empty() {
            self.add("_odsPrinter << ' ';");
        }
        self.emits_space = false;
        self.follows_punctuation = text.is_empty();
    }

    fn space(&mut self) {
        if self.emits_space || !self.follows_punctuation {
            self.add("_odsPrinter << ' ';");
        }
        self.emits_space = true;
        self.follows_punctuation = false;
    }

    fn region_list(&mut self, regions: &str) {
        self.add(&format!(
            "llvm::interleaveComma({regions}, _odsPrinter, [&](::mlir::Region &region) {{"
        ));
        self.region("region");
        self.add("});");
    }

    fn variable(&mut self, variable: FormatVariable, syntax: AttributeSyntax) {
        let getter = getter(names::name(self.op, variable));
        match variable {
            FormatVariable::Attribute(index) => self.attribute(index, syntax),
            FormatVariable::Property(index) => self.property(index),
            FormatVariable::Operand(index) => {
                match self.op.arguments.operands[index].constraint.arity {
                    ConstraintArity::VariadicOfVariadic { .. } => self.add(&format!(
                        "::llvm::interleaveComma({getter}(), _odsPrinter, [&](const auto &operands) {{ \
                         _odsPrinter << \"(\" << operands << \")\"; }});"
                    )),
                    ConstraintArity::Optional => self.add(&format!(
                        "if (::mlir::Value value = {getter}())\n  _odsPrinter << value;"
                    )),
                    ConstraintArity::Single | ConstraintArity::Variadic => {
                        self.add(&format!("_odsPrinter << {getter}();"));
                    }
                }
            }
            FormatVariable::Region(index) => {
                if self.op.blocks.regions[index].is_variadic {
                    self.region_list(&format!("{getter}()"))
                } else {
                    self.region(&format!("{getter}()"))
                }
            }
            FormatVariable::Successor(index) => {
                if self.op.blocks.successors[index].is_variadic {
                    self.add(&format!("::llvm::interleaveComma({getter}(), _odsPrinter);"))
                } else {
                    self.add(&format!("_odsPrinter << {getter}();"))
                }
            }
            FormatVariable::Result(_) => {}
        }
    }

    fn region(&mut self, region: &str) {
        if !has_implicit_terminator(self.op) {
            return self.add(&format!("_odsPrinter.printRegion({region});"));
        }
        let (attributes, list) = if self.rules.prints_for_size {
            (
                "::mlir::NamedAttrList termAttrs(term->getRawDictionaryAttrs());
    term->getName().walkInherentAttrs(term, [&](::llvm::StringRef name, ::mlir::Attribute &attr) {
      termAttrs.append(name, attr);
    });
",
                "termAttrs",
            )
        } else {
            ("", "term->getAttrDictionary()")
        };
        self.add(&format!(
            "{{
  bool printTerminator = true;
  if (auto *term = {region}.empty() ? nullptr : {region}.begin()->getTerminator()) {{
    {attributes}printTerminator = !{list}.empty() ||
                      term->getNumOperands() != 0 ||
                      term->getNumResults() != 0;
  }}
  _odsPrinter.printRegion({region}, /*printEntryBlockArgs=*/true,
    /*printBlockTerminators=*/printTerminator);
}}"
        ));
    }

    fn attribute(&mut self, index: usize, syntax: AttributeSyntax) {
        let attribute = &self.op.arguments.attributes[index];
        let (getter, constraint) = (getter(attribute.name), &attribute.constraint);
        if let Some(one) = syntax.written_enum(constraint) {
            let value = match (constraint.is_optional, self.rules.prints_for_size) {
                (true, true) => format!("*({getter}())"),
                (true, false) => format!("*{getter}()"),
                (false, _) => format!("{getter}()"),
            };
            return self.enum_value(one, &value);
        }
        let line = if is_symbol_name(constraint) {
            format!("_odsPrinter.printSymbolName({getter}Attr().getValue());")
        } else if type_builder(constraint).is_some() {
            format!("_odsPrinter.printAttributeWithoutType({getter}Attr());")
        } else if syntax == AttributeSyntax::Qualified
            || constraint.storage.class == "::mlir::Attribute"
        {
            format!("_odsPrinter.printAttribute({getter}Attr());")
        } else {
            format!("_odsPrinter.printStrippedAttrOrType({getter}Attr());")
        };
        self.add(&line);
    }

    /// Returns a property's interface value.
    fn converted_property(&self, index: usize) -> String {
        let one = &self.op.arguments.properties[index];
        let storage = format!("getProperties().{}", one.name);
        cpp::fill(one.property.storage.convert, |hole| {
            (hole == "_storage").then_some(storage.as_str())
        })
    }

    fn property(&mut self, index: usize) {
        let one = &self.op.arguments.properties[index];
        let storage = format!("getProperties().{}", one.name);
        let printer = cpp::fill(one.property.syntax.printer, |hole| match hole {
            "_printer" => Some("_odsPrinter"),
            "_storage" => Some(storage.as_str()),
            "_ctxt" => Some("getContext()"),
            _ => None,
        });
        self.add(&format!("{printer};"));
    }

    /// Returns operand or result types as a single C++ expression.
    fn types(&self, element: &FormatElement<'s>, of_optional: &str) -> String {
        if *element == FormatElement::Operands {
            return "getOperation()->getOperandTypes()".to_owned();
        }
        if *element == FormatElement::Results {
            return "getOperation()->getResultTypes()".to_owned();
        }
        let (name, arity) = list(self.op, element);
        let getter = getter(name);
        match arity {
            ConstraintArity::Single => format!("{getter}().getType()"),
            ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                format!("{getter}().getTypes()")
            }
            ConstraintArity::Optional => match of_optional {
                "" => format!("({getter}() ? {getter}().getType() : ::mlir::Type())"),
                list => format!("({getter}() ? {list}({getter}().getType()) : {list}())"),
            },
        }
    }

    /// Returns operand or result types as a list.
    fn type_list(&self, element: &FormatElement<'s>) -> String {
        let ty = "::llvm::ArrayRef<::mlir::Type>";
        let types = self.types(element, ty);
        let (name, arity) = list(self.op, element);
        match arity {
            ConstraintArity::Single => format!("{ty}({types})"),
            ConstraintArity::VariadicOfVariadic { .. } => {
                format!("{}().join().getTypes()", getter(name))
            }
            ConstraintArity::Optional | ConstraintArity::Variadic => types,
        }
    }

    fn ty(&mut self, element: &FormatElement<'s>, is_qualified: bool) {
        let types = self.types(element, "::llvm::ArrayRef<::mlir::Type>");
        match list(self.op, element).1 {
            ConstraintArity::VariadicOfVariadic { .. } => self.add(&format!(
                "::llvm::interleaveComma({types}, _odsPrinter, [&](::mlir::TypeRange types) {{ \
                 _odsPrinter << \"(\" << types << \")\"; }});"
            )),
            ConstraintArity::Single if !is_qualified => {
                let class = cpp_type(self.op, element);
                self.add(&format!(
                    "{{
  auto type = {types};
  if (auto validType = ::llvm::dyn_cast<{class}>(type))
    _odsPrinter.printStrippedAttrOrType(validType);
  else
    _odsPrinter << type;
}}"
                ));
            }
            ConstraintArity::Single | ConstraintArity::Optional | ConstraintArity::Variadic => {
                self.add(&format!("_odsPrinter << {types};"));
            }
        }
    }

    /// Returns a custom directive's parameter.
    fn passed(&self, parameter: CustomValue<'_, 's>) -> String {
        match parameter {
            CustomValue::Variable(variable) => {
                let getter = getter(names::name(self.op, variable));
                match variable {
                    FormatVariable::Attribute(_) => format!("{getter}Attr()"),
                    FormatVariable::Property(index) => self.converted_property(index),
                    FormatVariable::Operand(_)
                    | FormatVariable::Result(_)
                    | FormatVariable::Region(_)
                    | FormatVariable::Successor(_) => format!("{getter}()"),
                }
            }
            CustomValue::Type(inner) => self.types(inner, ""),
            CustomValue::AttrDict if self.rules.prints_for_size => ALL_ATTRIBUTES.to_owned(),
            CustomValue::AttrDict => "getOperation()->getAttrDictionary()".to_owned(),
            CustomValue::PropDict => "getProperties()".to_owned(),
            CustomValue::Operands => "getOperation()->getOperands()".to_owned(),
            CustomValue::Regions => "getOperation()->getRegions()".to_owned(),
            CustomValue::Successors => "getOperation()->getSuccessors()".to_owned(),
            CustomValue::Text(text) => cpp::fill(&unescaped(text), |hole| match hole {
                "_builder" => Some("::mlir::Builder(getContext())"),
                "_ctxt" => Some("getContext()"),
                _ => None,
            }),
        }
    }

    /// Adds blocks that elide attributes that have their defaults.
    fn elide_defaults(&mut self, list: &str, elided: &[&str]) {
        // Names that are elided in any case are not repeated by printers that are small.
        let is_elided = |name: &str| self.rules.prints_for_size && elided.contains(&name);
        let op = self.op;
        let attributes = op.own_attributes().filter(|one| one.constraint.has_default());
        let attributes: Vec<_> = attributes.filter(|one| !is_elided(one.name)).collect();
        for attribute in attributes {
            let (name, getter) = (attribute.name, getter(attribute.name));
            let default = default_attribute(&attribute.constraint, "odsBuilder");
            let context =
                if self.rules.prints_for_size { "(*this)->getContext()" } else { "getContext()" };
            self.add(&format!(
                "{{
   ::mlir::Builder odsBuilder({context});
   ::mlir::Attribute attr = {getter}Attr();
   if(attr && (attr == {default}))
     {list}.push_back(\"{name}\");
}}"
            ));
        }
    }

    fn attr_dict(&mut self, has_keyword: bool) {
        let keyword = if has_keyword { "WithKeyword" } else { "" };
        if self.op.dialect.features.strict_properties {
            return self.add(&format!(
                "_odsPrinter.printOptionalAttrDict{keyword}((*this)->getDiscardableAttrDictionary().getValue());"
            ));
        }
        let lengths = self.elided_lengths.iter().copied();
        let is_attribute = |one: &&FormatVariable| matches!(one, FormatVariable::Attribute(_));
        let used = self.used.iter().filter(is_attribute);
        let used = used.map(|variable| names::name(self.op, *variable));
        let elided: Vec<&str> =
            self.elided_segments.iter().copied().chain(lengths).chain(used).collect();
        let attributes = if self.rules.prints_for_size {
            self.add_elided_list(&elided);
            if self.has_prop_dict {
                "llvm::to_vector((*this)->getDiscardableAttrDictionary().getValue())"
            } else {
                self.add(
                    "::mlir::NamedAttrList _odsAttrs((*this)->getRawDictionaryAttrs());
(*this)->getName().walkInherentAttrs(*this, [&](::llvm::StringRef name, ::mlir::Attribute &attr) {
  _odsAttrs.append(name, attr);
});",
                );
                "_odsAttrs.getDictionary((*this)->getContext()).getValue()"
            }
        } else {
            self.add("::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;");
            for name in elided {
                self.add(&format!("elidedAttrs.push_back(\"{name}\");"));
            }
            self.elide_defaults("elidedAttrs", &[]);
            if self.has_prop_dict {
                "llvm::to_vector((*this)->getDiscardableAttrs())"
            } else {
                "(*this)->getAttrs()"
            }
        };
        self.add(&format!(
            "_odsPrinter.printOptionalAttrDict{keyword}({attributes}, elidedAttrs);"
        ));
    }

    /// Adds the list of elided attributes in its smallest form.
    fn add_elided_list(&mut self, elided: &[&str]) {
        let names: Vec<String> = elided.iter().map(|name| format!("\"{name}\"")).collect();
        let names = names.join(", ");
        let needs_default = |name: &str| !elided.contains(&name);
        let mut attributes = self.op.own_attributes();
        if attributes.any(|one| one.constraint.has_default() && needs_default(one.name)) {
            self.add(&format!(
                "::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs = {{{names}}};"
            ));
            self.elide_defaults("elidedAttrs", elided);
        } else if elided.is_empty() {
            self.add("::llvm::ArrayRef<::llvm::StringRef> elidedAttrs;");
        } else {
            self.add(&format!("static constexpr ::llvm::StringRef elidedAttrs[] = {{{names}}};"));
        }
    }

    fn prop_dict(&mut self) {
        self.add("::llvm::SmallVector<::llvm::StringRef, 2> elidedProps;");
        if self.op.attribute_storage() == OpAttributeStorage::Dictionary {
            return;
        }
        let is_property = |one: &&FormatVariable| matches!(one, FormatVariable::Property(_));
        let used = self.used.iter();
        let used = used.clone().filter(is_property).chain(used.filter(|one| !is_property(one)));
        let used = used.map(|variable| names::name(self.op, *variable));
        let elided: Vec<&str> = self.elided_segments.iter().copied().chain(used).collect();
        for name in &elided {
            self.add(&format!("elidedProps.push_back(\"{name}\");"));
        }
        self.elide_defaults("elidedProps", &elided);
        for one in &self.op.arguments.properties {
            let Some(default) = one.property.default_value else { continue };
            let (name, getter) = (one.name, getter(one.name));
            self.add(&format!(
                "if ({getter}() == {default}) {{\n  elidedProps.push_back(\"{name}\");\n}}"
            ));
        }
        if self.rules.writes_property_keys {
            self.add(
                "printProperties((*this)->getContext(), _odsPrinter, getProperties(), elidedProps);",
            );
        } else {
            self.add("_odsPrinter << \" \";");
            self.add(
                "printProperties(this->getContext(), _odsPrinter, getProperties(), elidedProps);",
            );
        }
    }

    fn optional(&mut self, group: &OptionalGroup<'s>) {
        let Some(anchor) = group.anchor_element() else { return };
        let condition = is_present(self.op, anchor).unwrap_or_else(|| "true".to_owned());
        let negation = if group.is_inverted { "!" } else { "" };
        self.add(&format!("if ({negation}{condition}) {{"));
        let elided = elided_anchor(self.op, group);
        for element in group.then.iter().filter(|one| Some(*one) != elided) {
            self.element(element);
        }
        if !group.otherwise.is_empty() {
            self.add("} else {");
            for element in group.otherwise.iter().filter(|one| Some(*one) != elided) {
                self.element(element);
            }
        }
        self.add("}");
    }

    fn clauses(&mut self, list: &ClauseList<'s>) {
        if list.separator.is_some() {
            self.add("{\nbool oilistClausePrinted = false;");
        }
        for clause in &list.clauses {
            let mut condition = "false".to_owned();
            for element in &clause.elements {
                for variable in clause_variables(element) {
                    condition += &format!(" || {}", self.clause_condition(variable));
                }
            }
            self.add(&format!("if ({condition}) {{"));
            if let Some(separator) = list.separator {
                self.add("if (oilistClausePrinted) {");
                self.literal(separator);
                self.add("}\noilistClausePrinted = true;");
            }
            self.literal(clause.keyword);
            let is_unit = matches!(
                &clause.elements[..], [only] if is_unit_variable(self.op, only)
            );
            for element in clause.elements.iter().filter(|_| !is_unit) {
                self.element(element);
            }
            self.add("}");
        }
        if list.separator.is_some() {
            self.add("}");
        }
    }

    fn clause_condition(&self, variable: FormatVariable) -> String {
        let getter = getter(names::name(self.op, variable));
        match variable {
            FormatVariable::Attribute(_) | FormatVariable::Property(_) => {
                format!("({})", is_present_variable(self.op, variable))
            }
            FormatVariable::Operand(_) | FormatVariable::Result(_)
                if names::arity(self.op, variable).is_variadic() =>
            {
                format!("{getter}().size()")
            }
            FormatVariable::Operand(_)
            | FormatVariable::Result(_)
            | FormatVariable::Region(_)
            | FormatVariable::Successor(_) => format!("{getter}()"),
        }
    }
}

/// Returns the variables that decide whether a clause is printed.
fn clause_variables(element: &FormatElement<'_>) -> Vec<FormatVariable> {
    if matches!(element, FormatElement::Clauses(_)) {
        return Vec::new();
    }
    match element.variable() {
        Some(variable) => vec![variable],
        None => element.children().into_iter().flat_map(clause_variables).collect(),
    }
}

/// Whether the format contains `prop-dict`.
pub(super) fn has_prop_dict(format: &AssemblyFormat<'_>) -> bool {
    format.walk().contains(&&FormatElement::PropDict)
}

/// Returns the attributes with nested operand lengths that the format writes, unless it writes all operands as a single
/// list.
pub(super) fn elided_lengths<'s>(op: &Operation<'s>, types: &FormatTypes<'_>) -> Vec<&'s str> {
    if types.all_operand_values { Vec::new() } else { nested_lengths(op) }
}

/// Returns the attributes with nested operand lengths.
fn nested_lengths<'s>(op: &Operation<'s>) -> Vec<&'s str> {
    let arities = op.arguments.operands.iter().map(|operand| operand.constraint.arity);
    let lengths = arities.filter_map(|arity| match arity {
        ConstraintArity::VariadicOfVariadic { segment_attribute } => Some(segment_attribute),
        ConstraintArity::Single | ConstraintArity::Optional | ConstraintArity::Variadic => None,
    });
    lengths.collect()
}

/// Returns a format's attributes and properties, in order.
pub(super) fn used_variables(format: &AssemblyFormat<'_>) -> Vec<FormatVariable> {
    let is_used = |variable: &FormatVariable| {
        matches!(variable, FormatVariable::Attribute(_) | FormatVariable::Property(_))
    };
    format.variables().filter(is_used).collect()
}
