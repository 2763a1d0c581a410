//! The function that reads an operation by its format.

use super::names::{
    self, AttributeSyntax, cpp_type, elided_anchor, is_symbol_name, is_unit_clause, list,
    type_builder,
};
use super::types::FormatTypes;
use crate::model::operation::{
    AssemblyFormat, ClauseList, FormatElement, FormatVariable, OpAttributeStorage, OptionalGroup,
};
use crate::model::{ConstraintArity, Operation, Trait};
use crate::ops::class::ClassRules;
use crate::support::cpp;
use crate::support::punctuation::parse_literal;

/// Code that reads an operation, line by line.
pub(super) struct FormatReader<'o, 's> {
    pub(super) op: &'o Operation<'s>,
    pub(super) types: &'o FormatTypes<'s>,
    pub(super) rules: ClassRules,
    pub(super) lines: String,
    /// The operands whose lists are elements of an array, in order.
    arrays: Vec<usize>,
}

/// The statements that verify attributes of a dictionary that was read.
const VERIFY_INHERENT: &str =
    "  if (failed(verifyInherentAttrs(result.name, result.attributes, [&]() {
      return parser.emitError(loc) << \"'\" << result.name.getStringRef() << \"' op \";
    })))
    return ::mlir::failure();
";

/// The statement that returns failure.
const FAIL: &str = "  return ::mlir::failure();";

