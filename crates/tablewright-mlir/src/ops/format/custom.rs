//! Custom directives, and resolution after all elements are parsed: regions, successors, types and operands.

use super::names::{self, list};
use super::reader::FormatReader;
use super::types::TypeResolution;
use crate::model::format_text::unescaped;
use crate::model::operation::{
    AssemblyFormat, CustomParameter, CustomValue, FormatElement, FormatVariable,
    OpAttributeStorage, OperationValue, custom_parameters,
};
use crate::model::{ConstraintArity, Operation};
use crate::ops::class::{SIZED_OPERANDS, SIZED_RESULTS};
use crate::support::cpp;

const OPERAND: &str = "::mlir::OpAsmParser::UnresolvedOperand";

impl<'s> FormatReader<'_, 's> {
    pub(super) fn custom(
        &mut self,
        name: &str,
        arguments: &[FormatElement<'s>],
        is_optional: bool,
    ) {
        self.add("{");
        for CustomParameter { value, is_reference } in custom_parameters(arguments) {
            self.before_custom(value, is_reference);
        }
        let passed: String = custom_parameters(arguments)
            .map(|parameter| format!(", {}", self.passed(parameter.value)))
            .collect();
        self.add(&format!("auto odsResult = parse{name}(parser{passed});"));
        self.add(if is_optional { "if (!odsResult.has_value()) return {};\nif (::mlir::failed(*odsResult)) return ::mlir::failure();" } else { "if (odsResult) return ::mlir::failure();" });
        for CustomParameter { value, is_reference } in custom_parameters(arguments) {
            if !is_reference {
                self.after_custom(value);
            }
        }
        self.add("}");
    }

    fn before_custom(&mut self, parameter: CustomValue<'_, 's>, is_reference: bool) {
        match parameter {
            CustomValue::Variable(variable @ FormatVariable::Operand(_)) => {
                let name = names::name(self.op, variable);
                let arity = names::arity(self.op, variable);
                let ty = format!("::std::optional<{OPERAND}>");
                if is_reference {
                    if arity == ConstraintArity::Optional {
                        self.add(&format!(
                            "{ty} {name}Operand = {name}Operands.empty() ? {ty}() : {name}Operands[0];"
                        ));
                    }
                    return;
                }
                self.add(&format!("{name}OperandsLoc = parser.getCurrentLocation();"));
                match arity {
                    ConstraintArity::Optional => self.add(&format!("{ty} {name}Operand;")),
                    ConstraintArity::VariadicOfVariadic { .. } => self.add(&format!(
                        "::llvm::SmallVector<::llvm::SmallVector<{OPERAND}>> {name}OperandGroups;"
                    )),
                    ConstraintArity::Single | ConstraintArity::Variadic => {}
                }
            }
            CustomValue::Type(inner) => {
                let (name, arity) = list(self.op, inner);
                match arity {
                    ConstraintArity::Optional if is_reference => self.add(&format!(
                        "::mlir::Type {name}Type = {name}Types.empty() ? ::mlir::Type() : {name}Types[0];"
                    )),
                    ConstraintArity::Optional => self.add(&format!("::mlir::Type {name}Type;")),
                    ConstraintArity::VariadicOfVariadic { .. } if !is_reference => self.add(&format!(
                        "::llvm::SmallVector<llvm::SmallVector<::mlir::Type>> {name}TypeGroups;"
                    )),
                    ConstraintArity::VariadicOfVariadic { .. } | ConstraintArity::Single | ConstraintArity::Variadic => {}
                }
            }
            CustomValue::Variable(_)
            | CustomValue::AttrDict
            | CustomValue::PropDict
            | CustomValue::Operands
            | CustomValue::Regions
            | CustomValue::Successors
            | CustomValue::Text(_) => {}
        }
    }

    fn passed(&self, parameter: CustomValue<'_, 's>) -> String {
        match parameter {
            CustomValue::Variable(variable) => {
                let name = names::name(self.op, variable);
                match variable {
                    FormatVariable::Attribute(_) => format!("{name}Attr"),
                    FormatVariable::Property(_) => {
                        if self.rules.qualifies_custom_properties {
                            format!("{}.{name}", self.properties())
                        } else {
                            format!("result.getOrAddProperties<Properties>().{name}")
                        }
                    }
                    FormatVariable::Operand(_) => match names::arity(self.op, variable) {
                        ConstraintArity::VariadicOfVariadic { .. } => {
                            format!("{name}OperandGroups")
                        }
                        ConstraintArity::Variadic => format!("{name}Operands"),
                        ConstraintArity::Optional => format!("{name}Operand"),
                        ConstraintArity::Single => format!("{name}RawOperand"),
                    },
                    FormatVariable::Region(index) => {
                        if self.op.blocks.regions[index].is_variadic {
                            format!("{name}Regions")
                        } else {
                            format!("*{name}Region")
                        }
                    }
                    FormatVariable::Successor(index) => {
                        if self.op.blocks.successors[index].is_variadic {
                            format!("{name}Successors")
                        } else {
                            format!("{name}Successor")
                        }
                    }
                    FormatVariable::Result(_) => String::new(),
                }
            }
            CustomValue::Type(inner) => {
                let (name, arity) = list(self.op, inner);
                match arity {
                    ConstraintArity::VariadicOfVariadic { .. } => format!("{name}TypeGroups"),
                    ConstraintArity::Variadic => format!("{name}Types"),
                    ConstraintArity::Optional => format!("{name}Type"),
                    ConstraintArity::Single => format!("{name}RawType"),
                }
            }
            CustomValue::AttrDict => "result.attributes".to_owned(),
            CustomValue::PropDict => "result".to_owned(),
            CustomValue::Operands => "allOperands".to_owned(),
            CustomValue::Regions => "fullRegions".to_owned(),
            CustomValue::Successors => "fullSuccessors".to_owned(),
            CustomValue::Text(text) => cpp::fill(&unescaped(text), |hole| match hole {
                "_builder" => Some("parser.getBuilder()"),
                "_ctxt" => Some("parser.getContext()"),
                _ => None,
            }),
        }
    }

    fn after_custom(&mut self, parameter: CustomValue<'_, 's>) {
        match parameter {
            CustomValue::Variable(variable) => {
                let name = names::name(self.op, variable);
                match variable {
                    FormatVariable::Attribute(index) => {
                        let constraint = &self.op.arguments.attributes[index].constraint;
                        if constraint.is_optional || constraint.has_default() {
                            self.add(&format!("if ({name}Attr)"));
                        }
                        let set = self.set_attribute(name, &format!("{name}Attr"));
                        self.add(&set);
                    }
                    FormatVariable::Operand(_) => match names::arity(self.op, variable) {
                        ConstraintArity::Optional => self.add(&format!(
                            "if ({name}Operand.has_value())\n  {name}Operands.push_back(*{name}Operand);"
                        )),
                        ConstraintArity::VariadicOfVariadic { .. } => self.add(&format!(
                            "for (const auto &subRange : {name}OperandGroups) {{
  {name}Operands.append(subRange.begin(), subRange.end());
  {name}OperandGroupSizes.push_back(subRange.size());
}}"
                        )),
                        ConstraintArity::Single | ConstraintArity::Variadic => {}
                    },
                    FormatVariable::Property(_)
                    | FormatVariable::Result(_)
                    | FormatVariable::Region(_)
                    | FormatVariable::Successor(_) => {}
                }
            }
            CustomValue::Type(inner) => {
                let (name, arity) = list(self.op, inner);
                match arity {
                    ConstraintArity::Optional => {
                        self.add(&format!("if ({name}Type)\n  {name}Types.push_back({name}Type);"))
                    }
                    ConstraintArity::VariadicOfVariadic { .. } => self.add(&format!(
                        "for (const auto &subRange : {name}TypeGroups)
  {name}Types.append(subRange.begin(), subRange.end());"
                    )),
                    ConstraintArity::Single | ConstraintArity::Variadic => {}
                }
            }
            CustomValue::AttrDict
            | CustomValue::PropDict
            | CustomValue::Operands
            | CustomValue::Regions
            | CustomValue::Successors
            | CustomValue::Text(_) => {}
        }
    }

    /// Adds the resolution after all elements are parsed.
    pub(super) fn resolve(&mut self, format: &AssemblyFormat<'s>) {
        let elements = format.walk();
        self.resolve_blocks(
            elements.contains(&&FormatElement::Regions),
            elements.contains(&&FormatElement::Successors),
        );
        let all_operands = self.types.all_operand_values;
        self.resolve_segments(all_operands);
        self.check_sources();
        for (index, call) in self.types.buildable.iter().enumerate() {
            let call =
                cpp::fill(call, |hole| (hole == "_builder").then_some("parser.getBuilder()"));
            self.add(&format!("::mlir::Type odsBuildableType{index} = {call};"));
        }
        self.resolve_results();
        self.resolve_operands(all_operands);
        if self.types.infers_results {
            let class = self.op.names.class;
            self.add(&format!(
                "::llvm::SmallVector<::mlir::Type> inferredReturnTypes;
if (::mlir::failed({class}::inferReturnTypes(parser.getContext(),
    result.location, result.operands,
    result.attributes.getDictionary(parser.getContext()),
    result.getRawProperties(),
    result.regions, inferredReturnTypes)))
  return ::mlir::failure();
result.addTypes(inferredReturnTypes);"
            ));
        }
    }

    fn resolve_blocks(&mut self, all_regions: bool, all_successors: bool) {
        if all_regions {
            self.add("result.addRegions(fullRegions);");
        } else {
            for region in &self.op.blocks.regions {
                let name = region.name;
                self.add(&if region.is_variadic {
                    format!("result.addRegions({name}Regions);")
                } else {
                    format!("result.addRegion(std::move({name}Region));")
                });
            }
        }
        if all_successors {
            self.add("result.addSuccessors(fullSuccessors);");
            return;
        }
        for successor in &self.op.blocks.successors {
            let name = successor.name;
            self.add(&if successor.is_variadic {
                format!("result.addSuccessors({name}Successors);")
            } else {
                format!("result.addSuccessors({name}Successor);")
            });
        }
    }

    fn resolve_segments(&mut self, all_operands: bool) {
        let storage = self.op.attribute_storage();
        let properties = self.properties();
        let copy = |sizes: &str, property: &str| match storage {
            OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
                format!(
                    "::llvm::copy(::llvm::ArrayRef<int32_t>({{{sizes}}}), {properties}.{property}.begin());"
                )
            }
            OpAttributeStorage::Dictionary => format!(
                "result.addAttribute(\"{property}\", parser.getBuilder().getDenseI32ArrayAttr({{{sizes}}}));"
            ),
        };
        let operands = &self.op.arguments.operands;
        if !all_operands {
            if self.op.has_trait(SIZED_OPERANDS) {
                self.add(&copy(&segment_sizes(operands, "Operands"), "operandSegmentSizes"));
            }
            for operand in operands {
                let ConstraintArity::VariadicOfVariadic { segment_attribute } =
                    operand.constraint.arity
                else {
                    continue;
                };
                let name = operand.name;
                let sizes =
                    format!("parser.getBuilder().getDenseI32ArrayAttr({name}OperandGroupSizes)");
                let set = self.set_attribute(segment_attribute, &sizes);
                self.add(&set);
            }
        }
        if !self.types.all_results && self.op.has_trait(SIZED_RESULTS) {
            self.add(&copy(&segment_sizes(&self.op.results, "Types"), "resultSegmentSizes"));
        }
    }

    /// Adds checks of types that others follow from, so that the expressions for these are valid.
    fn check_sources(&mut self) {
        let mut checked: Vec<FormatVariable> = Vec::new();
        for resolution in self.types.results.iter().chain(&self.types.operands) {
            let TypeResolution::Follows { source, transformer: Some(_) } = *resolution else {
                continue;
            };
            let Some(value) = self.op.typed_value(source) else { continue };
            if checked.contains(&source) {
                continue;
            }
            checked.push(source);
            let (name, constraint) = (value.name, &value.constraint.constraint);
            let condition =
                cpp::fill(&constraint.condition(), |hole| (hole == "_self").then_some("type"));
            self.add(&format!(
                "for (::mlir::Type type : {name}Types) {{
  (void)type;
  if (!({condition})) {{
    return parser.emitError(parser.getNameLoc()) << \"'{name}' must be {}, but got \" << type;
  }}
}}",
                constraint.summary
            ));
        }
    }

    /// Returns the C++ expression for an operand or result type.
    fn resolved(&self, resolution: TypeResolution<'s>, name: &str) -> String {
        let (source, transformer) = match resolution {
            TypeResolution::Written => return format!("{name}Types"),
            TypeResolution::Buildable(index) => return format!("odsBuildableType{index}"),
            TypeResolution::Follows { source, transformer } => (source, transformer),
        };
        let name = names::name(self.op, source);
        let types = if matches!(source, FormatVariable::Attribute(_)) {
            format!("{name}Attr.getType()")
        } else if names::arity(self.op, source).is_variadic() {
            format!("{name}Types")
        } else {
            format!("{name}Types[0]")
        };
        match transformer {
            None => types,
            Some(transformer) => cpp::fill(transformer, |hole| match hole {
                "_self" => Some(types.as_str()),
                "_ctxt" => Some("parser.getContext()"),
                _ => None,
            }),
        }
    }

    fn resolve_results(&mut self) {
        if self.types.infers_results {
            return;
        }
        if self.types.all_results {
            self.add("result.addTypes(allResultTypes);");
            return;
        }
        for (result, resolution) in self.op.results.iter().zip(&self.types.results) {
            let types = self.resolved(*resolution, result.name);
            self.add(&format!("result.addTypes({types});"));
        }
    }

    fn resolve_operands(&mut self, all_operands: bool) {
        let operands = &self.op.arguments.operands;
        let joined = |texts: Vec<String>, ty: &str| match &texts[..] {
            [only] => only.clone(),
            [..] => format!("::llvm::concat<const {ty}>({})", texts.join(", ")),
        };
        let call = |operands: &str, types: &str, location: &str| {
            format!("parser.resolveOperands({operands}, {types}, {location}, result.operands)")
        };
        if operands.is_empty() {
            return;
        }
        if self.types.all_operands {
            let (values, location) = if all_operands {
                ("allOperands".to_owned(), "allOperandLoc")
            } else {
                let values = operands.iter().map(|one| format!("{}Operands", one.name));
                (joined(values.collect(), OPERAND), "parser.getNameLoc()")
            };
            self.fail_if(&call(&values, "allOperandTypes", location));
            return;
        }
        let resolved = operands.iter().zip(&self.types.operands);
        let resolved: Vec<String> =
            resolved.map(|(one, resolution)| self.resolved(*resolution, one.name)).collect();
        if all_operands {
            let types = match &resolved[..] {
                [only] => only.clone(),
                [..] => {
                    let lists =
                        resolved.iter().map(|ty| format!("::llvm::ArrayRef<::mlir::Type>({ty})"));
                    joined(lists.collect(), "::mlir::Type")
                }
            };
            self.fail_if(&call("allOperands", &types, "allOperandLoc"));
            return;
        }
        for (operand, types) in operands.iter().zip(&resolved) {
            let name = operand.name;
            // A list of types of its own may be empty.
            let has_own_types = self.rules.shares_parsers && types == &format!("{name}Types");
            let may_have_no_type =
                operand.is_optional() && self.rules.checks_optional_operands && !has_own_types;
            if may_have_no_type {
                self.add(&format!("if (!{name}Operands.empty()) {{"));
            }
            self.fail_if(&call(&format!("{name}Operands"), types, &format!("{name}OperandsLoc")));
            if may_have_no_type {
                self.add("}");
            }
        }
    }
}

fn segment_sizes(values: &[OperationValue<'_>], what: &str) -> String {
    let mut sizes = Vec::with_capacity(values.len());
    for value in values {
        sizes.push(if value.is_variable() {
            format!("static_cast<int32_t>({}{what}.size())", value.name)
        } else {
            "1".to_owned()
        });
    }
    sizes.join(", ")
}

/// Returns the segment size properties that follow from separately written operands or results.
pub(super) fn elided_segments(
    op: &Operation<'_>,
    all_operands: bool,
    all_results: bool,
) -> Vec<&'static str> {
    let mut names = Vec::new();
    if !all_operands && op.has_trait(SIZED_OPERANDS) {
        names.push("operandSegmentSizes");
    }
    if !all_results && op.has_trait(SIZED_RESULTS) {
        names.push("resultSegmentSizes");
    }
    names
}