impl<'s> FormatReader<'_, 's> {
    /// Returns the statements that parse format elements.
    pub(super) fn statements(
        op: &Operation<'s>,
        format: &AssemblyFormat<'s>,
        types: &FormatTypes<'s>,
        rules: ClassRules,
    ) -> String {
        let mut reader = FormatReader::new(op, types, rules);
        reader.arrays = operand_arrays(op, types, rules);
        if !reader.arrays.is_empty() {
            let count = reader.arrays.len();
            reader
                .add(&format!("::mlir::detail::OperandParserStorage<{count}> odsOperandVectors;"));
        }
        for element in &format.elements {
            reader.storage(element);
        }
        for element in &format.elements {
            reader.ungrouped_element(element);
        }
        reader.resolve(format);
        reader.add("return ::mlir::success();");
        reader.lines
    }

    pub(super) fn new<'o>(
        op: &'o Operation<'s>,
        types: &'o FormatTypes<'s>,
        rules: ClassRules,
    ) -> FormatReader<'o, 's> {
        FormatReader { op, types, rules, lines: String::new(), arrays: Vec::new() }
    }

    pub(super) fn add(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    /// Adds a condition for failure.
    pub(super) fn fail_if(&mut self, condition: &str) {
        self.add(&format!("if ({condition})\n{FAIL}"));
    }

    /// Returns the C++ expression for the parsed properties.
    pub(super) fn properties(&self) -> String {
        format!("result.getOrAddProperties<{}::Properties>()", self.op.names.class)
    }

    /// Returns the statement that sets an attribute while an operation is read.
    pub(super) fn set_attribute(&self, name: &str, value: &str) -> String {
        match self.op.attribute_storage() {
            OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
                format!("{}.{name} = {value};", self.properties())
            }
            OpAttributeStorage::Dictionary => format!("result.addAttribute(\"{name}\", {value});"),
        }
    }

    /// Adds variables for an element's parse results.
    fn storage(&mut self, element: &FormatElement<'s>) {
        match element {
            FormatElement::Operands => {
                self.add(
                    "::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> allOperands;",
                );
            }
            FormatElement::Regions => {
                self.add("::llvm::SmallVector<std::unique_ptr<::mlir::Region>, 2> fullRegions;");
            }
            FormatElement::Successors => {
                self.add("::llvm::SmallVector<::mlir::Block *, 2> fullSuccessors;");
            }
            FormatElement::Variable(variable) | FormatElement::Enum(variable) => {
                self.variable_storage(*variable);
            }
            FormatElement::Type(inner) => {
                let (name, arity) = list(self.op, inner);
                match arity {
                    ConstraintArity::Single => self.add(&format!(
                        "::mlir::Type {name}RawType{{}};\n::llvm::ArrayRef<::mlir::Type> {name}Types(&{name}RawType, 1);"
                    )),
                    ConstraintArity::Optional | ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                        self.add(&format!("::llvm::SmallVector<::mlir::Type, 1> {name}Types;"));
                    }
                }
            }
            FormatElement::FunctionalType { inputs, results } => {
                for one in [inputs, results] {
                    let (name, _) = list(self.op, one);
                    self.add(&format!("::llvm::ArrayRef<::mlir::Type> {name}Types;"));
                }
            }
            FormatElement::Optional(_)
            | FormatElement::Clauses(_)
            | FormatElement::Custom { .. }
            | FormatElement::Qualified(_)
            | FormatElement::Literal(_)
            | FormatElement::Whitespace(_)
            | FormatElement::AttrDict { .. }
            | FormatElement::PropDict
            | FormatElement::Results
            | FormatElement::Reference(_)
            | FormatElement::Text(_) => {
                for child in self.parsed_children(element) {
                    self.storage(child);
                }
            }
        }
    }

    /// Returns an element's children without the variables that only the presence of a literal sets.
    fn parsed_children<'e>(&self, element: &'e FormatElement<'s>) -> Vec<&'e FormatElement<'s>> {
        if let FormatElement::Clauses(list) = element {
            let parsed = list.clauses.iter().filter(|clause| !is_unit_clause(self.op, clause));
            return parsed.flat_map(|clause| &clause.elements).collect();
        }
        let mut children = element.children();
        if let FormatElement::Optional(group) = element
            && let Some(elided) = elided_anchor(self.op, group)
        {
            children.retain(|child| *child != elided);
        }
        children
    }

    pub(super) fn variable_storage(&mut self, variable: FormatVariable) {
        let name = names::name(self.op, variable);
        let operand = "::mlir::OpAsmParser::UnresolvedOperand";
        match variable {
            FormatVariable::Attribute(index) => {
                let class = self.op.arguments.attributes[index].constraint.storage.class;
                self.add(&format!("{class} {name}Attr;"));
            }
            FormatVariable::Operand(index) => {
                let arity = self.op.arguments.operands[index].constraint.arity;
                if arity == ConstraintArity::Single {
                    self.add(&format!(
                        "{operand} {name}RawOperand{{}};\n::llvm::ArrayRef<{operand}> {name}Operands(&{name}RawOperand, 1);"
                    ));
                } else if let Some(position) = self.arrays.iter().position(|one| *one == index) {
                    self.add(&format!("auto &{name}Operands = odsOperandVectors[{position}];"));
                } else {
                    self.add(&format!("::llvm::SmallVector<{operand}, 4> {name}Operands;"));
                }
                if arity.is_nested() {
                    self.add(&format!("llvm::SmallVector<int32_t> {name}OperandGroupSizes;"));
                }
                self.add(&format!("::llvm::SMLoc {name}OperandsLoc;\n(void){name}OperandsLoc;"));
            }
            FormatVariable::Region(index) => {
                if self.op.blocks.regions[index].is_variadic {
                    self.add(&format!(
                        "::llvm::SmallVector<std::unique_ptr<::mlir::Region>, 2> {name}Regions;"
                    ))
                } else {
                    self.add(&format!(
                    "std::unique_ptr<::mlir::Region> {name}Region = std::make_unique<::mlir::Region>();"
                ))
                }
            }
            FormatVariable::Successor(index) => {
                if self.op.blocks.successors[index].is_variadic {
                    self.add(&format!("::llvm::SmallVector<::mlir::Block *, 2> {name}Successors;"))
                } else {
                    self.add(&format!("::mlir::Block *{name}Successor = nullptr;"))
                }
            }
            FormatVariable::Property(_) | FormatVariable::Result(_) => {}
        }
    }

    pub(super) fn element(&mut self, element: &FormatElement<'s>) {
        match element {
            FormatElement::Literal(literal) => self.fail_if(&literal_call(literal, "")),
            FormatElement::Variable(variable) | FormatElement::Enum(variable) => {
                self.variable(*variable, AttributeSyntax::from_element(element));
            }
            FormatElement::Qualified(inner) => {
                if let FormatElement::Type(ty) = &**inner {
                    self.ty(ty, true);
                } else if let FormatElement::Variable(variable) = **inner {
                    self.variable(variable, AttributeSyntax::Qualified);
                }
            }
            FormatElement::Type(inner) => self.ty(inner, false),
            FormatElement::AttrDict { has_keyword } => self.attr_dict(*has_keyword),
            FormatElement::PropDict => match self.op.attribute_storage() {
                OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
                    self.fail_if("parseProperties(parser, result)");
                }
                OpAttributeStorage::Dictionary => {}
            },
            FormatElement::Operands => {
                self.add(
                    "[[maybe_unused]] ::llvm::SMLoc allOperandLoc = parser.getCurrentLocation();",
                );
                self.fail_if("parser.parseOperandList(allOperands)");
            }
            FormatElement::Regions => self.region_list("fullRegions"),
            FormatElement::Successors => self.successor_list("fullSuccessors"),
            FormatElement::FunctionalType { inputs, results } => {
                let ((inputs, _), (results, _)) = (list(self.op, inputs), list(self.op, results));
                let ty = format!("{inputs}__{results}_functionType");
                self.add(&format!("::mlir::FunctionType {ty};"));
                self.fail_if(&format!("parser.parseType({ty})"));
                self.add(&format!("{inputs}Types = {ty}.getInputs();"));
                self.add(&format!("{results}Types = {ty}.getResults();"));
            }
            FormatElement::Custom { name, arguments } => self.custom(name, arguments, false),
            FormatElement::Optional(group) => self.optional(group),
            FormatElement::Clauses(list) => self.clauses(list),
            FormatElement::Whitespace(_)
            | FormatElement::Results
            | FormatElement::Reference(_)
            | FormatElement::Text(_) => {}
        }
    }

    /// Adds statements that refuse inherent attributes in the dictionary.
    fn strict_attr_dict(&mut self, keyword: &str) {
        let mut body = format!(
            "{{
  auto loc = parser.getCurrentLocation();(void)loc;
  if (parser.parseOptionalAttrDict{keyword}(result.attributes))
    return ::mlir::failure();
"
        );
        for attribute in self.op.own_attributes() {
            let name = attribute.name;
            body += &format!(
                "  if (result.attributes.get(\"{name}\"))
    return parser.emitError(loc, \"inherent attribute '{name}' cannot be parsed from attr-dict \
                 when strict properties in assembly format is enabled\");
"
            );
        }
        self.add(&(body + "}"));
    }

    fn attr_dict(&mut self, has_keyword: bool) {
        let keyword = if has_keyword { "WithKeyword" } else { "" };
        if self.op.dialect.features.strict_properties {
            return self.strict_attr_dict(keyword);
        }
        let verify = match self.op.attribute_storage() {
            OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
                VERIFY_INHERENT
            }
            OpAttributeStorage::Dictionary => "",
        };
        self.add(&format!(
            "{{
  auto loc = parser.getCurrentLocation();(void)loc;
  if (parser.parseOptionalAttrDict{keyword}(result.attributes))
    return ::mlir::failure();
{verify}}}"
        ));
    }

    fn region_list(&mut self, regions: &str) {
        self.add(&format!(
            "{{
  std::unique_ptr<::mlir::Region> region;
  auto firstRegionResult = parser.parseOptionalRegion(region);
  if (firstRegionResult.has_value()) {{
    if (failed(*firstRegionResult))
      return ::mlir::failure();
    {regions}.emplace_back(std::move(region));

    while (succeeded(parser.parseOptionalComma())) {{
      region = std::make_unique<::mlir::Region>();
      if (parser.parseRegion(*region))
        return ::mlir::failure();
      {regions}.emplace_back(std::move(region));
    }}
  }}
}}"
        ));
        if has_implicit_terminator(self.op) {
            self.add(&format!(
                "for (auto &region : {regions})
  ensureTerminator(*region, parser.getBuilder(), result.location);"
            ));
        } else if self.op.has_trait("::mlir::OpTrait::SingleBlock") {
            self.add(&format!(
                "for (auto &region : {regions})
  if (region->empty()) region->emplaceBlock();"
            ));
        }
    }

    fn successor_list(&mut self, successors: &str) {
        self.add(&format!(
            "{{
  ::mlir::Block *succ;
  auto firstSucc = parser.parseOptionalSuccessor(succ);
  if (firstSucc.has_value()) {{
    if (failed(*firstSucc))
      return ::mlir::failure();
    {successors}.emplace_back(succ);

    while (succeeded(parser.parseOptionalComma())) {{
      if (parser.parseSuccessor(succ))
        return ::mlir::failure();
      {successors}.emplace_back(succ);
    }}
  }}
}}"
        ));
    }

    fn variable(&mut self, variable: FormatVariable, syntax: AttributeSyntax) {
        let name = names::name(self.op, variable);
        match variable {
            FormatVariable::Attribute(index) => self.attribute(index, false, syntax),
            FormatVariable::Property(index) => self.property(index, false),
            FormatVariable::Operand(index) => {
                self.operand(name, self.op.arguments.operands[index].constraint.arity);
            }
            FormatVariable::Region(index) => {
                if self.op.blocks.regions[index].is_variadic {
                    self.region_list(&format!("{name}Regions"))
                } else {
                    self.fail_if(&format!("parser.parseRegion(*{name}Region)"));
                    self.finish_region(name);
                }
            }
            FormatVariable::Successor(index) => {
                if self.op.blocks.successors[index].is_variadic {
                    self.successor_list(&format!("{name}Successors"))
                } else {
                    self.fail_if(&format!("parser.parseSuccessor({name}Successor)"))
                }
            }
            FormatVariable::Result(_) => {}
        }
    }

    /// Adds the mandatory contents of a region.
    fn finish_region(&mut self, name: &str) {
        if has_implicit_terminator(self.op) {
            self.add(&format!(
                "ensureTerminator(*{name}Region, parser.getBuilder(), result.location);"
            ));
        } else if self.op.has_trait("::mlir::OpTrait::SingleBlock") {
            self.add(&format!("if ({name}Region->empty()) {name}Region->emplaceBlock();"));
        }
    }

    fn operand(&mut self, name: &str, arity: ConstraintArity<'_>) {
        let location = format!("{name}OperandsLoc = parser.getCurrentLocation();");
        match arity {
            ConstraintArity::Single => {
                self.add(&location);
                self.fail_if(&format!("parser.parseOperand({name}RawOperand)"));
            }
            ConstraintArity::Variadic => {
                self.add(&location);
                self.fail_if(&format!("parser.parseOperandList({name}Operands)"));
            }
            ConstraintArity::Optional if self.rules.shares_parsers => {
                self.add(&location);
                self.fail_if(&format!(
                    "::mlir::detail::parseOptionalOperandInto(parser, {name}Operands)"
                ));
            }
            ConstraintArity::Optional => self.add(&format!(
                "{{
  {location}
  ::mlir::OpAsmParser::UnresolvedOperand operand;
  ::mlir::OptionalParseResult parseResult = parser.parseOptionalOperand(operand);
  if (parseResult.has_value()) {{
    if (failed(*parseResult))
      return ::mlir::failure();
    {name}Operands.push_back(operand);
  }}
}}"
            )),
            ConstraintArity::VariadicOfVariadic { .. } => self.add(&format!(
                "{{
  {location}
  int32_t curSize = 0;
  do {{
    if (parser.parseOptionalLParen())
      break;
    if (parser.parseOperandList({name}Operands) || parser.parseRParen())
      return ::mlir::failure();
    {name}OperandGroupSizes.push_back({name}Operands.size() - curSize);
    curSize = {name}Operands.size();
  }} while (succeeded(parser.parseOptionalComma()));
}}"
            )),
        }
    }

    fn ty(&mut self, element: &FormatElement<'s>, is_qualified: bool) {
        let (name, arity) = list(self.op, element);
        match arity {
            ConstraintArity::Single if is_qualified => {
                self.fail_if(&format!("parser.parseType({name}RawType)"));
            }
            ConstraintArity::Single => self.add(&format!(
                "{{
  {} type;
  if (parser.parseCustomTypeWithFallback(type))
    return ::mlir::failure();
  {name}RawType = type;
}}",
                cpp_type(self.op, element)
            )),
            ConstraintArity::Variadic => {
                self.fail_if(&format!("parser.parseTypeList({name}Types)"))
            }
            ConstraintArity::Optional if self.rules.shares_parsers => {
                self.fail_if(&format!(
                    "::mlir::detail::parseOptionalTypeInto(parser, {name}Types)"
                ));
            }
            ConstraintArity::Optional => self.add(&format!(
                "{{
  ::mlir::Type optionalType;
  ::mlir::OptionalParseResult parseResult = parser.parseOptionalType(optionalType);
  if (parseResult.has_value()) {{
    if (failed(*parseResult))
      return ::mlir::failure();
    {name}Types.push_back(optionalType);
  }}
}}"
            )),
            ConstraintArity::VariadicOfVariadic { .. } => self.add(&format!(
                "do {{
  if (parser.parseOptionalLParen())
    break;
  if (parser.parseOptionalRParen() &&
      (parser.parseTypeList({name}Types) || parser.parseRParen()))
    return ::mlir::failure();
}} while (succeeded(parser.parseOptionalComma()));"
            )),
        }
    }

    pub(super) fn attribute(&mut self, index: usize, is_optional: bool, syntax: AttributeSyntax) {
        let attribute = &self.op.arguments.attributes[index];
        let (name, constraint) = (attribute.name, &attribute.constraint);
        if let Some(one) = syntax.written_enum(constraint) {
            return self.enum_attribute(index, one, is_optional);
        }
        let ty = type_builder(constraint).map_or_else(
            || "::mlir::Type{}".to_owned(),
            |call| cpp::fill(call, |hole| (hole == "_builder").then_some("parser.getBuilder()")),
        );
        if is_symbol_name(constraint) {
            if is_optional {
                self.add(&format!("(void)parser.parseOptionalSymbolName({name}Attr);"))
            } else {
                self.fail_if(&format!("parser.parseSymbolName({name}Attr)"))
            }
        } else if is_optional {
            let parsed = format!("parseResult{name}Attr");
            self.add(&format!(
                "::mlir::OptionalParseResult {parsed} =
  parser.parseOptionalAttribute({name}Attr, {ty});
if ({parsed}.has_value() && failed(*{parsed}))
  return ::mlir::failure();
if ({parsed}.has_value() && succeeded(*{parsed}))"
            ));
        } else if syntax == AttributeSyntax::Qualified
            || constraint.storage.class == "::mlir::Attribute"
        {
            self.fail_if(&format!("parser.parseAttribute({name}Attr, {ty})"));
        } else {
            self.add(&format!(
                "if (parser.parseCustomAttributeWithFallback({name}Attr, {ty})) {{\n{FAIL}\n}}"
            ));
        }
        let set = match self.op.attribute_storage() {
            OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
                self.set_attribute(name, &format!("{name}Attr"))
            }
            OpAttributeStorage::Dictionary => {
                format!("result.attributes.append(\"{name}\", {name}Attr);")
            }
        };
        self.add(&format!("if ({name}Attr) {set}"));
    }

    pub(super) fn property(&mut self, index: usize, is_optional: bool) {
        let one = &self.op.arguments.properties[index];
        let (name, property) = (one.name, &one.property);
        let properties = self.properties();
        let parser =
            if is_optional { property.syntax.optional_parser } else { property.syntax.parser };
        let parser =
            cpp::fill(&parser.replace("$_ctxt", "parser.getContext()"), |hole| match hole {
                "_parser" => Some("parser"),
                "_storage" => Some("propStorage"),
                _ => None,
            });
        let result = format!("{name}PropParseResult");
        if is_optional {
            self.add(&format!(
                "auto {result} = [&](auto& propStorage) -> ::mlir::OptionalParseResult {{
  {parser}
  return ::mlir::success();
}}({properties}.{name});
if ({result}.has_value() && failed(*{result})) {{
  return ::mlir::failure();
}}"
            ))
        } else {
            let summary = property.constraint.summary;
            self.add(&format!(
                "auto {name}PropLoc = parser.getCurrentLocation();
auto {result} = [&](auto& propStorage) -> ::mlir::ParseResult {{
  {parser}
  return ::mlir::success();
}}({properties}.{name});
if (failed({result})) {{
  return parser.emitError({name}PropLoc, \"invalid value for property {name}, expected {summary}\");
}}"
            ));
        }
    }

    fn clauses(&mut self, list: &ClauseList<'s>) {
        if list.separator.is_some() {
            self.add("{");
        }
        for clause in &list.clauses {
            self.add(&format!("bool {}Clause = false;", clause.keyword));
        }
        match list.separator {
            Some(separator) => self.begin_separated_clauses(list, separator),
            None => self.add("while(true) {"),
        }
        for clause in &list.clauses {
            let keyword = clause.keyword;
            let condition = literal_call(keyword, "Optional");
            self.add(&format!(
                "if (succeeded({condition})) {{
  if ({keyword}Clause) {{
    return parser.emitError(parser.getNameLoc())
          << \"`{keyword}` clause can appear at most once in the expansion of the \"
             \"oilist directive\";
  }}
  {keyword}Clause = true;"
            ));
            if list.separator.is_some() {
                self.add("oilistClauseParsed = true;");
            }
            match (&clause.elements[..], is_unit_clause(self.op, clause)) {
                ([FormatElement::Variable(variable)], true) => self.set_unit(*variable),
                (elements, _) => {
                    for element in elements {
                        if self.rules.shares_parsers {
                            self.element(element);
                        } else {
                            self.ungrouped_element(element);
                        }
                    }
                }
            }
            self.lines.push_str("} else ");
        }
        if list.separator.is_some() {
            self.add(
                "{
if (oilistClauseParsed)
  return parser.emitError(oilistSeparatorLoc,
      \"expected oilist clause after separator\");
  break;
}
}
}",
            );
        } else {
            self.add("{\n  break;\n}\n}");
        }
    }

    /// Adds the head of the loop over clauses, which reads the separator before each clause but the first.
    fn begin_separated_clauses(&mut self, list: &ClauseList<'s>, separator: &str) {
        let keywords = list.clauses.iter().map(|clause| {
            let call = literal_call(clause.keyword, "Optional");
            format!("succeeded({call})")
        });
        let keywords = keywords.collect::<Vec<_>>().join(" || ");
        let call = literal_call(separator, "Optional");
        self.add(&format!(
            "bool oilistClauseParsed = false;
while(true) {{
auto oilistSeparatorLoc = parser.getCurrentLocation();
if (oilistClauseParsed) {{
  if (failed({call})) {{
    if ({keywords})
      return parser.emitError(oilistSeparatorLoc,
          \"expected '{separator}' between oilist clauses\");
    break;
  }}
}}"
        ));
    }

    /// Reads an element that is in no optional group. An optional attribute may be missing there.
    fn ungrouped_element(&mut self, element: &FormatElement<'s>) {
        if let Some(FormatVariable::Attribute(index)) = element.variable()
            && self.op.arguments.attributes[index].constraint.is_optional
        {
            return self.attribute(index, true, AttributeSyntax::from_element(element));
        }
        self.element(element);
    }

    /// Adds the statement that sets a unit attribute or property.
    fn set_unit(&mut self, variable: FormatVariable) {
        let name = names::name(self.op, variable);
        let is_property = matches!(variable, FormatVariable::Property(_));
        let value = if is_property { "true" } else { "parser.getBuilder().getUnitAttr()" };
        self.add(&self.set_attribute(name, value));
    }

    fn optional(&mut self, group: &OptionalGroup<'s>) {
        let mut then = group.then.iter().skip_while(|one| one.is_whitespace());
        let Some(first) = then.next() else { return };
        self.guard(first);
        let elided = elided_anchor(self.op, group);
        let unit = elided.and_then(FormatElement::variable);
        if let (Some(variable), false) = (unit, group.is_inverted) {
            self.set_unit(variable);
        }
        for element in then.filter(|element| Some(*element) != elided) {
            self.element(element);
        }
        if !group.otherwise.is_empty() {
            self.add("} else {");
            if let (Some(variable), true) = (unit, group.is_inverted) {
                self.set_unit(variable);
            }
            for element in group.otherwise.iter().filter(|element| Some(*element) != elided) {
                self.element(element);
            }
        }
        self.add("}");
    }

    /// Adds the head of a statement that tests the presence of a group's first element.
    fn guard(&mut self, first: &FormatElement<'s>) {
        if let FormatElement::Literal(literal) = first {
            let call = literal_call(literal, "Optional");
            self.add(&format!("if (::mlir::succeeded({call})) {{"));
        } else if let FormatElement::Custom { name, arguments } = first {
            self.add("if (auto optResult = [&]() -> ::mlir::OptionalParseResult {");
            self.custom(name, arguments, true);
            self.add("return ::mlir::success();");
            self.add("}(); optResult.has_value() && ::mlir::failed(*optResult)) {");
            self.add("return ::mlir::failure();\n} else if (optResult.has_value()) {");
        } else if let Some(variable) = first.variable() {
            self.guard_variable(variable, AttributeSyntax::from_element(first));
        }
    }

    fn guard_variable(&mut self, variable: FormatVariable, syntax: AttributeSyntax) {
        let name = names::name(self.op, variable);
        match variable {
            FormatVariable::Attribute(index) => {
                self.attribute(index, true, syntax);
                self.add(&format!("if ({name}Attr) {{"));
            }
            FormatVariable::Property(index) => {
                self.property(index, true);
                let result = format!("{name}PropParseResult");
                self.add(&format!("if ({result}.has_value() && succeeded(*{result})) {{"));
            }
            FormatVariable::Operand(_) => {
                self.variable(variable, AttributeSyntax::Plain);
                self.add(&format!("if (!{name}Operands.empty()) {{"));
            }
            FormatVariable::Region(index) if self.op.blocks.regions[index].is_variadic => {
                self.variable(variable, AttributeSyntax::Plain);
                self.add(&format!("if (!{name}Regions.empty()) {{"));
            }
            FormatVariable::Region(_) => {
                self.add(&format!(
                    "{{
   auto parseResult = parser.parseOptionalRegion(*{name}Region);
   if (parseResult.has_value() && failed(*parseResult))
     return ::mlir::failure();
}}
if (!{name}Region->empty()) {{"
                ));
                self.finish_region(name);
            }
            FormatVariable::Successor(_) | FormatVariable::Result(_) => self.add("{"),
        }
    }
}

/// Returns the operands whose lists are in an array: all lists if there are several.
fn operand_arrays(op: &Operation<'_>, types: &FormatTypes<'_>, rules: ClassRules) -> Vec<usize> {
    if !rules.shares_parsers || types.all_operand_values {
        return Vec::new();
    }
    let operands = op.arguments.operands.iter().enumerate();
    let lists = operands.filter(|(_, one)| one.constraint.arity.is_variable());
    let lists: Vec<usize> = lists.map(|(index, _)| index).collect();
    if lists.len() > 1 { lists } else { Vec::new() }
}

/// Returns the call that parses a literal; the literal is optional if `prefix` is `Optional`.
fn literal_call(literal: &str, prefix: &str) -> String {
    parse_literal("parser", literal, prefix)
}

/// Returns whether the regions in an operation end with a terminator that is not printed.
pub(super) fn has_implicit_terminator(op: &Operation<'_>) -> bool {
    op.traits.iter().any(|one| match one {
        Trait::Native(one) => one.name.starts_with("SingleBlockImplicitTerminator<"),
        Trait::Interface(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => false,
    })
}
